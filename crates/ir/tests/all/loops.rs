//! Loops of random graphs: every cycle has a head, and members reach their head and are reached from it.

use std::collections::HashSet;

use heureka_ir::graph::components;
use heureka_ir::{LocId, Loops, Program};

use crate::common::{Random, Recipe, random_program};

/// The successors of a location that are in `within`.
fn successors(program: &Program, loc: usize, within: &dyn Fn(LocId) -> bool) -> Vec<usize> {
    let targets = program.out_edges(LocId(loc as u32)).map(|edge| program.edge(edge).to);
    targets.filter(|&to| within(to)).map(|to| to.index()).collect()
}

#[test]
fn loops_of_random_graphs() {
    for seed in 0..1000 {
        let recipe = Recipe { odd_names: false, faults: true, procs: 2, locs: 12 };
        let program = random_program(&mut Random(seed), recipe);
        let loops = Loops::of(&program);
        let mut reached: HashSet<LocId> = program.procs.iter().map(|proc| proc.entry).collect();
        let mut stack: Vec<LocId> = reached.iter().copied().collect();
        while let Some(loc) = stack.pop() {
            for to in program.out_edges(loc).map(|edge| program.edge(edge).to) {
                if reached.insert(to) {
                    stack.push(to);
                }
            }
        }
        // Without the heads no cycle is left.
        let not_head = |loc: LocId| reached.contains(&loc) && !loops.is_head(loc);
        let rest = components(program.locs.len(), |loc| {
            if not_head(LocId(loc as u32)) { successors(&program, loc, &not_head) } else { vec![] }
        });
        assert!(rest.iter().all(|component| component.len() == 1), "seed {seed}");
        // A loop is strongly connected.
        for id in loops.ids() {
            let inside = |loc: LocId| loops.contains(id, loc);
            let parts = components(program.locs.len(), |loc| {
                if inside(LocId(loc as u32)) { successors(&program, loc, &inside) } else { vec![] }
            });
            let members: Vec<usize> = program.loc_ids().filter(|&loc| inside(loc)).map(|loc| loc.index()).collect();
            assert!(parts.contains(&members), "seed {seed}: {members:?}");
        }
    }
}
