//! `cargo xtask`: everything around the code that a plain cargo command cannot do.
//!
//! One file per task; this one only picks the task. Nothing from the registry, so that a fresh machine waits seconds and
//! not minutes for it.

mod bench;
mod bench_program;
mod demo;
mod fuzz;
mod setup;
mod shell;
mod test;
mod z3;

use std::process::ExitCode;

use shell::Failure;

/// A task takes the arguments after its name.
type Task = fn(&[String]) -> Result<(), Failure>;

const HELP: &str = "\
Usage: cargo xtask TASK [OPTIONS]

Tasks:
  setup           Get Z3 into .z3/ (nothing is installed outside this folder)
  demo            Set up, build, and check three example programs
  test            Set up, then formatting, clippy, all tests and doc tests
  bench           Run the benches: cargo xtask bench [NAME]
  bench-program   Print a program of the papers' families: cargo xtask bench-program NAME N safe|unsafe
  fuzz            Run random programs against compiled C: cargo xtask fuzz [NAME] [--count N] [--seed S]

`cargo xtask TASK --help` says more about one of them.
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let task = args.next();
    let rest: Vec<String> = args.collect();
    let (help, run): (&str, Task) = match task.as_deref() {
        Some("setup") => (setup::HELP, setup::run),
        Some("demo") => (demo::HELP, demo::run),
        Some("test") => (test::HELP, test::run),
        Some("bench") => (bench::HELP, bench::run),
        Some("bench-program") => (bench_program::HELP, bench_program::run),
        Some("fuzz") => (fuzz::HELP, fuzz::run),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Some(other) => {
            eprint!("error: there is no task `{other}`\n\n{HELP}");
            return ExitCode::FAILURE;
        }
        None => {
            eprint!("{HELP}");
            return ExitCode::FAILURE;
        }
    };
    if rest.iter().any(|arg| arg == "--help" || arg == "-h") {
        print!("{help}");
        return ExitCode::SUCCESS;
    }
    match run(&rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{} {}", shell::red("error:"), failure.message);
            ExitCode::from(failure.code)
        }
    }
}
