//! `heureka check --all-properties`: a verdict for every claim, as a table above the verdict for the program.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::bmc::{Bmc, Claim, ClaimVerdict, Each};
use heureka_engines::engine::{Outcome, StopReason, Task};
use heureka_ir::{Fault, Files};
use serde_json::{Value, json};

use super::answer::Answer;
use super::turns::{Decided, context};
use crate::arguments::CheckOptions;
use crate::output::Output;

/// Decides every claim: the answer for the program, and those for all claims unless the engine has a bug.
pub fn decide(
    engine: &Bmc,
    task: &Task,
    options: &CheckOptions,
    deadline: Option<Instant>,
    show: &mut dyn FnMut(&str),
) -> (Decided, Option<Each>) {
    let cancel = AtomicBool::new(false);
    let mut cx = context(options, &cancel, deadline);
    let mut show = |line: &str| show(&format!("bmc: {line}"));
    cx.progress = Some(&mut show);
    let (outcome, each) = match engine.each(task, &mut cx) {
        Ok(each) => (Ok(outcome(&each, task)), Some(each)),
        Err(error) => (Err(error), None),
    };
    let (statistics, notes) = (std::mem::take(&mut cx.statistics), std::mem::take(&mut cx.notes));
    (Decided { engine: "bmc", outcome, statistics, notes, details: Vec::new() }, each)
}

/// The outcome for the program.
fn outcome(each: &Each, task: &Task) -> Outcome {
    let failing = each.claims.iter().find_map(|claim| match &claim.verdict {
        ClaimVerdict::Fails(trace) => Some((**trace).clone()),
        _ => None,
    });
    let open = each.claims.iter().filter(|claim| claim.verdict == ClaimVerdict::Unknown).count();
    match (failing, &each.certificate) {
        (Some(trace), _) => Outcome::Unsafe(trace),
        (None, Some(certificate)) => Outcome::Safe(certificate.clone()),
        (None, None) => {
            let reason = each.reason.clone().unwrap_or(StopReason::Interrupted).describe(&task.program.files);
            let text = format!("{open} of {} properties are not decided: {reason}", each.claims.len());
            Outcome::Unknown(StopReason::Inconclusive(text))
        }
    }
}

/// The table, with its last line.
pub fn print(each: &Each, files: &Files, answer: &mut Answer, output: &mut Output, as_json: bool) {
    if as_json {
        answer.claims = Some(each.claims.iter().map(|claim| json_of(claim, files)).collect());
        return;
    }
    let rows: Vec<[String; 4]> = each
        .claims
        .iter()
        .map(|claim| {
            [claim.name.clone(), word(&claim.verdict).to_owned(), files.place(claim.span).to_string(), what(claim)]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for [name, verdict, place, what] in &rows {
        let [a, b, c] = widths;
        output.print(&format!("{name:a$}  {verdict:b$}  {place:c$}  {what}\n"));
    }
    let count = |word_of: &str| rows.iter().filter(|row| row[1] == word_of).count();
    let counted: Vec<String> = ["holds", "FAILS", "not reached", "unknown"]
        .into_iter()
        .map(|word| (word, count(word)))
        .filter(|(_, count)| *count > 0)
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    let noun = if rows.len() == 1 { "property" } else { "properties" };
    let counted = if counted.is_empty() { "nothing can fail".to_owned() } else { counted.join(", ") };
    output.print(&format!("{} {noun}: {counted}\n", rows.len()));
}

fn word(verdict: &ClaimVerdict) -> &'static str {
    match verdict {
        ClaimVerdict::Holds => "holds",
        ClaimVerdict::Unreached => "not reached",
        ClaimVerdict::Fails(_) => "FAILS",
        ClaimVerdict::Unknown => "unknown",
    }
}

fn what(claim: &Claim) -> String {
    match (claim.fault, claim.note.is_empty()) {
        (Fault::Assertion, false) => format!("assertion {}", claim.note),
        (fault, true) => fault.to_string(),
        (fault, false) => format!("{fault}: {}", claim.note),
    }
}

fn json_of(claim: &Claim, files: &Files) -> Value {
    json!({
        "name": claim.name,
        "property": claim.fault.property().name(),
        "fault": claim.fault.name(),
        "place": files.place(claim.span).to_string(),
        "note": &*claim.note,
        "verdict": word(&claim.verdict).to_lowercase(),
    })
}
