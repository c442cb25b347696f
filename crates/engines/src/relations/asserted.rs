//! The equations that a program itself compares: `assert(d*d*q - 2*q*d == 8*n)` is a guess for the loop around it, whatever its degree.

use std::collections::BTreeMap;

use heureka_ir::invariant::Value;
use heureka_ir::{BinOp, CmpOp, ExprId, Node, Program, UnOp};

use crate::common::polynomials::{Monomial, Polynomial};

/// Longer sums are not multiplied out.
const MOST_TERMS: usize = 60;

/// What is compared with `==` or `!=`, as a polynomial in these values that is zero where both sides are equal.
pub fn compared(program: &Program, values: &[Value]) -> Vec<Polynomial> {
    let mut found: Vec<Polynomial> = Vec::new();
    for expr in (0..program.exprs.len() as u32).map(ExprId) {
        let Node::Compare(CmpOp::Eq | CmpOp::Ne, a, b) = program.exprs.node(expr) else { continue };
        let reading = Reading { program, values };
        let sides = reading.polynomial(*a).zip(reading.polynomial(*b));
        let Some(difference) = sides.and_then(|(a, b)| combined(a, &b, -1)) else { continue };
        let is_about_values = difference.keys().any(|monomial| !monomial.is_empty());
        let difference: Polynomial = difference.into_iter().collect();
        if is_about_values && !found.contains(&difference) {
            found.push(difference);
        }
    }
    found
}

type Terms = BTreeMap<Monomial, i128>;

struct Reading<'a> {
    program: &'a Program,
    values: &'a [Value],
}

impl Reading<'_> {
    /// `None` if it is none, is too long, or speaks of something else. Conversions are taken to change nothing: what comes of it is a guess.
    fn polynomial(&self, expr: ExprId) -> Option<Terms> {
        let exprs = &self.program.exprs;
        if let Some(constant) = exprs.as_const(expr) {
            let term = (constant != 0).then_some((Monomial::new(), constant));
            return Some(term.into_iter().collect());
        }
        match exprs.node(expr) {
            Node::Var(var) => {
                let at = self.values.iter().position(|value| *value == Value::Now(*var))?;
                Some(Terms::from([(vec![at], 1)]))
            }
            Node::Cast(a) => self.polynomial(*a),
            Node::Unary(UnOp::Neg, a) => combined(Terms::new(), &self.polynomial(*a)?, -1),
            Node::Binary(BinOp::Add, a, b) => combined(self.polynomial(*a)?, &self.polynomial(*b)?, 1),
            Node::Binary(BinOp::Sub, a, b) => combined(self.polynomial(*a)?, &self.polynomial(*b)?, -1),
            Node::Binary(BinOp::Mul, a, b) => product(&self.polynomial(*a)?, &self.polynomial(*b)?),
            _ => None,
        }
    }
}

fn combined(mut to: Terms, other: &Terms, factor: i128) -> Option<Terms> {
    for (monomial, by) in other {
        let sum = to.get(monomial).copied().unwrap_or(0).checked_add(by.checked_mul(factor)?)?;
        match sum {
            0 => to.remove(monomial),
            sum => to.insert(monomial.clone(), sum),
        };
    }
    (to.len() <= MOST_TERMS).then_some(to)
}

fn product(a: &Terms, b: &Terms) -> Option<Terms> {
    let mut all = Terms::new();
    for (left, by) in a {
        for (right, factor) in b {
            let mut monomial = [&left[..], &right[..]].concat();
            monomial.sort_unstable();
            all = combined(all, &Terms::from([(monomial, by.checked_mul(*factor)?)]), 1)?;
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use heureka_ir::VarId;

    use super::*;

    #[test]
    fn comparisons_are_multiplied_out() {
        let program = heureka_ir::text::parse(
            "global x: i32 = 0 global y: i32 = 0 global z: i32 = 0 entry main proc main() {
                entry L0: assume((x + 1) * (x - y) == 3 * x) -> L1
                L1: assume(x != x) -> L2
                L2: assume(z == 1) -> L3
                exit L3:
            }",
        );
        let program = program.expect("the program is right");
        let values = [0, 1].map(|var| Value::Now(VarId(var)));
        // x*x - x*y - 2x - y
        let expected: Polynomial = vec![(vec![0], -2), (vec![0, 0], 1), (vec![0, 1], -1), (vec![1], -1)];
        assert_eq!(compared(&program, &values), [expected], "and not what is known, nor what speaks of z");
    }
}
