//! Names of scalars and arrays, and the choice of new ones.
//!
//! A name is the text by which users know the thing; `\old(n)` and `\result` are names like any other. Two names that
//! are equal mean the same variable, so a formula needs no table beside it.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// A scalar variable: `b` in `BVar` of the paper.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Scalar(Arc<str>);

/// An array variable: `a` in `AVar` of the paper.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Array(Arc<str>);

impl Scalar {
    pub fn new(name: &str) -> Scalar {
        Scalar(Arc::from(name))
    }

    pub fn name(&self) -> &str {
        &self.0
    }

    /// The value that the scalar had before: `\old(n)`.
    pub fn old(&self) -> Scalar {
        Scalar::new(&format!("\\old({})", self.0))
    }

    /// A name like this one that is not taken: `n_0`, `n_1`, …
    pub fn fresh(&self, taken: &BTreeSet<Scalar>) -> Scalar {
        let stem: String = self.0.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
        let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let stem = if stem.is_empty() || stem.starts_with(|c: char| c.is_ascii_digit()) { "x" } else { stem };
        let candidates = (0..).map(|number| Scalar::new(&format!("{stem}_{number}")));
        candidates.into_iter().find(|name| !taken.contains(name)).expect("the numbers do not end")
    }
}

impl Array {
    pub fn new(name: &str) -> Array {
        Array(Arc::from(name))
    }

    pub fn name(&self) -> &str {
        &self.0
    }

    /// The contents that the array had before: `\old(a)`.
    pub fn old(&self) -> Array {
        Array::new(&format!("\\old({})", self.0))
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Scalar {
    fn from(name: &str) -> Scalar {
        Scalar::new(name)
    }
}

impl From<&str> for Array {
    fn from(name: &str) -> Array {
        Array::new(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_names_are_not_taken() {
        let taken = ["n_0", "i_0", "i_1"].map(Scalar::from).into();
        assert_eq!(Scalar::from("n").fresh(&taken).name(), "n_1");
        assert_eq!(Scalar::from("i_1").fresh(&taken).name(), "i_2");
        assert_eq!(Scalar::from("\\old(i)").fresh(&taken).name(), "oldi_0");
        assert_eq!(Scalar::from("\\result").old().name(), "\\old(\\result)");
    }
}
