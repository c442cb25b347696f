//! Equality of any sort, and `distinct`.

use heureka_number::{Int, Rational};

use crate::bits::power;
use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::boolean;
use crate::simplify::choice::split_constants;
use crate::simplify::compare::make_primitive;
use crate::simplify::sum::{Domain, Sum};
use crate::sort::SortId;

pub fn eq(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    if a == b {
        return Terms::TRUE;
    }
    let sort = terms.sort(a);
    if sort == SortId::BOOL {
        return iff(terms, a, b);
    }
    let (a, b) = if sort.is_numeric() {
        match numbers(terms, a, b) {
            Ok(pair) => pair,
            Err(decided) => return terms.bool(decided),
        }
    } else if sort.width().is_some() {
        match vectors(terms, a, b) {
            Ok(pair) => pair,
            Err(decided) => return terms.bool(decided),
        }
    } else {
        (a, b)
    };
    // A constant stands second, else the older term first.
    let (a, b) = if terms.op(a).is_constant() || !terms.op(b).is_constant() && b < a { (b, a) } else { (a, b) };
    match split_constants(terms, Op::Eq, a, b) {
        Some(result) => result,
        None => terms.eq(a, b),
    }
}

fn iff(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    match (a, b) {
        (Terms::TRUE, other) | (other, Terms::TRUE) => return other,
        (Terms::FALSE, other) | (other, Terms::FALSE) => return boolean::not(terms, other),
        _ => {}
    }
    let mut negative = false;
    let mut strip = |terms: &Terms, term: TermId| match terms.op(term) {
        Op::Not => {
            negative = !negative;
            terms.children(term)[0]
        }
        _ => term,
    };
    let (a, b) = (strip(terms, a), strip(terms, b));
    let equal = if a == b {
        Terms::TRUE
    } else if boolean::not(terms, a) == b {
        Terms::FALSE
    } else {
        terms.eq(a.min(b), a.max(b))
    };
    if negative { boolean::not(terms, equal) } else { equal }
}

/// Two sides of an equal equation: two terms, or a sum and a constant. An error is the truth of it.
fn numbers(terms: &mut Terms, a: TermId, b: TermId) -> Result<(TermId, TermId), bool> {
    let mut sum = Sum::difference(terms, a, b);
    if let Some(value) = sum.as_constant() {
        return Err(value.is_zero());
    }
    make_primitive(&mut sum);
    let value = -std::mem::take(&mut sum.constant);
    if sum.domain == Domain::Int && !value.is_integer() {
        return Err(false);
    }
    if let ([(x, first), (y, second)], true) = (&sum.monomials[..], value.is_zero())
        && (first, second) == (&Rational::from(1), &Rational::from(-1))
    {
        return Ok((*x, *y));
    }
    let domain = sum.domain;
    let part = sum.finish(terms);
    Ok((part, domain.constant(terms, value)))
}

/// As [`numbers`], modulo 2 to the width; only units can be divided by.
fn vectors(terms: &mut Terms, a: TermId, b: TermId) -> Result<(TermId, TermId), bool> {
    let sum = Sum::difference(terms, a, b);
    if let Some(value) = sum.as_constant() {
        return Err(value.is_zero());
    }
    let Domain::Bits(width) = sum.domain else { return Ok((a, b)) };
    let (one, minus_one) = (Rational::from(1), Rational::from(power(width) - Int::ONE));
    match &sum.monomials[..] {
        [(x, coefficient)] if *coefficient == one || *coefficient == minus_one => {
            let value = if *coefficient == one { -&sum.constant } else { sum.constant.clone() };
            Ok((*x, sum.domain.constant(terms, value)))
        }
        [(x, first), (y, second)] if sum.constant.is_zero() => {
            let opposite = (*first == one && *second == minus_one) || (*first == minus_one && *second == one);
            Ok(if opposite { (*x, *y) } else { (a, b) })
        }
        _ => Ok((a, b)),
    }
}

pub fn distinct(terms: &mut Terms, mut operands: Vec<TermId>) -> TermId {
    operands.sort_unstable();
    if operands.windows(2).any(|pair| pair[0] == pair[1]) {
        return Terms::FALSE;
    }
    match operands[..] {
        [_] => Terms::TRUE,
        [a, b] => {
            let equal = eq(terms, a, b);
            boolean::not(terms, equal)
        }
        _ => terms.distinct(&operands),
    }
}
