//! From a file to its program graph, through all stages.

use std::path::Path;

use heureka_ir::Program;

use crate::acsl::{ALL_CONTRACTS, CONTRACT_OF, Specifications};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::library::prelude;
use crate::lower::{LowerOptions, lower};
use crate::parse::parse_with;
use crate::preprocess::{PreprocessOptions, Source, preprocess};
use crate::stack::with_large_stack;
use crate::tree::Unit;
use crate::typing::{TypingOptions, type_unit};

/// How a program is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    pub preprocess: PreprocessOptions,
    pub lower: LowerOptions,
    pub specifications: Specifications,
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
        let (mut unit, mut warnings) = type_source(source, options)?;
        if let Some(library) = prelude::missing(&unit) {
            let text = [source.text(), library.as_bytes()].concat();
            let source = Source::from_text(source.name(), text);
            (unit, warnings) = type_source(&source, options)?;
        }
        let files = unit.files.clone();
        warnings.retain(|warning| {
            let file = warning.span.file.0 as usize;
            warning.severity == Severity::Warning && !unit.system_headers.get(file).copied().unwrap_or(false)
        });
        let mut lowering = options.lower.clone();
        enter_contracts(&unit, &mut lowering, &mut warnings);
        let program = lower(unit, &lowering).map_err(|error| Diagnostics::one(files, error))?;
        Ok(Reading { program, warnings })
    })
}

/// Starts in contracts where there is no `main`, or in that of the function where the user wants to start. The others are not
/// checked, which is told.
fn enter_contracts(unit: &Unit, options: &mut LowerOptions, warnings: &mut Vec<Diagnostic>) {
    let defined = |name: &str| {
        unit.functions.iter().any(|function| function.body.is_some() && unit.symbols.name(function.name) == name)
    };
    let contract = format!("{CONTRACT_OF}{}", options.entry);
    if defined(&contract) {
        options.entry = contract;
        options.arbitrary_globals = true;
        return;
    }
    if options.entry == "main" && !defined("main") && defined(ALL_CONTRACTS) {
        options.entry = ALL_CONTRACTS.to_owned();
        options.arbitrary_globals = true;
        return;
    }
    for function in unit.functions.iter().filter(|function| function.body.is_some()) {
        if let Some(name) = unit.symbols.name(function.name).strip_prefix(CONTRACT_OF) {
            let message =
                format!("the contract of `{name}` is not checked: the execution starts in `{}`", options.entry);
            let note = format!("`--entry {name}` checks it");
            warnings.push(Diagnostic::warning(function.span, message).with_note(note));
        }
    }
}

fn type_source(source: &Source, options: &ReadOptions) -> Result<(Unit, Vec<Diagnostic>), Diagnostics> {
    let unit = parse_with(source, options.specifications)?;
    type_unit(unit, &TypingOptions { model: options.preprocess.data_model })
}
