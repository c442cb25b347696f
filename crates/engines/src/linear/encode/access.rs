//! Array accesses: the element is the undefined value `u`, but the access itself says something: its indices have values,
//! and are in bounds.

use heureka_ir::{ArrayId, Dim, ExprId, Op};
use heureka_linear::LinearExpr;

use super::Arithmetic;
use super::bounds::Bounds;
use super::condition::Condition;
use super::guards::GuardId;
use super::loss::Loss;
use super::normal::{Normal, Normaliser, Piece};

impl Normaliser<'_> {
    /// An element. Where the access succeeds in several ways they are not told apart: the value is not known anyway.
    pub(super) fn read(&mut self, expr: ExprId, array: ArrayId, indices: &[ExprId]) -> Normal {
        let access = self.access(array, indices);
        let mut normal = Normal { pieces: Vec::new(), total: access.total };
        let guard = match access.cases.as_slice() {
            [] => return normal,
            [one] => *one,
            _ => GuardId::TRUE,
        };
        let bounds = match self.arithmetic {
            Arithmetic::Machine => self.bounds_of_cells(array),
            Arithmetic::Integer | Arithmetic::Real => Bounds::ANY,
        };
        let piece = self.undefined(guard, bounds, Loss::Operator(expr));
        normal.push(piece);
        normal
    }

    /// The ways in which a write to an array is done: its indices are in bounds, and what is written has a value.
    pub(super) fn write(&mut self, op: &Op) -> Vec<GuardId> {
        let mut cases = op.access().map_or(vec![GuardId::TRUE], |(array, indices)| self.access(array, indices).cases);
        if let Op::Store { value, .. } | Op::Fill { value, .. } = op {
            let normal = self.value(*value);
            if !normal.total {
                let defined: Vec<GuardId> = normal.pieces.iter().map(|piece| piece.guard).collect();
                cases = self.product(*value, &cases, &defined);
            }
        }
        cases
    }

    /// The ways in which an access succeeds.
    fn access(&mut self, array: ArrayId, indices: &[ExprId]) -> Condition {
        let mut access = Condition { cases: vec![GuardId::TRUE], total: true };
        for (&index, dim) in indices.iter().zip(&self.program.array(array).dims) {
            let normal = self.value(index);
            let mut ways = Vec::new();
            for piece in &normal.pieces {
                ways.extend(self.in_bounds(array, *dim, piece));
            }
            let is_certain = normal.total
                && ways.len() == normal.pieces.len()
                && ways.iter().zip(&normal.pieces).all(|(way, piece)| *way == piece.guard);
            if !is_certain {
                access.total = false;
                access.cases = self.product(index, &access.cases, &ways);
            }
        }
        access
    }

    /// The piece's guard, and that the index is in bounds.
    fn in_bounds(&mut self, array: ArrayId, dim: Dim, index: &Piece) -> Option<GuardId> {
        if dim == Dim::Element {
            return Some(index.guard);
        }
        let guard = self.within(index.guard, &index.value, index.bounds, Bounds::at_least(0))?;
        match dim {
            Dim::Element => Some(guard),
            Dim::Unbounded => Some(guard),
            Dim::Const(extent) => {
                self.within(guard, &index.value, index.bounds, Bounds::at_most(i128::from(extent) - 1))
            }
            Dim::Var(extent) => match self.scope.current_var(extent) {
                Some(extent) => {
                    let rest = LinearExpr::var(extent).minus(&index.value);
                    let bounds = self.bounds_of(&rest);
                    self.positive(guard, &rest, bounds)
                }
                None => Some(self.lose(guard, Loss::Extent(array))),
            },
            Dim::PerInstance(_) => Some(self.lose(guard, Loss::Extent(array))),
        }
    }
}
