//! Which states the automaton after a loop recognises: the outputs of its runs (paper 001, Definitions 1 and 2).
//!
//! Inputs and other working counters of a post-image are not determined by the state that it recognises, so a run is looked for
//! with sets of valuations instead of single ones. This is exact, and slow: it is what the constructions are tested against.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};
use heureka_number::Int;

use super::automaton::{CounterAutomaton, CounterId, CounterRole, StateId};
use crate::names::Array;
use crate::state::State;

impl CounterAutomaton {
    /// Whether some run has the arrays of a state as its outputs and the scalars as its output parameters.
    pub fn recognises_output(&self, state: &State) -> bool {
        let arrays: BTreeSet<&Array> = self
            .counters
            .iter()
            .filter_map(|role| if let CounterRole::Index(array) = role { Some(array) } else { None })
            .collect();
        let start: BTreeMap<&Array, Int> = arrays.iter().map(|array| (*array, Int::ZERO)).collect();
        let ends: BTreeMap<&Array, Int> = arrays.iter().map(|array| (*array, Int::from(state.length(array)))).collect();
        let mut seen: BTreeSet<(StateId, Vec<Int>, Conjunction)> = BTreeSet::new();
        let mut open = VecDeque::from([(self.initial, start.clone(), self.outputs(&start, state, false))]);
        while let Some((control, indices, now)) = open.pop_front() {
            if control == self.last && indices == ends {
                return true;
            }
            for transition in self.transitions.iter().filter(|it| it.from == control) {
                let both = transition.relation.and(&now);
                for choice in 0..1_u32 << arrays.len() {
                    let mut next = indices.clone();
                    for (number, array) in arrays.iter().enumerate() {
                        if choice >> number & 1 == 1 {
                            *next.get_mut(*array).expect("every array has an index") += &Int::ONE;
                        }
                    }
                    if next.iter().any(|(array, index)| *index > ends[array]) {
                        continue;
                    }
                    let all = both.and(&self.outputs(&next, state, true));
                    if all.is_false() || !all.is_satisfiable() {
                        continue;
                    }
                    for after in all.project(|var| var.0.is_multiple_of(2)).disjuncts {
                        let after = after.rename(|var| Var(var.0 - 1));
                        let key = (transition.to, next.values().cloned().collect(), after.clone());
                        if seen.insert(key) {
                            open.push_back((transition.to, next.clone(), after));
                        }
                    }
                }
            }
        }
        false
    }

    /// What the outputs are when the indices have these values.
    fn outputs(&self, indices: &BTreeMap<&Array, Int>, state: &State, next: bool) -> Conjunction {
        let mut rows = Vec::new();
        for (counter, role) in self.counters.iter().enumerate() {
            let value = match role {
                CounterRole::Index(array) => Some(indices[array].clone()),
                CounterRole::Output(array) => {
                    let position = &indices[array] - &Int::ONE;
                    (!position.is_negative()).then(|| state.cell(array, &position))
                }
                CounterRole::OutputParameter(scalar) => Some(state.scalar(scalar)),
                CounterRole::Length(array) => Some(Int::from(state.length(array))),
                _ => None,
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
