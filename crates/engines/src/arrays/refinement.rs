//! Refinement: the reads in the core of an infeasible path name the cells to keep (paper 000 §2).
//!
//! The paper keeps the cell at the index that the context forces. Along a path nearly every index is forced to some constant,
//! though, also that of a loop counter, and then the next path goes through the next cell. So a constant is kept where the
//! program names it, at the read or at the write that supplied the value; elsewhere the cell is kept at a rigid index, of
//! which the read is the witness. Only if that is kept already, the constant is.

use heureka_ir::{EdgeId, Program};

use super::cells::{Cell, Cells, Index};
use super::feasibility::{Core, CoreRead};
use super::seeds::{Access, insert_rigid};

/// More cells at constants that the program does not name than this are not kept.
const MOST_CONSTANTS: usize = 32;

/// The cells with what the core asks for; nothing if that is all there.
pub fn refined(program: &Program, path: &[EdgeId], cells: &Cells, core: &Core) -> Option<Cells> {
    let mut more = cells.clone();
    let named = core.reads.iter().filter_map(|read| named_constant(program, path, read));
    let mut is_new = false;
    for cell in named {
        is_new |= more.insert(cell);
    }
    let anonymous = || core.reads.iter().filter(|read| named_constant(program, path, read).is_none());
    // The last reads first: they are nearest to the error.
    for read in anonymous().collect::<Vec<_>>().into_iter().rev() {
        if !is_new {
            let access = Access { edge: read.edge, array: read.array, indices: read.indices.clone() };
            is_new |= insert_known(program, &mut more, &access) || insert_rigid_for(program, &mut more, &access);
        }
    }
    if !is_new && more.cells.len() < MOST_CONSTANTS {
        for cell in anonymous().filter_map(constant) {
            is_new |= more.insert(cell);
        }
    }
    is_new.then_some(more)
}

/// The cell at the forced index, if the program names it.
fn named_constant(program: &Program, path: &[EdgeId], read: &CoreRead) -> Option<Cell> {
    let is_const =
        |indices: &[heureka_ir::ExprId]| indices.iter().all(|index| program.exprs.as_const(*index).is_some());
    let is_named = is_const(&read.indices)
        || read
            .supplier
            .is_some_and(|step| program.edge(path[step]).op.access().is_some_and(|(_, indices)| is_const(indices)));
    if is_named { constant(read) } else { None }
}

fn constant(read: &CoreRead) -> Option<Cell> {
    let indices: Option<Box<[Index]>> = read.values.iter().map(|value| value.map(Index::Const)).collect();
    Some(Cell { array: read.array, indices: indices? })
}

/// The cell of a read whose step is a witness already: at the rigid index of that, in another array or at an offset.
fn insert_known(program: &Program, cells: &mut Cells, access: &Access) -> bool {
    let is_witness = cells.rigids.iter().any(|rigid| rigid.index_at(access.edge).is_some());
    is_witness && insert_rigid(program, cells, 0, access)
}

fn insert_rigid_for(program: &Program, cells: &mut Cells, access: &Access) -> bool {
    let is_witness = cells.rigids.iter().any(|rigid| rigid.index_at(access.edge).is_some());
    let first = cells.rigids.len();
    !is_witness && insert_rigid(program, cells, first, access)
}
