//! What is wrong with the input, and where: plain data. Rendering belongs to the command line.

use heureka_ir::span::{Files, Span};

/// How bad it is. Only errors stop the front end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    Warning,
    Error,
}

/// One complaint. `span` is [`Span::NONE`] where it concerns no particular place (a file that cannot be read).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub span: Span,
    /// The headline: one sentence without a capital or a full stop, as compilers write it.
    pub message: String,
    /// A few words to stand under the caret; empty where the headline says it all.
    pub label: String,
    /// Further remarks in the order to print them; one with a span shows that place too.
    pub notes: Vec<(Option<Span>, String)>,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, span, message: message.into(), label: String::new(), notes: Vec::new() }
    }

    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Adds a remark that belongs to no place.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push((None, note.into()));
        self
    }

    /// Adds a remark on another place.
    #[must_use]
    pub fn with_note_at(mut self, span: Span, note: impl Into<String>) -> Diagnostic {
        self.notes.push((Some(span), note.into()));
        self
    }
}

/// The complaints about one input, with the names of the files that their spans refer to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    pub files: Files,
    /// In the order in which they were found.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    pub fn one(files: Files, diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics { files, list: vec![diagnostic] }
    }

    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}
