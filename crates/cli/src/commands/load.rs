//! Reads the program of a command, and shows what is wrong with it.

use std::path::Path;

use heureka_frontend::ctype::DataModel;
use heureka_frontend::diagnostic::{Diagnostic, Severity};
use heureka_frontend::preprocess::{PreprocessOptions, Source};
use heureka_frontend::source_text::SourceTexts;
use heureka_frontend::{LowerOptions, ReadOptions, Specifications, preprocess, read_source};
use heureka_ir::{Files, Program, Span};

use super::input;
use crate::arguments;
use crate::diagnostics::{self, Note, Place, Report};
use crate::exit::Exit;
use crate::output::Output;

/// A program and the text it was read from.
pub struct Loaded {
    pub program: Program,
    pub sources: SourceTexts,
    /// The text that the compiler made of it.
    pub source: Source,
}

/// Reads the program of a command that asks nothing about it.
pub fn open(program: &arguments::Program, output: &mut Output) -> Result<Loaded, Exit> {
    let input = input::resolve(program).map_err(|report| {
        output.report(&report);
        Exit::Input
    })?;
    let mut lower = LowerOptions::default();
    if let Some(entry) = &program.entry {
        lower.entry.clone_from(entry);
    }
    load(&input.file, read_options(input.data_model, lower, Specifications::All), true, output)
}

pub fn read_options(data_model: DataModel, lower: LowerOptions, specifications: Specifications) -> ReadOptions {
    let preprocess = PreprocessOptions { data_model, ..PreprocessOptions::default() };
    ReadOptions { preprocess, lower, specifications }
}

/// Reads a file. What is wrong is printed; warnings only when `warn`.
pub fn load(file: &Path, options: ReadOptions, warn: bool, output: &mut Output) -> Result<Loaded, Exit> {
    let source = preprocess(file, &options.preprocess).map_err(|wrong| {
        show(&wrong.files, &wrong.list, &mut SourceTexts::new(), output);
        Exit::Input
    })?;
    load_source(source, &options, warn, output)
}

/// The same for text that was preprocessed.
pub fn load_source(source: Source, options: &ReadOptions, warn: bool, output: &mut Output) -> Result<Loaded, Exit> {
    let mut sources = SourceTexts::with_source(&source);
    match read_source(&source, options) {
        Ok(reading) => {
            if warn {
                show(&reading.program.files, &reading.warnings, &mut sources, output);
            }
            Ok(Loaded { program: reading.program, sources, source })
        }
        Err(wrong) => {
            show(&wrong.files, &wrong.list, &mut sources, output);
            Err(Exit::Input)
        }
    }
}

fn show(files: &Files, list: &[Diagnostic], sources: &mut SourceTexts, output: &mut Output) {
    for diagnostic in list {
        output.report(&report(files, diagnostic, sources));
    }
}

fn report(files: &Files, diagnostic: &Diagnostic, sources: &mut SourceTexts) -> Report {
    let severity = match diagnostic.severity {
        Severity::Warning => diagnostics::Severity::Warning,
        Severity::Error => diagnostics::Severity::Error,
    };
    let notes = diagnostic.notes.iter().map(|(span, message)| Note {
        message: message.clone(),
        place: span.and_then(|span| place(files, span, sources)),
    });
    Report {
        severity,
        message: diagnostic.message.clone(),
        label: diagnostic.label.clone(),
        notes: notes.collect(),
        place: place(files, diagnostic.span, sources),
    }
}

fn place(files: &Files, span: Span, sources: &mut SourceTexts) -> Option<Place> {
    if span.is_none() {
        return None;
    }
    let file = files.name(span.file).to_owned();
    let source = sources.line(&file, span.line).map(|line| line.into_owned());
    Some(Place { file, line: span.line, column: span.column, len: span.len, source })
}
