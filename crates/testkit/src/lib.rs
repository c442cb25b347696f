//! Tools for Heureka's tests: random well-defined C programs, their comparison with compiled C, shrinking of failures;
//! random terms and SMT-LIB scripts.
//! A dev-dependency of other crates; nothing here is part of the checker.

pub mod batch;
pub mod c;
pub mod compile;
pub mod diff;
pub mod differential;
pub mod generate;
pub mod golden;
pub mod linear_programs;
pub mod mutate;
pub mod process;
pub mod record;
pub mod reference;
pub mod rng;
pub mod shape;
pub mod shrink;
pub mod stress;
pub mod subject;
pub mod terms;
pub mod tokens;
pub mod truth;

pub use batch::{Batch, run_program};
pub use c::tree::Program;
pub use compile::{CompileError, Mode};
pub use differential::Subject;
pub use generate::{generate, program};
pub use shape::Shape;
