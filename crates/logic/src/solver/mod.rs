//! Solvers: one trait, and behind it Z3 linked into the program or any SMT-LIB 2 program run beside it.
//!
//! Invariant: what goes wrong with a solver is a [`SolverError`], never a panic and never an answer. All terms that one
//! solver sees come from one pool, the one it is handed with each call; symbols need no declaration.
//!
//! ```
//! use heureka_logic::solver::{Answer, Limits, Solver, Z3Solver};
//! use heureka_logic::{SortId, Terms};
//! let mut terms = Terms::new();
//! let x = terms.constant("x", SortId::INT);
//! let (two, seven) = (terms.int(2), terms.int(7));
//! let double = terms.mul(&[two, x]);
//! let even = terms.eq(double, seven);
//! let less = terms.lt(x, seven);
//! let mut solver = Z3Solver::new(Limits::NONE);
//! solver.assert(&terms, less)?;
//! assert_eq!(solver.check(&terms)?, Answer::Satisfiable);
//! assert!(solver.model(&terms)?.constants.contains_key(&terms.find_symbol("x").unwrap()));
//! assert_eq!(solver.check_assuming(&terms, &[even])?, Answer::Unsatisfiable);
//! assert_eq!(solver.unsat_core()?, [even]);
//! # Ok::<(), heureka_logic::solver::SolverError>(())
//! ```

mod dump;
mod error;
mod factory;
mod limits;
mod process;
mod stack;
mod statistics;
mod validate;
mod z3;

pub use dump::DumpingSolver;
pub use error::SolverError;
pub use factory::{SolverChoice, SolverFactory};
pub use limits::Limits;
pub use process::{ProcessSolver, Program};
pub use statistics::SolverStatistics;
pub use validate::ValidatingSolver;
pub use z3::{Z3Solver, solve_horn};

use std::fmt;
use std::time::Instant;

use crate::pool::{TermId, Terms};
use crate::value::{Assignment, Value, evaluate};

/// What a solver found out about its assertions and assumptions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Satisfiable,
    Unsatisfiable,
    /// The solver gave up by itself, for this reason. Time that is up is an error instead.
    Unknown(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Satisfiable => f.write_str("sat"),
            Answer::Unsatisfiable => f.write_str("unsat"),
            Answer::Unknown(reason) => write!(f, "unknown ({reason})"),
        }
    }
}

/// A stack of assertions that can be checked. A new solver is dear and a check cheap: keep it, and use push and pop or
/// assumptions.
///
/// A solver stays with the thread that made it. After [`SolverError::TimedOut`] or [`SolverError::Cancelled`] the
/// linked Z3 may be asked again; a process was ended and answers every further call with the same error.
pub trait Solver {
    /// What users call it, such as `z3` or the path of the program.
    fn name(&self) -> &str;

    /// Adds a Boolean term to the assertions, until the matching pop.
    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError>;

    fn push(&mut self) -> Result<(), SolverError>;

    /// Forgets the assertions since the last push that is still open.
    ///
    /// # Panics
    /// If none is open.
    fn pop(&mut self) -> Result<(), SolverError>;

    /// Whether the assertions and the assumptions, any Boolean terms, can all be true.
    fn check_assuming(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<Answer, SolverError>;

    /// Whether the assertions can all be true.
    fn check(&mut self, terms: &Terms) -> Result<Answer, SolverError> {
        self.check_assuming(terms, &[])
    }

    /// Values that make the assertions and assumptions of the last check true, which must have been satisfiable with
    /// nothing asserted since. Symbols that are not listed may have any value: the assignment is complete.
    fn model(&mut self, terms: &Terms) -> Result<Assignment, SolverError>;

    /// The value of a term without quantifiers in the model. For several, take the model once.
    fn value(&mut self, terms: &Terms, term: TermId) -> Result<Value, SolverError> {
        let model = self.model(terms)?;
        evaluate(terms, term, &model).map_err(|error| SolverError::Unsupported(error.to_string()))
    }

    /// Assumptions of the last check, which must have been unsatisfiable, that suffice for that, in the order they were
    /// given.
    fn unsat_core(&mut self) -> Result<Vec<TermId>, SolverError>;

    /// Before anything is asserted: integers will only be compared, and numbers added to them ([`crate::differences`]). A
    /// solver that has a procedure for that alone may use it, and answer [`Answer::Unknown`] if it was not true.
    fn expect_differences(&mut self) {}

    /// From now on checks end at this time.
    fn set_deadline(&mut self, deadline: Option<Instant>);

    fn statistics(&self) -> &SolverStatistics;
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        (**self).assert(terms, term)
    }

    fn push(&mut self) -> Result<(), SolverError> {
        (**self).push()
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        (**self).pop()
    }

    fn check_assuming(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        (**self).check_assuming(terms, assumptions)
    }

    fn model(&mut self, terms: &Terms) -> Result<Assignment, SolverError> {
        (**self).model(terms)
    }

    fn unsat_core(&mut self) -> Result<Vec<TermId>, SolverError> {
        (**self).unsat_core()
    }

    fn expect_differences(&mut self) {
        (**self).expect_differences();
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        (**self).set_deadline(deadline);
    }

    fn statistics(&self) -> &SolverStatistics {
        (**self).statistics()
    }
}
