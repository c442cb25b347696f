//! What an engine finds out on its way and others can use, whether or not it decides the program.
//!
//! Nobody needs to trust it: whoever uses an invariant of somebody else has it in his certificate, which is checked.

use heureka_ir::invariant::Value;
use heureka_ir::{ArrayId, Invariants};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Learned {
    /// No execution fails that goes round each loop at most so many times.
    NoErrorWithin(u64),
    /// What holds at each location of the program as it was read, without ghosts.
    Invariants(Invariants),
    /// All executions together seem to take so many more steps, which are not many; nothing, if nobody can tell.
    StepsLeft(Option<u64>),
    /// Cells of arrays that a proof seems to need, since without them there are errors that no execution has.
    Cells(Vec<LearnedCell>),
}

/// A cell of an array with one dimension, of the program as it was read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LearnedCell {
    pub array: ArrayId,
    pub place: LearnedPlace,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LearnedPlace {
    Constant(i128),
    /// At an arbitrary index, the same for all cells with this number, plus an offset.
    Rigid {
        number: u32,
        offset: i128,
    },
}

impl Learned {
    /// Whether it speaks of a program with so many locations, variables and arrays.
    pub fn is_about(&self, locations: usize, variables: usize, arrays: usize) -> bool {
        let invariants = match self {
            Learned::NoErrorWithin(_) | Learned::StepsLeft(_) => return true,
            Learned::Cells(cells) => return cells.iter().all(|cell| cell.array.index() < arrays),
            Learned::Invariants(invariants) => invariants,
        };
        let mut constraints = invariants.at.iter().flat_map(|invariant| invariant.disjuncts.iter()).flatten();
        let is_known = |value: &Value| {
            let (Value::AtEntry(var) | Value::Now(var)) = value;
            var.index() < variables
        };
        invariants.ghosts.is_empty()
            && invariants.at.len() == locations
            && constraints.all(|constraint| constraint.terms.iter().all(|(value, _)| is_known(value)))
    }
}
