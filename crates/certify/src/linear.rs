//! Linear expressions over the values that a condition speaks of, and constraints on them.
//!
//! Invariant: the terms of a [`Linear`] are sorted by symbol, each symbol once, no factor zero. All arithmetic is
//! checked: `None` means that a number outgrew 128 bits, never a wrong number.

use heureka_ir::VarId;
use heureka_ir::invariant::{Constraint, Relation, Value};

/// A value that is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// Of a variable when the procedure was entered.
    Entry(VarId),
    /// Of a variable before the step.
    Now(VarId),
    /// Of a variable of the called procedure, or of a global, when the call is over.
    Callee(VarId),
    /// One that the step itself brings: an arbitrary value, a quotient, the result of a choice.
    Fresh(u32),
}

/// `constant + Σ factor · symbol`
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Linear {
    pub constant: i128,
    pub terms: Vec<(Symbol, i128)>,
}

impl Linear {
    pub fn constant(constant: i128) -> Linear {
        Linear { constant, terms: Vec::new() }
    }

    pub fn symbol(symbol: Symbol) -> Linear {
        Linear { constant: 0, terms: vec![(symbol, 1)] }
    }

    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub fn scale(&self, factor: i128) -> Option<Linear> {
        Linear::default().plus(factor, self)
    }

    pub fn add(&self, other: &Linear) -> Option<Linear> {
        self.plus(1, other)
    }

    pub fn sub(&self, other: &Linear) -> Option<Linear> {
        self.plus(-1, other)
    }

    pub fn add_constant(&self, constant: i128) -> Option<Linear> {
        Some(Linear { constant: self.constant.checked_add(constant)?, terms: self.terms.clone() })
    }

    /// `self + factor · other`
    pub fn plus(&self, factor: i128, other: &Linear) -> Option<Linear> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let symbol = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) => a.0.min(b.0),
                (Some(a), None) => a.0,
                (None, Some(b)) => b.0,
                (None, None) => break,
            };
            let mut sum = left.next_if(|term| term.0 == symbol).map_or(0, |term| term.1);
            if let Some(term) = right.next_if(|term| term.0 == symbol) {
                sum = sum.checked_add(term.1.checked_mul(factor)?)?;
            }
            if sum != 0 {
                terms.push((symbol, sum));
            }
        }
        Some(Linear { constant, terms })
    }

    /// The greatest common divisor of the factors; 0 if there are none.
    pub fn content(&self) -> i128 {
        self.terms.iter().fold(0, |content, term| gcd(content, term.1.unsigned_abs())).try_into().unwrap_or(1)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// `linear ⋈ 0`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub linear: Linear,
    pub relation: Relation,
}

impl Row {
    pub fn zero(linear: Linear) -> Row {
        Row { linear, relation: Relation::Zero }
    }

    pub fn at_least_zero(linear: Linear) -> Row {
        Row { linear, relation: Relation::AtLeastZero }
    }

    /// A constraint of a certificate, where `value` says what its values are.
    pub fn of(constraint: &Constraint, value: impl Fn(Value) -> Option<Linear>) -> Option<Row> {
        let mut linear = Linear::constant(constraint.constant);
        for &(of, factor) in &constraint.terms {
            linear = linear.plus(factor, &value(of)?)?;
        }
        Some(Row { linear, relation: constraint.relation })
    }

    /// An equivalent row over the integers: nothing is strict, the factors have no common divisor, and those of a
    /// remainder are smaller than the modulus.
    pub fn over_integers(mut self) -> Row {
        if let Relation::Modulo { modulus, .. } = self.relation {
            self.linear.constant = self.linear.constant.rem_euclid(modulus);
            self.linear.terms.iter_mut().for_each(|term| term.1 %= modulus);
            self.linear.terms.retain(|term| term.1 != 0);
            return self;
        }
        if self.relation == Relation::NonZero {
            return self;
        }
        if self.relation == Relation::AboveZero {
            match self.linear.constant.checked_sub(1) {
                Some(constant) => self.linear.constant = constant,
                None => return self,
            }
            self.relation = Relation::AtLeastZero;
        }
        let content = self.linear.content();
        if self.relation == Relation::AtLeastZero && content > 1 {
            self.linear.constant = self.linear.constant.div_euclid(content);
            self.linear.terms.iter_mut().for_each(|term| term.1 /= content);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Linear {
        Linear::symbol(Symbol::Now(VarId(0)))
    }

    fn y() -> Linear {
        Linear::symbol(Symbol::Now(VarId(1)))
    }

    #[test]
    fn sums_merge_and_cancel() {
        let sum = x().plus(3, &y()).unwrap().add_constant(4).unwrap();
        assert_eq!(sum.plus(-3, &y()).unwrap(), x().add_constant(4).unwrap());
        assert_eq!(sum.sub(&sum).unwrap(), Linear::constant(0));
        assert_eq!(x().scale(0).unwrap(), Linear::constant(0));
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        assert_eq!(x().scale(i128::MAX).unwrap().add(&x()), None);
        assert_eq!(Linear::constant(i128::MAX).add_constant(1), None);
    }

    #[test]
    fn rows_over_the_integers_are_tightened() {
        let row = Row::at_least_zero(x().scale(2).unwrap().add_constant(-1).unwrap());
        assert_eq!(row.over_integers(), Row::at_least_zero(x().add_constant(-1).unwrap()));
        let modulo = |linear: Linear| Row { linear, relation: Relation::Modulo { modulus: 8, width: 1 } };
        let large = x().scale(17).unwrap().plus(-16, &y()).unwrap().add_constant(-3).unwrap();
        assert_eq!(modulo(large).over_integers(), modulo(x().add_constant(5).unwrap()));
        let strict = Row { linear: x(), relation: Relation::AboveZero };
        assert_eq!(strict.over_integers(), Row::at_least_zero(x().add_constant(-1).unwrap()));
    }
}
