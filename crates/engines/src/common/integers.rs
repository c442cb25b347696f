//! Numbers as unbounded integers, with wrap-around where the type needs it.
//!
//! What is exact, and where: in every execution that comes to an expression without a fault, its term has its value. Signed
//! sums and products that leave their type are faults, which end the execution, so they do not wrap here; unsigned ones do,
//! and so do conversions and left shifts, unless ranges show that nothing is cut off. A term that no execution comes to may
//! have a value outside its type; guards, which are false there, keep it from mattering.

use heureka_ir::{BinOp, CmpOp, IntTy, Interval, UnOp, interval};
use heureka_logic::{TermId, Terms};

use super::operand::Operand;

pub fn unary(terms: &mut Terms, op: UnOp, a: Operand) -> TermId {
    match op {
        UnOp::Neg => {
            let term = terms.neg(a.term);
            if a.ty.is_signed() {
                return term;
            }
            wrapped(terms, a.ty, term, Some(Interval::new(-a.range.max, -a.range.min)))
        }
        UnOp::BitNot => {
            let top = terms.int(if a.ty.is_signed() { -1 } else { a.ty.max() });
            terms.sub(top, a.term)
        }
    }
}

pub fn binary(terms: &mut Terms, op: BinOp, left: Operand, right: Operand) -> TermId {
    let (a, b) = (left.term, right.term);
    let (x, y) = (left.range, right.range);
    let (term, range) = match op {
        BinOp::Add => (terms.add(&[a, b]), Some(Interval::new(x.min + y.min, x.max + y.max))),
        BinOp::Sub => (terms.sub(a, b), Some(Interval::new(x.min - y.max, x.max - y.min))),
        BinOp::Mul => (terms.mul(&[a, b]), interval::product(x, y)),
        BinOp::Div => return quotient(terms, left, right),
        BinOp::Rem => return remainder(terms, left, right),
        BinOp::BitAnd => return bit_and(terms, left, right),
        // Sums without the bits that both have.
        BinOp::BitOr | BinOp::BitXor => {
            let both = bit_and(terms, left, right);
            let times = terms.int(if op == BinOp::BitOr { 1 } else { 2 });
            let both = terms.mul(&[times, both]);
            let sum = terms.add(&[a, b]);
            return terms.sub(sum, both);
        }
        BinOp::Shl => return shift_left(terms, left, right),
        BinOp::Shr => {
            return by_amount(terms, left, right, |terms, place| {
                // SMT-LIB's division by a positive number rounds down, as a shift does.
                let power = terms.int(1i128 << place);
                terms.int_div(left.term, power)
            });
        }
    };
    if left.ty.is_signed() { term } else { wrapped(terms, left.ty, term, range) }
}

pub fn compare(terms: &mut Terms, op: CmpOp, left: Operand, right: Operand) -> TermId {
    let (a, b) = (left.term, right.term);
    match op {
        CmpOp::Eq => terms.eq(a, b),
        CmpOp::Ne => terms.ne(a, b),
        CmpOp::Lt => terms.lt(a, b),
        CmpOp::Le => terms.le(a, b),
    }
}

pub fn cast(terms: &mut Terms, to: IntTy, a: Operand) -> TermId {
    wrapped(terms, to, a.term, Some(a.range))
}

/// The term is between the limits.
pub fn within(terms: &mut Terms, term: TermId, range: Interval) -> TermId {
    let (min, max) = (terms.int(range.min), terms.int(range.max));
    let limits = [terms.le(min, term), terms.le(term, max)];
    terms.and(&limits)
}

/// The value of the type that is congruent to a term with values in this range; without a range, with any values.
fn wrapped(terms: &mut Terms, ty: IntTy, term: TermId, range: Option<Interval>) -> TermId {
    let size = 1i128 << ty.bits();
    let all = Interval::of_type(ty);
    // How often all values are beyond the type: then no condition is needed.
    let times = range.map(|range| (range.min - all.min).div_euclid(size));
    match range {
        Some(range) if all.includes(range) => term,
        Some(range) if times == Some((range.max - all.min).div_euclid(size)) => {
            let by = terms.int(times.unwrap_or(0) * size);
            terms.sub(term, by)
        }
        Some(range) if all.min - size <= range.min && range.max <= all.max + size => {
            let (min, max, by) = (terms.int(all.min), terms.int(all.max), terms.int(size));
            let mut result = term;
            if range.min < all.min {
                let (small, up) = (terms.lt(term, min), terms.add(&[term, by]));
                result = terms.ite(small, up, result);
            }
            if range.max > all.max {
                let (large, down) = (terms.lt(max, term), terms.sub(term, by));
                result = terms.ite(large, down, result);
            }
            result
        }
        _ if ty.is_signed() => {
            let (min, by) = (terms.int(all.min), terms.int(size));
            let above = terms.sub(term, min);
            let rest = terms.modulo(above, by);
            terms.add(&[rest, min])
        }
        _ => {
            let by = terms.int(size);
            terms.modulo(term, by)
        }
    }
}

/// The absolute value.
fn size(terms: &mut Terms, a: Operand) -> TermId {
    if a.range.min >= 0 {
        return a.term;
    }
    let negated = terms.neg(a.term);
    if a.range.max <= 0 {
        return negated;
    }
    let negative = is_negative(terms, a.term);
    terms.ite(negative, negated, a.term)
}

/// The absolute value of a divisor; 1 in place of 0, which is a fault.
fn divisor(terms: &mut Terms, a: Operand) -> TermId {
    let size = size(terms, a);
    if !a.range.contains(0) {
        return size;
    }
    let (zero, one) = (terms.int(0), terms.int(1));
    let is_zero = terms.eq(a.term, zero);
    terms.ite(is_zero, one, size)
}

fn is_negative(terms: &mut Terms, a: TermId) -> TermId {
    let zero = terms.int(0);
    terms.lt(a, zero)
}

/// The term or, if the condition holds, its negation.
fn negated_if(terms: &mut Terms, condition: TermId, a: TermId) -> TermId {
    let negated = terms.neg(a);
    terms.ite(condition, negated, a)
}

/// C divides towards zero, SMT-LIB such that the remainder is not negative.
fn quotient(terms: &mut Terms, left: Operand, right: Operand) -> TermId {
    let (a, b) = (size(terms, left), divisor(terms, right));
    let quotient = terms.int_div(a, b);
    let (a_sign, b_sign) = (sign(terms, left), sign(terms, right));
    match (a_sign, b_sign) {
        (Sign::Known(a), Sign::Known(b)) if a == b => quotient,
        (Sign::Known(_), Sign::Known(_)) => terms.neg(quotient),
        (Sign::Negative(negative), Sign::Known(false)) | (Sign::Known(false), Sign::Negative(negative)) => {
            negated_if(terms, negative, quotient)
        }
        (Sign::Negative(negative), Sign::Known(true)) | (Sign::Known(true), Sign::Negative(negative)) => {
            let positive = terms.not(negative);
            negated_if(terms, positive, quotient)
        }
        (Sign::Negative(a), Sign::Negative(b)) => {
            let differ = terms.xor(a, b);
            negated_if(terms, differ, quotient)
        }
    }
}

/// Has the sign of the dividend.
fn remainder(terms: &mut Terms, left: Operand, right: Operand) -> TermId {
    let (a, b) = (size(terms, left), divisor(terms, right));
    let rest = terms.modulo(a, b);
    match sign(terms, left) {
        Sign::Known(false) => rest,
        Sign::Known(true) => terms.neg(rest),
        Sign::Negative(negative) => negated_if(terms, negative, rest),
    }
}

enum Sign {
    /// Whether it is negative, or at least not positive.
    Known(bool),
    /// The condition that it is negative.
    Negative(TermId),
}

fn sign(terms: &mut Terms, a: Operand) -> Sign {
    if a.range.min >= 0 {
        return Sign::Known(false);
    }
    if a.range.max <= 0 { Sign::Known(true) } else { Sign::Negative(is_negative(terms, a.term)) }
}

/// One of the results for each amount from 0 to the width, which is what does not fault.
fn by_amount(
    terms: &mut Terms,
    left: Operand,
    right: Operand,
    mut result: impl FnMut(&mut Terms, u32) -> TermId,
) -> TermId {
    let last = i128::from(left.ty.bits()) - 1;
    let (low, high) = (right.range.min.clamp(0, last), right.range.max.clamp(0, last));
    let mut found = result(terms, high as u32);
    for amount in (low..high).rev() {
        let this = result(terms, amount as u32);
        let here = terms.int(amount);
        let here = terms.eq(right.term, here);
        found = terms.ite(here, this, found);
    }
    found
}

fn shift_left(terms: &mut Terms, left: Operand, right: Operand) -> TermId {
    let last = i128::from(left.ty.bits()) - 1;
    let most = right.range.max.clamp(0, last);
    let product = by_amount(terms, left, right, |terms, place| {
        let power = terms.int(1i128 << place);
        terms.mul(&[power, left.term])
    });
    let range = interval::product(left.range, Interval::new(1, 1i128 << most));
    wrapped(terms, left.ty, product, range)
}

fn bit_and(terms: &mut Terms, left: Operand, right: Operand) -> TermId {
    if let Some(mask) = right.range.as_point() {
        return masked(terms, left, mask);
    }
    if let Some(mask) = left.range.as_point() {
        return masked(terms, right, mask);
    }
    // Through bit-vectors, with as many bits as there can be.
    let (x, y) = (left.range, right.range);
    let bits = match x.min >= 0 && y.min >= 0 {
        true => (128 - x.max.max(y.max).leading_zeros()).max(1),
        false => left.ty.bits() as u32,
    };
    let (a, b) = (terms.int_to_bv(bits, left.term), terms.int_to_bv(bits, right.term));
    let both = terms.bv_and(&[a, b]);
    let natural = terms.bv_to_nat(both);
    match x.min >= 0 || y.min >= 0 {
        // With one operand that is not negative, nor is the result.
        true => natural,
        false => wrapped(terms, left.ty, natural, Some(Interval::new(0, (1i128 << bits) - 1))),
    }
}

/// `a & mask`: each run of ones in the mask is a quotient and a remainder by powers of two.
fn masked(terms: &mut Terms, a: Operand, mask: i128) -> TermId {
    let width = a.ty.bits() as u32;
    let has = |place: u32| mask >> place & 1 == 1;
    let mut parts = Vec::new();
    let mut place = 0;
    while place < width {
        if !has(place) {
            place += 1;
            continue;
        }
        let end = (place..width).find(|place| !has(*place)).unwrap_or(width);
        let low = terms.int(1i128 << place);
        let mut part = if place == 0 { a.term } else { terms.int_div(a.term, low) };
        // Above the highest bit there is only the sign, which belongs to the number.
        let fits = a.range.min >= 0 && a.range.max < 1i128 << end;
        if end < width && !fits {
            let size = terms.int(1i128 << (end - place));
            part = terms.modulo(part, size);
        }
        parts.push(if place == 0 { part } else { terms.mul(&[low, part]) });
        place = end;
    }
    match parts.is_empty() {
        true => terms.int(0),
        false => terms.add(&parts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_logic::{Assignment, Value, evaluate};
    use heureka_number::Int;

    const TYPES: [IntTy; 2] = [IntTy::signed(4), IntTy::unsigned(4)];
    const OPERATORS: [BinOp; 10] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::BitAnd,
        BinOp::BitOr,
        BinOp::BitXor,
        BinOp::Shl,
        BinOp::Shr,
    ];

    /// A number of which this much is known.
    fn operand(terms: &mut Terms, ty: IntTy, value: i128, range: Interval) -> Operand {
        Operand { term: terms.int(value), ty, range }
    }

    fn value(terms: &Terms, term: TermId) -> Value {
        evaluate(terms, term, &Assignment::new()).expect("a value")
    }

    /// What may be known of a value: nothing, its sign, or all.
    fn ranges(ty: IntTy, value: i128) -> Vec<Interval> {
        let sign = if value < 0 { Interval::new(ty.min(), -1) } else { Interval::new(0, ty.max()) };
        vec![Interval::of_type(ty), sign, Interval::point(value)]
    }

    #[test]
    fn operators_are_those_of_the_machine_whatever_is_known() {
        let mut terms = Terms::new();
        for ty in TYPES {
            for (a, b) in (ty.min()..=ty.max()).flat_map(|a| (ty.min()..=ty.max()).map(move |b| (a, b))) {
                for op in OPERATORS {
                    let Ok(expected) = op.eval(ty, a, b) else { continue };
                    for (x, y) in ranges(ty, a).into_iter().flat_map(|x| ranges(ty, b).into_iter().map(move |y| (x, y)))
                    {
                        let (left, right) = (operand(&mut terms, ty, a, x), operand(&mut terms, ty, b, y));
                        let term = binary(&mut terms, op, left, right);
                        assert_eq!(value(&terms, term), Value::Int(Int::from(expected)), "{a} {op:?} {b} in {ty}");
                    }
                }
            }
        }
    }

    #[test]
    fn conversions_and_signs_are_those_of_the_machine() {
        let mut terms = Terms::new();
        for ty in [IntTy::signed(6), IntTy::unsigned(6)] {
            for a in ty.min()..=ty.max() {
                for range in ranges(ty, a) {
                    let of = operand(&mut terms, ty, a, range);
                    for to in
                        [IntTy::signed(4), IntTy::unsigned(4), IntTy::signed(6), IntTy::unsigned(6), IntTy::signed(8)]
                    {
                        let term = cast(&mut terms, to, of);
                        assert_eq!(value(&terms, term), Value::Int(Int::from(to.wrap(a))), "{a} in {ty} to {to}");
                    }
                    for op in [UnOp::Neg, UnOp::BitNot] {
                        let Ok(expected) = op.eval(ty, a) else { continue };
                        let term = unary(&mut terms, op, of);
                        assert_eq!(value(&terms, term), Value::Int(Int::from(expected)), "{op:?} {a} in {ty}");
                    }
                }
            }
        }
    }
}
