//! The program as the engine sees it: one procedure, faults that are asked for as error locations, what is read later.

use std::collections::BTreeSet;

use heureka_ir::graph::postorder;
use heureka_ir::passes::{Inlined, explicit_checks, inline};
use heureka_ir::{ArrayId, Dim, ExprId, LocId, Loops, Node, Op, Program, VarId};

use crate::engine::Task;

/// How deep recursion is followed.
pub const DEPTH: u32 = 4;

pub struct Graph {
    /// The program without calls; certificates speak of it.
    pub inlined: Program,
    /// The same with faults that are asked for as error locations. Variables, arrays and old locations have the same ids.
    pub program: Program,
    pub loops: Loops,
    /// By location: its place in an order in which edges lead on, but for those that go back.
    pub order: Vec<u32>,
    live: Vec<BTreeSet<VarId>>,
    used: BTreeSet<ArrayId>,
}

impl Graph {
    /// `None` if the program without calls is too large.
    pub fn new(task: &Task) -> Option<Graph> {
        let Inlined { program: inlined, .. } = inline(task.program, DEPTH)?;
        let (program, _) = explicit_checks(&inlined, &task.step_properties());
        let loops = Loops::of(&program);
        let successors = |loc: LocId| program.out_edges(loc).map(|edge| program.edge(edge).to).collect();
        let finished = postorder(program.procs[0].entry, &mut vec![false; program.locs.len()], successors);
        let mut order = vec![u32::MAX; program.locs.len()];
        for (at, loc) in finished.iter().rev().enumerate() {
            order[loc.index()] = at as u32;
        }
        let live = live(&program, &finished);
        let used = used_arrays(&program);
        Some(Graph { inlined, program, loops, order, live, used })
    }

    pub fn entry(&self) -> LocId {
        self.program.procs[0].entry
    }

    /// Whether an edge leads against the order. An edge from where no execution comes does not.
    pub fn goes_back(&self, from: LocId, to: LocId) -> bool {
        let (from, to) = (self.order[from.index()], self.order[to.index()]);
        from != u32::MAX && to <= from
    }

    /// Whether a step names the array.
    pub fn is_used(&self, array: ArrayId) -> bool {
        self.used.contains(&array)
    }

    pub fn is_live(&self, loc: LocId, var: VarId) -> bool {
        self.live[loc.index()].contains(&var)
    }
}

/// The arrays that steps name.
fn used_arrays(program: &Program) -> BTreeSet<ArrayId> {
    let mut used = BTreeSet::new();
    for edge in program.edges() {
        if let Op::Store { array, .. } | Op::Fill { array, .. } | Op::HavocArray { array, .. } = &edge.op {
            used.insert(*array);
        }
        program.exprs.visit(edge.op.exprs(), |_, node| {
            if let Node::Read(array, _) = node {
                used.insert(*array);
            }
        });
    }
    used
}

/// What is read later before it is written; `finished` lists the locations such that most edges lead to earlier ones. The
/// extent of an array is read by whoever accesses it.
fn live(program: &Program, finished: &[LocId]) -> Vec<BTreeSet<VarId>> {
    let mut live = vec![BTreeSet::new(); program.locs.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &loc in finished {
            let mut here = BTreeSet::new();
            for edge in program.out_edges(loc).map(|edge| program.edge(edge)) {
                let written: Vec<VarId> = edge.op.written_vars().collect();
                let after: &BTreeSet<VarId> = &live[edge.to.index()];
                here.extend(after.iter().filter(|var| !written.contains(var)));
                read(program, &edge.op, &mut here);
            }
            if here != live[loc.index()] {
                live[loc.index()] = here;
                changed = true;
            }
        }
    }
    live
}

fn read(program: &Program, op: &Op, live: &mut BTreeSet<VarId>) {
    let mut stack: Vec<ExprId> = op.exprs().collect();
    let extents = |array: ArrayId, live: &mut BTreeSet<VarId>| {
        for dim in &program.array(array).dims {
            if let Dim::Var(var) = dim {
                live.insert(*var);
            }
        }
    };
    if let Op::Store { array, .. } = op {
        extents(*array, live);
    }
    while let Some(expr) = stack.pop() {
        match program.exprs.node(expr) {
            Node::Var(var) => {
                live.insert(*var);
            }
            Node::Read(array, _) => extents(*array, live),
            _ => {}
        }
        stack.extend(program.exprs.operands(expr));
    }
}
