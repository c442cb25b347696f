//! Relations of automata as difference bounds, and what holds at control states.
//!
//! Invariant: [`hull`] contains the relation, and is the operator D of paper 001, §4.2 (footnotes 7 and 8) where all rows are
//! differences; rows that are none are used for bounds of the counters that they mention. [`reachable`] contains every valuation
//! that a run from the initial state to the last one has at a control state.

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::relations::{Bound, Bounds, Constraint, Differences, Relation, Supremum};
use heureka_linear::{Conjunction, Optimum, Simplex, Var};
use heureka_linear::{Kind, LinearExpr, Numbers};

use super::automaton::{CounterAutomaton, CounterId, CounterRole, StateId};
use crate::fixed_point::{Set, grow, join_into};

/// A relation of difference bounds: place `c` is counter `c` before, place `n + c` after.
pub type Bounded = Relation<Differences>;

fn vars(counters: usize) -> Vec<Var> {
    let now = (0..counters).map(|counter| CounterAutomaton::now(CounterId(counter)));
    now.chain((0..counters).map(|counter| CounterAutomaton::next(CounterId(counter)))).collect()
}

/// D(ρ).
pub fn hull(relation: &Conjunction, counters: usize) -> Bounded {
    let vars = vars(counters);
    if relation.is_false() {
        return Relation::empty(counters);
    }
    let is_difference = |parts: &Vec<Constraint>| {
        parts.iter().all(|it| it.right.is_none_or(|right| right.positive != it.left.positive))
    };
    let (mut constraints, mut others) = (Vec::new(), Vec::new());
    for row in relation.rows() {
        match Constraint::from_row(row, &vars).filter(is_difference) {
            Some(parts) => constraints.extend(parts),
            None => others.push(row),
        }
    }
    let mut bounds = Bounds::new(2 * counters, &constraints).expect("differences only");
    if !others.is_empty() && !bounds.is_empty() {
        let mut simplex = Simplex::new(Numbers::Integer);
        relation.rows().iter().for_each(|row| {
            simplex.add(row);
        });
        if !simplex.check().is_satisfiable() {
            return Relation::empty(counters);
        }
        let touched: BTreeSet<usize> = others
            .iter()
            .flat_map(|row| row.vars())
            .filter_map(|var| vars.iter().position(|own| *own == var))
            .collect();
        for &place in &touched {
            let mut candidates = vec![Constraint::at_most(place, 0), Constraint::at_least(place, 0)];
            for other in (0..2 * counters).filter(|other| *other != place) {
                candidates.push(Constraint::difference(place, other, 0));
                candidates.push(Constraint::difference(other, place, 0));
            }
            for mut candidate in candidates {
                if let Optimum::Attained(value) | Optimum::Supremum(value) = simplex.maximum(&candidate.expr(&vars)) {
                    candidate.bound = value.floor();
                    bounds.constrain(&candidate).expect("a difference");
                }
            }
        }
    }
    Relation::new(bounds)
}

/// Whether everything in the set satisfies the constraint.
pub fn knows(set: &Set, constraint: &Constraint) -> bool {
    match set.supremum(constraint).expect("a difference") {
        Supremum::Empty => true,
        Supremum::Bound(Bound::Finite(most)) => most <= constraint.bound,
        Supremum::Bound(Bound::Infinite) => false,
    }
}

/// Whether `left − right = difference` everywhere in the set.
pub fn knows_equal(set: &Set, left: usize, right: usize, difference: i64) -> bool {
    Constraint::equal(left, right, difference).iter().all(|constraint| knows(set, constraint))
}

/// An automaton with the hulls of its transitions.
pub struct View<'a> {
    pub automaton: &'a CounterAutomaton,
    pub hulls: Vec<Bounded>,
}

impl<'a> View<'a> {
    pub fn new(automaton: &'a CounterAutomaton) -> View<'a> {
        let count = automaton.counters.len();
        View { automaton, hulls: automaton.transitions.iter().map(|it| hull(&it.relation, count)).collect() }
    }

    /// The index counters.
    pub fn indices(&self) -> Vec<usize> {
        let counters = self.automaton.counters.iter().enumerate();
        counters.filter(|(_, role)| matches!(role, CounterRole::Index(_))).map(|(place, _)| place).collect()
    }

    /// Whether a transition keeps these index counters.
    pub fn is_idle(&self, transition: usize, indices: &[usize]) -> bool {
        let count = self.automaton.counters.len();
        indices.iter().all(|place| knows_equal(self.hulls[transition].bounds(), count + place, *place, 0))
    }

    /// What holds at each control state on runs from the initial one.
    pub fn forward(&self) -> BTreeMap<StateId, Set> {
        let count = self.automaton.counters.len();
        let mut start = Set::universe(count);
        for place in self.indices() {
            Constraint::fixed(place, 0).iter().for_each(|it| start.constrain(it).expect("a bound"));
        }
        grow(|sets| {
            let mut next = BTreeMap::new();
            join_into(&mut next, self.automaton.initial, start.clone());
            for (transition, hull) in self.automaton.transitions.iter().zip(&self.hulls) {
                if let Some(set) = sets.get(&transition.from) {
                    join_into(&mut next, transition.to, hull.post(set));
                }
            }
            next
        })
    }

    /// What holds at each control state on runs from the initial one to the last one.
    pub fn reachable(&self) -> BTreeMap<StateId, Set> {
        let forward = self.forward();
        let Some(end) = forward.get(&self.automaton.last).cloned() else { return BTreeMap::new() };
        grow(|sets| {
            let mut previous = BTreeMap::new();
            join_into(&mut previous, self.automaton.last, end.clone());
            for (transition, hull) in self.automaton.transitions.iter().zip(&self.hulls) {
                if let (Some(goal), Some(known)) = (sets.get(&transition.to), forward.get(&transition.from)) {
                    join_into(&mut previous, transition.from, hull.pre(goal).meet(known));
                }
            }
            previous
        })
    }

    /// The pairs of a transition between what is reachable; empty if it is clearly infeasible.
    pub fn pairs(&self, transition: usize, reachable: &BTreeMap<StateId, Set>) -> Bounded {
        let count = self.automaton.counters.len();
        let about = &self.automaton.transitions[transition];
        let (Some(from), Some(to)) = (reachable.get(&about.from), reachable.get(&about.to)) else {
            return Relation::empty(count);
        };
        let (first, second): (Vec<usize>, Vec<usize>) = ((0..count).collect(), (count..2 * count).collect());
        let pairs = self.hulls[transition].bounds().meet(&from.embed(2 * count, &first));
        Relation::new(pairs.meet(&to.embed(2 * count, &second)))
    }
}

/// `left = right + difference` as a row.
pub fn equation(left: Var, right: Var, difference: i64) -> (LinearExpr, Kind) {
    (LinearExpr::var(left).minus(&LinearExpr::var(right)).plus_constant(-difference), Kind::Equal)
}
