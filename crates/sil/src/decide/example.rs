//! An example, cell by cell: scalars and lengths are known, every property is spelled out at each of its indices, and the
//! solver finds the cells. Nothing of the powers is used here, so an example is evidence of its own.

use std::collections::BTreeMap;

use heureka_logic::solver::{Answer, Solver, Z3Solver};
use heureka_logic::{SortId, TermId, Terms, Value, evaluate};
use heureka_number::Int;

use super::encoding::Sketch;
use crate::formula::{Body, Difference, Operand, Property, Sign};
use crate::limits::{Limits, Reason};
use crate::names::Array;
use crate::state::{Indices, State};
use crate::term::{Base, Term};

struct Grounding<'s> {
    terms: Terms,
    /// Scalars as in the sketch, arrays of the right lengths; the cells do not matter.
    frame: &'s State,
    cells: BTreeMap<(Array, Int), TermId>,
}

/// A state with the sketch's scalars and lengths that satisfies the body, if there is one.
pub fn state(body: &Body, sketch: &Sketch, limits: Limits<'_>) -> Result<Option<State>, Reason> {
    let mut frame = State::new();
    for (base, value) in &sketch.values {
        match base {
            Base::Scalar(scalar) if scalar.name().starts_with("witness ") => {}
            Base::Scalar(scalar) => {
                frame.scalars.insert(scalar.clone(), value.clone());
            }
            Base::Length(array) => {
                let length = value.to_i64().and_then(|length| usize::try_from(length).ok());
                let length = length.ok_or_else(|| Reason::Solver("an array of impossible length".to_owned()))?;
                frame.arrays.insert(array.clone(), vec![Int::ZERO; length]);
            }
            Base::Read(..) => {}
        }
    }
    let reads: BTreeMap<&Base, &Int> = sketch.values.iter().collect();
    let mut ground = Grounding { terms: Terms::new(), frame: &frame, cells: BTreeMap::new() };
    let mut solver = Z3Solver::new(limits);
    // Reads that other terms depend on keep their values, so that positions are known.
    for (base, value) in &reads {
        if let Base::Read(array, position) = base {
            let place = sketch_term(position, &sketch.values);
            let cell = ground.cell(array, &place);
            let number = ground.terms.int((*value).clone());
            let fixed = ground.terms.eq(cell, number);
            solver.assert(&ground.terms, fixed)?;
        }
    }
    let claim = ground.body(body, &sketch.values);
    solver.assert(&ground.terms, claim)?;
    match solver.check(&ground.terms)? {
        Answer::Unsatisfiable => return Ok(None),
        Answer::Unknown(reason) => return Err(Reason::Solver(reason)),
        Answer::Satisfiable => {}
    }
    let model = solver.model(&ground.terms)?;
    let Grounding { terms, cells, .. } = ground;
    let mut state = frame.clone();
    for ((array, position), term) in cells {
        let Ok(Value::Int(value)) = evaluate(&terms, term, &model) else {
            return Err(Reason::Solver("a cell without a number".to_owned()));
        };
        let inside = position.to_i64().and_then(|position| usize::try_from(position).ok());
        match inside.and_then(|position| state.arrays.get_mut(&array)?.get_mut(position)) {
            Some(cell) => *cell = value,
            None => {
                state.outside.insert((array, position), value);
            }
        }
    }
    Ok(Some(state))
}

fn sketch_term(term: &Term, values: &BTreeMap<Base, Int>) -> Int {
    term.base.as_ref().map_or(Int::ZERO, |base| values.get(base).cloned().unwrap_or(Int::ZERO)) + &term.offset
}

impl Grounding<'_> {
    fn cell(&mut self, array: &Array, position: &Int) -> TermId {
        let key = (array.clone(), position.clone());
        *self.cells.entry(key).or_insert_with(|| self.terms.fresh("cell", SortId::INT))
    }

    fn base(&mut self, base: &Base, values: &BTreeMap<Base, Int>) -> TermId {
        match base {
            Base::Read(array, position) => {
                let place = sketch_term(position, values);
                self.cell(array, &place)
            }
            Base::Scalar(scalar) => self.terms.int(self.frame.scalar(scalar)),
            Base::Length(array) => self.terms.int(i64::try_from(self.frame.length(array)).expect("a short array")),
        }
    }

    fn body(&mut self, body: &Body, values: &BTreeMap<Base, Int>) -> TermId {
        match body {
            Body::Compare(comparison) => {
                let mut parts = vec![self.terms.int(comparison.sum.constant().clone())];
                for (base, coefficient) in comparison.sum.terms() {
                    let base = self.base(base, values);
                    let coefficient = self.terms.int(coefficient.clone());
                    parts.push(self.terms.mul(&[coefficient, base]));
                }
                let sum = self.terms.add(&parts);
                let zero = self.terms.int(0);
                match comparison.sign {
                    Sign::AtLeastZero => self.terms.ge(sum, zero),
                    Sign::EqualZero => self.terms.eq(sum, zero),
                }
            }
            Body::ForAll(property) => self.property(property, values),
            Body::Not(inner) => {
                let inner = self.body(inner, values);
                self.terms.not(inner)
            }
            Body::And(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.body(part, values)).collect();
                self.terms.and(&parts)
            }
            Body::Or(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.body(part, values)).collect();
                self.terms.or(&parts)
            }
        }
    }

    fn property(&mut self, property: &Property, values: &BTreeMap<Base, Int>) -> TermId {
        // Bounds that are reads have the values of the sketch, which the caller asserts.
        let known = |term: &Term| Term::number(sketch_term(term, values));
        let bounded = Property {
            lower: property.lower.iter().map(known).collect(),
            upper: property.upper.iter().map(known).collect(),
            value: property.value.clone(),
        };
        let Indices::From { first, last } = self.frame.indices(&bounded) else { return self.terms.bool(true) };
        let mut all = Vec::new();
        let mut index = first;
        while index <= last {
            let mut alternatives = Vec::new();
            for conjunction in &property.value.0 {
                let mut parts = Vec::new();
                for Difference { left, right, bound } in conjunction {
                    let left = self.operand(left, &index, values);
                    let right = self.operand(right, &index, values);
                    let bound = self.terms.int(bound.clone());
                    let most = self.terms.add(&[right, bound]);
                    parts.push(self.terms.le(left, most));
                }
                alternatives.push(self.terms.and(&parts));
            }
            all.push(self.terms.or(&alternatives));
            index += &Int::ONE;
        }
        self.terms.and(&all)
    }

    fn operand(&mut self, operand: &Operand, index: &Int, values: &BTreeMap<Base, Int>) -> TermId {
        match operand {
            Operand::Zero => self.terms.int(0),
            Operand::Index => self.terms.int(index.clone()),
            Operand::Cell(array, offset) => self.cell(array, &(index + &Int::from(*offset))),
            Operand::Base(base) => self.base(base, values),
        }
    }
}
