//! The values that chosen steps of an execution write: a second run, to show what the first one logged.

use std::ops::ControlFlow;

use super::code::{ArraySlot, Code, Instr};
use super::machine::Machine;
use super::observe::Observer;
use super::words::Word;
use crate::fraction::Fraction;
use crate::ids::{ArrayId, EdgeId, VarId};
use crate::program::Program;
use crate::ty::IntTy;

/// What an event did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Values {
    /// Variables after the event.
    pub(crate) vars: Vec<(VarId, Fraction)>,
    /// The cell that was written, and its value.
    pub(crate) cell: Option<(ArrayId, Box<[u64]>, Fraction)>,
    /// The set that was changed, and its elements in order after the event.
    pub(crate) set: Option<(ArrayId, Vec<Fraction>)>,
    /// The arguments of a call.
    pub(crate) args: Vec<Fraction>,
}

/// Which variables an event is asked for; all of them are variables of the procedure of the event, or global.
pub(crate) struct Wanted {
    /// The number of the event in the execution.
    pub(crate) number: u64,
    pub(crate) vars: Vec<VarId>,
}

pub(super) struct Capturer<'a> {
    program: &'a Program,
    code: &'a Code,
    /// In the order of their numbers.
    wanted: &'a [Wanted],
    events: u64,
    /// The first event that somebody else captures.
    until: u64,
    /// The first of `wanted` is going on.
    is_open: bool,
    /// The set that it changes.
    set: Option<ArraySlot>,
    pub(super) values: Vec<Values>,
}

impl<'a> Capturer<'a> {
    /// For the events of an execution from its start to before `until`.
    pub(super) fn new(program: &'a Program, code: &'a Code, wanted: &'a [Wanted], until: u64) -> Capturer<'a> {
        Capturer { program, code, wanted, events: 0, until, is_open: false, set: None, values: Vec::new() }
    }

    /// The events from this one on are seen next, to the end.
    pub(super) fn skip_to(&mut self, event: u64) {
        (self.events, self.until) = (event, u64::MAX);
    }

    fn has_all(&self) -> bool {
        !self.is_open && self.wanted.first().is_none_or(|wanted| wanted.number >= self.until)
    }

    /// An event ends: its variables have their values.
    fn close<W: Word>(&mut self, machine: &Machine<W>) {
        let Some((wanted, rest)) = self.wanted.split_first().filter(|_| self.is_open) else { return };
        let values = self.values.last_mut().expect("an open event has values");
        values.vars = wanted
            .vars
            .iter()
            .map(|&var| {
                let word = machine.regs[self.code.slots[var.index()].at(machine.base)];
                (var, word.number(self.program.var(var).ty))
            })
            .collect();
        values.set = self.set.take().map(|set| {
            let mut elements: Vec<Fraction> = machine.elements(set).map(|word| word.number(IntTy::OFFSET)).collect();
            elements.sort_unstable();
            (machine.arrays[set.at(machine.array_base)].array, elements)
        });
        self.wanted = rest;
        self.is_open = false;
    }

    fn begin<W: Word>(&mut self, machine: &Machine<W>) {
        self.close(machine);
        self.is_open = self.wanted.first().is_some_and(|wanted| wanted.number == self.events);
        self.events += 1;
        if self.is_open {
            self.values.push(Values::default());
        }
    }

    fn cell<W: Word>(&mut self, array: usize, indices: usize, value: usize, machine: &Machine<W>) {
        let id = machine.arrays[array].array;
        let (shape, regs) = (&self.code.shapes[id.index()], &machine.regs);
        let indices: Result<_, _> = (0..shape.extents.len()).map(|at| regs[indices + at].index()).collect();
        if let (Some(values), Ok(indices)) = (self.values.last_mut(), indices) {
            values.cell = Some((id, indices, regs[value].number(shape.elem)));
        }
    }
}

impl<W: Word> Observer<W> for Capturer<'_> {
    const ACTIVE: bool = true;

    fn before(&mut self, instr: &Instr, _: EdgeId, machine: &Machine<W>) -> ControlFlow<()> {
        match *instr {
            Instr::Block { .. } => self.begin(machine),
            Instr::Leave if !machine.frames.is_empty() => {
                self.begin(machine);
            }
            Instr::Write { array, index, value } if self.is_open => {
                let (array, base) = (array.at(machine.array_base), machine.base);
                self.cell(array, index.at(base), value.at(base), machine);
            }
            Instr::WriteAt { array, indices, value } if self.is_open => {
                let (array, base) = (array.at(machine.array_base), machine.base);
                self.cell(array, indices.at(base), value.at(base), machine);
            }
            Instr::Put { set, .. } | Instr::CopySet { to: set, .. } if self.is_open => self.set = Some(set),
            Instr::Fill { site, .. } if self.is_open => {
                let array = self.code.fills[site as usize].array;
                let id = machine.arrays[array.at(machine.array_base)].array;
                self.set = self.code.shapes[id.index()].is_set().then_some(array);
            }
            Instr::Call { site } if self.is_open => {
                let proc = self.code.calls[site as usize].proc;
                let params = &self.program.proc(proc).params;
                let args = self.code.calls[site as usize].args.iter().zip(params);
                let args =
                    args.map(|(arg, &param)| machine.regs[arg.at(machine.base)].number(self.program.var(param).ty));
                let args = args.collect();
                if let Some(values) = self.values.last_mut() {
                    values.args = args;
                }
                // The next event is in the callee, where this one's variables cannot be seen.
                self.close(machine);
            }
            _ => {}
        }
        if self.has_all() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(&mut self, machine: &Machine<W>) {
        self.close(machine);
    }
}
