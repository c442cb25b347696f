//! What conjunctions say of remainders, as far as their form shows it.

use heureka_number::Int;

use crate::conjunction::Conjunction;
use crate::expr::LinearExpr;
use crate::reduce::eliminate;
use crate::row::{Canonical, Kind, Numbers, Row};

/// Whether a modulo row vanishes when the equalities are used, or follows from one of the modulo rows alone.
pub(crate) fn shows_congruence(conjunction: &Conjunction, row: &Row) -> bool {
    if !row.is_modulo() {
        return false;
    }
    let start = (row.expr().clone(), row.kind().clone());
    let (expr, kind) =
        conjunction.equalities().iter().fold(start, |(expr, kind), equality| eliminate(&expr, kind, equality));
    match Row::canonical(expr, kind, Numbers::Integer) {
        Canonical::Always => true,
        Canonical::Never => false,
        Canonical::Row(row) => conjunction.others().iter().any(|known| *known == row || refines(known, &row)),
    }
}

/// Whether a congruence entails another of the same expression.
fn refines(known: &Row, row: &Row) -> bool {
    match (known.kind(), row.kind()) {
        (Kind::Modulo { modulus: fine, width }, Kind::Modulo { modulus, .. }) => {
            width.is_zero()
                && modulus.divides(fine)
                && Row::canonical(known.expr().clone(), row.kind().clone(), Numbers::Integer)
                    == Canonical::Row(row.clone())
        }
        _ => false,
    }
}

/// What an equality or congruence has in common with a conjunction that gives its expression a constant value, or a
/// remainder.
pub(crate) fn common_congruence(row: &Row, other: &Conjunction) -> Option<Row> {
    if other.numbers() == Numbers::Real {
        return None;
    }
    let modulus = match row.kind() {
        Kind::Equal => Int::ZERO,
        Kind::Modulo { modulus, width } if width.is_zero() => modulus.clone(),
        _ => return None,
    };
    let modulus = match constant_value(row.expr(), other) {
        Some(value) => modulus.gcd(&value),
        None => other.others().iter().map(|known| modulus.gcd(&agreement(row.expr(), known))).max()?,
    };
    if modulus.is_zero() || modulus.is_one() {
        return None;
    }
    match Row::canonical(row.expr().clone(), Kind::Modulo { modulus, width: Int::ZERO }, Numbers::Integer) {
        Canonical::Row(row) => Some(row),
        Canonical::Always | Canonical::Never => None,
    }
}

/// The largest modulus by which a congruence shows that the expression has no remainder; 1 if it does not.
fn agreement(expr: &LinearExpr, known: &Row) -> Int {
    let Kind::Modulo { modulus, width } = known.kind() else { return Int::ONE };
    if !width.is_zero() {
        return Int::ONE;
    }
    let difference = |sign: &Int| {
        let difference = expr.plus_scaled(sign, known.expr());
        let coefficients = difference.terms().iter().map(|(_, coefficient)| coefficient);
        coefficients.chain([difference.constant()]).fold(modulus.clone(), |gcd, number| gcd.gcd(number))
    };
    difference(&Int::MINUS_ONE).max(difference(&Int::ONE))
}

/// The value that the equalities give to an expression, by unit pivots alone.
fn constant_value(expr: &LinearExpr, conjunction: &Conjunction) -> Option<Int> {
    let mut expr = expr.clone();
    for equality in conjunction.equalities() {
        let (pivot, coefficient) = equality.expr().leading().expect("a canonical row has a variable");
        if expr.coefficient(*pivot).is_some() {
            if !coefficient.is_one() {
                return None;
            }
            expr = eliminate(&expr, Kind::Equal, equality).0;
        }
    }
    expr.is_constant().then(|| expr.constant().clone())
}
