//! What k-induction needs from one bound to the next: the loops that do not end within the bound, and invariants.

use std::time::Duration;

use heureka_ir::certificate::Unwound;
use heureka_ir::invariant::{Constraint, Invariant, Relation, Value};
use heureka_ir::passes::Ranges;
use heureka_ir::{Certificate, Interval, Invariants, LocId, Loops, Program};

use super::rounds::Induction;
use super::ssa::{ObligationKind, Ssa, Unwinding};
use crate::engine::{Context, Task};
use crate::linear::widened_invariants;

/// Time for the search for invariants.
const MOST_TIME: Duration = Duration::from_secs(2);

pub struct Inductions<'a> {
    task: &'a Task<'a>,
    loops: Loops,
    /// By loop: whether it goes on beyond the bound. Before anything was unwound, all may.
    over: Vec<bool>,
    invariants: Option<Invariants>,
    /// How many of others were there when the last one of theirs was taken.
    taken: usize,
}

impl<'a> Inductions<'a> {
    pub fn new(task: &'a Task<'a>) -> Inductions<'a> {
        let loops = Loops::of(task.program);
        let over = loops.ids().map(|_| true).collect();
        Inductions { task, loops, over, invariants: None, taken: 0 }
    }

    /// Looks which loops go on.
    pub fn observe(&mut self, ssa: &Ssa) {
        self.over.fill(false);
        self.observe_more(ssa);
    }

    /// Looks for loops that go on behind the others; whether there are any.
    pub fn observe_more(&mut self, ssa: &Ssa) -> bool {
        let mut more = false;
        for obligation in &ssa.obligations {
            if let ObligationKind::Unwinding(Unwinding::Loop(head)) = obligation.kind
                && let Some(id) = self.loops.innermost(head)
                && !self.loops.get(id).irreducible
            {
                more |= !std::mem::replace(&mut self.over[id.index()], true);
            }
        }
        more
    }

    /// Whether there is something to prove by induction.
    pub fn applies(&self) -> bool {
        self.over.contains(&true)
    }

    pub fn plan(&self) -> Induction<'_> {
        Induction { over: self.over.clone(), invariants: self.invariants.as_ref() }
    }

    /// The linear engine's invariants, or, where it finds none in time, ranges. Where it runs beside this one, its newest: each
    /// of its searches is more precise than the one before.
    pub fn look_for_invariants(&mut self, cx: &Context) {
        if let Some((invariants, count)) = cx.invariants_of_others().filter(|(_, count)| *count > self.taken) {
            (self.invariants, self.taken) = (Some(invariants), count);
        }
        if self.invariants.is_none() {
            let deadline = heureka_clock::now() + MOST_TIME;
            let deadline = cx.deadline.map_or(deadline, |limit| limit.min(deadline));
            let found = widened_invariants(self.task, deadline, cx.cancel);
            self.invariants = Some(found.unwrap_or_else(|| ranges(self.task.program)));
        }
    }

    /// The certificate of a program that was unwound to its end.
    pub fn unwound(rounds: u64) -> Certificate {
        Certificate::Unwound(Unwound { rounds, by_induction: Box::default(), invariants: None })
    }

    /// The certificate of a proof by induction.
    pub fn induced(&self, rounds: u64) -> Certificate {
        let heads = self.loops.ids().filter(|id| self.over[id.index()]).map(|id| self.loops.get(id).head);
        Certificate::Unwound(Unwound { rounds, by_induction: heads.collect(), invariants: self.invariants.clone() })
    }
}

/// The ranges of variables as invariants.
fn ranges(program: &Program) -> Invariants {
    let ranges = Ranges::of(program);
    let at = |loc: LocId| {
        if !ranges.is_reachable(loc) {
            return Invariant::unreachable();
        }
        let proc = program.loc(loc).proc;
        let mut rows = Vec::new();
        for var in program.var_ids().filter(|var| program.var(*var).owner.is_none_or(|owner| owner == proc)) {
            let whole = Interval::of_type(program.var(var).ty);
            if let Some(range) = ranges.at(loc, var).filter(|range| *range != whole) {
                rows.push(bound(Value::Now(var), 1, -range.min));
                rows.push(bound(Value::Now(var), -1, range.max));
            }
        }
        Invariant { disjuncts: vec![rows.into()] }
    };
    Invariants::new(program.loc_ids().map(at).collect())
}

/// `factor · value + constant ≥ 0`
fn bound(value: Value, factor: i128, constant: i128) -> Constraint {
    Constraint { terms: Box::new([(value, factor)]), constant, relation: Relation::AtLeastZero }
}
