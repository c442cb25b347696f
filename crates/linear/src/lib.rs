//! Linear: exact linear constraints over ℤ and over ℝ, the constraint solver that the linear method stands on
//! (papers 002 and 000 §4).
//!
//! From small to large: [`LinearExpr`] is `c + Σ aᵢ·xᵢ`; a [`Row`] is one constraint on an expression, in canonical
//! form; a [`Conjunction`] is a set of rows with its equalities solved and substituted; a [`Dlc`] is a disjunction
//! of conjunctions, an [`Adlc`] one that relates two tuples; [`relations`] holds difference bounds and octagons. Nothing
//! here rounds, wraps or guesses: every operation is exact, or says that it is not.
//!
//! ```
//! use heureka_linear::{Conjunction, Names, Numbers};
//! let mut names = Names::default();
//! let c = Conjunction::parse("2x + 2y <= 7 & y = x + 1", Numbers::Integer, &mut names).unwrap();
//! assert_eq!(c.show(&names), "x - y = -1 & x <= 1");
//! ```

mod affine;
mod congruence;
mod conjunction;
mod disequality;
mod dlc;
mod expr;
mod fixed_index;
mod hash;
pub mod interrupt;
mod names;
mod parse;
mod phrase;
mod project;
mod reduce;
mod redundancy;
pub mod relations;
mod relaxation;
mod row;
mod simplex;
mod widen;

pub use conjunction::Conjunction;
pub use dlc::{Adlc, Arity, DisjunctId, Dlc, DlcStatistics, DlcWidening, Inserted, Mark};
pub use expr::{LinearExpr, Var};
pub use fixed_index::FixedIndex;
pub use names::Names;
pub use parse::ParseError;
pub use phrase::Phrasing;
pub use project::Projection;
pub use row::{Canonical, Kind, Numbers, Row};
pub use simplex::{Answer, Model, Optimum, Refutation, RowId, RowRef, Simplex, quotient};
pub use widen::Thresholds;
