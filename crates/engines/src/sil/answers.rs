//! From what the walk found to the outcome: SAFE with its certificate, UNSAFE by an execution, UNKNOWN with what is missing.

use std::time::Duration;

use heureka_ir::{LocKind, Program};
use heureka_sil::Limits;

use super::graph::Graph;
use super::inductive::Candidates;
use super::names::Names;
use super::present::Presenter;
use super::walk::{Findings, Open};
use super::{Sil, certificate};
use crate::engine::{Context, EngineError, Outcome, StopReason, Task};

/// How long executions are looked for.
const SAMPLING: Duration = Duration::from_secs(2);
const FINDING: Duration = Duration::from_secs(6);

pub fn answer(
    engine: &mut Sil,
    task: &Task,
    graph: &Graph,
    names: &Names,
    findings: &Findings,
    inductive: Option<&Candidates>,
    cx: &mut Context,
) -> Result<Outcome, EngineError> {
    let files = &graph.program.files;
    for span in &findings.contradictions {
        cx.notes.push(format!(
            "warning: the assumption at {} cannot hold, so everything behind it does",
            files.place(*span)
        ));
    }
    if findings.open.is_empty() && findings.unmodelled.is_empty() {
        return Ok(Outcome::Safe(certificate::certificate(graph, names, findings, inductive)));
    }
    let statistics = std::mem::take(&mut cx.statistics);
    cx.report("looking for an execution");
    let mut found = None;
    let helpers = [(&mut engine.helpers.sampler, SAMPLING), (&mut engine.helpers.finder, FINDING)];
    for (helper, turn) in helpers.into_iter().filter(|_| engine.options.looks_for_executions) {
        if let outcome @ Outcome::Unsafe(_) = within(cx, turn, |cx| helper.run(task, cx))? {
            found = Some(outcome);
            break;
        }
    }
    cx.statistics = statistics;
    if let Some(found) = found {
        return Ok(found);
    }
    if cx.is_interrupted() {
        return Ok(Outcome::Unknown(StopReason::Interrupted));
    }
    let program = &graph.program;
    if let Some(outside) = findings.outside.first() {
        let text = format!("outside of the logic SIL: {} at {}", outside.what, files.place(outside.span));
        show_open(program, names, findings, cx);
        return Ok(Outcome::Unknown(StopReason::Inconclusive(text)));
    }
    if let Some(loc) = findings.unmodelled.first()
        && let LocKind::Unsupported { what } = &program.loc(*loc).kind
    {
        let span = program.loc(*loc).span;
        return Ok(Outcome::Unknown(StopReason::Unmodelled { what: what.clone(), span }));
    }
    show_open(program, names, findings, cx);
    let text = match findings.open.first() {
        Some(Open { loc, reason: None, .. }) => {
            let weak = format!("the post-condition is too weak to exclude {}", error_text(program, *loc));
            match findings.imprecise.first() {
                Some(beyond) => format!("{} at {}, and {weak}", beyond.what, files.place(beyond.span)),
                None => weak,
            }
        }
        Some(Open { loc, reason: Some(reason), .. }) => {
            format!("{} is not decided: {reason}", error_text(program, *loc))
        }
        None => "nothing was decided".to_owned(),
    };
    Ok(Outcome::Unknown(StopReason::Inconclusive(text)))
}

fn error_text(program: &Program, loc: heureka_ir::LocId) -> String {
    let about = program.loc(loc);
    let place = program.files.place(about.span);
    match &about.kind {
        LocKind::Error { fault, note } if note.is_empty() => format!("\"{fault}\" at {place}"),
        LocKind::Error { fault, note } => format!("\"{fault}: {note}\" at {place}"),
        _ => format!("the error at {place}"),
    }
}

/// The strongest post-condition that was found, and a state that satisfies it but not the obligation.
fn show_open(program: &Program, names: &Names, findings: &Findings, cx: &mut Context) {
    let limits = Limits { deadline: cx.deadline, cancel: Some(cx.cancel) };
    let presenter = Presenter { program, names, limits };
    for open in findings.open.iter().take(3) {
        cx.notes.push(format!("not excluded: {}", error_text(program, open.loc)));
        cx.notes.push(format!("  what is known there: {}", presenter.formula(&open.facts.formula())));
        if let Some(example) = &open.example {
            cx.notes.push(format!("  for example: {}", presenter.state(example)));
        }
    }
}

/// Runs something that may take so long at most.
fn within<'c, T>(cx: &mut Context<'c>, turn: Duration, run: impl FnOnce(&mut Context<'c>) -> T) -> T {
    let (deadline, details) = (cx.deadline, cx.details.take());
    let notes = cx.notes.len();
    let end = heureka_clock::now() + turn;
    cx.deadline = Some(deadline.map_or(end, |deadline| deadline.min(end)));
    let result = run(cx);
    cx.notes.truncate(notes);
    (cx.deadline, cx.details) = (deadline, details);
    result
}
