//! When an array access is out of bounds.

use super::{and, or};
use crate::expr::ExprPool;
use crate::ids::{ArrayId, ExprId};
use crate::op::CmpOp;
use crate::program::{Array, Dim, Var};
use crate::ty::IntTy;

/// The condition that some index is outside its extent. `indices` may be a prefix of the dimensions; evaluating them has
/// not faulted when the condition is evaluated.
pub fn outside(pool: &mut ExprPool, arrays: &[Array], vars: &[Var], array: ArrayId, indices: &[ExprId]) -> ExprId {
    let mut outside = pool.bool(false);
    for (dim, &index) in arrays[array.index()].dims.iter().zip(indices) {
        let beyond = match *dim {
            Dim::Element => continue,
            Dim::Unbounded => pool.bool(false),
            Dim::Const(extent) => {
                let ty = pool.int_ty(index);
                match i128::from(extent) {
                    extent if ty.contains(extent) => {
                        let extent = pool.int(ty, extent);
                        at_least(pool, index, extent)
                    }
                    _ => pool.bool(false),
                }
            }
            Dim::Var(var) => {
                let extent = pool.var(var, vars[var.index()].ty);
                at_least(pool, index, extent)
            }
            Dim::PerInstance(lengths) => {
                let extent = pool.read(lengths, arrays[lengths.index()].elem, [indices[0]].into());
                at_least(pool, index, extent)
            }
        };
        let below = negative(pool, index);
        let wrong = or(pool, below, beyond);
        outside = or(pool, outside, wrong);
    }
    outside
}

fn negative(pool: &mut ExprPool, expr: ExprId) -> ExprId {
    let ty = pool.int_ty(expr);
    match pool.as_const(expr) {
        Some(value) => pool.bool(value < 0),
        None if ty.is_signed() => {
            let zero = pool.int(ty, 0);
            pool.compare(CmpOp::Lt, expr, zero)
        }
        None => pool.bool(false),
    }
}

/// `extent <= index` as mathematical integers, whatever the two types; right when `index` is not negative.
fn at_least(pool: &mut ExprPool, index: ExprId, extent: ExprId) -> ExprId {
    if let (Some(index), Some(extent)) = (pool.as_const(index), pool.as_const(extent)) {
        return pool.bool(extent <= index);
    }
    let (ty, other) = (pool.int_ty(index), pool.int_ty(extent));
    let common = [ty, other, IntTy::OFFSET].into_iter().find(|common| common.includes(ty) && common.includes(other));
    match common {
        Some(common) => {
            let (index, extent) = (pool.cast(common, index), pool.cast(common, extent));
            pool.compare(CmpOp::Le, extent, index)
        }
        None => {
            // One type is u64 and the other is signed: when the signs are known, both fit u64.
            let below = negative(pool, extent);
            let not_below = pool.not(below);
            let wide = IntTy::unsigned(64);
            let (index, extent) = (pool.cast(wide, index), pool.cast(wide, extent));
            let beyond = pool.compare(CmpOp::Le, extent, index);
            let beyond = and(pool, not_below, beyond);
            or(pool, below, beyond)
        }
    }
}
