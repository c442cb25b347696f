//! Table 1 of the papers: the steps of a path, renamed and as formulae, and which of them contradict each other.
//!
//! Steps that neither assign nor constrain (skips, declarations, calls without arguments) have no row and no number. Of a
//! long path only the first and the last rows are kept.

use std::collections::VecDeque;
use std::fmt;

use heureka_ir::{EdgeId, Op, Source};

use super::rename::Renaming;
use super::statement::statement;

/// How many rows are kept of the start and of the end of a path.
const FIRST: usize = 40;
const LAST: usize = 20;
/// Rows of the end are written so many steps before it.
const NEAR: usize = 400;
/// Longer texts are cut.
const WIDEST: usize = 48;

/// A step of the path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Counts the rows from 1: the subscript of what the step assigns.
    pub number: usize,
    /// The place of the step in the path.
    pub step: usize,
    /// The line of the source; 0 where there is none.
    pub line: u32,
    pub original: String,
    pub renamed: String,
    pub formula: String,
    pub in_core: bool,
}

/// The rows of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    first: Vec<Row>,
    last: VecDeque<Row>,
    /// How many steps were given a number.
    rows: usize,
    /// The length of the path and how much of it was looked at.
    path: usize,
    seen: usize,
    has_core: bool,
    /// How many steps of the core have no row here.
    hidden: usize,
}

impl Table {
    pub(super) fn new(path: usize) -> Table {
        Table { first: Vec::new(), last: VecDeque::new(), rows: 0, path, seen: 0, has_core: false, hidden: 0 }
    }

    /// The rows that are kept, in order.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.first.iter().chain(&self.last)
    }

    /// How many rows there are between the first and the last that are kept.
    pub fn left_out(&self) -> usize {
        self.rows - self.first.len() - self.last.len()
    }

    /// Whether a path that is known to be contradictory has rows enough and its end is far.
    pub(super) fn is_full(&self) -> bool {
        self.rows >= FIRST && self.seen + NEAR < self.path
    }

    /// Adds the step that is to be taken next; its number, if it has a row.
    pub(super) fn record(&mut self, renaming: &Renaming, step: usize, edge: EdgeId) -> Option<usize> {
        self.seen = step + 1;
        if !is_shown(renaming, edge) {
            return None;
        }
        self.rows += 1;
        if self.first.len() >= FIRST && step + NEAR < self.path {
            return Some(self.rows);
        }
        let text = statement(renaming, edge, self.rows);
        let row = Row {
            number: self.rows,
            step,
            line: renaming.program.edge(edge).span.line,
            original: text.original,
            renamed: text.renamed,
            formula: text.formula,
            in_core: false,
        };
        if self.first.len() < FIRST {
            self.first.push(row);
        } else {
            self.last.push_back(row);
            if self.last.len() > LAST {
                self.last.pop_front();
            }
        }
        Some(self.rows)
    }

    /// Marks the steps of the core, which are in ascending order.
    pub(super) fn mark(&mut self, steps: &[usize]) {
        self.has_core = true;
        let mut shown = 0;
        for row in self.first.iter_mut().chain(&mut self.last) {
            row.in_core = steps.binary_search(&row.step).is_ok();
            shown += usize::from(row.in_core);
        }
        self.hidden = steps.len() - shown;
    }
}

/// Whether a step assigns or constrains something.
fn is_shown(renaming: &Renaming, edge: EdgeId) -> bool {
    match &renaming.program.edge(edge).op {
        Op::Skip => false,
        Op::Call { args, .. } => !args.is_empty(),
        Op::Return(values) => !values.is_empty(),
        // A declaration: the variable has its first name.
        Op::Havoc { var, source: Source::Uninitialised } => renaming.slot(*var).version > 0,
        Op::HavocArray { array, source: Source::Uninitialised, .. } => {
            renaming.store(renaming.store_of(*array)).version > 0
        }
        _ => true,
    }
}

fn cut(text: &str) -> String {
    match text.chars().count() > WIDEST {
        true => text.chars().take(WIDEST - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = ["step", "line", "statement", "renamed", "formula", if self.has_core { "core" } else { "" }];
        let mut lines: Vec<[String; 6]> = vec![header.map(str::to_owned)];
        for row in self.rows() {
            let line = if row.line == 0 { String::new() } else { row.line.to_string() };
            let core = if row.in_core { "•" } else { "" };
            let (number, core) = (row.number.to_string(), core.to_owned());
            lines.push([number, line, cut(&row.original), cut(&row.renamed), cut(&row.formula), core]);
        }
        let mut widths = [0; 6];
        for line in &lines {
            for (width, text) in widths.iter_mut().zip(line) {
                *width = (*width).max(text.chars().count());
            }
        }
        for (at, line) in lines.iter().enumerate() {
            if at == FIRST + 1 && self.left_out() > 0 {
                writeln!(f, "… {} steps are left out", self.left_out())?;
            }
            let mut text = String::new();
            for (column, (cell, width)) in line.iter().zip(widths).enumerate() {
                let pad = " ".repeat(width - cell.chars().count());
                // Numbers stand at the right of their column.
                let (before, after) = if column < 2 { (&pad[..], "") } else { ("", &pad[..]) };
                let gap = if column == 0 { "" } else { "  " };
                text.push_str(&format!("{gap}{before}{cell}{after}"));
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        if self.seen < self.path {
            writeln!(f, "… the path goes on for {} steps", self.path - self.seen)?;
        }
        if self.hidden > 0 && self.left_out() > 0 {
            writeln!(f, "{} more steps are in the core", self.hidden)?;
        }
        Ok(())
    }
}
