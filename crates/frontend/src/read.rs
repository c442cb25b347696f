//! From a file to its program graph, through all stages.

use std::path::Path;

use heureka_ir::Program;

use crate::ctype::DataModel;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::library::prelude;
use crate::lower::{LowerOptions, lower};
use crate::parse::parse;
use crate::preprocess::{PreprocessOptions, Source, preprocess};
use crate::stack::with_large_stack;
use crate::tree::Unit;
use crate::typing::{TypingOptions, type_unit};

/// How a program is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    pub preprocess: PreprocessOptions,
    pub lower: LowerOptions,
}

/// A program that was read.
#[derive(Debug)]
pub struct Reading {
    pub program: Program,
    /// What the user should hear about although the program can be read; the files are those of the program.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a `.c` or `.i` file.
pub fn read_file(path: &Path, options: &ReadOptions) -> Result<Reading, Diagnostics> {
    let source = preprocess(path, &options.preprocess)?;
    read_source(&source, options)
}

/// Reads text that was preprocessed.
pub fn read_source(source: &Source, options: &ReadOptions) -> Result<Reading, Diagnostics> {
    with_large_stack(|| {
        let (mut unit, mut warnings) = type_source(source, options.preprocess.data_model)?;
        if let Some(library) = prelude::missing(&unit) {
            let text = [source.text(), library.as_bytes()].concat();
            let source = Source::from_text(source.name(), text);
            (unit, warnings) = type_source(&source, options.preprocess.data_model)?;
        }
        let files = unit.files.clone();
        warnings.retain(|warning| {
            let file = warning.span.file.0 as usize;
            warning.severity == Severity::Warning && !unit.system_headers.get(file).copied().unwrap_or(false)
        });
        let program = lower(unit, &options.lower).map_err(|error| Diagnostics::one(files, error))?;
        Ok(Reading { program, warnings })
    })
}

fn type_source(source: &Source, model: DataModel) -> Result<(Unit, Vec<Diagnostic>), Diagnostics> {
    type_unit(parse(source)?, &TypingOptions { model })
}
