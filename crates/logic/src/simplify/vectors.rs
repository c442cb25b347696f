//! Bit-vectors as numbers: comparison, division, shifts, conversions.

use crate::bits::BitVector;
use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::choice::split_constants;
use crate::simplify::equality;
use crate::simplify::sum::Sum;
use crate::simplify::words;

pub fn compare(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
    let strict = matches!(op, Op::BvUlt | Op::BvSlt);
    if a == b {
        return terms.bool(!strict);
    }
    let width = terms.sort(a).width().expect("bit-vectors are compared");
    let (least, greatest) = limits(width, matches!(op, Op::BvUlt | Op::BvUle));
    // What the constant alone decides, and what leaves one value only.
    if let Some(value) = terms.as_bits(b) {
        match strict {
            true if *value == least => return Terms::FALSE,
            false if *value == greatest => return Terms::TRUE,
            false if *value == least => return equality::eq(terms, a, b),
            _ => {}
        }
    }
    if let Some(value) = terms.as_bits(a) {
        match strict {
            true if *value == greatest => return Terms::FALSE,
            false if *value == least => return Terms::TRUE,
            false if *value == greatest => return equality::eq(terms, b, a),
            _ => {}
        }
    }
    match split_constants(terms, op, a, b) {
        Some(result) => result,
        None => terms.make(op, &[a, b]),
    }
}

fn limits(width: u32, unsigned: bool) -> (BitVector, BitVector) {
    let zero = BitVector::zero(width);
    if unsigned {
        return (zero, BitVector::ones(width));
    }
    let highest_bit = BitVector::new(width, &crate::bits::power(width - 1));
    let greatest = highest_bit.not();
    (highest_bit, greatest)
}

pub fn divide(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
    let width = terms.sort(a).width().expect("bit-vectors are divided");
    let Some(divisor) = terms.as_bits(b) else { return terms.make(op, &[a, b]) };
    let (zero, one, ones) = (divisor.is_zero(), divisor.is_one(), divisor.is_ones());
    match op {
        // For one bit, 1 is −1: its signed quotient is the negation, which is the operand itself.
        Op::BvUdiv if zero => terms.bit_vector(BitVector::ones(width)),
        Op::BvUdiv | Op::BvSdiv if one => a,
        Op::BvSdiv if ones => {
            let mut sum = Sum::new(crate::simplify::sum::Domain::Bits(width));
            sum.add(terms, a, true);
            sum.finish(terms)
        }
        Op::BvUrem | Op::BvSrem if zero => a,
        Op::BvUrem if one => terms.bits(width, 0),
        Op::BvSrem if one || ones => terms.bits(width, 0),
        _ => terms.make(op, &[a, b]),
    }
}

pub fn shift(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
    let width = terms.sort(a).width().expect("bit-vectors are shifted");
    if terms.as_bits(a).is_some_and(BitVector::is_zero) {
        return a;
    }
    let Some(amount) = terms.as_bits(b) else { return terms.make(op, &[a, b]) };
    if amount.is_zero() {
        return a;
    }
    if op != Op::BvAshr && *amount.unsigned() >= heureka_number::Int::from(width) {
        return terms.bits(width, 0);
    }
    terms.make(op, &[a, b])
}

pub fn to_nat(terms: &mut Terms, a: TermId) -> TermId {
    match (terms.op(a), terms.children(a)) {
        (Op::ZeroExtend(_), &[inner]) => terms.bv_to_nat(inner),
        _ => terms.bv_to_nat(a),
    }
}

pub fn of_int(terms: &mut Terms, width: u32, a: TermId) -> TermId {
    let (Op::BvToNat, &[inner]) = (terms.op(a), terms.children(a)) else { return terms.int_to_bv(width, a) };
    let had = terms.sort(inner).width().expect("`bv2nat` takes a bit-vector");
    if width <= had {
        words::extract(terms, width - 1, 0, inner)
    } else {
        words::zero_extend(terms, width - had, inner)
    }
}
