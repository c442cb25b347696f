//! What an execution shows that somebody claims to fail.

use heureka_ir::interpret::{Choices, Interpreter, Replay};
use heureka_ir::{EdgeId, Op, Source, Trace};

use crate::engine::{Context, StopReason, Task};

/// The failing execution with these answers; the reason if it does not fail, or if its failure proves nothing.
pub fn execute(task: &Task, choices: &Choices, cx: &Context) -> Result<Trace, StopReason> {
    let interpreter = Interpreter::new(task.program, task.interpreter_options());
    let (execution, trace) = Trace::record(&interpreter, Replay::new(choices), &cx.limits(u64::MAX));
    let doubtful = execution.unmodelled().into_iter().find(|edge| task.is_relevant(*edge));
    match (doubtful, trace.filter(|trace| task.asks_for(trace.failure().fault))) {
        (None, Some(trace)) => Ok(trace),
        (None, None) => Err(StopReason::Inconclusive("a violation was found that no execution shows".to_owned())),
        (Some(edge), _) => Err(unmodelled(task, edge)),
    }
}

/// The reason that an edge gives for having no verdict.
fn unmodelled(task: &Task, edge: EdgeId) -> StopReason {
    let edge = task.program.edge(edge);
    match &edge.op {
        Op::Havoc { source: Source::Unmodelled(what), .. }
        | Op::HavocArray { source: Source::Unmodelled(what), .. } => {
            StopReason::Unmodelled { what: what.clone(), span: edge.span }
        }
        _ => StopReason::Inconclusive("a value that is not modelled may matter".to_owned()),
    }
}
