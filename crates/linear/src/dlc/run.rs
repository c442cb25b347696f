//! The disjuncts that fix the same directions to the same values, found by a point.
//!
//! A few are simply listed. More are sorted by the lower ends of one direction's intervals, the direction that tells
//! most of them apart, with the farthest upper end so far beside each: a search for a value walks back from the last
//! interval that starts before it, until none before reaches it. New ones wait in an unsorted tail until the tail is a
//! fourth of the whole; so each is sorted a few times, whatever the number.

use std::collections::BTreeSet;

use heureka_number::Rational;

use super::index::{DirectionId, Slot};
use super::profile::Interval;

const LISTED: usize = 12;

/// The upper end of an interval, whether or not it belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Upper {
    Finite(Rational),
    Infinite,
}

/// A direction's interval; its ends are counted in.
#[derive(Debug, Clone)]
pub(super) struct Span {
    direction: DirectionId,
    /// None is infinite, and less than the others.
    lower: Option<Rational>,
    upper: Upper,
}

impl Span {
    pub fn new(direction: DirectionId, interval: &Interval) -> Span {
        let upper = interval.upper.as_ref().map_or(Upper::Infinite, |limit| Upper::Finite(limit.value.clone()));
        Span { direction, lower: interval.lower.as_ref().map(|limit| limit.value.clone()), upper }
    }
}

#[derive(Debug, Clone)]
struct Member {
    slot: Slot,
    /// Sorted by direction; a direction that is missing is unbounded.
    spans: Vec<Span>,
    alive: bool,
}

impl Member {
    fn span(&self, direction: DirectionId) -> Option<&Span> {
        self.spans.binary_search_by_key(&direction, |span| span.direction).ok().map(|place| &self.spans[place])
    }

    fn lower(&self, direction: DirectionId) -> Option<&Rational> {
        self.span(direction)?.lower.as_ref()
    }

    fn upper(&self, direction: DirectionId) -> Upper {
        self.span(direction).map_or(Upper::Infinite, |span| span.upper.clone())
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Bucket {
    /// The first ones are sorted, the rest is the tail.
    members: Vec<Member>,
    /// For each sorted one, the farthest upper end up to it.
    reach: Vec<Upper>,
    /// The direction by which they are sorted, once there are some.
    direction: Option<DirectionId>,
    dead: usize,
}

impl Bucket {
    pub fn is_empty(&self) -> bool {
        self.members.len() == self.dead
    }

    pub fn add(&mut self, slot: Slot, spans: Vec<Span>) {
        self.members.push(Member { slot, spans, alive: true });
        let tail = self.members.len() - self.reach.len();
        if tail > LISTED.max(self.members.len() / 4) {
            self.sort();
        }
    }

    /// Takes out a member, given the spans it was added with.
    pub fn remove(&mut self, slot: Slot, spans: Vec<Span>) {
        let sorted = self.reach.len();
        if let Some(place) = self.members[sorted..].iter().position(|member| member.slot == slot) {
            self.members.remove(sorted + place);
            return;
        }
        let Some(direction) = self.direction else { return };
        let removed = Member { slot, spans, alive: false };
        let lower = removed.lower(direction);
        let start = self.members[..sorted].partition_point(|member| member.lower(direction) < lower);
        let mut equal = self.members[start..sorted].iter_mut().take_while(|member| member.lower(direction) == lower);
        if let Some(member) = equal.find(|member| member.slot == slot) {
            *member = removed;
            self.dead += 1;
        }
        if self.dead > LISTED.max(self.members.len() / 4) {
            self.sort();
        }
    }

    pub fn stab(&self, mut value: impl FnMut(DirectionId) -> Rational, found: &mut impl FnMut(Slot)) {
        let sorted = self.reach.len();
        if let Some(direction) = self.direction {
            let value = value(direction);
            let starts_before = |member: &Member| member.lower(direction).is_none_or(|lower| *lower <= value);
            let end = self.members[..sorted].partition_point(starts_before);
            let value = Upper::Finite(value);
            for place in (0..end).rev() {
                if self.reach[place] < value {
                    break;
                }
                let member = &self.members[place];
                if member.alive && member.upper(direction) >= value {
                    found(member.slot);
                }
            }
        }
        self.members[sorted..].iter().for_each(|member| found(member.slot));
    }

    fn sort(&mut self) {
        self.members.retain(|member| member.alive);
        self.dead = 0;
        self.direction = self.most_telling();
        self.reach.clear();
        let Some(direction) = self.direction else { return };
        self.members.sort_by(|a, b| a.lower(direction).cmp(&b.lower(direction)).then_with(|| a.slot.cmp(&b.slot)));
        for member in &self.members {
            let upper = member.upper(direction);
            let reach = match self.reach.last() {
                Some(before) if *before > upper => before.clone(),
                _ => upper,
            };
            self.reach.push(reach);
        }
    }

    /// The direction whose intervals have the greatest number of different ends.
    fn most_telling(&self) -> Option<DirectionId> {
        let directions: BTreeSet<DirectionId> =
            self.members.iter().flat_map(|member| &member.spans).map(|span| span.direction).collect();
        directions.into_iter().max_by_key(|direction| {
            let spans = self.members.iter().filter_map(|member| member.span(*direction));
            let (mut lowers, mut uppers) = (BTreeSet::new(), BTreeSet::new());
            for span in spans {
                lowers.insert(&span.lower);
                uppers.insert(&span.upper);
            }
            lowers.len().min(uppers.len())
        })
    }
}
