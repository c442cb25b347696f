//! The strongest difference bounds (or octagon) that contain other linear constraints: paper 001, §4, the operator `D`.
//!
//! For one conjunction, each cell is the maximum of a linear expression over its points, an (integer) linear program that
//! the caller solves: [`Supremum`] is the answer. For a union the hull is the maximum cell by cell (paper 001, footnote
//! 8). A caller that answers with an upper bound of the maximum, or with `Infinite` when it gives up, gets a set that
//! still contains the constraints, only not the strongest one.

use heureka_number::Int;

use crate::Conjunction;
use crate::expr::{LinearExpr, Var};

use super::bound::Bound;
use super::bounds::{Bounds, Supremum};
use super::layout::{Layout, encoded};
use super::matrix::Matrix;

impl<L: Layout> Bounds<L> {
    /// The strongest set of this form in which each expression is at most its supremum; place `i` is `vars[i]`.
    pub fn strongest(vars: &[Var], mut supremum: impl FnMut(&LinearExpr) -> Supremum) -> Self {
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

    /// The strongest set of this form that contains every disjunct. Conjunctions that are bounds already are taken as
    /// they are; for the others `supremum` is asked.
    pub fn strongest_of<'a>(
        vars: &[Var],
        disjuncts: impl IntoIterator<Item = &'a Conjunction>,
        mut supremum: impl FnMut(&Conjunction, &LinearExpr) -> Supremum,
    ) -> Self {
        disjuncts.into_iter().fold(Bounds::empty(vars.len()), |hull, disjunct| {
            let set = Bounds::from_conjunction(disjunct, vars)
                .unwrap_or_else(|_| Bounds::strongest(vars, |expr| supremum(disjunct, expr)));
            hull.join(&set)
        })
    }
}
