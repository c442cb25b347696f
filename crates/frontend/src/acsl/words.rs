//! The text of a specification to words: the tokens of C, and what only ACSL has.
//!
//! Tokens lie in the preprocessed text where the comment stands, so they have their bytes and their place in the user's file.

use heureka_ir::span::Span;

use crate::acsl::macros;
use crate::ast::Annotation;
use crate::diagnostic::Diagnostic;
use crate::lex::Lexed;
use crate::scan::scan;
use crate::token::{KEYWORDS, Token, TokenKind};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Special {
    /// `\name`.
    Backslash(String),
    /// `==>`
    Implies,
    /// `<==>`
    Iff,
    /// `..`
    Range,
}

#[derive(Clone, Debug)]
pub enum Word {
    Token(Token),
    Special(Special, Span),
}

impl Word {
    pub fn span(&self) -> Span {
        match self {
            Word::Token(token) => token.span,
            Word::Special(_, span) => *span,
        }
    }

    pub fn is(&self, kind: TokenKind) -> bool {
        matches!(self, Word::Token(token) if token.kind == kind)
    }
}

/// Cuts an annotation into words. Macros without parameters that the program defines are replaced.
pub fn words(lexed: &mut Lexed, text: &[u8], annotation: &Annotation) -> Result<Vec<Word>, Box<Diagnostic>> {
    let start = annotation.offset as usize;
    let body = start + 3;
    // The annotation's text may have been repaired where it was no UTF-8; its length is looked for again.
    let end = match text.get(start + 1) {
        Some(b'*') => text[body..].windows(2).position(|two| two == b"*/").map_or(text.len(), |len| body + len),
        _ => text[body..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |len| body + len),
    };
    let mut line = annotation.span.line;
    let mut line_start = start as i64 - (i64::from(annotation.span.column) - 1);
    let mut list = Vec::new();
    let mut at = body;
    while at < end {
        let byte = text[at];
        if byte == b'\n' {
            line += 1;
            line_start = at as i64 + 1;
        }
        if byte.is_ascii_whitespace() || byte == b'@' {
            at += 1;
            continue;
        }
        let column = (at as i64 - line_start + 1) as u32;
        let span = |len: usize| Span { line, column, len: len as u32, ..annotation.span };
        let rest = &text[at..end];
        if rest.starts_with(b"//") {
            at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            continue;
        }
        let special = [(&b"<==>"[..], Special::Iff), (b"==>", Special::Implies), (b"..", Special::Range)];
        if let Some((spelling, special)) = special.into_iter().find(|(spelling, _)| rest.starts_with(spelling)) {
            list.push(Word::Special(special, span(spelling.len())));
            at += spelling.len();
            continue;
        }
        if byte == b'\\' {
            let len = rest[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
            let name = String::from_utf8_lossy(&rest[1..=len]).into_owned();
            list.push(Word::Special(Special::Backslash(name), span(len + 1)));
            at += len + 1;
            continue;
        }
        if byte.is_ascii_digit() {
            // Unlike C's, a number ends before `..`.
            let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            list.push(Word::Token(Token::other(TokenKind::Number, len as u32, at as u32, span(len))));
            at += len;
            continue;
        }
        let Ok((kind, after)) = scan(&text[..end], at) else {
            return Err(Box::new(Diagnostic::error(span(1), "this is not understood in a specification")));
        };
        let span = span(after - at);
        let token = match kind {
            TokenKind::Ident => {
                let word = String::from_utf8_lossy(&text[at..after]).into_owned();
                if let Some(replacement) = macros::replaced(lexed, text, &word, span) {
                    list.extend(replacement.into_iter().map(Word::Token));
                    at = after;
                    continue;
                }
                let symbol = lexed.symbols.intern(&word);
                let kind = KEYWORDS.get(symbol.0 as usize).map_or(TokenKind::Ident, |&(_, kind)| kind);
                Token::word(kind, symbol, at as u32, span)
            }
            kind => Token::other(kind, (after - at) as u32, at as u32, span),
        };
        list.push(Word::Token(token));
        at = after;
    }
    Ok(list)
}
