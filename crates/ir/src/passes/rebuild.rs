//! Builds the result of a pass from a plan, leaving out everything that the plan no longer needs.
//!
//! A location is left out when it cannot be reached or is passed without a step; a procedure when it is not called; a
//! variable or array when nothing mentions it. Everything is numbered afresh, in the old order.

use crate::expr::{ExprPool, Node};
use crate::ids::{ArrayId, EdgeId, LocId, ProcId, VarId};
use crate::interval::{Interval, Values};
use crate::passes::back::{Back, Fact, Renaming, Tracked};
use crate::program::{Array, Dim, Edge, Location, Op, Procedure, Program, ProgramBuilder};

/// What becomes of each part of a program.
pub(crate) struct Plan<'a> {
    pub program: &'a Program,
    /// Holds the expressions of `ops`; starts as a copy of the program's.
    pub pool: ExprPool,
    /// By edge: its step; `None` when it is never taken.
    pub ops: Vec<Option<Op>>,
    /// By location: where an execution that arrives there goes on; itself when it stays.
    pub next: Vec<LocId>,
    /// Parameters and results that are left out.
    pub dropped: Vec<bool>,
    pub facts: Vec<Fact>,
    /// The values that the new program has in common with the old one; all when `None`.
    pub tracked: Option<Tracked>,
}

impl<'a> Plan<'a> {
    /// The plan that changes nothing.
    pub fn new(program: &'a Program) -> Plan<'a> {
        Plan {
            program,
            pool: program.exprs.clone(),
            ops: program.edges().iter().map(|edge| Some(edge.op.clone())).collect(),
            next: program.loc_ids().collect(),
            dropped: vec![false; program.vars.len()],
            facts: Vec::new(),
            tracked: None,
        }
    }

    /// The edges out of a location that are left.
    fn out_edges(&self, loc: LocId) -> impl Iterator<Item = (EdgeId, &Op)> {
        self.program.out_edges(loc).filter_map(|id| Some((id, self.ops[id.index()].as_ref()?)))
    }

    /// Lets executions pass by locations whose only step does nothing.
    fn pass_by_skips(&mut self) {
        let program = self.program;
        let mut state = vec![Passing::Unknown; program.locs.len()];
        let mut settled: Vec<LocId> = program.loc_ids().collect();
        for start in program.loc_ids() {
            let mut path = Vec::new();
            let mut at = start;
            let end = loop {
                match state[at.index()] {
                    Passing::Done => break settled[at.index()],
                    // A cycle of steps that do nothing: it stays, as one location.
                    Passing::OnPath => break at,
                    Passing::Unknown => {}
                }
                state[at.index()] = Passing::OnPath;
                path.push(at);
                let onward = self.next[at.index()];
                if onward != at {
                    at = onward;
                    continue;
                }
                let mut out = self.out_edges(at);
                match (out.next(), out.next()) {
                    (Some((id, op)), None) if does_nothing(op) => at = program.edge(id).to,
                    _ => break at,
                }
            };
            for loc in path {
                state[loc.index()] = Passing::Done;
                settled[loc.index()] = end;
            }
        }
        self.next = settled;
    }
}

#[derive(Clone, Copy)]
enum Passing {
    Unknown,
    OnPath,
    Done,
}

fn does_nothing(op: &Op) -> bool {
    match op {
        Op::Skip => true,
        Op::Assign(pairs) => pairs.is_empty(),
        _ => false,
    }
}

/// The new program and the way back.
pub(crate) fn rebuild(mut plan: Plan) -> (Program, Back) {
    plan.pass_by_skips();
    let kept = Kept::of(&plan);
    let old = plan.program;
    let mut builder = ProgramBuilder { files: old.files.clone(), objects: old.objects.clone(), ..Default::default() };
    for &var in &kept.vars.list {
        let mut var = old.var(var).clone();
        var.owner = var.owner.map(|owner| kept.procs.renamed(owner));
        builder.vars.push(var);
    }
    for &array in &kept.arrays.list {
        let mut array = old.array(array).clone();
        array.owner = array.owner.map(|owner| kept.procs.renamed(owner));
        for dim in &mut array.dims {
            *dim = match *dim {
                Dim::Var(var) => Dim::Var(kept.vars.renamed(var)),
                Dim::PerInstance(lengths) => Dim::PerInstance(kept.arrays.renamed(lengths)),
                other => other,
            };
        }
        builder.arrays.push(array);
    }
    for &loc in &kept.locs.list {
        let Location { proc, kind, span } = old.loc(loc).clone();
        builder.locs.push(Location { proc: kept.procs.renamed(proc), kind, span });
    }
    let mut back = Back {
        vars: kept.vars.list.clone(),
        arrays: kept.arrays.list.clone(),
        procs: kept.procs.list.clone(),
        locs: kept.locs.list.clone(),
        edges: Vec::new(),
        images: plan.next.iter().map(|&next| kept.locs.get(next)).collect(),
        unseen: vec![false; old.locs.len()],
        choices: vec![None; old.edges().len()],
        facts: std::mem::take(&mut plan.facts),
        untracked: Vec::new(),
    };
    if let Some(tracked) = plan.tracked.take() {
        back.track(tracked);
    }
    let signature = |vars: &[VarId]| vars.iter().filter_map(|&var| kept.signature(&plan, var)).collect();
    for &proc in &kept.procs.list {
        let Procedure { name, params, results, entry, exit, span } = old.proc(proc).clone();
        let entry = kept.locs.renamed(plan.next[entry.index()]);
        let (params, results, exit) = (signature(&params), signature(&results), kept.locs.renamed(exit));
        builder.procs.push(Procedure { name, params, results, entry, exit, span });
    }
    let mut renaming = Renaming::new(|var| kept.vars.renamed(var), |array| kept.arrays.renamed(array));
    for &loc in &kept.locs.list {
        for (id, op) in plan.out_edges(loc) {
            let Edge { from, to, span, .. } = *old.edge(id);
            let op = kept.renamed(trimmed(&plan, id, op));
            let op = op.map_exprs(|expr| renaming.expr(&plan.pool, expr, &mut builder.exprs));
            if op.is_havoc() {
                back.choices[id.index()] = Some(EdgeId(builder.edges.len() as u32));
            }
            back.edges.push(Some(id));
            builder.add_edge(kept.locs.renamed(from), kept.locs.renamed(plan.next[to.index()]), op, span);
        }
    }
    (builder.finish(kept.procs.renamed(old.entry)), back)
}

/// The old ids that stay, and their new numbers.
struct Numbering<Id> {
    list: Vec<Id>,
    new: Vec<Option<u32>>,
}

macro_rules! numbering {
    ($id:ident) => {
        impl Numbering<$id> {
            fn of(stays: &[bool]) -> Numbering<$id> {
                let list: Vec<$id> = (0..stays.len()).filter(|&at| stays[at]).map(|at| $id(at as u32)).collect();
                let mut new = vec![None; stays.len()];
                for (number, id) in list.iter().enumerate() {
                    new[id.index()] = Some(number as u32);
                }
                Numbering { list, new }
            }

            fn get(&self, old: $id) -> Option<$id> {
                self.new[old.index()].map($id)
            }

            fn renamed(&self, old: $id) -> $id {
                self.get(old).expect("what is mentioned was kept")
            }
        }
    };
}

numbering!(VarId);
numbering!(ArrayId);
numbering!(ProcId);
numbering!(LocId);

struct Kept {
    vars: Numbering<VarId>,
    arrays: Numbering<ArrayId>,
    procs: Numbering<ProcId>,
    locs: Numbering<LocId>,
}

impl Kept {
    fn of(plan: &Plan) -> Kept {
        let old = plan.program;
        let (mut locs, mut procs) = (vec![false; old.locs.len()], vec![false; old.procs.len()]);
        let mut stack = Vec::new();
        let enter = |proc: ProcId, procs: &mut Vec<bool>, stack: &mut Vec<LocId>| {
            if !std::mem::replace(&mut procs[proc.index()], true) {
                stack.push(plan.next[old.proc(proc).entry.index()]);
            }
        };
        enter(old.entry, &mut procs, &mut stack);
        while let Some(loc) = stack.pop() {
            if std::mem::replace(&mut locs[loc.index()], true) {
                continue;
            }
            for (id, op) in plan.out_edges(loc) {
                stack.push(plan.next[old.edge(id).to.index()]);
                if let Op::Call { proc, .. } = op {
                    enter(*proc, &mut procs, &mut stack);
                }
            }
        }
        for proc in old.proc_ids().filter(|proc| procs[proc.index()]) {
            locs[old.proc(proc).exit.index()] = true;
        }
        let procs = Numbering::<ProcId>::of(&procs);
        let locs = Numbering::<LocId>::of(&locs);
        let mut mentioned = Mentioned {
            old,
            vars: vec![false; old.vars.len()],
            arrays: vec![false; old.arrays.len()],
            exprs: vec![false; plan.pool.len()],
        };
        for &proc in &procs.list {
            let proc = old.proc(proc);
            for var in proc.params.iter().chain(&proc.results) {
                mentioned.vars[var.index()] |= !plan.dropped[var.index()];
            }
        }
        for &loc in &locs.list {
            for (id, op) in plan.out_edges(loc) {
                mentioned.op(&plan.pool, &trimmed(plan, id, op));
            }
        }
        mentioned.extents();
        let (vars, arrays) = (Numbering::<VarId>::of(&mentioned.vars), Numbering::<ArrayId>::of(&mentioned.arrays));
        Kept { vars, arrays, procs, locs }
    }

    /// The step under the new names; its expressions are not touched.
    fn renamed(&self, op: Op) -> Op {
        let list = |vars: &[VarId]| -> Box<[VarId]> { vars.iter().map(|&var| self.vars.renamed(var)).collect() };
        match op {
            Op::Skip | Op::Assume(_) | Op::Return(_) => op,
            Op::Assign(pairs) => {
                Op::Assign(pairs.iter().map(|&(var, value)| (self.vars.renamed(var), value)).collect())
            }
            Op::Store { array, indices, value } => Op::Store { array: self.arrays.renamed(array), indices, value },
            Op::Fill { array, prefix, value } => Op::Fill { array: self.arrays.renamed(array), prefix, value },
            Op::Copy { to, from } => Op::Copy { to: self.arrays.renamed(to), from: self.arrays.renamed(from) },
            Op::Havoc { var, source } => Op::Havoc { var: self.vars.renamed(var), source },
            Op::HavocArray { array, prefix, source } => {
                Op::HavocArray { array: self.arrays.renamed(array), prefix, source }
            }
            Op::Call { proc, args, results } => {
                Op::Call { proc: self.procs.renamed(proc), args, results: list(&results) }
            }
        }
    }

    fn signature(&self, plan: &Plan, var: VarId) -> Option<VarId> {
        (!plan.dropped[var.index()]).then(|| self.vars.renamed(var))
    }
}

/// The step without dropped parameters and results.
fn trimmed(plan: &Plan, id: EdgeId, op: &Op) -> Op {
    let stays = |var: &VarId| !plan.dropped[var.index()];
    match op {
        Op::Call { proc, args, results } => {
            let callee = plan.program.proc(*proc);
            let args = callee.params.iter().zip(args).filter(|(param, _)| stays(param)).map(|(_, &arg)| arg);
            let targets = callee.results.iter().zip(results).filter(|(result, _)| stays(result));
            let results = targets.map(|(_, &target)| target).collect();
            Op::Call { proc: *proc, args: args.collect(), results }
        }
        Op::Return(values) => {
            let owner = plan.program.proc(plan.program.loc(plan.program.edge(id).from).proc);
            let values = owner.results.iter().zip(values).filter(|(result, _)| stays(result));
            Op::Return(values.map(|(_, &value)| value).collect())
        }
        other => other.clone(),
    }
}

/// Collects what steps mention.
struct Mentioned<'a> {
    old: &'a Program,
    vars: Vec<bool>,
    arrays: Vec<bool>,
    exprs: Vec<bool>,
}

impl Mentioned<'_> {
    fn op(&mut self, pool: &ExprPool, op: &Op) {
        for var in op.written_vars() {
            self.vars[var.index()] = true;
        }
        for array in op.written_array().into_iter().chain(op.copied_array()) {
            self.arrays[array.index()] = true;
        }
        let mut stack: Vec<_> = op.exprs().collect();
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut self.exprs[id.index()], true) {
                continue;
            }
            match pool.node(id) {
                Node::Var(var) => self.vars[var.index()] = true,
                Node::Read(array, _) | Node::NotEmpty(array) => self.arrays[array.index()] = true,
                _ => {}
            }
            stack.extend(pool.operands(id));
        }
    }

    /// Adds the extents of the arrays that stay.
    fn extents(&mut self) {
        // Arrays of lengths have no extents themselves, but may stand anywhere; twice around is enough.
        for _ in 0..2 {
            for array in self.old.array_ids().filter(|array| self.arrays[array.index()]).collect::<Vec<_>>() {
                for dim in &self.old.array(array).dims {
                    match *dim {
                        Dim::Var(var) => self.vars[var.index()] = true,
                        Dim::PerInstance(lengths) => self.arrays[lengths.index()] = true,
                        Dim::Const(_) | Dim::Unbounded | Dim::Element => {}
                    }
                }
            }
        }
    }
}

/// What is known from types alone.
pub(crate) struct TypeBounds<'a>(pub &'a Program);

impl Values for TypeBounds<'_> {
    fn var(&self, var: VarId) -> Interval {
        Interval::of_type(self.0.var(var).ty)
    }

    fn cells(&self, array: ArrayId) -> Interval {
        Interval::of_type(self.0.array(array).elem)
    }

    fn array(&self, array: ArrayId) -> &Array {
        self.0.array(array)
    }
}
