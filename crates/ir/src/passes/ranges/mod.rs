//! Interval ranges of variables at every location, and what they make simpler.
//!
//! The analysis is flow-sensitive for scalars, joins all calls of a procedure, and keeps one interval for all cells of an
//! array during the whole program. It is sound for every execution: a value that is reached lies in its interval, and a
//! location that is reached is reachable here. Faulting evaluations end the execution and add nothing.

mod analysis;
mod state;

use std::sync::{Mutex, MutexGuard, PoisonError};

use analysis::Analysis;
use state::{State, View};

use crate::expr::Node;
use crate::ids::{ArrayId, EdgeId, ExprId, LocId, VarId};
use crate::interval::{self, Abstract, Evaluator, FaultSet, Interval};
use crate::loops::Loops;
use crate::op::{BinOp, UnOp};
use crate::passes::back::{Back, Fact};
use crate::passes::fold::simplify_steps;
use crate::passes::rebuild::{Plan, rebuild};
use crate::passes::simplify::Simplifier;
use crate::program::Program;

/// The result of the analysis of one program.
pub struct Ranges<'a> {
    program: &'a Program,
    loops: Loops,
    states: Vec<Option<State>>,
    cells: Vec<Interval>,
    /// Kept between questions, because it has room for every expression of the program.
    evaluator: Mutex<Evaluator>,
}

impl<'a> Ranges<'a> {
    pub fn of(program: &'a Program) -> Ranges<'a> {
        let loops = Loops::of(program);
        let mut analysis = Analysis::new(program, &loops);
        analysis.run();
        let Analysis { states, cells, .. } = analysis;
        Ranges { program, loops, states, cells, evaluator: Mutex::new(Evaluator::new()) }
    }

    /// False when no execution comes to the location.
    pub fn is_reachable(&self, loc: LocId) -> bool {
        self.states[loc.index()].is_some()
    }

    /// The values of a variable at a location; `None` when no execution comes there. A local that was not assigned yet has
    /// any value of its type.
    pub fn at(&self, loc: LocId, var: VarId) -> Option<Interval> {
        Some(self.states[loc.index()].as_ref()?.get(self.program, var))
    }

    /// The values of all cells of an array, at any time.
    pub fn cells(&self, array: ArrayId) -> Interval {
        self.cells[array.index()]
    }

    /// The values of an expression at a location and the faults that its evaluation can end with; `None` when no execution
    /// comes there.
    pub fn of_expr(&self, loc: LocId, expr: ExprId) -> Option<Abstract> {
        Some(self.evaluator().eval(&self.program.exprs, &self.view(loc)?, expr))
    }

    /// True when the result of the operator on top of the expression may differ from the result in the integers: it may wrap
    /// (unsigned arithmetic, a conversion, a left shift) or overflow.
    pub fn may_wrap(&self, loc: LocId, expr: ExprId) -> bool {
        let Some(view) = self.view(loc) else { return false };
        let pool = &self.program.exprs;
        let mut evaluator = self.evaluator();
        let mut value = |id: ExprId| evaluator.eval(pool, &view, id).value;
        let outside = |exact: Option<(i128, i128)>| {
            let whole = Interval::of_type(pool.int_ty(expr));
            exact.is_none_or(|(min, max)| min < whole.min || whole.max < max)
        };
        match *pool.node(expr) {
            Node::Cast(a) => value(a).is_some_and(|a| outside(Some((a.min, a.max)))),
            Node::Unary(UnOp::Neg, a) => value(a).is_some_and(|a| outside(Some((-a.max, -a.min)))),
            Node::Binary(op, a, b) => {
                let (Some(a), Some(b)) = (value(a), value(b)) else { return false };
                match op {
                    BinOp::Add => outside(Some((a.min + b.min, a.max + b.max))),
                    BinOp::Sub => outside(Some((a.min - b.max, a.max - b.min))),
                    BinOp::Mul => outside(interval::product(a, b).map(|exact| (exact.min, exact.max))),
                    BinOp::Shl => {
                        let amount = b.max.clamp(0, 63);
                        outside(Some((a.min.min(a.min << amount), a.max.max(a.max << amount))))
                    }
                    BinOp::Div => outside(Some((a.min.min(-a.max), a.max.max(-a.min)))) && b.contains(-1),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The faults that each edge can end with, for [`slice_with`](crate::passes::slice_with).
    pub fn edge_faults(&self) -> Vec<FaultSet> {
        let mut evaluator = self.evaluator();
        let faults = |id: EdgeId| {
            let edge = self.program.edge(id);
            let Some(view) = self.view(edge.from) else { return FaultSet::NONE };
            evaluator.step(&self.program.exprs, &view, &edge.op)
        };
        self.program.edge_ids().map(faults).collect()
    }

    fn evaluator(&self) -> MutexGuard<'_, Evaluator> {
        // An evaluator forgets everything when it is asked anew, so one that was left in the middle is as good as any.
        self.evaluator.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn view(&self, loc: LocId) -> Option<View<'_>> {
        let state = self.states[loc.index()].as_ref()?;
        Some(View { program: self.program, state, cells: &self.cells })
    }

    /// What the analysis found at heads of loops and at entries and exits of procedures, and about arrays. What holds at
    /// other locations follows from it along the graph, and [`at`](Ranges::at) tells it.
    pub fn facts(&self) -> Vec<Fact> {
        let program = self.program;
        let mut facts = Vec::new();
        for loc in program.loc_ids() {
            let proc = program.proc(program.loc(loc).proc);
            let counts = self.loops.is_head(loc) || proc.entry == loc || proc.exit == loc;
            if let Some(state) = self.states[loc.index()].as_ref().filter(|_| counts) {
                let entries = state.globals.entries().into_iter().chain(state.locals.entries());
                facts.extend(entries.map(|(var, interval)| Fact::At(loc, var, interval)));
            }
        }
        let known = |&array: &ArrayId| self.cells(array) != Interval::of_type(program.array(array).elem);
        facts.extend(program.array_ids().filter(known).map(|array| Fact::Cells(array, self.cells(array))));
        facts
    }
}

/// The program without what the ranges rule out: locations that are not reached, guards that always or never hold,
/// conversions that change nothing, expressions with one value. Executions are the same up to steps that do nothing.
pub fn simplify_by_ranges(program: &Program, ranges: &Ranges) -> (Program, Back) {
    let mut plan = Plan::new(program);
    plan.facts = ranges.facts();
    let mut simplifier: Option<Simplifier<View>> = None;
    for loc in program.loc_ids() {
        let Some(view) = ranges.view(loc) else {
            program.out_edges(loc).for_each(|id| plan.ops[id.index()] = None);
            continue;
        };
        match &mut simplifier {
            Some(simplifier) => simplifier.set_values(&plan.pool, view),
            none => *none = Some(Simplifier::new(&plan.pool, view)),
        }
        let simplifier = simplifier.as_mut().expect("set just now");
        simplify_steps(&mut plan, loc, &mut |pool, expr| simplifier.expr(pool, expr));
    }
    rebuild(plan)
}
