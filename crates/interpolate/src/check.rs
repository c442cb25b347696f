//! The check of a sequence of interpolants by a solver that had no part in making them.
//!
//! `I₀ = true`, `Iₙ = false`, each step `Iₖ₋₁ ∧ φₖ ⟹ Iₖ`, and only shared symbols. By induction each interpolant is
//! implied by its prefix and inconsistent with its suffix.

use std::fmt;

use heureka_logic::solver::{Answer, Solver};
use heureka_logic::{TermId, Terms};

use crate::core::solve;
use crate::vocabulary::Vocabulary;

/// What is wrong with a sequence of interpolants; steps and cuts count from 1 as in φ₁ … φₙ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// There must be one interpolant more than formulas.
    Length { formulas: usize, interpolants: usize },
    /// The first is not `true` or the last not `false`.
    Ends,
    /// `Iₖ₋₁ ∧ φₖ` does not imply `Iₖ`.
    Step { step: usize },
    /// `Iₖ` mentions a symbol that its two sides do not share.
    Foreign { cut: usize, symbol: String },
    /// The solver could not say whether a step is right.
    Undecided { step: usize, reason: String },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Length { formulas, interpolants } => {
                write!(f, "{interpolants} interpolants do not go with {formulas} formulas")
            }
            Violation::Ends => f.write_str("the first interpolant must be true and the last one false"),
            Violation::Step { step } => write!(f, "interpolant {step} does not follow from the one before"),
            Violation::Foreign { cut, symbol } => {
                write!(f, "interpolant {cut} mentions `{symbol}`, which is not shared")
            }
            Violation::Undecided { step, reason } => write!(f, "step {step} could not be checked: {reason}"),
        }
    }
}

impl std::error::Error for Violation {}

/// Checks that these are sequence interpolants of the formulas.
pub fn check(
    terms: &mut Terms,
    formulas: &[TermId],
    interpolants: &[TermId],
    solver: &mut dyn Solver,
) -> Result<(), Violation> {
    if interpolants.len() != formulas.len() + 1 {
        return Err(Violation::Length { formulas: formulas.len(), interpolants: interpolants.len() });
    }
    if interpolants[0] != Terms::TRUE || interpolants[formulas.len()] != Terms::FALSE {
        return Err(Violation::Ends);
    }
    let vocabulary = Vocabulary::of(terms, formulas);
    for (cut, &interpolant) in interpolants.iter().enumerate() {
        for symbol in terms.symbols_in(&[interpolant]) {
            // The cut lies before the partition of the same number.
            let shared = vocabulary
                .symbol(symbol)
                .is_some_and(|span| (span.first.0 as usize) < cut && cut <= span.last.0 as usize);
            if !shared {
                return Err(Violation::Foreign { cut, symbol: terms.symbol(symbol).name.clone() });
            }
        }
    }
    for (place, &formula) in formulas.iter().enumerate() {
        let step = place + 1;
        let (before, after) = (interpolants[place], interpolants[step]);
        if before == Terms::FALSE || after == Terms::TRUE || after == formula || after == before {
            continue;
        }
        let negation = terms.not(after);
        let answer = solve(terms, &[before, formula, negation], solver);
        match answer {
            Ok(Answer::Unsatisfiable) => {}
            Ok(Answer::Satisfiable) => return Err(Violation::Step { step }),
            Ok(Answer::Unknown(reason)) => return Err(Violation::Undecided { step, reason }),
            Err(error) => return Err(Violation::Undecided { step, reason: error.to_string() }),
        }
    }
    Ok(())
}
