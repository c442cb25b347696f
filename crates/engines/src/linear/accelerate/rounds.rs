//! The rounds of one loop: their relation T, and its transitive closure T⁺ on the tuples of the loop's procedure.

use std::cell::OnceCell;

use heureka_linear::{Arity, Conjunction, Kind, LinearExpr, Var};
use heureka_number::Int;

use super::between::{States, Way};
use super::close::closure;
use super::limits::{Limits, Reason};
use super::relation::{Effort, Relation};

/// T⁺ of one loop: all later states at its head, from a state at its head.
#[derive(Debug)]
pub struct Rounds {
    /// The length of the procedure's current tuple.
    width: u32,
    /// The places of the tuple that rounds change or look at, ascending; the others keep their values.
    places: Vec<u32>,
    /// One round, on these places.
    round: Relation,
    /// One or more rounds, on these places.
    closure: Relation,
    /// The same on the whole tuple.
    parts: Vec<Conjunction>,
    deterministic: bool,
    limits: Limits,
    /// One or more rounds with a variable that counts them, after the places; made when a way is asked for.
    counted: OnceCell<Option<Relation>>,
}

impl Rounds {
    pub(super) fn new(
        width: u32,
        places: Vec<u32>,
        round: Relation,
        deterministic: bool,
        effort: &mut Effort,
    ) -> Result<Rounds, Reason> {
        let closure = closure(&round, effort)?;
        if closure.disjuncts().len() > effort.limits.parts {
            return Err(Reason::TooLarge);
        }
        let arity = Arity::square(width);
        let idle = (0..width).filter(|place| places.binary_search(place).is_err());
        let keep: Vec<(LinearExpr, Kind)> = idle
            .map(|place| {
                let (before, after) = (arity.entry_var(place), arity.current_var(place));
                (LinearExpr::var(after).minus(&LinearExpr::var(before)), Kind::Equal)
            })
            .collect();
        let on_tuple = closure.lift(width, &places);
        let parts = on_tuple.disjuncts().iter().map(|disjunct| disjunct.with_all(keep.clone())).collect();
        let (limits, counted) = (*effort.limits, OnceCell::new());
        Ok(Rounds { width, places, round, closure, parts, deterministic, limits, counted })
    }

    /// T⁺ as a union of conjunctions over [`Arity::square`] of the length of the procedure's current tuple: first the
    /// values before, then those after, one or more rounds later.
    pub fn parts(&self) -> &[Conjunction] {
        &self.parts
    }

    /// The places of the current tuple that rounds change or look at, ascending.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Whether nothing is chosen in a round: the state after it follows from the one before.
    pub fn is_deterministic(&self) -> bool {
        self.deterministic
    }

    /// The states at the head on the way from one to the other in one or more rounds: s₁ … sₙ₋₁ with T(before, s₁), …,
    /// T(sₙ₋₁, after). Nothing if there is no such way, or its length could not be found. Where nothing is chosen in the
    /// loop, no states are computed: execution finds them.
    pub fn between(&self, before: &[Int], after: &[Int]) -> Option<Way<'_>> {
        let kept = (0..self.width)
            .all(|place| self.places.binary_search(&place).is_ok() || before[place as usize] == after[place as usize]);
        if !kept || before.len() != self.width as usize || after.len() != self.width as usize {
            return None;
        }
        let on_places = |state: &[Int]| self.places.iter().map(|place| state[*place as usize].clone()).collect();
        let (start, end): (Vec<Int>, Vec<Int>) = (on_places(before), on_places(after));
        if self.deterministic {
            return self.closure.relates(&start, &end).then_some(Way::Deterministic);
        }
        let states = States::new(&self.round, self.counted()?, before, &self.places, start, end)?;
        Some(Way::States(states))
    }

    fn counted(&self) -> Option<&Relation> {
        let make = || closure(&with_counter(&self.round), &mut Effort::new(&self.limits)).ok();
        self.counted.get_or_init(make).as_ref()
    }

    pub(super) fn closure(&self) -> &Relation {
        &self.closure
    }
}

/// A round that also adds 1 to a further variable.
fn with_counter(round: &Relation) -> Relation {
    let n = round.variables();
    let places: Vec<u32> = (0..n).collect();
    let (before, after) = (LinearExpr::var(Var(n)), LinearExpr::var(Var(2 * n + 1)));
    round.lift(n + 1, &places).with(&after.minus(&before).plus_constant(-1), Kind::Equal)
}
