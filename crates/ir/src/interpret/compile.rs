//! From the graph to code.
//!
//! Each location is laid out once. Edges that are taken one after the other form a block, which is entered at its start
//! only, so that steps are counted and coverage is kept once per block. A pair of complementary guards becomes one
//! branch.

use super::code::{
    ArraySlot, Block, CallSite, Code, Extent, FillSite, HavocSite, Instr, ProcCode, Shape, Slot, Target,
};
use super::emit::Emitter;
use crate::expr::{ExprPool, Node};
use crate::ids::{ArrayId, EdgeId, ExprId, LocId, ProcId, VarId};
use crate::op::CmpOp;
use crate::program::{Array, Dim, LocKind, Op, Program};

/// `single_edges` makes every edge a block of its own, for those who want to see each of them.
pub(super) fn compile(program: &Program, check_shift_overflow: bool, single_edges: bool) -> Code {
    let (slots, frames) = place_vars(program);
    let (array_slots, frame_arrays) = place_arrays(program);
    let shapes: Vec<Shape> =
        program.array_ids().map(|id| shape(program, program.array(id), &slots, &array_slots)).collect();
    let globals = program.vars.iter().filter(|var| var.owner.is_none());
    let mut start: Vec<_> = globals.map(|var| (var.init, var.ty)).collect();
    let globals = start.len();
    let mut emitter = Emitter::new(&program.exprs, &slots, &shapes, &array_slots, &mut start, check_shift_overflow);
    let labels = program.locs.iter().map(|_| emitter.label()).collect();
    let mut layout = Layout {
        program,
        emitter,
        labels,
        is_join: joins(program),
        slots: &slots,
        array_slots: &array_slots,
        work: Vec::new(),
        single_edges,
        block: None,
        blocks: Vec::new(),
        block_edges: Vec::new(),
        havocs: Vec::new(),
        fills: Vec::new(),
        calls: Vec::new(),
    };
    for proc in program.proc_ids() {
        layout.lay_out_proc(proc);
    }
    layout.resolve_targets();
    let procs = program.procs.iter().zip(frames).zip(frame_arrays).map(|((proc, frame), arrays)| ProcCode {
        entry: layout.emitter.resolve(layout.labels[proc.entry.index()]),
        frame,
        arrays: arrays.into(),
    });
    let procs = procs.collect();
    let Layout { emitter, blocks, block_edges, havocs, fills, calls, .. } = layout;
    let (instrs, origin, temps) = (emitter.instrs, emitter.origin, emitter.max_temps);
    let global_arrays = program.array_ids().filter(|&id| program.array(id).owner.is_none()).collect();
    let absolute = start.len() + temps;
    Code {
        instrs,
        origin,
        blocks,
        block_edges,
        start,
        globals,
        absolute,
        slots,
        shapes,
        array_slots,
        global_arrays,
        procs,
        havocs,
        fills,
        calls,
    }
}

/// The slot of each variable and the size of each frame. Parameters come first in their frame.
fn place_vars(program: &Program) -> (Vec<Slot>, Vec<usize>) {
    let mut slots: Vec<Option<Slot>> = vec![None; program.vars.len()];
    let mut frames = vec![0; program.procs.len()];
    for (proc, frame) in program.procs.iter().zip(&mut frames) {
        for param in &proc.params {
            slots[param.index()] = Some(Slot::local(*frame));
            *frame += 1;
        }
    }
    let mut globals = 0;
    let slots = program.vars.iter().zip(slots).map(|(var, slot)| match (slot, var.owner) {
        (Some(slot), _) => slot,
        (None, None) => {
            globals += 1;
            Slot::absolute(globals - 1)
        }
        (None, Some(owner)) => {
            frames[owner.index()] += 1;
            Slot::local(frames[owner.index()] - 1)
        }
    });
    (slots.collect(), frames)
}

/// The slot of each array and the arrays of each procedure, in the order of their slots.
fn place_arrays(program: &Program) -> (Vec<ArraySlot>, Vec<Vec<ArrayId>>) {
    let mut of_procs = vec![Vec::new(); program.procs.len()];
    let mut globals = 0;
    let slots = program.array_ids().map(|id| match program.array(id).owner {
        None => {
            globals += 1;
            Slot::absolute(globals - 1)
        }
        Some(owner) => {
            of_procs[owner.index()].push(id);
            Slot::local(of_procs[owner.index()].len() - 1)
        }
    });
    (slots.collect(), of_procs)
}

fn shape(program: &Program, array: &Array, slots: &[Slot], array_slots: &[ArraySlot]) -> Shape {
    let extents: Box<[Extent]> = array
        .dims
        .iter()
        .map(|dim| match *dim {
            Dim::Const(extent) => Extent::Const(extent.min(1 << 63)),
            Dim::Var(var) => Extent::Var { slot: slots[var.index()], ty: program.var(var).ty },
            Dim::PerInstance(of) => Extent::PerInstance { array: array_slots[of.index()], ty: program.array(of).elem },
            Dim::Unbounded => Extent::Unbounded,
            Dim::Element => Extent::Element,
        })
        .collect();
    let last = extents.len().saturating_sub(1);
    let mut row_dims = 0;
    for (at, extent) in extents.iter().enumerate() {
        match extent {
            Extent::Const(_) | Extent::Element => {}
            // Only the first flattened index may be without a fixed extent.
            Extent::Var { .. } | Extent::PerInstance { .. } => row_dims = at,
            // Each instance is filled by itself, which is cheap when it is a row.
            Extent::Unbounded => row_dims = (at + 1).min(last),
        }
    }
    loop {
        if let Some((strides, cells)) = strides(&extents[row_dims..]) {
            return Shape { elem: array.elem, extents, row_dims, strides, cells };
        }
        row_dims += 1;
    }
}

/// The row-major strides and the number of cells, unless they are too large to be flattened.
fn strides(extents: &[Extent]) -> Option<(Box<[u64]>, u64)> {
    let mut strides = vec![1; extents.len()];
    let mut cells = 1u64;
    for (at, extent) in extents.iter().enumerate().rev() {
        strides[at] = cells;
        cells = match *extent {
            Extent::Const(extent) => cells.checked_mul(extent).filter(|&cells| cells <= 1 << 63)?,
            // Such an index is the first one. It may be large; the stride must leave room for it.
            _ if cells == 1 => u64::MAX,
            _ => return None,
        };
    }
    Some((strides.into(), cells))
}

/// For each location whether code can come to it in more ways than one.
fn joins(program: &Program) -> Vec<bool> {
    let mut ways = vec![0u32; program.locs.len()];
    for edge in program.edges() {
        ways[edge.to.index()] += 1;
    }
    for proc in &program.procs {
        ways[proc.entry.index()] += 1;
    }
    ways.into_iter().map(|ways| ways > 1).collect()
}

/// A place where code is still to be made.
enum Work {
    Loc(LocId),
    /// The guard of the edge holds.
    Arm(Target, EdgeId),
    Blocked(Target, LocId),
}

struct Layout<'a> {
    program: &'a Program,
    emitter: Emitter<'a>,
    /// By location.
    labels: Vec<Target>,
    is_join: Vec<bool>,
    slots: &'a [Slot],
    array_slots: &'a [ArraySlot],
    work: Vec<Work>,
    single_edges: bool,
    /// The place of the instruction that opened the current block.
    block: Option<usize>,
    blocks: Vec<Block>,
    block_edges: Vec<EdgeId>,
    havocs: Vec<HavocSite>,
    fills: Vec<FillSite>,
    calls: Vec<CallSite>,
}

impl Layout<'_> {
    fn lay_out_proc(&mut self, proc: ProcId) {
        self.work.push(Work::Loc(self.program.proc(proc).entry));
        while let Some(work) = self.work.pop() {
            self.block = None;
            match work {
                Work::Loc(loc) => self.lay_out_from(loc),
                Work::Arm(label, edge) => {
                    self.emitter.place(label);
                    self.take(edge);
                    self.lay_out_from(self.program.edge(edge).to);
                }
                Work::Blocked(label, loc) => {
                    self.emitter.place(label);
                    self.emitter.emit(Instr::Blocked(loc));
                }
            }
        }
    }

    /// Code for a location and for what follows it, until the code ends, branches or meets code that is there.
    fn lay_out_from(&mut self, mut loc: LocId) {
        let program = self.program;
        loop {
            let label = self.labels[loc.index()];
            if self.emitter.is_placed(label) {
                return self.emitter.go_back(label);
            }
            self.emitter.place(label);
            if self.is_join[loc.index()] {
                self.block = None;
            }
            match program.loc(loc).kind {
                LocKind::Normal => {}
                LocKind::Halt => return self.emitter.emit(Instr::Halt(loc)),
                LocKind::Error { .. } => return self.emitter.emit(Instr::Error(loc)),
                LocKind::Unsupported { .. } => return self.emitter.emit(Instr::Unsupported(loc)),
            }
            if loc == program.proc(program.loc(loc).proc).exit {
                return self.emitter.emit(Instr::Leave);
            }
            let Some(first) = program.out_edges(loc).next() else {
                return self.emitter.emit(Instr::Blocked(loc));
            };
            if matches!(program.edge(first).op, Op::Assume(_)) {
                return self.branch(loc);
            }
            self.take(first);
            loc = program.edge(first).to;
        }
    }

    /// Tries the guards in order.
    fn branch(&mut self, loc: LocId) {
        let program = self.program;
        let mut arms = Vec::new();
        let mut tests: Vec<(ExprId, EdgeId, Target)> = Vec::new();
        let mut otherwise = None;
        for edge in program.out_edges(loc) {
            let arm = self.emitter.label();
            arms.push(Work::Arm(arm, edge));
            match program.edge(edge).op {
                Op::Assume(guard)
                    if !tests.last().is_some_and(|&(before, ..)| complementary(&program.exprs, before, guard)) =>
                {
                    tests.push((guard, edge, arm));
                }
                // Its guard holds where the one before does not, or it has none.
                _ => {
                    otherwise = Some(arm);
                    break;
                }
            }
        }
        let otherwise = otherwise.unwrap_or_else(|| {
            let label = self.emitter.label();
            arms.push(Work::Blocked(label, loc));
            label
        });
        let last = tests.len() - 1;
        for (at, (guard, edge, arm)) in tests.into_iter().enumerate() {
            self.emitter.begin_edge(edge);
            if at == last {
                self.emitter.condition(guard, arm, otherwise, arm);
            } else {
                let rest = self.emitter.label();
                self.emitter.condition(guard, arm, rest, rest);
                self.emitter.place(rest);
            }
        }
        // The code of the last test goes on into its arm, which is therefore the next to be laid out.
        let next = arms.remove(last);
        self.work.extend(arms);
        self.work.push(next);
    }

    /// Code for the step of an edge whose guard holds.
    fn take(&mut self, id: EdgeId) {
        self.emitter.begin_edge(id);
        if self.single_edges {
            self.block = None;
        }
        self.count(id);
        let edge = self.program.edge(id);
        match &edge.op {
            Op::Skip | Op::Assume(_) => {}
            Op::Assign(pairs) => {
                let (vars, values): (Vec<VarId>, Vec<ExprId>) = pairs.iter().copied().unzip();
                self.assign(&vars, &values);
            }
            Op::Return(values) => {
                let proc = self.program.proc(self.program.loc(edge.from).proc);
                self.assign(&proc.results, values);
            }
            Op::Store { array, indices, value } => {
                let slot = self.array_slots[array.index()];
                let first = self.emitter.values(indices);
                let value = self.emitter.value(*value);
                self.emitter.emit(match indices.len() {
                    1 if self.program.array(*array).is_set() => Instr::Put { set: slot, element: first, value },
                    1 if self.emitter.is_simple(*array) => Instr::Write { array: slot, index: first, value },
                    _ => Instr::WriteAt { array: slot, indices: first, value },
                });
            }
            Op::Fill { array, prefix, value } => {
                let first = self.emitter.values(prefix);
                let value = self.emitter.value(*value);
                let site = self.fill_site(id, *array, first, prefix.len());
                self.emitter.emit(Instr::Fill { site, value });
            }
            Op::Copy { to, from } => {
                let (to, from) = (self.array_slots[to.index()], self.array_slots[from.index()]);
                self.emitter.emit(Instr::CopySet { to, from });
            }
            Op::Havoc { var, source } => {
                let (ty, slot) = (self.program.var(*var).ty, self.slots[var.index()]);
                self.havocs.push(HavocSite { edge: id, var: *var, slot, ty, source: source.clone() });
                self.emitter.emit(Instr::Havoc { site: self.havocs.len() as u32 - 1 });
            }
            Op::HavocArray { array, prefix, source } => {
                let first = self.emitter.values(prefix);
                let site = self.fill_site(id, *array, first, prefix.len());
                self.fills[site as usize].source = Some(source.clone());
                self.emitter.emit(Instr::HavocArray { site });
            }
            Op::Call { proc, args, results } => {
                let args = args.iter().map(|&arg| self.emitter.value(arg)).collect();
                let callee = &self.program.proc(*proc).results;
                let results = callee.iter().zip(results);
                let results = results.map(|(from, to)| (self.slots[from.index()], self.slots[to.index()])).collect();
                let return_to = self.emitter.label();
                self.calls.push(CallSite { proc: *proc, args, results, return_to });
                self.emitter.emit(Instr::Call { site: self.calls.len() as u32 - 1 });
                self.emitter.place(return_to);
                self.block = None;
            }
        }
    }

    /// Counts the edge in the current block, which is opened if there is none.
    fn count(&mut self, edge: EdgeId) {
        let at = *self.block.get_or_insert_with(|| {
            let id = self.blocks.len() as u32;
            self.blocks.push(Block { first: self.block_edges.len() as u32, count: 0 });
            self.emitter.emit(Instr::Block { id, edges: 0 });
            self.emitter.instrs.len() - 1
        });
        self.block_edges.push(edge);
        if let Instr::Block { id, edges } = &mut self.emitter.instrs[at] {
            *edges += 1;
            self.blocks[*id as usize].count = *edges;
        }
    }

    /// Parallel assignment: all values are there before the first variable changes.
    fn assign(&mut self, vars: &[VarId], values: &[ExprId]) {
        let Some((&last, values)) = values.split_last() else { return };
        let first = self.emitter.temps(values.len());
        for (at, &value) in values.iter().enumerate() {
            self.emitter.value_into(value, first.plus(at));
        }
        self.emitter.value_into(last, self.slots[vars[values.len()].index()]);
        for (at, var) in vars[..values.len()].iter().enumerate() {
            self.emitter.emit(Instr::Move { dst: self.slots[var.index()], src: first.plus(at) });
        }
    }

    fn fill_site(&mut self, edge: EdgeId, array: ArrayId, prefix: Slot, count: usize) -> u32 {
        let array = self.array_slots[array.index()];
        self.fills.push(FillSite { edge, array, prefix, count, source: None });
        self.fills.len() as u32 - 1
    }

    fn resolve_targets(&mut self) {
        let mut instrs = std::mem::take(&mut self.emitter.instrs);
        for target in instrs.iter_mut().filter_map(Instr::target_mut) {
            *target = self.emitter.resolve(*target);
        }
        self.emitter.instrs = instrs;
        for call in &mut self.calls {
            call.return_to = self.emitter.resolve(call.return_to);
        }
    }
}

/// True when exactly one of two conditions holds, judged by their form (see `ExprPool::not`).
fn complementary(pool: &ExprPool, one: ExprId, other: ExprId) -> bool {
    match (pool.node(one), pool.node(other)) {
        (Node::Bool(a), Node::Bool(b)) => a != b,
        (&Node::Not(inner), _) if inner == other => true,
        (_, &Node::Not(inner)) if inner == one => true,
        (&Node::Compare(op, a, b), &Node::Compare(other, c, d)) => match (op, other) {
            (CmpOp::Eq, CmpOp::Ne) | (CmpOp::Ne, CmpOp::Eq) => (a, b) == (c, d) || (a, b) == (d, c),
            (CmpOp::Lt, CmpOp::Le) | (CmpOp::Le, CmpOp::Lt) => (a, b) == (d, c),
            _ => false,
        },
        _ => false,
    }
}
