//! Making solvers as the user wants them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{DumpingSolver, Limits, ProcessSolver, Program, Solver, SolverError, ValidatingSolver, Z3Solver};

/// The value of `--solver`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub enum SolverChoice {
    /// The linked Z3.
    #[default]
    Z3,
    Program(Program),
}

impl FromStr for SolverChoice {
    type Err = SolverError;

    /// `z3`, or the path of a program, with arguments or without. A program that is not there is an error.
    fn from_str(text: &str) -> Result<Self, SolverError> {
        if text == "z3" {
            return Ok(SolverChoice::Z3);
        }
        let program = Program::parse(text);
        program.look()?;
        Ok(SolverChoice::Program(program))
    }
}

impl fmt::Display for SolverChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverChoice::Z3 => f.write_str("z3"),
            SolverChoice::Program(program) => f.write_str(&program.name()),
        }
    }
}

/// Makes solvers, from any thread; each stays with the thread that asked for it.
#[derive(Clone, Debug)]
pub struct SolverFactory {
    choice: SolverChoice,
    dump: Option<PathBuf>,
    validates: bool,
    /// How many solvers there were, among all copies of this factory.
    made: Arc<AtomicU32>,
}

impl Default for SolverFactory {
    fn default() -> Self {
        SolverFactory::new(SolverChoice::default())
    }
}

impl SolverFactory {
    /// In debug builds models are checked with the evaluator.
    pub fn new(choice: SolverChoice) -> Self {
        let validates = cfg!(debug_assertions);
        SolverFactory { choice, dump: None, validates, made: Arc::new(AtomicU32::new(0)) }
    }

    /// Every query is also written to this folder, which is made when the first solver is.
    pub fn dumping(mut self, folder: &Path) -> Self {
        self.dump = Some(folder.to_owned());
        self
    }

    /// Whether models are checked with the evaluator.
    pub fn validating(mut self, validates: bool) -> Self {
        self.validates = validates;
        self
    }

    pub fn choice(&self) -> &SolverChoice {
        &self.choice
    }

    pub fn create<'c>(&self, limits: Limits<'c>) -> Result<Box<dyn Solver + 'c>, SolverError> {
        let mut solver: Box<dyn Solver + 'c> = match &self.choice {
            SolverChoice::Z3 => Box::new(Z3Solver::new(limits)),
            SolverChoice::Program(program) => Box::new(ProcessSolver::start(program, limits)?),
        };
        let number = self.made.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(folder) = &self.dump {
            solver = Box::new(DumpingSolver::new(solver, folder, number)?);
        }
        if self.validates {
            solver = Box::new(ValidatingSolver::new(solver));
        }
        Ok(solver)
    }
}
