//! Which variables a location's future can read: only these need a place in its path edges.
//!
//! What is not live is left out of a path edge (the paper keeps it), so that states that differ only in dead values are
//! one. Across calls the analysis joins all call sites: a global is live at the exit of a procedure if it is live behind
//! one of its calls.

use std::collections::BTreeSet;

use heureka_ir::{CallGraph, EdgeId, LocId, Node, Op, Program, VarId};

use super::scope::Scopes;

/// For each location the variables that may be read before they are written.
#[derive(Clone, Debug)]
pub struct Liveness {
    live: Vec<BTreeSet<VarId>>,
}

impl Liveness {
    pub fn of(program: &Program, scopes: &Scopes) -> Liveness {
        let graph = CallGraph::of(program);
        let into = program.in_edges();
        let reads: Vec<BTreeSet<VarId>> = program.edge_ids().map(|edge| reads(program, edge)).collect();
        let mut live: Vec<BTreeSet<VarId>> = vec![BTreeSet::new(); program.locs.len()];
        // Later locations have greater ids as a rule, so taking the greatest first needs few rounds.
        let mut work: BTreeSet<LocId> = program.loc_ids().collect();
        while let Some(loc) = work.pop_last() {
            let mut now = BTreeSet::new();
            for id in program.out_edges(loc) {
                now.extend(reads[id.index()].iter().copied());
                now.extend(before(program, &live, id));
            }
            let proc_id = program.loc(loc).proc;
            let proc = program.proc(proc_id);
            if loc == proc.exit {
                for &call in graph.callers(proc_id) {
                    now.extend(behind(program, scopes, &live, call));
                }
            }
            if now == live[loc.index()] {
                continue;
            }
            live[loc.index()] = now;
            work.extend(into[loc.index()].iter().map(|edge| program.edge(*edge).from));
            if loc == proc.entry {
                work.extend(graph.callers(proc_id).iter().map(|call| program.edge(*call).from));
            }
            // What is live behind a call is live at the exit of the procedure that it calls.
            for &edge in &into[loc.index()] {
                if let Op::Call { proc, .. } = &program.edge(edge).op {
                    work.insert(program.proc(*proc).exit);
                }
            }
        }
        Liveness { live }
    }

    pub fn is_live(&self, loc: LocId, var: VarId) -> bool {
        self.live[loc.index()].contains(&var)
    }
}

/// The variables that the step itself reads.
fn reads(program: &Program, edge: EdgeId) -> BTreeSet<VarId> {
    let mut read = BTreeSet::new();
    program.exprs.visit(program.edge(edge).op.exprs(), |_, node| {
        if let Node::Var(var) = node {
            read.insert(*var);
        }
    });
    read
}

/// What is live before the step because of what is live after it.
fn before(program: &Program, live: &[BTreeSet<VarId>], id: EdgeId) -> Vec<VarId> {
    let edge = program.edge(id);
    let after = &live[edge.to.index()];
    match &edge.op {
        Op::Call { proc, results, .. } => {
            let callee = &live[program.proc(*proc).entry.index()];
            let is_global = |var: &&VarId| program.var(**var).owner.is_none();
            // A global that the callee overwrites counts as live before the call: what it leaves alone must be.
            let kept = after.iter().filter(|var| !results.contains(var));
            kept.chain(callee.iter().filter(is_global)).copied().collect()
        }
        Op::Return(_) => {
            let results = &program.proc(program.loc(edge.from).proc).results;
            after.iter().filter(|var| !results.contains(var)).copied().collect()
        }
        op => {
            let written: BTreeSet<VarId> = op.written_vars().collect();
            after.difference(&written).copied().collect()
        }
    }
}

/// The globals that the callee uses and its results, as far as they are live behind a call.
fn behind(program: &Program, scopes: &Scopes, live: &[BTreeSet<VarId>], call: EdgeId) -> Vec<VarId> {
    let edge = program.edge(call);
    let after = &live[edge.to.index()];
    let Op::Call { proc, results, .. } = &edge.op else { return Vec::new() };
    let is_its = |var: &VarId| scopes.of_proc(*proc).globals().contains(var) && !results.contains(var);
    let globals = after.iter().copied().filter(is_its);
    let used = results.iter().zip(&program.proc(*proc).results).filter(|(result, _)| after.contains(result));
    globals.chain(used.map(|(_, result)| *result)).collect()
}
