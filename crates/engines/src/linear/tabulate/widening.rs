//! Widening, so that the search ends (the future work of papers 002 and 000), and narrowing after it.
//!
//! Every cycle of the rules passes a *widening point*: the head of a loop that is not in closed form, or the entry or the
//! exit of a procedure that calls itself. There the path edges are kept in a bounded number of conjunctions that grow,
//! up to thresholds that the program's conditions suggest (see [`DlcWidening`]).
//!
//! Narrowing takes a complete widened tabulation and follows every rule once more from the widening points as they are:
//! what arrives there is all that can arrive, and often less than what is there. Since the rules are monotone, what
//! arrives is again an invariant (Cousot and Cousot, POPL 1977).

use std::collections::BTreeSet;

use heureka_ir::{ExprId, LocId, Node as Expr, ProcId};
use heureka_linear::{Canonical, Dlc, DlcWidening, Kind, LinearExpr, Row, Thresholds};
use heureka_number::Int;

use super::super::system::System;
use super::{Node, Parent, Stop, Tabulation};
use crate::linear::accelerate::Rounds;

/// Where and how to widen.
#[derive(Clone, Debug)]
pub struct Widening {
    /// By location.
    points: Vec<bool>,
    /// By procedure.
    thresholds: Vec<Thresholds>,
    /// How many conjunctions a widening point may have before they grow together.
    pub bound: usize,
}

impl Widening {
    pub fn new(system: &System, rounds: &[Option<Rounds>], bound: usize) -> Widening {
        let program = system.program;
        let is_closed =
            |id: heureka_ir::LoopId| rounds.get(id.index()).and_then(Option::as_ref).is_some_and(Rounds::is_complete);
        let is_point = |loc: LocId| {
            let proc_id = program.loc(loc).proc;
            let proc = program.proc(proc_id);
            let head = system.loop_at(loc);
            let recursive = system.graph.is_recursive(proc_id) && (loc == proc.entry || loc == proc.exit);
            recursive || head.is_some_and(|id| !is_closed(id))
        };
        Widening {
            points: program.loc_ids().map(is_point).collect(),
            thresholds: program.proc_ids().map(|proc| thresholds(system, proc)).collect(),
            bound,
        }
    }

    pub(super) fn state(&self, system: &System, loc: LocId) -> Option<DlcWidening> {
        let proc = system.program.loc(loc).proc;
        let thresholds = || self.thresholds[proc.index()].clone();
        self.points[loc.index()].then(|| DlcWidening::new(system.numbers(), self.bound, thresholds()))
    }
}

/// The conditions of a procedure, in both directions, and the constants in its expressions with their neighbours.
fn thresholds(system: &System, proc: ProcId) -> Thresholds {
    let program = system.program;
    let mut found = Thresholds::default();
    let mut rows = BTreeSet::new();
    let arity = system.scopes.of_proc(proc).arity();
    let own = program.edge_ids().filter(|edge| program.loc(program.edge(*edge).from).proc == proc);
    for edge in own {
        for (expr, kind) in system.step(edge).cases().iter().flat_map(|case| &case.guard) {
            if expr.vars().last().is_some_and(|var| var < arity.end()) {
                rows.extend(both_ways(system, expr, kind));
            }
        }
        program.exprs.visit(program.edge(edge).op.exprs(), |id: ExprId, node: &Expr| {
            if let (Expr::Int(_), Some(value)) = (node, program.exprs.as_const(id)) {
                found.constants.extend([value - 1, value, value + 1].map(Int::from));
            }
        });
    }
    found.rows = rows.into_iter().collect();
    found
}

/// `e ≥ 0` and `−e ≥ 0`, and each with one to spare: where a loop that stops at the condition may overshoot.
fn both_ways(system: &System, expr: &LinearExpr, kind: &Kind) -> Vec<Row> {
    if matches!(kind, Kind::Modulo { .. }) {
        return Vec::new();
    }
    let rows = [expr.clone(), expr.negated(), expr.plus_constant(1), expr.negated().plus_constant(1)];
    let row = |expr: LinearExpr| match Row::canonical(expr, Kind::AtLeast, system.numbers()) {
        Canonical::Row(row) => Some(row),
        Canonical::Always | Canonical::Never => None,
    };
    rows.into_iter().filter_map(row).collect()
}

impl<'s> Tabulation<'s> {
    /// Whether path edges were made larger than what was found.
    pub fn is_widened(&self) -> bool {
        self.plan.widening.is_some()
    }

    /// One step down from a complete tabulation with widening. `go_on` as for [`Tabulation::run`]; `None` if it said no.
    pub fn narrowed(&self, go_on: impl FnMut(&Tabulation) -> bool) -> Option<Tabulation<'s>> {
        let mut below = Tabulation::empty(self.system, self.plan);
        below.nodes.iter_mut().for_each(|node| node.widening = None);
        let widening = self.plan.widening.expect("narrowing follows widening");
        let program = self.system.program;
        for loc in program.loc_ids().filter(|loc| widening.points[loc.index()]) {
            self.path_edges_at(loc).disjuncts().for_each(|disjunct| below.add(loc, disjunct.clone(), Parent::Given));
            below.nodes[loc.index()].arrived = Some(Dlc::bottom(self.system.numbers()));
        }
        below.prop(program.proc(program.entry).entry, self.system.start(), Parent::Start);
        if below.run(go_on) == Stop::Paused {
            return None;
        }
        for node in &mut below.nodes {
            settle(node);
        }
        Some(below)
    }
}

/// What arrived takes the place of what was given.
fn settle(node: &mut Node) {
    if let Some(arrived) = node.arrived.take() {
        node.set = arrived;
    }
}
