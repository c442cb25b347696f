//! The contents of an array: a term for all of them, and the cells at known indices that were written since.
//!
//! Over integers an array is a map from all integers. What the type says of a cell is a fact about the contents that are
//! symbols ([`Words::note_read`]), never about what was stored: that may be the result of an overflow where a fault ended
//! the execution.

use std::collections::BTreeMap;
use std::rc::Rc;

use heureka_ir::Array;
use heureka_ir::Contents as Initial;
use heureka_logic::{SortId, TermId};

use super::quantify::{Axiom, Claim, SKOLEM};
use super::words::Words;

#[derive(Clone)]
pub struct Memory {
    /// An array of arrays, one for each dimension.
    base: TermId,
    cells: Rc<BTreeMap<Box<[u64]>, TermId>>,
}

impl Memory {
    pub fn anything(words: &mut Words, array: &Array) -> Memory {
        Memory { base: contents(words, array, 0), cells: Rc::default() }
    }

    /// The contents without the cells that were written since at known indices.
    pub fn base(&self) -> TermId {
        self.base
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
        let all = match known(words, indices) {
            Some(place) => match self.cells.get(&place) {
                Some(value) => return *value,
                None => self.base,
            },
            None => self.term(words),
        };
        if !words.is_bits() {
            words.note_read(all, indices);
        }
        indices.iter().fold(all, |row, index| words.select(row, *index))
    }

    /// Whether some cell is not zero.
    pub fn not_zero(&self, words: &mut Words, array: &Array) -> TermId {
        let zero = words.number(array.elem, 0);
        let zeros = everywhere(words, array, 0, zero);
        if self.base != zeros && !words.is_bits() {
            // If there is an element, this is one.
            let element = words.terms.fresh(SKOLEM, SortId::INT);
            let cell = self.read(words, &[element]);
            let guard = words.equal(cell, zero);
            words.axioms.push(Axiom { guard, claim: Claim::Empty { memory: self.clone() } });
            return words.not(guard);
        }
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
        let inner = contents(words, array, prefix.len());
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
            let indices: Vec<TermId> = place.iter().map(|index| words.constant_index(*index)).collect();
            let (yes, no) = (yes.read(words, &indices), no.read(words, &indices));
            cells.insert(place.clone(), words.choose(condition, yes, no));
        }
        Memory { base: yes.base, cells: cells.into() }
    }

    /// The contents as one term.
    fn term(&self, words: &mut Words) -> TermId {
        let mut all = self.base;
        for (place, value) in self.cells.iter() {
            let indices: Vec<TermId> = place.iter().map(|index| words.constant_index(*index)).collect();
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
    indices.iter().map(|index| words.as_index(*index)).collect()
}

/// The sort of an array without its first dimensions.
fn sort(words: &mut Words, array: &Array, without: usize) -> SortId {
    let (mut sort, index) = (words.sort(array.elem), words.index_sort());
    for _ in without..array.dims.len() {
        sort = words.terms.array_sort(index, sort);
    }
    sort
}

/// Any contents of an array without its first dimensions.
fn contents(words: &mut Words, array: &Array, without: usize) -> TermId {
    let sort = sort(words, array, without);
    let contents = words.terms.fresh("contents", sort);
    if !words.is_bits() {
        let range = if array.is_set() { (0, 1) } else { (array.elem.min(), array.elem.max()) };
        words.contents.insert(contents, range);
    }
    contents
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
