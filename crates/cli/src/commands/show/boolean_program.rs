//! The abstractions of a program by boolean programs, beside its source: `heureka show --as boolean-program`.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::engine::Context;
use heureka_engines::predicates::boolean_programs;
use heureka_engines::predicates::slam::show::{Line, Round, Spurious};
use heureka_engines::{Outcome, Task};
use heureka_frontend::source_text::SourceTexts;
use heureka_ir::{FileId, Program, Property};

use crate::arguments::ShowOptions;
use crate::commands::load::Loaded;
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;

/// The source is cut there.
const WIDEST: usize = 56;

/// Longer texts are shown without the lines that do nothing.
const MOST_LINES: usize = 80;

pub fn show(options: &ShowOptions, loaded: &mut Loaded, output: &mut Output) -> Exit {
    let start = Instant::now();
    let properties = BTreeSet::from([Property::Unreach]);
    let task = Task::new(&loaded.program, &properties);
    let cancel = AtomicBool::new(false);
    let mut context = Context::new(&cancel);
    context.deadline = Some(start + options.timeout);
    let mut report = |line: &str| output.progress(&format!("{line}, {:.0} s", start.elapsed().as_secs_f64()));
    context.progress = Some(&mut report);
    let shown = boolean_programs(&task, &mut context);
    output.progress("");
    let (rounds, outcome) = match shown {
        Ok(shown) => shown,
        Err(error) => {
            output.report(&Report::error(error.to_string()));
            return Exit::Bug;
        }
    };
    let mut page = Page { program: &loaded.program, sources: &mut loaded.sources, text: String::new() };
    for (at, round) in rounds.iter().enumerate() {
        page.round(at, round);
    }
    let mut text = page.text;
    let count = rounds.len();
    let abstractions = if count == 1 { "1 abstraction".to_owned() } else { format!("{count} abstractions") };
    let last = match outcome {
        Outcome::Safe(_) => format!("SAFE: no error can be reached in the last of {abstractions}.\n"),
        Outcome::Unsafe(trace) => {
            let place = loaded.program.files.place(trace.failure().span);
            format!("UNSAFE: the last of {abstractions} has an execution that fails at {place}.\n")
        }
        Outcome::Unknown(reason) => {
            format!("UNKNOWN after {abstractions}: {}.\n", reason.describe(&loaded.program.files))
        }
    };
    text.push_str(&last);
    output.print(&text);
    Exit::Safe
}

struct Page<'a> {
    program: &'a Program,
    sources: &'a mut SourceTexts,
    text: String,
}

impl Page<'_> {
    fn round(&mut self, at: usize, round: &Round) {
        let title = match round.predicates.len() {
            0 => format!("Abstraction {at}: no predicates"),
            1 => format!("Abstraction {at}: 1 predicate"),
            count => format!("Abstraction {at}: {count} predicates"),
        };
        self.line(&title);
        for (name, meaning) in &round.predicates {
            self.line(&format!("  {name} = {{{meaning}}}"));
        }
        for enforced in &round.enforced {
            self.line(&format!("  enforce {enforced}"));
        }
        self.line("");
        let files: BTreeSet<FileId> = round.statements.keys().map(|(file, _)| *file).collect();
        for file in files {
            self.file(file, round);
            self.line("");
        }
        if let Some(spurious) = &round.spurious {
            self.spurious(spurious);
        }
    }

    fn file(&mut self, file: FileId, round: &Round) {
        let numbers: Vec<u32> = round.statements.keys().filter(|line| line.0 == file).map(|line| line.1).collect();
        let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return };
        let all: Vec<u32> = match (last - first) as usize <= MOST_LINES {
            true => (first..=last).collect(),
            false => numbers,
        };
        let source: Vec<String> = all.iter().map(|number| self.source((file, *number))).collect();
        let width = source.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let digits = last.to_string().len().max(3);
        for (number, source) in all.into_iter().zip(source) {
            let nothing = Vec::new();
            let statements = round.statements.get(&(file, number)).unwrap_or(&nothing);
            let indent = source.len() - source.trim_start().len();
            let indent = " ".repeat(indent);
            let text = statements.first().map_or(String::new(), |text| format!("{indent}{text}"));
            self.line(&format!("{number:>digits$}  {source:<width$}  | {text}"));
            for more in statements.iter().skip(1) {
                self.line(&format!("{:>digits$}  {:<width$}  | {indent}{more}", "", ""));
            }
        }
    }

    /// A line of the source as far as there is room.
    fn source(&mut self, (file, number): Line) -> String {
        let line = self.sources.line(self.program.files.name(file), number).unwrap_or_default();
        let line = line.trim_end().replace('\t', "    ");
        match line.chars().count() > WIDEST {
            true => line.chars().take(WIDEST - 1).chain(['…']).collect(),
            false => line,
        }
    }

    fn spurious(&mut self, spurious: &Spurious) {
        let lines: Vec<String> = spurious.lines.iter().map(|(_, line)| line.to_string()).collect();
        self.line(&format!("An error is reached by lines {}; the program cannot go there.", lines.join(", ")));
        for (name, meaning) in &spurious.found {
            self.line(&format!("Found: {name} = {{{meaning}}}"));
        }
        match spurious.constraints {
            0 => {}
            1 => self.line("Found: 1 combination that is impossible"),
            count => self.line(&format!("Found: {count} combinations that are impossible")),
        }
        self.line("");
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}
