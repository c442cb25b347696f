//! A path of the boolean program in the program itself: its formula, and whether it can be executed.
//!
//! Static single assignment form: a variable has a new name behind each step that changes it, and only there.

use heureka_ir::EdgeId;
use heureka_logic::solver::{Answer, SolverError};
use heureka_logic::{Assignment, Substitution, TermId};

use crate::engine::Context;
use crate::predicates::block::{Ask, OneStep};
use crate::predicates::encode::Encoder;
use crate::predicates::refine::{instance, searching};

/// A step on a path.
pub struct Placed<'a> {
    pub edge: EdgeId,
    pub step: &'a OneStep,
    /// What the symbols of the step are called here: variables before it, and its inputs.
    pub names: Substitution,
    /// What variables and arrays are behind it, where it changes them: the plain symbol, its new name, and the value under the names
    /// before the step; `None` for what has any value.
    pub changed: Vec<(TermId, TermId, Option<TermId>)>,
    /// The condition of the step.
    pub guard: TermId,
    pub sides: Vec<TermId>,
}

pub struct Path<'a> {
    pub steps: Vec<Placed<'a>>,
}

pub enum Feasible {
    Yes(Box<Assignment>),
    No,
    Unknown(String),
}

impl<'a> Path<'a> {
    pub fn new(encoder: &mut Encoder, taken: impl IntoIterator<Item = (EdgeId, &'a OneStep)>) -> Path<'a> {
        let plain: Vec<TermId> = encoder.vars.iter().chain(&encoder.arrays).copied().collect();
        let mut now: Vec<TermId> = plain.iter().map(|symbol| instance(encoder, *symbol, 0)).collect();
        let mut steps = Vec::new();
        for (at, (edge, step)) in taken.into_iter().enumerate() {
            let symbol = |encoder: &Encoder, term: TermId| encoder.terms.as_constant(term).expect("a symbol");
            let mut names: Substitution =
                plain.iter().zip(&now).map(|(plain, name)| (symbol(encoder, *plain), *name)).collect();
            for &input in &step.block.inputs {
                let name = instance(encoder, input, at);
                names.insert(symbol(encoder, input), name);
            }
            let before = step.before.vars.iter().map(|value| value.map(|value| value.term));
            let before: Vec<Option<TermId>> = before.chain(step.before.arrays.iter().map(|term| Some(*term))).collect();
            let after = step.after.vars.iter().map(|value| value.map(|value| value.term));
            let after: Vec<Option<TermId>> = after.chain(step.after.arrays.iter().map(|term| Some(*term))).collect();
            let mut changed = Vec::new();
            for place in 0..plain.len() {
                if at > 0 && before[place] == after[place] {
                    continue;
                }
                let value = after[place].map(|value| encoder.terms.substitute(value, &names));
                let name = instance(encoder, plain[place], at + 1);
                changed.push((plain[place], name, value));
                now[place] = name;
            }
            let guard = encoder.terms.substitute(step.after.path, &names);
            let sides = step.block.sides.iter().map(|side| encoder.terms.substitute(*side, &names)).collect();
            steps.push(Placed { edge, step, names, changed, guard, sides });
        }
        Path { steps }
    }

    /// All that a step says.
    pub fn parts(&self, encoder: &mut Encoder, at: usize) -> Vec<TermId> {
        let placed = &self.steps[at];
        let mut parts = vec![placed.guard];
        for (_, name, value) in &placed.changed {
            if let Some(value) = value {
                parts.push(encoder.terms.eq(*name, *value));
            }
        }
        parts.extend(&placed.sides);
        parts
    }

    /// Whether the program can take the path.
    pub fn feasible(&self, encoder: &mut Encoder, cx: &Context) -> Result<Feasible, SolverError> {
        let mut solver = searching(cx)?;
        for at in 0..self.steps.len() {
            for part in self.parts(encoder, at) {
                solver.assert(&encoder.terms, part)?;
            }
        }
        Ok(match solver.check(&encoder.terms)? {
            Answer::Satisfiable => Feasible::Yes(Box::new(solver.model(&encoder.terms)?)),
            Answer::Unsatisfiable => Feasible::No,
            Answer::Unknown(why) => Feasible::Unknown(why.to_string()),
        })
    }

    /// The questions of each step, and what its symbols are called here.
    pub fn asked(&self) -> impl Iterator<Item = (&[Ask], &Substitution)> {
        self.steps.iter().map(|placed| (&placed.step.block.asks[..], &placed.names))
    }
}
