//! Where a preprocessed line comes from: the preprocessor's line markers (`# 12 "file.c" 3`, `#line 12`).

use std::fs;

/// Follows the markers of a text, line by line.
#[derive(Debug)]
pub struct Markers {
    file: String,
    line: u32,
    system: bool,
}

impl Markers {
    /// At line 1 of the user's file.
    pub fn new(user_file: &str) -> Markers {
        Markers { file: user_file.to_owned(), line: 1, system: false }
    }

    pub fn file_name(&self) -> &str {
        &self.file
    }

    /// The number of the current line in that file.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Whether the current file is a system header.
    pub fn is_system(&self) -> bool {
        self.system
    }

    pub fn next_line(&mut self) {
        self.line = self.line.saturating_add(1);
    }

    /// Whether `line` is a marker; what it says then holds from the line after it on.
    pub fn follow(&mut self, line: &[u8]) -> bool {
        let Some(marker) = parse_marker(line) else { return false };
        self.line = marker.line;
        if let Some(file) = marker.file {
            self.file = file;
            self.system = marker.system;
        }
        true
    }
}

#[derive(PartialEq, Eq, Debug)]
struct Marker {
    line: u32,
    file: Option<String>,
    system: bool,
}

fn parse_marker(line: &[u8]) -> Option<Marker> {
    let rest = line.trim_ascii().strip_prefix(b"#")?.trim_ascii_start();
    let rest = match rest.strip_prefix(b"line") {
        Some(rest) if rest.first().is_some_and(u8::is_ascii_whitespace) => rest.trim_ascii_start(),
        _ => rest,
    };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&rest[..digits]).ok()?.parse::<u32>().ok()?;
    let rest = rest[digits..].trim_ascii_start();
    if rest.is_empty() {
        return Some(Marker { line: number, file: None, system: false });
    }
    let (file, flags) = parse_file_name(rest.strip_prefix(b"\"")?)?;
    let system = flags.split(u8::is_ascii_whitespace).any(|flag| flag == b"3");
    Some(Marker { line: number, file: Some(file), system })
}

/// The name up to the closing quote, with the preprocessor's escapes undone, and what follows it.
fn parse_file_name(rest: &[u8]) -> Option<(String, &[u8])> {
    let mut name = Vec::new();
    let mut at = 0;
    loop {
        match *rest.get(at)? {
            b'"' => return Some((String::from_utf8_lossy(&name).into_owned(), &rest[at + 1..])),
            b'\\' => {
                let octal: Vec<u8> =
                    rest[at + 1..].iter().take(3).take_while(|digit| (b'0'..=b'7').contains(digit)).copied().collect();
                if octal.len() == 3 {
                    name.push(octal.iter().fold(0, |value: u8, digit| value.wrapping_mul(8) + (digit - b'0')));
                    at += 4;
                } else {
                    name.push(*rest.get(at + 1)?);
                    at += 2;
                }
            }
            byte => {
                name.push(byte);
                at += 1;
            }
        }
    }
}

/// The name in the first marker of a text, which is the file that was preprocessed; `None` where the text starts
/// with something else.
pub fn main_file(text: &[u8]) -> Option<String> {
    let first = text.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty())?;
    parse_marker(first)?.file.filter(|name| !name.starts_with('<'))
}

/// Whether a file that a marker names is there to be shown.
pub fn is_readable(name: &str) -> bool {
    fs::metadata(name).is_ok_and(|about| about.is_file())
}

/// Gives all lines of a text that calls itself `name` their own numbers if a line directive names a file that cannot be read.
/// Whether that was so.
pub fn forget_unreadable_files(text: &mut Vec<u8>, name: &str) -> bool {
    let mut known: Option<String> = None;
    let mut is_lost = |name: String| {
        let lost = known.as_ref() != Some(&name) && !is_readable(&name);
        known = Some(name);
        lost
    };
    let lines = text.split(|&byte| byte == b'\n');
    let lost = lines.filter_map(parse_marker).filter_map(|marker| marker.file).any(&mut is_lost);
    if lost {
        forget_markers(text, name);
    }
    lost
}

/// Gives all lines of a text that calls itself `name` their own numbers. What comes from system headers stays apart, under a name
/// of its own.
pub fn forget_markers(text: &mut Vec<u8>, name: &str) {
    let is_marker = |line: &[u8]| parse_marker(line).is_some();
    if !text.split(|&byte| byte == b'\n').filter_map(parse_marker).any(|marker| marker.system) {
        for line in text.split_mut(|&byte| byte == b'\n').filter(|line| is_marker(line)) {
            line.fill(b' ');
        }
        return;
    }
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    let mut followed = Markers::new("");
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    for (at, line) in text.split(|&byte| byte == b'\n').enumerate() {
        if at > 0 {
            out.push(b'\n');
        }
        if !followed.follow(line) {
            out.extend_from_slice(line);
        } else if followed.is_system() {
            out.extend_from_slice(format!("# {} \"{name} (system headers)\" 3", at + 2).as_bytes());
        } else {
            out.extend_from_slice(format!("# {} \"{name}\"", at + 2).as_bytes());
        }
    }
    *text = out;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(line: u32, file: Option<&str>, system: bool) -> Option<Marker> {
        Some(Marker { line, file: file.map(str::to_owned), system })
    }

    #[test]
    fn markers_of_gcc_and_clang() {
        assert_eq!(parse_marker(b"# 12 \"a b.c\""), marker(12, Some("a b.c"), false));
        assert_eq!(parse_marker(b"# 1 \"/usr/include/stdio.h\" 1 3 4"), marker(1, Some("/usr/include/stdio.h"), true));
        assert_eq!(parse_marker(b"#line 7 \"x\\\\y\\\"z\\303\\251\""), marker(7, Some("x\\y\"zé"), false));
        assert_eq!(parse_marker(b"  #  line 7\r"), marker(7, None, false));
    }

    #[test]
    fn other_lines() {
        for line in [&b"int x;"[..], b"#pragma once", b"#", b"# x", b"#line", b"# 3 x", b"# 3 \"x", b"# 99999999999"] {
            assert_eq!(parse_marker(line), None, "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn the_file_that_was_preprocessed() {
        assert_eq!(main_file(b"\n# 0 \"t.c\"\n# 0 \"<built-in>\"\n").as_deref(), Some("t.c"));
        assert_eq!(main_file(b"int x;\n# 1 \"t.c\"\n"), None);
        assert_eq!(main_file(b""), None);
    }

    #[test]
    fn files_that_cannot_be_read_are_forgotten() {
        let mut text = b"#line 3 \"Cargo.toml\"\nint a;\n#line 9\n# 1 \"no/such.y\" 1\n# pragma x\r\n".to_vec();
        assert!(forget_unreadable_files(&mut text, "t.c"));
        let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).collect();
        assert_eq!(lines, [&b""[..], b"int a;", b"", b"", b"# pragma x", b""]);
        let mut text = b"int x;\n#line 3\n# 4 \"Cargo.toml\"\n".to_vec();
        assert!(!forget_unreadable_files(&mut text, "t.c"));
        assert!(text.ends_with(b"\"Cargo.toml\"\n"));
    }

    #[test]
    fn system_headers_stay_apart() {
        let mut text = b"# 1 \"no/t.c\"\n# 7 \"/usr/h\" 1 3 4\nextern int e;\n# 2 \"no/t.c\" 2\nint x;".to_vec();
        forget_markers(&mut text, "a\"b.i");
        let expected = "# 2 \"a\\\"b.i\"\n# 3 \"a\\\"b.i (system headers)\" 3\nextern int e;\n# 5 \"a\\\"b.i\"\nint x;";
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }
}
