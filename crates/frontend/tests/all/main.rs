//! The front end through its public interface: syntax, typing, and what is said about wrong programs.

mod syntax;
mod typing_against_gcc;
mod typing_golden;
mod typing_headers;
mod typing_mutations;
