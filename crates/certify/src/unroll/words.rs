//! Terms over bit-vectors that are simplified as soon as they are made: what is known needs no solver.

use heureka_ir::{BinOp, CmpOp, IntTy};

use heureka_logic::{Simplifier, SortId, TermId, Terms};

/// More bits than any type has, so that numbers of all types can be compared, and products do not wrap.
const MORE: u32 = 66;

#[derive(Default)]
pub struct Words {
    pub terms: Terms,
    simplifier: Simplifier,
}

impl Words {
    fn simple(&mut self, term: TermId) -> TermId {
        self.simplifier.simplify(&mut self.terms, term)
    }

    pub fn bool(&mut self, value: bool) -> TermId {
        self.terms.bool(value)
    }

    pub fn number(&mut self, ty: IntTy, value: i128) -> TermId {
        self.terms.bits(u32::from(ty.bits()), IntTy::unsigned(ty.bits()).wrap(value))
    }

    /// The value of a constant, as an unsigned number.
    pub fn as_number(&self, term: TermId) -> Option<u128> {
        u128::try_from(self.terms.as_bits(term)?.unsigned().to_i128()?).ok()
    }

    pub fn is_true(&self, term: TermId) -> bool {
        self.terms.as_bool(term) == Some(true)
    }

    pub fn is_false(&self, term: TermId) -> bool {
        self.terms.as_bool(term) == Some(false)
    }

    pub fn any(&mut self, ty: IntTy) -> TermId {
        self.terms.fresh("any", SortId::bit_vec(u32::from(ty.bits())))
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        let term = self.terms.not(a);
        self.simple(term)
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let term = self.terms.and(&[a, b]);
        self.simple(term)
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let term = self.terms.or(&[a, b]);
        self.simple(term)
    }

    pub fn choose(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        if yes == no {
            return yes;
        }
        let term = self.terms.ite(condition, yes, no);
        self.simple(term)
    }

    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        let term = self.terms.eq(a, b);
        self.simple(term)
    }

    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let term = self.terms.select(array, index);
        self.simple(term)
    }

    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let term = self.terms.store(array, index, value);
        self.simple(term)
    }

    /// A number of a type with another number of bits: as C converts it.
    pub fn resize(&mut self, from: IntTy, bits: u32, a: TermId) -> TermId {
        let had = u32::from(from.bits());
        let term = match from.is_signed() {
            _ if bits == had => a,
            _ if bits < had => self.terms.extract(bits - 1, 0, a),
            true => self.terms.sign_extend(bits - had, a),
            false => self.terms.zero_extend(bits - had, a),
        };
        self.simple(term)
    }

    pub fn compare(&mut self, op: CmpOp, ty: IntTy, a: TermId, b: TermId) -> TermId {
        let term = match (op, ty.is_signed()) {
            (CmpOp::Eq, _) => self.terms.eq(a, b),
            (CmpOp::Ne, _) => self.terms.ne(a, b),
            (CmpOp::Lt, true) => self.terms.bv_slt(a, b),
            (CmpOp::Lt, false) => self.terms.bv_ult(a, b),
            (CmpOp::Le, true) => self.terms.bv_sle(a, b),
            (CmpOp::Le, false) => self.terms.bv_ule(a, b),
        };
        self.simple(term)
    }

    /// `a < b`, of numbers of any two types.
    pub fn less(&mut self, (a, a_ty): (TermId, IntTy), (b, b_ty): (TermId, IntTy)) -> TermId {
        let (a, b) = (self.resize(a_ty, MORE, a), self.resize(b_ty, MORE, b));
        let term = self.terms.bv_slt(a, b);
        self.simple(term)
    }

    pub fn negate(&mut self, a: TermId) -> TermId {
        let term = self.terms.bv_neg(a);
        self.simple(term)
    }

    pub fn complement(&mut self, a: TermId) -> TermId {
        let term = self.terms.bv_not(a);
        self.simple(term)
    }

    /// The operation as a total function: results wrap. The amount of a shift has as many bits as what is shifted.
    pub fn binary(&mut self, op: BinOp, is_signed: bool, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.terms;
        let term = match (op, is_signed) {
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
            (BinOp::Shl, _) => terms.bv_shl(a, b),
            (BinOp::Shr, true) => terms.bv_ashr(a, b),
            (BinOp::Shr, false) => terms.bv_lshr(a, b),
        };
        self.simple(term)
    }

    /// The exact result of signed numbers is none of their type.
    pub fn leaves(&mut self, op: BinOp, ty: IntTy, a: TermId, b: TermId) -> TermId {
        let bits = match op {
            BinOp::Mul => 2 * u32::from(ty.bits()),
            _ => u32::from(ty.bits()) + 1,
        };
        let (wide_a, wide_b) = (self.resize(ty, bits, a), self.resize(ty, bits, b));
        let exact = self.binary(op, true, wide_a, wide_b);
        let wrapped = self.binary(op, true, a, b);
        let wrapped = self.resize(ty, bits, wrapped);
        let fits = self.equal(exact, wrapped);
        self.not(fits)
    }
}
