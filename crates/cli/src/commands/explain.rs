//! `heureka explain`: invariants, procedure summaries and inferred loop post-conditions, in the source. Not built yet, and says so.

use crate::arguments::ExplainOptions;
use crate::exit::Exit;
use crate::output::Output;

pub fn explain(_options: &ExplainOptions, output: &mut Output) -> Exit {
    super::not_built_yet("`heureka explain`", output)
}
