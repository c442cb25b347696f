//! `cargo xtask bench suite`: what the checker decides of the programs in `benchmarks/suite`, which no engine was made for.
//!
//! Every task has some seconds; the tables say, by category and in all, how many verdicts there are, how many are wrong, what
//! they took, which engine found them and which proofs were checked. With `--ratio` every engine also runs alone, and the
//! portfolio is compared with the best of them on each task. A wrong verdict anywhere makes the bench fail, after the tables.

mod run;
mod table;
mod task;

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use self::run::{Checker, Outcome};
use self::task::Task;
use super::measure::{self, Answer};
use super::session::Options;
use crate::shell::{self, Failure};

/// What a run may take, in seconds.
const LIMIT: u64 = 20;

/// Who is compared with the portfolio.
const ENGINES: [&str; 7] = ["simulate", "linear", "arrays", "bmc", "predicates", "sil", "horn"];

/// The runs on one task.
pub struct Row {
    task: Task,
    /// As the command line calls it.
    engine: String,
    outcome: Outcome,
    /// The engines alone that took no longer, if they were asked for.
    alone: Vec<(String, Outcome)>,
}

impl Row {
    /// The engine that is fastest alone among those that are right with evidence as good, and its seconds.
    fn best_alone(&self) -> Option<(&str, f64)> {
        let is_as_good = |outcome: &Outcome| outcome.evidence == self.outcome.evidence;
        let right = self.alone.iter().filter(|(_, outcome)| outcome.answer == Answer::Right && is_as_good(outcome));
        let best = right.min_by(|(_, one), (_, other)| one.seconds.total_cmp(&other.seconds));
        best.map(|(engine, outcome)| (engine.as_str(), outcome.seconds))
    }

    /// All that was run.
    fn outcomes(&self) -> impl Iterator<Item = (&str, &Outcome)> {
        let alone = self.alone.iter().map(|(engine, outcome)| (engine.as_str(), outcome));
        std::iter::once((self.engine.as_str(), &self.outcome)).chain(alone)
    }
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let binary = measure::build()?;
    let mut tasks = task::all(&shell::root())?;
    tasks.retain(|task| options.takes(&task.path()));
    let checker = Checker { binary: &binary, limit: options.limit.unwrap_or(LIMIT) };
    let engine = options.engine.as_deref().unwrap_or("auto");
    let rows = measure_all(tasks, &checker, engine, options)?;
    let jobs = options.jobs();
    let mut text = format!(
        "Programs of `{}`, engine {engine}, {} s each, {jobs} at once.\n\n{}\n{}",
        task::FOLDER,
        checker.limit,
        table::by_category(&rows),
        table::by_engine(&rows)
    );
    if options.ratio {
        text.push('\n');
        text.push_str(&table::ratio(&rows));
    }
    text.push('\n');
    text.push_str(&table::reasons(&rows));
    println!("\n{text}");
    write(options.markdown.as_deref(), &text)?;
    write(options.csv.as_deref(), &table::csv(&rows))?;
    let bad = rows.iter().flat_map(|row| row.outcomes().map(move |(engine, outcome)| (row, engine, outcome)));
    let bad = bad.filter(|(_, _, outcome)| matches!(outcome.answer, Answer::Wrong | Answer::Crashed));
    let bad: Vec<String> = bad.map(|(row, engine, outcome)| line(&row.task, engine, outcome)).collect();
    if bad.is_empty() { Ok(()) } else { Err(Failure::new(bad.join("\n"))) }
}

/// Runs all tasks, so many at once as asked for; the rows are in the order of the tasks.
fn measure_all(tasks: Vec<Task>, checker: &Checker, engine: &str, options: &Options) -> Result<Vec<Row>, Failure> {
    let alone: &[&str] = if options.ratio { &ENGINES } else { &[] };
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<Row, Failure>)>> = Mutex::new(Vec::new());
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(place) else { break };
            let row = measure_one(task, checker, engine, alone);
            let mut done = done.lock().expect("no worker panics with the lock held");
            if let Ok(row) = &row {
                row.outcomes().for_each(|(engine, outcome)| println!("{}", line(task, engine, outcome)));
            }
            done.push((place, row));
        }
    };
    thread::scope(|scope| {
        for _ in 0..options.jobs() {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().expect("the workers have ended");
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, row)| row).collect()
}

fn measure_one(task: &Task, checker: &Checker, engine: &str, alone: &[&str]) -> Result<Row, Failure> {
    let outcome = checker.run(task, engine)?;
    // Who takes longer than the portfolio is not better than it.
    let end = Duration::from_secs_f64(outcome.seconds);
    let mut better = Vec::new();
    for engine in alone.iter().filter(|_| outcome.answer == Answer::Right) {
        better.extend(checker.run_until(task, engine, end)?.map(|outcome| (String::from(*engine), outcome)));
    }
    Ok(Row { task: task.clone(), engine: engine.to_owned(), outcome, alone: better })
}

fn line(task: &Task, engine: &str, outcome: &Outcome) -> String {
    let Outcome { answer, verdict, seconds, evidence, reason, .. } = outcome;
    let by = if engine == "auto" { format!("auto, {}", outcome.engine) } else { engine.to_owned() };
    let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    let (path, answer, evidence) = (task.path(), answer.name(), evidence.name());
    format!("{path} ({by}): {answer}, {verdict} in {seconds:.3} s, evidence {evidence}{reason}")
}

fn write(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    fs::write(path, text).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}
