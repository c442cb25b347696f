//! `heureka check`: asks the engines whether the program can reach an error, and prints the answer.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::bmc::{self, Bmc};
use heureka_engines::engine::{Outcome, Task};
use heureka_engines::registry;
use heureka_ir::passes::slice::relevant_edges;
use heureka_ir::{Op, Program, Property, Source};

use super::answer::{Answer, Recheck, conclude};
use super::question::{Question, ask};
use super::race::{Course, Finding, signals};
use super::turns::{Decided, context, engine_options, in_turn, solvers};
use super::watchdog::Watchdog;
use super::{auto, claims, input, load, worker};
use crate::arguments::{self, CheckOptions, Engine};
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;
use crate::verdict::Verdict;

pub fn check(options: &CheckOptions, output: &mut Output) -> Exit {
    let start = Instant::now();
    let options = &options.of_this_process();
    let is_worker = options.worker.is_some();
    match is_worker {
        true => signals::end_with_master(),
        false => signals::watch(output.another()),
    }
    let asked = input::resolve(&options.program).and_then(|input| {
        let question = ask(options, &input.properties)?;
        Ok((input, question))
    });
    let (input, question) = match asked {
        Ok(asked) => asked,
        Err(report) => {
            output.report(&report);
            return Exit::Input;
        }
    };
    if options.all_properties && !matches!(options.engine, Engine::Auto | Engine::Bmc) {
        let text = format!("--all-properties is answered by engine bmc only, not by {}", options.engine.name());
        output.report(&Report::error(text));
        return Exit::Input;
    }
    let Question { properties, lower, not_checked } = question;
    let warns = !options.quiet && !is_worker;
    let mut loaded = match load::load(&input.file, input.data_model, lower, warns, output) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let bmc = match bounded(options, &loaded.program) {
        Ok(bmc) => bmc,
        Err(report) => {
            output.report(&report);
            return Exit::Input;
        }
    };
    let all = engine_options(options, &bmc);
    let engines = engines(options, &all);
    let uses_solver = engines.iter().any(|engine| engine.info().uses_solver);
    if !is_worker {
        for option in options.without_effect(uses_solver) {
            output.report(&Report::warning(format!("{option} has no effect yet in this version")));
        }
    }
    let mut answer = Answer::new(options);
    let unknown = |reason: String| Verdict::Unknown { reason };
    if let Some(reason) = not_checked {
        return answer.print(unknown(reason), start, output);
    }
    if engines.is_empty() {
        let reason = match options.numbers {
            arguments::Numbers::Real => format!("engine {} does not compute with real numbers", options.engine.name()),
            _ => format!("engine {} is not built yet", options.engine.name()),
        };
        return answer.print(unknown(reason), start, output);
    }
    let program = &loaded.program;
    let relevant = edges_that_matter(program, &properties);
    let task =
        Task { numbers: options.numbers.into(), relevant: relevant.as_deref(), ..Task::new(program, &properties) };
    let deadline = options.timeout.map(|timeout| start + timeout);
    let recheck = Recheck { solvers: solvers(options), start, deadline };
    let mut display = output.another();
    let mut show = |line: &str| display.progress(&format!("{line}, {:.0} s", start.elapsed().as_secs_f64()));
    let quiet: &mut dyn FnMut(&str) = &mut |_| ();
    let mut tell = worker::progress(output);
    let show = match (is_worker, options.quiet) {
        (true, _) => &mut tell,
        (false, true) => quiet,
        (false, false) => &mut show,
    };
    let is_race = options.engine == Engine::Auto && options.numbers == arguments::Numbers::Machine;
    let decided = if options.all_properties {
        let cancel = AtomicBool::new(false);
        let mut context = context(options, &cancel, deadline);
        let mut show = |line: &str| show(&format!("bmc: {line}"));
        context.progress = Some(&mut show);
        let decided = claims::decide(&Bmc { options: bmc }, &task, &mut context);
        let (statistics, notes) = (std::mem::take(&mut context.statistics), std::mem::take(&mut context.notes));
        drop(context);
        output.progress("");
        let outcome = decided.map(|(outcome, each)| {
            claims::print(&each, &program.files, &mut answer, output, options.json);
            outcome
        });
        Some(Decided { engine: "bmc", outcome, statistics, notes, details: Vec::new() })
    } else if is_race {
        auto::quick_look(&task, options, &all)
    } else {
        // Who watches a worker is its master.
        let _watchdog = (!is_worker).then(|| Watchdog::new(options, start, output));
        in_turn(engines, &task, options, deadline, show)
    };
    output.progress("");
    let mut verdict = None;
    if let Some(decided) = decided {
        if is_worker {
            return worker::answer(decided, &task, &recheck, output);
        }
        answer.engine = decided.engine;
        answer.counted(&decided.statistics);
        answer.notes = decided.notes;
        decided.details.iter().for_each(|detail| output.print(&format!("{detail}\n")));
        let concluded = match &decided.outcome {
            Ok(outcome) => conclude(outcome, &task, &recheck, &mut loaded.sources, &mut answer, output),
            Err(error) => Err(Box::new(Report::error(error.to_string()))),
        };
        match concluded {
            // Others may do better in a race.
            Ok(found @ Verdict::Safe { unchecked: Some(_) }) if is_race => verdict = Some(found),
            Ok(found) => return answer.print(found, start, output),
            Err(report) => {
                output.report(&report);
                return Exit::Bug;
            }
        }
    }
    let Course { winner, parts } = auto::run_race(&task, options, &all, start, show);
    output.progress("");
    let (engine, found) = match (winner, verdict) {
        (None, Some(verdict)) => {
            answer.parts = parts;
            return answer.print(verdict, start, output);
        }
        (None, None) => {
            answer.notes = auto::advice(&parts, options);
            let reason = auto::reason(&parts);
            answer.parts = parts;
            return answer.print(unknown(reason), start, output);
        }
        (Some(winner), _) => winner,
    };
    answer.engine = engine;
    answer.statistics = found.statistics;
    answer.notes = found.notes;
    answer.parts = parts;
    found.details.iter().for_each(|detail| output.print(&format!("{detail}\n")));
    let verdict = match found.finding {
        Finding::Safe { unchecked } => answer.safe(&task, unchecked),
        Finding::Unknown { reason } => unknown(reason),
        Finding::Unsafe { choices } => {
            let trace = auto::execution(&task, &choices, options).expect("it was executed to judge the race");
            match conclude(&Outcome::Unsafe(trace), &task, &recheck, &mut loaded.sources, &mut answer, output) {
                Ok(verdict) => verdict,
                Err(report) => {
                    output.report(&report);
                    return Exit::Bug;
                }
            }
        }
    };
    answer.took_for_evidence(found.evidence_seconds);
    answer.print(verdict, start, output)
}

/// What the options say of the bounded engine, about this program.
fn bounded(options: &CheckOptions, program: &Program) -> Result<bmc::Options, Box<Report>> {
    let usual = bmc::Options::default();
    let of_loops = bmc::bounds_of_loops(program, &options.unwindset)
        .map_err(|message| Box::new(Report::error(format!("--unwindset: {message}"))))?;
    Ok(bmc::Options {
        unwind: options.unwind.map(u64::from),
        max_unwind: options.max_unwind.map_or(usual.max_unwind, u64::from),
        of_loops,
        induction: !options.no_induction,
        encoding: options.encoding.into(),
        ..usual
    })
}

/// The engines to try in this process, in this order, until one knows the answer.
fn engines(options: &CheckOptions, all: &registry::Options) -> Vec<Box<dyn heureka_engines::Engine>> {
    let asked = |name: &str| match options.engine {
        // The other engines know machine integers only.
        Engine::Auto => ["simulate", "arrays"].contains(&name) || (name == "linear"),
        engine => engine.name() == name,
    };
    // The others compute with integers.
    let able = |name: &str| options.numbers != arguments::Numbers::Real || name == "linear";
    let mut engines = registry::all(all);
    engines.retain(|engine| asked(engine.info().name) && able(engine.info().name));
    engines
}

/// For each edge whether it can influence the properties. Only values that are not modelled make this worth knowing.
fn edges_that_matter(program: &Program, properties: &BTreeSet<Property>) -> Option<Vec<bool>> {
    let unmodelled = program.edges().iter().any(|edge| match &edge.op {
        Op::Havoc { source, .. } | Op::HavocArray { source, .. } => matches!(source, Source::Unmodelled(_)),
        _ => false,
    });
    unmodelled.then(|| {
        let properties: Vec<Property> = properties.iter().copied().collect();
        let relevant = relevant_edges(program, &properties);
        program.edge_ids().map(|edge| relevant.contains(edge)).collect()
    })
}
