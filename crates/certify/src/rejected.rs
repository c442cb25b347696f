//! Why a certificate is not accepted.

use std::fmt;

use heureka_ir::{EdgeId, Fault, LocId, ProcId, Program, Span};

/// The reason, with the place `FILE:LINE:COLUMN` where something is wrong. `example` gives values of variables that show
/// it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejected {
    /// The certificate does not fit the program, or the program breaks the rules of programs.
    Malformed { reason: String },
    /// The invariant at the entry does not hold when the program starts.
    NotInitial { place: String, example: String },
    /// A step leads out of the invariants.
    NotInductive { edge: EdgeId, step: Breach, place: String, example: String },
    /// The invariant allows an error location, or something that is not modelled.
    ErrorReached { loc: LocId, what: String, place: String, example: String },
    /// The invariant allows a step to fault.
    FaultPossible { edge: EdgeId, fault: Fault, place: String, example: String },
    /// Nothing wrong was found, but not everything could be proved.
    Undecided { reason: String },
}

/// Which invariant a step breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    /// That of the location it leads to.
    Target,
    /// That of the entry of the procedure that it calls.
    Call(ProcId),
    /// That of the location after the call.
    Return(ProcId),
}

impl Rejected {
    /// True when the certificate is wrong, false when it is only not proved right.
    pub fn is_definite(&self) -> bool {
        !matches!(self, Rejected::Undecided { .. })
    }

    pub(crate) fn undecided(reason: impl Into<String>) -> Rejected {
        Rejected::Undecided { reason: reason.into() }
    }
}

/// The place of a span, or of the next best one.
pub(crate) fn place(program: &Program, spans: &[Span]) -> String {
    let span = spans.iter().copied().find(|span| !span.is_none()).unwrap_or(Span::NONE);
    program.files.place(span).to_string()
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |example: &str| if example.is_empty() { String::new() } else { format!(", for example {example}") };
        match self {
            Rejected::Malformed { reason } => write!(f, "{reason}"),
            Rejected::NotInitial { place, example } => {
                write!(f, "{place}: the invariant does not hold at the start{}", shown(example))
            }
            Rejected::NotInductive { edge, step, place, example } => {
                let broken = match step {
                    Breach::Target => "of the location that it leads to".to_owned(),
                    Breach::Call(proc) => format!("of the entry of the procedure {proc} that it calls"),
                    Breach::Return(proc) => format!("after the return of the procedure {proc}"),
                };
                write!(f, "{place}: the step {edge} breaks the invariant {broken}{}", shown(example))
            }
            Rejected::ErrorReached { loc, what, place, example } => {
                write!(f, "{place}: the invariant of {loc} allows it to be reached ({what}){}", shown(example))
            }
            Rejected::FaultPossible { edge, fault, place, example } => {
                write!(f, "{place}: the invariant allows a fault in the step {edge} ({fault}){}", shown(example))
            }
            Rejected::Undecided { reason } => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for Rejected {}
