//! Linear normal forms: a constant and a coefficient for each of some terms, over integers, reals and bit-vectors.
//!
//! As a term this is `(+ x (* 3 y) 5)`: operands in the order of their ids, then the constant. Invariant after
//! [`Sum::collect`]: sorted, no zero coefficients, and for bit-vectors all numbers below 2 to the width.

use heureka_number::{Int, Rational};

use crate::bits::{BitVector, power};
use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::SHORT;
use crate::sort::SortId;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    Int,
    Real,
    /// Modulo 2 to this width.
    Bits(u32),
}

impl Domain {
    /// Of a sort of numbers or bit-vectors.
    pub fn of(sort: SortId) -> Domain {
        match sort.width() {
            Some(width) => Domain::Bits(width),
            None if sort == SortId::REAL => Domain::Real,
            None => Domain::Int,
        }
    }

    pub fn constant(self, terms: &mut Terms, value: Rational) -> TermId {
        match self {
            Domain::Real => terms.real(value),
            Domain::Int => terms.int(whole(value)),
            Domain::Bits(width) => terms.bit_vector(BitVector::new(width, &whole(value))),
        }
    }

    pub fn add_op(self) -> Op {
        if matches!(self, Domain::Bits(_)) { Op::BvAdd } else { Op::Add }
    }

    pub fn mul_op(self) -> Op {
        if matches!(self, Domain::Bits(_)) { Op::BvMul } else { Op::Mul }
    }

    fn reduce(self, value: &mut Rational) {
        if let Domain::Bits(width) = self
            && (value.is_negative() || value.numerator().bit_length() > width as usize)
        {
            *value = Rational::from(value.numerator().mod_floor(&power(width)));
        }
    }
}

fn whole(value: Rational) -> Int {
    value.to_int().expect("sums of integers and bit-vectors have whole numbers")
}

/// The number, if the term is a constant.
pub fn number(terms: &Terms, term: TermId) -> Option<Rational> {
    match terms.op(term) {
        Op::Int(id) => Some(Rational::from(terms.int_at(id).clone())),
        Op::Real(id) => Some(terms.rational_at(id).clone()),
        Op::BitVec(id) => Some(Rational::from(terms.bits_at(id).unsigned().clone())),
        _ => None,
    }
}

/// The coefficient and the rest of a term that is not a sum.
pub fn monomial(terms: &Terms, term: TermId) -> (Rational, TermId) {
    let children = terms.children(term);
    match terms.op(term) {
        Op::Mul | Op::BvMul if children.len() == 2 => match number(terms, children[0]) {
            Some(factor) => (factor, children[1]),
            None => (Rational::from(1), term),
        },
        Op::Neg | Op::BvNeg => (Rational::from(-1), children[0]),
        _ => (Rational::from(1), term),
    }
}

#[derive(Clone)]
pub struct Sum {
    pub domain: Domain,
    pub monomials: Vec<(TermId, Rational)>,
    pub constant: Rational,
}

impl Sum {
    pub fn new(domain: Domain) -> Sum {
        Sum { domain, monomials: Vec::new(), constant: Rational::from(0) }
    }

    /// The collected sum of one term.
    pub fn of(terms: &Terms, term: TermId) -> Sum {
        let mut sum = Sum::new(Domain::of(terms.sort(term)));
        sum.add_up_to(usize::MAX, terms, term, false);
        sum.collect();
        sum
    }

    /// The collected sum `a - b`.
    pub fn difference(terms: &Terms, a: TermId, b: TermId) -> Sum {
        let mut sum = Sum::new(Domain::of(terms.sort(a)));
        sum.add_up_to(usize::MAX, terms, a, false);
        sum.add_up_to(usize::MAX, terms, b, true);
        sum.collect();
        sum
    }

    /// Adds a simplified term, or subtracts it; a long sum counts as one term.
    pub fn add(&mut self, terms: &Terms, term: TermId, negative: bool) {
        self.add_up_to(SHORT, terms, term, negative);
    }

    fn add_up_to(&mut self, limit: usize, terms: &Terms, term: TermId, negative: bool) {
        let children = terms.children(term);
        if terms.op(term) == self.domain.add_op() && children.len() <= limit {
            for &child in children {
                self.add_monomial(terms, child, negative);
            }
        } else {
            self.add_monomial(terms, term, negative);
        }
    }

    fn add_monomial(&mut self, terms: &Terms, term: TermId, negative: bool) {
        if let Some(value) = number(terms, term) {
            if negative {
                self.constant -= &value;
            } else {
                self.constant += &value;
            }
            return;
        }
        let (coefficient, rest) = monomial(terms, term);
        self.monomials.push((rest, if negative { -coefficient } else { coefficient }));
    }

    pub fn collect(&mut self) {
        self.monomials.sort_by_key(|&(term, _)| term);
        self.monomials.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
        let domain = self.domain;
        self.monomials.iter_mut().for_each(|(_, coefficient)| domain.reduce(coefficient));
        self.monomials.retain(|(_, coefficient)| !coefficient.is_zero());
        domain.reduce(&mut self.constant);
    }

    pub fn scale(&mut self, factor: &Rational) {
        self.monomials.iter_mut().for_each(|(_, coefficient)| *coefficient *= factor);
        self.constant *= factor;
    }

    /// The constant that this is, if it is one. The sum must be collected.
    pub fn as_constant(&self) -> Option<&Rational> {
        self.monomials.is_empty().then_some(&self.constant)
    }

    /// The sum as a term.
    pub fn finish(mut self, terms: &mut Terms) -> TermId {
        self.collect();
        let domain = self.domain;
        if self.monomials.is_empty() {
            return domain.constant(terms, self.constant);
        }
        let mut operands = Vec::with_capacity(self.monomials.len() + 1);
        for (term, coefficient) in self.monomials {
            operands.push(scaled(terms, domain, coefficient, term));
        }
        if !self.constant.is_zero() {
            operands.push(domain.constant(terms, self.constant));
        }
        terms.make(domain.add_op(), &operands)
    }
}

/// The product of a reduced coefficient and a term that is no product with a constant itself.
fn scaled(terms: &mut Terms, domain: Domain, coefficient: Rational, term: TermId) -> TermId {
    if coefficient == Rational::from(1) {
        return term;
    }
    if let Domain::Bits(width) = domain
        && *coefficient.numerator() == power(width) - Int::ONE
    {
        return terms.bv_neg(term);
    }
    let factor = domain.constant(terms, coefficient);
    terms.make(domain.mul_op(), &[factor, term])
}
