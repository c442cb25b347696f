//! A family of powers: `R^(first + k·step)` for `k = 0, 1, …, last`, whose matrices are `base + k·rate`, linear in `k`
//! (the rates Λ of Bozga, Iosif, Konečný, "Fast acceleration of ultimately periodic relations", CAV
//! 2010).
//!
//! Invariant: a bound that is infinite in the base is infinite for every `k` (its rate is 0); for every `k` up to
//! `last` the matrix is canonical. Only `iterate.rs` makes families, after verifying them.

use heureka_number::Int;

use super::bound::Bound;
use super::bounds::Bounds;
use super::constraint::Constraint;
use super::layout::Layout;
use super::matrix::Matrix;
use super::relation::Relation;

/// The powers `first + k·step` for `0 ≤ k ≤ last`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family<L: Layout> {
    pub(super) first: Int,
    pub(super) step: Int,
    pub(super) last: Option<Int>,
    pub(super) base: Relation<L>,
    pub(super) rate: Rate,
}

/// By how much each cell grows when `k` grows by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    size: usize,
    cells: Vec<Int>,
}

impl Rate {
    pub(super) fn zero(size: usize) -> Rate {
        Rate { size, cells: vec![Int::ZERO; size * size] }
    }

    /// The rate at which the first matrix becomes the second; none if a bound appears or vanishes.
    pub(super) fn between(first: &Matrix, second: &Matrix) -> Option<Rate> {
        let growth = |(a, b): (&Bound, &Bound)| match (a, b) {
            (Bound::Finite(a), Bound::Finite(b)) => Some(b - a),
            (Bound::Infinite, Bound::Infinite) => Some(Int::ZERO),
            _ => None,
        };
        let cells = first.cells.iter().zip(&second.cells).map(growth).collect::<Option<Vec<Int>>>()?;
        Some(Rate { size: first.size, cells })
    }

    pub fn cell(&self, p: usize, q: usize) -> &Int {
        &self.cells[p * self.size + q]
    }

    pub fn is_zero(&self) -> bool {
        self.cells.iter().all(Int::is_zero)
    }

    /// `base + k·self`.
    pub(super) fn matrix_at(&self, base: &Matrix, k: &Int) -> Matrix {
        let grown = |(cell, rate): (&Bound, &Int)| match cell {
            Bound::Finite(value) if !rate.is_zero() => Bound::Finite(value + rate * k),
            _ => cell.clone(),
        };
        Matrix { size: base.size, cells: base.cells.iter().zip(&self.cells).map(grown).collect() }
    }
}

/// A constraint whose bound is linear in `k`: `left + right ≤ bound + k·rate`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParametricConstraint {
    /// With the bound for `k = 0`.
    pub constraint: Constraint,
    pub rate: Int,
}

impl<L: Layout> Family<L> {
    /// One power alone.
    pub(super) fn single(exponent: Int, power: Relation<L>) -> Self {
        let rate = Rate::zero(L::nodes(2 * power.variables()));
        Family { first: exponent, step: Int::ONE, last: Some(Int::ZERO), base: power, rate }
    }

    /// The least exponent.
    pub fn first(&self) -> &Int {
        &self.first
    }

    /// The exponents' distance; positive.
    pub fn step(&self) -> &Int {
        &self.step
    }

    /// The greatest `k`, if there is one.
    pub fn last(&self) -> Option<&Int> {
        self.last.as_ref()
    }

    /// The power for `k = 0`.
    pub fn base(&self) -> &Relation<L> {
        &self.base
    }

    pub fn rate(&self) -> &Rate {
        &self.rate
    }

    pub fn is_single(&self) -> bool {
        self.last.as_ref().is_some_and(Int::is_zero)
    }

    /// The `k` of an exponent, if the family has it.
    pub fn parameter_of(&self, exponent: &Int) -> Option<Int> {
        let distance = exponent - &self.first;
        if distance.is_negative() || !self.step.divides(&distance) {
            return None;
        }
        let k = distance.div_exact(&self.step);
        self.last.as_ref().is_none_or(|last| k <= *last).then_some(k)
    }

    /// The power `first + k·step`. The family must have that `k`.
    pub fn at(&self, k: &Int) -> Relation<L> {
        assert!(!k.is_negative() && self.last.as_ref().is_none_or(|last| k <= last), "k = {k} is not in the family");
        let matrix = self.rate.matrix_at(self.base_matrix(), k);
        Relation::new(Bounds::from_canonical(2 * self.base.variables(), matrix))
    }

    /// The constraints of the member `k`, with `k` as a variable; many follow from others.
    pub fn constraints(&self) -> Vec<ParametricConstraint> {
        self.base_matrix().finite_cells().filter_map(|(p, q, _)| self.parametric(p, q)).collect()
    }

    /// What the cell says; none if it is infinite, on the diagonal, or another one says the same.
    pub(super) fn parametric(&self, p: usize, q: usize) -> Option<ParametricConstraint> {
        let bound = self.base_matrix().cell(p, q).as_finite()?;
        let constraint = L::decode(p, q, bound)?;
        let next = L::decode(p, q, &(bound + self.rate.cell(p, q)))?;
        let rate = next.bound - &constraint.bound;
        Some(ParametricConstraint { constraint, rate })
    }

    pub(super) fn base_matrix(&self) -> &Matrix {
        self.base.bounds().matrix().expect("a family has no empty members")
    }

    /// The least `k` whose member has the pair, if there is one.
    pub fn parameter_at(&self, before: &[Int], after: &[Int]) -> Option<Int> {
        let point = [before, after].concat();
        let (mut least, mut most) = (Int::ZERO, self.last.clone());
        for ParametricConstraint { constraint, rate } in self.constraints() {
            // The constraint asks that rate·k ≥ missing.
            let missing = constraint.value_at(&point) - &constraint.bound;
            match rate.signum() {
                0 if missing.is_positive() => return None,
                0 => {}
                1 => least = least.max(missing.div_ceil(&rate)),
                _ => {
                    let limit = (-missing).div_floor(&-rate);
                    most = Some(most.map_or(limit.clone(), |most| most.min(limit)));
                }
            }
        }
        most.is_none_or(|most| least <= most).then_some(least)
    }

    /// The least relation of this form that contains every member: a bound that grows is taken at its end.
    pub fn hull(&self) -> Relation<L> {
        let base = self.base_matrix();
        let mut hull = base.clone();
        for ((cell, value), rate) in hull.cells.iter_mut().zip(&base.cells).zip(&self.rate.cells) {
            if rate.is_positive() {
                *cell = match (value, &self.last) {
                    (Bound::Finite(value), Some(last)) => Bound::Finite(value + rate * last),
                    _ => Bound::Infinite,
                };
            }
        }
        // The maximum of canonical matrices, cell by cell, is canonical.
        Relation::new(Bounds::from_canonical(2 * self.base.variables(), hull))
    }
}
