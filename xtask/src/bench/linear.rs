//! `cargo xtask bench linear`: the table of paper 002 beside ours.
//!
//! Without acceleration: the paper's N, the N that is the goal, and the largest N in time, with the growth of time in
//! the number of path edges between the two largest. With acceleration: a hundred rounds against a million.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use heureka_benchmarks::{Expected, Family, LINEAR};

use super::measure::{Answer, Checker, LIMIT, Measurement, Run};
use crate::shell::{self, Failure};

/// What the paper reached with a family, and what is to be reached without acceleration.
struct Row {
    family: &'static str,
    eureka: u64,
    blast: Option<u64>,
    goal: u64,
}

const ROWS: &[Row] = &[
    Row { family: "swap_seq", eureka: 500, blast: None, goal: 10_000 },
    Row { family: "swap_iter", eureka: 100, blast: Some(1), goal: 5_000 },
    Row { family: "parity", eureka: 50, blast: None, goal: 5_000 },
    Row { family: "delay_iter", eureka: 150, blast: Some(1000), goal: 1_000 },
    Row { family: "delay_recur", eureka: 39, blast: None, goal: 1_000 },
    Row { family: "sum", eureka: 3, blast: Some(2), goal: 150 },
];

/// Families whose loops have a closed form.
const ACCELERATED: &[&str] = &["delay_iter", "swap_iter", "sum"];

/// Rounds of the loops: few, and many that must cost no more.
const ROUNDS: [u64; 2] = [100, 1_000_000];

/// The search for the largest N stops here.
const MOST: u64 = 1_000_000;

/// Runs shorter than this say nothing about growth: starting the process would be most of it.
const LEAST_SECONDS: f64 = 0.2;

/// Measures everything and prints it; the same as files where the paths are given.
pub fn run(csv: Option<&Path>, markdown: Option<&Path>) -> Result<(), Failure> {
    let mut bench = Bench { checker: Checker::build()?, all: Vec::new() };
    let text = format!("{}\n{}", bench.without_acceleration()?, bench.with_acceleration()?);
    println!("\n{text}");
    write(markdown, &text)?;
    write(csv, &bench.csv())?;
    let wrong = bench.all.iter().filter(|one| matches!(one.answer, Answer::Wrong | Answer::Crashed));
    let wrong: Vec<String> = wrong.map(describe).collect();
    if wrong.is_empty() { Ok(()) } else { Err(Failure::new(wrong.join("\n"))) }
}

fn write(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    fs::write(path, text).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

fn describe(one: &Measurement) -> String {
    let Run { family, n, expected, accelerate } = one.run;
    let how = if accelerate { "" } else { " without acceleration" };
    format!("{} {n} {}{how}: {} in {:.3} s", family.name, expected.name(), one.answer.name(), one.seconds)
}

struct Bench {
    checker: Checker,
    all: Vec<Measurement>,
}

impl Bench {
    fn measure(&mut self, run: Run) -> Result<Measurement, Failure> {
        let one = self.checker.measure(run)?;
        println!("{}", describe(&one));
        self.all.push(one);
        Ok(one)
    }

    fn without_acceleration(&mut self) -> Result<String, Failure> {
        let mut text = format!(
            "Without acceleration, at most {LIMIT} s; N that is reached, or seconds.\n\n\
             | program | Eureka N | BLAST N | safe | unsafe | goal N | safe | unsafe | largest N safe | unsafe | path edges | µs each | growth | N·log N |\n\
             | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n"
        );
        for row in ROWS {
            let family = family(row.family);
            let blast = row.blast.map_or("no".to_owned(), |n| n.to_string());
            write!(text, "| {} | {} | {blast} ", row.family, row.eureka).expect("writing to a string");
            for (at, n) in [row.eureka, row.goal].into_iter().enumerate() {
                if at == 1 {
                    write!(text, "| {n} ").expect("writing to a string");
                }
                for expected in Expected::BOTH {
                    let one = self.measure(Run { family, n, expected, accelerate: false })?;
                    write!(text, "| {} ", seconds(&one)).expect("writing to a string");
                }
            }
            let [safe, failing] = [self.largest(row, Expected::Safe)?, self.largest(row, Expected::Unsafe)?];
            writeln!(text, "| {} | {} | {} |", reached(&safe), reached(&failing), growth(&safe))
                .expect("writing to a string");
        }
        Ok(text)
    }

    /// The runs in time of the search for the largest N, by doubling.
    fn largest(&mut self, row: &Row, expected: Expected) -> Result<Vec<Measurement>, Failure> {
        let family = family(row.family);
        let most = MOST.min(family.most);
        let mut n = row.goal;
        let mut runs = Vec::new();
        loop {
            let one = self.measure(Run { family, n, expected, accelerate: false })?;
            if one.is_in_time() {
                runs.push(one);
            } else if runs.is_empty() && n > 1 {
                // The goal is too much: down until something is in time, then stop.
                n /= 2;
                continue;
            }
            if !one.is_in_time() || n >= most || n < row.goal {
                return Ok(runs);
            }
            n = (2 * n).min(most);
        }
    }

    fn with_acceleration(&mut self) -> Result<String, Failure> {
        let [few, many] = ROUNDS;
        let mut text = format!(
            "With acceleration: seconds, and how many times as long {many} rounds take.\n\n\
             | program | verdict | N = {few} | N = {many} | ratio | path edges |\n\
             | --- | --- | --: | --: | --: | --: |\n"
        );
        for name in ACCELERATED {
            for expected in Expected::BOTH {
                let family = family(name);
                let [few, many] = ROUNDS.map(|n| self.measure(Run { family, n, expected, accelerate: true }));
                let (few, many) = (few?, many?);
                let ratio = match few.is_in_time() && many.is_in_time() {
                    true => format!("{:.2}", many.seconds / few.seconds),
                    false => "-".to_owned(),
                };
                let edges = [few, many].map(|one| one.path_edges.map_or("-".to_owned(), |edges| edges.to_string()));
                writeln!(
                    text,
                    "| {name} | {} | {} | {} | {ratio} | {} |",
                    expected.name(),
                    seconds(&few),
                    seconds(&many),
                    edges.join(", ")
                )
                .expect("writing to a string");
            }
        }
        Ok(text)
    }

    fn csv(&self) -> String {
        let mut text = String::from("program,n,expected,accelerate,answer,seconds,path_edges\n");
        for Measurement { run, answer, seconds, path_edges } in &self.all {
            let Run { family, n, expected, accelerate } = run;
            let edges = path_edges.map_or(String::new(), |edges| edges.to_string());
            let (expected, answer) = (expected.name(), answer.name());
            writeln!(text, "{},{n},{expected},{accelerate},{answer},{seconds:.4},{edges}", family.name)
                .expect("writing to a string");
        }
        text
    }
}

fn family(name: &str) -> &'static Family {
    LINEAR.iter().find(|family| family.name == name).expect("a family of paper 002")
}

/// The time, or why there is none.
fn seconds(one: &Measurement) -> String {
    match one.answer {
        Answer::Right => format!("{:.3}", one.seconds),
        Answer::Undecided => format!("> {:.0}", one.seconds),
        other => shell::red(other.name()),
    }
}

fn reached(runs: &[Measurement]) -> String {
    let largest = runs.iter().map(|one| one.run.n).max();
    largest.map_or("none".to_owned(), |n| if n == MOST { format!("≥ {n}") } else { n.to_string() })
}

/// Path edges and time for each at the largest N; the exponent by which time grows in them from one N to the next, and
/// the exponent that N·log N has there.
fn growth(runs: &[Measurement]) -> String {
    let known: Vec<(f64, f64)> = runs
        .iter()
        .filter_map(|one| one.path_edges.map(|edges| (edges as f64, one.seconds)))
        .filter(|(edges, _)| *edges > 1.0)
        .collect();
    let Some(&(edges, time)) = known.last() else { return "- | - | - | -".to_owned() };
    let each = 1e6 * time / edges;
    let long: Vec<&(f64, f64)> = known.iter().filter(|(_, seconds)| *seconds >= LEAST_SECONDS).collect();
    let (exponent, allowed) = match long[..] {
        [.., (fewer, sooner), (more, later)] if more > fewer => {
            let doubled = (more / fewer).ln();
            let allowed = 1.0 + (more.ln() / fewer.ln()).ln() / doubled;
            (format!("{:.2}", (later / sooner).ln() / doubled), format!("{allowed:.2}"))
        }
        _ => ("-".to_owned(), "-".to_owned()),
    };
    format!("{edges} | {each:.2} | {exponent} | {allowed}")
}
