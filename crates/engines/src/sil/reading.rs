//! Loops that only look: one index goes up by one each round, and nothing else that matters changes.
//!
//! Checking loops (`for (…) assert(a[i] == 0)`), assumptions over a range, searches. No automaton is needed: with s the index
//! at the start, what holds at the head is, exactly,
//!
//! ```text
//! s ≤ i  ∧  ∀k. s ≤ k < i → C(k)
//! ```
//! where C(k) says that the round at k went on. On the way out the condition of the exit holds in addition. Comparisons that
//! are no differences are left out of C, and comparisons of the index alone become bounds of i.

use std::collections::BTreeSet;

use heureka_number::Int;
use heureka_sil::{Base, Body, Difference, Operand, Property, Scalar, Sign, Sum, Term, Value};

use super::facts::Facts;
use super::paths::{End, Path};
use super::terms::{Atom, choice, reads_inside};

/// Rounds that can go on in more ways say nothing.
const MOST_WAYS: usize = 24;

/// What a comparison says of the index.
enum Bound {
    AtMost(Term),
    AtLeast(Term),
}

fn push_new(list: &mut Vec<Term>, term: Term) {
    if !list.contains(&term) {
        list.push(term);
    }
}

/// A loop that only looks.
pub struct ReadingLoop<'p> {
    pub index: Scalar,
    paths: &'p [Path],
}

impl<'p> ReadingLoop<'p> {
    /// `matters` tells the scalars whose value at the head can matter.
    pub fn recognise(paths: &'p [Path], matters: impl Fn(&Scalar) -> bool) -> Option<ReadingLoop<'p>> {
        if paths.iter().any(|path| !path.stores.is_empty()) {
            return None;
        }
        let mut changed: BTreeSet<&Scalar> = BTreeSet::new();
        let rounds = || paths.iter().filter(|path| path.end == End::Back);
        for path in rounds() {
            changed.extend(path.values.keys().filter(|scalar| matters(scalar) && !path.keeps(scalar)));
        }
        let mut changed = changed.into_iter();
        let (Some(index), None) = (changed.next(), changed.next()) else { return None };
        let counts = rounds().all(|path| path.growth(index) == Some(1));
        // What an input gave in an earlier round is not known later.
        let is_determined = rounds().all(|path| path.inputs.is_empty());
        (counts && is_determined).then(|| ReadingLoop { index: index.clone(), paths })
    }

    /// What holds at the head, given what holds before the loop; `start` is a new name for the index there. `follows` says
    /// whether facts imply a formula.
    pub fn at_head(&self, before: &Facts, start: &Scalar, follows: &mut dyn FnMut(&Facts, &Body) -> bool) -> Facts {
        let i = Sum::of(Base::Scalar(self.index.clone()));
        let mut facts = before.clone();
        let first = match value_of(before, &self.index) {
            Some(first) => {
                facts.assign(&[(self.index.clone(), None)], std::slice::from_ref(start));
                first
            }
            None => {
                facts.rename_bound(&self.index, start);
                Term::scalar(start.clone())
            }
        };
        let s = first.to_sum();
        facts.assume(Body::at_most(s.clone(), &i));
        let Some(mut ways) = self.ways() else { return facts };
        for (low, high) in self.bounds_in_all(&mut ways) {
            let none = Body::at_most(i.clone(), &s);
            if let Some(high) = high {
                // k ≤ high for all k < i: i ≤ high + 1, or there is no k.
                let bound = Body::at_most(i.clone(), &high.plus_number(1));
                let at_start = Body::at_most(s.clone(), &high.plus_number(1));
                facts.assume(if follows(&facts, &at_start) { bound } else { Body::or([none.clone(), bound]) });
            }
            if let Some(low) = low {
                let bound = Body::at_most(low, &s);
                if !follows(&facts, &bound) {
                    facts.assume(Body::or([none, bound]));
                }
            }
        }
        let last = Term::scalar(self.index.clone()).plus(-1);
        let (mut lower, mut upper) = (vec![first], vec![last]);
        self.guards(&mut ways, &mut lower, &mut upper);
        let value: Vec<Vec<Difference>> =
            ways.iter().map(|atoms| atoms.iter().flat_map(|atom| self.differences(atom)).collect()).collect();
        if value.iter().all(|way| !way.is_empty()) {
            facts.assume(Body::ForAll(Property { lower, upper, value: Value(value) }));
        }
        facts
    }

    /// The facts at the end of a path out of the loop, from those at the head: its condition and its assignments.
    pub fn leave(head: &Facts, path: &Path, old: &mut dyn FnMut() -> Scalar) -> Facts {
        let mut facts = head.clone();
        facts.exists.extend(path.inputs.iter().cloned());
        for conditions in &path.conditions {
            let with_reads = |atoms: &Vec<Atom>| {
                let mut all = atoms.clone();
                all.extend(atoms.iter().flat_map(|(sum, _)| reads_inside(sum)));
                all
            };
            let alternatives: Vec<Vec<Atom>> = conditions.iter().map(with_reads).collect();
            facts.assume(choice(&alternatives));
        }
        let pairs: Vec<(Scalar, Option<Sum<Base>>)> =
            path.values.iter().map(|(scalar, value)| (scalar.clone(), value.clone())).collect();
        let names: Vec<Scalar> = pairs.iter().map(|_| old()).collect();
        facts.assign(&pairs, &names);
        facts
    }

    /// The ways in which a round goes on.
    fn ways(&self) -> Option<Vec<Vec<Atom>>> {
        let mut ways = Vec::new();
        for path in self.paths.iter().filter(|path| path.end == End::Back) {
            ways.extend(path.alternatives(MOST_WAYS)?);
        }
        (ways.len() <= MOST_WAYS).then_some(ways)
    }

    /// Takes out the comparisons of the index alone that all ways have: bounds of it from below or above.
    #[allow(clippy::type_complexity)]
    fn bounds_in_all(&self, ways: &mut [Vec<Atom>]) -> Vec<(Option<Sum<Base>>, Option<Sum<Base>>)> {
        let index = Base::Scalar(self.index.clone());
        let mut bounds = Vec::new();
        let Some(first) = ways.first().cloned() else { return bounds };
        for atom in first {
            let (sum, sign) = &atom;
            let is_plain = sum.terms().all(|(base, _)| !matches!(base, Base::Read(..)));
            let coefficient = sum.coefficient(&index);
            if *sign != Sign::AtLeastZero || !is_plain || !ways.iter().all(|way| way.contains(&atom)) {
                continue;
            }
            let rest = sum.plus_scaled(&-&coefficient, &Sum::of(index.clone()));
            if coefficient == Int::MINUS_ONE {
                bounds.push((None, Some(rest)));
            } else if coefficient == Int::ONE {
                bounds.push((Some(rest.negated()), None));
            } else {
                continue;
            }
            ways.iter_mut().for_each(|way| way.retain(|other| *other != atom));
        }
        bounds
    }

    /// A way that is one bound of the index (`k ≤ e`: the round was skipped) is a guard of the others, and comparisons that
    /// guards imply are left out.
    fn guards(&self, ways: &mut Vec<Vec<Atom>>, lower: &mut Vec<Term>, upper: &mut Vec<Term>) {
        let bound = |way: &[Atom]| match way {
            [atom] => self.bound(atom),
            _ => None,
        };
        ways.retain(|way| match bound(way) {
            // k ≤ e or the others: they hold from e + 1 on.
            Some(Bound::AtMost(term)) => {
                push_new(lower, term.plus(1));
                false
            }
            Some(Bound::AtLeast(term)) => {
                push_new(upper, term.plus(-1));
                false
            }
            None => true,
        });
        let below = |one: &Term, two: &Term| one.base == two.base && one.offset <= two.offset;
        let is_implied = |atom: &Atom| match self.bound(atom) {
            Some(Bound::AtMost(term)) => upper.iter().any(|upper| below(upper, &term)),
            Some(Bound::AtLeast(term)) => lower.iter().any(|lower| below(&term, lower)),
            None => false,
        };
        ways.iter_mut().for_each(|way| way.retain(|atom| !is_implied(atom)));
        // The tightest of those that start from the same quantity.
        let all = lower.clone();
        lower.retain(|one| !all.iter().any(|two| two != one && below(one, two)));
        let all = upper.clone();
        upper.retain(|one| !all.iter().any(|two| two != one && below(two, one)));
    }

    /// A comparison of the index alone with a term.
    fn bound(&self, (sum, sign): &Atom) -> Option<Bound> {
        let index = Base::Scalar(self.index.clone());
        let coefficient = sum.coefficient(&index);
        let rest = sum.plus_scaled(&-&coefficient, &Sum::of(index));
        if *sign != Sign::AtLeastZero || rest.terms().any(|(base, _)| matches!(base, Base::Read(..))) {
            return None;
        }
        if coefficient == Int::MINUS_ONE {
            return Term::from_sum(&rest).map(Bound::AtMost);
        }
        if coefficient == Int::ONE {
            return Term::from_sum(&rest.negated()).map(Bound::AtLeast);
        }
        None
    }

    /// A comparison as differences over the quantified index; nothing if it is none.
    fn differences(&self, (sum, sign): &Atom) -> Vec<Difference> {
        let (mut plus, mut minus) = (Operand::Zero, Operand::Zero);
        for (base, factor) in sum.terms() {
            let operand = self.operand(base);
            let Some(operand) = operand else { return Vec::new() };
            if *factor == Int::ONE && plus == Operand::Zero {
                plus = operand;
            } else if *factor == Int::MINUS_ONE && minus == Operand::Zero {
                minus = operand;
            } else {
                return Vec::new();
            }
        }
        // plus − minus + constant ≥ 0
        let up = Difference::at_most(minus.clone(), plus.clone(), sum.constant().clone());
        match sign {
            Sign::AtLeastZero => vec![up],
            Sign::EqualZero => vec![up, Difference::at_most(plus, minus, -sum.constant())],
        }
    }

    fn operand(&self, base: &Base) -> Option<Operand> {
        match base {
            Base::Scalar(scalar) if *scalar == self.index => Some(Operand::Index),
            Base::Scalar(_) | Base::Length(_) => Some(Operand::Base(base.clone())),
            Base::Read(array, position) => match &position.base {
                Some(Base::Scalar(scalar)) if *scalar == self.index => {
                    Some(Operand::Cell(array.clone(), position.offset.to_i64()?))
                }
                Some(Base::Read(..)) => None,
                _ => Some(Operand::Base(base.clone())),
            },
        }
    }
}

/// Leaves out the bounds of properties that others imply.
pub fn prune_bounds(facts: &mut Facts, follows: &mut dyn FnMut(&Facts, &Body) -> bool) {
    let properties: Vec<Property> = facts
        .conjuncts
        .iter()
        .filter_map(|body| match body {
            Body::ForAll(property) if property.lower.len() + property.upper.len() > 2 => Some(property.clone()),
            _ => None,
        })
        .collect();
    for property in properties {
        let mut pruned = property.clone();
        for is_upper in [false, true] {
            let side = if is_upper { &mut pruned.upper } else { &mut pruned.lower };
            let mut at = 0;
            while at < side.len() {
                let implied = side.iter().enumerate().any(|(other, term)| {
                    let (one, two) = (side[at].to_sum(), term.to_sum());
                    let body = if is_upper { Body::at_most(two, &one) } else { Body::at_most(one, &two) };
                    other != at && follows(facts, &body)
                });
                if implied {
                    side.remove(at);
                } else {
                    at += 1;
                }
            }
        }
        if pruned != property {
            facts.conjuncts.remove(&Body::ForAll(property));
            facts.assume(Body::ForAll(pruned));
        }
    }
}

/// The value that facts give to a scalar by an equation, in terms of others.
fn value_of(facts: &Facts, scalar: &Scalar) -> Option<Term> {
    let base = Base::Scalar(scalar.clone());
    facts.conjuncts.iter().find_map(|body| {
        let Body::Compare(comparison) = body else { return None };
        let coefficient = comparison.sum.coefficient(&base);
        if comparison.sign != Sign::EqualZero || (coefficient != Int::ONE && coefficient != Int::MINUS_ONE) {
            return None;
        }
        let rest = comparison.sum.plus_scaled(&-&coefficient, &Sum::of(base.clone())).scaled(&-&coefficient);
        let term = Term::from_sum(&rest)?;
        (!matches!(term.base, Some(Base::Read(..)))).then_some(term)
    })
}
