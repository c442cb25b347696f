//! Types a C file and prints the typed tree: `cargo run -p heureka-frontend --example typed -- [-m32] FILE…`.

use std::path::Path;
use std::time::Instant;

use heureka_frontend::ctype::DataModel;
use heureka_frontend::preprocess::{self, PreprocessOptions};
use heureka_frontend::{TypingOptions, parse, tree, type_unit, with_large_stack};

fn main() {
    let mut model = DataModel::Lp64;
    let mut quiet = false;
    let mut failed = false;
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "-m32" => model = DataModel::Ilp32,
            "-q" => quiet = true,
            path => failed |= !with_large_stack(|| show(path, model, quiet)),
        }
    }
    std::process::exit(i32::from(failed));
}

fn show(path: &str, model: DataModel, quiet: bool) -> bool {
    let data_model = match model {
        DataModel::Lp64 => preprocess::DataModel::Lp64,
        DataModel::Ilp32 => preprocess::DataModel::Ilp32,
    };
    let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
    let unit = heureka_frontend::preprocess(Path::new(path), &options).and_then(|source| parse(&source));
    let start = Instant::now();
    let typed = unit.and_then(|unit| {
        let files = unit.files.clone();
        type_unit(unit, &TypingOptions { model }).map(|(unit, warnings)| (unit, warnings, files))
    });
    let elapsed = start.elapsed();
    let (diagnostics, files, tree) = match typed {
        Ok((unit, warnings, files)) => (warnings, files, Some(unit)),
        Err(errors) => (errors.list, errors.files, None),
    };
    for diagnostic in &diagnostics {
        let label = if diagnostic.label.is_empty() { String::new() } else { format!(" ({})", diagnostic.label) };
        eprintln!("{}: {:?}: {}{label}", files.place(diagnostic.span), diagnostic.severity, diagnostic.message);
        for (span, note) in &diagnostic.notes {
            match span {
                Some(span) => eprintln!("  {}: note: {note}", files.place(*span)),
                None => eprintln!("  note: {note}"),
            }
        }
    }
    match &tree {
        Some(unit) if !quiet => print!("{}", tree::print::print(unit)),
        Some(_) => eprintln!("{path}: typed in {elapsed:?}"),
        None => {}
    }
    tree.is_some()
}
