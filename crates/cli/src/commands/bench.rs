//! `heureka bench`: the papers' tables and growth curves. Not built yet, and says so.

use crate::arguments::BenchOptions;
use crate::exit::Exit;
use crate::output::Output;

pub fn bench(_options: &BenchOptions, output: &mut Output) -> Exit {
    super::not_built_yet("`heureka bench`", output)
}
