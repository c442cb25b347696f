//! The edges that an execution takes, in order.

use std::ops::ControlFlow;

use super::code::Instr;
use super::machine::Machine;
use super::observe::Observer;
use super::words::Word;
use crate::ids::EdgeId;

pub(super) struct PathObserver {
    pub(super) edges: Vec<EdgeId>,
}

impl<W: Word> Observer<W> for PathObserver {
    const ACTIVE: bool = true;

    fn before(&mut self, instr: &Instr, edge: EdgeId, _: &Machine<W>) -> ControlFlow<()> {
        if let Instr::Block { .. } = instr {
            self.edges.push(edge);
        }
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Machine<W>) {}
}
