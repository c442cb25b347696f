//! Which of several values to take.
//!
//! Where the constraints are exact any value leads to the error, and small ones are the nicest to read. Where a value is
//! only approximated, the execution exists for some of the values at most: then other tastes are tried, in the hope that
//! one of them meets what the constraints cannot say.

use heureka_ir::interpret::Random;
use heureka_number::Int;

#[derive(Clone, Debug)]
pub(super) enum Taste {
    /// The value nearest to 0, or what comes first.
    Small,
    Least,
    Greatest,
    Random(Random),
}

/// A range of integers; `None` is no bound.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound {
    pub low: Option<Int>,
    pub high: Option<Int>,
}

/// Random values lie no further than this from a bound or from 0.
const NEAR: u64 = 16;

impl Taste {
    /// Different tastes, the plainest first.
    pub fn all(seed: u64, count: usize) -> impl Iterator<Item = Taste> {
        let random = (0..).map(move |number| Taste::Random(Random::new(seed.wrapping_add(number))));
        [Taste::Small, Taste::Greatest, Taste::Least].into_iter().chain(random).take(count)
    }

    /// A value in the range, if there is one.
    pub fn pick(&mut self, bound: &Bound) -> Option<Int> {
        if bound.low.as_ref().zip(bound.high.as_ref()).is_some_and(|(low, high)| high < low) {
            return None;
        }
        let wanted = match self {
            Taste::Small => Int::ZERO,
            Taste::Least => bound.low.clone().unwrap_or_default(),
            Taste::Greatest => bound.high.clone().unwrap_or_default(),
            Taste::Random(random) => {
                let ends: Vec<Int> = bound.low.iter().chain(&bound.high).cloned().chain([Int::ZERO]).collect();
                let end = random.pick(&ends).cloned().unwrap_or_default();
                let apart = Int::from(random.below(NEAR) as i64);
                if random.below(2) == 0 { end + apart } else { end - apart }
            }
        };
        Some(bound.nearest(wanted))
    }
}

impl Bound {
    pub fn at_least(&mut self, value: Int) {
        self.low = Some(self.low.take().map_or(value.clone(), |low| low.max(value)));
    }

    pub fn at_most(&mut self, value: Int) {
        self.high = Some(self.high.take().map_or(value.clone(), |high| high.min(value)));
    }

    /// The value of the range, which is not empty, that is nearest to another.
    fn nearest(&self, value: Int) -> Int {
        match (&self.low, &self.high) {
            (Some(low), _) if value < *low => low.clone(),
            (_, Some(high)) if *high < value => high.clone(),
            _ => value,
        }
    }
}
