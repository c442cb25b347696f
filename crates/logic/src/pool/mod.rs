//! The pool: every term, once.
//!
//! [`Terms`] owns the nodes of all terms in flat memory: a node is an operator, a sort and a slice of one long list of
//! children; constants and symbols stand in side tables. Invariants: two equal terms have equal ids (hash-consing);
//! children have smaller ids than their parents, so a pass in the order of ids is a pass from the leaves up; every node
//! is well sorted; ids are given in the order of construction, so equal runs give equal ids.

mod check;
mod core;
mod integers;
mod intern;
mod nodes;
mod quantify;
mod symbols;
mod traverse;
mod vectors;

pub use check::SortError;
pub(crate) use intern::FastMap;
pub use nodes::{ConstId, TermId, Terms};
pub use quantify::Substitution;
pub use symbols::{Symbol, SymbolClash, SymbolId};
pub use traverse::Seen;
