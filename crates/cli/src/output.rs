//! Standard output and standard error, and whether they are coloured.
//!
//! Everything printed goes through here. A reader that has gone away (`heureka … | head`) is no failure: the rest of
//! the text is dropped and the exit code stays what it was.

use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};

use crate::arguments::Colour;
use crate::diagnostics::{self, Report};
use crate::exit::Exit;
use crate::verdict::Verdict;

/// Where the text of a run goes.
pub struct Output {
    colours: bool,
    error_colours: bool,
    /// Standard error is a terminal.
    shows_progress: bool,
    failure: Option<io::Error>,
}

impl Output {
    pub fn new(colour: Colour) -> Output {
        let wanted = |terminal: bool| match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && colour_is_welcome(),
        };
        Output {
            colours: wanted(io::stdout().is_terminal()),
            error_colours: wanted(io::stderr().is_terminal()),
            shows_progress: io::stderr().is_terminal(),
            failure: None,
        }
    }

    /// One more that writes to the same places.
    pub fn another(&self) -> Output {
        Output { failure: None, ..*self }
    }

    /// Whether text for [`Output::print`] may contain colour codes.
    pub fn colours(&self) -> bool {
        self.colours
    }

    /// Writes to standard output.
    pub fn print(&mut self, text: &str) {
        if self.failure.is_none() {
            self.failure = io::stdout().lock().write_all(text.as_bytes()).err();
        }
    }

    /// Writes the line that a run of `check` ends with.
    pub fn verdict(&mut self, verdict: &Verdict) {
        let text = verdict.to_string();
        if !self.colours {
            return self.print(&format!("{text}\n"));
        }
        let colour = match verdict {
            Verdict::Safe { .. } => "1;32",
            Verdict::Unsafe { .. } => "1;31",
            Verdict::Unknown { .. } => "1;33",
        };
        let (word, rest) = text.split_at(verdict.word().len());
        self.print(&format!("\x1b[{colour}m{word}\x1b[0m{rest}\n"));
    }

    /// Writes a diagnostic to standard error.
    pub fn report(&mut self, report: &Report) {
        self.complain(&diagnostics::render(report, self.error_colours));
    }

    /// Shows one line about what is being done, in place of the one before; only on a terminal. An empty line clears it.
    pub fn progress(&mut self, line: &str) {
        if self.shows_progress {
            let _ = write!(io::stderr().lock(), "\r\x1b[2K{line}");
        }
    }

    /// Writes a line to standard error. There is nobody left to tell when that fails.
    fn complain(&mut self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Ends the output: text that could not be written, for any reason but a reader that has gone, is an error.
    pub fn finish(mut self, exit: Exit) -> Exit {
        let failure = self.failure.take().or_else(|| io::stdout().lock().flush().err());
        match failure {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                self.report(&Report::error(format!("cannot write to standard output: {error}")));
                Exit::Input
            }
            _ => exit,
        }
    }
}

/// What the user's environment says about colours: <https://no-color.org>, and terminals that have none.
fn colour_is_welcome() -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}
