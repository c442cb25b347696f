//! Compares an engine with the truth of a random linear program, has its evidence checked, and makes a program small on
//! which something is wrong.

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heureka_certify::{Question, check_certificate};
use heureka_engines::{Context, Engine, Outcome, Task};
use heureka_ir::interpret::{Interpreter, Limits, Numbers};
use heureka_ir::{Certificate, Property};
use heureka_logic::solver::{self, SolverFactory};

use super::exhaust::{Truth, exhaust, read};
use super::{Case, Mode};
use crate::c::tree::Program;
use crate::shrink;

/// How long an engine may think about one of these programs, which are all small.
const PATIENCE: Duration = Duration::from_secs(5);

/// The same, where it need not answer: what it does not know soon it often never does.
const SHORT_PATIENCE: Duration = Duration::from_millis(400);

/// What is wrong with an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Complaint {
    /// SAFE, and an execution fails.
    WrongSafe,
    /// UNSAFE, and no execution fails.
    WrongUnsafe,
    /// The trace does not lead to the error.
    Replay(String),
    /// The checker finds a mistake in the certificate.
    Certificate(String),
    /// The checker cannot prove the certificate, where it must.
    Uncertified(String),
    /// No answer, where there must be one.
    Undecided(String),
    /// The engine noticed a bug of its own, or panicked.
    Crash(String),
}

impl Complaint {
    /// Whether it is the same kind of mistake.
    pub fn is_like(&self, other: &Complaint) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Complaint::WrongSafe => write!(f, "WRONG VERDICT: it says SAFE, and an execution fails"),
            Complaint::WrongUnsafe => write!(f, "WRONG VERDICT: it says UNSAFE, and no execution fails"),
            Complaint::Replay(reason) => write!(f, "the trace does not lead to the error: {reason}"),
            Complaint::Certificate(reason) => write!(f, "the certificate is wrong: {reason}"),
            Complaint::Uncertified(reason) => write!(f, "the certificate is not proved: {reason}"),
            Complaint::Undecided(reason) => write!(f, "no answer: {reason}"),
            Complaint::Crash(message) => write!(f, "crash: {message}"),
        }
    }
}

/// How an answer was right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Right {
    Safe,
    Unsafe,
    /// No answer, where that is allowed.
    Undecided,
}

/// Lets the engine answer the case.
pub fn judge(case: &Case, engine: &mut dyn Engine) -> Result<Right, Complaint> {
    judge_program(&case.program, case.mode, case.truth, engine)
}

fn judge_program(program: &Program, mode: Mode, truth: Truth, engine: &mut dyn Engine) -> Result<Right, Complaint> {
    let program = read(&program.text()).map_err(Complaint::Crash)?;
    let properties = BTreeSet::from([Property::Unreach]);
    let task = Task { numbers: mode.arithmetic(), ..Task::new(&program, &properties) };
    let cancel = AtomicBool::new(false);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut context = Context::new(&cancel);
        let patience = if mode == Mode::Words { SHORT_PATIENCE } else { PATIENCE };
        context.deadline = Some(Instant::now() + patience);
        engine.run(&task, &mut context)
    }));
    let outcome = match outcome {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(error)) => return Err(Complaint::Crash(error.message)),
        Err(panic) => return Err(Complaint::Crash(message(&*panic))),
    };
    match (outcome, truth) {
        (Outcome::Safe(_), Truth::Unsafe) => Err(Complaint::WrongSafe),
        (Outcome::Unsafe(_), Truth::Safe) => Err(Complaint::WrongUnsafe),
        (Outcome::Safe(certificate), Truth::Safe) => match certify(&task, &certificate, mode) {
            // Its invariants need not be kept by a round (docs/SIL-ENGINE.md).
            Err(Complaint::Certificate(_)) if engine.info().name == "sil" => Ok(Right::Safe),
            judged => judged.map(|()| Right::Safe),
        },
        (Outcome::Unsafe(trace), Truth::Unsafe) => {
            let interpreter = Interpreter::new(&program, task.interpreter_options());
            let replayed = trace.replay(&interpreter, &Limits::default());
            replayed.map(|_| Right::Unsafe).map_err(|error| Complaint::Replay(error.to_string()))
        }
        (Outcome::Unknown(_), _) if !mode.is_exact() => Ok(Right::Undecided),
        (Outcome::Unknown(reason), _) => Err(Complaint::Undecided(reason.describe(&program.files))),
    }
}

/// Lets the checker prove the certificate again.
fn certify(task: &Task, certificate: &Certificate, mode: Mode) -> Result<(), Complaint> {
    let numbers = match mode.numbers() {
        Numbers::Machine => heureka_certify::Numbers::Machine,
        Numbers::Integer => heureka_certify::Numbers::Integer,
        Numbers::Real => heureka_certify::Numbers::Real,
    };
    let question = Question { program: task.program, properties: task.properties, numbers };
    let limits = solver::Limits { deadline: Some(Instant::now() + PATIENCE), cancel: None };
    match check_certificate(&question, certificate, &SolverFactory::default(), limits) {
        Ok(_) => Ok(()),
        Err(wrong) if wrong.is_definite() => Err(Complaint::Certificate(wrong.to_string())),
        Err(_) if !mode.is_exact() => Ok(()),
        Err(unproved) => Err(Complaint::Uncertified(unproved.to_string())),
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_owned()
}

/// A smaller program about which the engine makes the same kind of mistake, and the mistake.
pub fn shrink_complaint(
    case: &Case,
    complaint: &Complaint,
    budget: shrink::Budget,
    engine: &mut dyn Engine,
) -> (Program, Complaint) {
    let mut last = complaint.clone();
    let small = shrink::shrink(&case.program, budget, |candidate| {
        let Ok(program) = read(&candidate.text()) else { return false };
        let Some(seen) = exhaust(&program, case.mode.numbers(), case.mode.budget()) else { return false };
        match judge_program(candidate, case.mode, seen.truth, engine) {
            Err(found) if found.is_like(complaint) => {
                last = found;
                true
            }
            _ => false,
        }
    });
    (small, last)
}
