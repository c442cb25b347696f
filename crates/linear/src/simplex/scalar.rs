//! The numbers inside a tableau: machine integers while they last, big ones when they do not.
//!
//! Every operation that may leave the range says [`Overflow`] instead of wrapping. The tableau is then thrown away and
//! built anew with [`Int`], which never overflows. (An `i64` is kept symmetric, without `i64::MIN`, so that a sign
//! turns without a check.)

use std::cmp::Ordering;

use heureka_number::Int;

/// The small numbers do not suffice.
#[derive(Debug)]
pub(crate) struct Overflow;

pub(crate) trait Scalar: Clone + Ord + Default {
    const ONE: Self;
    /// About how many machine instructions an operation takes, for [`crate::interrupt::poll`].
    const COST: usize;
    fn from_int(value: &Int) -> Result<Self, Overflow>;
    fn to_int(&self) -> Int;
    fn signum(&self) -> i32;
    fn neg(&self) -> Self;
    fn add(&self, other: &Self) -> Result<Self, Overflow>;
    fn sub(&self, other: &Self) -> Result<Self, Overflow>;
    fn mul(&self, other: &Self) -> Result<Self, Overflow>;
    /// `self + a·b`
    fn plus_product(&self, a: &Self, b: &Self) -> Result<Self, Overflow>;
    /// `self·p + a·b`
    fn combine(&self, p: &Self, a: &Self, b: &Self) -> Result<Self, Overflow>;
    fn gcd(&self, other: &Self) -> Self;
    fn div_exact(&self, divisor: &Self) -> Self;
    /// Compares `self` with `a·b`.
    fn cmp_product(&self, a: &Self, b: &Self) -> Ordering;
    /// Whether the divisor leaves nothing; it is not 0.
    fn is_multiple_of(&self, divisor: &Self) -> bool;

    fn is_zero(&self) -> bool {
        self.signum() == 0
    }

    fn is_one(&self) -> bool {
        *self == Self::ONE
    }

    fn abs(&self) -> Self {
        if self.signum() < 0 { self.neg() } else { self.clone() }
    }
}

#[inline]
fn narrow(value: i128) -> Result<i64, Overflow> {
    match i64::try_from(value) {
        Ok(small) if small != i64::MIN => Ok(small),
        _ => Err(Overflow),
    }
}

/// The product of two small numbers, which always fits.
#[inline]
fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

impl Scalar for i64 {
    const ONE: i64 = 1;
    const COST: usize = 1;

    fn from_int(value: &Int) -> Result<i64, Overflow> {
        value.to_i64().filter(|small| *small != i64::MIN).ok_or(Overflow)
    }

    fn to_int(&self) -> Int {
        Int::new(*self)
    }

    #[inline]
    fn signum(&self) -> i32 {
        i64::signum(*self) as i32
    }

    #[inline]
    fn neg(&self) -> i64 {
        -self
    }

    #[inline]
    fn add(&self, other: &i64) -> Result<i64, Overflow> {
        narrow(i128::from(*self) + i128::from(*other))
    }

    #[inline]
    fn sub(&self, other: &i64) -> Result<i64, Overflow> {
        narrow(i128::from(*self) - i128::from(*other))
    }

    #[inline]
    fn mul(&self, other: &i64) -> Result<i64, Overflow> {
        narrow(wide(*self, *other))
    }

    #[inline]
    fn plus_product(&self, a: &i64, b: &i64) -> Result<i64, Overflow> {
        narrow(i128::from(*self) + wide(*a, *b))
    }

    #[inline]
    fn combine(&self, p: &i64, a: &i64, b: &i64) -> Result<i64, Overflow> {
        narrow(wide(*self, *p) + wide(*a, *b))
    }

    fn gcd(&self, other: &i64) -> i64 {
        Int::new(*self).gcd(&Int::new(*other)).to_i64().expect("at most the numbers, which are not i64::MIN")
    }

    fn div_exact(&self, divisor: &i64) -> i64 {
        self / divisor
    }

    #[inline]
    fn cmp_product(&self, a: &i64, b: &i64) -> Ordering {
        i128::from(*self).cmp(&wide(*a, *b))
    }

    #[inline]
    fn is_multiple_of(&self, divisor: &i64) -> bool {
        *divisor == 1 || self % divisor == 0
    }

    #[inline]
    fn is_zero(&self) -> bool {
        *self == 0
    }
}

impl Scalar for Int {
    const ONE: Int = Int::ONE;
    const COST: usize = 16;

    fn from_int(value: &Int) -> Result<Int, Overflow> {
        Ok(value.clone())
    }

    fn to_int(&self) -> Int {
        self.clone()
    }

    fn signum(&self) -> i32 {
        Int::signum(self)
    }

    fn neg(&self) -> Int {
        -self
    }

    fn add(&self, other: &Int) -> Result<Int, Overflow> {
        Ok(self + other)
    }

    fn sub(&self, other: &Int) -> Result<Int, Overflow> {
        Ok(self - other)
    }

    fn mul(&self, other: &Int) -> Result<Int, Overflow> {
        Ok(self * other)
    }

    fn plus_product(&self, a: &Int, b: &Int) -> Result<Int, Overflow> {
        Ok(self + a * b)
    }

    fn combine(&self, p: &Int, a: &Int, b: &Int) -> Result<Int, Overflow> {
        Ok(self * p + a * b)
    }

    fn gcd(&self, other: &Int) -> Int {
        Int::gcd(self, other)
    }

    fn div_exact(&self, divisor: &Int) -> Int {
        Int::div_exact(self, divisor)
    }

    fn cmp_product(&self, a: &Int, b: &Int) -> Ordering {
        self.cmp(&(a * b))
    }

    fn is_multiple_of(&self, divisor: &Int) -> bool {
        divisor.divides(self)
    }
}
