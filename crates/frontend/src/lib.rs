//! C text to program graph: preprocessing, parsing, typing, lowering.
//!
//! The syntactic half is [`preprocess`] (a file to a [`preprocess::Source`]) and [`parse`] (a source to an
//! [`ast::TranslationUnit`]). Bad input of any kind is a [`diagnostic::Diagnostics`]; nothing here prints or panics.

mod acsl;
pub mod ast;
pub mod ctype;
pub mod diagnostic;
mod lex;
mod library;
mod literal;
mod lower;
mod origin;
mod parse;
mod points_to;
pub mod preprocess;
mod read;
mod realign;
mod scan;
pub mod source_text;
mod stack;
pub mod symbol;
pub mod task;
mod token;
pub mod tree;
pub mod typing;

pub use self::acsl::Specifications;
pub use self::lower::LowerOptions;
pub use self::parse::parse;
pub use self::preprocess::preprocess;
pub use self::read::{ReadOptions, Reading, read_file, read_source};
pub use self::stack::with_large_stack;
pub use self::typing::{TypingOptions, type_unit};
