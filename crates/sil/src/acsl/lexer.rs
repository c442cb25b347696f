//! The words of an ACSL predicate, with their places.

use std::ops::Range;

use super::AcslError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// A name, or a keyword with its backslash: `\forall`.
    Name(String),
    Number(String),
    Sign(&'static str),
    End,
}

pub type Words = Vec<(Word, Range<usize>)>;

/// The longer ones first.
const SIGNS: [&str; 27] = [
    "<==>", "==>", "<=", ">=", "==", "!=", "&&", "||", "..", "<", ">", "!", "+", "-", "*", "/", "%", "(", ")", "[",
    "]", "{", "}", ",", ";", ":", "?",
];

pub fn words(text: &str) -> Result<Words, AcslError> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if next.is_whitespace() {
            at += next.len_utf8();
            continue;
        } else if let Some(comment) = rest.strip_prefix("//") {
            at += 2 + comment.find('\n').unwrap_or(comment.len());
            continue;
        } else if next == '@' {
            // The margin of an annotation of several lines.
            at += 1;
            continue;
        } else if next.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            words.push((Word::Number(rest[..length].to_owned()), at..at + length));
            length
        } else if next == '\\' || next == '_' || next.is_alphabetic() {
            let body = &rest[next.len_utf8()..];
            let length = body.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(body.len());
            let length = next.len_utf8() + length;
            words.push((Word::Name(rest[..length].to_owned()), at..at + length));
            length
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            words.push((Word::Sign(sign), at..at + sign.len()));
            sign.len()
        } else {
            return Err(AcslError::syntax(at..at + next.len_utf8(), format!("`{next}` has no meaning here")));
        };
        at += length;
    }
    words.push((Word::End, text.len()..text.len()));
    Ok(words)
}
