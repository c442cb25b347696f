//! A linear program, ready to be tabulated: the program graph with its scopes, its steps as constraints, and what is fixed
//! about calls and dead variables, so that the worklist only looks things up.

use heureka_ir::{CallGraph, EdgeId, LocId, LocKind, LoopId, Loops, Op, ProcId, Program, Role, VarId};
use heureka_linear::{Arity, Conjunction, Kind, LinearExpr, Numbers, Var};
use heureka_number::Int;

use super::encode::{Encoding, Step};
use super::liveness::Liveness;
use super::order::ranks;
use super::scope::{Scope, Scopes};
use super::tabulate::VarSet;

/// What path edges remember.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Every variable of the source that is in scope, as the paper does: for people to read.
    Everything,
    /// Only what can matter later.
    WhatIsLive,
}

/// A linear program.
pub struct System<'p> {
    pub program: &'p Program,
    pub scopes: Scopes,
    pub encoding: Encoding,
    pub loops: Loops,
    pub graph: CallGraph,
    pub ranks: Vec<u32>,
    liveness: Liveness,
    memory: Memory,
    /// By location: the variables of its tuples that are not remembered there.
    dead: Vec<VarSet>,
    /// By call edge.
    calls: Vec<Option<CallSite>>,
}

/// What a call passes and takes, whatever the values.
pub struct CallSite {
    pub callee: ProcId,
    /// The callee's globals: in its entry tuple, and in the caller's current tuple.
    pub globals: Vec<(Var, Var)>,
    /// In the callee's current tuple at its exit, and in the caller's current tuple: globals and results.
    pub received: Vec<(Var, Var)>,
    /// The caller's variables that the call changes.
    pub changed: Vec<Var>,
}

impl<'p> System<'p> {
    pub fn new(program: &'p Program, scopes: Scopes, encoding: Encoding, memory: Memory) -> System<'p> {
        let loops = Loops::of(program);
        let liveness = Liveness::of(program, &scopes);
        let graph = CallGraph::of(program);
        let ranks = ranks(program, &loops);
        let calls = program.edge_ids().map(|edge| call_site(program, &scopes, edge)).collect();
        let dead = Vec::new();
        let mut system = System { program, scopes, encoding, loops, graph, ranks, liveness, memory, dead, calls };
        system.dead = program.loc_ids().map(|loc| system.dead_at(loc)).collect();
        system
    }

    pub fn numbers(&self) -> Numbers {
        self.encoding.numbers()
    }

    pub fn scope(&self, loc: LocId) -> &Scope {
        self.scopes.of_proc(self.program.loc(loc).proc)
    }

    pub fn arity(&self, loc: LocId) -> Arity {
        self.scope(loc).arity()
    }

    /// The variables of a location's tuples that its path edges do not mention.
    pub fn dead(&self, loc: LocId) -> &VarSet {
        &self.dead[loc.index()]
    }

    /// The loop whose head the location is.
    pub fn loop_at(&self, head: LocId) -> Option<LoopId> {
        self.loops.innermost(head).filter(|id| self.loops.get(*id).head == head)
    }

    pub fn step(&self, edge: EdgeId) -> &Step {
        self.encoding.step(edge)
    }

    /// The call that an edge makes.
    pub fn call_site(&self, edge: EdgeId) -> &CallSite {
        self.calls[edge.index()].as_ref().expect("a call edge")
    }

    /// Whether an execution that comes here has gone wrong: an error, or something that is not modelled.
    pub fn is_target(&self, loc: LocId) -> bool {
        matches!(self.program.loc(loc).kind, LocKind::Error { .. } | LocKind::Unsupported { .. })
    }

    /// The path edge at the start of the program: `x' = x`, with globals at their initial values. A global whose initial
    /// value is never read starts with any value, as in the paper.
    pub fn start(&self) -> Conjunction {
        let program = self.program;
        let entry = program.proc(program.entry).entry;
        let scope = self.scopes.of_proc(program.entry);
        let arity = scope.arity();
        let mut rows = Vec::new();
        for (place, var) in scope.entry().iter().enumerate() {
            let place = place as u32;
            let now = LinearExpr::var(arity.current_var(place));
            if self.liveness.is_live(entry, *var) && program.var(*var).owner.is_none() {
                rows.push((now.plus_constant(-Int::from(program.var(*var).init)), Kind::Equal));
            }
            if self.memory == Memory::Everything || self.remembers_entry(program.entry) {
                rows.push((now.minus(&LinearExpr::var(arity.entry_var(place))), Kind::Equal));
            }
        }
        let dead = self.dead(entry);
        let start = Conjunction::new(self.numbers(), rows).project(|var| dead.contains(var));
        start.disjuncts.into_iter().next().expect("the initial values are a point")
    }

    /// Nobody asks what a procedure that is never called does with its inputs.
    fn remembers_entry(&self, proc: ProcId) -> bool {
        self.memory == Memory::Everything || !self.graph.callers(proc).is_empty()
    }

    fn dead_at(&self, loc: LocId) -> VarSet {
        let mut dead = VarSet::default();
        let scope = self.scope(loc);
        let proc = self.program.loc(loc).proc;
        let arity = scope.arity();
        // Nobody wants to read what the front end keeps for itself.
        let is_shown = |var: VarId| self.memory == Memory::Everything && self.program.var(var).role == Role::Source;
        let is_live = |var: &VarId| is_shown(*var) || self.liveness.is_live(loc, *var);
        for (place, _) in scope.current().iter().enumerate().filter(|(_, var)| !is_live(var)) {
            dead.insert(arity.current_var(place as u32));
        }
        if !self.remembers_entry(proc) {
            (0..arity.entry).for_each(|place| dead.insert(arity.entry_var(place)));
        }
        dead
    }
}

fn call_site(program: &Program, scopes: &Scopes, edge: EdgeId) -> Option<CallSite> {
    let Op::Call { proc, results, .. } = &program.edge(edge).op else { return None };
    let caller = scopes.of_proc(program.loc(program.edge(edge).from).proc);
    let callee = scopes.of_proc(*proc);
    let outside = |var: VarId| caller.current_var(var).expect("what a callee uses is in its caller's scope");
    let globals = callee.globals().iter();
    let passed = globals.clone().map(|var| (callee.entry_var(*var).expect("a global of the callee"), outside(*var)));
    let now = |var: VarId| callee.current_var(var).expect("a variable of the callee");
    let back = globals.filter(|var| !results.contains(var)).map(|var| (now(*var), outside(*var)));
    let taken = results.iter().zip(&program.proc(*proc).results).map(|(to, from)| (now(*from), outside(*to)));
    let received: Vec<(Var, Var)> = back.chain(taken).collect();
    let changed = received.iter().map(|(_, to)| *to).collect();
    Some(CallSite { callee: *proc, globals: passed.collect(), received, changed })
}
