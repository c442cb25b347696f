//! Compares a subject with compiled C on generated programs, and the front end with damaged ones. Invariant: a panic
//! of the subject is caught and counts as its answer; the reference is compiled C alone.

use crate::batch::{BATCH_SIZE, Batch};
use crate::c::tree::Program;
use crate::compile::{CompileError, Mode};
use crate::generate::{generate, program};
use crate::mutate::mutate;
use crate::shape::Shape;
use crate::shrink::{Budget, shrink, valid_output};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::sync_channel;

/// What is under test: something that reads C and can execute it.
pub trait Subject: Sync {
    /// Executes the program and returns the arguments of its calls of `__heureka_print`, in order; an error says why
    /// it could not (refused, not modelled, a fault that the program does not have).
    fn run(&self, c_text: &str) -> Result<Vec<i64>, String>;

    /// Reads any text. Refusing it is fine; panicking is not.
    fn read(&self, c_text: &str) -> Result<(), String>;
}

/// What the subject made of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Printed(Vec<i64>),
    Refused(String),
    Panicked(String),
}

impl Outcome {
    /// Whether two outcomes are the same kind of failure, so that shrinking does not wander to another one.
    fn resembles(&self, other: &Outcome) -> bool {
        let gist = |text: &str| text.chars().filter(|c| c.is_alphabetic()).take(30).collect::<String>();
        match (self, other) {
            (Outcome::Printed(_), Outcome::Printed(_)) => true,
            (Outcome::Refused(a), Outcome::Refused(b)) | (Outcome::Panicked(a), Outcome::Panicked(b)) => {
                gist(a) == gist(b)
            }
            _ => false,
        }
    }
}

/// A program on which the subject is not right.
#[derive(Clone, Debug)]
pub struct Disagreement {
    pub seed: u64,
    pub program: Program,
    pub expected: Vec<i64>,
    pub actual: Outcome,
}

/// Runs the subject; a panic is an outcome.
pub fn outcome(subject: &dyn Subject, text: &str) -> Outcome {
    match catch_unwind(AssertUnwindSafe(|| subject.run(text))) {
        Ok(Ok(values)) => Outcome::Printed(values),
        Ok(Err(reason)) => Outcome::Refused(reason),
        Err(panic) => Outcome::Panicked(panic_text(panic.as_ref())),
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text").to_string()
}

/// Compares the programs of these seeds, in order, and stops at the first disagreement. `progress` hears how many are
/// done. One thread compiles the next programs while another interprets these.
pub fn compare(
    subject: &dyn Subject,
    shape: &Shape,
    seeds: Range<u64>,
    mut progress: impl FnMut(u64),
) -> Result<Option<Disagreement>, CompileError> {
    let first = seeds.start;
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel(1);
        let producer_seeds = seeds.clone();
        scope.spawn(move || {
            for start in producer_seeds.clone().step_by(BATCH_SIZE) {
                let chunk = start..(start + BATCH_SIZE as u64).min(producer_seeds.end);
                let batch = Batch::new(chunk.map(|seed| program(seed, shape)).collect());
                let outputs = batch.run(Mode::Plain);
                // The receiver is gone once it has found a disagreement.
                if send.send((start, batch, outputs)).is_err() {
                    break;
                }
            }
        });
        for (start, batch, outputs) in receive {
            let outputs = outputs?;
            for (at, (program, expected)) in batch.programs().iter().zip(outputs).enumerate() {
                let seed = start + at as u64;
                let actual = outcome(subject, &program.text());
                if actual != Outcome::Printed(expected.clone()) {
                    return Ok(Some(Disagreement { seed, program: program.clone(), expected, actual }));
                }
                progress(seed + 1 - first);
            }
        }
        Ok(None)
    })
}

/// A smaller program with the same kind of disagreement.
pub fn shrink_disagreement(subject: &dyn Subject, found: &Disagreement, budget: Budget) -> Disagreement {
    let mut best = found.clone();
    shrink(&found.program, budget, |candidate| {
        let actual = outcome(subject, &candidate.text());
        // The subject is quick and the compiler slow: ask the subject first.
        if !actual.resembles(&found.actual) {
            return false;
        }
        let Some(expected) = valid_output(candidate) else { return false };
        if actual == Outcome::Printed(expected.clone()) {
            return false;
        }
        best = Disagreement { seed: found.seed, program: candidate.clone(), expected, actual };
        true
    });
    best
}

/// A text on which reading panics.
#[derive(Clone, Debug)]
pub struct Panic {
    pub seed: u64,
    pub text: String,
    pub message: String,
}

/// Reads damaged programs of these seeds, in order, and stops at the first panic.
pub fn read_damaged(
    subject: &dyn Subject,
    shape: &Shape,
    seeds: Range<u64>,
    mut progress: impl FnMut(u64),
) -> Option<Panic> {
    let first = seeds.start;
    for seed in seeds {
        // Several damages of each program: generating costs more than damaging.
        let text = mutate(&generate(seed / 8, shape), seed);
        if let Some(message) = panics(subject, &text) {
            return Some(Panic { seed, text, message });
        }
        progress(seed + 1 - first);
    }
    None
}

fn panics(subject: &dyn Subject, text: &str) -> Option<String> {
    catch_unwind(AssertUnwindSafe(|| subject.read(text))).err().map(|panic| panic_text(panic.as_ref()))
}

/// A smaller text on which reading panics in the same way, by dropping lines and then tokens.
pub fn shrink_panic(subject: &dyn Subject, found: &Panic, budget: Budget) -> Panic {
    let lines = found.text.split_inclusive('\n').map(|line| crate::c::tree::Node::Line(line.to_string())).collect();
    let kind = Outcome::Panicked(found.message.clone());
    let mut best = found.clone();
    shrink(&Program { items: lines }, budget, |candidate| {
        let text = candidate.raw_text();
        match panics(subject, &text) {
            Some(message) if kind.resembles(&Outcome::Panicked(message.clone())) => {
                best = Panic { seed: found.seed, text, message };
                true
            }
            _ => false,
        }
    });
    best
}
