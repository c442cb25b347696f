//! Undefined behaviour that nobody asked about, and that some executions have: SAFE does not speak of them, so a note does.
//!
//! The program is executed with some inputs, for a moment. What is not seen in it may be there nevertheless; `--property`
//! decides that.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use heureka_engines::engine::{Arithmetic, Context, Engine, Outcome, Task};
use heureka_engines::simulate::{Simulate, SimulateOptions};
use heureka_ir::Property;

/// Steps of all these executions.
const BUDGET: u64 = 200_000;

/// A line about undefined behaviour of a kind that is not asked for, if an execution with some was seen.
pub fn seen(task: &Task, others: &BTreeSet<Property>) -> Option<String> {
    if task.numbers != Arithmetic::Machine || others.is_empty() {
        return None;
    }
    let options = SimulateOptions {
        budget: BUDGET,
        longest: BUDGET / 10,
        only_execution: 0,
        all_executions: 0,
        promising: 0,
        shrink_attempts: 0,
    };
    let cancel = AtomicBool::new(false);
    let task = Task { properties: others, relevant: None, ..*task };
    let Ok(Outcome::Unsafe(trace)) = Simulate { options }.run(&task, &mut Context::new(&cancel)) else { return None };
    let failure = trace.failure();
    let place = task.program.files.place(failure.span);
    let property = failure.fault.property().name();
    Some(format!("undefined behaviour: {} at {place} ends some executions (--property {property})", failure.fault))
}
