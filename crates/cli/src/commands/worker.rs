//! The end of a worker: what its engine said becomes a message, with its evidence checked.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use heureka_engines::engine::{Outcome, Task};
use heureka_engines::learned::Learned;
use heureka_ir::Program;
use heureka_ir::text::print_certificate;

use super::answer::{Recheck, recheck, what_safe_leaves_open};
use super::race::{Finding, Message, WorkerAnswer};
use super::turns::Decided;
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;

/// How often progress is told.
const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

/// How often counted work is told.
const BETWEEN_COUNTS: Duration = Duration::from_millis(20);

/// Longer lines are not sent to others.
const LONGEST_LEARNED: usize = 4 << 20;

/// Passes progress on, now and then.
pub fn progress(output: &Output) -> impl FnMut(&str) + use<> {
    let mut output = output.another();
    let mut last: Option<Instant> = None;
    move |line: &str| {
        if last.is_none_or(|last| last.elapsed() >= BETWEEN_PROGRESS) {
            last = Some(Instant::now());
            // The master knows whose line it is.
            let line = line.split_once(": ").map_or(line, |(_, line)| line);
            tell(&Message::Progress(line.to_owned()), &mut output);
        }
    }
}

/// Tells how much work was counted, if it is: a thread does as long as this process lives.
pub fn tell_work(output: &Output) {
    let mut output = output.another();
    let report = move || {
        let mut last = Duration::ZERO;
        loop {
            thread::sleep(BETWEEN_COUNTS);
            let work = heureka_clock::told();
            if work > last {
                last = work;
                tell(&Message::Counted(work), &mut output);
            }
        }
    };
    if heureka_clock::is_counted() {
        // Without such a thread others wait longer, and that is all.
        let _ = thread::Builder::new().spawn(report);
    }
}

/// Tells others what was learned, through the master.
pub fn teach(output: &Output) -> impl Fn(&Learned) + use<> {
    let output = output.another();
    move |learned: &Learned| {
        let line = Message::Learned(learned.clone()).to_line();
        if line.len() < LONGEST_LEARNED {
            output.another().print(&format!("{line}\n"));
        }
    }
}

/// What others have learned about this program, and will: a thread hears of it as long as this process lives. What makes no
/// sense is passed over.
pub fn listen(program: &Program) -> Arc<Mutex<Vec<Learned>>> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let (locations, variables, arrays) = (program.locs.len(), program.vars.len(), program.arrays.len());
    let board = Arc::clone(&heard);
    let hear = move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            if let Some(Message::Learned(learned)) = Message::parse(&line)
                && learned.is_about(locations, variables, arrays)
            {
                board.lock().unwrap_or_else(PoisonError::into_inner).push(learned);
            }
        }
    };
    // Without such a thread nothing is heard, and that is all.
    let _ = thread::Builder::new().spawn(hear);
    heard
}

/// Checks the evidence and answers, with the certificate if that is wanted.
pub fn answer(decided: Decided, task: &Task, how: &Recheck, wants_certificate: bool, output: &mut Output) -> Exit {
    match judge(decided, task, how, wants_certificate) {
        Ok(answer) => {
            let exit = match answer.finding {
                Finding::Safe { .. } => Exit::Safe,
                Finding::Unsafe { .. } => Exit::Unsafe,
                Finding::Unknown { .. } => Exit::Unknown,
            };
            if heureka_clock::is_counted() {
                tell(&Message::Counted(heureka_clock::work().time()), output);
            }
            tell(&Message::Answer(Box::new(answer)), output);
            exit
        }
        Err(report) => {
            output.report(&report);
            Exit::Bug
        }
    }
}

/// Checks the evidence: what an engine said as an answer. An error is a bug of ours.
pub fn judge(
    decided: Decided,
    task: &Task,
    how: &Recheck,
    wants_certificate: bool,
) -> Result<WorkerAnswer, Box<Report>> {
    let start = Instant::now();
    let Decided { engine, outcome, statistics, mut notes, details } = decided;
    let outcome = outcome.map_err(|error| Box::new(Report::error(error.to_string())))?;
    let finding = match &outcome {
        Outcome::Unsafe(trace) => Finding::Unsafe { choices: trace.choices().clone() },
        Outcome::Unknown(reason) => Finding::Unknown { reason: reason.describe(&task.program.files) },
        Outcome::Safe(certificate) => {
            let unchecked = recheck(certificate, task, how, engine)?;
            notes.extend(what_safe_leaves_open(task));
            Finding::Safe { unchecked }
        }
    };
    let certificate = match &outcome {
        Outcome::Safe(certificate) if wants_certificate => Some(print_certificate(task.program, certificate)),
        _ => None,
    };
    let statistics = statistics.iter().map(|statistic| (statistic.name.to_owned(), statistic.value)).collect();
    let evidence_seconds = start.elapsed().as_secs_f64();
    Ok(WorkerAnswer { finding, statistics, notes, details, evidence_seconds, certificate })
}

fn tell(message: &Message, output: &mut Output) {
    output.print(&format!("{}\n", message.to_line()));
}

/// What `HEUREKA_MISBEHAVE` tells this worker to do instead of its work, such as `bmc=crash,horn=hang`: for tests of the race,
/// in debug builds only.
#[cfg(debug_assertions)]
pub fn misbehave(engine: &str, output: &mut Output) {
    let wanted = std::env::var("HEUREKA_MISBEHAVE").unwrap_or_default();
    let own = wanted.split(',').filter_map(|part| part.split_once('=')).find(|(name, _)| *name == engine);
    match own.map(|(_, how)| how) {
        Some("crash") => std::process::abort(),
        Some("garbage") => output.print("SAFE\n"),
        Some("lie") => {
            let finding = Finding::Unsafe { choices: heureka_ir::interpret::Choices::default() };
            let (statistics, notes, details) = (Vec::new(), Vec::new(), Vec::new());
            let answer = WorkerAnswer { finding, statistics, notes, details, evidence_seconds: 0.0, certificate: None };
            tell(&Message::Answer(Box::new(answer)), output);
        }
        Some("mislead") => {
            // Nothing ever happens in any small program.
            for locations in 1..200 {
                let nothing = vec![heureka_ir::invariant::Invariant::unreachable(); locations];
                tell(&Message::Learned(Learned::Invariants(heureka_ir::Invariants::new(nothing))), output);
            }
        }
        Some("allocate") => {
            let mut all: Vec<Vec<u8>> = Vec::new();
            loop {
                all.push(vec![1; 10 << 20]);
            }
        }
        Some("slow") => return std::thread::sleep(Duration::from_secs(6)),
        Some("hang") => {}
        _ => return,
    }
    loop {
        std::thread::sleep(Duration::from_secs(1000));
    }
}
