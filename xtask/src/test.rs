//! `cargo xtask test`: what must pass before a change is accepted, in the order that fails fastest.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::setup;
use crate::shell::{self, Failure};

pub const HELP: &str = "\
Usage: cargo xtask test

Sets up, then runs formatting, clippy with warnings denied, all tests (with cargo-nextest if it is installed) and the
doc tests. Stops at the first step that fails, with its exit code.
";

pub fn run(args: &[String]) -> Result<(), Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("test does not know `{arg}`"), HELP));
    }
    let started = Instant::now();
    step("set-up", || setup::ensure(false))?;
    step("formatting", || component("rustfmt", "fmt", &["--all", "--check"]))?;
    step("clippy", || component("clippy", "clippy", &["--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    if cargo_has("nextest") {
        step("tests", || shell::run(&mut shell::cargo(["nextest", "run", "--workspace", "--no-fail-fast"])))?;
    } else {
        step("tests", || counted(&["test", "--workspace", "--lib", "--bins", "--tests", "--examples"]))?;
    }
    step("doc tests", || counted(&["test", "--workspace", "--doc"]))?;
    println!("{} everything passed in {}", shell::green("ok:"), seconds(started.elapsed()));
    Ok(())
}

fn step(name: &str, work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    println!("{}", shell::bold(&format!("== {name}")));
    let started = Instant::now();
    let result = work();
    let outcome = if result.is_ok() { shell::green("passed") } else { shell::red("failed") };
    println!("== {name}: {outcome} after {}\n", seconds(started.elapsed()));
    result
}

/// Runs a tool that rustup calls a component; without it, cargo's own message does not say how to get it.
fn component(name: &str, tool: &str, args: &[&str]) -> Result<(), Failure> {
    if !cargo_has(tool) {
        return Err(Failure::new(format!("cargo {tool} is not installed: run `rustup component add {name}`")));
    }
    shell::run(shell::cargo([tool]).args(args))
}

fn cargo_has(tool: &str) -> bool {
    shell::cargo([tool, "--version"]).output().is_ok_and(|output| output.status.success())
}

/// Runs a `cargo test` and adds up the lines in which each test program says how many passed.
fn counted(args: &[&str]) -> Result<(), Failure> {
    let mut command = shell::cargo(args);
    println!("{} {}", shell::blue("$"), shell::shown(&command));
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| not_started(&command, error))?;
    let output = child.stdout.take().expect("the output was asked for");
    let mut total = Counts::default();
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        println!("{line}");
        total.add(&line);
    }
    let status = child.wait().map_err(|error| not_started(&command, error))?;
    println!("in all: {} passed, {} failed, {} ignored", total.passed, total.failed, total.ignored);
    if status.success() {
        return Ok(());
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Err(Failure { message: format!("`{}` failed ({status})", shell::shown(&command)), code })
}

fn not_started(command: &Command, error: std::io::Error) -> Failure {
    Failure::new(format!("`{}` does not run: {error}", shell::shown(command)))
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[derive(Default, Debug, PartialEq)]
struct Counts {
    passed: usize,
    failed: usize,
    ignored: usize,
}

impl Counts {
    /// Reads a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; …`; others count nothing.
    fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else { return };
        let numbers = result.split_once(". ").map_or(result, |(_, numbers)| numbers);
        for part in numbers.split("; ") {
            let Some((number, name)) = part.split_once(' ') else { continue };
            let Ok(number) = number.parse::<usize>() else { continue };
            match name {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn result_lines_are_added_up() {
        let mut counts = Counts::default();
        counts.add("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        counts.add("test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        counts.add("test span::tests::shows ... ok");
        assert_eq!(counts, Counts { passed: 5, failed: 1, ignored: 1 });
    }
}
