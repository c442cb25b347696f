//! Constructors for integer and real arithmetic. Comparisons come down to `<=` and `<`.

use heureka_number::Int;

use crate::op::Op;
use crate::pool::{TermId, Terms};

impl Terms {
    #[track_caller]
    pub fn add(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::Add, operands)
    }

    #[track_caller]
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::Sub, &[a, b])
    }

    #[track_caller]
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.make(Op::Neg, &[a])
    }

    #[track_caller]
    pub fn mul(&mut self, operands: &[TermId]) -> TermId {
        self.make(Op::Mul, operands)
    }

    /// Division of reals.
    #[track_caller]
    pub fn div(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::Div, &[a, b])
    }

    /// Division of integers whose remainder is not negative.
    #[track_caller]
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::IntDiv, &[a, b])
    }

    /// The remainder that is not negative.
    #[track_caller]
    pub fn modulo(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::Mod, &[a, b])
    }

    #[track_caller]
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::Le, &[a, b])
    }

    #[track_caller]
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::Lt, &[a, b])
    }

    /// `a >= b`, as `b <= a`.
    #[track_caller]
    pub fn ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.le(b, a)
    }

    /// `a > b`, as `b < a`.
    #[track_caller]
    pub fn gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.lt(b, a)
    }

    #[track_caller]
    pub fn to_real(&mut self, a: TermId) -> TermId {
        self.make(Op::ToReal, &[a])
    }

    /// The greatest integer that is not above.
    #[track_caller]
    pub fn to_int(&mut self, a: TermId) -> TermId {
        self.make(Op::ToInt, &[a])
    }

    #[track_caller]
    pub fn is_int(&mut self, a: TermId) -> TermId {
        self.make(Op::IsInt, &[a])
    }

    /// Whether the positive number divides the term: the remainder is 0.
    #[track_caller]
    pub fn divisible(&mut self, divisor: impl Into<Int>, a: TermId) -> TermId {
        let divisor = divisor.into();
        assert!(divisor.is_positive(), "divisibility by {divisor}");
        let divisor = self.int(divisor);
        let (remainder, zero) = (self.modulo(a, divisor), self.int(0));
        self.eq(remainder, zero)
    }
}
