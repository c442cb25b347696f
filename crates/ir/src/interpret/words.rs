//! The words that registers and cells hold, and their arithmetic.
//!
//! Under [`Numbers::Machine`](super::Numbers) a word is an `i64` that holds the two's complement pattern of the value:
//! the value itself for every type but the unsigned 64-bit one, whose upper half looks negative. The types of operands
//! are known when code is made, so each instruction knows which reading is meant. Under `Numbers::Integer` a word is
//! an `i128` that holds the value; arithmetic is exact, and an execution whose values outgrow the word ends with a
//! statement of that. The words of `Numbers::Real` are in `reals`.
//!
//! `op.rs` defines the arithmetic; the functions for `i64` are its fast version, tested against it for all widths.
//!
//! Integer mode, where the machine's view needs a decision: a conversion keeps the value, except that a conversion to a
//! 1-bit type keeps the low bit; `~x` is `max - x` for unsigned types and `-x - 1` for signed ones; shifts multiply and
//! divide by powers of two, and only a negative amount is a fault.

use super::inputs::{Inputs, ValueRequest};
use crate::fault::Fault;
use crate::fraction::Fraction;
use crate::op::{BinOp, UnOp};
use crate::ty::IntTy;

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trap {
    Fault(Fault),
    /// The exact value does not fit the word (integer mode only).
    TooLarge,
    /// The operation has no meaning for numbers that are not whole (real mode only).
    NotWhole(&'static str),
}

pub(super) trait Word: Copy + Eq + std::hash::Hash + Default + std::fmt::Debug {
    /// The word for a value that somebody chose for a variable of type `ty`.
    fn from_value(value: i128, ty: IntTy) -> Self;

    /// The word for the value that is chosen for a variable.
    fn choose(inputs: &mut dyn Inputs, request: &ValueRequest) -> Option<Self> {
        inputs.value(request).map(|value| Self::from_value(value, request.ty))
    }

    /// The value of a word of type `ty`.
    fn number(self, ty: IntTy) -> Fraction;

    /// An array index, `u64::MAX` for what cannot be one. (No array has a cell with an index of 2^63 or more.)
    fn index(self) -> Result<u64, Trap>;

    /// The extent that a word of type `ty` stands for; a negative one is zero.
    fn extent(self, ty: IntTy) -> u64;

    fn add<const SIGNED: bool>(self, other: Self, bits: u8) -> Result<Self, Trap>;
    fn sub<const SIGNED: bool>(self, other: Self, bits: u8) -> Result<Self, Trap>;
    fn mul<const SIGNED: bool>(self, other: Self, bits: u8) -> Result<Self, Trap>;

    /// Any operator.
    fn binary(op: BinOp, ty: IntTy, left: Self, right: Self) -> Result<Self, Trap>;
    fn unary(op: UnOp, ty: IntTy, operand: Self) -> Result<Self, Trap>;
    fn cast(self, to: IntTy) -> Result<Self, Trap>;

    /// Comparison of values of any type but the unsigned 64-bit one.
    fn less(self, other: Self) -> bool;
    fn less_or_equal(self, other: Self) -> bool;

    /// Comparison of values of the unsigned 64-bit type.
    fn less_unsigned(self, other: Self) -> bool;
    fn less_or_equal_unsigned(self, other: Self) -> bool;

    /// A signed left shift whose result does not fit.
    fn shift_overflows(ty: IntTy, left: Self, right: Self) -> bool;
}

/// The pattern of the value of `bits` bits that is congruent to `word`.
#[inline(always)]
fn truncate<const SIGNED: bool>(word: i64, bits: u8) -> i64 {
    let unused = 64 - bits as u32;
    if SIGNED { (word << unused) >> unused } else { ((word as u64) << unused >> unused) as i64 }
}

/// The result of signed arithmetic: a fault if it does not fit.
#[inline(always)]
fn fit((word, overflow): (i64, bool), bits: u8) -> Result<i64, Trap> {
    if overflow || truncate::<true>(word, bits) != word {
        return Err(Trap::Fault(Fault::SignedOverflow));
    }
    Ok(word)
}

/// The pattern of the value of type `to` that is congruent to `word`.
#[inline(always)]
fn convert(word: i64, to: IntTy) -> i64 {
    if to.is_signed() { truncate::<true>(word, to.bits()) } else { truncate::<false>(word, to.bits()) }
}

/// The value that a pattern of type `ty` stands for.
#[inline]
fn value(word: i64, ty: IntTy) -> i128 {
    if is_large(ty) { word as u64 as i128 } else { word as i128 }
}

#[inline(always)]
fn is_large(ty: IntTy) -> bool {
    ty.bits() == 64 && !ty.is_signed()
}

impl Word for i64 {
    #[inline]
    fn from_value(value: i128, ty: IntTy) -> i64 {
        ty.wrap(value) as i64
    }

    #[inline]
    fn number(self, ty: IntTy) -> Fraction {
        Fraction::from(value(self, ty))
    }

    #[inline(always)]
    fn index(self) -> Result<u64, Trap> {
        Ok(if self < 0 { u64::MAX } else { self as u64 })
    }

    #[inline]
    fn extent(self, ty: IntTy) -> u64 {
        if is_large(ty) { self as u64 } else { self.max(0) as u64 }
    }

    #[inline(always)]
    fn add<const SIGNED: bool>(self, other: i64, bits: u8) -> Result<i64, Trap> {
        if SIGNED {
            fit(self.overflowing_add(other), bits)
        } else {
            Ok(truncate::<false>(self.wrapping_add(other), bits))
        }
    }

    #[inline(always)]
    fn sub<const SIGNED: bool>(self, other: i64, bits: u8) -> Result<i64, Trap> {
        if SIGNED {
            fit(self.overflowing_sub(other), bits)
        } else {
            Ok(truncate::<false>(self.wrapping_sub(other), bits))
        }
    }

    #[inline(always)]
    fn mul<const SIGNED: bool>(self, other: i64, bits: u8) -> Result<i64, Trap> {
        if SIGNED {
            fit(self.overflowing_mul(other), bits)
        } else {
            Ok(truncate::<false>(self.wrapping_mul(other), bits))
        }
    }

    fn binary(op: BinOp, ty: IntTy, left: i64, right: i64) -> Result<i64, Trap> {
        let (signed, bits) = (ty.is_signed(), ty.bits());
        let amount = || {
            if (right as u64) < bits as u64 { Ok(right as u32) } else { Err(Trap::Fault(Fault::ShiftAmount)) }
        };
        match op {
            BinOp::Add if signed => left.add::<true>(right, bits),
            BinOp::Add => left.add::<false>(right, bits),
            BinOp::Sub if signed => left.sub::<true>(right, bits),
            BinOp::Sub => left.sub::<false>(right, bits),
            BinOp::Mul if signed => left.mul::<true>(right, bits),
            BinOp::Mul => left.mul::<false>(right, bits),
            BinOp::Div | BinOp::Rem if right == 0 => Err(Trap::Fault(Fault::DivisionByZero)),
            BinOp::Div if signed => fit(left.overflowing_div(right), bits),
            BinOp::Div => Ok((left as u64 / right as u64) as i64),
            BinOp::Rem if signed => fit(left.overflowing_div(right), bits).map(|_| left % right),
            BinOp::Rem => Ok((left as u64 % right as u64) as i64),
            BinOp::BitAnd => Ok(left & right),
            BinOp::BitOr => Ok(left | right),
            BinOp::BitXor => Ok(left ^ right),
            BinOp::Shl => amount().map(|amount| convert(left << amount, ty)),
            BinOp::Shr if signed => amount().map(|amount| left >> amount),
            BinOp::Shr => amount().map(|amount| (left as u64 >> amount) as i64),
        }
    }

    fn unary(op: UnOp, ty: IntTy, operand: i64) -> Result<i64, Trap> {
        match op {
            UnOp::Neg if ty.is_signed() => fit(operand.overflowing_neg(), ty.bits()),
            UnOp::Neg => Ok(convert(operand.wrapping_neg(), ty)),
            UnOp::BitNot => Ok(convert(!operand, ty)),
        }
    }

    #[inline(always)]
    fn cast(self, to: IntTy) -> Result<i64, Trap> {
        Ok(convert(self, to))
    }

    #[inline(always)]
    fn less(self, other: i64) -> bool {
        self < other
    }

    #[inline(always)]
    fn less_or_equal(self, other: i64) -> bool {
        self <= other
    }

    #[inline(always)]
    fn less_unsigned(self, other: i64) -> bool {
        (self as u64) < other as u64
    }

    #[inline(always)]
    fn less_or_equal_unsigned(self, other: i64) -> bool {
        self as u64 <= other as u64
    }

    fn shift_overflows(ty: IntTy, left: i64, right: i64) -> bool {
        let right = if right < 0 { -1 } else { right as i128 };
        BinOp::Shl.shift_overflows(ty, value(left, ty), right)
    }
}

/// The result of exact arithmetic, unless it outgrew the word.
#[inline]
fn exact(result: Option<i128>) -> Result<i128, Trap> {
    result.ok_or(Trap::TooLarge)
}

impl Word for i128 {
    fn from_value(value: i128, _: IntTy) -> i128 {
        value
    }

    fn number(self, _: IntTy) -> Fraction {
        Fraction::from(self)
    }

    #[inline]
    fn index(self) -> Result<u64, Trap> {
        Ok(u64::try_from(self).unwrap_or(u64::MAX))
    }

    fn extent(self, _: IntTy) -> u64 {
        self.clamp(0, u64::MAX as i128) as u64
    }

    #[inline(always)]
    fn add<const SIGNED: bool>(self, other: i128, _: u8) -> Result<i128, Trap> {
        exact(self.checked_add(other))
    }

    #[inline(always)]
    fn sub<const SIGNED: bool>(self, other: i128, _: u8) -> Result<i128, Trap> {
        exact(self.checked_sub(other))
    }

    #[inline(always)]
    fn mul<const SIGNED: bool>(self, other: i128, _: u8) -> Result<i128, Trap> {
        exact(self.checked_mul(other))
    }

    fn binary(op: BinOp, _: IntTy, left: i128, right: i128) -> Result<i128, Trap> {
        match op {
            BinOp::Add => exact(left.checked_add(right)),
            BinOp::Sub => exact(left.checked_sub(right)),
            BinOp::Mul => exact(left.checked_mul(right)),
            BinOp::Div | BinOp::Rem if right == 0 => Err(Trap::Fault(Fault::DivisionByZero)),
            BinOp::Div => exact(left.checked_div(right)),
            BinOp::Rem => Ok(left.checked_rem(right).unwrap_or(0)),
            BinOp::BitAnd => Ok(left & right),
            BinOp::BitOr => Ok(left | right),
            BinOp::BitXor => Ok(left ^ right),
            BinOp::Shl | BinOp::Shr if right < 0 => Err(Trap::Fault(Fault::ShiftAmount)),
            BinOp::Shl if left == 0 => Ok(0),
            BinOp::Shl if right > 126 => Err(Trap::TooLarge),
            BinOp::Shl => exact(left.checked_mul(1 << right)),
            BinOp::Shr => Ok(left >> right.min(127)),
        }
    }

    fn unary(op: UnOp, ty: IntTy, operand: i128) -> Result<i128, Trap> {
        match op {
            UnOp::Neg => exact(operand.checked_neg()),
            UnOp::BitNot if ty.is_signed() => Ok(!operand),
            UnOp::BitNot => exact(ty.max().checked_sub(operand)),
        }
    }

    fn cast(self, to: IntTy) -> Result<i128, Trap> {
        Ok(if to.bits() == 1 { to.wrap(self) } else { self })
    }

    #[inline(always)]
    fn less(self, other: i128) -> bool {
        self < other
    }

    #[inline(always)]
    fn less_or_equal(self, other: i128) -> bool {
        self <= other
    }

    #[inline(always)]
    fn less_unsigned(self, other: i128) -> bool {
        self < other
    }

    #[inline(always)]
    fn less_or_equal_unsigned(self, other: i128) -> bool {
        self <= other
    }

    fn shift_overflows(_: IntTy, _: i128, _: i128) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::CmpOp;

    const BINARY: [BinOp; 10] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::BitAnd,
        BinOp::BitOr,
        BinOp::BitXor,
        BinOp::Shl,
        BinOp::Shr,
    ];

    /// Values near everything that could matter in the type, and some from a fixed pseudo-random sequence.
    fn interesting(ty: IntTy) -> Vec<i128> {
        let mut values: Vec<i128> = (-4..=4).collect();
        for power in 0..=64 {
            let power = 1i128 << power;
            values.extend([power - 1, power, power + 1, -power - 1, -power, -power + 1]);
        }
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..40 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            values.push((state >> (state >> 58)) as i128);
        }
        let mut values: Vec<i128> = values.into_iter().map(|value| ty.wrap(value)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    fn types() -> impl Iterator<Item = IntTy> {
        [true, false].into_iter().flat_map(|signed| {
            [1, 2, 3, 7, 8, 9, 15, 16, 24, 31, 32, 33, 48, 62, 63, 64].map(|bits| IntTy::new(bits, signed))
        })
    }

    #[test]
    fn machine_words_compute_what_the_operators_define() {
        for ty in types() {
            let values = interesting(ty);
            for &left in &values {
                let left_word = i64::from_value(left, ty);
                assert_eq!(value(left_word, ty), left);
                for op in [UnOp::Neg, UnOp::BitNot] {
                    let fast = i64::unary(op, ty, left_word).map(|word| value(word, ty));
                    assert_eq!(fast, op.eval(ty, left).map_err(Trap::Fault), "{op:?} {left} in {ty}");
                }
                for &right in &values {
                    let right_word = i64::from_value(right, ty);
                    for op in BINARY {
                        let fast = i64::binary(op, ty, left_word, right_word).map(|word| value(word, ty));
                        let slow = op.eval(ty, left, right).map_err(Trap::Fault);
                        assert_eq!(fast, slow, "{left} {op:?} {right} in {ty}");
                    }
                    assert_eq!(
                        i64::shift_overflows(ty, left_word, right_word),
                        BinOp::Shl.shift_overflows(ty, left, right)
                    );
                    let (less, less_or_equal) = if is_large(ty) {
                        (left_word.less_unsigned(right_word), left_word.less_or_equal_unsigned(right_word))
                    } else {
                        (left_word.less(right_word), left_word.less_or_equal(right_word))
                    };
                    assert_eq!(less, CmpOp::Lt.eval(left, right));
                    assert_eq!(less_or_equal, CmpOp::Le.eval(left, right));
                }
            }
        }
    }

    #[test]
    fn shift_amounts_of_another_type_are_understood() {
        let (ty, amount) = (IntTy::INT, IntTy::unsigned(64));
        for by in interesting(amount) {
            let fast = i64::binary(BinOp::Shl, ty, 3, i64::from_value(by, amount));
            let slow = BinOp::Shl.eval(ty, 3, by).map_err(Trap::Fault);
            assert_eq!(fast.map(|word| value(word, ty)), slow);
        }
    }

    #[test]
    fn machine_words_convert_between_all_types() {
        for from in types() {
            for number in interesting(from) {
                for to in types() {
                    let word = i64::from_value(number, from).cast(to).unwrap();
                    assert_eq!(value(word, to), to.wrap(number), "{number} of {from} to {to}");
                }
            }
        }
    }

    #[test]
    fn integers_do_not_wrap() {
        let (int, uint) = (IntTy::INT, IntTy::unsigned(32));
        assert_eq!(i128::binary(BinOp::Add, int, int.max(), 1), Ok(int.max() + 1));
        assert_eq!(i128::binary(BinOp::Sub, uint, 0, 1), Ok(-1));
        assert_eq!(i128::binary(BinOp::Mul, int, i128::MAX, 2), Err(Trap::TooLarge));
        assert_eq!(i128::binary(BinOp::Shl, int, 1, 40), Ok(1 << 40));
        assert_eq!(i128::binary(BinOp::Shr, int, -5, 200), Ok(-1));
        assert_eq!(i128::binary(BinOp::Div, int, 1, 0), Err(Trap::Fault(Fault::DivisionByZero)));
        assert_eq!(i128::binary(BinOp::Rem, int, i128::MIN, -1), Ok(0));
        assert_eq!(300i128.cast(IntTy::unsigned(8)), Ok(300));
        assert_eq!(3i128.cast(IntTy::unsigned(1)), Ok(1));
        assert_eq!(i128::unary(UnOp::BitNot, uint, 0), Ok(uint.max()));
    }
}
