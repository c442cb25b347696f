//! Rows that say nothing new, and equalities that several inequalities say together.
//!
//! A row is redundant if the others entail it over ℝ. (Over ℤ more may be redundant; this much is cheap and changes
//! no point.) To test each row against all others, the rows are halved: one half is added to the solver while the
//! other is tested, so that `n` tests add `n·log n` rows rather than `n²`.

use std::cmp::Reverse;

use crate::conjunction::Conjunction;
use crate::expr::Var;
use crate::interrupt::poll;
use crate::relaxation::Relaxation;
use crate::row::{Canonical, Kind, Numbers, Row};

impl Conjunction {
    /// The same points with no row that the others entail over ℝ.
    pub fn remove_redundant(&self) -> Conjunction {
        if self.is_false() || self.others().len() < 2 {
            return self.clone();
        }
        // The equalities only define their pivots over ℝ, which the others do not mention.
        match irredundant(self.numbers(), &[], self.others()) {
            None => Conjunction::bottom(self.numbers()),
            Some(others) if others.len() == self.others().len() => self.clone(),
            Some(mut others) => {
                let mut rows = self.equalities().to_vec();
                rows.append(&mut others);
                Conjunction::from_reduced(self.numbers(), rows)
            }
        }
    }

    /// The same points, with the equalities that the inequalities entail over ℝ as rows.
    pub fn with_implied_equalities(&self) -> Conjunction {
        let is_bound = |row: &&Row| *row.kind() == Kind::AtLeast;
        let mut suspects: Vec<&Row> = self.others().iter().filter(is_bound).collect();
        if self.is_false() || suspects.len() < 2 {
            return self.clone();
        }
        let mut relaxation = Relaxation::of(self.numbers(), self.others());
        let Some(point) = relaxation.point() else { return Conjunction::bottom(self.numbers()) };
        suspects.retain(|row| point.eval(row.expr()).is_zero());
        let mut equalities = Vec::new();
        while let Some(row) = suspects.pop() {
            let Some(strict) = strictly(row, self.numbers()) else { continue };
            match relaxation.with([&strict], Relaxation::point) {
                None => equalities.push((row.expr().clone(), Kind::Equal)),
                Some(point) => suspects.retain(|row| point.eval(row.expr()).is_zero()),
            }
        }
        if equalities.is_empty() { self.clone() } else { self.with_all(equalities) }
    }
}

/// The row without the points where its two sides are equal.
fn strictly(row: &Row, numbers: Numbers) -> Option<Row> {
    match Row::canonical(row.expr().clone(), Kind::Above, numbers) {
        Canonical::Row(row) => Some(row),
        Canonical::Always | Canonical::Never => None,
    }
}

/// The rows that are needed beside the context; `None` if no point satisfies them all. Their order is kept.
pub(crate) fn irredundant(numbers: Numbers, context: &[Row], rows: &[Row]) -> Option<Vec<Row>> {
    let mut relaxation = Relaxation::of(numbers, context);
    let (needed, mut doubtful): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| is_only_bound(row, context, rows) || row.is_modulo());
    relaxation.add(needed.iter().copied());
    if relaxation.with(doubtful.iter().copied(), Relaxation::is_empty) {
        return None;
    }
    // What is tested first goes first: long rows rather than short ones.
    doubtful.sort_by_key(|row| Reverse(row.expr().terms().len()));
    let mut kept = Vec::with_capacity(rows.len());
    sift(&mut relaxation, &doubtful, &mut kept);
    kept.extend(needed);
    Some(rows.iter().filter(|row| kept.iter().any(|other| std::ptr::eq(*row, *other))).cloned().collect())
}

/// Whether a variable of the row is bounded on that side by no other: such a row is never redundant.
fn is_only_bound(row: &Row, context: &[Row], rows: &[Row]) -> bool {
    let bounds_too = |other: &Row, var: Var, positive: bool| match other.expr().coefficient(var) {
        None => false,
        Some(coefficient) => match other.kind() {
            Kind::AtLeast | Kind::Above => coefficient.is_positive() == positive,
            _ => true,
        },
    };
    poll(4 * (context.len() + rows.len()));
    row.expr().terms().iter().any(|(var, coefficient)| {
        let positive = coefficient.is_positive();
        let mut others = context.iter().chain(rows).filter(|other| !std::ptr::eq(*other, row));
        !others.any(|other| bounds_too(other, *var, positive))
    })
}

/// Adds to `kept` those of the rows that are not entailed by the relaxation and the other rows.
fn sift<'r>(relaxation: &mut Relaxation, rows: &[&'r Row], kept: &mut Vec<&'r Row>) {
    match rows {
        [] => {}
        [row] => {
            if !relaxation.entails(row) {
                kept.push(row);
            }
        }
        _ => {
            let (first, second) = rows.split_at(rows.len() / 2);
            let start = kept.len();
            relaxation.with(second.iter().copied(), |relaxation| sift(relaxation, first, kept));
            let survivors = kept[start..].to_vec();
            relaxation.with(survivors, |relaxation| sift(relaxation, second, kept));
        }
    }
}
