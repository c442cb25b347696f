//! From the derivation of an error to an execution that was replayed.
//!
//! [`concretise`] walks the derivation back with concrete numbers (`walk`, with small queries in `query`) and gives the
//! [`Choices`] of an execution of the analysed program; [`replay`] executes them on the program as read. Derivations are
//! exact unless something was approximated, widened or cut short: then there may be no such execution, and [`Spurious`]
//! says what is to blame.

mod habits;
mod query;
mod recipe;
mod replay;
mod rounds;
mod spurious;
mod taste;
mod walk;

use heureka_ir::passes::Back;
use heureka_ir::{EdgeId, Fraction, Trace};

pub use replay::replay;
pub use spurious::{Because, Spurious};

use super::accelerate::Rounds;
use super::tabulate::{PathEdgeId, Tabulation};
use crate::engine::{Arithmetic, Context, Task};
use habits::Habits;
use taste::Taste;
use walk::{Ground, Walk};

/// How many executions are tried for one error where something is approximated.
const MOST_TASTES: usize = 24;

/// How many steps all these may have.
const MOST_STEPS: u64 = 50_000;

/// A havoc edge of the analysed program and the value that was chosen there.
pub type Chosen = (EdgeId, Fraction);

/// What determines an execution of the analysed program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices {
    /// In the order of the execution.
    pub taken: Vec<Chosen>,
    /// The step nearest to the error whose value is only approximated: what to blame if the replay goes another way.
    pub approximate: Option<Spurious>,
    /// Premises of the derivation, calls and rounds unfolded.
    pub steps: u64,
}

/// An execution of the task's program that comes to a path edge at an error. `rounds` are those that the tabulation was
/// made with, `back` leads from the analysed program to the task's. One of more than `longest` steps is not told.
pub fn execution(
    task: &Task,
    back: &Back,
    tabulation: &Tabulation,
    error: PathEdgeId,
    rounds: &[Option<Rounds>],
    longest: u64,
    cx: &Context,
) -> Result<Trace, Spurious> {
    let mut walked = 0;
    let mut first = None;
    for taste in Taste::all(cx.seed, MOST_TASTES) {
        let choices = concretise_by(taste, tabulation, error, rounds, longest, cx);
        walked += choices.as_ref().map_or(1, |choices| choices.steps);
        let spurious = match choices.and_then(|choices| replay(task, back, &choices, longest, cx)) {
            Ok(trace) => return Ok(trace),
            Err(spurious) => spurious,
        };
        let may_be_luck = match spurious.because {
            Because::Approximation { .. } => true,
            // Other values may be whole, where that is needed.
            Because::Unmodelled { .. } => task.numbers == Arithmetic::Real,
            _ => false,
        };
        let spurious = first.get_or_insert(spurious);
        if !may_be_luck || walked > MOST_STEPS || cx.is_interrupted() {
            return Err(spurious.clone());
        }
    }
    Err(first.expect("there is a taste"))
}

/// The choices of an execution that comes to a path edge.
pub fn concretise(
    tabulation: &Tabulation,
    error: PathEdgeId,
    rounds: &[Option<Rounds>],
    cx: &Context,
) -> Result<Choices, Spurious> {
    concretise_by(Taste::Small, tabulation, error, rounds, u64::MAX, cx)
}

fn concretise_by(
    taste: Taste,
    tabulation: &Tabulation,
    error: PathEdgeId,
    rounds: &[Option<Rounds>],
    longest: u64,
    cx: &Context,
) -> Result<Choices, Spurious> {
    let system = tabulation.system();
    let habits = Habits::of_all(system);
    let interrupted = || cx.is_interrupted();
    let ground = Ground { system, rounds, habits: &habits, longest, interrupted: &interrupted };
    let walked = Walk::new(ground, tabulation, error, [], taste)?.run()?;
    let told = |edge: EdgeId| system.encoding.approximations().iter().find(|approximation| approximation.edge == edge);
    let approximate = walked.approximate.and_then(told).map(|approximation| Spurious {
        span: approximation.span,
        because: Because::Approximation { what: approximation.what.clone() },
    });
    Ok(Choices { taken: walked.chosen, approximate, steps: walked.steps })
}
