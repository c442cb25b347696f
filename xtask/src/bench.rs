//! `cargo xtask bench`: the benches by name.

use crate::setup;
use crate::shell::{self, Failure};

pub const HELP: &str = "\
Usage: cargo xtask bench [NAME]

Runs one bench, or all of them:
  frontend      C text to program graph: megabytes a second and memory
  interpreter   program graph edges a second
  kernels       linear constraints against Z3, disjunctions, terms: ratios and growth
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

pub fn run(args: &[String]) -> Result<(), Failure> {
    let chosen: Vec<_> = match args {
        [] => BENCHES.iter().collect(),
        [name] => BENCHES.iter().filter(|(known, _)| known == name).collect(),
        _ => return Err(Failure::usage("bench takes one name", HELP)),
    };
    if chosen.is_empty() {
        return Err(Failure::usage(format!("there is no bench `{}`", args[0]), HELP));
    }
    setup::ensure(false)?;
    chosen.into_iter().flat_map(|(_, parts)| *parts).try_for_each(|(package, bench)| {
        shell::run(&mut shell::cargo(["bench", "--quiet", "--package", package, "--bench", bench]))
    })
}
