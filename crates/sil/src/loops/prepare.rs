//! The loop in the form that composes best with its pre-condition.
//!
//! - Two indices that advance in the same branches and start a known distance apart are one (the paper's dependency δ_L,
//!   §5.1: equal initial expressions and equal increments); the second becomes an ordinary scalar.
//! - Arrays that a property relates to arrays of the loop are read along, unchanged ("one can extend T_L in a
//!   straightforward way to copy … all the arrays … which appear in the program but not in L", §5.1).

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::relations::{Bound, Bounds, Constraint, Differences, Supremum};
use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};
use heureka_number::Int;

use super::pre::Pre;
use crate::formula::Sign;
use crate::names::{Array, Scalar};
use crate::program_loop::{Assignment, Branch, Condition, Place, ProgramLoop, WIDEST_WINDOW};
use crate::sum::Sum;
use crate::term::Base;

/// The loop with dependent indices united and related arrays read along.
pub fn prepare(the_loop: &ProgramLoop, pre: &Pre) -> ProgramLoop {
    let mut prepared = the_loop.clone();
    while let Some(united) = unite(&prepared, pre) {
        prepared = united;
    }
    loop {
        let mut grown = false;
        for property in pre.properties.iter().filter(|property| property.is_conjunctive()) {
            let arrays: BTreeSet<Array> = property.cells().into_iter().map(|(array, _)| array).collect();
            let indices: BTreeSet<&Scalar> = arrays.iter().filter_map(|array| prepared.arrays.get(array)).collect();
            let [index] = indices.into_iter().collect::<Vec<_>>()[..] else { continue };
            let index = index.clone();
            for array in arrays {
                prepared.arrays.entry(array).or_insert_with(|| {
                    grown = true;
                    index.clone()
                });
            }
        }
        if !grown {
            return prepared;
        }
    }
}

/// Unites one pair of indices.
fn unite(the_loop: &ProgramLoop, pre: &Pre) -> Option<ProgramLoop> {
    let mut indices: Vec<Scalar> = the_loop.arrays.values().cloned().collect();
    indices.sort();
    indices.dedup();
    for (number, first) in indices.iter().enumerate() {
        for second in &indices[number + 1..] {
            let together =
                the_loop.branches.iter().all(|it| it.increments.contains(first) == it.increments.contains(second));
            if !together {
                continue;
            }
            let Some(distance) = distance(pre, first, second).and_then(|distance| distance.to_i64()) else { continue };
            let united = with_one_index(the_loop, first, second, distance);
            let (low, high) = united.window(first);
            if high - low <= WIDEST_WINDOW {
                return Some(united);
            }
        }
    }
    None
}

/// `second − first`, if the pre-condition fixes it.
fn distance(pre: &Pre, first: &Scalar, second: &Scalar) -> Option<Int> {
    let mut bases: Vec<Base> = vec![Base::Scalar(first.clone()), Base::Scalar(second.clone())];
    let mut rows = Vec::new();
    for comparison in &pre.comparisons {
        let mut terms = Vec::new();
        for (base, coefficient) in comparison.sum.terms() {
            let place = bases.iter().position(|known| known == base).unwrap_or_else(|| {
                bases.push(base.clone());
                bases.len() - 1
            });
            terms.push((Var(u32::try_from(place).ok()?), coefficient.clone()));
        }
        let kind = if comparison.sign == Sign::EqualZero { Kind::Equal } else { Kind::AtLeast };
        rows.push((LinearExpr::new(terms, comparison.sum.constant().clone()), kind));
    }
    let pair = [Var(0), Var(1)];
    let bounds = Bounds::<Differences>::strongest(&pair, &Conjunction::new(Numbers::Integer, rows));
    let most = |constraint: Constraint| match bounds.supremum(&constraint).expect("a difference") {
        Supremum::Bound(Bound::Finite(most)) => Some(most),
        _ => None,
    };
    let (up, down) = (most(Constraint::difference(1, 0, 0))?, most(Constraint::difference(0, 1, 0))?);
    (up == -down).then_some(up)
}

/// The loop in which the arrays of the second index are accessed through the first one.
fn with_one_index(the_loop: &ProgramLoop, first: &Scalar, second: &Scalar, distance: i64) -> ProgramLoop {
    let moved: BTreeSet<Array> =
        the_loop.arrays.iter().filter(|(_, index)| *index == second).map(|(array, _)| array.clone()).collect();
    let place = |place: &Place| match place {
        Place::Cell(array, offset) if moved.contains(array) => Place::Cell(array.clone(), offset + distance),
        other => other.clone(),
    };
    let sum = |sum: &Sum<Place>| sum.map(|it| Sum::of(place(it)));
    let branch = |branch: &Branch| {
        let mut assignments: Vec<Assignment> = branch
            .assignments
            .iter()
            .map(|it| Assignment { target: place(&it.target), value: it.value.as_ref().map(sum) })
            .collect();
        let mut increments = branch.increments.clone();
        if increments.remove(second) {
            let next = Sum::of(Place::Scalar(second.clone())).plus_number(1);
            assignments.push(Assignment::new(Place::Scalar(second.clone()), next));
        }
        Branch { condition: condition(&branch.condition, &sum), assignments, increments, breaks: branch.breaks }
    };
    let arrays: BTreeMap<Array, Scalar> = the_loop
        .arrays
        .iter()
        .map(|(array, index)| (array.clone(), if index == second { first.clone() } else { index.clone() }))
        .collect();
    ProgramLoop {
        arrays,
        condition: condition(&the_loop.condition, &sum),
        branches: the_loop.branches.iter().map(branch).collect(),
    }
}

fn condition(old: &Condition, sum: &dyn Fn(&Sum<Place>) -> Sum<Place>) -> Condition {
    match old {
        Condition::Unknown => Condition::Unknown,
        Condition::Compare(compared, sign) => Condition::Compare(sum(compared), *sign),
        Condition::Not(inner) => Condition::Not(Box::new(condition(inner, sum))),
        Condition::And(parts) => Condition::And(parts.iter().map(|part| condition(part, sum)).collect()),
        Condition::Or(parts) => Condition::Or(parts.iter().map(|part| condition(part, sum)).collect()),
    }
}
