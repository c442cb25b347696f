//! What is tried, and in which order.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use heureka_ir::passes::Back;
use heureka_ir::{Certificate, Invariants, Property};

use super::abstraction::{Abstraction, abstract_arrays};
use super::cells::Cells;
use super::certificate::{invariants, mentioned};
use super::seeds::seeds;
use super::{Helpers, NAME};
use crate::engine::{Context, Engine, EngineError, Outcome, StopReason, Task};

/// The time that one abstraction gets in the first turn; each turn has four times the one before.
const FIRST_TURN: Duration = Duration::from_secs(1);

/// Time for looking which cells are useless, as a multiple of what the proof took.
const MOST_EFFORT_TO_DROP: u32 = 2;

pub(super) struct Search<'a, 'c, 'x> {
    /// The question, about the program as it was read.
    asked: &'a Task<'a>,
    /// The same with faults as error locations.
    task: Task<'a>,
    back: &'a Back,
    helpers: &'x mut Helpers,
    cx: &'x mut Context<'c>,
    unreach: BTreeSet<Property>,
    abstractions: u64,
}

/// A set of cells, and what is known of its abstraction.
struct Level {
    cells: Cells,
    /// Its abstraction has an error.
    is_refuted: bool,
}

impl<'a, 'c, 'x> Search<'a, 'c, 'x> {
    pub fn new(
        asked: &'a Task<'a>,
        task: Task<'a>,
        back: &'a Back,
        helpers: &'x mut Helpers,
        cx: &'x mut Context<'c>,
    ) -> Search<'a, 'c, 'x> {
        Search { asked, task, back, helpers, cx, unreach: BTreeSet::from([Property::Unreach]), abstractions: 0 }
    }

    pub fn run(mut self) -> Result<Outcome, EngineError> {
        let mut levels: Vec<Level> =
            seeds(&self.task).into_iter().map(|cells| Level { cells, is_refuted: false }).collect();
        let mut turn = FIRST_TURN;
        loop {
            for level in &mut levels {
                if level.is_refuted {
                    continue;
                }
                let start = Instant::now();
                match self.prove(&level.cells, turn)? {
                    Outcome::Safe(Certificate::Inductive(found)) => {
                        let cells = level.cells.clone();
                        return self.safe(cells, found, start.elapsed());
                    }
                    Outcome::Safe(certificate) => return Ok(Outcome::Safe(certificate)),
                    Outcome::Unknown(StopReason::Unconfirmed) | Outcome::Unsafe(_) => level.is_refuted = true,
                    Outcome::Unknown(StopReason::Unmodelled { what, span }) => {
                        return Ok(Outcome::Unknown(StopReason::Unmodelled { what, span }));
                    }
                    Outcome::Unknown(_) => {}
                }
                if self.cx.is_interrupted() {
                    return Ok(Outcome::Unknown(StopReason::Interrupted));
                }
            }
            if levels.iter().all(|level| level.is_refuted) {
                break;
            }
            turn *= 4;
        }
        let sampled = self.helpers.sampler.run(self.asked, self.cx)?;
        if let Outcome::Unsafe(_) = sampled {
            return Ok(sampled);
        }
        Ok(Outcome::Unknown(StopReason::Inconclusive("no set of cells that was tried is enough".to_owned())))
    }

    /// Asks the prover about the abstraction with these cells.
    fn prove(&mut self, cells: &Cells, turn: Duration) -> Result<Outcome, EngineError> {
        let abstraction = abstract_arrays(&self.task, cells);
        let tracked = cells.describe(self.task.program);
        self.abstractions += 1;
        self.cx.report(&format!("abstraction {}, tracking {tracked}", self.abstractions));
        let task = Task { numbers: self.task.numbers, ..Task::new(&abstraction.program, &self.unreach) };
        let start = Instant::now();
        let outcome = within(self.cx, turn, |cx| self.helpers.prover.run(&task, cx))?;
        if let Some(details) = &mut self.cx.details {
            let said = match &outcome {
                Outcome::Safe(_) => "no error is reachable".to_owned(),
                Outcome::Unsafe(_) | Outcome::Unknown(StopReason::Unconfirmed) => "an error is reachable".to_owned(),
                Outcome::Unknown(reason) => reason.describe(&self.task.program.files),
            };
            let seconds = start.elapsed().as_secs_f64();
            details.push(format!("abstraction {}, tracking {tracked}: {said}, {seconds:.2} s", self.abstractions));
        }
        Ok(outcome)
    }

    /// Drops the cells that the proof does not need.
    fn safe(&mut self, mut cells: Cells, mut found: Invariants, took: Duration) -> Result<Outcome, EngineError> {
        let end = Instant::now() + took * MOST_EFFORT_TO_DROP + Duration::from_millis(50);
        let program = self.asked.program;
        let spoken_of = mentioned(program, &cells, &found);
        let mut candidates = Vec::new();
        if spoken_of.contains(&false) {
            candidates.push(cells.retained(|at| spoken_of[at]));
        }
        if let Some(fewer) = candidates.pop()
            && let Outcome::Safe(Certificate::Inductive(better)) = self.prove(&fewer, took * 4)?
        {
            (cells, found) = (fewer, better);
        }
        let mut at = cells.cells.len();
        while at > 0 && Instant::now() < end {
            at -= 1;
            let fewer = cells.retained(|cell| cell != at);
            if let Outcome::Safe(Certificate::Inductive(better)) = self.prove(&fewer, took * 2)? {
                (cells, found) = (fewer, better);
                at = at.min(cells.cells.len());
            }
        }
        self.cx.notes.push(format!("tracked: {}", cells.describe(program)));
        let there_are = program.arrays.len() as u64;
        self.cx.count("arrays", there_are);
        self.cx.count("cells tracked", cells.cells.len() as u64);
        self.cx.count("abstractions", self.abstractions);
        let invariants = invariants(program, self.back, &cells, found)
            .ok_or_else(|| EngineError { engine: NAME, message: "a witness is no step of the program".to_owned() })?;
        Ok(Outcome::Safe(Certificate::Inductive(invariants)))
    }
}

/// Runs something that may take so long at most.
fn within<'c, T>(cx: &mut Context<'c>, turn: Duration, run: impl FnOnce(&mut Context<'c>) -> T) -> T {
    let deadline = cx.deadline;
    let end = Instant::now() + turn;
    cx.deadline = Some(deadline.map_or(end, |deadline| deadline.min(end)));
    cx.statistics.clear();
    let result = run(cx);
    cx.deadline = deadline;
    result
}
