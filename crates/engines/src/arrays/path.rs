//! From an execution of an abstraction to the path of the program that it stands for.

use heureka_ir::interpret::{self, Ending, Options, Replay};
use heureka_ir::{EdgeId, Trace};

use super::abstraction::Abstraction;

/// The edges, in order and through calls, of the program that was abstracted.
pub fn path(
    abstraction: &Abstraction,
    trace: &Trace,
    options: Options,
    limits: &interpret::Limits,
) -> Option<Vec<EdgeId>> {
    let mut inputs = Replay::new(trace.choices());
    let (ending, edges) = interpret::path(&abstraction.program, options, &mut inputs, limits);
    let origin = |edge: &EdgeId| abstraction.origin[edge.index()];
    matches!(ending, Ending::Fault(_)).then(|| edges.iter().filter_map(origin).collect())
}
