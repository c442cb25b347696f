//! The backends that this machine has.

use std::path::Path;
use std::process::Command;

use heureka_logic::solver::{Limits, Program, SolverChoice, SolverFactory};

/// The z3 of the wheel, which speaks SMT-LIB as a process.
pub fn z3_program() -> Option<Program> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.z3/bin/z3");
    found(path, Path::new(path).is_file())
}

pub fn cvc5_program() -> Option<Program> {
    found("cvc5", Command::new("cvc5").arg("--version").output().is_ok())
}

fn found(path: &str, is_there: bool) -> Option<Program> {
    if !is_there {
        eprintln!("SKIPPED: the solver `{path}` is not on this machine");
    }
    is_there.then(|| Program::parse(path))
}

/// Every backend, with its models checked.
pub fn factories() -> Vec<SolverFactory> {
    let programs = [z3_program(), cvc5_program()].into_iter().flatten().map(SolverChoice::Program);
    [SolverChoice::Z3]
        .into_iter()
        .chain(programs)
        .map(|choice| SolverFactory::new(choice).validating(true))
        .inspect(|factory| {
            factory.create(Limits::NONE).expect("the solver starts");
        })
        .collect()
}
