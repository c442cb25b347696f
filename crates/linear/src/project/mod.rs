//! Projection: `∃x₁…xₙ. C` as a disjunction of conjunctions without the `xᵢ` (paper 000 §4, Quantifier Elimination).
//!
//! Each variable goes by the cheapest exact step that there is: an equality (`solve`), a modulo row of its own
//! (`residues`), bounds on one side only, Fourier–Motzkin with a unit coefficient (`shadows`); only when none is left
//! is a case split made, by the Omega test. Over ℝ the first three and Fourier–Motzkin suffice. The papers eliminate
//! over ℝ; over ℤ that would lose parity and with it the exactness of Theorem 4.1.

mod branch;
mod history;
mod residues;
mod search;
mod shadows;
mod solve;
mod tidy;

use crate::conjunction::Conjunction;
use crate::expr::Var;
use search::Search;

/// The points of the other variables that extend to a point of a conjunction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Projection {
    /// Sorted, none of them a contradiction by its form, none mentions an eliminated variable.
    pub disjuncts: Vec<Conjunction>,
    /// Whether these are exactly the points. If not, a size limit was hit and there may be more points than that.
    pub exact: bool,
}

impl Conjunction {
    /// The conjunction without the variables for which `eliminate` holds: `∃ those variables. self`.
    ///
    /// ```
    /// use heureka_linear::{Conjunction, Names, Numbers};
    /// let mut names = Names::default();
    /// let c = Conjunction::parse("y = 2x & 1 <= x & x <= z", Numbers::Integer, &mut names).unwrap();
    /// let x = names.var("x");
    /// let projection = c.project(|var| var == x);
    /// assert!(projection.exact);
    /// assert_eq!(projection.disjuncts[0].show(&names), "y - 2z <= 0 & y >= 2 & y mod 2 <= 0");
    /// ```
    pub fn project(&self, eliminate: impl Fn(Var) -> bool) -> Projection {
        Search::new(self, eliminate).project()
    }
}
