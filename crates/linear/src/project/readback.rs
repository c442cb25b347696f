//! Values for eliminated variables: the steps of an elimination, read backwards.

use std::collections::BTreeMap;

use heureka_number::Int;

use crate::expr::{LinearExpr, Var};
use crate::row::{Kind, Row};

/// What happened to a variable.
#[derive(Clone)]
pub(super) enum Step {
    /// It was replaced by what the equality says; its value is then an integer.
    Solved { var: Var, equality: LinearExpr },
    /// It was replaced by itself plus `factor·by`.
    Sheared { var: Var, factor: Int, by: Var },
    /// All that was said of it are these bounds, and an integer fits between them.
    Bounded { var: Var, bounds: Vec<Row> },
    /// All that was said of it is this modulo row, which has a solution.
    Residue { var: Var, row: Row },
}

/// The values of all variables; those that no step names and that are not in `point` are 0.
pub(super) fn read_back(steps: &[Step], mut point: BTreeMap<Var, Int>) -> BTreeMap<Var, Int> {
    for step in steps.iter().rev() {
        let at = |var: Var| point.get(&var).cloned().unwrap_or_default();
        let (var, value) = match step {
            Step::Solved { var, equality } => (*var, solution(*var, equality, at)),
            Step::Sheared { var, factor, by } => (*var, at(*var) + factor * at(*by)),
            Step::Bounded { var, bounds } => (*var, between(*var, bounds, at)),
            Step::Residue { var, row } => (*var, residue(*var, row, at)),
        };
        point.insert(var, value);
    }
    point
}

fn solution(var: Var, equality: &LinearExpr, at: impl Fn(Var) -> Int) -> Int {
    let coefficient = equality.coefficient(var).expect("the equality was solved for the variable");
    (-equality.without(var).value_at(at)).div_exact(coefficient)
}

fn between(var: Var, bounds: &[Row], at: impl Fn(Var) -> Int) -> Int {
    let (mut lower, mut upper): (Option<Int>, Option<Int>) = (None, None);
    for row in bounds {
        let coefficient = row.expr().coefficient(var).expect("a bound of the variable");
        let rest = row.expr().without(var).value_at(&at);
        if coefficient.is_positive() {
            let limit = (-rest).div_ceil(coefficient);
            lower = Some(lower.map_or(limit.clone(), |lower| lower.max(limit)));
        } else {
            let limit = rest.div_floor(&-coefficient);
            upper = Some(upper.map_or(limit.clone(), |upper| upper.min(limit)));
        }
    }
    debug_assert!(lower.is_none() || upper.is_none() || lower <= upper, "no integer between the bounds");
    // The fitting value that is nearest to 0.
    let least = lower.map_or(Int::ZERO, |lower| lower.max(Int::ZERO));
    upper.map_or(least.clone(), |upper| upper.min(least))
}

fn residue(var: Var, row: &Row, at: impl Fn(Var) -> Int) -> Int {
    let Kind::Modulo { modulus, .. } = row.kind() else { unreachable!("a residue step has a modulo row") };
    let coefficient = row.expr().coefficient(var).expect("the row mentions the variable");
    let rest = row.expr().without(var).value_at(at);
    // coefficient·x + rest reaches, modulo the modulus, what equals rest modulo the divisor; the least of it fits.
    let (divisor, inverse, _) = coefficient.extended_gcd(modulus);
    let missing = rest.mod_floor(&divisor) - rest;
    (missing.div_exact(&divisor) * inverse).mod_floor(&modulus.div_exact(&divisor))
}
