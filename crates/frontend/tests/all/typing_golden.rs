//! Golden tests of typing: what the typed tree of a snippet looks like, and what is said about a wrong one.
//!
//! A golden file is a list of sections: a line `=== name`, C text, a line `---`, and the expected outcome, which is the
//! typed tree, or the diagnostics, or both when there are warnings. `UPDATE_GOLDEN=1` rewrites the outcomes.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use heureka_frontend::diagnostic::{Diagnostic, Severity};
use heureka_frontend::preprocess::Source;
use heureka_frontend::{TypingOptions, parse, tree, type_unit, with_large_stack};

fn outcome(text: &str) -> String {
    with_large_stack(|| {
        let unit = match parse(&Source::from_text("test.c", text)) {
            Ok(unit) => unit,
            Err(errors) => return format!("does not parse\n{}", rendered(&errors.list)),
        };
        match type_unit(unit, &TypingOptions::default()) {
            Ok((unit, warnings)) => format!("{}{}", rendered(&warnings), tree::print::print(&unit)),
            Err(errors) => rendered(&errors.list),
        }
    })
}

fn rendered(diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let span = diagnostic.span;
        let _ = write!(out, "{}:{}: {severity}: {}", span.line, span.column, diagnostic.message);
        let _ = if diagnostic.label.is_empty() { writeln!(out) } else { writeln!(out, " ({})", diagnostic.label) };
        for (place, note) in &diagnostic.notes {
            let _ = match place {
                Some(place) => writeln!(out, "  {}:{}: note: {note}", place.line, place.column),
                None => writeln!(out, "  note: {note}"),
            };
        }
    }
    out
}

fn check(file: &str) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    let golden = std::fs::read_to_string(&path).expect("the golden file is there");
    let mut actual = String::new();
    for section in golden.split("=== ").skip(1) {
        let (name, rest) = section.split_once('\n').expect("a section has a name");
        let source = rest.split_once("---\n").map_or(rest, |(source, _)| source);
        let _ = write!(actual, "=== {name}\n{source}---\n{}\n", outcome(source));
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &actual).expect("the golden file can be written");
        return;
    }
    for (expected, actual) in golden.split("=== ").zip(actual.split("=== ")) {
        assert_eq!(expected, actual, "{file}");
    }
    assert_eq!(golden, actual, "{file}");
}

#[test]
fn errors() {
    check("typing_errors.txt");
}

#[test]
fn warnings() {
    check("typing_warnings.txt");
}

#[test]
fn trees() {
    check("typing_trees.txt");
}
