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
        let vars: Vec<Var> = self.vars().into_iter().collect();
        let width = 21i64;
        (0..width.pow(vars.len() as u32)).find_map(|code| {
            let mut rest = code;
            let values = vars.iter().map(|var| {
                let value = rest % width - 10;
                rest /= width;
                (*var, Rational::from(value))
            });
            let model = Model::new(values.collect());
            (!self.is_false() && self.rows().iter().all(|row| model.satisfies(row))).then_some(model)
        })
    }
    pub fn entails_row(&self, row: &Row) -> bool {
        row.negated(self.numbers()).into_iter().all(|c| match c {
            crate::Canonical::Always => self.model().is_none(),
            crate::Canonical::Never => true,
            crate::Canonical::Row(row) => self.with_rows([&row]).model().is_none(),
        })
    }
}
