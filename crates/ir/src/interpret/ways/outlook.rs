//! How much is left when executions were followed for a while: a rough estimate, which tells programs with some ten thousand ways
//! from those with more than anybody can follow.
//!
//! From the last question to the first: so many ways are left with other answers to it, each taken to cost what answers to it
//! have cost so far. How many there are is found out by probes, which are executions with the answers of now to all other questions (the least
//! ones to those after would mostly be refused at once): the distance to the next probe doubles until one does the same with all greater
//! values, and some in between tell with how many values each does the same.

use super::{Answers, Chosen, Ending, Following, Limits};

/// Probes between the next answer and the last one that differs from greater ones.
const SAMPLES: i128 = 6;

/// A probe may have so many times the steps that a way had in the mean, and this many more.
const TIMES_THE_MEAN: u64 = 20;
const BEYOND_THE_MEAN: u64 = 1000;

impl Following<'_> {
    /// The steps that are left, if they seem to be at most so many; as many are taken to find out.
    pub fn outlook(&self, most: u64, limits: &Limits) -> Option<u64> {
        let mean = self.answers.spent / self.ways.max(1);
        let mut probes = Probes { following: self, mean, left: limits.steps.min(most), limits };
        let mut left = mean;
        for (question, chosen) in self.answers.chosen.iter().enumerate().rev() {
            let of_this = self.answers.spent - chosen.before + left;
            let of_each = match self.done.get(question) {
                Some(&(answers, steps)) if answers > 0 => of_this.max(steps / answers),
                _ => of_this,
            };
            let others = probes.answers_left(question, chosen)?;
            left = left.saturating_add(others.saturating_mul(of_each));
            if left > most {
                return None;
            }
        }
        Some(left)
    }
}

struct Probes<'p> {
    following: &'p Following<'p>,
    /// The steps of a way.
    mean: u64,
    /// Steps that all further probes may have.
    left: u64,
    limits: &'p Limits<'p>,
}

impl Probes<'_> {
    /// How many ways there are with greater answers to a question and one answer to each of those after it.
    fn answers_left(&mut self, question: usize, chosen: &Chosen) -> Option<u64> {
        if chosen.last == chosen.greatest {
            return Some(0);
        }
        let first = chosen.last + 1;
        let (mut from, mut distance) = (first, 1);
        let last = loop {
            let last = self.probe(question, from)?;
            if last == chosen.greatest {
                break from;
            }
            from = chosen.greatest.min(last + distance);
            distance *= 2;
        };
        // The answers from the last probe on do the same.
        let differing = last - first;
        if differing <= SAMPLES {
            return Some(differing as u64 + 1);
        }
        let mut ways = 0.0;
        for sample in 0..SAMPLES {
            let value = first + differing * sample / SAMPLES;
            let same = self.probe(question, value)? - value + 1;
            ways += differing as f64 / SAMPLES as f64 / same as f64;
        }
        Some(ways.ceil() as u64 + 1)
    }

    /// The greatest answer to a question that does the same as this one.
    fn probe(&mut self, question: usize, value: i128) -> Option<i128> {
        let following = self.following;
        let mut chosen = following.answers.chosen.clone();
        let probed = chosen.get_mut(question)?;
        (probed.value, probed.last) = (value, probed.greatest);
        let mut one = Following {
            answers: Answers { chosen, asked: 0, spent: 0 },
            done: Vec::new(),
            good: 0,
            ways: 0,
            ..*following
        };
        let steps = self.left.min(TIMES_THE_MEAN * self.mean + BEYOND_THE_MEAN);
        let (ending, more) = one.follow(&Limits { steps, ..*self.limits })?;
        self.left = self.left.saturating_sub(one.answers.spent);
        let is_good = !matches!(ending, Ending::OutOfMemory | Ending::CallDepth | Ending::Unsupported { .. });
        more.filter(|_| is_good).map(|more| value + more[question])
    }
}
