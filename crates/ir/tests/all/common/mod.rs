//! What the tests over random programs share: the generator and a simple executor.
pub mod execute;
pub mod generate;

pub use execute::{Machine, Outcome, State};
pub use generate::{Random, Recipe, random_program};
