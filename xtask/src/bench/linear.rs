//! `cargo xtask bench linear`: the table of paper 002 beside ours.
//!
//! First without acceleration, at the paper's N and at the N that is the goal. Then by the paper's own procedure, without
//! widening too: the largest N in time, and the growth of time in the number of path edges between the two largest. Then
//! with acceleration: a hundred rounds against a million.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use heureka_benchmarks::{Expected, Family, LINEAR};

use super::measure::{Answer, Checker, How, LIMIT, Measurement, Run};
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
    let text = [bench.without_acceleration()?, bench.papers_procedure()?, bench.with_acceleration()?].join("\n");
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
    let Run { family, n, expected, how } = one.run;
    let (expected, how, answer) = (expected.name(), how.name(), one.answer.name());
    format!("{} {n} {expected} ({how}): {answer} in {:.3} s", family.name, one.seconds)
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
            "Without acceleration (`--no-accelerate`): the largest N of the paper, and seconds at it and at the goal \
             (at most {LIMIT} s).\n\n\
             | program | Eureka N | safe | unsafe | BLAST N | goal N | safe | unsafe |\n\
             | --- | --: | --: | --: | --: | --: | --: | --: |\n"
        );
        for row in ROWS {
            let family = family(row.family);
            let mut times = Vec::new();
            for n in [row.eureka, row.goal] {
                for expected in Expected::BOTH {
                    times.push(seconds(&self.measure(Run { family, n, expected, how: How::NoAcceleration })?));
                }
            }
            let (paper, goal) = times.split_at(2);
            let blast = row.blast.map_or("no".to_owned(), |n| n.to_string());
            let Row { family, eureka, goal: n, .. } = row;
            let (paper, goal) = (paper.join(" | "), goal.join(" | "));
            writeln!(text, "| {family} | {eureka} | {paper} | {blast} | {n} | {goal} |").expect("writing to a string");
        }
        Ok(text)
    }

    fn papers_procedure(&mut self) -> Result<String, Failure> {
        let mut text = format!(
            "The paper's own procedure (`--no-accelerate --no-widen`): the largest N within {LIMIT} s, by doubling; \
             path edges and µs for each there; the exponent by which time grows in path edges, and that of N·log N.\n\n\
             | program | verdict | largest N | path edges | µs each | growth | N·log N |\n\
             | --- | --- | --: | --: | --: | --: | --: |\n"
        );
        for row in ROWS {
            for expected in Expected::BOTH {
                let runs = self.largest(row, expected)?;
                let (name, n, growth) = (expected.name(), reached(&runs), growth(&runs));
                writeln!(text, "| {} | {name} | {n} | {growth} |", row.family).expect("writing to a string");
            }
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
            let one = self.measure(Run { family, n, expected, how: How::Paper })?;
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
                let [few, many] = ROUNDS.map(|n| self.measure(Run { family, n, expected, how: How::Usual }));
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
        let mut text = String::from("program,n,expected,how,answer,seconds,path_edges\n");
        for Measurement { run, answer, seconds, path_edges } in &self.all {
            let Run { family, n, expected, how } = run;
            let edges = path_edges.map_or(String::new(), |edges| edges.to_string());
            let (expected, how, answer) = (expected.name(), how.name(), answer.name());
            writeln!(text, "{},{n},{expected},{how},{answer},{seconds:.4},{edges}", family.name)
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
