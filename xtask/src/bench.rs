//! `cargo xtask bench`: the benches by name. Most are bench targets of a package; the papers' tables are made here.

mod arrays;
mod bmc;
mod linear;
mod measure;
mod plot;
mod session;
mod sets;
mod sil;
mod suite;

use self::session::Options;
use crate::setup;
use crate::shell::{self, Failure};

pub const HELP: &str = "\
Usage: cargo xtask bench [NAME] [OPTIONS]

Runs one bench, or all of them:
  frontend      C text to program graph: megabytes a second and memory
  interpreter   program graph edges a second
  kernels       linear constraints against Z3, disjunctions, terms: ratios and growth
  linear        the table of paper 002 (the linear engine): the paper's N beside ours, growth, acceleration
  arrays        the tables of papers 004 and 000 (the array engine): the papers' N, time and cells beside ours, the goals
  bmc           Figure 3 of paper 004 (the bounded engine): time and size of the encodings over N, and the goals
  sets          Table 3 of paper 003 (the predicate engine): regions in sets and by guesses, and the goals
  sil           Table 1 of paper 001 (the SIL engine): sizes of automata, contracts, and what was inferred
  suite         The programs of benchmarks/suite: verdicts, wrong verdicts, time, the engine that answered, proofs checked

Options of linear, arrays, bmc, sets, sil and suite:
  --csv FILE        Every run as a line of CSV
  --markdown FILE   The tables as they are printed
  --only TEXT       Only families or tasks whose name holds the text
  --limit SECONDS   For each run; without it 10 for linear, 20 for arrays, sets, sil and suite, 60 for bmc
  --engine NAME     Another engine on the same programs
  --svg FOLDER      The plots of bmc
  -j N              So many tasks of suite at once; without it 1
  --ratio           Also each engine alone on every task of suite, and the portfolio beside the best of them
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

/// The benches that are tables and no bench targets.
const TABLES: &[(&str, Table)] = &[
    ("linear", linear::run),
    ("arrays", arrays::run),
    ("bmc", bmc::run),
    ("sets", sets::run),
    ("sil", sil::run),
    ("suite", suite::run),
];

type Table = fn(&Options) -> Result<(), Failure>;

pub fn run(args: &[String]) -> Result<(), Failure> {
    let known = || BENCHES.iter().map(|(name, _)| *name).chain(TABLES.iter().map(|(name, _)| *name));
    let (mut name, mut options) = (None, Options::default());
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| Failure::usage(format!("{arg} needs a value"), HELP));
        match arg.as_str() {
            "--csv" => options.csv = Some(value()?.into()),
            "--markdown" => options.markdown = Some(value()?.into()),
            "--svg" => options.svg = Some(value()?.into()),
            "--engine" => options.engine = Some(value()?.clone()),
            "--only" => options.only = Some(value()?.clone()),
            "--limit" => {
                let seconds =
                    value()?.parse().map_err(|_| Failure::usage("--limit needs a number of seconds", HELP))?;
                options.limit = Some(seconds);
            }
            "-j" => {
                let jobs = value()?.parse().ok().filter(|jobs| *jobs > 0);
                options.jobs = Some(jobs.ok_or_else(|| Failure::usage("-j needs a number from 1 on", HELP))?);
            }
            "--ratio" => options.ratio = true,
            _ if name.is_none() && known().any(|known| known == arg) => name = Some(arg.as_str()),
            other => return Err(Failure::usage(format!("there is no bench `{other}`"), HELP)),
        }
    }
    if !options.are_default() && !TABLES.iter().any(|(table, _)| name == Some(table)) {
        return Err(Failure::usage("only tables have options", HELP));
    }
    if options.are_of_suite() && name != Some("suite") {
        return Err(Failure::usage("-j and --ratio are options of suite", HELP));
    }
    setup::ensure(false)?;
    let chosen = BENCHES.iter().filter(|(known, _)| name.is_none_or(|name| name == *known));
    for (package, bench) in chosen.flat_map(|(_, parts)| *parts) {
        shell::run(&mut shell::cargo(["bench", "--quiet", "--package", package, "--bench", bench]))?;
    }
    let mut tables = TABLES.iter().filter(|(known, _)| name.is_none_or(|name| name == *known));
    tables.try_for_each(|(_, table)| table(&options))
}
