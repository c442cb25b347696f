//! The contents of an array along the path: `a₀`, `a₁`, … of the paper.
//!
//! While every index is a known number the cells are scalars, and nothing of the array reaches the solver. A read that
//! may be of several writes becomes a choice between them, `i = k₁ ? v₁ : i = k₂ ? v₂ : …` — the axiom of arrays, applied
//! where it is needed; only contents that were chosen freely are array terms. (Chains of `store` are what the paper gives
//! to its prover; Z3 needs minutes for a thousand.) Invariant: `cells` holds only what the array holds now; as long as no
//! write was to an open index, a cell that is not listed holds what the newest layer says that covers it.

use std::collections::{BTreeMap, HashMap, HashSet};

use heureka_ir::{ArrayId, IntTy};
use heureka_logic::TermId;

use super::number::{Number, Truth, Value};
use super::reason::{ReasonId, Touch};
use super::rename::Renaming;

/// Up to so many writes to choose between have literals of their own for what they wrote, so that a core tells which
/// of them matter. For more, known values are written as they are: that is faster by far.
const MOST_NAMED: usize = 48;

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

#[derive(Clone, Debug)]
pub struct Write {
    pub touch: Touch,
    /// One for each dimension, or fewer: then all cells are covered that start with them.
    pub indices: Box<[Number]>,
    filling: Filling,
    /// The symbol for what was written, once there is one.
    named: Option<Number>,
}

impl Write {
    pub fn is_free(&self) -> bool {
        matches!(self.filling, Filling::Free(_))
    }
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    value: Value,
    supplier: Supplier,
    /// How many writes there were when it was known to hold this.
    at: usize,
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
    /// The contents at the start: what is listed, and the rest.
    listed: BTreeMap<Box<[i128]>, i128>,
    rest: Filling,
    cells: BTreeMap<Box<[i128]>, Cell>,
    layers: Vec<Layer>,
    /// Some write was to an open index, so the layers do not say it all.
    is_blurred: bool,
    /// What was read at open indices, and after how many writes.
    recent: HashMap<Key, (usize, Value)>,
}

/// Indices, for tables.
type Key = Box<[(Option<TermId>, i128)]>;

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

/// Where the search for the writes that a read may be of came to its end.
enum End {
    /// This write covers the cell for sure.
    Write(usize),
    /// The same was read after so many writes.
    Recent(usize, Value),
    Start,
}

impl Store {
    /// A new array that holds `rest` but for the cells listed.
    pub fn new(array: ArrayId, rest: Filling, listed: impl IntoIterator<Item = (Box<[i128]>, i128)>) -> Store {
        let listed: BTreeMap<Box<[i128]>, i128> = listed.into_iter().collect();
        let cell = |value| Cell { value: Value::initial(value), supplier: Supplier::Initial, at: 0 };
        Store {
            array,
            version: 0,
            writes: Vec::new(),
            touches: Vec::new(),
            cells: listed.iter().map(|(index, &value)| (index.clone(), cell(value))).collect(),
            listed,
            rest,
            layers: vec![Layer { prefix: Box::default(), filling: rest, step: None, index: ReasonId::NOTHING, at: 0 }],
            is_blurred: false,
            recent: HashMap::new(),
        }
    }

    fn log(&mut self, touch: Touch, indices: &[Number], filling: Filling) {
        self.writes.push(Write { touch, indices: indices.into(), filling, named: None });
        self.touches.push(touch);
    }
}

/// The indices, if all are known.
fn known(indices: &[Number]) -> Option<Box<[i128]>> {
    indices.iter().map(|index| index.known()).collect()
}

fn key(indices: &[Number]) -> Key {
    let part = |&number: &Number| match number {
        Number::Known(value) => (None, value),
        Number::Open { base, offset, .. } => (Some(base), offset),
    };
    indices.iter().map(part).collect()
}

/// Whether a write with these indices covers the cell, where that is plain.
pub fn covers(write: &[Number], cell: &[Number]) -> Option<bool> {
    let mut covers = Some(true);
    for (there, here) in write.iter().zip(cell) {
        match there.equals(*here) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => covers = None,
        }
    }
    covers
}

impl Renaming<'_> {
    fn elem(&self, id: StoreId) -> IntTy {
        self.program.array(self.store(id).array).elem
    }

    /// Reads a cell; the reason of the indices is the caller's business.
    pub fn read_cell(&mut self, id: StoreId, indices: &[Number]) -> Found {
        let Some(index) = known(indices) else { return self.search(id, indices) };
        if let Some(&cell) = self.store(id).cells.get(&index) {
            return self.found(id, cell);
        }
        if !self.store(id).is_blurred {
            return self.read_layer(id, index);
        }
        let Found { value, supplier } = self.search(id, indices);
        let at = self.store(id).writes.len();
        self.store_mut(id).cells.insert(index, Cell { value, supplier, at });
        Found { value, supplier }
    }

    /// What a cell holds, which no later write changed.
    fn found(&mut self, id: StoreId, cell: Cell) -> Found {
        let untouched = self.reasons.untouched(id, cell.at, self.store(id).writes.len());
        let reason = self.reasons.both(cell.value.reason, untouched);
        Found { value: Value { number: cell.value.number, reason }, supplier: cell.supplier }
    }

    /// Reads a cell that was not written by itself.
    fn read_layer(&mut self, id: StoreId, index: Box<[i128]>) -> Found {
        let store = self.store(id);
        let layer = store.layers.iter().rev().find(|layer| index.starts_with(&layer.prefix));
        let layer = layer.expect("the first layer covers everything").clone();
        let (value, supplier) = match layer.filling {
            Filling::Value(value) => (value, layer.step.map_or(Supplier::Initial, Supplier::Step)),
            Filling::Free(ask) => {
                let behind: Vec<Number> = index[layer.prefix.len()..].iter().map(|&at| Number::Known(at)).collect();
                let number = self.free_cell(ask, self.elem(id), &behind);
                // Free contents are a new start, so nobody supplied them.
                let reason = layer.step.map_or(ReasonId::NOTHING, |step| self.reasons.step(step, layer.index));
                (Value { number, reason }, Supplier::Initial)
            }
        };
        let cell = Cell { value, supplier, at: layer.at };
        self.store_mut(id).cells.insert(index, cell);
        self.found(id, cell)
    }

    /// `a[indices] = value`. The reason of the value and that of the indices are kept apart: who reads another cell
    /// needs to know the indices only.
    pub fn write_cell(&mut self, id: StoreId, step: usize, indices: &[Number], index: ReasonId, value: Value) {
        let why = self.reasons.both(value.reason, index);
        let value = Value { number: value.number, reason: self.reasons.step(step, why) };
        let store = self.store_mut(id);
        store.log(Touch { step, index }, indices, Filling::Value(value));
        let at = store.writes.len();
        match known(indices) {
            Some(index) => {
                store.cells.insert(index, Cell { value, supplier: Supplier::Step(step), at });
            }
            // Any cell may have changed.
            None => {
                store.cells.clear();
                store.is_blurred = true;
            }
        }
    }

    /// All cells that start with the prefix get new contents.
    pub fn fill_cells(&mut self, id: StoreId, step: usize, prefix: &[Number], index: ReasonId, filling: Filling) {
        let filling = match filling {
            Filling::Value(value) => {
                let why = self.reasons.both(value.reason, index);
                Filling::Value(Value { number: value.number, reason: self.reasons.step(step, why) })
            }
            free => free,
        };
        let store = self.store_mut(id);
        store.log(Touch { step, index }, prefix, filling);
        let at = store.writes.len();
        let Some(prefix) = known(prefix) else {
            store.cells.clear();
            store.is_blurred = true;
            return;
        };
        if prefix.is_empty() {
            store.is_blurred = false;
            store.layers.clear();
            store.cells.clear();
        } else {
            store.layers.retain(|layer| !layer.prefix.starts_with(&prefix));
            let covered = store.cells.range(prefix.clone()..).take_while(|(index, _)| index.starts_with(&prefix));
            let covered: Vec<Box<[i128]>> = covered.map(|(index, _)| index.clone()).collect();
            for index in covered {
                store.cells.remove(&index);
            }
        }
        store.layers.push(Layer { prefix, filling, step: Some(step), index, at });
    }

    /// Reads a cell by looking at the writes, the last one first.
    fn search(&mut self, id: StoreId, indices: &[Number]) -> Found {
        let (maybe, end) = self.candidates(id, indices);
        let writes = self.store(id).writes.len();
        let (last, from, supplier) = match end {
            End::Write(at) => {
                let step = self.store(id).writes[at].touch.step;
                let is_free = self.store(id).writes[at].is_free();
                let supplier = if is_free { Supplier::Initial } else { Supplier::Step(step) };
                (self.written(id, at, indices, maybe.len() < MOST_NAMED && !maybe.is_empty()), at + 1, supplier)
            }
            End::Recent(at, value) => (value, at, Supplier::Unknown { writes: at }),
            End::Start => {
                (Value { number: self.initial(id, indices), reason: ReasonId::NOTHING }, 0, Supplier::Initial)
            }
        };
        let untouched = self.reasons.untouched(id, from, writes);
        let mut reason = self.reasons.both(last.reason, untouched);
        if maybe.is_empty() {
            return Found { value: Value { number: last.number, reason }, supplier };
        }
        let mut meaning = self.formulae.term(last.number);
        let is_named = maybe.len() < MOST_NAMED;
        for &at in maybe.iter().rev() {
            let value = self.written(id, at, indices, is_named);
            reason = self.reasons.both(reason, value.reason);
            let covers = self.covering(id, at, indices);
            let value = self.formulae.term(value.number);
            meaning = self.formulae.terms.ite(covers, value, meaning);
        }
        let range = self.formulae.range_of(self.elem(id));
        let number = self.formulae.defined("read", range, meaning);
        let value = Value { number, reason };
        self.store_mut(id).recent.insert(key(indices), (writes, value));
        Found { value, supplier: Supplier::Unknown { writes } }
    }

    /// The writes that a read may be of, the last one first.
    fn candidates(&self, id: StoreId, indices: &[Number]) -> (Vec<usize>, End) {
        let store = self.store(id);
        let recent = store.recent.get(&key(indices)).copied();
        let mut maybe = Vec::new();
        let mut seen: HashSet<Key> = HashSet::new();
        for at in (0..store.writes.len()).rev() {
            if let Some((writes, value)) = recent
                && writes == at + 1
            {
                return (maybe, End::Recent(writes, value));
            }
            let write = &store.writes[at];
            match covers(&write.indices, indices) {
                Some(true) => return (maybe, End::Write(at)),
                Some(false) => {}
                // What was written over later does not matter.
                None if seen.insert(key(&write.indices)) => maybe.push(at),
                None => {}
            }
        }
        (maybe, End::Start)
    }

    /// What a write put into the cell at these indices.
    fn written(&mut self, id: StoreId, at: usize, indices: &[Number], is_named: bool) -> Value {
        let write = &self.store(id).writes[at];
        let (touch, filling, named, prefix) = (write.touch, write.filling, write.named, write.indices.len());
        match filling {
            Filling::Free(ask) => {
                let number = self.free_cell(ask, self.elem(id), &indices[prefix..]);
                Value { number, reason: self.reasons.step(touch.step, touch.index) }
            }
            Filling::Value(value) if !is_named => value,
            Filling::Value(value) => {
                let number = named.unwrap_or_else(|| self.named(touch.step, self.elem(id), value));
                self.store_mut(id).writes[at].named = Some(number);
                Value { number, reason: ReasonId::NOTHING }
            }
        }
    }

    /// The condition that a write is to the cell at these indices.
    fn covering(&mut self, id: StoreId, at: usize, indices: &[Number]) -> TermId {
        let write = self.store(id).writes[at].indices.clone();
        self.equal_indices(&write, indices)
    }

    pub fn equal_indices(&mut self, one: &[Number], other: &[Number]) -> TermId {
        let mut all = Truth::TRUE;
        for (&one, &other) in one.iter().zip(other) {
            let equal = self.formulae.equal(one, other);
            all = self.formulae.and(all, equal);
        }
        match all {
            Truth::Open(term) => term,
            Truth::Known(known) => self.formulae.terms.bool(known),
        }
    }

    /// What the array held at the start.
    fn initial(&mut self, id: StoreId, indices: &[Number]) -> Number {
        let listed = match known(indices) {
            Some(index) => match self.store(id).listed.get(&index) {
                Some(&value) => return Number::Known(value),
                None => Vec::new(),
            },
            None => self.store(id).listed.iter().map(|(index, &value)| (index.clone(), value)).collect(),
        };
        let rest = match self.store(id).rest {
            Filling::Value(value) => value.number,
            Filling::Free(ask) => self.free_cell(ask, self.elem(id), indices),
        };
        if listed.is_empty() {
            return rest;
        }
        let mut meaning = self.formulae.term(rest);
        for (index, value) in listed {
            let index: Vec<Number> = index.iter().map(|&index| Number::Known(index)).collect();
            let (equal, value) = (self.equal_indices(&index, indices), self.formulae.literal(value));
            meaning = self.formulae.terms.ite(equal, value, meaning);
        }
        let range = self.formulae.range_of(self.elem(id));
        self.formulae.defined("initial", range, meaning)
    }
}
