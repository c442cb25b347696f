//! `heureka validate`: checks a witness made by any tool. Not built yet, and says so.

use crate::arguments::ValidateOptions;
use crate::exit::Exit;
use crate::output::Output;

pub fn validate(_options: &ValidateOptions, output: &mut Output) -> Exit {
    super::not_built_yet("`heureka validate`", output)
}
