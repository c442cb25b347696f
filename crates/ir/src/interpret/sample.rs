//! The values that variables have where an execution passes chosen locations.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::code::{Code, Instr};
use super::machine::Machine;
use super::observe::Observer;
use super::words::Word;
use crate::ids::{EdgeId, LocId, VarId};
use crate::program::Program;

/// What is to be seen: variables that can be named at a location, and how often.
pub struct Sampling<'a> {
    pub wanted: &'a BTreeMap<LocId, Vec<VarId>>,
    /// The most times that a location is looked at in one execution.
    pub most: usize,
}

pub(super) struct Sampler<'a> {
    pub(super) program: &'a Program,
    pub(super) code: &'a Code,
    pub(super) sampling: &'a Sampling<'a>,
    /// By location, in the order in which they were passed.
    pub(super) points: BTreeMap<LocId, Vec<Vec<i128>>>,
}

impl<W: Word> Observer<W> for Sampler<'_> {
    const ACTIVE: bool = true;

    fn before(&mut self, instr: &Instr, edge: EdgeId, machine: &Machine<W>) -> ControlFlow<()> {
        let Instr::Block { .. } = instr else { return ControlFlow::Continue(()) };
        let loc = self.program.edge(edge).from;
        if let Some(vars) = self.sampling.wanted.get(&loc) {
            let points = self.points.entry(loc).or_default();
            if points.len() < self.sampling.most {
                let value = |var: &VarId| {
                    let word = machine.regs[self.code.slots[var.index()].at(machine.base)];
                    word.number(self.program.var(*var).ty).whole()
                };
                points.extend(vars.iter().map(value).collect::<Option<Vec<i128>>>());
            }
        }
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Machine<W>) {}
}
