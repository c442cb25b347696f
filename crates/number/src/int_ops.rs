//! The operators of [`Int`]: the checked small path first, the big one when it does not fit.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::int::{Int, Repr::Small};

/// One operator for all four mixtures of values and references.
macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $checked:ident, $op:tt) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(small) = a.$checked(*b)
                {
                    return Int::new(small);
                }
                Int::from_big(self.to_big() $op other.to_big())
            }
        }

        impl $trait<Int> for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: Int) -> Int {
                self $op &other
            }
        }

        impl $trait<&Int> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                &self $op other
            }
        }

        impl $trait<Int> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: Int) -> Int {
                &self $op &other
            }
        }

        impl $assign_trait<&Int> for Int {
            #[inline]
            fn $assign_method(&mut self, other: &Int) {
                *self = &*self $op other;
            }
        }

        impl $assign_trait<Int> for Int {
            #[inline]
            fn $assign_method(&mut self, other: Int) {
                *self = &*self $op &other;
            }
        }
    };
}

operator!(Add, add, AddAssign, add_assign, checked_add, +);
operator!(Sub, sub, SubAssign, sub_assign, checked_sub, -);
operator!(Mul, mul, MulAssign, mul_assign, checked_mul, *);

impl Neg for &Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        match &self.0 {
            Small(value) if *value != i64::MIN => Int::new(-value),
            _ => Int::from_big(-self.to_big()),
        }
    }
}

impl Neg for Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        -&self
    }
}

impl Sum for Int {
    fn sum<I: Iterator<Item = Int>>(numbers: I) -> Int {
        numbers.fold(Int::ZERO, |sum, number| sum + number)
    }
}
