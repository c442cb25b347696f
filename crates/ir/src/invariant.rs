//! What holds at the locations of a program: the language of certificates.
//!
//! An invariant speaks of pairs of valuations, as the path edges of papers 002 and 000 §4 do: that of the parameters and
//! globals when the procedure was entered, and that of all variables now. So the invariant at the exit of a procedure is
//! its contract (what it gives back for what it was given), and the one at its entry is what its callers promise.
//! The types of variables are understood: an invariant need not say that an `unsigned char` lies in 0..=255.
//!
//! Invariants may speak of *ghosts*: variables that the program does not have and that only watch it. The cell of an array
//! at a rigid index is one. Ghost `g` has the id after the variables of the program, see [`Invariants::ghost_var`].
//!
//! For ghosts an array is a map from all tuples of integers to values of its type. An access reads or sets it at one
//! tuple, within the extents or the execution ends; initial contents, `Fill` and `HavocArray` count for the tuples outside
//! of the extents, too (a list of initial values is zero there). Nothing that a program does depends on those.

use crate::ids::{ArrayId, EdgeId, ExprId, VarId};
use crate::program::Program;

/// One invariant for each location, by its id, of the program as it was read.
///
/// The invariants hold for every choice of the rigid ghosts at the start, but for those of error locations. So, where an
/// execution fails, each rigid may be taken to be whatever suits the proof, and [`Ghost::Rigid`] says what that is: the
/// invariant of the error location need only hold for that choice, and must be contradictory with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariants {
    pub at: Vec<Invariant>,
    pub ghosts: Vec<Ghost>,
}

/// A variable that watches the program. It is global, but for a cell whose array or whose index belongs to a procedure: that
/// ghost is a local of the procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ghost {
    /// An integer that is arbitrary, but the same for the whole execution. Where an execution fails it is taken to be equal
    /// to the ghost `at_error`, which is a `Last`, another `Rigid`, or a global `Cell` without rigid indices; so it need not
    /// have values that a `Last` or `Cell` cannot have. If a step ends with a fault that is an error, that may be the value
    /// before the step, or the one that a `Last` gets at its edge or at another edge out of the same location.
    Rigid { name: Box<str>, at_error: Option<VarId> },
    /// The contents of an array at some indices, one for each dimension. Arbitrary where an index cannot be computed
    /// without a fault.
    Cell { array: ArrayId, indices: Box<[CellIndex]> },
    /// Edges, each with an expression: the value that the expression had before the edge, the last time that one of them was
    /// taken (of a call: before the callee starts). Arbitrary as long as none was, and where the expression cannot be
    /// evaluated without a fault, but within the types of the expressions. An expression is a number, of what is in scope
    /// at its edge; it may read arrays. If an edge is listed twice, the first one counts.
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
    /// `sum + offset − ghost`, where both are rigid ghosts; without a sum, `offset − ghost`.
    Mirrored {
        ghost: VarId,
        sum: Option<VarId>,
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
    /// `e ≠ 0`
    NonZero,
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
