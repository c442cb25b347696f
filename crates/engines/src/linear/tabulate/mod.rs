//! The tabulation procedure (paper 002, "Procedure Transitions"; paper 000 §4): path edges for every location and summary
//! edges for every procedure, found by a worklist.
//!
//! P(i) is [`Tabulation::path_edges_at`], S(p) is [`Tabulation::summary_edges`], W is `work`. Where the paper joins the
//! whole of P(i) whenever i is taken from the worklist, here each path edge is joined once, when it is new (semi-naive).
//! Invariant: every path edge before a location's `done` has been handed on along every edge out of it, to every summary
//! edge of a procedure that it calls, and every summary edge to every caller whose inputs it covers.

mod join;
mod path_edge;
mod statistics;
mod summary;

use std::collections::BTreeSet;

use heureka_ir::{EdgeId, LocId, ProcId};
use heureka_linear::{Conjunction, Dlc, Inserted, Projection};

pub use join::VarSet;
pub use path_edge::{Parent, PathEdge, PathEdgeId};
pub use statistics::Statistics;

use super::encode::Step;
use super::system::System;
use join::join;
use summary::Summaries;

/// The state (W, P, S) of the procedure.
pub struct Tabulation<'s> {
    system: &'s System<'s>,
    path_edges: Vec<PathEdge>,
    nodes: Vec<Node>,
    summaries: Vec<Summaries>,
    /// By rank.
    work: BTreeSet<(u32, LocId)>,
    /// The first path edge at a target.
    found: Option<PathEdgeId>,
    /// Whether no projection on the way gave more than it should.
    exact: bool,
    eliminations: u64,
}

/// P(i) of one location.
struct Node {
    set: Dlc,
    edges: Vec<PathEdgeId>,
    done: usize,
}

/// Why the worklist stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Nothing is left: P and S are complete.
    Complete,
    /// A target was reached.
    Found(PathEdgeId),
    /// The caller did not want more.
    Paused,
}

impl<'s> Tabulation<'s> {
    /// The paper's initial state: P(1) is the identity, everything else is ⊥.
    pub fn new(system: &'s System<'s>) -> Tabulation<'s> {
        let program = system.program;
        let node = |_| Node { set: Dlc::bottom(system.numbers()), edges: Vec::new(), done: 0 };
        let mut tabulation = Tabulation {
            system,
            path_edges: Vec::new(),
            nodes: program.loc_ids().map(node).collect(),
            summaries: program.proc_ids().map(|_| Summaries::new(system.numbers())).collect(),
            work: BTreeSet::new(),
            found: None,
            exact: true,
            eliminations: 0,
        };
        tabulation.prop(program.proc(program.entry).entry, system.start(), Parent::Start);
        tabulation
    }

    /// Works until nothing is left, a target is reached, or `go_on` says no; it is asked before every location.
    pub fn run(&mut self, mut go_on: impl FnMut(&Tabulation) -> bool) -> Stop {
        loop {
            if let Some(found) = self.found {
                return Stop::Found(found);
            }
            let Some(&(rank, loc)) = self.work.first() else { return Stop::Complete };
            if !go_on(self) {
                return Stop::Paused;
            }
            let node = &mut self.nodes[loc.index()];
            let Some(&next) = node.edges.get(node.done) else {
                self.work.remove(&(rank, loc));
                continue;
            };
            node.done += 1;
            self.hand_on(loc, next);
        }
    }

    /// The transition rules, for one path edge.
    fn hand_on(&mut self, loc: LocId, from: PathEdgeId) {
        let program = self.system.program;
        let proc = program.loc(loc).proc;
        if loc == program.proc(proc).exit {
            self.exit(proc, from);
        }
        for edge in program.out_edges(loc) {
            match self.system.step(edge) {
                Step::Local(_) => self.local_step(edge, from),
                Step::Call(_) => self.call(edge, from),
            }
        }
    }

    /// Skip, assignments, conditions: `P(j) ⊔= Join(P(i), τᵢ)`.
    fn local_step(&mut self, edge: EdgeId, from: PathEdgeId) {
        let system = self.system;
        let to = system.program.edge(edge).to;
        for (case, way) in system.step(edge).cases().iter().enumerate() {
            let joined = join(self.conjunction(from), system.arity(to), way, system.dead(to));
            self.prop_all(to, joined, Parent::Step { from, edge, case: case as u32 });
        }
    }

    /// The paper's *prop*: the location gets the path edge and a place in the worklist, if there is anything new in it.
    fn prop(&mut self, loc: LocId, conjunction: Conjunction, parent: Parent) {
        let node = &mut self.nodes[loc.index()];
        let Inserted::New(_) = node.set.insert(conjunction.clone()) else { return };
        let id = PathEdgeId(u32::try_from(self.path_edges.len()).expect("fewer than 2^32 path edges"));
        node.edges.push(id);
        self.path_edges.push(PathEdge { loc, conjunction, parent });
        self.work.insert((self.system.ranks[loc.index()], loc));
        if self.found.is_none() && self.system.is_target(loc) {
            self.found = Some(id);
        }
    }

    fn prop_all(&mut self, loc: LocId, projection: Projection, parent: Parent) {
        self.eliminations += 1;
        self.exact &= projection.exact;
        for disjunct in projection.disjuncts {
            self.prop(loc, disjunct, parent);
        }
    }

    fn conjunction(&self, id: PathEdgeId) -> &Conjunction {
        &self.path_edges[id.index()].conjunction
    }

    pub fn system(&self) -> &'s System<'s> {
        self.system
    }

    pub fn path_edge(&self, id: PathEdgeId) -> &PathEdge {
        &self.path_edges[id.index()]
    }

    /// How many path edges were found so far.
    pub fn len(&self) -> usize {
        self.path_edges.len()
    }

    pub fn is_empty(&self) -> bool {
        self.path_edges.is_empty()
    }

    /// P(i): the path edges incident in a location, as a set.
    pub fn path_edges_at(&self, loc: LocId) -> &Dlc {
        &self.nodes[loc.index()].set
    }

    /// S(p): the summary edges of a procedure, as a set over its entry tuple and its current tuple at the exit.
    pub fn summary_edges(&self, proc: ProcId) -> &Dlc {
        self.summaries[proc.index()].set()
    }

    /// Whether no projection gave more than it should.
    pub fn is_exact(&self) -> bool {
        self.exact
    }
}
