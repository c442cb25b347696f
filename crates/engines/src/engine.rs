//! What an engine is given and what it owes.
//!
//! `Safe` and `Unsafe` cannot be built without their evidence; what an engine cannot decide it answers with the reason.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use heureka_ir::interpret::{Failure, Limits, Numbers, Options};
use heureka_ir::{Certificate, EdgeId, Fault, Files, Invariants, Program, Property, Span, Trace};
use heureka_logic::solver::{self, Solver, SolverError, SolverFactory};

use crate::learned::{Learned, LearnedCell};

/// A way to decide programs.
pub trait Engine {
    fn info(&self) -> EngineInfo;
    fn run(&mut self, task: &Task, cx: &mut Context) -> Result<Outcome, EngineError>;
}

/// What users read about an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// Whether it asks a solver, so that the choice of one matters.
    pub uses_solver: bool,
    /// What it does and what programs it is for, in one sentence.
    pub summary: &'static str,
    /// Where the method was published.
    pub paper: Option<&'static str>,
}

/// What numbers are: `--numbers`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Arithmetic {
    /// C's integers.
    #[default]
    Machine,
    /// The papers' ℤ.
    Integer,
    /// ℝ.
    Real,
}

/// The question: can an execution of the program end with a fault of one of the properties?
#[derive(Clone, Copy, Debug)]
pub struct Task<'p> {
    pub program: &'p Program,
    pub properties: &'p BTreeSet<Property>,
    pub numbers: Arithmetic,
    /// For each edge whether what it does can matter to the properties (see slicing); without this all edges matter.
    pub relevant: Option<&'p [bool]>,
}

impl<'p> Task<'p> {
    pub fn new(program: &'p Program, properties: &'p BTreeSet<Property>) -> Task<'p> {
        Task { program, properties, numbers: Arithmetic::Machine, relevant: None }
    }

    /// True when the fault is an error, false when it is undefined behaviour that nobody asked about.
    pub fn asks_for(&self, fault: Fault) -> bool {
        self.properties.contains(&fault.property())
    }

    /// The properties that are asked for and whose faults are no locations of the program, but ends of its steps. Nothing
    /// overflows where numbers have no limits.
    pub fn step_properties(&self) -> Vec<Property> {
        let is_of_steps = |property: &Property| match property {
            Property::Unreach => false,
            Property::Overflow => self.numbers == Arithmetic::Machine,
            _ => true,
        };
        self.properties.iter().copied().filter(is_of_steps).collect()
    }

    pub fn is_relevant(&self, edge: EdgeId) -> bool {
        self.relevant.is_none_or(|relevant| relevant[edge.index()])
    }

    /// How the interpreter must run the program to see the faults that are asked for.
    pub fn interpreter_options(&self) -> Options {
        let numbers = match self.numbers {
            Arithmetic::Machine => Numbers::Machine,
            Arithmetic::Integer => Numbers::Integer,
            Arithmetic::Real => Numbers::Real,
        };
        Options { numbers, check_shift_overflow: self.properties.contains(&Property::Overflow) }
    }
}

/// What surrounds the run of an engine.
pub struct Context<'c> {
    pub deadline: Option<Instant>,
    /// Bytes that the engine may use; without this, what is usual for it.
    pub memory: Option<u64>,
    pub cancel: &'c AtomicBool,
    /// Makes the solvers that the user wants; see [`Context::solver`].
    pub solvers: SolverFactory,
    pub seed: u64,
    /// What the engine counted, in the order in which users read it.
    pub statistics: Vec<Statistic>,
    /// What users read above the verdict, line by line.
    pub notes: Vec<String>,
    /// What users read only if they ask for more: each a text of several lines.
    pub details: Option<Vec<String>>,
    /// Called with one line about what is being done, as often as the engine likes.
    pub progress: Option<&'c mut dyn FnMut(&str)>,
    /// What others have learned so far.
    pub learned: Option<&'c Mutex<Vec<Learned>>>,
    /// Called with what the engine learned, for others.
    pub teach: Option<&'c dyn Fn(&Learned)>,
}

impl<'c> Context<'c> {
    pub fn new(cancel: &'c AtomicBool) -> Context<'c> {
        let solvers = SolverFactory::default();
        Context {
            deadline: None,
            memory: None,
            cancel,
            solvers,
            seed: 0,
            statistics: Vec::new(),
            notes: Vec::new(),
            details: None,
            progress: None,
            learned: None,
            teach: None,
        }
    }

    pub fn is_interrupted(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline)
    }

    /// Limits for an execution that ends when the engine must.
    pub fn limits(&self, steps: u64) -> Limits<'c> {
        let usual = Limits::default();
        let memory = self.memory.unwrap_or(usual.memory);
        Limits { steps, memory, deadline: self.deadline, cancel: Some(self.cancel), ..usual }
    }

    /// A new solver that stops when the engine must. It is dear: keep it.
    pub fn solver(&self) -> Result<Box<dyn Solver + 'c>, SolverError> {
        self.solvers.create(solver::Limits::new(self.deadline, self.cancel))
    }

    pub fn report(&mut self, line: &str) {
        if let Some(progress) = &mut self.progress {
            progress(line);
        }
    }

    /// Tells others what the engine learned.
    pub fn teach(&self, learned: impl FnOnce() -> Learned) {
        if let Some(teach) = self.teach {
            teach(&learned());
        }
    }

    /// The newest invariants that others have found, and how many they have found so far.
    pub fn invariants_of_others(&self) -> Option<(Invariants, usize)> {
        let learned = self.learned?.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = learned.iter().filter_map(|learned| match learned {
            Learned::Invariants(invariants) => Some(invariants),
            Learned::NoErrorWithin(_) | Learned::StepsLeft(_) | Learned::Cells(_) => None,
        });
        let count = found.clone().count();
        Some((found.next_back()?.clone(), count))
    }

    /// The sets of cells that others have told of so far, in their order.
    pub fn cells_of_others(&self) -> Vec<Vec<LearnedCell>> {
        let Some(learned) = self.learned else { return Vec::new() };
        let learned = learned.lock().unwrap_or_else(PoisonError::into_inner);
        let cells = learned.iter().filter_map(|learned| match learned {
            Learned::Cells(cells) => Some(cells.clone()),
            Learned::NoErrorWithin(_) | Learned::StepsLeft(_) | Learned::Invariants(_) => None,
        });
        cells.collect()
    }

    pub fn count(&mut self, name: &'static str, value: u64) {
        self.statistics.push(Statistic { name, value });
    }
}

/// Something that an engine counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statistic {
    pub name: &'static str,
    pub value: u64,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Safe(Certificate),
    Unsafe(Trace),
    Unknown(StopReason),
}

/// Why there is no verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Time is up, or somebody else has answered.
    Interrupted,
    /// A construct that is not modelled can be reached, or a value that it gives can matter.
    Unmodelled { what: Box<str>, span: Span },
    /// The only execution ends with undefined behaviour that nobody asked about.
    UndefinedBehaviour(Failure),
    /// An error was found, and not made an execution because nobody asked for it.
    Unconfirmed,
    /// The method came to its end without a result; the text says how far it came.
    Inconclusive(String),
}

impl StopReason {
    /// The reason as a sentence without a full stop.
    pub fn describe(&self, files: &Files) -> String {
        match self {
            StopReason::Interrupted => "time is up".to_owned(),
            StopReason::Unconfirmed => "an error was found, and not confirmed".to_owned(),
            StopReason::Unmodelled { what, span } if span.is_none() => format!("not modelled: {what}"),
            StopReason::Unmodelled { what, span } => format!("not modelled: {what} at {}", files.place(*span)),
            StopReason::UndefinedBehaviour(failure) => {
                format!(
                    "every execution ends with undefined behaviour: {} at {}",
                    failure.fault,
                    files.place(failure.span)
                )
            }
            StopReason::Inconclusive(text) => text.clone(),
        }
    }
}

/// A bug of ours that an engine noticed itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineError {
    pub engine: &'static str,
    pub message: String,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal error in engine {}: {}", self.engine, self.message)
    }
}

impl std::error::Error for EngineError {}
