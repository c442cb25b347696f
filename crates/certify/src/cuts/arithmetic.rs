//! Machine arithmetic over unbounded integers, from `op.rs` of the ir.
//!
//! Operands are values of their types, and so is the result, wherever the evaluation does not fault.

use heureka_ir::{BinOp, IntTy, UnOp};
use heureka_logic::{TermId, Terms};

fn number(terms: &Terms, term: TermId) -> Option<i128> {
    terms.as_int(term)?.to_i128()
}

/// The value of the type that is congruent to the term.
fn wrap(terms: &mut Terms, ty: IntTy, term: TermId) -> TermId {
    let (size, min) = (terms.int(1i128 << ty.bits()), terms.int(ty.min()));
    if !ty.is_signed() {
        return terms.modulo(term, size);
    }
    let above = terms.sub(term, min);
    let rest = terms.modulo(above, size);
    terms.add(&[rest, min])
}

/// The same for a term that is at most one size away from the type.
fn wrap_once(terms: &mut Terms, ty: IntTy, term: TermId) -> TermId {
    let (size, min, max) = (terms.int(1i128 << ty.bits()), terms.int(ty.min()), terms.int(ty.max()));
    let (is_small, up) = (terms.lt(term, min), terms.add(&[term, size]));
    let (is_large, down) = (terms.lt(max, term), terms.sub(term, size));
    let not_small = terms.ite(is_large, down, term);
    terms.ite(is_small, up, not_small)
}

/// The term is a value of the type.
pub fn fits(terms: &mut Terms, ty: IntTy, term: TermId) -> TermId {
    let (min, max) = (terms.int(ty.min()), terms.int(ty.max()));
    let limits = [terms.le(min, term), terms.le(term, max)];
    terms.and(&limits)
}

pub fn cast(terms: &mut Terms, to: IntTy, from: IntTy, a: TermId) -> TermId {
    if to.includes(from) {
        return a;
    }
    if to.bits() == from.bits() { wrap_once(terms, to, a) } else { wrap(terms, to, a) }
}

/// The value, and the condition that there is one.
pub fn unary(terms: &mut Terms, op: UnOp, ty: IntTy, a: TermId) -> (TermId, TermId) {
    match (op, ty.is_signed()) {
        (UnOp::Neg, true) => {
            let value = terms.neg(a);
            (value, fits(terms, ty, value))
        }
        (UnOp::Neg, false) => {
            let value = terms.neg(a);
            (wrap_once(terms, ty, value), Terms::TRUE)
        }
        (UnOp::BitNot, is_signed) => {
            let top = terms.int(if is_signed { -1 } else { ty.max() });
            (terms.sub(top, a), Terms::TRUE)
        }
    }
}

/// The value, and the condition that there is one. The amount of a shift may have a type of its own.
pub fn binary(terms: &mut Terms, op: BinOp, ty: IntTy, a: TermId, b: TermId) -> (TermId, TermId) {
    let total = |value: TermId| (value, Terms::TRUE);
    match op {
        BinOp::Add | BinOp::Sub => {
            let value = if op == BinOp::Add { terms.add(&[a, b]) } else { terms.sub(a, b) };
            match ty.is_signed() {
                true => (value, fits(terms, ty, value)),
                false => total(wrap_once(terms, ty, value)),
            }
        }
        BinOp::Mul => {
            let value = terms.mul(&[a, b]);
            match ty.is_signed() {
                true => (value, fits(terms, ty, value)),
                false => total(wrap(terms, ty, value)),
            }
        }
        BinOp::Div | BinOp::Rem => division(terms, op, ty, a, b),
        BinOp::BitAnd => total(bit_and(terms, ty, a, b)),
        BinOp::BitOr | BinOp::BitXor => {
            let both = bit_and(terms, ty, a, b);
            let times = terms.int(if op == BinOp::BitOr { 1 } else { 2 });
            let both = terms.mul(&[times, both]);
            let sum = terms.add(&[a, b]);
            total(terms.sub(sum, both))
        }
        BinOp::Shl | BinOp::Shr => shift(terms, op, ty, a, b),
    }
}

/// C rounds towards zero; SMT-LIB's remainder is not negative.
fn division(terms: &mut Terms, op: BinOp, ty: IntTy, a: TermId, b: TermId) -> (TermId, TermId) {
    let (zero, one) = (terms.int(0), terms.int(1));
    let by_zero = terms.eq(b, zero);
    let mut bad = vec![by_zero];
    if ty.is_signed() {
        let (least, minus) = (terms.int(ty.min()), terms.int(-1));
        let overflows = [terms.eq(a, least), terms.eq(b, minus)];
        bad.push(terms.and(&overflows));
    }
    let bad = terms.or(&bad);
    let defined = terms.not(bad);
    let (a_below, b_below) = (terms.lt(a, zero), terms.lt(b, zero));
    let (a_minus, b_minus) = (terms.neg(a), terms.neg(b));
    let (a_size, b_size) = match (ty.is_signed(), number(terms, b)) {
        (false, _) => (a, b),
        (true, Some(b)) => (terms.ite(a_below, a_minus, a), terms.int(b.abs())),
        (true, None) => (terms.ite(a_below, a_minus, a), terms.ite(b_below, b_minus, b)),
    };
    let b_size = match number(terms, b_size) {
        Some(0) => one,
        Some(_) => b_size,
        None => terms.ite(by_zero, one, b_size),
    };
    let value = match op {
        BinOp::Div => terms.int_div(a_size, b_size),
        _ => terms.modulo(a_size, b_size),
    };
    if !ty.is_signed() {
        return (value, defined);
    }
    let is_negative = match (op, number(terms, b)) {
        (BinOp::Div, Some(b)) if b < 0 => terms.not(a_below),
        (BinOp::Div, None) => terms.xor(a_below, b_below),
        _ => a_below,
    };
    let negated = terms.neg(value);
    (terms.ite(is_negative, negated, value), defined)
}

fn bit_and(terms: &mut Terms, ty: IntTy, a: TermId, b: TermId) -> TermId {
    match (number(terms, a), number(terms, b)) {
        (_, Some(mask)) => return masked(terms, ty, a, mask),
        (Some(mask), _) => return masked(terms, ty, b, mask),
        _ => {}
    }
    let bits = u32::from(ty.bits());
    let (left, right) = (terms.int_to_bv(bits, a), terms.int_to_bv(bits, b));
    let both = terms.bv_and(&[left, right]);
    let natural = terms.bv_to_nat(both);
    if ty.is_signed() { wrap(terms, ty, natural) } else { natural }
}

/// The bits of a mask, run by run: what is above a run goes away by a remainder, what is below by a quotient.
fn masked(terms: &mut Terms, ty: IntTy, a: TermId, mask: i128) -> TermId {
    let bits = u32::from(ty.bits());
    let mut sum = vec![terms.int(0)];
    let mut at = 0;
    while at < bits {
        if mask >> at & 1 == 0 {
            at += 1;
            continue;
        }
        let mut end = at;
        while end < bits && mask >> end & 1 == 1 {
            end += 1;
        }
        let low = terms.int(1i128 << at);
        let shifted = terms.int_div(a, low);
        // A run that includes the highest bit of a signed number includes its sign.
        let part = match end == bits {
            true => shifted,
            false => {
                let size = terms.int(1i128 << (end - at));
                terms.modulo(shifted, size)
            }
        };
        sum.push(terms.mul(&[low, part]));
        at = end;
    }
    if sum.len() == 1 { sum[0] } else { terms.add(&sum) }
}

fn shift(terms: &mut Terms, op: BinOp, ty: IntTy, a: TermId, b: TermId) -> (TermId, TermId) {
    let bits = i128::from(ty.bits());
    let by = |terms: &mut Terms, amount: i128| {
        let power = terms.int(1i128 << amount);
        match op {
            BinOp::Shl => {
                let product = terms.mul(&[power, a]);
                wrap(terms, ty, product)
            }
            // SMT-LIB's division by a positive number rounds down, as a shift does.
            _ => terms.int_div(a, power),
        }
    };
    if let Some(amount) = number(terms, b) {
        return match (0..bits).contains(&amount) {
            true => (by(terms, amount), Terms::TRUE),
            false => (a, Terms::FALSE),
        };
    }
    let mut value = by(terms, bits - 1);
    for amount in (0..bits - 1).rev() {
        let this = by(terms, amount);
        let amount = terms.int(amount);
        let is_this = terms.eq(b, amount);
        value = terms.ite(is_this, this, value);
    }
    let (zero, last) = (terms.int(0), terms.int(bits - 1));
    let limits = [terms.le(zero, b), terms.le(b, last)];
    (value, terms.and(&limits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_logic::{Assignment, SortId, Value, evaluate};
    use heureka_number::Int;

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

    fn assigned(terms: &Terms, pairs: &[(TermId, i128)]) -> Assignment {
        let mut values = Assignment::new();
        for (term, value) in pairs {
            values.set(terms, terms.as_constant(*term).expect("a symbol"), Value::Int(Int::from(*value)));
        }
        values
    }

    /// What was computed, against the machine: the value, or that there is none.
    fn compare(terms: &Terms, pair: (TermId, TermId), values: &Assignment, expected: Option<i128>, what: &str) {
        let is_defined = evaluate(terms, pair.1, values).expect(what).as_bool();
        assert_eq!(is_defined, Some(expected.is_some()), "{what}");
        if let Some(expected) = expected {
            assert_eq!(evaluate(terms, pair.0, values), Ok(Value::Int(Int::from(expected))), "{what}");
        }
    }

    #[test]
    fn operators_are_those_of_the_machine() {
        for ty in [IntTy::signed(4), IntTy::unsigned(4)] {
            let mut terms = Terms::new();
            let (x, y) = (terms.constant("x", SortId::INT), terms.constant("y", SortId::INT));
            for op in OPERATORS {
                let both = binary(&mut terms, op, ty, x, y);
                for (a, b) in (ty.min()..=ty.max()).flat_map(|a| (ty.min()..=ty.max()).map(move |b| (a, b))) {
                    let expected = op.eval(ty, a, b).ok();
                    let what = format!("{a} {op:?} {b} in {ty}");
                    let values = assigned(&terms, &[(x, a), (y, b)]);
                    compare(&terms, both, &values, expected, &what);
                    // With one operand or both known.
                    let (left, right) = (terms.int(a), terms.int(b));
                    for (l, r) in [(left, y), (x, right), (left, right)] {
                        let known = binary(&mut terms, op, ty, l, r);
                        compare(&terms, known, &values, expected, &what);
                    }
                }
            }
        }
    }

    #[test]
    fn conversions_and_signs_are_those_of_the_machine() {
        let types = [4, 6, 8].into_iter().flat_map(|bits| [IntTy::signed(bits), IntTy::unsigned(bits)]);
        let types: Vec<IntTy> = types.collect();
        let mut terms = Terms::new();
        let x = terms.constant("x", SortId::INT);
        for &ty in &types {
            for a in ty.min()..=ty.max() {
                let values = assigned(&terms, &[(x, a)]);
                for &to in &types {
                    let term = cast(&mut terms, to, ty, x);
                    compare(&terms, (term, Terms::TRUE), &values, Some(to.wrap(a)), &format!("{a} in {ty} to {to}"));
                }
                for op in [UnOp::Neg, UnOp::BitNot] {
                    let pair = unary(&mut terms, op, ty, x);
                    compare(&terms, pair, &values, op.eval(ty, a).ok(), &format!("{op:?} {a} in {ty}"));
                }
            }
        }
    }
}
