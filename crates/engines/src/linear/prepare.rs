//! From the program as it was read to the one that is tabulated: faults that are asked for become error locations, what
//! cannot matter is left out, and ranges of values make the rest simpler.
//!
//! The way back is kept for traces and for certificates. Under integers and reals only slicing is done: the other passes
//! know machine numbers.

use heureka_ir::interval::FaultSet;
use heureka_ir::passes::{Back, Faults, Ranges, explicit_checks, simplify_by_ranges, slice_with};
use heureka_ir::{Program, Property};

use crate::engine::{Arithmetic, Task};

/// A program and its way back to the program as it was read.
pub struct Stage {
    pub program: Program,
    pub back: Back,
}

/// The stages of the preparation that somebody asks for later.
pub struct Prepared {
    /// Sliced, before ranges were used.
    pub sliced: Stage,
    /// What is tabulated.
    pub last: Stage,
}

pub fn prepare(task: &Task) -> Prepared {
    let identity = Stage { program: task.program.clone(), back: Back::identity(task.program) };
    let explicit = identity.then(|program| explicit_checks(program, &task.step_properties()));
    let properties: Vec<Property> = task.properties.iter().copied().collect();
    let sliced = explicit.then(|program| {
        // What is asked for is an error location by now.
        let none = vec![FaultSet::NONE; program.edges().len()];
        slice_with(program, &properties, Faults::Dropped, &none)
    });
    let last = match task.numbers {
        Arithmetic::Machine => sliced.then(|program| simplify_by_ranges(program, &Ranges::of(program))),
        Arithmetic::Integer | Arithmetic::Real => Stage { program: sliced.program.clone(), back: sliced.back.clone() },
    };
    Prepared { sliced, last }
}

impl Stage {
    fn then(&self, pass: impl FnOnce(&Program) -> (Program, Back)) -> Stage {
        let (program, back) = pass(&self.program);
        Stage { program, back: self.back.then(&back) }
    }
}
