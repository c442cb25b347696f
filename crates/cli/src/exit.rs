//! Exit codes: the part of the contract that scripts rely on, in one place.

use std::process::ExitCode;

/// How a run of `heureka` ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// No execution reaches an error; also: a command that has no verdict did its work.
    Safe,
    /// The command line is wrong, or asks for what is not built yet.
    Usage,
    /// A file cannot be read, preprocessed, parsed, typed, or written.
    Input,
    Unknown,
    /// Our own mistake.
    Bug,
    Unsafe,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Exit::Safe => 0,
            Exit::Usage => 1,
            Exit::Input => 2,
            Exit::Unknown => 5,
            Exit::Bug => 6,
            Exit::Unsafe => 10,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
