//! The abstract post: which predicates hold behind a block, for all states of a region.
//!
//! Cartesian: each predicate by itself, so that the region is one conjunction. Boolean: all combinations of predicates that
//! are possible, found model by model.

use std::collections::HashMap;

use heureka_logic::solver::{Answer, Solver, SolverError};
use heureka_logic::{Substitution, TermId, Value, evaluate_all};

use super::block::{Block, Exit};
use super::encode::{Encoder, State};
use super::graph::Target;
use super::places::Place;
use super::region::{Cube, Region, literal};

/// More combinations are not listed: then the abstraction is Cartesian.
const MOST_CUBES: usize = 2_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Cartesian,
    Boolean,
}

/// What a predicate is behind a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    Always,
    Never,
    Sometimes,
}

/// From where, with which region, to where.
type Way = (Place, TermId, Target);

/// Computes posts, and remembers what the solver said.
#[derive(Default)]
pub struct Posts {
    possible: HashMap<Way, bool>,
    truths: HashMap<(Way, TermId), Truth>,
    pub questions: u64,
}

/// A block from a node to one of its exits.
pub struct Step<'a> {
    pub from: Place,
    pub region: &'a Region,
    pub block: &'a Block,
    pub exit: &'a Exit,
}

impl Step<'_> {
    fn way(&self) -> Way {
        (self.from, self.region.term, self.exit.to)
    }
}

impl Posts {
    /// Whether there is a way along the block.
    pub fn is_possible(
        &mut self,
        encoder: &Encoder,
        solver: &mut dyn Solver,
        step: &Step,
    ) -> Result<bool, SolverError> {
        if let Some(known) = self.possible.get(&step.way()) {
            return Ok(*known);
        }
        solver.push()?;
        assume(encoder, solver, step)?;
        self.questions += 1;
        // What the solver does not know is taken to be possible.
        let possible = solver.check(&encoder.terms)? != Answer::Unsatisfiable;
        solver.pop()?;
        self.possible.insert(step.way(), possible);
        Ok(possible)
    }

    /// The region behind the block; `None` if there is no way along it.
    pub fn post(
        &mut self,
        encoder: &mut Encoder,
        solver: &mut dyn Solver,
        step: &Step,
        predicates: &[TermId],
        shape: Shape,
    ) -> Result<Option<Region>, SolverError> {
        if !self.is_possible(encoder, solver, step)? {
            return Ok(None);
        }
        let way = step.way();
        let meanings: Vec<TermId> =
            predicates.iter().map(|predicate| meaning(encoder, &step.exit.state, *predicate)).collect();
        let mut model: Option<Vec<Value>> = None;
        solver.push()?;
        assume(encoder, solver, step)?;
        for (at, &predicate) in predicates.iter().enumerate() {
            if self.truths.contains_key(&(way, predicate)) {
                continue;
            }
            let holds = meanings[at];
            if let Some(value) = encoder.terms.as_bool(holds) {
                self.truths.insert((way, predicate), if value { Truth::Always } else { Truth::Never });
                continue;
            }
            // One model shows for each predicate that it can hold, or that it can fail.
            if model.is_none() {
                self.questions += 1;
                if solver.check(&encoder.terms)? == Answer::Satisfiable {
                    let found = solver.model(&encoder.terms)?;
                    model = evaluate_all(&encoder.terms, &meanings, &found).ok();
                }
            }
            let seen = model.as_ref().and_then(|values| values[at].as_bool());
            let mut can = |encoder: &mut Encoder, value: bool| -> Result<bool, SolverError> {
                if seen == Some(value) {
                    return Ok(true);
                }
                let assumed = literal(&mut encoder.terms, (holds, value));
                self.questions += 1;
                solver.push()?;
                solver.assert(&encoder.terms, assumed)?;
                let possible = solver.check(&encoder.terms)? != Answer::Unsatisfiable;
                solver.pop()?;
                Ok(possible)
            };
            let truth = match (can(encoder, true)?, can(encoder, false)?) {
                (true, false) => Truth::Always,
                (false, true) => Truth::Never,
                _ => Truth::Sometimes,
            };
            self.truths.insert((way, predicate), truth);
        }
        let mut fixed = Cube::new();
        let mut open = Vec::new();
        for (&predicate, &holds) in predicates.iter().zip(&meanings) {
            match self.truths[&(way, predicate)] {
                Truth::Always => fixed.push((predicate, true)),
                Truth::Never => fixed.push((predicate, false)),
                Truth::Sometimes => open.push((predicate, holds)),
            }
        }
        let cubes = match shape {
            Shape::Boolean if open.len() > 1 => self.combinations(encoder, solver, &open)?,
            _ => None,
        };
        solver.pop()?;
        let cubes = match cubes {
            None => vec![fixed],
            Some(cubes) => cubes.into_iter().map(|cube| [&fixed[..], &cube].concat()).collect(),
        };
        Ok(Some(Region::new(&mut encoder.terms, cubes)))
    }

    /// All combinations of the predicates that are possible; `None` if there are too many, or if the solver does not know.
    fn combinations(
        &mut self,
        encoder: &mut Encoder,
        solver: &mut dyn Solver,
        open: &[(TermId, TermId)],
    ) -> Result<Option<Vec<Cube>>, SolverError> {
        let meanings: Vec<TermId> = open.iter().map(|(_, holds)| *holds).collect();
        let mut cubes = Vec::new();
        solver.push()?;
        let complete = loop {
            self.questions += 1;
            match solver.check(&encoder.terms)? {
                Answer::Unsatisfiable => break true,
                Answer::Unknown(_) => break false,
                Answer::Satisfiable if cubes.len() == MOST_CUBES => break false,
                Answer::Satisfiable => {}
            }
            let model = solver.model(&encoder.terms)?;
            let values = evaluate_all(&encoder.terms, &meanings, &model).ok();
            let values: Option<Vec<bool>> = values.and_then(|values| values.iter().map(Value::as_bool).collect());
            let Some(values) = values else { break false };
            cubes.push(open.iter().zip(&values).map(|((predicate, _), value)| (*predicate, *value)).collect());
            let others: Vec<TermId> = meanings
                .iter()
                .zip(&values)
                .map(|(holds, value)| literal(&mut encoder.terms, (*holds, !value)))
                .collect();
            let other = encoder.terms.or(&others);
            solver.assert(&encoder.terms, other)?;
        };
        solver.pop()?;
        Ok(complete.then_some(cubes))
    }
}

/// Asserts that an execution in the region goes along the block.
fn assume(encoder: &Encoder, solver: &mut dyn Solver, step: &Step) -> Result<(), SolverError> {
    solver.assert(&encoder.terms, step.region.term)?;
    for &side in &step.block.sides {
        solver.assert(&encoder.terms, side)?;
    }
    solver.assert(&encoder.terms, step.exit.state.path)
}

/// A predicate in a state.
pub fn meaning(encoder: &mut Encoder, state: &State, predicate: TermId) -> TermId {
    let mut substitution = Substitution::new();
    for symbol in encoder.terms.free_symbols(&[predicate]) {
        if let Some(value) = encoder.value_of(symbol, state) {
            substitution.insert(symbol, value);
        }
    }
    let term = encoder.terms.substitute(predicate, &substitution);
    encoder.simple(term)
}
