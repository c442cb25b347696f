//! Logic: the one crate that speaks to Z3.
//!
//! Today it owns the link to the solver and says which one it is; terms, the `Solver` trait and the SMT-LIB text are
//! built on it. Invariant: no other crate depends on `z3`, so a change of solver or of its bindings ends here.

/// The version of the Z3 library this program runs with, such as `5.4.0.0`.
///
/// ```
/// assert!(heureka_logic::z3_version().starts_with(|digit: char| digit.is_ascii_digit()));
/// ```
pub fn z3_version() -> String {
    let full = z3::full_version();
    full.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(full).to_owned()
}
