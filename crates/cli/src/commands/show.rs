//! `heureka show`: prints a program as Heureka holds it.

use crate::arguments::ShowOptions;
use crate::exit::Exit;
use crate::output::Output;

pub fn show(_options: &ShowOptions, output: &mut Output) -> Exit {
    super::not_built_yet("`heureka show`", output)
}
