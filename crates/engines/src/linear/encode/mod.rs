//! From edges of the program graph to linear constraints: the paper's α for assignments and β⁺, β⁻ for conditions
//! (paper 000 §4).
//!
//! `normal` turns integer expressions into guarded linear ones, `condition` turns conditions into conjunctions,
//! `arithmetic` and `quotient` know the operators, `access` the arrays, `step` makes the cases of an edge. What is not linear becomes the
//! undefined value `u` (`loss` tells where): the constraints allow more than the program does, never less.

mod access;
mod arithmetic;
mod bounds;
mod case;
mod condition;
mod guards;
mod loss;
mod normal;
mod quotient;
mod step;
#[cfg(test)]
mod tests;

pub use case::{Case, Step};
pub use loss::Approximation;

use std::collections::BTreeSet;

use heureka_ir::passes::Ranges;
use heureka_ir::text::Names;
use heureka_ir::{EdgeId, Program};
use heureka_linear::Numbers;

use super::scope::Scopes;

pub use crate::engine::Arithmetic;

impl Arithmetic {
    /// The numbers that the constraints speak of.
    pub fn numbers(self) -> Numbers {
        match self {
            Arithmetic::Machine | Arithmetic::Integer => Numbers::Integer,
            Arithmetic::Real => Numbers::Real,
        }
    }
}

/// Of one edge, no more approximations than this are told.
const MOST_TOLD: usize = 16;

/// The steps of a program, one for each edge.
#[derive(Clone, Debug)]
pub struct Encoding {
    numbers: Numbers,
    steps: Vec<Step>,
    approximations: Vec<Approximation>,
}

impl Encoding {
    /// Encodes every edge. `ranges` are of the same program; they hold for machine integers and are used for nothing else.
    pub fn of(program: &Program, ranges: Option<&Ranges<'_>>, scopes: &Scopes, numbers: Arithmetic) -> Encoding {
        let mut names: Option<Names> = None;
        let (mut steps, mut approximations) = (Vec::with_capacity(program.edges().len()), Vec::new());
        for edge in program.edge_ids() {
            let (step, losses) = step::encode(program, ranges, scopes, numbers, edge);
            steps.push(step);
            let span = program.edge(edge).span;
            let mut told = BTreeSet::new();
            for loss in losses.into_iter().take(MOST_TOLD) {
                let names = names.get_or_insert_with(|| Names::of(program));
                let what = loss.describe(program, names, edge);
                if told.insert(what.clone()) {
                    approximations.push(Approximation { edge, span, what });
                }
            }
        }
        Encoding { numbers: numbers.numbers(), steps, approximations }
    }

    pub fn step(&self, edge: EdgeId) -> &Step {
        &self.steps[edge.index()]
    }

    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// Where the constraints say less than the program, one entry for each place (of one edge, the first few).
    pub fn approximations(&self) -> &[Approximation] {
        &self.approximations
    }
}
