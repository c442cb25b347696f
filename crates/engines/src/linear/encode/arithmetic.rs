//! Operators on pieces: what is linear, and what happens where a result leaves its type.
//!
//! `heureka_ir::op` defines machine arithmetic: a signed result that does not fit ends the execution (rows that say that it
//! fits), an unsigned one and a conversion wrap. A value that can pass few multiples of 2ⁿ is a conditional expression,
//! as the paper would write it (`e < 0 ? e + 2ⁿ : e`); else `e − 2ⁿ·q` with a fresh quotient q, in one piece. Rows that
//! the bounds of the value show are left out. Over ℤ and ℝ nothing wraps (`heureka_ir::interpret` says what else holds
//! over ℤ).

use heureka_ir::{BinOp, ExprId, IntTy, UnOp, interval};
use heureka_linear::{Kind, LinearExpr};
use heureka_number::Int;

use super::Arithmetic;
use super::bounds::{Bounds, scaled};
use super::guards::GuardId;
use super::loss::Loss;
use super::normal::{Normal, Normaliser, Piece, literal, type_bounds};

/// Up to this many windows of 2ⁿ values are told apart by cases: of a value that has no cases yet, and of others.
const FIRST_WINDOWS: i128 = 8;
const FEW_WINDOWS: i128 = 3;
/// An operand with at most this many values is replaced by each of them where that makes an operator linear.
const FEW_VALUES: i128 = 4;
/// Shifts over ℤ by more than this are not worked out.
const MOST_SHIFT: i128 = 120;

/// A binary operator, the type of its result, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operator {
    pub op: BinOp,
    pub ty: IntTy,
    pub expr: ExprId,
}

impl Normaliser<'_> {
    pub(super) fn unary(&mut self, op: UnOp, ty: IntTy, expr: ExprId, a: &Piece, out: &mut Normal) {
        match op {
            UnOp::Neg => {
                let piece = self.linear(a.guard, a.value.negated(), a.bounds.times(-1));
                self.result(ty, piece, out);
            }
            UnOp::BitNot if self.arithmetic == Arithmetic::Real && a.constant().is_none() => {
                let piece = self.undefined(a.guard, Bounds::ANY, Loss::Operator(expr));
                out.push(piece);
            }
            UnOp::BitNot => {
                let top = if ty.is_signed() { -1 } else { ty.max() };
                let value = a.value.negated().plus_constant(top);
                let piece = self.linear(a.guard, value, Bounds::point(top).minus(a.bounds));
                out.push(piece);
            }
        }
    }

    /// A conversion to `to`.
    pub(super) fn cast(&mut self, to: IntTy, expr: ExprId, a: &Piece, out: &mut Normal) {
        match self.arithmetic {
            Arithmetic::Machine => self.wrap(to, a.clone(), out),
            // Over ℤ a conversion to a type of one bit keeps the low bit, any other keeps the value.
            Arithmetic::Integer if to.bits() == 1 => self.wrap(to, a.clone(), out),
            Arithmetic::Real if to.bits() == 1 && a.constant().is_none_or(|value| !to.contains(value)) => {
                let piece = self.undefined(a.guard, Bounds::ANY, Loss::Operator(expr));
                out.push(piece);
            }
            Arithmetic::Integer | Arithmetic::Real => out.push(a.clone()),
        }
    }

    /// `left op right` under a guard that implies both of theirs.
    pub(super) fn binary(&mut self, operator: Operator, guard: GuardId, left: &Piece, right: &Piece, out: &mut Normal) {
        let Operator { op, ty, .. } = operator;
        let factor = |piece: &Piece| piece.value.is_constant().then(|| piece.value.constant().clone());
        match op {
            BinOp::Add | BinOp::Sub => {
                let sign = if op == BinOp::Add { 1 } else { -1 };
                let value = left.value.plus_scaled(&Int::from(sign), &right.value);
                let piece = self.linear(guard, value, left.bounds.plus(right.bounds.times(sign)));
                return self.result(ty, piece, out);
            }
            BinOp::Mul => {
                let other = factor(left).map(|factor| (factor, right)).or(factor(right).map(|factor| (factor, left)));
                if let Some((factor, other)) = other {
                    let bounds = factor.to_i128().map_or(Bounds::ANY, |factor| other.bounds.times(factor));
                    let piece = self.linear(guard, other.value.scaled(&factor), bounds);
                    return self.result(ty, piece, out);
                }
            }
            BinOp::Div | BinOp::Rem => {
                if let Some(divisor) = right.constant() {
                    return self.divide(operator, guard, left, divisor, out);
                }
            }
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
                if let Some(piece) = self.bits(op, ty, guard, left, right) {
                    return out.push(piece);
                }
            }
            BinOp::Shl | BinOp::Shr => {
                if let Some(amount) = right.constant()
                    && self.shift(op, ty, guard, left, amount, out)
                {
                    return;
                }
            }
        }
        if self.by_values(operator, guard, left, right, out) {
            return;
        }
        self.unknown(operator, guard, left, right, out);
    }

    /// The operator for each value of an operand that has few, if there is such an operand.
    fn by_values(&mut self, operator: Operator, guard: GuardId, left: &Piece, right: &Piece, out: &mut Normal) -> bool {
        if self.arithmetic == Arithmetic::Real {
            return false;
        }
        let commutes = matches!(operator.op, BinOp::Mul | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor);
        let few = |piece: &Piece| piece.bounds.values(FEW_VALUES).filter(|_| piece.constant().is_none());
        let (values, of_right) = match (few(right), few(left).filter(|_| commutes)) {
            (Some(values), _) => (values, true),
            (None, Some(values)) => (values, false),
            (None, None) => return false,
        };
        let chosen = if of_right { right } else { left };
        for value in values {
            let Some(guard) = self.guards.with(guard, chosen.value.plus_constant(-value), Kind::Equal) else {
                continue;
            };
            let fixed = literal(guard, value);
            let (left, right) = if of_right { (left, &fixed) } else { (&fixed, right) };
            self.binary(operator, guard, left, right, out);
        }
        true
    }

    /// A result that the constraints cannot express: `u`, within what intervals show of it.
    fn unknown(&mut self, operator: Operator, guard: GuardId, left: &Piece, right: &Piece, out: &mut Normal) {
        let Operator { op, ty, expr } = operator;
        let mut bounds = type_bounds(self.arithmetic, ty);
        if let (Arithmetic::Machine, Some(a), Some(b)) =
            (self.arithmetic, left.bounds.as_interval(), right.bounds.as_interval())
        {
            let (value, faults) = interval::binary(op, ty, a, b);
            out.total &= !faults.can_end();
            let Some(value) = value else { return };
            bounds = bounds.meet(value.into());
        } else {
            // Over ℤ and ℝ the only operators that can end the execution:
            out.total &= !matches!(op, BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr);
        }
        let mut defined = Vec::new();
        match op {
            BinOp::Div | BinOp::Rem => {
                defined.extend(self.positive(guard, &right.value, right.bounds));
                defined.extend(self.positive(guard, &right.value.negated(), right.bounds.times(-1)));
            }
            BinOp::Shl | BinOp::Shr => {
                let last = i128::from(ty.bits()) - 1;
                let amounts = match self.arithmetic {
                    Arithmetic::Machine => Bounds::new(0, last),
                    Arithmetic::Integer | Arithmetic::Real => Bounds::at_least(0),
                };
                defined.extend(self.within(guard, &right.value, right.bounds, amounts));
            }
            _ => defined.push(guard),
        }
        for guard in defined {
            let mut piece = self.undefined(guard, bounds, Loss::Operator(expr));
            self.relate(op, left, right, &mut piece);
            out.push(piece);
        }
    }

    /// Linear facts about an undefined result whose operands are not negative.
    fn relate(&mut self, op: BinOp, left: &Piece, right: &Piece, result: &mut Piece) {
        let is_natural = |piece: &Piece| piece.bounds.low.is_some_and(|low| low >= 0);
        if !is_natural(left) || !is_natural(right) {
            return;
        }
        let (a, b, u) = (&left.value, &right.value, &result.value);
        let facts = match op {
            BinOp::Div | BinOp::Shr => vec![a.minus(u)],
            BinOp::Rem => vec![a.minus(u), b.minus(u).plus_constant(-1)],
            BinOp::BitAnd => vec![a.minus(u), b.minus(u)],
            BinOp::BitOr => vec![u.minus(a), u.minus(b), a.plus(b).minus(u)],
            BinOp::BitXor => vec![a.plus(b).minus(u)],
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => vec![],
        };
        for fact in facts {
            let said = self.guards.with(result.guard, fact, Kind::AtLeast);
            result.guard = said.expect("a fact about a fresh variable is no contradiction by itself");
        }
    }

    /// A left or right shift by a constant; false if it is not worked out.
    fn shift(&mut self, op: BinOp, ty: IntTy, guard: GuardId, a: &Piece, amount: i128, out: &mut Normal) -> bool {
        let most = match self.arithmetic {
            Arithmetic::Machine => i128::from(ty.bits()) - 1,
            Arithmetic::Integer => i128::MAX,
            Arithmetic::Real if a.constant().is_some() => i128::MAX,
            Arithmetic::Real => return false,
        };
        if !(0..=most).contains(&amount) {
            out.total = false;
            return true;
        }
        if amount > MOST_SHIFT {
            return false;
        }
        let power = 1i128 << amount;
        match op {
            BinOp::Shl => {
                let piece = self.linear(guard, scaled(&a.value, power), a.bounds.times(power));
                match self.arithmetic {
                    Arithmetic::Machine => self.wrap(ty, piece, out),
                    Arithmetic::Integer | Arithmetic::Real => out.push(piece),
                }
            }
            _ => {
                let piece = self.floor(guard, &a.value, a.bounds, power);
                out.push(piece);
            }
        }
        true
    }

    /// A piece with a value whose bounds are at least as good as those of its terms.
    pub(super) fn linear(&self, guard: GuardId, value: LinearExpr, bounds: Bounds) -> Piece {
        let bounds = bounds.meet(self.bounds_of(&value));
        Piece { guard, value, bounds }
    }

    /// The result of arithmetic in a type: it fits, or wraps if the type is unsigned.
    pub(super) fn result(&mut self, ty: IntTy, piece: Piece, out: &mut Normal) {
        match self.arithmetic {
            Arithmetic::Machine if ty.is_signed() => self.fit(Bounds::of_type(ty), piece, out),
            Arithmetic::Machine => self.wrap(ty, piece, out),
            Arithmetic::Integer | Arithmetic::Real => out.push(piece),
        }
    }

    /// The execution ends unless the value is in the range.
    pub(super) fn fit(&mut self, range: Bounds, piece: Piece, out: &mut Normal) {
        let guard = self.within(piece.guard, &piece.value, piece.bounds, range);
        out.total &= guard == Some(piece.guard);
        if let Some(guard) = guard {
            out.push(Piece { guard, value: piece.value, bounds: piece.bounds.meet(range) });
        }
    }

    /// The value of the type that is congruent modulo 2^bits.
    fn wrap(&mut self, ty: IntTy, piece: Piece, out: &mut Normal) {
        let (range, modulus) = (Bounds::of_type(ty), 1i128 << ty.bits());
        let windows = |bounds: Bounds| bounds.plus(Bounds::point(-ty.min())).floor(modulus);
        // C multiplies an unsigned x by −2 as 4294967294·x, which passes many more multiples of 2³² than −2·x does; and
        // earlier quotients cancel.
        let small = self.linear(piece.guard, piece.value.smallest_congruent(&Int::from(modulus)), Bounds::ANY);
        let piece = if windows(small.bounds).size() < windows(piece.bounds).size() { small } else { piece };
        let window = windows(piece.bounds);
        let most = if out.pieces.is_empty() { FIRST_WINDOWS } else { FEW_WINDOWS };
        if let Some(windows) = window.values(most) {
            for number in windows {
                let value = piece.value.plus_constant(-number * modulus);
                let bounds = piece.bounds.plus(Bounds::point(-number * modulus));
                if let Some(guard) = self.within(piece.guard, &value, bounds, range) {
                    out.push(Piece { guard, value, bounds: bounds.meet(range) });
                }
            }
            return;
        }
        let quotient = self.fresh(window);
        let value = piece.value.minus(&scaled(&quotient, modulus));
        let guard = self.within(piece.guard, &value, Bounds::ANY, range).expect("the quotient can have any value");
        out.push(Piece { guard, value, bounds: range });
    }
}
