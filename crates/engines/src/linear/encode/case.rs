//! One way to take an edge: the paper's pairs `e → (B, ne)`, gathered for a whole step.
//!
//! The expressions of a case speak of the current tuple of the procedure (see [`super::super::scope::Scope`]) and of
//! *fresh* variables: the paper's set U, one for each undefined value `u`, and one for each quotient of a division or
//! of a wrap-around. Fresh variables are existential; their numbers start at the `end` of the procedure's arity.

use heureka_linear::{Kind, LinearExpr, Var};

/// A conjunction B under which an edge can be taken, and the values that it gives.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Case {
    /// The paper's B: what must hold of the values before. Reduced as in a `Conjunction`; modulo rows occur (`x % 2 == 0`).
    pub guard: Vec<(LinearExpr, Kind)>,
    /// New values of variables of the current tuple, all at once; the others keep theirs. For a call, one value for each
    /// parameter, in the variables of the *caller's* current tuple (see [`Step::Call`]).
    pub values: Vec<(Var, LinearExpr)>,
    /// How many fresh variables the case uses.
    pub fresh: u32,
    /// Whether some fresh variable stands for a value that the constraints cannot express (a product, bits, an array):
    /// the case allows more than the program does.
    pub approximate: bool,
}

/// What an edge does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// One successor for each case.
    Local(Vec<Case>),
    /// A call: in `values` of each case, the variable is the parameter in the *callee's entry tuple*, the value speaks of
    /// the caller's current tuple.
    Call(Vec<Case>),
}

impl Step {
    pub fn cases(&self) -> &[Case] {
        match self {
            Step::Local(cases) | Step::Call(cases) => cases,
        }
    }
}
