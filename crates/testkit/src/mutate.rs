//! Damaged programs for the front end, which must refuse them without panicking: tokens dropped, repeated and swapped,
//! bytes changed, text cut off. Invariant: the same seed damages the same text in the same way.

use crate::rng::Rng;
use crate::tokens::tokens;

/// The text with a few random damages.
pub fn mutate(text: &str, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut text = text.to_string();
    for _ in 0..rng.between(1, 4) {
        if text.is_empty() {
            break;
        }
        text = match rng.below(10) {
            0 => cut(&text, &mut rng),
            1 => noise(&text, &mut rng),
            2 => replaced(&text, &mut rng),
            _ => shuffled(&text, &mut rng),
        };
    }
    text
}

/// Drops, repeats or swaps tokens.
fn shuffled(text: &str, rng: &mut Rng) -> String {
    let mut pieces = tokens(text);
    for _ in 0..rng.between(1, 3) {
        if pieces.is_empty() {
            break;
        }
        let at = rng.below(pieces.len());
        match rng.below(4) {
            0 => {
                let end = (at + rng.between(1, 6)).min(pieces.len());
                pieces.drain(at..end);
            }
            1 => {
                let piece = pieces[at];
                (0..rng.between(1, 5)).for_each(|_| pieces.insert(at, piece));
            }
            2 => {
                let other = rng.below(pieces.len());
                pieces.swap(at, other);
            }
            _ => {
                let other = pieces[rng.below(pieces.len())];
                pieces[at] = other;
            }
        }
    }
    pieces.concat()
}

/// One token becomes something else that C knows.
fn replaced(text: &str, rng: &mut Rng) -> String {
    const WORDS: [&str; 30] = [
        "int",
        "void",
        "struct",
        "*",
        "&",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "0",
        "1e400",
        "0x",
        "99999999999999999999999",
        "''",
        "\"",
        "'",
        "/*",
        "//",
        "#",
        "\\",
        "sizeof",
        "...",
        "->",
        "goto",
        "case",
        "typedef",
    ];
    let mut pieces = tokens(text);
    let at = rng.below(pieces.len());
    pieces[at] = WORDS[rng.below(WORDS.len())];
    pieces.concat()
}

/// Ends the text somewhere.
fn cut(text: &str, rng: &mut Rng) -> String {
    let at = rng.below(text.len() + 1);
    let at = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    text[..at].to_string()
}

/// Changes bytes; what is no text any more is read as the front end would read a damaged file.
fn noise(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.between(1, 5) {
        let at = rng.below(bytes.len());
        bytes[at] = rng.next_u64() as u8;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damages_repeatably() {
        let text = crate::generate(3, &crate::Shape::default());
        assert_eq!(mutate(&text, 5), mutate(&text, 5));
        assert!((0..50).filter(|&seed| mutate(&text, seed) != text).count() > 45);
        assert_eq!(mutate("", 1), "");
    }
}
