//! Interpolate: sequence interpolants for linear arithmetic with equality, uninterpreted functions and array reads.
//!
//! For formulas φ₁ … φₙ that have no common model, [`interpolate`] gives formulas I₀ = true, I₁, …, Iₙ = false such
//! that Iₖ₋₁ ∧ φₖ ⟹ Iₖ, where Iₖ speaks only of symbols that occur both in φ₁…φₖ and in φₖ₊₁…φₙ: for the path formula
//! of a program, what has to be known after each step to see that the path is infeasible.
//!
//! The way there: `normalise` and `clausify` turn the formulas into clauses over rows; `search` refutes the clauses and
//! `proof` remembers how (McMillan 2003, 2005); `theory` refutes conjunctions of rows with the simplex of `linear`;
//! `farkas` and `project` interpolate those; `congruence` and `arrays` add instances of axioms, each to a partition
//! that may speak of it (`vocabulary`); `combine` reads the interpolants off the proof. [`check`] looks at the result
//! with a solver that shares nothing with all this.

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
