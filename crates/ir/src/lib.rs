//! The program graph.
