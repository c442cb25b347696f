//! `heureka run`: executes a program with the interpreter.

use crate::arguments::RunOptions;
use crate::exit::Exit;
use crate::output::Output;

pub fn run(_options: &RunOptions, output: &mut Output) -> Exit {
    super::not_built_yet("`heureka run`", output)
}
