//! Widening of difference bounds and octagons, with thresholds: a bound that grows is moved to the next threshold,
//! and beyond the last one it is dropped (Miné, HOSC 2006; Cousot, Cousot, POPL 1977).
//!
//! Closing the result of a widening before the next one may restore a bound that was dropped, again and again: the
//! sequence need not end. So the state between steps is a matrix that is *not* closed, and lives here; what the caller
//! gets is the set in canonical form. Each cell changes at most once per threshold and once more, so the sequence ends.

use heureka_number::Int;

use super::bound::Bound;
use super::bounds::Bounds;
use super::layout::Layout;
use super::matrix::Matrix;

/// An increasing sequence of sets that becomes stable after finitely many steps.
#[derive(Debug, Clone)]
pub struct Widening<L: Layout> {
    /// In ascending order.
    thresholds: Vec<Int>,
    /// Not closed; none before the first set that is not empty.
    state: Option<Matrix>,
    current: Bounds<L>,
}

impl<L: Layout> Widening<L> {
    /// Starts from a set.
    pub fn new(start: &Bounds<L>, thresholds: impl IntoIterator<Item = Int>) -> Self {
        let mut thresholds: Vec<Int> = thresholds.into_iter().collect();
        thresholds.sort();
        thresholds.dedup();
        Widening { thresholds, state: start.matrix().cloned(), current: start.clone() }
    }

    /// The set now.
    pub fn current(&self) -> &Bounds<L> {
        &self.current
    }

    /// A set that contains the current one and the next one; says whether anything had to grow.
    pub fn step(&mut self, next: &Bounds<L>) -> bool {
        assert_eq!(next.dimension(), self.current.dimension(), "sets of different spaces");
        if next.entails(&self.current) {
            return false;
        }
        let new = next.matrix().expect("the empty set entails every set");
        let state = match &self.state {
            None => new.clone(),
            Some(old) => self.widened(old, new),
        };
        self.current = Bounds::from_matrix(next.dimension(), state.clone());
        self.state = Some(state);
        true
    }

    fn widened(&self, old: &Matrix, new: &Matrix) -> Matrix {
        let mut state = old.clone();
        for p in 0..old.size() {
            for q in (0..old.size()).filter(|&q| q != p) {
                if let Bound::Finite(value) = new.cell(p, q)
                    && new.cell(p, q) > old.cell(p, q)
                {
                    // The cell of a single literal bounds its double.
                    let scale = if L::is_single_literal(p, q) { Int::new(2) } else { Int::ONE };
                    let threshold = self.thresholds.iter().map(|it| it * &scale).find(|it| it >= value);
                    state.set(p, q, threshold.map_or(Bound::Infinite, Bound::Finite));
                } else if !new.cell(p, q).is_finite() {
                    state.set(p, q, Bound::Infinite);
                }
            }
        }
        state
    }
}
