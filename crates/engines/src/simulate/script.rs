//! Inputs that follow a script and go on by a rule where it ends.
//!
//! Questions for values are answered by the values of the script in order, questions for arrays by its fills in order,
//! so that a value more or less does not shift the arrays. Answers are recorded as they were used, all or only the first of
//! them: what was seen can be seen again.

use heureka_ir::interpret::{Choice, Fill, FillRequest, Inputs, Random, ValueRequest, likely_fill, likely_value};

use super::habits::Habits;

/// What answers the questions after the end of the script.
#[derive(Clone, Debug)]
pub(super) enum Tail {
    /// One value for everything, converted to the type at hand.
    Constant(i128),
    /// Each value is the one before and a step.
    Counting {
        next: i128,
        step: i128,
    },
    /// A few values, again and again: long inputs in which values are often equal.
    Few {
        values: [i128; 3],
        random: Random,
    },
    Random(Random),
    /// Each place of the program in its own way.
    Habits(Habits, Random),
}

pub(super) struct Script<'a> {
    values: Vec<i128>,
    fills: Vec<&'a Fill>,
    values_used: usize,
    fills_used: usize,
    tail: Tail,
    constants: &'a [i128],
    /// Values given so far, as long as there are few.
    given: Vec<i128>,
    /// The first answers, so many at most.
    pub(super) used: Vec<Choice>,
    most: usize,
}

impl<'a> Script<'a> {
    /// Answers as these say, and records so many answers.
    pub(super) fn new(choices: &'a [Choice], tail: Tail, constants: &'a [i128], most: usize) -> Script<'a> {
        let mut script = Script {
            values: Vec::new(),
            fills: Vec::new(),
            values_used: 0,
            fills_used: 0,
            tail,
            constants,
            given: Vec::new(),
            used: Vec::new(),
            most,
        };
        for choice in choices {
            match choice {
                Choice::Value(value) => script.values.push(*value),
                Choice::Fill(fill) => script.fills.push(fill),
                // Nobody simulates over ℝ.
                Choice::Fraction(_) => {}
            }
        }
        script
    }
}

impl Script<'_> {
    pub(super) fn values_used(&self) -> usize {
        self.values_used
    }

    /// Whether not all answers were recorded.
    pub(super) fn is_cut_off(&self) -> bool {
        self.values_used + self.fills_used > self.used.len()
    }

    fn record(&mut self, choice: impl FnOnce() -> Choice) {
        if self.used.len() < self.most {
            self.used.push(choice());
        }
    }
}

impl Inputs for Script<'_> {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        let value = match (self.values.get(self.values_used), &mut self.tail) {
            (Some(value), _) => request.ty.wrap(*value),
            (None, Tail::Constant(value)) => request.ty.wrap(*value),
            (None, Tail::Counting { next, step }) => {
                *next += *step;
                request.ty.wrap(*next - *step)
            }
            (None, Tail::Few { values, random }) => request.ty.wrap(values[random.below(3) as usize]),
            (None, Tail::Random(random)) => likely_value(random, request.ty, self.constants, &self.given),
            (None, Tail::Habits(habits, _)) => habits.value(request, self.constants, &self.given),
        };
        self.values_used += 1;
        if self.given.len() < 32 {
            self.given.push(value);
        }
        self.record(|| Choice::Value(value));
        Some(value)
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        let mut fill = match (self.fills.get(self.fills_used), &mut self.tail) {
            (Some(fill), _) => (*fill).clone(),
            (None, Tail::Constant(value) | Tail::Counting { next: value, .. }) => Fill::constant(*value),
            (None, Tail::Few { random, .. } | Tail::Random(random) | Tail::Habits(_, random)) => {
                likely_fill(random, request, self.constants, &self.given)
            }
        };
        self.fills_used += 1;
        fill.default = request.ty.wrap(fill.default);
        fill.cells.iter_mut().for_each(|(_, value)| *value = request.ty.wrap(*value));
        self.record(|| Choice::Fill(fill.clone()));
        Some(fill)
    }
}

/// Answers nothing: an execution that gets to its end with it has no arbitrary choice.
pub(super) struct NoInputs;

impl Inputs for NoInputs {
    fn value(&mut self, _: &ValueRequest) -> Option<i128> {
        None
    }

    fn fill(&mut self, _: &FillRequest) -> Option<Fill> {
        None
    }
}
