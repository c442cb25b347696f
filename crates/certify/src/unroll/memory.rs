//! The contents of an array: a term for all of them, and the cells at known indices that were written since.

use std::collections::BTreeMap;
use std::rc::Rc;

use heureka_ir::Contents as Initial;
use heureka_ir::{Array, IntTy};
use heureka_logic::{SortId, TermId};

use super::words::Words;

/// The bits of an index.
const INDEX: u32 = 64;

#[derive(Clone)]
pub struct Memory {
    /// An array of arrays, one for each dimension.
    base: TermId,
    cells: Rc<BTreeMap<Box<[u64]>, TermId>>,
}

impl Memory {
    pub fn anything(words: &mut Words, array: &Array) -> Memory {
        let sort = sort(words, array, 0);
        Memory { base: words.terms.fresh("contents", sort), cells: Rc::default() }
    }

    /// The contents that an array starts with.
    pub fn initial(words: &mut Words, array: &Array) -> Memory {
        let values: &[i128] = match &array.init {
            Initial::Undefined => return Memory::anything(words, array),
            Initial::Zero => &[],
            Initial::Values(values) => values,
        };
        let zero = words.number(array.elem, 0);
        let base = everywhere(words, array, 0, zero);
        let mut cells = BTreeMap::new();
        for (at, value) in values.iter().enumerate() {
            cells.insert(array.place(at as u64).into(), words.number(array.elem, *value));
        }
        Memory { base, cells: cells.into() }
    }

    pub fn read(&self, words: &mut Words, indices: &[TermId]) -> TermId {
        match known(words, indices) {
            Some(place) => match self.cells.get(&place) {
                Some(value) => *value,
                None => indices.iter().fold(self.base, |row, index| words.select(row, *index)),
            },
            None => {
                let all = self.term(words);
                indices.iter().fold(all, |row, index| words.select(row, *index))
            }
        }
    }

    /// Whether some cell is not zero.
    pub fn not_zero(&self, words: &mut Words, array: &Array) -> TermId {
        let zero = words.number(array.elem, 0);
        let zeros = everywhere(words, array, 0, zero);
        if self.base != zeros {
            let all = self.term(words);
            let same = words.equal(all, zeros);
            return words.not(same);
        }
        // Only what was written since can be something else.
        let mut some = words.bool(false);
        for value in self.cells.values() {
            let same = words.equal(*value, zero);
            let differs = words.not(same);
            some = words.or(some, differs);
        }
        some
    }

    /// All cells that start with these indices get the value.
    pub fn write(&mut self, words: &mut Words, array: &Array, prefix: &[TermId], value: TermId) {
        if prefix.len() == array.dims.len()
            && let Some(place) = known(words, prefix)
        {
            Rc::make_mut(&mut self.cells).insert(place, value);
            return;
        }
        let inner = everywhere(words, array, prefix.len(), value);
        self.put(words, prefix, inner);
    }

    /// All cells that start with these indices get any values.
    pub fn forget(&mut self, words: &mut Words, array: &Array, prefix: &[TermId]) {
        let sort = sort(words, array, prefix.len());
        let inner = words.terms.fresh("contents", sort);
        self.put(words, prefix, inner);
    }

    fn put(&mut self, words: &mut Words, prefix: &[TermId], inner: TermId) {
        let all = self.term(words);
        self.base = put(words, all, prefix, inner);
        self.cells = Rc::default();
    }

    pub fn choose(words: &mut Words, condition: TermId, yes: &Memory, no: &Memory) -> Memory {
        if yes.base != no.base {
            let (yes, no) = (yes.term(words), no.term(words));
            return Memory { base: words.choose(condition, yes, no), cells: Rc::default() };
        }
        if Rc::ptr_eq(&yes.cells, &no.cells) {
            return yes.clone();
        }
        let mut cells = BTreeMap::new();
        for place in yes.cells.keys().chain(no.cells.keys()) {
            if cells.contains_key(place) {
                continue;
            }
            let indices: Vec<TermId> =
                place.iter().map(|index| words.number(IntTy::unsigned(64), (*index).into())).collect();
            let (yes, no) = (yes.read(words, &indices), no.read(words, &indices));
            cells.insert(place.clone(), words.choose(condition, yes, no));
        }
        Memory { base: yes.base, cells: cells.into() }
    }

    /// The contents as one term.
    fn term(&self, words: &mut Words) -> TermId {
        let mut all = self.base;
        for (place, value) in self.cells.iter() {
            let indices: Vec<TermId> =
                place.iter().map(|index| words.number(IntTy::unsigned(64), (*index).into())).collect();
            all = put(words, all, &indices, *value);
        }
        all
    }
}

/// The array with something else at the place of these indices.
fn put(words: &mut Words, array: TermId, prefix: &[TermId], inner: TermId) -> TermId {
    let Some((first, rest)) = prefix.split_first() else { return inner };
    let inner = match rest.is_empty() {
        true => inner,
        false => {
            let row = words.select(array, *first);
            put(words, row, rest, inner)
        }
    };
    words.store(array, *first, inner)
}

fn known(words: &Words, indices: &[TermId]) -> Option<Box<[u64]>> {
    indices.iter().map(|index| u64::try_from(words.as_number(*index)?).ok()).collect()
}

/// The sort of an array without its first dimensions.
fn sort(words: &mut Words, array: &Array, without: usize) -> SortId {
    let mut sort = SortId::bit_vec(u32::from(array.elem.bits()));
    for _ in without..array.dims.len() {
        sort = words.terms.array_sort(SortId::bit_vec(INDEX), sort);
    }
    sort
}

/// One value in all cells of an array without its first dimensions.
fn everywhere(words: &mut Words, array: &Array, without: usize, value: TermId) -> TermId {
    let mut term = value;
    for dim in (without..array.dims.len()).rev() {
        let sort = sort(words, array, dim);
        term = words.terms.const_array(sort, term);
    }
    term
}
