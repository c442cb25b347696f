//! Exact unions of two conjunctions of any form, in the manner of Verdoolaege's coalescing in isl: a candidate that
//! contains both is made from their own rows, and it is their union if it has no point outside both.
//!
//! The candidate keeps the rows of each that hold for the other, moves inequalities out until they hold for both, and
//! adds the line through two parallel sets (`x = 3 & y = 5` and `x = 4 & y = 6`: `y - x = 2`). If there is a
//! conjunction that is exactly the union, over ℝ this is it: a bound of the union is a bound of both, and the rows
//! of an exact union of two polyhedra are among the bounds of one of them, moved. Over ℤ it may miss one.

use heureka_number::Int;

use super::Dlc;
use super::cover::outside;
use super::index::Slot;
use super::profile::{Direction, Interval, Limit, Profile, bound};
use crate::conjunction::Conjunction;
use crate::expr::LinearExpr;
use crate::row::{Kind, Row};
use crate::simplex::Optimum;

impl Dlc {
    /// Unites disjuncts wherever two of them are exactly one conjunction, whatever their form, and drops rows that
    /// follow from the others. This looks at all pairs: it is for results, insertion does the frequent cases.
    pub fn coalesce(&mut self) {
        let mut open: Vec<Slot> = self.disjuncts.keys().copied().collect();
        while let Some(slot) = open.pop() {
            let Some(disjunct) = self.disjuncts.get(&slot) else { continue };
            let union = self.disjuncts.iter().find_map(|(other, partner)| {
                if *other == slot || disjunct.form.is_apart(&partner.form, self.numbers) {
                    return None;
                }
                Some((*other, exact_union(&disjunct.conjunction, &partner.conjunction)?))
            });
            let Some((other, union)) = union else { continue };
            self.statistics.united += 2;
            self.remove(other);
            let point = self.remove(slot).point;
            let next = Slot(self.next_slot);
            self.settle(without_redundant_rows(&union), point);
            open.extend((next.0..self.next_slot).map(Slot));
        }
    }
}

/// The conjunction that is exactly the union of two, if there is one that is found.
pub(super) fn exact_union(a: &Conjunction, b: &Conjunction) -> Option<Conjunction> {
    let candidate = hull(a, b);
    let parts = [a, b];
    outside(&candidate, &parts[..]).0.is_none().then_some(candidate)
}

/// A conjunction that contains both, as tight as their own rows, moved, and the line between them allow.
fn hull(a: &Conjunction, b: &Conjunction) -> Conjunction {
    let mut rows = Vec::new();
    for (one, other) in [(a, b), (b, a)] {
        let profile = Profile::of(other);
        rows.extend(one.rows().iter().flat_map(|row| moved(row, other, &profile)));
    }
    Conjunction::from_rows(a.numbers(), &rows).with_all(line(a, b))
}

/// The row, relaxed until it holds in the other conjunction too.
fn moved(row: &Row, other: &Conjunction, profile: &Profile) -> Vec<Row> {
    let Some((direction, mine)) = bound(row) else {
        return if profile.implies(other, row) || other.entails_row(row) { vec![row.clone()] } else { Vec::new() };
    };
    let theirs = limits(other, profile, &direction);
    // The least interval around both.
    let lower = if mine.lower <= theirs.lower { mine.lower.clone() } else { theirs.lower.clone() };
    let covers = Interval { lower: None, upper: mine.upper.clone() };
    let holds = covers.contains(&Interval { lower: None, upper: theirs.upper.clone() });
    let upper = if holds { mine.upper } else { theirs.upper };
    let around = Interval { lower, upper };
    direction.within(&around, other.numbers())
}

/// The values of a direction in a conjunction.
fn limits(conjunction: &Conjunction, profile: &Profile, direction: &Direction) -> Interval {
    let shown = profile.bounds(conjunction, direction.expr());
    if shown.fixed().is_some() {
        return shown;
    }
    let lower = limit(conjunction.minimum(direction.expr()));
    Interval { lower, upper: limit(conjunction.maximum(direction.expr())) }
}

/// A conjunction has points here, so that no optimum is missing for want of one.
fn limit(optimum: Optimum) -> Option<Limit> {
    match optimum {
        Optimum::Empty | Optimum::Unbounded => None,
        Optimum::Attained(value) => Some(Limit { value, strict: false }),
        Optimum::Supremum(value) => Some(Limit { value, strict: true }),
    }
}

/// If directions that one fixes are fixed by the other too, and to other values: the equalities of the line through
/// the two values.
fn line(a: &Conjunction, b: &Conjunction) -> Vec<(LinearExpr, Kind)> {
    let profile = Profile::of(b);
    let mut moves: Vec<(LinearExpr, Int)> = Vec::new();
    for row in a.equalities() {
        // The expression is 0 in a, so its value in b is how far it moves.
        if let Some(step) = profile.bounds(b, row.expr()).fixed() {
            moves.push((row.expr().scaled(step.denominator()), step.numerator().clone()));
        }
    }
    let Some(leads) = moves.iter().position(|(_, step)| !step.is_zero()) else { return Vec::new() };
    let (lead, pace) = moves.swap_remove(leads);
    moves.iter().map(|(expr, step)| (expr.combine(&pace, &-step, &lead), Kind::Equal)).collect()
}

/// Without the inequalities that follow from the other rows.
fn without_redundant_rows(conjunction: &Conjunction) -> Conjunction {
    let mut rows: Vec<Row> = conjunction.rows().to_vec();
    let mut place = rows.len();
    while place > 0 {
        place -= 1;
        if rows[place].is_equality() {
            continue;
        }
        let row = rows.remove(place);
        if !Conjunction::from_rows(conjunction.numbers(), &rows).entails_row(&row) {
            rows.insert(place, row);
        }
    }
    Conjunction::from_rows(conjunction.numbers(), &rows)
}
