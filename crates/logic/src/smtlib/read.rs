//! The reader of s-expressions: text to a flat tree, positions kept.
//!
//! Invariant: a tree is a few vectors, so neither reading nor dropping it recurses, however deep the parentheses are.

use std::fmt;

/// Why text was refused, and where (both from 1; columns count characters).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub line: usize,
    pub column: usize,
    pub message: String,
    /// Whether more text could make it right: it ends inside of a list, a string or a quoted symbol.
    pub incomplete: bool,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sexp(u32);

/// What a leaf is. The text is without marks: `:`, `#x`, `#b` and quotes are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atom<'a> {
    /// With or without bars.
    Symbol(&'a str),
    Keyword(&'a str),
    Numeral(&'a str),
    /// With the point.
    Decimal(&'a str),
    Hexadecimal(&'a str),
    Binary(&'a str),
    /// As written: a quote inside is still doubled.
    String(&'a str),
}

#[derive(Clone, Copy)]
enum Node<'a> {
    Atom(Atom<'a>),
    List { first: u32, count: u32 },
}

/// All s-expressions of a text.
pub struct Tree<'a> {
    text: &'a str,
    nodes: Vec<Node<'a>>,
    /// Where each node starts in the text.
    starts: Vec<u32>,
    children: Vec<Sexp>,
    top: Vec<Sexp>,
}

impl<'a> Tree<'a> {
    /// The expressions that stand in no other.
    pub fn top(&self) -> &[Sexp] {
        &self.top
    }

    /// The one expression of the text.
    pub fn only(&self) -> Result<Sexp, ParseError> {
        match self.top[..] {
            [only] => Ok(only),
            [] => Err(error_at(self.text, self.text.len(), "there is nothing here", true)),
            [_, second, ..] => Err(self.error(second, "nothing may follow the first expression")),
        }
    }

    pub fn atom(&self, node: Sexp) -> Option<Atom<'a>> {
        match self.nodes[node.0 as usize] {
            Node::Atom(atom) => Some(atom),
            Node::List { .. } => None,
        }
    }

    /// The elements, if this is a list.
    pub fn list(&self, node: Sexp) -> Option<&[Sexp]> {
        match self.nodes[node.0 as usize] {
            Node::Atom(_) => None,
            Node::List { first, count } => Some(&self.children[first as usize..(first + count) as usize]),
        }
    }

    /// The symbol as written, if this is one.
    pub fn symbol(&self, node: Sexp) -> Option<&'a str> {
        if let Some(Atom::Symbol(name)) = self.atom(node) { Some(name) } else { None }
    }

    pub fn keyword(&self, node: Sexp) -> Option<&'a str> {
        if let Some(Atom::Keyword(name)) = self.atom(node) { Some(name) } else { None }
    }

    /// An error at this expression.
    pub fn error(&self, node: Sexp, message: impl Into<String>) -> ParseError {
        error_at(self.text, self.starts[node.0 as usize] as usize, message, false)
    }

    fn push(&mut self, node: Node<'a>, start: usize) -> Sexp {
        let id = Sexp(self.nodes.len() as u32);
        self.nodes.push(node);
        self.starts.push(start as u32);
        id
    }
}

fn error_at(text: &str, offset: usize, message: impl Into<String>, incomplete: bool) -> ParseError {
    let before = &text[..offset];
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1;
    ParseError { line, column, message: message.into(), incomplete }
}

/// Reads all s-expressions of the text.
pub fn read(text: &str) -> Result<Tree<'_>, ParseError> {
    let mut tree = Tree { text, nodes: Vec::new(), starts: Vec::new(), children: Vec::new(), top: Vec::new() };
    if text.len() >= u32::MAX as usize {
        return Err(error_at(text, 0, "a text of 4 GiB or more", false));
    }
    let mut scanner = Scanner { text, at: 0 };
    // Elements of the lists that are open, and where each list started in the text and among the elements.
    let mut elements: Vec<Sexp> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    while let Some(start) = scanner.skip_blank() {
        let node = match text.as_bytes()[start] {
            b'(' => {
                scanner.at += 1;
                open.push((start, elements.len()));
                continue;
            }
            b')' => {
                scanner.at += 1;
                let Some((start, from)) = open.pop() else {
                    return Err(error_at(text, start, "a closing parenthesis without its opening one", false));
                };
                let (first, count) = (tree.children.len() as u32, (elements.len() - from) as u32);
                tree.children.extend(elements.drain(from..));
                tree.push(Node::List { first, count }, start)
            }
            _ => {
                let atom = scanner.atom(start)?;
                tree.push(Node::Atom(atom), start)
            }
        };
        if open.is_empty() {
            tree.top.push(node);
        } else {
            elements.push(node);
        }
    }
    match open.last() {
        Some(&(start, _)) => Err(error_at(text, start, "this parenthesis is not closed", true)),
        None => Ok(tree),
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Skips white space and comments; where the next token starts, if there is one.
    fn skip_blank(&mut self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ => return Some(self.at),
            }
        }
        None
    }

    fn atom(&mut self, start: usize) -> Result<Atom<'a>, ParseError> {
        match self.text.as_bytes()[start] {
            b'|' => self.quoted(start),
            b'"' => self.string(start),
            b':' => {
                self.at += 1;
                let name = self.word(is_symbol_byte);
                if name.is_empty() {
                    return Err(self.error(start, "a keyword without a name"));
                }
                Ok(Atom::Keyword(name))
            }
            b'#' => self.hash(start),
            b'0'..=b'9' => self.number(start),
            byte if is_symbol_byte(byte) => Ok(Atom::Symbol(self.word(is_symbol_byte))),
            _ => {
                let found = self.text[start..].chars().next().expect("there is a character at the start of a token");
                Err(self.error(start, format!("unexpected character {found:?}")))
            }
        }
    }

    fn error(&self, at: usize, message: impl Into<String>) -> ParseError {
        error_at(self.text, at, message, false)
    }

    fn word(&mut self, accepts: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        self.at += rest.iter().position(|&byte| !accepts(byte)).unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    fn quoted(&mut self, start: usize) -> Result<Atom<'a>, ParseError> {
        let Some(length) = self.text[start + 1..].find('|') else {
            return Err(error_at(self.text, start, "a quoted symbol is not closed", true));
        };
        let name = &self.text[start + 1..start + 1 + length];
        if let Some(place) = name.find('\\') {
            return Err(self.error(start + 1 + place, "a quoted symbol cannot contain a backslash"));
        }
        self.at = start + length + 2;
        Ok(Atom::Symbol(name))
    }

    fn string(&mut self, start: usize) -> Result<Atom<'a>, ParseError> {
        let mut end = start + 1;
        loop {
            let Some(length) = self.text[end..].find('"') else {
                return Err(error_at(self.text, start, "a string is not closed", true));
            };
            end += length + 1;
            if self.text.as_bytes().get(end) != Some(&b'"') {
                break;
            }
            end += 1;
        }
        self.at = end;
        Ok(Atom::String(&self.text[start + 1..end - 1]))
    }

    fn hash(&mut self, start: usize) -> Result<Atom<'a>, ParseError> {
        let kind = self.text.as_bytes().get(start + 1);
        if !matches!(kind, Some(b'x' | b'b')) {
            return Err(self.error(start, "`#` must be followed by `x` or `b`"));
        }
        self.at = start + 2;
        let digits = self.word(is_symbol_byte);
        let accepts =
            |byte: u8| if kind == Some(&b'x') { byte.is_ascii_hexdigit() } else { matches!(byte, b'0' | b'1') };
        if digits.is_empty() || !digits.bytes().all(accepts) {
            return Err(self.error(start, "a bit-vector constant with wrong digits"));
        }
        Ok(if kind == Some(&b'x') { Atom::Hexadecimal(digits) } else { Atom::Binary(digits) })
    }

    fn number(&mut self, start: usize) -> Result<Atom<'a>, ParseError> {
        let word = self.word(is_symbol_byte);
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match word.split_once('.') {
            None if digits(word) => Ok(Atom::Numeral(word)),
            Some((whole, fraction)) if digits(whole) && digits(fraction) => Ok(Atom::Decimal(word)),
            _ => Err(self.error(start, format!("`{word}` is neither a number nor a symbol"))),
        }
    }
}

/// Characters of symbols without bars.
pub(super) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}
