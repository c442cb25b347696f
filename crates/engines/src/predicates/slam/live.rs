//! Which predicates matter at a location: those that speak of values which are read later.
//!
//! What a predicate says of a value that nobody reads any more is not followed: it would tell nothing of executions, and
//! certificates could not speak of it (a local that was never set has no value there).

use heureka_ir::LocId;

use super::predicate::{PredicateId, Predicates};
use crate::predicates::encode::{Encoder, Meaning};
use crate::predicates::graph::Graph;

pub struct Live<'a> {
    graph: &'a Graph,
    /// By predicate: what it speaks of.
    of: Vec<Vec<Meaning>>,
}

impl<'a> Live<'a> {
    pub fn new(graph: &'a Graph, encoder: &Encoder, predicates: &Predicates) -> Live<'a> {
        let of = |id: PredicateId| {
            let symbols = encoder.terms.free_symbols(&[predicates.term(id)]);
            symbols.into_iter().filter_map(|symbol| encoder.meaning_of(symbol)).collect()
        };
        Live { graph, of: predicates.ids().map(of).collect() }
    }

    /// Whether everything that the predicate speaks of is read later.
    pub fn at(&self, loc: LocId, id: PredicateId) -> bool {
        let live = self.graph.live(loc);
        self.of[id.index()].iter().all(|meaning| match meaning {
            Meaning::Var(var) => live.vars.contains(var),
            Meaning::Array(array) => live.arrays.contains(array),
        })
    }

    /// The location before a step, and the one behind it.
    pub fn ends(&self, edge: heureka_ir::EdgeId) -> (LocId, LocId) {
        let edge = self.graph.program.edge(edge);
        (edge.from, edge.to)
    }
}
