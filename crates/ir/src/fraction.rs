//! Fractions of 128-bit integers: the numbers of executions over ℝ.
//!
//! Constants and chosen values are fractions, and so is all that `+`, `−`, `×` and `÷` make of them, so an execution over
//! ℝ needs no other numbers. Arithmetic is exact or says that the result does not fit; comparison always has an answer.
//!
//! Invariant: the denominator is positive and shares no factor with the numerator, so equal fractions have equal
//! representations.

use std::cmp::Ordering;
use std::fmt;

/// A reduced fraction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };

    /// The fraction, reduced; `None` if the denominator is 0 or a part does not fit.
    pub fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        if denominator == 1 {
            return Some(Fraction { numerator, denominator });
        }
        if denominator == 0 {
            return None;
        }
        let is_negative = (numerator < 0) != (denominator < 0);
        let (numerator, denominator) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = gcd(numerator, denominator);
        let (numerator, denominator) = (numerator / divisor, i128::try_from(denominator / divisor).ok()?);
        let numerator = match is_negative {
            true => 0i128.checked_sub_unsigned(numerator)?,
            false => i128::try_from(numerator).ok()?,
        };
        Some(Fraction { numerator, denominator })
    }

    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// Positive.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// The integer, if it is one.
    #[inline]
    pub fn whole(self) -> Option<i128> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// The least integer that is not below.
    pub fn ceil(self) -> i128 {
        let floor = self.numerator.div_euclid(self.denominator);
        if self.denominator == 1 { floor } else { floor + 1 }
    }

    pub fn checked_neg(self) -> Option<Fraction> {
        Some(Fraction { numerator: self.numerator.checked_neg()?, ..self })
    }

    pub fn checked_add(self, other: Fraction) -> Option<Fraction> {
        let (p, q) = (self.denominator, other.denominator);
        if (p, q) == (1, 1) {
            return self.numerator.checked_add(other.numerator).map(Fraction::from);
        }
        let common = gcd(p.unsigned_abs(), q.unsigned_abs()) as i128;
        let left = self.numerator.checked_mul(q / common)?;
        let right = other.numerator.checked_mul(p / common)?;
        Fraction::new(left.checked_add(right)?, (p / common).checked_mul(q)?)
    }

    pub fn checked_sub(self, other: Fraction) -> Option<Fraction> {
        if (self.denominator, other.denominator) == (1, 1) {
            return self.numerator.checked_sub(other.numerator).map(Fraction::from);
        }
        self.checked_add(other.checked_neg()?)
    }

    pub fn checked_mul(self, other: Fraction) -> Option<Fraction> {
        // Reduced across first, so that only what is too large itself is too large.
        let one = Fraction::new(self.numerator, other.denominator)?;
        let two = Fraction::new(other.numerator, self.denominator)?;
        Fraction::new(one.numerator.checked_mul(two.numerator)?, one.denominator.checked_mul(two.denominator)?)
    }

    /// `None` also for a division by 0.
    pub fn checked_div(self, other: Fraction) -> Option<Fraction> {
        self.checked_mul(Fraction::new(other.denominator, other.numerator)?)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Default for Fraction {
    fn default() -> Fraction {
        Fraction::ZERO
    }
}

impl From<i128> for Fraction {
    fn from(numerator: i128) -> Fraction {
        Fraction { numerator, denominator: 1 }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// By continued fractions, in which no product can outgrow its type: first the integer parts, then the rests, which
    /// are in the opposite order of their reciprocals.
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (mut one, mut two) = (*self, *other);
        loop {
            if one.denominator == two.denominator {
                return one.numerator.cmp(&two.numerator);
            }
            let parts =
                |of: Fraction| (of.numerator.div_euclid(of.denominator), of.numerator.rem_euclid(of.denominator));
            let ((floor, rest), (other_floor, other_rest)) = (parts(one), parts(two));
            let by_floors = floor.cmp(&other_floor);
            if by_floors.is_ne() || rest == 0 || other_rest == 0 {
                return by_floors.then(rest.cmp(&other_rest));
            }
            (one, two) = (
                Fraction { numerator: two.denominator, denominator: other_rest },
                Fraction { numerator: one.denominator, denominator: rest },
            );
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i128, denominator: i128) -> Fraction {
        Fraction::new(numerator, denominator).expect("a fraction")
    }

    #[test]
    fn fractions_are_reduced() {
        assert_eq!(fraction(6, -4), fraction(-3, 2));
        assert_eq!(fraction(0, -7), Fraction::ZERO);
        assert_eq!(fraction(6, 3).whole(), Some(2));
        assert_eq!((Fraction::new(1, 0), Fraction::new(0, 0)), (None, None));
        assert_eq!(Fraction::new(1, i128::MIN), None);
        assert_eq!(fraction(i128::MIN, i128::MIN), Fraction::from(1));
        assert_eq!([fraction(3, 2), fraction(-3, 2), fraction(4, 1)].map(|it| it.to_string()), ["3/2", "-3/2", "4"]);
    }

    #[test]
    fn arithmetic_is_exact() {
        let numbers: Vec<Fraction> =
            (-6..=6).flat_map(|numerator| (1..=5).map(move |denominator| fraction(numerator, denominator))).collect();
        for &a in &numbers {
            assert_eq!(a.ceil(), (-20..).find(|&whole| Fraction::from(whole) >= a).expect("a greater one"));
            for &b in &numbers {
                let (n, d) = (a.numerator * b.denominator, a.denominator * b.denominator);
                let m = b.numerator * a.denominator;
                assert_eq!(a.checked_add(b), Fraction::new(n + m, d));
                assert_eq!(a.checked_sub(b), Fraction::new(n - m, d));
                assert_eq!(a.checked_mul(b), Fraction::new(a.numerator * b.numerator, d));
                assert_eq!(a.checked_div(b), Fraction::new(n, m));
                assert_eq!(a.cmp(&b), n.cmp(&m));
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_said_and_still_compared() {
        let (huge, near) = (fraction(i128::MAX, 2), fraction(i128::MAX - 2, 3));
        assert_eq!(huge.checked_add(near), None);
        assert_eq!(huge.checked_mul(near), None);
        assert_eq!((huge.cmp(&near), near.cmp(&huge)), (Ordering::Greater, Ordering::Less));
        let (below, above) = (fraction(i128::MAX - 1, i128::MAX), fraction(i128::MAX, i128::MAX - 1));
        assert!(below < above && fraction(-1, i128::MAX) > fraction(-1, i128::MAX - 1));
        assert_eq!(huge.checked_mul(fraction(2, i128::MAX)), Some(Fraction::from(1)));
    }
}
