//! Where one token ends: a function of the bytes alone, used on the preprocessed text and on the user's own lines.

use crate::token::TokenKind::{self, *};

/// Why no token starts at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScanError {
    /// A byte that starts no token.
    Stray,
    UnterminatedString,
    UnterminatedChar,
}

/// The kind and the end of the token that starts at `at`, which is inside `text` and not blank. Keywords are `Ident`
/// here. An error has the place to go on from.
pub fn scan(text: &[u8], at: usize) -> Result<(TokenKind, usize), (ScanError, usize)> {
    let byte = |ahead: usize| text.get(at + ahead).copied().unwrap_or(0);
    let first = byte(0);
    match CLASS[first as usize] {
        WORD => match word_prefix(text, at) {
            Some((quote, start)) => scan_quoted(text, start, quote),
            None => scan_word(text, at),
        },
        DIGIT => Ok((Number, end_of_number(text, at))),
        _ => match first {
            b'"' | b'\'' => scan_quoted(text, at, first),
            b'.' if byte(1).is_ascii_digit() => Ok((Number, end_of_number(text, at))),
            b'\\' if matches!(byte(1), b'u' | b'U') => scan_word(text, at),
            _ => match punctuator(first, byte(1), byte(2)) {
                Some((kind, len)) => Ok((kind, at + len)),
                None => Err((ScanError::Stray, at + 1)),
            },
        },
    }
}

/// The quote and its place where a string or character constant with a prefix (`L`, `u8`, …) starts at `at`.
fn word_prefix(text: &[u8], at: usize) -> Option<(u8, usize)> {
    let len = match text[at] {
        b'L' | b'U' => 1,
        b'u' if text.get(at + 1) == Some(&b'8') => 2,
        b'u' => 1,
        _ => return None,
    };
    text.get(at + len).filter(|&&quote| quote == b'"' || quote == b'\'').map(|&quote| (quote, at + len))
}

fn scan_word(text: &[u8], at: usize) -> Result<(TokenKind, usize), (ScanError, usize)> {
    let mut end = at;
    loop {
        while end < text.len() && CLASS[text[end] as usize] & (WORD | DIGIT) != 0 {
            end += 1;
        }
        // A universal character name is part of an identifier.
        let digits = match text.get(end..end + 2) {
            Some(b"\\u") => 4,
            Some(b"\\U") => 8,
            _ => 0,
        };
        let hex = text.get(end + 2..end + 2 + digits).unwrap_or_default();
        if digits == 0 || hex.len() < digits || !hex.iter().all(u8::is_ascii_hexdigit) {
            break;
        }
        end += 2 + digits;
    }
    if end == at || std::str::from_utf8(&text[at..end]).is_err() {
        return Err((ScanError::Stray, end.max(at + 1)));
    }
    Ok((Ident, end))
}

/// A preprocessing number: the literal's exact form is checked when it is evaluated.
fn end_of_number(text: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = text.get(end) {
        let sign_of_exponent = matches!(byte, b'+' | b'-') && matches!(text[end - 1], b'e' | b'E' | b'p' | b'P') && {
            // `0xe+1` is a sum to gcc's eye a bad number; we take the hexadecimal digit for what it is.
            let hexadecimal = text[at] == b'0' && matches!(text.get(at + 1), Some(b'x' | b'X'));
            !hexadecimal || matches!(text[end - 1], b'p' | b'P')
        };
        if !(sign_of_exponent || byte == b'.' || CLASS[byte as usize] & (WORD | DIGIT) != 0) {
            break;
        }
        end += 1;
    }
    end
}

/// A string or character constant whose opening quote is at `at`. It ends on its line, but for spliced lines.
fn scan_quoted(text: &[u8], at: usize, quote: u8) -> Result<(TokenKind, usize), (ScanError, usize)> {
    let (kind, error) =
        if quote == b'"' { (Str, ScanError::UnterminatedString) } else { (Char, ScanError::UnterminatedChar) };
    let mut end = at + 1;
    while let Some(&byte) = text.get(end) {
        match byte {
            b'\\' if text.get(end + 1) == Some(&b'\r') && text.get(end + 2) == Some(&b'\n') => end += 3,
            b'\\' => end += 2,
            b'\n' => break,
            _ if byte == quote => return Ok((kind, end + 1)),
            _ => end += 1,
        }
    }
    Err((error, end.min(text.len())))
}

fn punctuator(first: u8, second: u8, third: u8) -> Option<(TokenKind, usize)> {
    let found = match (first, second, third) {
        (b'.', b'.', b'.') => (Ellipsis, 3),
        (b'<', b'<', b'=') => (ShlEq, 3),
        (b'>', b'>', b'=') => (ShrEq, 3),
        (b'-', b'>', _) => (Arrow, 2),
        (b'+', b'+', _) => (PlusPlus, 2),
        (b'-', b'-', _) => (MinusMinus, 2),
        (b'&', b'&', _) => (AmpAmp, 2),
        (b'|', b'|', _) => (PipePipe, 2),
        (b'<', b'<', _) => (Shl, 2),
        (b'>', b'>', _) => (Shr, 2),
        (b'<', b'=', _) => (LessEq, 2),
        (b'>', b'=', _) => (GreaterEq, 2),
        (b'=', b'=', _) => (EqEq, 2),
        (b'!', b'=', _) => (BangEq, 2),
        (b'+', b'=', _) => (PlusEq, 2),
        (b'-', b'=', _) => (MinusEq, 2),
        (b'*', b'=', _) => (StarEq, 2),
        (b'/', b'=', _) => (SlashEq, 2),
        (b'%', b'=', _) => (PercentEq, 2),
        (b'&', b'=', _) => (AmpEq, 2),
        (b'|', b'=', _) => (PipeEq, 2),
        (b'^', b'=', _) => (CaretEq, 2),
        // Digraphs.
        (b'<', b':', _) => (BracketOpen, 2),
        (b':', b'>', _) => (BracketClose, 2),
        (b'<', b'%', _) => (BraceOpen, 2),
        (b'%', b'>', _) => (BraceClose, 2),
        (b'(', ..) => (ParenOpen, 1),
        (b')', ..) => (ParenClose, 1),
        (b'[', ..) => (BracketOpen, 1),
        (b']', ..) => (BracketClose, 1),
        (b'{', ..) => (BraceOpen, 1),
        (b'}', ..) => (BraceClose, 1),
        (b';', ..) => (Semicolon, 1),
        (b',', ..) => (Comma, 1),
        (b'.', ..) => (Dot, 1),
        (b'?', ..) => (Question, 1),
        (b':', ..) => (Colon, 1),
        (b'+', ..) => (Plus, 1),
        (b'-', ..) => (Minus, 1),
        (b'*', ..) => (Star, 1),
        (b'/', ..) => (Slash, 1),
        (b'%', ..) => (Percent, 1),
        (b'&', ..) => (Amp, 1),
        (b'|', ..) => (Pipe, 1),
        (b'^', ..) => (Caret, 1),
        (b'~', ..) => (Tilde, 1),
        (b'!', ..) => (Bang, 1),
        (b'<', ..) => (Less, 1),
        (b'>', ..) => (Greater, 1),
        (b'=', ..) => (Eq, 1),
        _ => return None,
    };
    Some(found)
}

const WORD: u8 = 1;
const DIGIT: u8 = 2;

/// Letters, `_`, `$` and everything outside ASCII (checked to be UTF-8 later) make words.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_alphabetic() || b == b'_' || b == b'$' || b >= 0x80 {
            class[byte] = WORD;
        } else if b.is_ascii_digit() {
            class[byte] = DIGIT;
        }
        byte += 1;
    }
    class
};

#[cfg(test)]
mod tests {
    use super::*;

    fn scan_all(text: &str) -> Vec<(TokenKind, &str)> {
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut found = Vec::new();
        while at < bytes.len() {
            if bytes[at] == b' ' {
                at += 1;
                continue;
            }
            let (kind, end) = scan(bytes, at).expect("a token");
            found.push((kind, &text[at..end]));
            at = end;
        }
        found
    }

    #[test]
    fn longest_match() {
        let kinds: Vec<TokenKind> = scan_all("a+++b>>=c...->x<<y<:1:>").into_iter().map(|(kind, _)| kind).collect();
        let expected = [
            Ident,
            PlusPlus,
            Plus,
            Ident,
            ShrEq,
            Ident,
            Ellipsis,
            Arrow,
            Ident,
            Shl,
            Ident,
            BracketOpen,
            Number,
            BracketClose,
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn numbers_and_prefixes() {
        let found = scan_all("1e+5 0x1p-3 .5f 0xe+1 1..2 L\"x\\\"y\" u8'a' L u8 \\u00e9t");
        let texts: Vec<&str> = found.iter().map(|(_, text)| *text).collect();
        let expected =
            ["1e+5", "0x1p-3", ".5f", "0xe", "+", "1", "1..2", "L\"x\\\"y\"", "u8'a'", "L", "u8", "\\u00e9t"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn what_does_not_end() {
        assert_eq!(scan(b"\"ab\n\"", 0), Err((ScanError::UnterminatedString, 3)));
        assert_eq!(scan(b"'a", 0), Err((ScanError::UnterminatedChar, 2)));
        assert_eq!(scan(b"\"a\\", 0), Err((ScanError::UnterminatedString, 3)));
        assert_eq!(scan(b"@", 0), Err((ScanError::Stray, 1)));
        assert_eq!(scan(b"\xff\xfe", 0), Err((ScanError::Stray, 2)));
        assert_eq!(scan(b"\\", 0), Err((ScanError::Stray, 1)));
    }
}
