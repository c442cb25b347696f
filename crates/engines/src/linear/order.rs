//! The order in which the worklist takes locations: callees before callers, and within a procedure a loop before what
//! follows it, so that a location is taken when most of what leads to it is known. The head of a loop comes after its body:
//! then all that one round leads to waits there, before any of it starts the next.

use heureka_ir::graph::postorder;
use heureka_ir::{CallGraph, LocId, LoopId, Loops, Program};

/// The rank of each location: smaller ones are taken first.
pub fn ranks(program: &Program, loops: &Loops) -> Vec<u32> {
    let graph = CallGraph::of(program);
    let mut ranks = vec![u32::MAX; program.locs.len()];
    let mut seen = vec![false; program.locs.len()];
    let mut next = 0;
    for proc in graph.bottom_up() {
        // Edges that leave a loop come before those that stay in it: what is finished first comes last.
        let mut finished = postorder(program.proc(proc).entry, &mut seen, |loc| successors(program, loops, loc));
        finished.reverse();
        for loc in heads_after_bodies(loops, finished) {
            ranks[loc.index()] = next;
            next += 1;
        }
    }
    ranks
}

/// The locations with the head of each loop behind the last location of it.
fn heads_after_bodies(loops: &Loops, order: Vec<LocId>) -> Vec<LocId> {
    let mut moved = Vec::new();
    // Heads of the loops around the location at hand, from the outside.
    let mut open: Vec<(LoopId, LocId)> = Vec::new();
    for loc in order {
        while let Some((_, head)) = open.pop_if(|(id, _)| !loops.contains(*id, loc)) {
            moved.push(head);
        }
        match loops.innermost(loc).filter(|id| loops.get(*id).head == loc) {
            Some(id) => open.push((id, loc)),
            None => moved.push(loc),
        }
    }
    moved.extend(open.into_iter().rev().map(|(_, head)| head));
    moved
}

/// The successors, those to be visited first at the end.
fn successors(program: &Program, loops: &Loops, loc: LocId) -> Vec<LocId> {
    let leaves = |to: LocId| loops.innermost(loc).is_some_and(|id| !loops.contains(id, to));
    let mut successors: Vec<LocId> = program.out_edges(loc).map(|edge| program.edge(edge).to).collect();
    successors.sort_by_key(|to| leaves(*to));
    successors
}
