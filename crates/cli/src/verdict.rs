//! The answer of `check`, as the last line of standard output and as the exit code.

use std::fmt;

use crate::exit::Exit;

/// An answer. Its text is what scripts read when standard output is not a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// `unchecked` is the reason why the certificate was not checked, if it was not.
    Safe {
        unchecked: Option<String>,
    },
    /// `place` is `FILE:LINE:COLUMN` of the error.
    Unsafe {
        place: String,
    },
    Unknown {
        reason: String,
    },
}

impl Verdict {
    pub fn exit(&self) -> Exit {
        match self {
            Verdict::Safe { .. } => Exit::Safe,
            Verdict::Unsafe { .. } => Exit::Unsafe,
            Verdict::Unknown { .. } => Exit::Unknown,
        }
    }

    /// The one word, which a terminal shows in colour.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Safe { .. } => "SAFE",
            Verdict::Unsafe { .. } => "UNSAFE",
            Verdict::Unknown { .. } => "UNKNOWN",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            Verdict::Safe { unchecked: None } => Ok(()),
            Verdict::Safe { unchecked: Some(reason) } => {
                write!(f, " (certificate not checked: {})", on_one_line(reason))
            }
            Verdict::Unsafe { place } => write!(f, " {place}"),
            Verdict::Unknown { reason } => write!(f, ": {}", on_one_line(reason)),
        }
    }
}

/// The last line must stay one line, whatever the reason quotes.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_the_contract() {
        let safe = Verdict::Safe { unchecked: None };
        assert_eq!((safe.to_string().as_str(), safe.exit().code()), ("SAFE", 0));
        let half = Verdict::Safe { unchecked: Some("too large".into()) };
        assert_eq!((half.to_string().as_str(), half.exit().code()), ("SAFE (certificate not checked: too large)", 0));
        let bad = Verdict::Unsafe { place: "a.c:3:5".into() };
        assert_eq!((bad.to_string().as_str(), bad.exit().code()), ("UNSAFE a.c:3:5", 10));
        let open = Verdict::Unknown { reason: "two\nlines".into() };
        assert_eq!((open.to_string().as_str(), open.exit().code()), ("UNKNOWN: two lines", 5));
    }
}
