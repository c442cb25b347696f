//! Comparisons of numbers: `p <= c` or `c <= p`, where `p` is a sum without a constant whose coefficients are whole, have
//! no common divisor, and start with a positive one. Over the integers `<` becomes `<=`.

use heureka_number::{Int, Rational};

use crate::bits::power;
use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::choice::split_constants;
use crate::simplify::sum::{Domain, Sum};

pub fn le(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    compare(terms, a, b, false)
}

pub fn lt(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    compare(terms, a, b, true)
}

fn compare(terms: &mut Terms, a: TermId, b: TermId, strict: bool) -> TermId {
    let mut sum = Sum::difference(terms, a, b);
    let zero = Rational::from(0);
    if let Some(value) = sum.as_constant() {
        let holds = if strict { *value < zero } else { *value <= zero };
        return terms.bool(holds);
    }
    let integer = sum.domain == Domain::Int;
    let strict = match (integer, strict) {
        (true, true) => {
            sum.constant += &Rational::from(1);
            false
        }
        (_, strict) => strict,
    };
    let scale = make_primitive(&mut sum);
    // Now sum <= 0 if the scale was positive, and sum >= 0 if it was negative.
    let mut limit = -std::mem::take(&mut sum.constant);
    let upper = scale.is_positive();
    if integer {
        limit = Rational::from(if upper { limit.floor() } else { limit.ceil() });
    }
    let domain = sum.domain;
    let part = sum.finish(terms);
    bound(terms, domain, part, limit, upper, strict)
}

/// Divides by what all coefficients have in common, with the sign of the first; returns that divisor.
pub fn make_primitive(sum: &mut Sum) -> Rational {
    let mut numerator = Int::ZERO;
    let mut denominator = Int::ONE;
    for (_, coefficient) in &sum.monomials {
        if numerator.is_one() && coefficient.is_integer() {
            continue;
        }
        numerator = numerator.gcd(coefficient.numerator());
        denominator = denominator.lcm(coefficient.denominator());
    }
    if sum.monomials[0].1.is_negative() {
        numerator = -numerator;
    }
    let scale = Rational::new(numerator, denominator);
    if scale != Rational::from(1) {
        sum.scale(&scale.recip());
    }
    scale
}

/// `part <= limit` (or `>=`, or strictly so), where the limit is a constant.
pub fn bound(terms: &mut Terms, domain: Domain, part: TermId, limit: Rational, upper: bool, strict: bool) -> TermId {
    if let Some(holds) = by_range(terms, part, &limit, upper) {
        return terms.bool(holds);
    }
    let op = if strict { Op::Lt } else { Op::Le };
    let limit = domain.constant(terms, limit);
    let (a, b) = if upper { (part, limit) } else { (limit, part) };
    match split_constants(terms, op, a, b) {
        Some(result) => result,
        None => terms.make(op, &[a, b]),
    }
}

/// What the range of an integer term alone says about a bound that is not strict.
fn by_range(terms: &Terms, part: TermId, limit: &Rational, upper: bool) -> Option<bool> {
    let greatest = match terms.op(part) {
        Op::BvToNat => power(terms.sort(terms.children(part)[0]).width()?) - Int::ONE,
        Op::Mod => terms.as_int(terms.children(part)[1]).filter(|divisor| !divisor.is_zero())?.abs() - Int::ONE,
        _ => return None,
    };
    let (least, greatest) = (Rational::from(0), Rational::from(greatest));
    match upper {
        true if *limit >= greatest => Some(true),
        true if *limit < least => Some(false),
        false if *limit <= least => Some(true),
        false if *limit > greatest => Some(false),
        _ => None,
    }
}

/// The negation of a comparison of numbers.
pub fn negate(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
    if op == Op::Le { lt(terms, b, a) } else { le(terms, b, a) }
}
