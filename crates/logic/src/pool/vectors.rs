//! Constructors for bit-vectors. `bvuge` and its like are the others with the operands swapped.

use crate::op::Op;
use crate::pool::{TermId, Terms};

impl Terms {
    #[track_caller]
    pub fn bv_add(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::BvAdd, operands)
    }

    #[track_caller]
    pub fn bv_mul(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::BvMul, operands)
    }

    #[track_caller]
    pub fn bv_and(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::BvAnd, operands)
    }

    #[track_caller]
    pub fn bv_or(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::BvOr, operands)
    }

    #[track_caller]
    pub fn bv_xor(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::BvXor, operands)
    }

    #[track_caller]
    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        self.make(Op::BvNeg, &[a])
    }

    #[track_caller]
    pub fn bv_not(&mut self, a: TermId) -> TermId {
        self.make(Op::BvNot, &[a])
    }

    #[track_caller]
    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvSub, &[a, b])
    }

    /// All ones for a divisor of zero.
    #[track_caller]
    pub fn bv_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvUdiv, &[a, b])
    }

    /// The dividend for a divisor of zero.
    #[track_caller]
    pub fn bv_urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvUrem, &[a, b])
    }

    /// Rounds towards zero; by zero, 1 for a negative dividend and −1 otherwise.
    #[track_caller]
    pub fn bv_sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvSdiv, &[a, b])
    }

    /// Has the sign of the dividend; the dividend for a divisor of zero.
    #[track_caller]
    pub fn bv_srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvSrem, &[a, b])
    }

    #[track_caller]
    pub fn bv_shl(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvShl, &[a, b])
    }

    #[track_caller]
    pub fn bv_lshr(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvLshr, &[a, b])
    }

    #[track_caller]
    pub fn bv_ashr(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvAshr, &[a, b])
    }

    #[track_caller]
    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvUlt, &[a, b])
    }

    #[track_caller]
    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvUle, &[a, b])
    }

    #[track_caller]
    pub fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvSlt, &[a, b])
    }

    #[track_caller]
    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvSle, &[a, b])
    }

    /// The operands one after the other, the first with the highest bits.
    #[track_caller]
    pub fn concat(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::Concat, operands)
    }

    /// The bits from `low` to `high`, both included.
    #[track_caller]
    pub fn extract(&mut self, high: u32, low: u32, a: TermId) -> TermId {
        let place = |bit: u32| u16::try_from(bit).expect("a bit-vector has no bits beyond 65535");
        self.make(Op::Extract { high: place(high), low: place(low) }, &[a])
    }

    #[track_caller]
    pub fn zero_extend(&mut self, more: u32, a: TermId) -> TermId {
        self.make(Op::ZeroExtend(more), &[a])
    }

    #[track_caller]
    pub fn sign_extend(&mut self, more: u32, a: TermId) -> TermId {
        self.make(Op::SignExtend(more), &[a])
    }

    /// The bit-vector as a natural number.
    #[track_caller]
    pub fn bv_to_nat(&mut self, a: TermId) -> TermId {
        self.make(Op::BvToNat, &[a])
    }

    /// The integer modulo 2 to the width.
    #[track_caller]
    pub fn int_to_bv(&mut self, width: u32, a: TermId) -> TermId {
        self.make(Op::IntToBv(width), &[a])
    }
}
