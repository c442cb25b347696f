//! Interpolate: sequence interpolants for linear arithmetic with equality, uninterpreted functions and array reads.
//!
//! For formulas φ₁ … φₙ that have no common model, [`interpolate`] gives formulas I₀ = true, I₁, …, Iₙ = false such
//! that Iₖ₋₁ ∧ φₖ ⟹ Iₖ, where Iₖ speaks only of symbols that occur both in φ₁…φₖ and in φₖ₊₁…φₙ: for the path formula
//! of a program, what has to be known after each step to see that the path is infeasible.
//!
//! The way there: `normalise` and `clausify` turn the formulas into clauses over rows; `search` refutes the clauses and
//! `proof` remembers how (McMillan); `theory` refutes conjunctions of rows with the simplex of `linear`;
//! `farkas` and `project` interpolate those; `congruence` and `arrays` add instances of axioms, each to a partition
//! that may speak of it (`vocabulary`); `combine` reads the interpolants off the proof. [`check`] looks at the result
//! with a solver that shares nothing with all this.
//!
//! ```
//! use heureka_interpolate::{Options, Outcome, interpolate};
//! use heureka_logic::smtlib::{parse_term, print_term};
//! use heureka_logic::solver::{Limits, Z3Solver};
//! use heureka_logic::{SortId, Terms};
//! let mut terms = Terms::new();
//! for name in ["x", "y", "z"] {
//!     terms.constant(name, SortId::INT);
//! }
//! let path = ["(= x 0)", "(= y (+ x 1))", "(= z (+ y 1))", "(< z 0)"];
//! let formulas = path.map(|text| parse_term(&mut terms, text).unwrap());
//! let mut solver = Z3Solver::new(Limits::NONE);
//! let outcome = interpolate(&mut terms, &formulas, &mut solver, &Options::default())?;
//! let Outcome::Interpolants(found) = outcome else { panic!("the path is infeasible") };
//! let texts: Vec<String> = found.iter().map(|&term| print_term(&terms, term)).collect();
//! assert_eq!(texts, ["true", "(<= 0 x)", "(<= 1 y)", "(<= 2 z)", "false"]);
//! # Ok::<(), heureka_interpolate::Error>(())
//! ```

mod absorb;
mod arrays;
mod atoms;
mod check;
mod clausify;
mod combine;
mod congruence;
mod core;
mod farkas;
mod formula;
mod normalise;
mod problem;
mod project;
mod proof;
mod search;
mod sequence;
mod sums;
mod theory;
mod vocabulary;

pub use check::{Violation, check};
pub use sequence::{Error, Limits, Options, Outcome, Reason, interpolate};
