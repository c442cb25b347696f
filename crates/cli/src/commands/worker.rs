//! The end of a worker: what its engine said becomes a message, with its evidence checked.

use std::time::{Duration, Instant};

use heureka_engines::engine::{Outcome, Task};

use super::answer::{Recheck, recheck, what_safe_leaves_open};
use super::race::{Finding, Message, WorkerAnswer};
use super::turns::Decided;
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;

/// How often progress is told.
const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

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

/// Checks the evidence and answers.
pub fn answer(decided: Decided, task: &Task, how: &Recheck, output: &mut Output) -> Exit {
    let start = Instant::now();
    let Decided { outcome, statistics, mut notes, details, .. } = decided;
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            output.report(&Report::error(error.to_string()));
            return Exit::Bug;
        }
    };
    let (finding, exit) = match &outcome {
        Outcome::Unsafe(trace) => (Finding::Unsafe { choices: trace.choices().clone() }, Exit::Unsafe),
        Outcome::Unknown(reason) => {
            (Finding::Unknown { reason: reason.describe(&task.program.files) }, Exit::Unknown)
        }
        Outcome::Safe(certificate) => match recheck(certificate, task, how) {
            Ok(unchecked) => {
                notes.extend(what_safe_leaves_open(task));
                (Finding::Safe { unchecked }, Exit::Safe)
            }
            Err(report) => {
                output.report(&report);
                return Exit::Bug;
            }
        },
    };
    let statistics = statistics.iter().map(|statistic| (statistic.name.to_owned(), statistic.value)).collect();
    let evidence_seconds = start.elapsed().as_secs_f64();
    let answer = WorkerAnswer { finding, statistics, notes, details, evidence_seconds };
    tell(&Message::Answer(Box::new(answer)), output);
    exit
}

fn tell(message: &Message, output: &mut Output) {
    output.print(&format!("{}\n", message.to_line()));
}
