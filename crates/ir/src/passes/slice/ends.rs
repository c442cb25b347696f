//! Where executions can end, where they can be at all, and what procedures modify: what slicing needs to know first.

use crate::callgraph::CallGraph;
use crate::fault::Fault;
use crate::guards;
use crate::ids::{ExprId, LocId, ProcId, VarId};
use crate::interval::FaultSet;
use crate::passes::modified::Modified;
use crate::program::{LocKind, Op, Program};

pub struct Ends {
    /// Locations on a path from the entry, over calls too.
    pub reached: Vec<bool>,
    /// The faults of each edge that count.
    pub faults: Vec<FaultSet>,
    /// Locations at which the execution may end although they have edges: by blocking, by a fault that counts, in a call.
    pub may_end: Vec<bool>,
    modified: Modified,
}

impl Ends {
    /// `faults` holds, for each edge, the faults that end an execution or are asked for.
    pub fn of(program: &Program, graph: &CallGraph, faults: Vec<FaultSet>) -> Ends {
        let reached = reached(program);
        let mut may_end = vec![false; program.locs.len()];
        for loc in program.loc_ids().filter(|loc| reached[loc.index()]) {
            let faulting = program.out_edges(loc).any(|edge| !faults[edge.index()].is_empty());
            may_end[loc.index()] = faulting || may_block(program, loc);
        }
        let mut ending = vec![false; program.procs.len()];
        let mut work = Vec::new();
        for loc in program.loc_ids().filter(|loc| reached[loc.index()]) {
            let proc = program.loc(loc).proc;
            let is_end = program.out_edges(loc).len() == 0 && program.proc(proc).exit != loc;
            if is_end || may_end[loc.index()] || program.loc(loc).kind != LocKind::Normal {
                work.push(proc);
            }
        }
        while let Some(proc) = work.pop() {
            if std::mem::replace(&mut ending[proc.index()], true) {
                continue;
            }
            for &call in graph.callers(proc) {
                let from = program.edge(call).from;
                if reached[from.index()] {
                    may_end[from.index()] = true;
                    work.push(program.loc(from).proc);
                }
            }
        }
        Ends { reached, faults, may_end, modified: Modified::of(program, graph) }
    }

    /// True when a call of `proc` may write the global `var`.
    pub fn modifies(&self, proc: ProcId, var: VarId) -> bool {
        self.modified.contains(proc, var)
    }
}

/// The faults of `all` that count: those that end an execution, and left shifts that do not fit if they are asked for.
pub fn counted(all: FaultSet, shift_overflow: bool) -> FaultSet {
    let counts = |fault: &Fault| shift_overflow || *fault != Fault::ShiftOverflow;
    all.iter().filter(counts).fold(FaultSet::NONE, FaultSet::with)
}

fn may_block(program: &Program, loc: LocId) -> bool {
    let guards: Vec<ExprId> = program.out_edges(loc).filter_map(|edge| program.edge(edge).op.guard()).collect();
    !guards.is_empty() && !guards::exhaustive(&program.exprs, &guards)
}

fn reached(program: &Program) -> Vec<bool> {
    let mut reached = vec![false; program.locs.len()];
    let mut stack = vec![program.proc(program.entry).entry];
    while let Some(loc) = stack.pop() {
        if std::mem::replace(&mut reached[loc.index()], true) {
            continue;
        }
        for id in program.out_edges(loc) {
            let edge = program.edge(id);
            stack.push(edge.to);
            if let Op::Call { proc, .. } = edge.op {
                stack.push(program.proc(proc).entry);
            }
        }
    }
    reached
}
