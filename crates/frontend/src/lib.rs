//! C text to program graph.
