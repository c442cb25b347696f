//! The question that a certificate answers, and what it says of numbers.

use std::collections::BTreeSet;

use heureka_ir::{Fault, IntTy, Program, Property};

use crate::bounds::Bounds;
use crate::linear::{Row, Symbol};

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

    /// What the type of a variable says of the value of a symbol. (What bounds a fresh symbol is said where it is made.)
    pub(crate) fn range(&self, symbol: Symbol) -> Bounds {
        match symbol {
            Symbol::Entry(var) | Symbol::Now(var) | Symbol::Callee(var) => self.values_of(self.program.var(var).ty),
            Symbol::Fresh(_) => Bounds::OPEN,
        }
    }

    /// What a variable or cell of the type can hold, and what `Havoc` gives. (Beyond machine integers also values that the
    /// type could not hold: the interpreter takes them as they are.)
    pub(crate) fn values_of(&self, ty: IntTy) -> Bounds {
        match self.numbers {
            Numbers::Machine => Bounds::of_type(ty),
            Numbers::Integer | Numbers::Real => Bounds::OPEN,
        }
    }

    /// An equivalent row in the simplest form.
    pub(crate) fn normalise(&self, row: Row) -> Row {
        match self.numbers {
            Numbers::Machine | Numbers::Integer => row.over_integers(),
            Numbers::Real => row,
        }
    }
}
