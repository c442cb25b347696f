//! The relation of one segment: what holds from a position to the next while some properties are active, and its powers.
//!
//! A property is normalised so that its leftmost cell is `a[i]`. With `W` the reach of an array (the largest offset of its
//! cells, at least 1), the cells `a[p], …, a[p + W − 1]` are the state at position `p`, and one step relates
//! `a[p], …, a[p + W]`: the last one is the last cell of the next state. The paper introduces arrays for the cells in
//! between instead (§4.1, normal form (i)), with the same effect.

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::relations::{
    Bounds, ClosedForm, Constraint, Differences, Limits as PowerLimits, Literal, Relation,
};

use crate::formula::{Difference, Operand, Property};
use crate::limits::Reason;
use crate::names::Array;
use crate::term::{Base, Term};

/// An array property, normalised: `each lower ≤ i ∧ i < each end → value`, the bounds of the arrays included.
#[derive(Clone, Debug)]
pub struct Normal {
    pub lower: Vec<Term>,
    pub end: Vec<Term>,
    /// The disjuncts of the value expression; an index in it is the normalised one.
    pub value: Vec<Vec<Difference>>,
}

impl Normal {
    pub fn new(property: &Property) -> Result<Normal, Reason> {
        let cells = property.cells();
        if cells.is_empty() && (property.lower.is_empty() || property.upper.is_empty()) {
            return Err(Reason::TooHard(format!("a property without a cell and without bounds: {property}")));
        }
        let property = property.from_first_cell();
        let mut lower = property.lower.clone();
        let mut end: Vec<Term> = property.upper.iter().map(|term| term.plus(1)).collect();
        if !cells.is_empty() {
            lower.push(Term::number(0));
        }
        end.extend(property.cells().iter().map(|(array, offset)| Term::length(array.clone()).plus(-offset)));
        for terms in [&mut lower, &mut end] {
            terms.sort();
            terms.dedup();
        }
        let value = property.value.0;
        Ok(Normal { lower, end, value })
    }

    pub fn operands(&self) -> impl Iterator<Item = &Operand> {
        self.value.iter().flatten().flat_map(|difference| [&difference.left, &difference.right])
    }

    pub fn mentions(&self, array: &Array) -> bool {
        self.operands().any(|operand| matches!(operand, Operand::Cell(name, _) if name == array))
    }

    pub fn is_conjunctive(&self) -> bool {
        self.value.len() == 1
    }
}

/// The reach of each array.
pub type Reach = BTreeMap<Array, i64>;

/// What a place of a segment's relation stands for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Counter {
    /// `a[p + offset]`.
    Cell(Array, i64),
    Index,
    Parameter(Base),
}

/// The relation of a segment with its powers; place `k` of it stands for `counters[k]`.
pub struct Segment {
    pub counters: Vec<Counter>,
    pub powers: ClosedForm<Differences>,
}

/// The relation that holds while the properties are active.
pub fn segment(active: &[&Normal], reach: &Reach) -> Result<Segment, Reason> {
    let mut counters = BTreeSet::new();
    // An array of which a state has several cells moves along even where nothing is said of it.
    let mut arrays: BTreeSet<&Array> = reach.iter().filter(|(_, reach)| **reach > 1).map(|(array, _)| array).collect();
    for operand in active.iter().flat_map(|normal| normal.operands()) {
        match operand {
            Operand::Zero => {}
            Operand::Index => {
                counters.insert(Counter::Index);
            }
            Operand::Cell(array, _) => {
                arrays.insert(array);
            }
            Operand::Base(base) => {
                counters.insert(Counter::Parameter(base.clone()));
            }
        }
    }
    for array in arrays {
        counters.extend((0..reach[array]).map(|offset| Counter::Cell(array.clone(), offset)));
    }
    let counters: Vec<Counter> = counters.into_iter().collect();
    let places = Places { counters: &counters, reach };
    let size = counters.len();
    let mut constraints = Vec::new();
    for (place, counter) in counters.iter().enumerate() {
        match counter {
            Counter::Index => constraints.extend(Constraint::equal(size + place, place, 1)),
            Counter::Parameter(_) => constraints.extend(Constraint::equal(size + place, place, 0)),
            Counter::Cell(array, offset) => {
                if offset + 1 < reach[array] {
                    constraints.extend(Constraint::equal(size + place, places.of_cell(array, offset + 1), 0));
                }
            }
        }
    }
    let mut bounds = Bounds::<Differences>::new(2 * size, &constraints).expect("differences only");
    for normal in active {
        let nothing = Bounds::empty(2 * size);
        let hull = normal.value.iter().fold(nothing, |hull, conjunction| {
            let rows = conjunction.iter().map(|difference| places.constraint(difference));
            let mut part = Bounds::universe(2 * size);
            for row in rows {
                match row {
                    Row::Constraint(row) => part.constrain(&row).expect("a difference"),
                    Row::Truth(true) => {}
                    Row::Truth(false) => part = Bounds::empty(2 * size),
                }
            }
            hull.join(&part)
        });
        bounds = bounds.meet(&hull);
    }
    let powers = Relation::new(bounds).closed_form(&PowerLimits::default());
    let powers = powers.map_err(|error| Reason::TooHard(format!("the powers of a segment: {error}")))?;
    Ok(Segment { counters, powers })
}

enum Row {
    Constraint(Constraint),
    Truth(bool),
}

struct Places<'s> {
    counters: &'s [Counter],
    reach: &'s Reach,
}

impl Places<'_> {
    fn of(&self, counter: &Counter) -> usize {
        self.counters.binary_search(counter).expect("every operand has a counter")
    }

    /// The place of `a[p + offset]`, in this state or the next.
    fn of_cell(&self, array: &Array, offset: i64) -> usize {
        let reach = self.reach[array];
        if offset < reach {
            self.of(&Counter::Cell(array.clone(), offset))
        } else {
            self.counters.len() + self.of(&Counter::Cell(array.clone(), reach - 1))
        }
    }

    fn of_operand(&self, operand: &Operand) -> Option<usize> {
        match operand {
            Operand::Zero => None,
            Operand::Index => Some(self.of(&Counter::Index)),
            Operand::Cell(array, offset) => Some(self.of_cell(array, *offset)),
            Operand::Base(base) => Some(self.of(&Counter::Parameter(base.clone()))),
        }
    }

    fn constraint(&self, Difference { left, right, bound }: &Difference) -> Row {
        let (left, right) = (self.of_operand(left), self.of_operand(right));
        let bound = bound.clone();
        match (left, right) {
            (None, None) => Row::Truth(!bound.is_negative()),
            (Some(left), Some(right)) if left == right => Row::Truth(!bound.is_negative()),
            (Some(left), Some(right)) => Row::Constraint(Constraint::difference(left, right, bound)),
            (Some(left), None) => Row::Constraint(Constraint::at_most(left, bound)),
            (None, Some(right)) => Row::Constraint(Constraint { left: Literal::minus(right), right: None, bound }),
        }
    }
}
