//! Fewer and smaller disjuncts: those of a case split overlap, repeat each other, or have no point.

use super::search::Search;
use crate::congruence::shows_congruence;
use crate::conjunction::Conjunction;
use crate::relaxation::Relaxation;
use crate::row::{Numbers, Row};

/// Past this many disjuncts they are not compared with each other.
const MAX_COMPARED: usize = 100;

/// Drops what has no point or is contained in another disjunct; the rest sorted and without redundant rows.
pub(super) fn tidy(disjuncts: Vec<Conjunction>) -> Vec<Conjunction> {
    let mut disjuncts: Vec<Conjunction> = disjuncts.iter().map(Conjunction::remove_redundant).collect();
    disjuncts.retain(|disjunct| !disjunct.is_false());
    disjuncts.sort_unstable();
    disjuncts.dedup();
    if disjuncts.len() < 2 {
        return disjuncts;
    }
    disjuncts.retain(|disjunct| disjunct.numbers() == Numbers::Real || !Search::shows_empty(disjunct));
    if disjuncts.len() > MAX_COMPARED {
        return disjuncts;
    }
    let mut kept: Vec<Conjunction> = Vec::with_capacity(disjuncts.len());
    for disjunct in disjuncts {
        let mut inner = Inner::of(&disjunct);
        if kept.iter().any(|other| inner.lies_in(other)) {
            continue;
        }
        kept.retain(|other| !Inner::of(other).lies_in(&disjunct));
        kept.push(disjunct);
    }
    kept
}

/// A conjunction that may lie in another.
struct Inner<'c> {
    conjunction: &'c Conjunction,
    /// Built when the form does not answer.
    relaxation: Option<Relaxation>,
}

impl Inner<'_> {
    fn of(conjunction: &Conjunction) -> Inner<'_> {
        Inner { conjunction, relaxation: None }
    }

    /// Whether each of its points certainly satisfies the other.
    fn lies_in(&mut self, other: &Conjunction) -> bool {
        other.rows().iter().all(|row| self.entails(row))
    }

    fn entails(&mut self, row: &Row) -> bool {
        let conjunction = self.conjunction;
        if conjunction.rows().binary_search(row).is_ok() {
            return true;
        }
        if row.is_modulo() {
            return shows_congruence(conjunction, row);
        }
        let relaxed = || Relaxation::of(conjunction.numbers(), conjunction.rows());
        self.relaxation.get_or_insert_with(relaxed).entails(row)
    }
}
