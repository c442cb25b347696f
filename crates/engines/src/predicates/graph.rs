//! The program as the engine sees it: one procedure, faults as error locations, cut into blocks.
//!
//! Every cycle passes a *cut point*, the head of a loop; between cut points the graph has no cycles. A block is all that
//! lies between one cut point and the next (large-block encoding): the tree has nodes only at cut points.

use std::collections::BTreeSet;

use heureka_ir::graph::postorder;
use heureka_ir::passes::{Inlined, explicit_checks, inline};
use heureka_ir::{ArrayId, ExprId, LocId, LocKind, Loops, Node, Op, Program, VarId};

use super::places::{Place, followed};
use crate::engine::Task;

pub struct Graph {
    /// The program without calls; certificates speak of it.
    pub inlined: Program,
    /// The same with faults that are asked for as error locations. Variables, arrays and old locations have the same ids.
    pub program: Program,
    pub depth: u32,
    /// Where recursion goes deeper than that.
    pub cut_off: Vec<LocId>,
    /// By location.
    pub is_cut: Vec<bool>,
    /// By location: its place in an order in which edges lead on, but for those that go back.
    pub order: Vec<u32>,
    /// By location: what is read later before it is written.
    live: Vec<Live>,
    /// The variables whose values are kept apart.
    pub followed: Vec<VarId>,
}

#[derive(Clone, Default, PartialEq, Eq)]
pub struct Live {
    pub vars: BTreeSet<VarId>,
    pub arrays: BTreeSet<ArrayId>,
}

/// Where a block ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// An error that is asked for.
    Error,
    /// Something that is not modelled.
    Unsupported(LocId),
    Cut(Place),
}

/// Why a block ends at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Error,
    Unsupported,
    Cut,
}

impl Graph {
    /// `None` if the program without calls is too large.
    pub fn new(task: &Task, depth: u32) -> Option<Graph> {
        let Inlined { program: inlined, cut_off } = inline(task.program, depth)?;
        let (program, _) = explicit_checks(&inlined, &task.step_properties());
        let loops = Loops::of(&program);
        let mut is_cut = vec![false; program.locs.len()];
        for loc in program.loc_ids() {
            is_cut[loc.index()] = loops.innermost(loc).is_some_and(|id| loops.get(id).head == loc);
        }
        let mut order = vec![0; program.locs.len()];
        let successors = |loc: LocId| program.out_edges(loc).map(|edge| program.edge(edge).to).collect();
        let finished = postorder(program.procs[0].entry, &mut vec![false; program.locs.len()], successors);
        for (at, loc) in finished.iter().rev().enumerate() {
            order[loc.index()] = at as u32;
        }
        let live = live(&program, &finished);
        let followed = followed(&program);
        Some(Graph { inlined, program, depth, cut_off, is_cut, order, live, followed })
    }

    pub fn entry(&self) -> LocId {
        self.program.procs[0].entry
    }

    pub fn live(&self, loc: LocId) -> &Live {
        &self.live[loc.index()]
    }

    /// Whether a block ends at a location, and how.
    pub fn end(&self, loc: LocId, task: &Task) -> Option<End> {
        match &self.program.loc(loc).kind {
            LocKind::Error { fault, .. } if task.asks_for(*fault) => Some(End::Error),
            LocKind::Unsupported { .. } => Some(End::Unsupported),
            LocKind::Normal if self.is_cut[loc.index()] => Some(End::Cut),
            LocKind::Error { .. } | LocKind::Normal | LocKind::Halt => None,
        }
    }
}

/// What is read later, by location; `finished` lists the locations such that most edges lead to earlier ones.
fn live(program: &Program, finished: &[LocId]) -> Vec<Live> {
    let mut live = vec![Live::default(); program.locs.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &loc in finished {
            let mut here = Live::default();
            for edge in program.out_edges(loc).map(|edge| program.edge(edge)) {
                let after = &live[edge.to.index()];
                let written: Vec<VarId> = edge.op.written_vars().collect();
                here.vars.extend(after.vars.iter().filter(|var| !written.contains(var)));
                here.arrays.extend(&after.arrays);
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

fn read(program: &Program, op: &Op, live: &mut Live) {
    live.arrays.extend(op.copied_array());
    let mut stack: Vec<ExprId> = op.exprs().collect();
    while let Some(expr) = stack.pop() {
        match program.exprs.node(expr) {
            Node::Var(var) => {
                live.vars.insert(*var);
            }
            Node::Read(array, _) | Node::NotEmpty(array) => {
                live.arrays.insert(*array);
            }
            _ => {}
        }
        stack.extend(program.exprs.operands(expr));
    }
}
