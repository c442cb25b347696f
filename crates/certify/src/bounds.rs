//! Intervals of numbers: a cheap way to see that nothing wraps and that a comparison has one answer.
//!
//! Invariant: an interval that is computed holds every value that its operands allow; where a number outgrows 128 bits
//! the side is open.

use heureka_ir::IntTy;

/// `low ≤ value ≤ high`, a side being open where it is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    pub low: Option<i128>,
    pub high: Option<i128>,
}

impl Bounds {
    pub const OPEN: Bounds = Bounds { low: None, high: None };

    pub fn point(value: i128) -> Bounds {
        Bounds { low: Some(value), high: Some(value) }
    }

    pub fn of_type(ty: IntTy) -> Bounds {
        Bounds { low: Some(ty.min()), high: Some(ty.max()) }
    }

    pub fn is_empty(self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if low > high)
    }

    pub fn is_within(self, low: i128, high: i128) -> bool {
        self.low.is_some_and(|own| own >= low) && self.high.is_some_and(|own| own <= high)
    }

    /// How many integers lie within, less one; the most if a side is open.
    pub fn size(self) -> i128 {
        self.low.zip(self.high).and_then(|(low, high)| high.checked_sub(low)).unwrap_or(i128::MAX)
    }

    pub fn meet(self, other: Bounds) -> Bounds {
        let pick = |a: Option<i128>, b: Option<i128>, choose: fn(i128, i128) -> i128| match (a, b) {
            (Some(a), Some(b)) => Some(choose(a, b)),
            (one, other) => one.or(other),
        };
        Bounds { low: pick(self.low, other.low, Ord::max), high: pick(self.high, other.high, Ord::min) }
    }

    /// The smallest interval around both.
    pub fn hull(self, other: Bounds) -> Bounds {
        let both = |a: Option<i128>, b: Option<i128>, choose: fn(i128, i128) -> i128| Some(choose(a?, b?));
        Bounds { low: both(self.low, other.low, Ord::min), high: both(self.high, other.high, Ord::max) }
    }

    pub fn add(self, other: Bounds) -> Bounds {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Bounds { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    pub fn scale(self, factor: i128) -> Bounds {
        let times = |side: Option<i128>| side?.checked_mul(factor);
        match factor {
            0 => Bounds::point(0),
            1.. => Bounds { low: times(self.low), high: times(self.high) },
            _ => Bounds { low: times(self.high), high: times(self.low) },
        }
    }

    pub fn product(self, other: Bounds) -> Bounds {
        let (Some(a), Some(b), Some(c), Some(d)) = (self.low, self.high, other.low, other.high) else {
            return Bounds::OPEN;
        };
        let corners = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
        let Some(corners) = corners.into_iter().collect::<Option<Vec<i128>>>() else { return Bounds::OPEN };
        Bounds { low: corners.iter().min().copied(), high: corners.iter().max().copied() }
    }

    /// Of the quotients, rounded down, by a positive divisor.
    pub fn floor_div(self, divisor: i128) -> Bounds {
        let quotient = |side: Option<i128>| side.map(|side| side.div_euclid(divisor));
        Bounds { low: quotient(self.low), high: quotient(self.high) }
    }

    /// Of the quotients, rounded towards zero, by a positive divisor.
    pub fn trunc_div(self, divisor: i128) -> Bounds {
        let quotient = |side: Option<i128>| side.map(|side| side / divisor);
        Bounds { low: quotient(self.low), high: quotient(self.high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: i128, high: i128) -> Bounds {
        Bounds { low: Some(low), high: Some(high) }
    }

    #[test]
    fn arithmetic() {
        assert_eq!(between(-2, 3).scale(-2), between(-6, 4));
        assert_eq!(between(-2, 3).product(between(-5, 1)), between(-15, 10));
        assert_eq!(between(-7, 7).floor_div(2), between(-4, 3));
        assert_eq!(between(-7, 7).trunc_div(2), between(-3, 3));
        assert_eq!(between(0, i128::MAX).add(Bounds::point(1)), Bounds { low: Some(1), high: None });
    }

    #[test]
    fn sets() {
        assert!(between(0, 5).meet(between(6, 9)).is_empty());
        assert_eq!(between(0, 5).meet(Bounds { low: Some(3), high: None }), between(3, 5));
        assert_eq!(between(0, 5).hull(Bounds { low: Some(3), high: None }), Bounds { low: Some(0), high: None });
        assert!(!Bounds::OPEN.is_within(0, 1));
    }
}
