//! The linear engine's tabulation on a boolean program: a linear program over 0 and 1.
//!
//! It is the paper's procedure as it is, without closed forms and without widening: there are finitely many values, so it
//! ends, and everything it does is exact.

use std::collections::BTreeMap;

use heureka_ir::passes::Ranges;
use heureka_ir::{EdgeId, LocId};
use heureka_linear::{Conjunction, Var, interrupt};
use heureka_number::Int;

use super::boolean::BooleanProgram;
use super::predicate::{Literal, PredicateId};
use crate::engine::{Arithmetic, Context, StopReason};
use crate::linear::encode::Encoding;
use crate::linear::scope::{Scope, Scopes};
use crate::linear::system::{Memory, System};
use crate::linear::tabulate::{Parent, Plan, Stop, Tabulation};
use crate::memory;

/// More bits that depend on each other are not listed value by value.
const MOST_TIED: usize = 14;

/// What the tabulation says.
pub enum Checked {
    /// No error can be reached: for each location of interest the combinations of predicates that can be. Those of which
    /// nothing is said may be anything, or do not matter any more. `None` if they are too many to be listed.
    Safe(Option<BTreeMap<LocId, Vec<Vec<Literal>>>>),
    /// The steps of the program on a way to an error.
    Path(Vec<EdgeId>),
    Stopped(StopReason),
}

/// Checks a boolean program; `heads` are the locations of interest.
pub fn check(boolean: &BooleanProgram, heads: &[LocId], cx: &Context) -> Checked {
    let work = || {
        let program = &boolean.program;
        let scopes = Scopes::of(program);
        let ranges = Ranges::of(program);
        let encoding = Encoding::of(program, Some(&ranges), &scopes, Arithmetic::Machine);
        let system = System::new(program, scopes, encoding, Memory::WhatIsLive);
        let plan = Plan { rounds: &[], run_outs: &[], widening: None, stop_at_targets: true, unite: false };
        let mut found = Tabulation::new(&system, plan);
        let goes_on = |found: &Tabulation| {
            !found.steps().is_multiple_of(64) || !(cx.is_interrupted() || memory::is_beyond(cx.memory))
        };
        match found.run(goes_on) {
            Stop::Paused if cx.is_interrupted() => Checked::Stopped(StopReason::Interrupted),
            Stop::Paused => Checked::Stopped(StopReason::Inconclusive("the memory limit is reached".to_owned())),
            Stop::Found(error) => {
                let mut path = Vec::new();
                let mut at = error;
                while let Parent::Step { from, edge, .. } = found.path_edge(at).parent {
                    path.extend(boolean.origins[edge.index()]);
                    at = from;
                }
                path.reverse();
                Checked::Path(path)
            }
            Stop::Complete => {
                let mut reached = BTreeMap::new();
                for &head in heads {
                    let mut all = Vec::new();
                    for disjunct in found.path_edges_at(head).disjuncts() {
                        let Some(cubes) = cubes(boolean, system.scope(head), disjunct) else {
                            return Checked::Safe(None);
                        };
                        all.extend(cubes);
                    }
                    reached.insert(head, all);
                }
                Checked::Safe(Some(reached))
            }
        }
    };
    interrupt::until(cx.deadline, cx.cancel, work).unwrap_or(Checked::Stopped(StopReason::Interrupted))
}

/// The values of bits that satisfy a conjunction; `None` if they are too many.
fn cubes(boolean: &BooleanProgram, scope: &Scope, conjunction: &Conjunction) -> Option<Vec<Vec<Literal>>> {
    let id = |var: Var| {
        let (bit, _) = scope.program_var(var)?;
        boolean.bits.iter().position(|known| *known == bit).map(|at| PredicateId(at as u32))
    };
    // Bits that are only between 0 and 1 are free.
    let is_type = |var: Var, row: &heureka_linear::Row| {
        row.vars().eq([var]) && [0, 1].iter().all(|value| row.holds_at(|_| Int::from(*value)))
    };
    let vars: Vec<Var> = conjunction
        .vars()
        .into_iter()
        .filter(|var| conjunction.rows().iter().any(|row| row.mentions(*var) && !is_type(*var, row)))
        .collect();
    let fixed = |var: Var| {
        let own = conjunction.rows().iter().filter(|row| row.vars().eq([var]));
        let allowed = |value: i32| own.clone().all(|row| row.holds_at(|_| Int::from(value)));
        (allowed(0) != allowed(1)).then(|| allowed(1))
    };
    let tied: Vec<Var> = vars.iter().copied().filter(|var| fixed(*var).is_none()).collect();
    if tied.len() > MOST_TIED {
        return None;
    }
    let mut found = Vec::new();
    for values in 0..1_u32 << tied.len() {
        let value = |var: Var| match tied.iter().position(|other| *other == var) {
            Some(at) => values >> at & 1 == 1,
            None => fixed(var).unwrap_or(false),
        };
        if conjunction.holds_at(|var| Int::from(i32::from(value(var)))) {
            let cube: Option<Vec<Literal>> = vars.iter().map(|var| Some((id(*var)?, value(*var)))).collect();
            found.push(cube?);
        }
    }
    Some(found)
}
