//! Checking models with the evaluator, which shares no code with any solver.
//!
//! Invariant: an answer `Satisfiable` that leaves this wrapper has a model that makes every assertion and assumption
//! true which the evaluator can judge. It cannot judge quantifiers, nor division by zero where the solver does not tell
//! what that gives; and very large queries are not judged, to keep checks in proportion.

use std::time::Instant;

use super::stack::AssertionStack;
use super::{Answer, Solver, SolverError, SolverStatistics};
use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::smtlib::print_term;
use crate::value::{Assignment, Value, ZeroDivision, evaluate_all};

/// Queries with more nodes are not judged.
const LARGEST: usize = 50_000;

/// A solver whose models are checked.
pub struct ValidatingSolver<S> {
    inner: S,
    stack: AssertionStack<Judged>,
}

#[derive(Clone, Copy)]
struct Judged {
    term: TermId,
    size: usize,
    has_quantifier: bool,
    /// Whether its value may depend on what division by zero gives.
    may_divide_by_zero: bool,
}

impl<S: Solver> ValidatingSolver<S> {
    pub fn new(inner: S) -> Self {
        ValidatingSolver { inner, stack: AssertionStack::new() }
    }

    fn judge(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<(), SolverError> {
        let assumptions = assumptions.iter().map(|&term| look(terms, term));
        let all: Vec<Judged> = self.stack.assertions().iter().copied().chain(assumptions).collect();
        if all.iter().map(|judged| judged.size).sum::<usize>() > LARGEST {
            return Ok(());
        }
        let model = self.inner.model(terms)?;
        let is_silent = model.by_zero == ZeroDivision::default();
        let roots: Vec<Judged> = all
            .into_iter()
            .filter(|judged| !(judged.has_quantifier || is_silent && judged.may_divide_by_zero))
            .collect();
        let ids: Vec<TermId> = roots.iter().map(|judged| judged.term).collect();
        let values = evaluate_all(terms, &ids, &model).map_err(|error| SolverError::Unsupported(error.to_string()))?;
        match ids.iter().zip(values).find(|(_, value)| *value != Value::Bool(true)) {
            None => Ok(()),
            Some((&term, _)) => {
                let assertion = print_term(terms, term).chars().take(400).collect();
                Err(SolverError::WrongModel { program: self.inner.name().to_owned(), assertion })
            }
        }
    }
}

fn look(terms: &Terms, term: TermId) -> Judged {
    let order = terms.post_order(&[term]);
    let is_zero_possible = |divisor: TermId| {
        let is_other_number = terms.as_int(divisor).is_some_and(|value| !value.is_zero())
            || terms.as_real(divisor).is_some_and(|value| !value.is_zero());
        !is_other_number
    };
    Judged {
        term,
        size: order.len(),
        has_quantifier: order.iter().any(|&node| terms.op(node).is_quantifier()),
        may_divide_by_zero: order.iter().any(|&node| {
            matches!(terms.op(node), Op::Div | Op::IntDiv | Op::Mod) && is_zero_possible(terms.children(node)[1])
        }),
    }
}

impl<S: Solver> Solver for ValidatingSolver<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        self.stack.assert(look(terms, term));
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
        let answer = self.inner.check_assuming(terms, assumptions)?;
        if answer == Answer::Satisfiable {
            self.judge(terms, assumptions)?;
        }
        Ok(answer)
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
