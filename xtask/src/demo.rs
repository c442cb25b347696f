//! `cargo xtask demo`: what Heureka does, on three small programs, for somebody who has just cloned it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::setup;
use crate::shell::{self, Failure};

pub const HELP: &str = "\
Usage: cargo xtask demo

Sets up, builds the command `heureka` and checks three programs of examples/ with it: a safe one, an unsafe one and
one that uses what Heureka does not model.
";

/// A program, what it shows, and the exit codes that are right for it.
struct Example {
    file: &'static str,
    shows: &'static str,
    right: &'static [i32],
}

const SAFE: i32 = 0;
const UNKNOWN: i32 = 5;
const UNSAFE: i32 = 10;

const EXAMPLES: &[Example] = &[
    Example {
        file: "examples/safe.c",
        shows: "A safe program. It has no inputs, so running its only execution to the end is a proof.",
        right: &[SAFE],
    },
    Example {
        file: "examples/unsafe.c",
        shows: "An unsafe program. The answer is an execution that was replayed, with its inputs.",
        right: &[UNSAFE],
    },
    Example {
        file: "examples/unsupported.c",
        shows: "A program whose error depends on floating-point numbers, which are not modelled. The answer names them.",
        right: &[UNKNOWN],
    },
];

pub fn run(args: &[String]) -> Result<(), Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("demo does not know `{arg}`"), HELP));
    }
    setup::ensure(false)?;
    // The development profile: it is optimised enough for the examples and builds in half the time.
    shell::run(&mut shell::cargo(["build", "--package", "heureka-cli"]))?;
    let heureka = built_program()?;
    for example in EXAMPLES {
        println!("\n{}\n", shell::bold(&format!("{}: {}", example.file, example.shows)));
        let source = fs::read_to_string(shell::root().join(example.file));
        print!("{}", source.map_err(|error| Failure::new(format!("{}: {error}", example.file)))?);
        println!();
        let mut check = Command::new(&heureka);
        check.args(["check", example.file]).current_dir(shell::root());
        if shell::colours() {
            check.args(["--color", "always"]);
        }
        let status = shell::run_any(&mut check)?;
        println!("(exit code {})", status.code().map_or_else(|| status.to_string(), |code| code.to_string()));
        if !status.code().is_some_and(|code| example.right.contains(&code)) {
            return Err(Failure::new(format!("this is not the answer {} should get: please report it", example.file)));
        }
    }
    Ok(())
}

/// Where cargo has put the binary: the target folder may be anywhere.
fn built_program() -> Result<PathBuf, Failure> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let program = shell::root().join(target).join("debug").join(format!("heureka{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() { Ok(program) } else { Err(Failure::new(format!("{} was not built", program.display()))) }
}
