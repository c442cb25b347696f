//! The log of an execution: which steps it took, and on which earlier steps each of them depends through data.
//!
//! For every variable and cell the log knows the step that wrote it last. A step depends on the writers of all that it
//! reads; so does the return of a call on the writers of the results. Long executions are logged at their start and at
//! their end only: what lies between runs unobserved, at full speed.

use std::ops::ControlFlow;

use super::code::{Code, Instr, Slot};
use super::machine::Machine;
use super::observe::Observer;
use super::shadow::Shadow;
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

/// Which steps are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Skip {
    /// The first of them,
    pub(crate) from: u64,
    /// and the step that is logged again.
    pub(crate) to: u64,
}

/// A machine at the start of a gap.
pub(super) struct Edge<W> {
    steps: u64,
    left: u64,
    regs: Vec<W>,
}

pub(super) struct Logger<'a> {
    code: &'a Code,
    /// The step to pause at, once.
    pause: Option<u64>,
    steps: u64,
    writers: Shadow<Writer>,
    pub(super) log: Log,
}

impl<'a> Logger<'a> {
    /// Pauses the execution before the step with the given number.
    pub(super) fn new(code: &'a Code, pause: Option<u64>) -> Logger<'a> {
        Logger { code, pause, steps: 0, writers: Shadow::new(), log: Log::default() }
    }

    /// The machine, which is paused, goes on unobserved from here.
    pub(super) fn look_away<W: Word>(&mut self, machine: &mut Machine<W>) -> Edge<W> {
        machine.floor = machine.frames.len();
        self.log.pending.clear();
        Edge { steps: machine.steps, left: machine.left, regs: machine.regs.clone() }
    }

    /// The machine, which is paused, is observed again. A variable that has the value that it had before the gap counts as
    /// written by who wrote it then; other values come from somewhere in the gap, and so do the cells of all arrays.
    pub(super) fn look_back<W: Word>(&mut self, machine: &Machine<W>, edge: &Edge<W>) {
        let events = machine.steps - edge.steps + machine.left - edge.left;
        let call = |site: u32| self.code.origin[self.code.calls[site as usize].return_to.0 as usize - 1];
        let calls = machine.frames.iter().map(|frame| call(frame.site)).collect();
        self.log.gap = Some(Gap { before: self.log.events.len(), events, calls });
        self.steps = machine.steps;
        let kept = machine.frame_end(machine.floor);
        for (register, writer) in self.writers.regs[..kept].iter_mut().enumerate() {
            if machine.regs[register] != edge.regs[register] {
                *writer = 0;
            }
        }
        self.writers.restart(machine, kept, |_| 0);
    }

    /// The event that is going on, as a writer.
    fn current(&self) -> Writer {
        self.log.events.len() as Writer
    }

    fn push(&mut self, event: Event) {
        self.log.starts.push(self.log.dependencies.len() as u32);
        self.log.events.push(event);
    }

    fn begin(&mut self, edge: EdgeId) {
        self.steps += 1;
        self.push(Event::Step(edge));
        // What was read for the guard belongs to the step.
        let Log { pending, dependencies, .. } = &mut self.log;
        dependencies.append(pending);
    }

    /// The writer is zero for constants and intermediate values, which nobody writes.
    fn depend(&mut self, writer: Writer, for_guard: bool) {
        let Log { pending, dependencies, starts, .. } = &mut self.log;
        let (list, start) = match for_guard {
            true => (pending, 0),
            false => (dependencies, starts.last().map_or(0, |&start| start as usize)),
        };
        // What the event before depends on last says nothing about this one.
        if writer != 0 && list[start..].last() != Some(&writer) {
            list.push(writer);
        }
    }

    fn read(&mut self, register: usize, for_guard: bool) {
        self.depend(self.writers.regs[register], for_guard);
    }

    fn write(&mut self, register: usize) {
        if register < self.code.globals || register >= self.code.absolute {
            self.writers.regs[register] = self.current();
        }
    }

    fn look_at<W: Word>(&mut self, machine: &Machine<W>, array: Slot, indices: Slot, count: usize, for_guard: bool) {
        let mut looked_at = Vec::new();
        self.writers.looked_at(machine, array, indices, count, |writer| looked_at.push(writer));
        looked_at.into_iter().for_each(|writer| self.depend(writer, for_guard));
    }

    fn call<W: Word>(&mut self, site: u32, machine: &Machine<W>) {
        let args = &self.code.calls[site as usize].args;
        for arg in args {
            self.read(arg.at(machine.base), false);
        }
        let params = self.writers.enter(machine, site, |_| 0);
        (params..params + args.len()).for_each(|param| self.write(param));
    }

    fn leave<W: Word>(&mut self, machine: &Machine<W>) {
        let Some(frame) = machine.frames.last() else { return };
        self.push(Event::Leave);
        let results = &self.code.calls[frame.site as usize].results;
        for &(from, _) in results {
            self.read(from.at(machine.base), false);
        }
        for &(_, to) in results {
            self.write(to.at(frame.base));
        }
        self.writers.leave(machine);
    }
}

impl<W: Word> Observer<W> for Logger<'_> {
    const ACTIVE: bool = true;

    fn before(&mut self, instr: &Instr, edge: EdgeId, machine: &Machine<W>) -> ControlFlow<()> {
        if matches!(instr, Instr::Block { .. }) && self.pause == Some(self.steps) {
            self.pause = None;
            return ControlFlow::Break(());
        }
        self.writers.start(machine, |_| 0);
        let for_guard = matches!(machine.program.edge(edge).op, Op::Assume(_));
        for source in instr.sources() {
            self.read(source.at(machine.base), for_guard);
        }
        match *instr {
            Instr::Block { id, .. } => {
                self.begin(self.code.block_edges[self.code.blocks[id as usize].first as usize]);
            }
            Instr::Read { array, index: indices, .. } | Instr::ReadAt { array, indices, .. } => {
                self.look_at(machine, array, indices, usize::MAX, for_guard);
                if let Some(writer) = self.writers.cell(machine, array, indices) {
                    self.depend(writer, for_guard);
                }
            }
            Instr::Write { array, index: indices, .. } | Instr::WriteAt { array, indices, .. } => {
                self.look_at(machine, array, indices, usize::MAX, for_guard);
                self.writers.set_cell(machine, array, indices, self.current());
            }
            Instr::Contains { set, .. } | Instr::IfEmpty { set, .. } | Instr::IfNotEmpty { set, .. } => {
                self.depend(self.writers.set(machine, set), for_guard);
            }
            // The new set is made of the old one.
            Instr::Put { set, .. } => {
                self.depend(self.writers.set(machine, set), for_guard);
                self.writers.change_set(machine, set, self.current());
            }
            Instr::CopySet { to, from } => {
                self.depend(self.writers.set(machine, from), for_guard);
                self.writers.change_set(machine, to, self.current());
            }
            Instr::Fill { site, .. } | Instr::HavocArray { site } => {
                let site = &self.code.fills[site as usize];
                self.look_at(machine, site.array, site.prefix, site.count, for_guard);
                self.writers.fill(machine, site, self.current());
            }
            Instr::Havoc { site } => self.write(self.code.havocs[site as usize].slot.at(machine.base)),
            Instr::Call { site } => self.call(site, machine),
            Instr::Leave => self.leave(machine),
            _ => {}
        }
        // Last, since an instruction may read what it writes.
        if let Some(destination) = instr.destination() {
            self.write(destination.at(machine.base));
        }
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Machine<W>) {}
}
