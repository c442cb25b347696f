//! What predicates cannot do together (SLAM's `enforce`, and Constrain: Ball, Cook, Das, Rajamani 2004).
//!
//! Statements tell of each predicate by itself what it becomes, from short conjunctions. That allows more than the program
//! does: `x == 0` and `x == 1` may both become true. When a path of the boolean program goes along because of it, the
//! combination is forbidden, in the smallest form in which it is impossible: for all states, or for one step.

use std::collections::HashMap;

use heureka_ir::EdgeId;

use super::live::Live;
use super::predicate::{Literal, PredicateId};

/// When a predicate is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum When {
    Before,
    After,
}

/// Literals that cannot all hold, before and behind a step.
pub type Forbidden = Vec<(When, Literal)>;

#[derive(Clone, Default)]
pub struct Constraints {
    everywhere: Vec<Vec<Literal>>,
    at: HashMap<EdgeId, Vec<Forbidden>>,
}

impl Constraints {
    /// No state is like this.
    pub fn forbid(&mut self, cube: Vec<Literal>) {
        self.everywhere.push(cube);
    }

    /// No execution takes the step like this.
    pub fn forbid_at(&mut self, edge: EdgeId, forbidden: Forbidden) {
        self.at.entry(edge).or_default().push(forbidden);
    }

    pub fn everywhere(&self) -> &[Vec<Literal>] {
        &self.everywhere
    }

    /// What is forbidden of a step only.
    pub fn of_step(&self, edge: EdgeId) -> &[Forbidden] {
        self.at.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// All that a step which changes some predicates must not do.
    pub fn at(&self, edge: EdgeId, live: &Live, changes: impl Fn(PredicateId) -> bool) -> Vec<Forbidden> {
        let (_, to) = live.ends(edge);
        let is_touched = |cube: &&Vec<Literal>| {
            cube.iter().any(|(id, _)| changes(*id)) && cube.iter().all(|(id, _)| live.at(to, *id))
        };
        let touched = self.everywhere.iter().filter(is_touched);
        let behind = touched.map(|cube| cube.iter().map(|literal| (When::After, *literal)).collect());
        self.of_step(edge).iter().cloned().chain(behind).collect()
    }

    pub fn len(&self) -> usize {
        self.everywhere.len() + self.at.values().map(Vec::len).sum::<usize>()
    }
}
