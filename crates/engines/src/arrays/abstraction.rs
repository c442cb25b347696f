//! The abstraction: a program with arrays becomes one without, for a set of cells that are kept (paper 000 §2).
//!
//! A read `a[e]` becomes `(e == k₁ ? a_k₁ : … (e == kₙ ? a_kₙ : u))`, a write `a[e₁] = e₂` the parallel assignment
//! `a_k₁, …, a_kₙ = (e₁ == k₁ ? e₂ : a_k₁), …`. The undefined value `u` is a variable that is chosen anew before the step;
//! the guards of one location share it, for they see one state. An access outside the bounds ends the execution, as it does
//! in the program.
//!
//! Invariant: every execution of the program is one of the abstract program, for some choice of the undefined values; and if
//! it ends in an error, also for some choice of the rigid indices at the start (see [`super::cells`]). Variables, procedures
//! and locations keep their ids. The new variables are, in this order, the rigids, the cells, what the rigids' witnesses
//! saw last, and the undefined values.

mod indices;
mod start;
mod witness;

use std::collections::HashMap;

use heureka_ir::faults::FaultConditions;
use heureka_ir::{
    ArrayId, Edge, EdgeId, ExprId, ExprPool, Fault, IntTy, LocId, LocKind, Location, Node, Op, ProcId, Program,
    Property, Role, Source, Span, Var, VarId,
};

use super::cells::{Cell, Cells, Index};
use super::places::{After, Places, after};
use crate::engine::Task;

/// A program without arrays.
pub struct Abstraction {
    pub program: Program,
    /// For each edge of it the edge of the program with arrays whose step it is, if it is one.
    pub origin: Vec<Option<EdgeId>>,
}

/// The abstraction of the task's program. Its errors are the task's errors, as errors of [`Property::Unreach`].
pub fn abstract_arrays(task: &Task, cells: &Cells) -> Abstraction {
    let program = task.program;
    let mut builder = Builder {
        task,
        program,
        cells,
        pool: program.exprs.clone(),
        vars: program.vars.clone(),
        locs: Vec::new(),
        edges: Vec::new(),
        undefined: HashMap::new(),
        faults: FaultConditions::new(program),
        places: Places::of(program, cells),
        is_called: is_called(program),
    };
    builder.declare();
    for loc in program.loc_ids() {
        builder.location(loc);
    }
    let entries: Vec<LocId> = program.proc_ids().map(|proc| builder.entry(proc)).collect();
    builder.finish(&entries)
}

fn is_called(program: &Program) -> Vec<bool> {
    let mut is_called = vec![false; program.procs.len()];
    for edge in program.edges() {
        if let Op::Call { proc, .. } = edge.op
            && program.loc(edge.from).proc != program.entry
        {
            is_called[proc.index()] = true;
        }
    }
    is_called
}

struct Builder<'a> {
    task: &'a Task<'a>,
    program: &'a Program,
    cells: &'a Cells,
    pool: ExprPool,
    vars: Vec<Var>,
    /// The new locations: their procedures and spans.
    locs: Vec<(ProcId, Span)>,
    edges: Vec<(Edge, Option<EdgeId>)>,
    /// The variables for undefined values, by procedure, type and how many others the step has.
    undefined: HashMap<(ProcId, IntTy, usize), VarId>,
    faults: FaultConditions<'a>,
    places: Places,
    /// By procedure: whether another than the one where the program starts calls it.
    is_called: Vec<bool>,
}

/// What the rewriting of one state's expressions has come to.
struct State {
    /// The positions of the cells that are known: those with fixed places, and others where they are.
    cells: Vec<usize>,
    proc: ProcId,
    known: HashMap<ExprId, ExprId>,
    /// The undefined values that are needed, to be chosen before.
    chosen: Vec<VarId>,
}

impl State {
    fn new(proc: ProcId, cells: Vec<usize>) -> State {
        State { cells, proc, known: HashMap::new(), chosen: Vec::new() }
    }
}

impl<'a> Builder<'a> {
    /// The variables for rigids, cells and witnesses.
    fn declare(&mut self) {
        let new = |name: String, ty: IntTy, owner: Option<ProcId>| Var {
            name,
            ty,
            owner,
            role: Role::Hidden,
            init: 0,
            span: Span::NONE,
        };
        let program = self.program;
        for (at, rigid) in self.cells.rigids.iter().enumerate() {
            self.vars.push(new(format!("rigid.{at}"), rigid.ty, None));
        }
        for (at, cell) in self.cells.cells.iter().enumerate() {
            let array = program.array(cell.array);
            self.vars.push(new(format!("{}.{at}", array.name), array.elem, cell.owner(program)));
        }
        for (at, rigid) in self.cells.rigids.iter().enumerate() {
            self.vars.push(new(format!("last.{at}"), rigid.ty, None));
        }
    }

    /// The known cells of an array, with their positions.
    fn cells_of(&self, array: ArrayId, state: &State) -> Vec<(usize, &'a Cell)> {
        let cells = &self.cells.cells;
        state.cells.iter().map(|&at| (at, &cells[at])).filter(|(_, cell)| cell.array == array).collect()
    }

    /// The condition that evaluating an expression does not fault: what the program has not evaluated must not end the
    /// execution.
    fn is_total(&mut self, expr: ExprId) -> ExprId {
        let mut total = self.pool.bool(true);
        for (_, condition) in self.faults.of_expr(&mut self.pool, expr) {
            let not = self.pool.not(condition);
            total = self.pool.and(total, not);
        }
        total
    }

    fn var(&mut self, var: VarId) -> ExprId {
        self.pool.var(var, self.vars[var.index()].ty)
    }

    /// A variable whose value is chosen before the step.
    fn undefined(&mut self, ty: IntTy, state: &mut State) -> ExprId {
        let count = state.chosen.iter().filter(|var| self.vars[var.index()].ty == ty).count();
        let vars = &mut self.vars;
        let var = *self.undefined.entry((state.proc, ty, count)).or_insert_with(|| {
            let name = format!("u.{ty}.{count}");
            vars.push(Var { name, ty, owner: Some(state.proc), role: Role::Hidden, init: 0, span: Span::NONE });
            VarId(vars.len() as u32 - 1)
        });
        state.chosen.push(var);
        self.var(var)
    }

    /// The expression without arrays.
    fn expr(&mut self, root: ExprId, state: &mut State) -> ExprId {
        let mut stack = vec![(root, false)];
        while let Some((id, ready)) = stack.pop() {
            if state.known.contains_key(&id) {
                continue;
            }
            if !ready {
                stack.push((id, true));
                stack.extend(self.pool.operands(id).map(|operand| (operand, false)));
                continue;
            }
            let of = |operand: &ExprId| state.known[operand];
            let new = match self.pool.node(id).clone() {
                Node::Bool(_) | Node::Int(_) | Node::Var(_) => id,
                Node::NotEmpty(_) => unreachable!("an element is guessed instead"),
                Node::Unary(op, a) => self.pool.unary(op, of(&a)),
                Node::Cast(a) => {
                    let ty = self.pool.int_ty(id);
                    self.pool.cast(ty, of(&a))
                }
                Node::Not(a) => self.pool.not(of(&a)),
                Node::Binary(op, a, b) => self.pool.binary(op, of(&a), of(&b)),
                Node::Compare(op, a, b) => self.pool.compare(op, of(&a), of(&b)),
                Node::And(a, b) => self.pool.and(of(&a), of(&b)),
                Node::Or(a, b) => self.pool.or(of(&a), of(&b)),
                Node::Ite(a, b, c) => self.pool.ite(of(&a), of(&b), of(&c)),
                Node::Read(array, indices) => {
                    let indices: Vec<ExprId> = indices.iter().map(of).collect();
                    self.read(array, &indices, state)
                }
            };
            state.known.insert(id, new);
        }
        state.known[&root]
    }

    /// `(e == k₁ ? a_k₁ : … u)`; the indices read no arrays.
    fn read(&mut self, array: ArrayId, indices: &[ExprId], state: &mut State) -> ExprId {
        let mut arms = Vec::new();
        let mut otherwise = None;
        for (at, cell) in self.cells_of(array, state) {
            let is_here = self.is_at(cell, indices);
            let value = self.var(self.cells.cell_var(self.program, at));
            match self.pool.as_bool(is_here) {
                Some(true) => {
                    otherwise = Some(value);
                    break;
                }
                Some(false) => {}
                None => arms.push((is_here, value)),
            }
        }
        let mut result = match otherwise {
            Some(value) => value,
            None => self.undefined(self.program.array(array).elem, state),
        };
        for (is_here, value) in arms.into_iter().rev() {
            result = self.pool.ite(is_here, value, result);
        }
        result
    }

    /// The edges out of a location.
    fn location(&mut self, loc: LocId) {
        let program = self.program;
        let ids: Vec<EdgeId> = program.out_edges(loc).collect();
        let Location { proc, span, .. } = *program.loc(loc);
        let from = self.look_up(loc, proc, span);
        let mut state = State::new(proc, self.places.known_after_reading(loc));
        let steps: Vec<Vec<(Op, Option<EdgeId>)>> = ids.iter().map(|&id| self.steps(id, &mut state)).collect();
        let from = self.choose_all(from, &state, span);
        for (id, steps) in ids.into_iter().zip(steps) {
            let Edge { to, span, .. } = *program.edge(id);
            let last = steps.len() - 1;
            let mut at = from;
            for (position, (op, origin)) in steps.into_iter().enumerate() {
                if position == last {
                    self.edges.push((Edge { from: at, to, op, span }, origin));
                } else {
                    at = self.then(at, op, span, origin);
                }
            }
        }
    }

    /// Reads the cells whose place is the value of an expression now, and that are read here for the first time.
    fn look_up(&mut self, loc: LocId, proc: ProcId, span: Span) -> LocId {
        let mut state = State::new(proc, self.places.known_before(loc));
        let mut pairs = Vec::new();
        for at in self.places.read_first(loc) {
            pairs.push(self.looked_up(at, &mut state));
        }
        let from = self.choose_all(loc, &state, span);
        if pairs.is_empty() { from } else { self.then(from, Op::Assign(pairs.into()), span, None) }
    }

    /// The assignment to a cell that moves of what the known cells say is there.
    fn looked_up(&mut self, at: usize, state: &mut State) -> (VarId, ExprId) {
        let cell = &self.cells.cells[at];
        let place = |index: &Index| match *index {
            Index::Const(value) => self.pool.int(IntTy::OFFSET, value),
            Index::Rigid { .. } | Index::Mirrored { .. } => unreachable!("a cell that moves has no rigid index"),
            Index::Now(expr) => expr,
        };
        let indices: Vec<ExprId> = cell.indices.iter().map(place).collect();
        let value = self.read(cell.array, &indices, state);
        let value = self.if_total(&indices, value, state);
        (self.cells.cell_var(self.program, at), value)
    }

    /// Looks up the cells that a step moves to where nothing is known, after the step. Those with fixed places say what is
    /// there.
    fn look_up_after(&mut self, id: EdgeId, state: &mut State) -> Option<Op> {
        let cells = self.cells;
        let is_looked_up = |at: &usize| {
            let cell = &cells.cells[*at];
            cell.moves()
                && cell.owner(self.program).is_none_or(|owner| owner == state.proc)
                && after(self.program, cells, id, *at, &state.cells) == After::LookedUp
        };
        let moved: Vec<usize> = (0..cells.cells.len()).filter(is_looked_up).collect();
        let fixed = state.cells.iter().copied().filter(|at| !cells.cells[*at].moves()).collect();
        let known = std::mem::replace(&mut state.cells, fixed);
        let pairs: Box<[(VarId, ExprId)]> = moved.into_iter().map(|at| self.looked_up(at, state)).collect();
        state.cells = known;
        (!pairs.is_empty()).then_some(Op::Assign(pairs))
    }

    fn choose_all(&mut self, from: LocId, state: &State, span: Span) -> LocId {
        state.chosen.iter().fold(from, |from, &var| self.then(from, choose(var), span, None))
    }

    /// An edge to a new location.
    fn then(&mut self, from: LocId, op: Op, span: Span, origin: Option<EdgeId>) -> LocId {
        let to = LocId((self.program.locs.len() + self.locs.len()) as u32);
        let proc = match from.index().checked_sub(self.program.locs.len()) {
            Some(new) => self.locs[new].0,
            None => self.program.loc(from).proc,
        };
        self.locs.push((proc, span));
        self.edges.push((Edge { from, to, op, span }, origin));
        to
    }

    /// What an edge becomes: one step after another, of which one is the edge's own.
    fn steps(&mut self, id: EdgeId, state: &mut State) -> Vec<(Op, Option<EdgeId>)> {
        let edge = self.program.edge(id).clone();
        let inside = self.inside(&edge.op, state);
        let mut before = Vec::new();
        let mut after = Vec::new();
        let op = match &edge.op {
            Op::Assume(guard) => {
                let guard = self.expr(*guard, state);
                Op::Assume(self.pool.and(inside, guard))
            }
            other => {
                if self.pool.as_bool(inside) != Some(true) {
                    before.push(Op::Assume(inside));
                }
                self.step(id, other, state)
            }
        };
        let mut op = self.remember(id, op, &mut before, state);
        after.extend(self.look_up_after(id, state));
        if self.is_error(edge.to) {
            let seen = self.rigids_are_seen(id, state);
            match op {
                Op::Assume(guard) => op = Op::Assume(self.pool.and(guard, seen)),
                _ if self.pool.as_bool(seen) == Some(true) => {}
                _ => after.push(Op::Assume(seen)),
            }
        }
        let before = before.into_iter().map(|op| (op, None));
        let after = after.into_iter().map(|op| (op, None));
        before.chain([(op, Some(id))]).chain(after).collect()
    }

    /// The condition that no array is accessed outside its bounds by the step.
    fn inside(&mut self, op: &Op, state: &mut State) -> ExprId {
        let mut inside = self.pool.bool(true);
        for (fault, condition) in self.faults.of_op(&mut self.pool, op) {
            if fault == Fault::OutOfBounds {
                let condition = self.expr(condition, state);
                let not = self.pool.not(condition);
                inside = self.pool.and(inside, not);
            }
        }
        inside
    }

    /// The step without arrays.
    fn step(&mut self, id: EdgeId, op: &Op, state: &mut State) -> Op {
        match op {
            Op::Skip | Op::Assume(_) => op.clone(),
            Op::Copy { to, from } => self.copy(*to, *from, state),
            Op::Assign(pairs) => {
                let mut new: Vec<(VarId, ExprId)> =
                    pairs.iter().map(|&(var, value)| (var, self.expr(value, state))).collect();
                self.move_cells(id, &mut new, state);
                Op::Assign(new.into())
            }
            Op::Store { array, indices, value } => {
                let indices: Vec<ExprId> = indices.iter().map(|&index| self.expr(index, state)).collect();
                let value = self.expr(*value, state);
                // The write makes cells known that are just here.
                let known = state.cells.len();
                let written = |at: &usize| after(self.program, self.cells, id, *at, &[]) == After::Written;
                let moving = (0..self.cells.cells.len()).filter(|at| self.cells.cells[*at].moves());
                let new: Vec<usize> = moving.filter(written).filter(|at| !state.cells.contains(at)).collect();
                state.cells.extend(new);
                let op = self.write(*array, &indices, |_, _| value, state);
                state.cells.truncate(known);
                op
            }
            Op::Fill { array, prefix, value } => {
                let prefix: Vec<ExprId> = prefix.iter().map(|&index| self.expr(index, state)).collect();
                let value = self.expr(*value, state);
                self.write(*array, &prefix, |_, _| value, state)
            }
            Op::HavocArray { array, prefix, .. } => {
                let prefix: Vec<ExprId> = prefix.iter().map(|&index| self.expr(index, state)).collect();
                let elem = self.program.array(*array).elem;
                self.write(*array, &prefix, |builder, state| builder.undefined(elem, state), state)
            }
            Op::Havoc { .. } | Op::Call { .. } | Op::Return(_) => op.map_exprs(|expr| self.expr(expr, state)),
        }
    }

    /// `a_k₁, …, a_kₙ = (e₁ == k₁ ? e₂ : a_k₁), …`
    fn write(
        &mut self,
        array: ArrayId,
        indices: &[ExprId],
        mut value: impl FnMut(&mut Self, &mut State) -> ExprId,
        state: &mut State,
    ) -> Op {
        let mut pairs = Vec::new();
        for (at, cell) in self.cells_of(array, state) {
            let is_here = self.is_at(cell, indices);
            let var = self.cells.cell_var(self.program, at);
            if self.pool.as_bool(is_here) == Some(false) {
                // The checker of certificates forgets all cells of an array that a callee writes: that this one keeps its value
                // is part of the frame, which has what the text writes and no step changes.
                if self.is_called[state.proc.index()] && cell.owner(self.program).is_none() {
                    pairs.push((var, self.var(var)));
                }
                continue;
            }
            let (new, old) = (value(self, state), self.var(var));
            pairs.push((var, self.pool.ite(is_here, new, old)));
        }
        if pairs.is_empty() { Op::Skip } else { Op::Assign(pairs.into()) }
    }

    /// Each cell gets what the other array has at the same indices, as far as that is kept.
    fn copy(&mut self, to: ArrayId, from: ArrayId, state: &mut State) -> Op {
        let mut pairs = Vec::new();
        let sources = self.cells_of(from, state);
        for (at, cell) in self.cells_of(to, state) {
            let source = sources.iter().find(|(_, other)| other.indices == cell.indices);
            let value = match source {
                Some((source, _)) => self.var(self.cells.cell_var(self.program, *source)),
                None => self.undefined(self.program.array(to).elem, state),
            };
            pairs.push((self.cells.cell_var(self.program, at), value));
        }
        if pairs.is_empty() { Op::Skip } else { Op::Assign(pairs.into()) }
    }

    /// Cells that come to be where other known cells are.
    fn move_cells(&mut self, id: EdgeId, pairs: &mut Vec<(VarId, ExprId)>, state: &State) {
        for (at, cell) in self.cells.cells.iter().enumerate().filter(|(_, cell)| cell.moves()) {
            let is_here = cell.owner(self.program).is_none_or(|owner| owner == state.proc);
            if is_here && let After::Was(other) = after(self.program, self.cells, id, at, &state.cells) {
                let value = self.var(self.cells.cell_var(self.program, other));
                pairs.push((self.cells.cell_var(self.program, at), value));
            }
        }
    }

    /// The value where the expressions can be evaluated, and an undefined one elsewhere.
    fn if_total(&mut self, exprs: &[ExprId], value: ExprId, state: &mut State) -> ExprId {
        let mut total = self.pool.bool(true);
        for &expr in exprs {
            let next = self.is_total(expr);
            total = self.pool.and(total, next);
        }
        match self.pool.as_bool(total) {
            Some(true) => value,
            _ => {
                let ty = self.pool.int_ty(value);
                let undefined = self.undefined(ty, state);
                self.pool.ite(total, value, undefined)
            }
        }
    }

    fn is_error(&self, loc: LocId) -> bool {
        matches!(self.program.loc(loc).kind, LocKind::Error { fault, .. } if self.task.asks_for(fault))
    }

    fn finish(self, entries: &[LocId]) -> Abstraction {
        let Builder { task, program, pool, vars, locs, mut edges, .. } = self;
        let (mut builder, _) = program.clone().into_builder();
        builder.exprs = pool;
        builder.vars = vars;
        builder.arrays.clear();
        for (proc, entry) in builder.procs.iter_mut().zip(entries) {
            proc.entry = *entry;
        }
        for loc in &mut builder.locs {
            if let LocKind::Error { fault, .. } = &mut loc.kind {
                match task.asks_for(*fault) {
                    true => *fault = Fault::Assertion,
                    false => loc.kind = LocKind::Halt,
                }
            }
        }
        debug_assert_eq!(Fault::Assertion.property(), Property::Unreach);
        for (proc, span) in locs {
            builder.add_loc(proc, LocKind::Normal, span);
        }
        edges.sort_by_key(|(edge, _)| edge.from);
        let origin = edges.iter().map(|(_, origin)| *origin).collect();
        builder.edges = edges.into_iter().map(|(edge, _)| edge).collect();
        Abstraction { program: builder.finish(program.entry), origin }
    }
}

fn choose(var: VarId) -> Op {
    Op::Havoc { var, source: Source::Uninitialised }
}
