//! Whether invariants are a proof, found out by trying all values of all variables: for programs over types of two or
//! three bits, without arrays. Written from the definitions, as plainly as possible.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::invariant::{Constraint, Invariant, Invariants, Relation, Value};
use heureka_ir::*;

/// The values of all variables of the program, by id; those out of scope are zero.
pub type Valuation = Vec<i128>;

/// When the procedure was entered, and now.
pub type State = (Valuation, Valuation);

pub fn holds(constraint: &Constraint, (entry, now): &State) -> bool {
    let value = |of: Value| match of {
        Value::AtEntry(var) => entry[var.index()],
        Value::Now(var) => now[var.index()],
    };
    let sum = constraint.constant + constraint.terms.iter().map(|&(of, factor)| factor * value(of)).sum::<i128>();
    match constraint.relation {
        Relation::Zero => sum == 0,
        Relation::AtLeastZero => sum >= 0,
        Relation::AboveZero => sum > 0,
        Relation::NonZero => sum != 0,
        Relation::Modulo { modulus, width } => sum.rem_euclid(modulus) <= width,
    }
}

pub fn includes(invariant: &Invariant, state: &State) -> bool {
    invariant.disjuncts.iter().any(|disjunct| disjunct.iter().all(|constraint| holds(constraint, state)))
}

/// The value of an expression without arrays; a condition is 0 or 1.
pub fn eval(program: &Program, now: &Valuation, expr: ExprId) -> Result<i128, Fault> {
    eval_with(program, now, &|_, _| panic!("the oracle knows no arrays"), expr)
}

/// The contents of arrays.
pub type Contents<'a> = dyn Fn(ArrayId, &[i128]) -> Result<i128, Fault> + 'a;

/// The value of an expression, where `read` tells the contents of arrays.
pub fn eval_with(program: &Program, now: &Valuation, read: &Contents, expr: ExprId) -> Result<i128, Fault> {
    let pool = &program.exprs;
    let of = |expr| eval_with(program, now, read, expr);
    Ok(match *pool.node(expr) {
        Node::Bool(value) => value.into(),
        Node::Int(_) => pool.as_const(expr).unwrap(),
        Node::Var(var) => now[var.index()],
        Node::Read(array, ref indices) => {
            let indices: Vec<i128> = indices.iter().map(|index| of(*index)).collect::<Result<_, Fault>>()?;
            read(array, &indices)?
        }
        Node::Unary(op, a) => op.eval(pool.int_ty(expr), of(a)?)?,
        Node::Binary(op, a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            op.eval(pool.int_ty(expr), a, b)?
        }
        Node::Compare(op, a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            op.eval(a, b).into()
        }
        Node::Cast(a) => pool.int_ty(expr).wrap(of(a)?),
        Node::Not(a) => 1 - of(a)?,
        Node::NotEmpty(_) => panic!("the oracle knows no sets"),
        Node::And(a, b) => {
            if of(a)? == 1 {
                of(b)?
            } else {
                0
            }
        }
        Node::Or(a, b) => {
            if of(a)? == 1 {
                1
            } else {
                of(b)?
            }
        }
        Node::Ite(c, a, b) => {
            if of(c)? == 1 {
                of(a)?
            } else {
                of(b)?
            }
        }
    })
}

pub struct Oracle<'p> {
    pub program: &'p Program,
    pub properties: BTreeSet<Property>,
    /// All states of each procedure.
    states: Vec<Vec<State>>,
}

impl<'p> Oracle<'p> {
    pub fn new(program: &'p Program, properties: &[Property]) -> Oracle<'p> {
        let properties = properties.iter().copied().collect();
        let mut oracle = Oracle { program, properties, states: Vec::new() };
        oracle.states = program.proc_ids().map(|proc| oracle.states(proc)).collect();
        oracle
    }

    fn globals(&self) -> Vec<VarId> {
        self.program.var_ids().filter(|var| self.program.var(*var).owner.is_none()).collect()
    }

    fn locals(&self, proc: ProcId) -> Vec<VarId> {
        self.program.var_ids().filter(|var| self.program.var(*var).owner == Some(proc)).collect()
    }

    fn values(&self, var: VarId) -> std::ops::RangeInclusive<i128> {
        let ty = self.program.var(var).ty;
        ty.min()..=ty.max()
    }

    /// The valuation with all values for the variables.
    fn all(&self, from: &Valuation, vars: &[VarId]) -> Vec<Valuation> {
        let mut all = vec![from.clone()];
        for &var in vars {
            let with = |valuation: Valuation| {
                self.values(var).map(move |value| {
                    let mut valuation = valuation.clone();
                    valuation[var.index()] = value;
                    valuation
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }

    pub fn zero(&self) -> Valuation {
        vec![0; self.program.vars.len()]
    }

    /// All states of a procedure.
    fn states(&self, proc: ProcId) -> Vec<State> {
        let now: Vec<VarId> = self.globals().into_iter().chain(self.locals(proc)).collect();
        let entry: Vec<VarId> =
            self.globals().into_iter().chain(self.program.proc(proc).params.iter().copied()).collect();
        let (entry, now) = (self.all(&self.zero(), &entry), self.all(&self.zero(), &now));
        entry.iter().flat_map(|entry| now.iter().map(|now| (entry.clone(), now.clone()))).collect()
    }

    /// The states in which a procedure can start when it is given these globals and parameters.
    pub fn starts(&self, proc: ProcId, given: &Valuation) -> Vec<State> {
        let params = &self.program.proc(proc).params;
        let others: Vec<VarId> = self.locals(proc).into_iter().filter(|var| !params.contains(var)).collect();
        self.all(given, &others).into_iter().map(|now| (given.clone(), now)).collect()
    }

    pub fn initial(&self) -> Vec<State> {
        let mut given = self.zero();
        for var in self.globals() {
            given[var.index()] = self.program.var(var).init;
        }
        let entry = self.program.entry;
        let all = self.all(&given, &self.program.proc(entry).params);
        all.iter().flat_map(|given| self.starts(entry, given)).collect()
    }

    /// What the callee is given, for a call that does not fault.
    pub fn given(&self, now: &Valuation, callee: ProcId, args: &[ExprId]) -> Result<Valuation, Fault> {
        let mut given = self.zero();
        for var in self.globals() {
            given[var.index()] = now[var.index()];
        }
        for (param, arg) in self.program.proc(callee).params.iter().zip(args) {
            given[param.index()] = eval(self.program, now, *arg)?;
        }
        Ok(given)
    }

    /// What the caller has when the callee ends in `end`.
    pub fn back(&self, now: &Valuation, callee: ProcId, results: &[VarId], end: &Valuation) -> Valuation {
        let mut after = now.clone();
        for var in self.globals() {
            after[var.index()] = end[var.index()];
        }
        for (into, result) in results.iter().zip(&self.program.proc(callee).results) {
            after[into.index()] = end[result.index()];
        }
        after
    }

    /// The states after a step that is no call.
    pub fn successors(&self, edge: &Edge, (entry, now): &State) -> Result<Vec<State>, Fault> {
        let program = self.program;
        let set = |pairs: Vec<(VarId, ExprId)>| {
            let mut after = now.clone();
            for (var, value) in pairs {
                after[var.index()] = eval(program, now, value)?;
            }
            Ok(vec![after])
        };
        let after = match &edge.op {
            Op::Skip => vec![now.clone()],
            Op::Assume(guard) => {
                if eval(program, now, *guard)? == 1 {
                    vec![now.clone()]
                } else {
                    Vec::new()
                }
            }
            Op::Assign(pairs) => set(pairs.to_vec())?,
            Op::Return(values) => {
                let results = &program.proc(program.loc(edge.from).proc).results;
                set(results.iter().copied().zip(values.iter().copied()).collect())?
            }
            Op::Havoc { var, .. } => self.all(now, &[*var]),
            Op::Call { .. } => panic!("calls are looked at elsewhere"),
            Op::Store { .. } | Op::Fill { .. } | Op::Copy { .. } | Op::HavocArray { .. } => {
                panic!("the oracle knows no arrays")
            }
        };
        Ok(after.into_iter().map(|after| (entry.clone(), after)).collect())
    }

    fn is_wrong(&self, loc: LocId) -> bool {
        match &self.program.loc(loc).kind {
            LocKind::Error { fault, .. } => self.properties.contains(&fault.property()),
            LocKind::Unsupported { .. } => true,
            LocKind::Normal | LocKind::Halt => false,
        }
    }

    /// Why the invariants prove nothing, if so.
    pub fn objection(&self, invariants: &Invariants) -> Option<String> {
        let program = self.program;
        let at = |loc: LocId| &invariants.at[loc.index()];
        let entry = program.proc(program.entry).entry;
        if let Some(state) = self.initial().iter().find(|state| !includes(at(entry), state)) {
            return Some(format!("{state:?} is not included at the start"));
        }
        let included = |loc: LocId| {
            self.states[program.loc(loc).proc.index()].iter().filter(move |state| includes(at(loc), state))
        };
        let mut ends: BTreeMap<ProcId, BTreeMap<Valuation, BTreeSet<Valuation>>> = BTreeMap::new();
        for proc in program.proc_ids() {
            let kept: Vec<VarId> =
                self.globals().into_iter().chain(program.proc(proc).results.iter().copied()).collect();
            let ends = ends.entry(proc).or_default();
            for (entry, now) in included(program.proc(proc).exit) {
                let unwritten = self.globals().into_iter().filter(|global| !self.can_write(proc, *global));
                if unwritten.into_iter().any(|global| entry[global.index()] != now[global.index()]) {
                    continue;
                }
                let mut end = self.zero();
                kept.iter().for_each(|var| end[var.index()] = now[var.index()]);
                ends.entry(entry.clone()).or_default().insert(end);
            }
        }
        for loc in program.loc_ids() {
            for state in included(loc) {
                if self.is_wrong(loc) {
                    return Some(format!("{state:?} at {loc} is an error"));
                }
                for edge in program.out_edges(loc).map(|edge| program.edge(edge)) {
                    if let Some(objection) = self.edge_objection(edge, state, &ends, at) {
                        return Some(format!("{state:?} at {loc}: {objection}"));
                    }
                }
            }
        }
        None
    }

    fn edge_objection<'i>(
        &self,
        edge: &Edge,
        state: &State,
        ends: &BTreeMap<ProcId, BTreeMap<Valuation, BTreeSet<Valuation>>>,
        at: impl Fn(LocId) -> &'i Invariant,
    ) -> Option<String> {
        let fault_objection = |fault: Fault| self.properties.contains(&fault.property()).then(|| format!("{fault}"));
        if let Op::Call { proc, args, results } = &edge.op {
            let given = match self.given(&state.1, *proc, args) {
                Ok(given) => given,
                Err(fault) => return fault_objection(fault),
            };
            let starts = self.starts(*proc, &given);
            if let Some(start) = starts.iter().find(|start| !includes(at(self.program.proc(*proc).entry), start)) {
                return Some(format!("call to {start:?}"));
            }
            let ends = ends[proc].get(&given).into_iter().flatten();
            let after = ends.map(|end| (state.0.clone(), self.back(&state.1, *proc, results, end)));
            return after
                .filter(|after| !includes(at(edge.to), after))
                .map(|after| format!("back to {after:?}"))
                .next();
        }
        match self.successors(edge, state) {
            Ok(after) => after.iter().find(|after| !includes(at(edge.to), after)).map(|after| format!("to {after:?}")),
            Err(fault) => fault_objection(fault),
        }
    }

    fn can_write(&self, proc: ProcId, global: VarId) -> bool {
        let reached = CallGraph::of(self.program).reachable(proc);
        let edges = self.program.edges().iter().filter(|edge| reached[self.program.loc(edge.from).proc.index()]);
        edges.into_iter().any(|edge| edge.op.written_vars().any(|var| var == global))
    }

    /// The states that executions reach, at each location, locals without a value having any. Errors end nothing here.
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
            if loc == program.proc(proc).exit {
                // Back to all callers that gave these values.
                for edge in program.edges() {
                    let Op::Call { proc: callee, args, results } = &edge.op else { continue };
                    if *callee != proc {
                        continue;
                    }
                    for caller in &reached[edge.from.index()] {
                        if self.given(&caller.1, proc, args).as_ref() == Ok(&state.0) {
                            let after = self.back(&caller.1, proc, results, &state.1);
                            open.push((edge.to, (caller.0.clone(), after)));
                        }
                    }
                }
            }
            for edge in program.out_edges(loc).map(|edge| program.edge(edge)) {
                if let Op::Call { proc: callee, args, results } = &edge.op {
                    let Ok(given) = self.given(&state.1, *callee, args) else { continue };
                    let begin = program.proc(*callee).entry;
                    open.extend(self.starts(*callee, &given).into_iter().map(|start| (begin, start)));
                    for end in &reached[program.proc(*callee).exit.index()] {
                        if end.0 == given {
                            open.push((edge.to, (state.0.clone(), self.back(&state.1, *callee, results, &end.1))));
                        }
                    }
                } else if let Ok(after) = self.successors(edge, &state) {
                    open.extend(after.into_iter().map(|after| (edge.to, after)));
                }
            }
        }
        reached
    }
}
