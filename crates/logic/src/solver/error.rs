//! What can go wrong with a solver, in words for users.

use std::fmt;
use std::process::ExitStatus;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverError {
    /// The program does not exist, may not be executed, or the like.
    CannotStart { program: String, problem: String },
    /// The program ended without being asked to. The last lines that it wrote to standard error help to see why.
    Died { program: String, status: Option<ExitStatus>, stderr: String },
    /// The solver said something that is not an answer: what was asked, and what came.
    Nonsense { program: String, asked: String, answer: String },
    /// The model that the solver gave does not make this assertion true.
    WrongModel { program: String, assertion: String },
    /// The deadline came first.
    TimedOut,
    /// Somebody else asked to stop.
    Cancelled,
    /// The solver cannot do this, or what it answered cannot be read.
    Unsupported(String),
    /// A model or a core was asked for, but the last check has none.
    NotAvailable(&'static str),
    /// A query could not be written to the folder of queries.
    CannotDump { file: String, problem: String },
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::CannotStart { program, problem } => {
                write!(f, "the solver `{program}` cannot start: {problem}")
            }
            SolverError::Died { program, status, stderr } => {
                write!(f, "the solver `{program}` ended without an answer")?;
                if let Some(status) = status {
                    write!(f, " ({status})")?;
                }
                if stderr.is_empty() { Ok(()) } else { write!(f, ": {stderr}") }
            }
            SolverError::Nonsense { program, asked, answer } => {
                write!(f, "the solver `{program}` answered {answer:?} to `{asked}`")
            }
            SolverError::WrongModel { program, assertion } => {
                write!(f, "the solver `{program}` gave a model that does not satisfy `{assertion}`")
            }
            SolverError::TimedOut => f.write_str("the solver ran out of time"),
            SolverError::Cancelled => f.write_str("the solver was stopped"),
            SolverError::Unsupported(what) => write!(f, "the solver cannot handle this: {what}"),
            SolverError::NotAvailable(what) => write!(f, "the last check of the solver has no {what}"),
            SolverError::CannotDump { file, problem } => {
                write!(f, "the query cannot be written to `{file}`: {problem}")
            }
        }
    }
}

impl std::error::Error for SolverError {}
