//! The fixed point: a worklist in reverse postorder with widening, then a few rounds of narrowing.
//!
//! Widening happens at heads of loops, at entries and exits of recursive procedures, and at entries of procedures with
//! several calls (a state can enter by one call and come back by another, and so go round without any loop). That cuts
//! every cycle of dependences between locations; arrays, which are one interval each for the whole program, are widened
//! after they have grown a few times.

use std::collections::BTreeSet;

use super::state::{Effect, State, View, step};
use crate::callgraph::CallGraph;
use crate::expr::Node;
use crate::ids::{ArrayId, EdgeId, ExprId, LocId};
use crate::interval::{Evaluator, Interval};
use crate::loops::Loops;
use crate::passes::modified::Modified;
use crate::program::{Contents, Dim, Op, Program};
use crate::ty::IntTy;

/// Joins at a widening point before it widens.
const JOINS: i32 = 2;
/// Widenings to constants of the program before widening to the limits of the type.
const TO_THRESHOLDS: i32 = 10;
/// Growths of an array before it is widened.
const ARRAY_JOINS: i32 = 3;
/// Calls of a procedure that are joined before its entry widens.
const MOST_CALLERS: usize = 50;
const NARROWINGS: usize = 3;

pub struct Analysis<'a> {
    program: &'a Program,
    graph: CallGraph,
    modified: Modified,
    evaluator: Evaluator,
    pub states: Vec<Option<State>>,
    pub cells: Vec<Interval>,
    growths: Vec<i32>,
    /// For each array the locations whose steps read it.
    readers: Vec<Vec<LocId>>,
    /// By location, for points of widening: how many joins are left before it widens; negative once it does.
    joins: Vec<Option<i32>>,
    thresholds: Vec<i128>,
    /// By location, its place in reverse postorder.
    order: Vec<u32>,
    work: BTreeSet<(u32, LocId)>,
}

impl<'a> Analysis<'a> {
    pub fn new(program: &'a Program, loops: &Loops) -> Analysis<'a> {
        let graph = CallGraph::of(program);
        let mut joins: Vec<Option<i32>> = program.loc_ids().map(|loc| loops.is_head(loc).then_some(JOINS)).collect();
        for proc in program.proc_ids() {
            let (entry, exit) = (program.proc(proc).entry.index(), program.proc(proc).exit.index());
            let callers = graph.callers(proc).len();
            if graph.is_recursive(proc) {
                (joins[entry], joins[exit]) = (Some(JOINS), Some(JOINS));
            } else if callers > 1 {
                // Each call joins once without going round.
                joins[entry] = Some(callers.min(MOST_CALLERS) as i32 + JOINS);
            }
        }
        Analysis {
            program,
            modified: Modified::of(program, &graph),
            graph,
            evaluator: Evaluator::new(),
            states: vec![None; program.locs.len()],
            cells: program.array_ids().map(|array| initial_cells(program, array)).collect(),
            growths: vec![0; program.arrays.len()],
            readers: readers(program),
            joins,
            thresholds: thresholds(program),
            order: reverse_postorder(program),
            work: BTreeSet::new(),
        }
    }

    pub fn run(&mut self) {
        self.join_into(self.program.proc(self.program.entry).entry, self.initial());
        while let Some((_, loc)) = self.work.pop_first() {
            self.visit(loc);
        }
        for _ in 0..NARROWINGS {
            if !self.narrow() {
                break;
            }
        }
    }

    /// Globals have their initial values, locals have none yet.
    fn initial(&self) -> State {
        let mut state = State::default();
        for (id, var) in self.program.var_ids().zip(&self.program.vars) {
            if var.owner.is_none() {
                state.set(self.program, id, Interval::point(var.init));
            }
        }
        state
    }

    fn visit(&mut self, loc: LocId) {
        let program = self.program;
        let Some(state) = self.states[loc.index()].clone() else { return };
        let proc = program.loc(loc).proc;
        if program.proc(proc).exit == loc {
            for &call in self.graph.callers(proc) {
                let from = program.edge(call).from;
                if self.states[from.index()].is_some() {
                    self.work.insert((self.order[from.index()], from));
                }
            }
        }
        for id in program.out_edges(loc) {
            let Some(effect) = self.effect(&state, id) else { continue };
            if let Some((array, values)) = effect.stored {
                self.store(array, values);
            }
            let edge = program.edge(id);
            match &edge.op {
                Op::Call { proc, .. } => {
                    self.join_into(program.proc(*proc).entry, effect.state);
                    if let Some(after) = self.after_call(&state, id) {
                        self.join_into(edge.to, after);
                    }
                }
                _ => self.join_into(edge.to, effect.state),
            }
        }
    }

    fn effect(&mut self, state: &State, id: EdgeId) -> Option<Effect> {
        let program = self.program;
        let edge = program.edge(id);
        let results = &program.proc(program.loc(edge.from).proc).results;
        step(&View { program, state, cells: &self.cells }, &mut self.evaluator, &edge.op, results)
    }

    /// The caller's locals and what the callee does not modify are as before the call.
    fn after_call(&self, before: &State, id: EdgeId) -> Option<State> {
        let program = self.program;
        let Op::Call { proc, results, .. } = &program.edge(id).op else { return None };
        let callee = program.proc(*proc);
        let exit = self.states[callee.exit.index()].as_ref()?;
        let mut after = before.clone();
        for var in self.modified.of_proc(*proc) {
            after.globals.set(var, exit.globals.get(var));
        }
        for (&target, &result) in results.iter().zip(&callee.results) {
            after.set(program, target, exit.get(program, result));
        }
        Some(after)
    }

    fn join_into(&mut self, loc: LocId, state: State) {
        let program = self.program;
        let Some(known) = &self.states[loc.index()] else {
            self.states[loc.index()] = Some(state);
            self.work.insert((self.order[loc.index()], loc));
            return;
        };
        let joined = known.join(&state, program);
        if joined.is_same(known) {
            return;
        }
        let next = match self.joins[loc.index()] {
            Some(left) if left <= 0 => {
                let to_limits = left < -TO_THRESHOLDS;
                known.merge(&joined, program, &mut |var, old, new| self.widen(program.var(var).ty, old, new, to_limits))
            }
            _ => joined,
        };
        if let Some(left) = &mut self.joins[loc.index()] {
            *left -= 1;
        }
        if !next.is_same(known) {
            self.states[loc.index()] = Some(next);
            self.work.insert((self.order[loc.index()], loc));
        }
    }

    /// `new` includes `old`; an end that moved goes on to the next constant of the program or to the limit of the type.
    fn widen(&self, ty: IntTy, old: Interval, new: Interval, to_limits: bool) -> Interval {
        let mut wide = new;
        if new.min < old.min {
            let below = self.thresholds.partition_point(|&threshold| threshold <= new.min);
            let next = if to_limits || below == 0 { ty.min() } else { self.thresholds[below - 1] };
            wide.min = next.max(ty.min());
        }
        if new.max > old.max {
            let above = self.thresholds.partition_point(|&threshold| threshold < new.max);
            let next = if to_limits { None } else { self.thresholds.get(above).copied() };
            wide.max = next.unwrap_or(ty.max()).min(ty.max());
        }
        wide
    }

    fn store(&mut self, array: ArrayId, values: Interval) {
        let known = self.cells[array.index()];
        if known.includes(values) {
            return;
        }
        let joined = known.join(values);
        let growths = &mut self.growths[array.index()];
        *growths += 1;
        self.cells[array.index()] = match *growths {
            count if count <= ARRAY_JOINS => joined,
            count => {
                let to_limits = count > ARRAY_JOINS + TO_THRESHOLDS;
                self.widen(self.program.array(array).elem, known, joined, to_limits)
            }
        };
        for &loc in &self.readers[array.index()] {
            if self.states[loc.index()].is_some() {
                self.work.insert((self.order[loc.index()], loc));
            }
        }
    }

    /// Replaces each state by what its predecessors give it, in order; false when nothing changed. The states stay closed
    /// under the steps, because each is replaced by something smaller.
    fn narrow(&mut self) -> bool {
        let program = self.program;
        let into = program.in_edges();
        let mut locs: Vec<LocId> = program.loc_ids().filter(|loc| self.states[loc.index()].is_some()).collect();
        locs.sort_by_key(|loc| self.order[loc.index()]);
        let mut changed = false;
        for loc in locs {
            let incoming = self.incoming(loc, &into[loc.index()]);
            let known = self.states[loc.index()].take();
            let narrowed = match (&known, incoming) {
                (Some(known), Some(incoming)) => Some(self.meet(known, &incoming)),
                _ => None,
            };
            changed |= match (&known, &narrowed) {
                (Some(known), Some(narrowed)) => !known.is_same(narrowed),
                (known, _) => known.is_some(),
            };
            self.states[loc.index()] = narrowed;
        }
        self.narrow_arrays() || changed
    }

    /// The same for arrays, which hold their initial contents and what is stored anywhere.
    fn narrow_arrays(&mut self) -> bool {
        let program = self.program;
        let mut cells: Vec<Interval> = program.array_ids().map(|array| initial_cells(program, array)).collect();
        for id in program.edge_ids().filter(|&id| program.edge(id).op.written_array().is_some()) {
            let Some(state) = self.states[program.edge(id).from.index()].clone() else { continue };
            if let Some((array, values)) = self.effect(&state, id).and_then(|effect| effect.stored) {
                cells[array.index()] = cells[array.index()].join(values);
            }
        }
        for (cells, known) in cells.iter_mut().zip(&self.cells) {
            *cells = cells.meet(*known).unwrap_or(*known);
        }
        let changed = cells != self.cells;
        self.cells = cells;
        changed
    }

    /// The smaller of two states of which the second may list more variables.
    fn meet(&self, known: &State, incoming: &State) -> State {
        let program = self.program;
        let mut met = known.clone();
        for (var, interval) in incoming.globals.entries().into_iter().chain(incoming.locals.entries()) {
            let smaller = known.get(program, var).meet(interval).unwrap_or(interval);
            met.set(program, var, smaller);
        }
        met
    }

    /// The join of everything that leads to a location.
    fn incoming(&mut self, loc: LocId, edges: &[EdgeId]) -> Option<State> {
        let program = self.program;
        let mut all: Option<State> = None;
        let mut add = |state: State| {
            all = Some(match all.take() {
                Some(all) => all.join(&state, program),
                None => state,
            });
        };
        for &id in edges {
            let Some(before) = self.states[program.edge(id).from.index()].clone() else { continue };
            let Some(effect) = self.effect(&before, id) else { continue };
            match program.edge(id).op {
                Op::Call { .. } => {
                    if let Some(after) = self.after_call(&before, id) {
                        add(after);
                    }
                }
                _ => add(effect.state),
            }
        }
        let proc = program.loc(loc).proc;
        if program.proc(proc).entry == loc {
            if proc == program.entry {
                add(self.initial());
            }
            for at in 0..self.graph.callers(proc).len() {
                let call = self.graph.callers(proc)[at];
                let Some(before) = self.states[program.edge(call).from.index()].clone() else { continue };
                if let Some(effect) = self.effect(&before, call) {
                    add(effect.state);
                }
            }
        }
        all
    }
}

fn initial_cells(program: &Program, array: ArrayId) -> Interval {
    let array = program.array(array);
    match &array.init {
        Contents::Undefined => Interval::of_type(array.elem),
        Contents::Zero => Interval::point(0),
        Contents::Values(values) => {
            let size = array.dims.iter().try_fold(1u128, |size, dim| match dim {
                Dim::Const(extent) => size.checked_mul(u128::from(*extent)),
                _ => None,
            });
            // What is not listed is zero.
            let rest = (size != Some(values.len() as u128)).then_some(0);
            let mut all = values.iter().copied().chain(rest).map(Interval::point);
            let first = all.next().unwrap_or(Interval::point(0));
            all.fold(first, Interval::join)
        }
    }
}

fn readers(program: &Program) -> Vec<Vec<LocId>> {
    let mut readers: Vec<Vec<LocId>> = vec![Vec::new(); program.arrays.len()];
    let mut lengths: Vec<Vec<ArrayId>> = vec![Vec::new(); program.arrays.len()];
    for (id, array) in program.array_ids().zip(&program.arrays) {
        for dim in &array.dims {
            if let Dim::PerInstance(of) = *dim {
                lengths[id.index()].push(of);
            }
        }
    }
    for edge in program.edges() {
        let mut read: Vec<ArrayId> = Vec::new();
        program.exprs.visit(edge.op.exprs(), |_, node| {
            if let Node::Read(array, _) | Node::NotEmpty(array) = node {
                read.push(*array);
            }
        });
        read.extend(edge.op.copied_array());
        let accessed = read.iter().copied().chain(edge.op.access().map(|access| access.0));
        let checked: Vec<ArrayId> = accessed.flat_map(|array| lengths[array.index()].iter().copied()).collect();
        for array in read.into_iter().chain(checked) {
            if readers[array.index()].last() != Some(&edge.from) {
                readers[array.index()].push(edge.from);
            }
        }
    }
    readers
}

/// Constants of the program and their neighbours, ascending: where loops tend to end.
fn thresholds(program: &Program) -> Vec<i128> {
    let mut found = vec![-1, 0, 1];
    for id in (0..program.exprs.len() as u32).map(ExprId) {
        if let Some(value) = program.exprs.as_const(id) {
            found.extend([value - 1, value, value + 1]);
        }
    }
    for ty in program.vars.iter().map(|var| var.ty) {
        found.extend([ty.min(), ty.max()]);
    }
    found.extend(program.vars.iter().map(|var| var.init));
    for dim in program.arrays.iter().flat_map(|array| &array.dims) {
        if let Dim::Const(extent) = dim {
            found.extend([i128::from(*extent) - 1, i128::from(*extent)]);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Callees are entered from their calls.
fn reverse_postorder(program: &Program) -> Vec<u32> {
    let mut order = vec![u32::MAX; program.locs.len()];
    let mut seen = vec![false; program.locs.len()];
    let mut next = program.locs.len() as u32;
    let targets = |loc: LocId| -> Vec<LocId> {
        let mut targets = Vec::new();
        for id in program.out_edges(loc) {
            let edge = program.edge(id);
            targets.push(edge.to);
            if let Op::Call { proc, .. } = edge.op {
                targets.push(program.proc(proc).entry);
            }
        }
        targets
    };
    let entry = program.proc(program.entry).entry;
    let mut stack = vec![(entry, targets(entry))];
    seen[entry.index()] = true;
    while let Some((loc, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(to) => {
                if !std::mem::replace(&mut seen[to.index()], true) {
                    stack.push((to, targets(to)));
                }
            }
            None => {
                next -= 1;
                order[loc.index()] = next;
                stack.pop();
            }
        }
    }
    order
}
