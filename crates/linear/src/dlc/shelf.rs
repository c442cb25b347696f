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

    /// Those that start there or before, the last one first. (One that is alone counts as before.)
    pub fn before(&self, lower: &Lower) -> impl Iterator<Item = Slot> {
        let (one, many) = match self {
            Shelf::One(_, first) => (Some(*first), None),
            Shelf::Many(slots) => (None, Some(slots.range(..=lower).rev().map(|entry| *entry.1))),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }

    /// Those that start after, the first one first.
    pub fn after(&self, lower: &Lower) -> impl Iterator<Item = Slot> {
        let many = match self {
            Shelf::One(..) => None,
            Shelf::Many(slots) => Some(slots.range((Excluded(lower), Unbounded)).map(|entry| *entry.1)),
        };
        many.into_iter().flatten()
    }
}
