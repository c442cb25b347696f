//! Conditions: truth values, branching, and expressions that choose.

use heureka_ir::{CmpOp, ExprId, IntTy, LocId, Span};

use super::Lowerer;
use super::value::Value;
use crate::points_to::NULL;
use crate::tree::{Comparison, Expr, ExprKind};

impl Lowerer<'_> {
    /// Branches on a scalar expression. Control does not come back.
    pub fn branch(&mut self, expr: &Expr, on_true: LocId, on_false: LocId) {
        match &expr.kind {
            ExprKind::Not(operand) => self.branch(operand, on_false, on_true),
            ExprKind::And(l, r) if !self.is_simple(r) => {
                let right = self.new_loc(r.span);
                self.branch(l, right, on_false);
                self.enter(right);
                self.branch(r, on_true, on_false);
            }
            ExprKind::Or(l, r) if !self.is_simple(r) => {
                let right = self.new_loc(r.span);
                self.branch(l, on_true, right);
                self.enter(right);
                self.branch(r, on_true, on_false);
            }
            ExprKind::Comma(l, r) => {
                self.effect(l);
                self.branch(r, on_true, on_false);
            }
            _ => {
                let condition = self.condition(expr);
                self.split(condition, on_true, on_false, expr.span);
            }
        }
    }

    /// The truth of a scalar expression.
    pub fn condition(&mut self, expr: &Expr) -> ExprId {
        match &expr.kind {
            ExprKind::Not(operand) => {
                let condition = self.condition(operand);
                self.b.exprs.not(condition)
            }
            ExprKind::Compare(op, l, r) => self.comparison(*op, l, r, expr),
            ExprKind::SetNotEmpty(set) => self.set_not_empty(set),
            ExprKind::And(l, r) if self.is_simple(r) => {
                let (l, r) = (self.condition(l), self.condition(r));
                self.b.exprs.and(l, r)
            }
            ExprKind::Or(l, r) if self.is_simple(r) => {
                let (l, r) = (self.condition(l), self.condition(r));
                self.b.exprs.or(l, r)
            }
            ExprKind::Convert(operand)
                if self.unit.types.int_ty(expr.ty).is_some_and(|to| self.keeps_truth(operand, to)) =>
            {
                self.condition(operand)
            }
            ExprKind::Int(value) => self.b.exprs.bool(*value != 0),
            _ => {
                let value = self.expr(expr);
                self.is_set(value, expr.span)
            }
        }
    }

    /// A conversion to a type that holds all values of the operand does not change whether it is zero.
    fn keeps_truth(&self, operand: &Expr, to: IntTy) -> bool {
        match self.unit.types.int_ty(operand.ty) {
            Some(from) => to.bits() >= from.bits() || to == IntTy::unsigned(1),
            None => self.unit.types.is_pointer(operand.ty) && to == IntTy::unsigned(1),
        }
    }

    pub fn is_set(&mut self, value: Value, span: Span) -> ExprId {
        match value {
            Value::Int(value) => {
                let zero = self.b.exprs.int(self.b.exprs.int_ty(value), 0);
                match self.b.exprs.as_const(value) {
                    Some(value) => self.b.exprs.bool(value != 0),
                    None => self.b.exprs.compare(CmpOp::Ne, value, zero),
                }
            }
            Value::Pointer(pointer) => {
                let null = self.points_to(&pointer, NULL);
                self.b.exprs.not(null)
            }
            // Typing turns most conditions on other values into integers that are not modelled, but not the operand of `?:`
            // without a middle, nor what a function without a prototype is given, such as `assert`.
            Value::Record(_) | Value::Opaque => {
                let source = heureka_ir::Source::Unmodelled("a condition that is neither integer nor pointer".into());
                let value = self.arbitrary_int(IntTy::INT, source, span);
                self.is_set(Value::Int(value), span)
            }
        }
    }

    fn comparison(&mut self, op: Comparison, l: &Expr, r: &Expr, whole: &Expr) -> ExprId {
        let (l, r) = self.pair(l, r);
        match (l, r) {
            (Value::Pointer(l), Value::Pointer(r)) => self.compare_pointers(op, l, r, whole.span),
            (Value::Int(l), Value::Int(r)) => match op {
                Comparison::Eq => self.b.exprs.compare(CmpOp::Eq, l, r),
                Comparison::Ne => self.b.exprs.compare(CmpOp::Ne, l, r),
                Comparison::Lt => self.b.exprs.compare(CmpOp::Lt, l, r),
                Comparison::Le => self.b.exprs.compare(CmpOp::Le, l, r),
                Comparison::Gt => self.b.exprs.compare(CmpOp::Lt, r, l),
                Comparison::Ge => self.b.exprs.compare(CmpOp::Le, r, l),
            },
            _ => {
                let source = heureka_ir::Source::Unmodelled("comparison of values that are not modelled".into());
                let value = self.arbitrary_int(IntTy::INT, source, whole.span);
                self.is_set(Value::Int(value), whole.span)
            }
        }
    }

    /// The `int` 0 or 1 of a logical expression.
    pub fn truth(&mut self, expr: &Expr) -> Value {
        let controlled = match &expr.kind {
            ExprKind::And(_, r) | ExprKind::Or(_, r) => !self.is_simple(r),
            ExprKind::Not(operand) => match &operand.kind {
                ExprKind::And(_, r) | ExprKind::Or(_, r) => !self.is_simple(r),
                _ => false,
            },
            _ => false,
        };
        let ty = self.int_ty(expr.ty);
        if !controlled {
            let condition = self.condition(expr);
            return Value::Int(self.bool_to_int(condition, ty));
        }
        let (yes, no, join) = (self.new_loc(expr.span), self.new_loc(expr.span), self.new_loc(expr.span));
        let result = self.temp(ty);
        self.branch(expr, yes, no);
        for (loc, value) in [(yes, 1), (no, 0)] {
            self.enter(loc);
            let value = self.b.exprs.int(ty, value);
            self.set(result, value, expr.span);
            self.jump(join, expr.span);
        }
        self.enter(join);
        Value::Int(self.b.var_expr(result))
    }

    pub fn conditional(&mut self, whole: &Expr, condition: &Expr, then: &Expr, otherwise: &Expr) -> Value {
        if self.is_simple(then) && self.is_simple(otherwise) {
            let condition = self.condition(condition);
            let (then, otherwise) = (self.expr(then), self.expr(otherwise));
            return self.choose(condition, then, otherwise);
        }
        let (yes, no) = (self.new_loc(whole.span), self.new_loc(whole.span));
        self.branch(condition, yes, no);
        self.enter(yes);
        let value = self.expr(then);
        let after = (self.at, self.fresh);
        self.enter(no);
        let other = self.expr(otherwise);
        self.join_values(after, value, other, whole)
    }

    pub fn conditional_value(&mut self, whole: &Expr, value: &Expr, otherwise: &Expr) -> Value {
        let value = self.expr(value);
        let value = self.hold_value(value, whole.span);
        let condition = self.is_set(value.clone(), whole.span);
        let value = self.convert(value, whole.ty, whole.span);
        let (yes, no) = (self.new_loc(whole.span), self.new_loc(whole.span));
        self.split(condition, yes, no, whole.span);
        self.enter(no);
        let other = self.expr(otherwise);
        self.join_values((Some(yes), None), value, other, whole)
    }

    /// Joins the branch that ended at `after` with value `value` and the current one with value `other`.
    fn join_values(
        &mut self,
        after: (Option<LocId>, Option<usize>),
        value: Value,
        other: Value,
        whole: &Expr,
    ) -> Value {
        let join = self.new_loc(whole.span);
        let slots = self.slots_for(&value, &other);
        self.fresh = None;
        self.set_slots(&slots, &other, whole.span);
        self.jump(join, whole.span);
        (self.at, self.fresh) = (after.0, None);
        self.set_slots(&slots, &value, whole.span);
        self.jump(join, whole.span);
        self.enter(join);
        self.slots_value(&slots)
    }
}
