//! An integer of any size: an `i64` in place, a big integer behind a pointer.
//!
//! Invariant: a value that fits an `i64` is held as one, so equal numbers have equal representations and the derived
//! equality and hash are right. The big part is `dashu-int`: as fast as `num-bigint` in products and 3 to 18 times
//! faster in greatest common divisors (20 to 300 digits, one run), which is where fractions and row reduction spend
//! their time.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivRemEuclid, Gcd};

/// An integer of any size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(pub(crate) Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Repr {
    Small(i64),
    /// Never a value that fits `Small`.
    Big(Box<IBig>),
}

use Repr::{Big, Small};

impl Int {
    pub const ZERO: Int = Int(Small(0));
    pub const ONE: Int = Int(Small(1));
    pub const MINUS_ONE: Int = Int(Small(-1));

    pub const fn new(value: i64) -> Int {
        Int(Small(value))
    }

    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// 1 or −1.
    pub fn is_unit(&self) -> bool {
        matches!(self.0, Small(1 | -1))
    }

    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    pub fn is_even(&self) -> bool {
        match &self.0 {
            Small(value) => value & 1 == 0,
            Big(value) => !value.bit(0),
        }
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Small(value) => value.signum() as i32,
            Big(value) if value.sign() == dashu_int::Sign::Negative => -1,
            Big(_) => 1,
        }
    }

    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(value) => Some(*value),
            Big(_) => None,
        }
    }

    /// The value, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Small(value) => Some(i128::from(*value)),
            Big(value) => i128::try_from(&**value).ok(),
        }
    }

    /// The number of bits of the absolute value (0 for 0).
    pub fn bit_length(&self) -> usize {
        match &self.0 {
            Small(value) => (64 - value.unsigned_abs().leading_zeros()) as usize,
            Big(value) => value.as_ref().clone().into_parts().1.bit_len(),
        }
    }

    /// The greatest common divisor, not negative; `gcd(0, 0)` is 0.
    pub fn gcd(&self, other: &Int) -> Int {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Int::from(gcd_u64(a.unsigned_abs(), b.unsigned_abs())),
            _ if self.is_zero() => other.abs(),
            _ if other.is_zero() => self.abs(),
            _ => Int::from_big(IBig::from(self.to_big().gcd(other.to_big()))),
        }
    }

    /// The least common multiple, not negative; 0 if either is 0.
    pub fn lcm(&self, other: &Int) -> Int {
        if self.is_zero() || other.is_zero() {
            return Int::ZERO;
        }
        (self.div_exact(&self.gcd(other)) * other).abs()
    }

    /// The quotient rounded towards −∞. The divisor must not be 0.
    pub fn div_floor(&self, divisor: &Int) -> Int {
        match (&self.0, &divisor.0) {
            (Small(a), Small(b)) if *b != -1 => {
                let quotient = a / b;
                Int::new(if a % b != 0 && (a ^ b) < 0 { quotient - 1 } else { quotient })
            }
            (_, Small(-1)) => -self,
            _ => {
                // Euclidean division rounds down for positive divisors; a negative one turns both signs.
                if divisor.is_negative() {
                    return (-self).div_floor(&-divisor);
                }
                let (quotient, _) = self.to_big().div_rem_euclid(divisor.to_big());
                Int::from_big(quotient)
            }
        }
    }

    /// The quotient rounded towards +∞. The divisor must not be 0.
    pub fn div_ceil(&self, divisor: &Int) -> Int {
        -(-self).div_floor(divisor)
    }

    /// The quotient rounded towards 0, as C divides. The divisor must not be 0.
    pub fn div_trunc(&self, divisor: &Int) -> Int {
        if self.is_negative() == divisor.is_negative() { self.div_floor(divisor) } else { self.div_ceil(divisor) }
    }

    /// What [`Int::div_floor`] leaves: it has the divisor's sign. The divisor must not be 0.
    pub fn mod_floor(&self, divisor: &Int) -> Int {
        match (&self.0, &divisor.0) {
            (_, Small(-1)) => Int::ZERO,
            (Small(a), Small(b)) => {
                let rest = a % b;
                Int::new(if rest != 0 && (rest ^ b) < 0 { rest + b } else { rest })
            }
            _ => self - self.div_floor(divisor) * divisor,
        }
    }

    /// The quotient of a division that leaves nothing.
    pub fn div_exact(&self, divisor: &Int) -> Int {
        debug_assert!(self.mod_floor(divisor).is_zero(), "{divisor} does not divide {self}");
        if divisor.is_one() { self.clone() } else { self.div_floor(divisor) }
    }

    /// Whether `self` divides `other`; 0 divides only 0.
    pub fn divides(&self, other: &Int) -> bool {
        if self.is_zero() { other.is_zero() } else { other.mod_floor(self).is_zero() }
    }

    pub fn pow(&self, exponent: u32) -> Int {
        match &self.0 {
            Small(value) => match value.checked_pow(exponent) {
                Some(power) => Int::new(power),
                None => Int::from_big(IBig::from(*value).pow(exponent as usize)),
            },
            Big(value) => Int::from_big(value.pow(exponent as usize)),
        }
    }

    pub(crate) fn to_big(&self) -> IBig {
        match &self.0 {
            Small(value) => IBig::from(*value),
            Big(value) => (**value).clone(),
        }
    }

    pub(crate) fn from_big(value: IBig) -> Int {
        match i64::try_from(&value) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Big(Box::new(value))),
        }
    }
}

fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    // Most coefficients are 1: no loop for them.
    if a == 1 || b == 1 {
        return 1;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
    }
    a << shift
}

impl Default for Int {
    fn default() -> Int {
        Int::ZERO
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            // A big number lies outside the range of the small ones: its sign decides.
            (Small(_), Big(_)) => 0.cmp(&other.signum()),
            (Big(_), Small(_)) => self.signum().cmp(&0),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! from_small {
    ($($native:ty),*) => {$(
        impl From<$native> for Int {
            fn from(value: $native) -> Int {
                Int::new(i64::from(value))
            }
        }
    )*};
}
from_small!(i8, i16, i32, i64, u8, u16, u32, bool);

macro_rules! from_wide {
    ($($native:ty),*) => {$(
        impl From<$native> for Int {
            fn from(value: $native) -> Int {
                match i64::try_from(value) {
                    Ok(small) => Int::new(small),
                    Err(_) => Int(Big(Box::new(IBig::from(value)))),
                }
            }
        }
    )*};
}
from_wide!(u64, i128, u128, usize, isize);

/// The text is not an integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseIntError;

impl fmt::Display for ParseIntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an integer: digits with an optional sign are expected")
    }
}

impl std::error::Error for ParseIntError {}

impl FromStr for Int {
    type Err = ParseIntError;

    /// Decimal digits with an optional sign, of any length; nothing else.
    fn from_str(text: &str) -> Result<Int, ParseIntError> {
        if let Ok(small) = text.parse::<i64>() {
            return Ok(Int::new(small));
        }
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseIntError);
        }
        IBig::from_str(text).map(Int::from_big).map_err(|_| ParseIntError)
    }
}

impl Int {
    /// Digits of another base (2 to 36), without a sign.
    pub fn from_digits(digits: &str, radix: u32) -> Result<Int, ParseIntError> {
        assert!((2..=36).contains(&radix), "a base of 2 to 36");
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
            return Err(ParseIntError);
        }
        IBig::from_str_radix(digits, radix).map(Int::from_big).map_err(|_| ParseIntError)
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(value) => fmt::Display::fmt(value, f),
            Big(value) => fmt::Display::fmt(&**value, f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
