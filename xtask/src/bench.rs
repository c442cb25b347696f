//! `cargo xtask bench`: the benches by name. Most are bench targets of a package; the papers' tables are made here.

mod linear;
mod measure;

use std::path::PathBuf;

use crate::setup;
use crate::shell::{self, Failure};

pub const HELP: &str = "\
Usage: cargo xtask bench [NAME] [--csv FILE] [--markdown FILE]

Runs one bench, or all of them:
  frontend      C text to program graph: megabytes a second and memory
  interpreter   program graph edges a second
  kernels       linear constraints against Z3, disjunctions, terms: ratios and growth
  linear        the table of paper 002 (the linear engine): the paper's N beside ours, growth, acceleration

Options of linear:
  --csv FILE        Every run as a line of CSV
  --markdown FILE   The tables as they are printed
";

/// Each bench and its parts: a package and a bench target of it.
const BENCHES: &[(&str, &[(&str, &str)])] = &[
    ("frontend", &[("heureka-frontend", "frontend")]),
    ("interpreter", &[("heureka-ir", "interpreter")]),
    (
        "kernels",
        &[
            ("heureka-logic", "kernels"),
            ("heureka-linear", "dlc"),
            ("heureka-linear", "relations"),
            ("heureka-logic", "terms"),
        ],
    ),
];

/// The bench that is a table and no bench target.
const LINEAR: &str = "linear";

pub fn run(args: &[String]) -> Result<(), Failure> {
    let (mut name, mut csv, mut markdown) = (None, None, None);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut file =
            || rest.next().map(PathBuf::from).ok_or_else(|| Failure::usage(format!("{arg} needs a file"), HELP));
        match arg.as_str() {
            "--csv" => csv = Some(file()?),
            "--markdown" => markdown = Some(file()?),
            _ if name.is_none() && (arg == LINEAR || BENCHES.iter().any(|(known, _)| known == arg)) => name = Some(arg),
            other => return Err(Failure::usage(format!("there is no bench `{other}`"), HELP)),
        }
    }
    if (csv.is_some() || markdown.is_some()) && name.is_none_or(|name| name != LINEAR) {
        return Err(Failure::usage("only linear writes files", HELP));
    }
    setup::ensure(false)?;
    let chosen = BENCHES.iter().filter(|(known, _)| name.is_none_or(|name| name == known));
    for (package, bench) in chosen.flat_map(|(_, parts)| *parts) {
        shell::run(&mut shell::cargo(["bench", "--quiet", "--package", package, "--bench", bench]))?;
    }
    match name.is_none_or(|name| name == LINEAR) {
        true => linear::run(csv.as_deref(), markdown.as_deref()),
        false => Ok(()),
    }
}
