//! Local sets that are read although nothing has given them a value.
//!
//! Follows a function in the order of its text, and knows at each point which sets have surely no value yet, on no path.
//! What a loop does in its later rounds and what jumps skip is not followed: only certain mistakes are found. (Where it is
//! not certain, a set starts empty.)

use std::collections::BTreeSet;

use heureka_ir::span::Span;

use super::Typer;
use crate::ctype::CType;
use crate::diagnostic::Diagnostic;
use crate::tree::{Callee, Expr, ExprKind, Init, InitValue, LocalId, Place, PlaceKind, Stmt, StmtKind};

impl Typer {
    /// Complains about sets of the current function that are read before they have a value.
    pub(super) fn check_sets(&mut self, stmts: &[Stmt]) {
        let locals = &self.function_state().locals;
        if !locals.iter().any(|local| *self.types.get(local.ty) == CType::Set) {
            return;
        }
        let is_set = locals.iter().map(|local| *self.types.get(local.ty) == CType::Set).collect();
        let mut walk = Walk { is_set, unset: BTreeSet::new(), found: Vec::new() };
        walk.stmts(stmts);
        for (local, span) in walk.found {
            let declared = self.local(local);
            let (name, at) = (declared.name.map_or("<set>", |name| self.name(name)).to_owned(), declared.span);
            let message = format!("the set `{name}` is read before it has a value");
            let note = "sets with automatic storage start with none: `SetEmpty()` makes the empty set";
            self.report(Diagnostic::error(span, message).with_note_at(at, "declared here").with_note(note));
        }
    }
}

struct Walk {
    /// By local.
    is_set: Vec<bool>,
    /// Has no value on any path to here.
    unset: BTreeSet<LocalId>,
    found: Vec<(LocalId, Span)>,
}

impl Walk {
    fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Declare(local, None) => {
                if self.is_set[local.index()] {
                    self.unset.insert(*local);
                }
            }
            StmtKind::Declare(local, Some(init)) => {
                self.init(init);
                self.unset.remove(local);
            }
            StmtKind::Block(stmts) => self.stmts(stmts),
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.either(|this| this.stmt(then), |this| otherwise.iter().for_each(|stmt| this.stmt(stmt)));
            }
            StmtKind::While { condition, body } => {
                self.expr(condition);
                self.either(|this| this.stmt(body), |_| {});
            }
            StmtKind::DoWhile { body, condition } => {
                self.stmt(body);
                self.expr(condition);
            }
            StmtKind::For { init, condition, step, body } => {
                self.stmts(init);
                condition.iter().for_each(|condition| self.expr(condition));
                self.either(
                    |this| {
                        this.stmt(body);
                        step.iter().for_each(|step| this.expr(step));
                    },
                    |_| {},
                );
            }
            StmtKind::Switch { value, body } => {
                self.expr(value);
                self.either(|this| this.stmt(body), |_| {});
            }
            StmtKind::Return(value) => value.iter().for_each(|value| self.expr(value)),
            // Jumps come here from anywhere.
            StmtKind::Label(_) => self.unset.clear(),
            StmtKind::Case { .. }
            | StmtKind::Default
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Unsupported { .. } => {}
        }
    }

    /// One of two ways; what has surely no value after them has none after either.
    fn either(&mut self, one: impl FnOnce(&mut Walk), other: impl FnOnce(&mut Walk)) {
        let before = self.unset.clone();
        one(self);
        let after = std::mem::replace(&mut self.unset, before);
        other(self);
        self.unset.retain(|local| after.contains(local));
    }

    fn init(&mut self, init: &Init) {
        for item in &init.items {
            if let InitValue::Expr(value) = &item.value {
                self.expr(value);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Function(_) | ExprKind::SetEmpty => {}
            ExprKind::Load(place) => match place.kind {
                // Once is enough.
                PlaceKind::Local(local) if self.unset.remove(&local) => self.found.push((local, expr.span)),
                _ => self.place(place),
            },
            ExprKind::AddressOf(place) | ExprKind::Decay(place) | ExprKind::Step { place, .. } => self.place(place),
            ExprKind::Unary(_, operand)
            | ExprKind::Not(operand)
            | ExprKind::Convert(operand)
            | ExprKind::SetNotEmpty(operand) => self.expr(operand),
            ExprKind::Binary(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::PointerDiff(left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::SetChange { set: left, element: right, .. }
            | ExprKind::SetContains { set: left, element: right } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::And(first, second)
            | ExprKind::Or(first, second)
            | ExprKind::ConditionalValue { value: first, otherwise: second } => {
                self.expr(first);
                self.either(|this| this.expr(second), |_| {});
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(condition);
                self.either(|this| this.expr(then), |this| this.expr(otherwise));
            }
            ExprKind::Assign { place, value } => {
                self.expr(value);
                match place.kind {
                    PlaceKind::Local(local) => drop(self.unset.remove(&local)),
                    _ => self.place(place),
                }
            }
            ExprKind::CompoundAssign { place, right: value, .. }
            | ExprKind::PointerAssign { place, index: value, .. } => {
                self.expr(value);
                self.place(place);
            }
            ExprKind::Call { callee, args } => {
                if let Callee::Indirect(pointer) = callee {
                    self.expr(pointer);
                }
                args.iter().for_each(|arg| self.expr(arg));
            }
            ExprKind::Block { stmts, result } => {
                self.stmts(stmts);
                result.iter().for_each(|result| self.expr(result));
            }
            ExprKind::Unmodelled { operands, .. } => operands.iter().for_each(|operand| self.expr(operand)),
        }
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Str(_) => {}
            PlaceKind::Deref(pointer) => self.expr(pointer),
            PlaceKind::Field(base, _) => self.place(base),
            PlaceKind::Element(base, index) => {
                self.place(base);
                self.expr(index);
            }
            PlaceKind::Literal(_, init) => self.init(init),
            PlaceKind::Materialised(_, value) => self.expr(value),
        }
    }
}
