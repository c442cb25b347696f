//! The replay: choices of the analysed program are carried back to the program as read and executed there.
//!
//! The analysed program was made by passes that leave out what cannot matter, so the program as read asks for more
//! values than were chosen. Nothing should depend on these; where something does, because the analysis approximates, a few
//! ways to answer are tried. What counts is only how the execution ends: any fault that the task asks for is an error.

use heureka_ir::interpret::{
    Ending, Execution, Fill, FillRequest, Inputs, Interpreter, Random, ValueRequest, constants, likely_fill,
    likely_value,
};
use heureka_ir::passes::{Back, back};
use heureka_ir::program::Source;
use heureka_ir::{EdgeId, Fraction, Op, Program, Span, Trace};

use super::Choices;
use super::spurious::{Because, Spurious};
use crate::engine::{Context, Task};

/// Executes the task's program with the choices, for `longest` steps at most. `back` leads from the analysed program to it.
pub fn replay(task: &Task, back: &Back, choices: &Choices, longest: u64, cx: &Context) -> Result<Trace, Spurious> {
    let interpreter = Interpreter::new(task.program, task.interpreter_options());
    let constants = constants(task.program);
    let mut first: Option<Spurious> = None;
    for rest in ways_to_fill_in(cx.seed) {
        let taken = choices.taken.iter().copied();
        let mut answers = Answers { known: back.choices(taken), rest, constants: &constants, filled_in: false };
        let (execution, trace) = Trace::record(&interpreter, &mut answers, &cx.limits(longest));
        let reason = match trace.filter(|trace| task.asks_for(trace.failure().fault)) {
            Some(trace) => match doubt(task, &execution) {
                None => return Ok(trace),
                Some(doubt) => doubt,
            },
            None => why_not(task.program, &execution.ending),
        };
        if reason.because == Because::Interrupted {
            return Err(reason);
        }
        first.get_or_insert(reason);
        // Nothing was left open, so every way is this one.
        if !answers.filled_in {
            break;
        }
    }
    let other_way = first.expect("at least one way is tried");
    Err(match (&choices.approximate, &other_way.because) {
        (Some(approximate), Because::OtherWay { .. }) => approximate.clone(),
        _ => other_way,
    })
}

/// How values are chosen that nothing should depend on.
enum Rest {
    /// The same for all, converted to the type at hand.
    Constant(i128),
    Greatest,
    Least,
    Random(Random),
}

fn ways_to_fill_in(seed: u64) -> Vec<Rest> {
    let random = (0..8).map(|number| Rest::Random(Random::new(seed.wrapping_add(number))));
    let fixed = [Rest::Constant(0), Rest::Constant(1), Rest::Constant(-1), Rest::Greatest, Rest::Least];
    fixed.into_iter().chain(random).collect()
}

/// Answers with what was chosen, and where nothing was, by a rule.
struct Answers<'a> {
    known: back::Choices<'a, Fraction>,
    rest: Rest,
    constants: &'a [i128],
    /// Whether the rule answered something.
    filled_in: bool,
}

impl Inputs for Answers<'_> {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        self.fraction(request)?.whole()
    }

    fn fraction(&mut self, request: &ValueRequest) -> Option<Fraction> {
        if let Some(chosen) = self.known.next(request.edge) {
            return Some(chosen);
        }
        self.filled_in = true;
        Some(Fraction::from(match &mut self.rest {
            Rest::Constant(value) => request.ty.wrap(*value),
            Rest::Greatest => request.ty.max(),
            Rest::Least => request.ty.min(),
            Rest::Random(random) => likely_value(random, request.ty, self.constants, &[]),
        }))
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        self.filled_in = true;
        Some(match &mut self.rest {
            Rest::Constant(value) => Fill::constant(request.ty.wrap(*value)),
            Rest::Greatest => Fill::constant(request.ty.max()),
            Rest::Least => Fill::constant(request.ty.min()),
            Rest::Random(random) => likely_fill(random, request, self.constants, &[]),
        })
    }
}

/// The execution passed something that is not modelled and that can matter, so it proves nothing.
fn doubt(task: &Task, execution: &Execution) -> Option<Spurious> {
    let edge = execution.unmodelled().into_iter().find(|edge| task.is_relevant(*edge))?;
    let what = match &task.program.edge(edge).op {
        Op::Havoc { source: Source::Unmodelled(what), .. }
        | Op::HavocArray { source: Source::Unmodelled(what), .. } => what.clone(),
        _ => return None,
    };
    Some(Spurious { span: task.program.edge(edge).span, because: Because::Unmodelled { what } })
}

/// Why an execution that does not end in an error ends as it does.
fn why_not(program: &Program, ending: &Ending) -> Spurious {
    let edge_span = |edge: EdgeId| program.edge(edge).span;
    let span = match ending {
        Ending::Halted(loc) | Ending::Blocked(loc) => program.loc(*loc).span,
        Ending::Fault(failure) => failure.span,
        Ending::Unsupported { span, .. } => *span,
        Ending::InputsExhausted(edge) => edge.map_or(Span::NONE, edge_span),
        Ending::NumberTooLarge(edge) => edge_span(*edge),
        Ending::Finished(_) | Ending::StepLimit | Ending::Interrupted | Ending::CallDepth | Ending::OutOfMemory => {
            Span::NONE
        }
    };
    let because = match ending {
        Ending::Interrupted => Because::Interrupted,
        Ending::Unsupported { what, .. } => Because::Unmodelled { what: what.clone() },
        ending => Because::OtherWay { ending: ending.clone() },
    };
    Spurious { span, because }
}
