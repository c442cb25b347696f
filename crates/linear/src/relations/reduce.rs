//! Few constraints that say the same as a canonical matrix (Larsen, Larsson, Pettersson, Yi, "Efficient verification
//! of real-time systems: compact data structure and state-space reduction", RTSS 1997, for difference bounds; Bagnara,
//! Hill, Zaffanella, "Weakly-relational shapes", FMSD 2009, §5, for octagons).
//!
//! Nodes at a fixed distance from each other form a class, held together by a cycle of its members; between the first
//! members of two classes an edge stays only if no path over a third class weighs the same. For octagons a
//! bound that follows from the bounds on its two literals goes; those on single literals then stay in any case, since
//! other bounds may stand on them. The result is small, not always least.

use super::bounds::Bounds;
use super::constraint::Constraint;
use super::layout::Layout;
use super::matrix::Matrix;

impl<L: Layout> Bounds<L> {
    /// Constraints that say the same as [`Bounds::constraints`], mostly far fewer; none for the empty set.
    pub fn reduced(&self) -> Vec<Constraint> {
        let Some(matrix) = self.matrix() else { return Vec::new() };
        let mut kept = Vec::new();
        let classes = classes(matrix);
        for class in &classes {
            // A cycle through the class; both directions of its edges are exact.
            for (place, &p) in class.iter().enumerate().filter(|_| class.len() > 1) {
                let q = class[(place + 1) % class.len()];
                kept.push((p, q));
            }
        }
        let firsts: Vec<usize> = classes.iter().map(|class| class[0]).collect();
        for &p in &firsts {
            for &q in firsts.iter().filter(|&&q| q != p) {
                let cell = matrix.cell(p, q);
                let detour =
                    |via: usize| via != p && via != q && matrix.cell(p, via).plus(matrix.cell(via, q)) <= *cell;
                let implied = || L::follows_from_literals(matrix, p, q) || firsts.iter().any(|&via| detour(via));
                if cell.is_finite() && (L::is_single_literal(p, q) || !implied()) {
                    kept.push((p, q));
                }
            }
        }
        let mut constraints: Vec<Constraint> =
            kept.into_iter().filter_map(|(p, q)| L::decode_any(p, q, matrix.cell(p, q).as_finite()?)).collect();
        constraints.sort();
        constraints.dedup();
        constraints
    }
}

/// The nodes at fixed distances from each other, each class in order, classes by their first members.
fn classes(matrix: &Matrix) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for node in 0..matrix.size() {
        let fixed = |class: &&mut Vec<usize>| {
            let around = matrix.cell(class[0], node).plus(matrix.cell(node, class[0]));
            around.as_finite().is_some_and(|weight| weight.is_zero())
        };
        match classes.iter_mut().find(fixed) {
            Some(class) => class.push(node),
            None => classes.push(vec![node]),
        }
    }
    classes
}
