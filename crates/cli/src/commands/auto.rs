//! `--engine auto`: a quick look in this process, which decides small programs at once, then a race of all engines that are
//! built, each in a process of its own. An engine alone may run in such a process, too.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, mpsc};
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

use heureka_engines::engine::{Outcome, Task};
use heureka_engines::portfolio::Entrant;
use heureka_engines::registry;
use heureka_ir::Trace;
use heureka_ir::interpret::{Certain, Choices, Interpreter, Limits, Replay};

use super::answer::{End, Recheck};
use super::look::Look;
use super::race::{Beginning, Course, Event, Finding, Part, Rules, TIME_IS_UP, WorkerAnswer, race};
use super::turns::context;
use crate::arguments::CheckOptions;
use crate::diagnostics::Report;
use crate::verdict::Verdict;

/// The verdict of the quick look or of the race, which ends at the deadline by the clock on the wall. An error is a bug of ours.
pub fn decide(
    end: &mut End,
    options: &CheckOptions,
    engines: &registry::Options,
    deadline: Option<Instant>,
    show: &mut dyn FnMut(&str),
) -> Result<Verdict, Box<Report>> {
    let task = end.task;
    let (cancel, has_answer) = (AtomicBool::new(false), AtomicBool::new(false));
    let Recheck { start, deadline: promised, .. } = end.recheck;
    let (cancel, has_answer) = (&cancel, &has_answer);
    let source = end.source.clone();
    let features = OnceLock::new();
    let look = Look { task, options, engines, features, start, deadline: promised, cancel, has_answer };
    let (Course { winner, parts, bound }, confirmed) = thread::scope(|scope| {
        let (tell, events) = mpsc::channel();
        let mut lookers = look.begin(scope, &tell);
        let course = match lookers.wait(&events, options.seed.is_some()) {
            Some((engine, found)) if found.is_final() => (Course::decided(engine, found), None),
            unchecked => {
                // Others may do better.
                let unchecked = unchecked.map(|(engine, found)| (0, Event::Looked(engine, Some(Box::new(found)))));
                let _ = unchecked.map(|event| tell.send(event));
                let entrants = look.plan(lookers.have_few_executions());
                let looking = lookers.at_work().to_vec();
                let beginning = Beginning { source, tell, events, looking, start: look.start };
                run_race(&entrants, beginning, task, options, deadline, show)
            }
        };
        cancel.store(true, Ordering::Relaxed);
        course
    });
    end.output.progress("");
    let Some((engine, found)) = winner else {
        // What is not modelled stops everybody, and needs no more words.
        let unmodelled = parts.iter().find(|part| part.ending.starts_with("not modelled"));
        end.answer.tells_parts = unmodelled.is_none();
        end.answer.notes = advice(&parts, options);
        let reason = unmodelled.map_or_else(|| reason(&parts, bound), |part| part.ending.clone());
        end.answer.parts = parts;
        return Ok(Verdict::Unknown { reason });
    };
    end.answer.parts = parts;
    settle(end, engine, found, confirmed, options)
}

/// The verdict of one engine, which runs in a process of its own: what ends it ends only that. An error is a bug of ours.
pub fn decide_apart(
    end: &mut End,
    engine: &'static str,
    options: &CheckOptions,
    deadline: Option<Instant>,
    show: &mut dyn FnMut(&str),
) -> Result<Verdict, Box<Report>> {
    let only = Entrant { engine, weight_at_first: 1, weight: 1, taste: Duration::ZERO };
    let (tell, events) = mpsc::channel();
    let source = end.source.clone();
    let beginning = Beginning { source, tell, events, looking: Vec::new(), start: end.recheck.start };
    let (Course { winner, mut parts, .. }, confirmed) = run_race(&[only], beginning, end.task, options, deadline, show);
    end.output.progress("");
    match winner {
        Some((engine, found)) => settle(end, engine, found, confirmed, options),
        None => {
            let ending = parts.pop().map_or_else(String::new, |part| part.ending);
            // What it complained about itself.
            match ending.strip_prefix("crashed: error: ") {
                Some(bug) => Err(Box::new(Report::error(bug.to_owned()))),
                None => Ok(Verdict::Unknown { reason: ending }),
            }
        }
    }
}

/// The verdict that the answer of a worker leads to.
fn settle(
    end: &mut End,
    engine: &'static str,
    found: WorkerAnswer,
    confirmed: Option<Trace>,
    options: &CheckOptions,
) -> Result<Verdict, Box<Report>> {
    let task = end.task;
    end.surround(engine, found.statistics, found.notes, &found.details);
    let verdict = match found.finding {
        Finding::Safe { unchecked } => end.answer.safe(task, unchecked),
        Finding::Unknown { reason } => Verdict::Unknown { reason },
        Finding::Unsafe { choices } => {
            let unconfirmed = || Box::new(Report::error("the execution that was found is not confirmed by its replay"));
            let confirmed = confirmed.filter(|trace| *trace.choices() == choices);
            let trace = confirmed.or_else(|| execution(task, &choices, options)).ok_or_else(unconfirmed)?;
            end.check_evidence(&Outcome::Unsafe(trace))?
        }
    };
    end.answer.took_for_evidence(found.evidence_seconds);
    end.answer.certificate = found.certificate;
    Ok(verdict)
}

/// Lets the engines race. With the course comes the last failing execution that was confirmed, which may take long.
fn run_race(
    entrants: &[Entrant],
    beginning: Beginning,
    task: &Task,
    options: &CheckOptions,
    deadline: Option<Instant>,
    show: &mut dyn FnMut(&str),
) -> (Course, Option<Trace>) {
    let processors = || available_parallelism().map_or(1, usize::from);
    let rules = Rules {
        seats: options.jobs.map_or_else(processors, |jobs| jobs as usize).min(entrants.len()),
        deadline,
        memory: options.memory.map(|mib| mib.saturating_mul(1 << 20)).or_else(usual_memory),
        is_reproducible: options.seed.is_some(),
    };
    let mut confirmed = None;
    let mut is_confirmed = |answer: &WorkerAnswer| match &answer.finding {
        Finding::Unsafe { choices } => {
            confirmed = execution(task, choices, options);
            confirmed.is_some()
        }
        Finding::Safe { .. } | Finding::Unknown { .. } => false,
    };
    let course = race(entrants, rules, beginning, &mut is_confirmed, show);
    (course, confirmed)
}

/// The execution with these choices, if it fails in a way that was asked about.
fn execution(task: &Task, choices: &Choices, options: &CheckOptions) -> Option<Trace> {
    let cancel = std::sync::atomic::AtomicBool::new(false);
    let limits = context(options, &cancel, None).limits(u64::MAX);
    let interpreter = Interpreter::new(task.program, task.interpreter_options());
    let (execution, trace) = Trace::record(&interpreter, Replay::new(choices), &limits);
    let trace = trace.filter(|trace| task.asks_for(trace.failure().fault))?;
    let is_doubtful = execution.unmodelled().into_iter().any(|edge| task.is_relevant(edge));
    (!is_doubtful || is_the_only_way(task, &interpreter, &trace, &limits)).then_some(trace)
}

/// Whether the failure comes whatever the values are that are arbitrary or not modelled.
fn is_the_only_way(task: &Task, interpreter: &Interpreter, trace: &Trace, limits: &Limits) -> bool {
    match interpreter.run_certain(limits, task.properties) {
        Certain::OneWay { ending, .. } => ending.failure() == Some(trace.failure()),
        Certain::Depends(_) => false,
    }
}

/// Three quarters of the memory of the machine, where the system tells.
fn usual_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some((kib << 10) / 4 * 3)
}

/// Why nobody decided it, in one line; what each engine says stands above it.
fn reason(parts: &[Part], bound: Option<u64>) -> String {
    let is_late = parts.iter().any(|part| part.ending.starts_with(TIME_IS_UP));
    let when = if is_late { " in time" } else { "" };
    let bound = bound.map_or_else(String::new, |bound| format!(" (no error within {bound} rounds of each loop)"));
    format!("no engine decides it{when}{bound}")
}

/// What the user could try.
fn advice(parts: &[Part], options: &CheckOptions) -> Vec<String> {
    let mut advice = Vec::new();
    if let Some(timeout) = options.timeout.filter(|_| parts.iter().any(|part| part.ending.starts_with(TIME_IS_UP))) {
        let more = timeout.as_secs_f64() * 10.0;
        advice.push(format!("to try: --timeout {more:.0}, since some engines were still at work"));
    }
    if parts.iter().any(|part| part.ending.contains("used more than")) {
        advice.push("to try: more --memory, or fewer --jobs at once".to_owned());
    }
    advice
}
