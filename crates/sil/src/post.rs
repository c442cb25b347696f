//! Strongest post-conditions of assignments and conditions: paper 001, §5 (its report [4], which has the calculus, is not
//! available; this is derived anew).
//!
//! The ∃*∀* fragment is closed under all of them. A scalar that is overwritten lives on under a bound name:
//! `sp(x = e, φ) = ∃x₀. φ[x₀/x] ∧ x = e[x₀/x]`; for `x = x + c` the substitution `φ[x − c/x]` says the same without a new
//! name. A cell that is overwritten lives on as a bound scalar `v₀`: what φ says of the old array is said of the new one
//! where they agree, and of `v₀` at the position that was written:
//! - `∀i. γ → υ` falls apart at the indices `i = p − m` at which a cell `a[i + m]` of υ is the written one;
//! - a single read `a[t]` is `v₀` if `t = p`, and `a[t]` of the new array if not.
//!
//! Invariant: a state satisfies the result iff it can be reached by the statement from a state that satisfies the
//! pre-condition, given that positions that are written lie within their arrays.

use std::collections::{BTreeMap, BTreeSet};

use crate::decide::right_side;
use crate::formula::{Body, Difference, Formula, Operand, Property, Value};
use crate::names::{Array, Scalar};
use crate::sum::Sum;
use crate::term::{Base, Term};

/// After a condition that holds.
pub fn assume(before: &Formula, condition: &Formula) -> Formula {
    before.and(condition)
}

/// After `x = value`, or after `x` got an arbitrary value.
pub fn assign_scalar(before: &Formula, x: &Scalar, value: Option<&Sum<Base>>) -> Formula {
    if let Some((Some(Base::Scalar(same)), shift)) = value.and_then(Sum::as_shifted)
        && same == x
    {
        // The old value is x − shift.
        let old = Term::scalar(x.clone()).plus(-shift);
        return before.substitute(&BTreeMap::from([(x.clone(), old)]));
    }
    let mut taken = before.all_scalars();
    if let Some(value) = value {
        value.terms().for_each(|(base, _)| base.collect(&mut taken, &mut BTreeSet::new()));
    }
    taken.insert(x.clone());
    let old = x.fresh(&taken);
    let mut after = before.rename_scalars(&BTreeMap::from([(x.clone(), old.clone())]));
    if let Some(value) = value {
        let rename = |name: &Scalar| Term::scalar(if name == x { old.clone() } else { name.clone() });
        let value = value.map(|base| base.replace(&rename, &Array::clone).to_sum());
        after.body = Body::and([after.body, Body::equal(&Sum::of(Base::Scalar(x.clone())), &value)]);
    }
    without_determined(after.bind(old))
}

/// After `array[position] = value`, or after that cell got an arbitrary value; the position is within the array.
pub fn assign_cell(before: &Formula, array: &Array, position: &Term, value: Option<&Sum<Base>>) -> Formula {
    let mut taken = before.all_scalars();
    position.collect(&mut taken, &mut BTreeSet::new());
    if let Some(value) = value {
        value.terms().for_each(|(base, _)| base.collect(&mut taken, &mut BTreeSet::new()));
    }
    let before = before.apart_from(&taken.difference(&before.all_scalars()).cloned().collect());
    taken.extend(before.all_scalars());
    let old = Scalar::new(&format!("{}_cell", array.name())).fresh(&taken);
    taken.insert(old.clone());
    let mut write = Write { array, old, position: position.clone(), taken, reads: BTreeMap::new(), beside: Vec::new() };
    let mut arrays = BTreeSet::new();
    position.collect(&mut BTreeSet::new(), &mut arrays);
    let mut place = None;
    if arrays.contains(array) {
        // The position is evaluated before the assignment, and may read the cell itself.
        let scalar = Scalar::new(&format!("{}_place", array.name())).fresh(&write.taken);
        write.taken.insert(scalar.clone());
        write.position = Term::scalar(scalar.clone());
        let value = write.term(position);
        write.beside.push(Body::equal(&write.position.to_sum(), &value.to_sum()));
        place = Some(scalar);
    }
    let body = write.body(&before.body);
    let new_value = value.map(|value| write.sum(value));
    let mut parts = vec![body];
    let cell = Term::read(array.clone(), write.position.clone()).to_sum();
    if let Some(value) = new_value {
        parts.push(Body::equal(&cell, &value));
    }
    parts.push(Body::at_most(Sum::zero(), &write.position.to_sum()));
    parts.push(Body::less(write.position.to_sum(), &Term::length(array.clone()).to_sum()));
    parts.extend(write.beside);
    let mut after = Formula { exists: before.exists.clone(), body: Body::and(parts) };
    for scalar in place.into_iter().chain(write.reads.into_values()).chain([write.old]) {
        after = after.bind(scalar);
    }
    without_determined(after)
}

/// The formula without bound scalars that an equation determines.
fn without_determined(mut formula: Formula) -> Formula {
    let mut kept = Vec::new();
    while let Some(scalar) = formula.exists.pop() {
        match right_side::by_equation(&formula, &scalar) {
            Some(less) => formula = less,
            None if formula.body.names().0.contains(&scalar) => kept.push(scalar),
            None => {}
        }
    }
    kept.reverse();
    formula.exists = kept;
    formula
}

/// A cell that is overwritten: translates what is said of the old array.
struct Write<'w> {
    array: &'w Array,
    /// The old contents of the cell.
    old: Scalar,
    position: Term,
    taken: BTreeSet<Scalar>,
    /// Reads of the old array that may have been of the cell, and the scalars that stand for them.
    reads: BTreeMap<Term, Scalar>,
    /// What defines these scalars.
    beside: Vec<Body>,
}

impl Write<'_> {
    fn base(&mut self, base: &Base) -> Term {
        let Base::Read(array, place) = base else { return Term::from(base.clone()) };
        let place = self.term(place);
        if array != self.array {
            return Term::read(array.clone(), place);
        }
        if place.base == self.position.base {
            let same = place.offset == self.position.offset;
            return if same { Term::scalar(self.old.clone()) } else { Term::read(array.clone(), place) };
        }
        if let Some(scalar) = self.reads.get(&place) {
            return Term::scalar(scalar.clone());
        }
        let scalar = Scalar::new(&format!("{}_cell", array.name())).fresh(&self.taken);
        self.taken.insert(scalar.clone());
        let value = Term::scalar(scalar.clone()).to_sum();
        let here = self.position.to_sum();
        let same = Body::equal(&place.to_sum(), &here);
        self.beside.push(Body::or([
            Body::and([same.clone(), Body::equal(&value, &Term::scalar(self.old.clone()).to_sum())]),
            Body::and([same.negated(), Body::equal(&value, &Term::read(array.clone(), place.clone()).to_sum())]),
        ]));
        self.reads.insert(place, scalar.clone());
        Term::scalar(scalar)
    }

    fn term(&mut self, term: &Term) -> Term {
        match &term.base {
            None => term.clone(),
            Some(base) => self.base(base).plus(term.offset.clone()),
        }
    }

    fn sum(&mut self, sum: &Sum<Base>) -> Sum<Base> {
        sum.map(|base| self.base(base).to_sum())
    }

    fn body(&mut self, body: &Body) -> Body {
        match body {
            Body::Compare(comparison) => Body::compare(self.sum(&comparison.sum), comparison.sign),
            Body::ForAll(property) => self.property(property),
            Body::Not(inner) => self.body(inner).negated(),
            Body::And(parts) => Body::and(parts.iter().map(|part| self.body(part)).collect::<Vec<_>>()),
            Body::Or(parts) => Body::or(parts.iter().map(|part| self.body(part)).collect::<Vec<_>>()),
        }
    }

    fn property(&mut self, property: &Property) -> Body {
        let lower: Vec<Term> = property.lower.iter().map(|term| self.term(term)).collect();
        let upper: Vec<Term> = property.upper.iter().map(|term| self.term(term)).collect();
        let value = self.value(&property.value, None);
        let cells = property.cells();
        // The indices at which the written cell is looked at, from left to right.
        let mut offsets: Vec<i64> = cells.iter().filter(|(name, _)| name == self.array).map(|(_, m)| *m).collect();
        offsets.sort_unstable();
        offsets.reverse();
        if offsets.is_empty() {
            return Body::ForAll(Property { lower, upper, value });
        }
        let meetings: Vec<Term> = offsets.iter().map(|offset| self.position.plus(-offset)).collect();
        let mut parts = Vec::new();
        for gap in 0..=meetings.len() {
            let (mut lower, mut upper) = (lower.clone(), upper.clone());
            if let Some(left) = gap.checked_sub(1).map(|before| &meetings[before]) {
                lower.push(left.plus(1));
            }
            if let Some(right) = meetings.get(gap) {
                upper.push(right.plus(-1));
            }
            let is_empty = gap > 0 && gap < meetings.len() && offsets[gap - 1] - offsets[gap] == 1;
            if !is_empty {
                parts.push(Body::ForAll(Property { lower, upper, value: value.clone() }));
            }
        }
        for (offset, meeting) in offsets.iter().zip(&meetings) {
            let (mut lower, mut upper) = (lower.clone(), upper.clone());
            lower.push(meeting.clone());
            upper.push(meeting.clone());
            let value = self.value(&property.value, Some(*offset));
            parts.push(self.at_meeting(Property { lower, upper, value }, meeting));
        }
        Body::and(parts)
    }

    /// A property of one index; where no cell is left in it, a condition on scalars.
    fn at_meeting(&self, property: Property, meeting: &Term) -> Body {
        if !property.cells().is_empty() {
            return Body::ForAll(property);
        }
        let operand = |operand: &Operand| match operand {
            Operand::Zero => Sum::zero(),
            Operand::Index => meeting.to_sum(),
            Operand::Base(base) => Sum::of(base.clone()),
            Operand::Cell(..) => unreachable!("there is no cell"),
        };
        let difference = |Difference { left, right, bound }: &Difference| {
            Body::at_most(operand(left), &operand(right).plus_number(bound.clone()))
        };
        let value = Body::or(property.value.0.iter().map(|part| Body::and(part.iter().map(difference))));
        let place = meeting.to_sum();
        let below = property.lower.iter().map(|lower| Body::less(place.clone(), &lower.to_sum()));
        let above = property.upper.iter().map(|upper| Body::less(upper.to_sum(), &place));
        Body::or(below.chain(above).chain([value]))
    }

    /// The value expression, where the cell at this offset of the array is the written one.
    fn value(&mut self, value: &Value, meeting: Option<i64>) -> Value {
        let array = self.array.clone();
        let old = self.old.clone();
        let mut operand = |operand: &Operand| match operand {
            Operand::Cell(name, offset) if *name == array && Some(*offset) == meeting => {
                (Operand::scalar(old.clone()), heureka_number::Int::ZERO)
            }
            Operand::Base(base) => Operand::of_term(&self.base(base)),
            other => (other.clone(), heureka_number::Int::ZERO),
        };
        let mut difference = |old: &Difference| {
            let (left, more) = operand(&old.left);
            let (right, less) = operand(&old.right);
            Difference { left, right, bound: &old.bound - &more + less }
        };
        Value(value.0.iter().map(|part| part.iter().map(&mut difference).collect()).collect())
    }
}
