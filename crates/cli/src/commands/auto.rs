//! `--engine auto`: a quick look in this process, which decides small programs at once, then a race of all engines that are
//! built, each in a process of its own. An engine alone may run in such a process, too.

use std::fs;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use heureka_engines::engine::{Engine, Outcome, Task};
use heureka_engines::portfolio::{Entrant, Features, plan};
use heureka_engines::registry;
use heureka_engines::simulate::{Simulate, SimulateOptions};
use heureka_ir::Trace;
use heureka_ir::interpret::{Choices, Interpreter, Replay};

use super::answer::End;
use super::race::{Course, Finding, Part, Rules, TIME_IS_UP, WorkerAnswer, race};
use super::turns::{Decided, context, in_turn};
use crate::arguments::CheckOptions;
use crate::diagnostics::Report;
use crate::guard;
use crate::verdict::Verdict;

/// The time of the quick look, without the check of its evidence, and of a longer one with other inputs.
const QUICK: Duration = Duration::from_millis(45);
const SECOND: Duration = Duration::from_millis(20);

/// The steps of executions in the quick look, and in the second one.
const QUICK_STEPS: u64 = 500_000;
const SECOND_STEPS: u64 = 4_000_000;

/// The verdict of the quick look or of the race. An error is a bug of ours.
pub fn decide(
    end: &mut End,
    options: &CheckOptions,
    engines: &registry::Options,
    show: &mut dyn FnMut(&str),
) -> Result<Verdict, Box<Report>> {
    let task = end.task;
    let mut unchecked = None;
    if let Some(decided) = quick_look(task, options, engines) {
        match end.conclude(decided)? {
            // Others may do better.
            verdict @ Verdict::Safe { unchecked: Some(_) } => unchecked = Some(verdict),
            verdict => return Ok(verdict),
        }
    }
    let built: Vec<&'static str> = registry::all(engines).iter().map(|engine| engine.info().name).collect();
    let entrants = plan(&Features::of(task.program), &built);
    let Course { winner, parts, bound } = run_race(&entrants, task, options, end.recheck.deadline, show);
    end.output.progress("");
    let Some((engine, found)) = winner else {
        let verdict = unchecked.unwrap_or_else(|| {
            // What is not modelled stops everybody, and needs no more words.
            let unmodelled = parts.iter().find(|part| part.ending.starts_with("not modelled"));
            end.answer.tells_parts = unmodelled.is_none();
            end.answer.notes = advice(&parts, options);
            Verdict::Unknown { reason: unmodelled.map_or_else(|| reason(&parts, bound), |part| part.ending.clone()) }
        });
        end.answer.parts = parts;
        return Ok(verdict);
    };
    end.answer.parts = parts;
    settle(end, engine, found, options)
}

/// The verdict of one engine, which runs in a process of its own: what ends it ends only that. An error is a bug of ours.
pub fn decide_apart(
    end: &mut End,
    engine: &'static str,
    options: &CheckOptions,
    show: &mut dyn FnMut(&str),
) -> Result<Verdict, Box<Report>> {
    let only = Entrant { engine, weight: 1 };
    let Course { winner, mut parts, .. } = run_race(&[only], end.task, options, end.recheck.deadline, show);
    end.output.progress("");
    match winner {
        Some((engine, found)) => settle(end, engine, found, options),
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
    options: &CheckOptions,
) -> Result<Verdict, Box<Report>> {
    let task = end.task;
    end.surround(engine, found.statistics, found.notes, &found.details);
    let verdict = match found.finding {
        Finding::Safe { unchecked } => end.answer.safe(task, unchecked),
        Finding::Unknown { reason } => Verdict::Unknown { reason },
        Finding::Unsafe { choices } => {
            let trace = execution(task, &choices, options).expect("it was executed to judge the race");
            end.check_evidence(&Outcome::Unsafe(trace))?
        }
    };
    end.answer.took_for_evidence(found.evidence_seconds);
    Ok(verdict)
}

/// Looks at the program for a moment; an answer only if it is SAFE or UNSAFE. A bug that ends an engine ends only this.
fn quick_look(task: &Task, options: &CheckOptions, engines: &registry::Options) -> Option<Decided> {
    let simulate = |steps: u64| -> Box<dyn Engine> {
        let options = SimulateOptions { budget: steps, longest: steps / 10, only_execution: steps, ..engines.simulate };
        Box::new(Simulate { options })
    };
    let name = if task.program.arrays.is_empty() { "linear" } else { "arrays" };
    let mut first = vec![simulate(QUICK_STEPS)];
    first.extend(registry::by_name(name, engines));
    let end = options.timeout.map(|timeout| Instant::now() + timeout);
    for (turns, time) in [(first, QUICK), (vec![simulate(SECOND_STEPS)], SECOND)] {
        let deadline = Instant::now() + time;
        let deadline = end.map_or(deadline, |end| deadline.min(end));
        let decided = guard::quietly(|| in_turn(turns, task, options, Some(deadline), None, &mut |_| ())).flatten();
        if let Some(decided) = decided
            && matches!(decided.outcome, Ok(Outcome::Safe(_) | Outcome::Unsafe(_)))
        {
            return Some(decided);
        }
    }
    None
}

/// Lets the engines race.
fn run_race(
    entrants: &[Entrant],
    task: &Task,
    options: &CheckOptions,
    deadline: Option<Instant>,
    show: &mut dyn FnMut(&str),
) -> Course {
    let processors = || available_parallelism().map_or(1, usize::from);
    let rules = Rules {
        seats: options.jobs.map_or_else(processors, |jobs| jobs as usize).min(entrants.len()),
        deadline,
        memory: options.memory.map(|mib| mib.saturating_mul(1 << 20)).or_else(usual_memory),
        is_reproducible: options.seed.is_some(),
    };
    let mut is_confirmed = |answer: &WorkerAnswer| match &answer.finding {
        Finding::Unsafe { choices } => execution(task, choices, options).is_some(),
        Finding::Safe { .. } | Finding::Unknown { .. } => false,
    };
    race(entrants, rules, &mut is_confirmed, show)
}

/// The execution with these choices, if it fails in a way that was asked about.
fn execution(task: &Task, choices: &Choices, options: &CheckOptions) -> Option<Trace> {
    let cancel = std::sync::atomic::AtomicBool::new(false);
    let limits = context(options, &cancel, None).limits(u64::MAX);
    let interpreter = Interpreter::new(task.program, task.interpreter_options());
    let (execution, trace) = Trace::record(&interpreter, Replay::new(choices), &limits);
    let is_certain = !execution.unmodelled().into_iter().any(|edge| task.is_relevant(edge));
    trace.filter(|trace| is_certain && task.asks_for(trace.failure().fault))
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
