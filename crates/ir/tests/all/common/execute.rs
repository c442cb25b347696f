//! A simple executor, written from the semantics in `program.rs` and nothing else: slow, but plainly right.

use std::collections::HashMap;

use heureka_ir::program::*;
use heureka_ir::*;

/// The cells that were written, and what the others hold.
#[derive(Clone, Default)]
pub struct Cells {
    cells: HashMap<Vec<i128>, i128>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Error(LocId),
    Unsupported(LocId),
    /// An expression of the edge faulted.
    Fault(Fault, EdgeId),
    Halt,
    Blocked,
    Exit,
    /// Too many steps or too deep a recursion.
    Limit,
}

/// The values that a procedure sees.
pub struct State<'a> {
    pub program: &'a Program,
    pub globals: HashMap<VarId, i128>,
    pub arrays: HashMap<ArrayId, Cells>,
    pub frames: Vec<Frame>,
    /// A left shift that does not fit happened (it ends nothing).
    pub shift_overflow: std::cell::Cell<bool>,
}

#[derive(Default)]
pub struct Frame {
    pub locals: HashMap<VarId, i128>,
    arrays: HashMap<ArrayId, Cells>,
    /// The call edge to which the procedure returns.
    back: Option<EdgeId>,
}

impl State<'_> {
    /// `None` for a local that was not assigned yet.
    pub fn known(&self, var: VarId) -> Option<i128> {
        match self.program.var(var).owner {
            None => Some(self.globals.get(&var).copied().unwrap_or(self.program.var(var).init)),
            Some(_) => self.frames.last()?.locals.get(&var).copied(),
        }
    }

    fn var(&self, var: VarId) -> i128 {
        self.known(var).unwrap_or(0)
    }

    fn set(&mut self, var: VarId, value: i128) {
        assert!(self.program.var(var).ty.contains(value), "{value} assigned to a {}", self.program.var(var).ty);
        match self.program.var(var).owner {
            None => self.globals.insert(var, value),
            Some(_) => self.frames.last_mut().expect("a frame").locals.insert(var, value),
        };
    }

    fn cells(&mut self, array: ArrayId) -> &mut Cells {
        match self.program.array(array).owner {
            None => self.arrays.entry(array).or_default(),
            Some(_) => self.frames.last_mut().expect("a frame").arrays.entry(array).or_default(),
        }
    }

    fn cell(&self, array: ArrayId, index: &[i128]) -> i128 {
        let cells = match self.program.array(array).owner {
            None => self.arrays.get(&array),
            Some(_) => self.frames.last().expect("a frame").arrays.get(&array),
        };
        // The longest prefix that was filled and the cell itself are both kept under their index; the later write has
        // removed the others.
        for len in (0..=index.len()).rev() {
            if let Some(value) = cells.and_then(|cells| cells.cells.get(&index[..len])) {
                return *value;
            }
        }
        let array = self.program.array(array);
        match &array.init {
            Contents::Undefined | Contents::Zero => 0,
            Contents::Values(values) => {
                let mut at = 0i128;
                for (dim, &i) in array.dims.iter().zip(index) {
                    match dim {
                        Dim::Const(extent) => at = at * *extent as i128 + i,
                        _ => at = at * 1000 + i,
                    }
                }
                usize::try_from(at).ok().and_then(|at| values.get(at).copied()).unwrap_or(0)
            }
        }
    }

    fn fill(&mut self, array: ArrayId, prefix: Vec<i128>, value: i128) {
        let cells = self.cells(array);
        cells.cells.retain(|index, _| !index.starts_with(&prefix));
        cells.cells.insert(prefix, value);
    }

    fn check_bounds(&self, array: ArrayId, index: &[i128]) -> Result<(), Fault> {
        for (dim, &i) in self.program.array(array).dims.iter().zip(index) {
            let extent = match dim {
                Dim::Const(extent) => *extent as i128,
                Dim::Var(var) => self.var(*var),
                Dim::PerInstance(lengths) => self.cell(*lengths, &index[..1]),
                Dim::Unbounded => i128::MAX,
                Dim::Element => continue,
            };
            if i < 0 || i >= extent {
                return Err(Fault::OutOfBounds);
            }
        }
        Ok(())
    }

    /// The value of an integer, or 0 or 1 for a condition.
    pub fn eval(&self, expr: ExprId) -> Result<i128, Fault> {
        let pool = &self.program.exprs;
        Ok(match pool.node(expr) {
            Node::Bool(value) => (*value).into(),
            Node::Int(_) => pool.as_const(expr).expect("a constant"),
            Node::Var(var) => self.var(*var),
            Node::Read(array, indices) => {
                let index = indices.iter().map(|&index| self.eval(index)).collect::<Result<Vec<_>, _>>()?;
                self.check_bounds(*array, &index)?;
                self.cell(*array, &index)
            }
            Node::Unary(op, a) => op.eval(pool.int_ty(expr), self.eval(*a)?)?,
            Node::Binary(op, a, b) => {
                let (a, b) = (self.eval(*a)?, self.eval(*b)?);
                if op.shift_overflows(pool.int_ty(expr), a, b) {
                    self.shift_overflow.set(true);
                }
                op.eval(pool.int_ty(expr), a, b)?
            }
            Node::Compare(op, a, b) => op.eval(self.eval(*a)?, self.eval(*b)?).into(),
            Node::Cast(a) => pool.int_ty(expr).wrap(self.eval(*a)?),
            Node::Ite(c, t, e) => self.eval(if self.eval(*c)? != 0 { *t } else { *e })?,
            Node::Not(a) => 1 - self.eval(*a)?,
            Node::NotEmpty(set) => {
                let cells = match self.program.array(*set).owner {
                    None => self.arrays.get(set),
                    Some(_) => self.frames.last().expect("a frame").arrays.get(set),
                };
                cells.is_some_and(|cells| cells.cells.values().any(|value| *value != 0)).into()
            }
            Node::And(a, b) => {
                if self.eval(*a)? != 0 {
                    self.eval(*b)?
                } else {
                    0
                }
            }
            Node::Or(a, b) => {
                if self.eval(*a)? != 0 {
                    1
                } else {
                    self.eval(*b)?
                }
            }
        })
    }
}

pub struct Machine<'a> {
    pub state: State<'a>,
    pub at: LocId,
    pub limit: usize,
}

/// What happens during a run: the values that are chosen, and who looks on.
pub trait Watcher {
    fn choose(&mut self, edge: EdgeId, ty: IntTy) -> i128;
    /// Called at every location, before a step is tried.
    fn see(&mut self, _at: LocId, _state: &State) {}
    fn step(&mut self, _edge: EdgeId) {}
}

impl<F: FnMut(EdgeId, IntTy) -> i128> Watcher for F {
    fn choose(&mut self, edge: EdgeId, ty: IntTy) -> i128 {
        self(edge, ty)
    }
}

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, limit: usize) -> Machine<'a> {
        let state = State {
            program,
            globals: HashMap::new(),
            arrays: HashMap::new(),
            frames: vec![Frame::default()],
            shift_overflow: false.into(),
        };
        Machine { state, at: program.proc(program.entry).entry, limit }
    }

    pub fn run(&mut self, watcher: &mut impl Watcher) -> Outcome {
        for _ in 0..self.limit {
            watcher.see(self.at, &self.state);
            if let Some(outcome) = self.step(watcher) {
                return outcome;
            }
        }
        Outcome::Limit
    }

    fn step(&mut self, watcher: &mut impl Watcher) -> Option<Outcome> {
        let program = self.state.program;
        let loc = program.loc(self.at);
        match loc.kind {
            LocKind::Normal => {}
            LocKind::Halt => return Some(Outcome::Halt),
            LocKind::Error { .. } => return Some(Outcome::Error(self.at)),
            LocKind::Unsupported { .. } => return Some(Outcome::Unsupported(self.at)),
        }
        let proc = program.proc(loc.proc);
        if self.at == proc.exit {
            let values: Vec<i128> = proc.results.iter().map(|&result| self.state.var(result)).collect();
            let Some(back) = self.state.frames.pop().expect("a frame").back else { return Some(Outcome::Exit) };
            let edge = program.edge(back);
            let Op::Call { results, .. } = &edge.op else { panic!("not a call") };
            for (&result, value) in results.iter().zip(values) {
                self.state.set(result, value);
            }
            self.at = edge.to;
            return None;
        }
        for id in program.out_edges(self.at) {
            match self.take(id, watcher) {
                Ok(true) => {
                    watcher.step(id);
                    return (self.state.frames.len() > 60).then_some(Outcome::Limit);
                }
                Ok(false) => {}
                Err(fault) => return Some(Outcome::Fault(fault, id)),
            }
        }
        Some(Outcome::Blocked)
    }

    fn take(&mut self, id: EdgeId, watcher: &mut impl Watcher) -> Result<bool, Fault> {
        let program = self.state.program;
        let edge = program.edge(id);
        let state = &mut self.state;
        let eval_all = |state: &State, exprs: &[ExprId]| {
            exprs.iter().map(|&expr| state.eval(expr)).collect::<Result<Vec<i128>, Fault>>()
        };
        match &edge.op {
            Op::Skip => {}
            Op::Assume(guard) => {
                if state.eval(*guard)? == 0 {
                    return Ok(false);
                }
            }
            Op::Assign(pairs) => {
                let values = pairs.iter().map(|pair| state.eval(pair.1)).collect::<Result<Vec<_>, _>>()?;
                for (pair, value) in pairs.iter().zip(values) {
                    state.set(pair.0, value);
                }
            }
            Op::Store { array, indices: prefix, value } | Op::Fill { array, prefix, value } => {
                let index = eval_all(state, prefix)?;
                let value = state.eval(*value)?;
                state.check_bounds(*array, &index)?;
                state.fill(*array, index, value);
            }
            Op::Copy { to, from } => {
                let cells = state.cells(*from).clone();
                *state.cells(*to) = cells;
            }
            Op::Havoc { var, .. } => {
                let value = watcher.choose(id, program.var(*var).ty);
                state.set(*var, value);
            }
            Op::HavocArray { array, prefix, .. } => {
                let index = eval_all(state, prefix)?;
                state.check_bounds(*array, &index)?;
                let value = watcher.choose(id, program.array(*array).elem);
                state.fill(*array, index, value);
            }
            Op::Call { proc, args, .. } => {
                let values = eval_all(state, args)?;
                state.frames.push(Frame { back: Some(id), ..Frame::default() });
                let callee = program.proc(*proc);
                for (&param, value) in callee.params.iter().zip(values) {
                    state.set(param, value);
                }
                self.at = callee.entry;
                return Ok(true);
            }
            Op::Return(values) => {
                let values = eval_all(state, values)?;
                let results = &program.proc(program.loc(edge.from).proc).results;
                for (&result, value) in results.iter().zip(values) {
                    state.set(result, value);
                }
            }
        }
        self.at = edge.to;
        Ok(true)
    }
}
