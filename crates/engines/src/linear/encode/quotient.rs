//! Division, remainder and bits by constants: exact over ℤ with quotients as fresh variables.
//!
//! Everything stands on [`Normaliser::floor`], which names `⌊e / m⌋` by a fresh q with `0 ≤ e − m·q < m`. C rounds towards
//! zero, so a dividend that can have both signs is split. A mask of ones from bit `lo` to bit `hi` is
//! `2^lo · (⌊e / 2^lo⌋ mod 2^(hi − lo))`, for negative numbers too, as they have infinitely many ones on the left; the
//! other operators with constants follow from `x | c = x + c − (x & c)` and `x ^ c = x + c − 2·(x & c)`.

use heureka_ir::{BinOp, IntTy, Interval, interval};
use heureka_linear::{Kind, LinearExpr};
use heureka_number::Int;

use super::Arithmetic;
use super::arithmetic::Operator;
use super::bounds::{Bounds, scaled};
use super::guards::GuardId;
use super::loss::Loss;
use super::normal::{Normal, Normaliser, Piece, literal};

/// Masks with more runs of ones than this are not worked out.
const MOST_RUNS: usize = 2;

impl Normaliser<'_> {
    /// `⌊value / divisor⌋`; the divisor is positive.
    pub(super) fn floor(&mut self, guard: GuardId, value: &LinearExpr, bounds: Bounds, divisor: i128) -> Piece {
        let quotient = bounds.floor(divisor);
        if let Some(point) = quotient.as_point() {
            return literal(guard, point);
        }
        let by = Int::from(divisor);
        if by.divides(&value.content()) {
            let mut value = value.clone();
            value.div_floor_constant(&by);
            return Piece { guard, value, bounds: quotient };
        }
        let name = self.fresh(quotient);
        let rest = value.minus(&scaled(&name, divisor));
        let range = Bounds::new(0, divisor - 1);
        let guard = self.within(guard, &rest, Bounds::ANY, range).expect("the quotient can have any value");
        Piece { guard, value: name, bounds: quotient }
    }

    /// `a / divisor` or `a % divisor`.
    pub(super) fn divide(&mut self, operator: Operator, guard: GuardId, a: &Piece, divisor: i128, out: &mut Normal) {
        let Operator { op, ty, .. } = operator;
        if divisor == 0 {
            out.total = false;
            return;
        }
        if self.arithmetic == Arithmetic::Real {
            return self.divide_reals(operator, guard, a, divisor, out);
        }
        let (size, sign) = (divisor.abs(), divisor.signum());
        if size == 1 {
            let negated = self.linear(guard, scaled(&a.value, sign), a.bounds.times(sign));
            let mut quotient = Normal::new();
            self.result(ty, negated, &mut quotient);
            out.total &= quotient.total;
            for piece in quotient.pieces {
                // The remainder has a value where the quotient has one.
                out.push(if op == BinOp::Div { piece } else { literal(piece.guard, 0) });
            }
            return;
        }
        let by = Int::from(size);
        if by.divides(&a.value.content()) && by.divides(a.value.constant()) {
            let mut quotient = a.value.clone();
            quotient.div_exact(&by);
            let piece = match op {
                BinOp::Div => self.linear(guard, scaled(&quotient, sign), Bounds::ANY),
                _ => literal(guard, 0),
            };
            return out.push(piece);
        }
        for side in [1, -1] {
            // The dividend's size, where the dividend has this sign.
            let (value, bounds) = (scaled(&a.value, side), a.bounds.times(side));
            let range = Bounds::at_least(if side == 1 { 0 } else { 1 });
            let Some(guard) = self.within(guard, &value, bounds, range) else { continue };
            let bounds = bounds.meet(range);
            let quotient = self.floor(guard, &value, bounds, size);
            let piece = match op {
                BinOp::Div => {
                    let factor = side * sign;
                    let bounds = quotient.bounds.times(factor);
                    Piece { guard: quotient.guard, value: scaled(&quotient.value, factor), bounds }
                }
                _ => {
                    let rest = value.minus(&scaled(&quotient.value, size));
                    // No more than the dividend itself, and known better where the quotient is known.
                    let least = bounds.minus(quotient.bounds.times(size));
                    let bounds = Bounds::new(0, size - 1).meet(Bounds { low: None, ..bounds }).meet(least);
                    Piece { guard: quotient.guard, value: scaled(&rest, side), bounds: bounds.times(side) }
                }
            };
            out.push(piece);
        }
    }

    /// Over ℝ a quotient by a constant c is the y with `c·y = a`; a remainder is undefined.
    fn divide_reals(&mut self, operator: Operator, guard: GuardId, a: &Piece, divisor: i128, out: &mut Normal) {
        let by = Int::from(divisor);
        let piece = match (operator.op, a.constant()) {
            (BinOp::Div, _) if by.divides(&a.value.content()) && by.divides(a.value.constant()) => {
                let mut value = a.value.clone();
                value.div_exact(&by);
                self.linear(guard, value, Bounds::ANY)
            }
            (BinOp::Div, _) => {
                let quotient = self.fresh(Bounds::ANY);
                let row = scaled(&quotient, divisor).minus(&a.value);
                let guard = self.guards.with(guard, row, Kind::Equal).expect("the quotient can have any value");
                Piece { guard, value: quotient, bounds: Bounds::ANY }
            }
            (_, Some(value)) => literal(guard, value % divisor),
            (_, None) => self.undefined(guard, Bounds::ANY, Loss::Operator(operator.expr)),
        };
        out.push(piece);
    }

    /// `&`, `|` and `^` where they are linear: with a constant of few runs of ones, or of a value with itself.
    pub(super) fn bits(&mut self, op: BinOp, ty: IntTy, guard: GuardId, left: &Piece, right: &Piece) -> Option<Piece> {
        if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
            let value = match op {
                BinOp::BitAnd => a & b,
                BinOp::BitOr => a | b,
                _ => a ^ b,
            };
            return Some(literal(guard, value));
        }
        if self.arithmetic == Arithmetic::Real {
            return None;
        }
        if left.value == right.value {
            return Some(match op {
                BinOp::BitXor => literal(guard, 0),
                _ => Piece { guard, ..left.clone() },
            });
        }
        let (piece, mask) = right.constant().map(|mask| (left, mask)).or(left.constant().map(|mask| (right, mask)))?;
        let common = self.masked(guard, piece, mask)?;
        let value = match op {
            BinOp::BitAnd => common.value.clone(),
            BinOp::BitOr => piece.value.plus_constant(mask).minus(&common.value),
            _ => piece.value.plus_constant(mask).minus(&scaled(&common.value, 2)),
        };
        let known = match piece.bounds.as_interval() {
            Some(interval) => interval::binary(op, ty, interval, Interval::point(mask)).0,
            None => None,
        };
        let masked = if op == BinOp::BitAnd && mask >= 0 { Bounds::new(0, mask) } else { Bounds::ANY };
        Some(self.linear(common.guard, value, known.map_or(Bounds::ANY, Bounds::from).meet(masked)))
    }

    /// `piece & mask`.
    fn masked(&mut self, guard: GuardId, piece: &Piece, mask: i128) -> Option<Piece> {
        let runs = runs_of_ones(mask)?;
        let mut sum = literal(guard, 0);
        for (low, high) in runs {
            let mut part = if low == 0 {
                Piece { guard: sum.guard, ..piece.clone() }
            } else {
                self.floor(sum.guard, &piece.value, piece.bounds, 1 << low)
            };
            // Nothing is left of a run that has no end, or ends where the value has no ones.
            let width = high.map(|high| high - low).filter(|&width| {
                part.bounds.low.is_none_or(|low| low < 0) || part.bounds.high.is_none_or(|high| high >= 1 << width)
            });
            if let Some(width) = width {
                let above = self.floor(part.guard, &part.value, part.bounds, 1 << width);
                let value = part.value.minus(&scaled(&above.value, 1 << width));
                part = self.linear(above.guard, value, Bounds::new(0, (1 << width) - 1));
            }
            let bounds = sum.bounds.plus(part.bounds.times(1 << low));
            sum = self.linear(part.guard, sum.value.plus(&scaled(&part.value, 1 << low)), bounds);
        }
        Some(sum)
    }
}

/// The runs of ones of a number, each from a bit to before a bit; the last one of a negative number has no end. `None` if
/// there are too many.
fn runs_of_ones(mask: i128) -> Option<Vec<(u32, Option<u32>)>> {
    let mut runs = Vec::new();
    let (mut rest, mut at) = (mask, 0);
    while rest != 0 {
        let zeros = rest.trailing_zeros();
        rest >>= zeros;
        at += zeros;
        let ones = rest.trailing_ones();
        let ends = rest != -1;
        runs.push((at, ends.then_some(at + ones)));
        if runs.len() > MOST_RUNS || at + ones > 120 && ends {
            return None;
        }
        if !ends {
            break;
        }
        rest >>= ones;
        at += ones;
    }
    Some(runs)
}
