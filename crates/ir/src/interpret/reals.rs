//! Words of executions over ℝ: fractions.
//!
//! `+`, `−`, `×`, `÷` and comparisons are those of ℝ, and a conversion keeps the value. Remainders, shifts, operations on
//! bits, conversions to one bit and array indices have a meaning for whole numbers only, the one that they have over ℤ;
//! an execution that does this with another number ends with a statement of that.

use super::inputs::{Inputs, ValueRequest};
use super::words::{Trap, Word};
use crate::fault::Fault;
use crate::fraction::Fraction;
use crate::op::{BinOp, UnOp};
use crate::ty::IntTy;

/// The result of exact arithmetic, unless it outgrew the word.
fn exact(result: Option<Fraction>) -> Result<Fraction, Trap> {
    result.ok_or(Trap::TooLarge)
}

fn whole(value: Fraction, what: &'static str) -> Result<i128, Trap> {
    value.whole().ok_or(Trap::NotWhole(what))
}

impl Word for Fraction {
    fn from_value(value: i128, _: IntTy) -> Fraction {
        Fraction::from(value)
    }

    fn choose(inputs: &mut dyn Inputs, request: &ValueRequest) -> Option<Fraction> {
        inputs.fraction(request)
    }

    fn number(self, _: IntTy) -> Fraction {
        self
    }

    fn index(self) -> Result<u64, Trap> {
        whole(self, "an array index that is not whole")?.index()
    }

    /// A whole index is below the extent if and only if it is below the next whole number.
    fn extent(self, ty: IntTy) -> u64 {
        self.ceil().extent(ty)
    }

    fn add<const SIGNED: bool>(self, other: Fraction, _: u8) -> Result<Fraction, Trap> {
        exact(self.checked_add(other))
    }

    fn sub<const SIGNED: bool>(self, other: Fraction, _: u8) -> Result<Fraction, Trap> {
        exact(self.checked_sub(other))
    }

    fn mul<const SIGNED: bool>(self, other: Fraction, _: u8) -> Result<Fraction, Trap> {
        exact(self.checked_mul(other))
    }

    fn binary(op: BinOp, ty: IntTy, left: Fraction, right: Fraction) -> Result<Fraction, Trap> {
        let what = match op {
            BinOp::Add => return exact(left.checked_add(right)),
            BinOp::Sub => return exact(left.checked_sub(right)),
            BinOp::Mul => return exact(left.checked_mul(right)),
            BinOp::Div | BinOp::Rem if right == Fraction::ZERO => return Err(Trap::Fault(Fault::DivisionByZero)),
            BinOp::Div => return exact(left.checked_div(right)),
            BinOp::Rem => "`%` of a number that is not whole",
            BinOp::BitAnd => "`&` of a number that is not whole",
            BinOp::BitOr => "`|` of a number that is not whole",
            BinOp::BitXor => "`^` of a number that is not whole",
            BinOp::Shl => "`<<` of a number that is not whole",
            BinOp::Shr => "`>>` of a number that is not whole",
        };
        i128::binary(op, ty, whole(left, what)?, whole(right, what)?).map(Fraction::from)
    }

    fn unary(op: UnOp, ty: IntTy, operand: Fraction) -> Result<Fraction, Trap> {
        match op {
            UnOp::Neg => exact(operand.checked_neg()),
            UnOp::BitNot => {
                i128::unary(op, ty, whole(operand, "`~` of a number that is not whole")?).map(Fraction::from)
            }
        }
    }

    fn cast(self, to: IntTy) -> Result<Fraction, Trap> {
        if to.bits() > 1 {
            return Ok(self);
        }
        whole(self, "a conversion to one bit of a number that is not whole")?.cast(to).map(Fraction::from)
    }

    fn less(self, other: Fraction) -> bool {
        self < other
    }

    fn less_or_equal(self, other: Fraction) -> bool {
        self <= other
    }

    fn less_unsigned(self, other: Fraction) -> bool {
        self < other
    }

    fn less_or_equal_unsigned(self, other: Fraction) -> bool {
        self <= other
    }

    fn shift_overflows(_: IntTy, _: Fraction, _: Fraction) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntTy = IntTy::INT;

    fn half() -> Fraction {
        Fraction::new(1, 2).expect("a fraction")
    }

    #[test]
    fn division_is_exact_and_nothing_wraps() {
        let (one, two) = (Fraction::from(1), Fraction::from(2));
        assert_eq!(Fraction::binary(BinOp::Div, INT, one, two), Ok(half()));
        assert_eq!(Fraction::binary(BinOp::Mul, INT, half(), two), Ok(one));
        assert_eq!(Fraction::binary(BinOp::Div, INT, one, Fraction::ZERO), Err(Trap::Fault(Fault::DivisionByZero)));
        let most = Fraction::from(INT.max());
        assert_eq!(Fraction::binary(BinOp::Add, INT, most, half()).map(Fraction::ceil), Ok(INT.max() + 1));
        assert_eq!(Fraction::unary(UnOp::Neg, INT, half()), Ok(Fraction::new(-1, 2).expect("a fraction")));
        assert_eq!(half().cast(IntTy::unsigned(8)), Ok(half()));
    }

    #[test]
    fn what_needs_whole_numbers_is_refused_for_others() {
        let two = Fraction::from(2);
        for op in [BinOp::Rem, BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor, BinOp::Shl, BinOp::Shr] {
            assert!(matches!(Fraction::binary(op, INT, half(), two), Err(Trap::NotWhole(_))), "{op:?}");
            assert!(matches!(Fraction::binary(op, INT, two, half()), Err(Trap::NotWhole(_))), "{op:?}");
            let over_integers = i128::binary(op, INT, 13, 2).map(Fraction::from);
            assert_eq!(Fraction::binary(op, INT, Fraction::from(13), two), over_integers);
        }
        assert!(matches!(Fraction::unary(UnOp::BitNot, INT, half()), Err(Trap::NotWhole(_))));
        assert!(matches!(half().cast(IntTy::unsigned(1)), Err(Trap::NotWhole(_))));
        assert!(matches!(half().index(), Err(Trap::NotWhole(_))));
        assert_eq!((half().extent(INT), two.index(), Fraction::from(-1).index()), (1, Ok(2), Ok(u64::MAX)));
    }
}
