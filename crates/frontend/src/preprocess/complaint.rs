//! What the preprocessor writes when it fails, as diagnostics.

use std::ffi::OsStr;
use std::process::Output;

use heureka_ir::span::Span;

use super::files_of;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The preprocessor's own error messages as diagnostics.
pub fn complaints(name: &str, compiler: &OsStr, output: &Output) -> Diagnostics {
    let messages = String::from_utf8_lossy(&output.stderr);
    let mut files = files_of(name);
    let mut list = Vec::new();
    let mut context: Vec<String> = Vec::new();
    for line in messages.lines() {
        if let Some((file, row, column, message)) = parse_complaint(line) {
            let span = Span { file: files.intern(file), line: row, column, len: 0 };
            let diagnostic = Diagnostic::error(span, message);
            list.push(context.drain(..).fold(diagnostic, Diagnostic::with_note));
        } else if line.starts_with("In file included from") || line.trim_start().starts_with("from ") {
            context.push(line.trim().trim_end_matches([':', ',']).to_owned());
        }
    }
    if list.is_empty() {
        let message = format!("the preprocessor failed (`{} -E`, {})", compiler.to_string_lossy(), output.status);
        let notes = messages.lines().map(str::trim_end).filter(|line| !line.is_empty()).take(20);
        list.push(notes.fold(Diagnostic::error(Span::NONE, message), Diagnostic::with_note));
    }
    Diagnostics { files, list }
}

/// `FILE:LINE:COLUMN: error: MESSAGE` (or `fatal error`).
fn parse_complaint(line: &str) -> Option<(&str, u32, u32, &str)> {
    let (place, message) = line.split_once(": fatal error: ").or_else(|| line.split_once(": error: "))?;
    let (rest, last) = place.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match rest.rsplit_once(':').and_then(|(file, row)| Some((file, row.parse::<u32>().ok()?))) {
        Some((file, row)) => Some((file, row, last, message)),
        None => Some((rest, last, 1, message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_gcc_and_clang() {
        assert_eq!(
            parse_complaint("a:b.c:2:10: fatal error: x.h: No such file"),
            Some(("a:b.c", 2, 10, "x.h: No such file"))
        );
        assert_eq!(parse_complaint("t.c:3:2: error: #error no"), Some(("t.c", 3, 2, "#error no")));
        assert_eq!(parse_complaint("t.c:3: error: x"), Some(("t.c", 3, 1, "x")));
        assert_eq!(parse_complaint("cc1: error: unrecognized"), None);
        assert_eq!(parse_complaint("compilation terminated."), None);
    }
}
