//! The bounded engine (paper 004 §2): loops are unwound, the unwound program becomes a formula, and a solver looks for
//! values with which an obligation is violated.
//!
//! `region` orders the locations, `unwind` follows all paths at once and leaves the form of `ssa`, simplified by `build` on
//! the way; `solve` asks about it: `encode` makes terms of it as `encoding` says, `answers` an execution of a model. The bound grows until an obligation is violated (UNSAFE, after the interpreter has executed it), no
//! unwinding assertion can be (SAFE), or time is up.

mod answers;
mod build;
mod encode;
mod encoding;
mod region;
mod solve;
mod ssa;
mod state;
mod unwind;

pub use encoding::Encoding;

use std::thread;

use heureka_ir::interpret::{Choices, Interpreter, Replay};
use heureka_ir::{Certificate, EdgeId, ExprId, Op, Source, Trace};
use heureka_logic::solver::SolverError;

use crate::engine::{Arithmetic, Context, Engine, EngineError, EngineInfo, Outcome, StopReason, Task};
use solve::{NotSolved, Solving};
use ssa::{ObligationKind, Ssa};
use unwind::{Bounds, Stopped, unwind};

/// Options of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The bound, if it shall not grow by itself.
    pub unwind: Option<u64>,
    /// The greatest bound that is tried.
    pub max_unwind: u64,
    /// Steps of one unwinding.
    pub steps: u64,
    pub encoding: Encoding,
}

impl Default for Options {
    fn default() -> Options {
        Options { unwind: None, max_unwind: 1 << 20, steps: 1_000_000, encoding: Encoding::default() }
    }
}

/// The engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bmc {
    pub options: Options,
}

const NAME: &str = "bmc";

/// The stack for unwinding: nested calls are followed by recursion, to a depth that is limited.
const STACK: usize = 1 << 28;

impl Engine for Bmc {
    fn info(&self) -> EngineInfo {
        EngineInfo {
            name: NAME,
            uses_solver: true,
            summary: "unwinds loops and calls up to a bound that grows, and asks a solver for an execution that fails",
            paper: Some("Armando: Building SMT-based Software Model Checkers, an Experience Report, FroCoS 2009"),
        }
    }

    fn run(&mut self, task: &Task, cx: &mut Context) -> Result<Outcome, EngineError> {
        if task.numbers != Arithmetic::Machine {
            let text = "the bounded engine computes with machine integers only".to_owned();
            return Ok(Outcome::Unknown(StopReason::Inconclusive(text)));
        }
        let mut bound = self.options.unwind.unwrap_or(1);
        let last = self.options.unwind.unwrap_or(self.options.max_unwind);
        loop {
            cx.report(&format!("unwinding {bound} rounds"));
            let found = match self.unwound(task, bound, cx) {
                Ok(ssa) => decide(task, &ssa, self.options.encoding, cx),
                Err(Stopped::Interrupted) => Found::Stopped(StopReason::Interrupted),
                Err(Stopped::Steps) => {
                    let text = format!("unwinding {bound} rounds takes more than {} steps", self.options.steps);
                    Found::Stopped(StopReason::Inconclusive(text))
                }
            };
            let reason = match found {
                Found::Violated(trace) => return Ok(Outcome::Unsafe(trace)),
                Found::Nothing => return Ok(Outcome::Safe(Certificate::Unwound { rounds: bound })),
                Found::Error(error) => return Err(EngineError { engine: NAME, message: error.to_string() }),
                Found::NotUnwound if bound >= last => {
                    StopReason::Inconclusive(format!("no error within {bound} rounds of each loop, and there are more"))
                }
                Found::NotUnwound if cx.is_interrupted() => StopReason::Interrupted,
                Found::NotUnwound => {
                    bound = (bound * 2).min(last);
                    continue;
                }
                Found::Stopped(reason) => reason,
            };
            let reason = match reason {
                StopReason::Interrupted if bound > 1 => {
                    StopReason::Inconclusive(format!("time is up: no error within {} rounds of each loop", bound / 2))
                }
                reason => reason,
            };
            return Ok(Outcome::Unknown(reason));
        }
    }
}

impl Bmc {
    fn unwound(&self, task: &Task, bound: u64, cx: &mut Context) -> Result<Ssa, Stopped> {
        let bounds = Bounds { unwind: bound, steps: self.options.steps, deadline: cx.deadline };
        let cancel = cx.cancel;
        thread::scope(|scope| {
            let work = || unwind(task, bounds, cancel);
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            match worker.expect("a thread can be started").join() {
                Ok(found) => found,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }
}

/// What an unwound program shows.
enum Found {
    Violated(Trace),
    /// No obligation can be violated, and nothing is left out.
    Nothing,
    /// No obligation can be violated, but there are executions beyond the bound.
    NotUnwound,
    Stopped(StopReason),
    Error(SolverError),
}

/// Looks for values that violate an obligation: one that is asked for, then any.
fn decide(task: &Task, ssa: &Ssa, encoding: Encoding, cx: &mut Context) -> Found {
    match look(task, ssa, encoding, cx) {
        Ok(found) => found,
        Err(NotSolved::Stopped(reason)) => Found::Stopped(reason),
        Err(NotSolved::Error(error)) => Found::Error(error),
    }
}

fn look(task: &Task, ssa: &Ssa, encoding: Encoding, cx: &mut Context) -> Result<Found, NotSolved> {
    let guards = |wanted: &dyn Fn(&ObligationKind) -> bool| -> Vec<ExprId> {
        let wanted = ssa.obligations.iter().filter(|obligation| wanted(&obligation.kind));
        wanted.map(|obligation| obligation.guard).collect()
    };
    let properties = guards(&|kind| matches!(kind, ObligationKind::Property(_)));
    let unsupported = guards(&|kind| matches!(kind, ObligationKind::Unsupported(_)));
    let unwindings = guards(&|kind| matches!(kind, ObligationKind::Unwinding(_)));
    let mut solving = Solving::new(task.program, ssa, encoding, cx);
    cx.statistics.clear();
    cx.count("obligations", properties.len() as u64);
    cx.count("unwinding assertions", unwindings.len() as u64);
    solving.count_size(&[&properties[..], &unsupported, &unwindings].concat(), cx)?;
    if let Some(model) = solving.can_hold(&properties, cx)? {
        return Ok(match solving.choices(&model) {
            Some(choices) => executed(task, &choices, cx),
            None => Found::Stopped(StopReason::Inconclusive("the solver's model is no execution".to_owned())),
        });
    }
    if solving.can_hold(&unsupported, cx)?.is_some() {
        let first = ssa.obligations.iter().find_map(|obligation| match &obligation.kind {
            ObligationKind::Unsupported(what) => Some((what.clone(), obligation.span)),
            _ => None,
        });
        let (what, span) = first.expect("one of them can be reached");
        return Ok(Found::Stopped(StopReason::Unmodelled { what, span }));
    }
    Ok(match solving.can_hold(&unwindings, cx)? {
        Some(_) if ssa.is_cut_off => {
            let text = "no error so far, and a loop or a recursion goes on for too long to be unwound".to_owned();
            Found::Stopped(StopReason::Inconclusive(text))
        }
        Some(_) => Found::NotUnwound,
        None => Found::Nothing,
    })
}

/// What the execution with these answers shows.
fn executed(task: &Task, choices: &Choices, cx: &Context) -> Found {
    let interpreter = Interpreter::new(task.program, task.interpreter_options());
    let (execution, trace) = Trace::record(&interpreter, Replay::new(choices), &cx.limits(u64::MAX));
    let doubtful = execution.unmodelled().into_iter().find(|edge| task.is_relevant(*edge));
    let reason = match (doubtful, trace.filter(|trace| task.asks_for(trace.failure().fault))) {
        (None, Some(trace)) => return Found::Violated(trace),
        (None, None) => StopReason::Inconclusive("a violation was found that no execution shows".to_owned()),
        (Some(edge), _) => unmodelled(task, edge),
    };
    Found::Stopped(reason)
}

/// The reason that an edge gives for having no verdict.
fn unmodelled(task: &Task, edge: EdgeId) -> StopReason {
    let edge = task.program.edge(edge);
    match &edge.op {
        Op::Havoc { source: Source::Unmodelled(what), .. }
        | Op::HavocArray { source: Source::Unmodelled(what), .. } => {
            StopReason::Unmodelled { what: what.clone(), span: edge.span }
        }
        _ => StopReason::Inconclusive("a value that is not modelled may matter".to_owned()),
    }
}
