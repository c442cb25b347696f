//! How the machine reads, writes and fills arrays.
//!
//! An access is checked against all extents before anything happens. The machine's loop handles the simplest case (one
//! dimension, dense part) itself; everything else is here.

use super::code::{Extent, FillSite, Shape, Slot};
use super::execution::Ending;
use super::inputs::{Fill, FillRequest, Inputs};
use super::machine::{Instance, Machine, Stop};
use super::memory::{Budget, Cells, OutOfMemory, Rows, Store};
use super::sets::Members;
use super::words::Word;
use crate::fault::Fault;
use crate::ids::ArrayId;
use crate::program::{Contents, Source};

impl<W: Word> Machine<'_, W> {
    /// A new array with its initial contents, on top of the stack of arrays.
    pub(super) fn create(&mut self, id: ArrayId, inputs: &mut dyn Inputs) -> Result<(), Stop> {
        self.budget.take(size_of::<Instance<W>>() as u64)?;
        let shape = &self.code.shapes[id.index()];
        let store = if shape.is_set() { Store::Set(Members::new()) } else { new_store(shape, W::default()) };
        self.arrays.push(Instance { array: id, store });
        let slot = self.code.array_slots[id.index()];
        match &self.program.array(id).init {
            Contents::Zero => {}
            Contents::Values(values) => {
                for (at, &value) in (0u64..).zip(values) {
                    let (row, cell) = match shape.row_dims {
                        0 => (0, at),
                        _ => (at / shape.cells, at % shape.cells),
                    };
                    self.key.clear();
                    self.key.resize(shape.row_dims.saturating_sub(1), 0);
                    if shape.row_dims > 0 {
                        self.key.push(row);
                    }
                    if cell < shape.cells {
                        self.write(slot, cell, W::from_value(value, shape.elem))?;
                    }
                }
            }
            Contents::Undefined => {
                let extents: Vec<Option<u64>> =
                    (0..shape.extents.len()).map(|at| self.extent_if_known(shape, at)).collect();
                let source = &Source::Uninitialised;
                let request = FillRequest { array: id, ty: shape.elem, extents: &extents, source, edge: None };
                let fill = inputs.fill(&request).ok_or(Stop::Ending(Ending::InputsExhausted(None)))?;
                self.set_contents(slot, &[], &fill)?;
            }
        }
        Ok(())
    }

    fn extent_if_known(&self, shape: &Shape, dim: usize) -> Option<u64> {
        match shape.extents[dim] {
            Extent::Const(extent) => Some(extent),
            Extent::Var { slot, ty } => Some(self.regs[slot.at(self.base)].extent(ty)),
            Extent::PerInstance { .. } | Extent::Unbounded | Extent::Element => None,
        }
    }

    /// The cell of an access, its row number being left in `key`; a fault if an index is out of bounds.
    pub(super) fn locate(&mut self, array: Slot, indices: Slot) -> Result<u64, Stop> {
        let mut key = std::mem::take(&mut self.key);
        let cell = self.locate_into(array, indices, &mut key);
        self.key = key;
        cell
    }

    pub(super) fn locate_into(&self, array: Slot, indices: Slot, key: &mut Vec<u64>) -> Result<u64, Stop> {
        let code = self.code;
        let shape = &code.shapes[self.arrays[array.at(self.array_base)].array.index()];
        let first = indices.at(self.base);
        key.clear();
        let mut cell = 0;
        for (at, extent) in shape.extents.iter().enumerate() {
            let index = self.regs[first + at].index()?;
            let extent = match *extent {
                Extent::Const(extent) => extent,
                Extent::Var { slot, ty } => self.regs[slot.at(self.base)].extent(ty),
                Extent::PerInstance { array, ty } => {
                    let instance = self.regs[first].index()?;
                    self.read_far(array, instance)?.extent(ty)
                }
                Extent::Unbounded | Extent::Element => u64::MAX,
            };
            if index >= extent {
                return Err(Stop::Fault(Fault::OutOfBounds));
            }
            if at < shape.row_dims {
                key.push(index);
            } else {
                cell += index * shape.strides[at - shape.row_dims];
            }
        }
        Ok(cell)
    }

    /// The cell with the row number `key`.
    pub(super) fn read(&self, array: Slot, cell: u64) -> W {
        match &self.arrays[array.at(self.array_base)].store {
            Store::One(cells) => cells.get(cell),
            Store::Rows(rows) => rows.get(&self.key, cell),
            Store::Set(_) => unreachable!("sets have no cells here"),
        }
    }

    /// Sets the cell with the row number `key`.
    pub(super) fn write(&mut self, array: Slot, cell: u64, value: W) -> Result<(), OutOfMemory> {
        let instance = &mut self.arrays[array.at(self.array_base)];
        let cells = self.code.shapes[instance.array.index()].cells;
        match &mut instance.store {
            Store::One(row) => row.set(cell, value, cells, &mut self.budget),
            Store::Rows(rows) => rows.row(&self.key, &mut self.budget)?.set(cell, value, cells, &mut self.budget),
            Store::Set(_) => unreachable!("sets have no cells here"),
        }
    }

    /// Reads an array of one dimension.
    #[cold]
    pub(super) fn read_far(&self, array: Slot, index: u64) -> Result<W, Stop> {
        self.check(array, index)?;
        Ok(match &self.arrays[array.at(self.array_base)].store {
            Store::One(cells) => cells.get(index),
            Store::Rows(rows) => rows.get(&[], index),
            Store::Set(_) => unreachable!("sets have no cells here"),
        })
    }

    /// Writes an array of one dimension.
    #[cold]
    pub(super) fn write_far(&mut self, array: Slot, index: u64, value: W) -> Result<(), Stop> {
        self.check(array, index)?;
        self.key.clear();
        self.write(array, index, value)?;
        Ok(())
    }

    fn check(&self, array: Slot, index: u64) -> Result<(), Stop> {
        let shape = &self.code.shapes[self.arrays[array.at(self.array_base)].array.index()];
        match self.extent_if_known(shape, 0) {
            Some(extent) if index >= extent => Err(Stop::Fault(Fault::OutOfBounds)),
            None if index == u64::MAX => Err(Stop::Fault(Fault::OutOfBounds)),
            _ => Ok(()),
        }
    }

    pub(super) fn havoc_array(&mut self, at: u32, inputs: &mut dyn Inputs) -> Result<(), Stop> {
        let code = self.code;
        let site = &code.fills[at as usize];
        self.fills_passed[at as usize] = true;
        let prefix = self.prefix(site)?;
        let id = self.arrays[site.array.at(self.array_base)].array;
        let shape = &code.shapes[id.index()];
        let extents: Vec<Option<u64>> = (site.count..shape.extents.len())
            .map(|dim| match (shape.extents[dim], prefix.first()) {
                (Extent::PerInstance { array, ty }, Some(&instance)) => {
                    self.read_far(array, instance).ok().map(|extent| extent.extent(ty))
                }
                _ => self.extent_if_known(shape, dim),
            })
            .collect();
        let source = site.source.as_ref().expect("a havoc site has a source");
        let request = FillRequest { array: id, ty: shape.elem, extents: &extents, source, edge: Some(site.edge) };
        let fill = inputs.fill(&request).ok_or(Stop::Exhausted)?;
        self.set_contents(site.array, &prefix, &fill)?;
        Ok(())
    }

    /// Gives the cells that start with the prefix one value.
    pub(super) fn fill(&mut self, site: &FillSite, value: W) -> Result<(), Stop> {
        let prefix = self.prefix(site)?;
        self.reset(site.array, &prefix, value)?;
        Ok(())
    }

    /// The indices that select what is filled; a fault if one is out of bounds.
    pub(super) fn prefix(&self, site: &FillSite) -> Result<Vec<u64>, Stop> {
        let first = site.prefix.at(self.base);
        let shape = &self.code.shapes[self.arrays[site.array.at(self.array_base)].array.index()];
        let mut prefix = Vec::with_capacity(site.count);
        for at in 0..site.count {
            let index = self.regs[first + at].index()?;
            let extent = match shape.extents[at] {
                Extent::PerInstance { array, ty } => self.read_far(array, self.regs[first].index()?)?.extent(ty),
                _ => self.extent_if_known(shape, at).unwrap_or(u64::MAX),
            };
            if index >= extent {
                return Err(Stop::Fault(Fault::OutOfBounds));
            }
            prefix.push(index);
        }
        Ok(prefix)
    }

    fn set_contents(&mut self, array: Slot, prefix: &[u64], fill: &Fill) -> Result<(), OutOfMemory> {
        let shape = &self.code.shapes[self.arrays[array.at(self.array_base)].array.index()];
        self.reset(array, prefix, W::from_value(fill.default, shape.elem))?;
        self.set_cells(array, prefix, &fill.cells)
    }

    fn reset(&mut self, array: Slot, prefix: &[u64], default: W) -> Result<(), OutOfMemory> {
        let instance = &mut self.arrays[array.at(self.array_base)];
        reset(&mut instance.store, &self.code.shapes[instance.array.index()], prefix, default, &mut self.budget)
    }

    fn set_cells(&mut self, array: Slot, prefix: &[u64], cells: &[(Box<[u64]>, i128)]) -> Result<(), OutOfMemory> {
        let code = self.code;
        let shape = &code.shapes[self.arrays[array.at(self.array_base)].array.index()];
        for (rest, value) in cells {
            if prefix.len() + rest.len() != shape.extents.len() {
                continue;
            }
            self.key.clear();
            let mut cell = Some(0u64);
            for (at, &index) in prefix.iter().chain(rest).enumerate() {
                if matches!(shape.extents[at], Extent::Const(extent) if index >= extent) || index >= i64::MAX as u64 {
                    cell = None;
                } else if at < shape.row_dims {
                    self.key.push(index);
                } else {
                    cell = cell.map(|cell| cell + index * shape.strides[at - shape.row_dims]);
                }
            }
            if let Some(cell) = cell {
                self.write(array, cell, W::from_value(*value, shape.elem))?;
            }
        }
        Ok(())
    }
}

/// Gives all cells that start with the prefix one value.
pub(super) fn reset<T: Copy>(
    store: &mut Store<T>,
    shape: &Shape,
    prefix: &[u64],
    default: T,
    budget: &mut Budget,
) -> Result<(), OutOfMemory> {
    if let Store::Set(members) = store {
        members.clear(budget);
        return Ok(());
    }
    if prefix.len() < shape.row_dims {
        if let Store::Rows(rows) = store {
            rows.reset(prefix, default, budget);
        }
        return Ok(());
    }
    let (key, inner) = prefix.split_at(shape.row_dims);
    let row = match store {
        Store::One(cells) => cells,
        Store::Rows(rows) => rows.row(key, budget)?,
        Store::Set(_) => unreachable!("sets were handled above"),
    };
    let Some(last) = inner.len().checked_sub(1) else {
        row.reset(default, budget);
        return Ok(());
    };
    let start: u64 = inner.iter().zip(&shape.strides).map(|(index, stride)| index * stride).sum();
    for cell in start..start + shape.strides[last] {
        row.set(cell, default, shape.cells, budget)?;
    }
    Ok(())
}

/// The contents of a new array.
pub(super) fn new_store<T: Copy>(shape: &Shape, default: T) -> Store<T> {
    match shape.row_dims {
        0 => Store::One(Cells::new(default)),
        _ => Store::Rows(Box::new(Rows::new(default))),
    }
}
