//! What holds at the locations of a program: the language of certificates.
//!
//! An invariant speaks of pairs of valuations, as the path edges of papers 002 and 000 §4 do: that of the parameters and
//! globals when the procedure was entered, and that of all variables now. So the invariant at the exit of a procedure is
//! its contract (what it gives back for what it was given), and the one at its entry is what its callers promise.
//! The types of variables are understood: an invariant need not say that an `unsigned char` lies in 0..=255.

//!
//! Invariants may speak of *ghosts*: variables that the program does not have and that only watch it. The cell of an array
//! at a rigid index is one. Ghost `g` has the id after the variables of the program, see [`Invariants::ghost_var`].

use crate::ids::{ArrayId, EdgeId, ExprId, VarId};
use crate::program::Program;

/// One invariant for each location, by its id, of the program as it was read.
///
/// The invariants hold for every choice of the rigid ghosts at the start. So, where an execution fails, each rigid may be
/// taken to be whatever suits the proof, and [`Ghost::Rigid`] says what that is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariants {
    pub at: Vec<Invariant>,
    pub ghosts: Vec<Ghost>,
}

/// A variable that watches the program. It is global, but for a cell whose array or whose index belongs to a procedure: that
/// ghost is a local of the procedure, and arbitrary when it is entered (or what the array is initialised with).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ghost {
    /// A number that is arbitrary, but the same for the whole execution. No invariant holds at an error if it equals
    /// there the value of the ghost `at_error`.
    Rigid { name: Box<str>, at_error: Option<VarId> },
    /// The contents of an array at some indices. Arbitrary if the array has no such cell: only an access that is in bounds
    /// tells or changes something of it.
    Cell { array: ArrayId, indices: Box<[CellIndex]> },
    /// Edges, each with an expression: the value that the expression had before the edge, the last time that one of them was
    /// taken. Arbitrary as long as none was, and where the expression cannot be evaluated without a fault.
    Last { at: Box<[(EdgeId, ExprId)]> },
}

/// Where a cell is, in one dimension.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CellIndex {
    Const(i128),
    /// The value of a rigid ghost, plus an offset.
    Rigid {
        ghost: VarId,
        offset: i128,
    },
    /// The value that an expression of the program has now, so the cell moves when a variable in it changes. The expression
    /// reads no array.
    Now(ExprId),
}

/// A disjunction of conjunctions. No disjunct: nothing comes here. A disjunct without constraints: anything may.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invariant {
    pub disjuncts: Vec<Box<[Constraint]>>,
}

/// A linear constraint `e ⋈ 0` with `e = constant + Σ factor · value`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Constraint {
    /// No value occurs twice, no factor is zero.
    pub terms: Box<[(Value, i128)]>,
    pub constant: i128,
    pub relation: Relation,
}

/// The value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// When the procedure was entered: a global or a parameter.
    AtEntry(VarId),
    Now(VarId),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// `e = 0`
    Zero,
    /// `e ≥ 0`
    AtLeastZero,
    /// `e > 0`
    AboveZero,
    /// `e mod modulus ≤ width`, where `mod` gives `0 .. modulus − 1`.
    Modulo { modulus: i128, width: i128 },
}

impl Invariants {
    /// Invariants without ghosts.
    pub fn new(at: Vec<Invariant>) -> Invariants {
        Invariants { at, ghosts: Vec::new() }
    }

    /// The variable by which constraints name a ghost.
    pub fn ghost_var(program: &Program, ghost: usize) -> VarId {
        VarId((program.vars.len() + ghost) as u32)
    }

    /// The ghost that a variable names, unless it is a variable of the program.
    pub fn ghost(&self, program: &Program, var: VarId) -> Option<&Ghost> {
        var.index().checked_sub(program.vars.len()).map(|ghost| &self.ghosts[ghost])
    }
}

impl Invariant {
    /// Nothing comes here.
    pub fn unreachable() -> Invariant {
        Invariant::default()
    }

    /// Anything may come here.
    pub fn anything() -> Invariant {
        Invariant { disjuncts: vec![Box::default()] }
    }

    pub fn is_unreachable(&self) -> bool {
        self.disjuncts.is_empty()
    }
}
