//! The command `heureka`, run as users run it: what it prints and answers, for every engine and task of it.
//!
//! `../programs.rs` and `../portfolio.rs` are programs of their own, because nothing else may run beside their tests:
//! the golden answers of engines that share their time by the clock, and races.

mod arrays;
mod bad_input;
mod boolean_programs;
mod bounded;
mod command_line;
mod explain;
mod horn;
mod linear;
mod predicates;
mod readme;
mod regions;
mod sil;
mod stages;
mod truth;
