//! Slicing: leave out what cannot matter for the property.
//!
//! Targets are the error locations of the asked-for properties, the `Unsupported` locations, and the steps that can end
//! with a fault of these properties. A step is relevant when it can influence whether a target is reached: because its
//! value flows there, because it decides the way, or because the execution can end there before a target is reached
//! (`assume`, `exit`, a call that may not return, and, when faults are kept, a fault of another property).
//!
//! What is kept: for each execution of the original there is one of the slice that takes the relevant steps in the same
//! order with the same values and ends at the same target, if any. What is not: termination. A loop without influence is
//! left out even if it runs for ever, so the slice may reach an error behind it: SAFE carries over to the original, UNSAFE
//! must be replayed there (with [`Back::choices`]). With [`Faults::Dropped`] the same holds for faults of properties that
//! were not asked for: the slice may go on where the original ends in undefined behaviour.

mod control;
mod depend;
mod ends;

use control::Control;
use depend::{Relevant, Search};
use ends::Ends;

use crate::callgraph::CallGraph;
use crate::expr::ExprPool;
use crate::fault::Property;
use crate::ids::{EdgeId, ExprId, LocId, VarId};
use crate::interval::{Evaluator, FaultSet};
use crate::loops::Loops;
use crate::passes::back::Back;
use crate::passes::rebuild::{Plan, TypeBounds, rebuild};
use crate::program::{LocKind, Op, Program};

/// A set of edges of one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeSet {
    members: Vec<bool>,
}

impl EdgeSet {
    pub fn contains(&self, edge: EdgeId) -> bool {
        self.members[edge.index()]
    }

    pub fn len(&self) -> usize {
        self.members.iter().filter(|&&member| member).count()
    }

    pub fn is_empty(&self) -> bool {
        !self.members.contains(&true)
    }

    pub fn iter(&self) -> impl Iterator<Item = EdgeId> + '_ {
        (0..self.members.len() as u32).map(EdgeId).filter(|&edge| self.contains(edge))
    }
}

/// What slicing does about faults of properties that were not asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Faults {
    /// A step that may end the execution before a target is relevant.
    Kept,
    /// They are assumed not to happen in the steps that are left out.
    Dropped,
}

/// The edges that can influence whether a target of `properties` is reached; faults count. An edge with an unmodelled
/// value that is not in the set cannot matter.
pub fn relevant_edges(program: &Program, properties: &[Property]) -> EdgeSet {
    let (relevant, _) = search(program, properties, Faults::Kept, &edge_faults(program));
    EdgeSet { members: relevant.edges }
}

/// The program without what cannot matter for `properties`; faults count.
pub fn slice(program: &Program, properties: &[Property]) -> (Program, Back) {
    slice_with(program, properties, Faults::Kept, &edge_faults(program))
}

/// The same with a choice about faults, and with the faults that each edge can end with, for example from a range analysis.
pub fn slice_with(
    program: &Program,
    properties: &[Property],
    faults: Faults,
    edge_faults: &[FaultSet],
) -> (Program, Back) {
    let (relevant, control) = search(program, properties, faults, edge_faults);
    let mut plan = Plan::new(program);
    let next = control.next_kept(&relevant.locs);
    // For each procedure that may be left otherwise than by its exit, where that matters: one location that stands for all
    // such ends.
    let mut end_of: Vec<Option<LocId>> = vec![None; program.procs.len()];
    let is_lost = |loc: LocId| {
        let exit = program.proc(program.loc(loc).proc).exit;
        let returning_matters = relevant.locs[exit.index()] || !control.is_reached(exit);
        next[loc.index()].is_none() && returning_matters && control.is_reached(loc)
    };
    for loc in program.loc_ids().filter(|&loc| is_lost(loc)) {
        let end = &mut end_of[program.loc(loc).proc.index()];
        if end.is_none() || program.loc(loc).kind == LocKind::Halt {
            *end = Some(loc);
        }
    }
    for loc in program.loc_ids() {
        let proc = program.loc(loc).proc;
        let end = if is_lost(loc) { end_of[proc.index()] } else { None };
        plan.next[loc.index()] = next[loc.index()].or(end).unwrap_or(program.proc(proc).exit);
    }
    for id in program.edge_ids() {
        let is_end = is_lost(program.edge(id).from);
        plan.ops[id.index()] = if is_end { None } else { Some(sliced(program, &relevant, id, &mut plan.pool)) };
    }
    for var in program.procs.iter().flat_map(|proc| proc.params.iter().chain(&proc.results)) {
        plan.dropped[var.index()] = !relevant.signature[var.index()];
    }
    plan.tracked = Some(relevant.tracked);
    rebuild(plan)
}

/// What is left of a step. Where a value must be given that does not matter, it is 0.
fn sliced(program: &Program, relevant: &Relevant, id: EdgeId, pool: &mut ExprPool) -> Op {
    let edge = program.edge(id);
    if !relevant.edges[id.index()] {
        return Op::Skip;
    }
    if relevant.whole[id.index()] {
        return edge.op.clone();
    }
    let matters = |var: VarId| relevant.writes.contains(&(id, var));
    let mut values = |vars: &[VarId], values: &[ExprId]| -> Box<[ExprId]> {
        let kept =
            |(&var, &value): (&VarId, &ExprId)| if matters(var) { value } else { pool.int(pool.int_ty(value), 0) };
        vars.iter().zip(values).map(kept).collect()
    };
    match &edge.op {
        Op::Assign(pairs) => Op::Assign(pairs.iter().filter(|pair| matters(pair.0)).copied().collect()),
        Op::Return(list) => Op::Return(values(&program.proc(program.loc(edge.from).proc).results, list)),
        Op::Call { proc, args, results } => {
            Op::Call { proc: *proc, args: values(&program.proc(*proc).params, args), results: results.clone() }
        }
        op => op.clone(),
    }
}

fn search(program: &Program, properties: &[Property], faults: Faults, edge_faults: &[FaultSet]) -> (Relevant, Control) {
    let shift_overflow = properties.contains(&Property::Overflow);
    let asked = |set: FaultSet| set.iter().any(|fault| properties.contains(&fault.property()));
    let counted = edge_faults.iter().map(|&set| {
        let set = ends::counted(set, shift_overflow);
        if faults == Faults::Kept || asked(set) { set } else { FaultSet::NONE }
    });
    let graph = CallGraph::of(program);
    let ends = Ends::of(program, &graph, counted.collect());
    let mut control = Control::of(program, &Loops::of(program), &ends.reached, &ends.may_end);
    let mut search = Search::new(program, &graph, &ends, &mut control);
    for loc in program.loc_ids().filter(|loc| ends.reached[loc.index()]) {
        if is_target(program, loc, properties) {
            search.target(loc);
        }
        if program.out_edges(loc).any(|edge| asked(ends.faults[edge.index()])) {
            search.branch(loc);
        }
    }
    let relevant = search.run();
    (relevant, control)
}

fn is_target(program: &Program, loc: LocId, properties: &[Property]) -> bool {
    match &program.loc(loc).kind {
        LocKind::Error { fault, .. } => properties.contains(&fault.property()),
        LocKind::Unsupported { .. } => true,
        LocKind::Normal | LocKind::Halt => false,
    }
}

/// The faults that each edge can end with, judged by the types of variables alone.
pub fn edge_faults(program: &Program) -> Vec<FaultSet> {
    let mut evaluator = Evaluator::new();
    let bounds = TypeBounds(program);
    program.edges().iter().map(|edge| evaluator.step(&program.exprs, &bounds, &edge.op)).collect()
}
