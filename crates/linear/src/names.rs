//! Names for variables, and the text of expressions, rows and conjunctions.
//!
//! The text is what [`crate::Conjunction::parse`] reads back to the same constraints: `2x - y <= 3`, `x = 0`,
//! `(x + y) mod 4 <= 1`.

use std::fmt::Write;

use heureka_number::Int;

use crate::expr::{LinearExpr, Var};
use crate::row::{Kind, Row};

/// Names in the order of the variables; a variable without one is `x` and its number.
#[derive(Debug, Clone, Default)]
pub struct Names {
    names: Vec<String>,
}

impl Names {
    /// The variable of that name, a new one if it is new.
    pub fn var(&mut self, name: &str) -> Var {
        let place = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        Var(u32::try_from(place).expect("fewer than 2^32 variables"))
    }

    pub fn name(&self, var: Var) -> String {
        self.names.get(var.0 as usize).cloned().unwrap_or_else(|| format!("x{}", var.0))
    }

    pub fn show_expr(&self, expr: &LinearExpr) -> String {
        let constant = (!expr.constant().is_zero() || expr.is_constant()).then_some(expr.constant());
        self.sum(expr, constant)
    }

    /// The variables on the left, the constant on the right, the first coefficient positive.
    pub fn show_row(&self, row: &Row) -> String {
        let expr = row.expr();
        if let Kind::Modulo { modulus, width } = row.kind() {
            let text = self.show_expr(expr);
            let single = expr.terms().len() == 1 && expr.constant().is_zero();
            let left = if single { text } else { format!("({text})") };
            return format!("{left} mod {modulus} <= {width}");
        }
        let turned = expr.terms().first().is_some_and(|(_, coefficient)| coefficient.is_negative());
        let sign = match (row.kind(), turned) {
            (Kind::Equal, _) => "=",
            (Kind::AtLeast, false) => ">=",
            (Kind::AtLeast, true) => "<=",
            (Kind::Above, false) => ">",
            _ => "<",
        };
        if turned {
            format!("{} {sign} {}", self.sum(&expr.negated(), None), expr.constant())
        } else {
            format!("{} {sign} {}", self.sum(expr, None), -expr.constant())
        }
    }

    fn sum(&self, expr: &LinearExpr, constant: Option<&Int>) -> String {
        let mut text = String::new();
        for (var, coefficient) in expr.terms() {
            self.term(&mut text, coefficient, &self.name(*var));
        }
        if let Some(constant) = constant {
            self.term(&mut text, constant, "");
        }
        text
    }

    fn term(&self, text: &mut String, coefficient: &Int, name: &str) {
        let sign = match (coefficient.is_negative(), text.is_empty()) {
            (true, true) => "-",
            (true, false) => " - ",
            (false, true) => "",
            (false, false) => " + ",
        };
        let size = coefficient.abs();
        if size.is_one() && !name.is_empty() {
            write!(text, "{sign}{name}")
        } else {
            write!(text, "{sign}{size}{name}")
        }
        .expect("writing to a string does not fail");
    }
}
