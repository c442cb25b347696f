//! The evidence for UNSAFE: the choices that make an execution fail, and the failure they lead to.
//!
//! Invariant: a trace was executed. [`Trace::record`] is the only way to get one, and it runs the interpreter, so whoever
//! holds a trace knows that these choices lead to this failure, in this many steps. [`Trace::replay`] runs it again.

use std::fmt;

use crate::fraction::Fraction;
use crate::interpret::{Choice, Choices, Ending, Execution, Failure, Inputs, Interpreter, Limits, Recorder, Replay};

/// The answers to all questions of an execution (see [`crate::interpret::Inputs`]), in order, and its failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    choices: Choices,
    failure: Failure,
    steps: u64,
}

/// The execution with the choices of a trace ended in another way than the trace says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    pub expected: Failure,
    pub ending: Ending,
}

impl Trace {
    /// Executes the program, and keeps the trace if the execution fails.
    pub fn record<'i>(
        interpreter: &'i Interpreter,
        inputs: impl Inputs,
        limits: &Limits,
    ) -> (Execution<'i>, Option<Trace>) {
        let mut recorder = Recorder::new(inputs);
        let execution = interpreter.run(&mut recorder, limits);
        let trace = execution.ending.failure().map(|failure| Trace {
            choices: recorder.into_choices(),
            failure: failure.clone(),
            steps: execution.steps,
        });
        (execution, trace)
    }

    /// Executes the program with these choices; the number of steps to the failure that the trace names.
    pub fn replay(&self, interpreter: &Interpreter, limits: &Limits) -> Result<u64, ReplayError> {
        let execution = interpreter.run(&mut Replay::new(&self.choices), limits);
        match execution.ending.failure() {
            Some(failure) if *failure == self.failure => Ok(execution.steps),
            _ => Err(ReplayError { expected: self.failure.clone(), ending: execution.ending }),
        }
    }

    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    pub fn failure(&self) -> &Failure {
        &self.failure
    }

    /// How many edges the execution takes.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The chosen values of variables, in order.
    pub fn values(&self) -> impl Iterator<Item = Fraction> {
        self.choices.iter().filter_map(|choice| match choice {
            Choice::Value(value) => Some(Fraction::from(*value)),
            Choice::Fraction(value) => Some(*value),
            Choice::Fill(_) => None,
        })
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the trace promises \"{}\", but its execution ", self.expected.fault)?;
        match &self.ending {
            Ending::Finished(_) => write!(f, "finishes"),
            Ending::Halted(_) => write!(f, "halts"),
            Ending::Blocked(_) => write!(f, "violates an assumption"),
            Ending::Fault(failure) => write!(f, "ends with \"{}\" at another place or in another way", failure.fault),
            Ending::Unsupported { what, .. } => write!(f, "reaches what is not modelled: {what}"),
            Ending::StepLimit => write!(f, "passes the step limit"),
            Ending::Interrupted => write!(f, "was interrupted"),
            Ending::InputsExhausted(_) => write!(f, "needs more choices, or choices of another kind"),
            Ending::CallDepth => write!(f, "nests calls too deeply"),
            Ending::OutOfMemory => write!(f, "runs out of memory"),
            Ending::NumberTooLarge(_) => write!(f, "computes a number of more than 128 bits"),
        }
    }
}

impl std::error::Error for ReplayError {}
