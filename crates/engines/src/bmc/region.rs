//! The order in which the locations of a procedure are unwound: what leads to a location comes before it, and a loop is one
//! element of the order, with the order of its body within.

use heureka_ir::{LocId, LoopId, Loops, ProcId, Program};

/// Locations and loops, in order.
pub type Region = Vec<Element>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    Loc(LocId),
    /// A loop; its head comes first in its region.
    Loop(LoopId, Region),
}

/// The order of each procedure.
pub fn regions(program: &Program, loops: &Loops) -> Vec<Region> {
    program.proc_ids().map(|proc| region(program, loops, proc)).collect()
}

fn region(program: &Program, loops: &Loops, proc: ProcId) -> Region {
    // Open regions from the outside; the first belongs to no loop.
    let mut open: Vec<(Option<LoopId>, Region)> = vec![(None, Vec::new())];
    for loc in reverse_postorder(program, loops, program.proc(proc).entry) {
        while let Some((Some(id), _)) = open.last()
            && !loops.contains(*id, loc)
        {
            close(&mut open);
        }
        if loops.is_head(loc) {
            open.push((loops.innermost(loc), Vec::new()));
        }
        open.last_mut().expect("the outermost region stays open").1.push(Element::Loc(loc));
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().expect("the outermost region stays open").1
}

fn close(open: &mut Vec<(Option<LoopId>, Region)>) {
    if let Some((Some(id), body)) = open.pop() {
        open.last_mut().expect("the outermost region stays open").1.push(Element::Loop(id, body));
    }
}

/// Depth first, edges that leave a loop before those that stay in it, so that a loop is not interrupted by what follows it.
fn reverse_postorder(program: &Program, loops: &Loops, start: LocId) -> Vec<LocId> {
    let successors = |loc: LocId| {
        let leaves = |to: LocId| loops.innermost(loc).is_some_and(|id| !loops.contains(id, to));
        let mut successors: Vec<LocId> = program.out_edges(loc).map(|edge| program.edge(edge).to).collect();
        successors.sort_by_key(|to| leaves(*to));
        successors
    };
    let mut seen = vec![false; program.locs.len()];
    let mut finished = Vec::new();
    let mut stack = vec![(start, successors(start))];
    seen[start.index()] = true;
    while let Some((loc, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if seen[next.index()] => {}
            Some(next) => {
                seen[next.index()] = true;
                stack.push((next, successors(next)));
            }
            None => {
                finished.push(*loc);
                stack.pop();
            }
        }
    }
    finished.reverse();
    finished
}
