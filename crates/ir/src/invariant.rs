//! What holds at the locations of a program: the language of certificates.
//!
//! An invariant speaks of pairs of valuations, as the path edges of papers 002 and 000 §4 do: that of the parameters and
//! globals when the procedure was entered, and that of all variables now. So the invariant at the exit of a procedure is
//! its contract (what it gives back for what it was given), and the one at its entry is what its callers promise.
//! The types of variables are understood: an invariant need not say that an `unsigned char` lies in 0..=255.

use crate::ids::VarId;

/// One invariant for each location, by its id, of the program as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariants {
    pub at: Vec<Invariant>,
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
