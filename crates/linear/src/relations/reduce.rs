//! Few constraints that say the same as a canonical matrix (Larsen, Larsson, Pettersson, Yi, "Efficient verification
//! of real-time systems: compact data structure and state-space reduction", RTSS 1997, for difference bounds; Bagnara,
//! Hill, Zaffanella, "Weakly-relational shapes for numeric abstractions", FMSD 2009, for octagons).
//!
//! Nodes at a fixed distance from each other form a class, held together by a cycle of its members; between the first
//! members of two classes an edge stays only if no path over a third class weighs the same. For octagons a bound that
//! follows from the bounds on its two literals goes too; those on single literals then stay in any case, since other
//! bounds may stand on them. The result is small, not always least.
//!
//! A family's matrices are linear in `k`, so what can go at `k = 0` and at `k = 1` *for the same reason* can go at every
//! `k`: the reduction looks at several matrices at once.

use heureka_number::Int;

use super::bounds::Bounds;
use super::constraint::Constraint;
use super::family::{Family, ParametricConstraint};
use super::layout::Layout;
use super::matrix::Matrix;
use crate::interrupt::poll;

impl<L: Layout> Bounds<L> {
    /// Constraints that say the same as [`Bounds::constraints`], mostly far fewer; none for the empty set.
    pub fn reduced(&self) -> Vec<Constraint> {
        let Some(matrix) = self.matrix() else { return Vec::new() };
        let kept = kept_cells::<L>(&[matrix]);
        let constraint = |(p, q): (usize, usize)| L::decode(p, q, matrix.cell(p, q).as_finite()?);
        kept.into_iter().filter_map(constraint).collect()
    }
}

impl<L: Layout> Family<L> {
    /// Constraints that say the same as [`Family::constraints`] for every `k`, mostly far fewer.
    pub fn reduced(&self) -> Vec<ParametricConstraint> {
        let base = self.base_matrix();
        let next = self.rate.matrix_at(base, &Int::ONE);
        kept_cells::<L>(&[base, &next]).into_iter().filter_map(|(p, q)| self.parametric(p, q)).collect()
    }
}

/// The cells from which all others follow, sorted; of two cells that say the same, the one that decodes.
fn kept_cells<L: Layout>(matrices: &[&Matrix]) -> Vec<(usize, usize)> {
    let always = |holds: &dyn Fn(&Matrix) -> bool| matrices.iter().all(|matrix| holds(matrix));
    let mut kept = Vec::new();
    let classes = classes(matrices);
    for class in classes.iter().filter(|class| class.len() > 1) {
        kept.extend((0..class.len()).map(|place| (class[place], class[(place + 1) % class.len()])));
    }
    let firsts: Vec<usize> = classes.iter().map(|class| class[0]).collect();
    for &p in &firsts {
        poll(matrices.len() * firsts.len() * firsts.len());
        for &q in firsts.iter().filter(|&&q| q != p && matrices[0].cell(p, q).is_finite()) {
            let detour = |via: usize| {
                let no_longer = |m: &Matrix| m.cell(p, via).plus(m.cell(via, q)) <= *m.cell(p, q);
                via != p && via != q && always(&no_longer)
            };
            let implied =
                || always(&|matrix| L::follows_from_literals(matrix, p, q)) || firsts.iter().any(|&via| detour(via));
            if L::is_single_literal(p, q) || !implied() {
                kept.push((p, q));
            }
        }
    }
    let mut kept: Vec<(usize, usize)> = kept.into_iter().map(|(p, q)| L::decoded_twin(p, q)).collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// The nodes at fixed distances from each other, each class in order, classes by their first members.
fn classes(matrices: &[&Matrix]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for node in 0..matrices[0].size() {
        let fixed = |class: &&mut Vec<usize>| {
            matrices.iter().all(|matrix| {
                let around = matrix.cell(class[0], node).plus(matrix.cell(node, class[0]));
                around.as_finite().is_some_and(Int::is_zero)
            })
        };
        match classes.iter_mut().find(fixed) {
            Some(class) => class.push(node),
            None => classes.push(vec![node]),
        }
    }
    classes
}
