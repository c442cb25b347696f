//! Programs with arrays: abstraction by index, refined by counterexamples (paper 000 §2, paper 004 §3.2).

pub mod feasibility;
