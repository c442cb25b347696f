//! Relations given by difference bounds (`x − y′ ≤ c`) or octagonal constraints (`±x ± y′ ≤ c`) over ℤ, their powers
//! in closed form, and their transitive closures. See `docs/RELATIONS.md` for the theorems and where they are used.
//!
//! From small to large: [`Bound`] and [`Matrix`] with their shortest paths; [`Bounds`], a set in canonical form, where
//! [`Differences`] and [`Octagonal`] say what the nodes of the matrix stand for; [`Relation`], a set of pairs, with
//! composition and images; [`ClosedForm`], all powers at once, found by [`Relation::closed_form`] and verified for
//! every exponent.
//!
//! ```
//! use heureka_linear::relations::{Constraint, DifferenceRelation, Limits};
//! use heureka_number::Int;
//! // x' = x + 1 ∧ x ≤ 9
//! let [up, down] = Constraint::equal(1, 0, 1);
//! let step = DifferenceRelation::from_constraints(1, &[up, down, Constraint::at_most(0, 9)]).unwrap();
//! let powers = step.closed_form(&Limits::default()).unwrap();
//! assert!(powers.power(&Int::from(1_000_000)).contains(&[Int::from(-999_990)], &[Int::from(10)]));
//! assert!(!powers.reaches(&[Int::from(0)], &[Int::from(11)]));
//! ```

mod bound;
mod bounds;
mod closed_form;
mod closure;
mod constraint;
mod eliminate;
mod family;
mod hull;
mod iterate;
mod layout;
mod matrix;
mod reduce;
mod relation;
mod rows;
mod strong;
mod verify;
mod widen;

pub use bound::Bound;
pub use bounds::{Bounds, DifferenceBounds, NotExpressible, Octagon, Supremum};
pub use closed_form::ClosedForm;
pub use closure::NegativeCycle;
pub use constraint::{Constraint, Literal};
pub use eliminate::ClosurePart;
pub use family::{Family, ParametricConstraint, Rate};
pub use iterate::{Limits, NoClosedForm};
pub use layout::{Differences, Edge, Encoding, Layout, Octagonal};
pub use matrix::Matrix;
pub use relation::{DifferenceRelation, OctagonalRelation, Relation};
pub use strong::RationalOctagon;
pub use widen::Widening;
