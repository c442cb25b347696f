//! The program graph.

pub mod span;
