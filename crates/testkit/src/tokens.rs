//! C text cut into tokens, roughly: enough to delete, repeat or swap pieces of a program. Invariant: the tokens joined
//! together are the text, space included.

/// The pieces of the text: words, numbers, literals, runs of space, and single other characters.
pub fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let end = start + length(&bytes[start..]);
        // A literal may end in the middle of a character that is not ASCII: take the whole character.
        let end = (end..=bytes.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(bytes.len());
        pieces.push(&text[start..end]);
        start = end;
    }
    pieces
}

fn length(rest: &[u8]) -> usize {
    let run = |part: fn(&u8) -> bool| rest.iter().take_while(|byte| part(byte)).count();
    match rest[0] {
        byte if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'@' => {
            run(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'@')
        }
        byte if byte.is_ascii_whitespace() => run(u8::is_ascii_whitespace),
        quote @ (b'"' | b'\'') => {
            let mut at = 1;
            while at < rest.len() && rest[at] != quote && rest[at] != b'\n' {
                at += if rest[at] == b'\\' { 2 } else { 1 };
            }
            (at + 1).min(rest.len())
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_join_to_the_text() {
        let text = "int x = a[3]; // \"é\" '\\'' \"open\n";
        assert_eq!(tokens(text).concat(), text);
        assert_eq!(tokens("ab+1"), ["ab", "+", "1"]);
        assert_eq!(tokens("\"a\\\"b\" c"), ["\"a\\\"b\"", " ", "c"]);
    }
}
