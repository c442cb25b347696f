//! Heap blocks in a story: which steps allocate and free them, and which branches kept one from being freed.
//!
//! That a block leaks is not the work of any step after its allocation, so a slice over what steps wrote would say nothing of
//! the way that went past the call of `free`. Hence a branch matters to a leak if another of its arms might have freed a block of the
//! same site (a potential dependence: Gyimóthy, Beszédes, Forgács, "An efficient relevant slicing method for debugging",
//! 1999).

use std::collections::BTreeSet;

use super::control::Control;
use crate::blocks::is_live_name;
use crate::fraction::Fraction;
use crate::ids::{ArrayId, EdgeId, LocId, ProcId, VarId};
use crate::interpret::{Event, Log, Values};
use crate::program::{Op, Program};

/// Where the bits of the blocks of a site are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Books {
    Var(VarId),
    Array(ArrayId),
}

/// What a step does with a block: the books that it writes, and whether it allocates.
pub(super) fn change(program: &Program, edge: EdgeId) -> Option<(Books, bool)> {
    let (books, value) = match &program.edge(edge).op {
        Op::Assign(pairs) => match **pairs {
            [(var, value)] if is_live_name(&program.var(var).name) => (Books::Var(var), value),
            _ => return None,
        },
        Op::Store { array, value, .. } if is_live_name(&program.array(*array).name) => (Books::Array(*array), *value),
        _ => return None,
    };
    Some((books, program.exprs.as_const(value)? != 0))
}

/// The books that were found not to be empty when the execution ended.
pub(super) fn leaking(program: &Program, log: &Log) -> Option<Books> {
    let last = log.events.len().checked_sub(1)?;
    let mut writers = log.dependencies(last).map(|writer| log.events[writer]);
    writers.find_map(|event| match event {
        Event::Step(edge) => change(program, edge).map(|(books, _)| books),
        Event::Leave => None,
    })
}

/// The blocks of a site while a story is told: which of the allocations it tells are never undone.
#[derive(Default)]
pub(super) struct Unfreed {
    /// Places in the story, and the element that was added there to the set of the books, if that is a set.
    allocated: Vec<(usize, Option<Fraction>)>,
    /// The last change of the books that is told: its event, and the elements after it.
    last: Option<(usize, Vec<Fraction>)>,
}

impl Unfreed {
    /// An event that changes the books is told as step `at` of the story.
    pub(super) fn note(&mut self, event: usize, at: usize, allocates: bool, values: &Values) {
        let elements = values.set.as_ref().map(|(_, elements)| elements.clone());
        if allocates {
            // Instances are numbered upwards.
            self.allocated.push((at, elements.as_ref().and_then(|elements| elements.last().copied())));
        }
        self.last = Some((event, elements.unwrap_or_default()));
    }

    /// The places of allocations that nothing undoes. Nothing is said if the last change is not told.
    pub(super) fn places(self, program: &Program, log: &Log, books: Books) -> Vec<usize> {
        let changes = |event: &Event| matches!(*event, Event::Step(edge) if change(program, edge).is_some_and(|(written, _)| written == books));
        let Some((_, elements)) = self.last.filter(|(last, _)| log.events.iter().rposition(changes) == Some(*last))
        else {
            return Vec::new();
        };
        let stays = |added: &Option<Fraction>| added.is_none_or(|added| elements.contains(&added));
        self.allocated.into_iter().filter(|(_, added)| stays(added)).map(|(at, _)| at).collect()
    }
}

/// The steps that may free a block of one site, and the procedures that have one, also in what they call.
pub(super) struct Releases {
    edges: BTreeSet<EdgeId>,
    procs: BTreeSet<ProcId>,
}

impl Releases {
    pub(super) fn of(program: &Program, books: Books) -> Releases {
        let frees = |edge: &EdgeId| change(program, *edge) == Some((books, false));
        let edges: BTreeSet<EdgeId> = program.edge_ids().filter(frees).collect();
        let proc_of = |edge: EdgeId| program.loc(program.edge(edge).from).proc;
        let mut procs: BTreeSet<ProcId> = edges.iter().map(|edge| proc_of(*edge)).collect();
        loop {
            let calls =
                |edge: &EdgeId| matches!(program.edge(*edge).op, Op::Call { proc, .. } if procs.contains(&proc));
            let more: Vec<ProcId> = program.edge_ids().filter(calls).map(proc_of).collect();
            let known = procs.len();
            procs.extend(more);
            if procs.len() == known {
                return Releases { edges, procs };
            }
        }
    }

    /// Whether an arm of the branch that this edge does not take may free a block before the arms meet.
    pub(super) fn is_passed_by(&self, program: &Program, control: &Control, taken: EdgeId) -> bool {
        let from = program.edge(taken).from;
        let meeting = control.meeting(from);
        program.out_edges(from).filter(|&edge| edge != taken).any(|edge| self.is_on_arm(program, edge, from, meeting))
    }

    fn is_on_arm(&self, program: &Program, first: EdgeId, from: LocId, meeting: Option<LocId>) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut todo = vec![first];
        while let Some(edge) = todo.pop() {
            let data = program.edge(edge);
            let calls = matches!(data.op, Op::Call { proc, .. } if self.procs.contains(&proc));
            if calls || self.edges.contains(&edge) {
                return true;
            }
            if Some(data.to) != meeting && seen.insert(data.to) {
                todo.extend(program.out_edges(data.to));
            }
        }
        false
    }
}
