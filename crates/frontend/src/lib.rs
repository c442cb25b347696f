//! C text to program graph.

pub mod task;
