//! Follows all executions of a program by backtracking over its inputs.
//!
//! An input of a type of at most 8 bits has all of its values. Any other is taken to be between [`LEAST`] and [`MOST`]:
//! the generated programs assume less of each right after it was read, so that no execution with another value goes on.

use std::collections::BTreeSet;

use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::interpret::{Ending, Fill, FillRequest, Inputs, Interpreter, Limits, Numbers, Options, ValueRequest};
use heureka_ir::program::Source as Origin;
use heureka_ir::{Program, Property};

pub const LEAST: i128 = -1;
pub const MOST: i128 = 4;

/// What all executions together say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Safe,
    Unsafe,
}

/// What was seen in all executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    pub truth: Truth,
    /// The values of the global variable `out` at the end of executions.
    pub out: BTreeSet<i128>,
    pub executions: usize,
}

/// How much execution a program is worth.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub executions: usize,
    /// Steps of all executions.
    pub steps: u64,
    /// Undefined behaviour ends an execution; otherwise a program that has any is not used.
    pub undefined_ends: bool,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { executions: 2_000, steps: 100_000, undefined_ends: false }
    }
}

/// The program graph of a text.
pub fn read(text: &str) -> Result<Program, String> {
    let source = Source::from_text("linear.c", text.to_owned());
    let reading = read_source(&source, &ReadOptions::default()).map_err(|wrong| format!("{:?}", wrong.list))?;
    Ok(reading.program)
}

/// What all executions say; none if they are too many or too long, or if something ends one that is neither the program
/// nor an error.
pub fn exhaust(program: &Program, numbers: Numbers, budget: Budget) -> Option<Seen> {
    let interpreter = Interpreter::new(program, Options { numbers, ..Options::default() });
    let mut seen = Seen { truth: Truth::Safe, out: BTreeSet::new(), executions: 0 };
    let mut script = Script { answers: Vec::new(), asked: 0, strange: false };
    let mut steps = budget.steps;
    loop {
        script.asked = 0;
        let execution = interpreter.run(&mut script, &Limits { steps, depth: 1000, ..Limits::default() });
        steps -= execution.steps.min(steps);
        seen.executions += 1;
        match &execution.ending {
            Ending::Finished(_) | Ending::Halted(_) => seen.out.extend(execution.global_scalar("out")),
            Ending::Blocked(_) => {}
            Ending::Fault(failure) if failure.fault.property() == Property::Unreach => seen.truth = Truth::Unsafe,
            Ending::Fault(_) if budget.undefined_ends => {}
            _ => return None,
        }
        if script.strange || steps == 0 || seen.executions > budget.executions {
            return None;
        }
        if !script.advance() {
            return Some(seen);
        }
    }
}

/// An answer and the greatest that is possible there.
#[derive(Clone, Copy, Debug)]
struct Answer {
    value: i128,
    most: i128,
}

/// The answers of one execution: a prefix that is given, and the least possible values after it.
struct Script {
    answers: Vec<Answer>,
    asked: usize,
    /// A question was asked that is none for an input.
    strange: bool,
}

impl Script {
    /// Goes to the next execution in the order of the answers; false if there is none.
    fn advance(&mut self) -> bool {
        self.answers.truncate(self.asked);
        while let Some(last) = self.answers.last_mut() {
            if last.value < last.most {
                last.value += 1;
                return true;
            }
            self.answers.pop();
        }
        false
    }
}

impl Inputs for Script {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        self.strange |= !matches!(request.source, Origin::Input(_));
        if self.asked == self.answers.len() {
            let (least, most) = match request.ty.bits() <= 8 {
                true => (request.ty.min(), request.ty.max()),
                false => (LEAST, MOST),
            };
            self.answers.push(Answer { value: least, most });
        }
        self.asked += 1;
        Some(self.answers[self.asked - 1].value)
    }

    fn fill(&mut self, _: &FillRequest) -> Option<Fill> {
        self.strange = true;
        Some(Fill::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exhausted(body: &str) -> Option<Seen> {
        let text = format!(
            "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n\
             extern void __VERIFIER_assume(int);\nextern void reach_error(void);\nint out;\n\
             int main(void) {{ {body} return 0; }}\n"
        );
        exhaust(&read(&text).expect("it reads"), Numbers::Machine, Budget::default())
    }

    #[test]
    fn all_combinations_of_inputs_are_followed() {
        let seen = exhausted(
            "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= x && x <= 2); int y = 0;
             if (x > 0) { y = __VERIFIER_nondet_int(); __VERIFIER_assume(1 <= y && y <= 3); }
             out = 10 * x + y; if (out == 23) reach_error();",
        );
        let seen = seen.expect("few executions");
        assert_eq!(seen.out, BTreeSet::from([0, 11, 12, 13, 21, 22]));
        assert_eq!(seen.truth, Truth::Unsafe);
    }

    #[test]
    fn a_byte_has_all_of_its_values() {
        let seen = exhausted("out = __VERIFIER_nondet_uchar() + 1;").expect("256 executions");
        assert_eq!((seen.out.len(), seen.executions), (256, 256));
    }

    #[test]
    fn a_program_that_does_not_end_or_overflows_is_not_used() {
        assert_eq!(exhausted("while (1) { out = 1 - out; }"), None);
        assert_eq!(exhausted("out = 2147483647; out = out + 1;"), None);
    }
}
