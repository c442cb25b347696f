//! Disjuncts that agree in all directions but one, sorted by the lower end of that direction's interval.
//!
//! Most are alone, and then cost no more than themselves.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

use super::index::Slot;
use super::profile::Limit;

/// No lower end is less than any.
type Lower = Option<Limit>;

#[derive(Debug, Clone)]
pub(super) enum Shelf {
    One(Lower, Slot),
    Many(BTreeMap<Lower, Slot>),
}

impl Shelf {
    /// Another one. If two have the same lower end, the new one stays.
    pub fn add(&mut self, lower: &Lower, slot: Slot) {
        match self {
            Shelf::Many(slots) => {
                slots.insert(lower.clone(), slot);
            }
            Shelf::One(known, first) if known == lower => *first = slot,
            Shelf::One(known, first) => {
                let both = [(known.take(), *first), (lower.clone(), slot)];
                *self = Shelf::Many(BTreeMap::from(both));
            }
        }
    }

    /// Takes out a disjunct if it is there, and says whether nothing is left.
    pub fn remove(&mut self, lower: &Lower, slot: Slot) -> bool {
        match self {
            Shelf::One(known, first) => known == lower && *first == slot,
            Shelf::Many(slots) => {
                if slots.get(lower) == Some(&slot) {
                    slots.remove(lower);
                }
                slots.is_empty()
            }
        }
    }

    /// The last one that starts there or before, and the first one that starts after.
    pub fn around(&self, lower: &Lower) -> impl Iterator<Item = Slot> {
        let (before, after) = match self {
            Shelf::One(_, first) => (Some(*first), None),
            Shelf::Many(slots) => {
                let before = slots.range(..=lower).next_back();
                let after = slots.range((Excluded(lower), Unbounded)).next();
                (before.map(|entry| *entry.1), after.map(|entry| *entry.1))
            }
        };
        before.into_iter().chain(after)
    }
}
