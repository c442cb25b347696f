//! Assertions that hold for a reason that nobody wanted: no execution comes to them, or the assumptions before them
//! contradict each other.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use heureka_ir::{EdgeId, ExprId, Fault, LocId, LocKind, Op, Program};

use super::solve::{NotSolved, Solving};
use super::ssa::{Site, Ssa};
use crate::engine::{Context, Task};

/// Time for all questions, and how many there are at most: warnings are not what users wait for.
const PATIENCE: Duration = Duration::from_secs(1);
const MOST_QUESTIONS: usize = 200;

/// The locations at which it is decided whether an error location is reached.
pub struct Watched {
    /// By location: the error locations.
    errors: Vec<Vec<LocId>>,
}

impl Watched {
    pub fn of(task: &Task) -> Watched {
        let program = task.program;
        let mut incoming: Vec<Vec<EdgeId>> = vec![Vec::new(); program.locs.len()];
        for id in program.edge_ids() {
            let edge = program.edge(id);
            incoming[edge.to.index()].push(id);
            if let Op::Call { proc, .. } = edge.op {
                incoming[program.proc(proc).entry.index()].push(id);
            }
        }
        let mut errors = vec![Vec::new(); program.locs.len()];
        for error in program.loc_ids() {
            if matches!(&program.loc(error).kind, LocKind::Error { fault, .. } if task.asks_for(*fault)) {
                for branch in branches_to(program, &incoming, error) {
                    errors[branch.index()].push(error);
                }
            }
        }
        Watched { errors }
    }

    /// The error locations that an execution here goes to or avoids.
    pub fn errors(&self, loc: LocId) -> &[LocId] {
        &self.errors[loc.index()]
    }
}

/// Backwards from an error location, also out of procedures, the first locations with more than one way to go on.
fn branches_to(program: &Program, incoming: &[Vec<EdgeId>], error: LocId) -> BTreeSet<LocId> {
    let mut branches = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![error];
    while let Some(loc) = open.pop() {
        if !seen.insert(loc) {
            continue;
        }
        for &edge in &incoming[loc.index()] {
            let from = program.edge(edge).from;
            match program.out_edges(from).count() {
                0 | 1 => open.push(from),
                _ => drop(branches.insert(from)),
            }
        }
    }
    branches
}

/// Whether executions that do not fulfil the only guard of a location are blocked: `__VERIFIER_assume`.
pub fn is_assumption(program: &Program, loc: LocId) -> bool {
    let mut edges = program.out_edges(loc);
    let only = edges.next().filter(|_| edges.next().is_none());
    only.is_some_and(|edge| matches!(program.edge(edge).op, Op::Assume(_)))
}

/// Warnings about a program in which nothing fails.
pub fn warn<'c>(task: &Task, ssa: &Ssa, solving: &mut Solving<'_, 'c>, cx: &mut Context<'c>) {
    let before = cx.deadline;
    let patience = heureka_clock::now() + PATIENCE;
    cx.deadline = Some(before.map_or(patience, |before| before.min(patience)));
    // Without an answer there is no warning.
    let warnings = warnings(task, ssa, solving, cx).unwrap_or_default();
    cx.deadline = before;
    cx.notes.extend(warnings);
}

fn warnings<'c>(
    task: &Task,
    ssa: &Ssa,
    solving: &mut Solving<'_, 'c>,
    cx: &Context<'c>,
) -> Result<Vec<String>, NotSolved> {
    let program = task.program;
    let mut warnings = Vec::new();
    let mut assumptions: BTreeMap<EdgeId, (Vec<ExprId>, Vec<ExprId>)> = BTreeMap::new();
    for assumption in &ssa.assumptions {
        let (before, after) = assumptions.entry(assumption.edge).or_default();
        before.push(assumption.before);
        after.push(assumption.after);
    }
    for (edge, (before, after)) in assumptions.iter().take(MOST_QUESTIONS) {
        if solving.can_hold(after, cx)?.is_none() && solving.can_hold(before, cx)?.is_some() {
            let place = program.files.place(program.edge(*edge).span);
            warnings.push(format!(
                "warning: no execution fulfils the assumption at {place}: nothing behind it was checked"
            ));
        }
    }
    for error in unreached(task, ssa, solving, cx)? {
        let what = match &program.loc(error).kind {
            LocKind::Error { fault: Fault::Assertion, .. } => "assertion",
            _ => "error",
        };
        let place = program.files.place(program.loc(error).span);
        warnings.push(format!("warning: the {what} at {place} is avoided only because no execution comes near it"));
    }
    Ok(warnings)
}

/// The error locations that were not avoided, but never in reach; not those in procedures that nobody calls.
pub fn unreached<'c>(
    task: &Task,
    ssa: &Ssa,
    solving: &mut Solving<'_, 'c>,
    cx: &Context<'c>,
) -> Result<Vec<LocId>, NotSolved> {
    let program = task.program;
    let mut reached: BTreeMap<LocId, Vec<ExprId>> = BTreeMap::new();
    for (site, guard) in &ssa.reached {
        if let Site::Loc(error) = site {
            reached.entry(*error).or_default().push(*guard);
        }
    }
    // In the order in which people read them.
    let watched: BTreeSet<LocId> = Watched::of(task).errors.into_iter().flatten().collect();
    let called = heureka_ir::CallGraph::of(program).reachable(program.entry);
    let is_called = |loc: &LocId| called[program.loc(*loc).proc.index()];
    let mut unreached = Vec::new();
    for error in watched.into_iter().filter(is_called).take(MOST_QUESTIONS) {
        let guards = reached.get(&error).map_or(&[][..], Vec::as_slice);
        if solving.can_hold(guards, cx)?.is_none() {
            unreached.push(error);
        }
    }
    Ok(unreached)
}
