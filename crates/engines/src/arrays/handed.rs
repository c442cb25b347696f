//! Cells that engines tell each other: what a refinement asks for here may help others, and the other way round.
//!
//! Nobody need trust them. A set of cells is only something to try.

use super::cells::{Cell, Cells, Index};
use crate::learned::{LearnedCell, LearnedPlace};

/// What others can use of a set of cells: those of arrays with one dimension, at constants and at rigid indices.
pub fn told(cells: &Cells) -> Vec<LearnedCell> {
    let place = |cell: &Cell| match &*cell.indices {
        [Index::Const(index)] => Some(LearnedPlace::Constant(*index)),
        [Index::Rigid { rigid, offset }] => Some(LearnedPlace::Rigid { number: rigid.0, offset: *offset }),
        _ => None,
    };
    cells.cells.iter().filter_map(|cell| Some(LearnedCell { array: cell.array, place: place(cell)? })).collect()
}

/// The cells with those that others told of: at constants, and at their distances from the rigid indices that there are. Nothing
/// if all of them are there.
pub fn with_those_of_others(cells: &Cells, heard: &[LearnedCell]) -> Option<Cells> {
    let mut more = cells.clone();
    let mut is_new = false;
    for LearnedCell { array, place } in heard {
        match *place {
            LearnedPlace::Constant(index) => {
                is_new |= more.insert(Cell { array: *array, indices: [Index::Const(index)].into() });
            }
            LearnedPlace::Rigid { offset, .. } => {
                let beside = |cell: &Cell| match &*cell.indices {
                    [Index::Rigid { rigid, .. }] if cell.array == *array => Some(*rigid),
                    _ => None,
                };
                let rigids: Vec<_> = cells.cells.iter().filter_map(beside).collect();
                for rigid in rigids {
                    is_new |= more.insert(Cell { array: *array, indices: [Index::Rigid { rigid, offset }].into() });
                }
            }
        }
    }
    is_new.then_some(more)
}

#[cfg(test)]
mod tests {
    use heureka_ir::ArrayId;

    use super::super::cells::RigidId;
    use super::*;

    #[test]
    fn cells_of_others_stand_beside_own_ones() {
        let cell = |array: u32, index: Index| Cell { array: ArrayId(array), indices: [index].into() };
        let own = Cells {
            cells: vec![cell(0, Index::Rigid { rigid: RigidId(3), offset: 0 }), cell(1, Index::Const(4))],
            ..Cells::default()
        };
        assert_eq!(with_those_of_others(&own, &told(&own)), None);
        let heard = |array: u32, place: LearnedPlace| LearnedCell { array: ArrayId(array), place };
        let next = LearnedPlace::Rigid { number: 0, offset: 1 };
        let found = with_those_of_others(&own, &[heard(0, next), heard(1, next), heard(0, LearnedPlace::Constant(9))]);
        let found = found.expect("two of them are new");
        assert_eq!(
            found.cells[2..],
            [cell(0, Index::Rigid { rigid: RigidId(3), offset: 1 }), cell(0, Index::Const(9)),]
        );
    }
}
