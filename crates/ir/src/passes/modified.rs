//! The globals that a procedure may write, itself or in the procedures it calls.

use crate::callgraph::CallGraph;
use crate::ids::{ProcId, VarId};
use crate::program::Program;

pub(crate) struct Modified {
    /// By component of the call graph, as bits.
    sets: Vec<Vec<u64>>,
    component: Vec<usize>,
}

impl Modified {
    pub fn of(program: &Program, graph: &CallGraph) -> Modified {
        let words = program.vars.len().div_ceil(64);
        let mut component = vec![0; program.procs.len()];
        for (at, procs) in graph.components().iter().enumerate() {
            for proc in procs {
                component[proc.index()] = at;
            }
        }
        let mut sets = vec![vec![0u64; words]; graph.components().len()];
        for edge in program.edges() {
            let set = &mut sets[component[program.loc(edge.from).proc.index()]];
            for var in edge.op.written_vars().filter(|&var| program.var(var).owner.is_none()) {
                set[var.index() / 64] |= 1 << (var.index() % 64);
            }
        }
        // Callees come first, so their sets are complete.
        for (at, procs) in graph.components().iter().enumerate() {
            for &callee in procs.iter().flat_map(|&proc| graph.callees(proc)) {
                let from = component[callee.index()];
                if from != at {
                    let (below, rest) = sets.split_at_mut(at);
                    rest[0].iter_mut().zip(&below[from]).for_each(|(word, other)| *word |= other);
                }
            }
        }
        Modified { sets, component }
    }

    fn set(&self, proc: ProcId) -> &[u64] {
        &self.sets[self.component[proc.index()]]
    }

    pub fn contains(&self, proc: ProcId, var: VarId) -> bool {
        self.set(proc)[var.index() / 64] >> (var.index() % 64) & 1 == 1
    }

    pub fn of_proc(&self, proc: ProcId) -> impl Iterator<Item = VarId> + '_ {
        let bits = |(at, &word): (usize, &u64)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| VarId((at * 64 + bit) as u32))
        };
        self.set(proc).iter().enumerate().filter(|(_, word)| **word != 0).flat_map(bits)
    }
}
