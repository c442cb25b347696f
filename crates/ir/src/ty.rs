//! Types of expressions and variables.
//!
//! A value of an integer type is the mathematical integer it stands for (never a bit pattern): an `unsigned char`
//! holds 0..=255, a `signed char` -128..=127. `i128` holds every value of every type, so nothing here can wrap
//! by accident.

use std::fmt;

/// An integer type of 1 to 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntTy {
    bits: u8,
    signed: bool,
}

impl IntTy {
    /// `int` in both data models.
    pub const INT: IntTy = IntTy { bits: 32, signed: true };
    /// The type of the object part of a pointer (see [`crate::program::Object`]).
    pub const OBJECT: IntTy = IntTy { bits: 32, signed: true };
    /// The type of the offset and instance parts of a pointer, and of array extents.
    pub const OFFSET: IntTy = IntTy { bits: 64, signed: true };

    pub const fn new(bits: u8, signed: bool) -> IntTy {
        assert!(bits >= 1 && bits <= 64, "an integer type has 1 to 64 bits");
        IntTy { bits, signed }
    }

    pub const fn signed(bits: u8) -> IntTy {
        IntTy::new(bits, true)
    }

    pub const fn unsigned(bits: u8) -> IntTy {
        IntTy::new(bits, false)
    }

    pub const fn bits(self) -> u8 {
        self.bits
    }

    pub const fn is_signed(self) -> bool {
        self.signed
    }

    pub const fn min(self) -> i128 {
        if self.signed { -(1i128 << (self.bits - 1)) } else { 0 }
    }

    pub const fn max(self) -> i128 {
        if self.signed { (1i128 << (self.bits - 1)) - 1 } else { (1i128 << self.bits) - 1 }
    }

    pub const fn contains(self, value: i128) -> bool {
        self.min() <= value && value <= self.max()
    }

    /// True when every value of `other` is a value of `self`.
    pub const fn includes(self, other: IntTy) -> bool {
        self.min() <= other.min() && other.max() <= self.max()
    }

    /// The value of this type that is congruent to `value` modulo 2^bits: C's conversion (as gcc and clang define it
    /// for signed types).
    #[inline]
    pub const fn wrap(self, value: i128) -> i128 {
        let unused = 128 - self.bits as u32;
        if self.signed { (value << unused) >> unused } else { ((value as u128) << unused >> unused) as i128 }
    }
}

impl fmt::Display for IntTy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }
}

/// The type of an expression. Variables and array cells are always integers; `Bool` is the type of conditions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ty {
    Bool,
    Int(IntTy),
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Bool => write!(f, "bool"),
            Ty::Int(ty) => ty.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrap_is_reduction_modulo_two_to_the_bits() {
        let i8 = IntTy::signed(8);
        assert_eq!(i8.wrap(128), -128);
        assert_eq!(i8.wrap(-129), 127);
        assert_eq!(IntTy::unsigned(8).wrap(-1), 255);
        assert_eq!(IntTy::unsigned(64).wrap(-1), u64::MAX as i128);
        assert_eq!(IntTy::signed(64).wrap(u64::MAX as i128), -1);
        assert_eq!(IntTy::unsigned(1).wrap(3), 1);
    }

    #[test]
    fn ranges() {
        assert_eq!((IntTy::INT.min(), IntTy::INT.max()), (i32::MIN as i128, i32::MAX as i128));
        assert_eq!(IntTy::unsigned(64).max(), u64::MAX as i128);
        assert!(IntTy::signed(64).includes(IntTy::unsigned(32)));
        assert!(!IntTy::INT.includes(IntTy::unsigned(32)));
    }
}
