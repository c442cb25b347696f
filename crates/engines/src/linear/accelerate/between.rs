//! The states at a loop's head on the way from one state to another.
//!
//! A second closure counts the rounds, so the walk knows how many are left, and each step comes closer to the end: from
//! a state with n rounds to go it takes any next state from which n − 1 rounds lead to the end.

use heureka_linear::{Conjunction, LinearExpr, Var};
use heureka_number::Int;

use super::relation::Relation;

/// A way from one state at a loop's head to another.
#[derive(Clone, Debug)]
pub enum Way<'a> {
    /// Nothing is chosen in the loop: execution finds the states.
    Deterministic,
    /// The states in between, one after the other.
    States(States<'a>),
}

/// The states strictly between two states, found one by one; there may be millions.
#[derive(Clone, Debug)]
pub struct States<'a> {
    round: &'a Relation,
    /// The closure with the number of rounds as its last variable.
    counted: &'a Relation,
    /// The whole tuple at the last state that was given, and the places of it that the relations speak of.
    tuple: Vec<Int>,
    places: &'a [u32],
    now: Vec<Int>,
    end: Vec<Int>,
    /// Rounds from now to the end.
    left: Int,
}

impl<'a> States<'a> {
    pub(super) fn new(
        round: &'a Relation,
        counted: &'a Relation,
        before: &[Int],
        places: &'a [u32],
        now: Vec<Int>,
        end: Vec<Int>,
    ) -> Option<States<'a>> {
        let n = now.len() as u32;
        let left = counted.disjuncts().iter().find_map(|part| {
            let rounds = part.apply(|var| match var.0 {
                place if place < n => LinearExpr::constant_of(now[place as usize].clone()),
                place if place == n => LinearExpr::zero(),
                place if place <= 2 * n => LinearExpr::constant_of(end[(place - n - 1) as usize].clone()),
                _ => LinearExpr::var(Var(0)),
            });
            rounds.model().map(|model| model.int_value(Var(0)))
        })?;
        Some(States { round, counted, tuple: before.to_vec(), places, now, end, left })
    }

    /// The number of rounds from the state that was given last to the end.
    pub fn rounds_left(&self) -> &Int {
        &self.left
    }

    /// The pairs of the closure that lead to the end in this many rounds, over `Var(0..n)`.
    fn leading_to_end(&self, part: &Conjunction, rounds: &Int) -> Conjunction {
        let n = self.now.len() as u32;
        part.apply(|var| match var.0 {
            place if place < n => LinearExpr::var(var),
            place if place == n => LinearExpr::zero(),
            place if place <= 2 * n => LinearExpr::constant_of(self.end[(place - n - 1) as usize].clone()),
            _ => LinearExpr::constant_of(rounds.clone()),
        })
    }
}

impl Iterator for States<'_> {
    type Item = Vec<Int>;

    fn next(&mut self) -> Option<Vec<Int>> {
        if self.left <= Int::ONE {
            return None;
        }
        let n = self.now.len() as u32;
        let rest = &self.left - Int::ONE;
        let model = self.round.disjuncts().iter().find_map(|step| {
            let next = step.apply(|var| match var.0.checked_sub(n) {
                None => LinearExpr::constant_of(self.now[var.0 as usize].clone()),
                Some(after) => LinearExpr::var(Var(after)),
            });
            if next.is_false() {
                return None;
            }
            self.counted.disjuncts().iter().find_map(|part| next.and(&self.leading_to_end(part, &rest)).model())
        });
        let model = model.expect("a way of n rounds has a first one, from which n - 1 lead on");
        self.now = (0..n).map(|place| model.int_value(Var(place))).collect();
        for (place, value) in self.places.iter().zip(&self.now) {
            self.tuple[*place as usize] = value.clone();
        }
        self.left = rest;
        Some(self.tuple.clone())
    }
}
