//! The constraints that difference bounds and octagons are made of: `±x ± y ≤ c`, `±x ≤ c`.
//!
//! Variables are places in a set's list of variables, from 0.

use std::fmt;

use heureka_number::Int;

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    pub variable: usize,
    pub positive: bool,
}

impl Literal {
    pub fn plus(variable: usize) -> Literal {
        Literal { variable, positive: true }
    }

    pub fn minus(variable: usize) -> Literal {
        Literal { variable, positive: false }
    }

    pub fn negated(self) -> Literal {
        Literal { variable: self.variable, positive: !self.positive }
    }

    pub fn value_at(self, point: &[Int]) -> Int {
        let value = &point[self.variable];
        if self.positive { value.clone() } else { -value }
    }
}

/// `left + right ≤ bound`, or `left ≤ bound`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    pub left: Literal,
    pub right: Option<Literal>,
    pub bound: Int,
}

impl Constraint {
    /// `x ≤ bound`.
    pub fn at_most(x: usize, bound: impl Into<Int>) -> Constraint {
        Constraint { left: Literal::plus(x), right: None, bound: bound.into() }
    }

    /// `x ≥ bound`.
    pub fn at_least(x: usize, bound: impl Into<Int>) -> Constraint {
        Constraint { left: Literal::minus(x), right: None, bound: -bound.into() }
    }

    /// `x − y ≤ bound`.
    pub fn difference(x: usize, y: usize, bound: impl Into<Int>) -> Constraint {
        Constraint { left: Literal::plus(x), right: Some(Literal::minus(y)), bound: bound.into() }
    }

    /// `x = y + offset`, as two constraints.
    pub fn equal(x: usize, y: usize, offset: impl Into<Int>) -> [Constraint; 2] {
        let offset = offset.into();
        let back = -&offset;
        [Constraint::difference(x, y, offset), Constraint::difference(y, x, back)]
    }

    /// `x = value`, as two constraints.
    pub fn fixed(x: usize, value: impl Into<Int>) -> [Constraint; 2] {
        let value = value.into();
        [Constraint::at_most(x, value.clone()), Constraint::at_least(x, value)]
    }

    /// `x + y ≤ bound`.
    pub fn sum_at_most(x: usize, y: usize, bound: impl Into<Int>) -> Constraint {
        Constraint { left: Literal::plus(x), right: Some(Literal::plus(y)), bound: bound.into() }
    }

    /// `x + y ≥ bound`.
    pub fn sum_at_least(x: usize, y: usize, bound: impl Into<Int>) -> Constraint {
        Constraint { left: Literal::minus(x), right: Some(Literal::minus(y)), bound: -bound.into() }
    }

    /// Its left side at a point.
    pub fn value_at(&self, point: &[Int]) -> Int {
        let value = self.left.value_at(point);
        match self.right {
            Some(right) => value + right.value_at(point),
            None => value,
        }
    }

    pub fn holds_at(&self, point: &[Int]) -> bool {
        self.value_at(point) <= self.bound
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |literal: Literal| if literal.positive { "" } else { "-" };
        write!(f, "{}x{}", sign(self.left), self.left.variable)?;
        if let Some(right) = self.right {
            write!(f, " {} x{}", if right.positive { "+" } else { "-" }, right.variable)?;
        }
        write!(f, " <= {}", self.bound)
    }
}
