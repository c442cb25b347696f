//! `cargo xtask bench arrays`: the tables of papers 004 and 000 beside ours.
//!
//! First Table 2 of paper 004: the largest N in time, the time there, and how many cells of the arrays were tracked. Then
//! the programs whose proof needs a few cells whatever N is, the figures and Table 2 of paper 000: a hundred cells against
//! a million. Last the programs whose length is an input.

use std::fmt::Write;

use heureka_benchmarks::{ARRAYS, Expected, FIGURES, Family, REGRESSION, family};

use super::measure::{How, Measurement, Run};
use super::session::{Options, Session, reached};
use crate::shell::Failure;

/// What a run may take, in seconds.
const LIMIT: u64 = 20;

/// The search for the largest N starts and stops here.
const START: u64 = 4;
const MOST: u64 = 1_000_000;

/// Sizes of arrays: small, and large ones that must cost no more.
const SIZES: [u64; 2] = [100, 1_000_000];

/// A line of Table 2 of paper 004: the largest N of each tool (`*`: not the limit of the tool), with seconds.
struct Line {
    family: &'static str,
    expected: Expected,
    eureka: &'static str,
    /// Cells that EUREKA tracked, of those there are.
    cells: &'static str,
    blast: &'static str,
    satabs: &'static str,
    /// The N that is to be reached.
    goal: u64,
}

#[rustfmt::skip]
const TABLE_004: &[Line] = &[
    Line { family: "string_copy", expected: Expected::Safe, eureka: "1000* (127.89)", cells: "1/2N", blast: "incorrect", satabs: "10 (144.69)", goal: 1_000_000 },
    Line { family: "string_compare", expected: Expected::Safe, eureka: "1000* (28.62)", cells: "2/2N", blast: "incorrect", satabs: "9 (296.20)", goal: 1_000_000 },
    Line { family: "gray_code", expected: Expected::Safe, eureka: "60 (62.75)", cells: "16/28", blast: "incorrect", satabs: "inconclusive", goal: 1_000 },
    Line { family: "partition", expected: Expected::Safe, eureka: "40 (108.23)", cells: "1/N", blast: "incorrect", satabs: "inconclusive", goal: 1_000 },
    Line { family: "bubble_sort", expected: Expected::Safe, eureka: "9 (77.67)", cells: "N/N", blast: "incorrect", satabs: "2 (30.42)", goal: 16 },
    Line { family: "insertion_sort", expected: Expected::Safe, eureka: "16 (60.86)", cells: "N/N", blast: "incorrect", satabs: "2 (74.74)", goal: 16 },
    Line { family: "selection_sort", expected: Expected::Safe, eureka: "9 (64.20)", cells: "N/N", blast: "incorrect", satabs: "2 (115.86)", goal: 16 },
    Line { family: "string_copy", expected: Expected::Unsafe, eureka: "1000* (73.70)", cells: "0/2N", blast: "100* (167.98)", satabs: "21 (819.77)", goal: 1_000_000 },
    Line { family: "string_compare", expected: Expected::Unsafe, eureka: "1000* (15.07)", cells: "0/2N", blast: "100* (435.26)", satabs: "12 (348.19)", goal: 1_000_000 },
    Line { family: "gray_code", expected: Expected::Unsafe, eureka: "1000* (1.70)", cells: "12/28", blast: "1000* (7.62)", satabs: "inconclusive", goal: 1_000 },
    Line { family: "partition", expected: Expected::Unsafe, eureka: "1000* (61.42)", cells: "0/N", blast: "10* (214.31)", satabs: "21 (186.63)", goal: 100_000 },
    Line { family: "bubble_sort", expected: Expected::Unsafe, eureka: "50* (26.19)", cells: "0/N", blast: "15* (395.38)", satabs: "7 (460.76)", goal: 500 },
    Line { family: "insertion_sort", expected: Expected::Unsafe, eureka: "100* (190.74)", cells: "0/N", blast: "20* (316.00)", satabs: "5 (270.64)", goal: 500 },
    Line { family: "selection_sort", expected: Expected::Unsafe, eureka: "500* (41.15)", cells: "0/N", blast: "20* (506.81)", satabs: "7 (291.20)", goal: 500 },
];

/// Table 2 of paper 000: each program, what EUREKA found to be true, and what BLAST and CBMC said.
const TABLE_000: &[(&str, Expected, &str, &str)] = &[
    ("array_init", Expected::Safe, "error", "safe"),
    ("array_init_assign", Expected::Safe, "unsafe", "safe"),
    ("complex_guard", Expected::Safe, "unsafe", "safe"),
    ("simple_swap", Expected::Safe, "safe", "safe"),
    ("sequential_swap_call", Expected::Safe, "error", "safe"),
    ("simple_array_inversion", Expected::Safe, "unsafe", "safe"),
    ("bubblesort_inner_loop", Expected::Unsafe, "error", "unsafe"),
    ("bubblesort", Expected::Unsafe, "safe", "unsafe"),
    ("array_max", Expected::Safe, "error", "safe"),
    ("wrong_loop", Expected::Unsafe, "error", "out of memory"),
    ("loop_on_input", Expected::Unsafe, "unsafe", "out of memory"),
    ("simple_control_on_input", Expected::Unsafe, "unsafe", "out of memory"),
];

/// Programs whose length is an input; with the endings that their names have for the other ways to have such an array.
const ANY_LENGTH: &[&str] = &["any_init", "any_copy", "any_max", "any_find", "any_partition"];
const STORAGES: [&str; 3] = ["", "_vla", "_malloc"];

/// Measures everything and prints it; the same as files where the options say so.
pub fn run(options: &Options) -> Result<(), Failure> {
    let mut bench = Bench { session: Session::start(options, "arrays", LIMIT)?, options };
    let text = [bench.largest()?, bench.whatever_the_size()?, bench.any_length()?].join("\n");
    bench.session.finish(&text, options)
}

struct Bench<'a> {
    session: Session,
    options: &'a Options,
}

impl Bench<'_> {
    fn largest(&mut self) -> Result<String, Failure> {
        let limit = self.session.limit();
        let mut text = format!(
            "Table 2 of paper 004: the largest N of each tool with seconds (`*`: not its limit); ours within {limit} s, by \
             doubling; cells tracked of cells there are.\n\n\
             | program | verdict | EUREKA | cells | BLAST | SATABS | goal N | ours N | seconds | cells | at the goal |\n\
             | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n"
        );
        for line in TABLE_004.iter().filter(|line| self.options.takes(line.family)) {
            let Line { family: name, expected, eureka, cells, blast, satabs, goal } = *line;
            let family = known(name);
            let runs = self.session.largest(family, expected, How::Usual, START, MOST)?;
            let (n, ours) = (reached(&runs, MOST), runs.last().map_or("- | -".to_owned(), time_and_cells));
            let at_goal = match (runs.iter().find(|one| one.run.n == goal), runs.last()) {
                (Some(one), _) => one.time(),
                (None, Some(last)) if 2 * last.run.n > goal => {
                    self.session.measure(Run { family, n: goal, expected, how: How::Usual })?.time()
                }
                _ => "-".to_owned(),
            };
            let expected = expected.name();
            writeln!(
                text,
                "| {name} | {expected} | {eureka} | {cells} | {blast} | {satabs} | {goal} | {n} | {ours} | {at_goal} |"
            )
            .expect("writing to a string");
        }
        Ok(text)
    }

    fn whatever_the_size(&mut self) -> Result<String, Failure> {
        let [few, many] = SIZES;
        let mut text = format!(
            "Arrays of {few} and of {many} cells: seconds, how many times as long the large one takes, cells tracked; and \
             Table 2 of paper 000 (the verdict of EUREKA is the true one).\n\n\
             | program | verdict | BLAST | CBMC | N = {few} | N = {many} | ratio | cells |\n\
             | --- | --- | --- | --- | --: | --: | --: | --: |\n"
        );
        let families =
            ARRAYS.iter().filter(|family| family.name.starts_with("string_")).chain(FIGURES).chain(REGRESSION);
        for family in families.filter(|family| self.options.takes(family.name)) {
            for expected in Expected::BOTH {
                let paper = TABLE_000.iter().find(|(name, verdict, ..)| *name == family.name && *verdict == expected);
                let (blast, cbmc) = paper.map_or(("-", "-"), |(_, _, blast, cbmc)| (*blast, *cbmc));
                let mut times = Vec::new();
                for n in SIZES {
                    times.push(self.session.measure(Run { family, n, expected, how: How::Usual })?);
                    if !times.iter().all(Measurement::is_in_time) {
                        break;
                    }
                }
                let ours = match &times[..] {
                    [few, many] if many.is_in_time() => {
                        let ratio = many.seconds / few.seconds;
                        format!("{} | {} | {ratio:.2} | {}", few.time(), many.time(), cells(many))
                    }
                    [few, many] => format!("{} | {} | - | {}", few.time(), many.time(), cells(few)),
                    _ => format!("{} | - | - | -", times[0].time()),
                };
                let (name, expected) = (family.name, expected.name());
                writeln!(text, "| {name} | {expected} | {blast} | {cbmc} | {ours} |").expect("writing to a string");
            }
        }
        Ok(text)
    }

    fn any_length(&mut self) -> Result<String, Failure> {
        let mut text = format!(
            "The length is an input from 1 to {MOST}, all lengths at once: seconds and cells tracked.\n\n\
             | program | verdict | array | cells | variable length | cells | malloc | cells |\n\
             | --- | --- | --: | --: | --: | --: | --: | --: |\n"
        );
        for name in ANY_LENGTH.iter().filter(|name| self.options.takes(name)) {
            for expected in Expected::BOTH {
                write!(text, "| {name} | {} |", expected.name()).expect("writing to a string");
                for storage in STORAGES {
                    let family = known(&format!("{name}{storage}"));
                    let one = self.session.measure(Run { family, n: MOST, expected, how: How::Usual })?;
                    write!(text, " {} |", time_and_cells(&one)).expect("writing to a string");
                }
                text.push('\n');
            }
        }
        Ok(text)
    }
}

fn known(name: &str) -> &'static Family {
    family(name).expect("the family of a table is known")
}

fn time_and_cells(one: &Measurement) -> String {
    format!("{} | {}", one.time(), cells(one))
}

/// Cells tracked of cells there are.
fn cells(one: &Measurement) -> String {
    let tracked = one.cells.map_or("-".to_owned(), |cells| cells.to_string());
    let all = one.run.family.cells(one.run.n).map_or("any".to_owned(), |cells| cells.to_string());
    format!("{tracked}/{all}")
}
