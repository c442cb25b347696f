//! The log of an execution: which steps it took, and on which earlier steps each of them depends through data.
//!
//! For every variable and cell the log knows the step that wrote it last. A step depends on the writers of all that it
//! reads; so does the return of a call on the writers of the results. Long executions are logged at their start and at
//! their end only.

use super::access::{new_store, reset};
use super::code::{Code, Extent, Instr, Slot};
use super::machine::Machine;
use super::memory::{Budget, Store};
use super::observe::Observer;
use super::words::Word;
use crate::ids::EdgeId;
use crate::program::Op;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// The step of an edge; for a guard: it held.
    Step(EdgeId),
    /// A call ends.
    Leave,
}

/// The part of an execution that was not logged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Gap {
    /// It stands before the event with this index.
    pub(crate) before: usize,
    /// How many events are missing.
    pub(crate) events: u64,
    /// The edges of the calls that are open after the gap, outermost first.
    pub(crate) calls: Vec<EdgeId>,
}

/// An event by its index in [`Log::events`], plus one; zero is the state at the start, or something not logged.
type Writer = u32;

#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
    pub(crate) gap: Option<Gap>,
    /// The dependencies of event e are `dependencies[starts[e] .. starts[e + 1]]`.
    starts: Vec<u32>,
    dependencies: Vec<Writer>,
    /// What was read for a guard whose step has not begun.
    pub(crate) pending: Vec<Writer>,
}

impl Log {
    /// The events whose effects an event depends on, as indices.
    pub(crate) fn dependencies(&self, event: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.starts.get(event + 1).map_or(self.dependencies.len(), |&end| end as usize);
        self.dependencies[self.starts[event] as usize..end].iter().map(|&writer| writer as usize - 1)
    }

    /// The number of an event in the whole execution.
    pub(crate) fn number(&self, event: usize) -> u64 {
        let missing = self.gap.as_ref().filter(|gap| event >= gap.before).map_or(0, |gap| gap.events);
        event as u64 + missing
    }
}

/// Which steps are logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// The steps before this one,
    pub(crate) first: u64,
    /// and this one and those after it.
    pub(crate) last: u64,
}

pub(super) struct Logger<'a> {
    code: &'a Code,
    window: Window,
    /// Steps and events so far.
    steps: u64,
    events: u64,
    is_logging: bool,
    /// The edges of the open calls.
    calls: Vec<EdgeId>,
    /// By register.
    writers: Vec<Writer>,
    /// For each array on the stack of arrays the writers of its cells.
    arrays: Vec<Store<Writer>>,
    key: Vec<u64>,
    budget: Budget,
    pub(super) log: Log,
}

impl<'a> Logger<'a> {
    pub(super) fn new(code: &'a Code, window: Window) -> Logger<'a> {
        Logger {
            code,
            window,
            steps: 0,
            events: 0,
            is_logging: true,
            calls: Vec::new(),
            writers: Vec::new(),
            arrays: Vec::new(),
            key: Vec::new(),
            budget: Budget { left: u64::MAX / 2 },
            log: Log::default(),
        }
    }

    /// The event that is going on, as a writer.
    fn current(&self) -> Writer {
        if self.is_logging { self.log.events.len() as Writer } else { 0 }
    }

    fn push(&mut self, event: Event) {
        self.events += 1;
        if self.is_logging {
            self.log.starts.push(self.log.dependencies.len() as u32);
            self.log.events.push(event);
        }
    }

    fn begin(&mut self, edge: EdgeId) {
        let logs = self.steps < self.window.first || self.steps >= self.window.last;
        if logs && !self.is_logging {
            let before = self.log.events.len();
            let events = self.events - before as u64;
            self.log.gap = Some(Gap { before, events, calls: self.calls.clone() });
        }
        self.is_logging = logs;
        self.steps += 1;
        self.push(Event::Step(edge));
        // What was read for the guard belongs to the step.
        let mut pending = std::mem::take(&mut self.log.pending);
        if self.is_logging {
            self.log.dependencies.append(&mut pending);
        }
        pending.clear();
        self.log.pending = pending;
    }

    fn depend(&mut self, writer: Writer, for_guard: bool) {
        if writer == 0 {
            return;
        }
        let list = if for_guard { &mut self.log.pending } else { &mut self.log.dependencies };
        if (for_guard || self.is_logging) && list.last() != Some(&writer) {
            list.push(writer);
        }
    }

    fn read(&mut self, register: usize, for_guard: bool) {
        // Constants and intermediate values have no writer.
        if register < self.code.globals || register >= self.code.absolute {
            self.depend(self.writers[register], for_guard);
        }
    }

    fn write(&mut self, register: usize) {
        self.writers[register] = self.current();
    }

    fn cell_writer(&self, instance: usize, cell: u64) -> Writer {
        match &self.arrays[instance] {
            Store::One(cells) => cells.get(cell),
            Store::Rows(rows) => rows.get(&self.key, cell),
        }
    }

    /// The cell with the row number `key` is written now.
    fn write_cell(&mut self, instance: usize, cell: u64, cells: u64) {
        let writer = self.current();
        let row = match &mut self.arrays[instance] {
            Store::One(row) => Ok(row),
            Store::Rows(rows) => rows.row(&self.key, &mut self.budget),
        };
        // Without memory for its writer, the cell counts as written at the start.
        if let Ok(row) = row {
            let _ = row.set(cell, writer, cells, &mut self.budget);
        }
    }

    /// The cell of an access to any array, its row number being left in `key`; reads the registers that are looked at.
    fn locate<W: Word>(&mut self, array: Slot, indices: Slot, for_guard: bool, machine: &Machine<W>) -> Option<u64> {
        let shape = &self.code.shapes[machine.arrays[array.at(machine.array_base)].array.index()];
        for (at, extent) in shape.extents.iter().enumerate() {
            self.read(indices.at(machine.base) + at, for_guard);
            match *extent {
                Extent::Var { slot, .. } => self.read(slot.at(machine.base), for_guard),
                Extent::PerInstance { array, .. } => {
                    self.key.clear();
                    let instance = machine.regs[indices.at(machine.base)].index();
                    let writer = self.cell_writer(array.at(machine.array_base), instance);
                    self.depend(writer, for_guard);
                }
                Extent::Const(_) | Extent::Unbounded => {}
            }
        }
        machine.locate_into(array, indices, &mut self.key).ok()
    }

    fn call<W: Word>(&mut self, site: u32, edge: EdgeId, machine: &Machine<W>) {
        let call = &self.code.calls[site as usize];
        let proc = &self.code.procs[call.proc.index()];
        for arg in &call.args {
            self.read(arg.at(machine.base), false);
        }
        let base = self.writers.len();
        self.writers.resize(base + proc.frame, 0);
        for param in 0..call.args.len() {
            self.writers[base + param] = self.current();
        }
        for array in &proc.arrays {
            self.arrays.push(new_store(&self.code.shapes[array.index()], 0));
        }
        self.calls.push(edge);
    }

    fn leave<W: Word>(&mut self, machine: &Machine<W>) {
        let Some(frame) = machine.frames.last() else { return };
        self.push(Event::Leave);
        self.calls.pop();
        let results = &self.code.calls[frame.site as usize].results;
        for &(from, _) in results {
            self.read(from.at(machine.base), false);
        }
        for &(_, to) in results {
            self.write(to.at(frame.base));
        }
        self.writers.truncate(machine.base);
        self.arrays.truncate(machine.array_base);
    }
}

impl<W: Word> Observer<W> for Logger<'_> {
    const ACTIVE: bool = true;

    fn before(&mut self, instr: &Instr, edge: EdgeId, machine: &Machine<W>) {
        if self.events == 0 && self.writers.is_empty() {
            self.writers.resize(machine.regs.len(), 0);
            let shapes = machine.arrays.iter().map(|instance| &self.code.shapes[instance.array.index()]);
            self.arrays = shapes.map(|shape| new_store(shape, 0)).collect();
        }
        let for_guard = matches!(machine.program.edge(edge).op, Op::Assume(_));
        for source in instr.sources() {
            self.read(source.at(machine.base), for_guard);
        }
        if let Some(destination) = instr.destination() {
            let register = destination.at(machine.base);
            if register < self.code.globals || register >= self.code.absolute {
                self.write(register);
            }
        }
        match *instr {
            Instr::Block { id, .. } => {
                self.begin(self.code.block_edges[self.code.blocks[id as usize].first as usize]);
            }
            Instr::Read { array, index, .. } => {
                self.key.clear();
                let index = machine.regs[index.at(machine.base)].index();
                let writer = self.cell_writer(array.at(machine.array_base), index);
                self.depend(writer, for_guard);
            }
            Instr::Write { array, index, .. } => {
                self.key.clear();
                let instance = array.at(machine.array_base);
                let cells = self.code.shapes[machine.arrays[instance].array.index()].cells;
                let index = machine.regs[index.at(machine.base)].index();
                if index < cells {
                    self.write_cell(instance, index, cells);
                }
            }
            Instr::ReadAt { array, indices, .. } => {
                if let Some(cell) = self.locate(array, indices, for_guard, machine) {
                    let writer = self.cell_writer(array.at(machine.array_base), cell);
                    self.depend(writer, for_guard);
                }
            }
            Instr::WriteAt { array, indices, .. } => {
                if let Some(cell) = self.locate(array, indices, for_guard, machine) {
                    let instance = array.at(machine.array_base);
                    let cells = self.code.shapes[machine.arrays[instance].array.index()].cells;
                    self.write_cell(instance, cell, cells);
                }
            }
            Instr::Fill { site, .. } | Instr::HavocArray { site } => {
                let site = &self.code.fills[site as usize];
                let registers = (0..site.count).map(|at| site.prefix.at(machine.base) + at);
                registers.for_each(|register| self.read(register, for_guard));
                let instance = site.array.at(machine.array_base);
                let shape = &self.code.shapes[machine.arrays[instance].array.index()];
                let (writer, store) = (self.current(), &mut self.arrays[instance]);
                if let Ok(prefix) = machine.prefix(site) {
                    let _ = reset(store, shape, &prefix, writer, &mut self.budget);
                }
            }
            Instr::Havoc { site } => self.write(self.code.havocs[site as usize].slot.at(machine.base)),
            Instr::Call { site } => self.call(site, edge, machine),
            Instr::Leave => self.leave(machine),
            _ => {}
        }
    }

    fn end(&mut self, _: &Machine<W>) {}
}
