//! Whether a conjunction lies in a union of others: entailment C ⊑ D₁ ∨ … ∨ Dₙ, exact over ℤ and ℝ.
//!
//! The search is led by points. A point of C that lies in no Dᵢ is the answer: no. Otherwise one of the Dᵢ that hold at
//! it is subtracted, which leaves pieces of C that are disjoint from each other and from Dᵢ, and each piece must be
//! covered by the rest. So only disjuncts that really meet C are ever looked at, and the index needs to answer one
//! question: who holds at this point? Among those, one that contains the whole piece ends it; otherwise the one that
//! cuts off the fewest pieces is taken. A piece never meets a disjunct again that was subtracted on the way to it, so
//! the search ends.

use std::borrow::Cow;

use super::profile::Profile;
use super::sample::sample;
use crate::conjunction::Conjunction;
use crate::interrupt::poll;
use crate::row::{Canonical, Row};
use crate::simplex::Model;

/// Who may cover a point.
pub(super) trait Cover {
    /// Calls `found` with every disjunct that holds at the point.
    fn holding_at<'c>(&'c self, point: &Model, found: &mut dyn FnMut(&'c Conjunction));
}

impl Cover for [&Conjunction] {
    fn holding_at<'c>(&'c self, point: &Model, found: &mut dyn FnMut(&'c Conjunction)) {
        self.iter().filter(|disjunct| satisfies(point, disjunct)).for_each(|disjunct| found(disjunct));
    }
}

/// What decided an entailment, from cheap to dear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The first point lies outside, or there is none.
    Point,
    /// One disjunct contains it all.
    Disjunct,
    /// Pieces were cut.
    Split,
}

/// Whether all of the rows hold at the point.
pub(super) fn satisfies(point: &Model, conjunction: &Conjunction) -> bool {
    !conjunction.is_false() && conjunction.rows().iter().all(|row| point.satisfies(row))
}

/// A point of the conjunction outside the cover, if there is one, and the step that decided it.
pub(super) fn outside(conjunction: &Conjunction, cover: &(impl Cover + ?Sized)) -> (Option<Model>, Step) {
    let mut step = Step::Point;
    let mut pieces = vec![Cow::Borrowed(conjunction)];
    while let Some(piece) = pieces.pop() {
        poll(64 * (1 + piece.rows().len()));
        let Some(point) = sample(&piece) else { continue };
        let mut holding = Vec::new();
        cover.holding_at(&point, &mut |disjunct| holding.push(disjunct));
        if holding.is_empty() {
            return (Some(point), step);
        }
        let profile = Profile::of(&piece);
        let open_rows = |disjunct: &&Conjunction| {
            poll(64 * disjunct.rows().len());
            disjunct.rows().iter().filter(|row| !profile.implies(&piece, row)).cloned().collect::<Vec<Row>>()
        };
        let mut open: Vec<Vec<Row>> = holding.iter().map(open_rows).collect();
        open.sort_by_key(Vec::len);
        if open[0].is_empty() || open.iter().any(|rows| rows.iter().all(|row| piece.entails_row(row))) {
            step = step.max(Step::Disjunct);
            continue;
        }
        step = Step::Split;
        pieces.extend(cut(&piece, &open[0]).into_iter().map(Cow::Owned));
    }
    (None, step)
}

impl Step {
    fn max(self, other: Step) -> Step {
        if self == Step::Split { self } else { other }
    }
}

/// What is left of the piece outside a conjunction of rows, in disjoint pieces: one breaks the first row, one keeps it
/// and breaks the second, and so on. Pieces may turn out to have no point.
pub(super) fn cut(piece: &Conjunction, rows: &[Row]) -> Vec<Conjunction> {
    let mut pieces = Vec::new();
    let mut kept = piece.clone();
    for row in rows {
        for complement in row.negated(piece.numbers()) {
            match complement {
                Canonical::Always => pieces.push(kept.clone()),
                Canonical::Never => {}
                Canonical::Row(broken) => pieces.push(kept.with_rows([&broken])),
            }
        }
        kept = kept.with_rows([row]);
        if kept.is_false() {
            break;
        }
    }
    pieces.retain(|piece| !piece.is_false());
    pieces
}

/// Whether one conjunction lies in another, where that is seen soon: `false` decides nothing.
pub(super) fn soon_contains(outer: &Conjunction, inner: &Conjunction) -> bool {
    let profile = Profile::of(inner);
    outer.rows().iter().all(|row| profile.implies(inner, row) || inner.quickly_entails_row(row))
}

/// Whether one conjunction lies in another.
pub(super) fn contains(outer: &Conjunction, inner: &Conjunction) -> bool {
    if outer.is_false() {
        return sample(inner).is_none();
    }
    let profile = Profile::of(inner);
    let open: Vec<_> = outer.rows().iter().filter(|row| !profile.implies(inner, row)).collect();
    open.is_empty() || open.into_iter().all(|row| inner.entails_row(row))
}
