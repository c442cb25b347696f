//! What is kept from one question to the next, and from one bound to the next: terms, circuits, solvers, and what cannot
//! hold.
//!
//! Invariant: what is known of a symbol (the limits of its type) is the same for all bounds, since the name of an input does
//! not depend on the bound. Under induction more may be assumed of an input: its questions have solvers of their own.

use std::collections::HashSet;
use std::time::Instant;

use heureka_logic::sat::SatProblem;
use heureka_logic::solver::{Answer, Solver, SolverError};
use heureka_logic::{Assignment, TermId, Terms};

use crate::engine::Context;

/// More terms are not kept for the next bound: about 100 bytes each.
const MOST_KEPT: usize = 5_000_000;

#[derive(Default)]
pub struct Solvers<'c> {
    pub terms: Terms,
    pub kept: Kept<'c>,
}

#[derive(Default)]
pub struct Kept<'c> {
    /// Terms that were shown to be false in all executions.
    pub impossible: HashSet<TermId>,
    /// For propositional logic.
    pub sat: Option<SatProblem<'c>>,
    /// For integers, the second one if they are only compared and numbers added to them.
    pub smt: [Option<Asked<'c>>; 2],
}

impl Solvers<'_> {
    /// Forgets what has become too large to be kept.
    pub fn begin(&mut self) {
        if self.terms.len() > MOST_KEPT {
            *self = Solvers::default();
        }
        self.kept.sat.take_if(|sat| sat.is_half_full());
    }
}

/// An SMT solver that is asked more than once.
pub struct Asked<'c> {
    solver: Box<dyn Solver + 'c>,
    /// The facts that it knows.
    told: HashSet<TermId>,
}

impl<'c> Asked<'c> {
    pub fn new(only_differences: bool, cx: &Context<'c>) -> Result<Asked<'c>, SolverError> {
        let mut solver = cx.solver()?;
        if only_differences {
            solver.expect_differences();
        }
        Ok(Asked { solver, told: HashSet::new() })
    }

    /// Whether a question, all of its terms, can be true, with facts that hold in any case and are kept. What helps with one
    /// question only belongs to the question: thousands of such facts, kept, made later questions many times slower.
    pub fn ask(
        &mut self,
        terms: &Terms,
        question: &[TermId],
        facts: &[TermId],
        deadline: Option<Instant>,
    ) -> Result<(Answer, Option<Assignment>), SolverError> {
        self.solver.set_deadline(deadline);
        for &fact in facts {
            if self.told.insert(fact) {
                self.solver.assert(terms, fact)?;
            }
        }
        self.solver.push()?;
        for &term in question {
            self.solver.assert(terms, term)?;
        }
        let answer = self.solver.check(terms)?;
        let model = if answer == Answer::Satisfiable { Some(self.solver.model(terms)?) } else { None };
        self.solver.pop()?;
        Ok((answer, model))
    }
}
