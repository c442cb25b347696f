//! Random linear programs whose verdict is known, because all of their executions can be followed.
//!
//! [`generate`] writes a program without an error and with a global variable `out` at its end; [`exhaust`] follows all
//! executions and sees which values `out` has; [`tighten`] adds an assertion that these values just fulfil or just fail;
//! [`judge`] compares an engine with what all executions of the result say. Invariant: the verdict comes from execution
//! alone, and a program whose executions are too many or too long is not used.

pub mod exhaust;
mod expressions;
mod generate;
pub mod judge;
mod statements;
mod tighten;
mod words;

use heureka_engines::engine::Arithmetic;
use heureka_ir::interpret::Numbers;

use crate::c::tree::Program;
use crate::rng::Rng;
use exhaust::{Budget, Truth, exhaust, read};

/// What kind of numbers a program is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// The papers' ℤ.
    Integer,
    /// `int` only, as C has it; nothing comes near its ends.
    Machine,
    /// Types in which arithmetic wraps and conversions cut off.
    Narrow,
    /// With products of variables and bit operations, which are not linear: an engine over linear constraints may fail to
    /// decide, and still must not be wrong.
    Nonlinear,
    /// All integer types, near the ends of their ranges, with all operators; undefined behaviour ends an execution. Not
    /// for engines over linear constraints, and so none of [`Mode::ALL`].
    Words,
}

impl Mode {
    pub const ALL: [Mode; 4] = [Mode::Integer, Mode::Machine, Mode::Narrow, Mode::Nonlinear];

    pub fn numbers(self) -> Numbers {
        match self {
            Mode::Integer => Numbers::Integer,
            Mode::Machine | Mode::Narrow | Mode::Nonlinear | Mode::Words => Numbers::Machine,
        }
    }

    /// The same, as engines are asked.
    pub fn arithmetic(self) -> Arithmetic {
        match self.numbers() {
            Numbers::Machine => Arithmetic::Machine,
            Numbers::Integer => Arithmetic::Integer,
            Numbers::Real => Arithmetic::Real,
        }
    }

    /// Whether a program is of the fragment in which an exact engine decides every terminating program.
    pub fn is_exact(self) -> bool {
        !matches!(self, Mode::Nonlinear | Mode::Words)
    }

    /// How much execution a program of this kind is worth.
    pub fn budget(self) -> Budget {
        match self {
            Mode::Words => Budget { steps: 500_000, undefined_ends: true, ..Budget::default() },
            _ => Budget::default(),
        }
    }

    fn program(self, rng: &mut Rng, assertion: Option<String>) -> Program {
        match self {
            Mode::Words => words::program(rng, assertion),
            _ => generate::program(rng, self, assertion),
        }
    }
}

/// A program and what is true of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    pub seed: u64,
    pub mode: Mode,
    pub program: Program,
    pub truth: Truth,
}

/// The case of a seed; none if its program has too many executions.
pub fn case(seed: u64, mode: Mode) -> Option<Case> {
    let mut rng = Rng::new(seed.wrapping_mul(8).wrapping_add(mode as u64));
    let open = mode.program(&mut rng, None);
    let budget = mode.budget();
    let seen = exhaust(&read(&open.text()).ok()?, mode.numbers(), budget)?;
    // The same random numbers write the same program, now with its assertion.
    let mut again = Rng::new(seed.wrapping_mul(8).wrapping_add(mode as u64));
    let assertion = tighten::assertion(&mut rng, &seen.out);
    let program = mode.program(&mut again, Some(assertion));
    let truth = exhaust(&read(&program.text()).ok()?, mode.numbers(), budget)?.truth;
    Some(Case { seed, mode, program, truth })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the first seeds are safe, unsafe, not used.
    fn tally(mode: Mode, seeds: u64) -> (usize, usize, usize) {
        let cases: Vec<Option<Case>> = (0..seeds).map(|seed| case(seed, mode)).collect();
        let count = |truth: Truth| cases.iter().flatten().filter(|case| case.truth == truth).count();
        (count(Truth::Safe), count(Truth::Unsafe), cases.iter().filter(|case| case.is_none()).count())
    }

    #[test]
    fn most_seeds_give_a_program_and_both_verdicts_are_frequent() {
        for mode in Mode::ALL {
            let (safe, failing, unused) = tally(mode, 200);
            assert!(
                safe > 50 && failing > 50 && unused < 40,
                "{mode:?}: {safe} safe, {failing} unsafe, {unused} unused"
            );
        }
    }

    #[test]
    fn programs_over_all_types_are_safe_and_unsafe() {
        let (safe, failing, unused) = tally(Mode::Words, 200);
        assert!(safe > 25 && failing > 25, "{safe} safe, {failing} unsafe, {unused} unused");
    }

    #[test]
    fn a_seed_names_one_program() {
        assert_eq!(case(7, Mode::Machine), case(7, Mode::Machine));
        assert_ne!(case(7, Mode::Machine).map(|case| case.program), case(8, Mode::Machine).map(|case| case.program));
    }
}
