//! How others look on while the machine runs.
//!
//! The machine is compiled once for [`Unobserved`], where all of this disappears, and once for each real observer. An
//! observer is shown code in which every edge is a block of its own (see `compile`), so that it sees every edge.

use std::ops::ControlFlow;

use super::code::Instr;
use super::machine::Machine;
use super::words::Word;
use crate::ids::EdgeId;

pub(super) trait Observer<W: Word> {
    const ACTIVE: bool;

    /// Called before each instruction, with the edge that it belongs to. `Instr::Block` begins the step of its edge;
    /// the instructions of a guard come before that. Breaking pauses the execution before the instruction.
    fn before(&mut self, instr: &Instr, edge: EdgeId, machine: &Machine<W>) -> ControlFlow<()>;

    /// Called when the execution has ended.
    fn end(&mut self, machine: &Machine<W>);
}

/// Nobody looks on.
pub(super) struct Unobserved;

impl<W: Word> Observer<W> for Unobserved {
    const ACTIVE: bool = false;

    fn before(&mut self, _: &Instr, _: EdgeId, _: &Machine<W>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Machine<W>) {}
}
