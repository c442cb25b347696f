//! The exact conditions under which an expression faults, as expressions of the same pool.
//!
//! Invariant: a condition never faults itself, whatever the values. It holds exactly when evaluation, left to right and
//! with `And`, `Or` and `Ite` lazy, ends with that fault; so the conditions of one expression exclude each other.
//!
//! Conditions are built once for each node of the pool, bottom up, so their size is linear in the shared expression.

mod bounds;
mod overflow;

use std::collections::HashMap;

use crate::expr::{ExprPool, Node};
use crate::fault::Fault;
use crate::ids::{ArrayId, ExprId};
use crate::op::BinOp;
use crate::program::{Array, Op, Program, Var};

/// The faults that evaluating an expression can end with.
pub const EXPRESSION_FAULTS: [Fault; 5] =
    [Fault::OutOfBounds, Fault::SignedOverflow, Fault::ShiftAmount, Fault::ShiftOverflow, Fault::DivisionByZero];

/// The conditions under which an expression of `program` faults; they are made in `pool`, which must hold the
/// expression. For many expressions keep one [`FaultConditions`].
pub fn fault_conditions(pool: &mut ExprPool, program: &Program, expr: ExprId) -> Vec<(Fault, ExprId)> {
    FaultConditions::new(program).of_expr(pool, expr)
}

/// How the evaluation of one node can end.
#[derive(Clone, Copy)]
struct Ends {
    /// By the position of the fault in [`EXPRESSION_FAULTS`].
    bad: [ExprId; EXPRESSION_FAULTS.len()],
    /// There is no fault.
    ok: ExprId,
}

/// Makes conditions and remembers them for each node.
pub struct FaultConditions<'a> {
    arrays: &'a [Array],
    vars: &'a [Var],
    shift_overflow: bool,
    known: HashMap<ExprId, Ends>,
}

impl<'a> FaultConditions<'a> {
    pub fn new(program: &'a Program) -> FaultConditions<'a> {
        FaultConditions { arrays: &program.arrays, vars: &program.vars, shift_overflow: false, known: HashMap::new() }
    }

    /// Counts a left shift that does not fit as a fault: so it is where the property `overflow` is asked for.
    pub fn with_shift_overflow(mut self, counts: bool) -> FaultConditions<'a> {
        self.shift_overflow = counts;
        self.known.clear();
        self
    }

    /// One condition for each fault that is possible.
    pub fn of_expr(&mut self, pool: &mut ExprPool, expr: ExprId) -> Vec<(Fault, ExprId)> {
        let ends = self.ends(pool, expr);
        listed(pool, ends)
    }

    /// The conditions under which the step faults: its expressions in their order, then its own array access.
    pub fn of_op(&mut self, pool: &mut ExprPool, op: &Op) -> Vec<(Fault, ExprId)> {
        let mut ends = Ends::none(pool);
        for expr in op.exprs() {
            let next = self.ends(pool, expr);
            ends.then(pool, next);
        }
        if let Some((array, indices)) = op.access() {
            self.access(pool, &mut ends, array, indices);
        }
        listed(pool, ends)
    }

    fn ends(&mut self, pool: &mut ExprPool, expr: ExprId) -> Ends {
        let mut stack = vec![(expr, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.known.contains_key(&id) {
                continue;
            }
            if ready {
                let ends = self.node(pool, id);
                self.known.insert(id, ends);
            } else {
                stack.push((id, true));
                stack.extend(pool.operands(id).map(|operand| (operand, false)));
            }
        }
        self.known[&expr]
    }

    /// The ends of a node whose operands are known.
    fn node(&self, pool: &mut ExprPool, id: ExprId) -> Ends {
        match *pool.node(id) {
            Node::And(a, b) => self.lazy(pool, a, Some(b), None),
            Node::Or(a, b) => self.lazy(pool, a, None, Some(b)),
            Node::Ite(c, then, otherwise) => self.lazy(pool, c, Some(then), Some(otherwise)),
            _ => self.strict(pool, id),
        }
    }

    /// `then` is evaluated when `condition` holds, `otherwise` when not; the other operand is not.
    fn lazy(&self, pool: &mut ExprPool, condition: ExprId, then: Option<ExprId>, otherwise: Option<ExprId>) -> Ends {
        let none = Ends::none(pool);
        let ends_of = |operand: Option<ExprId>| operand.map_or(none, |operand| self.known[&operand]);
        let (then, otherwise) = (ends_of(then), ends_of(otherwise));
        let mut branch = none;
        for at in 0..EXPRESSION_FAULTS.len() {
            branch.bad[at] = choose(pool, condition, then.bad[at], otherwise.bad[at]);
        }
        branch.ok = choose(pool, condition, then.ok, otherwise.ok);
        let mut ends = self.known[&condition];
        ends.then(pool, branch);
        ends
    }

    fn strict(&self, pool: &mut ExprPool, id: ExprId) -> Ends {
        let mut ends = Ends::none(pool);
        let operands: Vec<ExprId> = pool.operands(id).collect();
        for operand in &operands {
            ends.then(pool, self.known[operand]);
        }
        match *pool.node(id) {
            Node::Read(array, _) => self.access(pool, &mut ends, array, &operands),
            Node::Unary(op, a) => {
                let overflow = overflow::unary(pool, op, a);
                ends.fault(pool, Fault::SignedOverflow, overflow);
            }
            Node::Binary(op @ (BinOp::Div | BinOp::Rem), a, b) => {
                let zero = pool.int(pool.int_ty(b), 0);
                let by_zero = overflow::equals(pool, b, zero);
                ends.fault(pool, Fault::DivisionByZero, by_zero);
                let overflow = overflow::binary(pool, op, a, b);
                ends.fault(pool, Fault::SignedOverflow, overflow);
            }
            Node::Binary(op @ (BinOp::Shl | BinOp::Shr), a, b) => {
                let amount = overflow::shift_amount(pool, a, b);
                ends.fault(pool, Fault::ShiftAmount, amount);
                if self.shift_overflow && op == BinOp::Shl {
                    let overflow = overflow::shift(pool, a, b);
                    ends.fault(pool, Fault::ShiftOverflow, overflow);
                }
            }
            Node::Binary(op, a, b) => {
                let overflow = overflow::binary(pool, op, a, b);
                ends.fault(pool, Fault::SignedOverflow, overflow);
            }
            _ => {}
        }
        ends
    }

    fn access(&self, pool: &mut ExprPool, ends: &mut Ends, array: ArrayId, indices: &[ExprId]) {
        let outside = bounds::outside(pool, self.arrays, self.vars, array, indices);
        ends.fault(pool, Fault::OutOfBounds, outside);
    }
}

impl Ends {
    fn none(pool: &mut ExprPool) -> Ends {
        Ends { bad: [pool.bool(false); EXPRESSION_FAULTS.len()], ok: pool.bool(true) }
    }

    /// What is evaluated next, if there was no fault so far.
    fn then(&mut self, pool: &mut ExprPool, next: Ends) {
        for (bad, next) in self.bad.iter_mut().zip(next.bad) {
            let reached = and(pool, self.ok, next);
            *bad = or(pool, *bad, reached);
        }
        self.ok = and(pool, self.ok, next.ok);
    }

    /// Ends with `fault` if `condition` holds and there was no fault so far.
    fn fault(&mut self, pool: &mut ExprPool, fault: Fault, condition: ExprId) {
        let mut next = Ends::none(pool);
        let at = EXPRESSION_FAULTS.iter().position(|&listed| listed == fault).expect("a fault of expressions");
        next.bad[at] = condition;
        next.ok = pool.not(condition);
        self.then(pool, next);
    }
}

fn listed(pool: &ExprPool, ends: Ends) -> Vec<(Fault, ExprId)> {
    let possible = |&(_, condition): &(Fault, ExprId)| pool.as_bool(condition) != Some(false);
    EXPRESSION_FAULTS.into_iter().zip(ends.bad).filter(possible).collect()
}

/// Conjunction of conditions that cannot fault, so that also `x && false` is false.
pub(crate) fn and(pool: &mut ExprPool, a: ExprId, b: ExprId) -> ExprId {
    match pool.as_bool(b) {
        Some(false) => b,
        _ if a == b => a,
        _ => pool.and(a, b),
    }
}

/// Disjunction of conditions that cannot fault.
pub(crate) fn or(pool: &mut ExprPool, a: ExprId, b: ExprId) -> ExprId {
    match pool.as_bool(b) {
        Some(true) => b,
        _ if a == b => a,
        _ => pool.or(a, b),
    }
}

/// `condition ? then : otherwise` over conditions that cannot fault.
fn choose(pool: &mut ExprPool, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
    if then == otherwise {
        return then;
    }
    match (pool.as_bool(then), pool.as_bool(otherwise)) {
        (Some(true), _) => or(pool, condition, otherwise),
        (_, Some(false)) => and(pool, condition, then),
        (Some(false), _) => {
            let not = pool.not(condition);
            and(pool, not, otherwise)
        }
        (_, Some(true)) => {
            let not = pool.not(condition);
            or(pool, not, then)
        }
        _ => pool.ite(condition, then, otherwise),
    }
}
