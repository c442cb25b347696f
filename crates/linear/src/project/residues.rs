//! Modulo rows that mention targets.
//!
//! A congruence `e mod m ≤ 0` is the equality `e = m·q` with a new target `q`, and equalities never split. A target
//! that only one modulo row mentions leaves it without a split too: `∃x. (c·x + f) mod m ≤ w` is
//! `f mod gcd(c, m) ≤ w`. What remains says `0 ≤ e − m·q ≤ w`, two bounds on the targets and a new `q`; and where a
//! variable ends up between two bounds a constant apart, they are a modulo row again.

use heureka_number::Int;

use super::branch::Branch;
use crate::expr::LinearExpr;
use crate::row::{Kind, Row};

/// Turns the congruences among the active rows into equalities; says whether there were any.
pub(super) fn open_congruences(branch: &mut Branch) -> bool {
    open(branch, |width| width.is_zero())
}

/// Turns all active modulo rows into bounds (or equalities); says whether there were any.
pub(super) fn open_all(branch: &mut Branch) -> bool {
    open(branch, |_| true)
}

fn open(branch: &mut Branch, fits: impl Fn(&Int) -> bool) -> bool {
    let is_open = |row: &Row| matches!(row.kind(), Kind::Modulo { width, .. } if fits(width));
    if !branch.active.iter().any(is_open) {
        return false;
    }
    let (opened, rest): (Vec<Row>, Vec<Row>) = std::mem::take(&mut branch.active).into_iter().partition(is_open);
    branch.active = rest;
    for row in opened {
        let Kind::Modulo { modulus, width } = row.kind() else { unreachable!("a modulo row") };
        let quotient = LinearExpr::var(branch.fresh_target());
        let rest = row.expr().smallest_congruent(modulus).plus_scaled(&-modulus, &quotient);
        if width.is_zero() {
            branch.add(rest, Kind::Equal);
        } else {
            branch.add(rest.negated().plus_constant(width.clone()), Kind::AtLeast);
            branch.add(rest, Kind::AtLeast);
        }
    }
    true
}

/// Removes the targets that one modulo row alone mentions; says whether there were any.
pub(super) fn drop_lonely(branch: &mut Branch) -> bool {
    for place in 0..branch.active.len() {
        let row = branch.active[place].clone();
        let Kind::Modulo { modulus, width } = row.kind() else { continue };
        let lonely = row.vars().find(|var| {
            branch.is_target(*var) && branch.active.iter().filter(|other| other.mentions(*var)).count() == 1
        });
        let Some(var) = lonely else { continue };
        let coefficient = row.expr().coefficient(var).expect("a variable of the row");
        let modulus = modulus.gcd(coefficient);
        branch.active.remove(place);
        branch.add(row.expr().without(var), Kind::Modulo { modulus, width: width.clone() });
        return true;
    }
    false
}
