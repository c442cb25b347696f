//! Executions of small programs, all of them, on points: the reference for walks through loop bodies.
//!
//! Fresh variables are tried with the few values that the programs of these tests can use.

use std::collections::BTreeSet;

use heureka_ir::{EdgeId, LocId, LoopId, Loops, Op, ProcId, Program, VarId};
use heureka_linear::{Canonical, Kind, LinearExpr, Numbers, Row, Var};
use heureka_number::Int;

use super::super::super::encode::{Case, Encoding};
use super::super::super::scope::Scopes;
use super::closures::points;

type State = Vec<Int>;

pub struct Explorer<'a> {
    pub program: &'a Program,
    pub scopes: &'a Scopes,
    pub encoding: &'a Encoding,
    pub loops: &'a Loops,
    /// Fresh variables range from -1 to below this.
    pub size: i64,
}

impl Explorer<'_> {
    /// The states at the head of a loop after one or more rounds.
    pub fn rounds(&self, of: LoopId, state: &State) -> BTreeSet<State> {
        let head = self.loops.get(of).head;
        self.arriving(head, state, head, |loc| self.loops.contains(of, loc))
    }

    /// The states at the head of a loop after one round.
    pub fn round(&self, of: LoopId, state: &State) -> BTreeSet<State> {
        let head = self.loops.get(of).head;
        self.arriving(head, state, head, |loc| loc != head && self.loops.contains(of, loc))
    }

    /// The states in which executions from a location arrive at another one, at least one step later.
    fn arriving(&self, from: LocId, state: &State, at: LocId, inside: impl Fn(LocId) -> bool) -> BTreeSet<State> {
        let mut seen = BTreeSet::new();
        let mut stack = vec![(from, state.clone())];
        while let Some((loc, state)) = stack.pop() {
            for id in self.program.out_edges(loc) {
                let to = self.program.edge(id).to;
                if to != at && !inside(to) {
                    continue;
                }
                for next in self.step(id, &state) {
                    if seen.insert((to, next.clone())) && inside(to) {
                        stack.push((to, next));
                    }
                }
            }
        }
        seen.into_iter().filter(|(loc, _)| *loc == at).map(|(_, state)| state).collect()
    }

    fn step(&self, id: EdgeId, state: &State) -> Vec<State> {
        let edge = self.program.edge(id);
        let scope = self.scopes.of_proc(self.program.loc(edge.from).proc);
        let current = scope.arity().entry;
        let mut result = Vec::new();
        for case in self.encoding.step(id).cases() {
            for values in self.values(case, current, state) {
                match &edge.op {
                    Op::Call { proc, results, .. } => result.extend(self.call(*proc, results, &values, state, id)),
                    _ => {
                        let mut next = state.clone();
                        for (var, value) in values {
                            next[(var.0 - current) as usize] = value;
                        }
                        result.push(next);
                    }
                }
            }
        }
        result
    }

    /// The values that a case gives, for each choice of its fresh variables.
    fn values(&self, case: &Case, current: u32, state: &State) -> Vec<Vec<(Var, Int)>> {
        let choices = points(case.fresh, self.size + 1);
        let choices = choices.into_iter().map(|point| point.iter().map(|it| it - Int::ONE).collect::<State>());
        let one = |fresh: State| {
            let value = |var: Var| {
                let place = (var.0 - current) as usize;
                state.get(place).or_else(|| fresh.get(place - state.len())).cloned().unwrap()
            };
            let holds = |(expr, kind): &(LinearExpr, Kind)| match Row::canonical(
                expr.clone(),
                kind.clone(),
                Numbers::Integer,
            ) {
                Canonical::Always => true,
                Canonical::Never => false,
                Canonical::Row(row) => row.holds_at(value),
            };
            let values = || case.values.iter().map(|(var, expr)| (*var, expr.value_at(value))).collect();
            case.guard.iter().all(holds).then(values)
        };
        choices.filter_map(one).collect()
    }

    fn call(&self, callee: ProcId, results: &[VarId], params: &[(Var, Int)], state: &State, id: EdgeId) -> Vec<State> {
        let caller = self.scopes.of_proc(self.program.loc(self.program.edge(id).from).proc);
        let inner = self.scopes.of_proc(callee);
        let place = |var| (caller.current_var(var).unwrap().0 - caller.arity().entry) as usize;
        let place_inside = |var| (inner.current_var(var).unwrap().0 - inner.arity().entry) as usize;
        let mut start = vec![Int::ZERO; inner.current().len()];
        inner.globals().iter().for_each(|var| start[place_inside(*var)] = state[place(*var)].clone());
        params.iter().for_each(|(var, value)| start[var.0 as usize] = value.clone());
        let proc = self.program.proc(callee);
        let ends = self.arriving(proc.entry, &start, proc.exit, |_| true);
        let back = |end: State| {
            let mut next = state.clone();
            inner.globals().iter().for_each(|var| next[place(*var)] = end[place_inside(*var)].clone());
            proc.results.iter().zip(results).for_each(|(own, var)| next[place(*var)] = end[place_inside(*own)].clone());
            next
        };
        ends.into_iter().map(back).collect()
    }
}
