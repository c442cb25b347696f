//! ACSL, the specification language that C users know from Frama-C, as the text of formulas.
//!
//! [`parse`] reads a predicate and says by position what is outside the fragment; printing a [`crate::Formula`] gives text that
//! is read back to the same formula. `\old(x)` is the scalar of that name, `\old(a[i])` the cell of the array `\old(a)`.
//! `\length(a)` is the length of an array.

mod convert;
mod lexer;
mod parser;
mod printer;
mod syntax;

use std::fmt;
use std::ops::Range;

use crate::formula::Formula;

/// Why a text is not a formula of the fragment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcslError {
    /// Where in the text, in bytes.
    pub span: Range<usize>,
    pub kind: AcslErrorKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AcslErrorKind {
    /// Not ACSL, or not the part of it that is read here.
    Syntax(String),
    /// ACSL, but no formula of the ∃*∀* fragment of SIL.
    OutsideFragment(String),
}

impl fmt::Display for AcslError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            AcslErrorKind::Syntax(what) => f.write_str(what),
            AcslErrorKind::OutsideFragment(what) => write!(f, "outside the logic SIL: {what}"),
        }
    }
}

impl std::error::Error for AcslError {}

impl AcslError {
    fn syntax(span: Range<usize>, what: impl Into<String>) -> AcslError {
        AcslError { span, kind: AcslErrorKind::Syntax(what.into()) }
    }

    fn outside(span: &Range<usize>, what: impl Into<String>) -> AcslError {
        AcslError { span: span.clone(), kind: AcslErrorKind::OutsideFragment(what.into()) }
    }
}

/// Reads a predicate. What is indexed is an array, every other name a scalar.
///
/// ```
/// use heureka_sil::acsl;
/// let sorted = acsl::parse(r"\forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]").unwrap();
/// assert_eq!(sorted.to_string(), r"\forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]");
/// let error = acsl::parse(r"\forall integer i; a[2 * i] == 0").unwrap_err();
/// assert_eq!(error.to_string(), "outside the logic SIL: the cell of an array at `2 * i`, which is not the index plus a number");
/// assert_eq!(error.span, 21..26);
/// ```
pub fn parse(text: &str) -> Result<Formula, AcslError> {
    let predicate = parser::predicate(text)?;
    convert::formula(text, &predicate)
}
