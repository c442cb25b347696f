//! `heureka sil`: questions about formulas of the logic SIL alone.
//!
//! A file has a formula in ACSL; for `entails` it has two, with a line `entails` between them. Lines that start with `//`
//! are comments. The answer is the last line: SATISFIABLE, UNSATISFIABLE, ENTAILED, NOT ENTAILED, or UNKNOWN with the reason.

use std::path::Path;
use std::time::Instant;

use heureka_engines::sil::explain::readable_state;
use heureka_sil::acsl::{self, AcslError};
use heureka_sil::{Body, Entailment, Formula, Limits, Satisfiable, entails, satisfiable};

use crate::arguments::{SilOptions, SilQuestion};
use crate::diagnostics::{Place, Report};
use crate::exit::Exit;
use crate::output::Output;

pub fn sil(options: &SilOptions, output: &mut Output) -> Exit {
    let (SilQuestion::Sat(about) | SilQuestion::Entails(about)) = &options.question;
    let text = match std::fs::read_to_string(&about.file) {
        Ok(text) => text,
        Err(error) => {
            output.report(&Report::error(format!("cannot read `{}`: {error}", about.file.display())));
            return Exit::Input;
        }
    };
    let limits = Limits { deadline: Some(Instant::now() + about.timeout), cancel: None };
    let parts = split(&text);
    let answer = match (&options.question, &parts[..]) {
        (SilQuestion::Sat(_), [only]) => read(&about.file, &text, only).map(|formula| is_satisfiable(&formula, limits)),
        (SilQuestion::Entails(_), [left, right]) => read(&about.file, &text, left)
            .and_then(|left| Ok((left, read(&about.file, &text, right)?)))
            .map(|(left, right)| is_entailed(&left, &right, limits)),
        (SilQuestion::Sat(_), _) => Err(Box::new(Report::error("a line `entails` does not belong into one formula"))),
        (SilQuestion::Entails(_), _) => {
            Err(Box::new(Report::error("two formulas are needed, with a line `entails` between them")))
        }
    };
    match answer {
        Ok((lines, exit)) => {
            output.print(&format!("{lines}\n"));
            exit
        }
        Err(report) => {
            output.report(&report);
            Exit::Input
        }
    }
}

/// The formulas of a file, each as the place where it starts and its text, with comments blanked.
fn split(text: &str) -> Vec<(usize, String)> {
    let mut parts = vec![(0, String::new())];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if line.trim() == "entails" {
            parts.push((end, String::new()));
        } else if let Some((_, part)) = parts.last_mut() {
            // Positions stay what they are.
            let is_comment = line.trim_start().starts_with("//");
            part.push_str(&if is_comment { " ".repeat(line.len()) } else { line.to_owned() });
        }
        at = end;
    }
    parts
}

fn read(file: &Path, text: &str, (start, part): &(usize, String)) -> Result<Formula, Box<Report>> {
    acsl::parse(part).map_err(|error| Box::new(complaint(file, text, *start, &error)))
}

fn complaint(file: &Path, text: &str, start: usize, error: &AcslError) -> Report {
    let at = (start + error.span.start).min(text.len());
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[..at].matches('\n').count() as u32 + 1;
    let source = text[line_start..].lines().next().map(str::to_owned);
    let len = error.span.len().max(1) as u32;
    let place = Place { file: file.display().to_string(), line, column: (at - line_start) as u32 + 1, len, source };
    Report::error(error.to_string()).at(place)
}

fn is_satisfiable(formula: &Formula, limits: Limits) -> (String, Exit) {
    // A read outside of its array has any value; examples without such reads are easier to follow.
    let inside = Formula { body: Body::and([formula.body.clone(), formula.reads_inside()]), ..formula.clone() };
    if let Ok(Satisfiable::Yes(Some(example))) = satisfiable(&inside, limits) {
        return (format!("{}\nSATISFIABLE", readable_state(&example)), Exit::Safe);
    }
    match satisfiable(formula, limits) {
        Ok(Satisfiable::Yes(Some(example))) => (format!("{}\nSATISFIABLE", readable_state(&example)), Exit::Safe),
        Ok(Satisfiable::Yes(None)) => ("SATISFIABLE".to_owned(), Exit::Safe),
        Ok(Satisfiable::No) => ("UNSATISFIABLE".to_owned(), Exit::Safe),
        Err(reason) => (format!("UNKNOWN: {reason}"), Exit::Unknown),
    }
}

fn is_entailed(left: &Formula, right: &Formula, limits: Limits) -> (String, Exit) {
    let inside = Body::and([left.body.clone(), left.reads_inside(), right.reads_inside()]);
    let inside = Formula { body: inside, ..left.clone() };
    let has_bound = !right.exists.is_empty();
    if let (false, Ok(Entailment::Fails(Some(example)))) = (has_bound, entails(&inside, right, limits)) {
        return (format!("{}\nNOT ENTAILED", readable_state(&example)), Exit::Safe);
    }
    match entails(left, right, limits) {
        Ok(Entailment::Holds) => ("ENTAILED".to_owned(), Exit::Safe),
        Ok(Entailment::Fails(Some(example))) => (format!("{}\nNOT ENTAILED", readable_state(&example)), Exit::Safe),
        Ok(Entailment::Fails(None)) => ("NOT ENTAILED".to_owned(), Exit::Safe),
        Err(reason) => (format!("UNKNOWN: {reason}"), Exit::Unknown),
    }
}
