//! The rounds of one loop: their relation T, and its transitive closure T⁺ on the tuples of the loop's procedure.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use heureka_linear::{Arity, Conjunction, Kind, LinearExpr, Var};
use heureka_number::Int;

use super::between::{States, Way};
use super::close::{Closed, closure};
use super::limits::{Limits, Reason};
use super::path::Path;
use super::relation::{Effort, Relation};

/// One round of a loop.
#[derive(Debug)]
pub(super) struct Round {
    /// The places of the current tuple that rounds change or look at, ascending, without dead ones.
    pub places: Vec<u32>,
    /// The places that keep their values.
    pub idle: Vec<u32>,
    /// The length of the current tuple.
    pub width: u32,
    /// On the places.
    pub relation: Relation,
}

impl Round {
    /// What the paths do.
    pub fn of(paths: &[Path], width: u32, is_dead: impl Fn(u32) -> bool) -> Result<Round, Reason> {
        let touched: BTreeSet<u32> = paths.iter().flat_map(Path::places).collect();
        let touched: Vec<u32> = touched.into_iter().collect();
        let relation = Relation::of_paths(paths, &touched, width)?;
        let active = relation.active();
        let dead = |at: u32| is_dead(touched[at as usize]) && relation.keeps_or_ignores(at);
        let live: Vec<u32> = active.into_iter().filter(|at| !dead(*at)).collect();
        let places: Vec<u32> = live.iter().map(|at| touched[*at as usize]).collect();
        let is_idle = |place: &u32| places.binary_search(place).is_err() && !is_dead(*place);
        let idle = (0..width).filter(is_idle).collect();
        Ok(Round { places, idle, width, relation: relation.on(&live)?.coalesced() })
    }
}

/// T⁺ of one loop: all later states at its head, from a state at its head. If not all of T⁺ has a closed form, a part
/// of it ([`Rounds::is_complete`]). It says nothing of dead places.
#[derive(Debug)]
pub struct Rounds {
    round: Round,
    /// One or more rounds, on the places of the round.
    closure: Relation,
    /// The same on the whole tuple.
    parts: Vec<Conjunction>,
    is_complete: bool,
    deterministic: bool,
    limits: Limits,
    /// One or more rounds with a variable that counts them, after the places; made when a way is asked for.
    counted: OnceCell<Option<Relation>>,
}

impl Rounds {
    pub(super) fn new(round: Round, deterministic: bool, effort: &mut Effort) -> Result<Rounds, Reason> {
        let Closed { relation: closure, is_complete } = closure(&round.relation, effort)?;
        let closure = closure.coalesced();
        if closure.disjuncts().len() > effort.limits.parts {
            return Err(Reason::TooLarge);
        }
        let arity = Arity::square(round.width);
        let keep = |place: &u32| {
            let (before, after) = (arity.entry_var(*place), arity.current_var(*place));
            (LinearExpr::var(after).minus(&LinearExpr::var(before)), Kind::Equal)
        };
        let on_tuple = closure.lift(round.width, &round.places);
        let with_idle = |part: &Conjunction| part.with_all(round.idle.iter().map(keep));
        let parts = on_tuple.disjuncts().iter().map(with_idle).collect();
        let (limits, counted) = (*effort.limits, OnceCell::new());
        Ok(Rounds { round, closure, parts, is_complete, deterministic, limits, counted })
    }

    /// Whether [`Rounds::parts`] are all of T⁺. If not, rounds lead from them to further states, which must be looked for.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// T⁺ as a union of conjunctions over [`Arity::square`] of the length of the procedure's current tuple: first the
    /// values before, then those after, one or more rounds later.
    pub fn parts(&self) -> &[Conjunction] {
        &self.parts
    }

    /// The places of the current tuple that rounds change or look at, ascending; without dead ones.
    pub fn places(&self) -> &[u32] {
        &self.round.places
    }

    /// Whether nothing is chosen in a round: the state after it follows from the one before.
    pub fn is_deterministic(&self) -> bool {
        self.deterministic
    }

    /// The states at the head on the way from one to the other in one or more rounds: s₁ … sₙ₋₁ with T(before, s₁), …,
    /// T(sₙ₋₁, after). Nothing if there is no such way, or its length could not be found. Where nothing is chosen in the
    /// loop, no states are computed: execution finds them.
    pub fn between(&self, before: &[Int], after: &[Int]) -> Option<Way<'_>> {
        let Round { places, idle, width, relation } = &self.round;
        let kept = idle.iter().all(|place| before[*place as usize] == after[*place as usize]);
        if !kept || before.len() != *width as usize || after.len() != *width as usize {
            return None;
        }
        let on_places = |state: &[Int]| places.iter().map(|place| state[*place as usize].clone()).collect();
        let (start, end): (Vec<Int>, Vec<Int>) = (on_places(before), on_places(after));
        if self.deterministic {
            return self.closure.relates(&start, &end).then_some(Way::Deterministic);
        }
        let states = States::new(relation, self.counted()?, before, places, start, end)?;
        Some(Way::States(states))
    }

    fn counted(&self) -> Option<&Relation> {
        let make = || {
            let mut effort = Effort::new(&self.limits, self.limits.all_steps);
            closure(&with_counter(&self.round.relation), &mut effort).ok().map(|closed| closed.relation)
        };
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
