//! The bounded engine (paper 004 §2): loops are unwound, the unwound program becomes a formula, and a solver looks for
//! values with which an obligation is violated.
//!
//! `region` orders the locations, `unwind` follows all paths at once and leaves the form of `ssa`, simplified by `build` on
//! the way; `solve` asks about it: `encode` makes terms of it as `encoding` says, `answers` an execution of a model. The
//! bound grows until an obligation is violated (UNSAFE, after the interpreter has executed it), no unwinding assertion can be
//! (SAFE), or time is up. `show` prints the stages, with `read`.

mod answers;
mod assume;
mod build;
mod claims;
mod cut;
mod decide;
mod each;
mod encode;
mod encoding;
mod endings;
mod induction;
mod lemmas;
mod names;
mod read;
mod region;
mod rounds;
mod show;
mod solve;
mod solvers;
mod ssa;
mod state;
mod unwind;
mod vacuity;
mod written;

pub use encoding::Encoding;
pub use show::{Stage, show};

use std::thread;
use std::time::Duration;

use heureka_ir::Certificate;

use crate::engine::{Arithmetic, Context, Engine, EngineError, EngineInfo, Outcome, StopReason, Task};
use crate::learned::Learned;
use crate::relations::{Relations, is_straight};
pub use claims::{Claim, ClaimVerdict};
use decide::{Found, decide};
pub use each::Each;
use induction::Inductions;
pub use names::{LoopName, bounds_of_loops};
use rounds::Induction;
use solvers::Solvers;
use ssa::Ssa;
use unwind::{Bounds, Stopped, unwind};

/// Options of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The bound, if it shall not grow by itself.
    pub unwind: Option<u64>,
    /// The greatest bound that is tried.
    pub max_unwind: u64,
    /// By loop: a bound of its own, where it has one; see [`bounds_of_loops`].
    pub of_loops: Vec<Option<u64>>,
    /// Steps of one unwinding.
    pub steps: u64,
    /// Whether k-induction is tried where the bound is too small.
    pub induction: bool,
    /// What formulas are about.
    pub encoding: Encoding,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            unwind: None,
            max_unwind: 1 << 20,
            of_loops: Vec::new(),
            steps: 1_000_000,
            induction: true,
            encoding: Encoding::default(),
        }
    }
}

/// The engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bmc {
    pub options: Options,
}

const NAME: &str = "bmc";

/// The greatest k of k-induction. Each k rounds follow k rounds: what a greater one would prove is proved by unwinding, or
/// not at all.
const MOST_K: u64 = 16;

/// The bounds after which relations between products are looked for, and how long a proof by them may take.
const RELATIONS: [(u64, Duration); 3] =
    [(1, Duration::from_secs(3)), (4, Duration::from_secs(8)), (16, Duration::from_secs(20))];

/// The same for equations between numbers that wrap around.
const WRAPPING: (u64, Duration) = (2, Duration::from_secs(5));

/// How long they are looked for before anything else, in programs without loops.
const AT_ONCE: Duration = Duration::from_millis(300);

/// Time for one induction, if unwinding took less, and a part of all the time so far. One that needs more is tried again at
/// greater bounds, and when unwinding has come to its end.
const PATIENCE: Duration = Duration::from_millis(300);
const PART: u32 = 4;
const LAST_PATIENCE: Duration = Duration::from_secs(20);

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
        let mut solvers = Solvers::default();
        let mut relations = Relations::new(task);
        // What algebra proves at once would wait for a question about products of bits.
        if self.options.induction
            && let Some(certificate) = relations.prove_at_once(cx)
        {
            return Ok(Outcome::Safe(certificate));
        }
        self.grow(task, relations, cx, &mut |ssa, is_real, cx| {
            let solvers = if is_real { &mut solvers } else { &mut Solvers::default() };
            decide(task, ssa, is_real, self.options.encoding, solvers, cx)
        })
    }
}

/// What is asked of an unwound program; the second argument says whether all in it is real, or some left to induction.
type Ask<'a, 'c> = dyn FnMut(&Ssa, bool, &mut Context<'c>) -> Found + 'a;

impl Bmc {
    /// A verdict for every claim of the program.
    pub fn each(&self, task: &Task, cx: &mut Context) -> Result<Each, EngineError> {
        let mut each = Each::new(task);
        let mut solvers = Solvers::default();
        let outcome = self.grow(task, Relations::new(task), cx, &mut |ssa, is_real, cx| {
            let solvers = if is_real { &mut solvers } else { &mut Solvers::default() };
            each.ask(task, ssa, self.options.encoding, is_real, solvers, cx).unwrap_or_else(Found::from)
        })?;
        match outcome {
            Outcome::Safe(certificate) => each.certificate = Some(certificate),
            Outcome::Unknown(reason) => drop(each.reason.get_or_insert(reason)),
            Outcome::Unsafe(_) => {}
        }
        Ok(each)
    }

    /// Asks with greater and greater bounds, until there is an answer.
    fn grow<'c>(
        &self,
        task: &Task,
        mut relations: Relations,
        cx: &mut Context<'c>,
        ask: &mut Ask<'_, 'c>,
    ) -> Result<Outcome, EngineError> {
        if task.numbers != Arithmetic::Machine {
            let text = "the bounded engine computes with machine integers only".to_owned();
            return Ok(Outcome::Unknown(StopReason::Inconclusive(text)));
        }
        // There is nothing to unwind, but products and quotients of numbers are harder as bits.
        if self.options.induction
            && is_straight(task.program)
            && let Some(certificate) = relations.prove(AT_ONCE, cx)
        {
            return Ok(Outcome::Safe(certificate));
        }
        let mut bound = self.options.unwind.unwrap_or(1);
        let last = self.options.unwind.unwrap_or(self.options.max_unwind);
        let mut induction = Inductions::new(task);
        // Whether a greater bound shows no more, but to induction.
        let mut is_cut_off = false;
        // The inductions that had too little time.
        let mut postponed = Vec::new();
        let began = heureka_clock::now();
        loop {
            let start = heureka_clock::now();
            if !is_cut_off {
                cx.report(&format!("unwinding {bound} rounds"));
                let found = match self.unwound(task, bound, None, cx) {
                    Ok(ssa) => {
                        induction.observe(&ssa);
                        ask(&ssa, true, cx)
                    }
                    Err(Stopped::Interrupted) => Found::Stopped(StopReason::Interrupted),
                    Err(Stopped::Memory) => Found::Stopped(StopReason::Inconclusive(format!(
                        "the memory limit is reached while unwinding {bound} rounds"
                    ))),
                    Err(Stopped::Steps) => Found::CutOff,
                };
                match found {
                    Found::Violated(trace) => return Ok(Outcome::Unsafe(trace)),
                    Found::Nothing => return Ok(Outcome::Safe(Inductions::unwound(bound))),
                    Found::Error(error) => return Err(EngineError { engine: NAME, message: error.to_string() }),
                    Found::Stopped(reason) => return Ok(Outcome::Unknown(with_bound(reason, bound / 2))),
                    Found::CutOff => is_cut_off = true,
                    Found::NotUnwound => cx.teach(|| Learned::NoErrorWithin(bound)),
                }
            }
            let is_last = bound >= last || is_cut_off && bound >= MOST_K.min(last);
            let for_unwinding = heureka_clock::since(start);
            let usual = PATIENCE.max(for_unwinding * 2).max(heureka_clock::since(began) / PART);
            let patience = if is_last { LAST_PATIENCE } else { usual };
            // The oldest and the newest; at the end, all.
            let again = if is_last { postponed.len() } else { postponed.len().min(1) };
            let mut turns: Vec<u64> = postponed.drain(..again).collect();
            turns.extend((1..=MOST_K).contains(&bound).then_some(bound));
            for k in turns {
                match self.induced(task, k, &mut induction, patience, cx, ask) {
                    Induced::Proved(certificate) => return Ok(Outcome::Safe(certificate)),
                    Induced::TimeUp => postponed.push(k),
                    Induced::NotInductive => {}
                }
            }
            if self.options.induction
                && let Some((_, patience)) = RELATIONS.iter().find(|(at, _)| *at == bound)
                && let Some(certificate) = relations.prove(*patience, cx)
            {
                return Ok(Outcome::Safe(certificate));
            }
            if self.options.induction
                && bound == WRAPPING.0
                && let Some(certificate) = relations.prove_wrapping(WRAPPING.1, cx)
            {
                return Ok(Outcome::Safe(certificate));
            }
            if cx.is_interrupted() {
                return Ok(Outcome::Unknown(with_bound(StopReason::Interrupted, bound)));
            }
            if is_cut_off && is_last {
                let text = "no error so far, and a loop or a recursion goes on for too long to be unwound".to_owned();
                return Ok(Outcome::Unknown(StopReason::Inconclusive(text)));
            }
            if bound >= last {
                let text = format!("no error within {bound} rounds of each loop, and there are more");
                return Ok(Outcome::Unknown(StopReason::Inconclusive(text)));
            }
            bound = (bound * 2).min(last).max(1);
        }
    }
}

/// The reason for having no verdict, with what was shown before.
fn with_bound(reason: StopReason, shown: u64) -> StopReason {
    match reason {
        StopReason::Interrupted if shown > 0 => {
            StopReason::Inconclusive(format!("time is up: no error within {shown} rounds of each loop"))
        }
        reason => reason,
    }
}

/// What an induction shows.
enum Induced {
    Proved(Certificate),
    NotInductive,
    TimeUp,
}

impl Bmc {
    /// Proves by induction that no execution fails, if that succeeds soon.
    fn induced<'c>(
        &self,
        task: &Task,
        bound: u64,
        induction: &mut Inductions,
        patience: Duration,
        cx: &mut Context<'c>,
        ask: &mut Ask<'_, 'c>,
    ) -> Induced {
        if !self.options.induction || !induction.applies() {
            return Induced::NotInductive;
        }
        cx.report(&format!("induction with k = {bound}"));
        induction.look_for_invariants(cx);
        let before = cx.deadline;
        let end = heureka_clock::now() + patience;
        cx.deadline = Some(before.map_or(end, |before| before.min(end)));
        let statistics = std::mem::take(&mut cx.statistics);
        let found = loop {
            match self.unwound(task, bound, Some(&induction.plan()), cx) {
                Ok(ssa) if induction.observe_more(&ssa) => {}
                Ok(ssa) => break Ok(ask(&ssa, false, cx)),
                Err(stopped) => break Err(stopped),
            }
        };
        cx.deadline = before;
        cx.statistics = statistics;
        // A violation of the induction is none of the program.
        match found {
            Ok(Found::Nothing) => Induced::Proved(induction.induced(bound)),
            Ok(Found::Stopped(StopReason::Interrupted)) | Err(Stopped::Interrupted) => Induced::TimeUp,
            _ => Induced::NotInductive,
        }
    }

    fn unwound(
        &self,
        task: &Task,
        bound: u64,
        induction: Option<&Induction>,
        cx: &mut Context,
    ) -> Result<Ssa, Stopped> {
        let Options { steps, ref of_loops, .. } = self.options;
        let bounds =
            Bounds { unwind: bound, of_loops: of_loops.clone(), steps, deadline: cx.deadline, memory: cx.memory };
        let cancel = cx.cancel;
        let before = heureka_clock::work();
        thread::scope(|scope| {
            let work = || {
                before.take_up();
                (unwind(task, bounds, induction, cancel), heureka_clock::work())
            };
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            match worker.expect("a thread can be started").join() {
                Ok((found, after)) => {
                    after.take_up();
                    found
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }
}
