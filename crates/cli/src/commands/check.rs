//! `heureka check`: asks an engine whether the program can reach an error, and prints the answer.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::engine::{Context, Task};
use heureka_engines::registry;
use heureka_ir::interpret::Numbers;
use heureka_ir::passes::slice::relevant_edges;
use heureka_ir::{Op, Program, Property, Source};
use heureka_logic::solver::SolverFactory;

use super::answer::{Answer, conclude};
use super::question::{Question, ask};
use super::{input, load};
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
    let name = match options.engine {
        Engine::Auto => "simulate",
        engine => engine.name(),
    };
    let engine = registry::by_name(name);
    let uses_solver = engine.as_ref().is_some_and(|engine| engine.info().uses_solver);
    for option in options.without_effect(uses_solver) {
        output.report(&Report::warning(format!("{option} has no effect yet in this version")));
    }
    let Question { properties, lower, not_checked } = question;
    let mut loaded = match load::load(&input.file, input.data_model, lower, !options.quiet, output) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let mut answer = Answer::new(name, options);
    let unknown = |reason: String| Verdict::Unknown { reason };
    let numbers = match options.numbers {
        arguments::Numbers::Machine => Numbers::Machine,
        arguments::Numbers::Integer => Numbers::Integer,
        arguments::Numbers::Real => {
            return answer.print(unknown("no engine of this version computes with real numbers".into()), start, output);
        }
    };
    if let Some(reason) = not_checked {
        return answer.print(unknown(reason), start, output);
    }
    let Some(mut engine) = engine else {
        return answer.print(unknown(format!("engine {name} is not built yet")), start, output);
    };
    let program = &loaded.program;
    let relevant = edges_that_matter(program, &properties);
    let task = Task { numbers, relevant: relevant.as_deref(), ..Task::new(program, &properties) };
    let cancel = AtomicBool::new(false);
    let mut context = Context::new(&cancel);
    context.memory = options.memory.map(|mib| mib.saturating_mul(1 << 20));
    context.solvers = solvers(options);
    context.deadline = options.timeout.map(|timeout| start + timeout);
    let mut show = |line: &str| output.progress(&format!("{name}: {line}, {:.0} s", start.elapsed().as_secs_f64()));
    if !options.quiet {
        context.progress = Some(&mut show);
    }
    let outcome = engine.run(&task, &mut context);
    let statistics = std::mem::take(&mut context.statistics);
    output.progress("");
    match outcome {
        Ok(outcome) => {
            answer.statistics = statistics;
            match conclude(&outcome, &task, &mut loaded.sources, &mut answer, output) {
                Ok(verdict) => answer.print(verdict, start, output),
                Err(report) => {
                    output.report(&report);
                    Exit::Bug
                }
            }
        }
        Err(error) => {
            output.report(&Report::error(error.to_string()));
            Exit::Bug
        }
    }
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
