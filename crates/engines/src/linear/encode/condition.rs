//! β⁺ and β⁻ (paper 000 §4): the ways in which a condition holds or fails, each a conjunction.
//!
//! The ways may overlap where that needs fewer rows: `a || b` holds by `a` or by `b`. Both β⁺ and β⁻ say that what was
//! evaluated has a value, so together they cover exactly the executions that do not end in the condition.

use heureka_ir::{CmpOp, ExprId, Node};
use heureka_linear::{Kind, LinearExpr};

use super::Arithmetic;
use super::bounds::Bounds;
use super::guards::GuardId;
use super::loss::Loss;
use super::normal::{MOST_CASES, Normaliser, Piece};

/// The ways in which a condition holds, or fails.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub cases: Vec<GuardId>,
    /// The evaluation surely does not end the execution.
    pub total: bool,
}

impl Normaliser<'_> {
    pub(super) fn condition_of_node(&mut self, expr: ExprId, truth: bool) -> Condition {
        match *self.program.exprs.node(expr) {
            Node::Bool(value) => {
                Condition { cases: Vec::from_iter((value == truth).then_some(GuardId::TRUE)), total: true }
            }
            Node::Not(a) => self.known_condition(a, !truth).as_ref().clone(),
            Node::And(a, b) if truth => self.both(expr, a, b, truth),
            Node::Or(a, b) if !truth => self.both(expr, a, b, truth),
            Node::And(a, b) | Node::Or(a, b) => self.either(expr, a, b, truth),
            Node::Ite(c, then, otherwise) => {
                let (yes, no) = (self.known_condition(c, true), self.known_condition(c, false));
                let (then, otherwise) = (self.known_condition(then, truth), self.known_condition(otherwise, truth));
                let mut cases = self.product(expr, &yes.cases, &then.cases);
                cases.extend(self.product(expr, &no.cases, &otherwise.cases));
                self.limited_condition(expr, cases, yes.total && then.total && otherwise.total)
            }
            Node::Compare(op, a, b) => self.comparison(expr, op, a, b, truth),
            // Either way is possible.
            Node::NotEmpty(_) => Condition { cases: vec![self.lose(GuardId::TRUE, Loss::Operator(expr))], total: true },
            Node::Int(_) | Node::Var(_) | Node::Read(..) | Node::Unary(..) | Node::Binary(..) | Node::Cast(_) => {
                panic!("a condition is expected, {expr} is an integer expression")
            }
        }
    }

    /// Both sides are evaluated and give `truth`.
    fn both(&mut self, expr: ExprId, a: ExprId, b: ExprId, truth: bool) -> Condition {
        let (a, b) = (self.known_condition(a, truth), self.known_condition(b, truth));
        let cases = self.product(expr, &a.cases, &b.cases);
        self.limited_condition(expr, cases, a.total && b.total)
    }

    /// The left side gives `truth`, or the right one does after the left one did not.
    ///
    /// If the left side always has a value it need not be said that it gave the other one: where it gives `truth`, the
    /// whole does too.
    fn either(&mut self, expr: ExprId, a: ExprId, b: ExprId, truth: bool) -> Condition {
        let (left, right) = (self.known_condition(a, truth), self.known_condition(b, truth));
        let mut cases = left.cases.clone();
        if self.needs_other(&left) {
            let other = self.known_condition(a, !truth);
            cases.extend(self.product(expr, &other.cases, &right.cases));
        } else if !self.allows_all(&left) {
            cases.extend(&right.cases);
        }
        self.limited_condition(expr, cases, left.total && right.total)
    }

    /// Whether the left side of [`either`](Normaliser::either) has to be known to give the other value.
    pub(super) fn needs_other(&self, left: &Condition) -> bool {
        !left.total && !self.allows_all(left)
    }

    fn allows_all(&self, condition: &Condition) -> bool {
        condition.cases.iter().any(|&case| self.guards.is_true(case))
    }

    /// A way of the one and a way of the other, without contradictions. If there are too many, only what the shorter list
    /// says.
    pub(super) fn product(&mut self, expr: ExprId, a: &[GuardId], b: &[GuardId]) -> Vec<GuardId> {
        let split = a.len() > 1 && b.len() > 1;
        let mut cases = Vec::new();
        for &left in a {
            for &right in b {
                cases.extend(self.joined(split, left, right));
                if cases.len() > MOST_CASES {
                    let fewer = if a.len() < b.len() { a } else { b };
                    return fewer.iter().map(|&guard| self.lose(guard, Loss::Cases(expr))).collect();
                }
            }
        }
        cases
    }

    fn limited_condition(&mut self, expr: ExprId, mut cases: Vec<GuardId>, total: bool) -> Condition {
        if cases.contains(&GuardId::TRUE) {
            cases = vec![GuardId::TRUE];
        }
        if cases.len() > MOST_CASES {
            cases = vec![self.lose(GuardId::TRUE, Loss::Cases(expr))];
        }
        Condition { cases, total }
    }

    fn comparison(&mut self, expr: ExprId, op: CmpOp, a: ExprId, b: ExprId, truth: bool) -> Condition {
        // The complement of a comparison is one: !(a < b) is b <= a.
        let (op, a, b) = match (op, truth) {
            (op, true) => (op, a, b),
            (CmpOp::Eq, false) => (CmpOp::Ne, a, b),
            (CmpOp::Ne, false) => (CmpOp::Eq, a, b),
            (CmpOp::Lt, false) => (CmpOp::Le, b, a),
            (CmpOp::Le, false) => (CmpOp::Lt, b, a),
        };
        let (a, b) = (self.known_value(a), self.known_value(b));
        let split = a.pieces.len() > 1 && b.pieces.len() > 1;
        let mut cases = Vec::new();
        for left in &a.pieces {
            for right in &b.pieces {
                let Some(guard) = self.joined(split, left.guard, right.guard) else { continue };
                self.compare(op, guard, left, right, &mut cases);
                if cases.len() > MOST_CASES {
                    return self.limited_condition(expr, cases, a.total && b.total);
                }
            }
        }
        self.limited_condition(expr, cases, a.total && b.total)
    }

    /// The rows of `left op right`: one, two for `!=`, or none where the bounds decide.
    fn compare(&mut self, op: CmpOp, guard: GuardId, left: &Piece, right: &Piece, cases: &mut Vec<GuardId>) {
        let difference = right.value.minus(&left.value);
        let bounds = right.bounds.minus(left.bounds).meet(self.bounds_of(&difference));
        if bounds.is_empty() {
            return;
        }
        match op {
            CmpOp::Le => cases.extend(self.within(guard, &difference, bounds, Bounds::at_least(0))),
            CmpOp::Lt => cases.extend(self.positive(guard, &difference, bounds)),
            CmpOp::Ne => {
                cases.extend(self.positive(guard, &difference, bounds));
                cases.extend(self.positive(guard, &difference.negated(), bounds.times(-1)));
            }
            CmpOp::Eq if bounds.as_point() == Some(0) => cases.push(guard),
            CmpOp::Eq if !bounds.contains(0) => {}
            CmpOp::Eq => cases.extend(self.guards.with(guard, difference, Kind::Equal)),
        }
    }

    /// The guard, and that a value is above 0.
    pub(super) fn positive(&mut self, guard: GuardId, value: &LinearExpr, bounds: Bounds) -> Option<GuardId> {
        match self.arithmetic {
            Arithmetic::Machine | Arithmetic::Integer => self.within(guard, value, bounds, Bounds::at_least(1)),
            Arithmetic::Real => self.guards.with(guard, value.clone(), Kind::Above),
        }
    }
}
