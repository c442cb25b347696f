//! What a step reads and writes: one place that knows the shape of every [`Op`].

use crate::ids::{ArrayId, ExprId, VarId};
use crate::program::Op;

impl Op {
    /// The expressions that the step evaluates, in order of evaluation: indices before the value that is stored.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> + '_ {
        let (pairs, list, last): (&[(VarId, ExprId)], &[ExprId], Option<ExprId>) = match self {
            Op::Skip | Op::Copy { .. } | Op::Havoc { .. } => (&[], &[], None),
            Op::Assume(guard) => (&[], &[], Some(*guard)),
            Op::Assign(pairs) => (pairs, &[], None),
            Op::Store { indices, value, .. } => (&[], indices, Some(*value)),
            Op::Fill { prefix, value, .. } => (&[], prefix, Some(*value)),
            Op::HavocArray { prefix, .. } => (&[], prefix, None),
            Op::Call { args, .. } => (&[], args, None),
            Op::Return(values) => (&[], values, None),
        };
        pairs.iter().map(|pair| pair.1).chain(list.iter().copied()).chain(last)
    }

    /// The same step with every expression replaced.
    pub fn map_exprs(&self, mut map: impl FnMut(ExprId) -> ExprId) -> Op {
        let mut list = |exprs: &[ExprId]| -> Box<[ExprId]> { exprs.iter().map(|&expr| map(expr)).collect() };
        match self {
            Op::Skip | Op::Copy { .. } | Op::Havoc { .. } => self.clone(),
            Op::HavocArray { array, prefix, source } => {
                Op::HavocArray { array: *array, prefix: list(prefix), source: source.clone() }
            }
            Op::Call { proc, args, results } => Op::Call { proc: *proc, args: list(args), results: results.clone() },
            Op::Return(values) => Op::Return(list(values)),
            Op::Assume(guard) => Op::Assume(map(*guard)),
            Op::Assign(pairs) => Op::Assign(pairs.iter().map(|&(var, value)| (var, map(value))).collect()),
            Op::Store { array, indices, value } => {
                let indices = list(indices);
                Op::Store { array: *array, indices, value: map(*value) }
            }
            Op::Fill { array, prefix, value } => {
                let prefix = list(prefix);
                Op::Fill { array: *array, prefix, value: map(*value) }
            }
        }
    }

    /// The variables that get a new value. (The results of a procedure are not counted at its `Return`.)
    pub fn written_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        let (pairs, list, one): (&[(VarId, ExprId)], &[VarId], Option<VarId>) = match self {
            Op::Assign(pairs) => (pairs, &[], None),
            Op::Call { results, .. } => (&[], results, None),
            Op::Havoc { var, .. } => (&[], &[], Some(*var)),
            _ => (&[], &[], None),
        };
        pairs.iter().map(|pair| pair.0).chain(list.iter().copied()).chain(one)
    }

    /// The array whose cells get new values.
    pub fn written_array(&self) -> Option<ArrayId> {
        match self {
            Op::Store { array, .. } | Op::Fill { array, .. } | Op::HavocArray { array, .. } => Some(*array),
            Op::Copy { to, .. } => Some(*to),
            _ => None,
        }
    }

    /// The array that the step itself reads, whole.
    pub fn copied_array(&self) -> Option<ArrayId> {
        match self {
            Op::Copy { from, .. } => Some(*from),
            _ => None,
        }
    }

    /// The array access that the step itself makes, with the indices that are checked against its extents.
    pub fn access(&self) -> Option<(ArrayId, &[ExprId])> {
        match self {
            Op::Store { array, indices: prefix, .. }
            | Op::Fill { array, prefix, .. }
            | Op::HavocArray { array, prefix, .. } => Some((*array, prefix)),
            _ => None,
        }
    }

    /// The condition of an `Assume`.
    pub fn guard(&self) -> Option<ExprId> {
        match self {
            Op::Assume(guard) => Some(*guard),
            _ => None,
        }
    }

    pub fn is_havoc(&self) -> bool {
        matches!(self, Op::Havoc { .. } | Op::HavocArray { .. })
    }

    /// An assignment of one variable.
    pub fn assign(var: VarId, value: ExprId) -> Op {
        Op::Assign(Box::new([(var, value)]))
    }
}
