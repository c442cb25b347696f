//! `e → (B, ne)` (paper 000 §4): an integer expression as a list of guarded linear expressions without conditionals.
//!
//! [`Normaliser`] answers two kinds of goals about the expressions of one step: the pieces of an integer expression, and
//! (in `condition`) the ways in which a condition holds or fails. Goals are solved on a stack of their own and
//! remembered, so depth costs no stack and a shared subexpression is encoded once: its undefined values and quotients are
//! the same wherever it occurs, which is right because expressions have no side effects.
//!
//! Where we deviate from the paper: an expression of a program can end the execution (overflow, division by zero), so B
//! also holds what must be true for `e` to have a value. Only the parts that C evaluates count: a branch that is not
//! taken adds nothing.

use std::collections::HashMap;
use std::rc::Rc;

use heureka_ir::passes::Ranges;
use heureka_ir::{ArrayId, ExprId, IntTy, LocId, Node, Program, VarId};
use heureka_linear::{Kind, LinearExpr, Numbers, Var};

use super::super::scope::Scope;
use super::Arithmetic;
use super::arithmetic::Operator;
use super::bounds::{Bounds, constant};
use super::condition::Condition;
use super::guards::{GuardId, Guards, LossId};
use super::loss::Loss;

/// The most pieces that an expression, and the most cases that a step is given; beyond, values become `u`.
pub(super) const MOST_CASES: usize = 1024;

/// One pair `(B, ne)`. Whenever the guard holds, the value is in its bounds.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub guard: GuardId,
    pub value: LinearExpr,
    pub bounds: Bounds,
}

/// All pairs of an expression.
#[derive(Clone, Debug)]
pub(super) struct Normal {
    pub pieces: Vec<Piece>,
    /// The evaluation surely does not end the execution: the guards of the pieces cover everything.
    pub total: bool,
}

impl Normal {
    pub fn new() -> Normal {
        Normal { pieces: Vec::new(), total: true }
    }

    pub fn of(piece: Piece) -> Normal {
        Normal { pieces: vec![piece], total: true }
    }

    pub fn push(&mut self, mut piece: Piece) {
        if piece.bounds.is_empty() {
            return;
        }
        if let Some(value) = piece.bounds.as_point() {
            piece.value = LinearExpr::constant_of(value);
        }
        self.pieces.push(piece);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Goal {
    Value(ExprId),
    /// The condition holds, or fails.
    Holds(ExprId, bool),
}

/// The expressions of one step, in normal form.
pub(super) struct Normaliser<'a> {
    pub(super) program: &'a Program,
    pub(super) scope: &'a Scope,
    /// Only for machine integers.
    ranges: Option<&'a Ranges<'a>>,
    loc: LocId,
    pub(super) arithmetic: Arithmetic,
    pub(super) guards: Guards,
    /// The bounds of the fresh variables, which follow the variables of the scope.
    fresh: Vec<Bounds>,
    pub(super) losses: Vec<Loss>,
    values: HashMap<ExprId, Rc<Normal>>,
    conditions: HashMap<(ExprId, bool), Rc<Condition>>,
}

impl<'a> Normaliser<'a> {
    pub fn new(
        program: &'a Program,
        scope: &'a Scope,
        ranges: Option<&'a Ranges<'a>>,
        loc: LocId,
        arithmetic: Arithmetic,
    ) -> Normaliser<'a> {
        Normaliser {
            program,
            scope,
            ranges: ranges.filter(|_| arithmetic == Arithmetic::Machine),
            loc,
            arithmetic,
            guards: Guards::new(arithmetic.numbers()),
            fresh: Vec::new(),
            losses: Vec::new(),
            values: HashMap::new(),
            conditions: HashMap::new(),
        }
    }

    /// The pieces of an integer expression.
    pub fn value(&mut self, expr: ExprId) -> Rc<Normal> {
        self.achieve(Goal::Value(expr));
        self.known_value(expr)
    }

    /// β⁺ or β⁻: the ways in which a condition holds, or fails.
    pub fn condition(&mut self, expr: ExprId, truth: bool) -> Rc<Condition> {
        self.achieve(Goal::Holds(expr, truth));
        self.known_condition(expr, truth)
    }

    pub(super) fn known_value(&self, expr: ExprId) -> Rc<Normal> {
        Rc::clone(self.values.get(&expr).expect("the premises of a goal are solved before it"))
    }

    pub(super) fn known_condition(&self, expr: ExprId, truth: bool) -> Rc<Condition> {
        Rc::clone(self.conditions.get(&(expr, truth)).expect("the premises of a goal are solved before it"))
    }

    fn is_solved(&self, goal: Goal) -> bool {
        match goal {
            Goal::Value(expr) => self.values.contains_key(&expr),
            Goal::Holds(expr, truth) => self.conditions.contains_key(&(expr, truth)),
        }
    }

    fn achieve(&mut self, goal: Goal) {
        let mut stack = vec![goal];
        while let Some(&goal) = stack.last() {
            if self.is_solved(goal) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let open = self.premises(goal).into_iter().filter(|premise| !self.is_solved(*premise));
            stack.extend(open);
            if stack.len() > waiting {
                continue;
            }
            match goal {
                Goal::Value(expr) => {
                    let normal = self.value_of_node(expr);
                    self.values.insert(expr, Rc::new(normal));
                }
                Goal::Holds(expr, truth) => {
                    let condition = self.condition_of_node(expr, truth);
                    self.conditions.insert((expr, truth), Rc::new(condition));
                }
            }
        }
    }

    /// What is needed next to solve a goal; all of it, once what was asked before is solved.
    fn premises(&self, goal: Goal) -> Vec<Goal> {
        let pool = &self.program.exprs;
        match goal {
            Goal::Value(expr) => match *pool.node(expr) {
                Node::Ite(c, then, otherwise) => {
                    vec![Goal::Holds(c, true), Goal::Holds(c, false), Goal::Value(then), Goal::Value(otherwise)]
                }
                _ => pool.operands(expr).map(Goal::Value).collect(),
            },
            Goal::Holds(expr, truth) => match *pool.node(expr) {
                Node::Not(a) => vec![Goal::Holds(a, !truth)],
                Node::And(a, b) | Node::Or(a, b) => {
                    let mut goals = vec![Goal::Holds(a, truth), Goal::Holds(b, truth)];
                    // See `either`: the left side also has to have a value when the right one decides.
                    let decides_alone = matches!(pool.node(expr), Node::Or(..)) == truth;
                    if decides_alone && self.conditions.get(&(a, truth)).is_some_and(|left| self.needs_other(left)) {
                        goals.push(Goal::Holds(a, !truth));
                    }
                    goals
                }
                Node::Ite(c, then, otherwise) => vec![
                    Goal::Holds(c, true),
                    Goal::Holds(c, false),
                    Goal::Holds(then, truth),
                    Goal::Holds(otherwise, truth),
                ],
                _ => pool.operands(expr).map(Goal::Value).collect(),
            },
        }
    }

    fn value_of_node(&mut self, expr: ExprId) -> Normal {
        let pool = &self.program.exprs;
        match *pool.node(expr) {
            Node::Int(_) => Normal::of(literal(GuardId::TRUE, pool.as_const(expr).expect("a constant has a value"))),
            Node::Var(var) => self.var(var),
            Node::Read(array, ref indices) => self.read(expr, array, indices),
            Node::Unary(op, a) => {
                let (ty, a) = (pool.int_ty(expr), self.known_value(a));
                let mut result = Normal { pieces: Vec::new(), total: a.total };
                for piece in &a.pieces {
                    self.unary(op, ty, expr, piece, &mut result);
                }
                self.limited(expr, result)
            }
            Node::Cast(a) => {
                let (ty, a) = (pool.int_ty(expr), self.known_value(a));
                let mut result = Normal { pieces: Vec::new(), total: a.total };
                for piece in &a.pieces {
                    self.cast(ty, expr, piece, &mut result);
                }
                self.limited(expr, result)
            }
            Node::Binary(op, a, b) => {
                let operator = Operator { op, ty: pool.int_ty(expr), expr };
                let (a, b) = (self.known_value(a), self.known_value(b));
                let mut result = Normal { pieces: Vec::new(), total: a.total && b.total };
                let split = a.pieces.len() > 1 && b.pieces.len() > 1;
                for left in &a.pieces {
                    for right in &b.pieces {
                        if let Some(guard) = self.joined(split, left.guard, right.guard) {
                            self.binary(operator, guard, left, right, &mut result);
                        }
                        if result.pieces.len() > MOST_CASES {
                            return self.limited(expr, result);
                        }
                    }
                }
                result
            }
            Node::Ite(c, then, otherwise) => {
                let mut result = Normal::new();
                for (truth, branch) in [(true, then), (false, otherwise)] {
                    let (condition, branch) = (self.known_condition(c, truth), self.known_value(branch));
                    result.total &= condition.total && branch.total;
                    let split = condition.cases.len() > 1 && branch.pieces.len() > 1;
                    for &case in &condition.cases {
                        for piece in &branch.pieces {
                            if let Some(guard) = self.joined(split, case, piece.guard) {
                                result.push(Piece { guard, ..piece.clone() });
                            }
                        }
                    }
                }
                self.limited(expr, result)
            }
            Node::Bool(_) | Node::Compare(..) | Node::Not(_) | Node::And(..) | Node::Or(..) | Node::NotEmpty(_) => {
                panic!("an integer expression is expected, {expr} is a condition")
            }
        }
    }

    fn var(&self, var: VarId) -> Normal {
        let place = self.scope.current_var(var).expect("a variable that a step reads is in the scope of its procedure");
        let mut normal = Normal::new();
        normal.push(Piece {
            guard: GuardId::TRUE,
            value: LinearExpr::var(place),
            bounds: self.bounds_of_program_var(var),
        });
        normal
    }

    fn bounds_of_program_var(&self, var: VarId) -> Bounds {
        if self.arithmetic != Arithmetic::Machine {
            return Bounds::ANY;
        }
        let known = self.ranges.and_then(|ranges| ranges.at(self.loc, var));
        known.map_or_else(|| Bounds::of_type(self.program.var(var).ty), Bounds::from)
    }

    pub(super) fn bounds_of_cells(&self, array: ArrayId) -> Bounds {
        let known = self.ranges.map(|ranges| Bounds::from(ranges.cells(array)));
        known.unwrap_or_else(|| Bounds::of_type(self.program.array(array).elem))
    }

    pub(super) fn bounds_of_var(&self, var: Var) -> Bounds {
        let first = self.scope.arity().end().0;
        if var.0 >= first {
            return self.fresh[(var.0 - first) as usize];
        }
        self.scope.program_var(var).map_or(Bounds::ANY, |(var, _)| self.bounds_of_program_var(var))
    }

    pub(super) fn bounds_of(&self, expr: &LinearExpr) -> Bounds {
        Bounds::of_linear(expr, |var| self.bounds_of_var(var))
    }

    /// A variable of the paper's set U that has these bounds. The guard must say them, unless its rows imply them.
    pub(super) fn fresh(&mut self, bounds: Bounds) -> LinearExpr {
        let var = Var(self.scope.arity().end().0 + self.fresh.len() as u32);
        self.fresh.push(bounds);
        LinearExpr::var(var)
    }

    /// The undefined value `u`, within bounds, where the program has the value of `expr`.
    pub(super) fn undefined(&mut self, guard: GuardId, bounds: Bounds, loss: Loss) -> Piece {
        let value = self.fresh(bounds);
        let guard = self.within(guard, &value, Bounds::ANY, bounds).expect("a fresh variable can have any value");
        Piece { guard: self.lose(guard, loss), value, bounds }
    }

    /// The guard, marked with a loss.
    pub(super) fn lose(&mut self, guard: GuardId, loss: Loss) -> GuardId {
        let id = LossId(self.losses.len() as u32);
        self.losses.push(loss);
        self.guards.with_loss(guard, id)
    }

    /// The guard, and that a value is in `range`; nothing is said that the value's bounds show already. `None` if it is
    /// never in range.
    pub(super) fn within(
        &mut self,
        guard: GuardId,
        value: &LinearExpr,
        known: Bounds,
        range: Bounds,
    ) -> Option<GuardId> {
        let mut guard = guard;
        if let Some(low) = range.low.filter(|&low| known.low.is_none_or(|known| known < low)) {
            guard = self.guards.with(guard, value.plus_constant(-low), Kind::AtLeast)?;
        }
        if let Some(high) = range.high.filter(|&high| known.high.is_none_or(|known| high < known)) {
            guard = self.guards.with(guard, value.negated().plus_constant(high), Kind::AtLeast)?;
        }
        (!known.meet(range).is_empty()).then_some(guard)
    }

    /// Both guards. Contradictions are looked for only where both sides have a choice: elsewhere they are seen in the end.
    pub(super) fn joined(&mut self, split: bool, a: GuardId, b: GuardId) -> Option<GuardId> {
        if split { self.guards.compatible(a, b) } else { Some(self.guards.both(a, b)) }
    }

    /// The pieces, or one undefined value if there are too many.
    pub(super) fn limited(&mut self, expr: ExprId, normal: Normal) -> Normal {
        if normal.pieces.len() <= MOST_CASES { normal } else { self.collapsed(expr) }
    }

    /// One undefined value for an expression that has too many pieces.
    pub(super) fn collapsed(&mut self, expr: ExprId) -> Normal {
        let bounds = match self.arithmetic {
            Arithmetic::Machine => {
                let known = self.ranges.and_then(|ranges| ranges.of_expr(self.loc, expr)?.value);
                known.map_or_else(|| Bounds::of_type(self.program.exprs.int_ty(expr)), Bounds::from)
            }
            Arithmetic::Integer | Arithmetic::Real => Bounds::ANY,
        };
        // That it has a value is not said any more.
        let mut normal = Normal { pieces: Vec::new(), total: false };
        let piece = self.undefined(GuardId::TRUE, bounds, Loss::Cases(expr));
        normal.push(piece);
        normal
    }

    pub(super) fn numbers(&self) -> Numbers {
        self.arithmetic.numbers()
    }
}

/// A constant.
pub(super) fn literal(guard: GuardId, value: i128) -> Piece {
    Piece { guard, value: LinearExpr::constant_of(value), bounds: Bounds::point(value) }
}

impl Piece {
    /// The value, if it is a constant.
    pub fn constant(&self) -> Option<i128> {
        constant(&self.value)
    }
}

/// The type's own bounds, for arithmetic that stays in them.
pub(super) fn type_bounds(arithmetic: Arithmetic, ty: IntTy) -> Bounds {
    match arithmetic {
        Arithmetic::Machine => Bounds::of_type(ty),
        Arithmetic::Integer | Arithmetic::Real => Bounds::ANY,
    }
}
