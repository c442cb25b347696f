//! Array values: a default and finitely many exceptions.
//!
//! Invariant: no exception equals the default, and where the indices are so few that the default may stand in fewer places
//! than an exception, the default is the most frequent value (of several, the least). Then equal arrays are equal data.

use std::collections::BTreeMap;

use heureka_number::Int;

use crate::pool::Terms;
use crate::sort::{Sort, SortId};
use crate::value::Value;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayValue {
    sort: SortId,
    /// How many indices there are, unless they are more than anybody could list.
    indices: Option<u64>,
    default: Value,
    entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The array of this sort, which must be an array sort, with one value everywhere.
    pub fn constant(terms: &Terms, sort: SortId, default: Value) -> Self {
        let Sort::Array { index, element } = terms.sort_of(sort) else {
            panic!("{} is not an array sort", terms.sort_text(sort));
        };
        assert_eq!(default.sort(), element, "the default of an array has the sort of its elements");
        ArrayValue { sort, indices: count_of(terms, index), default, entries: BTreeMap::new() }
    }

    pub fn sort(&self) -> SortId {
        self.sort
    }

    /// The value at every index that is not among the entries.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// Where the value is not the default, in the order of the indices.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    pub fn set(&mut self, index: Value, value: Value) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
        let exceptions = self.entries.len() as u64;
        if let Some(indices) = self.indices.filter(|&indices| exceptions >= indices / 2) {
            self.choose_default(indices);
        }
    }

    fn choose_default(&mut self, indices: u64) {
        let mut counts: BTreeMap<&Value, u64> = BTreeMap::new();
        for value in self.entries.values() {
            *counts.entry(value).or_default() += 1;
        }
        let rest = indices - self.entries.len() as u64;
        if rest > 0 {
            counts.insert(&self.default, rest);
        }
        let most = *counts.values().max().expect("an array has indices");
        let best = (*counts.iter().find(|(_, count)| **count == most).expect("the most frequent is there").0).clone();
        if best == self.default {
            return;
        }
        let all = every_index(self.entries.keys().next().expect("exceptions are at least half"), indices);
        for index in all {
            self.entries.entry(index).or_insert_with(|| self.default.clone());
        }
        self.entries.retain(|_, value| *value != best);
        self.default = best;
    }
}

/// All indices of the sort of the sample. Only for Booleans and bit-vectors: the count is known for them alone.
fn every_index(sample: &Value, count: u64) -> Vec<Value> {
    match sample {
        Value::Bool(_) => vec![Value::Bool(false), Value::Bool(true)],
        Value::BitVec(bits) => (0..count)
            .map(|value| Value::BitVec(crate::bits::BitVector::new(bits.width(), &Int::from(value))))
            .collect(),
        _ => unreachable!("only Booleans and bit-vectors are counted"),
    }
}

/// How many values a sort has. Arrays as indices are taken as uncounted: see [`ArrayValue`]'s invariant, which then
/// holds only up to arrays over a handful of arrays; nobody writes those.
fn count_of(terms: &Terms, sort: SortId) -> Option<u64> {
    match terms.sort_of(sort) {
        Sort::Bool => Some(2),
        Sort::BitVec(width) if width < 60 => Some(1 << width),
        _ => None,
    }
}
