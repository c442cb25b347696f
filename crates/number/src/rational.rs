//! Fractions of integers of any size.
//!
//! Invariant: the denominator is positive and shares no factor with the numerator, so equal fractions have equal
//! representations.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::int::Int;

/// A reduced fraction.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Rational {
    numerator: Int,
    /// Shares no factor with the numerator.
    denominator: Denominator,
}

/// A positive integer; 1 unless said otherwise.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Denominator(Int);

impl Default for Denominator {
    fn default() -> Denominator {
        Denominator(Int::ONE)
    }
}

impl Rational {
    pub const ZERO: Rational = Rational { numerator: Int::ZERO, denominator: Denominator(Int::ONE) };
    pub const ONE: Rational = Rational { numerator: Int::ONE, denominator: Denominator(Int::ONE) };

    /// The fraction, reduced. The denominator must not be 0.
    pub fn new(numerator: Int, denominator: Int) -> Rational {
        assert!(!denominator.is_zero(), "a fraction with denominator 0");
        if denominator.is_one() {
            return Rational { numerator, denominator: Denominator(denominator) };
        }
        let mut divisor = numerator.gcd(&denominator);
        if denominator.is_negative() {
            divisor = -divisor;
        }
        if divisor.is_one() {
            return Rational { numerator, denominator: Denominator(denominator) };
        }
        Rational { numerator: numerator.div_exact(&divisor), denominator: Denominator(denominator.div_exact(&divisor)) }
    }

    pub fn numerator(&self) -> &Int {
        &self.numerator
    }

    /// Positive.
    pub fn denominator(&self) -> &Int {
        &self.denominator.0
    }

    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    pub fn is_integer(&self) -> bool {
        self.denominator.0.is_one()
    }

    pub fn is_positive(&self) -> bool {
        self.numerator.is_positive()
    }

    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative()
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        self.numerator.signum()
    }

    /// The integer, if it is one.
    pub fn to_int(&self) -> Option<Int> {
        self.is_integer().then(|| self.numerator.clone())
    }

    /// The greatest integer that is not above.
    pub fn floor(&self) -> Int {
        if self.is_integer() { self.numerator.clone() } else { self.numerator.div_floor(&self.denominator.0) }
    }

    /// The least integer that is not below.
    pub fn ceil(&self) -> Int {
        if self.is_integer() { self.numerator.clone() } else { self.numerator.div_ceil(&self.denominator.0) }
    }

    pub fn abs(&self) -> Rational {
        Rational { numerator: self.numerator.abs(), denominator: self.denominator.clone() }
    }

    /// One divided by it. It must not be 0.
    pub fn recip(&self) -> Rational {
        assert!(!self.is_zero(), "the reciprocal of 0");
        if self.is_negative() {
            Rational { numerator: -&self.denominator.0, denominator: Denominator(-&self.numerator) }
        } else {
            Rational { numerator: self.denominator.0.clone(), denominator: Denominator(self.numerator.clone()) }
        }
    }

    fn combine(&self, other: &Rational, op: impl Fn(&Int, &Int) -> Int) -> Rational {
        if self.is_integer() && other.is_integer() {
            return Rational::from(op(&self.numerator, &other.numerator));
        }
        let (a, b) = (&self.numerator, &other.numerator);
        let (p, q) = (&self.denominator.0, &other.denominator.0);
        if p == q {
            return Rational::new(op(a, b), p.clone());
        }
        Rational::new(op(&(a * q), &(b * p)), p * q)
    }
}

impl From<Int> for Rational {
    fn from(numerator: Int) -> Rational {
        Rational { numerator, denominator: Denominator::default() }
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Rational {
        Rational::from(Int::new(value))
    }
}

impl Add<&Rational> for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        self.combine(other, |a, b| a + b)
    }
}

impl Sub<&Rational> for &Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        self.combine(other, |a, b| a - b)
    }
}

impl Mul<&Rational> for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        let numerator = &self.numerator * &other.numerator;
        if self.is_integer() && other.is_integer() {
            return Rational::from(numerator);
        }
        Rational::new(numerator, &self.denominator.0 * &other.denominator.0)
    }
}

impl Div<&Rational> for &Rational {
    type Output = Rational;
    /// The divisor must not be 0.
    fn div(self, other: &Rational) -> Rational {
        assert!(!other.is_zero(), "division of a fraction by 0");
        Rational::new(&self.numerator * &other.denominator.0, &self.denominator.0 * &other.numerator)
    }
}

/// The mixtures of values and references, in terms of two references.
macro_rules! forward {
    ($trait:ident, $method:ident) => {
        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                (&self).$method(&other)
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                (&self).$method(other)
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                self.$method(&other)
            }
        }
    };
}
forward!(Add, add);
forward!(Sub, sub);
forward!(Mul, mul);
forward!(Div, div);

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

impl SubAssign<&Rational> for Rational {
    fn sub_assign(&mut self, other: &Rational) {
        *self = &*self - other;
    }
}

impl MulAssign<&Rational> for Rational {
    fn mul_assign(&mut self, other: &Rational) {
        *self = &*self * other;
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        -&self
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        (&self.numerator * &other.denominator.0).cmp(&(&other.numerator * &self.denominator.0))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.is_integer() { Ok(()) } else { write!(f, "/{}", self.denominator.0) }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
