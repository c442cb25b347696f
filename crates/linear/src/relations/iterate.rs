//! The search for the closed form of `Rⁿ` with `n` as a variable.
//!
//! The matrices of the powers of a difference-bound or octagonal relation are ultimately periodic: from some `b` on,
//! with a period `c` and rates Λ, `σ(R^(n+c)) = σ(Rⁿ) + Λ(n mod c)` (Comon, Jurski, CAV 1998; Bozga, Gîrlea, Iosif,
//! TACAS 2009). As in Bozga, Iosif, Konečný, CAV 2010, we compute powers one by one, guess `b` and `c` from three of
//! them at equal distances, and verify the guess for every `k` (`verify.rs`). Nothing that was not verified is
//! returned.
//!
//! Where we deviate: a guess that holds up to a finite `k` only is kept as a *finite* family if it reaches far, and
//! the search goes on behind its end. So `x' = x + 1 ∧ 0 ≤ x ≤ 10^30` costs a bisection and not 10^30 powers, and
//! relations that change their behaviour or die after very many steps have a closed form of a few families.

use std::fmt;

use heureka_number::Int;

use super::closed_form::ClosedForm;
use super::family::{Family, Rate};
use super::layout::Layout;
use super::matrix::Matrix;
use super::relation::Relation;
use super::verify::{Claim, Line};
use crate::interrupt::poll;

/// How far the search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Powers computed one by one, in all. The greatest period that can be found is half of it.
    pub powers: usize,
    /// Finite families kept.
    pub families: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { powers: 1_000, families: 1_000 }
    }
}

/// No prefix and period were found within the limits; there is one, but beyond them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoClosedForm {
    /// The powers that were computed.
    pub powers: usize,
}

impl fmt::Display for NoClosedForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no period of the relation's powers was found among the first {}", self.powers)
    }
}

impl std::error::Error for NoClosedForm {}

/// What verification says of a guess.
enum Reach {
    Wrong,
    /// Right for `k` up to here, wrong beyond.
    UpTo(Int),
    Forever,
}

/// The members of a guess, one family for each remainder.
struct Guess<L: Layout> {
    prefix: usize,
    period: usize,
    lines: Vec<Line>,
    claim: Claim<L>,
}

impl<L: Layout> Relation<L> {
    /// The powers `R¹, R², …` in closed form.
    pub fn closed_form(&self, limits: &Limits) -> Result<ClosedForm<L>, NoClosedForm> {
        Search { limits, small: vec![self.clone()], families: Vec::new(), computed: 1 }.run()
    }
}

struct Search<'a, L: Layout> {
    limits: &'a Limits,
    /// `R¹, R², …`: the factors of guesses.
    small: Vec<Relation<L>>,
    families: Vec<Family<L>>,
    computed: usize,
}

impl<L: Layout> Search<'_, L> {
    fn run(mut self) -> Result<ClosedForm<L>, NoClosedForm> {
        // The powers from `first` on that belong to no family yet.
        let mut first = Int::ONE;
        let mut powers = vec![self.small[0].clone()];
        let mut known_break = Int::ZERO;
        loop {
            let latest = powers.len() - 1;
            if powers[latest].is_empty() {
                powers.pop();
                let empty_from = &first + Int::from(latest);
                self.keep_singly(&first, powers);
                return Ok(ClosedForm::new(self.small.swap_remove(0), self.families, Some(empty_from)));
            }
            // A guess among powers before a known break would only find the same break again.
            if &first + Int::from(latest) >= known_break {
                for period in 1..=latest / 2 {
                    let Some(guess) = self.guess(&powers, latest - 2 * period, period) else { continue };
                    match reach(&guess.claim) {
                        Reach::Wrong => {}
                        Reach::Forever => {
                            self.keep(&first, powers, guess, None);
                            return Ok(ClosedForm::new(self.small.swap_remove(0), self.families, None));
                        }
                        Reach::UpTo(last) => {
                            let length = Int::from(guess.prefix) + (&last + Int::ONE) * Int::from(period);
                            known_break = known_break.max(&first + &length);
                            // Short stretches may be parts of a longer period: compute on.
                            if length > Int::from(16 + 4 * latest) && self.families.len() < self.limits.families {
                                let next = guess.lines[0].at(&(&last + Int::ONE));
                                self.keep(&first, powers, guess, Some(last));
                                first += length;
                                powers = vec![self.relation(next)];
                                break;
                            }
                        }
                    }
                }
            }
            if self.computed >= self.limits.powers {
                return Err(NoClosedForm { powers: self.computed });
            }
            let next = powers[powers.len() - 1].then(&self.small[0]);
            self.computed += 1;
            powers.push(next);
        }
    }

    /// A claim about all powers from the `prefix`-th on, if the three powers at the distance of the period allow it.
    fn guess(&mut self, powers: &[Relation<L>], prefix: usize, period: usize) -> Option<Guess<L>> {
        poll(self.small[0].bounds().matrix().map_or(1, |matrix| matrix.size() * matrix.size()));
        let matrix = |place: usize| powers[place].bounds().matrix().expect("powers before the empty one");
        let line = |place: usize| {
            let rate = Rate::between(matrix(place), matrix(place + period))?;
            Some(Line { base: matrix(place).clone(), rate })
        };
        let second = line(prefix + period)?;
        let lines = (prefix..prefix + period).map(line).collect::<Option<Vec<Line>>>()?;
        if lines[0].rate != second.rate {
            return None;
        }
        let mut steps: Vec<(Relation<L>, Line)> = Vec::with_capacity(period);
        for (remainder, result) in lines.iter().enumerate().skip(1) {
            let result = Line { base: result.base.clone(), rate: result.rate.clone() };
            steps.push((self.small_power(remainder), result));
        }
        steps.push((self.small_power(period), second));
        let start = Line { base: lines[0].base.clone(), rate: lines[0].rate.clone() };
        let claim = Claim::new(self.small[0].variables(), start, steps)?;
        Some(Guess { prefix, period, lines, claim })
    }

    /// `R^exponent`, for an exponent from 1 on.
    fn small_power(&mut self, exponent: usize) -> Relation<L> {
        while self.small.len() < exponent {
            let next = self.small[self.small.len() - 1].then(&self.small[0]);
            self.small.push(next);
        }
        self.small[exponent - 1].clone()
    }

    fn keep_singly(&mut self, first: &Int, powers: Vec<Relation<L>>) {
        for (place, power) in powers.into_iter().enumerate() {
            self.families.push(Family::single(first + Int::from(place), power));
        }
    }

    /// Keeps the powers before the guess one by one, and then its families.
    fn keep(&mut self, first: &Int, mut powers: Vec<Relation<L>>, guess: Guess<L>, last: Option<Int>) {
        powers.truncate(guess.prefix);
        self.keep_singly(first, powers);
        for (remainder, line) in guess.lines.into_iter().enumerate() {
            self.families.push(Family {
                first: first + Int::from(guess.prefix + remainder),
                step: Int::from(guess.period),
                last: last.clone(),
                base: self.relation(line.base),
                rate: line.rate,
            });
        }
    }

    fn relation(&self, matrix: Matrix) -> Relation<L> {
        let dimension = 2 * self.small[0].variables();
        Relation::new(super::bounds::Bounds::from_canonical(dimension, matrix))
    }
}

/// How far a claim holds, by doubling and halving: if it holds up to some `k`, it holds up to every smaller one.
fn reach<L: Layout>(claim: &Claim<L>) -> Reach {
    let horizon = claim.horizon();
    if claim.holds_up_to(&horizon) {
        return Reach::Forever;
    }
    let (mut right, mut wrong) = (Int::ONE, horizon);
    if !claim.holds_up_to(&right) {
        return Reach::Wrong;
    }
    while &wrong - &right > Int::ONE {
        // In proportion while the ends are far apart, so that near breaks are found soon.
        let double = &right * Int::new(2);
        let middle = if double < wrong { double } else { (&right + &wrong).div_floor(&Int::new(2)) };
        if claim.holds_up_to(&middle) {
            right = middle;
        } else {
            wrong = middle;
        }
    }
    Reach::UpTo(right)
}
