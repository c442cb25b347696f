//! Whether invariants with ghosts are a proof, found out by trying all values of all variables and all contents of the
//! arrays. For programs over types of one or two bits, with global arrays of one dimension. Written from the definitions in
//! `invariant.rs`, as plainly as possible.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::invariant::{CellIndex, Constraint, Ghost, Invariant, Invariants, Relation, Value};
use heureka_ir::*;

use crate::oracle::eval_with;

/// Everything that a moment of an execution has, by id; what is out of scope is zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment {
    pub vars: Vec<i128>,
    /// For each array its contents from the index [`ArrayOracle::FIRST`] on.
    pub arrays: Vec<Vec<i128>>,
    /// The values of the ghosts `Last`, by ghost; zero for others.
    pub lasts: Vec<i128>,
}

/// When the procedure was entered, now, and the rigids, by ghost.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub entry: Moment,
    pub now: Moment,
    pub rigids: Vec<i128>,
}

pub struct ArrayOracle<'p> {
    pub program: &'p Program,
    pub properties: BTreeSet<Property>,
    pub ghosts: &'p [Ghost],
    /// The type of indices, of rigids and of what ghosts remember.
    index: IntTy,
    /// For each procedure those that it calls, directly or not, and itself.
    reached: Vec<Vec<bool>>,
}

/// What a callee leaves behind, by what it was given.
type Ends = BTreeMap<ProcId, BTreeMap<(Moment, Vec<i128>), BTreeSet<Moment>>>;

impl<'p> ArrayOracle<'p> {
    pub fn new(program: &'p Program, properties: &[Property], ghosts: &'p [Ghost], index: IntTy) -> ArrayOracle<'p> {
        let calls = CallGraph::of(program);
        let reached = program.proc_ids().map(|proc| calls.reachable(proc)).collect();
        ArrayOracle { program, properties: properties.iter().copied().collect(), ghosts, index, reached }
    }

    /// One beyond what an index can be, on both sides.
    const FIRST: i128 = -1;

    fn places(&self) -> usize {
        (self.index.max() + 3) as usize
    }

    pub fn contents(&self, moment: &Moment, array: ArrayId, index: i128) -> i128 {
        moment.arrays[array.index()][(index - Self::FIRST) as usize]
    }

    fn eval(&self, moment: &Moment, expr: ExprId) -> Result<i128, Fault> {
        let read = |array: ArrayId, indices: &[i128]| self.access(moment, array, indices[0]);
        eval_with(self.program, &moment.vars, &read, expr)
    }

    fn access(&self, moment: &Moment, array: ArrayId, index: i128) -> Result<i128, Fault> {
        let Dim::Const(extent) = self.program.array(array).dims[0] else { panic!("constant extents are expected") };
        if !(0..i128::from(extent)).contains(&index) {
            return Err(Fault::OutOfBounds);
        }
        Ok(self.contents(moment, array, index))
    }

    fn is_global(&self, cell: &Ghost) -> bool {
        let Ghost::Cell { indices, .. } = cell else { return true };
        let CellIndex::Now(expr) = indices[0] else { return true };
        let Node::Var(var) = self.program.exprs.node(expr) else { panic!("an index is a variable") };
        self.program.var(*var).owner.is_none()
    }

    fn ghost(&self, at: usize, moment: &Moment, rigids: &[i128]) -> i128 {
        match &self.ghosts[at] {
            Ghost::Rigid { .. } => rigids[at],
            Ghost::Last { .. } => moment.lasts[at],
            Ghost::Cell { array, indices } => {
                let index = match indices[0] {
                    CellIndex::Const(index) => index,
                    CellIndex::Rigid { ghost, offset } => rigids[ghost.index() - self.program.vars.len()] + offset,
                    CellIndex::Mirrored { ghost, sum, offset } => {
                        let value = |ghost: VarId| rigids[ghost.index() - self.program.vars.len()];
                        sum.map_or(0, value) + offset - value(ghost)
                    }
                    CellIndex::Now(expr) => self.eval(moment, expr).expect("an index is a variable"),
                };
                self.contents(moment, *array, index)
            }
        }
    }

    pub fn value(&self, state: &State, of: Value) -> i128 {
        let (var, moment) = match of {
            Value::AtEntry(var) => (var, &state.entry),
            Value::Now(var) => (var, &state.now),
        };
        match var.index().checked_sub(self.program.vars.len()) {
            None => moment.vars[var.index()],
            Some(at) => self.ghost(at, moment, &state.rigids),
        }
    }

    fn holds(&self, constraint: &Constraint, state: &State) -> bool {
        let terms = constraint.terms.iter().map(|&(of, factor)| factor * self.value(state, of));
        let sum = constraint.constant + terms.sum::<i128>();
        match constraint.relation {
            Relation::Zero => sum == 0,
            Relation::AtLeastZero => sum >= 0,
            Relation::AboveZero => sum > 0,
            Relation::NonZero => sum != 0,
            Relation::Modulo { modulus, width } => sum.rem_euclid(modulus) <= width,
        }
    }

    pub fn includes(&self, invariant: &Invariant, state: &State) -> bool {
        invariant.disjuncts.iter().any(|disjunct| disjunct.iter().all(|constraint| self.holds(constraint, state)))
    }

    fn zero(&self) -> Moment {
        let arrays = vec![vec![0; self.places()]; self.program.arrays.len()];
        Moment { vars: vec![0; self.program.vars.len()], arrays, lasts: vec![0; self.ghosts.len()] }
    }

    fn values(&self, ty: IntTy) -> Vec<i128> {
        (ty.min()..=ty.max()).collect()
    }

    fn with_vars(&self, from: Vec<Moment>, vars: &[VarId]) -> Vec<Moment> {
        vars.iter().fold(from, |all, var| {
            each(all, &self.values(self.program.var(*var).ty), |moment, value| moment.vars[var.index()] = value)
        })
    }

    fn with_contents(&self, from: Vec<Moment>, array: ArrayId) -> Vec<Moment> {
        let values = self.values(self.program.array(array).elem);
        (0..self.places())
            .fold(from, |all, at| each(all, &values, |moment, value| moment.arrays[array.index()][at] = value))
    }

    fn with_lasts(&self, from: Vec<Moment>) -> Vec<Moment> {
        let lasts = (0..self.ghosts.len()).filter(|at| matches!(self.ghosts[*at], Ghost::Last { .. }));
        lasts.fold(from, |all, at| each(all, &self.values(self.index), |moment, value| moment.lasts[at] = value))
    }

    fn vars_of(&self, owner: Option<ProcId>) -> Vec<VarId> {
        self.program.var_ids().filter(|var| self.program.var(*var).owner == owner).collect()
    }

    /// All choices of the rigids.
    fn rigids(&self) -> Vec<Vec<i128>> {
        let mut all = vec![vec![0; self.ghosts.len()]];
        for at in (0..self.ghosts.len()).filter(|at| matches!(self.ghosts[*at], Ghost::Rigid { .. })) {
            all = each(all, &self.values(self.index), |rigids, value| rigids[at] = value);
        }
        all
    }

    /// All states of a procedure. Nobody speaks of the entry of the entry procedure, nor of what was remembered there.
    fn states(&self, proc: ProcId) -> Vec<State> {
        let global = |from: Vec<Moment>| {
            let from = self.with_vars(from, &self.vars_of(None));
            self.program.array_ids().fold(from, |all, array| self.with_contents(all, array))
        };
        let now = self.with_vars(self.with_lasts(global(vec![self.zero()])), &self.vars_of(Some(proc)));
        let entry = match proc == self.program.entry {
            true => vec![self.zero()],
            false => self.with_vars(global(vec![self.zero()]), &self.program.proc(proc).params),
        };
        let mut states = Vec::new();
        for rigids in self.rigids() {
            for entry in &entry {
                let state = |now: &Moment| State { entry: entry.clone(), now: now.clone(), rigids: rigids.clone() };
                states.extend(now.iter().map(state));
            }
        }
        states
    }

    fn entered(&self, proc: ProcId, given: &Moment, rigids: &[i128]) -> Vec<State> {
        let params = &self.program.proc(proc).params;
        let others: Vec<VarId> = self.vars_of(Some(proc)).into_iter().filter(|var| !params.contains(var)).collect();
        let entry = match proc == self.program.entry {
            true => self.zero(),
            false => Moment { lasts: self.zero().lasts, ..given.clone() },
        };
        let state = |now| State { entry: entry.clone(), now, rigids: rigids.to_vec() };
        self.with_vars(vec![given.clone()], &others).into_iter().map(state).collect()
    }

    fn initial(&self) -> Vec<State> {
        let mut start = self.zero();
        for var in self.vars_of(None) {
            start.vars[var.index()] = self.program.var(var).init;
        }
        let mut all = vec![start];
        for array in self.program.array_ids() {
            match &self.program.array(array).init {
                Contents::Zero => {}
                Contents::Undefined => all = self.with_contents(all, array),
                Contents::Values(values) => {
                    for moment in &mut all {
                        for (at, value) in values.iter().enumerate() {
                            moment.arrays[array.index()][(at as i128 - Self::FIRST) as usize] = *value;
                        }
                    }
                }
            }
        }
        let all = self.with_lasts(all);
        let rigids = self.rigids();
        let each = |rigids: &Vec<i128>| -> Vec<State> {
            all.iter().flat_map(|given| self.entered(self.program.entry, given, rigids)).collect()
        };
        rigids.iter().flat_map(each).collect()
    }

    /// The moments when the edge is taken: the ghosts on it remember.
    fn remembered(&self, edge: EdgeId, now: &Moment) -> Vec<Moment> {
        let mut all = vec![now.clone()];
        for (at, ghost) in self.ghosts.iter().enumerate() {
            let Ghost::Last { at: edges } = ghost else { continue };
            let Some((_, value)) = edges.iter().find(|(taken, _)| *taken == edge) else { continue };
            let values = self.eval(now, *value).map_or_else(|_| self.values(self.index), |value| vec![value]);
            all = each(all, &values, |moment, value| moment.lasts[at] = value);
        }
        all
    }

    /// The rigids are what they are to be where an execution fails.
    fn is_chosen(&self, now: &Moment, rigids: &[i128]) -> bool {
        self.ghosts.iter().enumerate().all(|(at, ghost)| match ghost {
            Ghost::Rigid { at_error: Some(equal), .. } => {
                rigids[at] == self.ghost(equal.index() - self.program.vars.len(), now, rigids)
            }
            _ => true,
        })
    }

    fn given(&self, now: &Moment, callee: ProcId, args: &[ExprId]) -> Result<Moment, Fault> {
        let mut given = Moment { vars: self.zero().vars, ..now.clone() };
        for var in self.vars_of(None) {
            given.vars[var.index()] = now.vars[var.index()];
        }
        for (param, arg) in self.program.proc(callee).params.iter().zip(args) {
            given.vars[param.index()] = self.eval(now, *arg)?;
        }
        Ok(given)
    }

    fn back(&self, now: &Moment, callee: ProcId, results: &[VarId], end: &Moment) -> Moment {
        let mut after = Moment { vars: now.vars.clone(), ..end.clone() };
        for var in self.vars_of(None) {
            after.vars[var.index()] = end.vars[var.index()];
        }
        for (into, result) in results.iter().zip(&self.program.proc(callee).results) {
            after.vars[into.index()] = end.vars[result.index()];
        }
        after
    }

    /// The moments after a step that is no call.
    fn successors(&self, id: EdgeId, now: &Moment) -> Result<Vec<Moment>, Fault> {
        let edge = self.program.edge(id);
        let set = |pairs: Vec<(VarId, ExprId)>| {
            let mut after = now.clone();
            for (var, value) in pairs {
                after.vars[var.index()] = self.eval(now, value)?;
            }
            Ok(vec![after])
        };
        let after = match &edge.op {
            Op::Skip => vec![now.clone()],
            Op::Assume(guard) => vec![now.clone(); self.eval(now, *guard)? as usize],
            Op::Assign(pairs) => set(pairs.to_vec())?,
            Op::Return(values) => {
                let results = &self.program.proc(self.program.loc(edge.from).proc).results;
                set(results.iter().copied().zip(values.iter().copied()).collect())?
            }
            Op::Havoc { var, .. } => self.with_vars(vec![now.clone()], &[*var]),
            Op::Store { array, indices, value } => {
                let (index, value) = (self.eval(now, indices[0])?, self.eval(now, *value)?);
                self.access(now, *array, index)?;
                let mut after = now.clone();
                after.arrays[array.index()][(index - Self::FIRST) as usize] = value;
                vec![after]
            }
            Op::Fill { array, value, .. } => {
                let value = self.eval(now, *value)?;
                let mut after = now.clone();
                after.arrays[array.index()].fill(value);
                vec![after]
            }
            Op::HavocArray { array, .. } => self.with_contents(vec![now.clone()], *array),
            Op::Copy { .. } => panic!("the oracle knows no sets"),
            Op::Call { .. } => panic!("calls are looked at elsewhere"),
        };
        // What is remembered was computed before the step.
        let remembered = self.remembered(id, now);
        let with = |after: &Moment| -> Vec<Moment> {
            remembered.iter().map(|seen| Moment { lasts: seen.lasts.clone(), ..after.clone() }).collect()
        };
        Ok(after.iter().flat_map(with).collect())
    }

    fn is_wrong(&self, loc: LocId) -> bool {
        match &self.program.loc(loc).kind {
            LocKind::Error { fault, .. } => self.properties.contains(&fault.property()),
            _ => false,
        }
    }

    /// Why the invariants prove nothing, if so.
    pub fn objection(&self, invariants: &Invariants) -> Option<String> {
        let program = self.program;
        let entry = program.proc(program.entry).entry;
        let at = |loc: LocId| &invariants.at[loc.index()];
        if let Some(state) = self.initial().iter().find(|state| !self.includes(at(entry), state)) {
            return Some(format!("{state:?} is not included at the start"));
        }
        let mut included: Vec<Vec<State>> = vec![Vec::new(); program.locs.len()];
        for proc in program.proc_ids() {
            let states = self.states(proc);
            for loc in program.loc_ids().filter(|loc| program.loc(*loc).proc == proc) {
                included[loc.index()] = states.iter().filter(|state| self.includes(at(loc), state)).cloned().collect();
            }
        }
        let mut ends: Ends = BTreeMap::new();
        for proc in program.proc_ids() {
            let ends = ends.entry(proc).or_default();
            for state in &included[program.proc(proc).exit.index()] {
                ends.entry((state.entry.clone(), state.rigids.clone())).or_default().insert(state.now.clone());
            }
        }
        for edge in program.edge_ids() {
            if let Some(fault) = self.fault_objection(edge, &included[program.edge(edge).from.index()]) {
                return Some(format!("{fault} at {edge}"));
            }
        }
        for loc in program.loc_ids() {
            for state in &included[loc.index()] {
                if self.is_wrong(loc) && self.is_chosen(&state.now, &state.rigids) {
                    return Some(format!("{state:?} at {loc} is an error"));
                }
                for edge in program.out_edges(loc) {
                    if let Some(objection) = self.edge_objection(edge, state, &ends, invariants) {
                        return Some(format!("{state:?} at {loc}: {objection}"));
                    }
                }
            }
        }
        None
    }

    /// A fault that is possible whichever of the two choices of the rigids is made: by what is remembered before it, or at it,
    /// be it at another edge out of the same location.
    fn fault_objection(&self, id: EdgeId, states: &[State]) -> Option<Fault> {
        let edge = self.program.edge(id);
        let fault_of = |state: &State| match &edge.op {
            Op::Call { proc, args, .. } => self.given(&state.now, *proc, args).err(),
            _ => self.successors(id, &state.now).err(),
        };
        let at_fault = |now: &Moment| -> Vec<Moment> {
            let others = self.program.out_edges(edge.from).filter(|other| *other != id);
            // The last one counts, so this edge comes last, and the first of the others before it.
            let edges: Vec<EdgeId> = others.rev().chain([id]).collect();
            let from = |all: Vec<Moment>, edge: EdgeId| -> Vec<Moment> {
                let seen = |moment: &Moment| {
                    let lasts = self.remembered(edge, &Moment { lasts: moment.lasts.clone(), ..now.clone() });
                    lasts.into_iter().collect::<Vec<Moment>>()
                };
                all.iter().flat_map(seen).collect()
            };
            edges.into_iter().fold(vec![now.clone()], from)
        };
        for fault in faults::EXPRESSION_FAULTS.into_iter().filter(|fault| self.properties.contains(&fault.property())) {
            let failing = || states.iter().filter(|state| fault_of(state) == Some(fault));
            let is_open_before = failing().any(|state| self.is_chosen(&state.now, &state.rigids));
            let is_open_then =
                || failing().any(|state| at_fault(&state.now).iter().any(|now| self.is_chosen(now, &state.rigids)));
            if is_open_before && is_open_then() {
                return Some(fault);
            }
        }
        None
    }

    fn edge_objection(&self, id: EdgeId, state: &State, ends: &Ends, invariants: &Invariants) -> Option<String> {
        let program = self.program;
        let edge = program.edge(id);
        let at = |loc: LocId| &invariants.at[loc.index()];
        let is_lost = |loc: LocId, after: &State| {
            (!self.is_wrong(loc) || self.is_chosen(&after.now, &after.rigids)) && !self.includes(at(loc), after)
        };
        let with = |now: Moment| State { now, ..state.clone() };
        let Op::Call { proc, args, results } = &edge.op else {
            return match self.successors(id, &state.now) {
                Ok(after) => {
                    after.into_iter().map(with).find(|after| is_lost(edge.to, after)).map(|after| format!("{after:?}"))
                }
                Err(_) => None,
            };
        };
        for now in self.remembered(id, &state.now) {
            let Ok(mut given) = self.given(&state.now, *proc, args) else { return None };
            given.lasts = now.lasts.clone();
            let callee = program.proc(*proc);
            let starts = self.entered(*proc, &given, &state.rigids);
            if let Some(start) = starts.iter().find(|start| is_lost(callee.entry, start)) {
                return Some(format!("call to {start:?}"));
            }
            let key = (starts[0].entry.clone(), state.rigids.clone());
            for end in ends[proc].get(&key).into_iter().flatten().filter(|end| self.can_end(*proc, &given, end)) {
                let after = with(self.back(&state.now, *proc, results, end));
                if is_lost(edge.to, &after) {
                    return Some(format!("back to {after:?}"));
                }
            }
        }
        None
    }

    /// What a procedure does not write is what it was.
    fn can_end(&self, proc: ProcId, given: &Moment, end: &Moment) -> bool {
        let reached = &self.reached[proc.index()];
        let edges = || {
            self.program.edge_ids().filter(|edge| reached[self.program.loc(self.program.edge(*edge).from).proc.index()])
        };
        let op = |edge: EdgeId| &self.program.edge(edge).op;
        let writes = |var: VarId| edges().any(|edge| op(edge).written_vars().any(|written| written == var));
        let writes_array = |array: ArrayId| edges().any(|edge| op(edge).written_array() == Some(array));
        let remembers = |at: usize| match &self.ghosts[at] {
            Ghost::Last { at: pairs } => edges().any(|edge| pairs.iter().any(|pair| pair.0 == edge)),
            _ => false,
        };
        self.vars_of(None).iter().all(|var| writes(*var) || given.vars[var.index()] == end.vars[var.index()])
            && self
                .program
                .array_ids()
                .all(|array| writes_array(array) || given.arrays[array.index()] == end.arrays[array.index()])
            && (0..self.ghosts.len()).all(|at| remembers(at) || given.lasts[at] == end.lasts[at])
    }

    /// The states that executions reach, at each location.
    pub fn reachable(&self) -> Vec<BTreeSet<State>> {
        let program = self.program;
        let mut reached: Vec<BTreeSet<State>> = vec![BTreeSet::new(); program.locs.len()];
        let mut open: Vec<(LocId, State)> = Vec::new();
        let entry = program.proc(program.entry).entry;
        open.extend(self.initial().into_iter().map(|state| (entry, state)));
        while let Some((loc, state)) = open.pop() {
            if !reached[loc.index()].insert(state.clone()) {
                continue;
            }
            let proc = program.loc(loc).proc;
            let with = |now: Moment| State { now, ..state.clone() };
            if loc == program.proc(proc).exit {
                // Back to all callers that gave these values.
                for id in program.edge_ids() {
                    let edge = program.edge(id);
                    let Op::Call { proc: callee, args, results } = &edge.op else { continue };
                    for caller in reached[edge.from.index()].iter().filter(|_| *callee == proc) {
                        let given = self.given(&caller.now, proc, args);
                        if given.is_ok_and(|given| self.fits(&given, caller, &state)) {
                            let after = self.back(&caller.now, proc, results, &state.now);
                            open.push((edge.to, State { now: after, ..caller.clone() }));
                        }
                    }
                }
            }
            for id in program.out_edges(loc) {
                let edge = program.edge(id);
                if let Op::Call { proc: callee, args, results } = &edge.op {
                    let Ok(given) = self.given(&state.now, *callee, args) else { continue };
                    let begin = program.proc(*callee).entry;
                    for seen in self.remembered(id, &state.now) {
                        let given = Moment { lasts: seen.lasts, ..given.clone() };
                        open.extend(self.entered(*callee, &given, &state.rigids).into_iter().map(|to| (begin, to)));
                    }
                    for end in &reached[program.proc(*callee).exit.index()] {
                        if self.fits(&given, &state, end) {
                            open.push((edge.to, with(self.back(&state.now, *callee, results, &end.now))));
                        }
                    }
                } else if let Ok(after) = self.successors(id, &state.now) {
                    open.extend(after.into_iter().map(|after| (edge.to, with(after))));
                }
            }
        }
        reached
    }

    /// Whether a callee that was given this may come to this end. (What was remembered is not compared: that is more than
    /// what is reached, and no less.)
    fn fits(&self, given: &Moment, caller: &State, end: &State) -> bool {
        given.vars == end.entry.vars && given.arrays == end.entry.arrays && caller.rigids == end.rigids
    }

    /// What invariants at a location may speak of.
    pub fn values_at(&self, loc: LocId) -> Vec<Value> {
        let program = self.program;
        let proc = program.loc(loc).proc;
        let ghost_ids = || (0..self.ghosts.len()).map(|at| Invariants::ghost_var(program, at));
        let vars = program.var_ids().filter(|var| program.var(*var).owner.is_none_or(|owner| owner == proc));
        let in_scope = |ghost: &VarId| self.owner(*ghost).is_none_or(|owner| owner == proc);
        let mut values: Vec<Value> = vars.chain(ghost_ids().filter(in_scope)).map(Value::Now).collect();
        if proc != program.entry {
            let at_entry = program.proc(proc).params.iter().copied().chain(self.vars_of(None));
            let cells = ghost_ids().filter(|ghost| {
                let ghost = &self.ghosts[ghost.index() - program.vars.len()];
                self.is_global(ghost) && !matches!(ghost, Ghost::Last { .. })
            });
            values.extend(at_entry.chain(cells).map(Value::AtEntry));
        }
        values
    }

    fn owner(&self, ghost: VarId) -> Option<ProcId> {
        let Ghost::Cell { indices, .. } = &self.ghosts[ghost.index() - self.program.vars.len()] else { return None };
        let CellIndex::Now(expr) = indices[0] else { return None };
        let Node::Var(var) = self.program.exprs.node(expr) else { panic!("an index is a variable") };
        self.program.var(*var).owner
    }
}

/// Each with each of the values.
fn each<T: Clone>(all: Vec<T>, values: &[i128], set: impl Fn(&mut T, i128)) -> Vec<T> {
    let mut more = Vec::with_capacity(all.len() * values.len());
    for one in all {
        for &value in values {
            let mut one = one.clone();
            set(&mut one, value);
            more.push(one);
        }
    }
    more
}
