//! The stages of the engine, to be looked at: `heureka show --as ssa|cnf-form|smt2`.

use std::sync::atomic::AtomicBool;
use std::thread;

use heureka_ir::ExprId;

use super::build::Builder;
use super::read::{normal_form_text, ssa_text};
use super::solve::Solving;
use super::solvers::Solvers;
use super::ssa::{ObligationKind, Ssa};
use super::unwind::{Bounds, Stopped, unwind_with};
use super::{Options, STACK};
use crate::engine::{Context, StopReason, Task};

/// A stage of the way from a program to a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Unwound, in static single assignment form.
    Ssa,
    /// In conditional normal form, with the sets of equations and obligations.
    NormalForm,
    /// What the solver is asked: whether an error can be reached within the bound.
    Question,
}

/// A stage as text, with the bound of the options or 1.
pub fn show(task: &Task, options: Options, stage: Stage) -> Result<String, StopReason> {
    let work = || {
        let cancel = AtomicBool::new(false);
        let cx = Context::new(&cancel);
        let builder = if stage == Stage::Question { Builder::new() } else { Builder::plain() };
        let mut ssa = unwound(builder, task, &options, &cx)?;
        match stage {
            Stage::Ssa => Ok(ssa_text(task.program, &mut ssa)),
            Stage::NormalForm => Ok(normal_form_text(task.program, &mut ssa)),
            Stage::Question => {
                let is_asked = |kind: &ObligationKind| matches!(kind, ObligationKind::Property(_));
                let asked = ssa.obligations.iter().filter(|obligation| is_asked(&obligation.kind));
                let guards: Vec<ExprId> = asked.map(|obligation| obligation.guard).collect();
                Solving::new(task.program, &ssa, options.encoding, &mut Solvers::default(), &cx).text(&guards)
            }
        }
    };
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match worker.expect("a thread can be started").join() {
            Ok(text) => text,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

fn unwound(builder: Builder, task: &Task, options: &Options, cx: &Context) -> Result<Ssa, StopReason> {
    let unwind = options.unwind.unwrap_or(1);
    let bounds =
        Bounds { unwind, of_loops: Vec::new(), steps: options.steps, deadline: cx.deadline, memory: cx.memory };
    unwind_with(builder, task, bounds, None, cx.cancel).map_err(|stopped| match stopped {
        Stopped::Interrupted => StopReason::Interrupted,
        Stopped::Memory => StopReason::Inconclusive("the memory limit is reached".to_owned()),
        Stopped::Steps => StopReason::Inconclusive(format!("unwinding takes more than {} steps", options.steps)),
    })
}
