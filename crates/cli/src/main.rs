//! The command `heureka`: arguments in, text and an exit code out. Nothing else in the workspace prints.

mod arguments;
mod commands;
mod diagnostics;
mod exit;
mod guard;
mod output;
mod verdict;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use arguments::{Arguments, Command};
use exit::Exit;
use output::Output;

fn main() -> ExitCode {
    guard::run(start).into()
}

fn start() -> Exit {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) => return without_work(&answer),
    };
    let mut output = Output::new(arguments.colour);
    let exit = match arguments.command {
        Command::Check(options) => commands::check::check(&options, &mut output),
        Command::Run(options) => commands::run::run(&options, &mut output),
        Command::Show(options) => commands::show::show(&options, &mut output),
        Command::Explain(options) => commands::explain::explain(&options, &mut output),
        Command::Sil(options) => commands::sil::sil(&options, &mut output),
        Command::Validate(options) => commands::validate::validate(&options, &mut output),
        Command::Bench(options) => commands::bench::bench(&options, &mut output),
    };
    output.finish(exit)
}

/// Help, the version, or a complaint about the command line. A failure to print it changes nothing.
fn without_work(answer: &clap::Error) -> Exit {
    let _ = answer.print();
    match answer.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Safe,
        _ => Exit::Usage,
    }
}
