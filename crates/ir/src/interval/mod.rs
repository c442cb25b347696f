//! Intervals of integers and what operators make of them.
//!
//! Everything here over-approximates: the result holds every value that operands from the intervals can give, and a
//! fault is listed when operands from the intervals might cause it. `i128` has room for every intermediate result except
//! products of 64-bit unsigned values, which are checked.

mod arith;
mod eval;
mod map;
mod refine;

pub use arith::{binary, cast, compare, product, unary};
pub use eval::{Abstract, Evaluator, FaultSet, Values};
pub use map::IntervalMap;
pub use refine::refine;

use std::fmt;

use crate::ty::IntTy;

/// The integers from `min` to `max`; never empty (an empty set is `None` of an `Option<Interval>`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Interval {
    pub min: i128,
    pub max: i128,
}

impl Interval {
    pub const FALSE: Interval = Interval { min: 0, max: 0 };
    pub const TRUE: Interval = Interval { min: 1, max: 1 };
    /// A condition that may or may not hold.
    pub const EITHER: Interval = Interval { min: 0, max: 1 };

    pub const fn new(min: i128, max: i128) -> Interval {
        assert!(min <= max, "an interval is not empty");
        Interval { min, max }
    }

    pub const fn point(value: i128) -> Interval {
        Interval { min: value, max: value }
    }

    pub const fn of_type(ty: IntTy) -> Interval {
        Interval { min: ty.min(), max: ty.max() }
    }

    pub const fn bool(value: bool) -> Interval {
        if value { Interval::TRUE } else { Interval::FALSE }
    }

    pub const fn contains(self, value: i128) -> bool {
        self.min <= value && value <= self.max
    }

    pub const fn includes(self, other: Interval) -> bool {
        self.min <= other.min && other.max <= self.max
    }

    pub fn join(self, other: Interval) -> Interval {
        Interval { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub fn meet(self, other: Interval) -> Option<Interval> {
        let (min, max) = (self.min.max(other.min), self.max.min(other.max));
        (min <= max).then_some(Interval { min, max })
    }

    /// The only value, if there is one.
    pub fn as_point(self) -> Option<i128> {
        (self.min == self.max).then_some(self.min)
    }

    fn shifted(self, by: i128) -> Interval {
        Interval { min: self.min + by, max: self.max + by }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.min, self.max)
    }
}
