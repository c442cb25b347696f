//! Random Boolean terms over all sorts and operators, the same for the same seed. Unlike the test kit's they have no
//! products of variables and only small numbers, so that every solver answers at once.

use heureka_logic::{SortId, SymbolId, TermId, Terms};

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// What to avoid: not every solver knows every operator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    Everything,
    /// Without division by terms that may be zero, whose value not every solver tells.
    NoZeroDivision,
}

pub struct Generator {
    pub rng: Rng,
    flavour: Flavour,
    byte: SortId,
    ints: SortId,
    bytes: SortId,
    on_ints: SymbolId,
    on_bytes: SymbolId,
    on_reals: SymbolId,
}

impl Generator {
    pub fn new(terms: &mut Terms, seed: u64, flavour: Flavour) -> Self {
        let byte = SortId::bit_vec(8);
        let ints = terms.array_sort(SortId::INT, SortId::INT);
        let bytes = terms.array_sort(byte, SortId::BOOL);
        let on_ints = terms.declare("f", &[SortId::INT, SortId::INT], SortId::INT).unwrap();
        let on_bytes = terms.declare("g", &[byte], byte).unwrap();
        let on_reals = terms.declare("p", &[SortId::REAL], SortId::BOOL).unwrap();
        Generator { rng: Rng(seed), flavour, byte, ints, bytes, on_ints, on_bytes, on_reals }
    }

    pub fn formula(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        self.term(terms, SortId::BOOL, depth)
    }

    fn term(&mut self, terms: &mut Terms, sort: SortId, depth: u32) -> TermId {
        if depth == 0 || self.rng.below(10) == 0 {
            return self.leaf(terms, sort);
        }
        if self.rng.below(12) == 0 {
            let condition = self.formula(terms, depth - 1);
            let (yes, no) = (self.term(terms, sort, depth - 1), self.term(terms, sort, depth - 1));
            return terms.ite(condition, yes, no);
        }
        match sort {
            SortId::BOOL => self.boolean(terms, depth - 1),
            SortId::INT => self.int(terms, depth - 1),
            SortId::REAL => self.real(terms, depth - 1),
            sort if sort == self.ints => self.int_array(terms, depth - 1),
            sort if sort == self.bytes => self.byte_array(terms, depth - 1),
            _ => self.bits(terms, depth - 1),
        }
    }

    fn leaf(&mut self, terms: &mut Terms, sort: SortId) -> TermId {
        let number = self.rng.below(3);
        let small = self.rng.below(9) as i64 - 4;
        let is_constant = self.rng.below(3) == 0;
        match sort {
            SortId::BOOL if is_constant => terms.bool(small > 0),
            SortId::BOOL => terms.constant(&format!("b{number}"), sort),
            SortId::INT if is_constant => terms.int(small),
            SortId::INT => terms.constant(&format!("i {number}"), sort),
            SortId::REAL if is_constant => {
                terms.real(heureka_number::Rational::new(small.into(), (1 + number as i64).into()))
            }
            SortId::REAL => terms.constant(&format!("r{number}"), sort),
            sort if sort == self.ints => terms.constant(&format!("a{number}"), sort),
            sort if sort == self.bytes => terms.constant(&format!("m{number}"), sort),
            _ if is_constant => terms.bits(8, small * 31),
            sort => terms.constant(&format!("select{number}"), sort),
        }
    }

    fn two(&mut self, terms: &mut Terms, sort: SortId, depth: u32) -> (TermId, TermId) {
        (self.term(terms, sort, depth), self.term(terms, sort, depth))
    }

    fn boolean(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        let sort = self.rng.pick(&[SortId::BOOL, SortId::INT, SortId::REAL, self.byte, self.ints, self.bytes]);
        let (a, b) = self.two(terms, SortId::BOOL, depth);
        match self.rng.below(18) {
            0 | 1 => terms.and(&[a, b]),
            2 | 3 => terms.or(&[a, b]),
            4 => terms.not(a),
            5 => terms.xor(a, b),
            6 => terms.implies(a, b),
            7 => {
                let (a, b) = self.two(terms, sort, depth);
                terms.eq(a, b)
            }
            8 => {
                let (a, b) = self.two(terms, sort, depth);
                let c = self.term(terms, sort, depth);
                if sort == SortId::BOOL { terms.ne(a, b) } else { terms.distinct(&[a, b, c]) }
            }
            9 => {
                let (a, b) = self.two(terms, self.byte, depth);
                let compare = self.rng.pick(&[Terms::bv_ult, Terms::bv_ule, Terms::bv_slt, Terms::bv_sle]);
                compare(terms, a, b)
            }
            10 => {
                let real = self.term(terms, SortId::REAL, depth);
                terms.call(self.on_reals, &[real])
            }
            11 => {
                let int = self.term(terms, SortId::INT, depth);
                terms.divisible(3, int)
            }
            12 => {
                let real = self.term(terms, SortId::REAL, depth);
                terms.is_int(real)
            }
            13 => {
                let (array, index) = (self.term(terms, self.bytes, depth), self.term(terms, self.byte, depth));
                terms.select(array, index)
            }
            _ => {
                let sort = self.rng.pick(&[SortId::INT, SortId::REAL]);
                let (a, b) = self.two(terms, sort, depth);
                let compare = self.rng.pick(&[Terms::le, Terms::lt, Terms::ge, Terms::gt]);
                compare(terms, a, b)
            }
        }
    }

    fn int(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        let (a, b) = self.two(terms, SortId::INT, depth);
        let constant = self.rng.below(7) as i64 - 3;
        match self.rng.below(11) {
            0 | 1 => terms.add(&[a, b]),
            2 => terms.sub(a, b),
            3 => {
                let factor = terms.int(constant);
                terms.mul(&[factor, a])
            }
            4 | 5 => {
                let zero_is_fine = self.flavour == Flavour::Everything;
                let divisor = if zero_is_fine && self.rng.below(2) == 0 { b } else { terms.int(constant * 2 + 1) };
                if self.rng.below(2) == 0 { terms.int_div(a, divisor) } else { terms.modulo(a, divisor) }
            }
            6 => terms.neg(a),
            7 => terms.call(self.on_ints, &[a, b]),
            8 => {
                let array = self.term(terms, self.ints, depth);
                terms.select(array, a)
            }
            9 => {
                let real = self.term(terms, SortId::REAL, depth);
                terms.to_int(real)
            }
            _ => {
                let bits = self.term(terms, self.byte, depth);
                terms.bv_to_nat(bits)
            }
        }
    }

    fn real(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        let (a, b) = self.two(terms, SortId::REAL, depth);
        match self.rng.below(6) {
            0 | 1 => terms.add(&[a, b]),
            2 => terms.sub(a, b),
            3 => {
                let factor = terms.real(heureka_number::Rational::new(2.into(), 3.into()));
                terms.mul(&[factor, a])
            }
            4 if self.flavour == Flavour::Everything => {
                let divisor = terms.real(0);
                terms.div(a, divisor)
            }
            _ => {
                let int = self.term(terms, SortId::INT, depth);
                terms.to_real(int)
            }
        }
    }

    fn bits(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        let (a, b) = self.two(terms, self.byte, depth);
        type Make = fn(&mut Terms, TermId, TermId) -> TermId;
        let binary: [Make; 8] = [
            Terms::bv_sub,
            Terms::bv_udiv,
            Terms::bv_urem,
            Terms::bv_sdiv,
            Terms::bv_srem,
            Terms::bv_shl,
            Terms::bv_lshr,
            Terms::bv_ashr,
        ];
        type Nary = fn(&mut Terms, &[TermId]) -> TermId;
        let nary: [Nary; 5] = [Terms::bv_add, Terms::bv_mul, Terms::bv_and, Terms::bv_or, Terms::bv_xor];
        match self.rng.below(10) {
            0..=2 => self.rng.pick(&binary)(terms, a, b),
            3..=5 => {
                let c = self.leaf(terms, self.byte);
                self.rng.pick(&nary)(terms, &[a, b, c])
            }
            6 => {
                let narrow = terms.extract(6, 3, a);
                if self.rng.below(2) == 0 { terms.zero_extend(4, narrow) } else { terms.sign_extend(4, narrow) }
            }
            7 => {
                let (high, low) = (terms.extract(4, 0, a), terms.extract(7, 5, b));
                terms.concat(&[high, low])
            }
            8 => {
                let a = terms.call(self.on_bytes, &[a]);
                if self.rng.below(2) == 0 { terms.bv_neg(a) } else { terms.bv_not(a) }
            }
            _ => {
                let int = self.term(terms, SortId::INT, depth);
                terms.int_to_bv(8, int)
            }
        }
    }

    fn int_array(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        if self.rng.below(5) == 0 {
            let value = self.term(terms, SortId::INT, depth);
            return terms.const_array(self.ints, value);
        }
        let array = self.term(terms, self.ints, depth);
        let (index, value) = self.two(terms, SortId::INT, depth);
        terms.store(array, index, value)
    }

    fn byte_array(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        let array = self.term(terms, self.bytes, depth);
        let (index, value) = (self.term(terms, self.byte, depth), self.formula(terms, depth));
        terms.store(array, index, value)
    }
}
