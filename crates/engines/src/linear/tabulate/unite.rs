//! Path edges that wait at one location become one where their union is a conjunction again.
//!
//! The two ways through `if (a > b) swap` meet in states that are one conjunction together and not apart; handed on one by
//! one they double at every such step. Only path edges that fix the same variables to the same values are compared, and only
//! a few: a union of others is rare, and looking for it is not free.

use super::Tabulation;
use super::fixed::Fixed;
use super::path_edge::{Parent, PathEdge, PathEdgeId};
use heureka_ir::LocId;

/// How many of those that wait are looked at.
const MOST_WAITING: usize = 40;

/// How many others a path edge is compared with.
const MOST_PARTNERS: usize = 6;

/// Larger conjunctions are left alone.
const MOST_ROWS: usize = 400;

impl Tabulation<'_> {
    /// Unites the path edge that is next at a location with others that wait there, as long as that is exact.
    pub(super) fn unite_waiting(&mut self, loc: LocId) {
        let mut compared = 0;
        'next: loop {
            let node = &self.nodes[loc.index()];
            let waiting: Vec<PathEdgeId> = node.edges[node.done..].iter().copied().take(MOST_WAITING).collect();
            let Some((&first, others)) = waiting.split_first().filter(|(_, others)| !others.is_empty()) else { return };
            let fixed = Fixed::of(self.conjunction(first));
            for (at, &second) in others.iter().enumerate() {
                if compared == MOST_PARTNERS {
                    return;
                }
                if self.is_large(first) || self.is_large(second) || Fixed::of(self.conjunction(second)) != fixed {
                    continue;
                }
                compared += 1;
                if self.unite(loc, first, second, at + 1) {
                    compared = 0;
                    continue 'next;
                }
            }
            return;
        }
    }

    fn is_large(&self, id: PathEdgeId) -> bool {
        self.conjunction(id).rows().len() > MOST_ROWS
    }

    /// Puts the union of the first path edge that waits and another, `after` places behind it, in the place of both.
    fn unite(&mut self, loc: LocId, first: PathEdgeId, second: PathEdgeId, after: usize) -> bool {
        let Some(union) = self.conjunction(first).exact_union(self.conjunction(second)) else { return false };
        let union = union.remove_redundant();
        self.nodes[loc.index()].set.replace_by(union.clone());
        let united = self.remember(PathEdge { loc, conjunction: union, parent: Parent::United { first, second } });
        let node = &mut self.nodes[loc.index()];
        let next = node.done;
        node.edges.remove(next + after);
        node.edges[next] = united;
        true
    }
}
