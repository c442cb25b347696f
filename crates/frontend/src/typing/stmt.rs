//! Statements.
//!
//! A statement that is wrong is reported and left out; those around and inside it are still typed.

use heureka_ir::span::Span;

use super::assign::Purpose;
use super::jump::Switch;
use super::{Typed, Typer};
use crate::ast::{self, ForInit, StmtKind as S};
use crate::tree::{Expr, Stmt, StmtKind};

impl Typer {
    /// Types the statements of a block in a scope of their own.
    pub(super) fn block(&mut self, block: &ast::Block) -> Vec<Stmt> {
        self.scopes.enter();
        let stmts = self.stmts(&block.stmts);
        self.scopes.leave();
        stmts
    }

    pub(super) fn stmts(&mut self, stmts: &[ast::Stmt]) -> Vec<Stmt> {
        let labels = self.enter_label_scope();
        let mut out = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            self.stmt(stmt, &mut out);
        }
        self.leave_label_scope(labels);
        out
    }

    /// Types a statement, which may become several (a label and what follows it, lengths and a declaration).
    pub(super) fn stmt(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        let span = stmt.span;
        let kind = match &stmt.kind {
            S::Empty => return,
            S::Expr(expr) => self.value(expr).map(StmtKind::Expr),
            S::Declaration(declaration) => return self.declaration(declaration, out),
            S::StaticAssert(assertion) => {
                // A failure has been reported.
                let _ = self.static_assert(assertion);
                return;
            }
            S::Block(block) => Ok(StmtKind::Block(self.block(block))),
            S::If(branch) => self.if_statement(branch),
            S::Switch(switch) => self.switch(switch),
            S::While(repeat) => {
                let condition = self.condition(&repeat.condition);
                let body = self.loop_body(&repeat.body);
                condition.map(|condition| StmtKind::While { condition, body })
            }
            S::DoWhile(repeat) => {
                let body = self.loop_body(&repeat.body);
                self.condition(&repeat.condition).map(|condition| StmtKind::DoWhile { body, condition })
            }
            S::For(repeat) => self.for_statement(repeat),
            S::Case(case) => {
                let label = self.case(case, span);
                return self.labelled(label, &case.body, span, out);
            }
            S::Default(body) => {
                let label = self.default_case(span);
                return self.labelled(label, body, span, out);
            }
            S::Label { label, body } => {
                let label = self.define_label(*label, span).map(StmtKind::Label);
                return self.labelled(label, body, span, out);
            }
            S::Goto(label) => self.use_label(*label, span).map(StmtKind::Goto),
            S::ComputedGoto(target) => {
                let target = self.value(target);
                target.map(|target| {
                    out.push(Stmt { kind: StmtKind::Expr(target), span });
                    StmtKind::Unsupported { what: "computed goto" }
                })
            }
            S::Break => self.leave_loop("break", self.function_state().breakable, StmtKind::Break, span),
            S::Continue => self.leave_loop("continue", self.function_state().loops, StmtKind::Continue, span),
            S::Return(value) => self.return_statement(value.as_ref(), span, out),
            S::Asm(asm) => return self.asm(asm, span, out),
            S::LocalLabels(names) => {
                for &name in names {
                    self.declare_local_label(name, span);
                }
                return;
            }
        };
        if let Ok(kind) = kind {
            out.push(Stmt { kind, span });
        }
    }

    fn labelled(&mut self, label: Typed<StmtKind>, body: &ast::Stmt, span: Span, out: &mut Vec<Stmt>) {
        if let Ok(kind) = label {
            out.push(Stmt { kind, span });
        }
        self.stmt(body, out);
    }

    /// A statement that is part of another, as one statement.
    fn body(&mut self, body: &ast::Stmt) -> Box<Stmt> {
        let mut stmts = Vec::new();
        self.stmt(body, &mut stmts);
        let span = body.span;
        Box::new(match <[Stmt; 1]>::try_from(stmts) {
            Ok([only]) => only,
            Err(stmts) => Stmt { kind: StmtKind::Block(stmts), span },
        })
    }

    fn loop_body(&mut self, body: &ast::Stmt) -> Box<Stmt> {
        let state = self.function_state_mut();
        state.loops += 1;
        state.breakable += 1;
        let body = self.body(body);
        let state = self.function_state_mut();
        state.loops -= 1;
        state.breakable -= 1;
        body
    }

    fn if_statement(&mut self, branch: &ast::If) -> Typed<StmtKind> {
        let condition = self.condition(&branch.condition);
        let then = self.body(&branch.then);
        let otherwise = branch.otherwise.as_ref().map(|otherwise| self.body(otherwise));
        Ok(StmtKind::If { condition: condition?, then, otherwise })
    }

    fn for_statement(&mut self, repeat: &ast::For) -> Typed<StmtKind> {
        self.scopes.enter();
        let mut init = Vec::new();
        match &repeat.init {
            ForInit::None => {}
            ForInit::Expr(expr) => {
                if let Ok(value) = self.value(expr) {
                    init.push(Stmt { span: value.span, kind: StmtKind::Expr(value) });
                }
            }
            ForInit::Declaration(declaration) => self.declaration(declaration, &mut init),
        }
        let condition = repeat.condition.as_ref().map(|condition| self.condition(condition)).transpose();
        let step = repeat.step.as_ref().map(|step| self.value(step)).transpose();
        let body = self.loop_body(&repeat.body);
        self.scopes.leave();
        Ok(StmtKind::For { init, condition: condition?, step: step?, body })
    }

    fn switch(&mut self, switch: &ast::Switch) -> Typed<StmtKind> {
        let value = self.switch_value(&switch.value);
        let ty = value.as_ref().map_or(self.common.int, |value| value.ty);
        let state = self.function_state_mut();
        state.switches.push(Switch::new(ty));
        state.breakable += 1;
        let body = self.body(&switch.body);
        let state = self.function_state_mut();
        state.switches.pop();
        state.breakable -= 1;
        Ok(StmtKind::Switch { value: value?, body })
    }

    fn switch_value(&mut self, expr: &ast::Expr) -> Typed<Expr> {
        let value = self.used_value(expr)?;
        if self.is_int(value.ty) {
            return Ok(self.promote(value));
        }
        if self.is_integer_like(value.ty) {
            let wide = self.int_type(ast::IntKind::LongLong);
            return Ok(self.convert(value, wide));
        }
        let message = format!("`switch` needs an integer, not a value of type `{}`", self.type_text(value.ty));
        Err(self.error(expr.span, message))
    }

    fn leave_loop(&mut self, keyword: &str, depth: u32, kind: StmtKind, span: Span) -> Typed<StmtKind> {
        if depth > 0 {
            return Ok(kind);
        }
        let around = if keyword == "break" { "loop or `switch`" } else { "loop" };
        Err(self.error(span, format!("`{keyword}` outside of a {around}")))
    }

    fn return_statement(&mut self, value: Option<&ast::Expr>, span: Span, out: &mut Vec<Stmt>) -> Typed<StmtKind> {
        let result = self.function_state().result;
        let Some(expr) = value else {
            if !self.is_void(result) {
                self.warning(span, "`return` without a value in a function that has a result");
            }
            return Ok(StmtKind::Return(None));
        };
        let value = self.value(expr)?;
        if self.is_void(result) {
            if !self.is_void(value.ty) {
                self.warning(expr.span, "`return` with a value in a function that has no result");
            }
            out.push(Stmt { kind: StmtKind::Expr(value), span });
            return Ok(StmtKind::Return(None));
        }
        let value = self.assign_convert(value, result, Purpose::Return, expr.span)?;
        Ok(StmtKind::Return(Some(value)))
    }

    fn asm(&mut self, asm: &ast::Asm, span: Span, out: &mut Vec<Stmt>) {
        for operand in asm.inputs.iter().chain(&asm.outputs) {
            // The operands are checked; what the assembly does with them is not known anyway.
            let _ = self.expr(&operand.value);
        }
        for &label in &asm.labels {
            let _ = self.use_label(label, span);
        }
        // Nothing happens to operands that are read and written by no instruction.
        let is_kept = |operand: &ast::AsmOperand| match &operand.constraint.units {
            ast::StrUnits::Bytes(bytes) => bytes.starts_with(b"+"),
            ast::StrUnits::Wide(_) => false,
        };
        let is_barrier = asm.template.units.is_empty() && asm.outputs.iter().all(is_kept) && asm.labels.is_empty();
        if !is_barrier {
            out.push(Stmt { kind: StmtKind::Unsupported { what: "inline assembly" }, span });
        }
    }
}
