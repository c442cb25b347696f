//! Where relations are looked for, and between which values: at the heads of loops, and at the exits of recursive procedures.
//!
//! Without recursion the program is looked at without calls; with it, as it was read, where each recursive procedure gets a
//! contract and the others are followed.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::certificate::HeadSubject;
use heureka_ir::invariant::Value;
use heureka_ir::{CallGraph, ExprId, LocId, Loops, Node, Op, ProcId, Program, VarId};

use crate::engine::Task;
use crate::predicates::graph::Graph;

/// More values have too many products.
const MOST_VALUES: usize = 12;

/// Calls are replaced by what they do.
const DEPTH: u32 = 2;

pub struct Places<'a> {
    pub subject: HeadSubject,
    pub program: Cow<'a, Program>,
    /// The heads of all loops.
    pub heads: Vec<LocId>,
    pub recursive: Vec<ProcId>,
    /// By head, and by exit of a recursive procedure: the values that matter. None where there are too many.
    pub values: BTreeMap<LocId, Vec<Value>>,
}

impl<'a> Places<'a> {
    /// `None` if the program cannot be treated.
    pub fn of(task: &Task<'a>) -> Option<Places<'a>> {
        let program = task.program;
        let calls = CallGraph::of(program);
        let recursive: Vec<ProcId> = program.proc_ids().filter(|proc| calls.is_recursive(*proc)).collect();
        let places = if recursive.is_empty() { without_calls(task)? } else { as_read(program, recursive) };
        let loops = Loops::of(&places.program);
        loops.ids().all(|id| !loops.get(id).irreducible).then_some(places)
    }
}

fn heads(program: &Program) -> Vec<LocId> {
    let loops = Loops::of(program);
    loops.ids().map(|id| loops.get(id).head).collect()
}

fn few(values: BTreeMap<LocId, Vec<Value>>) -> BTreeMap<LocId, Vec<Value>> {
    values.into_iter().filter(|(_, values)| values.len() <= MOST_VALUES).collect()
}

fn without_calls<'a>(task: &Task) -> Option<Places<'a>> {
    let graph = Graph::new(task, DEPTH).filter(|graph| graph.cut_off.is_empty())?;
    let heads = heads(&graph.inlined);
    let live = |head: &LocId| (*head, graph.live(*head).vars.iter().map(|var| Value::Now(*var)).collect());
    let values = few(heads.iter().map(live).collect());
    let subject = HeadSubject::Inlined { depth: DEPTH };
    Some(Places { subject, program: Cow::Owned(graph.inlined), heads, recursive: Vec::new(), values })
}

fn as_read(program: &Program, recursive: Vec<ProcId>) -> Places<'_> {
    let heads = heads(program);
    let mut values = BTreeMap::new();
    for head in &heads {
        let proc = program.loc(*head).proc;
        let used = used_in(program, proc);
        let now = used.read.union(&used.written).map(|var| Value::Now(*var));
        let changed = program.proc(proc).params.iter().filter(|param| used.written.contains(param));
        values.insert(*head, now.chain(changed.map(|param| Value::AtEntry(*param))).collect());
    }
    for proc in &recursive {
        let used = used_within(program, *proc);
        let is_global = |var: &&VarId| program.var(**var).owner.is_none();
        let globals: BTreeSet<VarId> = used.read.union(&used.written).filter(is_global).copied().collect();
        let procedure = program.proc(*proc);
        let before = procedure.params.iter().chain(&globals).map(|var| Value::AtEntry(*var));
        let after = procedure.results.iter().chain(used.written.iter().filter(is_global)).map(|var| Value::Now(*var));
        values.insert(procedure.exit, before.chain(after).collect());
    }
    Places { subject: HeadSubject::AsRead, program: Cow::Borrowed(program), heads, recursive, values: few(values) }
}

#[derive(Default)]
struct Used {
    read: BTreeSet<VarId>,
    written: BTreeSet<VarId>,
}

/// The variables that the edges of a procedure read and write, without what it calls.
fn used_in(program: &Program, proc: ProcId) -> Used {
    let mut used = Used::default();
    for edge in program.edges().iter().filter(|edge| program.loc(edge.from).proc == proc) {
        used.written.extend(edge.op.written_vars());
        let mut open: Vec<ExprId> = edge.op.exprs().collect();
        while let Some(expr) = open.pop() {
            if let Node::Var(var) = program.exprs.node(expr) {
                used.read.insert(*var);
            }
            open.extend(program.exprs.operands(expr));
        }
    }
    used
}

/// The same with what it calls.
fn used_within(program: &Program, proc: ProcId) -> Used {
    let mut used = Used::default();
    let (mut open, mut seen) = (vec![proc], BTreeSet::from([proc]));
    while let Some(proc) = open.pop() {
        let here = used_in(program, proc);
        used.read.extend(here.read);
        used.written.extend(here.written);
        for edge in program.edges().iter().filter(|edge| program.loc(edge.from).proc == proc) {
            if let Op::Call { proc: callee, .. } = edge.op
                && seen.insert(callee)
            {
                open.push(callee);
            }
        }
    }
    used
}
