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

use super::super::encode::Step;
use super::super::system::System;
use super::partition::Partitioned;
use super::{Node, Parent, Stop, Tabulation};
use crate::linear::accelerate::Rounds;

/// What keeps states apart where they would grow together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Apart {
    Nothing,
    /// The equalities that procedures ask for.
    Signs,
    /// These, and the values of variables that have few.
    Values,
}

/// Where and how to widen.
#[derive(Clone, Debug)]
pub struct Widening {
    /// By location.
    points: Vec<bool>,
    /// By procedure.
    thresholds: Vec<Thresholds>,
    /// By procedure: expressions whose signs keep states apart.
    partitions: Vec<Vec<LinearExpr>>,
    by_values: bool,
    /// How many conjunctions a widening point may have before they grow together.
    pub bound: usize,
}

impl Widening {
    pub fn new(system: &System, rounds: &[Option<Rounds>], bound: usize, apart: Apart) -> Widening {
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
        let partition = |proc: ProcId| if apart == Apart::Nothing { Vec::new() } else { equalities(system, proc) };
        let partitions: Vec<Vec<LinearExpr>> = program.proc_ids().map(partition).collect();
        let mut thresholds: Vec<Thresholds> = program.proc_ids().map(|proc| thresholds(system, proc)).collect();
        for (thresholds, partition) in thresholds.iter_mut().zip(&partitions) {
            let signs = |expr: &LinearExpr| [expr.plus_constant(-1), expr.negated().plus_constant(-1)];
            thresholds.rows.extend(partition.iter().flat_map(signs).filter_map(|expr| at_least(system, expr)));
        }
        let by_values = apart == Apart::Values;
        Widening { points: program.loc_ids().map(is_point).collect(), thresholds, partitions, by_values, bound }
    }

    /// Whether something can keep states apart.
    pub fn is_partitioned(&self) -> bool {
        self.by_values || self.partitions.iter().any(|partition| !partition.is_empty())
    }

    pub(super) fn state(&self, system: &System, loc: LocId) -> Option<Partitioned> {
        let proc = system.program.loc(loc).proc;
        let thresholds = || self.thresholds[proc.index()].clone();
        let empty = || DlcWidening::new(system.numbers(), self.bound, thresholds());
        // What is dead cannot be asked for any more.
        let is_live = |expr: &&LinearExpr| expr.vars().all(|var| !system.dead(loc).contains(var));
        let partition = || -> Vec<LinearExpr> {
            self.partitions[proc.index()].iter().filter(is_live).take(MOST_SIGNS).cloned().collect()
        };
        self.points[loc.index()].then(|| Partitioned::new(&partition(), self.by_values, empty()))
    }
}

/// Expressions by whose signs the states of one location are kept apart: there may be three to the power of this many parts.
const MOST_SIGNS: usize = 4;

/// The expressions over at least two variables that are compared with zero for equality, in the order of the edges.
fn equalities(system: &System, proc: ProcId) -> Vec<LinearExpr> {
    let program = system.program;
    let arity = system.scopes.of_proc(proc).arity();
    let own = program.edge_ids().filter(|edge| program.loc(program.edge(*edge).from).proc == proc);
    let mut found: Vec<LinearExpr> = Vec::new();
    for (expr, kind) in own.flat_map(|edge| system.step(edge).cases()).flat_map(|case| &case.guard) {
        let is_own = expr.vars().all(|var| var.0 >= arity.entry && var < arity.end());
        if *kind == Kind::Equal && is_own && expr.terms().len() >= 2 && !found.contains(expr) {
            let negated = expr.negated();
            if !found.contains(&negated) {
                found.push(expr.clone());
            }
        }
    }
    found
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
        // What is copied stays near what it was copied from: `where = i`, and i goes on.
        for (var, value) in system.step(edge).cases().iter().flat_map(|case| &case.values) {
            let is_copy =
                matches!(value.terms(), [(other, factor)] if factor.is_one() && other != var && *other < arity.end());
            if is_copy && matches!(system.step(edge), Step::Local(_)) {
                rows.extend(both_ways(system, &LinearExpr::var(*var).minus(value), &Kind::Equal));
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
    rows.into_iter().filter_map(|expr| at_least(system, expr)).collect()
}

/// `e ≥ 0`, unless that says nothing.
fn at_least(system: &System, expr: LinearExpr) -> Option<Row> {
    match Row::canonical(expr, Kind::AtLeast, system.numbers()) {
        Canonical::Row(row) => Some(row),
        Canonical::Always | Canonical::Never => None,
    }
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
