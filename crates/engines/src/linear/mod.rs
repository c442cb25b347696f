//! The linear engine: reachability of linear programs by path edges and summary edges (paper 002, "Software Model Checking
//! Using Linear Constraints"; the generalised programs of paper 000 §3–4).
//!
//! Where to find the paper's definitions: *InScope* in [`scope`]; α, β⁺, β⁻ and `e → (B, ne)` in [`encode`]; the transition
//! rules, *prop*, *Join*, *SelfLoop*, *Lift* and *SEJoin* in [`tabulate`]. What the papers leave open: loops in closed form
//! in [`accelerate`], widening in [`tabulate`], executions in [`trace`], proofs in `certificate`, when each is used in
//! `strategy`, and what people read of it in [`explain`].

pub mod accelerate;
mod certificate;
pub mod encode;
pub mod explain;
mod findings;
mod frame;
mod liveness;
mod options;
mod order;
mod prepare;
pub mod scope;
mod strategy;
pub mod system;
pub mod tabulate;
pub mod trace;
mod widened;

use std::time::Duration;

use heureka_ir::passes::Ranges;
use heureka_linear::interrupt;

pub use options::Options;
pub use widened::widened_invariants;

use crate::engine::{Arithmetic, Context, Engine, EngineError, EngineInfo, Outcome, StopReason, Task};
use accelerate::{Acceleration, Limits, accelerate};
use encode::Encoding;
use prepare::prepare;
use scope::Scopes;
use strategy::{Strategy, describe};
use system::{Memory, System};
use tabulate::Statistics;

const NAME: &str = "linear";

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Linear {
    pub options: Options,
}

impl Engine for Linear {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            name: NAME,
            uses_solver: false,
            summary: "path edges and summary edges as linear constraints; decides integer programs with loops, procedures \
                      and recursion",
            paper: Some("Armando, Castellini, Mantovani: Software Model Checking Using Linear Constraints, ICFEM 2004"),
        }
    }

    fn run(&mut self, task: &Task, cx: &mut Context) -> Result<Outcome, EngineError> {
        let mut run = Run::default();
        // Both before the closure below takes the context.
        let (deadline, cancel) = (cx.deadline, cx.cancel);
        let outcome = interrupt::until(deadline, cancel, || self.decide(task, cx, &mut run));
        run.count(cx);
        Ok(outcome.unwrap_or_else(|interrupt::Interrupted| {
            Outcome::Unknown(StopReason::Inconclusive(format!("time is up: {}", describe(&run.reached))))
        }))
    }
}

impl Linear {
    fn decide(&self, task: &Task, cx: &mut Context, run: &mut Run) -> Outcome {
        cx.report("reading the program as constraints");
        let prepared = prepare(task);
        let program = &prepared.last.program;
        let scopes = Scopes::of(program);
        let ranges = (task.numbers == Arithmetic::Machine).then(|| Ranges::of(program));
        let encoding = Encoding::of(program, ranges.as_ref(), &scopes, task.numbers);
        let system = System::new(program, scopes, encoding, Memory::WhatIsLive);
        let (rounds, run_outs) = match self.options.accelerate {
            true => acceleration(&system).into_parts(),
            false => (Vec::new(), Vec::new()),
        };
        run.accelerated =
            rounds.iter().zip(&run_outs).filter(|(rounds, run_out)| rounds.is_some() || run_out.is_some()).count()
                as u64;
        let mut strategy = Strategy {
            task,
            cx,
            options: self.options,
            prepared: &prepared,
            system: &system,
            rounds: &rounds,
            run_outs: &run_outs,
            run,
            last_report: heureka_clock::now(),
            doubted: Duration::ZERO,
        };
        strategy.run()
    }
}

/// The closed forms of a system's loops.
fn acceleration(system: &System) -> Acceleration {
    let System { program, scopes, encoding, loops, .. } = system;
    let is_dead = |loc, place| system.dead(loc).contains(system.arity(loc).current_var(place));
    accelerate(program, scopes, encoding, loops, &is_dead, &Limits::default())
}

/// What a run counted, also when it was interrupted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    /// What the last search had found when it was last looked at.
    reached: Statistics,
    accelerated: u64,
    /// Searches with widening.
    widenings: u64,
    /// Errors that were found and could not be confirmed.
    spurious: u64,
}

impl Run {
    fn count(&self, cx: &mut Context) {
        let Statistics { nodes, path_edges, summary_edges, entailment, eliminations } = self.reached;
        cx.count("nodes", nodes);
        cx.count("path edges", path_edges);
        cx.count("summary edges", summary_edges);
        cx.count("entailment checks, seen before", entailment.by_hash);
        cx.count("entailment checks, by a point", entailment.by_point);
        cx.count("entailment checks, by one disjunct", entailment.by_disjunct);
        cx.count("entailment checks, by splitting", entailment.by_split);
        cx.count("disjuncts united", entailment.united);
        cx.count("eliminations", eliminations);
        cx.count("accelerated loops", self.accelerated);
        cx.count("searches with widening", self.widenings);
        cx.count("spurious errors", self.spurious);
    }
}
