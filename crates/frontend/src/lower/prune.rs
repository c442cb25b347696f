//! Removes the locations that no path from the entry of their procedure reaches: dead code leaves them behind.

use heureka_ir::{LocId, ProgramBuilder};

/// Exits stay, reached or not.
pub fn prune(b: &mut ProgramBuilder) {
    let mut out: Vec<Vec<u32>> = vec![Vec::new(); b.locs.len()];
    for edge in &b.edges {
        out[edge.from.index()].push(edge.to.0);
    }
    let mut keep = vec![false; b.locs.len()];
    let mut work: Vec<u32> = b.procs.iter().map(|proc| proc.entry.0).collect();
    while let Some(loc) = work.pop() {
        if !std::mem::replace(&mut keep[loc as usize], true) {
            work.extend(&out[loc as usize]);
        }
    }
    b.edges.retain(|edge| keep[edge.from.index()]);
    for proc in &b.procs {
        keep[proc.exit.index()] = true;
    }
    let mut next = 0;
    let renumbered: Vec<LocId> = keep
        .iter()
        .map(|&kept| {
            next += u32::from(kept);
            LocId(next.saturating_sub(1))
        })
        .collect();
    let mut at = 0;
    b.locs.retain(|_| {
        at += 1;
        keep[at - 1]
    });
    for edge in &mut b.edges {
        edge.from = renumbered[edge.from.index()];
        edge.to = renumbered[edge.to.index()];
    }
    for proc in &mut b.procs {
        proc.entry = renumbered[proc.entry.index()];
        proc.exit = renumbered[proc.exit.index()];
    }
}
