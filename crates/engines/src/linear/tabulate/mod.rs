//! The tabulation procedure (paper 002, "Procedure Transitions"; paper 000 §4): path edges for every location and summary
//! edges for every procedure, found by a worklist.
//!
//! P(i) is [`Tabulation::path_edges_at`], S(p) is [`Tabulation::summary_edges`], W is `work`. Where the paper joins the
//! whole of P(i) whenever i is taken from the worklist, here each path edge is joined once, when it is new (semi-naive).
//! Invariant: every path edge before a location's `done` has been handed on along every edge out of it, to every summary
//! edge of a procedure that it calls, and every summary edge to every caller whose inputs it covers.

mod after;
mod fixed;
mod join;
mod partition;
mod path_edge;
mod round;
mod statistics;
mod summary;
mod unite;
mod widening;

use std::collections::BTreeSet;

use heureka_ir::{EdgeId, LocId, LoopId, ProcId};
use heureka_linear::{Conjunction, Dlc, Projection};

pub use join::VarSet;
pub use path_edge::{Parent, PathEdge, PathEdgeId, UnionId};
pub use statistics::Statistics;
pub use widening::{Apart, Widening};

use super::accelerate::{Rounds, RunOut};
use super::encode::Step;
use super::system::System;
use fixed::Fixed;
use join::{join, rounds_join};
use partition::Partitioned;
use summary::Summaries;

/// What the tabulation does beyond the paper's rules.
#[derive(Clone, Copy)]
pub struct Plan<'s> {
    /// By loop: its rounds in closed form, where they are known.
    pub rounds: &'s [Option<Rounds>],
    /// By loop: its runs from one state, where that is how they are found. What lies between is skipped, so that path edges
    /// are not invariants.
    pub run_outs: &'s [Option<RunOut>],
    pub widening: Option<&'s Widening>,
    /// Whether to stop at the first target.
    pub stop_at_targets: bool,
    /// Whether path edges that wait at one location become one where that is exact.
    pub unite: bool,
}

/// The state (W, P, S) of the procedure.
pub struct Tabulation<'s> {
    system: &'s System<'s>,
    plan: Plan<'s>,
    path_edges: Vec<PathEdge>,
    unions: Vec<Box<[PathEdgeId]>>,
    nodes: Vec<Node>,
    summaries: Vec<Summaries>,
    /// By rank.
    work: BTreeSet<(u32, LocId)>,
    /// The path edges at targets.
    targets: Vec<PathEdgeId>,
    /// How many of them the caller has seen.
    seen: usize,
    /// The loop of which one round is tabulated, and nothing else.
    within: Option<LoopId>,
    /// Whether no projection on the way gave more than it should.
    exact: bool,
    eliminations: u64,
    /// Path edges that were taken from the worklist.
    steps: u64,
    /// Whether rounds of a loop were left out.
    skipped: bool,
}

/// P(i) of one location.
struct Node {
    set: Dlc,
    edges: Vec<PathEdgeId>,
    done: usize,
    /// At widening points.
    widening: Option<Partitioned>,
    /// What comes here is collected and not handed on.
    arrived: Option<Dlc>,
}

/// Why the worklist stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Nothing is left: P and S are complete.
    Complete,
    /// A target was reached; running on looks for another.
    Found(PathEdgeId),
    /// The caller did not want more.
    Paused,
}

impl<'s> Tabulation<'s> {
    /// The paper's initial state: P(1) is the identity, everything else is ⊥.
    pub fn new(system: &'s System<'s>, plan: Plan<'s>) -> Tabulation<'s> {
        let mut tabulation = Tabulation::empty(system, plan);
        let program = system.program;
        tabulation.prop(program.proc(program.entry).entry, system.start(), Parent::Start);
        tabulation
    }

    /// No path edge yet.
    fn empty(system: &'s System<'s>, plan: Plan<'s>) -> Tabulation<'s> {
        let program = system.program;
        let node = |loc: LocId| Node {
            set: Dlc::bottom(system.numbers()),
            edges: Vec::new(),
            done: 0,
            widening: plan.widening.and_then(|widening| widening.state(system, loc)),
            arrived: None,
        };
        Tabulation {
            system,
            plan,
            path_edges: Vec::new(),
            unions: Vec::new(),
            nodes: program.loc_ids().map(node).collect(),
            summaries: program.proc_ids().map(|_| Summaries::new(system.numbers())).collect(),
            work: BTreeSet::new(),
            targets: Vec::new(),
            seen: 0,
            within: None,
            exact: true,
            eliminations: 0,
            steps: 0,
            skipped: false,
        }
    }

    /// Works until nothing is left, a target is reached, or `go_on` says no; it is asked before every location.
    pub fn run(&mut self, mut go_on: impl FnMut(&Tabulation) -> bool) -> Stop {
        loop {
            if self.plan.stop_at_targets
                && let Some(&found) = self.targets.get(self.seen)
            {
                self.seen += 1;
                return Stop::Found(found);
            }
            let Some(&(rank, loc)) = self.work.first() else { return Stop::Complete };
            self.steps += 1;
            if !go_on(self) {
                return Stop::Paused;
            }
            if self.plan.unite {
                self.unite_waiting(loc);
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
        if self.runs_out(loc, from) {
            return;
        }
        self.go_round(loc, from);
        for edge in program.out_edges(loc) {
            match self.system.step(edge) {
                _ if self.leaves(edge) => {}
                Step::Local(_) => self.local_step(edge, from),
                Step::Call(_) => self.call(edge, from),
            }
        }
    }

    /// Skip, assignments, conditions: `P(j) ⊔= Join(P(i), τᵢ)`.
    fn local_step(&mut self, edge: EdgeId, from: PathEdgeId) {
        let system = self.system;
        let to = system.program.edge(edge).to;
        let fixed = Fixed::of(self.conjunction(from));
        for (case, way) in system.step(edge).cases().iter().enumerate() {
            if fixed.rules_out(way) {
                continue;
            }
            let joined = join(self.conjunction(from), system.arity(to), way, system.dead(to));
            self.prop_all(to, joined, Parent::Step { from, edge, case: case as u32 });
        }
    }

    /// At the head of a loop whose end is known: the path edge there, in place of all rounds to it.
    fn runs_out(&mut self, loc: LocId, from: PathEdgeId) -> bool {
        let system = self.system;
        let Some(of) = system.loop_at(loc) else { return false };
        let Some(Some(run_out)) = self.plan.run_outs.get(of.index()) else { return false };
        let (path_edge, arity) = (self.conjunction(from), system.arity(loc));
        // Only then is the way back from the end to the start clear.
        if !run_out.is_fixed(path_edge, arity) {
            return false;
        }
        let Some(end) = run_out.end(path_edge, arity).filter(|end| !end.rounds.is_zero()) else { return false };
        self.skipped = true;
        let dead = system.dead(loc);
        self.prop_all(loc, end.path_edge.project(|var| dead.contains(var)), Parent::RunOut { from, of });
        true
    }

    /// At the head of a loop that is known in closed form: all rounds at once.
    fn go_round(&mut self, loc: LocId, from: PathEdgeId) {
        let system = self.system;
        let Some(of) = system.loop_at(loc) else { return };
        let Some(Some(rounds)) = self.plan.rounds.get(of.index()) else { return };
        // Rounds after rounds are rounds.
        if self.within == Some(of)
            || matches!(self.path_edge(from).parent, Parent::Rounds { of: before, .. } if before == of)
        {
            return;
        }
        for (part, relation) in rounds.parts().iter().enumerate() {
            let joined = rounds_join(self.conjunction(from), system.arity(loc), relation, system.dead(loc));
            self.prop_all(loc, joined, Parent::Rounds { from, of, part: part as u32 });
        }
    }

    /// The paper's *prop*: the location gets the path edge and a place in the worklist, if there is anything new in it.
    fn prop(&mut self, loc: LocId, conjunction: Conjunction, parent: Parent) {
        let node = &mut self.nodes[loc.index()];
        if let Some(arrived) = &mut node.arrived {
            arrived.insert(conjunction);
            return;
        }
        if let Some(widening) = &mut node.widening {
            for (piece, grown) in widening.insert(&conjunction) {
                if grown == piece {
                    self.add(loc, piece, parent);
                } else {
                    let from = self.remember(PathEdge { loc, conjunction: piece, parent });
                    self.add(loc, grown, Parent::Widened { from });
                }
            }
            return;
        }
        self.add(loc, conjunction, parent);
    }

    fn add(&mut self, loc: LocId, conjunction: Conjunction, parent: Parent) {
        let is_new = self.nodes[loc.index()].set.insert(conjunction.clone()).is_new();
        let is_target = self.is_target(loc, parent);
        // What was found at a target may turn out to be no execution, so every way there counts.
        if !(is_new || is_target && conjunction.is_satisfiable()) {
            return;
        }
        let id = self.remember(PathEdge { loc, conjunction, parent });
        if is_target {
            self.targets.push(id);
            if self.within.is_some() {
                return;
            }
        }
        self.nodes[loc.index()].edges.push(id);
        self.work.insert((self.system.ranks[loc.index()], loc));
    }

    fn remember(&mut self, path_edge: PathEdge) -> PathEdgeId {
        self.path_edges.push(path_edge);
        PathEdgeId(u32::try_from(self.path_edges.len() - 1).expect("fewer than 2^32 path edges"))
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

    /// The path edges of which one is the union.
    pub fn united(&self, id: UnionId) -> &[PathEdgeId] {
        &self.unions[id.0 as usize]
    }

    /// How many path edges were found so far.
    pub fn len(&self) -> usize {
        self.path_edges.len()
    }

    /// How many path edges were handed on so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    pub fn is_empty(&self) -> bool {
        self.path_edges.is_empty()
    }

    /// P(i): the path edges incident in a location, as a set.
    pub fn path_edges_at(&self, loc: LocId) -> &Dlc {
        &self.nodes[loc.index()].set
    }

    /// The path edges of a location as they were found, before any were united; some may lie within others.
    pub fn found_at(&self, loc: LocId) -> impl ExactSizeIterator<Item = &Conjunction> {
        self.nodes[loc.index()].edges.iter().map(|id| self.conjunction(*id))
    }

    /// S(p): the summary edges of a procedure, as a set over its entry tuple and its current tuple at the exit.
    pub fn summary_edges(&self, proc: ProcId) -> &Dlc {
        self.summaries[proc.index()].set()
    }

    /// The path edges at targets, in the order in which they were found.
    pub fn targets(&self) -> &[PathEdgeId] {
        &self.targets
    }

    /// The runs of a loop of which some were left out.
    pub fn run_out(&self, of: LoopId) -> &'s RunOut {
        self.plan.run_outs[of.index()].as_ref().expect("these rounds were left out")
    }

    /// Whether rounds of a loop were left out: then what was found is no invariant.
    pub fn has_skipped(&self) -> bool {
        self.skipped
    }

    /// Whether no projection gave more than it should.
    pub fn is_exact(&self) -> bool {
        self.exact
    }
}
