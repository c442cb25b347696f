//! The paper's operations on DLCs: conjunction ⊓, union ⊔, negation ∼, difference, application, quantifier elimination.
//!
//! Negation is a difference from everything, and a difference subtracts one disjunct after another from pieces that
//! stay disjoint. A piece is cut only by disjuncts that it meets, only along rows that it does not satisfy anyway, and
//! what has no point is dropped at once: the number of pieces follows the number of regions between the disjuncts
//! instead of the product of their rows.

use super::Dlc;
use super::cover::cut;
use super::profile::Profile;
use super::sample::sample;
use crate::conjunction::Conjunction;
use crate::expr::{LinearExpr, Var};
use crate::interrupt::poll;
use crate::row::Row;

impl Dlc {
    /// Conjunction ⊓.
    pub fn and(&self, other: &Dlc) -> Dlc {
        let pairs = self.disjuncts().flat_map(|mine| other.disjuncts().map(move |theirs| mine.and(theirs)));
        Dlc::new(self.numbers, pairs).no_more_exact_than([self, other])
    }

    /// Union ⊔.
    pub fn or(&self, other: &Dlc) -> Dlc {
        let mut union = self.clone();
        union.extend(other);
        union
    }

    /// Adds the disjuncts of another, and says whether any point is new.
    pub fn extend(&mut self, other: &Dlc) -> bool {
        let before = self.mark();
        self.exact &= other.exact;
        for disjunct in other.disjuncts() {
            self.insert(disjunct.clone());
        }
        before != self.mark()
    }

    /// Negation ∼: the points that do not satisfy it.
    pub fn negated(&self) -> Dlc {
        Dlc::top(self.numbers).minus(self)
    }

    /// The points that satisfy this and not the other.
    pub fn minus(&self, other: &Dlc) -> Dlc {
        let pieces = self.disjuncts().flat_map(|disjunct| other.removed_from(disjunct));
        Dlc::new(self.numbers, pieces).no_more_exact_than([self, other])
    }

    /// The part of a conjunction outside this DLC, in disjoint pieces that have points.
    pub fn removed_from(&self, conjunction: &Conjunction) -> Vec<Conjunction> {
        let mut pieces: Vec<_> = sample(conjunction).map(|_| conjunction.clone()).into_iter().collect();
        for disjunct in self.disjuncts() {
            poll(64 * pieces.len());
            let mut left = Vec::new();
            for piece in pieces {
                if sample(&piece.and(disjunct)).is_none() {
                    left.push(piece);
                    continue;
                }
                let profile = Profile::of(&piece);
                let open: Vec<Row> =
                    disjunct.rows().iter().filter(|row| !profile.implies(&piece, row)).cloned().collect();
                left.extend(cut(&piece, &open).into_iter().filter(|part| sample(part).is_some()));
            }
            pieces = left;
        }
        pieces
    }

    /// With every variable replaced by an expression, all at once.
    pub fn apply(&self, mut value: impl FnMut(Var) -> LinearExpr) -> Dlc {
        Dlc::new(self.numbers, self.disjuncts().map(|disjunct| disjunct.apply(&mut value))).no_more_exact_than([self])
    }

    /// With its variables renamed; two may become one.
    pub fn rename(&self, mut name: impl FnMut(Var) -> Var) -> Dlc {
        Dlc::new(self.numbers, self.disjuncts().map(|disjunct| disjunct.rename(&mut name))).no_more_exact_than([self])
    }

    /// Quantifier elimination: `∃ the variables for which eliminate holds. self`.
    pub fn exists(&self, eliminate: impl Fn(Var) -> bool) -> Dlc {
        let mut result = Dlc::bottom(self.numbers).no_more_exact_than([self]);
        for disjunct in self.disjuncts() {
            result.insert_projection(disjunct, &eliminate);
        }
        result
    }

    /// Inserts a conjunction without some of its variables.
    pub(super) fn insert_projection(&mut self, conjunction: &Conjunction, eliminate: impl Fn(Var) -> bool) {
        let projection = conjunction.project(eliminate);
        self.exact &= projection.exact;
        for disjunct in projection.disjuncts {
            self.insert(disjunct);
        }
    }

    pub(super) fn no_more_exact_than<'a>(mut self, others: impl IntoIterator<Item = &'a Dlc>) -> Dlc {
        self.exact &= others.into_iter().all(Dlc::is_exact);
        self
    }
}
