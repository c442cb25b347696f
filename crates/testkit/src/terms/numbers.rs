//! Random integer and real terms.

use heureka_logic::{SortId, TermId, Terms};

use crate::terms::{TermGenerator, WIDTHS};

impl TermGenerator {
    pub(super) fn integer(&mut self, terms: &mut Terms, depth: usize) -> TermId {
        match self.rng.below(16) {
            0..=7 => self.ring(terms, SortId::INT, depth),
            8..=9 => {
                let a = self.term(terms, SortId::INT, depth);
                let b = self.divisor(terms, SortId::INT, depth);
                terms.int_div(a, b)
            }
            10..=11 => {
                let a = self.term(terms, SortId::INT, depth);
                let b = self.divisor(terms, SortId::INT, depth);
                terms.modulo(a, b)
            }
            12 => {
                let a = self.term(terms, SortId::REAL, depth);
                terms.to_int(a)
            }
            13 => {
                let sort = SortId::bit_vec(*self.rng.pick(&WIDTHS));
                let a = self.term(terms, sort, depth);
                terms.bv_to_nat(a)
            }
            14 if self.kind.symbols => {
                let arguments = self.some(terms, SortId::INT, 2, depth);
                terms.call(self.functions[0], &arguments)
            }
            _ => {
                let row = self.sorts[self.sorts.len() - 3];
                self.read(terms, row, depth)
            }
        }
    }

    pub(super) fn real(&mut self, terms: &mut Terms, depth: usize) -> TermId {
        match self.rng.below(10) {
            0..=6 => self.ring(terms, SortId::REAL, depth),
            7..=8 => {
                let a = self.term(terms, SortId::REAL, depth);
                let b = self.divisor(terms, SortId::REAL, depth);
                terms.div(a, b)
            }
            _ => {
                let a = self.term(terms, SortId::INT, depth);
                terms.to_real(a)
            }
        }
    }

    /// Sums, differences and products.
    fn ring(&mut self, terms: &mut Terms, sort: SortId, depth: usize) -> TermId {
        let count = self.rng.between(1, 4);
        match self.rng.below(8) {
            0..=3 => {
                let operands = self.some(terms, sort, count, depth);
                terms.add(&operands)
            }
            4 => {
                let operands = self.some(terms, sort, 2, depth);
                terms.sub(operands[0], operands[1])
            }
            5 => {
                let operand = self.term(terms, sort, depth);
                terms.neg(operand)
            }
            6 => {
                let (factor, operand) = (self.value(terms, sort), self.term(terms, sort, depth));
                let factor = terms.value_term(&factor);
                terms.mul(&[factor, operand])
            }
            _ => {
                let operands = self.some(terms, sort, count.min(3), depth);
                terms.mul(&operands)
            }
        }
    }

    /// Something to divide by: a constant other than zero, or anything where that is allowed.
    fn divisor(&mut self, terms: &mut Terms, sort: SortId, depth: usize) -> TermId {
        if self.kind.open_division && self.rng.chance(50) {
            return self.term(terms, sort, depth);
        }
        let zero = heureka_logic::Value::zero(terms, sort);
        loop {
            let value = self.value(terms, sort);
            if value != zero {
                return terms.value_term(&value);
            }
        }
    }
}
