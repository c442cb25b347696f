//! Statements: declarations and returns give values, whatever else a statement does with them is up to its expressions. Loops are
//! gone through once a round of the analysis.

use super::evaluate::Evaluation;
use super::objects::{NULL, NodeId, WILD};
use crate::tree::{Init, InitItem, InitValue, LocalId, PathStep, Stmt, StmtKind};

impl<'a> Evaluation<'a> {
    pub(super) fn stmts(&mut self, stmts: &'a [Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) => drop(self.expr(expr)),
            StmtKind::Declare(local, init) => self.declare(*local, init.as_ref()),
            StmtKind::Block(stmts) => self.inside(|this| this.stmts(stmts)),
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.inside(|this| this.stmt(then));
                if let Some(otherwise) = otherwise {
                    self.inside(|this| this.stmt(otherwise));
                }
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => self.repeated(|this| {
                this.expr(condition);
                this.inside(|this| this.stmt(body));
            }),
            StmtKind::For { init, condition, step, body } => self.inside(|this| {
                this.stmts(init);
                this.repeated(|this| {
                    for expr in condition.iter().chain(step) {
                        this.expr(expr);
                    }
                    this.inside(|this| this.stmt(body));
                });
            }),
            StmtKind::Switch { value, body } => {
                self.expr(value);
                self.inside(|this| this.stmt(body));
            }
            StmtKind::Return(Some(expr)) => {
                let value = self.expr(expr);
                let result = self.result_of(self.current);
                self.assign(&[result], expr.ty, &value);
            }
            StmtKind::Return(None)
            | StmtKind::Case { .. }
            | StmtKind::Default
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Unsupported { .. } => {}
        }
    }

    fn inside(&mut self, body: impl FnOnce(&mut Self)) {
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    fn repeated(&mut self, body: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.in_loop, true);
        body(self);
        self.in_loop = outer;
    }

    fn declare(&mut self, local: LocalId, init: Option<&'a Init>) {
        let root = self.local(self.current, local);
        match init {
            None => {
                self.hold_in_pointers(root, NULL);
                self.hold_in_pointers(root, WILD);
            }
            Some(init) => self.initialise(root, init),
        }
    }

    pub(super) fn initialise(&mut self, root: NodeId, init: &'a Init) {
        if init.zero_rest {
            self.hold_in_pointers(root, NULL);
        }
        self.init_items(root, init);
    }

    pub(super) fn init_items(&mut self, root: NodeId, init: &'a Init) {
        for InitItem { path, value } in &init.items {
            let InitValue::Expr(expr) = value else { continue };
            let value = self.expr(expr);
            if value.is_empty() {
                continue;
            }
            let node = path.iter().try_fold(root, |node, step| match step {
                PathStep::Field(field) => self.result.nodes.field(node, *field, &self.types),
                PathStep::Index(_) => self.result.nodes.element(node, &self.types),
            });
            if let Some(node) = node {
                self.assign(&[node], expr.ty, &value);
            }
        }
    }
}

/// Whether an execution may come to the end of these statements, as far as their form tells: loops and calls may end.
pub(super) fn may_fall_off(stmts: &[Stmt]) -> bool {
    stmts.last().is_none_or(|last| match &last.kind {
        StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Unsupported { .. } => false,
        StmtKind::Block(stmts) => may_fall_off(stmts),
        StmtKind::If { then, otherwise: Some(otherwise), .. } => {
            [then, otherwise].iter().any(|branch| may_fall_off(std::slice::from_ref(&**branch)))
        }
        _ => true,
    })
}
