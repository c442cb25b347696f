//! Makes faults visible in the graph, so that engines see only error locations.
//!
//! Before a step that can end with a fault of the given properties stands a branch: to an error location under the exact
//! condition of the fault, and on to the step under its negation. Faults of other properties stay where they are: they end
//! the execution. At a location with guards the branch is part of the guards, which go on to exclude each other.
//! Executions are the same, step for step; variables, arrays, procedures and old locations keep their ids.

use crate::expr::ExprPool;
use crate::fault::{Fault, Property};
use crate::faults::{FaultConditions, and, or};
use crate::ids::{EdgeId, ExprId, LocId};
use crate::passes::back::Back;
use crate::program::{Edge, LocKind, Op, Program};
use crate::span::Span;

/// The program with the faults of `properties` as error locations.
pub fn explicit_checks(program: &Program, properties: &[Property]) -> (Program, Back) {
    let (mut builder, _) = program.clone().into_builder();
    let mut checks = Checks {
        program,
        properties,
        pool: std::mem::take(&mut builder.exprs),
        conditions: FaultConditions::new(program).with_shift_overflow(properties.contains(&Property::Overflow)),
        locs: Vec::new(),
        edges: Vec::new(),
    };
    for loc in program.loc_ids() {
        checks.location(loc);
    }
    let Checks { pool, locs, mut edges, .. } = checks;
    builder.exprs = pool;
    let mut back = Back::identity(program);
    for (proc, kind, span, stands_at) in locs {
        builder.add_loc(proc, kind, span);
        back.locs.push(stands_at);
    }
    edges.sort_by_key(|(edge, _)| edge.from);
    back.edges = edges.iter().map(|&(_, old)| old).collect();
    back.choices = vec![None; program.edges().len()];
    for (at, (edge, old)) in edges.iter().enumerate() {
        if let Some(old) = old.filter(|_| edge.op.is_havoc()) {
            back.choices[old.index()] = Some(EdgeId(at as u32));
        }
    }
    builder.edges = edges.into_iter().map(|(edge, _)| edge).collect();
    (builder.finish(program.entry), back)
}

struct Checks<'a> {
    program: &'a Program,
    properties: &'a [Property],
    pool: ExprPool,
    conditions: FaultConditions<'a>,
    /// New locations: procedure, kind, span, and the old location at which they stand.
    locs: Vec<(crate::ids::ProcId, LocKind, Span, LocId)>,
    /// New edges, with the old ones they stand for.
    edges: Vec<(Edge, Option<EdgeId>)>,
}

impl Checks<'_> {
    fn location(&mut self, loc: LocId) {
        let program = self.program;
        let edges: Vec<EdgeId> = program.out_edges(loc).collect();
        // What must hold for the next guard to be evaluated: the ones before were false, without a fault.
        let mut reached = self.pool.bool(true);
        // The faults that were asked for, of the guards so far.
        let mut checked: Vec<ExprId> = Vec::new();
        let mut none_checked = self.pool.bool(true);
        for (at, &id) in edges.iter().enumerate() {
            let edge = program.edge(id);
            let all = self.conditions.of_op(&mut self.pool, &edge.op);
            let asked = all.iter().filter(|(fault, _)| self.properties.contains(&fault.property()));
            for &(fault, condition) in asked {
                // Guards of one location often share the expression that faults; then the first has been the check.
                if checked.contains(&condition) {
                    continue;
                }
                checked.push(condition);
                let fails = and(&mut self.pool, none_checked, condition);
                let fails = and(&mut self.pool, reached, fails);
                self.error(loc, id, fault, fails);
                let passes = self.pool.not(condition);
                none_checked = and(&mut self.pool, none_checked, passes);
            }
            let is_checked = self.pool.as_bool(none_checked) != Some(true);
            match edge.op {
                Op::Assume(guard) => {
                    let guarded = self.pool.and(none_checked, guard);
                    self.edges.push((Edge { op: Op::Assume(guarded), ..edge.clone() }, Some(id)));
                    if at + 1 < edges.len() {
                        let mut any = self.pool.bool(false);
                        for &(_, condition) in &all {
                            any = or(&mut self.pool, any, condition);
                        }
                        let (fine, not) = (self.pool.not(any), self.pool.not(guard));
                        let passed = and(&mut self.pool, fine, not);
                        reached = and(&mut self.pool, reached, passed);
                    }
                }
                _ if is_checked => {
                    let middle = self.add_loc(loc, LocKind::Normal, edge.span);
                    let passes = Edge { from: loc, to: middle, op: Op::Assume(none_checked), span: edge.span };
                    self.edges.push((passes, None));
                    self.edges.push((Edge { from: middle, ..edge.clone() }, Some(id)));
                }
                _ => self.edges.push((edge.clone(), Some(id))),
            }
        }
    }

    fn add_loc(&mut self, at: LocId, kind: LocKind, span: Span) -> LocId {
        self.locs.push((self.program.loc(at).proc, kind, span, at));
        LocId((self.program.locs.len() + self.locs.len() - 1) as u32)
    }

    fn error(&mut self, loc: LocId, id: EdgeId, fault: Fault, condition: ExprId) {
        let span = self.program.edge(id).span;
        let to = self.add_loc(loc, LocKind::Error { fault, note: fault.to_string().into() }, span);
        self.edges.push((Edge { from: loc, to, op: Op::Assume(condition), span }, Some(id)));
    }
}
