//! A bound: an integer, or +∞ for "no bound". The weights of the graphs that the matrices of this module stand for.

use std::fmt;

use heureka_number::Int;

/// An upper bound; the order is that of strength, `Infinite` is the weakest.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    Finite(Int),
    Infinite,
}

impl Bound {
    pub const ZERO: Bound = Bound::Finite(Int::ZERO);

    pub fn finite(self) -> Option<Int> {
        match self {
            Bound::Finite(value) => Some(value),
            Bound::Infinite => None,
        }
    }

    pub fn as_finite(&self) -> Option<&Int> {
        match self {
            Bound::Finite(value) => Some(value),
            Bound::Infinite => None,
        }
    }

    pub fn is_finite(&self) -> bool {
        matches!(self, Bound::Finite(_))
    }

    pub fn is_negative(&self) -> bool {
        matches!(self, Bound::Finite(value) if value.is_negative())
    }

    /// The sum; infinite if either is.
    pub fn plus(&self, other: &Bound) -> Bound {
        match (self, other) {
            (Bound::Finite(a), Bound::Finite(b)) => Bound::Finite(a + b),
            _ => Bound::Infinite,
        }
    }

    /// `⌊self / 2⌋`.
    pub(super) fn half_floor(&self) -> Bound {
        match self {
            Bound::Finite(value) => Bound::Finite(value.div_floor(&Int::new(2))),
            Bound::Infinite => Bound::Infinite,
        }
    }
}

impl From<Int> for Bound {
    fn from(value: Int) -> Bound {
        Bound::Finite(value)
    }
}

impl From<i64> for Bound {
    fn from(value: i64) -> Bound {
        Bound::Finite(Int::new(value))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Finite(value) => fmt::Display::fmt(value, f),
            Bound::Infinite => f.write_str("∞"),
        }
    }
}

impl fmt::Debug for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
