//! Something about every register and every cell, kept beside the machine while it runs: who wrote it, whether it is
//! known, and the like.

use super::access::{new_store, reset};
use super::code::{Extent, FillSite, Slot};
use super::machine::Machine;
use super::memory::{Budget, Store};
use super::words::Word;
use crate::ids::ArrayId;

pub(super) struct Shadow<T> {
    /// By register.
    pub(super) regs: Vec<T>,
    /// By place on the stack of arrays.
    arrays: Vec<Store<T>>,
    key: Vec<u64>,
    /// The shadow may be as large as it likes: the machine's own memory is limited.
    budget: Budget,
}

impl<T: Copy + Default> Shadow<T> {
    pub(super) fn new() -> Shadow<T> {
        Shadow { regs: Vec::new(), arrays: Vec::new(), key: Vec::new(), budget: Budget { left: u64::MAX / 2 } }
    }

    /// Takes the shape of a machine that is about to start; `of_array` is what the cells of an array start with.
    pub(super) fn start<W: Word>(&mut self, machine: &Machine<W>, of_array: impl Fn(ArrayId) -> T) {
        if self.regs.is_empty() {
            self.regs.resize(machine.regs.len(), T::default());
            for instance in &machine.arrays {
                self.create(machine, instance.array, &of_array);
            }
        }
    }

    /// Takes the shape of a machine that ran unobserved: what is kept about the registers before `kept` stays, everything
    /// else is as at the start.
    pub(super) fn restart<W: Word>(&mut self, machine: &Machine<W>, kept: usize, of_array: impl Fn(ArrayId) -> T) {
        self.regs.truncate(kept);
        self.regs.resize(machine.regs.len(), T::default());
        self.arrays.clear();
        for instance in &machine.arrays {
            self.create(machine, instance.array, &of_array);
        }
    }

    fn create<W: Word>(&mut self, machine: &Machine<W>, array: ArrayId, of_array: impl Fn(ArrayId) -> T) {
        self.arrays.push(new_store(&machine.code.shapes[array.index()], of_array(array)));
    }

    /// Pushes the frame of a call that is about to happen; the places of its parameters start where this says.
    pub(super) fn enter<W: Word>(&mut self, machine: &Machine<W>, site: u32, of_array: impl Fn(ArrayId) -> T) -> usize {
        let proc = &machine.code.procs[machine.code.calls[site as usize].proc.index()];
        let base = self.regs.len();
        self.regs.resize(base + proc.frame, T::default());
        for &array in &proc.arrays {
            self.create(machine, array, &of_array);
        }
        base
    }

    /// Drops the frame of a call that is about to end.
    pub(super) fn leave<W: Word>(&mut self, machine: &Machine<W>) {
        self.regs.truncate(machine.base);
        self.arrays.truncate(machine.array_base);
    }

    /// Calls `look` for everything that decides which cells an access with `count` indices means, and whether there are
    /// such cells.
    pub(super) fn looked_at<W: Word>(
        &mut self,
        machine: &Machine<W>,
        array: Slot,
        indices: Slot,
        count: usize,
        mut look: impl FnMut(T),
    ) {
        let code = machine.code;
        let shape = &code.shapes[machine.arrays[array.at(machine.array_base)].array.index()];
        let first = indices.at(machine.base);
        for (at, extent) in shape.extents[..count.min(shape.extents.len())].iter().enumerate() {
            look(self.regs[first + at]);
            match *extent {
                Extent::Var { slot, .. } => look(self.regs[slot.at(machine.base)]),
                Extent::PerInstance { array, .. } => {
                    self.key.clear();
                    if let Ok(instance) = machine.regs[first].index() {
                        look(self.get(array.at(machine.array_base), instance));
                    }
                }
                Extent::Const(_) | Extent::Unbounded | Extent::Element => {}
            }
        }
    }

    fn get(&self, instance: usize, cell: u64) -> T {
        match &self.arrays[instance] {
            Store::One(cells) => cells.get(cell),
            Store::Rows(rows) => rows.get(&self.key, cell),
            Store::Set(_) => unreachable!("a set has one shadow"),
        }
    }

    /// What is kept about the cell of an access; `None` out of bounds.
    pub(super) fn cell<W: Word>(&mut self, machine: &Machine<W>, array: Slot, indices: Slot) -> Option<T> {
        let cell = machine.locate_into(array, indices, &mut self.key).ok()?;
        Some(self.get(array.at(machine.array_base), cell))
    }

    pub(super) fn set_cell<W: Word>(&mut self, machine: &Machine<W>, array: Slot, indices: Slot, value: T) {
        let Ok(cell) = machine.locate_into(array, indices, &mut self.key) else { return };
        let instance = array.at(machine.array_base);
        let cells = machine.code.shapes[machine.arrays[instance].array.index()].cells;
        let row = match &mut self.arrays[instance] {
            Store::One(row) => Ok(row),
            Store::Rows(rows) => rows.row(&self.key, &mut self.budget),
            Store::Set(_) => unreachable!("a set has one shadow"),
        };
        let set = row.and_then(|row| row.set(cell, value, cells, &mut self.budget));
        set.expect("a shadow has no memory limit");
    }

    /// What is kept about a set, which is one thing.
    pub(super) fn set<W: Word>(&self, machine: &Machine<W>, set: Slot) -> T {
        self.get(set.at(machine.array_base), 0)
    }

    pub(super) fn change_set<W: Word>(&mut self, machine: &Machine<W>, set: Slot, value: T) {
        if let Store::One(cells) = &mut self.arrays[set.at(machine.array_base)] {
            cells.set(0, value, 1, &mut self.budget).expect("a shadow has no memory limit");
        }
    }

    /// All cells that a fill is about to write.
    pub(super) fn fill<W: Word>(&mut self, machine: &Machine<W>, site: &FillSite, value: T) {
        let Ok(prefix) = machine.prefix(site) else { return };
        let instance = site.array.at(machine.array_base);
        let shape = &machine.code.shapes[machine.arrays[instance].array.index()];
        let filled = reset(&mut self.arrays[instance], shape, &prefix, value, &mut self.budget);
        filled.expect("a shadow has no memory limit");
    }
}
