//! The disjuncts that fix the same directions to the same values, found by a point.
//!
//! A few are simply listed. More are put into trees: a node knows for each direction the interval around all that is
//! below it, so that a search leaves out what cannot hold at the point. A tree does not change once it is built. New
//! disjuncts are listed until there are enough of them for a tree, and a tree is built together with the trees before
//! it that are not much larger; so each disjunct is put into a new tree a logarithmic number of times.

use std::collections::BTreeSet;

use heureka_number::Rational;

use super::index::{DirectionId, Slot};
use super::profile::Interval;
use crate::hash::QuickSet;

/// So many are looked at one by one.
const LISTED: usize = 8;

/// The upper end of an interval.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Upper {
    Finite(Rational),
    Infinite,
}

/// A direction's interval; finite ends are counted in.
#[derive(Debug, Clone)]
pub(super) struct Span {
    pub direction: DirectionId,
    /// None is infinite, and less than the others.
    lower: Option<Rational>,
    upper: Upper,
}

impl Span {
    pub fn new(direction: DirectionId, interval: &Interval) -> Span {
        let upper = interval.upper.as_ref().map_or(Upper::Infinite, |limit| Upper::Finite(limit.value.clone()));
        Span { direction, lower: interval.lower.as_ref().map(|limit| limit.value.clone()), upper }
    }

    pub fn contains(&self, value: &Rational) -> bool {
        self.lower.as_ref().is_none_or(|lower| lower <= value)
            && match &self.upper {
                Upper::Finite(upper) => value <= upper,
                Upper::Infinite => true,
            }
    }

    fn widen(&mut self, other: &Span) {
        if other.lower < self.lower {
            self.lower.clone_from(&other.lower);
        }
        if other.upper > self.upper {
            self.upper.clone_from(&other.upper);
        }
    }
}

#[derive(Debug, Clone)]
struct Member {
    slot: Slot,
    /// Sorted by direction; a direction that is missing is unbounded.
    spans: Vec<Span>,
}

impl Member {
    fn span(&self, direction: DirectionId) -> Option<&Span> {
        self.spans.binary_search_by_key(&direction, |span| span.direction).ok().map(|place| &self.spans[place])
    }

    /// Orders by the interval of a direction.
    fn place(&self, direction: DirectionId) -> Option<(&Option<Rational>, &Upper)> {
        self.span(direction).map(|span| (&span.lower, &span.upper))
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Bucket {
    trees: Vec<Tree>,
    tail: Vec<Member>,
    /// Those that are in a tree still, but were removed.
    dead: QuickSet<Slot>,
}

#[derive(Debug, Clone)]
struct Tree {
    members: Vec<Member>,
    /// In the order of a walk through the tree, each before those below it.
    nodes: Vec<Node>,
}

#[derive(Debug, Clone)]
struct Node {
    /// The intervals around all members below; a direction that some of them do not bound is left out.
    hull: Vec<Span>,
    start: usize,
    end: usize,
    /// The node to go on with when this one is left out.
    next: usize,
}

impl Bucket {
    pub fn is_empty(&self) -> bool {
        self.tail.is_empty() && self.trees.iter().map(|tree| tree.members.len()).sum::<usize>() == self.dead.len()
    }

    pub fn add(&mut self, slot: Slot, spans: Vec<Span>) {
        self.tail.push(Member { slot, spans });
        if self.tail.len() > LISTED {
            let mut members = std::mem::take(&mut self.tail);
            while let Some(tree) = self.trees.pop_if(|tree| tree.members.len() <= 2 * members.len()) {
                members.extend(tree.members);
            }
            self.build(members);
        }
    }

    pub fn remove(&mut self, slot: Slot) {
        if let Some(place) = self.tail.iter().position(|member| member.slot == slot) {
            self.tail.remove(place);
            return;
        }
        self.dead.insert(slot);
        let members: usize = self.trees.iter().map(|tree| tree.members.len()).sum();
        if self.dead.len() > LISTED.max(members / 2) {
            let members = self.trees.drain(..).flat_map(|tree| tree.members).collect();
            self.build(members);
        }
    }

    fn build(&mut self, mut members: Vec<Member>) {
        members.retain(|member| !self.dead.remove(&member.slot));
        if !members.is_empty() {
            self.trees.push(Tree::new(members));
        }
    }

    /// Every member that holds at a point is among those found, given who of the spans holds there.
    pub fn stab(&self, mut holds: impl FnMut(&Span) -> bool, found: &mut impl FnMut(Slot)) {
        for tree in &self.trees {
            tree.stab(&mut holds, &mut |slot| {
                if !self.dead.contains(&slot) {
                    found(slot);
                }
            });
        }
        self.tail.iter().filter(|member| member.spans.iter().all(&mut holds)).for_each(|member| found(member.slot));
    }
}

impl Tree {
    fn new(members: Vec<Member>) -> Tree {
        let mut tree = Tree { nodes: Vec::with_capacity(members.len() / 2), members };
        tree.split(0, tree.members.len());
        tree
    }

    /// Makes the nodes for some of the members. The depth is logarithmic.
    fn split(&mut self, start: usize, end: usize) {
        let members = &mut self.members[start..end];
        let node = self.nodes.len();
        self.nodes.push(Node { hull: hull(members), start, end, next: 0 });
        let direction = if end - start > LISTED { most_telling(members) } else { None };
        if let Some(direction) = direction {
            members.sort_by(|a, b| a.place(direction).cmp(&b.place(direction)).then_with(|| a.slot.cmp(&b.slot)));
            let middle = (start + end) / 2;
            self.split(start, middle);
            self.split(middle, end);
            // The members are looked at in the nodes below.
            self.nodes[node].start = end;
        }
        self.nodes[node].next = self.nodes.len();
    }

    fn stab(&self, holds: &mut impl FnMut(&Span) -> bool, found: &mut impl FnMut(Slot)) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if !node.hull.iter().all(&mut *holds) {
                at = node.next;
                continue;
            }
            at += 1;
            for member in &self.members[node.start..node.end] {
                if member.spans.iter().all(&mut *holds) {
                    found(member.slot);
                }
            }
        }
    }
}

fn hull(members: &[Member]) -> Vec<Span> {
    let (first, rest) = members.split_first().expect("a node has members");
    let mut hull = first.spans.clone();
    for member in rest {
        hull.retain_mut(|span| match member.span(span.direction) {
            Some(other) => {
                span.widen(other);
                true
            }
            None => false,
        });
    }
    hull.retain(|span| span.lower.is_some() || span.upper != Upper::Infinite);
    hull
}

/// The direction whose intervals have the greatest number of different ends; nothing if they do not differ.
fn most_telling(members: &[Member]) -> Option<DirectionId> {
    let directions: BTreeSet<DirectionId> =
        members.iter().flat_map(|member| &member.spans).map(|span| span.direction).collect();
    let ends = |direction: &DirectionId| {
        let places = members.iter().filter_map(|member| member.place(*direction));
        let (lowers, uppers): (BTreeSet<_>, BTreeSet<_>) = places.unzip();
        lowers.len() + uppers.len()
    };
    let (ends, direction) = directions.into_iter().map(|direction| (ends(&direction), direction)).max()?;
    (ends > 2).then_some(direction)
}
