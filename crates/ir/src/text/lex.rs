//! The words of the text form, each with its place.

use std::fmt;

use super::{is_name_part, is_name_start};
use crate::span::{FileId, Span};
use crate::ty::IntTy;

/// Why a text is not a program; line and column count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A name and its number: `x` is `(x, 1)`, `x#2` is `(x, 2)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    pub base: String,
    pub number: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    /// A word of the language or a name; `quoted` names are never words.
    Name(Name, bool),
    /// The value without sign, and the type when it has a suffix.
    Number(i128, Option<IntTy>),
    Text(String),
    Span(Span),
    /// `$n`
    Let(usize),
    Mark(&'static str),
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    pub line: u32,
    pub column: u32,
}

impl At {
    pub fn error<T>(self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { line: self.line, column: self.column, message: message.into() })
    }
}

/// Longer marks first.
const MARKS: [&str; 37] = [
    "->", ":=", "::", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "<", ">", "=", "!", "~", "+", "-", "*", "/", "%",
    "&", "|", "^", "?", ":", ",", "(", ")", "[", "]", "{", "}", "#", "@", "$", ";",
];

/// All tokens of a text; the last one is `End`.
pub fn lex(text: &str) -> Result<Vec<(Token, At)>, ParseError> {
    let mut lexer = Lexer { rest: text, at: At { line: 1, column: 1 } };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let at = lexer.at;
        let token = lexer.token()?;
        let done = token == Token::End;
        tokens.push((token, at));
        if done {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    at: At,
}

impl<'a> Lexer<'a> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes `len` bytes of the rest.
    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(len);
        for c in taken.chars() {
            if c == '\n' {
                self.at = At { line: self.at.line + 1, column: 1 };
            } else {
                self.at.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let len = self.rest.find(|c| !accept(c)).unwrap_or(self.rest.len());
        self.take(len)
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.starts_with("//") {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn token(&mut self) -> Result<Token, ParseError> {
        let at = self.at;
        let Some(first) = self.peek() else { return Ok(Token::End) };
        if is_name_start(first) {
            let base = self.take_while(is_name_part).to_owned();
            return Ok(Token::Name(self.numbered(base)?, false));
        }
        if first.is_ascii_digit() {
            let value = self.number()?;
            let suffix = self.take_while(|c| c.is_ascii_alphanumeric());
            return match (suffix, int_ty(suffix)) {
                ("", _) => Ok(Token::Number(value, None)),
                (_, Some(ty)) if ty.contains(value) || ty.contains(-value) => Ok(Token::Number(value, Some(ty))),
                (_, Some(ty)) => at.error(format!("{value} is not a value of {ty}")),
                _ => at.error(format!("`{suffix}` is not a type")),
            };
        }
        match first {
            '`' => {
                let base = self.quoted('`')?;
                Ok(Token::Name(self.numbered(base)?, true))
            }
            '"' => Ok(Token::Text(self.quoted('"')?)),
            '@' => {
                self.take(1);
                self.span().map(Token::Span)
            }
            '$' => {
                self.take(1);
                match usize::try_from(self.number()?) {
                    Ok(number) => Ok(Token::Let(number)),
                    Err(_) => at.error("this number is too large"),
                }
            }
            _ => match MARKS.iter().find(|mark| self.rest.starts_with(**mark)) {
                Some(mark) => {
                    self.take(mark.len());
                    Ok(Token::Mark(mark))
                }
                None => at.error(format!("unexpected character {first:?}")),
            },
        }
    }

    fn numbered(&mut self, base: String) -> Result<Name, ParseError> {
        let number = if self.rest.starts_with('#') {
            self.take(1);
            self.small()?
        } else {
            1
        };
        Ok(Name { base, number })
    }

    fn number(&mut self) -> Result<i128, ParseError> {
        let at = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(value) => Ok(value),
            Err(_) if digits.is_empty() => at.error("a number is expected"),
            Err(_) => at.error("this number is too large"),
        }
    }

    fn small(&mut self) -> Result<u32, ParseError> {
        let at = self.at;
        u32::try_from(self.number()?).or_else(|_| at.error("this number is too large"))
    }

    fn span(&mut self) -> Result<Span, ParseError> {
        let mut span = Span::NONE;
        if self.rest.starts_with('f') {
            self.take(1);
            span.file = FileId(self.small()?);
            self.mark(':')?;
        }
        span.line = self.small()?;
        self.mark(':')?;
        span.column = self.small()?;
        if self.rest.starts_with('+') {
            self.take(1);
            span.len = self.small()?;
        }
        Ok(span)
    }

    fn mark(&mut self, mark: char) -> Result<(), ParseError> {
        if !self.rest.starts_with(mark) {
            return self.at.error(format!("`{mark}` is expected in a span"));
        }
        self.take(mark.len_utf8());
        Ok(())
    }

    fn quoted(&mut self, mark: char) -> Result<String, ParseError> {
        let start = self.at;
        self.take(mark.len_utf8());
        let mut text = String::new();
        loop {
            text.push_str(self.take_while(|c| c != mark && c != '\\'));
            let at = self.at;
            match self.peek() {
                None => return start.error(format!("no closing {mark}")),
                Some('\\') => {
                    self.take(1);
                    let Some(c) = self.peek() else { return start.error(format!("no closing {mark}")) };
                    self.take(c.len_utf8());
                    match c {
                        'n' => text.push('\n'),
                        't' => text.push('\t'),
                        'u' => {
                            self.mark('{')?;
                            let code = u32::from_str_radix(self.take_while(|c| c.is_ascii_hexdigit()), 16).ok();
                            let Some(c) = code.and_then(char::from_u32) else {
                                return at.error("not a character code");
                            };
                            text.push(c);
                            self.mark('}')?;
                        }
                        c => text.push(c),
                    }
                }
                Some(_) => {
                    self.take(mark.len_utf8());
                    return Ok(text);
                }
            }
        }
    }
}

/// The type that a word names.
pub fn int_ty(word: &str) -> Option<IntTy> {
    let signed = match word.chars().next()? {
        'i' => true,
        'u' => false,
        _ => return None,
    };
    let digits = &word[1..];
    let bits: u8 = digits.parse().ok()?;
    ((1..=64).contains(&bits) && !digits.starts_with(['0', '+'])).then(|| IntTy::new(bits, signed))
}
