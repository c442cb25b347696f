//! Invariants for other engines: the path edges of a search with widening, whether or not they exclude all errors.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_ir::Invariants;
use heureka_ir::passes::Ranges;
use heureka_linear::interrupt;

use super::acceleration;
use super::certificate::invariants;
use super::encode::Encoding;
use super::prepare::prepare;
use super::scope::Scopes;
use super::system::{Memory, System};
use super::tabulate::{Apart, Plan, Stop, Tabulation, Widening};
use crate::engine::{Arithmetic, Task};

/// The conjunctions that are kept apart at one location.
const BOUND: usize = 2;

/// Steps down after the widening.
const NARROWINGS: usize = 2;

/// Path edges at which the search is given up.
const MOST_PATH_EDGES: usize = 20_000;

/// What holds at each location of the program as it was read; `None` if that is not found in time.
pub fn widened_invariants(task: &Task, deadline: Instant, cancel: &AtomicBool) -> Option<Invariants> {
    interrupt::until(Some(deadline), cancel, || search(task, deadline)).ok()?
}

fn search(task: &Task, deadline: Instant) -> Option<Invariants> {
    let prepared = prepare(task);
    let program = &prepared.last.program;
    let scopes = Scopes::of(program);
    let ranges = (task.numbers == Arithmetic::Machine).then(|| Ranges::of(program));
    let encoding = Encoding::of(program, ranges.as_ref(), &scopes, task.numbers);
    let system = System::new(program, scopes, encoding, Memory::WhatIsLive);
    let (rounds, _) = acceleration(&system).into_parts();
    let widening = Widening::new(&system, &rounds, BOUND, Apart::Nothing);
    let plan = Plan { rounds: &rounds, run_outs: &[], widening: Some(&widening), stop_at_targets: false, unite: false };
    let goes_on = |found: &Tabulation| found.len() < MOST_PATH_EDGES && heureka_clock::now() < deadline;
    let mut found = Tabulation::new(&system, plan);
    if found.run(goes_on) == Stop::Paused {
        return None;
    }
    for _ in 0..NARROWINGS {
        match found.narrowed(goes_on) {
            Some(narrowed) => found = narrowed,
            None => break,
        }
    }
    Some(invariants(task.program, &prepared, &system.scopes, |loc| found.path_edges_at(loc), task.numbers))
}
