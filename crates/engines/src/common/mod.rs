//! What several engines need.

pub mod integers;
pub mod operand;
