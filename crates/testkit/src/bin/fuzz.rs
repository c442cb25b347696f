//! `fuzz NAME --count N --seed S`: compares the interpreter with compiled C on generated programs, or the engines
//! with all executions of generated programs; or feeds damaged programs to the front end or damaged scripts to the SMT-LIB
//! reader. Exit code 0 if nothing was found, 1 with a report of the first failure, 2 for wrong usage or when Heureka or
//! the compiler cannot be called.

use heureka_engines::bmc::{self, Bmc, Encoding};
use heureka_engines::predicates::{self, Abstraction, Predicates};
use heureka_engines::{Engine, registry};
use heureka_testkit::differential::{Outcome, compare, read_damaged, shrink_disagreement, shrink_panic};
use heureka_testkit::linear_programs::judge::{Right, judge, shrink_complaint};
use heureka_testkit::linear_programs::{Case, Mode, case};
use heureka_testkit::shrink::Budget;
use heureka_testkit::subject::Heureka;
use heureka_testkit::{Shape, Subject, terms};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: fuzz interpreter|frontend|smtlib|linear|encodings|predicates|horn|arrays|sil [--count N] [--seed S] [--shape default|full|scalars|arrays] [--failures K] \
     [--shrink SECONDS] [--out DIR]";

struct Options {
    target: String,
    count: u64,
    seed: u64,
    shape: Shape,
    /// After how many failures to stop.
    failures: usize,
    /// How long to make one failing program smaller.
    shrink: Budget,
    out: PathBuf,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let target = arguments.next().ok_or("no target")?;
        let out = PathBuf::from("target/fuzz");
        let shrink = Budget::default();
        let mut options = Options { target, count: 1_000, seed: 0, shape: Shape::default(), failures: 1, shrink, out };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("not a number: {value}"));
            match name.as_str() {
                "--count" => options.count = number()?,
                "--seed" => options.seed = number()?,
                "--shape" => options.shape = shape(&value)?,
                "--failures" => options.failures = number()? as usize,
                "--shrink" => options.shrink.time = Duration::from_secs(number()?),
                "--out" => options.out = PathBuf::from(&value),
                _ => return Err(format!("unknown option {name}")),
            }
        }
        Ok(options)
    }
}

fn shape(name: &str) -> Result<Shape, String> {
    match name {
        "default" => Ok(Shape::default()),
        "full" => Ok(Shape::full()),
        "scalars" => Ok(Shape::scalars()),
        "arrays" => Ok(Shape::arrays()),
        _ => Err(format!("unknown shape {name}")),
    }
}

/// Prints how far we are: in place on a terminal, else now and then.
struct Progress {
    count: u64,
    start: Instant,
    last: Instant,
}

impl Progress {
    fn new(count: u64) -> Self {
        Progress { count, start: Instant::now(), last: Instant::now() }
    }

    fn show(&mut self, done: u64) {
        let terminal = std::io::stderr().is_terminal();
        let pause = if terminal { Duration::from_millis(200) } else { Duration::from_secs(10) };
        if done != self.count && self.last.elapsed() < pause {
            return;
        }
        self.last = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let text = format!("{done} of {} cases, {:.0} a second", self.count, done as f64 / seconds.max(0.001));
        match terminal {
            true if done != self.count => eprint!("\r{text}  "),
            true => eprintln!("\r{text}  "),
            false => eprintln!("{text}"),
        }
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => return fail(&format!("{message}\n{USAGE}")),
    };
    let result = match options.target.as_str() {
        "interpreter" => fuzz_interpreter(&options, &Heureka),
        "frontend" => fuzz_frontend(&options, &Heureka),
        "smtlib" => fuzz_smtlib(&options),
        "linear" => fuzz_linear(&options),
        "encodings" => fuzz_encodings(&options),
        "predicates" => fuzz_predicates(&options),
        name @ ("horn" | "arrays" | "sil") => fuzz_words(&options, name),
        other => return fail(&format!("unknown target {other}\n{USAGE}")),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => fail(&message),
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("fuzz: {message}");
    ExitCode::from(2)
}

/// Whether all programs agree.
fn fuzz_interpreter(options: &Options, subject: &dyn Subject) -> Result<bool, String> {
    let mut progress = Progress::new(options.count);
    let seeds = options.seed..options.seed.saturating_add(options.count);
    let found =
        compare(subject, &options.shape, seeds, |done| progress.show(done)).map_err(|error| error.to_string())?;
    let Some(found) = found else { return Ok(true) };
    println!("\nseed {} disagrees with compiled C; shrinking", found.seed);
    let small = shrink_disagreement(subject, &found, options.shrink);
    let actual = match &small.actual {
        Outcome::Printed(values) => lines(values),
        Outcome::Refused(reason) => format!("refused: {reason}\n"),
        Outcome::Panicked(message) => format!("panicked: {message}\n"),
    };
    let expected = lines(&small.expected);
    println!("{}\ncompiled C prints:\n{expected}\nHeureka:\n{actual}", small.program.text());
    let files = [
        ("original.c", found.program.text()),
        ("shrunk.c", small.program.text()),
        ("compiled.txt", expected),
        ("heureka.txt", actual),
    ];
    save(options, found.seed, &files)?;
    Ok(false)
}

fn lines(values: &[i64]) -> String {
    values.iter().map(|value| format!("{value}\n")).collect()
}

/// Whether nothing panics.
fn fuzz_frontend(options: &Options, subject: &dyn Subject) -> Result<bool, String> {
    let mut progress = Progress::new(options.count);
    let seeds = options.seed..options.seed.saturating_add(options.count);
    // Each panic would print its own report while shrinking.
    std::panic::set_hook(Box::new(|_| {}));
    let found = read_damaged(subject, &options.shape, seeds, |done| progress.show(done));
    let small = found.as_ref().map(|found| shrink_panic(subject, found, options.shrink));
    let _ = std::panic::take_hook();
    let (Some(found), Some(small)) = (found, small) else { return Ok(true) };
    println!("\nseed {} panics: {}\n{}", found.seed, small.message, small.text);
    let files = [("original.c", found.text), ("shrunk.c", small.text), ("heureka.txt", small.message)];
    save(options, found.seed, &files)?;
    Ok(false)
}

/// Whether nothing panics and what is accepted survives printing.
fn fuzz_smtlib(options: &Options) -> Result<bool, String> {
    let mut progress = Progress::new(options.count);
    std::panic::set_hook(Box::new(|_| {}));
    let mut found = None;
    for seed in options.seed..options.seed.saturating_add(options.count) {
        if let Err(failure) = terms::check_script(&terms::damaged(seed)) {
            found = Some((seed, terms::shrink_failure(&failure), failure));
            break;
        }
        progress.show(seed + 1 - options.seed);
    }
    let _ = std::panic::take_hook();
    let Some((seed, small, failure)) = found else { return Ok(true) };
    println!("\nseed {seed}: {}\n{}", small.message, small.text);
    let files = [("original.smt2", failure.text), ("shrunk.smt2", small.text), ("heureka.txt", small.message)];
    save(options, seed, &files)?;
    Ok(false)
}

/// Whether the linear engine answers every program as all of its executions do.
fn fuzz_linear(options: &Options) -> Result<bool, String> {
    let engine = registry::by_name("linear", &registry::Options::default()).ok_or("there is no linear engine")?;
    let cases = (options.seed..).zip(Mode::ALL.into_iter().cycle()).filter_map(|(seed, mode)| case(seed, mode));
    fuzz_engines(options, cases, vec![("linear", engine)])
}

/// Whether the bounded engine answers every program over machine integers as all of its executions do, in each encoding.
fn fuzz_encodings(options: &Options) -> Result<bool, String> {
    let engine = |encoding: Encoding| -> Box<dyn Engine> {
        Box::new(Bmc { options: bmc::Options { max_unwind: 16, encoding, ..bmc::Options::default() } })
    };
    let names = ["auto", "int", "bv", "sat"];
    let engines = names.into_iter().zip(Encoding::ALL.map(engine)).collect();
    let cases = (options.seed..).filter_map(|seed| case(seed, Mode::Words));
    fuzz_engines(options, cases, engines)
}

/// Whether the predicate engine answers every program as all of its executions do, with each abstraction.
fn fuzz_predicates(options: &Options) -> Result<bool, String> {
    let engine = |abstraction: Abstraction| -> Box<dyn Engine> {
        Box::new(Predicates { options: predicates::Options { abstraction } })
    };
    let engines = vec![
        ("auto", engine(Abstraction::Auto)),
        ("cartesian", engine(Abstraction::Cartesian)),
        ("boolean", engine(Abstraction::Boolean)),
        ("slam", engine(Abstraction::Slam)),
    ];
    let cases = (options.seed..).filter_map(|seed| case(seed, Mode::Words));
    fuzz_engines(options, cases, engines)
}

/// Whether the engine of this name answers every program over machine integers as all of its executions do.
fn fuzz_words(options: &Options, name: &str) -> Result<bool, String> {
    let engine =
        registry::by_name(name, &registry::Options::default()).ok_or_else(|| format!("there is no engine {name}"))?;
    let cases = (options.seed..).filter_map(|seed| case(seed, Mode::Words));
    fuzz_engines(options, cases, vec![(name, engine)])
}

/// Whether all engines answer every program as all of its executions do.
fn fuzz_engines(
    options: &Options,
    cases: impl Iterator<Item = Case>,
    mut engines: Vec<(&str, Box<dyn Engine>)>,
) -> Result<bool, String> {
    let mut progress = Progress::new(options.count);
    let mut failures = 0;
    // By engine: safe, unsafe, not decided.
    let mut answers = vec![[0u64; 3]; engines.len()];
    std::panic::set_hook(Box::new(|_| {}));
    'cases: for (done, case) in (1..=options.count).zip(cases) {
        for ((name, engine), answers) in engines.iter_mut().zip(&mut answers) {
            match judge(&case, engine.as_mut()) {
                Ok(Right::Safe) => answers[0] += 1,
                Ok(Right::Unsafe) => answers[1] += 1,
                Ok(Right::Undecided) => answers[2] += 1,
                Err(complaint) => {
                    println!("\nseed {} {:?}, {name}: {complaint}; shrinking", case.seed, case.mode);
                    let (small, complaint) = shrink_complaint(&case, &complaint, options.shrink, engine.as_mut());
                    let small = format!("// {:?}, {name}: {complaint}\n{}", case.mode, small.text());
                    println!("{small}");
                    let files = [("original.c", case.program.text()), ("shrunk.c", small)];
                    save(options, case.seed, &files)?;
                    failures += 1;
                    if failures == options.failures {
                        break 'cases;
                    }
                }
            }
        }
        progress.show(done);
    }
    let _ = std::panic::take_hook();
    for ((name, _), [safe, failing, undecided]) in engines.iter().zip(answers) {
        println!("{name}: {safe} safe, {failing} unsafe, {undecided} not decided where that is allowed");
    }
    println!("{failures} failures");
    Ok(failures == 0)
}

fn save(options: &Options, seed: u64, files: &[(&str, String)]) -> Result<(), String> {
    let folder = options.out.join(format!("{}-{seed}", options.target));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("saved in {}", folder.display());
    Ok(())
}
