//! `cargo xtask bench sets`: Table 3 of paper 003 (regions of memory, allocated and then freed) beside ours, then the goals,
//! and regions in loops, which the paper does not have, by the array engine.
//!
//! The paper's prototype on BLAST 2.5 used CSIsat, whose failures it marks with an X.

use std::fmt::Write;

use heureka_benchmarks::{Expected, Family, SETS};

use super::measure::{How, Run};
use super::session::{Options, Session};
use crate::shell::Failure;

/// What a run may take, in seconds.
const LIMIT: u64 = 20;

/// The columns of the table.
const SIZES: [u64; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15];

/// The paper's seconds, by family.
const PAPER: [(&str, [&str; 11]); 4] = [
    ("regions_by_trick_leaks", ["1", "5", "52", "540", "1553", ">", ">", ">", ">", ">", ">"]),
    ("regions_in_set_leaks", ["1", "4", "10", "X", "80", "X", "X", "X", "X", "X", "X"]),
    ("regions_by_trick", ["1", "4", "41", "443", "1289", ">", ">", ">", ">", ">", ">"]),
    ("regions_in_set", ["1", "3", "6", "17", "36", "70", "200", "333", "X", "X", "X"]),
];

/// N, and the seconds that sets may take with the check for leaks.
const GOALS: [(u64, u64); 2] = [(15, 2), (100, 20)];

/// Where the two ways are compared.
const COMPARED: [u64; 6] = [5, 10, 15, 25, 50, 100];

/// At most so many regions in loops.
const IN_LOOPS: [u64; 4] = [10, 100, 1_000, 1_000_000];

pub fn run(options: &Options) -> Result<(), Failure> {
    let mut session = Session::start(options, "predicates", LIMIT)?;
    let tables = [
        table(&mut session, options)?,
        growth(&mut session, options)?,
        goals(&mut session)?,
        loops(&mut session, options)?,
    ];
    let text = tables.join("\n");
    session.finish(&text, options)
}

fn family(name: &str) -> &'static Family {
    SETS.iter().find(|family| family.name == name).expect("the families of the paper")
}

fn seconds(session: &mut Session, name: &str, n: u64, expected: Expected) -> Result<String, Failure> {
    Ok(session.measure(Run { family: family(name), n, expected, how: How::Usual })?.time())
}

fn table(session: &mut Session, options: &Options) -> Result<String, Failure> {
    let mut text = String::from(
        "Table 3 of paper 003: seconds (`>` over 2000, `X` a failure of the interpolation).\n\n| program | |",
    );
    SIZES.iter().for_each(|n| write!(text, " {n} |").expect("writing to a string"));
    text.push_str("\n| --- | --- |");
    SIZES.iter().for_each(|_| text.push_str(" --: |"));
    text.push('\n');
    for (name, paper) in PAPER.into_iter().filter(|(name, _)| options.takes(name)) {
        writeln!(text, "| {name} | paper | {} |", paper.join(" | ")).expect("writing to a string");
        for expected in Expected::BOTH {
            write!(text, "| | {} |", expected.name()).expect("writing to a string");
            for n in SIZES {
                let time = seconds(session, name, n, expected)?;
                write!(text, " {time} |").expect("writing to a string");
            }
            text.push('\n');
        }
    }
    Ok(text)
}

/// How much slower the splitting of paths is than sets.
fn growth(session: &mut Session, options: &Options) -> Result<String, Failure> {
    let mut text = String::from(
        "Sets and guesses, with the check for leaks, safe.\n\n\
         | N | sets | guesses | factor |\n| --: | --: | --: | --: |\n",
    );
    for n in COMPARED.into_iter().filter(|_| options.takes("leaks")) {
        let mut one =
            |name| session.measure(Run { family: family(name), n, expected: Expected::Safe, how: How::Usual });
        let (sets, guesses) = (one("regions_in_set_leaks")?, one("regions_by_trick_leaks")?);
        let factor = match guesses.is_in_time() {
            true => format!("{:.1}", guesses.seconds / sets.seconds),
            false => format!("> {:.0}", guesses.seconds / sets.seconds),
        };
        writeln!(text, "| {n} | {} | {} | {factor} |", sets.time(), guesses.time()).expect("writing to a string");
    }
    Ok(text)
}

fn goals(session: &mut Session) -> Result<String, Failure> {
    let mut text = String::from("Goals.\n\n| program | N | seconds | goal |\n| --- | --: | --: | --: |\n");
    for (n, goal) in GOALS {
        let time = seconds(session, "regions_in_set_leaks", n, Expected::Safe)?;
        writeln!(text, "| regions_in_set_leaks | {n} | {time} | {goal} |").expect("writing to a string");
    }
    Ok(text)
}

/// Regions that loops allocate and free.
fn loops(session: &mut Session, options: &Options) -> Result<String, Failure> {
    let mut text = String::from("Up to N regions in loops, by the array engine.\n\n| program | |");
    IN_LOOPS.iter().for_each(|n| write!(text, " {n} |").expect("writing to a string"));
    text.push_str("\n| --- | --- |");
    IN_LOOPS.iter().for_each(|_| text.push_str(" --: |"));
    text.push('\n');
    for name in ["regions_in_loops", "regions_by_handles"].into_iter().filter(|name| options.takes(name)) {
        for expected in Expected::BOTH {
            write!(text, "| {name} | {} |", expected.name()).expect("writing to a string");
            for n in IN_LOOPS {
                let run = Run { family: family(name), n, expected, how: How::Arrays };
                write!(text, " {} |", session.measure(run)?.time()).expect("writing to a string");
            }
            text.push('\n');
        }
    }
    Ok(text)
}
