//! C text to program graph: preprocessing, parsing, typing, lowering.
//!
//! The syntactic half is [`preprocess`] (a file to a [`preprocess::Source`]) and [`parse`] (a source to an
//! [`ast::TranslationUnit`]). Bad input of any kind is a [`diagnostic::Diagnostics`]; nothing here prints or panics.

pub mod ast;
pub mod diagnostic;
mod lex;
mod literal;
mod origin;
mod parse;
pub mod preprocess;
mod realign;
mod scan;
pub mod source_text;
mod stack;
pub mod symbol;
mod token;

pub use self::parse::parse;
pub use self::preprocess::preprocess;
pub use self::stack::with_large_stack;
