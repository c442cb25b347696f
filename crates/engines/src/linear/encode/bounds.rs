//! What is known of a value before any constraint is solved: a least and a greatest value, each perhaps unknown.
//!
//! Invariant: nothing here wraps. A bound that does not fit is unknown, which is always right.

use heureka_ir::{IntTy, Interval};
use heureka_linear::{LinearExpr, Var};
use heureka_number::Int;

/// A value is at least `low` and at most `high`. Bounds that leave nothing say that the value does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub low: Option<i128>,
    pub high: Option<i128>,
}

impl Bounds {
    pub const ANY: Bounds = Bounds { low: None, high: None };

    pub fn new(low: i128, high: i128) -> Bounds {
        Bounds { low: Some(low), high: Some(high) }
    }

    pub fn point(value: i128) -> Bounds {
        Bounds::new(value, value)
    }

    pub fn at_least(low: i128) -> Bounds {
        Bounds { low: Some(low), high: None }
    }

    pub fn at_most(high: i128) -> Bounds {
        Bounds { low: None, high: Some(high) }
    }

    pub fn of_type(ty: IntTy) -> Bounds {
        Bounds::new(ty.min(), ty.max())
    }

    /// The bounds of `c + Σ aᵢ·xᵢ`, given those of the variables.
    pub fn of_linear(expr: &LinearExpr, of_var: impl Fn(Var) -> Bounds) -> Bounds {
        let start = expr.constant().to_i128().map_or(Bounds::ANY, Bounds::point);
        expr.terms().iter().fold(start, |sum, (var, factor)| {
            if sum == Bounds::ANY {
                return sum;
            }
            sum.plus(factor.to_i128().map_or(Bounds::ANY, |factor| of_var(*var).times(factor)))
        })
    }

    pub fn is_empty(self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if low > high)
    }

    /// The only value, if there is one.
    pub fn as_point(self) -> Option<i128> {
        self.low.filter(|_| self.low == self.high)
    }

    /// The bounds as an interval, if both are known and something is between them.
    pub fn as_interval(self) -> Option<Interval> {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low <= high => Some(Interval::new(low, high)),
            _ => None,
        }
    }

    /// All values, if there are at most `most`.
    pub fn values(self, most: i128) -> Option<std::ops::RangeInclusive<i128>> {
        let (low, high) = (self.low?, self.high?);
        (high.checked_sub(low)? < most).then_some(low..=high)
    }

    /// How many values are between them, less one; what is not bounded has the most.
    pub fn size(self) -> i128 {
        self.low.zip(self.high).and_then(|(low, high)| high.checked_sub(low)).unwrap_or(i128::MAX)
    }

    pub fn contains(self, value: i128) -> bool {
        self.low.is_none_or(|low| low <= value) && self.high.is_none_or(|high| value <= high)
    }

    pub fn meet(self, other: Bounds) -> Bounds {
        let low = match (self.low, other.low) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Bounds { low, high }
    }

    pub fn plus(self, other: Bounds) -> Bounds {
        let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Bounds { low: add(self.low, other.low), high: add(self.high, other.high) }
    }

    pub fn times(self, factor: i128) -> Bounds {
        let scale = |bound: Option<i128>| bound?.checked_mul(factor);
        match factor {
            0 => Bounds::point(0),
            1.. => Bounds { low: scale(self.low), high: scale(self.high) },
            _ => Bounds { low: scale(self.high), high: scale(self.low) },
        }
    }

    pub fn minus(self, other: Bounds) -> Bounds {
        self.plus(other.times(-1))
    }

    /// The bounds of the quotient, rounded down; the divisor is positive.
    pub fn floor(self, divisor: i128) -> Bounds {
        Bounds {
            low: self.low.map(|low| low.div_euclid(divisor)),
            high: self.high.map(|high| high.div_euclid(divisor)),
        }
    }
}

impl From<Interval> for Bounds {
    fn from(interval: Interval) -> Bounds {
        Bounds::new(interval.min, interval.max)
    }
}

/// The value of a constant expression that fits.
pub(super) fn constant(expr: &LinearExpr) -> Option<i128> {
    if expr.is_constant() { expr.constant().to_i128() } else { None }
}

/// `factor·expr`.
pub(super) fn scaled(expr: &LinearExpr, factor: i128) -> LinearExpr {
    expr.scaled(&Int::from(factor))
}
