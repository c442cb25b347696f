//! Many programs in one translation unit, because starting the compiler costs more than compiling a program.
//! Invariant: each program keeps its own names under a prefix, so no two of them share state; the outputs come back in
//! the order of the programs.

use crate::c::tree::Program;
use crate::compile::{CompileError, Mode, run_c};
use std::fmt::Write;

/// Programs per compiler run: beyond some fifty the start of the compiler no longer shows.
pub const BATCH_SIZE: usize = 50;

#[derive(Clone, Debug, Default)]
pub struct Batch {
    programs: Vec<Program>,
}

impl Batch {
    pub fn new(programs: Vec<Program>) -> Self {
        Batch { programs }
    }

    pub fn programs(&self) -> &[Program] {
        &self.programs
    }

    /// One C file whose `main` runs all programs, with a line `#` before the output of each.
    pub fn combined(&self) -> String {
        let mut text = String::from("int puts(const char *);\nint fflush(void *);\n");
        let mut calls = String::new();
        for (number, program) in self.programs.iter().enumerate() {
            let prefix = format!("p{number}_");
            text.push_str(&program.text_with_prefix(&prefix));
            writeln!(calls, "    puts(\"#\");\n    fflush(0);\n    {prefix}main();").expect("writing to a string");
        }
        writeln!(text, "int main(void) {{\n{calls}    return 0;\n}}").expect("writing to a string");
        text
    }

    /// What each program prints when compiled this way.
    pub fn run(&self, mode: Mode) -> Result<Vec<Vec<i64>>, CompileError> {
        let output = run_c(&self.combined(), mode)?;
        Ok(split(&output))
    }

    /// Like `run`, and on a crash also the number of the program that crashed.
    pub fn run_or_blame(&self, mode: Mode) -> Result<Vec<Vec<i64>>, (Option<usize>, CompileError)> {
        self.run(mode).map_err(|error| match &error {
            CompileError::Crashed { stdout, .. } => (split(stdout).len().checked_sub(1), error),
            _ => (None, error),
        })
    }
}

fn split(output: &str) -> Vec<Vec<i64>> {
    let mut outputs: Vec<Vec<i64>> = Vec::new();
    for line in output.lines() {
        match (line.parse(), outputs.last_mut()) {
            (Ok(value), Some(last)) => last.push(value),
            // A program that crashes may leave half a line behind; complete ones are `#` or a number.
            _ if line == "#" => outputs.push(Vec::new()),
            _ => {}
        }
    }
    outputs
}

/// The values that a single program prints when compiled this way.
pub fn run_program(text: &str, mode: Mode) -> Result<Vec<i64>, CompileError> {
    Ok(run_c(text, mode)?.lines().filter_map(|line| line.parse().ok()).collect())
}
