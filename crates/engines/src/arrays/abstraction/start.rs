//! Where a procedure starts: the cells that come into being there get what the array holds at first, rigids any value.

use heureka_ir::{Array, Contents, Dim, Edge, ExprId, IntTy, LocId, Op, ProcId};

use super::super::cells::{Cell, Index, RigidId};
use super::{Builder, choose};

/// Initial values that are spelt out for a cell whose index is not a constant; with more, its contents are unknown.
const MOST_INITIAL_VALUES: usize = 40;

impl Builder<'_> {
    /// Where the procedure starts: before its own entry the cells that come into being get their values.
    pub(super) fn entry(&mut self, proc: ProcId) -> LocId {
        let program = self.program;
        let entry = program.proc(proc).entry;
        let mut ops = Vec::new();
        if proc == program.entry {
            let rigids = (0..self.cells.rigids.len()).map(|at| RigidId(at as u32));
            ops.extend(rigids.clone().map(|rigid| choose(self.cells.rigid_var(program, rigid))));
            ops.extend(rigids.map(|rigid| choose(self.cells.last_var(program, rigid))));
        }
        for (at, cell) in self.cells.cells.iter().enumerate() {
            let has_fixed_place = !cell.moves();
            let is_born = match program.array(cell.array).owner {
                Some(owner) => owner == proc,
                None => proc == program.entry,
            };
            if is_born && has_fixed_place {
                let var = self.cells.cell_var(program, at);
                ops.push(match self.initial(cell) {
                    Some(value) => Op::assign(var, value),
                    None => choose(var),
                });
            }
        }
        if ops.is_empty() {
            return entry;
        }
        let first = LocId((program.locs.len() + self.locs.len()) as u32);
        let span = program.proc(proc).span;
        self.locs.push((proc, span));
        let mut from = first;
        let last = ops.pop().expect("there is something to do");
        for op in ops {
            from = self.then(from, op, span, None);
        }
        self.edges.push((Edge { from, to: entry, op: last, span }, None));
        first
    }

    /// What a cell holds at first, unless it is unknown.
    fn initial(&mut self, cell: &Cell) -> Option<ExprId> {
        let array = self.program.array(cell.array);
        let zero = self.pool.int(array.elem, 0);
        match &array.init {
            Contents::Undefined => None,
            Contents::Zero => Some(zero),
            Contents::Values(values) => {
                let listed = values.iter().enumerate().filter(|(_, value)| **value != 0);
                let listed: Vec<(Vec<i128>, i128)> =
                    listed.map(|(at, value)| Some((position(array, at)?, *value))).collect::<Option<_>>()?;
                let is_const = cell.indices.iter().all(|index| matches!(index, Index::Const(_)));
                if !is_const && listed.len() > MOST_INITIAL_VALUES {
                    return None;
                }
                let mut result = zero;
                for (position, value) in listed {
                    let indices: Vec<ExprId> =
                        position.iter().map(|&index| self.pool.int(IntTy::OFFSET, index)).collect();
                    let is_here = self.is_at(cell, &indices);
                    let value = self.pool.int(array.elem, value);
                    result = self.pool.ite(is_here, value, result);
                }
                Some(result)
            }
        }
    }
}

/// The indices of a cell by its position in row-major order.
fn position(array: &Array, mut at: usize) -> Option<Vec<i128>> {
    let mut indices = vec![0; array.dims.len()];
    for (index, dim) in indices.iter_mut().zip(&array.dims).skip(1).rev() {
        let Dim::Const(extent) = dim else { return None };
        let extent = usize::try_from(*extent).ok().filter(|extent| *extent > 0)?;
        *index = (at % extent) as i128;
        at /= extent;
    }
    *indices.first_mut()? = at as i128;
    Some(indices)
}
