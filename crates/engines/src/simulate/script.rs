//! Inputs that follow a script and go on by a rule where it ends.
//!
//! Questions for values are answered by the values of the script in order, questions for arrays by its fills in order,
//! so that a value more or less does not shift the arrays. Every answer is recorded as it was used: what was seen can
//! be seen again.

use heureka_ir::interpret::{Choice, Fill, FillRequest, Inputs, Random, ValueRequest, likely_fill, likely_value};

/// What answers the questions after the end of the script.
#[derive(Clone, Debug)]
pub(super) enum Tail {
    /// One value for everything, converted to the type at hand.
    Constant(i128),
    Random(Random),
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
    pub(super) used: Vec<Choice>,
}

impl<'a> Script<'a> {
    pub(super) fn new(choices: &'a [Choice], tail: Tail, constants: &'a [i128]) -> Script<'a> {
        let mut script = Script {
            values: Vec::new(),
            fills: Vec::new(),
            values_used: 0,
            fills_used: 0,
            tail,
            constants,
            given: Vec::new(),
            used: Vec::new(),
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

impl Inputs for Script<'_> {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        let value = match (self.values.get(self.values_used), &mut self.tail) {
            (Some(value), _) => request.ty.wrap(*value),
            (None, Tail::Constant(value)) => request.ty.wrap(*value),
            (None, Tail::Random(random)) => likely_value(random, request.ty, self.constants, &self.given),
        };
        self.values_used += 1;
        if self.given.len() < 32 {
            self.given.push(value);
        }
        self.used.push(Choice::Value(value));
        Some(value)
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        let mut fill = match (self.fills.get(self.fills_used), &mut self.tail) {
            (Some(fill), _) => (*fill).clone(),
            (None, Tail::Constant(value)) => Fill::constant(*value),
            (None, Tail::Random(random)) => likely_fill(random, request, self.constants, &self.given),
        };
        self.fills_used += 1;
        fill.default = request.ty.wrap(fill.default);
        fill.cells.iter_mut().for_each(|(_, value)| *value = request.ty.wrap(*value));
        self.used.push(Choice::Fill(fill.clone()));
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
