//! A point that satisfies rows.

use heureka_number::{Int, Rational};

use crate::expr::{LinearExpr, Var};
use crate::row::{Kind, Row};

/// Values for variables; a variable that does not occur is 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Model {
    /// Sorted by variable.
    values: Vec<(Var, Rational)>,
}

impl Model {
    pub(crate) fn new(mut values: Vec<(Var, Rational)>) -> Model {
        values.sort_by_key(|(var, _)| *var);
        Model { values }
    }

    pub fn value(&self, var: Var) -> Rational {
        self.get(var).cloned().unwrap_or_default()
    }

    /// The value of a variable that is an integer, as all are over ℤ.
    pub fn int_value(&self, var: Var) -> Int {
        match self.get(var) {
            None => Int::ZERO,
            Some(value) => value.to_int().expect("over ℤ every value is an integer"),
        }
    }

    /// The variables that occur, with their values.
    pub fn values(&self) -> &[(Var, Rational)] {
        &self.values
    }

    pub fn eval(&self, expr: &LinearExpr) -> Rational {
        let mut value = Rational::from(expr.constant().clone());
        for (var, coefficient) in expr.terms() {
            if let Some(at) = self.get(*var) {
                value += &(at * Rational::from(coefficient.clone()));
            }
        }
        value
    }

    /// Whether the row holds here.
    pub fn satisfies(&self, row: &Row) -> bool {
        let value = self.eval(row.expr());
        match row.kind() {
            Kind::Equal => value.is_zero(),
            Kind::AtLeast => !value.is_negative(),
            Kind::Above => value.is_positive(),
            Kind::Modulo { modulus, width } => value.to_int().is_some_and(|value| value.mod_floor(modulus) <= *width),
        }
    }

    fn get(&self, var: Var) -> Option<&Rational> {
        let place = self.values.binary_search_by_key(&var, |(var, _)| *var).ok()?;
        Some(&self.values[place].1)
    }

    pub(crate) fn insert(&mut self, var: Var, value: Rational) {
        match self.values.binary_search_by_key(&var, |(var, _)| *var) {
            Ok(place) => self.values[place].1 = value,
            Err(place) => self.values.insert(place, (var, value)),
        }
    }

    /// Without the variables at or above this one.
    pub(crate) fn retain_below(&mut self, limit: Var) {
        self.values.retain(|(var, _)| *var < limit);
    }
}
