//! What the benches that make a table share: their options, a log of every run, the search for the largest N in time, and
//! the files that are written at the end.
//!
//! Invariant: no run is lost. A wrong answer anywhere makes the bench fail, after the tables were printed.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use heureka_benchmarks::{Expected, Family};

use super::measure::{Answer, Checker, How, Measurement, Run};
use crate::shell::Failure;

/// What the command line says of a table.
#[derive(Default)]
pub struct Options {
    pub csv: Option<PathBuf>,
    pub markdown: Option<PathBuf>,
    pub engine: Option<String>,
    pub limit: Option<u64>,
    /// Only families whose name holds this text.
    pub only: Option<String>,
    /// Where plots go.
    pub svg: Option<PathBuf>,
    /// How many tasks of the suite run at once.
    pub jobs: Option<usize>,
    /// Whether the portfolio is compared with every engine alone.
    pub ratio: bool,
}

impl Options {
    pub fn are_default(&self) -> bool {
        let Options { csv, markdown, engine, limit, only, svg, .. } = self;
        let files = [csv, markdown, svg].iter().all(|file| file.is_none());
        files && engine.is_none() && limit.is_none() && only.is_none() && !self.are_of_suite()
    }

    /// Whether there is one that only the suite has.
    pub fn are_of_suite(&self) -> bool {
        self.jobs.is_some() || self.ratio
    }

    pub fn jobs(&self) -> usize {
        self.jobs.unwrap_or(1)
    }

    /// Whether the family is asked for.
    pub fn takes(&self, family: &str) -> bool {
        self.only.as_ref().is_none_or(|text| family.contains(text.as_str()))
    }
}

/// The runs of a bench.
pub struct Session {
    checker: Checker,
    all: Vec<Measurement>,
}

impl Session {
    /// With the engine and the limit of the options, or else these.
    pub fn start(options: &Options, engine: &str, limit: u64) -> Result<Session, Failure> {
        let checker = Checker::build(options.engine.as_deref().unwrap_or(engine), options.limit.unwrap_or(limit))?;
        Ok(Session { checker, all: Vec::new() })
    }

    /// The seconds that a run has.
    pub fn limit(&self) -> u64 {
        self.checker.limit
    }

    pub fn measure(&mut self, run: Run) -> Result<Measurement, Failure> {
        let one = self.checker.measure(run)?;
        println!("{one}");
        self.all.push(one.clone());
        Ok(one)
    }

    /// The runs in time of the search for the largest N, by doubling from `start`; by halving if that is too much.
    pub fn largest(
        &mut self,
        family: &'static Family,
        expected: Expected,
        how: How,
        start: u64,
        most: u64,
    ) -> Result<Vec<Measurement>, Failure> {
        let (least, most) = (family.least, most.min(family.most));
        let start = start.clamp(least, most);
        let mut n = start;
        let mut runs = Vec::new();
        loop {
            let one = self.measure(Run { family, n, expected, how })?;
            let in_time = one.is_in_time();
            if in_time {
                runs.push(one);
            } else if runs.is_empty() && n > least {
                // The start is too much: down until something is in time, then stop.
                n = (n / 2).max(least);
                continue;
            }
            if !in_time || n >= most || n < start {
                return Ok(runs);
            }
            n = (2 * n).min(most);
        }
    }

    /// Prints the text, writes the files, and fails if an answer was wrong.
    pub fn finish(self, text: &str, options: &Options) -> Result<(), Failure> {
        println!("\n{text}");
        write(options.markdown.as_deref(), text)?;
        write(options.csv.as_deref(), &self.csv())?;
        let wrong = self.all.iter().filter(|one| matches!(one.answer, Answer::Wrong | Answer::Crashed));
        let wrong: Vec<String> = wrong.map(Measurement::to_string).collect();
        if wrong.is_empty() { Ok(()) } else { Err(Failure::new(wrong.join("\n"))) }
    }

    fn csv(&self) -> String {
        let mut text = String::from("program,n,expected,how,answer,seconds,work,path_edges,cells,bytes\n");
        for Measurement { run, answer, seconds, work, path_edges, cells, bytes, .. } in &self.all {
            let Run { family, n, expected, how } = run;
            let number = |one: &Option<u64>| one.map_or(String::new(), |number| number.to_string());
            let [edges, cells, bytes] = [path_edges, cells, bytes].map(number);
            let (expected, how, answer) = (expected.name(), how.name(), answer.name());
            writeln!(
                text,
                "{},{n},{expected},{how},{answer},{seconds:.4},{work:.2},{edges},{cells},{bytes}",
                family.name
            )
            .expect("writing to a string");
        }
        text
    }
}

fn write(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    fs::write(path, text).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// The largest N of the runs; more may be possible where the search stopped because it was enough.
pub fn reached(runs: &[Measurement], enough: u64) -> String {
    let largest = runs.iter().map(|one| one.run.n).max();
    largest.map_or("none".to_owned(), |n| if n >= enough { format!("≥ {n}") } else { n.to_string() })
}
