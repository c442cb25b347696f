//! How much work acceleration may do, and why it gives up on a loop.
//!
//! All limits but the last resort count steps and not time, so that the same program gives the same answer on every
//! machine.

use std::fmt;

use heureka_linear::relations;

/// Bounds on the work for a loop and for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Edges in the body of a loop, or in a procedure that it calls.
    pub edges: usize,
    /// Compositions of a path with a step for one loop, with what it calls.
    pub steps: usize,
    /// Compositions for the whole program.
    pub all_steps: usize,
    /// Disjuncts of the relation of one round.
    pub disjuncts: usize,
    /// Variables in a matrix of difference bounds, and of octagonal constraints.
    pub difference_variables: usize,
    pub octagon_variables: usize,
    /// Compositions of relations while the closure of one loop is computed.
    pub compositions: usize,
    /// Parts of the closure.
    pub parts: usize,
    /// Milliseconds, about, for one loop or procedure. Only questions about constraints that are far harder than usual
    /// take this long.
    pub milliseconds: usize,
    /// The longest cycle of a loop's behaviour: rounds until everything but the counters is as it was.
    pub period: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            edges: 400,
            steps: 2_000,
            all_steps: 50_000,
            disjuncts: 16,
            difference_variables: 20,
            octagon_variables: 12,
            compositions: 600,
            parts: 64,
            milliseconds: 500,
            period: 12,
        }
    }
}

impl Limits {
    pub(super) fn powers(&self) -> relations::Limits {
        relations::Limits { powers: 4 * self.period, families: 4 * self.period }
    }
}

/// Why a loop is not accelerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The loop can be entered elsewhere than at its head.
    Irreducible,
    /// A loop within it is not accelerated.
    InnerLoop,
    /// It calls a procedure that is recursive.
    Recursion { callee: String },
    /// It calls a procedure whose paths cannot be given by linear constraints, and why.
    Callee { callee: String, reason: Box<Reason> },
    /// A step has values that the constraints only approximate.
    Approximate,
    /// The body has more steps or more paths than the limits allow.
    TooLarge,
    /// Questions about the constraints of its rounds take too long to answer.
    TooHard,
    /// A projection hit its size limit.
    Inexact,
    /// One round is no difference-bound or octagonal relation, nor an affine map with a finite cycle.
    NoClosedForm,
    /// The paths of one round have closed forms, but were not seen to follow each other in an order.
    NoOrder,
    /// Only loops over the integers are accelerated.
    Reals,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Irreducible => f.write_str("it has several entries"),
            Reason::InnerLoop => f.write_str("a loop within it is not accelerated"),
            Reason::Recursion { callee } => write!(f, "it calls `{callee}`, which is recursive"),
            Reason::Callee { callee, reason } => write!(f, "it calls `{callee}`: {reason}"),
            Reason::Approximate => f.write_str("a value is not linear"),
            Reason::TooLarge => f.write_str("its body is too large"),
            Reason::TooHard => f.write_str("its rounds are too hard to compute"),
            Reason::Inexact => f.write_str("a projection was too large"),
            Reason::NoClosedForm => f.write_str("one round has no closed form that is linear"),
            Reason::NoOrder => f.write_str("its paths cannot be ordered"),
            Reason::Reals => f.write_str("it is over the reals"),
        }
    }
}
