//! `cargo xtask bench linear`: the table of paper 002 beside ours.
//!
//! First without acceleration, at the paper's N and at the N that is the goal. Then by the paper's own procedure, without
//! widening too: the largest N in time, and the growth of time in the number of path edges between the two largest. Then
//! with acceleration: a hundred rounds against a million.

use std::fmt::Write;

use heureka_benchmarks::{Expected, Family, LINEAR};

use super::measure::{How, Measurement, Run};
use super::session::{Options, Session, reached};
use crate::shell::Failure;

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

/// Runs with less work than this say nothing about growth: starting the process would be most of it.
const LEAST_SECONDS: f64 = 0.2;

/// What a run may take, in seconds.
const LIMIT: u64 = 10;

/// Measures everything and prints it; the same as files where the options say so.
pub fn run(options: &Options) -> Result<(), Failure> {
    let mut bench = Bench { session: Session::start(options, "linear", LIMIT)?, options };
    let text = [bench.without_acceleration()?, bench.papers_procedure()?, bench.with_acceleration()?].join("\n");
    bench.session.finish(&text, options)
}

struct Bench<'a> {
    session: Session,
    options: &'a Options,
}

impl Bench<'_> {
    fn rows(&self) -> Vec<&'static Row> {
        ROWS.iter().filter(|row| self.options.takes(row.family)).collect()
    }

    fn without_acceleration(&mut self) -> Result<String, Failure> {
        let limit = self.session.limit();
        let mut text = format!(
            "Without acceleration (`--no-accelerate`): the largest N of the paper, and seconds at it and at the goal \
             (at most {limit} s).\n\n\
             | program | Eureka N | safe | unsafe | BLAST N | goal N | safe | unsafe |\n\
             | --- | --: | --: | --: | --: | --: | --: | --: |\n"
        );
        for row in self.rows() {
            let family = family(row.family);
            let mut times = Vec::new();
            for n in [row.eureka, row.goal] {
                for expected in Expected::BOTH {
                    times.push(self.session.measure(Run { family, n, expected, how: How::NoAcceleration })?.time());
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
        let limit = self.session.limit();
        let mut text = format!(
            "The paper's own procedure (`--no-accelerate --no-widen`): the largest N within {limit} s, by doubling; \
             path edges and µs of the processor for each there; the exponent by which this time grows in path edges, and that \
             of N·log N.\n\n\
             | program | verdict | largest N | path edges | µs each | growth | N·log N |\n\
             | --- | --- | --: | --: | --: | --: | --: |\n"
        );
        for row in self.rows() {
            for expected in Expected::BOTH {
                let runs = self.session.largest(family(row.family), expected, How::Paper, row.goal, MOST)?;
                let (name, n, growth) = (expected.name(), reached(&runs, MOST), growth(&runs));
                writeln!(text, "| {} | {name} | {n} | {growth} |", row.family).expect("writing to a string");
            }
        }
        Ok(text)
    }

    fn with_acceleration(&mut self) -> Result<String, Failure> {
        let [few, many] = ROUNDS;
        let mut text = format!(
            "With acceleration: seconds, and how many times as long {many} rounds take.\n\n\
             | program | verdict | N = {few} | N = {many} | ratio | path edges |\n\
             | --- | --- | --: | --: | --: | --: |\n"
        );
        for name in ACCELERATED.iter().filter(|name| self.options.takes(name)) {
            for expected in Expected::BOTH {
                let family = family(name);
                let [few, many] = ROUNDS.map(|n| self.session.measure(Run { family, n, expected, how: How::Usual }));
                let (few, many) = (few?, many?);
                let ratio = match few.is_in_time() && many.is_in_time() {
                    true => format!("{:.2}", many.seconds / few.seconds),
                    false => "-".to_owned(),
                };
                let edges = [&few, &many].map(|one| one.path_edges.map_or("-".to_owned(), |edges| edges.to_string()));
                writeln!(
                    text,
                    "| {name} | {} | {} | {} | {ratio} | {} |",
                    expected.name(),
                    few.time(),
                    many.time(),
                    edges.join(", ")
                )
                .expect("writing to a string");
            }
        }
        Ok(text)
    }
}

fn family(name: &str) -> &'static Family {
    LINEAR.iter().find(|family| family.name == name).expect("a family of paper 002")
}

/// Path edges and work for each at the largest N; the exponent by which work grows in them from one N to the next, and
/// the exponent that N·log N has there.
fn growth(runs: &[Measurement]) -> String {
    let known: Vec<(f64, f64)> = runs
        .iter()
        .filter_map(|one| one.path_edges.map(|edges| (edges as f64, one.work)))
        .filter(|(edges, _)| *edges > 1.0)
        .collect();
    let Some(&(edges, work)) = known.last() else { return "- | - | - | -".to_owned() };
    let each = 1e6 * work / edges;
    let long: Vec<&(f64, f64)> = known.iter().filter(|(_, work)| *work >= LEAST_SECONDS).collect();
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
