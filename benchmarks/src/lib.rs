//! The papers' families of programs: each has a parameter N and comes safe and unsafe, as C text.
//!
//! Invariant: a text compiles as C, runs to its end without undefined behaviour, and reaches its label `ERROR` exactly
//! when it was asked for as unsafe, for every N from 1 to [`Family::most`]. Nothing here knows Heureka, so that any
//! checker of C can be measured on these programs.

mod linear;

pub use linear::LINEAR;

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
    /// The greatest N for which the program means what it should.
    pub most: u64,
    text: fn(u64, Expected) -> String,
}

impl Family {
    /// The program as C text.
    ///
    /// # Panics
    /// If N is zero or above [`Family::most`].
    pub fn program(&self, n: u64, expected: Expected) -> String {
        assert!((1..=self.most).contains(&n), "{} has N from 1 to {}, not {n}", self.name, self.most);
        (self.text)(n, expected)
    }
}

/// Every family of every paper.
pub fn families() -> impl Iterator<Item = &'static Family> {
    LINEAR.iter()
}

/// The family of this name.
pub fn family(name: &str) -> Option<&'static Family> {
    families().find(|family| family.name == name)
}

/// The program of a family; none if the family is not known or N is out of its range.
pub fn program(name: &str, n: u64, expected: Expected) -> Option<String> {
    family(name).filter(|family| (1..=family.most).contains(&n)).map(|family| family.program(n, expected))
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
    fn every_hole_of_a_text_is_filled_and_the_verdicts_differ_in_one_line() {
        for family in families() {
            for n in [1, 2, 7, 100] {
                let [safe, wrong] = Expected::BOTH.map(|expected| family.program(n, expected));
                assert!(!safe.contains('$') && !wrong.contains('$'), "{safe}{wrong}");
                let differing = safe.lines().zip(wrong.lines()).filter(|(a, b)| a != b).count();
                assert_eq!((differing, safe.lines().count()), (1, wrong.lines().count()), "{}", family.name);
            }
        }
    }
}
