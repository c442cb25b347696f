//! Code for expressions.
//!
//! Works off a stack of tasks instead of recursing, because expressions may be nested as deep as the user likes. Within
//! one edge nothing changes until all values are computed, so a subexpression that occurs twice is computed once; what
//! was computed under a condition is forgotten when the condition ends.

use std::collections::HashMap;

use super::code::{ArraySlot, Instr, Shape, Slot, Target};
use crate::expr::{ExprPool, Node};
use crate::ids::{ArrayId, EdgeId, ExprId};
use crate::op::{BinOp, CmpOp};
use crate::ty::IntTy;

enum Task {
    Value(ExprId, Slot),
    Condition {
        expr: ExprId,
        yes: Target,
        no: Target,
        next: Target,
    },
    Instr(Instr),
    /// A jump, unless its target is what follows.
    Goto {
        target: Target,
        next: Target,
    },
    Place(Target),
    Remember(ExprId, Slot),
    OpenScope,
    CloseScope,
}

pub(super) struct Emitter<'a> {
    pool: &'a ExprPool,
    slots: &'a [Slot],
    shapes: &'a [Shape],
    array_slots: &'a [ArraySlot],
    check_shift_overflow: bool,
    pub(super) instrs: Vec<Instr>,
    pub(super) origin: Vec<EdgeId>,
    /// The edge whose code is being made.
    pub(super) edge: EdgeId,
    /// By label; `u32::MAX` before it is placed.
    places: Vec<u32>,
    /// By expression: the slots of constants.
    constants: HashMap<ExprId, Slot>,
    /// The slots for intermediate values start here.
    first_temp: usize,
    /// Intermediate values of the current edge, and of the edge that has most.
    temps: usize,
    pub(super) max_temps: usize,
    known: HashMap<ExprId, Slot>,
    /// The expressions in `known`, oldest first, and how many there were when each scope was opened.
    order: Vec<ExprId>,
    scopes: Vec<usize>,
    tasks: Vec<Task>,
}

impl<'a> Emitter<'a> {
    /// Appends the constants of the program to `start`, the absolute slots with a value at the start.
    pub(super) fn new(
        pool: &'a ExprPool,
        slots: &'a [Slot],
        shapes: &'a [Shape],
        array_slots: &'a [ArraySlot],
        start: &mut Vec<(i128, IntTy)>,
        check_shift_overflow: bool,
    ) -> Emitter<'a> {
        let mut constants = HashMap::new();
        for expr in (0..pool.len() as u32).map(ExprId) {
            if let Some(value) = pool.as_const(expr) {
                constants.insert(expr, Slot::absolute(start.len()));
                start.push((value, pool.int_ty(expr)));
            }
        }
        Emitter {
            pool,
            slots,
            shapes,
            array_slots,
            check_shift_overflow,
            instrs: Vec::new(),
            origin: Vec::new(),
            edge: EdgeId(0),
            places: Vec::new(),
            constants,
            first_temp: start.len(),
            temps: 0,
            max_temps: 0,
            known: HashMap::new(),
            order: Vec::new(),
            scopes: Vec::new(),
            tasks: Vec::new(),
        }
    }

    /// Code from here on belongs to `edge`; intermediate values of the one before are forgotten.
    pub(super) fn begin_edge(&mut self, edge: EdgeId) {
        self.edge = edge;
        self.temps = 0;
        self.known.clear();
        self.order.clear();
    }

    pub(super) fn emit(&mut self, instr: Instr) {
        self.instrs.push(instr);
        self.origin.push(self.edge);
    }

    pub(super) fn label(&mut self) -> Target {
        self.places.push(u32::MAX);
        Target(self.places.len() as u32 - 1)
    }

    pub(super) fn place(&mut self, label: Target) {
        debug_assert_eq!(self.places[label.0 as usize], u32::MAX, "a label has one place");
        self.places[label.0 as usize] = self.instrs.len() as u32;
    }

    pub(super) fn is_placed(&self, label: Target) -> bool {
        self.places[label.0 as usize] != u32::MAX
    }

    /// The place in the code that a label stands for.
    pub(super) fn resolve(&self, label: Target) -> Target {
        let at = self.places[label.0 as usize];
        assert!(at != u32::MAX, "every label that is used is placed");
        Target(at)
    }

    /// Goes to code that is there already. Where that starts with a comparison, as loops do, the comparison is made here,
    /// which saves each round a jump.
    pub(super) fn go_back(&mut self, label: Target) {
        let at = self.resolve(label).0 as usize;
        let behind = Target(self.places.len() as u32);
        if let Some((opposite, otherwise)) = self.instrs[at].opposite(behind) {
            self.places.push(at as u32 + 1);
            self.edge = self.origin[at];
            self.emit(opposite);
            self.emit(Instr::Jump(otherwise));
        } else {
            self.emit(Instr::Jump(label));
        }
    }

    /// The expression without conversions that change no word: those to a type that has all values of the operand's. (In
    /// the other modes the same conversions change nothing, but for those to one bit.)
    fn unconverted(&self, mut expr: ExprId) -> ExprId {
        while let Node::Cast(operand) = *self.pool.node(expr) {
            let (from, to) = (self.pool.int_ty(operand), self.pool.int_ty(expr));
            if to.bits() == 1 || !(to.contains(from.min()) && to.contains(from.max())) {
                break;
            }
            expr = operand;
        }
        expr
    }

    /// True for arrays that are read and written with one index.
    pub(super) fn is_simple(&self, array: ArrayId) -> bool {
        self.shapes[array.index()].is_simple()
    }

    /// Consecutive fresh slots for intermediate values.
    pub(super) fn temps(&mut self, count: usize) -> Slot {
        let first = Slot::absolute(self.first_temp + self.temps);
        self.temps += count;
        self.max_temps = self.max_temps.max(self.temps);
        first
    }

    fn leaf(&self, expr: ExprId) -> Option<Slot> {
        match *self.pool.node(expr) {
            Node::Var(var) => Some(self.slots[var.index()]),
            Node::Int(_) => Some(self.constants[&expr]),
            _ => None,
        }
    }

    /// Code that computes an integer expression; the slot that holds it.
    pub(super) fn value(&mut self, expr: ExprId) -> Slot {
        let expr = self.unconverted(expr);
        if let Some(slot) = self.leaf(expr) {
            return slot;
        }
        let slot = self.temps(1);
        self.value_into(expr, slot);
        slot
    }

    /// Code that computes an integer expression into a slot, which is written last.
    pub(super) fn value_into(&mut self, expr: ExprId, slot: Slot) {
        self.tasks.push(Task::Value(expr, slot));
        self.work();
    }

    /// Code that computes expressions into consecutive slots, which may be those of a variable if there is but one.
    pub(super) fn values(&mut self, exprs: &[ExprId]) -> Slot {
        if let [expr] = *exprs {
            return self.value(expr);
        }
        let first = self.temps(exprs.len());
        for (at, &expr) in exprs.iter().enumerate() {
            self.value_into(expr, first.plus(at));
        }
        first
    }

    /// Code that goes to `yes` or `no`; it is followed by the code of `next`.
    pub(super) fn condition(&mut self, expr: ExprId, yes: Target, no: Target, next: Target) {
        self.tasks.push(Task::Condition { expr, yes, no, next });
        self.work();
    }

    fn work(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Value(expr, slot) => self.start_value(expr, slot),
                Task::Condition { expr, yes, no, next } => self.start_condition(expr, yes, no, next),
                Task::Instr(instr) => self.emit(instr),
                Task::Goto { target, next } => {
                    if target != next {
                        self.emit(Instr::Jump(target));
                    }
                }
                Task::Place(label) => self.place(label),
                Task::Remember(expr, slot) => {
                    if self.known.insert(expr, slot).is_none() {
                        self.order.push(expr);
                    }
                }
                Task::OpenScope => self.scopes.push(self.order.len()),
                Task::CloseScope => {
                    let keep = self.scopes.pop().expect("scopes are opened before they are closed");
                    for expr in self.order.drain(keep..) {
                        self.known.remove(&expr);
                    }
                }
            }
        }
    }

    /// Schedules tasks to be worked off in the order of the list.
    fn schedule<const N: usize>(&mut self, tasks: [Task; N]) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    /// The slot in which an operand will be, and the task that puts it there.
    fn operand(&mut self, expr: ExprId) -> (Slot, Option<Task>) {
        let expr = self.unconverted(expr);
        let there = self.leaf(expr).or_else(|| self.known.get(&expr).copied());
        there.map_or_else(
            || {
                let slot = self.temps(1);
                (slot, Some(Task::Value(expr, slot)))
            },
            |slot| (slot, None),
        )
    }

    fn start_value(&mut self, expr: ExprId, dst: Slot) {
        let expr = self.unconverted(expr);
        if let Some(src) = self.leaf(expr).or_else(|| self.known.get(&expr).copied()) {
            if src != dst {
                self.emit(Instr::Move { dst, src });
            }
            return;
        }
        if !dst.is_local() && dst.at(0) >= self.first_temp {
            self.tasks.push(Task::Remember(expr, dst));
        }
        let pool = self.pool;
        match *pool.node(expr) {
            Node::Read(array, ref indices) => {
                let slot = self.array_slots[array.index()];
                if self.shapes[array.index()].is_set() {
                    let (element, first) = self.operand(indices[0]);
                    self.tasks.push(Task::Instr(Instr::Contains { dst, set: slot, element }));
                    self.tasks.extend(first);
                } else if self.is_simple(array) {
                    let (index, first) = self.operand(indices[0]);
                    self.tasks.push(Task::Instr(Instr::Read { dst, array: slot, index }));
                    self.tasks.extend(first);
                } else {
                    let first = self.temps(indices.len());
                    self.tasks.push(Task::Instr(Instr::ReadAt { dst, array: slot, indices: first }));
                    for (at, &index) in indices.iter().enumerate().rev() {
                        self.tasks.push(Task::Value(index, first.plus(at)));
                    }
                }
            }
            Node::Unary(op, operand) => {
                let (src, first) = self.operand(operand);
                self.tasks.push(Task::Instr(Instr::Unary { op, ty: pool.int_ty(expr), dst, src }));
                self.tasks.extend(first);
            }
            Node::Cast(operand) => {
                let (src, first) = self.operand(operand);
                self.tasks.push(Task::Instr(Instr::Cast { to: pool.int_ty(expr), dst, src }));
                self.tasks.extend(first);
            }
            Node::Binary(op, left, right) => {
                let (a, first) = self.operand(left);
                let (b, second) = self.operand(right);
                let ty = pool.int_ty(expr);
                self.tasks.push(Task::Instr(binary(op, ty, dst, a, b)));
                if op == BinOp::Shl && ty.is_signed() && self.check_shift_overflow {
                    self.tasks.push(Task::Instr(Instr::CheckShift { ty, a, b }));
                }
                self.tasks.extend(second);
                self.tasks.extend(first);
            }
            Node::Ite(condition, then, otherwise) => {
                let (yes, no, end) = (self.label(), self.label(), self.label());
                self.schedule([
                    Task::Condition { expr: condition, yes, no, next: yes },
                    Task::Place(yes),
                    Task::OpenScope,
                    Task::Value(then, dst),
                    Task::CloseScope,
                    Task::Instr(Instr::Jump(end)),
                    Task::Place(no),
                    Task::OpenScope,
                    Task::Value(otherwise, dst),
                    Task::CloseScope,
                    Task::Place(end),
                ]);
            }
            Node::Int(_) | Node::Var(_) => unreachable!("leaves have slots"),
            Node::Bool(_) | Node::Compare(..) | Node::Not(_) | Node::And(..) | Node::Or(..) | Node::NotEmpty(_) => {
                panic!("an integer expression is expected, {expr} is a condition")
            }
        }
    }

    fn start_condition(&mut self, expr: ExprId, yes: Target, no: Target, next: Target) {
        let pool = self.pool;
        match *pool.node(expr) {
            Node::Bool(value) => {
                let target = if value { yes } else { no };
                self.schedule([Task::Goto { target, next }]);
            }
            Node::Not(operand) => self.tasks.push(Task::Condition { expr: operand, yes: no, no: yes, next }),
            Node::Compare(op, left, right) => {
                let (a, first) = self.operand(left);
                let (b, second) = self.operand(right);
                let large = pool.int_ty(left) == IntTy::unsigned(64);
                let (instr, target) =
                    if next == yes { (negated(op, large, a, b, no), no) } else { (branch(op, large, a, b, yes), no) };
                self.schedule([Task::Instr(instr), Task::Goto { target, next: if next == yes { no } else { next } }]);
                self.tasks.extend(second);
                self.tasks.extend(first);
            }
            Node::NotEmpty(set) => {
                let set = self.array_slots[set.index()];
                let (instr, next) = match next == yes {
                    true => (Instr::IfEmpty { set, target: no }, no),
                    false => (Instr::IfNotEmpty { set, target: yes }, next),
                };
                self.schedule([Task::Instr(instr), Task::Goto { target: no, next }]);
            }
            Node::And(left, right) => {
                let middle = self.label();
                self.schedule([
                    Task::Condition { expr: left, yes: middle, no, next: middle },
                    Task::Place(middle),
                    Task::OpenScope,
                    Task::Condition { expr: right, yes, no, next },
                    Task::CloseScope,
                ]);
            }
            Node::Or(left, right) => {
                let middle = self.label();
                self.schedule([
                    Task::Condition { expr: left, yes, no: middle, next: middle },
                    Task::Place(middle),
                    Task::OpenScope,
                    Task::Condition { expr: right, yes, no, next },
                    Task::CloseScope,
                ]);
            }
            Node::Ite(condition, then, otherwise) => {
                let (first, second) = (self.label(), self.label());
                self.schedule([
                    Task::Condition { expr: condition, yes: first, no: second, next: first },
                    Task::Place(first),
                    Task::OpenScope,
                    Task::Condition { expr: then, yes, no, next: second },
                    Task::CloseScope,
                    Task::Place(second),
                    Task::OpenScope,
                    Task::Condition { expr: otherwise, yes, no, next },
                    Task::CloseScope,
                ]);
            }
            Node::Int(_) | Node::Var(_) | Node::Read(..) | Node::Unary(..) | Node::Binary(..) | Node::Cast(_) => {
                panic!("a condition is expected, {expr} is an integer expression")
            }
        }
    }
}

fn binary(op: BinOp, ty: IntTy, dst: Slot, a: Slot, b: Slot) -> Instr {
    let bits = ty.bits();
    match (op, ty.is_signed()) {
        (BinOp::Add, true) => Instr::AddSigned { bits, dst, a, b },
        (BinOp::Add, false) => Instr::AddUnsigned { bits, dst, a, b },
        (BinOp::Sub, true) => Instr::SubSigned { bits, dst, a, b },
        (BinOp::Sub, false) => Instr::SubUnsigned { bits, dst, a, b },
        (BinOp::Mul, true) => Instr::MulSigned { bits, dst, a, b },
        (BinOp::Mul, false) => Instr::MulUnsigned { bits, dst, a, b },
        _ => Instr::Binary { op, ty, dst, a, b },
    }
}

/// Goes to `target` if the comparison holds; `large` says that the operands are of the unsigned 64-bit type.
fn branch(op: CmpOp, large: bool, a: Slot, b: Slot, target: Target) -> Instr {
    match (op, large) {
        (CmpOp::Eq, _) => Instr::IfEqual { a, b, target },
        (CmpOp::Ne, _) => Instr::IfNotEqual { a, b, target },
        (CmpOp::Lt, false) => Instr::IfLess { a, b, target },
        (CmpOp::Le, false) => Instr::IfLessOrEqual { a, b, target },
        (CmpOp::Lt, true) => Instr::IfLessUnsigned { a, b, target },
        (CmpOp::Le, true) => Instr::IfLessOrEqualUnsigned { a, b, target },
    }
}

/// Goes to `target` if the comparison does not hold.
fn negated(op: CmpOp, large: bool, a: Slot, b: Slot, target: Target) -> Instr {
    match op {
        CmpOp::Eq => branch(CmpOp::Ne, large, a, b, target),
        CmpOp::Ne => branch(CmpOp::Eq, large, a, b, target),
        CmpOp::Lt => branch(CmpOp::Le, large, b, a, target),
        CmpOp::Le => branch(CmpOp::Lt, large, b, a, target),
    }
}
