//! What the operators compute, in each kind of numbers: `op.rs` of the ir for machine integers, `words.rs` for ℤ.
//!
//! Sums, multiples, quotients and remainders by constants, shifts by constants and masks that are constants have exact
//! linear forms; wrap-around is a choice between two where the range allows no more, a quotient else. Everything else is
//! opaque. The result comes with the condition under which the operation does not fault.

use heureka_ir::interval;
use heureka_ir::{BinOp, IntTy, Interval, UnOp};
use heureka_logic::TermId;

use super::formula::{Formulae, Opaque};
use super::number::{Number, Truth};
use crate::engine::Arithmetic;

/// Powers of two up to this are written as numbers.
const LARGEST_SHIFT: i128 = 100;

/// A result and whether the operation ends without a fault.
type Result = (Number, Truth);

/// What an operation on known numbers gives.
pub enum Folded {
    Value(i128),
    Fault,
    /// Beyond 128 bits, or a fraction.
    None,
}

impl From<Option<i128>> for Folded {
    fn from(value: Option<i128>) -> Folded {
        value.map_or(Folded::None, Folded::Value)
    }
}

/// The operator applied to known numbers.
pub fn fold(arithmetic: Arithmetic, op: BinOp, ty: IntTy, left: i128, right: i128) -> Folded {
    match (arithmetic, op) {
        (Arithmetic::Machine, _) => match op.eval(ty, left, right) {
            Ok(value) => Folded::Value(value),
            Err(_) => Folded::Fault,
        },
        (_, BinOp::Add) => left.checked_add(right).into(),
        (_, BinOp::Sub) => left.checked_sub(right).into(),
        (_, BinOp::Mul) => left.checked_mul(right).into(),
        (_, BinOp::Div | BinOp::Rem) if right == 0 => Folded::Fault,
        (Arithmetic::Real, BinOp::Div) => left.checked_div(right).filter(|quotient| quotient * right == left).into(),
        (Arithmetic::Real, BinOp::Rem | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor | BinOp::Shl | BinOp::Shr) => {
            Folded::None
        }
        (_, BinOp::Div) => left.checked_div(right).into(),
        (_, BinOp::Rem) => Folded::Value(left.checked_rem(right).unwrap_or(0)),
        (_, BinOp::BitAnd) => Folded::Value(left & right),
        (_, BinOp::BitOr) => Folded::Value(left | right),
        (_, BinOp::BitXor) => Folded::Value(left ^ right),
        (_, BinOp::Shl | BinOp::Shr) if right < 0 => Folded::Fault,
        (_, BinOp::Shl) if left == 0 => Folded::Value(0),
        (_, BinOp::Shl) if right > 126 => Folded::None,
        (_, BinOp::Shl) => left.checked_mul(1 << right).into(),
        (_, BinOp::Shr) => Folded::Value(left >> right.min(127)),
    }
}

impl Formulae {
    pub fn unary(&mut self, op: UnOp, ty: IntTy, operand: Number) -> Result {
        match op {
            UnOp::Neg => self.subtract(ty, Number::Known(0), operand),
            UnOp::BitNot if self.arithmetic == Arithmetic::Real => (self.give_up("a bit operation"), Truth::TRUE),
            // In two's complement `~x` is `-1 - x`, which unsigned types wrap; both stay in the type.
            UnOp::BitNot => {
                let top = if ty.is_signed() { -1 } else { ty.max() };
                (self.exact_difference(Number::Known(top), operand), Truth::TRUE)
            }
        }
    }

    pub fn binary(&mut self, op: BinOp, ty: IntTy, left: Number, right: Number) -> Result {
        if let (Number::Known(left), Number::Known(right)) = (left, right) {
            return match fold(self.arithmetic, op, ty, left, right) {
                Folded::Value(value) => (Number::Known(value), Truth::TRUE),
                Folded::Fault => (Number::Known(0), Truth::FALSE),
                Folded::None => (self.give_up("a number beyond 128 bits or a fraction"), Truth::TRUE),
            };
        }
        match op {
            BinOp::Add => {
                let sum = match (left, right) {
                    (Number::Open { .. }, Number::Known(value)) => self.moved(left, value),
                    (Number::Known(value), Number::Open { .. }) => self.moved(right, value),
                    _ => {
                        let range = ranges(left, right).map(|(a, b)| Interval::new(a.min + b.min, a.max + b.max));
                        let (left, right) = (self.term(left), self.term(right));
                        Number::open(self.terms.add(&[left, right]), range)
                    }
                };
                self.result(ty, sum)
            }
            BinOp::Sub => self.subtract(ty, left, right),
            BinOp::Mul => match (left, right) {
                (Number::Known(factor), other) | (other, Number::Known(factor)) => {
                    let product = self.multiple(factor, other);
                    self.result(ty, product)
                }
                _ => {
                    let range = ranges(left, right).and_then(|(a, b)| interval::product(a, b));
                    let product = self.opaque(BinOp::Mul, ty, left, right, range);
                    self.result(ty, product)
                }
            },
            BinOp::Div | BinOp::Rem => self.divide(op, ty, left, right),
            BinOp::Shl | BinOp::Shr => self.shift(op, ty, left, right),
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
                let bits = match (left, right) {
                    _ if self.arithmetic == Arithmetic::Real => self.give_up("a bit operation"),
                    (Number::Known(mask), other) | (other, Number::Known(mask)) => self.masked(op, ty, other, mask),
                    _ => {
                        let range = ranges(left, right).and_then(|(a, b)| interval::binary(op, ty, a, b).0);
                        self.opaque(op, ty, left, right, range)
                    }
                };
                (bits, Truth::TRUE)
            }
        }
    }

    /// Conversion to a type.
    pub fn cast(&mut self, to: IntTy, operand: Number) -> Number {
        match (self.arithmetic, operand) {
            (Arithmetic::Integer | Arithmetic::Real, _) if to.bits() > 1 => operand,
            (_, Number::Known(value)) => Number::Known(to.wrap(value)),
            (Arithmetic::Real, _) => self.give_up("a conversion to one bit"),
            _ => self.wrapped(to, operand),
        }
    }

    /// Some number of which nothing is known, for good.
    fn give_up(&mut self, what: &'static str) -> Number {
        self.inexact.get_or_insert(what);
        self.unknown("u", None)
    }

    fn opaque(&mut self, op: BinOp, ty: IntTy, left: Number, right: Number, range: Option<Interval>) -> Number {
        let result = self.unknown("u", range);
        let symbol = self.term(result);
        self.opaque.push(Opaque { op, ty, left, right, result: symbol });
        result
    }

    fn moved(&mut self, number: Number, by: i128) -> Number {
        let Number::Open { base, offset, range } = number else { unreachable!("known numbers are folded") };
        let range = range.and_then(|range| Some(Interval::new(range.min.checked_add(by)?, range.max.checked_add(by)?)));
        match offset.checked_add(by) {
            Some(offset) => Number::Open { base, offset, range },
            None => {
                let (number, by) = (self.term(number), self.literal(by));
                Number::open(self.terms.add(&[number, by]), range)
            }
        }
    }

    fn subtract(&mut self, ty: IntTy, left: Number, right: Number) -> Result {
        let difference = self.exact_difference(left, right);
        self.result(ty, difference)
    }

    /// `left - right`, whatever the type.
    fn exact_difference(&mut self, left: Number, right: Number) -> Number {
        match (left, right) {
            (Number::Open { base: one, offset: here, .. }, Number::Open { base: other, offset: there, .. })
                if one == other =>
            {
                return Number::Known(here - there);
            }
            (Number::Open { .. }, Number::Known(value)) if value != i128::MIN => return self.moved(left, -value),
            (Number::Known(left), Number::Known(right)) if left.checked_sub(right).is_some() => {
                return Number::Known(left - right);
            }
            _ => {}
        }
        let range = ranges(left, right).map(|(a, b)| Interval::new(a.min - b.max, a.max - b.min));
        let (left, right) = (self.term(left), self.term(right));
        Number::open(self.terms.sub(left, right), range)
    }

    fn multiple(&mut self, factor: i128, number: Number) -> Number {
        match factor {
            0 => return Number::Known(0),
            1 => return number,
            _ => {}
        }
        let range = number.range().and_then(|range| interval::product(Interval::point(factor), range));
        let (factor, number) = (self.literal(factor), self.term(number));
        Number::open(self.terms.mul(&[factor, number]), range)
    }

    /// The result of arithmetic whose exact value is `exact`: it fits or is a fault, or wraps.
    fn result(&mut self, ty: IntTy, exact: Number) -> Result {
        if self.arithmetic != Arithmetic::Machine {
            return (exact, Truth::TRUE);
        }
        if !ty.is_signed() {
            return (self.wrapped(ty, exact), Truth::TRUE);
        }
        let whole = Interval::of_type(ty);
        let fits = self.is_within(exact, whole);
        let number = match exact {
            Number::Known(_) => exact,
            Number::Open { base, offset, range } => {
                let range = range.map_or(Some(whole), |range| range.meet(whole));
                Number::Open { base, offset, range: range.or(Some(whole)) }
            }
        };
        (number, fits)
    }

    /// The value of the type that is congruent modulo 2^bits.
    fn wrapped(&mut self, ty: IntTy, exact: Number) -> Number {
        let whole = Interval::of_type(ty);
        let range = exact.range();
        match (exact, range) {
            (Number::Known(value), _) => return Number::Known(ty.wrap(value)),
            (_, Some(range)) if whole.includes(range) => return exact,
            _ => {}
        }
        let period = 1i128 << ty.bits();
        let turns = |value: i128| (value - ty.min()).div_euclid(period);
        if let Some(range) = range {
            let (first, last) = (turns(range.min), turns(range.max));
            if first == last {
                return self.moved(exact, -first * period);
            }
            if last == first + 1 {
                let edge = Number::Known(ty.min() + last * period);
                let Truth::Open(low) = self.less(exact, edge) else { unreachable!("the range goes over the edge") };
                let (yes, no) = (self.moved(exact, -first * period), self.moved(exact, -last * period));
                let (yes, no) = (self.term(yes), self.term(no));
                return Number::open(self.terms.ite(low, yes, no), Some(whole));
            }
        }
        let turns = range.map(|range| Interval::new(turns(range.min), turns(range.max)));
        let rounds = self.unknown("rounds", turns);
        let rounds = self.multiple(period, rounds);
        let (exact, rounds) = (self.term(exact), self.term(rounds));
        let meaning = self.terms.sub(exact, rounds);
        self.defined("wrapped", Some(whole), meaning)
    }

    fn divide(&mut self, op: BinOp, ty: IntTy, left: Number, right: Number) -> Result {
        let zero = self.equal(right, Number::Known(0));
        let ok = self.not(zero);
        if ok == Truth::FALSE {
            return (Number::Known(0), ok);
        }
        let range = ranges(left, right).and_then(|(a, b)| interval::binary(op, ty, a, b).0);
        if self.arithmetic == Arithmetic::Real {
            if op == BinOp::Rem {
                return (self.give_up("a remainder"), ok);
            }
            let Number::Known(_) = right else { return (self.give_up("a quotient by a variable"), ok) };
            let (left, right) = (self.term(left), self.term(right));
            return (Number::open(self.terms.div(left, right), None), ok);
        }
        let Number::Known(divisor) = right else {
            let (quotient, remainder) = self.quotient(ty, left, right, zero);
            let fits = self.quotient_fits(ty, left, right);
            return (if op == BinOp::Div { quotient } else { remainder }, self.and(ok, fits));
        };
        let fits = self.quotient_fits(ty, left, right);
        let Some(size) = divisor.checked_abs() else { return (self.give_up("a quotient"), ok) };
        let result = match op {
            BinOp::Div => self.on_both_sides(left, |formulae, dividend| {
                let (dividend, size) = (formulae.term(dividend), formulae.literal(size));
                formulae.terms.int_div(dividend, size)
            }),
            _ => self.on_both_sides(left, |formulae, dividend| {
                let (dividend, size) = (formulae.term(dividend), formulae.literal(size));
                formulae.terms.modulo(dividend, size)
            }),
        };
        let result = if op == BinOp::Div && divisor < 0 { self.terms.neg(result) } else { result };
        (Number::open(result, range), fits)
    }

    /// Quotient and remainder by a number that is not known: `left = quotient · right + remainder`, unless `right` is zero.
    fn quotient(&mut self, ty: IntTy, left: Number, right: Number, is_zero: Truth) -> (Number, Number) {
        let range = |op| ranges(left, right).and_then(|(a, b)| interval::binary(op, ty, a, b).0);
        let quotient = self.unknown("quotient", range(BinOp::Div));
        let remainder = self.unknown("remainder", range(BinOp::Rem));
        let product = self.opaque(BinOp::Mul, ty, quotient, right, None);
        let (dividend, product) = (self.term(left), self.term(product));
        let rest = self.term(remainder);
        let sum = self.terms.add(&[product, rest]);
        let exact = Truth::Open(self.terms.eq(dividend, sum));
        // The remainder is smaller than the divisor and has the sign of the dividend.
        let negative = |formulae: &mut Formulae, number| formulae.less(number, Number::Known(0));
        let (left_negative, right_negative) = (negative(self, left), negative(self, right));
        let minus_right = self.exact_difference(Number::Known(0), right);
        let minus_rest = self.exact_difference(Number::Known(0), remainder);
        let size = self.choose(right_negative, minus_right, right);
        let part = self.choose(left_negative, minus_rest, remainder);
        let (natural, small) = (self.at_most(Number::Known(0), part), self.less(part, size));
        let proper = self.and(natural, small);
        let all = self.and(exact, proper);
        let all = match is_zero {
            Truth::Open(zero) => self.choose_truth(zero, Truth::TRUE, all),
            Truth::Known(_) => all,
        };
        // Division of the least number by -1 has no quotient of the type; the path has no such division.
        let fits = self.quotient_fits(ty, left, right);
        let all = match fits {
            Truth::Open(fits) => self.choose_truth(fits, all, Truth::TRUE),
            Truth::Known(_) => all,
        };
        self.assume_always(all);
        (quotient, remainder)
    }

    fn choose(&mut self, condition: Truth, yes: Number, no: Number) -> Number {
        match condition {
            Truth::Known(known) => {
                if known {
                    yes
                } else {
                    no
                }
            }
            Truth::Open(condition) => self.choose_number(condition, yes, no),
        }
    }

    /// C leaves the quotient of the least number by -1 undefined.
    fn quotient_fits(&mut self, ty: IntTy, left: Number, right: Number) -> Truth {
        if self.arithmetic != Arithmetic::Machine || !ty.is_signed() {
            return Truth::TRUE;
        }
        let (least, minus) = (self.equal(left, Number::Known(ty.min())), self.equal(right, Number::Known(-1)));
        let overflow = self.and(least, minus);
        self.not(overflow)
    }

    /// A function of the dividend that is odd, from what it is for a dividend that is not negative.
    fn on_both_sides(&mut self, dividend: Number, positive: impl Fn(&mut Formulae, Number) -> TermId) -> TermId {
        let negative = self.less(dividend, Number::Known(0));
        let opposite = |formulae: &mut Formulae| {
            let minus = formulae.exact_difference(Number::Known(0), dividend);
            let result = positive(formulae, minus);
            formulae.terms.neg(result)
        };
        match negative {
            Truth::Known(false) => positive(self, dividend),
            Truth::Known(true) => opposite(self),
            Truth::Open(negative) => {
                let (yes, no) = (opposite(self), positive(self, dividend));
                self.terms.ite(negative, yes, no)
            }
        }
    }

    fn shift(&mut self, op: BinOp, ty: IntTy, left: Number, amount: Number) -> Result {
        let mut ok = self.at_most(Number::Known(0), amount);
        if self.arithmetic == Arithmetic::Machine {
            let small = self.less(amount, Number::Known(i128::from(ty.bits())));
            ok = self.and(ok, small);
        }
        if ok == Truth::FALSE {
            return (Number::Known(0), ok);
        }
        if self.arithmetic == Arithmetic::Real {
            return (self.give_up("a shift"), ok);
        }
        let number = match amount {
            Number::Known(amount) if amount <= LARGEST_SHIFT => {
                if op == BinOp::Shr {
                    let range = left.range().map(|range| Interval::new(range.min >> amount, range.max >> amount));
                    let (left, size) = (self.term(left), self.literal(1 << amount));
                    Number::open(self.terms.int_div(left, size), range)
                } else {
                    let exact = self.multiple(1 << amount, left);
                    if self.arithmetic == Arithmetic::Machine { self.wrapped(ty, exact) } else { exact }
                }
            }
            _ => {
                let range = ranges(left, amount).and_then(|(a, b)| interval::binary(op, ty, a, b).0);
                self.opaque(op, ty, left, amount, range)
            }
        };
        (number, ok)
    }

    /// A bit operation with a constant, by the runs of ones in it.
    fn masked(&mut self, op: BinOp, ty: IntTy, number: Number, mask: i128) -> Number {
        let range = number.range().and_then(|range| interval::binary(op, ty, range, Interval::point(mask)).0);
        // `x & m` is `x - (x & ~m)`, which helps where m has ones without end.
        let (low, turned) = if mask < 0 { (!mask, true) } else { (mask, false) };
        let mut both = self.low_bits(number, low);
        let whole = self.term(number);
        if turned {
            both = self.terms.sub(whole, both);
        }
        let mask = self.literal(mask);
        let result = match op {
            BinOp::BitAnd => both,
            BinOp::BitOr => {
                let sum = self.terms.add(&[whole, mask]);
                self.terms.sub(sum, both)
            }
            _ => {
                let sum = self.terms.add(&[whole, mask]);
                let two = self.literal(2);
                let twice = self.terms.mul(&[two, both]);
                self.terms.sub(sum, twice)
            }
        };
        Number::open(result, range)
    }

    /// `x & mask` for a mask that is not negative.
    fn low_bits(&mut self, number: Number, mask: i128) -> TermId {
        let number = self.term(number);
        let mut runs = Vec::new();
        let mut rest = mask;
        let mut from = 0;
        while rest != 0 {
            let zeros = rest.trailing_zeros();
            from += zeros;
            rest >>= zeros;
            let ones = (!rest).trailing_zeros();
            let shifted = match from {
                0 => number,
                _ => {
                    let size = self.literal(1 << from);
                    self.terms.int_div(number, size)
                }
            };
            let (size, weight) = (self.literal(1 << ones), self.literal(1 << from));
            let run = self.terms.modulo(shifted, size);
            runs.push(if from == 0 { run } else { self.terms.mul(&[weight, run]) });
            from += ones;
            rest >>= ones;
        }
        match runs.len() {
            0 => self.literal(0),
            _ => self.terms.add(&runs),
        }
    }
}

impl Formulae {
    /// All opaque operations as they are.
    pub fn exact(&mut self) -> Vec<TermId> {
        let mut exact = Vec::new();
        for at in 0..self.opaque.len() {
            let opaque = self.opaque[at];
            if let Some(meaning) = self.meaning(&opaque) {
                exact.push(self.terms.eq(opaque.result, meaning));
            }
        }
        exact
    }

    /// An opaque operation as a term, linear or not; bits are those of bit-vectors.
    fn meaning(&mut self, opaque: &Opaque) -> Option<TermId> {
        let Opaque { op, ty, left, right, .. } = *opaque;
        let (left, right) = (self.term(left), self.term(right));
        if op == BinOp::Mul {
            return Some(self.terms.mul(&[left, right]));
        }
        if self.arithmetic != Arithmetic::Machine {
            return None;
        }
        let width = u32::from(ty.bits());
        let left = self.terms.int_to_bv(width, left);
        let right = self.terms.int_to_bv(width, right);
        let bits = match op {
            BinOp::BitAnd => self.terms.bv_and(&[left, right]),
            BinOp::BitOr => self.terms.bv_or(&[left, right]),
            BinOp::BitXor => self.terms.bv_xor(&[left, right]),
            BinOp::Shl => self.terms.bv_shl(left, right),
            BinOp::Shr if ty.is_signed() => self.terms.bv_ashr(left, right),
            BinOp::Shr => self.terms.bv_lshr(left, right),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => return None,
        };
        let natural = self.terms.bv_to_nat(bits);
        if !ty.is_signed() {
            return Some(natural);
        }
        let (most, period) = (self.literal(ty.max()), self.literal(1 << ty.bits()));
        let (is_natural, negative) = (self.terms.le(natural, most), self.terms.sub(natural, period));
        Some(self.terms.ite(is_natural, natural, negative))
    }
}

fn ranges(left: Number, right: Number) -> Option<(Interval, Interval)> {
    Some((left.range()?, right.range()?))
}
