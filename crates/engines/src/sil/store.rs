//! The strongest post-condition of a store `a[t] = v` in SIL (paper 001 §5: its report is not available, so this is derived).
//!
//! The cells other than `a[t]` keep their values, and the old value of `a[t]` exists. A property `∀i. G → V` with cells
//! `a[i + m]` stays true of all `i` but those with `i + m = t`: the range is cut there. At `i = t − m` it becomes a statement
//! about the old value and single cells. A single read `a[p]` is the old value where `p = t`. So nothing is lost, and the
//! result is a formula of the fragment again.

use std::collections::BTreeSet;

use heureka_number::Int;
use heureka_sil::{Array, Base, Body, Comparison, Difference, Operand, Property, Scalar, Sign, Sum, Term};

use super::facts::{Facts, reads_contents};

/// Names that a store needs: for the old value of the cell, for the new one, and for a position that is read from an array.
pub struct StoreNames {
    pub old: Scalar,
    pub new: Scalar,
    pub at: Scalar,
}

/// Changes facts by a store; no value means an arbitrary one.
pub fn store(facts: &mut Facts, array: &Array, position: &Term, value: Option<&Sum<Base>>, names: StoreNames) {
    let held = Term::scalar(names.at.clone());
    let position = match &position.base {
        Some(Base::Read(..)) => {
            facts.assume(Body::equal(&held.to_sum(), &position.to_sum()));
            facts.exists.insert(names.at);
            &held
        }
        _ => position,
    };
    let old = Base::Scalar(names.old.clone());
    if let Some(value) = value {
        facts.assume(Body::equal(&Sum::of(Base::Scalar(names.new.clone())), value));
    }
    let step = Step { array, position, old: &old };
    let before: Vec<Body> = facts.conjuncts.iter().cloned().collect();
    facts.conjuncts.clear();
    for body in before {
        if reads_contents(&body, array) {
            facts.assume(step.after(&body));
        } else {
            facts.assume(body);
        }
    }
    facts.exists.insert(names.old);
    if value.is_some() {
        let cell = Sum::of(Base::Read(array.clone(), Box::new(position.clone())));
        facts.assume(Body::equal(&cell, &Sum::of(Base::Scalar(names.new.clone()))));
        facts.exists.insert(names.new);
    }
    facts.conjuncts.remove(&Body::truth());
    let exists = facts.exists.clone();
    facts.project(|scalar| !exists.contains(scalar));
}

struct Step<'a> {
    array: &'a Array,
    position: &'a Term,
    old: &'a Base,
}

impl Step<'_> {
    /// What is known after the store of what was known before.
    fn after(&self, body: &Body) -> Body {
        match body {
            Body::Compare(_) => self.with_reads(body, self.single_reads(body)),
            Body::ForAll(property) => {
                let reads = self.single_reads(body);
                if !reads.is_empty() {
                    return self.with_reads(body, reads);
                }
                self.property(property)
            }
            Body::Not(inner) => match &**inner {
                // Some instance fails; which one is not said, so it may be one that the store changed.
                Body::ForAll(property) => self.failing(property),
                other => self.after(&other.negated()),
            },
            Body::And(parts) => Body::and(parts.iter().map(|part| self.after(part))),
            Body::Or(parts) => Body::or(parts.iter().map(|part| self.after(part))),
        }
    }

    /// A property that does not hold was about the old contents: nothing is kept of it if it spoke of this array.
    fn failing(&self, property: &Property) -> Body {
        let body = Body::ForAll(property.clone());
        if reads_contents(&body, self.array) { Body::truth() } else { Body::Not(Box::new(body)) }
    }

    /// The positions, other than quantified ones, at which a formula reads the array.
    fn single_reads(&self, body: &Body) -> BTreeSet<Term> {
        let mut reads = BTreeSet::new();
        let mut see = |base: &Base| self.reads_of(base, &mut reads);
        match body {
            Body::Compare(comparison) => comparison.sum.terms().for_each(|(base, _)| see(base)),
            Body::ForAll(property) => {
                property.lower.iter().chain(&property.upper).filter_map(|term| term.base.as_ref()).for_each(&mut see);
                for difference in property.value.0.iter().flatten() {
                    for operand in [&difference.left, &difference.right] {
                        if let Operand::Base(base) = operand {
                            see(base);
                        }
                    }
                }
            }
            Body::Not(_) | Body::And(_) | Body::Or(_) => {}
        }
        reads
    }

    fn reads_of(&self, base: &Base, reads: &mut BTreeSet<Term>) {
        if let Base::Read(array, position) = base {
            if array == self.array {
                reads.insert((**position).clone());
            }
            if let Some(inner) = &position.base {
                self.reads_of(inner, reads);
            }
        }
    }

    /// Each read is the old value if its position is that of the store, and what the array still holds if not.
    fn with_reads(&self, body: &Body, reads: BTreeSet<Term>) -> Body {
        let Some(read) = reads.into_iter().next() else {
            return match body {
                Body::ForAll(property) => self.property(property),
                other => other.clone(),
            };
        };
        // A position that is itself read from the array is beyond this.
        if let Some(base) = &read.base {
            let mut inner = BTreeSet::new();
            self.reads_of(base, &mut inner);
            if !inner.is_empty() {
                return Body::truth();
            }
        }
        let replaced = || replace_read(body, self.array, &read, self.old);
        let held = Scalar::new("\u{2}held");
        let kept = || {
            // Under another name for the moment, so that it is not looked at again.
            let marked = replace_read(body, self.array, &read, &Base::Scalar(held.clone()));
            let after = self.with_reads(&marked, self.single_reads(&marked));
            let cell = Term::read(self.array.clone(), read.clone());
            let back = |name: &Scalar| if *name == held { cell.clone() } else { Term::scalar(name.clone()) };
            after.replace(&back, &Array::clone)
        };
        let changed = || {
            let body = replaced();
            self.with_reads(&body, self.single_reads(&body))
        };
        if read.base == self.position.base {
            return if read.offset == self.position.offset { changed() } else { kept() };
        }
        let (there, here) = (read.to_sum(), self.position.to_sum());
        let same = Body::equal(&there, &here);
        Body::or([Body::and([same.clone(), changed()]), Body::and([same.negated(), kept()])])
    }

    /// A property whose only reads of the array are quantified cells.
    fn property(&self, property: &Property) -> Body {
        let mut offsets: Vec<i64> =
            property.cells().into_iter().filter(|(array, _)| array == self.array).map(|(_, offset)| offset).collect();
        if offsets.is_empty() {
            return Body::ForAll(property.clone());
        }
        offsets.sort_unstable();
        offsets.dedup();
        offsets.reverse();
        let mut parts = Vec::new();
        // From the left: the greatest offset meets the cell first.
        let mut lower: Option<Term> = None;
        for &offset in &offsets {
            let at = self.position.plus(-offset);
            let mut left = property.clone();
            left.lower.extend(lower.take());
            left.upper.push(at.plus(-1));
            parts.push(Body::ForAll(left));
            parts.push(self.instance(property, offset, &at));
            lower = Some(at.plus(1));
        }
        let mut right = property.clone();
        right.lower.extend(lower);
        parts.push(Body::ForAll(right));
        Body::and(parts)
    }

    /// The property at `i = at`, where `a[i + offset]` is the cell that was stored to.
    fn instance(&self, property: &Property, offset: i64, at: &Term) -> Body {
        let index = at.to_sum();
        let mut ways = Vec::new();
        for lower in &property.lower {
            ways.push(Body::less(index.clone(), &lower.to_sum()));
        }
        for upper in &property.upper {
            ways.push(Body::less(upper.to_sum(), &index));
        }
        for (array, cell) in property.cells() {
            let position = index.plus_number(cell);
            let length = Sum::of(Base::Length(array));
            ways.push(Body::less(position.clone(), &Sum::zero()));
            ways.push(Body::at_most(length, &position));
        }
        let number = |operand: &Operand| match operand {
            Operand::Zero => Sum::zero(),
            Operand::Index => index.clone(),
            Operand::Cell(array, cell) if array == self.array && *cell == offset => Sum::of(self.old.clone()),
            Operand::Cell(array, cell) => Sum::of(Base::Read(array.clone(), Box::new(at.plus(*cell)))),
            Operand::Base(base) => Sum::of(base.clone()),
        };
        for conjunction in &property.value.0 {
            let holds = |difference: &Difference| {
                let sum = number(&difference.right).minus(&number(&difference.left)).plus_number(difference.bound.clone());
                Body::compare(sum, Sign::AtLeastZero)
            };
            ways.push(Body::and(conjunction.iter().map(holds)));
        }
        Body::or(ways)
    }
}

/// The formula with the read `array[position]` replaced wherever it stands.
fn replace_read(body: &Body, array: &Array, position: &Term, by: &Base) -> Body {
    let base = |base: &Base| base_with(base, array, position, by);
    match body {
        Body::Compare(Comparison { sum, sign }) => Body::compare(sum.map(|own| Sum::of(base(own))), *sign),
        Body::ForAll(property) => {
            let term = |term: &Term| Term { base: term.base.as_ref().map(base), offset: term.offset.clone() };
            let operand = |operand: &Operand| match operand {
                Operand::Base(own) => Operand::Base(base(own)),
                other => other.clone(),
            };
            let difference = |own: &Difference| Difference {
                left: operand(&own.left),
                right: operand(&own.right),
                bound: Int::clone(&own.bound),
            };
            let conjunction = |own: &Vec<Difference>| own.iter().map(difference).collect();
            Body::ForAll(Property {
                lower: property.lower.iter().map(term).collect(),
                upper: property.upper.iter().map(term).collect(),
                value: heureka_sil::Value(property.value.0.iter().map(conjunction).collect()),
            })
        }
        Body::Not(inner) => Body::Not(Box::new(replace_read(inner, array, position, by))),
        Body::And(parts) => Body::and(parts.iter().map(|part| replace_read(part, array, position, by))),
        Body::Or(parts) => Body::or(parts.iter().map(|part| replace_read(part, array, position, by))),
    }
}

fn base_with(base: &Base, array: &Array, position: &Term, by: &Base) -> Base {
    match base {
        Base::Read(name, own) if name == array && **own == *position => by.clone(),
        Base::Read(name, own) => {
            let inner = own.base.as_ref().map(|base| base_with(base, array, position, by));
            Base::Read(name.clone(), Box::new(Term { base: inner, offset: own.offset.clone() }))
        }
        other => other.clone(),
    }
}
