//! Equalities first: each one eliminates a variable from all other rows, and nothing is split.
//!
//! Over ℤ an equality `a·x + e = 0` with `a = ±1` is a plain substitution. If no target has a unit coefficient, the
//! targets are changed by Euclid's algorithm on their coefficients (`x := x − q·y` maps ℤⁿ onto itself) until one of
//! them carries the greatest common divisor `g` and the others are gone from the equality: `g·x + e = 0` with `e` free
//! of targets says that `x = −e/g` and leaves `e mod g ≤ 0`. So a modulo row on a target never arises here.

use heureka_number::Int;

use super::branch::Branch;
use crate::expr::{LinearExpr, Var};
use crate::row::{Canonical, Kind, Numbers, Row};

/// What happened to a variable.
enum Step {
    /// It was replaced by what the equality says.
    Solved { var: Var, equality: LinearExpr },
    /// It was replaced by itself plus `factor·by`.
    Sheared { var: Var, factor: Int, by: Var },
}

/// Uses all equalities that mention a target; says whether there were any.
pub(super) fn solve_equalities(branch: &mut Branch) -> bool {
    if !branch.active.iter().any(Row::is_equality) {
        return false;
    }
    let (mut equalities, others): (Vec<Row>, Vec<Row>) =
        std::mem::take(&mut branch.active).into_iter().partition(Row::is_equality);
    let mut steps = Vec::with_capacity(equalities.len());
    while let Some((place, var)) = easiest(&equalities, branch) {
        let row = equalities.swap_remove(place);
        let (var, equality) = if branch.numbers == Numbers::Real || unit_in(row.expr(), var) {
            (var, row.expr().clone())
        } else {
            isolate_target(row.expr().clone(), &mut equalities, branch, &mut steps)
        };
        for row in std::mem::take(&mut equalities) {
            if !row.mentions(var) {
                equalities.push(row);
                continue;
            }
            let (expr, kind) = cancel(row.expr(), Kind::Equal, &equality, var);
            match Row::canonical(expr, kind, branch.numbers) {
                Canonical::Always => {}
                Canonical::Never => branch.contradiction = true,
                Canonical::Row(row) if branch.mentions_target(row.expr()) => equalities.push(row),
                Canonical::Row(row) => branch.kept.push(row),
            }
        }
        if branch.numbers == Numbers::Integer && !unit_in(&equality, var) {
            let modulus = coefficient(&equality, var).abs();
            branch.add(equality.without(var), Kind::Modulo { modulus, width: Int::ZERO });
        }
        steps.push(Step::Solved { var, equality });
    }
    for row in others {
        match replay(&row, &steps) {
            None => branch.add_row(row),
            Some((expr, kind)) => branch.add(expr, kind),
        }
    }
    true
}

/// The equality and the target that cost least to use: a unit coefficient, then a variable that is probably in no
/// other row (the pivot), then a short equality.
fn easiest(equalities: &[Row], branch: &Branch) -> Option<(usize, Var)> {
    let mut best: Option<((bool, bool, usize), usize, Var)> = None;
    for (place, row) in equalities.iter().enumerate() {
        let terms = row.expr().terms();
        for (index, (var, coefficient)) in terms.iter().enumerate() {
            let rank = (!coefficient.is_unit(), index + 1 != terms.len(), terms.len());
            if best.as_ref().is_none_or(|(least, ..)| rank < *least) && branch.is_target(*var) {
                best = Some((rank, place, *var));
            }
        }
    }
    best.map(|(_, place, var)| (place, var))
}

fn coefficient(expr: &LinearExpr, var: Var) -> &Int {
    expr.coefficient(var).expect("the equality mentions the variable")
}

fn unit_in(expr: &LinearExpr, var: Var) -> bool {
    coefficient(expr, var).is_unit()
}

/// Changes the targets until the equality mentions one only, or one with a unit coefficient.
fn isolate_target(
    mut equality: LinearExpr,
    equalities: &mut [Row],
    branch: &Branch,
    steps: &mut Vec<Step>,
) -> (Var, LinearExpr) {
    loop {
        let targets: Vec<(Var, Int)> =
            equality.terms().iter().filter(|(var, _)| branch.is_target(*var)).cloned().collect();
        let (least, size) = targets.iter().min_by_key(|(_, size)| size.abs()).expect("a target in the equality");
        if targets.len() == 1 || size.is_unit() {
            return (*least, equality);
        }
        for (other, coefficient) in targets.iter().filter(|(var, _)| var != least) {
            let step = Step::Sheared { var: *least, factor: -nearest_quotient(coefficient, size), by: *other };
            if let Some(sheared) = shear(&equality, &step) {
                equality = sheared;
            }
            for row in equalities.iter_mut() {
                let Some(expr) = shear(row.expr(), &step) else { continue };
                // The change is invertible, so the row stays as far from being trivial as it was.
                if let Canonical::Row(sheared) = Row::canonical(expr, Kind::Equal, branch.numbers) {
                    *row = sheared;
                }
            }
            steps.push(step);
        }
    }
}

/// The integer nearest to `a / b`.
fn nearest_quotient(a: &Int, b: &Int) -> Int {
    let (twice, size) = (Int::new(2), b.abs());
    let quotient = (a * &twice + &size).div_floor(&(&size * &twice));
    if b.is_negative() { -quotient } else { quotient }
}

/// `expr` after the change of a variable, if it mentions it.
fn shear(expr: &LinearExpr, step: &Step) -> Option<LinearExpr> {
    let Step::Sheared { var, factor, by } = step else { unreachable!("a change of a variable") };
    let coefficient = expr.coefficient(*var)?;
    Some(expr.plus_scaled(&(coefficient * factor), &LinearExpr::var(*by)))
}

/// The row after all steps, if they change it.
fn replay(row: &Row, steps: &[Step]) -> Option<(LinearExpr, Kind)> {
    let mut changed: Option<(LinearExpr, Kind)> = None;
    for step in steps {
        let expr = changed.as_ref().map_or(row.expr(), |(expr, _)| expr);
        match step {
            Step::Solved { var, equality } if expr.coefficient(*var).is_some() => {
                let kind = changed.as_ref().map_or(row.kind(), |(_, kind)| kind).clone();
                changed = Some(cancel(expr, kind, equality, *var));
            }
            Step::Sheared { .. } => {
                if let Some(sheared) = shear(expr, step) {
                    let kind = changed.as_ref().map_or(row.kind(), |(_, kind)| kind).clone();
                    changed = Some((sheared, kind));
                }
            }
            _ => {}
        }
    }
    changed
}

/// The constraint scaled by a positive factor, with the variable cancelled by the equality.
fn cancel(expr: &LinearExpr, kind: Kind, equality: &LinearExpr, var: Var) -> (LinearExpr, Kind) {
    let (here, there) = (coefficient(expr, var), coefficient(equality, var));
    if there.is_unit() {
        let factor = if there.is_one() { -here } else { here.clone() };
        return (expr.plus_scaled(&factor, equality), kind);
    }
    let common = here.gcd(there);
    let scale = there.div_exact(&common).abs();
    let factor = here.div_exact(&common);
    let factor = if there.is_positive() { -factor } else { factor };
    let kind = match kind {
        Kind::Modulo { modulus, width } => Kind::Modulo { modulus: modulus * &scale, width: width * &scale },
        kind => kind,
    };
    (expr.combine(&scale, &factor, equality), kind)
}
