//! What is tried, and in which order.
//!
//! The exact search is the paper's procedure, with loops in closed form where they have one. It is complete where it ends,
//! and every error that it finds without undefined values is one. When it has not ended after some number of path edges, a
//! search with widening is made, which always ends: if it finds no error, its path edges are invariants, and if it does, the
//! alarm is checked like any other. Then the exact search goes on, four times as far, and the next widening keeps twice as
//! many conjunctions apart.

use std::time::{Duration, Instant};

use heureka_ir::interpret::{Certain, Ending, Interpreter};
use heureka_ir::{Certificate, Invariants, LocKind, Trace};

use super::Run;
use super::accelerate::{Rounds, RunOut};
use super::certificate::invariants;
use super::findings::Findings;
use super::options::Options;
use super::prepare::Prepared;
use super::system::System;
use super::tabulate::{Apart, PathEdgeId, Plan, Statistics, Stop, Tabulation, Widening};
use super::trace::execution;
use crate::engine::{Context, Outcome, StopReason, Task};
use crate::learned::Learned;
use crate::memory;

/// Errors that turn out spurious before the search gives up: each costs the search for inputs.
const MOST_SPURIOUS: u64 = 64;

/// Time for errors that turn out spurious.
const MOST_DOUBT: Duration = Duration::from_secs(3);

/// Alarms of one widening that are checked.
const MOST_ALARMS: usize = 4;

/// Steps down after a widening.
const NARROWINGS: usize = 3;

/// The conjunctions that the first widening keeps apart.
const FIRST_BOUND: usize = 2;

/// Steps of the only execution.
const MOST_STEPS: u64 = 1_000_000_000;

const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

pub(super) struct Strategy<'a, 'c, 'x> {
    pub task: &'a Task<'a>,
    pub cx: &'x mut Context<'c>,
    pub options: Options,
    pub prepared: &'a Prepared,
    pub system: &'a System<'a>,
    pub rounds: &'a [Option<Rounds>],
    pub run_outs: &'a [Option<RunOut>],
    pub run: &'x mut Run,
    pub last_report: Instant,
    /// What was spent on errors that turned out spurious.
    pub doubted: Duration,
}

impl<'a> Strategy<'a, '_, '_> {
    pub fn run(&mut self) -> Outcome {
        let plan = Plan {
            rounds: self.rounds,
            run_outs: self.run_outs,
            widening: None,
            stop_at_targets: true,
            unite: self.options.unite,
        };
        let mut exact = Findings::new(Tabulation::new(self.system, plan), self.cx);
        let mut most = self.options.first_search;
        let mut bound = FIRST_BOUND;
        // The first reason why what was found is no verdict.
        let mut doubt: Option<StopReason> = None;
        loop {
            match self.search(&mut exact, most) {
                Stop::Complete if doubt.is_none() && exact.has_skipped() => {
                    if let Some(outcome) = self.only_execution() {
                        return outcome;
                    }
                    *exact = Tabulation::new(self.system, Plan { run_outs: &[], ..plan });
                }
                Stop::Complete => return doubt.map_or_else(|| self.safe(&exact), Outcome::Unknown),
                Stop::Found(_) if !self.options.confirm => return Outcome::Unknown(StopReason::Unconfirmed),
                Stop::Found(target) => match self.confirm(&exact, target) {
                    Ok(trace) => return Outcome::Unsafe(trace),
                    Err(reason) => {
                        let reason = doubt.get_or_insert(reason);
                        if self.run.spurious >= MOST_SPURIOUS || self.doubted >= MOST_DOUBT {
                            return Outcome::Unknown(reason.clone());
                        }
                    }
                },
                Stop::Paused => {
                    if let Some(reason) = self.out_of_resources(most) {
                        return Outcome::Unknown(doubt.unwrap_or(reason));
                    }
                    // An error by an undefined value is found by every search.
                    if self.options.widen && doubt.is_none() {
                        for (apart, bound) in [(Apart::Nothing, bound), (Apart::Signs, bound / 2), (Apart::Values, 1)] {
                            let widening = Widening::new(self.system, self.rounds, bound, apart);
                            if (apart == Apart::Nothing || widening.is_partitioned())
                                && let Some(outcome) = self.widened(&widening, most)
                            {
                                return outcome;
                            }
                        }
                        bound *= 2;
                    }
                    most = most.saturating_mul(4);
                }
            }
        }
    }

    /// A search with widening, and steps down after it; `None` if it decides nothing.
    fn widened(&mut self, widening: &Widening, most: usize) -> Option<Outcome> {
        self.run.widenings += 1;
        let plan = Plan {
            rounds: self.rounds,
            run_outs: &[],
            widening: Some(widening),
            stop_at_targets: false,
            unite: self.options.unite,
        };
        let mut above = Findings::new(Tabulation::new(self.system, plan), self.cx);
        if self.search(&mut above, most) == Stop::Paused {
            return None;
        }
        if above.targets().is_empty() {
            return Some(self.safe(&above));
        }
        let mut below: Option<Findings<Tabulation>> = None;
        for _ in 0..NARROWINGS {
            let narrowed = below.as_ref().unwrap_or(&above).narrowed(|found| self.goes_on(found, most))?;
            let narrowed = Findings::new(narrowed, self.cx);
            if narrowed.targets().is_empty() {
                return Some(self.safe(&narrowed));
            }
            below = Some(narrowed);
        }
        let narrowest = below.as_deref().unwrap_or(&above);
        self.cx.teach(|| Learned::Invariants(self.invariants(narrowest)));
        if !self.options.confirm {
            return None;
        }
        let alarms: Vec<PathEdgeId> = above.targets().iter().copied().take(MOST_ALARMS).collect();
        alarms.into_iter().find_map(|alarm| self.confirm(&above, alarm).ok()).map(Outcome::Unsafe)
    }

    fn search(&mut self, tabulation: &mut Tabulation, most: usize) -> Stop {
        let stop = tabulation.run(|found| self.goes_on(found, most));
        self.run.reached = tabulation.statistics();
        stop
    }

    fn goes_on(&mut self, found: &Tabulation, most: usize) -> bool {
        if found.len() >= most {
            return false;
        }
        if !found.steps().is_multiple_of(64) {
            return true;
        }
        if heureka_clock::since(self.last_report) >= BETWEEN_REPORTS {
            self.last_report = heureka_clock::now();
            self.run.reached = found.statistics();
            self.cx.report(&describe(&self.run.reached));
        }
        !self.cx.is_interrupted() && !self.is_out_of_memory()
    }

    /// The execution behind a path edge at a target, or why there is none.
    fn confirm(&mut self, tabulation: &Tabulation, target: PathEdgeId) -> Result<Trace, StopReason> {
        let program = self.system.program;
        let location = program.loc(tabulation.path_edge(target).loc);
        if let LocKind::Unsupported { what } = &location.kind {
            return Err(StopReason::Unmodelled { what: what.clone(), span: location.span });
        }
        let back = &self.prepared.last.back;
        let start = heureka_clock::now();
        let longest = self.options.longest_execution;
        execution(self.task, back, tabulation, target, self.rounds, longest, self.cx).map_err(|spurious| {
            self.run.spurious += 1;
            self.doubted += heureka_clock::since(start);
            spurious.stop_reason(&program.files)
        })
    }

    fn safe(&self, tabulation: &Tabulation) -> Outcome {
        Outcome::Safe(Certificate::Inductive(self.invariants(tabulation)))
    }

    fn invariants(&self, tabulation: &Tabulation) -> Invariants {
        let scopes = &self.system.scopes;
        let path_edges = |loc| tabulation.path_edges_at(loc);
        invariants(self.task.program, self.prepared, scopes, path_edges, self.task.numbers)
    }

    /// Where rounds were left out there are no invariants; but if nothing is chosen that matters, the only execution tells.
    fn only_execution(&self) -> Option<Outcome> {
        let interpreter = Interpreter::new(self.task.program, self.task.interpreter_options());
        match interpreter.run_certain(&self.cx.limits(MOST_STEPS), self.task.properties) {
            Certain::OneWay { ending: Ending::Finished(_) | Ending::Halted(_) | Ending::Blocked(_), .. } => {
                Some(Outcome::Safe(Certificate::Exhaustive { executions: 1 }))
            }
            _ => None,
        }
    }

    /// Why the search cannot go on, if it cannot.
    fn out_of_resources(&self, most: usize) -> Option<StopReason> {
        let reached = describe(&self.run.reached);
        if self.cx.is_interrupted() {
            return Some(StopReason::Inconclusive(format!("time is up: {reached}")));
        }
        if self.is_out_of_memory() {
            return Some(StopReason::Inconclusive(format!("the memory limit is reached: {reached}")));
        }
        (most >= self.options.last_search)
            .then(|| StopReason::Inconclusive(format!("the search does not end: {reached}")))
    }

    fn is_out_of_memory(&self) -> bool {
        memory::is_beyond(self.cx.memory)
    }
}

/// How far a search has come, for people.
pub(super) fn describe(reached: &Statistics) -> String {
    let Statistics { nodes, path_edges, summary_edges, .. } = reached;
    format!("{path_edges} path edges at {nodes} locations, {summary_edges} summary edges")
}
