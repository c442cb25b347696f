//! The question that a certificate answers.

use std::collections::BTreeSet;

use heureka_ir::{Fault, Program, Property};

/// What numbers are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Numbers {
    /// Integers of the width of their type.
    #[default]
    Machine,
    /// The mathematical integers.
    Integer,
    /// The real numbers.
    Real,
}

/// Can an execution of the program fail? It is about the program as it was read.
#[derive(Clone, Copy, Debug)]
pub struct Question<'p> {
    pub program: &'p Program,
    /// What counts as a failure.
    pub properties: &'p BTreeSet<Property>,
    pub numbers: Numbers,
}

impl Question<'_> {
    /// True when the fault is an error, false when it is undefined behaviour that nobody asked about.
    pub fn asks_for(&self, fault: Fault) -> bool {
        self.properties.contains(&fault.property())
    }
}
