//! Terms for the numbers of a program, simplified as soon as they are made: what is known needs no solver.
//!
//! There are two kinds. Bit-vectors of the widths of the types are exact in everything that a program computes. Unbounded
//! integers ([`super::integers`]) are what solvers understand together with quantifiers and arrays; there a value is the
//! number that it stands for, and that it is one of its type is a *fact*, to be told to the solver with every question.
//!
//! Invariant: whatever an execution does, there are values of the symbols with which all facts hold, and each term has
//! the value of what it was made for. What integers cannot say is any number of the type, and noted as
//! [`Words::is_approximate`].

use std::collections::{HashMap, HashSet};

use heureka_ir::{BinOp, CmpOp, IntTy};

use heureka_logic::{Simplifier, SortId, SymbolId, TermId, Terms};

use super::quantify::Axiom;

/// More bits than any type has, so that numbers of all types can be compared, and products do not wrap.
const MORE: u32 = 66;

/// The bits of an index.
const INDEX: u32 = 64;

/// What numbers are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Kind {
    #[default]
    Bits,
    Integers,
}

#[derive(Default)]
pub struct Words {
    pub terms: Terms,
    pub kind: Kind,
    simplifier: Simplifier,
    /// What holds of the symbols, whatever happens.
    pub facts: Vec<TermId>,
    known_facts: HashSet<TermId>,
    /// What holds for all numbers, where its guard does.
    pub axioms: Vec<Axiom>,
    /// Values of which nothing is known but their type: those of the same operation on the same operands are the same.
    pub(super) unknown: HashMap<(BinOp, IntTy, TermId, TermId), TermId>,
    /// The quotient and the remainder of two numbers, by whether they are signed ([`super::quotients`]).
    pub(super) quotients: HashMap<(bool, TermId, TermId), [TermId; 2]>,
    /// What holds of symbols that were defined by others, whatever happens: to be told wherever one of them occurs.
    pub definitions: Vec<([SymbolId; 2], TermId)>,
    /// The contents that are symbols, with the least and the greatest value of a cell.
    pub(super) contents: HashMap<TermId, (i128, i128)>,
    /// Whether something is not said exactly, so that what seems possible may not be.
    pub is_approximate: bool,
}

impl Words {
    pub fn new(kind: Kind) -> Words {
        Words { kind, ..Words::default() }
    }

    pub fn is_bits(&self) -> bool {
        self.kind == Kind::Bits
    }

    pub(super) fn simple(&mut self, term: TermId) -> TermId {
        self.simplifier.simplify(&mut self.terms, term)
    }

    /// Something holds, whatever an execution does.
    pub(super) fn fact(&mut self, fact: TermId) {
        let fact = self.simple(fact);
        if !self.is_true(fact) && self.known_facts.insert(fact) {
            self.facts.push(fact);
        }
    }

    pub fn bool(&mut self, value: bool) -> TermId {
        self.terms.bool(value)
    }

    pub fn number(&mut self, ty: IntTy, value: i128) -> TermId {
        match self.kind {
            Kind::Bits => self.terms.bits(u32::from(ty.bits()), IntTy::unsigned(ty.bits()).wrap(value)),
            Kind::Integers => self.terms.int(ty.wrap(value)),
        }
    }

    /// The number of an index that is a constant, unless it is negative.
    pub fn as_index(&self, term: TermId) -> Option<u64> {
        let value = match self.kind {
            Kind::Bits => self.terms.as_bits(term)?.unsigned().to_i128()?,
            Kind::Integers => self.terms.as_int(term)?.to_i128()?,
        };
        u64::try_from(value).ok()
    }

    /// The index that is this number.
    pub fn constant_index(&mut self, value: u64) -> TermId {
        self.number(IntTy::unsigned(64), value.into())
    }

    pub fn is_true(&self, term: TermId) -> bool {
        self.terms.as_bool(term) == Some(true)
    }

    pub fn is_false(&self, term: TermId) -> bool {
        self.terms.as_bool(term) == Some(false)
    }

    /// The sort of numbers of a type.
    pub fn sort(&self, ty: IntTy) -> SortId {
        match self.kind {
            Kind::Bits => SortId::bit_vec(u32::from(ty.bits())),
            Kind::Integers => SortId::INT,
        }
    }

    /// The sort of indices.
    pub fn index_sort(&self) -> SortId {
        match self.kind {
            Kind::Bits => SortId::bit_vec(INDEX),
            Kind::Integers => SortId::INT,
        }
    }

    pub fn any(&mut self, ty: IntTy) -> TermId {
        let sort = self.sort(ty);
        let any = self.terms.fresh("any", sort);
        if self.kind == Kind::Integers {
            self.is_within(any, ty.min(), ty.max());
        }
        any
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

    /// A number as C converts it to another type.
    pub fn convert(&mut self, from: IntTy, to: IntTy, a: TermId) -> TermId {
        match self.kind {
            Kind::Bits => self.resize(from, u32::from(to.bits()), a),
            Kind::Integers => self.wrapped(to, a, (from.min(), from.max())),
        }
    }

    /// A number as memories want an index. With bits, a negative one becomes a large one, where it is a fault anyway.
    pub fn index(&mut self, ty: IntTy, a: TermId) -> TermId {
        match self.kind {
            Kind::Bits => self.resize(ty, INDEX, a),
            Kind::Integers => a,
        }
    }

    /// Bits only: a number of a type with another number of bits.
    pub(super) fn resize(&mut self, from: IntTy, bits: u32, a: TermId) -> TermId {
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
        let is_bits = self.is_bits();
        let term = match (op, ty.is_signed()) {
            (CmpOp::Eq, _) => self.terms.eq(a, b),
            (CmpOp::Ne, _) => self.terms.ne(a, b),
            (CmpOp::Lt, _) if !is_bits => self.terms.lt(a, b),
            (CmpOp::Le, _) if !is_bits => self.terms.le(a, b),
            (CmpOp::Lt, true) => self.terms.bv_slt(a, b),
            (CmpOp::Lt, false) => self.terms.bv_ult(a, b),
            (CmpOp::Le, true) => self.terms.bv_sle(a, b),
            (CmpOp::Le, false) => self.terms.bv_ule(a, b),
        };
        self.simple(term)
    }

    /// `a < b`, of numbers of any two types.
    pub fn less(&mut self, (a, a_ty): (TermId, IntTy), (b, b_ty): (TermId, IntTy)) -> TermId {
        let term = match self.kind {
            Kind::Bits => {
                let (a, b) = (self.resize(a_ty, MORE, a), self.resize(b_ty, MORE, b));
                self.terms.bv_slt(a, b)
            }
            Kind::Integers => self.terms.lt(a, b),
        };
        self.simple(term)
    }

    /// Of a signed number that has an opposite of its type, or of an unsigned one.
    pub fn negate(&mut self, ty: IntTy, a: TermId) -> TermId {
        match self.kind {
            Kind::Bits => {
                let term = self.terms.bv_neg(a);
                self.simple(term)
            }
            Kind::Integers => {
                let term = self.terms.neg(a);
                self.wrapped(ty, term, (-ty.max(), -ty.min()))
            }
        }
    }

    pub fn complement(&mut self, ty: IntTy, a: TermId) -> TermId {
        let term = match self.kind {
            Kind::Bits => self.terms.bv_not(a),
            Kind::Integers => {
                // The bits of the least and the greatest number are complements.
                let all = self.terms.int(ty.min() + ty.max());
                self.terms.sub(all, a)
            }
        };
        self.simple(term)
    }

    /// The result where there is no fault; otherwise something, and with bits what is left of it. The amount of a shift is
    /// of the type of what is shifted.
    pub fn binary(&mut self, op: BinOp, ty: IntTy, a: TermId, b: TermId) -> TermId {
        match self.kind {
            Kind::Bits => self.binary_of_bits(op, ty.is_signed(), a, b),
            Kind::Integers => self.binary_of_integers(op, ty, a, b),
        }
    }

    fn binary_of_bits(&mut self, op: BinOp, is_signed: bool, a: TermId, b: TermId) -> TermId {
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
        if self.kind == Kind::Integers {
            return self.leaves_integers(op, ty, a, b);
        }
        let bits = match op {
            BinOp::Mul => 2 * u32::from(ty.bits()),
            _ => u32::from(ty.bits()) + 1,
        };
        let (wide_a, wide_b) = (self.resize(ty, bits, a), self.resize(ty, bits, b));
        let exact = self.binary_of_bits(op, true, wide_a, wide_b);
        let wrapped = self.binary_of_bits(op, true, a, b);
        let wrapped = self.resize(ty, bits, wrapped);
        let fits = self.equal(exact, wrapped);
        self.not(fits)
    }
}
