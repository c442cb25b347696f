//! Systems of constrained Horn clauses: what they are, their text, and who solves them.
//!
//! A clause says: where all applications in its body and its constraint hold, its head holds; without a head, they never hold
//! together. All symbols without arguments in a clause are universally quantified. A system is *solved* by a formula for
//! each predicate that makes all clauses true, and *refuted* by a derivation of a clause without a head.
//!
//! Invariant: neither kind of answer is checked here. A solution is to be proved by somebody else, and a derivation is
//! to be followed in the program.

mod race;
mod rounds;
mod solution;
mod text;

pub use race::{Entrant, Judgement, Rules, Run, Sequel, race};
pub use rounds::{Other, Tried, in_rounds};
pub(crate) use solution::ERROR;
pub use solution::{Solution, read_solution};
pub use text::print_system;
pub(crate) use text::{predicate, variables};

use heureka_number::Int;

use crate::pool::{SymbolId, TermId};

#[derive(Clone, Debug, Default)]
pub struct System {
    /// Functions to Bool.
    pub predicates: Vec<SymbolId>,
    pub clauses: Vec<Clause>,
}

#[derive(Clone, Debug)]
pub struct Clause {
    /// Applications of predicates.
    pub body: Vec<TermId>,
    /// Has no predicates.
    pub constraint: TermId,
    /// An application of a predicate; none if the body must not hold.
    pub head: Option<TermId>,
}

/// The parameters of Z3's Spacer that are not as usual.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub name: &'static str,
    pub flags: Vec<(&'static str, bool)>,
    pub numbers: Vec<(&'static str, u32)>,
}

impl Settings {
    /// Global guidance (Krishnan, Chen, Shoham, Gurfinkel 2020).
    pub fn global() -> Settings {
        Settings { name: "global guidance", flags: vec![("spacer.global", true)], numbers: Vec::new() }
    }

    /// Old cores.
    pub fn plain() -> Settings {
        Settings { name: "plain cores", flags: Vec::new(), numbers: vec![("spacer.iuc", 0)] }
    }

    /// As Z3 comes.
    pub fn usual() -> Settings {
        Settings { name: "as it comes", flags: Vec::new(), numbers: Vec::new() }
    }

    /// Quantified generalisation (Gurfinkel, Shoham, Vizel 2018), for arrays.
    pub fn quantified() -> Settings {
        let flags = vec![("spacer.q3.use_qgen", true), ("spacer.ground_pobs", false), ("spacer.mbqi", false)];
        Settings { name: "quantified generalisation", flags, numbers: Vec::new() }
    }
}

/// What a solver says of a system.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The formulas as text, for [`read_solution`].
    Solved(String),
    Refuted(Derivation),
    Unknown(String),
}

/// How a clause without a head comes to hold: a tree whose nodes may be shared. The last step has the premises of that clause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Derivation {
    pub steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What holds; none for the last step.
    pub predicate: Option<SymbolId>,
    /// Of these values, where they are integers.
    pub values: Vec<Option<Int>>,
    /// The earlier steps that it needs.
    pub premises: Vec<usize>,
}
