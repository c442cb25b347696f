//! Operators and what they compute.
//!
//! One place defines the arithmetic of programs; the interpreter, constant folding and the evidence checkers all
//! stand on it. The operands of a binary operator have one type, which is the type of its result; only the amount of a
//! shift may have a type of its own.

use crate::fault::Fault;
use crate::ty::IntTy;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnOp {
    Neg,
    BitNot,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    /// Rounds towards zero, as C does.
    Div,
    /// Has the sign of the dividend, as in C.
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    /// Arithmetic for signed types.
    Shr,
}

/// Greater-than comparisons are written with the operands swapped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
}

impl CmpOp {
    #[inline]
    pub fn eval(self, left: i128, right: i128) -> bool {
        match self {
            CmpOp::Eq => left == right,
            CmpOp::Ne => left != right,
            CmpOp::Lt => left < right,
            CmpOp::Le => left <= right,
        }
    }

    pub fn symbol(self) -> &'static str {
        match self {
            CmpOp::Eq => "==",
            CmpOp::Ne => "!=",
            CmpOp::Lt => "<",
            CmpOp::Le => "<=",
        }
    }
}

impl UnOp {
    pub fn symbol(self) -> &'static str {
        match self {
            UnOp::Neg => "-",
            UnOp::BitNot => "~",
        }
    }

    /// The machine's result, or the fault that ends the execution.
    #[inline]
    pub fn eval(self, ty: IntTy, value: i128) -> Result<i128, Fault> {
        match self {
            UnOp::Neg => in_range(ty, -value),
            UnOp::BitNot => Ok(ty.wrap(!value)),
        }
    }
}

impl BinOp {
    pub fn symbol(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::BitAnd => "&",
            BinOp::BitOr => "|",
            BinOp::BitXor => "^",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
        }
    }

    pub fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr)
    }

    /// The machine's result for operands of type `ty`, or the fault that ends the execution.
    #[inline]
    pub fn eval(self, ty: IntTy, left: i128, right: i128) -> Result<i128, Fault> {
        match self {
            BinOp::Add => in_range(ty, left + right),
            BinOp::Sub => in_range(ty, left - right),
            // Two unsigned 64-bit factors may pass the range of i128, but not out of its ring.
            BinOp::Mul => in_range(ty, left.wrapping_mul(right)),
            BinOp::Div => match right {
                0 => Err(Fault::DivisionByZero),
                _ => in_range(ty, left / right),
            },
            // C leaves MIN % -1 undefined because the quotient overflows.
            BinOp::Rem => match right {
                0 => Err(Fault::DivisionByZero),
                _ => in_range(ty, left / right).map(|_| left % right),
            },
            BinOp::BitAnd => Ok(left & right),
            BinOp::BitOr => Ok(left | right),
            BinOp::BitXor => Ok(left ^ right),
            BinOp::Shl => shift_amount(ty, right).map(|amount| ty.wrap(left << amount)),
            BinOp::Shr => shift_amount(ty, right).map(|amount| left >> amount),
        }
    }

    /// True when a left shift of a signed value does not fit: an error of the property `overflow` only.
    pub fn shift_overflows(self, ty: IntTy, left: i128, right: i128) -> bool {
        self == BinOp::Shl
            && ty.is_signed()
            && shift_amount(ty, right).is_ok_and(|amount| left < 0 || !ty.contains(left << amount))
    }
}

#[inline]
fn in_range(ty: IntTy, value: i128) -> Result<i128, Fault> {
    if ty.contains(value) {
        Ok(value)
    } else if ty.is_signed() {
        Err(Fault::SignedOverflow)
    } else {
        Ok(ty.wrap(value))
    }
}

#[inline]
fn shift_amount(ty: IntTy, amount: i128) -> Result<u32, Fault> {
    if (0..ty.bits() as i128).contains(&amount) { Ok(amount as u32) } else { Err(Fault::ShiftAmount) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntTy = IntTy::INT;
    const UINT: IntTy = IntTy::unsigned(32);
    const ULONG: IntTy = IntTy::unsigned(64);

    #[test]
    fn signed_overflow_is_a_fault_and_unsigned_wraps() {
        assert_eq!(BinOp::Add.eval(INT, INT.max(), 1), Err(Fault::SignedOverflow));
        assert_eq!(BinOp::Add.eval(UINT, UINT.max(), 1), Ok(0));
        assert_eq!(BinOp::Sub.eval(UINT, 0, 1), Ok(UINT.max()));
        assert_eq!(UnOp::Neg.eval(INT, INT.min()), Err(Fault::SignedOverflow));
        assert_eq!(UnOp::Neg.eval(UINT, 1), Ok(UINT.max()));
    }

    #[test]
    fn products_of_the_largest_factors_wrap() {
        assert_eq!(BinOp::Mul.eval(ULONG, ULONG.max(), ULONG.max()), Ok(1));
        assert_eq!(BinOp::Mul.eval(IntTy::signed(64), i64::MIN.into(), i64::MIN.into()), Err(Fault::SignedOverflow));
    }

    #[test]
    fn division_rounds_towards_zero() {
        assert_eq!(BinOp::Div.eval(INT, -7, 2), Ok(-3));
        assert_eq!(BinOp::Rem.eval(INT, -7, 2), Ok(-1));
        assert_eq!(BinOp::Div.eval(INT, 1, 0), Err(Fault::DivisionByZero));
        assert_eq!(BinOp::Div.eval(INT, INT.min(), -1), Err(Fault::SignedOverflow));
        assert_eq!(BinOp::Rem.eval(INT, INT.min(), -1), Err(Fault::SignedOverflow));
    }

    #[test]
    fn shifts() {
        assert_eq!(BinOp::Shl.eval(INT, 1, 31), Ok(INT.min()));
        assert!(BinOp::Shl.shift_overflows(INT, 1, 31));
        assert!(!BinOp::Shl.shift_overflows(INT, 1, 30));
        assert_eq!(BinOp::Shl.eval(INT, 1, 32), Err(Fault::ShiftAmount));
        assert_eq!(BinOp::Shr.eval(INT, -8, 1), Ok(-4));
        assert_eq!(BinOp::Shl.eval(ULONG, ULONG.max(), 63), Ok(1 << 63));
    }

    #[test]
    fn bit_operations_stay_in_the_type() {
        assert_eq!(UnOp::BitNot.eval(UINT, 0), Ok(UINT.max()));
        assert_eq!(UnOp::BitNot.eval(INT, 0), Ok(-1));
        assert_eq!(BinOp::BitXor.eval(INT, -1, 5), Ok(-6));
    }
}
