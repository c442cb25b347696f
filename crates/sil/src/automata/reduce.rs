//! Smaller automata with the same states recognised: the "simple, lightweight static techniques" of paper 001, §6.
//!
//! - *Clearly infeasible transitions* go: difference bounds that hold at the control states exclude them.
//! - *Sequences of idling transitions are compacted* with what comes before or behind them: a state without a self-loop that is
//!   entered, or left, by idling only is stepped over.
//! - States from which the same is possible are united (the quotient of the bisimulation), once rows that hold anyway are gone.
//! - *Useless counters* go: those that at each control state are constant, another counter plus a number (both by what holds
//!   there), or of no importance for what comes; and those that are arbitrary whenever they are looked at.
//!
//! Invariant: Σ is kept, for the counters that are seen: indices, outputs, output parameters. A counter is eliminated from a
//! relation only where that is exact.

use std::collections::BTreeSet;

use heureka_linear::relations::Constraint;
use heureka_linear::{Conjunction, LinearExpr, Row, Var};
use heureka_number::Int;

use super::automaton::{CounterAutomaton, CounterId, CounterRole, StateId, Transition};
use super::bounds::{View, equation, knows};
use crate::fixed_point::Set;

impl CounterRole {
    /// Whether the counter is a part of what is recognised.
    pub fn is_seen(&self) -> bool {
        matches!(self, CounterRole::Index(_) | CounterRole::Output(_) | CounterRole::OutputParameter(_))
    }
}

/// The automaton, reduced until nothing more is found; counters that are seen or asked for are kept.
pub fn reduced(automaton: &CounterAutomaton, keeps: &dyn Fn(&CounterRole) -> bool) -> CounterAutomaton {
    let mut automaton = automaton.clone();
    loop {
        let before = (automaton.size(), automaton.transitions.len());
        automaton = feasible(&automaton);
        while let Some(smaller) = compacted(&automaton) {
            automaton = smaller;
        }
        automaton = united(&automaton);
        automaton = without_useless_counters(automaton, keeps);
        if (automaton.size(), automaton.transitions.len()) == before {
            return automaton;
        }
    }
}

/// Without transitions that no run takes, twice the same, or that change nothing.
fn feasible(automaton: &CounterAutomaton) -> CounterAutomaton {
    let view = View::new(automaton);
    let reachable = view.reachable();
    let all: Vec<CounterId> = (0..automaton.counters.len()).map(CounterId).collect();
    let changes_nothing = |it: &Transition| {
        it.from == it.to && {
            let kept = Conjunction::new(it.relation.numbers(), CounterAutomaton::kept(all.iter().copied()));
            kept == it.relation
        }
    };
    let mut transitions: Vec<Transition> = Vec::new();
    for (place, transition) in automaton.transitions.iter().enumerate() {
        if !view.pairs(place, &reachable).is_empty()
            && !changes_nothing(transition)
            && !transitions.contains(transition)
            && transition.relation.is_satisfiable()
        {
            transitions.push(transition.clone());
        }
    }
    CounterAutomaton { transitions, ..automaton.clone() }.without_useless_states()
}

/// One relation after another; none if that cannot be said in one conjunction exactly.
fn composed(first: &Conjunction, second: &Conjunction) -> Option<Conjunction> {
    // Counter c is 3c before, 3c + 1 in between, 3c + 2 afterwards.
    let place = |var: Var, shift: u32| Var(var.0 / 2 * 3 + var.0 % 2 + shift);
    let all = first.rename(|var| place(var, 0)).and(&second.rename(|var| place(var, 1)));
    let middle = all.project(|var| var.0 % 3 == 1);
    match &middle.disjuncts[..] {
        [] => Some(Conjunction::bottom(all.numbers())),
        [one] if middle.exact => Some(one.rename(|var| Var(var.0 / 3 * 2 + u32::from(var.0 % 3 == 2)))),
        _ => None,
    }
}

/// Without one state that is stepped over.
fn compacted(automaton: &CounterAutomaton) -> Option<CounterAutomaton> {
    let view = View::new(automaton);
    let indices = view.indices();
    for state in (0..automaton.states.len()).map(StateId) {
        if state == automaton.initial || state == automaton.last {
            continue;
        }
        let of = |test: &dyn Fn(&Transition) -> bool| -> Vec<usize> {
            (0..automaton.transitions.len()).filter(|it| test(&automaton.transitions[*it])).collect()
        };
        let (entering, leaving) = (of(&|it| it.to == state), of(&|it| it.from == state));
        let idles = |all: &[usize]| all.iter().all(|it| view.is_idle(*it, &indices));
        let has_loop = entering.iter().any(|it| leaving.contains(it));
        let grows = entering.len() * leaving.len() > entering.len() + leaving.len();
        if has_loop || grows || !(idles(&entering) || idles(&leaving)) {
            continue;
        }
        let mut transitions: Vec<Transition> =
            automaton.transitions.iter().filter(|it| it.from != state && it.to != state).cloned().collect();
        let mut is_exact = true;
        for one in &entering {
            for two in &leaving {
                let (one, two) = (&automaton.transitions[*one], &automaton.transitions[*two]);
                match composed(&one.relation, &two.relation) {
                    Some(relation) if relation.is_false() => {}
                    Some(relation) => transitions.push(Transition { from: one.from, to: two.to, relation }),
                    None => is_exact = false,
                }
            }
        }
        if is_exact {
            return Some(CounterAutomaton { transitions, ..automaton.clone() }.without_useless_states());
        }
    }
    None
}

/// With states united from which the same is possible.
fn united(automaton: &CounterAutomaton) -> CounterAutomaton {
    let forward = View::new(automaton).forward();
    let transitions: Vec<Transition> = automaton
        .transitions
        .iter()
        .map(|it| {
            let relation = forward.get(&it.from).map(|set| without_known_rows(&it.relation, set));
            Transition { relation: relation.unwrap_or_else(|| it.relation.clone()), ..it.clone() }
        })
        .collect();
    // The class of each state, refined until the states of a class agree on what is possible.
    let alone =
        |state: usize| if state == automaton.last.0 { 1 } else { usize::from(state == automaton.initial.0) * 2 };
    let mut class: Vec<usize> = (0..automaton.states.len()).map(alone).collect();
    loop {
        let signature = |state: usize| {
            let leaving = transitions.iter().filter(|it| it.from.0 == state);
            let steps: BTreeSet<(&Conjunction, usize)> = leaving.map(|it| (&it.relation, class[it.to.0])).collect();
            (class[state], steps)
        };
        let all: Vec<_> = (0..class.len()).map(signature).collect();
        let finer: Vec<usize> =
            all.iter().map(|own| all.iter().position(|other| other == own).expect("it is its own")).collect();
        let count = |class: &[usize]| class.iter().collect::<BTreeSet<_>>().len();
        let is_stable = count(&finer) == count(&class);
        class = finer;
        if is_stable {
            break;
        }
    }
    let mut kept: Vec<Transition> = Vec::new();
    for it in transitions {
        let it = Transition { from: StateId(class[it.from.0]), to: StateId(class[it.to.0]), ..it };
        if !kept.contains(&it) {
            kept.push(it);
        }
    }
    let (initial, last) = (StateId(class[automaton.initial.0]), StateId(class[automaton.last.0]));
    CounterAutomaton { transitions: kept, initial, last, ..automaton.clone() }.without_useless_states()
}

/// Without bounds that hold in the whole set before the step.
fn without_known_rows(relation: &Conjunction, before: &Set) -> Conjunction {
    let vars: Vec<Var> = (0..before.dimension()).map(|counter| CounterAutomaton::now(CounterId(counter))).collect();
    let is_known = |row: &&Row| {
        !row.is_equality()
            && Constraint::from_row(row, &vars).is_some_and(|parts| {
                parts
                    .iter()
                    .all(|it| it.right.is_none_or(|right| right.positive != it.left.positive) && knows(before, it))
            })
    };
    Conjunction::from_rows(relation.numbers(), relation.rows().iter().filter(|row| !is_known(row)))
}

/// What is put for a counter at a control state.
enum Instead {
    /// An expression of other counters, in terms of now.
    Value(LinearExpr),
    /// Nothing: its value does not matter.
    Nothing,
}

fn without_useless_counters(mut automaton: CounterAutomaton, keeps: &dyn Fn(&CounterRole) -> bool) -> CounterAutomaton {
    let reachable = View::new(&automaton).reachable();
    let mut sets: Vec<Option<Set>> =
        (0..automaton.states.len()).map(|state| reachable.get(&StateId(state)).cloned()).collect();
    // Working counters first, so that those with a meaning stay.
    let rank = |role: &CounterRole| match role {
        CounterRole::Working(_) | CounterRole::Value(_) | CounterRole::Ahead(..) => 0,
        CounterRole::Entry(_) | CounterRole::Parameter(_) => 1,
        _ => 2,
    };
    let mut open: Vec<CounterRole> =
        automaton.counters.iter().filter(|role| !role.is_seen() && !keeps(role)).cloned().collect();
    open.sort_by_key(rank);
    for role in open {
        let counter = automaton.counter(&role).expect("it was not taken out yet");
        let smaller = if is_arbitrary(&automaton, counter) {
            let nothing = || Instead::Nothing;
            without_counter(&automaton, counter, &(0..automaton.states.len()).map(|_| nothing()).collect::<Vec<_>>())
        } else {
            let mut dead = unread(&automaton, counter);
            dead[automaton.initial.0] |= starts_once(&automaton);
            let instead: Option<Vec<Instead>> = (0..automaton.states.len())
                .map(|state| match value(&automaton, sets[state].as_ref(), counter) {
                    Some(value) => Some(Instead::Value(value)),
                    None => dead[state].then_some(Instead::Nothing),
                })
                .collect();
            instead.and_then(|instead| without_counter(&automaton, counter, &instead))
        };
        if let Some(smaller) = smaller {
            let kept: Vec<usize> = (0..automaton.counters.len()).filter(|place| *place != counter.0).collect();
            sets.iter_mut().for_each(|set| *set = set.as_ref().map(|set| set.project(&kept)));
            automaton = smaller;
        }
    }
    automaton
}

/// The counter as a number, or as another counter and a number, by what holds at a state.
fn value(automaton: &CounterAutomaton, set: Option<&Set>, counter: CounterId) -> Option<LinearExpr> {
    let set = set?;
    let bound = |constraint: &Constraint| match set.supremum(constraint) {
        Ok(heureka_linear::relations::Supremum::Bound(bound)) => bound.finite(),
        _ => None,
    };
    let between = |up: Constraint, down: Constraint| -> Option<Int> {
        let (most, least) = (bound(&up)?, -bound(&down)?);
        (most == least).then_some(most)
    };
    if let Some(number) = between(Constraint::at_most(counter.0, 0), Constraint::at_least(counter.0, 0)) {
        return Some(LinearExpr::constant_of(number));
    }
    // A counter that is seen, if there is one.
    let mut others: Vec<usize> = (0..automaton.counters.len()).filter(|other| *other != counter.0).collect();
    others.sort_by_key(|other| !automaton.counters[*other].is_seen());
    others.into_iter().find_map(|other| {
        let number = between(Constraint::difference(counter.0, other, 0), Constraint::difference(other, counter.0, 0))?;
        Some(LinearExpr::var(CounterAutomaton::now(CounterId(other))).plus_constant(number))
    })
}

/// The relation without some variables, exactly.
fn projected(relation: &Conjunction, eliminate: &[Var]) -> Option<Conjunction> {
    if !eliminate.iter().any(|var| relation.mentions(*var)) {
        return Some(relation.clone());
    }
    let projection = relation.project(|var| eliminate.contains(&var));
    match &projection.disjuncts[..] {
        [] => Some(Conjunction::bottom(relation.numbers())),
        [one] if projection.exact => Some(one.clone()),
        _ => None,
    }
}

/// Whether a transition keeps the value of a counter and does nothing else with it.
fn copies(relation: &Conjunction, counter: CounterId) -> bool {
    let (now, next) = (CounterAutomaton::now(counter), CounterAutomaton::next(counter));
    projected(relation, &[now, next]).is_some_and(|rest| {
        let (expr, kind) = equation(next, now, 0);
        rest.with(expr, kind) == *relation
    })
}

/// The states at which the value of a counter does not matter any more.
fn unread(automaton: &CounterAutomaton, counter: CounterId) -> Vec<bool> {
    let now = CounterAutomaton::now(counter);
    let copied: Vec<bool> = automaton.transitions.iter().map(|it| copies(&it.relation, counter)).collect();
    let mut unread = vec![true; automaton.states.len()];
    loop {
        let mut changed = false;
        for (transition, copied) in automaton.transitions.iter().zip(&copied) {
            let reads = transition.relation.mentions(now) && !(*copied && unread[transition.to.0]);
            if reads && unread[transition.from.0] {
                unread[transition.from.0] = false;
                changed = true;
            }
        }
        if !changed {
            return unread;
        }
    }
}

/// Whether a counter has an arbitrary value whenever it is looked at: a transition keeps it, and nothing else, or forgets it.
fn is_arbitrary(automaton: &CounterAutomaton, counter: CounterId) -> bool {
    let next = CounterAutomaton::next(counter);
    automaton.transitions.iter().all(|it| !it.relation.mentions(next) || copies(&it.relation, counter))
}

/// Whether what a counter is at the start concerns the first step only.
fn starts_once(automaton: &CounterAutomaton) -> bool {
    automaton.transitions.iter().all(|it| it.to != automaton.initial)
}

/// Without a counter; none if that cannot be said exactly.
fn without_counter(automaton: &CounterAutomaton, counter: CounterId, instead: &[Instead]) -> Option<CounterAutomaton> {
    let (now, next) = (CounterAutomaton::now(counter), CounterAutomaton::next(counter));
    let starts_once = starts_once(automaton);
    let mut transitions = Vec::new();
    for transition in &automaton.transitions {
        let at = |state: StateId| match &instead[state.0] {
            Instead::Value(value) if !(starts_once && state == automaton.initial) => Some(value),
            _ => None,
        };
        let (before, after) = (at(transition.from), at(transition.to));
        let mut relation = transition.relation.clone();
        let later = |value: &LinearExpr| value.rename(|var| Var(var.0 + 1));
        relation = relation.apply(|var| match (before, after) {
            (Some(value), _) if var == now => value.clone(),
            (_, Some(value)) if var == next => later(value),
            _ => LinearExpr::var(var),
        });
        let eliminate: Vec<Var> = [(now, before.is_none()), (next, after.is_none())]
            .into_iter()
            .filter_map(|(var, is_open)| is_open.then_some(var))
            .collect();
        let relation = projected(&relation, &eliminate)?;
        let shift = |var: Var| if var.0 > next.0 { Var(var.0 - 2) } else { var };
        let relation = relation.rename(shift);
        if !relation.is_false() {
            transitions.push(Transition { relation, ..transition.clone() });
        }
    }
    let mut counters = automaton.counters.clone();
    counters.remove(counter.0);
    Some(CounterAutomaton { counters, transitions, ..automaton.clone() })
}
