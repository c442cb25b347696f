//! Constant folding: simpler expressions, no steps that are never taken, nothing that is not used.
//!
//! A global that is never written has its initial value everywhere (a [`Fact`] of the way back). Faults stay as they are,
//! so executions are the same up to steps that do nothing: traces and verdicts carry over both ways.

use crate::expr::{ExprPool, Node};
use crate::ids::{ArrayId, ExprId, LocId, VarId};
use crate::interval::{Interval, Values};
use crate::passes::back::{Back, Fact};
use crate::passes::rebuild::{Plan, rebuild};
use crate::passes::simplify::Simplifier;
use crate::program::{Array, Op, Program, Var};

/// The program with constants folded.
pub fn fold(program: &Program) -> (Program, Back) {
    let constants = Constants::of(program);
    let facts = constants.facts();
    let mut plan = Plan::new(program);
    plan.facts = facts;
    let mut simplifier = Simplifier::new(&plan.pool, constants);
    for loc in program.loc_ids() {
        simplify_steps(&mut plan, loc, &mut |pool, expr| simplifier.expr(pool, expr));
    }
    rebuild(plan)
}

/// Simplifies the steps out of a location, and leaves out those that their guards rule out.
pub(super) fn simplify_steps(plan: &mut Plan, loc: LocId, simplify: &mut impl FnMut(&mut ExprPool, ExprId) -> ExprId) {
    let mut decided = false;
    let mut is_first = true;
    for id in plan.program.out_edges(loc) {
        let Some(op) = plan.ops[id.index()].take().filter(|_| !decided) else { continue };
        let op = op.map_exprs(|expr| simplify(&mut plan.pool, expr));
        plan.ops[id.index()] = match op.guard().and_then(|guard| plan.pool.as_bool(guard)) {
            Some(false) => continue,
            Some(true) => {
                // Later guards are not tried; with no guard before it, this step is the only one.
                decided = true;
                Some(if is_first { Op::Skip } else { op })
            }
            None => Some(without_copies(op, &plan.pool)),
        };
        is_first = false;
    }
}

/// Leaves out `x := x`.
fn without_copies(op: Op, pool: &ExprPool) -> Op {
    match op {
        Op::Assign(pairs) => {
            let copies = |pair: &(VarId, ExprId)| *pool.node(pair.1) == Node::Var(pair.0);
            Op::Assign(pairs.into_iter().filter(|pair| !copies(pair)).collect())
        }
        op => op,
    }
}

/// The values of globals that are never written.
struct Constants<'a> {
    program: &'a Program,
    values: Vec<Option<i128>>,
}

impl Constants<'_> {
    fn of(program: &Program) -> Constants<'_> {
        let initial = |var: &Var| (var.owner.is_none()).then_some(var.init);
        let mut values: Vec<Option<i128>> = program.vars.iter().map(initial).collect();
        for var in program.edges().iter().flat_map(|edge| edge.op.written_vars()) {
            values[var.index()] = None;
        }
        Constants { program, values }
    }

    fn facts(&self) -> Vec<Fact> {
        let fact = |var: VarId| Some(Fact::Everywhere(var, Interval::point(self.values[var.index()]?)));
        self.program.var_ids().filter_map(fact).collect()
    }
}

impl Values for Constants<'_> {
    fn var(&self, var: VarId) -> Interval {
        match self.values[var.index()] {
            Some(value) => Interval::point(value),
            None => Interval::of_type(self.program.var(var).ty),
        }
    }

    fn cells(&self, array: ArrayId) -> Interval {
        Interval::of_type(self.program.array(array).elem)
    }

    fn array(&self, array: ArrayId) -> &Array {
        self.program.array(array)
    }
}
