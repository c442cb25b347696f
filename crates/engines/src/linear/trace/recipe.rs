//! A way through one round of a loop that was found once, tried again from other states.
//!
//! The steps are executed forwards. Values are numbers as long as they follow from the state before; what is chosen on the
//! way stays unknown until the end of the round, where the state after is known and one small query gives it. A million
//! rounds that all go the same way, or one of a few, cost one search for each way.

use std::collections::BTreeMap;

use heureka_ir::{EdgeId, Fraction, LocId, Op, ProcId};
use heureka_linear::{Kind, LinearExpr, Var};
use heureka_number::{Int, Rational};

use super::super::encode::Case;
use super::super::system::System;
use super::Chosen;
use super::query::{Query, value_of};
use super::taste::Taste;
use super::walk::inputs;

/// One step of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Move {
    Step { edge: EdgeId, case: u32 },
    Enter { edge: EdgeId, case: u32 },
    Leave { edge: EdgeId },
}

/// The steps of a round, in the order of the execution.
#[derive(Debug)]
pub(super) struct Recipe {
    moves: Vec<Move>,
}

/// Two states at the head of a loop, as values of the current tuple, with the places that may differ.
pub(super) struct Pair<'a> {
    pub now: &'a [Int],
    pub next: &'a [Int],
    pub places: &'a [u32],
}

impl Recipe {
    pub fn new(moves: Vec<Move>) -> Recipe {
        Recipe { moves }
    }

    /// The choices with which these steps lead from one state to the other, if there are any.
    pub fn choices(&self, system: &System, head: LocId, pair: &Pair) -> Option<Vec<Chosen>> {
        let arity = system.arity(head);
        let proc = system.program.loc(head).proc;
        let mut attempt = Attempt {
            system,
            state: pair.now,
            frames: vec![Frame { proc, values: BTreeMap::new() }],
            unknowns: 0,
            query: Query::new(system.numbers(), |_| None),
            chosen: Vec::new(),
        };
        for step in &self.moves {
            attempt.take(*step);
            if attempt.query.is_false() {
                return None;
            }
        }
        for place in pair.places {
            let var = arity.current_var(*place);
            if !system.dead(head).contains(var) {
                let after = attempt.value(var).plus_constant(-&pair.next[*place as usize]);
                attempt.query.require(&after, &Kind::Equal);
            }
        }
        let Attempt { query, chosen, .. } = attempt;
        let solution = query.solve(&mut Taste::Small)?;
        let value = |expr: LinearExpr| value_of(&expr, &solution).to_int()?.to_i128().map(Fraction::from);
        chosen.into_iter().map(|(edge, expr)| Some((edge, value(expr)?))).collect()
    }
}

/// An execution under way. Expressions speak of unknowns only.
struct Attempt<'a, K> {
    system: &'a System<'a>,
    /// The current tuple of the loop's procedure at the start of the round.
    state: &'a [Int],
    /// The loop's procedure, and the calls that are open.
    frames: Vec<Frame>,
    unknowns: u32,
    query: Query<K>,
    chosen: Vec<(EdgeId, LinearExpr)>,
}

/// The values of a procedure's current tuple that were set.
struct Frame {
    proc: ProcId,
    values: BTreeMap<Var, LinearExpr>,
}

impl<'a, K: Fn(Var) -> Option<&'a Rational>> Attempt<'a, K> {
    fn take(&mut self, step: Move) {
        let system = self.system;
        match step {
            Move::Step { edge, case } => {
                let case = &system.step(edge).cases()[case as usize];
                let values = self.evaluate(case);
                if let (Op::Havoc { .. }, [(_, value)]) = (&system.program.edge(edge).op, &values[..]) {
                    self.chosen.push((edge, value.clone()));
                }
                self.frame().values.extend(values);
            }
            Move::Enter { edge, case } => {
                let case = &system.step(edge).cases()[case as usize];
                let site = system.call_site(edge);
                let arity = system.scopes.of_proc(site.callee).arity();
                let passed = Case { values: inputs(site, case).collect(), ..case.clone() };
                let values = self.evaluate(&passed);
                let values = values.into_iter().map(|(input, value)| (arity.current_var(input.0), value)).collect();
                self.frames.push(Frame { proc: site.callee, values });
            }
            Move::Leave { edge } => {
                let site = system.call_site(edge);
                let received: Vec<(Var, LinearExpr)> =
                    site.received.iter().map(|(from, to)| (*to, self.value(*from))).collect();
                self.frames.pop();
                self.frame().values.extend(received);
            }
        }
    }

    /// The values that a case gives, under its guard.
    fn evaluate(&mut self, case: &Case) -> Vec<(Var, LinearExpr)> {
        let end = self.system.scopes.of_proc(self.frame().proc).arity().end();
        let fresh = Var(self.unknowns);
        self.unknowns += case.fresh;
        let mut in_terms = |expr: &LinearExpr| {
            expr.map_vars(|var| match var.0.checked_sub(end.0) {
                None => self.value(var),
                Some(number) => LinearExpr::var(Var(fresh.0 + number)),
            })
        };
        let guard: Vec<(LinearExpr, &Kind)> = case.guard.iter().map(|(expr, kind)| (in_terms(expr), kind)).collect();
        let values = case.values.iter().map(|(var, value)| (*var, in_terms(value))).collect();
        guard.iter().for_each(|(expr, kind)| self.query.require(expr, kind));
        values
    }

    /// The value of a variable of the current tuple.
    fn value(&mut self, var: Var) -> LinearExpr {
        if let Some(value) = self.frame().values.get(&var) {
            return value.clone();
        }
        let value = if self.frames.len() == 1 {
            let entry = self.system.scopes.of_proc(self.frame().proc).arity().entry;
            LinearExpr::constant_of(self.state[(var.0 - entry) as usize].clone())
        } else {
            // A local that was never set.
            self.unknowns += 1;
            LinearExpr::var(Var(self.unknowns - 1))
        };
        self.frame().values.insert(var, value.clone());
        value
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the loop's procedure is open")
    }
}
