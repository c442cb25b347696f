//! Where an execution gets its arbitrary values from.
//!
//! The interpreter asks an [`Inputs`] at every `Havoc` edge, at every `HavocArray` edge, and for every array whose
//! contents are undefined: global ones when the program starts, local ones when their procedure is entered, both in the
//! order of their ids. The answers determine the whole execution: [`Recorder`](super::Recorder)
//! keeps them, [`Replay`](super::Replay) gives them again.
//! A value outside the range of its type is converted as C converts it (under `Numbers::Integer` it is taken as it is).

use std::collections::VecDeque;

use crate::fraction::Fraction;
use crate::ids::{ArrayId, EdgeId, VarId};
use crate::program::Source;
use crate::ty::IntTy;

/// The question for the value of a variable.
#[derive(Clone, Copy, Debug)]
pub struct ValueRequest<'a> {
    pub var: VarId,
    pub ty: IntTy,
    pub source: &'a Source,
    pub edge: EdgeId,
}

/// The question for the contents of an array, or of the part of it that a prefix of indices selects.
#[derive(Clone, Copy, Debug)]
pub struct FillRequest<'a> {
    pub array: ArrayId,
    pub ty: IntTy,
    /// The extents of the dimensions that the prefix leaves open, where they are known.
    pub extents: &'a [Option<u64>],
    pub source: &'a Source,
    /// `None` for an array that comes into being with undefined contents.
    pub edge: Option<EdgeId>,
}

/// Contents of an array: all cells have the default value but those that are listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fill {
    pub default: i128,
    /// Indices of the dimensions that the prefix leaves open, and values. Indices out of bounds have no effect.
    pub cells: Vec<(Box<[u64]>, i128)>,
}

impl Fill {
    /// The same value everywhere.
    pub fn constant(default: i128) -> Fill {
        Fill { default, cells: Vec::new() }
    }
}

/// A source of arbitrary values. `None` means that there are no more, and ends the execution.
pub trait Inputs {
    fn value(&mut self, request: &ValueRequest) -> Option<i128>;

    /// The value over ℝ, where it need not be whole.
    fn fraction(&mut self, request: &ValueRequest) -> Option<Fraction> {
        self.value(request).map(Fraction::from)
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill>;
}

impl<I: Inputs + ?Sized> Inputs for &mut I {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        (**self).value(request)
    }

    fn fraction(&mut self, request: &ValueRequest) -> Option<Fraction> {
        (**self).fraction(request)
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        (**self).fill(request)
    }
}

/// What a list does when it is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhenExhausted {
    Stop,
    Zeros,
}

/// Values for the input functions and external functions of the program, in order; everything else is zero.
#[derive(Clone, Debug)]
pub struct InputList {
    values: VecDeque<i128>,
    then: WhenExhausted,
}

impl InputList {
    pub fn new(values: impl IntoIterator<Item = i128>, then: WhenExhausted) -> InputList {
        InputList { values: values.into_iter().collect(), then }
    }

    /// Zero for everything.
    pub fn zeros() -> InputList {
        InputList::new([], WhenExhausted::Zeros)
    }

    /// How many values nobody asked for.
    pub fn unused(&self) -> usize {
        self.values.len()
    }
}

impl Inputs for InputList {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        match (request.source, self.then) {
            (Source::Uninitialised | Source::Unmodelled(_), _) => Some(0),
            (Source::Input(_) | Source::External(_), WhenExhausted::Stop) => self.values.pop_front(),
            (Source::Input(_) | Source::External(_), WhenExhausted::Zeros) => {
                Some(self.values.pop_front().unwrap_or(0))
            }
        }
    }

    fn fill(&mut self, _: &FillRequest) -> Option<Fill> {
        Some(Fill::default())
    }
}
