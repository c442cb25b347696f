//! What is known at a location, and what one step makes of it.

use crate::ids::{ArrayId, VarId};
use crate::interval::{Evaluator, Interval, IntervalMap, Values, refine};
use crate::program::{Array, Op, Program};

/// The intervals of globals and of the procedure's locals; what is not listed can have any value of its type.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub globals: IntervalMap,
    pub locals: IntervalMap,
}

impl State {
    fn map(&self, program: &Program, var: VarId) -> &IntervalMap {
        if program.var(var).owner.is_none() { &self.globals } else { &self.locals }
    }

    pub fn get(&self, program: &Program, var: VarId) -> Interval {
        self.map(program, var).get(var).unwrap_or(Interval::of_type(program.var(var).ty))
    }

    pub fn set(&mut self, program: &Program, var: VarId, value: Interval) {
        let declared = program.var(var);
        let value = Some(value).filter(|&value| value != Interval::of_type(declared.ty));
        let map = if declared.owner.is_none() { &mut self.globals } else { &mut self.locals };
        map.set(var, value);
    }

    /// Everything that one of the two allows.
    pub fn join(&self, other: &State, program: &Program) -> State {
        self.merge(other, program, &mut |_, a, b| a.join(b))
    }

    /// Everything that both allow; `self` is known to allow at least what `other` does for variables it does not list.
    pub fn merge(
        &self,
        other: &State,
        program: &Program,
        merge: &mut impl FnMut(VarId, Interval, Interval) -> Interval,
    ) -> State {
        let mut merge = |var: VarId, a: Interval, b: Interval| {
            let merged = if a == b { a } else { merge(var, a, b) };
            Some(merged).filter(|&merged| merged != Interval::of_type(program.var(var).ty))
        };
        State {
            globals: self.globals.merge(&other.globals, &mut merge),
            locals: self.locals.merge(&other.locals, &mut merge),
        }
    }

    pub fn is_same(&self, other: &State) -> bool {
        self.globals.is_same(&other.globals) && self.locals.is_same(&other.locals)
    }
}

/// A state as values for the evaluator.
pub struct View<'a> {
    pub program: &'a Program,
    pub state: &'a State,
    pub cells: &'a [Interval],
}

impl Values for View<'_> {
    fn var(&self, var: VarId) -> Interval {
        self.state.get(self.program, var)
    }

    fn cells(&self, array: ArrayId) -> Interval {
        self.cells[array.index()]
    }

    fn array(&self, array: ArrayId) -> &Array {
        self.program.array(array)
    }
}

/// What a step leads to.
pub struct Effect {
    /// After the step; for a call, at the entry of the callee: the parameters, and no other locals.
    pub state: State,
    /// New values in an array.
    pub stored: Option<(ArrayId, Interval)>,
}

/// The effect of a step, or `None` when it cannot be taken.
pub fn step(view: &View, evaluator: &mut Evaluator, op: &Op, results: &[VarId]) -> Option<Effect> {
    let (program, pool) = (view.program, &view.program.exprs);
    let mut state = view.state.clone();
    let mut stored = None;
    match op {
        Op::Skip => {}
        Op::Assume(guard) => {
            for (var, interval) in refine(pool, evaluator, view, *guard, true)? {
                let narrowed = state.get(program, var).meet(interval)?;
                state.set(program, var, narrowed);
            }
        }
        Op::Assign(pairs) => {
            for &(var, value) in pairs {
                let value = evaluator.eval(pool, view, value).value?;
                state.set(program, var, value);
            }
        }
        Op::Havoc { var, .. } => state.set(program, *var, Interval::of_type(program.var(*var).ty)),
        Op::HavocArray { array, .. } => {
            evaluator.access(pool, view, op)?;
            stored = Some((*array, Interval::of_type(program.array(*array).elem)));
        }
        Op::Store { array, value, .. } | Op::Fill { array, value, .. } => {
            evaluator.access(pool, view, op)?;
            stored = Some((*array, evaluator.eval(pool, view, *value).value?));
        }
        Op::Copy { to, from } => stored = Some((*to, view.cells[from.index()])),
        Op::Call { proc, args, .. } => {
            state.locals = IntervalMap::default();
            for (&param, &arg) in program.proc(*proc).params.iter().zip(args) {
                let value = evaluator.eval(pool, view, arg).value?;
                state.set(program, param, value);
            }
        }
        Op::Return(values) => {
            for (&result, &value) in results.iter().zip(values) {
                let value = evaluator.eval(pool, view, value).value?;
                state.set(program, result, value);
            }
        }
    }
    Some(Effect { state, stored })
}
