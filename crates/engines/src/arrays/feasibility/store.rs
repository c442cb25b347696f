//! The contents of an array along the path: `a₀`, `a₁`, … of the paper.
//!
//! While every index is a known number the cells are scalars, and nothing of the array reaches the solver. The first
//! access with an open index makes it a term: what was written so far becomes a chain of `store`s, one clause for the
//! step of each, and from then on every write is one more. Invariants: `cells` holds only what the array holds now, and a
//! cell that is not listed holds what the newest layer says that covers it; once there is a `term`, it says it all.
//! Arrays of several dimensions are arrays of arrays.

use std::collections::BTreeMap;

use heureka_ir::{ArrayId, IntTy};
use heureka_logic::TermId;

use super::number::{Number, Value};
use super::reason::{ReasonId, Touch};
use super::rename::Renaming;

/// An array of the program, or of a call: each call has its own local arrays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StoreId(pub u32);

/// Contents that were chosen freely; an index into the list of questions that the interpreter asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AskId(pub u32);

/// What a write puts into the cells that it covers.
#[derive(Clone, Copy, Debug)]
pub enum Filling {
    /// The value in one cell, or in all cells that start with a prefix.
    Value(Value),
    Free(AskId),
}

/// A write, as far as later reads need to know.
#[derive(Clone, Debug)]
pub struct Write {
    pub touch: Touch,
    /// One for each dimension, or fewer: then all cells are covered that start with them.
    pub indices: Box<[Number]>,
    pub is_free: bool,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    value: Value,
    /// The step that wrote it; none for initial contents.
    supplier: Option<usize>,
    /// Why it was written to this index.
    index: ReasonId,
    /// How many writes there were when it was known to hold this.
    at: usize,
    /// The value was not written but is what a layer holds.
    is_read: bool,
}

/// Cells that share their contents.
#[derive(Clone, Debug)]
struct Layer {
    prefix: Box<[i128]>,
    filling: Filling,
    step: Option<usize>,
    index: ReasonId,
    at: usize,
}

pub struct Store {
    pub array: ArrayId,
    /// The number of the last write among the steps that are shown.
    pub version: usize,
    pub writes: Vec<Write>,
    /// The reasons of the writes, in the same order.
    pub touches: Vec<Touch>,
    /// The indices of all reads that went through the term.
    pub selected: Vec<Box<[Number]>>,
    cells: BTreeMap<Box<[i128]>, Cell>,
    layers: Vec<Layer>,
    term: Option<TermId>,
}

/// What a read found.
pub struct Found {
    pub value: Value,
    pub supplier: Supplier,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Supplier {
    Initial,
    Step(usize),
    /// One of the first so many writes, or the initial contents.
    Unknown {
        writes: usize,
    },
}

impl Store {
    /// A new array whose cells all hold `filling` but for those listed.
    pub fn new(array: ArrayId, filling: Filling, listed: impl IntoIterator<Item = (Box<[i128]>, i128)>) -> Store {
        let cell = |value| Cell {
            value: Value::initial(value),
            supplier: None,
            index: ReasonId::NOTHING,
            at: 0,
            is_read: false,
        };
        Store {
            array,
            version: 0,
            writes: Vec::new(),
            touches: Vec::new(),
            selected: Vec::new(),
            cells: listed.into_iter().map(|(index, value)| (index, cell(value))).collect(),
            layers: vec![Layer { prefix: Box::default(), filling, step: None, index: ReasonId::NOTHING, at: 0 }],
            term: None,
        }
    }

    fn log(&mut self, step: usize, indices: &[Number], index: ReasonId, is_free: bool) {
        let touch = Touch { step, index };
        self.writes.push(Write { touch, indices: indices.into(), is_free });
        self.touches.push(touch);
    }
}

/// The indices, if all are known.
fn known(indices: &[Number]) -> Option<Box<[i128]>> {
    indices.iter().map(|index| index.known()).collect()
}

impl Renaming<'_> {
    fn elem(&self, id: StoreId) -> IntTy {
        self.program.array(self.store(id).array).elem
    }

    /// Reads a cell; the reason of the indices is the caller's business.
    pub fn read_cell(&mut self, id: StoreId, indices: &[Number]) -> Found {
        let writes = self.store(id).writes.len();
        let Some(index) = known(indices) else {
            let number = self.select(id, indices);
            let value = Value { number, reason: ReasonId::NOTHING };
            return Found { value, supplier: Supplier::Unknown { writes } };
        };
        if let Some(&cell) = self.store(id).cells.get(&index) {
            let untouched = self.reasons.untouched(id, cell.at, writes);
            let reason = self.reasons.both(cell.value.reason, untouched);
            let supplier = match cell.supplier {
                Some(step) => Supplier::Step(step),
                None if cell.is_read && self.store(id).term.is_some() => Supplier::Unknown { writes: cell.at },
                None => Supplier::Initial,
            };
            return Found { value: Value { number: cell.value.number, reason }, supplier };
        }
        if self.store(id).term.is_some() {
            let number = self.select(id, indices);
            let value = Value { number, reason: ReasonId::NOTHING };
            let cell = Cell { value, supplier: None, index: ReasonId::NOTHING, at: writes, is_read: true };
            self.store_mut(id).cells.insert(index, cell);
            return Found { value, supplier: Supplier::Unknown { writes } };
        }
        self.read_layer(id, index)
    }

    /// Reads a cell that was not written by itself.
    fn read_layer(&mut self, id: StoreId, index: Box<[i128]>) -> Found {
        let store = self.store(id);
        let layer = store.layers.iter().rev().find(|layer| index.starts_with(&layer.prefix));
        let layer = layer.expect("the first layer covers everything").clone();
        let (value, supplier) = match layer.filling {
            Filling::Value(value) => (value, layer.step),
            Filling::Free(ask) => {
                let range = self.formulae.range_of(self.elem(id));
                let number = self.formulae.unknown("cell", range);
                self.asks.learn_cell(ask, index[layer.prefix.len()..].into(), number);
                // Free contents are a new start, so nobody supplied them.
                let reason = layer.step.map_or(ReasonId::NOTHING, |step| self.reasons.step(step, layer.index));
                (Value { number, reason }, None)
            }
        };
        let cell = Cell { value, supplier, index: layer.index, at: layer.at, is_read: true };
        let writes = self.store(id).writes.len();
        self.store_mut(id).cells.insert(index, cell);
        let untouched = self.reasons.untouched(id, cell.at, writes);
        let reason = self.reasons.both(value.reason, untouched);
        let supplier = supplier.map_or(Supplier::Initial, Supplier::Step);
        Found { value: Value { number: value.number, reason }, supplier }
    }

    /// `a[indices] = value`. The reason of the value and that of the indices are kept apart: who reads another cell
    /// needs to know the indices only.
    pub fn write_cell(&mut self, id: StoreId, step: usize, indices: &[Number], index: ReasonId, value: Value) {
        let listed = known(indices);
        if listed.is_none() {
            self.make_term(id);
        }
        if self.store(id).term.is_some() {
            let number = self.named(step, self.elem(id), value);
            let value = self.formulae.term(number);
            self.extend_term(id, step, indices, index, value);
        }
        let store = self.store_mut(id);
        store.log(step, indices, index, false);
        let at = store.writes.len();
        match listed {
            Some(listed) => {
                let why = self.reasons.both(value.reason, index);
                let value = Value { number: value.number, reason: self.reasons.step(step, why) };
                let cell = Cell { value, supplier: Some(step), index, at, is_read: false };
                self.store_mut(id).cells.insert(listed, cell);
            }
            // Any cell may have changed.
            None => store.cells.clear(),
        }
    }

    /// All cells that start with the prefix get new contents.
    pub fn fill_cells(&mut self, id: StoreId, step: usize, prefix: &[Number], index: ReasonId, filling: Filling) {
        let listed = known(prefix);
        if listed.is_none() {
            self.make_term(id);
        }
        if prefix.is_empty() {
            let store = self.store_mut(id);
            (store.term, store.layers) = (None, Vec::new());
        }
        if self.store(id).term.is_some() {
            let dims = self.program.array(self.store(id).array).dims.len() - prefix.len();
            let contents = self.contents(step, self.elem(id), dims, filling);
            self.extend_term(id, step, prefix, index, contents);
        }
        let store = self.store_mut(id);
        store.log(step, prefix, index, matches!(filling, Filling::Free(_)));
        let at = store.writes.len();
        let Some(prefix) = listed else {
            store.cells.clear();
            return;
        };
        store.layers.retain(|layer| !layer.prefix.starts_with(&prefix));
        if prefix.is_empty() {
            store.cells.clear();
        } else {
            let covered = store.cells.range(prefix.clone()..).take_while(|(index, _)| index.starts_with(&prefix));
            let covered: Vec<Box<[i128]>> = covered.map(|(index, _)| index.clone()).collect();
            for index in covered {
                store.cells.remove(&index);
            }
        }
        let filling = match filling {
            Filling::Value(value) => {
                let why = self.reasons.both(value.reason, index);
                Filling::Value(Value { number: value.number, reason: self.reasons.step(step, why) })
            }
            free => free,
        };
        self.store_mut(id).layers.push(Layer { prefix, filling, step: Some(step), index, at });
    }

    /// The array as a term.
    fn make_term(&mut self, id: StoreId) -> TermId {
        if let Some(term) = self.store(id).term {
            return term;
        }
        let dims = self.program.array(self.store(id).array).dims.len();
        let layers = self.store(id).layers.clone();
        let (first, rest) = layers.split_first().expect("the first layer covers everything");
        // The first layer is the whole array: named by its own step, if it has one.
        let term = self.contents(first.step.unwrap_or(0), self.elem(id), dims, first.filling);
        self.store_mut(id).term = Some(term);
        for layer in rest {
            let step = layer.step.expect("only the first layer is there from the start");
            let contents = self.contents(step, self.elem(id), dims - layer.prefix.len(), layer.filling);
            let prefix: Vec<Number> = layer.prefix.iter().map(|&index| Number::Known(index)).collect();
            self.extend_term(id, step, &prefix, layer.index, contents);
        }
        let written = self.store(id).cells.iter().filter(|(_, cell)| !cell.is_read);
        let mut written: Vec<(Box<[i128]>, Cell)> = written.map(|(index, cell)| (index.clone(), *cell)).collect();
        written.sort_by_key(|(_, cell)| cell.at);
        for (index, cell) in written {
            let indices: Vec<Number> = index.iter().map(|&index| Number::Known(index)).collect();
            match cell.supplier {
                Some(step) => {
                    let number = self.named(step, self.elem(id), cell.value);
                    let value = self.formulae.term(number);
                    self.extend_term(id, step, &indices, cell.index, value);
                }
                None => {
                    let before = self.store(id).term.expect("it was made above");
                    let value = self.formulae.term(cell.value.number);
                    let after = self.stored(before, &indices, value);
                    self.store_mut(id).term = Some(after);
                }
            }
        }
        self.store(id).term.expect("it was made above")
    }

    /// An array of so many dimensions with these contents.
    fn contents(&mut self, step: usize, elem: IntTy, dims: usize, filling: Filling) -> TermId {
        match filling {
            Filling::Value(value) => {
                let number = self.named(step, elem, value);
                let mut term = self.formulae.term(number);
                for inner in 1..=dims {
                    let sort = self.formulae.array_sort(inner);
                    term = self.formulae.terms.const_array(sort, term);
                }
                term
            }
            Filling::Free(ask) => {
                let sort = self.formulae.array_sort(dims);
                let (term, cells) = self.asks.make_array(ask, || self.formulae.terms.fresh("contents", sort));
                for (index, number) in cells {
                    let index: Vec<Number> = index.iter().map(|&index| Number::Known(index)).collect();
                    let selected = self.selected(term, &index);
                    let cell = self.formulae.term(number);
                    let equal = self.formulae.terms.eq(selected, cell);
                    self.formulae.background.push(equal);
                }
                term
            }
        }
    }

    /// `a' = store(a, indices, value)` for a new `a'`, as a clause of the step.
    fn extend_term(&mut self, id: StoreId, step: usize, indices: &[Number], index: ReasonId, value: TermId) {
        let before = self.store(id).term.expect("the array is a term");
        let stored = self.stored(before, indices, value);
        let sort = self.formulae.terms.sort(stored);
        let after = self.formulae.terms.fresh("array", sort);
        let equal = self.formulae.terms.eq(after, stored);
        self.formulae.say(step, equal, index);
        self.store_mut(id).term = Some(after);
    }

    fn stored(&mut self, array: TermId, indices: &[Number], value: TermId) -> TermId {
        let indices: Vec<TermId> = indices.iter().map(|&index| self.formulae.term(index)).collect();
        let terms = &mut self.formulae.terms;
        // The rows from the outermost to the one that changes.
        let mut rows = vec![array];
        for &index in &indices[..indices.len() - 1] {
            let row = terms.select(rows[rows.len() - 1], index);
            rows.push(row);
        }
        rows.iter().zip(&indices).rev().fold(value, |inner, (&row, &index)| terms.store(row, index, inner))
    }

    fn selected(&mut self, array: TermId, indices: &[Number]) -> TermId {
        indices.iter().fold(array, |row, &index| {
            let index = self.formulae.term(index);
            self.formulae.terms.select(row, index)
        })
    }

    /// The number at these indices, through the term.
    fn select(&mut self, id: StoreId, indices: &[Number]) -> Number {
        let array = self.make_term(id);
        let selected = self.selected(array, indices);
        if let Some(&number) = self.selections.get(&selected) {
            return number;
        }
        self.store_mut(id).selected.push(indices.into());
        let range = self.formulae.range_of(self.elem(id));
        // Whatever the array holds is of its type.
        let number = self.formulae.defined("read", range, selected);
        self.selections.insert(selected, number);
        number
    }
}
