//! The proof that a path is feasible: the interpreter executes it.

use heureka_ir::interpret::{Interpreter, Replay};
use heureka_ir::{EdgeId, Trace};

use super::{Checked, Feasibility, check};
use crate::engine::{Context, Task};

/// The execution along a path of the task's program, replayed. What it ends in need not be the error at the end of the
/// path, but it is one that the task asks for.
pub fn execution(task: &Task, path: &[EdgeId], cx: &Context) -> Result<Trace, Box<Checked>> {
    let checked = check(task.program, path, task.numbers, cx);
    let Feasibility::Feasible(choices) = &checked.feasibility else { return Err(Box::new(checked)) };
    let interpreter = Interpreter::new(task.program, task.interpreter_options());
    let (execution, trace) = Trace::record(&interpreter, Replay::new(choices), &cx.limits(u64::MAX));
    match trace.filter(|trace| task.asks_for(trace.failure().fault)) {
        Some(trace) => Ok(trace),
        None => {
            let why = format!("the execution goes another way: {:?}", execution.ending);
            Err(Box::new(Checked { feasibility: Feasibility::Undecided(why), table: checked.table }))
        }
    }
}
