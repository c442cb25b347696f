//! stand-in

use heureka_number::Rational;

use crate::expr::{LinearExpr, Var};
use crate::row::{Kind, Row};

#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Model {
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
}

impl crate::Conjunction {
    pub fn model(&self) -> Option<Model> {
        if self.numbers() == crate::Numbers::Integer {
            let point = crate::integer_point_by_elimination(self)?;
            return Some(Model::new(point.into_iter().map(|(v, x)| (v, Rational::from(x))).collect()));
        }
        let mut rest = self.clone();
        let mut values = Vec::new();
        if self.project(|_| true).disjuncts.is_empty() {
            return None;
        }
        for var in self.vars() {
            let alone = rest.project(|v| v != var).disjuncts.swap_remove(0);
            let mut span = super::profile::Interval::default();
            for row in alone.rows() {
                let (_, i) = super::profile::bound(row)?;
                span.lower = i.lower.or(span.lower);
                span.upper = i.upper.or(span.upper);
            }
            let value = match (span.lower, span.upper) {
                (None, None) => Rational::ZERO,
                (Some(l), None) => l.value + Rational::ONE,
                (None, Some(u)) => u.value - Rational::ONE,
                (Some(l), Some(u)) => (l.value + u.value) / Rational::from(2),
            };
            let expr = LinearExpr::new([(var, value.denominator().clone())], -value.numerator());
            rest = rest.with(expr, Kind::Equal);
            values.push((var, value));
        }
        Some(Model::new(values))
    }
    pub fn entails_row(&self, row: &Row) -> bool {
        row.negated(self.numbers()).into_iter().all(|c| match c {
            crate::Canonical::Always => self.model().is_none(),
            crate::Canonical::Never => true,
            crate::Canonical::Row(row) => self.with_rows([&row]).model().is_none(),
        })
    }
}
