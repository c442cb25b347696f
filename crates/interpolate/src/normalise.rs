//! Reading terms: numeric terms become linear sums over opaque terms, and opaque terms get the axioms that define them.
//!
//! Quotients `t div c`, conditional terms and stores stay as they are, as terms: their defining axioms are true of them
//! always, so they may be added to every partition that mentions them, and an interpolant may contain them.

use heureka_logic::{Op, Sort, SortId, TermId};
use heureka_number::{Int, Rational};

use crate::problem::{Problem, Unsupported};
use crate::sums::Sum;
use crate::vocabulary::Partition;

impl Problem<'_> {
    /// Reads all subterms of a formula that stands in a partition. Returns the axioms that its opaque terms need there.
    pub(crate) fn read(&mut self, formula: TermId, partition: Partition) -> Result<Vec<TermId>, Unsupported> {
        let mut axioms = Vec::new();
        for term in self.terms.post_order(&[formula]) {
            let sort = self.terms.sort(term);
            if sort.width().is_some() {
                return Err(unsupported(term, "bit-vectors are not interpolated"));
            }
            if self.terms.op(term).is_quantifier() {
                return Err(unsupported(term, "quantified formulas are not interpolated"));
            }
            if sort.is_numeric() && !self.sums.contains_key(&term) {
                let sum = self.linear_sum(term)?;
                self.sums.insert(term, sum);
            }
            if self.defined.insert((term, partition)) {
                self.register(term)?;
                axioms.extend(self.definition(term));
            }
        }
        Ok(axioms)
    }

    /// The sum of a numeric term whose subterms were read.
    pub(crate) fn sum(&self, term: TermId) -> &Sum {
        self.sums.get(&term).expect("the terms of a formula are read before they are used")
    }

    fn linear_sum(&mut self, term: TermId) -> Result<Sum, Unsupported> {
        let children = self.terms.children(term).to_vec();
        let mut sum = Sum::default();
        match self.terms.op(term) {
            Op::Int(id) => sum = Sum::constant(Rational::from(self.terms.int_at(id).clone())),
            Op::Real(id) => sum = Sum::constant(self.terms.rational_at(id).clone()),
            Op::Add => children.iter().for_each(|child| sum.add_sum(&Rational::ONE, self.sum(*child))),
            Op::Sub => sum = self.sum(children[0]).minus(self.sum(children[1])),
            Op::Neg => sum.add_sum(&-Rational::ONE, self.sum(children[0])),
            Op::Mul => {
                sum = Sum::constant(Rational::ONE);
                for &child in &children {
                    let factor = self.sum(child);
                    sum = match (sum.as_constant(), factor.as_constant()) {
                        (_, Some(constant)) => sum.scaled(constant),
                        (Some(constant), None) => factor.scaled(constant),
                        (None, None) => return Err(unsupported(term, "a product of variables is not linear")),
                    };
                }
            }
            Op::Div => match self.sum(children[1]).as_constant() {
                Some(divisor) if !divisor.is_zero() => sum = self.sum(children[0]).scaled(&divisor.recip()),
                _ => return Err(unsupported(term, "only division by a constant other than 0 is linear")),
            },
            Op::IntDiv => match self.divisor(children[1]) {
                Some(_) => sum = Sum::var(self.variables.var(term)),
                None => return Err(unsupported(term, "only division by a constant other than 0 is linear")),
            },
            // a mod c is a − c·(a div c), whatever the sign of c.
            Op::Mod => match self.divisor(children[1]) {
                Some(divisor) => {
                    let quotient = self.terms.int_div(children[0], children[1]);
                    sum = self.sum(children[0]).clone();
                    sum.add_sum(&-Rational::from(divisor), &Sum::var(self.variables.var(quotient)));
                }
                None => return Err(unsupported(term, "only the remainder by a constant other than 0 is linear")),
            },
            Op::Symbol(_) | Op::Select | Op::Ite => sum = Sum::var(self.variables.var(term)),
            op => return Err(unsupported(term, &format!("`{}` is not linear arithmetic", op.name()))),
        }
        Ok(sum)
    }

    fn divisor(&self, term: TermId) -> Option<Int> {
        self.sum(term).as_constant()?.to_int().filter(|divisor| !divisor.is_zero())
    }

    /// Makes applications and array terms known to their theories.
    fn register(&mut self, term: TermId) -> Result<(), Unsupported> {
        let children = self.terms.children(term);
        match self.terms.op(term) {
            Op::Symbol(_) if !children.is_empty() => {
                if let Some(&argument) = children.iter().find(|&&child| !self.terms.sort(child).is_numeric()) {
                    return Err(unsupported(argument, "functions have numbers as arguments here"));
                }
                self.add_application(term);
            }
            Op::Select => self.add_application(term),
            Op::Store => self.arrays.add_store(term),
            Op::ConstArray(_) => self.arrays.add_constant(term),
            Op::Eq if self.terms.sort(children[0]).is_array() => self.arrays.add_equality(term),
            Op::Distinct if self.terms.sort(children[0]).is_array() => {
                return Err(unsupported(term, "`distinct` of arrays is not interpolated"));
            }
            _ => {}
        }
        if let Sort::Array { index, .. } = self.terms.sort_of(self.terms.sort(term))
            && !index.is_numeric()
        {
            return Err(unsupported(term, "arrays have numbers as indices here"));
        }
        Ok(())
    }

    /// What is true of an opaque term always.
    fn definition(&mut self, term: TermId) -> Vec<TermId> {
        let children = self.terms.children(term).to_vec();
        match self.terms.op(term) {
            // c·q ≤ a < c·q + |c|
            Op::IntDiv | Op::Mod => {
                let Some(divisor) = self.divisor(children[1]) else { return Vec::new() };
                let quotient = self.terms.int_div(children[0], children[1]);
                self.sums.entry(quotient).or_insert_with(|| Sum::var(self.variables.var(quotient)));
                let multiple = self.terms.mul(&[children[1], quotient]);
                let width = self.terms.int(divisor.abs());
                let above = self.terms.add(&[multiple, width]);
                vec![self.terms.le(multiple, children[0]), self.terms.lt(children[0], above)]
            }
            Op::Ite if self.terms.sort(term) != SortId::BOOL => {
                let (yes, no) = (self.terms.eq(term, children[1]), self.terms.eq(term, children[2]));
                let otherwise = self.terms.or(&[children[0], no]);
                vec![self.terms.implies(children[0], yes), otherwise]
            }
            Op::Store => {
                let read = self.terms.select(term, children[1]);
                vec![self.terms.eq(read, children[2])]
            }
            _ => Vec::new(),
        }
    }
}

pub(crate) fn unsupported(term: TermId, why: &str) -> Unsupported {
    Unsupported { term, why: why.to_owned() }
}
