//! `heureka check`: asks an engine whether the program can reach an error, checks the evidence, and prints the answer.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::engine::{Context, Outcome, Statistic, Task};
use heureka_engines::registry;
use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Numbers, WhenExhausted};
use heureka_ir::{Certificate, Property};

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
    let Some(mut engine) = registry::by_name(name) else {
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
    if options.stats && !options.json {
        print_statistics(name, &context.statistics, start, output);
    }
    conclude(&outcome, &task, &loaded, options, output)
}

/// Checks the evidence and prints the answer.
fn conclude(outcome: &Outcome, task: &Task, loaded: &Loaded, options: &CheckOptions, output: &mut Output) -> Exit {
    let program = task.program;
    match outcome {
        Outcome::Unknown(reason) => answer(Verdict::Unknown { reason: reason.describe(&program.files) }, output),
        Outcome::Unsafe(trace) => {
            if let Err(error) = trace.replay(&Interpreter::new(program, task.interpreter_options()), &Limits::default())
            {
                output.report(&Report::error(format!("the trace was not confirmed: {error}")));
                return Exit::Bug;
            }
            answer(Verdict::Unsafe { place: program.files.place(trace.failure.span).to_string() }, output)
        }
        Outcome::Safe(certificate) => {
            let unchecked = recheck(certificate, task);
            if !options.quiet {
                print_assumed(task.properties, output);
            }
            answer(Verdict::Safe { unchecked }, output)
        }
    }
}

fn answer(verdict: Verdict, output: &mut Output) -> Exit {
    output.verdict(&verdict);
    verdict.exit()
}

/// Checks a certificate again; the reason when that is not possible.
fn recheck(certificate: &Certificate, task: &Task) -> Option<String> {
    let Certificate::Exhaustive { executions: _ } = certificate;
    let interpreter = Interpreter::new(task.program, task.interpreter_options());
    let mut none = InputList::new(Vec::new(), WhenExhausted::Stop);
    match interpreter.run(&mut none, &Limits::default()).ending {
        Ending::Finished(_) | Ending::Halted(_) => None,
        other => Some(format!("the execution could not be repeated: {other:?}")),
    }
}

/// SAFE speaks of executions without undefined behaviour: says which kinds were not looked for.
fn print_assumed(properties: &BTreeSet<Property>, output: &mut Output) {
    let assumed: Vec<&str> = Property::ALL
        .into_iter()
        .filter(|property| *property != Property::Unreach && !properties.contains(property))
        .map(Property::name)
        .collect();
    if !assumed.is_empty() {
        output.print(&format!("assumed absent, not checked: {} (--property all checks them)\n", assumed.join(", ")));
    }
}

fn print_statistics(engine: &str, statistics: &[Statistic], start: Instant, output: &mut Output) {
    output.print(&format!("engine: {engine}\ntime: {:.3} s\n", start.elapsed().as_secs_f64()));
    for Statistic { name, value } in statistics {
        output.print(&format!("{name}: {value}\n"));
    }
}
