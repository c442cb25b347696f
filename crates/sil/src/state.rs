//! States, and what formulas mean on them: the forcing relation `⟨α, ι⟩ ⊨ φ` of paper 001, §4, word for word.
//!
//! This is the oracle of every other part: slow, plain, and independent of them. An example that the decision procedure
//! gives was evaluated here before.

use std::collections::BTreeMap;
use std::fmt;

use heureka_number::Int;

use crate::formula::{Body, Difference, Operand, Property, Sign};
use crate::names::{Array, Scalar};
use crate::term::{Base, Term};

/// Integers for scalars, and finite sequences for arrays.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct State {
    /// A scalar that is not listed is 0.
    pub scalars: BTreeMap<Scalar, Int>,
    /// An array that is not listed is empty.
    pub arrays: BTreeMap<Array, Vec<Int>>,
    /// What reads outside the arrays give; 0 where nothing is listed.
    pub outside: BTreeMap<(Array, Int), Int>,
}

impl State {
    pub fn new() -> State {
        State::default()
    }

    pub fn with_scalar(mut self, scalar: impl Into<Scalar>, value: impl Into<Int>) -> State {
        self.scalars.insert(scalar.into(), value.into());
        self
    }

    pub fn with_array(mut self, array: impl Into<Array>, cells: &[i64]) -> State {
        self.arrays.insert(array.into(), cells.iter().map(|cell| Int::from(*cell)).collect());
        self
    }

    pub fn scalar(&self, scalar: &Scalar) -> Int {
        self.scalars.get(scalar).cloned().unwrap_or(Int::ZERO)
    }

    pub fn length(&self, array: &Array) -> usize {
        self.arrays.get(array).map_or(0, Vec::len)
    }

    /// The cell at a position, inside the array or not.
    pub fn cell(&self, array: &Array, position: &Int) -> Int {
        let inside = position.to_i64().and_then(|position| usize::try_from(position).ok());
        let cell = inside.and_then(|position| self.arrays.get(array)?.get(position));
        cell.or_else(|| self.outside.get(&(array.clone(), position.clone()))).cloned().unwrap_or(Int::ZERO)
    }

    pub fn base(&self, base: &Base) -> Int {
        match base {
            Base::Scalar(scalar) => self.scalar(scalar),
            Base::Length(array) => Int::from(self.length(array)),
            Base::Read(array, position) => self.cell(array, &self.term(position)),
        }
    }

    pub fn term(&self, term: &Term) -> Int {
        term.base.as_ref().map_or(Int::ZERO, |base| self.base(base)) + &term.offset
    }

    /// Whether the state satisfies a formula; scalars that a [`crate::Formula`] binds have the values they have here.
    pub fn satisfies(&self, body: &Body) -> bool {
        match body {
            Body::Compare(comparison) => {
                let value = comparison.sum.value(|base| self.base(base));
                match comparison.sign {
                    Sign::AtLeastZero => !value.is_negative(),
                    Sign::EqualZero => value.is_zero(),
                }
            }
            Body::ForAll(property) => self.has_property(property),
            Body::Not(inner) => !self.satisfies(inner),
            Body::And(parts) => parts.iter().all(|part| self.satisfies(part)),
            Body::Or(parts) => parts.iter().any(|part| self.satisfies(part)),
        }
    }

    /// The values of the index for which a property has something to say.
    pub fn indices(&self, property: &Property) -> Indices {
        let mut lower: Vec<Int> = property.lower.iter().map(|term| self.term(term)).collect();
        let mut upper: Vec<Int> = property.upper.iter().map(|term| self.term(term)).collect();
        for (array, offset) in property.cells() {
            lower.push(-Int::from(offset));
            upper.push(Int::from(self.length(&array)) - Int::from(offset + 1));
        }
        match (lower.into_iter().max(), upper.into_iter().min()) {
            (Some(first), Some(last)) if first <= last => Indices::From { first, last },
            (Some(_), Some(_)) => Indices::None,
            (first, last) => Indices::Unbounded { first, last },
        }
    }

    fn has_property(&self, property: &Property) -> bool {
        match self.indices(property) {
            Indices::None => true,
            Indices::From { mut first, last } => {
                while first <= last {
                    if !self.has_value(property, &first) {
                        return false;
                    }
                    first += &Int::ONE;
                }
                true
            }
            Indices::Unbounded { first, last } => self.holds_without_cells(property, first, last),
        }
    }

    /// Whether the value expression holds for one index.
    pub fn has_value(&self, property: &Property, index: &Int) -> bool {
        let holds = |difference: &Difference| {
            self.operand(&difference.left, index) - self.operand(&difference.right, index) <= difference.bound
        };
        property.value.0.iter().any(|conjunction| conjunction.iter().all(holds))
    }

    fn operand(&self, operand: &Operand, index: &Int) -> Int {
        match operand {
            Operand::Zero => Int::ZERO,
            Operand::Index => index.clone(),
            Operand::Cell(array, offset) => self.cell(array, &(index + &Int::from(*offset))),
            Operand::Base(base) => self.base(base),
        }
    }

    /// A property without a cell and without a bound on one side. Its truth can change only at the values with which
    /// the index is compared: one index beyond them on each side stands for the rest.
    fn holds_without_cells(&self, property: &Property, first: Option<Int>, last: Option<Int>) -> bool {
        let mut points = vec![Int::ZERO];
        for difference in property.value.0.iter().flatten() {
            let (left, right) =
                (self.operand(&difference.left, &Int::ZERO), self.operand(&difference.right, &Int::ZERO));
            // i + left − right ≤ bound or left − (i + right) ≤ bound
            let at_most = &difference.bound + &right - &left;
            points.extend([at_most.clone(), -at_most]);
        }
        points.extend(first.iter().chain(&last).cloned());
        let near: Vec<Int> = points.iter().flat_map(|p| (-2..=2).map(move |step| p + &Int::from(step))).collect();
        let within =
            |index: &Int| first.as_ref().is_none_or(|f| f <= index) && last.as_ref().is_none_or(|l| index <= l);
        near.iter().filter(|index| within(index)).all(|index| self.has_value(property, index))
    }
}

/// The indices of a property in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Indices {
    None,
    From {
        first: Int,
        last: Int,
    },
    /// No cell occurs, and a bound is missing.
    Unbounded {
        first: Option<Int>,
        last: Option<Int>,
    },
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self.scalars.iter().map(|(scalar, value)| format!("{scalar} = {value}")).collect();
        for (array, cells) in &self.arrays {
            let cells: Vec<String> = cells.iter().map(Int::to_string).collect();
            parts.push(format!("{array} = {{{}}}", cells.join(", ")));
        }
        for ((array, position), value) in &self.outside {
            parts.push(format!("{array}[{position}] = {value}"));
        }
        f.write_str(&parts.join(", "))
    }
}
