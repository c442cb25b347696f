//! Products, quotients and remainders.

use heureka_number::{Int, Rational};

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::SHORT;
use crate::simplify::sum::{Domain, Sum, monomial, number};
use crate::value::{MAX_BITS, euclid};

/// A product: constants in front, distributed over a sum that is the only other factor.
pub fn product(terms: &mut Terms, domain: Domain, operands: &[TermId]) -> TermId {
    let mut coefficient = Rational::from(1);
    let mut factors = Vec::new();
    for &operand in operands {
        match number(terms, operand) {
            Some(value) => coefficient *= &value,
            None => {
                let (factor, rest) = monomial(terms, operand);
                coefficient *= &factor;
                let inner = terms.children(rest);
                match terms.op(rest) == domain.mul_op() && inner.len() <= SHORT {
                    true => factors.extend_from_slice(inner),
                    false => factors.push(rest),
                }
            }
        }
        if coefficient.numerator().bit_length() > MAX_BITS {
            return terms.make(domain.mul_op(), operands);
        }
    }
    if factors.is_empty() || coefficient.is_zero() {
        let mut sum = Sum::new(domain);
        sum.constant = coefficient;
        return sum.finish(terms);
    }
    factors.sort();
    let rest = terms.make(domain.mul_op(), &factors);
    let mut sum = Sum::new(domain);
    sum.add(terms, rest, false);
    sum.scale(&coefficient);
    sum.finish(terms)
}

/// Division of reals: by a constant it is a product. Nothing is known of a division by zero.
pub fn divide(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    match terms.as_real(b).filter(|divisor| !divisor.is_zero()) {
        Some(divisor) => {
            let factor = divisor.recip();
            let factor = terms.real(factor);
            product(terms, Domain::Real, &[factor, a])
        }
        None => terms.make(Op::Div, &[a, b]),
    }
}

/// What a constant divisor other than 0 divides comes out: `(2x + y + 5) div 2` is `x + 2 + (y + 1) div 2`.
pub fn int_divide(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let Some(divisor) = terms.as_int(b).filter(|divisor| !divisor.is_zero()).cloned() else {
        return terms.make(Op::IntDiv, &[a, b]);
    };
    let sum = Sum::of(terms, a);
    let (mut quotient, mut rest) = (Sum::new(Domain::Int), Sum::new(Domain::Int));
    for (term, coefficient) in sum.monomials {
        match divisor.divides(coefficient.numerator()) {
            true => quotient.monomials.push((term, &coefficient / &Rational::from(divisor.clone()))),
            false => rest.monomials.push((term, coefficient)),
        }
    }
    let (whole, remainder) = euclid(sum.constant.numerator(), &divisor).expect("the divisor is not zero");
    quotient.constant = Rational::from(whole);
    rest.constant = Rational::from(remainder);
    if !rest.monomials.is_empty() {
        let rest = rest.finish(terms);
        let left = terms.int_div(rest, b);
        quotient.monomials.push((left, Rational::from(1)));
    }
    quotient.finish(terms)
}

/// Modulo a constant other than 0, coefficients count modulo it.
pub fn modulo(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let Some(divisor) = terms.as_int(b).filter(|divisor| !divisor.is_zero()).map(Int::abs) else {
        return terms.make(Op::Mod, &[a, b]);
    };
    let sum = remainder_of(terms, a, &divisor);
    match sum.as_constant() {
        Some(value) => {
            let value = value.numerator().mod_floor(&divisor);
            terms.int(value)
        }
        None => {
            let (rest, divisor_term) = (sum.finish(terms), terms.int(divisor.clone()));
            if let Op::Mod = terms.op(rest)
                && let &[inner, modulus] = terms.children(rest)
                && let Some(modulus) = terms.as_int(modulus)
                && !modulus.is_zero()
                && divisor.divides(modulus)
            {
                // The inner remainder differs from its dividend by a multiple of both.
                return if modulus.abs() == divisor { rest } else { terms.modulo(inner, divisor_term) };
            }
            terms.modulo(rest, divisor_term)
        }
    }
}

/// The sum with every number reduced modulo the divisor.
fn remainder_of(terms: &Terms, term: TermId, divisor: &Int) -> Sum {
    let mut sum = Sum::of(terms, term);
    let reduce = |value: &mut Rational| *value = Rational::from(value.numerator().mod_floor(divisor));
    sum.monomials.iter_mut().for_each(|(_, coefficient)| reduce(coefficient));
    reduce(&mut sum.constant);
    sum.collect();
    sum
}
