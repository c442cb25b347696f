//! Exact unions of two conjunctions of any form, in the manner of Verdoolaege's coalescing in isl: a candidate that
//! contains both is made from their own rows, and it is their union if it has no point outside both.
//!
//! The candidate keeps the rows of each that hold for the other, moves inequalities out until they hold for both
//! ([`Conjunction::weak_join`]), and adds the line through two parallel sets (`x = 3 & y = 5` and `x = 4 & y = 6`:
//! `y - x = 2`). It may miss a union that needs a row in a new direction.

use heureka_number::Int;

use super::Dlc;
use super::cover::outside;
use super::index::Slot;
use super::profile::Profile;
use super::sample::sample;
use crate::conjunction::Conjunction;
use crate::expr::LinearExpr;
use crate::interrupt::poll;
use crate::row::Kind;

impl Dlc {
    /// Unites disjuncts wherever two of them are exactly one conjunction, whatever their form, and drops rows that
    /// follow from the others. This looks at all pairs: it is for results, insertion does the frequent cases.
    pub fn coalesce(&mut self) {
        let mut open: Vec<Slot> = self.disjuncts.keys().copied().collect();
        while let Some(slot) = open.pop() {
            let Some(disjunct) = self.disjuncts.get(&slot) else { continue };
            let union = self.disjuncts.iter().find_map(|(other, partner)| {
                poll(16);
                if *other == slot || disjunct.form.is_apart(&partner.form, self.numbers) {
                    return None;
                }
                Some((*other, exact_union(&disjunct.conjunction, &partner.conjunction)?))
            });
            let Some((other, union)) = union else { continue };
            let union = union.remove_redundant();
            // From here to the end of `settle` there is no interruption, and no point is missing after it.
            self.statistics.united += 2;
            self.remove(other);
            let point = self.remove(slot).point;
            let next = Slot(self.next_slot);
            self.settle(union, point);
            open.extend((next.0..self.next_slot).map(Slot));
        }
    }
}

impl Conjunction {
    /// The conjunction that is exactly the union with another, if there is one that is found.
    ///
    /// ```
    /// use heureka_linear::{Conjunction, Names, Numbers};
    /// let mut names = Names::default();
    /// let mut parse = |text| Conjunction::parse(text, Numbers::Integer, &mut names).unwrap();
    /// let (a, b) = (parse("x <= y & y <= z"), parse("x <= z & y < z"));
    /// assert_eq!(a.exact_union(&b), Some(parse("x <= z & y <= z")));
    /// assert_eq!(a.exact_union(&parse("x > 5")), None);
    /// ```
    pub fn exact_union(&self, other: &Conjunction) -> Option<Conjunction> {
        exact_union(self, other)
    }
}

pub(super) fn exact_union(a: &Conjunction, b: &Conjunction) -> Option<Conjunction> {
    let candidate = a.weak_join(b).with_all(line(a, b));
    let parts = [a, b];
    outside(&candidate, &parts[..]).0.is_none().then_some(candidate)
}

impl Dlc {
    /// Puts a conjunction, all of whose points are there, in the place of the disjuncts within it.
    pub fn replace_by(&mut self, conjunction: Conjunction) {
        if let Some(point) = sample(&conjunction) {
            self.settle(conjunction, point);
        }
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
