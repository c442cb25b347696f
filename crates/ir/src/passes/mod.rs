//! Passes: each turns a program into another one and says how to come [`Back`].
//!
//! A pass keeps which errors can be reached by which executions, up to what its own file says. Passes are composed with
//! [`Back::then`].

pub mod back;
pub mod explicit;
pub mod fold;
pub mod guess;
pub mod inline;
pub mod lemmas;
mod modified;
pub mod ranges;
mod rebuild;
mod simplify;
pub mod slice;

pub use back::{Back, Choices, Fact};
pub use explicit::explicit_checks;
pub use fold::fold;
pub use guess::{asks_for_emptiness, guess_elements, is_guess};
pub use inline::{Inlined, inline, inline_but_recursion};
pub use ranges::{Ranges, simplify_by_ranges};
pub use slice::{EdgeSet, Faults, relevant_edges, slice, slice_with};
