//! Constructors for Boolean terms, equality, arrays and applications.
//!
//! Like all named constructors they build what they are asked for, no more and no less (simplifying is
//! [`crate::simplify`]'s job), and panic with a sentence if the sorts are wrong: their caller is our own code. Terms from
//! outside go through [`Terms::apply`], which returns an error.

use crate::op::Op;
use crate::pool::{SymbolId, TermId, Terms};
use crate::sort::SortId;

impl Terms {
    pub fn bool(&mut self, value: bool) -> TermId {
        if value { Terms::TRUE } else { Terms::FALSE }
    }

    #[track_caller]
    pub fn not(&mut self, a: TermId) -> TermId {
        self.make(Op::Not, &[a])
    }

    #[track_caller]
    pub fn and(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::And, operands)
    }

    #[track_caller]
    pub fn or(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::Or, operands)
    }

    #[track_caller]
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::Xor, &[a, b])
    }

    #[track_caller]
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::Implies, &[a, b])
    }

    /// Equality of two terms of one sort; over Bool, "if and only if".
    #[track_caller]
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::Eq, &[a, b])
    }

    #[track_caller]
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    #[track_caller]
    pub fn distinct(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::Distinct, operands)
    }

    #[track_caller]
    pub fn ite(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        self.make(Op::Ite, &[condition, yes, no])
    }

    /// A declared function applied to arguments.
    #[track_caller]
    pub fn call(&mut self, function: SymbolId, arguments: &[TermId]) -> TermId {
        self.make(Op::Symbol(function), arguments)
    }

    #[track_caller]
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        self.make(Op::Select, &[array, index])
    }

    #[track_caller]
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        self.make(Op::Store, &[array, index, value])
    }

    /// The array of this sort that holds the value everywhere.
    #[track_caller]
    pub fn const_array(&mut self, sort: SortId, value: TermId) -> TermId {
        self.make(Op::ConstArray(sort), &[value])
    }
}
