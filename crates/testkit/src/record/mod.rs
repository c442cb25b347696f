//! Constraints as the linear method meets them: programs are walked by the rule `P(j) ⊔= Join(P(i), τᵢ)` of paper 002,
//! and the questions that this asks of the constraint solver are written down.
//!
//! The bench of the kernels answers them again, with `linear` and with Z3. Numbers are ℤ, arrays and what is not linear
//! are the undefined value `u`, calls are followed into the callee (recursion is not): enough to get real constraints,
//! not enough to be an engine.

mod query;
mod transition;
mod walk;

pub use query::{Query, QueryError, read_queries, write_queries};
pub use walk::{Recording, record};
