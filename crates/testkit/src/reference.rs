//! Confirms the truth that a test program claims of itself, by compiled C: many runs with small, boundary and random
//! inputs under the sanitizers. Invariant: an UNSAFE program is confirmed only if some run fails in exactly the line
//! it names and none fails elsewhere; a SAFE one only if no run fails and none has undefined behaviour unnoticed.

use crate::compile::{CompileError, compile, compiler, write};
use crate::process::{TemporaryFolder, run_with_limit};
use crate::truth::{Truth, Verdict};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const HARNESS: &str = include_str!("harness.c");
const RUNS: usize = 120;
/// Each run is limited by the harness; this is for all.
const LIMIT: Duration = Duration::from_secs(300);

/// What the runs of a program did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// Lines of failed assertions and other reached errors.
    pub errors: BTreeSet<usize>,
    /// Lines of undefined behaviour, and what the sanitizer says of it.
    pub undefined: BTreeSet<(usize, String)>,
    pub timeouts: usize,
}

/// Nothing if the runs agree with the truth, else what is wrong.
pub fn confirm(text: &str, truth: &Truth) -> Result<(), String> {
    let Some(verdict) = &truth.verdict else { return Ok(()) };
    if truth.unchecked.is_some() || *verdict == Verdict::Unknown {
        return Ok(());
    }
    let observed = observe(text, truth).map_err(|error| error.to_string())?;
    judge(&observed, verdict, truth)
}

fn judge(observed: &Observed, verdict: &Verdict, truth: &Truth) -> Result<(), String> {
    let property = truth.property();
    let reached = property.is_none() || property == Some("unreach");
    let undefined_lines: BTreeSet<usize> = observed.undefined.iter().map(|(line, _)| *line).collect();
    let failures = if reached { &observed.errors } else { &undefined_lines };
    let mut complaints = Vec::new();
    match verdict {
        Verdict::Unsafe(line) if failures.is_empty() => complaints.push(format!("no run fails in line {line}")),
        Verdict::Unsafe(line) if *failures != BTreeSet::from([*line]) => {
            complaints.push(format!("claims line {line}, fails in {failures:?}"));
        }
        Verdict::Safe if !failures.is_empty() => complaints.push(format!("claims to be safe, fails in {failures:?}")),
        _ => {}
    }
    if reached && !truth.undefined && !observed.undefined.is_empty() {
        complaints.push(format!("undefined behaviour: {:?}", observed.undefined));
    }
    if observed.timeouts > 0 {
        complaints.push(format!("{} runs do not end", observed.timeouts));
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("; ")) }
}

/// Compiles the program with the harness and runs it with many inputs.
pub fn observe(text: &str, truth: &Truth) -> Result<Observed, CompileError> {
    let folder = TemporaryFolder::new()?;
    let file = |name: &str| folder.path.join(name);
    write(&file("program.c"), &with_visible_errors(text))?;
    write(&file("harness.c"), HARNESS)?;
    let sanitizers = ["-fsanitize=undefined,address", "-fno-sanitize-recover=all"];
    let mut command = compiler();
    command.current_dir(&folder.path).args(["-w", "-g", "-O0", "-c", "program.c", "-Dmain=heureka_program_main"]);
    compile({
        command.args(sanitizers);
        command
    })?;
    let mut command = compiler();
    command.current_dir(&folder.path).args(["-w", "-O0", "-o", "harness", "harness.c", "program.o"]).args(sanitizers);
    compile(command)?;
    run(&folder.path, truth)
}

fn run(folder: &Path, truth: &Truth) -> Result<Observed, CompileError> {
    let result = folder.join("result");
    write(&result, "")?;
    let mut command = Command::new(folder.join("harness"));
    command
        .current_dir(folder)
        .arg(&result)
        .arg(RUNS.to_string())
        .args(truth.inputs.iter().map(i64::to_string))
        .env("ASAN_OPTIONS", "detect_leaks=0:exitcode=98:handle_abort=0:detect_stack_use_after_return=1")
        .env("UBSAN_OPTIONS", "exitcode=98");
    let finished = run_with_limit(&mut command, LIMIT)?;
    let mut observed = Observed::default();
    for line in std::fs::read_to_string(&result)?.lines() {
        match line.split_once(' ') {
            Some(("error", number)) => observed.errors.extend(number.parse::<usize>()),
            _ if line == "timeout" => observed.timeouts += 1,
            Some(("signal", number)) => {
                observed.undefined.insert((0, format!("signal {number}")));
            }
            _ => {}
        }
    }
    observed.undefined.extend(reports(&finished.stderr));
    Ok(observed)
}

/// The place in the program that each report of a sanitizer names first.
fn reports(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut pending: Option<String> = None;
    for line in text.lines() {
        if let Some((_, message)) = line.split_once("runtime error: ") {
            found.extend(program_line(line).map(|number| (number, message.to_string())));
        } else if let Some((_, message)) = line.split_once("ERROR: AddressSanitizer: ") {
            pending = Some(message.split(' ').next().unwrap_or(message).to_string());
        } else if let (Some(message), Some(number)) = (&pending, program_line(line)) {
            found.push((number, message.clone()));
            pending = None;
        }
    }
    found
}

fn program_line(text: &str) -> Option<usize> {
    let (_, rest) = text.split_once("program.c:")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The program with its errors made visible: calls of the error functions and the error label report their line.
fn with_visible_errors(text: &str) -> String {
    let report = "heureka_error(__LINE__)";
    let mut out = String::from("void heureka_error(int);\n#line 1 \"program.c\"\n");
    for line in text.lines() {
        let mut line = line.to_string();
        for name in ["reach_error()", "__VERIFIER_error()"] {
            if let Some(at) = line.find(name) {
                let before = line[..at].trim_end();
                if !before.ends_with("void") {
                    line = format!("{}{report}{}", &line[..at], &line[at + name.len()..]);
                }
            }
        }
        if line.trim_start().starts_with("ERROR:") {
            line = line.replacen("ERROR:", &format!("ERROR: {report};"), 1);
        }
        out.push_str(&line);
        out.push('\n');
    }
    out
}
