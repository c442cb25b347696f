//! `heureka check`: asks an engine whether the program can reach an error, and prints the answer.

use super::input;
use crate::arguments::{CheckOptions, Engine};
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;
use crate::verdict::Verdict;

pub fn check(options: &CheckOptions, output: &mut Output) -> Exit {
    let input = match input::resolve(&options.program) {
        Ok(input) => input,
        Err(report) => {
            output.report(&report);
            return Exit::Input;
        }
    };
    if let Err(error) = std::fs::read(&input.file) {
        output.report(&Report::error(format!("cannot read {}: {error}", input.file.display())));
        return Exit::Input;
    }
    for option in options.without_effect() {
        output.report(&Report::warning(format!("{option} has no effect yet in this version")));
    }
    let verdict = Verdict::Unknown { reason: not_built(options.engine) };
    output.verdict(&verdict);
    verdict.exit()
}

fn not_built(engine: Engine) -> String {
    format!("engine {} is not built yet", engine.name())
}
