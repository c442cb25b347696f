//! The text of the program, on its way to a worker: the first thing on its standard input. Nobody need ask the C compiler again,
//! and all work on the same text even if a file changes.

use std::io::{self, BufRead, Read, Write};

use heureka_frontend::preprocess::Source;
use serde_json::{Value, json};

/// Longer first lines are no names of files.
const LONGEST_HEADER: u64 = 1 << 20;

/// Writes the name and the length on a line, and the text behind it.
pub fn send(source: &Source, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}", json!({ "source": source.name(), "bytes": source.text().len() }))?;
    output.write_all(source.text())
}

/// `None` for garbage, or less text than was told.
pub fn receive(input: &mut impl BufRead) -> Option<Source> {
    let mut header = String::new();
    input.take(LONGEST_HEADER).read_line(&mut header).ok()?;
    let header: Value = serde_json::from_str(&header).ok()?;
    let (name, len) = (header["source"].as_str()?, header["bytes"].as_u64()?);
    let mut text = Vec::new();
    input.take(len).read_to_end(&mut text).ok()?;
    (text.len() as u64 == len).then(|| Source::from_text(name, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_received_and_nothing_behind_it() {
        for (name, text) in [("a \"b\"\nc.c", b"int x;\n\xff\n".to_vec()), ("", Vec::new())] {
            let mut sent = Vec::new();
            send(&Source::from_text(name, text.clone()), &mut sent).expect("memory takes everything");
            sent.extend(b"a line\n");
            let mut input = sent.as_slice();
            let source = receive(&mut input).expect("it was sent");
            assert_eq!((source.name(), source.text()), (name, text.as_slice()));
            assert_eq!(input, b"a line\n");
        }
    }

    #[test]
    fn garbage_and_half_a_text_are_nothing() {
        for sent in ["", "int x;\n", "{\"source\":\"a.c\"}\nint x;", "{\"source\":\"a.c\",\"bytes\":9}\nint x;\n"] {
            assert!(receive(&mut sent.as_bytes()).is_none(), "{sent}");
        }
    }
}
