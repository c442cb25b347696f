//! Widening of DLCs: a powerset of conjunctions with a bound on their number (after Bagnara, Hill and Zaffanella,
//! "Widening operators for powerset domains", 2006, with the bound in place of their certificates).
//!
//! The state keeps *places*, conjunctions that only grow. A conjunction that is not covered opens a place of its own
//! while fewer than the bound were ever opened; after that it is taken in by the place most like it, A, which becomes
//! `A ∇ (A ⊔ C)` with the widening of conjunctions.
//!
//! Any sequence of insertions changes the state finitely often: at most `bound` insertions open a place, since a place
//! that another one covers is closed and not given back; every other change is a step in the chain of widenings of one
//! of these places, and each chain becomes stable. Exact uniting of disjuncts has no part in this, since `x = 0`,
//! `0 <= x <= 1`, … can be united for ever.

use super::Dlc;
use super::cover::contains;
use super::profile::Profile;
use crate::conjunction::Conjunction;
use crate::row::Numbers;
use crate::widen::Thresholds;

/// A DLC that becomes stable, whatever is inserted.
#[derive(Debug, Clone)]
pub struct DlcWidening {
    thresholds: Thresholds,
    bound: usize,
    opened: usize,
    places: Vec<Conjunction>,
    /// The union of the places.
    dlc: Dlc,
}

impl DlcWidening {
    /// Nothing yet; at most `bound` places, of which there must be one.
    pub fn new(numbers: Numbers, bound: usize, thresholds: Thresholds) -> DlcWidening {
        assert!(bound > 0, "a widening needs a place");
        DlcWidening { thresholds, bound, opened: 0, places: Vec::new(), dlc: Dlc::bottom(numbers) }
    }

    /// Takes in a conjunction. The answer is the place that contains it now, unless all of its points were there.
    pub fn insert(&mut self, newer: &Conjunction) -> Option<Conjunction> {
        if self.dlc.contains(newer) {
            return None;
        }
        let taken_by = self.most_similar(newer).filter(|_| self.opened == self.bound);
        let grown = match taken_by.map(|place| &self.places[place]) {
            Some(older) => older.widen_up_to(&older.join_up_to(newer, &self.thresholds), &self.thresholds),
            None => newer.clone(),
        };
        let mut places: Vec<Conjunction> = Vec::with_capacity(self.places.len() + 1);
        for (at, place) in self.places.iter().enumerate() {
            if taken_by != Some(at) && !contains(&grown, place) {
                places.push(place.clone());
            }
        }
        places.push(grown.clone());
        self.dlc.insert(grown.clone());
        // An interruption comes before this, so no place is lost.
        self.places = places;
        self.opened += usize::from(taken_by.is_none());
        Some(grown)
    }

    /// All points that were taken in.
    pub fn dlc(&self) -> &Dlc {
        &self.dlc
    }

    /// The place that shares most rows with the conjunction and would lose the fewest.
    fn most_similar(&self, newer: &Conjunction) -> Option<usize> {
        let profile = Profile::of(newer);
        let likeness = |place: &Conjunction| {
            let kept = place.rows().iter().filter(|row| profile.implies(newer, row)).count();
            let lost = place.rows().len() - kept;
            (kept, std::cmp::Reverse(lost))
        };
        (0..self.places.len()).max_by_key(|at| likeness(&self.places[*at]))
    }
}
