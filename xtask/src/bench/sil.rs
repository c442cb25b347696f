//! `cargo xtask bench sil`: Table 1 of paper 001 (control states and counters of the post-image automaton) beside ours, and
//! all functions with contracts, safe and unsafe, with what was inferred behind their loops.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use heureka_benchmarks::{CONTRACTS, ContractProgram, Expected};

use super::measure::Checker;
use super::session::Options;
use crate::shell::Failure;

/// What a run may take, in seconds.
const LIMIT: u64 = 20;

/// The goal for each program of the paper, in seconds.
const GOAL: f64 = 2.0;

/// What a run showed.
struct Found {
    seconds: f64,
    code: Option<i32>,
    /// The last line of the answer.
    verdict: String,
    /// Control states and counters of the largest automaton behind a loop.
    size: Option<(u64, u64)>,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let limit = options.limit.unwrap_or(LIMIT);
    let checker = Checker::build(options.engine.as_deref().unwrap_or("sil"), limit)?;
    let mut paper = String::from(
        "Table 1 of paper 001: control states / counters of the automaton behind the main loop, and seconds for the safe \
         program, the check of its evidence included.\n\n| program | paper | ours | seconds | goal |\n| --- | --- | --- | --: | --: |\n",
    );
    let mut all = String::from(
        "Functions with contracts, for arrays of any length: seconds, with the check of the evidence.\n\n\
         | program | safe | | unsafe | |\n| --- | --: | --- | --: | --- |\n",
    );
    let mut posts = String::from("What was inferred behind the loops.\n");
    let (mut wrong, mut csv) = (Vec::new(), String::from("program,expected,verdict,seconds,states,counters\n"));
    for program in CONTRACTS.iter().filter(|program| options.takes(program.name)) {
        let [safe, buggy] = [Expected::Safe, Expected::Unsafe].map(|expected| measure(&checker, program, expected));
        let (safe, buggy) = (safe?, buggy?);
        if let Some((states, counters)) = program.table {
            let ours = safe.size.map_or("none".to_owned(), |(states, counters)| format!("{states} / {counters}"));
            let line = format!("| {} | {states} / {counters} | {ours} | {:.2} | {GOAL} |", program.name, safe.seconds);
            writeln!(paper, "{line}").expect("writing to a string");
        }
        let (one, two) = (&safe, &buggy);
        writeln!(
            all,
            "| {} | {:.2} | {} | {:.2} | {} |",
            program.name, one.seconds, one.verdict, two.seconds, two.verdict
        )
        .expect("writing to a string");
        for (found, expected) in [(&safe, Expected::Safe), (&buggy, Expected::Unsafe)] {
            let (states, counters) = found.size.unwrap_or_default();
            let (name, expected_name) = (program.name, expected.name());
            writeln!(csv, "{name},{expected_name},{},{:.4},{states},{counters}", found.verdict, found.seconds)
                .expect("writing to a string");
            let is_wrong = matches!(
                (found.code, expected),
                (Some(0), Expected::Unsafe) | (Some(10), Expected::Safe) | (Some(6) | None, _)
            );
            if is_wrong {
                wrong.push(format!("{name}, {expected_name}: {}", found.verdict));
            }
        }
        write!(posts, "\n### {}\n\n{}.\n\n```\n{}```\n", program.name, program.summary, shown(&checker, program)?)
            .expect("writing to a string");
        println!("{}: {} in {:.2} s, {} in {:.2} s", program.name, one.verdict, one.seconds, two.verdict, two.seconds);
    }
    let text = [paper, all, posts].join("\n");
    println!("\n{text}");
    for (file, text) in [(&options.markdown, &text), (&options.csv, &csv)] {
        if let Some(file) = file {
            fs::write(file, text).map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::new(wrong.join("\n"))) }
}

fn write_program(
    checker: &Checker,
    program: &ContractProgram,
    expected: Expected,
) -> Result<std::path::PathBuf, Failure> {
    let file = checker.folder().join(format!("{}_{}.c", program.name, expected.name()));
    fs::write(&file, program.program(expected))
        .map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
    Ok(file)
}

fn measure(checker: &Checker, program: &ContractProgram, expected: Expected) -> Result<Found, Failure> {
    let file = write_program(checker, program, expected)?;
    let start = Instant::now();
    let limit = checker.limit.to_string();
    let arguments = ["check", "--engine", checker.engine(), "--stats", "--quiet", "--timeout", &limit];
    let (code, text) = output(checker, &arguments, &file)?;
    let seconds = start.elapsed().as_secs_f64();
    let numbers = |name: &str| -> Vec<u64> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": ")?.trim().parse().ok());
        lines.collect()
    };
    let size = numbers("control states").into_iter().zip(numbers("counters")).max();
    let last = text.lines().last().unwrap_or_default();
    // Without the name of the file, which differs from machine to machine.
    let verdict = match last.split_once(' ') {
        Some(("UNSAFE", place)) => format!("UNSAFE {}", place.rsplit_once(".c:").map_or(place, |(_, place)| place)),
        _ if last.starts_with("UNKNOWN") => "UNKNOWN".to_owned(),
        _ => last.to_owned(),
    };
    Ok(Found { seconds, code, verdict, size })
}

/// The loops of the safe program with their post-conditions.
fn shown(checker: &Checker, program: &ContractProgram) -> Result<String, Failure> {
    let file = write_program(checker, program, Expected::Safe)?;
    let (_, text) = output(checker, &["show", "--as", "sil"], &file)?;
    Ok(text.replace(&file.display().to_string(), &format!("{}.c", program.name)))
}

fn output(checker: &Checker, arguments: &[&str], file: &Path) -> Result<(Option<i32>, String), Failure> {
    let mut command = Command::new(checker.binary());
    command.args(arguments).arg(file).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().map_err(|error| Failure::new(format!("{}: {error}", checker.binary().display())))?;
    Ok((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()))
}
