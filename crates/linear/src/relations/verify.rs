//! The proof that a guessed family of powers is right for every `k`, not only for those that were computed.
//!
//! Claim to prove: with `M(k) = base + k·rate` and `S` another power of the same relation, the composition of `M(k)`
//! and `S` is `N(k)`, also linear in `k`, for `0 ≤ k ≤ K` or for all `k ≥ 0`. (CAV 2010 decides this by
//! symbolic shortest paths with `k` as a variable. We use a shorter argument.)
//!
//! A cell of the closure of the joined graph is the least weight of finitely many simple paths, each an integer line in
//! `k`: a *concave* function `f`. Let `l` be the line through `f(0)` and `f(1)`. Concavity gives `f ≤ l` from 1 on, and
//! if also `f(K) = l(K)`, then `f = l` on all integers of `0..=K`. So comparing three matrices, at 0, 1 and K, proves all
//! `K + 1` cases. No cycle is negative in between, since its weight is a line too, and is not negative at 0 and at K;
//! likewise `M(k)` is closed for all of `0..=K` if it is at 0 and K.
//!
//! For all `k ≥ 0`: take `K` beyond the point where a path could still overtake. A path's line `g` with `g(0) ≥ l(0)`
//! that is below `l` anywhere falls faster by at least 1, so it is below at every `k > g(0) − l(0)`; and
//! `|g(0)|, |l(0)|` are at most the number of nodes times the greatest weight at `k = 0`. The same bound serves cycles
//! and closedness.
//!
//! Octagons over ℤ round down `cell(p, p̄) / 2`, which is not concave. We ask in addition that each of these cells, before
//! the rounding and for the nodes in between as well, is itself a line on `0..=K` (same argument) with an *even*
//! slope; then `⌊cell(p, p̄)/2⌋` is an integer line, and so are the weights that the tightening compares. If a slope is
//! odd the guess is rejected; the doubled period has only even ones.

use heureka_number::Int;

use super::bound::Bound;
use super::bounds::Bounds;
use super::family::Rate;
use super::layout::Layout;
use super::matrix::Matrix;
use super::relation::{Composite, Relation};

/// Matrices that grow by a rate; a guess about powers until it is verified.
pub(super) struct Line {
    pub(super) base: Matrix,
    pub(super) rate: Rate,
}

impl Line {
    pub(super) fn at(&self, k: &Int) -> Matrix {
        self.rate.matrix_at(&self.base, k)
    }
}

/// A claim: `start(k)` composed with each `factor` is its `result(k)`. It holds for `k = 0` and `k = 1` by construction.
pub(super) struct Claim<L> {
    variables: usize,
    start: Line,
    steps: Vec<Step<L>>,
}

struct Step<L> {
    factor: Relation<L>,
    result: Line,
    /// The rounded cells for `k = 0` and their growth to `k = 1`.
    rounded: Vec<Bound>,
    growth: Vec<Int>,
}

impl<L: Layout> Claim<L> {
    /// The claim, or none if it fails for `k = 0` or `k = 1`, or by an odd slope.
    pub(super) fn new(variables: usize, start: Line, steps: Vec<(Relation<L>, Line)>) -> Option<Self> {
        let mut claim = Claim { variables, start, steps: Vec::with_capacity(steps.len()) };
        let (zero, one) = (claim.start_at(&Int::ZERO)?, claim.start_at(&Int::ONE)?);
        for (factor, result) in steps {
            let (first, second) = (zero.composite(&factor), one.composite(&factor));
            if !is_matrix(&first, &result.base) || !is_matrix(&second, &result.at(&Int::ONE)) {
                return None;
            }
            let growth = first.rounded.iter().zip(&second.rounded).map(even_growth).collect::<Option<Vec<Int>>>()?;
            claim.steps.push(Step { factor, result, rounded: first.rounded, growth });
        }
        Some(claim)
    }

    /// Whether the claim holds for all `k` of `0..=last`.
    pub(super) fn holds_up_to(&self, last: &Int) -> bool {
        let Some(start) = self.start_at(last) else { return false };
        self.steps.iter().all(|step| {
            let composite = start.composite(&step.factor);
            is_matrix(&composite, &step.result.at(last)) && step.is_linear(&composite, last)
        })
    }

    /// If the claim holds up to here, it holds for ever.
    pub(super) fn horizon(&self) -> Int {
        let nodes = Int::from(L::nodes(3 * self.variables));
        let weight = self.steps.iter().filter_map(|step| step.factor.bounds().matrix().map(Matrix::magnitude));
        let weight = weight.chain([self.start.base.magnitude()]).max().unwrap_or_default();
        Int::new(4) * (nodes + Int::ONE) * (weight + Int::ONE)
    }

    /// The start at `k`, if its matrix is canonical (a relation's matrix is kept canonical, ours only hopefully is).
    fn start_at(&self, k: &Int) -> Option<Relation<L>> {
        let matrix = self.start.at(k);
        let bounds = Bounds::from_matrix(2 * self.variables, matrix.clone());
        (bounds.matrix() == Some(&matrix)).then(|| Relation::new(bounds))
    }
}

impl<L> Step<L> {
    fn is_linear(&self, composite: &Composite<L>, k: &Int) -> bool {
        let expected = self.rounded.iter().zip(&self.growth).map(|(cell, growth)| match cell {
            Bound::Finite(value) => Bound::Finite(value + growth * k),
            Bound::Infinite => Bound::Infinite,
        });
        expected.eq(composite.rounded.iter().cloned())
    }
}

fn is_matrix<L: Layout>(composite: &Composite<L>, expected: &Matrix) -> bool {
    composite.relation.bounds().matrix() == Some(expected)
}

fn even_growth((first, second): (&Bound, &Bound)) -> Option<Int> {
    match (first, second) {
        (Bound::Finite(a), Bound::Finite(b)) => Some(b - a).filter(Int::is_even),
        (Bound::Infinite, Bound::Infinite) => Some(Int::ZERO),
        _ => None,
    }
}
