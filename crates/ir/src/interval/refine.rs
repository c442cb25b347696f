//! What a condition that holds says about variables.

use super::{Evaluator, Interval, Values, arith};
use crate::expr::{ExprPool, Node};
use crate::ids::{ExprId, VarId};
use crate::op::{BinOp, CmpOp, UnOp};

/// The variables that are narrowed when `condition` is evaluated without a fault and gives `truth`, each perhaps several
/// times (all hold); `None` when that is impossible. Looks through conversions that change no value, negation, and sums
/// and differences of which one operand is known.
pub fn refine(
    pool: &ExprPool,
    evaluator: &mut Evaluator,
    values: &impl Values,
    condition: ExprId,
    truth: bool,
) -> Option<Vec<(VarId, Interval)>> {
    let mut narrowed = Vec::new();
    let mut conditions = vec![(condition, truth)];
    evaluator.begin(pool);
    while let Some((id, truth)) = conditions.pop() {
        let known = evaluator.visit(pool, values, id).value?;
        if !known.contains(truth.into()) {
            return None;
        }
        match (pool.node(id), truth) {
            (Node::Not(a), _) => conditions.push((*a, !truth)),
            (Node::And(a, b), true) | (Node::Or(a, b), false) => conditions.extend([(*a, truth), (*b, truth)]),
            // One side decides when the other cannot.
            (Node::And(a, b), false) | (Node::Or(a, b), true) => {
                for (one, other) in [(a, b), (b, a)] {
                    if !can_be(evaluator, pool, values, *one, truth) {
                        conditions.push((*other, truth));
                    }
                }
            }
            (Node::Ite(c, then, otherwise), _) => {
                let then_possible =
                    can_be(evaluator, pool, values, *c, true) && can_be(evaluator, pool, values, *then, truth);
                let else_possible =
                    can_be(evaluator, pool, values, *c, false) && can_be(evaluator, pool, values, *otherwise, truth);
                match (then_possible, else_possible) {
                    (true, false) => conditions.extend([(*c, true), (*then, truth)]),
                    (false, true) => conditions.extend([(*c, false), (*otherwise, truth)]),
                    (true, true) => {}
                    (false, false) => return None,
                }
            }
            (Node::Compare(op, a, b), _) => {
                let left = evaluator.visit(pool, values, *a).value?;
                let right = evaluator.visit(pool, values, *b).value?;
                let (left, right) = compared(*op, truth, left, right)?;
                narrow(pool, evaluator, values, *a, left, &mut narrowed)?;
                narrow(pool, evaluator, values, *b, right, &mut narrowed)?;
            }
            _ => {}
        }
    }
    Some(narrowed)
}

fn can_be(evaluator: &mut Evaluator, pool: &ExprPool, values: &impl Values, id: ExprId, truth: bool) -> bool {
    evaluator.visit(pool, values, id).value.is_some_and(|value| value.contains(truth.into()))
}

/// The operands for which a comparison gives `truth`.
fn compared(op: CmpOp, truth: bool, a: Interval, b: Interval) -> Option<(Interval, Interval)> {
    let at_most = |limit: i128| Interval::new(i128::MIN, limit);
    let at_least = |limit: i128| Interval::new(limit, i128::MAX);
    match (op, truth) {
        (CmpOp::Eq, true) | (CmpOp::Ne, false) => a.meet(b).map(|both| (both, both)),
        (CmpOp::Eq, false) | (CmpOp::Ne, true) => Some((without(a, b)?, without(b, a)?)),
        (CmpOp::Lt, true) => Some((a.meet(at_most(b.max - 1))?, b.meet(at_least(a.min + 1))?)),
        (CmpOp::Le, true) => Some((a.meet(at_most(b.max))?, b.meet(at_least(a.min))?)),
        (CmpOp::Lt, false) => Some((a.meet(at_least(b.min))?, b.meet(at_most(a.max))?)),
        (CmpOp::Le, false) => Some((a.meet(at_least(b.min + 1))?, b.meet(at_most(a.max - 1))?)),
    }
}

/// `a` without the value of `b`, if `b` is one value at an end of `a`.
fn without(a: Interval, b: Interval) -> Option<Interval> {
    let Some(value) = b.as_point() else { return Some(a) };
    let min = if a.min == value { a.min + 1 } else { a.min };
    let max = if a.max == value { a.max - 1 } else { a.max };
    (min <= max).then_some(Interval { min, max })
}

/// Follows `expr` down to variables, given that its value is in `wanted`.
fn narrow(
    pool: &ExprPool,
    evaluator: &mut Evaluator,
    values: &impl Values,
    expr: ExprId,
    wanted: Interval,
    narrowed: &mut Vec<(VarId, Interval)>,
) -> Option<()> {
    let mut stack = vec![(expr, wanted)];
    while let Some((id, wanted)) = stack.pop() {
        match *pool.node(id) {
            Node::Var(var) => {
                values.var(var).meet(wanted)?;
                narrowed.push((var, wanted));
            }
            Node::Cast(a) => {
                let inner = evaluator.visit(pool, values, a).value?;
                if arith::cast(pool.int_ty(id), inner) == inner {
                    stack.push((a, inner.meet(wanted)?));
                }
            }
            Node::Unary(UnOp::Neg, a) if pool.int_ty(id).is_signed() => {
                stack.push((a, Interval::new(wanted.max.saturating_neg(), wanted.min.saturating_neg())));
            }
            Node::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let left = evaluator.visit(pool, values, a).value?;
                let right = evaluator.visit(pool, values, b).value?;
                let exact = match op {
                    BinOp::Add => Interval::new(left.min + right.min, left.max + right.max),
                    _ => Interval::new(left.min - right.max, left.max - right.min),
                };
                let ty = pool.int_ty(id);
                // A signed result that does not fit has faulted; an unsigned one has wrapped and says nothing simple.
                if !ty.is_signed() && !Interval::of_type(ty).includes(exact) {
                    continue;
                }
                let wanted = wanted.meet(Interval::of_type(ty))?;
                if let Some(value) = right.as_point() {
                    stack.push((a, wanted.shifted(if op == BinOp::Add { -value } else { value })));
                } else if let Some(value) = left.as_point() {
                    let other = match op {
                        BinOp::Add => wanted.shifted(-value),
                        _ => Interval::new(value - wanted.max, value - wanted.min),
                    };
                    stack.push((b, other));
                }
            }
            _ => {}
        }
    }
    Some(())
}
