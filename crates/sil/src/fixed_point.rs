//! Sets of difference bounds that grow at the control states of something until they are closed under its steps.
//!
//! Invariant: what [`grow`] returns contains its own image under the step, and so every run. A set is joined a few times
//! before it is widened; afterwards a few rounds of narrowing make it smaller again.

use std::collections::BTreeMap;

use heureka_linear::relations::{Bounds, Differences, Widening};
use heureka_number::Int;

/// A set of valuations.
pub type Set = Bounds<Differences>;

/// Sets grow so often by joining before they are widened.
const PATIENCE: usize = 3;

/// Rounds of narrowing.
const NARROWING: usize = 3;

/// Constants at which a growing bound stops: those of the loop and their neighbours.
fn thresholds() -> Vec<Int> {
    (-2..=2).map(Int::from).collect()
}

pub fn join_into<K: Ord>(sets: &mut BTreeMap<K, Set>, key: K, set: Set) {
    match sets.get_mut(&key) {
        Some(known) => *known = known.join(&set),
        None => {
            sets.insert(key, set);
        }
    }
}

/// The sets that grow from nothing under a step, closed under it.
pub fn grow<K: Ord + Clone>(mut step: impl FnMut(&BTreeMap<K, Set>) -> BTreeMap<K, Set>) -> BTreeMap<K, Set> {
    let mut sets = BTreeMap::new();
    let mut widenings: BTreeMap<K, Widening<_>> = BTreeMap::new();
    for round in 0.. {
        let mut changed = false;
        for (head, set) in step(&sets) {
            let known = sets.get(&head);
            if known.is_some_and(|known| set.entails(known)) || set.is_empty() {
                continue;
            }
            changed = true;
            let grown = known.map_or_else(|| set.clone(), |known| known.join(&set));
            let grown = if round < PATIENCE {
                grown
            } else {
                let start = known.cloned().unwrap_or_else(|| set.clone());
                let widening = widenings.entry(head.clone()).or_insert_with(|| Widening::new(&start, thresholds()));
                widening.step(&grown);
                widening.current().clone()
            };
            sets.insert(head, grown);
        }
        if !changed {
            break;
        }
    }
    // The sets are closed under the step; so is its image, which is smaller.
    for _ in 0..NARROWING {
        let next = step(&sets);
        let smaller: BTreeMap<K, Set> =
            next.into_iter().filter_map(|(head, set)| Some((head.clone(), set.meet(sets.get(&head)?)))).collect();
        let stable = smaller == sets;
        sets = smaller;
        if stable {
            break;
        }
    }
    sets.retain(|_, set| !set.is_empty());
    sets
}
