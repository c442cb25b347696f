//! Floating constants. Floats are not modelled, but where a constant ends up as an integer (`int n = 1e3;`) it is
//! computed here, as long as every step is exact.
//!
//! A known constant is an `Unmodelled` node named [`CONSTANT`] whose one operand is an integer: the bits of the value
//! as an `f64`. To everybody else it is a value that is not modelled.

use heureka_ir::span::Span;

use super::Typer;
use super::layout;
use crate::ast::{BinaryOp, FloatKind, FloatLiteral, IntKind};
use crate::ctype::{CType, TyId};
use crate::tree::{Expr, ExprKind};

/// How a floating constant whose value is known calls itself.
pub(super) const CONSTANT: &str = "floating-point constant";

/// Integers up to this magnitude, and no further, are all exact in an `f64`.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Typer {
    pub(super) fn float_literal(&mut self, literal: &FloatLiteral, span: Span) -> Expr {
        if literal.imaginary {
            let bytes = 2 * layout::float_bytes(literal.kind, self.types.model);
            let ty = self.types.intern(CType::Opaque { name: layout::COMPLEX, bytes });
            return self.unmodelled(layout::COMPLEX, Vec::new(), ty, span);
        }
        let ty = self.float_type(literal.kind);
        match literal_value(self.name(literal.text), literal.kind) {
            Some(value) => self.float_constant(value, ty, span),
            None => self.unmodelled(CONSTANT, Vec::new(), ty, span),
        }
    }

    /// A constant of a floating type, rounded as the type does; without its value where that is not known exactly.
    pub(super) fn float_constant(&mut self, value: f64, ty: TyId, span: Span) -> Expr {
        let rounded = match self.types.get(ty) {
            CType::Opaque { name: layout::FLOATING, bytes: 4 } => Some(f64::from(value as f32)),
            CType::Opaque { name: layout::FLOATING, bytes: 8.. } => Some(value),
            _ => None,
        };
        let operands = match rounded {
            Some(value) => {
                let bits = self.types.intern(CType::Int(IntKind::ULongLong));
                vec![Expr { kind: ExprKind::Int(i128::from(value.to_bits())), ty: bits, span }]
            }
            None => Vec::new(),
        };
        self.unmodelled(CONSTANT, operands, ty, span)
    }

    /// The value of a floating constant that is known.
    pub(super) fn float_value(&self, expr: &Expr) -> Option<f64> {
        match &expr.kind {
            ExprKind::Unmodelled { what: CONSTANT, operands } => match operands.as_slice() {
                [Expr { kind: ExprKind::Int(bits), .. }] => Some(f64::from_bits(u64::try_from(*bits).ok()?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer constant as a float, where that is exact.
    pub(super) fn float_of_int(&self, value: i128) -> Option<f64> {
        let float = value as f64;
        (float.abs() <= EXACT).then_some(float)
    }

    /// The sum, difference, product or quotient of two constants, where it is exact.
    pub(super) fn fold_floats(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<f64> {
        let (a, b) = (self.float_value(left)?, self.float_value(right)?);
        let (result, exact) = match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let b = if op == BinaryOp::Sub { -b } else { b };
                let sum = a + b;
                let b_part = sum - a;
                (sum, (a - (sum - b_part)) + (b - b_part) == 0.0)
            }
            BinaryOp::Mul => (a * b, a.mul_add(b, -(a * b)) == 0.0),
            BinaryOp::Div => (a / b, b != 0.0 && (a / b).mul_add(b, -a) == 0.0),
            _ => return None,
        };
        (exact && result.is_finite()).then_some(result)
    }

    /// The comparison of two constants.
    pub(super) fn compare_floats(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<bool> {
        let (a, b) = (self.float_value(left)?, self.float_value(right)?);
        Some(match op {
            BinaryOp::Lt => a < b,
            BinaryOp::Gt => a > b,
            BinaryOp::Le => a <= b,
            BinaryOp::Ge => a >= b,
            BinaryOp::Eq => a == b,
            BinaryOp::Ne => a != b,
            _ => return None,
        })
    }
}

/// The value of a literal, when the literal's type holds what an `f64` holds.
fn literal_value(text: &str, kind: FloatKind) -> Option<f64> {
    let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => hexadecimal_value(digits)?,
        None => text.parse().ok()?,
    };
    let exact_in_any_format = || {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        digits <= 15 && (value * 1024.0).fract() == 0.0 && value.abs() < 2048.0 * 1024.0 * 1024.0
    };
    let known = match kind {
        FloatKind::Float | FloatKind::Float32 | FloatKind::Double | FloatKind::Float64 | FloatKind::Float32x => true,
        FloatKind::LongDouble | FloatKind::Float64x | FloatKind::Float80 | FloatKind::Float128 => exact_in_any_format(),
        _ => false,
    };
    (known && value.is_finite()).then_some(value)
}

/// `1.8p3` without its prefix, where the digits fit the mantissa.
fn hexadecimal_value(digits: &str) -> Option<f64> {
    let (mantissa, exponent) = digits.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let value = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    // Outside of this range a subnormal could round.
    let in_range = (-900..=900).contains(&exponent) && value < 1 << 53;
    in_range.then(|| value as f64 * 2f64.powi(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        assert_eq!(literal_value("1e3", FloatKind::Double), Some(1000.0));
        assert_eq!(literal_value("1.", FloatKind::Double), Some(1.0));
        assert_eq!(literal_value(".5", FloatKind::Float), Some(0.5));
        assert_eq!(literal_value("0x1.8p3", FloatKind::Double), Some(12.0));
        assert_eq!(literal_value("0.1", FloatKind::LongDouble), None);
        assert_eq!(literal_value("2.5", FloatKind::LongDouble), Some(2.5));
        assert_eq!(literal_value("1e999", FloatKind::Double), None);
    }
}
