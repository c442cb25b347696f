//! Lazy abstraction with interpolants (paper 003; Henzinger, Jhala, Majumdar, Sutre 2002; McMillan 2006).
//!
//! An abstract reachability tree is unfolded over the cut points of the program. What is known at a node is a [`region`], a
//! combination of the predicates of its location. Where an error can be reached in the tree, the path there is an execution,
//! or interpolants of its formula give new predicates for the locations on it, and the tree is unfolded again from the first
//! node that gets one (the pivot). When all nodes are expanded or covered, the regions are invariants.
//!
//! [`graph`] prepares the program, [`block`] and [`encode`] make formulas, [`abstraction`] computes regions, [`tree`] is the
//! tree, [`refine`] finds predicates, [`answers`] and [`certificate`] make the evidence. docs/PREDICATE-ENGINE.md tells more.

mod abstraction;
mod answers;
mod block;
mod certificate;
mod encode;
pub(crate) mod graph;
mod implicant;
mod linear;
mod places;
mod refine;
mod region;
mod say;
mod search;
mod sets;
mod show;
pub mod slam;
mod suffix;
mod tree;
mod words;

use crate::engine::{Arithmetic, Context, Engine, EngineError, EngineInfo, Outcome, StopReason, Task};
use graph::Graph;
use search::{Ending, Search};
use slam::Slam;
use slam::show::Round;

const NAME: &str = "predicates";

/// How deep recursion is followed: from one to the next if it was not deep enough.
const DEPTHS: [u32; 3] = [2, 8, 30];

/// What regions are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Abstraction {
    /// Conjunctions of predicates, and where these do not suffice, all combinations.
    #[default]
    Auto,
    Cartesian,
    Boolean,
    /// Boolean programs instead of regions: see [`slam`].
    Slam,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub abstraction: Abstraction,
}

#[derive(Clone, Debug, Default)]
pub struct Predicates {
    pub options: Options,
}

impl Engine for Predicates {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            name: NAME,
            uses_solver: true,
            summary: "unfolds the program over predicates that interpolants provide; for protocols and state machines, of any \
                      number of rounds",
            paper: Some("Shved: On Reasoning About Finite Sets in Software Model Checking"),
        }
    }

    fn run(&mut self, task: &Task, cx: &mut Context) -> Result<Outcome, EngineError> {
        at_depths(task, |graph| match self.options.abstraction {
            Abstraction::Slam => Slam::run(graph, task, None, cx),
            _ => Search::run(graph, task, self.options, cx),
        })
    }
}

/// The abstractions by boolean programs that decide a program, or do not, in their order.
pub fn boolean_programs(task: &Task, cx: &mut Context) -> Result<(Vec<Round>, Outcome), EngineError> {
    let mut rounds = Vec::new();
    let outcome = at_depths(task, |graph| {
        rounds.clear();
        Slam::run(graph, task, Some(&mut rounds), cx)
    })?;
    Ok((rounds, outcome))
}

/// Searches with recursion deeper and deeper, until that decides.
fn at_depths(
    task: &Task,
    mut search: impl FnMut(&Graph) -> Result<Ending, EngineError>,
) -> Result<Outcome, EngineError> {
    let unknown = |text: &str| Ok(Outcome::Unknown(StopReason::Inconclusive(text.to_owned())));
    if task.numbers != Arithmetic::Machine {
        return unknown("the predicate engine computes with machine integers only");
    }
    for (at, depth) in DEPTHS.into_iter().enumerate() {
        let Some(graph) = Graph::new(task, depth) else {
            return unknown("the program is too large when its calls are replaced by what they call");
        };
        match search(&graph)? {
            Ending::Decided(outcome) => return Ok(outcome),
            // The program is modelled; it is this engine that does not follow it.
            Ending::TooDeep(StopReason::Unmodelled { what, span }) if at + 1 == DEPTHS.len() => {
                let place = task.program.files.place(span);
                return unknown(&format!("{what} at {place}, which is not followed further"));
            }
            Ending::TooDeep(reason) if at + 1 == DEPTHS.len() => return Ok(Outcome::Unknown(reason)),
            Ending::TooDeep(_) => {}
        }
    }
    unreachable!("the last depth ends the search")
}
