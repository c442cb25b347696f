//! `heureka check`: asks an engine whether the program can reach an error, checks the evidence, and prints the answer.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::engine::{Context, Outcome, Statistic, Task};
use heureka_engines::registry;
use heureka_ir::interpret::{Interpreter, Limits, Numbers};
use heureka_ir::{Certificate, Program, Property, Trace};

use super::load::Loaded;
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
    for option in options.without_effect() {
        output.report(&Report::warning(format!("{option} has no effect yet in this version")));
    }
    let Question { properties, lower, not_checked } = question;
    let loaded = match load::load(&input.file, input.data_model, lower, !options.quiet, output) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    if let Some(reason) = not_checked {
        return answer(Verdict::Unknown { reason }, output);
    }
    let numbers = match options.numbers {
        arguments::Numbers::Machine => Numbers::Machine,
        arguments::Numbers::Integer => Numbers::Integer,
        arguments::Numbers::Real => {
            let reason = "no engine of this version computes with real numbers".to_owned();
            return answer(Verdict::Unknown { reason }, output);
        }
    };
    let name = match options.engine {
        Engine::Auto => "simulate",
        engine => engine.name(),
    };
    let Some(mut engine) = registry::find(name) else {
        return answer(Verdict::Unknown { reason: format!("engine {name} is not built yet") }, output);
    };
    let task = Task { numbers, ..Task::new(&loaded.program, &properties) };
    let cancel = AtomicBool::new(false);
    let mut context = Context::new(&cancel);
    context.deadline = options.timeout.map(|timeout| start + timeout);
    let outcome = match engine.run(&task, &mut context) {
        Ok(outcome) => outcome,
        Err(error) => {
            output.report(&Report::error(error.to_string()));
            return Exit::Bug;
        }
    };
    let statistics = std::mem::take(&mut context.statistics);
    conclude(&outcome, &task, &loaded, options, output).inspect(|_| {
        let _ = &statistics;
    }).unwrap_or_else(|exit| exit)
}
