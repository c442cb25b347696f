//! Unwinding (paper 004 §2.1): loops are followed round by round and calls into their procedures, until nothing is left or
//! the bound is reached, where an unwinding assertion takes the place of the rest.
//!
//! All paths are followed at once: where they meet, their states are merged. A round counts towards the bound only if the
//! loop can be left in it, for all that is known: loops whose number of rounds is known are unwound to their end, at no cost
//! for the solver (see `rounds`). Faults that are asked for are obligations; no execution goes on after a fault.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use heureka_ir::faults::FaultConditions;
use heureka_ir::{
    ArrayId, Contents as Initial, EdgeId, ExprId, ExprPool, LocId, LocKind, LoopId, Loops, Node, Op, ProcId, Program,
    Span,
};

use super::build::Builder;
use super::endings::Endings;
use super::region::{Element, Region, regions};
use super::rounds::Induction;
use super::ssa::{
    Answer, ArrayVersion, Ask, Assumption, Contents, Done, Obligation, ObligationKind, Site, Ssa, Unwinding,
};
use super::state::{State, version_of};
use super::vacuity::{Watched, is_assumption};
use super::written::Written;
use crate::engine::Task;
use crate::memory;

/// How far to unwind.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Rounds of a loop that count, and calls of a procedure within itself.
    pub unwind: u64,
    /// By loop: its own bound, where it has one.
    pub of_loops: Vec<Option<u64>>,
    /// Steps in all: an engine without other limits stops there.
    pub steps: u64,
    pub deadline: Option<Instant>,
    /// Bytes that the process may use.
    pub memory: Option<u64>,
}

impl Bounds {
    pub fn of_loop(&self, id: LoopId) -> u64 {
        self.of_loops.get(id.index()).copied().flatten().unwrap_or(self.unwind)
    }
}

/// Open calls, whatever is known about them.
const DEEPEST: usize = 2_500;

/// Why the unwinding did not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    Interrupted,
    Steps,
    /// The memory that the engine may use is in use.
    Memory,
}

/// The unwound program.
pub fn unwind(task: &Task, bounds: Bounds, induction: Option<&Induction>, cancel: &AtomicBool) -> Result<Ssa, Stopped> {
    unwind_with(Builder::new(), task, bounds, induction, cancel)
}

/// The unwound program, made by this builder.
pub fn unwind_with(
    builder: Builder,
    task: &Task,
    bounds: Bounds,
    induction: Option<&Induction>,
    cancel: &AtomicBool,
) -> Result<Ssa, Stopped> {
    let program = task.program;
    let loops = Loops::of(program);
    let mut unwinder = Unwinder {
        task,
        program,
        regions: regions(program, &loops).into(),
        endings: Endings::of(program),
        watched: Watched::of(task),
        written: induction.map_or_else(Vec::new, |_| Written::by_loops(program, &loops)),
        loops,
        pool: program.exprs.clone(),
        conditions: FaultConditions::new(program)
            .with_shift_overflow(task.properties.contains(&heureka_ir::Property::Overflow)),
        builder,
        bounds,
        induction,
        is_assumed: false,
        cancel,
        steps: 0,
        open: Vec::new(),
    };
    let guard = unwinder.builder.bool(true);
    let mut state = State { guard, vars: vec![None; program.vars.len()], arrays: vec![None; program.arrays.len()] };
    for var in program.var_ids().filter(|var| program.var(*var).owner.is_none()) {
        let value = unwinder.builder.int(program.var(var).ty, program.var(var).init);
        state.vars[var.index()] = Some(value);
    }
    unwinder.create_arrays(None, &mut state);
    unwinder.create_arrays(Some(program.entry), &mut state);
    unwinder.open.push(Open { proc: program.entry, guard, at_entry: state.vars.clone() });
    unwinder.procedure(program.entry, state)?;
    Ok(unwinder.builder.ssa)
}

pub(super) struct Unwinder<'a> {
    task: &'a Task<'a>,
    pub(super) program: &'a Program,
    /// By procedure.
    regions: Rc<[Region]>,
    pub(super) loops: Loops,
    pub(super) endings: Endings,
    watched: Watched,
    /// By loop, for induction.
    pub(super) written: Vec<Written>,
    /// The expressions of the program, and the conditions of their faults.
    pool: ExprPool,
    conditions: FaultConditions<'a>,
    pub(super) builder: Builder,
    pub(super) bounds: Bounds,
    pub(super) induction: Option<&'a Induction<'a>>,
    /// In rounds of which it is assumed that they go well.
    pub(super) is_assumed: bool,
    cancel: &'a AtomicBool,
    steps: u64,
    pub(super) open: Vec<Open>,
}

/// A procedure that is open.
pub(super) struct Open {
    proc: ProcId,
    /// The guard of its call.
    guard: ExprId,
    /// By variable.
    pub(super) at_entry: Vec<Option<ExprId>>,
}

/// The states that wait at locations of one call, and the loops that were left.
#[derive(Default)]
pub(super) struct Waiting {
    pub(super) states: BTreeMap<LocId, State>,
    pub(super) left: Vec<LoopId>,
}

impl Waiting {
    pub(super) fn arrive(&mut self, loc: LocId, state: State, program: &Program, builder: &mut Builder) {
        let merged = match self.states.remove(&loc) {
            // What arrived first comes first.
            Some(before) => before.merge(state, program, builder),
            None => state,
        };
        self.states.insert(loc, merged);
    }
}

impl Unwinder<'_> {
    /// Arrays of the program, or of a procedure that is entered.
    fn create_arrays(&mut self, owner: Option<ProcId>, state: &mut State) {
        for id in self.program.array_ids().filter(|id| self.program.array(*id).owner == owner) {
            let array = self.program.array(id);
            let zero = self.builder.int(array.elem, 0);
            let version = match &array.init {
                Initial::Undefined => {
                    let version = self.builder.array(ArrayVersion { of: id, meaning: Contents::Input });
                    let answer = Answer::Contents { of: version, prefix: Box::default() };
                    self.builder.ssa.asks.push(Ask { guard: state.guard, answer });
                    version
                }
                Initial::Zero => self.builder.array(ArrayVersion { of: id, meaning: Contents::Constant(zero) }),
                Initial::Values(values) => {
                    let mut version = self.builder.array(ArrayVersion { of: id, meaning: Contents::Constant(zero) });
                    for (at, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
                        let indices = self.indices(id, at as u64);
                        let value = self.builder.int(array.elem, value);
                        let meaning = Contents::Store { from: version, indices, value };
                        version = self.builder.array(ArrayVersion { of: id, meaning });
                    }
                    version
                }
            };
            state.arrays[id.index()] = Some(version);
        }
    }

    /// The indices of a cell in row-major order.
    fn indices(&mut self, array: ArrayId, mut at: u64) -> Box<[ExprId]> {
        let dims = self.program.array(array).dims.clone();
        let mut indices = vec![0; dims.len()];
        for (index, dim) in indices.iter_mut().zip(&dims).rev() {
            let extent = match dim {
                heureka_ir::Dim::Const(extent) => (*extent).max(1),
                _ => u64::MAX,
            };
            *index = at % extent;
            at /= extent;
        }
        indices.into_iter().map(|index| self.builder.int(heureka_ir::IntTy::OFFSET, index as i128)).collect()
    }

    /// Follows a procedure from its entry; the state at its exit, if one gets there.
    fn procedure(&mut self, proc: ProcId, state: State) -> Result<Option<State>, Stopped> {
        let procedure = self.program.proc(proc);
        let mut waiting = Waiting::default();
        waiting.states.insert(procedure.entry, state);
        let regions = Rc::clone(&self.regions);
        // Once, but where loops can be entered in several places: no state is forgotten.
        while waiting.states.keys().any(|loc| *loc != procedure.exit) {
            self.region(&regions[proc.index()], &mut waiting)?;
        }
        Ok(waiting.states.remove(&procedure.exit))
    }

    pub(super) fn region(&mut self, region: &Region, waiting: &mut Waiting) -> Result<(), Stopped> {
        for element in region {
            match element {
                Element::Loc(loc) => {
                    // The exit of a procedure keeps its state.
                    if self.program.proc(self.program.loc(*loc).proc).exit == *loc {
                        continue;
                    }
                    if let Some(state) = waiting.states.remove(loc) {
                        self.location(*loc, state, None, waiting)?;
                    }
                }
                Element::Loop(id, body) => self.unwind_loop(*id, body, waiting)?,
            }
        }
        Ok(())
    }

    /// Follows the edges out of a location. Those that stay in the loop `within` are cut off.
    pub(super) fn location(
        &mut self,
        loc: LocId,
        mut state: State,
        within: Option<LoopId>,
        waiting: &mut Waiting,
    ) -> Result<(), Stopped> {
        let location = self.program.loc(loc);
        match &location.kind {
            LocKind::Normal => {}
            LocKind::Halt => return Ok(()),
            LocKind::Error { fault, .. } => {
                if self.task.asks_for(*fault) {
                    self.oblige(ObligationKind::Property(*fault), Site::Loc(loc), location.span, state.guard);
                }
                return Ok(());
            }
            LocKind::Unsupported { what } => {
                let kind = ObligationKind::Unsupported(what.clone());
                self.oblige(kind, Site::Loc(loc), location.span, state.guard);
                return Ok(());
            }
        }
        for &error in self.watched.errors(loc) {
            self.builder.ssa.reached.push((Site::Loc(error), state.guard));
        }
        let before = state.guard;
        for edge in self.program.out_edges(loc) {
            self.steps += 1;
            if self.steps > self.bounds.steps {
                return Err(Stopped::Steps);
            }
            if self.steps.is_multiple_of(256) && self.is_interrupted() {
                return Err(Stopped::Interrupted);
            }
            if self.steps.is_multiple_of(4096) && memory::is_beyond(self.bounds.memory) {
                return Err(Stopped::Memory);
            }
            if state.is_dead(&self.builder) {
                break;
            }
            let stepped = self.step(edge, &mut state)?;
            if is_assumption(self.program, loc) {
                let after = stepped.as_ref().map_or_else(|| self.builder.bool(false), |next| next.guard);
                self.builder.ssa.assumptions.push(Assumption { edge, before, after });
            }
            let Some(next) = stepped else { continue };
            let to = self.program.edge(edge).to;
            if let Some(id) = within.filter(|id| self.loops.contains(*id, to)) {
                let unwinding = Unwinding::Loop(self.loops.get(id).head);
                let kind = ObligationKind::Unwinding(unwinding);
                self.oblige(kind, Site::Edge(edge), self.program.edge(edge).span, next.guard);
                continue;
            }
            self.note_exits(loc, to, waiting);
            waiting.arrive(to, next, self.program, &mut self.builder);
        }
        Ok(())
    }

    /// The loops that an execution which goes on leaves.
    fn note_exits(&self, from: LocId, to: LocId, waiting: &mut Waiting) {
        if self.endings.contains(to) {
            return;
        }
        let mut at = self.loops.innermost(from);
        while let Some(id) = at.filter(|id| !self.loops.contains(*id, to)) {
            waiting.left.push(id);
            at = self.loops.get(id).parent;
        }
    }

    fn is_interrupted(&self) -> bool {
        let late = self.bounds.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline);
        late || self.cancel.load(Ordering::Relaxed)
    }

    /// Where it is assumed that all goes well, only what is cut off counts.
    fn oblige(&mut self, kind: ObligationKind, site: Site, span: Span, guard: ExprId) {
        let counts = !self.is_assumed || matches!(kind, ObligationKind::Unwinding(_));
        if counts && self.builder.as_bool(guard) != Some(false) {
            self.builder.note(Done::Obligation(self.builder.ssa.obligations.len()));
            self.builder.ssa.obligations.push(Obligation { kind, site, span, guard });
        }
    }

    /// The state after an edge; `state` becomes that of an execution which goes on to the next edge of the location.
    fn step(&mut self, id: EdgeId, state: &mut State) -> Result<Option<State>, Stopped> {
        let edge = self.program.edge(id);
        let mut memo = HashMap::new();
        self.check_faults(id, state, &mut memo);
        self.builder.guard = state.guard;
        if state.is_dead(&self.builder) {
            return Ok(None);
        }
        if let Op::Assume(guard) = edge.op {
            let condition = self.value(guard, state, &mut memo);
            let not = self.builder.not(condition);
            let taken = self.builder.and(state.guard, condition);
            let next = State { guard: taken, ..state.clone() };
            state.guard = self.builder.and(state.guard, not);
            return Ok(Some(next).filter(|next| !next.is_dead(&self.builder)));
        }
        // Without a guard nothing goes on to another edge.
        let dead = self.builder.bool(false);
        let mut next = std::mem::replace(state, State { guard: dead, vars: Vec::new(), arrays: Vec::new() });
        match &edge.op {
            Op::Skip | Op::Assume(_) => {}
            Op::Assign(pairs) => {
                let values: Vec<ExprId> = pairs.iter().map(|pair| self.value(pair.1, &next, &mut memo)).collect();
                for (&(var, _), value) in pairs.iter().zip(values) {
                    next.vars[var.index()] = Some(version_of(&mut self.builder, var, value));
                }
            }
            Op::Store { array, indices, value } => self.store(*array, indices, *value, &mut next, &mut memo),
            Op::Fill { array, prefix, value } => self.store(*array, prefix, *value, &mut next, &mut memo),
            Op::Copy { to, from } => next.arrays[to.index()] = next.arrays[from.index()],
            Op::Havoc { var, .. } => {
                let version = self.builder.input(*var, self.program.var(*var).ty, next.guard);
                next.vars[var.index()] = Some(version);
            }
            Op::HavocArray { array, prefix, .. } => {
                let prefix: Box<[ExprId]> = prefix.iter().map(|&index| self.value(index, &next, &mut memo)).collect();
                let fresh = self.builder.array(ArrayVersion { of: *array, meaning: Contents::Input });
                let answer = Answer::Contents { of: fresh, prefix: prefix.clone() };
                self.builder.ssa.asks.push(Ask { guard: next.guard, answer });
                let from = next.arrays[array.index()].expect("arrays exist where they are used");
                let version = match prefix.is_empty() {
                    true => fresh,
                    false => self
                        .builder
                        .array(ArrayVersion { of: *array, meaning: Contents::Chosen { from, prefix, fresh } }),
                };
                next.arrays[array.index()] = Some(version);
            }
            Op::Call { proc, args, results } => return self.call(id, *proc, args, results, next, memo),
            Op::Return(values) => {
                let results = &self.program.proc(self.program.loc(edge.from).proc).results;
                let values: Vec<ExprId> = values.iter().map(|&value| self.value(value, &next, &mut memo)).collect();
                for (&var, value) in results.iter().zip(values) {
                    next.vars[var.index()] = Some(version_of(&mut self.builder, var, value));
                }
            }
        }
        Ok(Some(next))
    }

    /// No execution goes on after a fault; those that are asked for are obligations.
    fn check_faults(&mut self, id: EdgeId, state: &mut State, memo: &mut HashMap<ExprId, ExprId>) {
        let edge = self.program.edge(id);
        for (fault, condition) in self.conditions.of_op(&mut self.pool, &edge.op) {
            // The paper has no faults.
            if self.builder.is_plain && !self.task.asks_for(fault) {
                continue;
            }
            let condition = self.value(condition, state, memo);
            if self.task.asks_for(fault) {
                self.builder.ssa.reached.push((Site::Edge(id), state.guard));
            }
            if self.builder.as_bool(condition) == Some(false) {
                continue;
            }
            if self.task.asks_for(fault) {
                let guard = self.builder.and(state.guard, condition);
                self.oblige(ObligationKind::Property(fault), Site::Edge(id), edge.span, guard);
            }
            let fine = self.builder.not(condition);
            state.guard = self.builder.and(state.guard, fine);
        }
    }

    fn store(
        &mut self,
        array: ArrayId,
        indices: &[ExprId],
        value: ExprId,
        state: &mut State,
        memo: &mut HashMap<ExprId, ExprId>,
    ) {
        let indices: Box<[ExprId]> = indices.iter().map(|&index| self.value(index, state, memo)).collect();
        let value = self.value(value, state, memo);
        let from = state.arrays[array.index()].expect("arrays exist where they are used");
        let meaning = match indices.is_empty() {
            true => Contents::Constant(value),
            false => Contents::Store { from, indices, value },
        };
        state.arrays[array.index()] = Some(self.builder.array(ArrayVersion { of: array, meaning }));
    }

    fn call(
        &mut self,
        edge: EdgeId,
        proc: ProcId,
        args: &[ExprId],
        results: &[heureka_ir::VarId],
        state: State,
        mut memo: HashMap<ExprId, ExprId>,
    ) -> Result<Option<State>, Stopped> {
        // Calls of a procedure within itself count when it is not known that they are made.
        let guards = self.open.iter().filter(|open| open.proc == proc).map(|open| open.guard);
        let mut nested: Vec<ExprId> = guards.chain([state.guard]).collect();
        nested.dedup();
        if nested.len() as u64 > self.bounds.unwind.saturating_add(1) || self.open.len() >= DEEPEST {
            self.builder.ssa.is_cut_off |= self.open.len() >= DEEPEST;
            let kind = ObligationKind::Unwinding(Unwinding::Call(edge));
            self.oblige(kind, Site::Edge(edge), self.program.edge(edge).span, state.guard);
            return Ok(None);
        }
        let args: Vec<ExprId> = args.iter().map(|&arg| self.value(arg, &state, &mut memo)).collect();
        let callee = self.program.proc(proc);
        let mut inner = state.clone();
        for var in self.program.var_ids().filter(|var| self.program.var(*var).owner == Some(proc)) {
            inner.vars[var.index()] = None;
        }
        for (&param, arg) in callee.params.iter().zip(args) {
            inner.vars[param.index()] = Some(arg);
        }
        self.create_arrays(Some(proc), &mut inner);
        self.open.push(Open { proc, guard: state.guard, at_entry: inner.vars.clone() });
        let exit = self.procedure(proc, inner);
        self.open.pop();
        let Some(mut after) = exit? else { return Ok(None) };
        let values: Vec<Option<ExprId>> = callee.results.iter().map(|var| after.vars[var.index()]).collect();
        // The caller's own locals are as they were.
        for var in self.program.var_ids().filter(|var| self.program.var(*var).owner.is_some()) {
            after.vars[var.index()] = state.vars[var.index()];
        }
        for array in self.program.array_ids().filter(|array| self.program.array(*array).owner.is_some()) {
            after.arrays[array.index()] = state.arrays[array.index()];
        }
        for (&var, value) in results.iter().zip(values) {
            after.vars[var.index()] = value;
        }
        Ok(Some(after))
    }

    /// The value of an expression of the program in a state.
    fn value(&mut self, expr: ExprId, state: &State, memo: &mut HashMap<ExprId, ExprId>) -> ExprId {
        let mut stack = vec![(expr, false)];
        while let Some((id, ready)) = stack.pop() {
            if memo.contains_key(&id) {
                continue;
            }
            if ready {
                let value = self.node(id, state, memo);
                memo.insert(id, value);
            } else {
                stack.push((id, true));
                stack.extend(self.pool.operands(id).map(|operand| (operand, false)));
            }
        }
        memo[&expr]
    }

    fn node(&mut self, id: ExprId, state: &State, memo: &HashMap<ExprId, ExprId>) -> ExprId {
        let builder = &mut self.builder;
        match self.pool.node(id) {
            Node::Bool(value) => builder.bool(*value),
            Node::Int(_) => {
                let value = self.pool.as_const(id).expect("a constant has a value");
                builder.int(self.pool.int_ty(id), value)
            }
            Node::Var(var) => state.vars[var.index()].expect("variables have values where they are read"),
            Node::Read(array, indices) => {
                let indices: Vec<ExprId> = indices.iter().map(|index| memo[index]).collect();
                let version = state.arrays[array.index()].expect("arrays exist where they are read");
                builder.read(version, self.pool.int_ty(id), &indices)
            }
            Node::Unary(op, a) => builder.unary(*op, memo[a]),
            Node::Binary(op, a, b) => builder.binary(*op, memo[a], memo[b]),
            Node::Compare(op, a, b) => builder.compare(*op, memo[a], memo[b]),
            Node::Cast(a) => builder.cast(self.pool.int_ty(id), memo[a]),
            Node::Ite(c, a, b) => builder.ite(memo[c], memo[a], memo[b]),
            Node::Not(a) => builder.not(memo[a]),
            Node::And(a, b) => builder.and(memo[a], memo[b]),
            Node::Or(a, b) => builder.or(memo[a], memo[b]),
            Node::NotEmpty(set) => {
                let version = state.arrays[set.index()].expect("sets exist where they are tested");
                builder.not_empty(version)
            }
        }
    }
}
