//! `heureka check`: asks the engines whether the program can reach an error, and prints the answer.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::bmc::{self, Bmc};
use heureka_engines::engine::{Context, Outcome, Task};
use heureka_engines::{linear, predicates, registry};
use heureka_ir::passes::slice::relevant_edges;
use heureka_ir::{Op, Program, Property, Source};
use heureka_logic::solver::SolverFactory;

use super::answer::{Answer, Recheck, conclude};
use super::question::{Question, ask};
use super::watchdog::Watchdog;
use super::{claims, input, load};
use crate::arguments::{self, CheckOptions, Engine};
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;
use crate::verdict::Verdict;

pub fn check(options: &CheckOptions, output: &mut Output) -> Exit {
    let start = Instant::now();
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
    let mut loaded = match load::load(&input.file, input.data_model, lower, !options.quiet, output) {
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
    let mut engines = engines(options, &bmc);
    let uses_solver = engines.iter().any(|engine| engine.info().uses_solver);
    for option in options.without_effect(uses_solver) {
        output.report(&Report::warning(format!("{option} has no effect yet in this version")));
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
    if options.engine == Engine::Auto && options.numbers != arguments::Numbers::Real {
        // The array engine is the linear one where there are no arrays, and begins with it where there are.
        let other = if program.arrays.is_empty() { "arrays" } else { "linear" };
        engines.retain(|engine| engine.info().name != other);
    }
    let relevant = edges_that_matter(program, &properties);
    let task =
        Task { numbers: options.numbers.into(), relevant: relevant.as_deref(), ..Task::new(program, &properties) };
    let cancel = AtomicBool::new(false);
    let watchdog = Watchdog::new(options, start, output);
    let mut outcome = Err(None);
    if options.all_properties {
        engines = Vec::new();
        let mut show = |line: &str| output.progress(&format!("bmc: {line}, {:.0} s", start.elapsed().as_secs_f64()));
        let mut context = context(options, &cancel, start);
        if !options.quiet {
            context.progress = Some(&mut show);
        }
        let decided = claims::decide(&Bmc { options: bmc }, &task, &mut context);
        answer.engine = "bmc";
        answer.statistics = std::mem::take(&mut context.statistics);
        answer.notes = std::mem::take(&mut context.notes);
        drop(context);
        output.progress("");
        outcome = decided.map_err(Some).map(|(outcome, each)| {
            claims::print(&each, &program.files, &mut answer, output, options.json);
            outcome
        });
    }
    for mut engine in engines {
        let name = engine.info().name;
        let mut show = |line: &str| output.progress(&format!("{name}: {line}, {:.0} s", start.elapsed().as_secs_f64()));
        let mut context = context(options, &cancel, start);
        if !options.quiet {
            context.progress = Some(&mut show);
        }
        context.details = (options.verbose > 0 && !options.json).then(Vec::new);
        outcome = engine.run(&task, &mut context).map_err(Some);
        answer.engine = name;
        answer.statistics = std::mem::take(&mut context.statistics);
        answer.notes = std::mem::take(&mut context.notes);
        let details = context.details.take().unwrap_or_default();
        output.progress("");
        details.iter().for_each(|detail| output.print(&format!("{detail}\n")));
        if !matches!(outcome, Ok(Outcome::Unknown(_))) {
            break;
        }
    }
    drop(watchdog);
    let recheck =
        Recheck { solvers: solvers(options), start, deadline: options.timeout.map(|timeout| start + timeout) };
    let concluded = match outcome {
        Ok(outcome) => conclude(&outcome, &task, &recheck, &mut loaded.sources, &mut answer, output),
        Err(error) => Err(Box::new(Report::error(error.expect("an engine has run").to_string()))),
    };
    match concluded {
        Ok(verdict) => answer.print(verdict, start, output),
        Err(report) => {
            output.report(&report);
            Exit::Bug
        }
    }
}

/// What surrounds an engine.
fn context<'c>(options: &CheckOptions, cancel: &'c AtomicBool, start: Instant) -> Context<'c> {
    let mut context = Context::new(cancel);
    context.memory = options.memory.map(|mib| mib.saturating_mul(1 << 20));
    context.solvers = solvers(options);
    context.deadline = options.timeout.map(|timeout| start + timeout);
    context
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

/// The engines to try, in this order, until one knows the answer.
fn engines(options: &CheckOptions, bmc: &bmc::Options) -> Vec<Box<dyn heureka_engines::Engine>> {
    let linear =
        linear::Options { accelerate: !options.no_accelerate, widen: !options.no_widen, ..linear::Options::default() };
    let asked = |name: &str| match options.engine {
        // How the engines share the time is not settled yet.
        Engine::Auto => !["bmc", "predicates", "sil"].contains(&name),
        engine => engine.name() == name,
    };
    // The others compute with integers.
    let able = |name: &str| options.numbers != arguments::Numbers::Real || name == "linear";
    let predicates = predicates::Options { abstraction: options.abstraction.into() };
    let all = registry::Options { linear, bmc: bmc.clone(), predicates, ..registry::Options::default() };
    let mut engines = registry::all(&all);
    engines.retain(|engine| asked(engine.info().name) && able(engine.info().name));
    engines
}

/// The solvers that the options ask for.
fn solvers(options: &CheckOptions) -> SolverFactory {
    let factory = SolverFactory::new(options.solver.clone());
    match &options.dump_smt2 {
        Some(folder) => factory.dumping(folder),
        None => factory,
    }
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
