//! Counter automata, products, dependencies between index counters, and what it means to recognise a state or a
//! transition (paper 001, §2, Definitions 1 and 2).
//!
//! A relation is a conjunction of linear constraints in which counter `c` is variable `2c` now and `2c + 1` after the
//! transition; a disjunction is several transitions.
//!
//! A run is looked for on given arrays: an index counter stays or advances by one, value counters are the cells there, and
//! so the next configuration is determined up to working counters, which the relation determines. Cells behind the end
//! of an array are unconstrained in the definitions; here they are 0, which no construction looks at.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};
use heureka_number::Int;

use crate::names::{Array, Scalar};
use crate::state::State;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(pub usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CounterId(pub usize);

/// What a counter is for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CounterRole {
    /// `i_r`.
    Index(Array),
    /// `x_r`, the input `xⁱ_r` of a transducer.
    Value(Array),
    /// The output `xᵒ_r` of a transducer.
    Output(Array),
    /// `p_r`, the input parameter of a transducer.
    Parameter(Scalar),
    /// `pᵒ_r`.
    OutputParameter(Scalar),
    /// The value of a scalar before the loop, where outputs are what is seen: `pⁱ_r` after a composition.
    Entry(Scalar),
    /// `w_N`, the length of an array. The paper has one for all arrays.
    Length(Array),
    /// The initial contents of a cell of the window, `wⁱ_{r,l}`.
    Ahead(Array, i64),
    /// Any other working counter.
    Working(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    pub from: StateId,
    pub to: StateId,
    pub relation: Conjunction,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CounterAutomaton {
    pub counters: Vec<CounterRole>,
    pub states: Vec<String>,
    pub initial: StateId,
    pub last: StateId,
    pub transitions: Vec<Transition>,
}

/// A conjunction of equalities between index counters: the classes of arrays whose indices are equal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dependency(Vec<BTreeSet<Array>>);

impl Dependency {
    /// With the indices of these arrays equal.
    pub fn with(mut self, arrays: &BTreeSet<Array>) -> Dependency {
        if arrays.len() < 2 {
            return self;
        }
        let (meeting, mut apart): (Vec<_>, Vec<_>) = self.0.into_iter().partition(|class| !class.is_disjoint(arrays));
        let mut class = arrays.clone();
        class.extend(meeting.into_iter().flatten());
        apart.push(class);
        apart.sort();
        self.0 = apart;
        self
    }

    pub fn and(self, other: &Dependency) -> Dependency {
        other.0.iter().fold(self, Dependency::with)
    }

    /// Whether this dependency is at least as strong as the other.
    pub fn implies(&self, other: &Dependency) -> bool {
        other.0.iter().all(|class| self.0.iter().any(|own| class.is_subset(own)))
    }

    pub fn classes(&self) -> &[BTreeSet<Array>] {
        &self.0
    }
}

impl CounterAutomaton {
    pub fn now(counter: CounterId) -> Var {
        Var(u32::try_from(2 * counter.0).expect("few counters"))
    }

    pub fn next(counter: CounterId) -> Var {
        Var(u32::try_from(2 * counter.0 + 1).expect("few counters"))
    }

    pub fn counter(&self, role: &CounterRole) -> Option<CounterId> {
        self.counters.iter().position(|known| known == role).map(CounterId)
    }

    /// Control states and counters.
    pub fn size(&self) -> (usize, usize) {
        (self.states.len(), self.counters.len())
    }

    /// `A₁ ⊗ A₂`: both at once, on the union of the counters. Only pairs of states that the control can reach are made, and
    /// transitions without a pair of valuations are left out.
    pub fn product(&self, other: &CounterAutomaton) -> CounterAutomaton {
        let mut counters = self.counters.clone();
        let mut place = Vec::new();
        for role in &other.counters {
            place.push(counters.iter().position(|known| known == role).unwrap_or_else(|| {
                counters.push(role.clone());
                counters.len() - 1
            }));
        }
        let rename = |var: Var| {
            let counter = CounterId(place[var.0 as usize / 2]);
            if var.0.is_multiple_of(2) { Self::now(counter) } else { Self::next(counter) }
        };
        let theirs: Vec<Conjunction> = other.transitions.iter().map(|it| it.relation.rename(rename)).collect();
        let mut names = Vec::new();
        let mut ids: BTreeMap<(StateId, StateId), StateId> = BTreeMap::new();
        let mut open = VecDeque::new();
        let mut visit = |pair: (StateId, StateId), open: &mut VecDeque<(StateId, StateId)>| {
            *ids.entry(pair).or_insert_with(|| {
                names.push(format!("{},{}", self.states[pair.0.0], other.states[pair.1.0]));
                open.push_back(pair);
                StateId(names.len() - 1)
            })
        };
        let initial = visit((self.initial, other.initial), &mut open);
        let last = visit((self.last, other.last), &mut open);
        let mut transitions = Vec::new();
        while let Some((one, two)) = open.pop_front() {
            let from = visit((one, two), &mut open);
            for mine in self.transitions.iter().filter(|it| it.from == one) {
                for (their, relation) in other.transitions.iter().zip(&theirs).filter(|(it, _)| it.from == two) {
                    let relation = mine.relation.and(relation);
                    if relation.is_satisfiable() {
                        let to = visit((mine.to, their.to), &mut open);
                        transitions.push(Transition { from, to, relation });
                    }
                }
            }
        }
        let product = CounterAutomaton { counters, states: names, initial, last, transitions };
        product.without_useless_states()
    }

    /// Without states that no path from the first to the last goes through.
    pub fn without_useless_states(&self) -> CounterAutomaton {
        let reach = |start: StateId, forwards: bool| {
            let mut seen = BTreeSet::from([start]);
            let mut open = vec![start];
            while let Some(state) = open.pop() {
                for it in &self.transitions {
                    let (from, to) = if forwards { (it.from, it.to) } else { (it.to, it.from) };
                    if from == state && seen.insert(to) {
                        open.push(to);
                    }
                }
            }
            seen
        };
        let (forwards, backwards) = (reach(self.initial, true), reach(self.last, false));
        let kept = |state: &usize| {
            let id = StateId(*state);
            id == self.initial || id == self.last || (forwards.contains(&id) && backwards.contains(&id))
        };
        let kept: Vec<usize> = (0..self.states.len()).filter(kept).collect();
        let id = |old: StateId| kept.iter().position(|state| *state == old.0).map(StateId);
        let transitions = self
            .transitions
            .iter()
            .filter_map(|it| Some(Transition { from: id(it.from)?, to: id(it.to)?, relation: it.relation.clone() }));
        CounterAutomaton {
            counters: self.counters.clone(),
            states: kept.iter().map(|state| self.states[*state].clone()).collect(),
            initial: id(self.initial).expect("kept"),
            last: id(self.last).expect("kept"),
            transitions: transitions.collect(),
        }
    }

    /// The rows that say that a counter keeps its value.
    pub fn kept(counters: impl IntoIterator<Item = CounterId>) -> Vec<(LinearExpr, Kind)> {
        let row = |counter| LinearExpr::var(Self::next(counter)).minus(&LinearExpr::var(Self::now(counter)));
        counters.into_iter().map(|counter| (row(counter), Kind::Equal)).collect()
    }

    /// Whether some run is consistent with a state (Definition 1).
    pub fn recognises(&self, state: &State) -> bool {
        self.runs_on(state, None)
    }

    /// Whether some run is consistent with a transition (Definition 2).
    pub fn relates(&self, before: &State, after: &State) -> bool {
        self.runs_on(before, Some(after))
    }

    /// Breadth-first search for a run over configurations that are consistent with the arrays.
    fn runs_on(&self, before: &State, after: Option<&State>) -> bool {
        let arrays: BTreeSet<&Array> = self
            .counters
            .iter()
            .filter_map(|role| match role {
                CounterRole::Index(array) => Some(array),
                _ => None,
            })
            .collect();
        let arrays: Vec<&Array> = arrays.into_iter().collect();
        let lengths: BTreeMap<&Array, Int> =
            arrays.iter().map(|array| (*array, Int::from(before.length(array)))).collect();
        let start: BTreeMap<&Array, Int> = arrays.iter().map(|array| (*array, Int::ZERO)).collect();
        let mut seen = BTreeSet::new();
        let mut open = VecDeque::new();
        // Working counters are free at first: the first transition determines them.
        let free = self.pins(&start, before, after, false);
        open.push_back((self.initial, start, free));
        while let Some((control, indices, now)) = open.pop_front() {
            if control == self.last && indices == lengths {
                return true;
            }
            for transition in self.transitions.iter().filter(|it| it.from == control) {
                for choice in 0..1_u32 << arrays.len() {
                    let mut next = indices.clone();
                    for (number, array) in arrays.iter().enumerate() {
                        if choice >> number & 1 == 1 {
                            *next.get_mut(*array).expect("every array has an index") += &Int::ONE;
                        }
                    }
                    if next.iter().any(|(array, index)| *index > lengths[array]) {
                        continue;
                    }
                    let pins = self.pins(&next, before, after, true);
                    let all = transition.relation.and(&now).and(&pins);
                    let Some(model) = all.model() else { continue };
                    let values: Vec<Int> =
                        (0..self.counters.len()).map(|it| model.int_value(Self::next(CounterId(it)))).collect();
                    if seen.insert((transition.to, values.clone())) {
                        let fixed = values.iter().enumerate().map(|(counter, value)| {
                            let now = LinearExpr::var(Self::now(CounterId(counter)));
                            (now.plus_constant(-value), Kind::Equal)
                        });
                        open.push_back((transition.to, next, Conjunction::new(Numbers::Integer, fixed)));
                    }
                }
            }
        }
        false
    }

    /// What Definitions 1 and 2 say of the counters when the indices have these values.
    fn pins(&self, indices: &BTreeMap<&Array, Int>, before: &State, after: Option<&State>, next: bool) -> Conjunction {
        let mut rows = Vec::new();
        for (counter, role) in self.counters.iter().enumerate() {
            let value = match role {
                CounterRole::Index(array) => Some(indices[array].clone()),
                CounterRole::Value(array) => Some(before.cell(array, &indices[array])),
                CounterRole::Ahead(array, offset) => Some(before.cell(array, &(&indices[array] + &Int::from(*offset)))),
                CounterRole::Output(array) => {
                    let position = &indices[array] - &Int::ONE;
                    after.filter(|_| !position.is_negative()).map(|after| after.cell(array, &position))
                }
                CounterRole::Parameter(scalar) => Some(before.scalar(scalar)),
                CounterRole::OutputParameter(scalar) => after.map(|after| after.scalar(scalar)),
                CounterRole::Length(array) => Some(Int::from(before.length(array))),
                CounterRole::Entry(_) | CounterRole::Working(_) => None,
            };
            if let Some(value) = value {
                let counter = CounterId(counter);
                let var = if next { Self::next(counter) } else { Self::now(counter) };
                rows.push((LinearExpr::var(var).plus_constant(-value), Kind::Equal));
            }
        }
        Conjunction::new(Numbers::Integer, rows)
    }
}
