//! Numbers as bit-vectors of the width of their type: what machine integers are.

use heureka_ir::{BinOp, CmpOp, IntTy, UnOp};
use heureka_logic::{TermId, Terms};

use crate::common::operand::Operand;

pub fn number(terms: &mut Terms, ty: IntTy, value: i128) -> TermId {
    let bits = IntTy::unsigned(ty.bits()).wrap(value);
    terms.bits(ty.bits() as u32, bits)
}

pub fn unary(terms: &mut Terms, op: UnOp, a: Operand) -> TermId {
    match op {
        UnOp::Neg => terms.bv_neg(a.term),
        UnOp::BitNot => terms.bv_not(a.term),
    }
}

pub fn binary(terms: &mut Terms, op: BinOp, left: Operand, right: Operand) -> TermId {
    let (a, b) = (left.term, right.term);
    match (op, left.ty.is_signed()) {
        (BinOp::Add, _) => terms.bv_add(&[a, b]),
        (BinOp::Sub, _) => terms.bv_sub(a, b),
        (BinOp::Mul, _) => terms.bv_mul(&[a, b]),
        (BinOp::Div, true) => terms.bv_sdiv(a, b),
        (BinOp::Div, false) => terms.bv_udiv(a, b),
        (BinOp::Rem, true) => terms.bv_srem(a, b),
        (BinOp::Rem, false) => terms.bv_urem(a, b),
        (BinOp::BitAnd, _) => terms.bv_and(&[a, b]),
        (BinOp::BitOr, _) => terms.bv_or(&[a, b]),
        (BinOp::BitXor, _) => terms.bv_xor(&[a, b]),
        (BinOp::Shl | BinOp::Shr, signed) => {
            // Amounts that do not fit are faults, so that it does not matter what they become.
            let amount = resized(terms, right, left.ty.bits() as u32);
            match (op, signed) {
                (BinOp::Shl, _) => terms.bv_shl(a, amount),
                (_, true) => terms.bv_ashr(a, amount),
                (_, false) => terms.bv_lshr(a, amount),
            }
        }
    }
}

pub fn compare(terms: &mut Terms, op: CmpOp, left: Operand, right: Operand) -> TermId {
    let (a, b) = (left.term, right.term);
    match (op, left.ty.is_signed()) {
        (CmpOp::Eq, _) => terms.eq(a, b),
        (CmpOp::Ne, _) => terms.ne(a, b),
        (CmpOp::Lt, true) => terms.bv_slt(a, b),
        (CmpOp::Lt, false) => terms.bv_ult(a, b),
        (CmpOp::Le, true) => terms.bv_sle(a, b),
        (CmpOp::Le, false) => terms.bv_ule(a, b),
    }
}

/// A number with more or fewer bits.
pub fn resized(terms: &mut Terms, a: Operand, bits: u32) -> TermId {
    let had = a.ty.bits() as u32;
    if bits <= had {
        return if bits == had { a.term } else { terms.extract(bits - 1, 0, a.term) };
    }
    if a.ty.is_signed() { terms.sign_extend(bits - had, a.term) } else { terms.zero_extend(bits - had, a.term) }
}
