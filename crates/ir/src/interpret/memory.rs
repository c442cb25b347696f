//! Storage of arrays: memory is spent on cells that were written, never on extents.
//!
//! The indices of an access are split. Leading indices whose dimension has no fixed place in a row-major layout (the
//! number of an instance, the outer dimensions of a variable-length array) select a row; the rest, flattened, select a
//! cell in it. A row is a dense vector that grows as long as the accesses are dense, and pages for what lies far out.
//!
//! Invariant of [`Cells`]: `head.len()` never passes the number of cells, so an index found in the head is in bounds.

use std::collections::HashMap;

use super::sets::Members;

/// Cells per page of the far part of a row.
const PAGE: u64 = 256;
/// Rows of up to this many cells are allocated whole when first written.
const SMALL: u64 = 4096;
/// Row numbers below this are found by an index into a vector.
const DENSE_ROWS: u64 = 1 << 20;

/// Bytes that may still be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) left: u64,
}

/// There is no memory left within the limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutOfMemory;

impl Budget {
    pub(super) fn take(&mut self, bytes: u64) -> Result<(), OutOfMemory> {
        self.left = self.left.checked_sub(bytes).ok_or(OutOfMemory)?;
        Ok(())
    }
}

/// The cells of one row.
#[derive(Clone, Debug)]
pub(super) struct Cells<W> {
    default: W,
    head: Vec<W>,
    far: HashMap<u64, Box<[W]>>,
}

impl<W: Copy> Cells<W> {
    pub(super) fn new(default: W) -> Cells<W> {
        Cells { default, head: Vec::new(), far: HashMap::new() }
    }

    /// The cell, if it lies in the dense part.
    #[inline(always)]
    pub(super) fn near(&self, index: u64) -> Option<W> {
        self.head.get(index as usize).copied()
    }

    #[inline(always)]
    pub(super) fn near_mut(&mut self, index: u64) -> Option<&mut W> {
        self.head.get_mut(index as usize)
    }

    pub(super) fn get(&self, index: u64) -> W {
        if let Some(cell) = self.near(index) {
            return cell;
        }
        let page = self.far.get(&(index / PAGE));
        page.map_or(self.default, |page| page[(index % PAGE) as usize])
    }

    /// `count` is the number of cells of the row, `u64::MAX` where it is not fixed.
    pub(super) fn set(&mut self, index: u64, value: W, count: u64, budget: &mut Budget) -> Result<(), OutOfMemory> {
        if let Some(cell) = self.near_mut(index) {
            *cell = value;
            return Ok(());
        }
        let len = self.head.len() as u64;
        if count <= SMALL || index < 2 * len + PAGE {
            self.grow(if count <= SMALL { count } else { (2 * len).max(index + 1) }, count, budget)?;
            self.head[index as usize] = value;
            return Ok(());
        }
        let page = match self.far.entry(index / PAGE) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                budget.take(PAGE * size_of::<W>() as u64)?;
                entry.insert(vec![self.default; PAGE as usize].into())
            }
        };
        page[(index % PAGE) as usize] = value;
        Ok(())
    }

    /// Makes the dense part at least `wanted` long, and takes in the pages that lie in it now.
    fn grow(&mut self, wanted: u64, count: u64, budget: &mut Budget) -> Result<(), OutOfMemory> {
        let old = self.head.len() as u64;
        let new = wanted.max(8).checked_next_multiple_of(if wanted < PAGE { 8 } else { PAGE }).unwrap_or(wanted);
        let new = new.min(count);
        budget.take((new - old) * size_of::<W>() as u64)?;
        self.head.resize(new as usize, self.default);
        if !self.far.is_empty() {
            for number in old / PAGE..new.div_ceil(PAGE) {
                if let Some(page) = self.far.remove(&number) {
                    let start = number * PAGE;
                    let end = (start + PAGE).min(new);
                    self.head[start as usize..end as usize].copy_from_slice(&page[..(end - start) as usize]);
                    budget.left += PAGE * size_of::<W>() as u64;
                }
            }
        }
        Ok(())
    }

    /// Gives every cell one value.
    pub(super) fn reset(&mut self, default: W, budget: &mut Budget) {
        budget.left += self.bytes();
        *self = Cells { default, head: Vec::new(), far: HashMap::new() };
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.head.len() as u64 + self.far.len() as u64 * PAGE) * size_of::<W>() as u64
    }
}

/// The contents of an array.
#[derive(Clone, Debug)]
pub(super) enum Store<W> {
    /// Row numbers do not occur.
    One(Cells<W>),
    Rows(Box<Rows<W>>),
    Set(Members<W>),
}

/// Rows by their number, which is one index or several.
#[derive(Clone, Debug)]
pub(super) struct Rows<W> {
    default: W,
    /// Defaults for all rows whose number starts with the prefix, newest first.
    layers: Vec<(Box<[u64]>, W)>,
    /// For single small numbers the place in `rows`, plus one.
    dense: Vec<u32>,
    sparse: HashMap<Box<[u64]>, u32>,
    rows: Vec<(Box<[u64]>, Cells<W>)>,
}

impl<W: Copy> Rows<W> {
    pub(super) fn new(default: W) -> Rows<W> {
        Rows { default, layers: Vec::new(), dense: Vec::new(), sparse: HashMap::new(), rows: Vec::new() }
    }

    fn find(&self, key: &[u64]) -> Option<usize> {
        match key {
            [number] if *number < DENSE_ROWS => {
                self.dense.get(*number as usize).and_then(|&at| (at as usize).checked_sub(1))
            }
            _ => self.sparse.get(key).map(|&at| at as usize),
        }
    }

    pub(super) fn get(&self, key: &[u64], index: u64) -> W {
        match self.find(key) {
            Some(at) => self.rows[at].1.get(index),
            None => self.default_of(key),
        }
    }

    fn default_of(&self, key: &[u64]) -> W {
        let layer = self.layers.iter().find(|(prefix, _)| key.starts_with(prefix));
        layer.map_or(self.default, |&(_, default)| default)
    }

    /// The row with this number, which comes into being if need be.
    pub(super) fn row(&mut self, key: &[u64], budget: &mut Budget) -> Result<&mut Cells<W>, OutOfMemory> {
        let at = match self.find(key) {
            Some(at) => at,
            None => {
                budget.take((size_of::<Cells<W>>() + 8 * key.len() + 24) as u64)?;
                let at = self.rows.len();
                let default = self.default_of(key);
                self.rows.push((key.into(), Cells::new(default)));
                match key {
                    [number] if *number < DENSE_ROWS => {
                        let number = *number as usize;
                        if self.dense.len() <= number {
                            budget.take(4 * (number + 1 - self.dense.len()) as u64)?;
                            self.dense.resize(number + 1, 0);
                        }
                        self.dense[number] = at as u32 + 1;
                    }
                    _ => {
                        self.sparse.insert(key.into(), at as u32);
                    }
                }
                at
            }
        };
        Ok(&mut self.rows[at].1)
    }

    /// Gives all cells one value whose row number starts with `prefix`, which is shorter than a row number.
    pub(super) fn reset(&mut self, prefix: &[u64], default: W, budget: &mut Budget) {
        for (key, cells) in &mut self.rows {
            if key.starts_with(prefix) {
                cells.reset(default, budget);
            }
        }
        self.layers.retain(|(known, _)| !known.starts_with(prefix));
        if prefix.is_empty() {
            self.default = default;
        } else {
            // An older layer with a shorter prefix still holds for the other rows.
            self.layers.insert(0, (prefix.into(), default));
        }
    }

    fn bytes(&self) -> u64 {
        self.rows.iter().map(|(_, cells)| cells.bytes()).sum()
    }
}

impl<W: Copy> Store<W> {
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Store::One(cells) => cells.bytes(),
            Store::Rows(rows) => rows.bytes(),
            Store::Set(members) => members.bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> Budget {
        Budget { left: 1 << 30 }
    }

    #[test]
    fn cells_far_apart_cost_a_page_each() {
        let mut budget = budget();
        let mut cells = Cells::new(0i64);
        for at in 0..1000 {
            cells.set(at * 1_000_000, at as i64 + 1, 1_000_000_000, &mut budget).unwrap();
        }
        assert!(cells.bytes() <= 1001 * PAGE * 8);
        for at in 0..1000 {
            assert_eq!(cells.get(at * 1_000_000), at as i64 + 1);
        }
        assert_eq!(cells.get(999_999_999), 0);
    }

    #[test]
    fn growing_takes_in_pages() {
        let mut budget = budget();
        let before = budget.left;
        let mut cells = Cells::new(7i64);
        let count = 100_000;
        for at in (0..count).rev().step_by(3) {
            cells.set(at, at as i64, count, &mut budget).unwrap();
        }
        for at in 0..count {
            let written = (count - 1 - at) % 3 == 0;
            if !written {
                assert_eq!(cells.get(at), 7);
                cells.set(at, at as i64, count, &mut budget).unwrap();
            }
        }
        assert!((0..count).all(|at| cells.get(at) == at as i64));
        assert_eq!(before - budget.left, cells.bytes());
    }

    #[test]
    fn the_dense_part_never_passes_the_extent() {
        for count in [1, 7, 8, 255, 257, 4096, 4097, 5000] {
            let mut cells = Cells::new(0i64);
            for at in 0..count {
                cells.set(at, 1, count, &mut budget()).unwrap();
                assert!(cells.head.len() as u64 <= count);
            }
        }
    }

    #[test]
    fn a_full_budget_stops_growth() {
        let mut budget = Budget { left: 10_000 };
        let mut cells = Cells::new(0i64);
        assert!((0..10_000).any(|at| cells.set(at, 1, u64::MAX, &mut budget).is_err()));
    }

    #[test]
    fn rows_remember_the_latest_fill() {
        let mut budget = budget();
        let mut rows = Rows::new(0i64);
        rows.row(&[3, 4], &mut budget).unwrap().set(5, 50, u64::MAX, &mut budget).unwrap();
        rows.reset(&[3], 9, &mut budget);
        assert_eq!(rows.get(&[3, 4], 5), 9);
        assert_eq!(rows.get(&[2, 4], 5), 0);
        rows.reset(&[3, 8], 11, &mut budget);
        assert_eq!((rows.get(&[3, 8], 0), rows.get(&[3, 7], 0)), (11, 9));
        rows.reset(&[], 1, &mut budget);
        assert_eq!((rows.get(&[3, 8], 0), rows.get(&[3, 7], 0)), (1, 1));
    }
}
