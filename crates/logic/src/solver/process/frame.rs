//! Where an answer ends: one s-expression cut out of a stream of bytes.
//!
//! Invariant: every byte is looked at once, however the stream is cut into pieces.

#[derive(Default)]
pub(super) struct Frame {
    bytes: Vec<u8>,
    /// How many bytes were looked at.
    seen: usize,
    depth: usize,
    state: State,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    Atom,
    /// Inside `"…"`.
    String,
    /// Inside `|…|`.
    Quoted,
    Comment,
}

impl Frame {
    pub fn extend(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The beginning of what was received and not taken.
    pub fn start(&self) -> String {
        excerpt(&self.bytes)
    }

    /// Whether anything but blanks was received and not taken.
    pub fn is_blank(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_whitespace)
    }

    /// The first s-expression, if it is there as a whole.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        while let Some(&byte) = self.bytes.get(self.seen) {
            let is_blank = byte.is_ascii_whitespace();
            match self.state {
                State::Comment if byte == b'\n' => self.state = State::Between,
                State::Comment => {}
                State::String | State::Quoted => {
                    let end = if self.state == State::String { b'"' } else { b'|' };
                    if byte == end {
                        self.state = State::Between;
                        if self.depth == 0 {
                            self.seen += 1;
                            return Some(self.cut());
                        }
                    }
                }
                State::Atom if self.depth == 0 && (is_blank || matches!(byte, b'(' | b')' | b';' | b'"')) => {
                    self.state = State::Between;
                    return Some(self.cut());
                }
                _ => match byte {
                    _ if is_blank => self.state = State::Between,
                    b';' => self.state = State::Comment,
                    b'"' => self.state = State::String,
                    b'|' if self.state == State::Between => self.state = State::Quoted,
                    b'(' => {
                        self.depth += 1;
                        self.state = State::Between;
                    }
                    b')' => {
                        self.state = State::Between;
                        self.depth = self.depth.saturating_sub(1);
                        if self.depth == 0 {
                            self.seen += 1;
                            return Some(self.cut());
                        }
                    }
                    _ => self.state = State::Atom,
                },
            }
            self.seen += 1;
        }
        None
    }

    /// What remains when nothing more will come.
    pub fn rest(&mut self) -> Option<Vec<u8>> {
        if self.is_blank() || self.depth > 0 {
            return None;
        }
        self.seen = self.bytes.len();
        Some(self.cut())
    }

    fn cut(&mut self) -> Vec<u8> {
        let rest = self.bytes.split_off(self.seen);
        self.seen = 0;
        std::mem::replace(&mut self.bytes, rest)
    }
}

/// The beginning of an answer, short enough for a message.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    const LENGTH: usize = 200;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LENGTH)]);
    let text = text.trim();
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_cut_at_their_ends() {
        let text = "sat\n; (comment\n((a \"x)\"\"y\") (|b ) c| 1))unsat (error \"no\")\n\"text\" |q|\n) last\n";
        let wanted =
            ["sat", "((a \"x)\"\"y\") (|b ) c| 1))", "unsat", "(error \"no\")", "\"text\"", "|q|", ")", "last"];
        for step in [1, 2, 7, text.len()] {
            let mut frame = Frame::default();
            let mut found = Vec::new();
            for piece in text.as_bytes().chunks(step) {
                frame.extend(piece);
                while let Some(answer) = frame.take() {
                    found.push(String::from_utf8(answer).unwrap());
                }
            }
            let found: Vec<&str> =
                found.iter().map(|answer| answer.trim().trim_start_matches("; (comment\n")).collect();
            assert_eq!(found, wanted, "in pieces of {step}");
            assert!(frame.is_blank());
        }
    }
}
