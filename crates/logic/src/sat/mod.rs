//! Bit-vectors by propositional logic: terms become a circuit (`blast`, with the arithmetic of `words`), the circuit becomes
//! clauses (`clauses`, Tseitin's transformation), and CaDiCaL looks for values (`solve`).
//!
//! Terms over Booleans and bit-vectors without arrays and quantifiers. Invariant: no other crate depends on CaDiCaL.
//!
//! ```
//! use heureka_logic::sat::{SatProblem, Solved};
//! use heureka_logic::solver::Limits;
//! use heureka_logic::{SortId, Terms};
//! let mut terms = Terms::new();
//! let (x, y) = (terms.constant("x", SortId::bit_vec(8)), terms.constant("y", SortId::bit_vec(8)));
//! let (product, prime) = (terms.bv_mul(&[x, y]), terms.bits(8, 251));
//! let found = terms.eq(product, prime);
//! let mut problem = SatProblem::new(1_000_000);
//! assert!(matches!(problem.solve(&terms, found, Limits::NONE), Ok(Solved::Satisfiable(_))));
//! ```

mod blast;
mod circuit;
mod clauses;
mod solve;
mod words;

pub use blast::CannotBlast;
pub use clauses::CnfSize;
pub use solve::{SatProblem, Solved};
