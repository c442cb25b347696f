//! The powers of a relation in closed form, and what follows from it: `Rⁿ` for any `n`, the transitive closure `R⁺` and
//! the reflexive one `R*`, their membership and their hulls.
//!
//! Invariant: every exponent from 1 on belongs to exactly one family, or is not below `empty_from`; the families are
//! sorted by their first exponents. `R⁺` is the union of the families' members and is exact; since the union over `k`
//! is not convex in general, it is given as families (with `k` as a parameter) and not as one relation.

use heureka_number::Int;

use super::family::Family;
use super::layout::Layout;
use super::relation::Relation;

/// All powers `Rⁿ`, `n ≥ 1`, as families with bounds linear in a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedForm<L: Layout> {
    relation: Relation<L>,
    families: Vec<Family<L>>,
    empty_from: Option<Int>,
}

impl<L: Layout> ClosedForm<L> {
    pub(super) fn new(relation: Relation<L>, families: Vec<Family<L>>, empty_from: Option<Int>) -> Self {
        ClosedForm { relation, families, empty_from }
    }

    /// The relation whose powers these are.
    pub fn relation(&self) -> &Relation<L> {
        &self.relation
    }

    /// All families, by their first exponents.
    pub fn families(&self) -> &[Family<L>] {
        &self.families
    }

    /// The least exponent from which on every power is empty, if there is one.
    pub fn empty_from(&self) -> Option<&Int> {
        self.empty_from.as_ref()
    }

    /// The families that go on for ever: one for each remainder by the period. None if the powers become empty.
    pub fn periodic(&self) -> impl Iterator<Item = &Family<L>> + '_ {
        self.families.iter().filter(|family| family.last().is_none())
    }

    /// The period; none if the powers become empty.
    pub fn period(&self) -> Option<&Int> {
        self.periodic().next().map(Family::step)
    }

    /// The first exponent of the periodic part; none if the powers become empty.
    pub fn prefix(&self) -> Option<&Int> {
        self.periodic().next().map(Family::first)
    }

    /// `Rⁿ`; the identity for 0. The exponent must not be negative.
    pub fn power(&self, exponent: &Int) -> Relation<L> {
        assert!(!exponent.is_negative(), "a relation has no negative powers");
        if exponent.is_zero() {
            return Relation::identity(self.relation.variables());
        }
        let member = self.families.iter().find_map(|family| Some(family.at(&family.parameter_of(exponent)?)));
        member.unwrap_or_else(|| Relation::empty(self.relation.variables()))
    }

    /// An `n ≥ 1` with the pair in `Rⁿ`, if there is one: membership in `R⁺`. (The least one of the first family that
    /// has one.)
    pub fn steps_between(&self, before: &[Int], after: &[Int]) -> Option<Int> {
        self.families.iter().find_map(|family| {
            let k = family.parameter_at(before, after)?;
            Some(family.first() + k * family.step())
        })
    }

    /// Whether some number of steps, maybe none, leads from one to the other: membership in `R*`.
    pub fn reaches(&self, before: &[Int], after: &[Int]) -> bool {
        before == after || self.steps_between(before, after).is_some()
    }

    /// The least relation of this form that contains `R⁺` (paper 001 §4.2: `D(R⁺)`).
    pub fn transitive_hull(&self) -> Relation<L> {
        let nothing = Relation::empty(self.relation.variables());
        self.families.iter().fold(nothing, |hull, family| hull.join(&family.hull()))
    }

    /// The least relation of this form that contains `R*` (paper 001 §4.2: `D(R*)`).
    pub fn reflexive_hull(&self) -> Relation<L> {
        self.transitive_hull().join(&Relation::identity(self.relation.variables()))
    }
}
