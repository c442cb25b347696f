//! Engines in this process, one after the other, until one knows the answer.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::engine::{Context, Engine, EngineError, Outcome, Statistic, Task};
use heureka_engines::learned::Learned;
use heureka_engines::registry;
use heureka_engines::{bmc, linear, predicates};
use heureka_logic::solver::SolverFactory;

use crate::arguments::CheckOptions;

/// What an engine said.
pub struct Decided {
    pub engine: &'static str,
    pub outcome: Result<Outcome, EngineError>,
    pub statistics: Vec<Statistic>,
    pub notes: Vec<String>,
    pub details: Vec<String>,
}

/// Who else is at work on the program.
pub struct Others<'o> {
    /// What they have learned so far.
    pub learned: &'o Mutex<Vec<Learned>>,
    /// Tells them something.
    pub teach: &'o dyn Fn(&Learned),
}

/// Runs the engines in this order, until somebody tells them to stop; the last answer, if there is an engine. `show` is told
/// what is being done.
pub fn in_turn(
    engines: Vec<Box<dyn Engine>>,
    task: &Task,
    options: &CheckOptions,
    deadline: Option<Instant>,
    cancel: &AtomicBool,
    others: Option<&Others>,
    show: &mut dyn FnMut(&str),
) -> Option<Decided> {
    let mut decided = None;
    for mut engine in engines {
        let name = engine.info().name;
        let mut show = |line: &str| show(&format!("{name}: {line}"));
        let mut context = context(options, cancel, deadline);
        context.progress = Some(&mut show);
        context.learned = others.map(|others| others.learned);
        context.teach = others.map(|others| others.teach);
        context.details = (options.verbose > 0 && !options.json).then(Vec::new);
        let outcome = engine.run(task, &mut context);
        let has_answer = !matches!(outcome, Ok(Outcome::Unknown(_)));
        decided = Some(Decided {
            engine: name,
            outcome,
            statistics: std::mem::take(&mut context.statistics),
            notes: std::mem::take(&mut context.notes),
            details: context.details.take().unwrap_or_default(),
        });
        if has_answer {
            break;
        }
    }
    decided
}

/// What surrounds an engine.
pub fn context<'c>(options: &CheckOptions, cancel: &'c AtomicBool, deadline: Option<Instant>) -> Context<'c> {
    let mut context = Context::new(cancel);
    context.memory = options.memory.map(|mib| mib.saturating_mul(1 << 20));
    context.solvers = solvers(options);
    context.deadline = deadline;
    context.seed = options.seed.unwrap_or(0);
    context
}

/// The solvers that the options ask for.
pub fn solvers(options: &CheckOptions) -> SolverFactory {
    let factory = SolverFactory::new(options.solver.clone());
    match &options.dump_smt2 {
        Some(folder) => factory.dumping(folder),
        None => factory,
    }
}

/// What the options say to each engine.
pub fn engine_options(options: &CheckOptions, bmc: &bmc::Options) -> registry::Options {
    let linear =
        linear::Options { accelerate: !options.no_accelerate, widen: !options.no_widen, ..linear::Options::default() };
    let predicates = predicates::Options { abstraction: options.abstraction.into() };
    let mut all = registry::Options { linear, bmc: bmc.clone(), predicates, ..registry::Options::default() };
    all.horn.is_reproducible = options.seed.is_some();
    if options.has_rivals {
        // Others look for executions.
        all.sil.looks_for_executions = false;
    }
    all
}
