//! Whether an index of the program is that of a cell, as a condition of the abstract program: indices are compared as
//! numbers, whatever their types.

use heureka_ir::{BinOp, CmpOp, ExprId, IntTy};

use super::Builder;
use crate::arrays::cells::{Cell, Index, RigidId};

impl Builder<'_> {
    /// The condition that the indices (perhaps only the first few) are those of the cell.
    pub(super) fn is_at(&mut self, cell: &Cell, indices: &[ExprId]) -> ExprId {
        let mut all = self.pool.bool(true);
        for (&expr, index) in indices.iter().zip(&cell.indices) {
            let here = self.equals(expr, *index);
            all = self.pool.and(all, here);
        }
        all
    }

    fn equals(&mut self, expr: ExprId, index: Index) -> ExprId {
        let ty = self.pool.int_ty(expr);
        match index {
            Index::Now(now) if now == expr => self.pool.bool(true),
            Index::Now(now) => {
                let (total, same) = (self.is_total(now), self.same(expr, now));
                self.pool.and(total, same)
            }
            Index::Const(value) if ty.contains(value) => {
                let value = self.pool.int(ty, value);
                self.pool.compare(CmpOp::Eq, expr, value)
            }
            Index::Const(_) => self.pool.bool(false),
            Index::Rigid { rigid, offset: 0 } => {
                let value = self.rigid(rigid);
                self.same(expr, value)
            }
            Index::Rigid { rigid, offset } => {
                let value = self.rigid(rigid);
                self.is_difference(expr, offset, value, None)
            }
            Index::Mirrored { rigid, sum, offset } => {
                let value = self.rigid(rigid);
                match sum {
                    Some(sum) => {
                        let sum = self.rigid(sum);
                        self.is_difference(expr, offset, sum, Some(value))
                    }
                    None if offset < 0 && !IntTy::OFFSET.includes(self.pool.int_ty(value)) => self.pool.bool(false),
                    None => {
                        let ty = wide(self.pool.int_ty(value));
                        let from = self.pool.int(ty, offset);
                        self.is_difference(expr, 0, from, Some(value))
                    }
                }
            }
        }
    }

    /// The condition that an index, less the offset, is `from - less`, as numbers, whatever these are: what the
    /// program does not compute must not wrap around and must not end the execution.
    fn is_difference(&mut self, index: ExprId, offset: i128, from: ExprId, less: Option<ExprId>) -> ExprId {
        let is_narrow = self.pool.int_ty(index).bits() <= 32;
        let index = self.pool.cast(IntTy::OFFSET, index);
        let by = self.pool.int(IntTy::OFFSET, offset);
        let index = self.pool.binary(BinOp::Sub, index, by);
        // What is only looked up may be out of bounds.
        let is_number = if is_narrow { self.pool.bool(true) } else { self.is_total(index) };
        let equal = self.equals_difference(index, offset, from, less);
        self.pool.and(is_number, equal)
    }

    /// The same for the index less the offset.
    fn equals_difference(&mut self, index: ExprId, offset: i128, from: ExprId, less: Option<ExprId>) -> ExprId {
        let ty = wide(self.pool.int_ty(from));
        let from = self.pool.cast(ty, from);
        let less = match less {
            Some(less) => self.pool.cast(ty, less),
            None => self.pool.int(ty, 0),
        };
        let difference = match self.pool.as_const(less) {
            Some(0) => from,
            _ => self.pool.binary(BinOp::Sub, from, less),
        };
        if ty == IntTy::OFFSET {
            // No index in bounds is so great that the difference is no number of the type.
            let (total, same) = (self.is_total(difference), self.pool.compare(CmpOp::Eq, index, difference));
            return self.pool.and(total, same);
        }
        let above = self.pool.compare(CmpOp::Le, less, from);
        let above = self.is_distance(above, index, difference);
        if offset <= 0 {
            return above;
        }
        let zero = self.pool.int(IntTy::OFFSET, 0);
        let below = self.pool.compare(CmpOp::Lt, from, less);
        let (negated, difference) =
            (self.pool.binary(BinOp::Sub, zero, index), self.pool.binary(BinOp::Sub, less, from));
        let below = self.is_distance(below, negated, difference);
        self.pool.or(above, below)
    }

    /// The condition and that the signed number is the unsigned one.
    fn is_distance(&mut self, condition: ExprId, signed: ExprId, unsigned: ExprId) -> ExprId {
        let zero = self.pool.int(IntTy::OFFSET, 0);
        let no_sign = self.pool.compare(CmpOp::Le, zero, signed);
        let signed = self.pool.cast(self.pool.int_ty(unsigned), signed);
        let same = self.pool.compare(CmpOp::Eq, signed, unsigned);
        let same = self.pool.and(no_sign, same);
        self.pool.and(condition, same)
    }

    pub(super) fn rigid(&mut self, rigid: RigidId) -> ExprId {
        self.var(self.cells.rigid_var(self.program, rigid))
    }

    /// The condition that two integers, perhaps of different types, are equal. Both are indices in bounds.
    pub(super) fn same(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == b {
            return self.pool.bool(true);
        }
        let (mut a, mut b) = (a, b);
        if self.pool.int_ty(a) != self.pool.int_ty(b) {
            a = self.pool.cast(IntTy::OFFSET, a);
            b = self.pool.cast(IntTy::OFFSET, b);
        }
        self.pool.compare(CmpOp::Eq, a, b)
    }
}

/// The type of 64 bits that has the values of this one.
fn wide(ty: IntTy) -> IntTy {
    if IntTy::OFFSET.includes(ty) { IntTy::OFFSET } else { ty }
}
