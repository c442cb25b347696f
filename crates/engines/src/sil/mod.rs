//! Programs over arrays of any length, by the logic SIL (paper 001).
//!
//! What is known is a formula of ∃*∀*-SIL. Straight code transforms it by strongest post-conditions, a loop by a transducer of
//! counters whose composition with the formula's automaton is abstracted to a flat one and said in SIL again (crate
//! `heureka-sil`). An error is excluded when what is known there is unsatisfiable, which is decided. The cost does
//! not depend on the length of any array.
//!
//! [`graph`] prepares the program, [`walk`] follows it, [`step`] is straight code, [`paths`], [`reading`] and
//! [`writing`] recognise loops, [`facts`] is what is known, [`answers`] makes the outcome, [`certificate`] its evidence.
//! docs/SIL-ENGINE.md tells more.

mod answers;
mod certificate;
pub mod explain;
mod facts;
mod form;
mod graph;
mod inductive;
mod names;
mod paths;
mod post;
mod present;
mod reading;
mod step;
mod terms;
mod walk;
mod writing;

use std::time::Duration;

use heureka_ir::passes::Ranges;
use heureka_sil::{Limits, Reason};

use crate::engine::{Arithmetic, Context, Engine, EngineError, EngineInfo, Outcome, StopReason, Task};
use graph::Graph;
use names::Names;
use walk::{Findings, Walk};

const NAME: &str = "sil";

/// How long invariants that a round keeps are looked for, once everything is proved.
const FOR_INVARIANTS: Duration = Duration::from_secs(10);

/// Other ways to find executions, which the registry provides.
pub struct Helpers {
    /// Executes the program with some inputs.
    pub sampler: Box<dyn Engine>,
    /// Looks for an execution with few rounds of loops.
    pub finder: Box<dyn Engine>,
}

/// How the engine works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// K of the paper is raised up to this.
    pub most_unfolding: usize,
    /// Whether executions are looked for where an error is not excluded. In a race others do that.
    pub looks_for_executions: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { most_unfolding: 3, looks_for_executions: true }
    }
}

pub struct Sil {
    pub options: Options,
    pub helpers: Helpers,
}

impl Engine for Sil {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            name: NAME,
            uses_solver: false,
            summary: "infers post-conditions of loops over arrays in a decidable logic; for arrays of any length, with contracts",
            paper: Some("Bozga, Habermehl, Iosif, Konečný, Vojnar: Automatic Verification of Integer Array Programs"),
        }
    }

    fn run(&mut self, task: &Task, cx: &mut Context) -> Result<Outcome, EngineError> {
        if task.numbers != Arithmetic::Machine {
            let text = "the SIL engine computes with machine integers only";
            return Ok(Outcome::Unknown(StopReason::Inconclusive(text.to_owned())));
        }
        let Some(graph) = Graph::new(task) else { return Ok(too_large()) };
        let ranges = Ranges::of(&graph.program);
        let names = Names::of(&graph.program);
        let mut last = None;
        for unfolding in 1..=self.options.most_unfolding.max(1) {
            cx.report(&format!("post-conditions with K = {unfolding}"));
            let limits = Limits { deadline: cx.deadline, cancel: Some(cx.cancel) };
            let findings = match Walk::new(task, &graph, &ranges, &names, unfolding, limits).run() {
                Ok(findings) => findings,
                Err(Reason::Interrupted) => return Ok(Outcome::Unknown(StopReason::Interrupted)),
                Err(reason) => return Ok(Outcome::Unknown(StopReason::Inconclusive(reason.to_string()))),
            };
            let more_may_help =
                !findings.open.is_empty() && findings.loops.iter().any(|report| report.kind == walk::LoopKind::Writing);
            last = Some((findings, unfolding));
            if !more_may_help {
                break;
            }
        }
        let (findings, unfolding) = last.expect("there is at least one round");
        count(&findings, unfolding, cx);
        let is_proved = findings.open.is_empty() && findings.unmodelled.is_empty();
        let given = is_proved.then(|| {
            cx.report("invariants that a round keeps");
            let patience = heureka_clock::now() + FOR_INVARIANTS;
            let deadline = Some(cx.deadline.map_or(patience, |deadline| deadline.min(patience)));
            let limits = Limits { deadline, cancel: Some(cx.cancel) };
            let walk = || Walk::new(task, &graph, &ranges, &names, unfolding, limits);
            // Without them the evidence is what the post-conditions say.
            inductive::invariants(&findings, &names, walk).ok().flatten()
        });
        let given = given.flatten();
        answers::answer(self, task, &graph, &names, &findings, given.as_ref(), cx)
    }
}

fn count(findings: &Findings, unfolding: usize, cx: &mut Context) {
    let of_kind = |kind| findings.loops.iter().filter(|report| report.kind == kind).count() as u64;
    cx.count("K", unfolding as u64);
    cx.count("loops by transducers", of_kind(walk::LoopKind::Writing));
    cx.count("loops that only look", of_kind(walk::LoopKind::Reading));
    cx.count("loops outside of the logic", of_kind(walk::LoopKind::Forgotten));
    cx.count("satisfiability questions", findings.questions);
    // Loops that were made of a specification are not the program's.
    for (states, counters) in findings.loops.iter().filter(|it| !it.is_made_up).filter_map(|report| report.size) {
        cx.count("control states", states as u64);
        cx.count("counters", counters as u64);
    }
}

fn too_large() -> Outcome {
    let text = "the program is too large when its calls are replaced by what they call";
    Outcome::Unknown(StopReason::Inconclusive(text.to_owned()))
}
