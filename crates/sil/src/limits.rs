//! When to stop, and the answers that stopping gives.

use std::fmt;

use heureka_logic::solver::SolverError;

pub use heureka_logic::solver::Limits;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The deadline has passed, or somebody asked to stop.
    Interrupted,
    /// Something is larger than the limits of this crate, or outside what it decides: the text says what.
    TooHard(String),
    /// The solver failed.
    Solver(String),
    /// The loop is not of the form that is asked for.
    Malformed(crate::program_loop::Malformed),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::TooHard(what) => f.write_str(what),
            Reason::Solver(what) => write!(f, "the solver failed: {what}"),
            Reason::Malformed(what) => what.fmt(f),
        }
    }
}

impl std::error::Error for Reason {}

impl From<SolverError> for Reason {
    fn from(error: SolverError) -> Reason {
        match error {
            SolverError::TimedOut | SolverError::Cancelled => Reason::Interrupted,
            other => Reason::Solver(other.to_string()),
        }
    }
}

impl From<crate::program_loop::Malformed> for Reason {
    fn from(malformed: crate::program_loop::Malformed) -> Reason {
        Reason::Malformed(malformed)
    }
}
