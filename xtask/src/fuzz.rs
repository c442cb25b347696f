//! `cargo xtask fuzz`: random programs, by name, through the test kit.

use crate::setup;
use crate::shell::{self, Failure};

pub const HELP: &str = "\
Usage: cargo xtask fuzz [NAME] [--count N] [--seed S]

Runs a fuzzer of the test kit (without a name, each of them) on N random cases; the same seed gives the same cases:
  interpreter   random well-defined C programs: the interpreter must agree with compiled C
  frontend      random and damaged text: a diagnostic, never a panic
  smtlib        damaged SMT-LIB scripts: an error, or the same script after printing and reading it again
  linear        random linear programs: the verdict of the linear engine must be what all executions say
  encodings     random programs over all integer types: so must be those of the bounded engine, in every encoding
  predicates    random programs over machine integers: so must be those of the predicate engine, with every abstraction
  horn          random programs over machine integers: so must be those of the Horn engine
  arrays, sil   the same for the engines of these names

Options:
  --count N   How many cases (default 100000; 5000 for linear, 3000 for the other engines)
  --seed S    Where the random numbers start (default 1)
";

/// Each fuzzer and how many cases it runs if nobody says.
const FUZZERS: &[(&str, u64)] = &[
    ("interpreter", 100_000),
    ("frontend", 100_000),
    ("smtlib", 100_000),
    ("linear", 5_000),
    ("encodings", 3_000),
    ("predicates", 3_000),
    ("horn", 3_000),
    ("arrays", 3_000),
    ("sil", 3_000),
];

pub fn run(args: &[String]) -> Result<(), Failure> {
    let (mut chosen, mut count, mut seed) = (None, None, 1);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--count" => count = Some(number(arg, rest.next())?),
            "--seed" => seed = number(arg, rest.next())?,
            name => match FUZZERS.iter().find(|(known, _)| *known == name && chosen.is_none()) {
                Some(fuzzer) => chosen = Some(*fuzzer),
                None => return Err(Failure::usage(format!("fuzz does not know `{name}`"), HELP)),
            },
        }
    }
    setup::ensure(false)?;
    for (name, usual) in chosen.map_or_else(|| FUZZERS.to_vec(), |fuzzer| vec![fuzzer]) {
        let count = count.unwrap_or(usual);
        let mut command = shell::cargo(["run", "--release", "--package", "heureka-testkit", "--bin", "fuzz", "--"]);
        command.args([name, "--count", &count.to_string(), "--seed", &seed.to_string()]);
        shell::run(&mut command)?;
    }
    Ok(())
}

fn number(option: &str, value: Option<&String>) -> Result<u64, Failure> {
    let value = value.ok_or_else(|| Failure::usage(format!("{option} needs a number"), HELP))?;
    value.parse().map_err(|_| Failure::usage(format!("{option} needs a number, not `{value}`"), HELP))
}
