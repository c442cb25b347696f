//! From the derivation of an error to an execution that was replayed.
//!
//! [`concretise`] walks the derivation back with concrete numbers (`walk`, with small queries in `query`) and gives the
//! [`Choices`] of an execution of the analysed program; [`replay`] executes them on the program as read. Derivations are
//! exact unless something was approximated, widened or cut short: then there may be no such execution, and [`Spurious`]
//! says what is to blame.

mod query;
mod recipe;
mod replay;
mod rounds;
mod spurious;
mod walk;

use heureka_ir::EdgeId;

pub use replay::replay;
pub use spurious::{Because, Spurious};

use super::accelerate::Rounds;
use super::tabulate::{PathEdgeId, Tabulation};
use crate::engine::Context;
use walk::{Ground, Walk, choosing_procedures};

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

/// The choices of an execution that comes to a path edge, usually one at an error. `rounds` are those that the tabulation
/// was made with.
pub fn concretise(
    tabulation: &Tabulation,
    error: PathEdgeId,
    rounds: &[Option<Rounds>],
    cx: &Context,
) -> Result<Choices, Spurious> {
    let system = tabulation.system();
    let chooses = choosing_procedures(system);
    let interrupted = || cx.is_interrupted();
    let ground = Ground { system, rounds, chooses: &chooses, interrupted: &interrupted };
    let walked = Walk::new(ground, tabulation, error, [])?.run()?;
    let told = |edge: EdgeId| system.encoding.approximations().iter().find(|approximation| approximation.edge == edge);
    let approximate = walked.approximate.and_then(told).map(|approximation| Spurious {
        span: approximation.span,
        because: Because::Approximation { what: approximation.what.clone() },
    });
    Ok(Choices { taken: walked.chosen, approximate })
}
