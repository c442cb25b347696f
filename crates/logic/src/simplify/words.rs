//! Bit-vectors as rows of bits: bitwise operations, concatenation, extraction, extension.

use crate::bits::BitVector;
use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::SHORT;

pub fn not(terms: &mut Terms, a: TermId) -> TermId {
    if let Some(value) = terms.as_bits(a) {
        let value = value.not();
        return terms.bit_vector(value);
    }
    match (terms.op(a), terms.children(a)) {
        (Op::BvNot, &[inner]) => inner,
        _ => terms.bv_not(a),
    }
}

/// `bvand`, `bvor` or `bvxor` of a sorted set of operands and one constant.
pub fn bitwise(terms: &mut Terms, op: Op, operands: Vec<TermId>) -> TermId {
    let width = terms.sort(operands[0]).width().expect("bit-vectors are combined");
    let (zero, ones) = (BitVector::zero(width), BitVector::ones(width));
    let (neutral, combine): (_, fn(&BitVector, &BitVector) -> BitVector) = match op {
        Op::BvAnd => (&ones, BitVector::and),
        Op::BvOr => (&zero, BitVector::or),
        _ => (&zero, BitVector::xor),
    };
    let mut constant = neutral.clone();
    let mut set = Vec::new();
    for operand in operands {
        let splices = terms.op(operand) == op && terms.children(operand).len() <= SHORT;
        let whole = [operand];
        for &part in if splices { terms.children(operand) } else { &whole } {
            match terms.as_bits(part) {
                Some(value) => constant = combine(&constant, value),
                None => set.push(part),
            }
        }
    }
    set.sort_unstable();
    if op == Op::BvXor {
        return xor(terms, set, constant);
    }
    set.dedup();
    let deciding = if op == Op::BvAnd { &zero } else { &ones };
    let complement =
        |&operand: &TermId| terms.op(operand) == Op::BvNot && set.binary_search(&terms.children(operand)[0]).is_ok();
    if constant == *deciding || set.iter().any(complement) {
        return terms.bit_vector(deciding.clone());
    }
    if constant != *neutral || set.is_empty() {
        set.push(terms.bit_vector(constant));
    }
    terms.make(op, &set)
}

/// Equal operands cancel, and negations count in the constant.
fn xor(terms: &mut Terms, operands: Vec<TermId>, mut constant: BitVector) -> TermId {
    let ones = BitVector::ones(constant.width());
    let mut positive = Vec::new();
    for operand in operands {
        match (terms.op(operand), terms.children(operand)) {
            (Op::BvNot, &[inner]) => {
                constant = constant.xor(&ones);
                positive.push(inner);
            }
            _ => positive.push(operand),
        }
    }
    positive.sort_unstable();
    let mut set: Vec<TermId> = Vec::new();
    for operand in positive {
        if set.last() == Some(&operand) {
            set.pop();
        } else {
            set.push(operand);
        }
    }
    if set.is_empty() {
        return terms.bit_vector(constant);
    }
    if constant == ones {
        let rest = terms.bv_xor(&set);
        return not(terms, rest);
    }
    if !constant.is_zero() {
        set.push(terms.bit_vector(constant));
    }
    terms.bv_xor(&set)
}

/// Neighbours that are constants, or neighbouring bits of one term, become one.
pub fn concat(terms: &mut Terms, operands: Vec<TermId>) -> TermId {
    let mut parts: Vec<TermId> = Vec::new();
    for operand in operands {
        let pieces = if terms.op(operand) == Op::Concat && terms.children(operand).len() <= SHORT {
            terms.children(operand).to_vec()
        } else {
            vec![operand]
        };
        for piece in pieces {
            match parts.last().and_then(|&last| join(terms, last, piece)) {
                Some(joined) => *parts.last_mut().expect("there is a last part") = joined,
                None => parts.push(piece),
            }
        }
    }
    terms.concat(&parts)
}

fn join(terms: &mut Terms, high: TermId, low: TermId) -> Option<TermId> {
    if let (Some(a), Some(b)) = (terms.as_bits(high), terms.as_bits(low)) {
        let value = a.concat(b);
        return Some(terms.bit_vector(value));
    }
    let (Op::Extract { high: top, low: above }, Op::Extract { high: below, low: bottom }) =
        (terms.op(high), terms.op(low))
    else {
        return None;
    };
    let (source, other) = (terms.children(high)[0], terms.children(low)[0]);
    (source == other && above == below + 1).then(|| extract(terms, u32::from(top), u32::from(bottom), source))
}

pub fn extract(terms: &mut Terms, mut high: u32, mut low: u32, mut a: TermId) -> TermId {
    loop {
        let width = terms.sort(a).width().expect("bits of a bit-vector");
        if low == 0 && high == width - 1 {
            return a;
        }
        if let Some(value) = terms.as_bits(a) {
            let value = value.extract(high, low);
            return terms.bit_vector(value);
        }
        let inner_width = |terms: &Terms, inner: TermId| terms.sort(inner).width().expect("bits of a bit-vector");
        match (terms.op(a), terms.children(a)) {
            (Op::Extract { low: offset, .. }, &[inner]) => {
                (high, low, a) = (high + u32::from(offset), low + u32::from(offset), inner);
            }
            (Op::ZeroExtend(_), &[inner]) if low >= inner_width(terms, inner) => return terms.bits(high - low + 1, 0),
            (Op::ZeroExtend(_) | Op::SignExtend(_), &[inner]) if high < inner_width(terms, inner) => a = inner,
            (Op::Concat, parts) => {
                // The part that has all the bits asked for, if one does.
                let mut top = width;
                let mut found = None;
                for &part in parts {
                    let bottom = top - inner_width(terms, part);
                    if high < top && low >= bottom {
                        found = Some((part, bottom));
                        break;
                    }
                    top = bottom;
                }
                match found {
                    Some((part, bottom)) => (high, low, a) = (high - bottom, low - bottom, part),
                    None => return terms.extract(high, low, a),
                }
            }
            _ => return terms.extract(high, low, a),
        }
    }
}

pub fn zero_extend(terms: &mut Terms, more: u32, a: TermId) -> TermId {
    if more == 0 {
        return a;
    }
    match (terms.op(a), terms.children(a)) {
        (Op::ZeroExtend(inner), &[source]) => terms.zero_extend(more + inner, source),
        _ => terms.zero_extend(more, a),
    }
}

pub fn sign_extend(terms: &mut Terms, more: u32, a: TermId) -> TermId {
    if more == 0 {
        return a;
    }
    match (terms.op(a), terms.children(a)) {
        (Op::SignExtend(inner), &[source]) => terms.sign_extend(more + inner, source),
        // The sign of what was extended by zeros is zero.
        (Op::ZeroExtend(inner), &[source]) if inner > 0 => terms.zero_extend(more + inner, source),
        _ => terms.sign_extend(more, a),
    }
}
