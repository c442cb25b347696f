//! From the derivation of an error to an execution that was replayed.
//!
//! [`concretise`] walks the derivation back with concrete numbers (`walk`, with small queries in `query`) and gives the
//! [`Choices`] of an execution of the analysed program; [`replay`] executes them on the program as read. Derivations are
//! exact unless something was approximated, widened or cut short: then there may be no such execution, and [`Spurious`]
//! says what is to blame.

mod query;
mod replay;
mod spurious;
mod walk;

use heureka_ir::EdgeId;

pub use replay::replay;
pub use spurious::{Because, Spurious};

use super::tabulate::{PathEdgeId, Tabulation};
use crate::engine::Context;
use walk::Walk;

/// A havoc edge of the analysed program and the value that was chosen there.
pub type Chosen = (EdgeId, i128);

/// What determines an execution of the analysed program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices {
    /// In the order of the execution.
    pub taken: Vec<Chosen>,
    /// The step nearest to the error whose value is only approximated: what to blame if the replay goes another way.
    pub approximate: Option<Spurious>,
}

/// The choices of an execution that comes to a path edge, usually one at an error.
pub fn concretise(tabulation: &Tabulation, error: PathEdgeId, cx: &Context) -> Result<Choices, Spurious> {
    let walked = Walk::new(tabulation, error)?.run(cx)?;
    todo
}
