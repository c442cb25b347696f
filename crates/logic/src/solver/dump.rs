//! Writing every query to a folder, so that any solver can repeat it.
//!
//! Invariant: a file is one whole query, the same text for the same run: `SOLVER-CHECK.smt2`, both counted from 1. It is
//! written before the solver is asked, since the query that never comes back is the one to look at; its `:status` follows
//! with the answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::stack::AssertionStack;
use super::{Answer, Solver, SolverError, SolverStatistics};
use crate::pool::{TermId, Terms};
use crate::smtlib::{print_declaration, print_term};
use crate::value::Assignment;

/// A solver whose queries are written to a folder.
pub struct DumpingSolver<S> {
    inner: S,
    folder: PathBuf,
    /// The number of the solver.
    number: u32,
    checks: u32,
    stack: AssertionStack<TermId>,
}

impl<S: Solver> DumpingSolver<S> {
    /// Makes the folder where it does not exist.
    pub fn new(inner: S, folder: &Path, number: u32) -> Result<Self, SolverError> {
        fs::create_dir_all(folder).map_err(|error| cannot_dump(folder, &error))?;
        Ok(DumpingSolver { inner, folder: folder.to_owned(), number, checks: 0, stack: AssertionStack::new() })
    }
}

fn cannot_dump(file: &Path, error: &std::io::Error) -> SolverError {
    SolverError::CannotDump { file: file.display().to_string(), problem: error.to_string() }
}

/// Everything before the query itself.
fn head(status: &str, note: &str) -> String {
    format!("(set-info :smt-lib-version 2.6)\n(set-info :source |Heureka|)\n(set-info :status {status})\n{note}")
}

fn query_text(terms: &Terms, assertions: &[TermId]) -> String {
    let mut text = "(set-logic ALL)\n".to_owned();
    for symbol in terms.free_symbols(assertions) {
        text.push_str(&print_declaration(terms, symbol));
        text.push('\n');
    }
    for &assertion in assertions {
        text.push_str(&format!("(assert {})\n", print_term(terms, assertion)));
    }
    text + "(check-sat)\n(exit)\n"
}

impl<S: Solver> Solver for DumpingSolver<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        self.stack.assert(term);
        self.inner.assert(terms, term)
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.stack.push();
        self.inner.push()
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        self.stack.pop();
        self.inner.pop()
    }

    fn check_assuming(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.checks += 1;
        let file = self.folder.join(format!("{:03}-{:06}.smt2", self.number, self.checks));
        let all: Vec<TermId> = self.stack.assertions().iter().chain(assumptions).copied().collect();
        let query = query_text(terms, &all);
        let write = |status: &str, note: &str| {
            fs::write(&file, head(status, note) + &query).map_err(|error| cannot_dump(&file, &error))
        };
        write("unknown", "; no answer yet\n")?;
        let result = self.inner.check_assuming(terms, assumptions);
        let name = self.inner.name().replace('\n', " ");
        let status = match &result {
            Ok(Answer::Satisfiable) => "sat",
            Ok(Answer::Unsatisfiable) => "unsat",
            Ok(Answer::Unknown(_)) | Err(_) => "unknown",
        };
        let note = match &result {
            Ok(Answer::Unknown(reason)) => format!("; answered by {name}: {}\n", reason.replace('\n', " ")),
            Ok(_) => format!("; answered by {name}\n"),
            Err(error) => format!("; {}\n", error.to_string().replace('\n', " ")),
        };
        write(status, &note)?;
        result
    }

    fn model(&mut self, terms: &Terms) -> Result<Assignment, SolverError> {
        self.inner.model(terms)
    }

    fn unsat_core(&mut self) -> Result<Vec<TermId>, SolverError> {
        self.inner.unsat_core()
    }

    fn expect_differences(&mut self) {
        self.inner.expect_differences();
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.inner.set_deadline(deadline);
    }

    fn statistics(&self) -> &SolverStatistics {
        self.inner.statistics()
    }
}
