//! What several engines need.

pub mod execution;
pub mod integers;
pub mod operand;
pub mod polynomials;
