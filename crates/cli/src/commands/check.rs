//! `heureka check`: asks the engines whether the program can reach an error, and prints the answer.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::bmc::{self, Bmc};
use heureka_engines::engine::Task;
use heureka_engines::registry;
use heureka_ir::passes::slice::relevant_edges;
use heureka_ir::{Op, Program, Property, Source};

use super::answer::{Answer, End, Recheck};
use super::question::{Question, ask};
use super::race::{self, signals};
use super::turns::{Others, engine_options, in_turn, solvers};
use super::watchdog::{Certain, Watchdog};
use super::{auto, claims, input, load, worker};
use crate::arguments::{self, CheckOptions, Engine};
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;
use crate::verdict::Verdict;

/// Why an engine may go on when time is up.
const IN_A_LIBRARY: &str = "the engine does not come back";

pub fn check(options: &CheckOptions, output: &mut Output) -> Exit {
    let start = Instant::now();
    let options = &options.of_this_process();
    match options.worker {
        Some(_) => signals::end_with_master(),
        None => signals::watch(output.another()),
    }
    // Better no certificate than one of another program; and better told now than after the search.
    if let Some(file) = options.certificate.as_ref().filter(|_| options.worker.is_none())
        && let Err(error) = fs::write(file, "")
    {
        output.report(&Report::error(format!("{} cannot be written: {error}", file.display())));
        return Exit::Usage;
    }
    #[cfg(debug_assertions)]
    if let Some(engine) = options.worker {
        worker::misbehave(engine.name(), output);
    }
    let certain = Certain::default();
    let read = {
        // A worker is ended by its master.
        let is_master = options.worker.is_none();
        let _watchdog =
            is_master.then(|| Watchdog::new(options, start, output, &certain, "the program is not read yet"));
        read(options, output)
    };
    let mut subject = match read {
        Ok(subject) => subject,
        Err(exit) => return exit,
    };
    let uses_solver = subject.engines.iter().any(|engine| engine.info().uses_solver);
    if options.worker.is_none() {
        for option in options.without_effect(uses_solver) {
            output.report(&Report::warning(format!("{option} has no effect yet in this version")));
        }
    }
    let answer = Answer::new(options);
    if let Some(reason) = subject.not_checked.take().or_else(|| nobody(options, &subject.engines)) {
        return answer.print(Verdict::Unknown { reason }, start, output);
    }
    let Subject { loaded, properties, bmc, all, engines, .. } = subject;
    let load::Loaded { program, mut sources, source } = loaded;
    let relevant = edges_that_matter(&program, &properties);
    let task =
        Task { numbers: options.numbers.into(), relevant: relevant.as_deref(), ..Task::new(&program, &properties) };
    let wall = options.timeout.map(|timeout| start + timeout);
    // What an engine does depends on the time that it has: that must not depend on when it started.
    let (begun, deadline) = match options.seed {
        Some(_) => {
            let deadline = heureka_clock::count(options.whole_timeout, wall);
            (heureka_clock::now(), deadline)
        }
        None => (start, wall),
    };
    let recheck = Recheck { solvers: solvers(options), start: begun, deadline, cancel: None };
    if options.worker.is_some() {
        if options.seed.is_none() {
            // Without it rests count as work, and that is all.
            let _ = heureka_clock::watch(wall);
        }
        worker::tell_work(output);
        let (learned, teach) = (worker::listen(&program), worker::teach(output));
        let others = Others { learned: &learned, teach: &teach };
        let mut tell = worker::progress(output);
        let decided = in_turn(engines, &task, options, deadline, &AtomicBool::new(false), Some(&others), &mut tell);
        let decided = decided.expect("there is an engine");
        return worker::answer(decided, &task, &recheck, options.certificate.is_some(), output);
    }
    let mut display = output.another();
    let is_quiet = options.quiet;
    let mut show = |line: &str| {
        if !is_quiet {
            display.progress(&format!("{line}, {:.0} s", start.elapsed().as_secs_f64()));
        }
    };
    let sources = &mut sources;
    let mut end = End { task: &task, recheck, source, sources, answer, output, certain: certain.clone() };
    let concluded = if options.all_properties {
        let _watchdog = Watchdog::new(options, start, end.output, &certain, IN_A_LIBRARY);
        let (decided, each) = claims::decide(&Bmc { options: bmc }, &task, options, deadline, &mut show);
        end.output.progress("");
        if let Some(each) = each {
            claims::print(&each, &program.files, &mut end.answer, end.output, options.json);
        }
        end.conclude(decided)
    } else if options.engine == Engine::Auto && options.numbers == arguments::Numbers::Machine {
        // An engine that looks at the program in this process may be in a library that does not come back.
        let _watchdog = Watchdog::new(options, start, end.output, &certain, IN_A_LIBRARY);
        auto::decide(&mut end, options, &all, wall, &mut show)
    } else if options.engine == Engine::Horn {
        // Spacer does not always end when it is told to, and may then end the process.
        auto::decide_apart(&mut end, Engine::Horn.name(), options, wall, &mut show)
    } else {
        let watchdog = Watchdog::new(options, start, end.output, &certain, IN_A_LIBRARY);
        let never = AtomicBool::new(false);
        let decided = in_turn(engines, &task, options, deadline, &never, None, &mut show).expect("there is an engine");
        drop(watchdog);
        end.output.progress("");
        end.conclude(decided)
    };
    match concluded {
        Ok(verdict) => end.answer.print(verdict, start, end.output),
        Err(report) => {
            end.output.report(&report);
            Exit::Bug
        }
    }
}

/// What is asked, of which program, and who could answer.
struct Subject {
    loaded: load::Loaded,
    properties: BTreeSet<Property>,
    /// A reason for which the question has no answer.
    not_checked: Option<String>,
    bmc: bmc::Options,
    all: registry::Options,
    /// Those that answer in this process, in this order.
    engines: Vec<Box<dyn heureka_engines::Engine>>,
}

fn read(options: &CheckOptions, output: &mut Output) -> Result<Subject, Exit> {
    let asked = || {
        let input = input::resolve(&options.program)?;
        let question = ask(options, &input.properties)?;
        if options.all_properties && !matches!(options.engine, Engine::Auto | Engine::Bmc) {
            let text = format!("--all-properties is answered by engine bmc only, not by {}", options.engine.name());
            return Err(Box::new(Report::error(text)));
        }
        Ok((input, question))
    };
    let (input, Question { properties, lower, specifications, not_checked }) =
        asked().map_err(|report: Box<Report>| {
            output.report(&report);
            Exit::Input
        })?;
    let warns = !options.quiet && options.worker.is_none();
    let reading = load::read_options(input.data_model, lower, specifications);
    let loaded = match options.worker_source {
        false => load::load(&input.file, reading, warns, output)?,
        true => {
            // Without a master there is nothing to do.
            let source = race::source::receive(&mut io::stdin().lock()).ok_or(Exit::Input)?;
            load::load_source(source, &reading, warns, output)?
        }
    };
    let bmc = bounded(options, &loaded.program).map_err(|report| {
        output.report(&report);
        Exit::Input
    })?;
    let all = engine_options(options, &bmc);
    let engines = engines(options, &all, &loaded.program);
    Ok(Subject { loaded, properties, not_checked, bmc, all, engines })
}

/// The reason if nobody can answer.
fn nobody(options: &CheckOptions, engines: &[Box<dyn heureka_engines::Engine>]) -> Option<String> {
    engines.is_empty().then(|| format!("engine {} does not compute with real numbers", options.engine.name()))
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
fn engines(
    options: &CheckOptions,
    all: &registry::Options,
    program: &Program,
) -> Vec<Box<dyn heureka_engines::Engine>> {
    // The array engine is the linear one where there are no arrays, and begins with it where there are. Real numbers are for
    // the linear one alone.
    let has_arrays = !program.arrays.is_empty() && options.numbers != arguments::Numbers::Real;
    let follower = if has_arrays { "arrays" } else { "linear" };
    let asked = |name: &str| match options.engine {
        // The other engines know machine integers only, for which engines race.
        Engine::Auto => ["simulate", follower].contains(&name),
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
