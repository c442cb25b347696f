//! How an execution ended and what was seen on the way.

use super::code::Code;
use super::machine::{Cut, Instance, Machine};
use super::memory::Store;
use super::words::Word;
use crate::fault::Fault;
use crate::fraction::Fraction;
use crate::ids::{ArrayId, EdgeId, LocId, VarId};
use crate::program::{Program, Source};
use crate::span::Span;
use crate::ty::IntTy;

/// Where in the graph something happened.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Point {
    /// While the step of this edge was taken.
    Edge(EdgeId),
    /// On arrival at this location.
    Loc(LocId),
}

/// A fault and the place of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub fault: Fault,
    pub point: Point,
    pub span: Span,
    /// Says more, for example the text of the assertion; may be empty.
    pub note: Box<str>,
}

impl Failure {
    /// What went wrong, for people; of a leak, also where the block comes from.
    pub fn describe(&self) -> String {
        match self.fault {
            Fault::Leak if !self.note.is_empty() => format!("memory {} not freed at exit", self.note),
            fault => fault.to_string(),
        }
    }
}

/// The end of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The entry procedure returned these results.
    Finished(Vec<Fraction>),
    /// A halt location (`exit`, `abort`) was reached.
    Halted(LocId),
    /// No edge out of the location could be taken: an assumption does not hold.
    Blocked(LocId),
    /// An error location or undefined behaviour.
    Fault(Failure),
    /// Something that is not modelled was reached.
    Unsupported {
        what: Box<str>,
        loc: LocId,
        span: Span,
    },
    StepLimit,
    /// The deadline passed or the run was cancelled.
    Interrupted,
    /// The source of inputs had no answer at this edge (`None`: for the contents of an undefined array).
    InputsExhausted(Option<EdgeId>),
    /// The calls are nested deeper than the limit.
    CallDepth,
    OutOfMemory,
    /// Integer and real mode: a value outgrew 128 bits at this edge.
    NumberTooLarge(EdgeId),
}

impl Ending {
    /// True when the program itself ended: nothing more could have been seen with more resources.
    pub fn is_complete(&self) -> bool {
        matches!(self, Ending::Finished(_) | Ending::Halted(_) | Ending::Blocked(_) | Ending::Fault(_))
    }

    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Ending::Fault(failure) => Some(failure),
            _ => None,
        }
    }
}

/// What a run of the interpreter leaves behind.
#[derive(Clone, Debug)]
pub struct Execution<'i> {
    pub ending: Ending,
    /// Edges taken.
    pub steps: u64,
    /// The greatest number of nested calls.
    pub depth: usize,
    program: &'i Program,
    code: &'i Code,
    visits: Vec<u64>,
    cut: Option<Cut>,
    havocs_passed: Vec<bool>,
    fills_passed: Vec<bool>,
    state: State,
}

/// The globals at the end.
#[derive(Clone, Debug)]
enum State {
    Machine(Vec<i64>, Vec<Instance<i64>>),
    Integer(Vec<i128>, Vec<Instance<i128>>),
    Real(Vec<Fraction>, Vec<Instance<Fraction>>),
}

/// Words whose final state an execution can keep.
pub(super) trait Kept: Word {
    fn keep(regs: Vec<Self>, arrays: Vec<Instance<Self>>) -> StateOf;
}

/// A final state on its way into an [`Execution`].
pub(super) struct StateOf(State);

impl Kept for i64 {
    fn keep(regs: Vec<i64>, arrays: Vec<Instance<i64>>) -> StateOf {
        StateOf(State::Machine(regs, arrays))
    }
}

impl Kept for i128 {
    fn keep(regs: Vec<i128>, arrays: Vec<Instance<i128>>) -> StateOf {
        StateOf(State::Integer(regs, arrays))
    }
}

impl Kept for Fraction {
    fn keep(regs: Vec<Fraction>, arrays: Vec<Instance<Fraction>>) -> StateOf {
        StateOf(State::Real(regs, arrays))
    }
}

impl<'i> Execution<'i> {
    pub(super) fn new<W: Kept>(
        program: &'i Program,
        code: &'i Code,
        mut machine: Machine<'_, W>,
        ending: Ending,
    ) -> Execution<'i> {
        machine.regs.truncate(code.absolute);
        machine.arrays.truncate(code.global_arrays.len());
        let StateOf(state) = W::keep(machine.regs, machine.arrays);
        Execution {
            ending,
            steps: machine.steps,
            depth: machine.depth,
            program,
            code,
            visits: machine.visits,
            cut: machine.cut,
            havocs_passed: machine.havocs_passed,
            fills_passed: machine.fills_passed,
            state,
        }
    }

    /// How often each block was entered: a block is a run of edges that are always taken together (unless one of them
    /// ends the execution).
    pub fn visits(&self) -> &[u64] {
        &self.visits
    }

    /// The edges that were taken or tried, sorted.
    pub fn covered_edges(&self) -> Vec<EdgeId> {
        let visited = (0..self.visits.len()).filter(|&block| self.visits[block] > 0);
        let edges = visited.flat_map(|at| {
            let block = self.code.blocks[at];
            let kept = match self.cut {
                Some(cut) if cut.block == at && self.visits[at] == 1 => cut.kept,
                _ => block.count,
            };
            &self.code.block_edges[block.first as usize..(block.first + kept) as usize]
        });
        let mut edges: Vec<EdgeId> = edges.copied().collect();
        edges.sort_unstable();
        edges
    }

    /// The edges that were passed at which a value was chosen, with the source of the value, sorted.
    pub fn chosen_at(&self) -> Vec<(EdgeId, &'i Source)> {
        let code = self.code;
        let havocs = code.havocs.iter().zip(&self.havocs_passed).filter(|&(_, &passed)| passed);
        let fills = code.fills.iter().zip(&self.fills_passed).filter(|&(_, &passed)| passed);
        let havocs = havocs.map(|(site, _)| (site.edge, &site.source));
        let fills = fills.filter_map(|(site, _)| Some((site.edge, site.source.as_ref()?)));
        let mut edges: Vec<_> = havocs.chain(fills).collect();
        edges.sort_unstable();
        edges
    }

    /// The edges that were passed where something is not modelled (see [`Source::Unmodelled`]).
    pub fn unmodelled(&self) -> Vec<EdgeId> {
        let chosen = self.chosen_at().into_iter();
        chosen.filter(|(_, source)| matches!(source, Source::Unmodelled(_))).map(|(edge, _)| edge).collect()
    }

    /// The final value of a global variable; `None` for other variables, and for a value that is not whole.
    pub fn global(&self, var: VarId) -> Option<i128> {
        let var_data = self.program.var(var);
        let at = self.code.slots[var.index()].at(0);
        var_data.owner.is_none().then_some(())?;
        let number = match &self.state {
            State::Machine(regs, _) => regs[at].number(var_data.ty),
            State::Integer(regs, _) => regs[at].number(var_data.ty),
            State::Real(regs, _) => regs[at],
        };
        number.whole()
    }

    /// The final value of the global variable with this name.
    pub fn global_scalar(&self, name: &str) -> Option<i128> {
        let mut vars = self.program.var_ids();
        let var = vars.find(|&id| self.program.var(id).owner.is_none() && self.program.var(id).name == name)?;
        self.global(var)
    }

    /// The final contents of the global array with this name, in row-major order; `None` for arrays without fixed
    /// extents, for very large ones and where a value is not whole.
    pub fn global_array(&self, name: &str) -> Option<Vec<i128>> {
        let mut arrays = self.program.array_ids();
        let array = arrays.find(|&id| self.program.array(id).owner.is_none() && self.program.array(id).name == name)?;
        let shape = &self.code.shapes[array.index()];
        if shape.is_set() || shape.row_dims > 0 || shape.cells > 1 << 24 {
            return None;
        }
        (0..shape.cells).map(|cell| self.cell(array, cell).whole()).collect()
    }

    fn cell(&self, array: ArrayId, cell: u64) -> Fraction {
        let at = self.code.array_slots[array.index()].at(0);
        let elem = self.code.shapes[array.index()].elem;
        match &self.state {
            State::Machine(_, arrays) => cell_of(&arrays[at], cell, elem),
            State::Integer(_, arrays) => cell_of(&arrays[at], cell, elem),
            State::Real(_, arrays) => cell_of(&arrays[at], cell, elem),
        }
    }
}

fn cell_of<W: Word>(instance: &Instance<W>, cell: u64, ty: IntTy) -> Fraction {
    let word = match &instance.store {
        Store::One(cells) => cells.get(cell),
        Store::Rows(rows) => rows.get(&[], cell),
        Store::Set(_) => unreachable!("the cells of a set are not counted"),
    };
    word.number(ty)
}
