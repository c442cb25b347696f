//! What is tried, and in which order.
//!
//! First the sets of cells that the text suggests, from small to large, each for a moment; when none proves the program
//! safe, with more time. An abstraction with an error gives a path, which is tested: if the program can take it, that is
//! the answer. When all suggestions are used up, the paths that failed the test say what else to keep.

use std::collections::BTreeSet;
use std::time::Duration;

use heureka_ir::interpret::{Choices, Interpreter, Replay};
use heureka_ir::passes::Back;
use heureka_ir::{Certificate, EdgeId, Invariants, Program, Property, Trace};

use super::abstraction::{Abstraction, abstract_arrays};
use super::cells::Cells;
use super::certificate::{invariants, mentioned};
use super::feasibility::{self, Core, Feasibility};
use super::handed::{told, with_those_of_others};
use super::path::path;
use super::refinement::refined;
use super::seeds::seeds;
use super::{Helpers, NAME};
use crate::engine::{Context, EngineError, Outcome, StopReason, Task};
use crate::learned::Learned;

/// The time that one abstraction gets in the first turn; each turn has four times the one before.
const FIRST_TURN: Duration = Duration::from_secs(2);

/// The longest turn if nobody sets a time limit.
const LAST_TURN: Duration = Duration::from_secs(16);

/// The time for executing the program with some inputs when there is the first reason to.
const FIRST_GLANCE: Duration = Duration::from_millis(30);

/// And when there is the second.
const SECOND_GLANCE: Duration = Duration::from_millis(200);

/// Where executions are long, steps and not time limit how many there are, or else they are none when the machine is busy.
/// This is only the most that they may take.
const LONGEST_GLANCE: Duration = Duration::from_secs(5);

/// Executions in the first glance below which they are long.
const FEW_EXECUTIONS: u64 = 20;

/// Which of many cells are useless is looked at for twice as long as the proof took, unless that was longer than this.
const QUICK_PROOF: Duration = Duration::from_secs(1);

/// More cells than this are many; constant ones then stand for whole arrays.
const FEW_CELLS: usize = 8;

/// A path is looked for so many times as long as it took to find that there is one, and a little longer.
const EFFORT_FOR_PATH: u32 = 4;
const SHORTEST_EFFORT: Duration = Duration::from_millis(50);

/// Refinements by paths.
const MOST_REFINEMENTS: usize = 40;

pub(super) struct Search<'a, 'c, 'x> {
    /// The question, about the program as it was read.
    asked: &'a Task<'a>,
    /// The program of which the certificate speaks: that one, or the same with elements of sets guessed.
    judged: &'a Program,
    /// The question about `judged`, with faults as error locations; `back` leads from there to `judged`.
    task: Task<'a>,
    back: &'a Back,
    helpers: &'x mut Helpers,
    cx: &'x mut Context<'c>,
    unreach: BTreeSet<Property>,
    abstractions: u64,
    spurious: u64,
    /// How often the program was executed with some inputs.
    samples: u32,
    /// As the first of them showed.
    has_long_executions: bool,
    /// An abstraction with rigid indices was of no use already.
    is_second_doubt: bool,
    /// Tells others which cells paths ask for.
    pub teach: Option<&'c dyn Fn(&Learned)>,
    /// How many sets of cells of others were tried.
    heard: usize,
}

/// A set of cells, and what is known of its abstraction.
struct Level {
    cells: Cells,
    /// Its abstraction has an error.
    is_refuted: bool,
}

/// What became of the abstraction with some cells.
enum Tried {
    Decided(Outcome),
    /// It has an error; if a path there was looked at and cannot be taken, the reason.
    Refuted(Option<(Vec<EdgeId>, Core)>),
    Open,
}

impl<'a, 'c, 'x> Search<'a, 'c, 'x> {
    pub fn new(
        asked: &'a Task<'a>,
        judged: &'a Program,
        task: Task<'a>,
        back: &'a Back,
        helpers: &'x mut Helpers,
        cx: &'x mut Context<'c>,
    ) -> Search<'a, 'c, 'x> {
        let unreach = BTreeSet::from([Property::Unreach]);
        Search {
            asked,
            judged,
            task,
            back,
            helpers,
            cx,
            unreach,
            abstractions: 0,
            spurious: 0,
            samples: 0,
            has_long_executions: false,
            is_second_doubt: false,
            teach: None,
            heard: 0,
        }
    }

    pub fn run(mut self) -> Result<Outcome, EngineError> {
        let outcome = self.decide()?;
        self.cx.count("arrays", self.asked.program.arrays.len() as u64);
        self.cx.count("abstractions", self.abstractions);
        self.cx.count("spurious paths", self.spurious);
        Ok(outcome)
    }

    fn decide(&mut self) -> Result<Outcome, EngineError> {
        let mut levels: Vec<Level> =
            seeds(&self.task).into_iter().map(|cells| Level { cells, is_refuted: false }).collect();
        let mut turn = FIRST_TURN;
        while levels.iter().any(|level| !level.is_refuted) && (self.cx.deadline.is_some() || turn <= LAST_TURN) {
            for level in levels.iter_mut().filter(|level| !level.is_refuted) {
                // Nothing is left to be refined where all cells are constants: that deserves more patience.
                let patience = if level.cells.rigids.is_empty() { 12 } else { 1 };
                match self.attempt(&level.cells, turn * patience, EFFORT_FOR_PATH)? {
                    Tried::Decided(outcome) => return Ok(outcome),
                    Tried::Refuted(_) => level.is_refuted = true,
                    Tried::Open if self.cx.is_interrupted() => return Ok(Outcome::Unknown(StopReason::Interrupted)),
                    Tried::Open => {
                        if let Some(outcome) = self.sample(&level.cells)? {
                            return Ok(outcome);
                        }
                    }
                }
            }
            // With more time each turn: executions of programs with large arrays are long.
            self.cx.seed += 1;
            let sampled = within(self.cx, turn * 2, |cx| self.helpers.sampler.run(self.asked, cx))?;
            if let Outcome::Unsafe(_) = sampled {
                return Ok(sampled);
            }
            if let Some(level) = levels.last() {
                let cells = level.cells.clone();
                if let Some(outcome) = self.try_those_of_others(&cells, turn)? {
                    return Ok(outcome);
                }
            }
            // Suggestions that are hard to decide do not stand in the way of what paths suggest.
            if let Some(base) = levels.iter().rev().find(|level| level.is_refuted) {
                let base = base.cells.clone();
                if let Some(outcome) = self.refine(base, turn)? {
                    return Ok(outcome);
                }
            }
            turn *= 4;
        }
        let tried = self.abstractions;
        let text = format!("none of the {tried} sets of cells that were tried is enough");
        Ok(Outcome::Unknown(StopReason::Inconclusive(text)))
    }

    /// What others found out about cells since the last time, with these.
    fn try_those_of_others(&mut self, cells: &Cells, turn: Duration) -> Result<Option<Outcome>, EngineError> {
        let told = self.cx.cells_of_others();
        let new = told.get(self.heard..).unwrap_or_default().to_vec();
        self.heard = told.len();
        for heard in new {
            let Some(more) = with_those_of_others(cells, &heard) else { continue };
            if let Tried::Decided(outcome) = self.attempt(&more, turn, EFFORT_FOR_PATH)? {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }

    /// The loop of the papers: check, test the path, refine.
    fn refine(&mut self, mut cells: Cells, turn: Duration) -> Result<Option<Outcome>, EngineError> {
        let end = heureka_clock::now() + turn;
        for _ in 0..MOST_REFINEMENTS {
            let turn = end.saturating_duration_since(heureka_clock::now());
            if turn.is_zero() {
                break;
            }
            match self.attempt(&cells, turn, u32::MAX)? {
                Tried::Decided(outcome) => return Ok(Some(outcome)),
                Tried::Refuted(Some((path, core))) => match refined(self.task.program, &path, &cells, &core) {
                    Some(more) => {
                        cells = more;
                        if let Some(teach) = self.teach {
                            teach(&Learned::Cells(told(&cells)));
                        }
                    }
                    None => return Ok(None),
                },
                Tried::Refuted(None) | Tried::Open => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Decides the abstraction with these cells; if it has an error, looks at a path there.
    fn attempt(&mut self, cells: &Cells, turn: Duration, effort: u32) -> Result<Tried, EngineError> {
        let abstraction = abstract_arrays(&self.task, cells);
        let start = heureka_clock::now();
        let outcome = self.prove(&abstraction, cells, turn)?;
        let took = heureka_clock::since(start);
        match outcome {
            Outcome::Safe(Certificate::Inductive(found)) => {
                Ok(Tried::Decided(self.safe(cells.clone(), found, took)?))
            }
            Outcome::Safe(certificate) => Ok(Tried::Decided(Outcome::Safe(certificate))),
            Outcome::Unknown(StopReason::Unconfirmed) | Outcome::Unsafe(_) => {
                if let Some(outcome) = self.sample(cells)? {
                    return Ok(Tried::Decided(outcome));
                }
                let turn = match effort {
                    u32::MAX => turn,
                    effort => took * effort + SHORTEST_EFFORT,
                };
                self.test(&abstraction, turn, effort)
            }
            Outcome::Unknown(reason @ StopReason::Unmodelled { .. }) => Ok(Tried::Decided(Outcome::Unknown(reason))),
            Outcome::Unknown(_) => Ok(Tried::Open),
        }
    }

    /// Executes the program with some inputs: for a moment when the first abstraction has an error, for longer when the first
    /// with rigid indices has one or is hard to decide (the second, where executions are long), for then the program may well
    /// have it too.
    fn sample(&mut self, cells: &Cells) -> Result<Option<Outcome>, EngineError> {
        let (sampler, turn) = match self.samples {
            0 => (&mut self.helpers.glance, FIRST_GLANCE),
            1 if cells.rigids.is_empty() => return Ok(None),
            // One more set of cells is tried sooner than that.
            1 if self.has_long_executions && !self.is_second_doubt => {
                self.is_second_doubt = true;
                return Ok(None);
            }
            1 if self.has_long_executions => (&mut self.helpers.long_glance, LONGEST_GLANCE),
            1 => (&mut self.helpers.sampler, SECOND_GLANCE),
            _ => return Ok(None),
        };
        self.samples += 1;
        self.cx.report("executing the program with some inputs");
        let outcome = within(self.cx, turn, |cx| sampler.run(self.asked, cx))?;
        if self.samples == 1 {
            let executions = self.cx.statistics.iter().find(|counted| counted.name == "executions");
            self.has_long_executions = executions.is_some_and(|counted| counted.value < FEW_EXECUTIONS);
        }
        Ok(Some(outcome).filter(|outcome| matches!(outcome, Outcome::Unsafe(_))))
    }

    /// Asks the prover about an abstraction.
    fn prove(&mut self, abstraction: &Abstraction, cells: &Cells, turn: Duration) -> Result<Outcome, EngineError> {
        let tracked = cells.describe(self.task.program);
        self.abstractions += 1;
        self.cx.report(&format!("abstraction {}, tracking {tracked}", self.abstractions));
        let task = Task { numbers: self.task.numbers, ..Task::new(&abstraction.program, &self.unreach) };
        let start = heureka_clock::now();
        let is_whole = cells.rigids.is_empty() && cells.cells.len() > FEW_CELLS;
        let prover = if is_whole { &mut self.helpers.exact_prover } else { &mut self.helpers.prover };
        let outcome = within(self.cx, turn, |cx| prover.run(&task, cx))?;
        if let Some(details) = &mut self.cx.details {
            let said = match &outcome {
                Outcome::Safe(_) => "no error is reachable".to_owned(),
                Outcome::Unsafe(_) | Outcome::Unknown(StopReason::Unconfirmed) => "an error is reachable".to_owned(),
                Outcome::Unknown(reason) => reason.describe(&self.task.program.files),
            };
            let seconds = heureka_clock::since(start).as_secs_f64();
            details.push(format!("abstraction {}, tracking {tracked}: {said}, {seconds:.2} s", self.abstractions));
        }
        Ok(outcome)
    }

    /// Tests a path to an error of an abstraction against the program with arrays.
    fn test(&mut self, abstraction: &Abstraction, turn: Duration, effort: u32) -> Result<Tried, EngineError> {
        let task = Task { numbers: self.task.numbers, ..Task::new(&abstraction.program, &self.unreach) };
        self.cx.report("looking for a path to the error");
        let helpers = &mut self.helpers;
        let finder = if effort == u32::MAX { &mut helpers.finder } else { &mut helpers.hasty_finder };
        let found = within(self.cx, turn, |cx| finder.run(&task, cx))?;
        let Outcome::Unsafe(trace) = found else { return Ok(Tried::Refuted(None)) };
        let program = self.task.program;
        let path =
            within(self.cx, turn, |cx| path(abstraction, &trace, task.interpreter_options(), &cx.limits(u64::MAX)));
        let Some(path) = path else { return Ok(Tried::Refuted(None)) };
        let checked = within(self.cx, turn, |cx| feasibility::check(program, &path, self.task.numbers, cx));
        match checked.feasibility {
            Feasibility::Feasible(choices) => match self.replay(&choices) {
                Some(trace) => Ok(Tried::Decided(Outcome::Unsafe(trace))),
                None => Ok(Tried::Refuted(None)),
            },
            Feasibility::Infeasible(core) => {
                self.spurious += 1;
                if let Some(details) = &mut self.cx.details {
                    details.push(format!("the path to the error cannot be taken:\n{}", checked.table));
                }
                Ok(Tried::Refuted(Some((path, core))))
            }
            Feasibility::Undecided(_) => Ok(Tried::Refuted(None)),
        }
    }

    /// The execution with these choices of the program as it was read, if it fails in a way that was asked for.
    fn replay(&self, choices: &Choices) -> Option<Trace> {
        let interpreter = Interpreter::new(self.asked.program, self.asked.interpreter_options());
        let (execution, trace) = Trace::record(&interpreter, Replay::new(choices), &self.cx.limits(u64::MAX));
        let doubtful = execution.unmodelled().into_iter().any(|edge| self.asked.is_relevant(edge));
        trace.filter(|trace| !doubtful && self.asked.asks_for(trace.failure().fault))
    }

    /// Drops the cells that the proof does not need.
    fn safe(&mut self, mut cells: Cells, mut found: Invariants, took: Duration) -> Result<Outcome, EngineError> {
        let is_many = cells.cells.len() > FEW_CELLS;
        let end = heureka_clock::now() + if took > QUICK_PROOF { Duration::ZERO } else { took * 2 + SHORTEST_EFFORT };
        let program = self.judged;
        let spoken_of = mentioned(program, &cells, &found);
        let mut smaller: Vec<Cells> = Vec::new();
        if spoken_of.contains(&false) {
            smaller.push(cells.retained(|at| spoken_of[at]));
        }
        let mut at = cells.cells.len();
        loop {
            let fewer = match smaller.pop() {
                Some(fewer) => fewer,
                None if at == 0 || is_many && heureka_clock::now() >= end => break,
                None => {
                    at -= 1;
                    cells.retained(|cell| cell != at)
                }
            };
            let abstraction = abstract_arrays(&self.task, &fewer);
            let left = end.saturating_duration_since(heureka_clock::now());
            let turn = if is_many { left } else { took * 2 + SHORTEST_EFFORT };
            if let Outcome::Safe(Certificate::Inductive(better)) = self.prove(&abstraction, &fewer, turn)? {
                (cells, found) = (fewer, better);
                at = at.min(cells.cells.len());
            }
        }
        self.cx.notes.push(format!("tracked: {}", cells.describe(program)));
        self.cx.count("cells tracked", cells.cells.len() as u64);
        let invariants = invariants(program, self.back, &cells, found)
            .ok_or_else(|| EngineError { engine: NAME, message: "a witness is no step of the program".to_owned() })?;
        let is_guessed = !std::ptr::eq(self.judged, self.asked.program);
        Ok(Outcome::Safe(if is_guessed {
            Certificate::Guessed(invariants)
        } else {
            Certificate::Inductive(invariants)
        }))
    }
}

/// Runs something that may take so long at most. What it counts is not kept: it is about parts.
pub(super) fn within<'c, T>(cx: &mut Context<'c>, turn: Duration, run: impl FnOnce(&mut Context<'c>) -> T) -> T {
    let deadline = cx.deadline;
    let end = heureka_clock::now() + turn;
    cx.deadline = Some(deadline.map_or(end, |deadline| deadline.min(end)));
    cx.statistics.clear();
    let result = run(cx);
    cx.deadline = deadline;
    result
}
