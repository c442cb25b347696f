//! What an unwound program shows: an execution that fails, that none does, or that the bound is too small.

use heureka_ir::interpret::Choices;
use heureka_ir::{ExprId, Trace};
use heureka_logic::solver::SolverError;

use super::encoding::Encoding;
use super::solve::{NotSolved, Solving};
use super::solvers::Solvers;
use super::ssa::{ObligationKind, Ssa};
use super::vacuity;
use crate::common::execution::execute;
use crate::engine::{Context, StopReason, Task};

/// What an unwound program shows.
pub enum Found {
    Violated(Trace),
    /// No obligation can be violated, and nothing is left out.
    Nothing,
    /// No obligation can be violated, but there are executions beyond the bound.
    NotUnwound,
    /// The same, and no bound is great enough for some of them.
    CutOff,
    Stopped(StopReason),
    Error(SolverError),
}

/// Looks for values that violate an obligation: one that is asked for, then any. If not all in it is real, a violation shows no execution.
pub fn decide<'c>(
    task: &Task,
    ssa: &Ssa,
    is_real: bool,
    encoding: Encoding,
    solvers: &mut Solvers<'c>,
    cx: &mut Context<'c>,
) -> Found {
    look(task, ssa, is_real, encoding, solvers, cx).unwrap_or_else(Found::from)
}

impl From<NotSolved> for Found {
    fn from(reason: NotSolved) -> Found {
        match reason {
            NotSolved::Stopped(reason) => Found::Stopped(reason),
            NotSolved::Error(error) => Found::Error(error),
        }
    }
}

fn look<'c>(
    task: &Task,
    ssa: &Ssa,
    is_real: bool,
    encoding: Encoding,
    solvers: &mut Solvers<'c>,
    cx: &mut Context<'c>,
) -> Result<Found, NotSolved> {
    let guards = |wanted: &dyn Fn(&ObligationKind) -> bool| -> Vec<ExprId> {
        let wanted = ssa.obligations.iter().filter(|obligation| wanted(&obligation.kind));
        wanted.map(|obligation| obligation.guard).collect()
    };
    let properties = guards(&|kind| matches!(kind, ObligationKind::Property(_)));
    let unsupported = guards(&|kind| matches!(kind, ObligationKind::Unsupported(_)));
    let unwindings = guards(&|kind| matches!(kind, ObligationKind::Unwinding(_)));
    let mut solving = Solving::new(task.program, ssa, encoding, solvers, cx);
    cx.statistics.clear();
    cx.count("obligations", properties.len() as u64);
    cx.count("unwinding assertions", unwindings.len() as u64);
    solving.count_size(&[&properties[..], &unsupported, &unwindings].concat(), cx)?;
    if let Some(model) = solving.can_hold(&properties, cx)? {
        if !is_real {
            return Ok(Found::Stopped(StopReason::Inconclusive("that is no induction".to_owned())));
        }
        return Ok(match solving.choices(&model) {
            Some(choices) => executed(task, &choices, cx),
            None => Found::Stopped(StopReason::Inconclusive("the solver's model is no execution".to_owned())),
        });
    }
    if solving.can_hold(&unsupported, cx)?.is_some() {
        return Ok(Found::Stopped(not_modelled(ssa)));
    }
    Ok(match solving.can_hold(&unwindings, cx)? {
        Some(_) if ssa.is_cut_off => Found::CutOff,
        Some(_) => Found::NotUnwound,
        None => {
            vacuity::warn(task, ssa, &mut solving, cx);
            Found::Nothing
        }
    })
}

/// The reason that an obligation gives which stands where something is not modelled.
pub fn not_modelled(ssa: &Ssa) -> StopReason {
    let first = ssa.obligations.iter().find_map(|obligation| match &obligation.kind {
        ObligationKind::Unsupported(what) => Some((what.clone(), obligation.span)),
        _ => None,
    });
    let (what, span) = first.expect("one of them can be reached");
    StopReason::Unmodelled { what, span }
}

/// What the execution with these answers shows.
pub fn executed(task: &Task, choices: &Choices, cx: &Context) -> Found {
    execute(task, choices, cx).map_or_else(Found::Stopped, Found::Violated)
}
