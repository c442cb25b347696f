//! Terms, their text, and the solvers: against the evaluator, against each other, and at their limits.
//!
//! `../counted.rs` is a program of its own, because it keeps all processors busy, and deadlines are kept here.

mod random;
mod smoke;
mod smtlib;
mod solver;
mod terms;
