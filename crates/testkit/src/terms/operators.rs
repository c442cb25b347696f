//! Random formulas, bit-vectors and arrays.

use heureka_logic::{Op, SortId, TermId, Terms};

use crate::terms::{TermGenerator, WIDTHS};

impl TermGenerator {
    pub(super) fn some(&mut self, terms: &mut Terms, sort: SortId, count: usize, depth: usize) -> Vec<TermId> {
        (0..count).map(|_| self.term(terms, sort, depth)).collect()
    }

    fn pair(&mut self, terms: &mut Terms, sort: SortId, depth: usize) -> (TermId, TermId) {
        (self.term(terms, sort, depth), self.term(terms, sort, depth))
    }

    fn count(&mut self) -> usize {
        self.rng.between(1, 4)
    }

    pub(super) fn formula(&mut self, terms: &mut Terms, depth: usize) -> TermId {
        match self.rng.below(20) {
            0..=2 => {
                let count = self.count();
                let operands = self.some(terms, SortId::BOOL, count, depth);
                terms.and(&operands)
            }
            3..=5 => {
                let count = self.count();
                let operands = self.some(terms, SortId::BOOL, count, depth);
                terms.or(&operands)
            }
            6..=7 => {
                let operand = self.term(terms, SortId::BOOL, depth);
                terms.not(operand)
            }
            8 => {
                let (a, b) = self.pair(terms, SortId::BOOL, depth);
                if self.rng.chance(50) { terms.xor(a, b) } else { terms.implies(a, b) }
            }
            9..=10 => {
                let sort = self.sort();
                let (a, b) = self.pair(terms, sort, depth);
                terms.eq(a, b)
            }
            11 => {
                let (sort, count) = (self.sort(), self.count());
                let operands = self.some(terms, sort, count, depth);
                terms.distinct(&operands)
            }
            12..=15 => {
                let sort = if self.rng.chance(70) { SortId::INT } else { SortId::REAL };
                let (a, b) = self.pair(terms, sort, depth);
                if self.rng.chance(50) { terms.le(a, b) } else { terms.lt(a, b) }
            }
            16..=17 => {
                let sort = SortId::bit_vec(*self.rng.pick(&WIDTHS));
                let (a, b) = self.pair(terms, sort, depth);
                let op = *self.rng.pick(&[Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle]);
                terms.apply(op, &[a, b]).expect("two bit-vectors of one width")
            }
            18 => match self.rng.below(3) {
                0 => {
                    let operand = self.term(terms, SortId::INT, depth);
                    let divisor = self.rng.between(1, 6) as i64;
                    terms.divisible(divisor, operand)
                }
                1 => {
                    let operand = self.term(terms, SortId::REAL, depth);
                    terms.is_int(operand)
                }
                _ if self.kind.symbols => {
                    let operand = self.term(terms, SortId::bit_vec(8), depth);
                    terms.call(self.functions[1], &[operand])
                }
                _ => self.leaf(terms, SortId::BOOL),
            },
            _ if self.kind.quantifiers => {
                let mut variables = Vec::new();
                for _ in 0..self.rng.between(1, 2) {
                    let sort = self.sort();
                    let variable = self.symbol(terms, sort);
                    if !variables.contains(&variable) {
                        variables.push(variable);
                    }
                }
                let body = self.term(terms, SortId::BOOL, depth);
                if self.rng.chance(50) { terms.forall(&variables, body) } else { terms.exists(&variables, body) }
            }
            _ => {
                let array = self.sorts[self.sorts.len() - 2];
                self.read(terms, array, depth)
            }
        }
    }

    pub(super) fn vector(&mut self, terms: &mut Terms, width: u32, depth: usize) -> TermId {
        use Op::*;
        let sort = SortId::bit_vec(width);
        match self.rng.below(16) {
            0..=5 => {
                let op = *self.rng.pick(&[BvAdd, BvMul, BvAnd, BvOr, BvXor, BvAdd]);
                let count = self.count();
                let operands = self.some(terms, sort, count, depth);
                terms.apply(op, &operands).expect("bit-vectors of one width")
            }
            6..=8 => {
                let op = *self.rng.pick(&[BvSub, BvUdiv, BvUrem, BvSdiv, BvSrem, BvShl, BvLshr, BvAshr]);
                let (a, b) = self.pair(terms, sort, depth);
                terms.apply(op, &[a, b]).expect("two bit-vectors of one width")
            }
            9..=10 => {
                let operand = self.term(terms, sort, depth);
                if self.rng.chance(50) { terms.bv_not(operand) } else { terms.bv_neg(operand) }
            }
            11 if width > 1 => {
                let high = self.rng.between(1, width as usize - 1) as u32;
                let parts = [
                    self.term(terms, SortId::bit_vec(high), depth),
                    self.term(terms, SortId::bit_vec(width - high), depth),
                ];
                terms.concat(&parts)
            }
            12 => {
                let (above, below) = (self.rng.below(9) as u32, self.rng.below(9) as u32);
                let operand = self.term(terms, SortId::bit_vec(width + above + below), depth);
                terms.extract(below + width - 1, below, operand)
            }
            13 if width > 1 => {
                let more = self.rng.below(width as usize) as u32;
                let operand = self.term(terms, SortId::bit_vec(width - more), depth);
                if self.rng.chance(50) { terms.zero_extend(more, operand) } else { terms.sign_extend(more, operand) }
            }
            14 => {
                let operand = self.term(terms, SortId::INT, depth);
                terms.int_to_bv(width, operand)
            }
            _ if width == 33 && self.kind.symbols => {
                let row = self.sorts[self.sorts.len() - 3];
                let arguments = [self.term(terms, SortId::REAL, depth), self.term(terms, row, depth)];
                terms.call(self.functions[2], &arguments)
            }
            _ => self.leaf(terms, sort),
        }
    }

    pub(super) fn array(
        &mut self,
        terms: &mut Terms,
        sort: SortId,
        (index, element): (SortId, SortId),
        depth: usize,
    ) -> TermId {
        match self.rng.below(8) {
            0 => {
                let value = self.term(terms, element, depth);
                terms.const_array(sort, value)
            }
            1 if self.sorts.last() != Some(&sort) && index == SortId::INT => {
                let table = *self.sorts.last().expect("the generator has sorts");
                self.read(terms, table, depth)
            }
            _ => {
                let array = self.term(terms, sort, depth);
                let (index, value) = (self.term(terms, index, depth), self.term(terms, element, depth));
                terms.store(array, index, value)
            }
        }
    }
}
