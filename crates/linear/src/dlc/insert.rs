//! Insertion into a DLC: what is covered stays out, what unites exactly is united, what is covered now goes.
//!
//! Disjuncts within a new one are looked for among all while there are few, and otherwise whenever the number of
//! disjuncts has doubled: for each its point tells, through the index, which others may contain it. That costs each
//! insertion a constant number of searches on average. One that stays in the meantime costs space, not precision.

use super::coalesce::Union;
use super::cover::{Step, contains, outside, satisfies};
use super::index::Slot;
use super::{Disjunct, Dlc};
use crate::conjunction::Conjunction;
use crate::interrupt::{held, poll};
use crate::simplex::Model;

/// Below this number of disjuncts all are compared with a new one.
const FEW: usize = 16;

/// Something that was new when it was inserted, by its place in the order of such insertions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DisjunctId(pub u32);

/// A moment in the life of a DLC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Mark(usize);

/// What became of a conjunction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// It has points that were not there.
    New(DisjunctId),
    /// All of its points were there, or it has none.
    Subsumed,
}

impl Inserted {
    pub fn is_new(self) -> bool {
        self != Inserted::Subsumed
    }
}

impl Dlc {
    /// Adds the points of a conjunction, and says whether any of them is new.
    pub fn insert(&mut self, conjunction: Conjunction) -> Inserted {
        assert_eq!(self.numbers, conjunction.numbers(), "constraints over different numbers do not mix");
        if conjunction.is_false() || self.known.contains(&conjunction) {
            self.statistics.by_hash += 1;
            return Inserted::Subsumed;
        }
        let (point, step) = outside(&conjunction, self);
        match step {
            Step::Point => self.statistics.by_point += 1,
            Step::Disjunct => self.statistics.by_disjunct += 1,
            Step::Split => self.statistics.by_split += 1,
        }
        self.known.insert(conjunction.clone());
        let Some(point) = point else { return Inserted::Subsumed };
        let id = DisjunctId(u32::try_from(self.inserted.len()).expect("fewer than 2^32 disjuncts"));
        self.inserted.push(conjunction.clone());
        self.settle(conjunction, point);
        Inserted::New(id)
    }

    /// This moment, for [`Dlc::since`].
    pub fn mark(&self) -> Mark {
        Mark(self.inserted.len())
    }

    /// What was inserted as new since the mark, as it was given. ([`Mark::default`] is the beginning.)
    pub fn since(&self, mark: Mark) -> &[Conjunction] {
        &self.inserted[mark.0..]
    }

    /// What was inserted under this number.
    pub fn inserted(&self, id: DisjunctId) -> &Conjunction {
        &self.inserted[id.0 as usize]
    }

    /// Makes a conjunction that is not covered a disjunct, after uniting it with others as long as that is exact, and
    /// removes those within it.
    pub(super) fn settle(&mut self, conjunction: Conjunction, point: Model) {
        let slot = held(|| self.file(conjunction, point));
        self.purge(slot);
    }

    /// In between, points are in no disjunct.
    fn file(&mut self, mut conjunction: Conjunction, mut point: Model) -> Slot {
        let mut form = self.index.form(&conjunction);
        loop {
            match self.union_with(&conjunction, &form) {
                Some(Union { conjunction: united, form: known, parts }) => {
                    self.statistics.united += 1 + parts.len() as u64;
                    for part in parts {
                        point = self.remove(part).point;
                    }
                    form = known.unwrap_or_else(|| self.index.form(&united));
                    conjunction = united;
                }
                None => {
                    let slot = Slot(self.next_slot);
                    self.next_slot += 1;
                    self.index.add(slot, &form);
                    self.remember(slot, &form);
                    self.disjuncts.insert(slot, Disjunct { conjunction, form, point });
                    return slot;
                }
            }
        }
    }

    pub(super) fn remove(&mut self, slot: Slot) -> Disjunct {
        let disjunct = self.disjuncts.remove(&slot).expect("a disjunct that is there");
        self.index.remove(slot, &disjunct.form);
        disjunct
    }

    /// Removes disjuncts that lie within others.
    fn purge(&mut self, new: Slot) {
        let within: Vec<Slot> = if self.disjuncts.len() <= FEW {
            let outer = &self.disjuncts[&new].conjunction;
            let inner = self.disjuncts.iter().filter(|(slot, inner)| {
                **slot != new && satisfies(&inner.point, outer) && contains(outer, &inner.conjunction)
            });
            inner.map(|(slot, _)| *slot).collect()
        } else if self.disjuncts.len() >= 2 * self.purged_at.max(FEW) {
            self.disjuncts.keys().copied().filter(|slot| self.lies_within_another(*slot)).collect()
        } else {
            return;
        };
        self.statistics.removed += within.len() as u64;
        for slot in within {
            self.remove(slot);
        }
        self.purged_at = self.disjuncts.len();
    }

    /// Whether another disjunct contains this one. Of two that contain each other the older one counts as inside.
    fn lies_within_another(&self, slot: Slot) -> bool {
        poll(256);
        let inner = &self.disjuncts[&slot];
        let mut holding = Vec::new();
        self.index.stab(&inner.point, |other| holding.push(other));
        holding.into_iter().any(|other| {
            let outer = &self.disjuncts[&other].conjunction;
            other != slot
                && satisfies(&inner.point, outer)
                && contains(outer, &inner.conjunction)
                && (slot < other || !contains(&inner.conjunction, outer))
        })
    }
}
