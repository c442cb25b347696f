//! Finds out whether arbitrary values matter: whether they decide the way that an execution takes.
//!
//! While the program runs with zeros for all that is arbitrary, every register and cell is marked that depends on such a
//! value. As long as no marked value decides a branch, an index or an extent, every execution goes the same way; they
//! differ in values that nobody looks at. An operation on marked values that can fault decides something too, if its
//! fault is an error; if not, executions that fault there are outside of what a verdict speaks of.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::code::{Instr, Slot};
use super::execution::{Ending, Failure, Point};
use super::machine::Machine;
use super::observe::Observer;
use super::shadow::Shadow;
use super::words::Word;
use crate::fault::Property;
use crate::ids::{ArrayId, EdgeId};
use crate::op::{BinOp, UnOp};
use crate::program::{Contents, Program};

pub(super) struct Certainty<'a> {
    program: &'a Program,
    properties: &'a BTreeSet<Property>,
    marks: Shadow<bool>,
    /// The edge at which an arbitrary value decided something.
    decided: Option<EdgeId>,
    /// The last instruction had marked operands.
    is_marked: bool,
}

impl<'a> Certainty<'a> {
    pub(super) fn new(program: &'a Program, properties: &'a BTreeSet<Property>) -> Certainty<'a> {
        Certainty { program, properties, marks: Shadow::new(), decided: None, is_marked: false }
    }

    /// The edge at which an arbitrary value decided something, after an execution with this ending. A fault in an
    /// operation on marked values is one that other executions need not have.
    pub(super) fn decided(&self, ending: &Ending) -> Option<EdgeId> {
        match ending {
            Ending::Fault(Failure { point: Point::Edge(edge), .. }) if self.is_marked => Some(*edge),
            Ending::NumberTooLarge(edge) if self.is_marked => Some(*edge),
            _ => self.decided,
        }
    }

    fn of_array(program: &Program, array: ArrayId) -> bool {
        program.array(array).init == Contents::Undefined
    }

    /// True if something marked decides which cells an access means, or whether it faults.
    fn looks<W: Word>(&mut self, machine: &Machine<W>, array: Slot, indices: Slot, count: usize) -> bool {
        let mut marked = false;
        self.marks.looked_at(machine, array, indices, count, |mark| marked |= mark);
        marked
    }

    /// Follows an instruction; true if a marked value decides something there.
    fn decides<W: Word>(&mut self, instr: &Instr, machine: &Machine<W>) -> bool {
        let code = machine.code;
        let marked = instr.sources().any(|source| self.marks.regs[source.at(machine.base)]);
        self.is_marked = marked;
        let mut result = marked;
        let decides = match *instr {
            Instr::AddSigned { .. } | Instr::SubSigned { .. } | Instr::MulSigned { .. } | Instr::CheckShift { .. } => {
                marked && self.properties.contains(&Property::Overflow)
            }
            Instr::Unary { op: UnOp::Neg, ty, .. } => {
                marked && ty.is_signed() && self.properties.contains(&Property::Overflow)
            }
            Instr::Binary { op: BinOp::Div | BinOp::Rem, ty, .. } => {
                let overflow = ty.is_signed() && self.properties.contains(&Property::Overflow);
                marked && (overflow || self.properties.contains(&Property::DivByZero))
            }
            Instr::Binary { op: BinOp::Shl | BinOp::Shr, .. } => {
                marked && self.properties.contains(&Property::Overflow)
            }
            Instr::IfEqual { .. }
            | Instr::IfNotEqual { .. }
            | Instr::IfLess { .. }
            | Instr::IfLessOrEqual { .. }
            | Instr::IfLessUnsigned { .. }
            | Instr::IfLessOrEqualUnsigned { .. } => marked,
            Instr::Read { array, index: indices, .. } | Instr::ReadAt { array, indices, .. } => {
                result = self.marks.cell(machine, array, indices).unwrap_or(false);
                self.looks(machine, array, indices, usize::MAX)
            }
            Instr::Write { array, index: indices, value } | Instr::WriteAt { array, indices, value } => {
                let mark = self.marks.regs[value.at(machine.base)];
                self.marks.set_cell(machine, array, indices, mark);
                self.looks(machine, array, indices, usize::MAX)
            }
            Instr::Contains { set, .. } => {
                result |= self.marks.set(machine, set);
                false
            }
            Instr::Put { set, .. } => {
                let mark = self.marks.set(machine, set);
                self.marks.change_set(machine, set, mark || marked);
                false
            }
            Instr::CopySet { to, from } => {
                let mark = self.marks.set(machine, from);
                self.marks.change_set(machine, to, mark);
                false
            }
            Instr::IfEmpty { set, .. } | Instr::IfNotEmpty { set, .. } => self.marks.set(machine, set),
            Instr::Fill { site, .. } | Instr::HavocArray { site } => {
                let site = &code.fills[site as usize];
                self.marks.fill(machine, site, marked || site.source.is_some());
                self.looks(machine, site.array, site.prefix, site.count)
            }
            Instr::Havoc { site } => {
                self.marks.regs[code.havocs[site as usize].slot.at(machine.base)] = true;
                false
            }
            Instr::Call { site } => {
                let program = self.program;
                let params = self.marks.enter(machine, site, |array| Self::of_array(program, array));
                for (at, arg) in code.calls[site as usize].args.iter().enumerate() {
                    self.marks.regs[params + at] = self.marks.regs[arg.at(machine.base)];
                }
                false
            }
            Instr::Leave => {
                if let Some(frame) = machine.frames.last() {
                    for &(from, to) in &code.calls[frame.site as usize].results {
                        self.marks.regs[to.at(frame.base)] = self.marks.regs[from.at(machine.base)];
                    }
                    self.marks.leave(machine);
                }
                false
            }
            _ => false,
        };
        if let Some(destination) = instr.destination() {
            self.marks.regs[destination.at(machine.base)] = result;
        }
        decides
    }
}

impl<W: Word> Observer<W> for Certainty<'_> {
    const ACTIVE: bool = true;

    fn before(&mut self, instr: &Instr, edge: EdgeId, machine: &Machine<W>) -> ControlFlow<()> {
        let program = self.program;
        self.marks.start(machine, |array| Self::of_array(program, array));
        if self.decides(instr, machine) {
            self.decided = Some(edge);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Machine<W>) {}
}
