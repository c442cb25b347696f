//! From edges of the program graph to linear constraints: the paper's α for assignments and β⁺, β⁻ for conditions
//! (paper 000 §4).

mod case;

pub use case::{Case, Step};
