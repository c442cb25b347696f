//! The papers' families of programs: each has a parameter N and comes safe and unsafe, as C text.
//!
//! Invariant: a text compiles as C, runs to its end without undefined behaviour, and reaches an error (its label `ERROR`,
//! or an `assert` that fails) on some inputs if it was asked for as unsafe and on none if not, for every N of
//! [`Family::range`]. Safe and unsafe differ in one line. Nothing here knows Heureka, so that any checker of C can be
//! measured on these programs.

mod any_length;
mod arrays;
mod bounded;
mod contracts;
mod linear;
mod regression;
mod sets;

use std::ops::RangeInclusive;

pub use any_length::ANY_LENGTH;
pub use arrays::{ARRAYS, FIGURES};
pub use bounded::BOUNDED;
pub use contracts::{CONTRACTS, ContractProgram};
pub use linear::LINEAR;
pub use regression::REGRESSION;
pub use sets::SETS;

/// What is true of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Expected {
    Safe,
    Unsafe,
}

impl Expected {
    pub const BOTH: [Expected; 2] = [Expected::Safe, Expected::Unsafe];

    /// The word for it on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Expected::Safe => "safe",
            Expected::Unsafe => "unsafe",
        }
    }

    pub fn by_name(name: &str) -> Option<Expected> {
        Expected::BOTH.into_iter().find(|expected| expected.name() == name)
    }
}

/// Programs that differ in a number and in their verdict.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    pub name: &'static str,
    /// What the program does and what N is, in one line.
    pub summary: &'static str,
    /// The least N for which both programs mean what they should: an array of one cell is always sorted.
    pub least: u64,
    /// The greatest such N.
    pub most: u64,
    /// The sum of the sizes of its arrays for an N; none if they depend on an input.
    cells: fn(u64) -> Option<u64>,
    text: fn(u64, Expected) -> String,
}

impl Family {
    /// The N that the family has.
    pub fn range(&self) -> RangeInclusive<u64> {
        self.least..=self.most
    }

    /// The cells of all arrays of the program; none if their number is an input.
    pub fn cells(&self, n: u64) -> Option<u64> {
        (self.cells)(n)
    }

    /// The program as C text.
    ///
    /// # Panics
    /// If N is not in [`Family::range`].
    pub fn program(&self, n: u64, expected: Expected) -> String {
        assert!(self.range().contains(&n), "{} has N from {} to {}, not {n}", self.name, self.least, self.most);
        (self.text)(n, expected)
    }
}

/// Every family of every paper.
pub fn families() -> impl Iterator<Item = &'static Family> {
    [LINEAR, ARRAYS, FIGURES, REGRESSION, ANY_LENGTH, BOUNDED, SETS].into_iter().flatten()
}

/// The family of this name.
pub fn family(name: &str) -> Option<&'static Family> {
    families().find(|family| family.name == name)
}

/// The program of a family; none if the family is not known or N is out of its range.
pub fn program(name: &str, n: u64, expected: Expected) -> Option<String> {
    family(name).filter(|family| family.range().contains(&n)).map(|family| family.program(n, expected))
}

/// Fills the holes of an array program: `$N`, and `$LINE` by the line that decides the verdict.
fn fill(template: &str, n: u64, expected: Expected, right: &str, wrong: &str) -> String {
    let line = match expected {
        Expected::Safe => right,
        Expected::Unsafe => wrong,
    };
    template.replace("$LINE", line).replace("$N", &n.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_families() {
        for known in families() {
            assert_eq!(family(known.name).map(|found| found.name), Some(known.name));
        }
        assert!(family("nonsense").is_none());
        assert!(program("sum", 0, Expected::Safe).is_none());
    }

    #[test]
    fn no_two_families_share_a_name() {
        let mut names: Vec<&str> = families().map(|family| family.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
    }

    #[test]
    fn every_hole_of_a_text_is_filled_and_the_verdicts_differ_in_one_line() {
        for family in families() {
            for n in [1, 2, 7, 100].into_iter().filter(|n| family.range().contains(n)) {
                let [safe, wrong] = Expected::BOTH.map(|expected| family.program(n, expected));
                assert!(!safe.contains('$') && !wrong.contains('$'), "{safe}{wrong}");
                let differing = safe.lines().zip(wrong.lines()).filter(|(a, b)| a != b).count();
                assert_eq!((differing, safe.lines().count()), (1, wrong.lines().count()), "{}", family.name);
            }
        }
    }
}
