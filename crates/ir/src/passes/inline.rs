//! One procedure instead of many: each call becomes a copy of what it calls.
//!
//! A call becomes an assignment of the arguments to copies of the parameters, the body under names of its own, and an
//! assignment of the results. Executions are the same, choice for choice: an execution of the result asks the same questions
//! in the same order. Recursion is followed to a depth; behind it stands a location that says so and of which nothing is
//! known. Globals and what belongs to the entry procedure keep their ids. [`inline_but_recursion`] keeps recursive procedures
//! as they are, with what they call copied into them.

use crate::callgraph::CallGraph;
use crate::expr::ExprPool;
use crate::ids::{ArrayId, ExprId, LocId, ProcId, VarId};
use crate::passes::back::Renaming;
use crate::program::{Contents, Dim, Edge, LocKind, Op, Program, ProgramBuilder, Source};
use crate::span::Span;
use crate::ty::IntTy;

/// Larger results are not made.
const MOST_EDGES: usize = 200_000;

/// A program of one procedure.
#[derive(Clone, Debug)]
pub struct Inlined {
    pub program: Program,
    /// The locations at which recursion was cut off.
    pub cut_off: Vec<LocId>,
}

/// The program with all calls replaced, and recursive ones to this depth; `None` if that is too large.
pub fn inline(program: &Program, depth: u32) -> Option<Inlined> {
    let (mut builder, _) = program.clone().into_builder();
    let entry = program.proc(program.entry).clone();
    builder.exprs = ExprPool::new();
    builder.locs = Vec::new();
    builder.procs = vec![entry];
    // The locals of other procedures stay, without users, so that ids stay; they become locals of the only procedure.
    builder.vars.iter_mut().for_each(|var| var.owner = var.owner.map(|_| ProcId(0)));
    for array in builder.arrays.iter_mut().filter(|array| array.owner.is_some()) {
        if array.owner != Some(program.entry) {
            array.init = Contents::Zero;
        }
        array.owner = Some(ProcId(0));
    }
    let mut inliner = Inliner {
        program,
        depth,
        kept: vec![None; program.procs.len()],
        within: ProcId(0),
        builder,
        open: Vec::new(),
        cut_off: Vec::new(),
    };
    let vars: Vec<VarId> = program.var_ids().collect();
    let arrays: Vec<ArrayId> = program.array_ids().collect();
    let copy = inliner.body(program.entry, vars, arrays)?;
    // Nothing leads back to where the program starts.
    let span = program.proc(program.entry).span;
    let start = inliner.loc(LocKind::Normal, span);
    inliner.builder.add_edge(start, copy.0, Op::Skip, span);
    let Inliner { mut builder, cut_off, .. } = inliner;
    (builder.procs[0].entry, builder.procs[0].exit) = (start, copy.1);
    Some(Inlined { program: builder.finish(ProcId(0)), cut_off })
}

/// The program with all calls replaced but those of recursive procedures; `None` if that is too large. The entry procedure
/// is the first of the result, and what belongs to procedures that stay keeps its ids. An entry procedure that is called gets a new
/// one before it, which only calls it, unless it has parameters.
pub fn inline_but_recursion(program: &Program) -> Option<Program> {
    let calls = CallGraph::of(program);
    let entry = program.proc(program.entry);
    if calls.is_recursive(program.entry) && entry.params.is_empty() {
        return inline_but_recursion(&started(program));
    }
    let reached = calls.reachable(program.entry);
    let others = program.proc_ids().filter(|proc| *proc != program.entry);
    let others = others.filter(|proc| reached[proc.index()] && calls.is_recursive(*proc));
    let staying: Vec<ProcId> = std::iter::once(program.entry).chain(others).collect();
    let mut kept = vec![None; program.procs.len()];
    for (at, proc) in staying.iter().enumerate() {
        kept[proc.index()] = Some(ProcId(at as u32));
    }
    let (mut builder, _) = program.clone().into_builder();
    builder.exprs = ExprPool::new();
    builder.locs = Vec::new();
    builder.procs = staying.iter().map(|proc| program.proc(*proc).clone()).collect();
    // As in `inline`: the locals of procedures that are copied stay without users.
    let owner = |owner: Option<ProcId>| owner.map(|owner| kept[owner.index()].unwrap_or(ProcId(0)));
    builder.vars.iter_mut().for_each(|var| var.owner = owner(var.owner));
    for array in builder.arrays.iter_mut() {
        if array.owner.is_some_and(|owner| kept[owner.index()].is_none()) {
            array.init = Contents::Zero;
        }
        array.owner = owner(array.owner);
    }
    let mut inliner =
        Inliner { program, depth: 0, kept, within: ProcId(0), builder, open: Vec::new(), cut_off: Vec::new() };
    for (at, &proc) in staying.iter().enumerate() {
        inliner.within = ProcId(at as u32);
        let copy = inliner.body(proc, program.var_ids().collect(), program.array_ids().collect())?;
        // Nothing leads back to where a procedure starts.
        let span = program.proc(proc).span;
        let start = inliner.loc(LocKind::Normal, span);
        inliner.builder.add_edge(start, copy.0, Op::Skip, span);
        let made = &mut inliner.builder.procs[at];
        (made.entry, made.exit) = (start, copy.1);
    }
    Some(inliner.builder.finish(ProcId(0)))
}

/// The program with an entry procedure that calls the one it had, for its effects.
fn started(program: &Program) -> Program {
    let span = program.proc(program.entry).span;
    let (mut builder, edges) = program.clone().into_builder();
    builder.edges = edges;
    let start = builder.add_proc("<start>", span);
    let (from, to) = (builder.procs[start.index()].entry, builder.procs[start.index()].exit);
    let call = Op::Call { proc: program.entry, args: Box::default(), results: Box::default() };
    builder.add_edge(from, to, call, span);
    builder.finish(start)
}

struct Inliner<'a> {
    program: &'a Program,
    depth: u32,
    /// The procedures that are not copied into others, with their new names.
    kept: Vec<Option<ProcId>>,
    /// The new procedure that is being made.
    within: ProcId,
    builder: ProgramBuilder,
    /// The procedures that are being copied.
    open: Vec<ProcId>,
    cut_off: Vec<LocId>,
}

impl Inliner<'_> {
    fn loc(&mut self, kind: LocKind, span: Span) -> LocId {
        self.builder.add_loc(self.within, kind, span)
    }

    /// Copies a procedure under these names: where it begins and where it ends.
    fn body(&mut self, proc: ProcId, vars: Vec<VarId>, arrays: Vec<ArrayId>) -> Option<(LocId, LocId)> {
        let program = self.program;
        self.open.push(proc);
        let mut copies = vec![None; program.locs.len()];
        for loc in program.loc_ids().filter(|loc| program.loc(*loc).proc == proc) {
            let old = program.loc(loc);
            copies[loc.index()] = Some(self.loc(old.kind.clone(), old.span));
        }
        let copy_of = |loc: LocId| copies[loc.index()].expect("the locations of a procedure are together");
        let mut renaming = Renaming::new(|var: VarId| vars[var.index()], |array: ArrayId| arrays[array.index()]);
        for edge in program.edges().iter().filter(|edge| program.loc(edge.from).proc == proc) {
            if self.builder.edges.len() > MOST_EDGES {
                return None;
            }
            let Edge { from, to, span, .. } = *edge;
            let (from, to) = (copy_of(from), copy_of(to));
            let op = edge.op.map_exprs(|expr| renaming.expr(&program.exprs, expr, &mut self.builder.exprs));
            let op = match op {
                Op::Call { proc: callee, args, results } => {
                    let results: Vec<VarId> = results.iter().map(|var| vars[var.index()]).collect();
                    if let Some(proc) = self.kept[callee.index()] {
                        self.builder.add_edge(from, to, Op::Call { proc, args, results: results.into() }, span);
                        continue;
                    }
                    self.call(callee, &args, &results, (from, to), span)?;
                    continue;
                }
                Op::Return(values) if self.open.len() > 1 => {
                    let results = &program.proc(proc).results;
                    Op::Assign(results.iter().map(|var| vars[var.index()]).zip(values).collect())
                }
                Op::Skip | Op::Assume(_) | Op::Return(_) => op,
                Op::Assign(pairs) => Op::Assign(pairs.iter().map(|(var, value)| (vars[var.index()], *value)).collect()),
                Op::Store { array, indices, value } => Op::Store { array: arrays[array.index()], indices, value },
                Op::Fill { array, prefix, value } => Op::Fill { array: arrays[array.index()], prefix, value },
                Op::Copy { to, from } => Op::Copy { to: arrays[to.index()], from: arrays[from.index()] },
                Op::Havoc { var, source } => Op::Havoc { var: vars[var.index()], source },
                Op::HavocArray { array, prefix, source } => {
                    Op::HavocArray { array: arrays[array.index()], prefix, source }
                }
            };
            self.builder.add_edge(from, to, op, span);
        }
        self.open.pop();
        let proc = program.proc(proc);
        Some((copy_of(proc.entry), copy_of(proc.exit)))
    }

    /// The way through a call.
    fn call(
        &mut self,
        callee: ProcId,
        args: &[ExprId],
        results: &[VarId],
        (from, to): (LocId, LocId),
        span: Span,
    ) -> Option<()> {
        let program = self.program;
        if self.open.iter().filter(|open| **open == callee).count() > self.depth as usize {
            let what = format!("`{}` calls itself more than {} times", program.proc(callee).name, self.depth);
            let end = self.loc(LocKind::Unsupported { what: what.into() }, span);
            self.cut_off.push(end);
            self.builder.add_edge(from, end, Op::Skip, span);
            return Some(());
        }
        let (vars, arrays) = self.names(callee);
        let copied = |list: &[VarId]| -> Vec<VarId> { list.iter().map(|var| vars[var.index()]).collect() };
        let (params, returned) = (copied(&program.proc(callee).params), copied(&program.proc(callee).results));
        let given = params.into_iter().zip(args.iter().copied()).collect();
        let own: Vec<ArrayId> = program.array_ids().filter(|id| program.array(*id).owner == Some(callee)).collect();
        let start: Vec<Op> = own.into_iter().flat_map(|array| self.initial(array, arrays[array.index()])).collect();
        let (entry, exit) = self.body(callee, vars, arrays)?;
        let mut at = from;
        let mut step = Op::Assign(given);
        for op in start {
            let next = self.loc(LocKind::Normal, span);
            self.builder.add_edge(at, next, std::mem::replace(&mut step, op), span);
            at = next;
        }
        self.builder.add_edge(at, entry, step, span);
        let taken: Vec<(VarId, ExprId)> =
            results.iter().zip(returned).map(|(result, var)| (*result, self.builder.var_expr(var))).collect();
        let op = if taken.is_empty() { Op::Skip } else { Op::Assign(taken.into()) };
        self.builder.add_edge(exit, to, op, span);
        Some(())
    }

    /// What gives the copy of an array the contents that it has when its procedure is entered.
    fn initial(&mut self, array: ArrayId, copy: ArrayId) -> Vec<Op> {
        let declared = self.program.array(array);
        let prefix = Box::default();
        let values = match &declared.init {
            Contents::Undefined => return vec![Op::HavocArray { array: copy, prefix, source: Source::Uninitialised }],
            Contents::Zero => &[],
            Contents::Values(values) => &values[..],
        };
        let zero = self.builder.exprs.int(declared.elem, 0);
        let mut ops = vec![Op::Fill { array: copy, prefix, value: zero }];
        for (at, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            let index = |index: u64| self.builder.exprs.int(IntTy::unsigned(64), index.into());
            let indices = declared.place(at as u64).into_iter().map(index).collect();
            let value = self.builder.exprs.int(declared.elem, value);
            ops.push(Op::Store { array: copy, indices, value });
        }
        ops
    }

    /// New variables and arrays for the locals of a procedure.
    fn names(&mut self, proc: ProcId) -> (Vec<VarId>, Vec<ArrayId>) {
        let program = self.program;
        let mut vars: Vec<VarId> = program.var_ids().collect();
        let mut arrays: Vec<ArrayId> = program.array_ids().collect();
        for var in program.var_ids().filter(|var| program.var(*var).owner == Some(proc)) {
            let copy = crate::program::Var { owner: Some(self.within), ..program.var(var).clone() };
            vars[var.index()] = self.builder.add_var(copy);
        }
        let own: Vec<ArrayId> = program.array_ids().filter(|id| program.array(*id).owner == Some(proc)).collect();
        for &array in &own {
            let owner = Some(self.within);
            let copy = crate::program::Array { owner, init: Contents::Zero, ..program.array(array).clone() };
            arrays[array.index()] = self.builder.add_array(copy);
        }
        for array in own {
            let mut dims = program.array(array).dims.clone();
            for dim in &mut dims {
                *dim = match *dim {
                    Dim::Var(var) => Dim::Var(vars[var.index()]),
                    Dim::PerInstance(lengths) => Dim::PerInstance(arrays[lengths.index()]),
                    other => other,
                };
            }
            self.builder.arrays[arrays[array.index()].index()].dims = dims;
        }
        (vars, arrays)
    }
}
