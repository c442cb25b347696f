//! Path edges that wait at one location become one where their union is a conjunction again.
//!
//! The two ways through `if (a > b) swap` meet in states that are one conjunction together and not apart; handed on one by
//! one they double at every such step. The ways through a search for the least of n numbers meet in n states, which may be
//! one conjunction all together though no two of them are. Only path edges that fix the same variables to the same values are
//! compared, and only a few: a union of others is rare, and looking for it is not free.

use super::Tabulation;
use super::fixed::Fixed;
use super::path_edge::{Parent, PathEdge, PathEdgeId, UnionId};
use heureka_ir::LocId;
use heureka_linear::Conjunction;

/// How many of those that wait are looked at.
const MOST_WAITING: usize = 100;

/// How many others a path edge is compared with, one by one.
const MOST_PARTNERS: usize = 6;

/// How many are united at once.
const MOST_PARTS: usize = 40;

/// Larger conjunctions are left alone.
const MOST_ROWS: usize = 400;

impl Tabulation<'_> {
    /// Unites the path edge that is next at a location with others that wait there, as long as that is exact.
    pub(super) fn unite_waiting(&mut self, loc: LocId) {
        while let Some((parts, union)) = self.union_of_waiting(loc) {
            self.unite(loc, parts, union);
        }
    }

    /// The first that waits and others with which it is one conjunction: all that may be, or a single one.
    fn union_of_waiting(&self, loc: LocId) -> Option<(Vec<PathEdgeId>, Conjunction)> {
        let node = &self.nodes[loc.index()];
        let waiting = &node.edges[node.done..];
        let (&first, others) = waiting.split_first().filter(|(_, others)| !others.is_empty())?;
        if self.is_large(first) {
            return None;
        }
        let fixed = Fixed::of(self.conjunction(first));
        let is_like = |other: &PathEdgeId| !self.is_large(*other) && Fixed::of(self.conjunction(*other)) == fixed;
        let alike: Vec<PathEdgeId> = others.iter().copied().take(MOST_WAITING).filter(is_like).collect();
        if (2..MOST_PARTS).contains(&alike.len()) {
            let parts: Vec<PathEdgeId> = [&[first], &alike[..]].concat();
            let conjunctions: Vec<&Conjunction> = parts.iter().map(|part| self.conjunction(*part)).collect();
            if let Some(union) = Conjunction::exact_union_of(&conjunctions) {
                return Some((parts, union));
            }
        }
        alike.into_iter().take(MOST_PARTNERS).find_map(|other| {
            let union = self.conjunction(first).exact_union(self.conjunction(other))?;
            Some((vec![first, other], union))
        })
    }

    fn is_large(&self, id: PathEdgeId) -> bool {
        self.conjunction(id).rows().len() > MOST_ROWS
    }

    /// Puts the union of the first path edge that waits and others in the place of all of them.
    fn unite(&mut self, loc: LocId, parts: Vec<PathEdgeId>, union: Conjunction) {
        let union = union.remove_redundant();
        self.nodes[loc.index()].set.replace_by(union.clone());
        let id = UnionId(self.unions.len() as u32);
        let united = self.remember(PathEdge { loc, conjunction: union, parent: Parent::United(id) });
        let node = &mut self.nodes[loc.index()];
        let next = node.done;
        node.edges[next] = united;
        let mut at = 0;
        node.edges.retain(|edge| {
            at += 1;
            at <= next + 1 || !parts.contains(edge)
        });
        self.unions.push(parts.into());
    }
}
