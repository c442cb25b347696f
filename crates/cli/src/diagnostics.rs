//! What is wrong, shown as rustc shows it: the message, the source line with a caret, and notes.
//!
//! Works on plain data, so it serves the front end, task definitions and the command line alike. Rendering never fails:
//! a place outside its line, a line that is not known and a line of a megabyte all give something readable.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
}

/// One complaint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub severity: Severity,
    pub message: String,
    pub place: Option<Place>,
    /// Words that stand under the caret; may be empty.
    pub label: String,
    pub notes: Vec<Note>,
}

/// A remark below the source line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub message: String,
    pub place: Option<Place>,
}

/// A run of characters on one line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: String,
    /// Counts from 1; 0 names the file as a whole.
    pub line: u32,
    /// In bytes, from 1; 0 names the line as a whole.
    pub column: u32,
    /// In bytes; 0 where only the start is known.
    pub len: u32,
    /// The line, if it could be read.
    pub source: Option<String>,
}

impl Report {
    pub fn error(message: impl Into<String>) -> Report {
        Report {
            severity: Severity::Error,
            message: message.into(),
            place: None,
            label: String::new(),
            notes: Vec::new(),
        }
    }

    pub fn warning(message: impl Into<String>) -> Report {
        Report { severity: Severity::Warning, ..Report::error(message) }
    }

    #[must_use]
    pub fn at(mut self, place: Place) -> Report {
        self.place = Some(place);
        self
    }
}

/// The text of a report, without a line end.
pub fn render(report: &Report, colours: bool) -> String {
    let level = match report.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut groups = vec![Group::with_title(level.primary_title(report.message.as_str()))];
    if let Some(place) = &report.place {
        let first = groups.remove(0);
        groups.push(first.element(show(place, &report.label)));
    }
    for note in &report.notes {
        match &note.place {
            // A note on another place is a report of its own, below the first.
            Some(place) => groups
                .push(Group::with_title(Level::NOTE.secondary_title(note.message.as_str())).element(show(place, ""))),
            None => {
                let last = groups.pop().expect("there is at least the headline");
                groups.push(last.element(Level::NOTE.message(note.message.as_str())));
            }
        }
    }
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).render(&groups)
}

fn show<'a>(place: &'a Place, label: &'a str) -> Element<'a> {
    let line = place.line as usize;
    let source = match &place.source {
        Some(source) if line > 0 => source.trim_end_matches(['\n', '\r']),
        _ => {
            let origin = Origin::path(place.file.as_str());
            return match (line, place.column as usize) {
                (0, _) => origin.into(),
                (_, 0) => origin.line(line).into(),
                (_, column) => origin.line(line).char_column(column).into(),
            };
        }
    };
    let mut caret = AnnotationKind::Primary.span(caret(source, place));
    if !label.is_empty() {
        caret = caret.label(label);
    }
    Snippet::source(source).line_start(line).path(place.file.as_str()).annotation(caret).into()
}

/// The bytes of the line that the caret stands under: always inside, never in the middle of a character.
fn caret(source: &str, place: &Place) -> Range<usize> {
    let inside = |at: usize| (0..=at.min(source.len())).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0);
    match place.column as usize {
        0 => source.len() - source.trim_start().len()..source.len(),
        column => {
            let start = inside(column - 1);
            start..inside(column - 1 + (place.len as usize).max(1)).max(start)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, column: u32, len: u32, source: &str) -> Place {
        Place { file: "a.c".into(), line, column, len, source: Some(source.into()) }
    }

    #[test]
    fn the_line_is_shown_with_a_caret() {
        let mut report = Report::error("`x` is not declared").at(place(12, 9, 1, "    y = x + 1;\n"));
        report.notes.push(Note { message: "in `main`".into(), place: None });
        report.label = "unknown name".into();
        let expected = "\
error: `x` is not declared
  --> a.c:12:9
   |
12 |     y = x + 1;
   |         ^ unknown name
   |
   = note: in `main`";
        assert_eq!(render(&report, false), expected);
        assert!(render(&report, true).contains("\x1b["));
    }

    #[test]
    fn a_note_shows_its_own_place() {
        let mut report = Report::error("`f` is declared twice").at(place(5, 5, 1, "int f(long);"));
        report.notes.push(Note { message: "first here".into(), place: Some(place(2, 6, 1, "void f(void);")) });
        let text = render(&report, false);
        assert!(text.contains("note: first here"), "{text}");
        assert!(text.contains("a.c:2:6") && text.contains("void f(void);"), "{text}");
    }

    #[test]
    fn a_report_without_a_line_still_says_where() {
        let mut report = Report::warning("nothing to check");
        assert_eq!(render(&report, false), "warning: nothing to check");
        report.place = Some(Place { source: None, ..place(7, 3, 0, "") });
        let text = render(&report, false);
        assert!(text.contains("a.c:7:3"), "{text}");
        report.place = Some(Place { source: None, ..place(0, 0, 0, "") });
        assert!(render(&report, false).contains("a.c"));
    }

    #[test]
    fn odd_places_and_lines_do_no_harm() {
        for source in ["", "é", "\t\tx\u{0}\u{1b}[31m", "ein Bär 🐻 frißt"] {
            for column in [0, 1, 2, 5, 1000, u32::MAX] {
                for len in [0, 1, 3, u32::MAX] {
                    let text = render(&Report::error("odd").at(place(1, column, len, source)), false);
                    assert!(text.starts_with("error: odd"), "{text}");
                    assert!(!text.contains('\u{1b}'), "control characters must not reach the terminal: {text:?}");
                }
            }
        }
    }

    #[test]
    fn a_very_long_line_is_cut_to_its_interesting_part() {
        let source = format!("{}boom{}", "a ".repeat(1_000_000), " b".repeat(1_000_000));
        let text = render(&Report::error("here").at(place(1, 2_000_001, 4, &source)), false);
        assert!(text.contains("boom") && text.contains("^^^^") && text.contains("a.c:1:2000001"), "{text}");
        assert!(text.len() < 2000);
    }
}
