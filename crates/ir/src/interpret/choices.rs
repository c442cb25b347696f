//! The answers that an execution got to its questions, in order.
//!
//! Equal answers one after the other are kept once, with their number: a loop that asks a million times for a value that
//! nothing depends on is told the same each time, and its trace stays small.

use super::inputs::{Fill, FillRequest, Inputs, ValueRequest};
use crate::fraction::Fraction;

/// One answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    Value(i128),
    /// Over ℝ, a value that is not whole.
    Fraction(Fraction),
    Fill(Fill),
}

/// Answers in order. Neighbouring runs differ, and none is empty, so equal sequences have equal representations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    runs: Vec<Run>,
}

/// The same answer several times.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Run {
    choice: Choice,
    times: u64,
}

impl Choices {
    pub fn push(&mut self, choice: Choice) {
        self.push_times(choice, 1);
    }

    /// The same answer several times; of none nothing is kept.
    pub fn push_times(&mut self, choice: Choice, times: u64) {
        match self.runs.last_mut() {
            _ if times == 0 => {}
            Some(run) if run.choice == choice => run.times = run.times.saturating_add(times),
            _ => self.runs.push(Run { choice, times }),
        }
    }

    /// The answers, each with how often it is given.
    pub fn runs(&self) -> impl Iterator<Item = (&Choice, u64)> {
        self.runs.iter().map(|run| (&run.choice, run.times))
    }

    fn push_value(&mut self, value: i128) {
        match self.runs.last_mut() {
            Some(Run { choice: Choice::Value(last), times }) if *last == value => *times += 1,
            _ => self.runs.push(Run { choice: Choice::Value(value), times: 1 }),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Choice> {
        self.runs.iter().flat_map(|run| (0..run.times).map(move |_| &run.choice))
    }

    pub fn len(&self) -> u64 {
        self.runs.iter().map(|run| run.times).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

impl FromIterator<Choice> for Choices {
    fn from_iter<I: IntoIterator<Item = Choice>>(choices: I) -> Choices {
        let mut all = Choices::default();
        choices.into_iter().for_each(|choice| all.push(choice));
        all
    }
}

/// Passes questions on to another source and keeps the answers.
#[derive(Clone, Debug)]
pub struct Recorder<I> {
    inner: I,
    choices: Choices,
}

impl<I: Inputs> Recorder<I> {
    pub fn new(inner: I) -> Recorder<I> {
        Recorder { inner, choices: Choices::default() }
    }

    pub fn into_choices(self) -> Choices {
        self.choices
    }
}

impl<I: Inputs> Inputs for Recorder<I> {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        let value = self.inner.value(request)?;
        self.choices.push_value(value);
        Some(value)
    }

    fn fraction(&mut self, request: &ValueRequest) -> Option<Fraction> {
        let value = self.inner.fraction(request)?;
        match value.whole() {
            Some(whole) => self.choices.push_value(whole),
            None => self.choices.push(Choice::Fraction(value)),
        }
        Some(value)
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        let fill = self.inner.fill(request)?;
        self.choices.push(Choice::Fill(fill.clone()));
        Some(fill)
    }
}

/// Gives recorded answers again. Stops when they are used up, or when the program asks for an array and a value is
/// next (or the other way round), which cannot happen with answers recorded on the same program.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    runs: &'a [Run],
    /// How many answers of the first run were given.
    given: u64,
}

impl<'a> Replay<'a> {
    pub fn new(choices: &'a Choices) -> Replay<'a> {
        Replay { runs: &choices.runs, given: 0 }
    }

    fn next(&mut self) -> Option<&'a Choice> {
        let (run, rest) = self.runs.split_first()?;
        self.given += 1;
        if self.given == run.times {
            (self.runs, self.given) = (rest, 0);
        }
        Some(&run.choice)
    }
}

impl Inputs for Replay<'_> {
    fn value(&mut self, _: &ValueRequest) -> Option<i128> {
        match self.next() {
            Some(Choice::Value(value)) => Some(*value),
            _ => None,
        }
    }

    fn fraction(&mut self, _: &ValueRequest) -> Option<Fraction> {
        match self.next() {
            Some(Choice::Value(value)) => Some(Fraction::from(*value)),
            Some(Choice::Fraction(value)) => Some(*value),
            _ => None,
        }
    }

    fn fill(&mut self, _: &FillRequest) -> Option<Fill> {
        match self.next() {
            Some(Choice::Fill(fill)) => Some(fill.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_answers_are_kept_once_and_given_as_often() {
        let all: Vec<Choice> =
            [7, 7, 7, -1, 7, 7].map(Choice::Value).into_iter().chain([Choice::Fill(Fill::constant(7))]).collect();
        let choices: Choices = all.iter().cloned().collect();
        assert_eq!((choices.runs.len(), choices.len()), (4, 7));
        assert!(choices.iter().eq(&all));
        let mut replay = Replay::new(&choices);
        assert!(std::iter::from_fn(|| replay.next()).eq(&all));
    }
}
