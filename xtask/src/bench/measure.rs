//! One run of `heureka check --engine linear` on a program of a family: how long, what answer, how many path edges.
//!
//! The time is that of the whole process, as a user waits for it: reading the program, deciding, and checking the answer.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use heureka_benchmarks::{Expected, Family};

use crate::shell::{self, Failure};

/// What a run may take, in seconds.
pub const LIMIT: u64 = 10;

/// What is run.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub family: &'static Family,
    pub n: u64,
    pub expected: Expected,
    pub how: How,
}

/// What the engine may do beyond the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Nothing: every round is walked, and the search ends only when nothing is new.
    Paper,
    /// Everything but closed forms of loops.
    NoAcceleration,
    /// Everything.
    Usual,
}

impl How {
    pub fn name(self) -> &'static str {
        match self {
            How::Paper => "paper",
            How::NoAcceleration => "no-accelerate",
            How::Usual => "usual",
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            How::Paper => &["--no-accelerate", "--no-widen"],
            How::NoAcceleration => &["--no-accelerate"],
            How::Usual => &[],
        }
    }
}

/// The answer of a run, seen from what is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Right,
    Wrong,
    /// UNKNOWN, mostly because time was up.
    Undecided,
    /// None of the exit codes that an answer has.
    Crashed,
}

impl Answer {
    pub fn name(self) -> &'static str {
        match self {
            Answer::Right => "right",
            Answer::Wrong => "WRONG",
            Answer::Undecided => "undecided",
            Answer::Crashed => "CRASHED",
        }
    }
}

/// What a run showed.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    pub run: Run,
    pub answer: Answer,
    pub seconds: f64,
    pub path_edges: Option<u64>,
}

impl Measurement {
    /// Whether the right answer came in time.
    pub fn is_in_time(&self) -> bool {
        self.answer == Answer::Right && self.seconds <= LIMIT as f64
    }
}

/// The checker, built as users have it.
pub struct Checker {
    binary: PathBuf,
    folder: PathBuf,
}

impl Checker {
    pub fn build() -> Result<Checker, Failure> {
        shell::run(&mut shell::cargo(["build", "--release", "--quiet", "--package", "heureka-cli"]))?;
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| shell::root().join("target"), PathBuf::from);
        let folder = target.join("bench-programs");
        fs::create_dir_all(&folder).map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
        Ok(Checker { binary: target.join("release/heureka"), folder })
    }

    pub fn measure(&self, run: Run) -> Result<Measurement, Failure> {
        let file = self.folder.join(format!("{}_{}_{}.c", run.family.name, run.n, run.expected.name()));
        fs::write(&file, run.family.program(run.n, run.expected))
            .map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
        let mut command = Command::new(&self.binary);
        command.args(["check", "--engine", "linear", "--stats", "--quiet", "--timeout", &LIMIT.to_string()]);
        command.args(run.how.options()).arg(&file).stdin(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        let output = command.output().map_err(|error| Failure::new(format!("{}: {error}", self.binary.display())))?;
        let seconds = start.elapsed().as_secs_f64();
        let answer = match (output.status.code(), run.expected) {
            (Some(0), Expected::Safe) | (Some(10), Expected::Unsafe) => Answer::Right,
            (Some(0), Expected::Unsafe) | (Some(10), Expected::Safe) => Answer::Wrong,
            (Some(5), _) => Answer::Undecided,
            _ => Answer::Crashed,
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let path_edges = text.lines().find_map(|line| line.strip_prefix("path edges: ")?.trim().parse().ok());
        // Large programs would fill the folder.
        fs::remove_file(&file).map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
        Ok(Measurement { run, answer, seconds, path_edges })
    }
}
