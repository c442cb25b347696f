//! Questions about an unwound program to a solver: can one of these conditions hold, and with which answers to the
//! interpreter's questions?

use heureka_ir::interpret::Choices;
use heureka_ir::{ExprId, Program};
use heureka_logic::solver::{Answer, SolverError};
use heureka_logic::{Assignment, TermId, Terms};

use super::answers;
use super::encode::Encoder;
use super::ssa::Ssa;
use crate::engine::{Context, StopReason};

/// Why a question has no answer.
pub enum NotSolved {
    Stopped(StopReason),
    Error(SolverError),
}

/// Values with which a condition holds.
pub struct Model(Assignment);

pub struct Solving<'a> {
    ssa: &'a Ssa,
    encoder: Encoder<'a>,
}

impl<'a> Solving<'a> {
    pub fn new(program: &'a Program, ssa: &'a Ssa) -> Solving<'a> {
        Solving { ssa, encoder: Encoder::new(program, ssa) }
    }

    /// The number of terms that these conditions become.
    pub fn size(&mut self, conditions: &[ExprId]) -> u64 {
        let terms = self.terms(conditions);
        self.encoder.terms.dag_size(&terms) as u64
    }

    fn terms(&mut self, conditions: &[ExprId]) -> Vec<TermId> {
        conditions.iter().map(|condition| self.encoder.expr(*condition)).collect()
    }

    /// Values with which one of the conditions holds. Each question has a solver of its own: what Z3 does before it starts
    /// to search, it does only for a solver that is asked once, and on bit-vectors that makes all the difference.
    pub fn can_hold(&mut self, conditions: &[ExprId], cx: &Context) -> Result<Option<Model>, NotSolved> {
        let terms = self.terms(conditions);
        let any = self.encoder.terms.or(&terms);
        if self.encoder.terms.as_bool(any) == Some(false) {
            return Ok(None);
        }
        let ask = |terms: &Terms| -> Result<(Answer, Option<Assignment>), SolverError> {
            let mut solver = cx.solver()?;
            solver.assert(terms, any)?;
            let answer = solver.check(terms)?;
            let model = if answer == Answer::Satisfiable { Some(solver.model(terms)?) } else { None };
            Ok((answer, model))
        };
        match ask(&self.encoder.terms) {
            Ok((Answer::Unknown(why), _)) => {
                Err(NotSolved::Stopped(StopReason::Inconclusive(format!("the solver does not decide: {why}"))))
            }
            Ok((_, model)) => Ok(model.map(Model)),
            Err(SolverError::TimedOut | SolverError::Cancelled) => Err(NotSolved::Stopped(StopReason::Interrupted)),
            Err(error) => Err(NotSolved::Error(error)),
        }
    }

    /// The answers of a model to the interpreter's questions, if it can be said in answers.
    pub fn choices(&mut self, model: &Model) -> Option<Choices> {
        answers::choices(self.ssa, &mut self.encoder, &model.0)
    }
}
