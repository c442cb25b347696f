//! Random well-sorted terms over every operator, and values for their symbols.
//!
//! Invariant: the same seed builds the same terms in an empty pool. Small and extreme numbers are frequent, and subterms are
//! used again, since that is where rules of simplification meet.

mod numbers;
mod operators;
mod script;
mod values;

pub use script::{Failure, check_script, damaged, shrink_failure, valid_script};
pub use values::assignment;

use heureka_logic::{Sort, SortId, SymbolId, TermId, Terms};

use crate::rng::Rng;

/// What the terms may contain.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Symbols; without them every term has one value.
    pub symbols: bool,
    pub quantifiers: bool,
    /// Division of numbers by terms that may be zero.
    pub open_division: bool,
}

impl Kind {
    pub const ALL: Kind = Kind { symbols: true, quantifiers: true, open_division: true };
    pub const EVALUABLE: Kind = Kind { symbols: true, quantifiers: false, open_division: true };
    /// One value, the same for every solver.
    pub const GROUND: Kind = Kind { symbols: false, quantifiers: false, open_division: false };
}

const WIDTHS: [u32; 6] = [1, 3, 8, 33, 64, 130];
const NAMES: [&str; 4] = ["x", "y", "main::z", "select"];

pub struct TermGenerator {
    pub rng: Rng,
    kind: Kind,
    sorts: Vec<SortId>,
    functions: Vec<SymbolId>,
    /// Terms made before, to be used again.
    made: Vec<TermId>,
}

impl TermGenerator {
    pub fn new(terms: &mut Terms, kind: Kind, seed: u64) -> Self {
        let mut sorts = vec![SortId::BOOL, SortId::INT, SortId::REAL];
        sorts.extend(WIDTHS.map(SortId::bit_vec));
        let row = terms.array_sort(SortId::INT, SortId::INT);
        let bits = terms.array_sort(SortId::bit_vec(3), SortId::BOOL);
        let table = terms.array_sort(SortId::BOOL, row);
        sorts.extend([row, bits, table]);
        let mut functions = Vec::new();
        for (name, arguments, result) in [
            ("f", vec![SortId::INT, SortId::INT], SortId::INT),
            ("g", vec![SortId::bit_vec(8)], SortId::BOOL),
            ("|h|", vec![SortId::REAL, row], SortId::bit_vec(33)),
        ] {
            functions.push(terms.declare(name, &arguments, result).expect("the generator's names are its own"));
        }
        TermGenerator { rng: Rng::new(seed), kind, sorts, functions, made: Vec::new() }
    }

    pub fn sort(&mut self) -> SortId {
        // Formulas and numbers are what terms are mostly made of.
        match self.rng.below(10) {
            0..=2 => SortId::BOOL,
            3..=4 => SortId::INT,
            _ => *self.rng.pick(&self.sorts),
        }
    }

    /// A term of this sort, with operators nested so deep at most.
    pub fn term(&mut self, terms: &mut Terms, sort: SortId, depth: usize) -> TermId {
        if self.rng.chance(15) {
            let known: Vec<TermId> = self.made.iter().copied().filter(|&term| terms.sort(term) == sort).collect();
            if !known.is_empty() {
                return *self.rng.pick(&known);
            }
        }
        let term = if depth == 0 || self.rng.chance(8) {
            self.leaf(terms, sort)
        } else if self.rng.chance(8) {
            let condition = self.term(terms, SortId::BOOL, depth - 1);
            let (yes, no) = (self.term(terms, sort, depth - 1), self.term(terms, sort, depth - 1));
            terms.ite(condition, yes, no)
        } else if self.rng.chance(4) {
            let array = terms.array_sort(SortId::INT, sort);
            if self.sorts.contains(&array) { self.read(terms, array, depth - 1) } else { self.leaf(terms, sort) }
        } else {
            match terms.sort_of(sort) {
                Sort::Bool => self.formula(terms, depth - 1),
                Sort::Int => self.integer(terms, depth - 1),
                Sort::Real => self.real(terms, depth - 1),
                Sort::BitVec(width) => self.vector(terms, width, depth - 1),
                Sort::Array { index, element } => self.array(terms, sort, (index, element), depth - 1),
            }
        };
        self.made.push(term);
        term
    }

    fn read(&mut self, terms: &mut Terms, array: SortId, depth: usize) -> TermId {
        let Sort::Array { index, .. } = terms.sort_of(array) else { unreachable!("only arrays are read") };
        let (array, index) = (self.term(terms, array, depth), self.term(terms, index, depth));
        terms.select(array, index)
    }

    fn leaf(&mut self, terms: &mut Terms, sort: SortId) -> TermId {
        if self.kind.symbols && self.rng.chance(65) {
            return self.symbol(terms, sort);
        }
        if let Sort::Array { element, .. } = terms.sort_of(sort) {
            let value = self.leaf(terms, element);
            return terms.const_array(sort, value);
        }
        let value = self.value(terms, sort);
        terms.value_term(&value)
    }

    fn symbol(&mut self, terms: &mut Terms, sort: SortId) -> TermId {
        let name = format!("{} {}", self.rng.pick(&NAMES), terms.sort_text(sort));
        // Plain names for the most frequent sort.
        let name = if sort == SortId::INT { name.split(' ').next().unwrap_or("x").to_owned() } else { name };
        terms.constant(&name, sort)
    }
}
