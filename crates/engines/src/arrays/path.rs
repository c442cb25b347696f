//! From an execution of an abstraction to the path of the program that it stands for.

use heureka_ir::interpret::{self, Ending, Fill, FillRequest, Inputs, Options, Replay, ValueRequest};
use heureka_ir::{EdgeId, Op, Program, Trace};

use super::abstraction::Abstraction;

/// A path of the program with arrays, from its start to an error.
pub struct Path {
    /// In order, through calls.
    pub edges: Vec<EdgeId>,
    /// What was chosen on the way: the edge and the value.
    pub chosen: Vec<(EdgeId, i128)>,
}

/// The path that an execution of the abstraction stands for. `program` is the one that was abstracted.
pub fn path(
    program: &Program,
    abstraction: &Abstraction,
    trace: &Trace,
    options: Options,
    limits: &interpret::Limits,
) -> Option<Path> {
    let mut inputs = Watched { inner: Replay::new(&trace.choices), chosen: Vec::new() };
    let (ending, edges) = interpret::path(&abstraction.program, options, &mut inputs, limits);
    if !matches!(ending, Ending::Fault(_)) {
        return None;
    }
    let origin = |edge: &EdgeId| abstraction.origin[edge.index()];
    let chosen = inputs.chosen.iter().filter_map(|(edge, value)| {
        let origin = origin(edge)?;
        matches!(program.edge(origin).op, Op::Havoc { .. }).then_some((origin, *value))
    });
    Some(Path { edges: edges.iter().filter_map(origin).collect(), chosen: chosen.collect() })
}

struct Watched<'a> {
    inner: Replay<'a>,
    chosen: Vec<(EdgeId, i128)>,
}

impl Inputs for Watched<'_> {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        let value = self.inner.value(request)?;
        self.chosen.push((request.edge, value));
        Some(value)
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        self.inner.fill(request)
    }
}
