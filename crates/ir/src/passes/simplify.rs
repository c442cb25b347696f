//! Simpler expressions of the same value and with the same faults.
//!
//! Invariant: for all values within what is known, the result faults exactly when the original does, in the same way
//! (`x / 0` stays; `0 * f` is 0 only if f cannot fault). Left shifts that do not fit count as faults here.

use std::collections::HashMap;

use crate::expr::{ExprPool, Node};
use crate::ids::ExprId;
use crate::interval::{Evaluator, Interval, Values};
use crate::op::{BinOp, CmpOp, UnOp};
use crate::ty::IntTy;

/// A rule can make another one apply; more often than this in a row it does not.
const MOST_RULES: usize = 16;

/// Simplifies expressions of one pool, given what is known of variables and arrays.
pub(crate) struct Simplifier<V> {
    values: V,
    evaluator: Evaluator,
    known: HashMap<ExprId, ExprId>,
}

impl<V: Values> Simplifier<V> {
    pub fn new(pool: &ExprPool, values: V) -> Simplifier<V> {
        let mut evaluator = Evaluator::new();
        evaluator.begin(pool);
        Simplifier { values, evaluator, known: HashMap::new() }
    }

    /// Goes on with other knowledge.
    pub fn set_values(&mut self, pool: &ExprPool, values: V) {
        self.values = values;
        // Emptying a map costs its capacity, which one large expression may have made large for all that follow.
        self.known = HashMap::new();
        self.evaluator.begin(pool);
    }

    pub fn expr(&mut self, pool: &mut ExprPool, expr: ExprId) -> ExprId {
        let mut stack = vec![(expr, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.known.contains_key(&id) {
                continue;
            }
            if ready {
                let rebuilt = pool.with_operands(id, |operand| self.known[&operand]);
                let simple = self.node(pool, rebuilt);
                self.known.insert(id, simple);
            } else {
                stack.push((id, true));
                stack.extend(pool.operands(id).map(|operand| (operand, false)));
            }
        }
        self.known[&expr]
    }

    /// A node whose operands are simple.
    fn node(&mut self, pool: &mut ExprPool, mut id: ExprId) -> ExprId {
        for _ in 0..MOST_RULES {
            match self.constant(pool, id).or_else(|| self.rule(pool, id)) {
                Some(simpler) => id = simpler,
                None => break,
            }
        }
        id
    }

    /// The value of an expression that is always the same and never faults.
    fn constant(&mut self, pool: &mut ExprPool, id: ExprId) -> Option<ExprId> {
        if matches!(pool.node(id), Node::Int(_) | Node::Bool(_)) {
            return None;
        }
        let known = self.evaluator.eval_more(pool, &self.values, id);
        let value = known.value.filter(|_| known.faults.is_empty())?.as_point()?;
        Some(match pool.ty(id) {
            crate::ty::Ty::Bool => pool.bool(value == 1),
            crate::ty::Ty::Int(ty) => pool.int(ty, value),
        })
    }

    fn is_total(&mut self, pool: &ExprPool, id: ExprId) -> bool {
        self.evaluator.eval_more(pool, &self.values, id).faults.is_empty()
    }

    fn interval(&mut self, pool: &ExprPool, id: ExprId) -> Option<Interval> {
        self.evaluator.eval_more(pool, &self.values, id).value
    }

    fn rule(&mut self, pool: &mut ExprPool, id: ExprId) -> Option<ExprId> {
        match *pool.node(id) {
            Node::Unary(op, a) => match (op, pool.node(a)) {
                (UnOp::BitNot, Node::Unary(UnOp::BitNot, inner)) => Some(*inner),
                (UnOp::Neg, Node::Unary(UnOp::Neg, inner)) if !pool.int_ty(id).is_signed() => Some(*inner),
                _ => None,
            },
            Node::Binary(op, a, b) => self.binary(pool, op, a, b),
            Node::Compare(op, a, b) => self.compare(pool, op, a, b),
            Node::Cast(a) => self.cast(pool, pool.int_ty(id), a),
            Node::Ite(c, then, otherwise) => self.ite(pool, c, then, otherwise),
            Node::And(a, b) => match pool.as_bool(b) {
                Some(false) if self.is_total(pool, a) => Some(b),
                _ => (a == b).then_some(a),
            },
            Node::Or(a, b) => match pool.as_bool(b) {
                Some(true) if self.is_total(pool, a) => Some(b),
                _ => (a == b).then_some(a),
            },
            _ => None,
        }
    }

    fn binary(&mut self, pool: &mut ExprPool, op: BinOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let ty = pool.int_ty(a);
        let all_ones = if ty.is_signed() { -1 } else { ty.max() };
        let (left, right) = (pool.as_const(a), pool.as_const(b));
        match (op, left, right) {
            (BinOp::Add | BinOp::BitOr | BinOp::BitXor, Some(0), _) => return Some(b),
            (BinOp::Add | BinOp::Sub | BinOp::BitOr | BinOp::BitXor | BinOp::Shr, _, Some(0)) => return Some(a),
            (BinOp::Shl, _, Some(0)) if self.interval(pool, a).is_some_and(|a| a.min >= 0) => return Some(a),
            (BinOp::Mul, Some(1), _) => return Some(b),
            (BinOp::Mul | BinOp::Div, _, Some(1)) => return Some(a),
            (BinOp::Mul | BinOp::BitAnd, Some(0), _) if self.is_total(pool, b) => return Some(a),
            (BinOp::Mul | BinOp::BitAnd, _, Some(0)) if self.is_total(pool, a) => return Some(b),
            (BinOp::BitAnd, Some(mask), _) if mask == all_ones => return Some(b),
            (BinOp::BitAnd, _, Some(mask)) if mask == all_ones => return Some(a),
            (BinOp::BitAnd | BinOp::BitOr, ..) if a == b => return Some(a),
            (BinOp::Sub | BinOp::BitXor, ..) if a == b && self.is_total(pool, a) => return Some(pool.int(ty, 0)),
            _ => {}
        }
        // Sums with constants are collected where wrapping cannot be told from faulting: in unsigned types.
        if let (BinOp::Add | BinOp::Sub, Some(outer), false) = (op, right, ty.is_signed())
            && let Node::Binary(inner_op @ (BinOp::Add | BinOp::Sub), x, c) = *pool.node(a)
            && let Some(inner) = pool.as_const(c)
        {
            let signed = |op: BinOp, value: i128| if op == BinOp::Add { value } else { -value };
            let sum = pool.int(ty, ty.wrap(signed(op, outer) + signed(inner_op, inner)));
            return Some(pool.binary(BinOp::Add, x, sum));
        }
        None
    }

    fn compare(&mut self, pool: &mut ExprPool, op: CmpOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        if a == b && self.is_total(pool, a) {
            return Some(pool.bool(matches!(op, CmpOp::Eq | CmpOp::Le)));
        }
        if let Some(value) = pool.as_const(b)
            && let Some(simpler) = self.compare_const(pool, op, a, value, false)
        {
            return Some(simpler);
        }
        if let Some(value) = pool.as_const(a)
            && let Some(simpler) = self.compare_const(pool, op, b, value, true)
        {
            return Some(simpler);
        }
        // Two conversions from one type that change no value.
        if let (Node::Cast(x), Node::Cast(y)) = (pool.node(a).clone(), pool.node(b).clone())
            && pool.int_ty(x) == pool.int_ty(y)
            && self.is_exact(pool, pool.int_ty(a), x)
            && self.is_exact(pool, pool.int_ty(b), y)
        {
            return Some(pool.compare(op, x, y));
        }
        None
    }

    /// `a op value`, or `value op a` when `swapped`.
    fn compare_const(
        &mut self,
        pool: &mut ExprPool,
        op: CmpOp,
        a: ExprId,
        value: i128,
        swapped: bool,
    ) -> Option<ExprId> {
        let holds = |x: i128| if swapped { op.eval(value, x) } else { op.eval(x, value) };
        match *pool.node(a) {
            // The conditions that C turns into 0 and 1 and compares again.
            Node::Ite(c, then, otherwise) => {
                let (then, otherwise) = (pool.as_const(then)?, pool.as_const(otherwise)?);
                match (holds(then), holds(otherwise)) {
                    (true, false) => Some(c),
                    (false, true) => Some(pool.not(c)),
                    (same, _) => self.is_total(pool, c).then(|| pool.bool(same)),
                }
            }
            Node::Cast(x) if self.is_exact(pool, pool.int_ty(a), x) => {
                let ty = pool.int_ty(x);
                // A constant that the inner type cannot hold was decided by intervals, or x can fault.
                if !ty.contains(value) {
                    return None;
                }
                let value = pool.int(ty, value);
                Some(if swapped { pool.compare(op, value, x) } else { pool.compare(op, x, value) })
            }
            _ => None,
        }
    }

    /// True when converting `x` to `ty` cannot change its value.
    fn is_exact(&mut self, pool: &ExprPool, ty: IntTy, x: ExprId) -> bool {
        self.interval(pool, x).is_some_and(|x| Interval::of_type(ty).includes(x))
    }

    fn cast(&mut self, pool: &mut ExprPool, ty: IntTy, a: ExprId) -> Option<ExprId> {
        match *pool.node(a) {
            Node::Cast(x) => {
                let middle = pool.int_ty(a);
                let dropped = middle.bits() >= ty.bits() || self.is_exact(pool, middle, x);
                dropped.then(|| pool.cast(ty, x))
            }
            Node::Ite(c, then, otherwise) if pool.as_const(then).is_some() && pool.as_const(otherwise).is_some() => {
                let (then, otherwise) = (pool.cast(ty, then), pool.cast(ty, otherwise));
                Some(pool.ite(c, then, otherwise))
            }
            _ => None,
        }
    }

    fn ite(&mut self, pool: &mut ExprPool, c: ExprId, then: ExprId, otherwise: ExprId) -> Option<ExprId> {
        if then == otherwise && self.is_total(pool, c) {
            return Some(then);
        }
        if let Node::Not(inner) = *pool.node(c) {
            return Some(pool.ite(inner, otherwise, then));
        }
        match (pool.as_bool(then), pool.as_bool(otherwise)) {
            (Some(true), Some(false)) => Some(c),
            (Some(false), Some(true)) => Some(pool.not(c)),
            (Some(true), None) => Some(pool.or(c, otherwise)),
            (None, Some(false)) => Some(pool.and(c, then)),
            (Some(false), None) => {
                let not = pool.not(c);
                Some(pool.and(not, otherwise))
            }
            (None, Some(true)) => {
                let not = pool.not(c);
                Some(pool.or(not, then))
            }
            _ => None,
        }
    }
}
