//! Solvers: the same scenarios over every backend, random terms against the evaluator, limits, and solvers that fail.

mod backends;
mod dump;
mod failing;
mod generate;
mod limits;
mod random;
mod scenarios;
