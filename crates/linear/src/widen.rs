//! Widening and narrowing of conjunctions, and a join without convex hulls, for engines that want termination.
//!
//! The standard widening (Cousot and Halbwachs, POPL 1978; in the form of Halbwachs 1979) keeps of the older
//! conjunction what the newer one satisfies, an equality being two inequalities, and of the newer one the rows that
//! could stand in the older one in place of another. No test searches for integers, so over ℤ a row may be lost that
//! such a search would keep: the result is larger, never wrong. Of `e = 0` against `e = 6` the congruence
//! `e mod 6 ≤ 0` stays; a congruence can only pass to a divisor of its modulus, so this ends too.

use std::collections::BTreeSet;

use heureka_number::Int;

use crate::affine::common_equalities;
use crate::congruence::{common_congruence, shows_congruence};
use crate::conjunction::Conjunction;
use crate::relaxation::Relaxation;
use crate::row::{Canonical, Kind, Numbers, Row};
use crate::simplex::Optimum;

/// Where a widening stops before it gives a bound up.
#[derive(Debug, Clone, Default)]
pub struct Thresholds {
    /// Kept if both conjunctions satisfy them.
    pub rows: Vec<Row>,
    /// A bound `d ≤ c` that is given up becomes `d ≤ k` for the least of these that the newer conjunction satisfies,
    /// and `d ≥ c` the other way round, where the highest variable of `d` has a positive coefficient.
    pub constants: BTreeSet<Int>,
}

impl Conjunction {
    /// The standard widening `self ∇ newer`: both entail it, and a chain `xᵢ₊₁ = xᵢ ∇ yᵢ` becomes stable.
    pub fn widen(&self, newer: &Conjunction) -> Conjunction {
        self.widen_up_to(newer, &Thresholds::default())
    }

    /// Widening that stops at thresholds.
    pub fn widen_up_to(&self, newer: &Conjunction, thresholds: &Thresholds) -> Conjunction {
        let (older, newer) = (self.remove_redundant(), newer.remove_redundant());
        if older.is_false() {
            return newer;
        }
        if newer.is_false() {
            return older;
        }
        let numbers = older.numbers();
        let mut above = Side::of(&newer);
        let (mut kept, mut lost): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
        let older_rows = halves(older.rows(), numbers);
        for row in &older_rows {
            if above.entails(row) { kept.push(row.clone()) } else { lost.push(row.clone()) }
        }
        let mut below = Side::of(&older);
        for row in lost.iter().filter(|row| !row.is_modulo()) {
            kept.extend(thresholds.weaker(row, numbers).find(|weaker| above.entails(weaker)));
        }
        kept.extend(thresholds.rows.iter().filter(|row| below.entails(row) && above.entails(row)).cloned());
        let mut below = Relaxation::of(Numbers::Real, &older_rows);
        for row in halves(newer.rows(), numbers) {
            if !kept.contains(&row) && below.entails(&row) && replaces_one(&row, &older_rows) {
                kept.push(row);
            }
        }
        kept.extend(older.rows().iter().filter_map(|row| common_congruence(row, &newer)));
        Conjunction::from_rows(numbers, &kept).remove_redundant()
    }

    /// The standard narrowing: `self` with the bounds of `newer` in directions where it has none. Only rows with
    /// coefficients ±1 are taken, of which there are finitely many directions, so a chain becomes stable.
    pub fn narrow(&self, newer: &Conjunction) -> Conjunction {
        if self.is_false() || newer.is_false() {
            return Conjunction::bottom(self.numbers());
        }
        let mut wide = Relaxation::of(self.numbers(), self.rows());
        let mut found = halves(newer.rows(), self.numbers());
        found.retain(|row| {
            !row.is_modulo()
                && row.expr().terms().iter().all(|(_, coefficient)| coefficient.is_unit())
                && wide.maximum(&row.expr().negated()) == Optimum::Unbounded
        });
        self.with_rows(&found)
    }

    /// [`Conjunction::weak_join`] with the rows of the thresholds that hold for both: directions in which neither has a row.
    pub fn join_up_to(&self, other: &Conjunction, thresholds: &Thresholds) -> Conjunction {
        let joined = self.weak_join(other);
        let (mut left, mut right) = (Side::of(self), Side::of(other));
        let holds = |row: &&Row| left.entails(row) && right.entails(row);
        joined.with_rows(thresholds.rows.iter().filter(holds))
    }

    /// An upper bound of two conjunctions without their convex hull: each bound of the one, moved out as far as the
    /// other needs it, the equalities that they have in common, and over ℤ common remainders.
    pub fn weak_join(&self, other: &Conjunction) -> Conjunction {
        let numbers = self.numbers();
        let (mut left, mut right) = (Side::of(self), Side::of(other));
        if left.relaxation.is_empty() || self.is_false() {
            return other.clone();
        }
        if right.relaxation.is_empty() || other.is_false() {
            return self.clone();
        }
        let mut rows = Vec::new();
        for (conjunction, opposite) in [(self, &mut right), (other, &mut left)] {
            for row in halves(conjunction.rows(), numbers) {
                rows.extend(opposite.moved_out(&row, numbers));
            }
        }
        let equalities = common_equalities(self, other).into_iter().map(|expr| (expr, Kind::Equal));
        rows.extend(self.rows().iter().filter_map(|row| common_congruence(row, other)));
        rows.extend(other.rows().iter().filter_map(|row| common_congruence(row, self)));
        Conjunction::new(numbers, equalities).with_rows(&rows)
    }

    /// The rows of conjunctions that hold in all of them. Every one has points.
    pub(crate) fn common_rows(parts: &[&Conjunction]) -> Conjunction {
        let numbers = parts[0].numbers();
        let mut sides: Vec<(Side, BTreeSet<&Row>)> =
            parts.iter().map(|part| (Side::of(part), part.rows().iter().collect())).collect();
        let all: BTreeSet<&Row> = parts.iter().flat_map(|part| part.rows()).collect();
        let holds = |row: &&Row| sides.iter_mut().all(|(side, own)| own.contains(*row) || side.entails(row));
        Conjunction::new(numbers, []).with_rows(all.into_iter().filter(holds))
    }
}

/// One of the two conjunctions.
struct Side<'c> {
    conjunction: &'c Conjunction,
    relaxation: Relaxation,
}

impl Side<'_> {
    fn of(conjunction: &Conjunction) -> Side<'_> {
        Side { conjunction, relaxation: Relaxation::of(conjunction.numbers(), conjunction.rows()) }
    }

    fn entails(&mut self, row: &Row) -> bool {
        self.relaxation.entails(row) || shows_congruence(self.conjunction, row)
    }

    /// The tightest row in the direction of `row` that both `row` and this side satisfy, if there is one.
    fn moved_out(&mut self, row: &Row, numbers: Numbers) -> Option<Row> {
        if self.entails(row) {
            return Some(row.clone());
        }
        if row.is_modulo() {
            return None;
        }
        let shortfall = match self.relaxation.maximum(&row.expr().negated()) {
            Optimum::Attained(value) | Optimum::Supremum(value) => value,
            Optimum::Empty | Optimum::Unbounded => return None,
        };
        // e + shortfall ≥ 0, times the denominator.
        let expr = row.expr().scaled(shortfall.denominator()).plus_constant(shortfall.numerator().clone());
        match Row::canonical(expr, Kind::AtLeast, numbers) {
            Canonical::Row(row) => Some(row),
            Canonical::Always | Canonical::Never => None,
        }
    }
}

impl Thresholds {
    /// The row `d ≤ c` or `d ≥ c` with each weaker limit that is a threshold, the tightest first.
    fn weaker<'t>(&'t self, row: &'t Row, numbers: Numbers) -> Box<dyn Iterator<Item = Row> + 't> {
        let (content, constant) = (row.expr().content(), row.expr().constant());
        let is_lower = row.expr().leading().is_some_and(|(_, coefficient)| coefficient.is_positive());
        let limits = if is_lower {
            self.constants.range(..=(-constant).div_floor(&content))
        } else {
            self.constants.range(constant.div_ceil(&content)..)
        };
        let with_limit = move |limit: &Int| {
            let mut expr = row.expr().clone();
            expr.set_constant(if is_lower { -limit } else { limit.clone() } * &content);
            match Row::canonical(expr, Kind::AtLeast, numbers) {
                Canonical::Row(row) => Some(row),
                Canonical::Always | Canonical::Never => None,
            }
        };
        if is_lower { Box::new(limits.rev().filter_map(with_limit)) } else { Box::new(limits.filter_map(with_limit)) }
    }
}

/// The rows with each equality as two inequalities.
fn halves(rows: &[Row], numbers: Numbers) -> Vec<Row> {
    let mut halves = Vec::with_capacity(2 * rows.len());
    for row in rows {
        if !row.is_equality() {
            halves.push(row.clone());
            continue;
        }
        for expr in [row.expr().clone(), row.expr().negated()] {
            // An equality mentions a variable, and so do its halves.
            if let Canonical::Row(half) = Row::canonical(expr, Kind::AtLeast, numbers) {
                halves.push(half);
            }
        }
    }
    halves
}

/// Whether the rows with one of them replaced by `row` still entail the one that was replaced. Over ℝ, even where
/// integers would allow more: only then does the number of rows or of dimensions tell that a chain ends.
fn replaces_one(row: &Row, rows: &[Row]) -> bool {
    (0..rows.len()).any(|place| {
        if rows[place].is_modulo() || row.is_modulo() {
            return false;
        }
        let others = rows[..place].iter().chain(&rows[place + 1..]);
        Relaxation::of(Numbers::Real, others.chain([row])).entails(&rows[place])
    })
}
