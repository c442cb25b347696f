//! Operators applied to values: the semantics, in one place for the evaluator and the simplifier.

use std::cmp::Ordering;
use std::sync::Arc;

use heureka_number::{Int, Rational};

use crate::bits::{BitVector, power};
use crate::op::Op;
use crate::pool::Terms;
use crate::sort::SortId;
use crate::value::{ArrayValue, Value};

/// Products of integers and reals beyond this many bits are not computed: a short text can ask for more than any memory.
pub const MAX_BITS: usize = 1 << 24;

/// The value of the operator, which has this sort; none for symbols and quantifiers, for division by zero where
/// SMT-LIB leaves the result open, and for products beyond [`MAX_BITS`]. The arguments must have the sorts that the operator wants.
pub fn fold(terms: &Terms, op: Op, sort: SortId, arguments: &[&Value]) -> Option<Value> {
    use Op::*;
    Some(match op {
        True => Value::Bool(true),
        False => Value::Bool(false),
        Int(id) => Value::Int(terms.int_at(id).clone()),
        Real(id) => Value::Real(terms.rational_at(id).clone()),
        BitVec(id) => Value::BitVec(terms.bits_at(id).clone()),
        Symbol(_) | Forall | Exists => return None,
        Not => Value::Bool(!truth(arguments[0])),
        And => Value::Bool(arguments.iter().all(|value| truth(value))),
        Or => Value::Bool(arguments.iter().any(|value| truth(value))),
        Xor => Value::Bool(truth(arguments[0]) != truth(arguments[1])),
        Implies => Value::Bool(!truth(arguments[0]) || truth(arguments[1])),
        Eq => Value::Bool(arguments[0] == arguments[1]),
        Distinct => {
            let mut sorted = arguments.to_vec();
            sorted.sort();
            Value::Bool(sorted.windows(2).all(|pair| pair[0] != pair[1]))
        }
        Ite => arguments[if truth(arguments[0]) { 1 } else { 2 }].clone(),
        Add | Sub | Neg | Mul | Div | IntDiv | Mod => return arithmetic(op, arguments),
        Le => Value::Bool(compare(arguments) != Ordering::Greater),
        Lt => Value::Bool(compare(arguments) == Ordering::Less),
        ToReal => Value::Real(Rational::from(integer(arguments[0]).clone())),
        ToInt => Value::Int(real(arguments[0]).floor()),
        IsInt => Value::Bool(real(arguments[0]).is_integer()),
        BvToNat => Value::Int(bits(arguments[0]).unsigned().clone()),
        IntToBv(width) => Value::BitVec(BitVector::new(width, integer(arguments[0]))),
        BvUlt => Value::Bool(bits(arguments[0]).compare_unsigned(bits(arguments[1])) == Ordering::Less),
        BvUle => Value::Bool(bits(arguments[0]).compare_unsigned(bits(arguments[1])) != Ordering::Greater),
        BvSlt => Value::Bool(bits(arguments[0]).compare_signed(bits(arguments[1])) == Ordering::Less),
        BvSle => Value::Bool(bits(arguments[0]).compare_signed(bits(arguments[1])) != Ordering::Greater),
        Select => array(arguments[0]).get(arguments[1]).clone(),
        Store => {
            let mut changed = array(arguments[0]).clone();
            changed.set(arguments[1].clone(), arguments[2].clone());
            Value::Array(Arc::new(changed))
        }
        ConstArray(_) => Value::Array(Arc::new(ArrayValue::constant(terms, sort, arguments[0].clone()))),
        _ => Value::BitVec(vector(op, arguments)),
    })
}

fn arithmetic(op: Op, arguments: &[&Value]) -> Option<Value> {
    let (first, rest) = arguments.split_first().expect("arithmetic has operands");
    if op == Op::Mul && arguments.iter().map(|value| bit_length(value)).sum::<usize>() > MAX_BITS {
        return None;
    }
    if let Value::Int(first) = first {
        let others = rest.iter().map(|value| integer(value));
        return Some(Value::Int(match op {
            Op::Add => others.fold(first.clone(), |sum, value| sum + value),
            Op::Sub => others.fold(first.clone(), |rest, value| rest - value),
            Op::Mul => others.fold(first.clone(), |product, value| product * value),
            Op::Neg => -first,
            Op::IntDiv => euclid(first, integer(rest[0]))?.0,
            _ => euclid(first, integer(rest[0]))?.1,
        }));
    }
    let first = real(first);
    let others = rest.iter().map(|value| real(value));
    Some(Value::Real(match op {
        Op::Add => others.fold(first.clone(), |sum, value| &sum + value),
        Op::Sub => others.fold(first.clone(), |rest, value| &rest - value),
        Op::Mul => others.fold(first.clone(), |product, value| &product * value),
        Op::Neg => -first,
        _ if real(rest[0]).is_zero() => return None,
        _ => first / real(rest[0]),
    }))
}

fn bit_length(value: &Value) -> usize {
    match value {
        Value::Int(value) => value.bit_length(),
        value => real(value).numerator().bit_length() + real(value).denominator().bit_length(),
    }
}

/// Quotient and remainder, the latter not negative; none for a divisor of zero.
pub fn euclid(dividend: &Int, divisor: &Int) -> Option<(Int, Int)> {
    if divisor.is_zero() {
        return None;
    }
    let remainder = dividend.mod_floor(&divisor.abs());
    let quotient = (dividend - &remainder).div_exact(divisor);
    Some((quotient, remainder))
}

fn compare(arguments: &[&Value]) -> Ordering {
    match (arguments[0], arguments[1]) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (a, b) => real(a).cmp(real(b)),
    }
}

fn vector(op: Op, arguments: &[&Value]) -> BitVector {
    let first = bits(arguments[0]);
    let second = || bits(arguments[1]);
    let all = |combine: fn(&BitVector, &BitVector) -> BitVector| {
        arguments[1..].iter().fold(first.clone(), |sum, value| combine(&sum, bits(value)))
    };
    match op {
        Op::BvAdd => all(BitVector::add),
        Op::BvMul => all(BitVector::mul),
        Op::BvAnd => all(BitVector::and),
        Op::BvOr => all(BitVector::or),
        Op::BvXor => all(BitVector::xor),
        Op::Concat => concat(arguments),
        Op::BvSub => first.sub(second()),
        Op::BvNeg => first.neg(),
        Op::BvNot => first.not(),
        Op::BvUdiv => first.udiv(second()),
        Op::BvUrem => first.urem(second()),
        Op::BvSdiv => first.sdiv(second()),
        Op::BvSrem => first.srem(second()),
        Op::BvShl => first.shl(second()),
        Op::BvLshr => first.lshr(second()),
        Op::BvAshr => first.ashr(second()),
        Op::Extract { high, low } => first.extract(u32::from(high), u32::from(low)),
        Op::ZeroExtend(more) => first.zero_extend(more),
        Op::SignExtend(more) => first.sign_extend(more),
        _ => unreachable!("`{}` does not give a bit-vector", op.name()),
    }
}

/// In one go, since a pool may hold a concatenation of thousands of bits.
fn concat(arguments: &[&Value]) -> BitVector {
    let mut width = 0;
    let mut value = heureka_number::Int::ZERO;
    for part in arguments.iter().map(|value| bits(value)) {
        width += part.width();
        value = value * power(part.width()) + part.unsigned();
    }
    BitVector::new(width, &value)
}

const SORTS: &str = "terms are well sorted, and so are their values";

fn truth(value: &Value) -> bool {
    value.as_bool().expect(SORTS)
}

fn integer(value: &Value) -> &Int {
    value.as_int().expect(SORTS)
}

fn real(value: &Value) -> &Rational {
    value.as_real().expect(SORTS)
}

fn bits(value: &Value) -> &BitVector {
    value.as_bits().expect(SORTS)
}

fn array(value: &Value) -> &ArrayValue {
    value.as_array().expect(SORTS)
}
