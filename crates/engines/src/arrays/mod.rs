//! The array engine: abstraction of arrays by index, refined by counterexamples (paper 000 §2–3, paper 004 §3.2).
//!
//! Every array is abstracted away but for some cells ([`cells`], [`abstraction`]); an engine for programs without arrays
//! decides the rest; and if it finds an error, the trace is tested against the program with arrays. Which cells to keep is
//! suggested by the text ([`seeds`]) and by traces that fail the test. What is tried when is in `search`.

pub mod abstraction;
pub mod cells;
mod certificate;
pub mod feasibility;
mod handed;
mod lemmas;
mod path;
mod places;
mod refinement;
mod search;
pub mod seeds;

use heureka_ir::Array;
use heureka_ir::passes::{asks_for_emptiness, explicit_checks, guess_elements};

use crate::engine::{Context, Engine, EngineError, EngineInfo, Outcome, StopReason, Task};
use lemmas::by_lemmas;
use search::Search;

const NAME: &str = "arrays";

/// The engine, with those that work for it.
pub struct Arrays {
    pub helpers: Helpers,
}

/// Engines for the programs that come up.
pub struct Helpers {
    /// Decides a program without arrays; an error need not become an execution.
    pub prover: Box<dyn Engine>,
    /// The same for programs with many variables for few cells each: exact for long before it looks for invariants.
    pub exact_prover: Box<dyn Engine>,
    /// Finds an execution of a program without arrays that ends in an error.
    pub finder: Box<dyn Engine>,
    /// The same, but gives up where the execution is long.
    pub hasty_finder: Box<dyn Engine>,
    /// Executes the program as it is, in the hope of an error, for a moment,
    pub glance: Box<dyn Engine>,
    /// for some executions where they are long,
    pub long_glance: Box<dyn Engine>,
    /// and for longer.
    pub sampler: Box<dyn Engine>,
}

impl Engine for Arrays {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            name: NAME,
            uses_solver: true,
            summary: "keeps a few cells of each array, at constant or at arbitrary fixed indices, and decides the program \
                      without arrays that is left",
            paper: Some("Armando, Benerecetti, Mantovani: Model Checking Linear Programs with Arrays, SoftMC 2005"),
        }
    }

    fn run(&mut self, task: &Task, cx: &mut Context) -> Result<Outcome, EngineError> {
        if task.program.arrays.is_empty() {
            return self.helpers.finder.run(task, cx);
        }
        // What the helpers learn is about other programs.
        let teach = cx.teach.take();
        // A rigid index is chosen when the entry procedure starts: once.
        if let Some(reason) = starts_again(task) {
            return Ok(Outcome::Unknown(reason));
        }
        // Whether a set is empty is asked about all its cells at once, but one of them, at a rigid index, is as good as all.
        let guessed = asks_for_emptiness(task.program).then(|| guess_elements(task.program));
        let judged = guessed.as_ref().unwrap_or(task.program);
        if task.program.arrays.iter().any(Array::is_set)
            && let Some(outcome) = by_lemmas(task, judged, &mut self.helpers, cx)?
        {
            return Ok(outcome);
        }
        let (program, back) = explicit_checks(judged, &task.step_properties());
        let explicit = Task { program: &program, relevant: None, ..*task };
        let mut search = Search::new(task, judged, explicit, &back, &mut self.helpers, cx);
        search.teach = teach;
        search.run()
    }
}

/// The entry procedure must not be called.
fn starts_again(task: &Task) -> Option<StopReason> {
    let program = task.program;
    let calls = |op: &heureka_ir::Op| matches!(op, heureka_ir::Op::Call { proc, .. } if *proc == program.entry);
    let edge = program.edges().iter().find(|edge| calls(&edge.op))?;
    let what = format!("the entry procedure is called at {}", program.files.place(edge.span));
    Some(StopReason::Inconclusive(what))
}
