//! The values that variables have where an execution passes chosen locations, now and when the procedure was entered.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::code::{Code, Instr};
use super::machine::Machine;
use super::observe::Observer;
use super::words::Word;
use crate::ids::{EdgeId, LocId, ProcId, VarId};
use crate::invariant::Value;
use crate::program::Program;

/// What is to be seen: values that can be named at a location, and how often. The exit of a procedure may be wanted, too.
pub struct Sampling<'a> {
    pub wanted: &'a BTreeMap<LocId, Vec<Value>>,
    /// The most times that a location is looked at in one execution. If it is passed more often, some are left out, such that
    /// the others lie equally far apart.
    pub most: usize,
}

/// The values at one location, in the order in which it was passed: every one whose number is a multiple of `stride`.
#[derive(Default)]
struct Points {
    kept: Vec<Vec<i128>>,
    stride: usize,
    passed: usize,
}

pub(super) struct Sampler<'a> {
    program: &'a Program,
    code: &'a Code,
    sampling: &'a Sampling<'a>,
    points: BTreeMap<LocId, Points>,
    /// For each open call, and the entry procedure below them: the registers that parameters and globals had at its start.
    entries: Vec<BTreeMap<VarId, Option<i128>>>,
    /// The variables whose values at the entry are wanted.
    at_entry: Vec<VarId>,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(program: &'a Program, code: &'a Code, sampling: &'a Sampling<'a>) -> Sampler<'a> {
        let wanted = sampling.wanted.values().flatten();
        let mut at_entry: Vec<VarId> =
            wanted.filter_map(|value| if let Value::AtEntry(var) = value { Some(*var) } else { None }).collect();
        at_entry.sort_unstable();
        at_entry.dedup();
        Sampler { program, code, sampling, points: BTreeMap::new(), entries: Vec::new(), at_entry }
    }

    /// By location.
    pub(super) fn into_points(self) -> impl Iterator<Item = (LocId, Vec<Vec<i128>>)> {
        self.points.into_iter().map(|(loc, points)| (loc, points.kept))
    }

    fn value<W: Word>(&self, var: VarId, machine: &Machine<W>) -> Option<i128> {
        let word = machine.regs[self.code.slots[var.index()].at(machine.base)];
        word.number(self.program.var(var).ty).whole()
    }

    /// Notes what the values are where a call begins. Between two calls at the same depth there is an instruction of the caller.
    fn follow_calls<W: Word>(&mut self, machine: &Machine<W>) {
        let open = machine.frames.len() + 1;
        self.entries.truncate(open);
        while self.entries.len() < open {
            let proc = self.current(machine);
            let is_known = |var: &&VarId| self.program.var(**var).owner.is_none_or(|owner| owner == proc);
            let at_entry = self.at_entry.iter().filter(is_known);
            let values = at_entry.map(|var| (*var, self.value(*var, machine))).collect();
            self.entries.push(values);
        }
    }

    fn current<W: Word>(&self, machine: &Machine<W>) -> ProcId {
        machine.frames.last().map_or(self.program.entry, |frame| self.code.calls[frame.site as usize].proc)
    }
}

impl<W: Word> Observer<W> for Sampler<'_> {
    const ACTIVE: bool = true;

    fn before(&mut self, instr: &Instr, edge: EdgeId, machine: &Machine<W>) -> ControlFlow<()> {
        if !self.at_entry.is_empty() {
            self.follow_calls(machine);
        }
        let loc = match instr {
            Instr::Block { .. } => self.program.edge(edge).from,
            Instr::Leave => self.program.proc(self.current(machine)).exit,
            _ => return ControlFlow::Continue(()),
        };
        let Some(wanted) = self.sampling.wanted.get(&loc) else { return ControlFlow::Continue(()) };
        let value = |value: &Value| match value {
            Value::Now(var) => self.value(*var, machine),
            Value::AtEntry(var) => self.entries.last()?.get(var).copied().flatten(),
        };
        let point: Option<Vec<i128>> = wanted.iter().map(value).collect();
        if let Some(point) = point {
            self.points.entry(loc).or_default().add(point, self.sampling.most);
        }
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &Machine<W>) {}
}

impl Points {
    fn add(&mut self, point: Vec<i128>, most: usize) {
        let stride = self.stride.max(1);
        if self.passed.is_multiple_of(stride) && most > 0 {
            if self.kept.len() >= most {
                let mut at = 0;
                self.kept.retain(|_| {
                    at += 1;
                    at % 2 == 1
                });
                self.stride = 2 * stride;
            }
            if self.passed.is_multiple_of(self.stride.max(1)) {
                self.kept.push(point);
            }
        }
        self.passed += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_spread_over_the_execution() {
        let mut points = Points::default();
        for at in 0..100 {
            points.add(vec![at], 8);
        }
        let kept: Vec<i128> = points.kept.iter().map(|point| point[0]).collect();
        assert_eq!(kept, [0, 16, 32, 48, 64, 80, 96]);
        let mut few = Points::default();
        (0..5).for_each(|at| few.add(vec![at], 8));
        assert_eq!(few.kept.len(), 5);
    }
}
