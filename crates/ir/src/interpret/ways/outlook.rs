//! How much is left when executions were followed for a while: a rough estimate, which tells programs with some ten thousand ways
//! from those with more than anybody can follow.
//!
//! From the last question to the first: so many ways are left with other answers to it, each taken to cost what answers to it
//! have cost so far. How many there are is found out by probes, which are executions with the answers of now to all other questions (the least
//! ones to those after would mostly be refused at once). Each tells with how many values it does the same; the distance to the next
//! one doubles until one does the same with all greater values, and what is passed over is taken to be like its ends.

use super::{Answers, Chosen, Ending, Following, Limits};

/// A probe may have so many times the steps that a way had in the mean, or the way of now, and this many more.
const TIMES_THE_MEAN: u64 = 20;
const BEYOND_THE_MEAN: u64 = 1000;

impl Following<'_> {
    /// The steps that are left, if they seem to be at most so many; as many are taken to find out. Nobody can tell before one way
    /// was followed to its end.
    pub fn outlook(&self, most: u64, limits: &Limits) -> Option<u64> {
        let mean = self.answers.spent.checked_div(self.ways)?;
        let longest = TIMES_THE_MEAN * mean + BEYOND_THE_MEAN;
        // The way that comes next: only then it is known which answers do the same.
        let mut next = self.with(self.answers.clone());
        next.follow_well(longest.min(limits.steps), limits)?;
        let steps = next.answers.spent - self.answers.spent;
        let longest = longest.max(TIMES_THE_MEAN * steps);
        let mut probes = Probes { following: &next, steps, longest, left: limits.steps.min(most), limits };
        let mut left = steps;
        for (question, chosen) in next.answers.chosen.iter().enumerate().rev() {
            let of_this = self.answers.spent - chosen.before + left;
            let of_each = match self.done.get(question) {
                Some(&(answers, steps)) if answers > 0 => of_this.max(steps / answers),
                _ => of_this,
            };
            let others = probes.answers_left(question, chosen)? * of_each as f64;
            left = left.saturating_add(others.ceil() as u64);
            if left > most {
                return None;
            }
        }
        Some(left)
    }

    /// The same with other answers, and nothing that was found.
    fn with(&self, answers: Answers) -> Self {
        Following { answers, done: Vec::new(), good: 0, ways: 0, ..*self }
    }

    /// Follows the way to an end that is none of ours, in so many steps, and knows afterwards which answers do the same.
    fn follow_well(&mut self, steps: u64, limits: &Limits) -> Option<()> {
        let (ending, more) = self.follow(&Limits { steps, ..*limits })?;
        let is_good = !matches!(ending, Ending::OutOfMemory | Ending::CallDepth | Ending::Unsupported { .. });
        for (chosen, more) in self.answers.chosen.iter_mut().zip(more.filter(|_| is_good)?) {
            chosen.last = chosen.value + more;
        }
        Some(())
    }
}

struct Probes<'p> {
    /// With the way of now.
    following: &'p Following<'p>,
    /// Its steps.
    steps: u64,
    /// The steps of a probe.
    longest: u64,
    /// Steps that all further probes may have.
    left: u64,
    limits: &'p Limits<'p>,
}

/// A way with another answer to a question.
struct Probe {
    /// The greatest answer that does the same.
    last: i128,
    /// How many times as long it is as the way of now.
    length: f64,
}

impl Probes<'_> {
    /// How many ways there are with greater answers to a question and one answer to each of those after it: one that is twice as long as
    /// the way of now counts twice.
    fn answers_left(&mut self, question: usize, chosen: &Chosen) -> Option<f64> {
        if chosen.last == chosen.greatest {
            return Some(0.0);
        }
        let (mut from, mut distance) = (chosen.last + 1, 1);
        let (mut ways, mut passed_over, mut density) = (0.0, 0, 0.0);
        loop {
            let Probe { last, length } = self.probe(question, from)?;
            let here = length / (last - from + 1) as f64;
            ways += length + passed_over as f64 * (density + here) / 2.0;
            if last == chosen.greatest {
                return Some(ways);
            }
            from = chosen.greatest.min(last + distance);
            (passed_over, density) = (from - last - 1, here);
            distance *= 2;
        }
    }

    fn probe(&mut self, question: usize, value: i128) -> Option<Probe> {
        let mut chosen = self.following.answers.chosen.clone();
        let probed = chosen.get_mut(question)?;
        (probed.value, probed.last) = (value, probed.greatest);
        let mut one = self.following.with(Answers { chosen, asked: 0, spent: 0 });
        one.follow_well(self.left.min(self.longest), self.limits)?;
        self.left = self.left.saturating_sub(one.answers.spent);
        let length = one.answers.spent as f64 / self.steps.max(1) as f64;
        Some(Probe { last: one.answers.chosen.get(question)?.last, length })
    }
}
