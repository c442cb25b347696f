//! Small arrays, cell by cell (paper 004 §2.3, "Solving the Formulae with a SAT Solver"): a version of an array is a term for
//! each cell, a store a conditional in each, and a read a choice among them.
//!
//! For a few cells that is what a solver does best. Larger arrays stay arrays, so that the size of a formula does not follow
//! theirs.

use heureka_ir::{ArrayId, Dim, Program};

/// Cells up to which an array is taken apart.
const MOST_CELLS: u64 = 32;

/// The extents of an array that is small.
pub fn small(program: &Program, array: ArrayId) -> Option<Box<[u64]>> {
    let extent = |dim: &Dim| match dim {
        Dim::Const(extent) => Some(*extent),
        _ => None,
    };
    let extents: Box<[u64]> = program.array(array).dims.iter().map(extent).collect::<Option<_>>()?;
    let cells = extents.iter().try_fold(1u64, |cells, extent| cells.checked_mul(*extent))?;
    (1..=MOST_CELLS).contains(&cells).then_some(extents)
}

/// The indices of all cells, in row-major order.
pub fn places(extents: &[u64]) -> Vec<Box<[u64]>> {
    let mut places: Vec<Vec<u64>> = vec![Vec::new()];
    for &extent in extents {
        let longer = |place: Vec<u64>| (0..extent).map(move |index| [&place[..], &[index]].concat());
        places = places.into_iter().flat_map(longer).collect();
    }
    places.into_iter().map(Vec::into_boxed_slice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_listed_row_by_row() {
        let listed: Vec<Vec<u64>> = places(&[2, 3]).into_iter().map(Vec::from).collect();
        assert_eq!(listed, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
    }
}
