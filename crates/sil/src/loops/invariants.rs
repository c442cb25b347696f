//! What holds at the head of the loop, forwards from the pre-condition and backwards from the exits, as difference bounds.
//!
//! Paper 001 abstracts the loop's relation ρ by the strongest difference bounds of `ρᴷ(⊤) ∧ ρ` (§4.2, Fig. 2), where
//! `K` unfoldings tell something of the states in which a step begins. Here that part is computed by iterating from the
//! pre-condition itself, which says more than ⊤, to a set that contains all states at the head; `K` rounds are unfolded in
//! front of it (Lemma 1: more of them is never coarser). Backwards from the exits, the same gives what a state has to do with the
//! final values `pᵒ` of the scalars; the paper gets that from λᵇ (Theorem 4), for one self-loop.
//!
//! A control state is the number of rounds so far, up to K, and which classes have ticked: before the first tick the
//! cell left of the window is not one of the loop's.
//!
//! Invariant: both directions are closed under the steps (checked once more after the iteration ended), so they
//! contain every run.

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::relations::Constraint;
use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};

use super::machine::{Counter, Machine, Set};
use super::pre::Pre;
use crate::fixed_point::{grow, join_into};
use crate::formula::Sign;
use crate::term::Base;

/// A control state of the unfolded loop, at its head.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Head {
    pub rounds: usize,
    pub ticked: BTreeSet<usize>,
}

/// What holds at the heads.
pub struct Invariants {
    pub forward: BTreeMap<Head, Set>,
    /// The states from which the loop can be left, with the final values; never more than forward.
    pub backward: BTreeMap<Head, Set>,
}

/// The states in which the loop is entered, one set for the whole pre-condition.
pub fn entry_states(machine: &Machine, pre: &Pre) -> Set {
    let var = |place: usize| Var(u32::try_from(place).expect("few counters"));
    let mut rows = Vec::new();
    for comparison in &pre.comparisons {
        let mut expr = LinearExpr::constant_of(comparison.sum.constant().clone());
        for (base, coefficient) in comparison.sum.terms() {
            let place = machine.place(&Counter::Fixed(base.clone()));
            expr = expr.plus_scaled(coefficient, &LinearExpr::var(var(place)));
        }
        rows.push((expr, if comparison.sign == Sign::EqualZero { Kind::Equal } else { Kind::AtLeast }));
    }
    let fixed: Vec<usize> =
        (0..machine.size()).filter(|place| matches!(machine.counters[*place], Counter::Fixed(_))).collect();
    let vars: Vec<Var> = fixed.iter().map(|place| var(*place)).collect();
    let known = Set::strongest(&vars, &Conjunction::new(Numbers::Integer, rows));
    let mut set = known.embed(machine.size(), &fixed);
    for (place, counter) in machine.counters.iter().enumerate() {
        let same = match counter {
            Counter::Now(scalar) => machine.place(&Counter::Fixed(Base::Scalar(machine.entry[scalar].clone()))),
            Counter::Out(array, offset) => match machine.find(&Counter::In(array.clone(), *offset)) {
                Some(input) => input,
                None => continue,
            },
            Counter::Fixed(Base::Length(_)) => {
                set.constrain(&Constraint::at_least(place, 0)).expect("a bound");
                continue;
            }
            _ => continue,
        };
        for constraint in Constraint::equal(place, same, 0) {
            set.constrain(&constraint).expect("a difference");
        }
    }
    machine.saturated(set)
}

impl Head {
    fn next(&self, most: usize, ticks: &BTreeSet<usize>) -> Head {
        let rounds = (self.rounds + 1).min(most);
        Head { rounds, ticked: self.ticked.union(ticks).copied().collect() }
    }
}

impl Invariants {
    pub fn new(machine: &Machine, entry: Set, unfold: usize) -> Invariants {
        let forward = forwards(machine, entry, unfold);
        let backward = backwards(machine, &forward, unfold);
        Invariants { forward, backward }
    }
}

/// One step of all rounds from the sets, and the entry.
fn image(machine: &Machine, entry: &Set, sets: &BTreeMap<Head, Set>, unfold: usize) -> BTreeMap<Head, Set> {
    let mut next = BTreeMap::new();
    join_into(&mut next, Head { rounds: 0, ticked: BTreeSet::new() }, entry.clone());
    for (head, set) in sets {
        for step in machine.rounds.iter().filter(|step| !step.leaves) {
            let after = machine.saturated(machine.after(&machine.pairs(step, set, None)));
            if !after.is_empty() {
                join_into(&mut next, head.next(unfold, &step.ticks), after);
            }
        }
    }
    next
}

fn forwards(machine: &Machine, entry: Set, unfold: usize) -> BTreeMap<Head, Set> {
    grow(|sets| image(machine, &entry, sets, unfold))
}

fn backwards(machine: &Machine, forward: &BTreeMap<Head, Set>, unfold: usize) -> BTreeMap<Head, Set> {
    let exits = |set: &Set| {
        let mut ends = Set::empty(machine.size());
        for step in machine.leaves.iter().chain(machine.rounds.iter().filter(|step| step.leaves)) {
            ends = ends.join(&machine.before(&machine.pairs(step, set, None)));
        }
        ends
    };
    let ends: BTreeMap<Head, Set> = forward.iter().map(|(head, set)| (head.clone(), exits(set))).collect();
    grow(|sets| {
        let mut previous = BTreeMap::new();
        for (head, set) in forward {
            join_into(&mut previous, head.clone(), ends[head].clone());
            for step in machine.rounds.iter().filter(|step| !step.leaves) {
                let Some(goal) = sets.get(&head.next(unfold, &step.ticks)) else { continue };
                let before = machine.before(&machine.pairs(step, set, Some(goal)));
                if !before.is_empty() {
                    join_into(&mut previous, head.clone(), before);
                }
            }
        }
        previous
    })
}
