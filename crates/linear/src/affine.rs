//! The equalities that two conjunctions have in common (Karr, "Affine relationships among variables of a program", 1976).
//!
//! A combination of equalities of the one holds in the other if what is left of it there is zero. So the equalities of
//! the one are paired with what the other leaves of them, and combined until nothing is left.

use heureka_number::Int;

use crate::conjunction::Conjunction;
use crate::expr::{LinearExpr, Var};

/// An equality `equality = 0` of the first conjunction, and a multiple of it reduced by the second.
struct Pair {
    rest: LinearExpr,
    equality: LinearExpr,
}

/// Expressions that are zero at every point of both, as far as their equalities show it: a basis of all of them.
pub(crate) fn common_equalities(first: &Conjunction, second: &Conjunction) -> Vec<LinearExpr> {
    let mut common = Vec::new();
    let mut settled: Vec<Pair> = Vec::new();
    for row in first.equalities() {
        let mut pair = Pair { rest: row.expr().clone(), equality: row.expr().clone() };
        for known in second.equalities() {
            let (pivot, coefficient) = known.expr().leading().expect("a canonical row has a variable");
            if let Some(factor) = pair.rest.coefficient(*pivot).cloned() {
                pair.rest = pair.rest.combine(coefficient, &-factor, known.expr());
                pair.equality.scale(coefficient);
            }
        }
        for other in &settled {
            let (ours, theirs) = (leading(&pair.rest, other), leading(&other.rest, other));
            if !ours.is_zero() {
                pair.rest = pair.rest.combine(&theirs, &-ours.clone(), &other.rest);
                pair.equality = pair.equality.combine(&theirs, &-ours, &other.equality);
            }
        }
        if pair.rest.is_constant() && pair.rest.constant().is_zero() {
            common.push(pair.equality);
        } else {
            settled.push(pair);
        }
    }
    common
}

/// The coefficient of an expression at the place that is highest in a settled pair: a variable, else the constant.
fn leading(expr: &LinearExpr, settled: &Pair) -> Int {
    match settled.rest.leading() {
        Some((var, _)) => coefficient(expr, *var),
        None => expr.constant().clone(),
    }
}

fn coefficient(expr: &LinearExpr, var: Var) -> Int {
    expr.coefficient(var).cloned().unwrap_or(Int::ZERO)
}
