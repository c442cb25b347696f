//! Operators: what stands at a node of a term.
//!
//! Invariant: few. What SMT-LIB has in several spellings (`>=`, `bvuge`, `bvnand`, chains of `=`) exists once here; the
//! constructors and the reader translate. An operator is eight bytes, with its indices inside.

use crate::pool::{ConstId, SymbolId};
use crate::sort::SortId;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Op {
    True,
    False,
    /// An integer constant.
    Int(ConstId),
    /// A rational constant.
    Real(ConstId),
    /// A bit-vector constant.
    BitVec(ConstId),
    /// A symbol applied to its arguments; without arguments a constant, which quantifiers may bind.
    Symbol(SymbolId),

    Not,
    /// Two or more operands, as all that are called n-ary below.
    And,
    Or,
    Xor,
    Implies,
    /// Equality of two terms of any one sort; over Bool it is "if and only if".
    Eq,
    /// n-ary: pairwise different.
    Distinct,
    Ite,

    /// n-ary.
    Add,
    Sub,
    /// Never of a constant: that is a negative constant.
    Neg,
    /// n-ary; products of variables are allowed.
    Mul,
    /// Division of reals; never of constants, unless by zero: those are constants.
    Div,
    /// SMT-LIB `div`: the remainder is not negative.
    IntDiv,
    /// SMT-LIB `mod`: not negative.
    Mod,
    Le,
    Lt,
    ToReal,
    /// The floor of a real.
    ToInt,
    /// Whether a real is an integer.
    IsInt,

    /// n-ary.
    BvAdd,
    BvSub,
    BvNeg,
    /// n-ary.
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    /// n-ary.
    BvAnd,
    /// n-ary.
    BvOr,
    /// n-ary.
    BvXor,
    BvNot,
    BvShl,
    BvLshr,
    BvAshr,
    /// n-ary; the first operand has the highest bits.
    Concat,
    Extract {
        high: u16,
        low: u16,
    },
    /// Adds so many zeros.
    ZeroExtend(u32),
    /// Adds so many copies of the sign.
    SignExtend(u32),
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    /// The bit-vector as a natural number.
    BvToNat,
    /// The integer modulo 2 to this width.
    IntToBv(u32),

    Select,
    Store,
    /// The array of this sort that holds one value everywhere.
    ConstArray(SortId),

    /// The bound symbols and then the body.
    Forall,
    Exists,
}

impl Op {
    /// The name in SMT-LIB, without indices; constants and symbols have none.
    pub fn name(self) -> &'static str {
        match self {
            Op::True => "true",
            Op::False => "false",
            Op::Int(_) => "integer constant",
            Op::Real(_) => "real constant",
            Op::BitVec(_) => "bit-vector constant",
            Op::Symbol(_) => "symbol",
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Implies => "=>",
            Op::Eq => "=",
            Op::Distinct => "distinct",
            Op::Ite => "ite",
            Op::Add => "+",
            Op::Sub | Op::Neg => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::IntDiv => "div",
            Op::Mod => "mod",
            Op::Le => "<=",
            Op::Lt => "<",
            Op::ToReal => "to_real",
            Op::ToInt => "to_int",
            Op::IsInt => "is_int",
            Op::BvAdd => "bvadd",
            Op::BvSub => "bvsub",
            Op::BvNeg => "bvneg",
            Op::BvMul => "bvmul",
            Op::BvUdiv => "bvudiv",
            Op::BvUrem => "bvurem",
            Op::BvSdiv => "bvsdiv",
            Op::BvSrem => "bvsrem",
            Op::BvAnd => "bvand",
            Op::BvOr => "bvor",
            Op::BvXor => "bvxor",
            Op::BvNot => "bvnot",
            Op::BvShl => "bvshl",
            Op::BvLshr => "bvlshr",
            Op::BvAshr => "bvashr",
            Op::Concat => "concat",
            Op::Extract { .. } => "extract",
            Op::ZeroExtend(_) => "zero_extend",
            Op::SignExtend(_) => "sign_extend",
            Op::BvUlt => "bvult",
            Op::BvUle => "bvule",
            Op::BvSlt => "bvslt",
            Op::BvSle => "bvsle",
            Op::BvToNat => "bv2nat",
            Op::IntToBv(_) => "int2bv",
            Op::Select => "select",
            Op::Store => "store",
            Op::ConstArray(_) => "const",
            Op::Forall => "forall",
            Op::Exists => "exists",
        }
    }

    /// Whether one operand alone stands for itself, and more may be chained.
    pub fn is_nary(self) -> bool {
        use Op::*;
        matches!(self, And | Or | Add | Mul | BvAdd | BvMul | BvAnd | BvOr | BvXor | Concat)
    }

    pub fn is_quantifier(self) -> bool {
        matches!(self, Op::Forall | Op::Exists)
    }

    /// Whether this is one value, the same under every assignment.
    pub fn is_constant(self) -> bool {
        matches!(self, Op::True | Op::False | Op::Int(_) | Op::Real(_) | Op::BitVec(_))
    }
}
