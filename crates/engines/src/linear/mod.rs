//! The linear engine: reachability of linear programs by path edges and summary edges (paper 002, "Software Model Checking
//! Using Linear Constraints"; the generalised programs of paper 000 §3–4).
//!
//! Where to find the paper's definitions: *InScope* in [`scope`]; α, β⁺, β⁻ and `e → (B, ne)` in [`encode`]; the transition
//! rules, *prop*, *Join*, *SelfLoop* and *SEJoin* in [`tabulate`].

pub mod accelerate;
pub mod encode;
pub mod scope;
pub mod tabulate;
