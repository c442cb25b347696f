//! The strongest difference bounds (or octagon) that contain other linear constraints: paper 001, §4.2, the operator `D`.
//!
//! For one conjunction, each cell is the maximum of a linear expression over its integer points, which the simplex
//! finds. For a union the hull is the maximum cell by cell (paper 001, footnote 8). Whoever has suprema from elsewhere
//! uses [`Bounds::strongest_by`]: upper bounds of the maxima, or `Infinite` where it gives up, give a set that still
//! contains the constraints, only not the strongest one.

use heureka_number::Int;

use crate::expr::{LinearExpr, Var};
use crate::row::Numbers;
use crate::{Conjunction, Optimum, Simplex};

use super::bound::Bound;
use super::bounds::{Bounds, Supremum};
use super::layout::{Layout, encoded};
use super::matrix::Matrix;
use super::relation::Relation;

impl<L: Layout> Bounds<L> {
    /// The strongest set of this form in which each expression is at most its supremum; place `i` is `vars[i]`.
    pub fn strongest_by(vars: &[Var], mut supremum: impl FnMut(&LinearExpr) -> Supremum) -> Self {
        let dimension = vars.len();
        let mut matrix = Matrix::unconstrained(L::nodes(dimension));
        for p in 0..matrix.size() {
            for q in 0..matrix.size() {
                let Some(mut constraint) = L::decode(p, q, &Int::ZERO) else { continue };
                match supremum(&constraint.expr(vars)) {
                    Supremum::Empty => return Bounds::empty(dimension),
                    Supremum::Bound(Bound::Infinite) => {}
                    Supremum::Bound(Bound::Finite(value)) => {
                        constraint.bound = value;
                        for edge in encoded::<L>(&constraint) {
                            matrix.lower(edge.p, edge.q, &Bound::Finite(edge.weight));
                        }
                    }
                }
            }
        }
        Bounds::from_matrix(dimension, matrix)
    }

    /// The strongest set of this form that contains a conjunction over ℤ; variables that are not in the list are
    /// projected away.
    pub fn strongest(vars: &[Var], conjunction: &Conjunction) -> Self {
        if let Ok(bounds) = Bounds::from_conjunction(conjunction, vars) {
            return bounds;
        }
        let mut simplex = Simplex::new(Numbers::Integer);
        for row in conjunction.rows() {
            simplex.add(row);
        }
        Bounds::strongest_by(vars, |expr| match simplex.maximum(expr) {
            Optimum::Empty => Supremum::Empty,
            Optimum::Unbounded => Supremum::Bound(Bound::Infinite),
            Optimum::Attained(value) | Optimum::Supremum(value) => Supremum::Bound(Bound::Finite(value.floor())),
        })
    }

    /// The strongest set of this form that contains every disjunct, for example those of a DLC.
    pub fn strongest_of<'a>(vars: &[Var], disjuncts: impl IntoIterator<Item = &'a Conjunction>) -> Self {
        let nothing = Bounds::empty(vars.len());
        disjuncts.into_iter().fold(nothing, |hull, disjunct| hull.join(&Bounds::strongest(vars, disjunct)))
    }
}

impl<L: Layout> Relation<L> {
    /// The strongest relation of this form that contains every disjunct: `D(ρ)` of paper 001.
    pub fn strongest_of<'a>(
        before: &[Var],
        after: &[Var],
        disjuncts: impl IntoIterator<Item = &'a Conjunction>,
    ) -> Self {
        assert_eq!(before.len(), after.len(), "as many values after as before");
        Relation::new(Bounds::strongest_of(&[before, after].concat(), disjuncts))
    }
}
