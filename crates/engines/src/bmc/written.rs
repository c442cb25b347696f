//! What the rounds of a loop can change: variables and arrays that are written in it, or by a procedure that it calls.

use std::collections::BTreeSet;

use heureka_ir::callgraph::CallGraph;
use heureka_ir::{ArrayId, LocId, LoopId, Loops, Op, Program, VarId};

#[derive(Clone, Default, Debug)]
pub struct Written {
    pub vars: BTreeSet<VarId>,
    pub arrays: BTreeSet<ArrayId>,
}

impl Written {
    /// By loop.
    pub fn by_loops(program: &Program, loops: &Loops) -> Vec<Written> {
        let graph = CallGraph::of(program);
        // By procedure: its own globals and those of what it calls. Callees come first; those that call each other are
        // written down together.
        let mut by_proc = vec![Written::default(); program.procs.len()];
        for component in graph.components() {
            let mut all = Written::default();
            for edge in program.edges().iter().filter(|edge| component.contains(&program.loc(edge.from).proc)) {
                all.step(&edge.op, &by_proc);
            }
            all.vars.retain(|var| program.var(*var).owner.is_none());
            all.arrays.retain(|array| program.array(*array).owner.is_none());
            for proc in component {
                by_proc[proc.index()] = all.clone();
            }
        }
        let mut by_loop = vec![Written::default(); loops.ids().count()];
        for edge in program.edges() {
            for of in around(loops, edge.from) {
                by_loop[of.index()].step(&edge.op, &by_proc);
            }
        }
        by_loop
    }

    fn step(&mut self, op: &Op, by_proc: &[Written]) {
        self.vars.extend(op.written_vars());
        self.arrays.extend(op.written_array());
        if let Op::Call { proc, .. } = op {
            let called = &by_proc[proc.index()];
            self.vars.extend(&called.vars);
            self.arrays.extend(&called.arrays);
        }
    }
}

/// The loops around a location, from the innermost outwards.
fn around(loops: &Loops, loc: LocId) -> impl Iterator<Item = LoopId> + '_ {
    std::iter::successors(loops.innermost(loc), |id| loops.get(*id).parent)
}
