//! A story as text: the source line at the left, what happened at the right.
//!
//! ```text
//! sum.c:5   int n = __VERIFIER_nondet_int();   n = 3
//! sum.c:7   while (i < n)                      true
//! sum.c:8       s += a[i];                     s = 1
//!           … iterations 2–3 as iteration 1
//! sum.c:10  assert(s == 0);                    assertion failed
//! ```
//!
//! Lines keep their indentation, and calls add to it.

use std::collections::BTreeMap;
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
const DEEPEST_INDENT: usize = 12;
/// So many values of neighbouring cells are told on one line.
const MOST_CELLS: usize = 16;

/// A line of the text before it is laid out.
struct Row {
    span: Span,
    depth: usize,
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
    let mut steps = &story.steps[..];
    let failure = failure(story);
    // The condition that decides the failure says the same as the failure.
    if let (Some(failure), Some((last, before))) = (&failure, steps.split_last())
        && matches!(last.kind, StepKind::Branch { .. })
        && (last.span.file, last.span.line) == (failure.span.file, failure.span.line)
    {
        steps = before;
    }
    let mut rows = Vec::new();
    while let Some((step, _)) = steps.split_first() {
        // What happens on one line of the source stands on one line.
        let same = steps.iter().take_while(|other| joins(step, other)).count().max(1);
        let row = row(&steps[..same], &source);
        // A step that only fails is told by the failure itself.
        if !row.note.is_empty() {
            rows.push(row);
        }
        steps = &steps[same..];
    }
    rows.extend(failure);
    lay_out(&rows, files, &source, paint)
}

fn is_folded(kind: &StepKind) -> bool {
    matches!(kind, StepKind::Same { .. } | StepKind::Various { .. } | StepKind::Omitted { .. })
}

fn joins(step: &StoryStep, other: &StoryStep) -> bool {
    let place = |step: &StoryStep| (step.depth, step.span.file, step.span.line);
    !is_folded(&step.kind) && !is_folded(&other.kind) && place(step) == place(other)
}

fn row(steps: &[StoryStep], source: &impl Fn(FileId, u32) -> Option<String>) -> Row {
    let StoryStep { depth, span, kind } = &steps[0];
    let kind = if is_folded(kind) { RowKind::Folded } else { RowKind::Step };
    let line = if span.is_none() { None } else { source(span.file, span.line) };
    Row { span: *span, depth: *depth, note: notes(steps, &line.unwrap_or_default()), kind }
}

fn failure(story: &Story) -> Option<Row> {
    let (span, note) = match &story.ending {
        Ending::Fault(failure) => (failure.span, failure.describe()),
        Ending::Unsupported { what, span, .. } => (*span, format!("not modelled: {what}")),
        _ => return None,
    };
    let depth = story.steps.last().map_or(0, |step| step.depth);
    Some(Row { span, depth, note, kind: RowKind::Failure })
}

/// What happens on a line; neighbouring cells that are written one after the other are told together.
fn notes(steps: &[StoryStep], line: &str) -> String {
    let is_branch = |step: &&StoryStep| matches!(step.kind, StepKind::Branch { .. });
    let first = steps.iter().find(is_branch).map(|step| step.span);
    let several = steps.iter().filter(is_branch).any(|step| Some(step.span) != first);
    let mut notes = Vec::new();
    let mut rest = steps;
    while let Some((step, after)) = rest.split_first() {
        let cells = neighbours(rest);
        match (cells, cell(&step.kind)) {
            (3.., Some((array, first))) => {
                let values: Vec<&str> = rest[..cells].iter().take(MOST_CELLS).filter_map(value).collect();
                let more = if cells > MOST_CELLS { ", …" } else { "" };
                let last = first + cells as u64 - 1;
                notes.push(format!("{array}[{first}–{last}] = {}{more}", values.join(", ")));
                rest = &rest[cells..];
            }
            _ => {
                let condition = condition(step, line, several);
                notes.push(condition.unwrap_or_default() + &note_of(&step.kind));
                rest = after;
            }
        }
    }
    notes.retain(|note| !note.is_empty());
    notes.join(", ")
}

/// The text of a condition, where a line has several of them or negates it: it says whose truth is told.
fn condition(step: &StoryStep, line: &str, several: bool) -> Option<String> {
    let StepKind::Branch { .. } = step.kind else { return None };
    let start = step.span.column.checked_sub(1)? as usize;
    let text = line.get(start..start + step.span.len as usize)?;
    let before = line[..start].trim_end_matches([' ', '(']);
    ((several || before.ends_with('!')) && !text.is_empty()).then(|| format!("{text}: "))
}

/// How many steps from the first on write cells of one array with indices that go up by one.
fn neighbours(steps: &[StoryStep]) -> usize {
    let Some((array, first)) = steps.first().and_then(|step| cell(&step.kind)) else { return 0 };
    let follows = |(at, step): &(u64, &StoryStep)| cell(&step.kind) == Some((array, first + at));
    (0..).zip(steps).take_while(follows).count()
}

/// The array and the last index of a cell that is written.
fn cell(kind: &StepKind) -> Option<(&str, u64)> {
    let StepKind::Assign { target, .. } = kind else { return None };
    let (array, index) = target.strip_suffix(']')?.rsplit_once('[')?;
    Some((array, index.parse().ok()?))
}

fn value(step: &StoryStep) -> Option<&str> {
    match &step.kind {
        StepKind::Assign { value, .. } => Some(value),
        _ => None,
    }
}

fn note_of(kind: &StepKind) -> String {
    match kind {
        StepKind::Assign { target, value } => format!("{target} = {value}"),
        StepKind::Choose { target, value, source } if target.is_empty() => format!("{source} = {value}"),
        StepKind::Choose { target, value, source } => format!("{target} = {value} ({source})"),
        StepKind::Fill { target } => format!("{target} gets new contents"),
        StepKind::Allocated => "allocated here".to_owned(),
        StepKind::Leaked => "allocated here, never freed".to_owned(),
        StepKind::Freed => "freed here".to_owned(),
        StepKind::Branch { holds } => holds.to_string(),
        StepKind::Fails => String::new(),
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

/// The text of a source line without its end, and how far it is indented.
fn source_line(span: Span, source: &impl Fn(FileId, u32) -> Option<String>) -> (usize, String) {
    let text = if span.is_none() { None } else { source(span.file, span.line) };
    let text = text.unwrap_or_default().replace('\t', "    ");
    let trimmed = text.trim();
    (text.len() - text.trim_start().len(), trimmed.to_owned())
}

fn cut(text: &str) -> String {
    if text.chars().count() <= WIDEST_SOURCE {
        return text.to_owned();
    }
    text.chars().take(WIDEST_SOURCE - 1).chain(['…']).collect()
}

/// The name of a file without its folder, unless another file of the story has the same.
fn short_name<'a>(file: FileId, rows: &[Row], files: &'a Files) -> &'a str {
    let last = |file: FileId| files.name(file).rsplit('/').next().unwrap_or_default();
    let is_unique =
        rows.iter().all(|row| row.span.file == file || row.span.is_none() || last(row.span.file) != last(file));
    if is_unique { last(file) } else { files.name(file) }
}

fn lay_out(rows: &[Row], files: &Files, source: &impl Fn(FileId, u32) -> Option<String>, paint: &impl Paint) -> String {
    let lines: Vec<(usize, String)> = rows.iter().map(|row| source_line(row.span, source)).collect();
    let shown = |at: &usize| rows[*at].kind != RowKind::Folded && !lines[*at].1.is_empty();
    // The least indented line of a call starts where the depth of the call says.
    let least = |depth: usize| {
        let same = (0..rows.len()).filter(shown).filter(|&at| rows[at].depth == depth);
        same.map(|at| lines[at].0).min().unwrap_or(0)
    };
    let places: Vec<String> = rows
        .iter()
        .map(|row| match row.kind {
            _ if row.span.is_none() => String::new(),
            RowKind::Folded => String::new(),
            _ => format!("{}:{}", short_name(row.span.file, rows, files), row.span.line),
        })
        .collect();
    let mut least_by_depth: BTreeMap<usize, usize> = BTreeMap::new();
    let texts: Vec<String> = rows
        .iter()
        .zip(&lines)
        .map(|(row, (indent, text))| {
            let least = *least_by_depth.entry(row.depth).or_insert_with(|| least(row.depth));
            let calls = 2 * row.depth.min(DEEPEST_INDENT);
            match row.kind {
                RowKind::Folded => format!("{}… {}", " ".repeat(calls + indent.saturating_sub(least)), row.note),
                _ => cut(&format!("{}{text}", " ".repeat(calls + indent.saturating_sub(least)))),
            }
        })
        .collect();
    let width = |text: &str| text.chars().count();
    let place_width = places.iter().map(|place| width(place)).max().unwrap_or(0);
    let with_notes = rows.iter().zip(&texts).filter(|(row, _)| row.kind != RowKind::Folded);
    let text_width = with_notes.map(|(_, text)| width(text)).max().unwrap_or(0);
    let mut out = String::new();
    for ((row, place), text) in rows.iter().zip(&places).zip(&texts) {
        let pad = " ".repeat(place_width - width(place));
        let gap = " ".repeat(text_width.saturating_sub(width(text)));
        let place = paint.place(place);
        let written = match row.kind {
            RowKind::Folded => writeln!(out, "{place}{pad}  {}", paint.folded(text)),
            RowKind::Step if row.note.is_empty() => writeln!(out, "{place}{pad}  {}", paint.source(text)),
            RowKind::Step => {
                writeln!(out, "{place}{pad}  {}{gap}  {}", paint.source(text), paint.values(&row.note))
            }
            RowKind::Failure => {
                writeln!(out, "{place}{pad}  {}{gap}  {}", paint.source(text), paint.failure(&row.note))
            }
        };
        written.expect("writing to a string cannot fail");
    }
    out
}
