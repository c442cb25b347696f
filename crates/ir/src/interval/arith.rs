//! Operators on intervals: the results of all pairs of operands that do not fault, and the faults of those that do.

use super::Interval;
use super::eval::FaultSet;
use crate::fault::Fault;
use crate::op::{BinOp, CmpOp, UnOp};
use crate::ty::IntTy;

pub fn unary(op: UnOp, ty: IntTy, a: Interval) -> (Option<Interval>, FaultSet) {
    match op {
        UnOp::Neg => in_range(ty, Some(Interval::new(-a.max, -a.min))),
        UnOp::BitNot if ty.is_signed() => (Some(Interval::new(!a.max, !a.min)), FaultSet::NONE),
        UnOp::BitNot => (Some(Interval::new(ty.max() - a.max, ty.max() - a.min)), FaultSet::NONE),
    }
}

/// `a` has type `ty`, as has `b` unless the operator is a shift.
pub fn binary(op: BinOp, ty: IntTy, a: Interval, b: Interval) -> (Option<Interval>, FaultSet) {
    match op {
        BinOp::Add => in_range(ty, Some(Interval::new(a.min + b.min, a.max + b.max))),
        BinOp::Sub => in_range(ty, Some(Interval::new(a.min - b.max, a.max - b.min))),
        BinOp::Mul => in_range(ty, product(a, b)),
        BinOp::Div => divide(ty, a, b, |a, b| corners(a, b, |x, y| Some(x / y)).expect("the divisor is not zero")),
        BinOp::Rem => divide(ty, a, b, remainder),
        BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => (Some(bitwise(op, a, b)), FaultSet::NONE),
        BinOp::Shl | BinOp::Shr => shift(op, ty, a, b),
    }
}

pub fn compare(op: CmpOp, a: Interval, b: Interval) -> Interval {
    let (always, never) = match op {
        CmpOp::Eq => (a.as_point().is_some() && a == b, a.meet(b).is_none()),
        CmpOp::Ne => (a.meet(b).is_none(), a.as_point().is_some() && a == b),
        CmpOp::Lt => (a.max < b.min, a.min >= b.max),
        CmpOp::Le => (a.max <= b.min, a.min > b.max),
    };
    Interval { min: always.into(), max: (!never).into() }
}

/// The values of `ty` that are congruent to a value of `a`.
pub fn cast(ty: IntTy, a: Interval) -> Interval {
    let period = 1i128 << ty.bits();
    if a.max - a.min < period {
        let (min, max) = (ty.wrap(a.min), ty.wrap(a.max));
        // In order after wrapping: both ends moved by the same number of periods.
        if min <= max && max - min == a.max - a.min {
            return Interval { min, max };
        }
    }
    Interval::of_type(ty)
}

/// What becomes of mathematical results in the type: faults of signed types, wrapping of unsigned ones. `None` stands for
/// results that did not fit i128.
fn in_range(ty: IntTy, exact: Option<Interval>) -> (Option<Interval>, FaultSet) {
    let whole = Interval::of_type(ty);
    match exact {
        Some(exact) if whole.includes(exact) => (Some(exact), FaultSet::NONE),
        Some(exact) if ty.is_signed() => (exact.meet(whole), FaultSet::of(Fault::SignedOverflow)),
        Some(exact) => (Some(cast(ty, exact)), FaultSet::NONE),
        None if ty.is_signed() => (Some(whole), FaultSet::of(Fault::SignedOverflow)),
        None => (Some(whole), FaultSet::NONE),
    }
}

/// All products, unless they pass the range of i128.
pub fn product(a: Interval, b: Interval) -> Option<Interval> {
    corners(a, b, i128::checked_mul)
}

/// The hull of an operation that is monotone in each operand.
fn corners(a: Interval, b: Interval, op: impl Fn(i128, i128) -> Option<i128>) -> Option<Interval> {
    let values = [op(a.min, b.min)?, op(a.min, b.max)?, op(a.max, b.min)?, op(a.max, b.max)?];
    let (mut min, mut max) = (values[0], values[0]);
    for value in values {
        (min, max) = (min.min(value), max.max(value));
    }
    Some(Interval { min, max })
}

/// Applies `op` to the positive and to the negative divisors.
fn divide(
    ty: IntTy,
    a: Interval,
    b: Interval,
    op: impl Fn(Interval, Interval) -> Interval,
) -> (Option<Interval>, FaultSet) {
    let mut faults = FaultSet::NONE;
    if b.contains(0) {
        faults = faults.with(Fault::DivisionByZero);
    }
    if ty.is_signed() && a.contains(ty.min()) && b.contains(-1) {
        faults = faults.with(Fault::SignedOverflow);
    }
    let positive = b.meet(Interval::new(1, i128::MAX)).map(|b| op(a, b));
    let negative = b.meet(Interval::new(i128::MIN, -1)).map(|b| op(a, b));
    let result = match (positive, negative) {
        (Some(positive), Some(negative)) => Some(positive.join(negative)),
        (one, other) => one.or(other),
    };
    (result.and_then(|result| result.meet(Interval::of_type(ty))), faults)
}

/// `b` does not contain 0.
fn remainder(a: Interval, b: Interval) -> Interval {
    let (least, most) = (b.min.abs().min(b.max.abs()), b.min.abs().max(b.max.abs()));
    if -least < a.min && a.max < least {
        return a;
    }
    if let (Some(x), Some(y)) = (a.as_point(), b.as_point()) {
        return Interval::point(x % y);
    }
    let min = if a.min < 0 { a.min.max(1 - most) } else { 0 };
    let max = if a.max > 0 { a.max.min(most - 1) } else { 0 };
    Interval { min, max }
}

fn bitwise(op: BinOp, a: Interval, b: Interval) -> Interval {
    if let (Some(x), Some(y)) = (a.as_point(), b.as_point()) {
        return Interval::point(match op {
            BinOp::BitAnd => x & y,
            BinOp::BitOr => x | y,
            _ => x ^ y,
        });
    }
    // Both operands, and so the result, are in [-mask - 1, mask].
    let mask = [a.min, a.max, b.min, b.max].map(ones_above).into_iter().fold(0, i128::max);
    let either_negative = a.min < 0 || b.min < 0;
    match op {
        BinOp::BitAnd if !either_negative => Interval { min: 0, max: a.max.min(b.max) },
        BinOp::BitAnd if a.min >= 0 => Interval { min: 0, max: a.max },
        BinOp::BitAnd if b.min >= 0 => Interval { min: 0, max: b.max },
        BinOp::BitOr if !either_negative => Interval { min: a.min.max(b.min), max: mask },
        _ if !either_negative => Interval { min: 0, max: mask },
        _ => Interval { min: -mask - 1, max: mask },
    }
}

/// The least number of the form 2^k - 1 that is at least `value`, or at least `-value - 1` when that is not negative.
fn ones_above(value: i128) -> i128 {
    let magnitude = if value < 0 { !value } else { value };
    if magnitude == 0 { 0 } else { i128::MAX >> (magnitude.leading_zeros() - 1) }
}

fn shift(op: BinOp, ty: IntTy, a: Interval, b: Interval) -> (Option<Interval>, FaultSet) {
    let amounts = Interval::new(0, i128::from(ty.bits()) - 1);
    let mut faults = FaultSet::NONE;
    if !amounts.includes(b) {
        faults = faults.with(Fault::ShiftAmount);
    }
    let Some(b) = b.meet(amounts) else { return (None, faults) };
    let exact =
        corners(a, b, |x, y| Some(if op == BinOp::Shl { x << y } else { x >> y })).expect("a shift has a result");
    if op == BinOp::Shr {
        return (Some(exact), faults);
    }
    if ty.is_signed() && (a.min < 0 || exact.max > ty.max()) {
        faults = faults.with(Fault::ShiftOverflow);
    }
    (Some(cast(ty, exact)), faults)
}
