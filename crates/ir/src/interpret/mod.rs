//! The interpreter: executes a program exactly.
//!
//! [`Interpreter::new`] turns the graph into compact code (`compile`, `emit`, `code`), [`Interpreter::run`] executes it
//! (`machine` and `access`, on the arithmetic of `words` and `reals` and the storage of `memory`), with values for what is arbitrary from an
//! [`Inputs`] (`inputs`, `seeded`) which can be kept (`choices`). The result says how the execution ended and what it passed (`execution`).
//!
//! Operands are evaluated from left to right, the indices of an array access before its value, and bounds are checked
//! when all operands are there. A local variable that was never assigned reads as zero: the front end havocs what C
//! leaves undefined.

mod access;
mod capture;
mod certain;
mod choices;
mod code;
mod compile;
mod emit;
mod execution;
mod inputs;
mod log;
mod machine;
mod memory;
mod observe;
mod path;
mod reals;
mod sample;
mod seeded;
mod sets;
mod shadow;
mod ways;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub use choices::{Choice, Choices, Recorder, Replay};
pub use execution::{Ending, Execution, Failure, Point};
pub use inputs::{Fill, FillRequest, InputList, Inputs, ValueRequest, WhenExhausted};
use seeded::SmallValues;
pub use seeded::{Random, Seeded, constants, likely_fill, likely_value};

use crate::fault::Property;
use crate::fraction::Fraction;
use crate::ids::{EdgeId, LocId};
use crate::program::Program;
use capture::Capturer;
pub(crate) use capture::{Values, Wanted};
use certain::Certainty;
use code::Code;
use log::Logger;
pub(crate) use log::{Event, Log, Skip};
use machine::Machine;
use observe::Unobserved;
use path::PathObserver;
use sample::Sampler;
pub use sample::Sampling;
pub use ways::{Following, Ways};
use words::Word;

/// What numbers are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Numbers {
    /// Integers of the width of their type, as `op.rs` defines them.
    #[default]
    Machine,
    /// The mathematical integers: nothing wraps, nothing overflows (see `words.rs` for conversions and bits).
    Integer,
    /// The real numbers, of which an execution needs only the fractions (see `reals.rs`).
    Real,
}

/// What is fixed when code is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub numbers: Numbers,
    /// A signed left shift that does not fit is a fault; without this it wraps.
    pub check_shift_overflow: bool,
}

/// What an execution may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Edges.
    pub steps: u64,
    /// Nested calls.
    pub depth: usize,
    /// Bytes for registers, frames and arrays.
    pub memory: u64,
    pub deadline: Option<Instant>,
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { steps: u64::MAX, depth: 10_000_000, memory: 2 << 30, deadline: None, cancel: None }
    }
}

impl Limits<'_> {
    fn is_interrupted(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline)
    }
}

/// A program that is ready to be run, any number of times.
#[derive(Clone, Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    options: Options,
    code: Code,
}

impl<'p> Interpreter<'p> {
    pub fn new(program: &'p Program, options: Options) -> Interpreter<'p> {
        Interpreter { program, options, code: compile::compile(program, options.check_shift_overflow, false) }
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Executes the program once.
    pub fn run(&self, inputs: &mut dyn Inputs, limits: &Limits) -> Execution<'_> {
        match self.options.numbers {
            Numbers::Machine => {
                let mut machine = Machine::<i64>::new(self.program, &self.code, limits);
                let ending = machine.run(inputs, &mut Unobserved);
                Execution::new(self.program, &self.code, machine, ending)
            }
            Numbers::Integer => {
                let mut machine = Machine::<i128>::new(self.program, &self.code, limits);
                let ending = machine.run(inputs, &mut Unobserved);
                Execution::new(self.program, &self.code, machine, ending)
            }
            Numbers::Real => {
                let mut machine = Machine::<Fraction>::new(self.program, &self.code, limits);
                let ending = machine.run(inputs, &mut Unobserved);
                Execution::new(self.program, &self.code, machine, ending)
            }
        }
    }
}

/// What [`Interpreter::run_certain`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certain {
    /// Every execution goes the same way, and ends like this (but for those with undefined behaviour that nobody asked
    /// about).
    OneWay { ending: Ending, steps: u64 },
    /// An arbitrary value decides something at this edge.
    Depends(EdgeId),
}

impl Interpreter<'_> {
    /// Executes the program as long as nothing arbitrary decides which way the execution goes. `properties` are those
    /// whose faults are errors.
    pub fn run_certain(&self, limits: &Limits, properties: &BTreeSet<Property>) -> Certain {
        let mut certainty = Certainty::new(self.program, properties);
        let inputs = &mut InputList::zeros();
        let (ending, steps) = match self.options.numbers {
            Numbers::Machine => {
                let mut machine = Machine::<i64>::new(self.program, &self.code, limits);
                (machine.run(inputs, &mut certainty), machine.steps)
            }
            Numbers::Integer => {
                let mut machine = Machine::<i128>::new(self.program, &self.code, limits);
                (machine.run(inputs, &mut certainty), machine.steps)
            }
            Numbers::Real => {
                let mut machine = Machine::<Fraction>::new(self.program, &self.code, limits);
                (machine.run(inputs, &mut certainty), machine.steps)
            }
        };
        match certainty.decided(&ending) {
            Some(edge) => Certain::Depends(edge),
            None => Certain::OneWay { ending, steps },
        }
    }
}

/// Code that shows its steps one by one.
pub(crate) struct Watched<'p> {
    program: &'p Program,
    options: Options,
    code: Code,
}

impl<'p> Watched<'p> {
    pub(crate) fn new(program: &'p Program, options: Options) -> Watched<'p> {
        Watched { program, options, code: compile::compile(program, options.check_shift_overflow, true) }
    }

    /// Logs an execution, and then, from its bounds on, fetches the values of those events that `choose` wants to see.
    /// Steps that are skipped are executed once.
    pub(crate) fn watch<T>(
        &self,
        choices: &Choices,
        skip: Option<Skip>,
        choose: impl FnOnce(&Ending, &Log) -> (Vec<Wanted>, T),
    ) -> Watching<T> {
        match self.options.numbers {
            Numbers::Machine => self.watch_words::<i64, T>(choices, skip, choose),
            Numbers::Integer => self.watch_words::<i128, T>(choices, skip, choose),
            Numbers::Real => self.watch_words::<Fraction, T>(choices, skip, choose),
        }
    }

    /// Executes the program once and keeps the edges that it takes.
    fn path(&self, inputs: &mut dyn Inputs, limits: &Limits) -> (Ending, Vec<EdgeId>) {
        let mut path = PathObserver { edges: Vec::new() };
        let ending = match self.options.numbers {
            Numbers::Machine => Machine::<i64>::new(self.program, &self.code, limits).run(inputs, &mut path),
            Numbers::Integer => Machine::<i128>::new(self.program, &self.code, limits).run(inputs, &mut path),
            Numbers::Real => Machine::<Fraction>::new(self.program, &self.code, limits).run(inputs, &mut path),
        };
        (ending, path.edges)
    }

    fn watch_words<W: Word, T>(
        &self,
        choices: &Choices,
        skip: Option<Skip>,
        choose: impl FnOnce(&Ending, &Log) -> (Vec<Wanted>, T),
    ) -> Watching<T> {
        let limits = Limits::default();
        let mut inputs = Replay::new(choices);
        let mut machine = Machine::<W>::new(self.program, &self.code, &limits);
        let mut logger = Logger::new(&self.code, skip.map(|skip| skip.from));
        let mut ending = machine.run_until(u64::MAX, &mut inputs, &mut logger);
        let mut behind_gap = None;
        if let (None, Some(skip)) = (&ending, skip) {
            let edge = logger.look_away(&mut machine);
            ending = machine.run_until(skip.to, &mut inputs, &mut Unobserved);
            if ending.is_none() {
                logger.look_back(&machine, &edge);
                behind_gap = Some((machine.clone(), inputs.clone()));
                ending = machine.run_until(u64::MAX, &mut inputs, &mut logger);
            }
        }
        let (ending, log) = (ending.unwrap_or(Ending::Interrupted), logger.log);
        let (wanted, chosen) = choose(&ending, &log);
        let first_behind = log.gap.as_ref().map_or(u64::MAX, |gap| log.number(gap.before));
        let mut capturer = Capturer::new(self.program, &self.code, &wanted, first_behind);
        Machine::<W>::new(self.program, &self.code, &limits).run(&mut Replay::new(choices), &mut capturer);
        if let Some((mut machine, mut inputs)) = behind_gap {
            capturer.skip_to(first_behind);
            machine.run(&mut inputs, &mut capturer);
        }
        Watching { values: capturer.values, ending, log, chosen }
    }
}

/// What was seen of an execution.
pub(crate) struct Watching<T> {
    pub(crate) ending: Ending,
    pub(crate) log: Log,
    /// Of the events that were wanted, in their order.
    pub(crate) values: Vec<Values>,
    pub(crate) chosen: T,
}

/// Executes the program once: how that ends, and the edges that are taken, in order, through calls.
pub fn path(program: &Program, options: Options, inputs: &mut dyn Inputs, limits: &Limits) -> (Ending, Vec<EdgeId>) {
    Watched::new(program, options).path(inputs, limits)
}

/// Among the seeds of samples every so many gives small inputs only.
const PART_OF_SMALL_VALUES: u64 = 3;

/// Executes the program with inputs of each of these seeds, in machine numbers: the values of variables where it passes some
/// locations.
pub fn sample(
    program: &Program,
    seeds: Range<u64>,
    limits: &Limits,
    sampling: &Sampling,
) -> BTreeMap<LocId, Vec<Vec<i128>>> {
    let code = compile::compile(program, false, true);
    let mut all: BTreeMap<LocId, Vec<Vec<i128>>> = BTreeMap::new();
    for seed in seeds {
        let mut sampler = Sampler::new(program, &code, sampling);
        let mut machine = Machine::<i64>::new(program, &code, limits);
        let ending = match seed.is_multiple_of(PART_OF_SMALL_VALUES) {
            true => machine.run(&mut SmallValues::new(seed), &mut sampler),
            false => machine.run(&mut Seeded::new(seed, program), &mut sampler),
        };
        for (loc, points) in sampler.into_points() {
            all.entry(loc).or_default().extend(points);
        }
        if ending == Ending::Interrupted {
            break;
        }
    }
    all
}

/// Executes a program once, in machine numbers and without limits.
pub fn run_once(program: &Program, inputs: &mut dyn Inputs) -> Ending {
    Interpreter::new(program, Options::default()).run(inputs, &Limits::default()).ending
}
