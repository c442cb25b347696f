//! Logic: terms, their text, and the one crate that speaks to Z3.
//!
//! [`Terms`] is a pool of hash-consed terms over Booleans, integers, reals, bit-vectors and arrays. Invariant: no other
//! crate depends on `z3`, so a change of solver or of its bindings ends here.
//!
//! docs/LOGIC.md says more.
//!
//! ```
//! use heureka_logic::{Assignment, SortId, Terms, Value, evaluate, simplify, smtlib};
//! let mut terms = Terms::new();
//! let (x, y) = (terms.constant("x", SortId::INT), terms.constant("y", SortId::INT));
//! let one = terms.int(1);
//! let sum = terms.add(&[x, y, one]);
//! let claim = terms.gt(sum, y);
//! assert_eq!(smtlib::print_term(&terms, claim), "(< y (+ x y 1))");
//! let simple = simplify(&mut terms, claim);
//! assert_eq!(smtlib::print_term(&terms, simple), "(<= 0 x)");
//! assert_eq!(smtlib::parse_term(&mut terms, "(<= 0 x)"), Ok(simple));
//! let zeros = Assignment { complete: true, ..Assignment::new() };
//! assert_eq!(evaluate(&terms, claim, &zeros), Ok(Value::Bool(true)));
//! ```

pub mod bits;
pub mod differences;
pub mod horn;
mod op;
mod pool;
pub mod sat;
mod simplify;
pub mod smtlib;
pub mod solver;
mod sort;
mod value;

pub use bits::BitVector;
pub use op::Op;
pub use pool::{ConstId, Seen, SortError, Substitution, Symbol, SymbolClash, SymbolId, TermId, Terms};
pub use simplify::{Simplifier, simplify};
pub use sort::{MAX_WIDTH, Sort, SortId};
pub use value::{ArrayValue, Assignment, EvaluateError, FunctionValue, Value, ZeroDivision, evaluate, evaluate_all};

/// The version of the Z3 library this program runs with, such as `5.4.0.0`.
///
/// ```
/// assert!(heureka_logic::z3_version().starts_with(|digit: char| digit.is_ascii_digit()));
/// ```
pub fn z3_version() -> String {
    let full = z3::full_version();
    full.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(full).to_owned()
}
