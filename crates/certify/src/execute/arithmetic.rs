//! What the operators compute, in each kind of numbers: `op.rs` for machine integers, `words.rs` for the integers. Over
//! the reals sums, multiples and exact quotients by constants are meant; of the rest nothing is known.

use heureka_ir::{BinOp, Fault, IntTy, UnOp};

use super::{Execution, TOO_LARGE, expression::Course};
use crate::bounds::Bounds;
use crate::linear::{Linear, Row};
use crate::question::Numbers;
use crate::vocabulary::Condition;

const PRODUCT: &str = "a product of variables";
const QUOTIENT: &str = "a quotient by a variable";
const BITS: &str = "a bit operation";
const SHIFT: &str = "a shift by a variable";
const REAL: &str = "an operation that real numbers do not have";

/// Powers of two that 128 bits hold with room to spare.
const LARGEST_SHIFT: i128 = 100;

impl Execution<'_, '_> {
    fn numbers(&self) -> Numbers {
        self.question.numbers
    }

    /// Some number of which nothing is known.
    pub fn unbounded(&mut self, why: &'static str) -> Linear {
        self.inexact.get_or_insert(why);
        Linear::symbol(self.world.fresh(Bounds::OPEN))
    }

    /// Some value of the type.
    pub fn unknown(&mut self, ty: IntTy, why: &'static str) -> Linear {
        self.inexact.get_or_insert(why);
        Linear::symbol(self.world.fresh(self.question.values_of(ty)))
    }

    pub fn unary(&mut self, op: UnOp, ty: IntTy, a: &Linear, course: &mut Course) -> Linear {
        match op {
            UnOp::Neg => self.result(ty, a.scale(-1), course),
            UnOp::BitNot if self.numbers() == Numbers::Real => self.unknown(ty, REAL),
            // Both stay in the type.
            UnOp::BitNot => {
                let top = if ty.is_signed() { -1 } else { ty.max() };
                let value = Linear::constant(top).sub(a);
                value.unwrap_or_else(|| self.unknown(ty, TOO_LARGE))
            }
        }
    }

    pub fn binary(&mut self, op: BinOp, ty: IntTy, a: &Linear, b: &Linear, course: &mut Course) -> Linear {
        match op {
            BinOp::Add => self.result(ty, a.add(b), course),
            BinOp::Sub => self.result(ty, a.sub(b), course),
            BinOp::Mul => {
                let product = match (a.as_constant(), b.as_constant()) {
                    (Some(factor), _) => b.scale(factor),
                    (_, Some(factor)) => a.scale(factor),
                    (None, None) => Some(self.product(a, b)),
                };
                self.result(ty, product, course)
            }
            BinOp::Div | BinOp::Rem => self.divide(op, ty, a, b, course),
            BinOp::Shl | BinOp::Shr => self.shift(op, ty, a, b, course),
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => self.bits(op, ty, a, b),
        }
    }

    /// A conversion keeps the value where the type can hold it.
    pub fn cast(&mut self, to: IntTy, a: Linear) -> Linear {
        match self.numbers() {
            Numbers::Machine => self.wrap(to, a),
            Numbers::Integer if to.bits() == 1 => self.wrap(to, a),
            Numbers::Real if to.bits() == 1 => self.unknown(to, REAL),
            Numbers::Integer | Numbers::Real => a,
        }
    }

    /// The result of signed or unsigned arithmetic whose exact value is `exact`.
    fn result(&mut self, ty: IntTy, exact: Option<Linear>, course: &mut Course) -> Linear {
        let exact = exact.unwrap_or_else(|| self.unbounded(TOO_LARGE));
        match self.numbers() {
            Numbers::Integer | Numbers::Real => exact,
            Numbers::Machine if ty.is_signed() => {
                let overflow = self.is_outside(&exact, ty);
                self.fault(course, Fault::SignedOverflow, overflow);
                exact
            }
            Numbers::Machine => self.wrap(ty, exact),
        }
    }

    fn is_outside(&mut self, value: &Linear, ty: IntTy) -> Condition {
        let below = value.scale(-1).and_then(|minus| minus.add_constant(ty.min() - 1));
        let above = value.add_constant(-ty.max() - 1);
        let (below, above) = (self.is_at_least_zero(below), self.is_at_least_zero(above));
        self.words.or(below, above)
    }

    /// The value of the type that is congruent modulo 2^bits: `exact − 2^bits · rounds` for the one number of rounds
    /// that brings it into the type.
    fn wrap(&mut self, ty: IntTy, exact: Linear) -> Linear {
        let bounds = self.world.bounds_of(&exact);
        if bounds.is_within(ty.min(), ty.max()) {
            return exact;
        }
        let period = 1i128 << ty.bits();
        let rounds = |bounds: Bounds| bounds.add(Bounds::point(-ty.min())).floor_div(period);
        let (exact, bounds) = match self.smallest_congruent(&exact, period) {
            Some(small) if rounds(self.world.bounds_of(&small)).size() < rounds(bounds).size() => {
                let bounds = self.world.bounds_of(&small);
                (small, bounds)
            }
            _ => (exact, bounds),
        };
        let rounds = match rounds(bounds) {
            Bounds { low: Some(low), high: Some(high) } if low == high => Linear::constant(low),
            rounds => Linear::symbol(self.world.fresh(rounds)),
        };
        let Some(value) = exact.plus(-period, &rounds) else { return self.unknown(ty, TOO_LARGE) };
        if rounds.as_constant().is_some() {
            return value;
        }
        let symbol = self.world.fresh(Bounds::of_type(ty));
        let wrapped = Linear::symbol(symbol);
        match wrapped.sub(&value) {
            Some(difference) => self.definitions.push(Row::zero(difference)),
            None => return self.unknown(ty, TOO_LARGE),
        }
        self.wrapped.insert(symbol, (period, exact));
        wrapped
    }

    /// A number that differs by a multiple of the period, with the smallest factors: 4294967294·x is −2·x modulo 2³², and
    /// a number that was brought into its type before is as good as it was before that.
    fn smallest_congruent(&self, number: &Linear, period: i128) -> Option<Linear> {
        let small = |factor: i128| factor.checked_add(period / 2).map(|sum| sum.rem_euclid(period) - period / 2);
        let mut sum = Linear::constant(small(number.constant)?);
        for &(symbol, factor) in &number.terms {
            let factor = small(factor)?;
            sum = match self.wrapped.get(&symbol) {
                // The symbol differs from what it was by a multiple of its own period.
                Some((own, before)) if factor.checked_mul(*own)? % period == 0 => sum.plus(factor, before)?,
                _ => sum.plus(factor, &Linear::symbol(symbol))?,
            };
        }
        let mut terms = Vec::with_capacity(sum.terms.len());
        for (symbol, factor) in sum.terms {
            let factor = small(factor)?;
            if factor != 0 {
                terms.push((symbol, factor));
            }
        }
        Some(Linear { constant: small(sum.constant)?, terms })
    }

    /// The exact product of two numbers that are not constant: only its bounds are known.
    fn product(&mut self, a: &Linear, b: &Linear) -> Linear {
        self.inexact.get_or_insert(PRODUCT);
        let bounds = self.world.bounds_of(a).product(self.world.bounds_of(b));
        Linear::symbol(self.world.fresh(bounds))
    }

    fn divide(&mut self, op: BinOp, ty: IntTy, a: &Linear, b: &Linear, course: &mut Course) -> Linear {
        let by_zero = self.holds(Row::zero(b.clone()));
        self.fault(course, Fault::DivisionByZero, by_zero);
        if self.numbers() == Numbers::Machine && ty.is_signed() {
            // C leaves MIN / -1 and MIN % -1 undefined because the quotient does not fit.
            let (least, minus_one) = (a.add_constant(-ty.min()), b.add_constant(1));
            let is_zero = |this: &mut Self, linear: Option<Linear>| match linear {
                Some(linear) => this.holds(Row::zero(linear)),
                None => this.anything(),
            };
            let (least, minus_one) = (is_zero(self, least), is_zero(self, minus_one));
            let overflow = self.words.and(least, minus_one);
            self.fault(course, Fault::SignedOverflow, overflow);
        }
        let Some(divisor) = b.as_constant().filter(|divisor| *divisor != 0) else {
            return self.unknown(ty, QUOTIENT);
        };
        if self.numbers() == Numbers::Real {
            return match op {
                BinOp::Div => self.exact_quotient(a, divisor),
                _ => self.unknown(ty, REAL),
            };
        }
        let Some(size) = divisor.checked_abs() else { return self.unknown(ty, TOO_LARGE) };
        let quotient = self.truncated_quotient(a, size);
        let value = match op {
            BinOp::Div => quotient.scale(divisor.signum()),
            // The remainder has the sign of the dividend, whatever the sign of the divisor.
            _ => a.plus(-size, &quotient),
        };
        value.unwrap_or_else(|| self.unknown(ty, TOO_LARGE))
    }

    /// `a / divisor` over the reals.
    fn exact_quotient(&mut self, a: &Linear, divisor: i128) -> Linear {
        let quotient = Linear::symbol(self.world.fresh(Bounds::OPEN));
        match quotient.scale(divisor).and_then(|product| product.sub(a)) {
            Some(difference) => self.definitions.push(Row::zero(difference)),
            None => return self.unbounded(TOO_LARGE),
        }
        quotient
    }

    /// `a / size` rounded towards zero, for a positive size.
    fn truncated_quotient(&mut self, a: &Linear, size: i128) -> Linear {
        if size == 1 {
            return a.clone();
        }
        let bounds = self.world.bounds_of(a);
        if bounds.low.is_some_and(|low| low >= 0) {
            return self.floor_quotient(a, size);
        }
        let minus = a.scale(-1);
        if let (Some(minus), true) = (&minus, bounds.high.is_some_and(|high| high <= 0)) {
            let quotient = self.floor_quotient(minus, size);
            return quotient.scale(-1).unwrap_or_else(|| self.unbounded(TOO_LARGE));
        }
        // The sign of the dividend is not known: the remainder has it.
        let quotient = Linear::symbol(self.world.fresh(bounds.trunc_div(size)));
        let Some(remainder) = a.plus(-size, &quotient) else { return self.unbounded(TOO_LARGE) };
        let rows = [
            Some(a.clone()),
            Some(remainder.clone()),
            remainder.scale(-1).and_then(|minus| minus.add_constant(size - 1)),
            minus.and_then(|minus| minus.add_constant(-1)),
            remainder.scale(-1),
            remainder.add_constant(size - 1),
        ];
        let Some(rows) = rows.into_iter().collect::<Option<Vec<Linear>>>() else { return self.unbounded(TOO_LARGE) };
        let rows: Vec<_> = rows.into_iter().map(|row| self.words.row(&Row::at_least_zero(row))).collect();
        let (positive, negative) = (self.words.terms.and(&rows[..3]), self.words.terms.and(&rows[3..]));
        let definition = self.words.terms.or(&[positive, negative]);
        self.conditions.push(definition);
        quotient
    }

    /// `a / size` rounded down, for a positive size.
    fn floor_quotient(&mut self, a: &Linear, size: i128) -> Linear {
        if size == 1 {
            return a.clone();
        }
        let bounds = self.world.bounds_of(a).floor_div(size);
        if let Bounds { low: Some(low), high: Some(high) } = bounds
            && low == high
        {
            return Linear::constant(low);
        }
        let quotient = Linear::symbol(self.world.fresh(bounds));
        let remainder = a.plus(-size, &quotient);
        let rest = remainder.as_ref().and_then(|remainder| remainder.scale(-1)?.add_constant(size - 1));
        let (Some(remainder), Some(rest)) = (remainder, rest) else { return self.unbounded(TOO_LARGE) };
        self.definitions.extend([Row::at_least_zero(remainder), Row::at_least_zero(rest)]);
        quotient
    }

    fn shift(&mut self, op: BinOp, ty: IntTy, a: &Linear, b: &Linear, course: &mut Course) -> Linear {
        let is_machine = self.numbers() == Numbers::Machine;
        let negative = self.is_negative(b);
        self.fault(course, Fault::ShiftAmount, negative);
        if is_machine {
            let large = b.add_constant(-i128::from(ty.bits()));
            let large = self.is_at_least_zero(large);
            self.fault(course, Fault::ShiftAmount, large);
        }
        if self.numbers() == Numbers::Real {
            return self.unknown(ty, REAL);
        }
        let amount = b.as_constant().filter(|amount| (0..=LARGEST_SHIFT).contains(amount));
        match (op, amount) {
            (BinOp::Shr, Some(amount)) => self.floor_quotient(a, 1 << amount),
            (BinOp::Shr, None) => self.unknown(ty, SHIFT),
            (_, amount) => {
                let exact = match amount {
                    Some(amount) => a.scale(1 << amount).unwrap_or_else(|| self.unbounded(TOO_LARGE)),
                    None => self.unbounded(SHIFT),
                };
                if !is_machine {
                    return exact;
                }
                if ty.is_signed() && self.question.asks_for(Fault::ShiftOverflow) {
                    let above = exact.add_constant(-ty.max() - 1);
                    let (negative, above) = (self.is_negative(a), self.is_at_least_zero(above));
                    let overflow = self.words.or(negative, above);
                    self.fault(course, Fault::ShiftOverflow, overflow);
                }
                self.wrap(ty, exact)
            }
        }
    }

    /// Operations on constants, and masks that keep the low bits.
    fn bits(&mut self, op: BinOp, ty: IntTy, a: &Linear, b: &Linear) -> Linear {
        if self.numbers() == Numbers::Real {
            return self.unknown(ty, REAL);
        }
        if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
            return Linear::constant(match op {
                BinOp::BitAnd => a & b,
                BinOp::BitOr => a | b,
                _ => a ^ b,
            });
        }
        for (number, mask) in [(a, b), (b, a)] {
            let Some(mask) = mask.as_constant().filter(|_| op == BinOp::BitAnd) else { continue };
            if (0..1 << LARGEST_SHIFT).contains(&mask) && mask & (mask + 1) == 0 {
                let quotient = self.floor_quotient(number, mask + 1);
                let rest = number.plus(-(mask + 1), &quotient);
                return rest.unwrap_or_else(|| self.unknown(ty, TOO_LARGE));
            }
        }
        self.unknown(ty, BITS)
    }
}
