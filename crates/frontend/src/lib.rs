//! C text to program graph: preprocessing, parsing, typing, lowering.
//!
//! The syntactic half is [`preprocess`] (a file to a [`preprocess::Source`]) and [`parse`] (a source to an
//! [`ast::TranslationUnit`]). Bad input of any kind is a [`diagnostic::Diagnostics`]; nothing here prints or panics.

pub mod ast;
pub mod ctype;
pub mod diagnostic;
pub mod symbol;
pub mod tree;
