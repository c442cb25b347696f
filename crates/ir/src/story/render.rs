//! A story as text: the source line at the left, what happened at the right.
//!
//! ```text
//! sum.c:5   int n = __VERIFIER_nondet_int();   n = 3
//! sum.c:7   while (i < n)                      true
//! sum.c:8       s += a[i];                     s = 1
//!           … iterations 2–3 as iteration 1
//! sum.c:10  assert(s == 0);                    assertion failed
//! ```

use std::fmt::Write;

use super::{StepKind, Story, StoryStep};
use crate::interpret::Ending;
use crate::span::{FileId, Files, Span};

/// How the parts of a line are coloured. The default is not at all.
pub trait Paint {
    fn place(&self, text: &str) -> String {
        text.to_owned()
    }
    fn source(&self, text: &str) -> String {
        text.to_owned()
    }
    fn values(&self, text: &str) -> String {
        text.to_owned()
    }
    fn folded(&self, text: &str) -> String {
        text.to_owned()
    }
    fn failure(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// No colours.
pub struct Plain;

impl Paint for Plain {}

/// Source lines are cut at this width.
const WIDEST_SOURCE: usize = 56;
/// Deeper calls are not indented further.
const DEEPEST_INDENT: usize = 20;

/// A line of the text before it is laid out.
struct Row {
    place: String,
    source: String,
    note: String,
    kind: RowKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKind {
    Step,
    Folded,
    Failure,
}

/// The text of a story. `source` gives the text of a line of a file, if it is known.
pub fn render(
    story: &Story,
    files: &Files,
    source: impl Fn(FileId, u32) -> Option<String>,
    paint: &impl Paint,
) -> String {
    let mut rows = Vec::new();
    let mut rest = &story.steps[..];
    while let Some((step, _)) = rest.split_first() {
        // What happens on one line of the source stands on one line.
        let same = rest.iter().take_while(|other| joins(step, other)).count().max(1);
        rows.push(row(&rest[..same], files, &source));
        rest = &rest[same..];
    }
    let depth = story.steps.last().map_or(0, |step| step.depth);
    rows.extend(ending(&story.ending, depth, files, &source));
    lay_out(&rows, paint)
}

fn is_folded(kind: &StepKind) -> bool {
    matches!(kind, StepKind::Same { .. } | StepKind::Various { .. } | StepKind::Omitted { .. })
}

fn joins(step: &StoryStep, other: &StoryStep) -> bool {
    let place = |step: &StoryStep| (step.depth, step.span.file, step.span.line);
    !is_folded(&step.kind) && !is_folded(&other.kind) && place(step) == place(other)
}

fn row(steps: &[StoryStep], files: &Files, source: &impl Fn(FileId, u32) -> Option<String>) -> Row {
    let step = &steps[0];
    let indent = "  ".repeat(step.depth.min(DEEPEST_INDENT));
    if is_folded(&step.kind) {
        let (place, note) = (String::new(), String::new());
        return Row { place, source: format!("{indent}… {}", note_of(&step.kind)), note, kind: RowKind::Folded };
    }
    let notes: Vec<String> = steps.iter().map(|step| note_of(&step.kind)).filter(|note| !note.is_empty()).collect();
    Row {
        place: place(step.span, files),
        source: format!("{indent}{}", line(step.span, source)),
        note: notes.join(", "),
        kind: RowKind::Step,
    }
}

fn place(span: Span, files: &Files) -> String {
    if span.is_none() { String::new() } else { format!("{}:{}", files.name(span.file), span.line) }
}

fn line(span: Span, source: &impl Fn(FileId, u32) -> Option<String>) -> String {
    let text = if span.is_none() { None } else { source(span.file, span.line) };
    let text = text.unwrap_or_default();
    let text = text.trim_end().replace('\t', "    ");
    let text = text.trim_start();
    if text.chars().count() <= WIDEST_SOURCE {
        return text.to_owned();
    }
    text.chars().take(WIDEST_SOURCE - 1).chain(['…']).collect()
}

fn note_of(kind: &StepKind) -> String {
    match kind {
        StepKind::Assign { target, value } => format!("{target} = {value}"),
        StepKind::Choose { target, value, source } if target.is_empty() => format!("{source} = {value}"),
        StepKind::Choose { target, value, source } => format!("{target} = {value} ({source})"),
        StepKind::Fill { target } => format!("{target} gets new contents"),
        StepKind::Branch { holds } => holds.to_string(),
        StepKind::Case { label } => label.clone(),
        StepKind::Call { name, args } => {
            let args: Vec<String> = args.iter().map(|(param, value)| format!("{param} = {value}")).collect();
            format!("call {name}({})", args.join(", "))
        }
        StepKind::Return { values } if values.is_empty() => "return".to_owned(),
        StepKind::Return { values } => format!("return {}", values.join(", ")),
        StepKind::Same { first, last, like } if first == last => format!("iteration {first} as iteration {like}"),
        StepKind::Same { first, last, like } => format!("iterations {first}–{last} as iteration {like}"),
        StepKind::Various { first, last } => format!("iterations {first}–{last}"),
        StepKind::Omitted { steps } => format!("{steps} steps are left out"),
    }
}

fn ending(
    ending: &Ending,
    depth: usize,
    files: &Files,
    source: &impl Fn(FileId, u32) -> Option<String>,
) -> Option<Row> {
    let (span, note) = match ending {
        Ending::Fault(failure) => (failure.span, failure.fault.to_string()),
        Ending::Unsupported { what, span, .. } => (*span, format!("not modelled: {what}")),
        _ => return None,
    };
    let indent = "  ".repeat(depth.min(DEEPEST_INDENT));
    let text = format!("{indent}{}", line(span, source));
    Some(Row { place: place(span, files), source: text, note, kind: RowKind::Failure })
}

fn lay_out(rows: &[Row], paint: &impl Paint) -> String {
    let width = |text: &str| text.chars().count();
    let places = rows.iter().map(|row| width(&row.place)).max().unwrap_or(0);
    let with_notes = rows.iter().filter(|row| !row.note.is_empty());
    let sources = with_notes.map(|row| width(&row.source)).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let pad = " ".repeat(places - width(&row.place));
        let gap = " ".repeat(sources.saturating_sub(width(&row.source)));
        let (place, source) = (paint.place(&row.place), &row.source);
        let written = match row.kind {
            RowKind::Folded => writeln!(text, "{place}{pad}  {}", paint.folded(source)),
            RowKind::Step if row.note.is_empty() => writeln!(text, "{place}{pad}  {}", paint.source(source)),
            RowKind::Step => {
                writeln!(text, "{place}{pad}  {}{gap}  {}", paint.source(source), paint.values(&row.note))
            }
            RowKind::Failure => {
                writeln!(text, "{place}{pad}  {}{gap}  {}", paint.source(source), paint.failure(&row.note))
            }
        };
        written.expect("writing to a string cannot fail");
    }
    text
}
