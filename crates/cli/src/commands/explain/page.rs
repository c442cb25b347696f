//! The source with its notes, as text: each line with its number, and below it, indented like it, what is known there.

use heureka_frontend::source_text::SourceTexts;
use heureka_ir::{FileId, Program};

use super::notes::{Content, Line, Note, Notes};

/// Where notes are cut, at an `&`.
const WIDTH: usize = 110;

/// How far below its first line the body of a procedure may open.
const FURTHEST_BRACE: u32 = 12;

pub struct Page {
    /// Disjuncts of a set that are shown.
    pub most: usize,
    pub colours: bool,
}

impl Page {
    pub fn print(&self, program: &Program, sources: &mut SourceTexts, notes: &Notes) -> String {
        let maps = [&notes.below, &notes.at_start, &notes.at_end];
        let mut files: Vec<FileId> = maps.iter().flat_map(|map| map.keys()).map(|line| line.file).collect();
        files.sort_unstable();
        files.dedup();
        let mut text = String::new();
        for file in &files {
            let name = program.files.name(*file);
            if files.len() > 1 {
                text.push_str(&format!("{}{name}\n", if text.is_empty() { "" } else { "\n" }));
            }
            let last = maps.iter().flat_map(|map| map.keys()).filter(|line| line.file == *file).max();
            let last = last.map_or(0, |line| line.number);
            let lines = lines(sources, name, last);
            self.file(*file, &lines, notes, &mut text);
        }
        text
    }

    fn file(&self, file: FileId, lines: &[String], notes: &Notes, text: &mut String) {
        let width = lines.len().to_string().len().max(3);
        let mut at_start: Vec<&Note> = Vec::new();
        let mut started = 0;
        let mut at_end: Vec<&Note> = Vec::new();
        for (number, source) in (1..).zip(lines) {
            let line = Line { file, number };
            text.push_str(&format!("{} {source}", self.dim(&format!("{number:>width$}"))));
            text.truncate(text.trim_end().len());
            text.push('\n');
            let indent = indentation(source);
            let mut below: Vec<&Note> = Vec::new();
            if let Some(notes) = notes.at_start.get(&line) {
                at_start = notes.iter().collect();
                started = number;
            }
            if source.contains('{') || number >= started + FURTHEST_BRACE {
                below.append(&mut at_start);
            }
            below.extend(notes.below.get(&line).into_iter().flatten());
            at_end.extend(notes.at_end.get(&line).into_iter().flatten());
            if source.starts_with('}') || (source.trim_end().ends_with('}') && indent.is_empty()) {
                below.append(&mut at_end);
            }
            let margin = format!("{} {indent}", " ".repeat(width));
            self.notes(&margin, &below, text);
        }
        let rest: Vec<&Note> = at_start.into_iter().chain(at_end).collect();
        self.notes(&" ".repeat(width + 1), &rest, text);
    }

    fn notes(&self, margin: &str, notes: &[&Note], text: &mut String) {
        let labels = notes.iter().filter_map(|note| note.label.as_ref());
        let column = labels.map(|label| label.len() + 2).max().unwrap_or(0);
        let is_list = notes.iter().any(|note| match &note.content {
            Content::Facts(facts) | Content::Error(facts) => facts.len() > 1,
            Content::Remark(_) => false,
        });
        for note in notes {
            let label = note.label.as_ref().map_or_else(String::new, |label| format!("{label}:"));
            for (at, content) in self.contents(&note.content).into_iter().enumerate() {
                let label = if at == 0 { &label } else { "" };
                let is_more = content.starts_with('…');
                let or = match (is_list, at == 0 || is_more) {
                    (false, _) => "",
                    (true, true) => "   ",
                    (true, false) => "or ",
                };
                let head = format!("{label:<column$}{or}");
                let is_error = matches!(&note.content, Content::Error(facts) if !facts.is_empty());
                let room = WIDTH.saturating_sub(margin.len() + head.len() + 2).max(40);
                for (part, piece) in wrapped(&content, room).into_iter().enumerate() {
                    let head = if part == 0 { head.clone() } else { " ".repeat(head.len()) };
                    let said = self.tinted(&format!("│ {head}{piece}"), is_error);
                    text.push_str(&format!("{margin}{said}\n"));
                }
            }
        }
    }

    fn contents(&self, content: &Content) -> Vec<String> {
        let facts = match content {
            Content::Remark(text) => return vec![text.clone()],
            Content::Facts(facts) | Content::Error(facts) => facts,
        };
        if facts.is_empty() {
            return vec!["not reached".to_owned()];
        }
        let more = facts.len().saturating_sub(self.most);
        let more = (more > 0).then(|| format!("… and {more} more"));
        facts.iter().take(self.most).cloned().chain(more).collect()
    }

    fn dim(&self, text: &str) -> String {
        if self.colours { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn tinted(&self, text: &str, is_error: bool) -> String {
        let colour = if is_error { "31" } else { "36" };
        if self.colours { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// All lines of a file, at least to the last one that has a note.
fn lines(sources: &mut SourceTexts, file: &str, last: u32) -> Vec<String> {
    let mut lines = Vec::new();
    for number in 1.. {
        match sources.line(file, number) {
            Some(line) => lines.push(line.into_owned()),
            None if number <= last => lines.push(String::new()),
            None => break,
        }
    }
    // The end of the last line is not a line.
    if lines.last().is_some_and(String::is_empty) && lines.len() > last as usize {
        lines.pop();
    }
    lines
}

fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// A conjunction cut into lines.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in text.split_inclusive(" & ") {
        let line = lines.last_mut().expect("there is a first line");
        if !line.is_empty() && line.chars().count() + part.trim_end().chars().count() > room {
            lines.push(part.to_owned());
        } else {
            line.push_str(part);
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}
