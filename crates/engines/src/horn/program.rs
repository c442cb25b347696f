//! The program as clauses see it: recursive procedures only, faults as error locations, cut at the heads of loops.
//!
//! Invariant: every cycle of a procedure passes a cut point; what is read behind a location before it is written is live
//! there. A procedure is followed from its *inputs* (parameters and globals that are live at its entry) to its *outputs*
//! (results and the globals that it may write).

use std::collections::BTreeSet;

use heureka_ir::callgraph::CallGraph;
use heureka_ir::passes::{explicit_checks, inline_but_recursion};
use heureka_ir::{ArrayId, Dim, ExprId, LocId, LocKind, Loops, Node, Op, ProcId, Program, VarId};

use crate::engine::Task;

pub struct Prepared {
    /// Without calls but for recursion, and with faults that are asked for as error locations: certificates speak of it.
    pub program: Program,
    /// By location.
    is_head: Vec<bool>,
    /// By location: what is read later before it is written.
    live: Vec<Names>,
    /// By procedure.
    outputs: Vec<Names>,
    /// By procedure: whether an error, or something that is not modelled, can come in it or in what it calls.
    pub can_fail: Vec<bool>,
    /// By procedure: whether something calls it.
    pub is_called: Vec<bool>,
}

/// Variables and arrays.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Names {
    pub vars: BTreeSet<VarId>,
    pub arrays: BTreeSet<ArrayId>,
}

impl Names {
    fn extend(&mut self, other: &Names) {
        self.vars.extend(&other.vars);
        self.arrays.extend(&other.arrays);
    }
}

/// Why a block ends at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Error,
    Unsupported,
    Head,
    /// The exit of a procedure that something calls.
    Exit,
}

impl Prepared {
    /// `None` if the program without calls is too large.
    pub fn new(task: &Task) -> Option<Prepared> {
        let inlined = inline_but_recursion(task.program)?;
        let (program, _) = explicit_checks(&inlined, &task.step_properties());
        let loops = Loops::of(&program);
        let is_head = program.loc_ids().map(|loc| loops.is_head(loc)).collect();
        let calls = CallGraph::of(&program);
        let is_called = program.proc_ids().map(|proc| !calls.callers(proc).is_empty()).collect();
        let can_fail = can_fail(&program, task, &calls);
        let outputs = outputs(&program, &calls);
        let live = live(&program, &outputs);
        Some(Prepared { program, is_head, live, outputs, can_fail, is_called })
    }

    pub fn live(&self, loc: LocId) -> &Names {
        &self.live[loc.index()]
    }

    /// Parameters and globals.
    pub fn inputs(&self, proc: ProcId) -> Names {
        let program = &self.program;
        let params = &program.proc(proc).params;
        let at_entry = self.live(program.proc(proc).entry);
        let vars = at_entry.vars.iter().copied();
        let vars = vars.filter(|var| program.var(*var).owner.is_none() || params.contains(var)).collect();
        let arrays = at_entry.arrays.iter().copied().filter(|array| program.array(*array).owner.is_none()).collect();
        Names { vars, arrays }
    }

    /// Results and globals.
    pub fn outputs(&self, proc: ProcId) -> &Names {
        &self.outputs[proc.index()]
    }

    pub fn is_head(&self, loc: LocId) -> bool {
        self.is_head[loc.index()]
    }

    /// Whether a block ends at a location, and how.
    pub fn end(&self, loc: LocId, task: &Task) -> Option<End> {
        let proc = self.program.loc(loc).proc;
        match &self.program.loc(loc).kind {
            LocKind::Error { fault, .. } if task.asks_for(*fault) => Some(End::Error),
            LocKind::Unsupported { .. } => Some(End::Unsupported),
            LocKind::Normal if self.is_head(loc) => Some(End::Head),
            LocKind::Normal if self.program.proc(proc).exit == loc && self.is_called[proc.index()] => Some(End::Exit),
            LocKind::Error { .. } | LocKind::Normal | LocKind::Halt => None,
        }
    }
}

fn can_fail(program: &Program, task: &Task, calls: &CallGraph) -> Vec<bool> {
    let mut can = vec![false; program.procs.len()];
    for loc in program.loc_ids() {
        let fails = match &program.loc(loc).kind {
            LocKind::Error { fault, .. } => task.asks_for(*fault),
            LocKind::Unsupported { .. } => true,
            LocKind::Normal | LocKind::Halt => false,
        };
        can[program.loc(loc).proc.index()] |= fails;
    }
    for component in calls.components() {
        let callees = |proc: &ProcId| calls.callees(*proc).iter().any(|callee| can[callee.index()]);
        if component.iter().any(|proc| can[proc.index()] || callees(proc)) {
            component.iter().for_each(|proc| can[proc.index()] = true);
        }
    }
    can
}

/// The results, and the globals that a procedure or what it calls may write.
fn outputs(program: &Program, calls: &CallGraph) -> Vec<Names> {
    let mut outputs = vec![Names::default(); program.procs.len()];
    for edge in program.edges() {
        let names = &mut outputs[program.loc(edge.from).proc.index()];
        names.vars.extend(edge.op.written_vars().filter(|var| program.var(*var).owner.is_none()));
        names.arrays.extend(edge.op.written_array().filter(|array| program.array(*array).owner.is_none()));
    }
    for component in calls.components() {
        let mut all = Names::default();
        for proc in component {
            all.extend(&outputs[proc.index()]);
            calls.callees(*proc).iter().for_each(|callee| all.extend(&outputs[callee.index()]));
        }
        component.iter().for_each(|proc| outputs[proc.index()] = all.clone());
    }
    for (names, proc) in outputs.iter_mut().zip(&program.procs) {
        names.vars.extend(&proc.results);
    }
    outputs
}

/// What is read later, by location.
fn live(program: &Program, outputs: &[Names]) -> Vec<Names> {
    let mut live = vec![Names::default(); program.locs.len()];
    let calls = CallGraph::of(program);
    for proc in program.proc_ids().filter(|proc| !calls.callers(*proc).is_empty()) {
        live[program.proc(proc).exit.index()] = outputs[proc.index()].clone();
    }
    let mut changed = true;
    while changed {
        changed = false;
        for loc in program.loc_ids().rev() {
            let mut here = live[loc.index()].clone();
            for edge in program.out_edges(loc).map(|edge| program.edge(edge)) {
                let after = &live[edge.to.index()];
                let written: Vec<VarId> = edge.op.written_vars().collect();
                let kept = after.vars.iter().copied().filter(|var| !written.contains(var));
                let (kept, arrays): (Vec<VarId>, Vec<ArrayId>) = match &edge.op {
                    Op::Call { proc, .. } => {
                        let given = &outputs[proc.index()];
                        let arrays = after.arrays.iter().copied().filter(|array| !given.arrays.contains(array));
                        (kept.filter(|var| !given.vars.contains(var)).collect(), arrays.collect())
                    }
                    Op::Copy { to, .. } => {
                        (kept.collect(), after.arrays.iter().copied().filter(|array| array != to).collect())
                    }
                    Op::Fill { array, prefix, .. } | Op::HavocArray { array, prefix, .. } if prefix.is_empty() => {
                        (kept.collect(), after.arrays.iter().copied().filter(|other| other != array).collect())
                    }
                    _ => (kept.collect(), after.arrays.iter().copied().collect()),
                };
                here.vars.extend(kept);
                here.arrays.extend(arrays);
                read(program, &edge.op, &mut here);
                if let Op::Call { proc, .. } = edge.op {
                    let callee = program.proc(proc);
                    let inputs = live[callee.entry.index()].clone();
                    here.vars.extend(inputs.vars.iter().filter(|var| program.var(**var).owner.is_none()));
                    here.arrays.extend(inputs.arrays.iter().filter(|array| program.array(**array).owner.is_none()));
                }
            }
            if here != live[loc.index()] {
                live[loc.index()] = here;
                changed = true;
            }
        }
    }
    live
}

fn read(program: &Program, op: &Op, live: &mut Names) {
    live.arrays.extend(op.copied_array());
    if let Some((array, _)) = op.access() {
        extents(program, array, live);
    }
    let mut stack: Vec<ExprId> = op.exprs().collect();
    while let Some(expr) = stack.pop() {
        match program.exprs.node(expr) {
            Node::Var(var) => {
                live.vars.insert(*var);
            }
            Node::Read(array, _) => {
                live.arrays.insert(*array);
                extents(program, *array, live);
            }
            Node::NotEmpty(array) => {
                live.arrays.insert(*array);
            }
            _ => {}
        }
        stack.extend(program.exprs.operands(expr));
    }
}

/// What an access reads to see whether it is within bounds.
fn extents(program: &Program, array: ArrayId, live: &mut Names) {
    for dim in &program.array(array).dims {
        match *dim {
            Dim::Var(var) => {
                live.vars.insert(var);
            }
            Dim::PerInstance(lengths) => {
                live.arrays.insert(lengths);
            }
            Dim::Const(_) | Dim::Unbounded | Dim::Element => {}
        }
    }
}
