//! Values on the path: known numbers, or terms over what is not known.
//!
//! An open number is `base + offset`, so that `i` and `i + 1` are known to be different cells without a solver. Its range
//! holds in every execution along the path as far as the steps named by its reason go.

use heureka_ir::Interval;
use heureka_logic::TermId;

use super::reason::ReasonId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    Known(i128),
    Open {
        base: TermId,
        offset: i128,
        /// Nothing where numbers have no bounds.
        range: Option<Interval>,
    },
}

impl Number {
    pub fn known(self) -> Option<i128> {
        match self {
            Number::Known(value) => Some(value),
            Number::Open { .. } => None,
        }
    }

    pub fn open(base: TermId, range: Option<Interval>) -> Number {
        Number::Open { base, offset: 0, range }
    }

    pub fn range(self) -> Option<Interval> {
        match self {
            Number::Known(value) => Some(Interval::point(value)),
            Number::Open { range, .. } => range,
        }
    }

    /// Whether two numbers are equal, where that is plain.
    pub fn equals(self, other: Number) -> Option<bool> {
        match (self, other) {
            (Number::Known(one), Number::Known(other)) => Some(one == other),
            (Number::Open { base: one, offset: here, .. }, Number::Open { base: other, offset: there, .. })
                if one == other =>
            {
                Some(here == there)
            }
            _ => match (self.range(), other.range()) {
                (Some(one), Some(other)) if one.meet(other).is_none() => Some(false),
                _ => None,
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Known(bool),
    Open(TermId),
}

impl Truth {
    pub const TRUE: Truth = Truth::Known(true);
    pub const FALSE: Truth = Truth::Known(false);
}

/// What a variable or cell holds, and why.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub number: Number,
    pub reason: ReasonId,
}

impl Value {
    /// A value that the program starts with.
    pub const fn initial(value: i128) -> Value {
        Value { number: Number::Known(value), reason: ReasonId::NOTHING }
    }
}
