//! Linear sums `c + Σ aₖ·qₖ` of named quantities.
//!
//! Invariant: no coefficient is 0, so equal sums have equal representations.

use std::collections::BTreeMap;

use heureka_number::Int;

/// `constant + Σ coefficient·quantity`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sum<Q> {
    terms: BTreeMap<Q, Int>,
    constant: Int,
}

impl<Q: Ord + Clone> Sum<Q> {
    pub fn zero() -> Sum<Q> {
        Sum::number(0)
    }

    pub fn number(constant: impl Into<Int>) -> Sum<Q> {
        Sum { terms: BTreeMap::new(), constant: constant.into() }
    }

    pub fn of(quantity: impl Into<Q>) -> Sum<Q> {
        Sum { terms: BTreeMap::from([(quantity.into(), Int::ONE)]), constant: Int::ZERO }
    }

    /// The quantities with their coefficients, in order.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (&Q, &Int)> {
        self.terms.iter()
    }

    pub fn constant(&self) -> &Int {
        &self.constant
    }

    pub fn coefficient(&self, quantity: &Q) -> Int {
        self.terms.get(quantity).cloned().unwrap_or(Int::ZERO)
    }

    /// The number, if there is nothing else.
    pub fn as_number(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The quantity `q` and the constant `c` of `q + c`, or only a number.
    pub fn as_shifted(&self) -> Option<(Option<&Q>, &Int)> {
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next()) {
            (None, _) => Some((None, &self.constant)),
            (Some((quantity, coefficient)), None) if coefficient.is_one() => Some((Some(quantity), &self.constant)),
            _ => None,
        }
    }

    pub fn plus_scaled(&self, factor: &Int, other: &Sum<Q>) -> Sum<Q> {
        let mut sum = self.clone();
        sum.constant += &(factor * &other.constant);
        for (quantity, coefficient) in &other.terms {
            let entry = sum.terms.entry(quantity.clone()).or_insert(Int::ZERO);
            *entry += &(factor * coefficient);
            if entry.is_zero() {
                sum.terms.remove(quantity);
            }
        }
        sum
    }

    pub fn plus(&self, other: &Sum<Q>) -> Sum<Q> {
        self.plus_scaled(&Int::ONE, other)
    }

    pub fn minus(&self, other: &Sum<Q>) -> Sum<Q> {
        self.plus_scaled(&Int::MINUS_ONE, other)
    }

    pub fn plus_number(&self, number: impl Into<Int>) -> Sum<Q> {
        self.plus(&Sum::number(number))
    }

    pub fn scaled(&self, factor: &Int) -> Sum<Q> {
        Sum::zero().plus_scaled(factor, self)
    }

    pub fn negated(&self) -> Sum<Q> {
        self.scaled(&Int::MINUS_ONE)
    }

    /// Each quantity replaced by a sum.
    pub fn map<R: Ord + Clone>(&self, mut value: impl FnMut(&Q) -> Sum<R>) -> Sum<R> {
        let start = Sum::number(self.constant.clone());
        self.terms.iter().fold(start, |sum, (quantity, coefficient)| sum.plus_scaled(coefficient, &value(quantity)))
    }

    /// As [`Sum::map`], where a quantity may have no value.
    pub fn try_map<R: Ord + Clone, E>(&self, mut value: impl FnMut(&Q) -> Result<Sum<R>, E>) -> Result<Sum<R>, E> {
        let mut sum = Sum::number(self.constant.clone());
        for (quantity, coefficient) in &self.terms {
            sum = sum.plus_scaled(coefficient, &value(quantity)?);
        }
        Ok(sum)
    }

    /// Its value, given the quantities'.
    pub fn value(&self, mut value: impl FnMut(&Q) -> Int) -> Int {
        let mut total = self.constant.clone();
        for (quantity, coefficient) in &self.terms {
            total += &(coefficient * &value(quantity));
        }
        total
    }
}
