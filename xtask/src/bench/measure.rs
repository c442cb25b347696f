//! One run of `heureka check` on a program of a family: how long, what answer, how many path edges, which cells.
//!
//! The time is that of the whole process: reading the program, deciding, and checking the answer. It is both what a user
//! waits for and, where the system tells it, what the processor worked: other programs that run do not change that.

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use heureka_benchmarks::{Expected, Family};

use crate::shell::{self, Failure};

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
    /// The encodings of the bounded engine.
    Int,
    Bv,
    Sat,
    /// The array engine, whatever the others use.
    Arrays,
}

impl How {
    pub fn name(self) -> &'static str {
        match self {
            How::Paper => "paper",
            How::NoAcceleration => "no-accelerate",
            How::Usual => "usual",
            How::Int => "int",
            How::Bv => "bv",
            How::Sat => "sat",
            How::Arrays => "arrays",
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            How::Paper => &["--no-accelerate", "--no-widen"],
            How::NoAcceleration => &["--no-accelerate"],
            How::Usual | How::Arrays => &[],
            How::Int => &["--encoding", "int", "--no-induction"],
            How::Bv => &["--encoding", "bv", "--no-induction"],
            How::Sat => &["--encoding", "sat", "--no-induction"],
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
#[derive(Clone, Debug)]
pub struct Measurement {
    pub run: Run,
    pub answer: Answer,
    pub seconds: f64,
    /// What of it the check of the evidence took.
    pub evidence: f64,
    /// Time of the processor; where it is not known, all seconds.
    pub work: f64,
    /// The seconds that it had.
    limit: u64,
    pub path_edges: Option<u64>,
    /// How many cells of arrays the answer needed, as the engine says.
    pub cells: Option<u64>,
    /// The size of the formulas, where there are some.
    pub bytes: Option<u64>,
}

impl Measurement {
    /// Whether the right answer came in time.
    pub fn is_in_time(&self) -> bool {
        self.answer == Answer::Right && self.seconds <= self.limit as f64
    }

    /// The time, or why there is none.
    pub fn time(&self) -> String {
        match self.answer {
            Answer::Right => format!("{:.3}", self.seconds),
            Answer::Undecided if self.seconds < self.limit as f64 => format!("unknown after {:.1}", self.seconds),
            Answer::Undecided => format!("> {}", self.limit),
            other => shell::red(other.name()),
        }
    }
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { family, n, expected, how } = self.run;
        let (expected, how, answer) = (expected.name(), how.name(), self.answer.name());
        write!(f, "{} {n} {expected} ({how}): {answer} in {:.3} s", family.name, self.seconds)
    }
}

/// The checker, built as users have it, with the engine and the seconds that every run has.
pub struct Checker {
    binary: PathBuf,
    folder: PathBuf,
    engine: String,
    pub limit: u64,
}

fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| shell::root().join("target"), PathBuf::from)
}

/// Builds the checker as users have it, and says where it is.
pub fn build() -> Result<PathBuf, Failure> {
    shell::run(&mut shell::cargo(["build", "--release", "--quiet", "--package", "heureka-cli"]))?;
    Ok(target().join("release/heureka"))
}

impl Checker {
    pub fn build(engine: &str, limit: u64) -> Result<Checker, Failure> {
        let binary = build()?;
        let folder = target().join("bench-programs");
        fs::create_dir_all(&folder).map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
        Ok(Checker { binary, folder, engine: engine.to_owned(), limit })
    }

    pub fn binary(&self) -> &Path {
        &self.binary
    }

    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// Where programs are written.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn measure(&self, run: Run) -> Result<Measurement, Failure> {
        let file = self.folder.join(format!("{}_{}_{}.c", run.family.name, run.n, run.expected.name()));
        fs::write(&file, run.family.program(run.n, run.expected))
            .map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
        let mut command = Command::new(&self.binary);
        let engine = if run.how == How::Arrays { "arrays" } else { &self.engine };
        command.args(["check", "--engine", engine, "--stats", "--quiet", "--timeout", &self.limit.to_string()]);
        command.args(run.how.options()).arg(&file).stdin(Stdio::null()).stderr(Stdio::null());
        let (start, before) = (Instant::now(), work_of_children());
        let output = command.output().map_err(|error| Failure::new(format!("{}: {error}", self.binary.display())))?;
        let seconds = start.elapsed().as_secs_f64();
        let work = match (before, work_of_children()) {
            (Some(before), Some(after)) => after - before,
            _ => seconds,
        };
        let answer = match (output.status.code(), run.expected) {
            (Some(0), Expected::Safe) | (Some(10), Expected::Unsafe) => Answer::Right,
            (Some(0), Expected::Unsafe) | (Some(10), Expected::Safe) => Answer::Wrong,
            (Some(5), _) => Answer::Undecided,
            _ => Answer::Crashed,
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let (path_edges, cells) = (statistic(&text, "path edges"), statistic(&text, "cells tracked"));
        // Large programs would fill the folder.
        fs::remove_file(&file).map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
        let bytes = statistic(&text, "bytes");
        let evidence = evidence(&text).unwrap_or(0.0);
        Ok(Measurement { run, answer, seconds, evidence, work, limit: self.limit, path_edges, cells, bytes })
    }
}

/// Seconds of the processor for all children that have ended, by what Linux says of this process.
fn work_of_children() -> Option<f64> {
    /// In a second, on every Linux.
    const TICKS: f64 = 100.0;
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is a name in brackets; the 16th and 17th are what counts.
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(13);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((user + system) / TICKS)
}

/// The number of this name among the statistics of a run.
fn statistic(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")?.trim().parse().ok())
}

/// What the check of the evidence took, in the line about time.
fn evidence(text: &str) -> Option<f64> {
    let time = text.lines().find_map(|line| line.strip_prefix("time: "))?;
    time.split_once("for the evidence ")?.1.strip_suffix(" s")?.parse().ok()
}
