//! Relations `R(x, x′)` between the values of `n` variables before and after a step, given by difference bounds or
//! octagonal constraints on the `2n` variables: variable `i` is `xᵢ`, variable `n + i` is `xᵢ′`.
//!
//! The composition joins the two graphs at the values in between and keeps the shortest paths between the outer ones
//! (Bozga, Gîrlea, Iosif, "Iterating octagons", TACAS 2009). Since both matrices are closed, a path that
//! visits an outer node has a shortcut, so only the nodes in between and the fixed ones are pivots. It is exact over ℤ:
//! the canonical form of the joined bounds projects exactly.

use std::fmt;

use heureka_number::Int;

use super::bound::Bound;
use super::bounds::{Bounds, NotExpressible};
use super::constraint::Constraint;
use super::layout::{Differences, Layout, Octagonal};
use super::matrix::Matrix;

/// A relation between `variables` values before and as many after.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Relation<L> {
    variables: usize,
    bounds: Bounds<L>,
}

pub type DifferenceRelation = Relation<Differences>;
pub type OctagonalRelation = Relation<Octagonal>;

/// A composition with what its verification needs.
pub(super) struct Composite<L> {
    pub(super) relation: Relation<L>,
    /// The cells that the tightening rounds, of all nodes, as they were before; none if the graph has no solution.
    pub(super) rounded: Vec<Bound>,
}

impl<L: Layout> Relation<L> {
    /// A relation from the set of its pairs: a set of `2n` variables.
    pub fn new(bounds: Bounds<L>) -> Self {
        assert!(bounds.dimension().is_multiple_of(2), "a relation has as many values after as before");
        Relation { variables: bounds.dimension() / 2, bounds }
    }

    /// The pairs that satisfy the constraints; variable `i` is the value before, `variables + i` the one after.
    pub fn from_constraints<'a>(
        variables: usize,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<Self, NotExpressible> {
        Ok(Relation::new(Bounds::new(2 * variables, constraints)?))
    }

    /// Nothing changes.
    pub fn identity(variables: usize) -> Self {
        let same: Vec<Constraint> = (0..variables).flat_map(|i| Constraint::equal(variables + i, i, 0)).collect();
        Relation::from_constraints(variables, &same).expect("an equality of two variables is a difference bound")
    }

    /// Any value may become any other.
    pub fn universe(variables: usize) -> Self {
        Relation::new(Bounds::universe(2 * variables))
    }

    /// No pair.
    pub fn empty(variables: usize) -> Self {
        Relation::new(Bounds::empty(2 * variables))
    }

    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The set of its pairs.
    pub fn bounds(&self) -> &Bounds<L> {
        &self.bounds
    }

    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    pub fn contains(&self, before: &[Int], after: &[Int]) -> bool {
        self.bounds.contains(&[before, after].concat())
    }

    pub fn meet(&self, other: &Self) -> Self {
        Relation::new(self.bounds.meet(&other.bounds))
    }

    pub fn join(&self, other: &Self) -> Self {
        Relation::new(self.bounds.join(&other.bounds))
    }

    pub fn entails(&self, other: &Self) -> bool {
        self.bounds.entails(&other.bounds)
    }

    /// With one more constraint on the pairs.
    pub fn constrain(&mut self, constraint: &Constraint) -> Result<(), NotExpressible> {
        self.bounds.constrain(constraint)
    }

    /// The pairs the other way round.
    pub fn inverse(&self) -> Self {
        let n = self.variables;
        let swapped: Vec<usize> = (n..2 * n).chain(0..n).collect();
        Relation::new(self.bounds.project(&swapped))
    }

    /// First this step, then the next: `∃y. self(x, y) ∧ next(y, x′)`.
    pub fn then(&self, next: &Self) -> Self {
        self.composite(next).relation
    }

    pub(super) fn composite(&self, next: &Self) -> Composite<L> {
        assert_eq!(self.variables, next.variables, "relations of different variables");
        let n = self.variables;
        let nothing = || Composite { relation: Relation::empty(n), rounded: Vec::new() };
        let (Some(first), Some(second)) = (self.bounds.matrix(), next.bounds.matrix()) else { return nothing() };
        let mut joined = Matrix::unconstrained(L::nodes(3 * n));
        joined.lower_at(&L::nodes_of(0..2 * n), first);
        joined.lower_at(&L::nodes_of(n..3 * n), second);
        if joined.close_through(&L::nodes_of(n..2 * n)).is_err() {
            return nothing();
        }
        let rounded = L::rounded(&joined);
        if L::tighten(&mut joined).is_err() {
            return nothing();
        }
        let outer = joined.select(&L::nodes_of((0..n).chain(2 * n..3 * n)));
        Composite { relation: Relation::new(Bounds::from_canonical(2 * n, outer)), rounded }
    }

    /// The `exponent`-th power by repeated squaring; the identity for 0. The exponent must not be negative.
    pub fn power(&self, exponent: &Int) -> Self {
        assert!(!exponent.is_negative(), "a relation has no negative powers");
        let two = Int::new(2);
        let mut result = Relation::identity(self.variables);
        let (mut square, mut rest) = (self.clone(), exponent.clone());
        while !rest.is_zero() {
            if !rest.is_even() {
                result = result.then(&square);
            }
            rest = rest.div_floor(&two);
            if !rest.is_zero() {
                square = square.then(&square);
            }
        }
        result
    }

    /// The values after a step from the set.
    pub fn post(&self, set: &Bounds<L>) -> Bounds<L> {
        let n = self.variables;
        let before: Vec<usize> = (0..n).collect();
        let after: Vec<usize> = (n..2 * n).collect();
        self.bounds.meet(&set.embed(2 * n, &before)).project(&after)
    }

    /// The values from which a step may lead into the set.
    pub fn pre(&self, set: &Bounds<L>) -> Bounds<L> {
        self.inverse().post(set)
    }

    /// The values from which there is a step.
    pub fn domain(&self) -> Bounds<L> {
        self.bounds.project(&(0..self.variables).collect::<Vec<_>>())
    }

    /// The values that a step may lead to.
    pub fn range(&self) -> Bounds<L> {
        self.bounds.project(&(self.variables..2 * self.variables).collect::<Vec<_>>())
    }
}

impl<L: Layout> fmt::Display for Relation<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.bounds, f)
    }
}

impl<L: Layout> fmt::Debug for Relation<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
