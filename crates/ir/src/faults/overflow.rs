//! When signed arithmetic leaves its type, and when a shift amount is out of range.
//!
//! Where an operand is a constant the condition is a comparison of the other with a limit. Otherwise the result is
//! computed in i64 when that type is wide enough, and by cases when not. All conditions assume that the operands were
//! evaluated without a fault; of a division, that the divisor is not zero; of a shift, that its amount is in range.

use super::{and, or};
use crate::expr::ExprPool;
use crate::ids::ExprId;
use crate::op::{BinOp, CmpOp, UnOp};
use crate::ty::IntTy;

const WIDE: IntTy = IntTy::signed(64);

pub fn unary(pool: &mut ExprPool, op: UnOp, a: ExprId) -> ExprId {
    let ty = pool.int_ty(a);
    if op == UnOp::Neg && ty.is_signed() { is(pool, a, ty.min()) } else { pool.bool(false) }
}

pub fn binary(pool: &mut ExprPool, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
    let ty = pool.int_ty(a);
    if !ty.is_signed() {
        return pool.bool(false);
    }
    match op {
        BinOp::Add => add(pool, ty, a, b),
        BinOp::Sub => sub(pool, ty, a, b),
        BinOp::Mul => mul(pool, ty, a, b),
        BinOp::Div | BinOp::Rem => {
            let (least, minus_one) = (is(pool, a, ty.min()), is(pool, b, -1));
            and(pool, least, minus_one)
        }
        _ => pool.bool(false),
    }
}

pub fn shift_amount(pool: &mut ExprPool, a: ExprId, b: ExprId) -> ExprId {
    let bits = i128::from(pool.int_ty(a).bits());
    let (negative, large) = (below(pool, b, 0), above(pool, b, bits - 1));
    or(pool, negative, large)
}

/// A left shift that does not fit.
pub fn shift(pool: &mut ExprPool, a: ExprId, b: ExprId) -> ExprId {
    let ty = pool.int_ty(a);
    if !ty.is_signed() {
        return pool.bool(false);
    }
    let negative = below(pool, a, 0);
    let large = match pool.as_const(b) {
        Some(amount) if (0..i128::from(ty.bits())).contains(&amount) => above(pool, a, ty.max() >> amount),
        Some(_) => pool.bool(false),
        None => {
            let max = pool.int(ty, ty.max());
            let limit = pool.binary(BinOp::Shr, max, b);
            pool.compare(CmpOp::Lt, limit, a)
        }
    };
    or(pool, negative, large)
}

pub fn equals(pool: &mut ExprPool, a: ExprId, b: ExprId) -> ExprId {
    match (pool.as_const(a), pool.as_const(b)) {
        (Some(a), Some(b)) => pool.bool(a == b),
        _ => pool.compare(CmpOp::Eq, a, b),
    }
}

fn add(pool: &mut ExprPool, ty: IntTy, a: ExprId, b: ExprId) -> ExprId {
    match (pool.as_const(a), pool.as_const(b)) {
        (None, Some(value)) => outside(pool, a, ty.min() - value, ty.max() - value),
        (Some(value), _) => outside(pool, b, ty.min() - value, ty.max() - value),
        _ if ty.bits() < WIDE.bits() => wide(pool, BinOp::Add, ty, a, b),
        _ => {
            let (min, max) = (pool.int(ty, ty.min()), pool.int(ty, ty.max()));
            let (positive, negative) = (above(pool, b, 0), below(pool, b, 0));
            let limit = pool.binary(BinOp::Sub, max, b);
            let too_large = pool.compare(CmpOp::Lt, limit, a);
            let limit = pool.binary(BinOp::Sub, min, b);
            let too_small = pool.compare(CmpOp::Lt, a, limit);
            cases(pool, [(positive, too_large), (negative, too_small)])
        }
    }
}

fn sub(pool: &mut ExprPool, ty: IntTy, a: ExprId, b: ExprId) -> ExprId {
    match (pool.as_const(a), pool.as_const(b)) {
        (_, Some(value)) => outside(pool, a, ty.min() + value, ty.max() + value),
        (Some(value), None) => outside(pool, b, value - ty.max(), value - ty.min()),
        _ if ty.bits() < WIDE.bits() => wide(pool, BinOp::Sub, ty, a, b),
        _ => {
            let (min, max) = (pool.int(ty, ty.min()), pool.int(ty, ty.max()));
            let (positive, negative) = (above(pool, b, 0), below(pool, b, 0));
            let limit = pool.binary(BinOp::Add, min, b);
            let too_small = pool.compare(CmpOp::Lt, a, limit);
            let limit = pool.binary(BinOp::Add, max, b);
            let too_large = pool.compare(CmpOp::Lt, limit, a);
            cases(pool, [(positive, too_small), (negative, too_large)])
        }
    }
}

fn mul(pool: &mut ExprPool, ty: IntTy, a: ExprId, b: ExprId) -> ExprId {
    match (pool.as_const(a), pool.as_const(b)) {
        (None, Some(factor)) => mul_const(pool, ty, a, factor),
        (Some(factor), _) => mul_const(pool, ty, b, factor),
        _ if 2 * ty.bits() <= WIDE.bits() => wide(pool, BinOp::Mul, ty, a, b),
        _ => {
            let (min, max) = (pool.int(ty, ty.min()), pool.int(ty, ty.max()));
            let mut case = |a_positive: bool, b_positive: bool| {
                let a_sign = if a_positive { above(pool, a, 0) } else { below(pool, a, 0) };
                let b_sign = if b_positive { above(pool, b, 0) } else { below(pool, b, 0) };
                let signs = and(pool, a_sign, b_sign);
                // The divisor is never -1 where the dividend is the least value.
                let (limit, divisor, other) = match (a_positive, b_positive) {
                    (true, true) | (false, false) => (max, b, a),
                    (true, false) => (min, a, b),
                    (false, true) => (min, b, a),
                };
                let limit = pool.binary(BinOp::Div, limit, divisor);
                let exceeds = match (a_positive, b_positive) {
                    (true, true) => pool.compare(CmpOp::Lt, limit, other),
                    _ => pool.compare(CmpOp::Lt, other, limit),
                };
                (signs, exceeds)
            };
            let listed = [case(true, true), case(true, false), case(false, true), case(false, false)];
            cases(pool, listed)
        }
    }
}

fn mul_const(pool: &mut ExprPool, ty: IntTy, a: ExprId, factor: i128) -> ExprId {
    match factor {
        0 => pool.bool(false),
        // Division rounds towards zero, which is the right side for both limits.
        1.. => outside(pool, a, ty.min() / factor, ty.max() / factor),
        _ => outside(pool, a, ty.max() / factor, ty.min() / factor),
    }
}

/// The result computed in a wider type is outside `ty`.
fn wide(pool: &mut ExprPool, op: BinOp, ty: IntTy, a: ExprId, b: ExprId) -> ExprId {
    let (a, b) = (pool.cast(WIDE, a), pool.cast(WIDE, b));
    let result = pool.binary(op, a, b);
    outside(pool, result, ty.min(), ty.max())
}

fn cases<const N: usize>(pool: &mut ExprPool, cases: [(ExprId, ExprId); N]) -> ExprId {
    let mut any = pool.bool(false);
    for (case, condition) in cases {
        let one = and(pool, case, condition);
        any = or(pool, any, one);
    }
    any
}

/// `a < min || max < a`, for limits that need not be values of the type of `a`.
fn outside(pool: &mut ExprPool, a: ExprId, min: i128, max: i128) -> ExprId {
    let (small, large) = (below(pool, a, min), above(pool, a, max));
    or(pool, small, large)
}

/// `a > limit`
fn above(pool: &mut ExprPool, a: ExprId, limit: i128) -> ExprId {
    let ty = pool.int_ty(a);
    match pool.as_const(a) {
        Some(value) => pool.bool(value > limit),
        None if limit >= ty.max() => pool.bool(false),
        None if limit < ty.min() => pool.bool(true),
        None => {
            let limit = pool.int(ty, limit);
            pool.compare(CmpOp::Lt, limit, a)
        }
    }
}

/// `a < limit`
fn below(pool: &mut ExprPool, a: ExprId, limit: i128) -> ExprId {
    let ty = pool.int_ty(a);
    match pool.as_const(a) {
        Some(value) => pool.bool(value < limit),
        None if limit <= ty.min() => pool.bool(false),
        None if limit > ty.max() => pool.bool(true),
        None => {
            let limit = pool.int(ty, limit);
            pool.compare(CmpOp::Lt, a, limit)
        }
    }
}

/// `a == value`, for a value of the type of `a`.
fn is(pool: &mut ExprPool, a: ExprId, value: i128) -> ExprId {
    let value = pool.int(pool.int_ty(a), value);
    equals(pool, a, value)
}
