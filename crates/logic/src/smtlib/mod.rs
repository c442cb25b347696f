//! SMT-LIB 2.6 text: printing terms and scripts, and reading scripts, terms, values and models.
//!
//! Printing and reading are inverse: the text of a term reads back as the same term, and what was printed once prints the
//! same again. Nothing here recurses on the depth of the text. What cannot be read is a [`ParseError`] with line and
//! column, never a panic.

mod model;
mod name;
mod operators;
mod print;
mod read;
mod scope;
mod script;
mod table;
mod term;

pub use model::{parse_model, parse_values};
pub use name::{decode as symbol_name, encode as symbol_text};
pub use print::{print_declaration, print_term, write_term};
pub use read::{Atom, ParseError, Sexp, Tree, read};
pub use script::{Command, Script, parse_script, print_command, print_script};

use crate::pool::{TermId, Terms};

/// Reads one term over the symbols of the pool.
pub fn parse_term(terms: &mut Terms, text: &str) -> Result<TermId, ParseError> {
    let tree = read(text)?;
    let only = tree.only()?;
    let mut names = scope::Names::of_pool();
    term::parse(terms, &tree, &mut names, only)
}
