//! Conditions and the conditional operator.

use heureka_ir::span::Span;

use super::{Typed, Typer};
use crate::ast;
use crate::ctype::{CType, TyId};
use crate::diagnostic::Diagnostic;
use crate::tree::{Expr, ExprKind};

impl Typer {
    /// A value that decides: an integer or a pointer. The truth of a value that is not modelled is an unknown `int`.
    pub(super) fn condition(&mut self, expr: &ast::Expr) -> Typed<Expr> {
        let value = self.used_value(expr)?;
        self.truth(value)
    }

    fn truth(&mut self, value: Expr) -> Typed<Expr> {
        let span = value.span;
        if !self.is_scalar(value.ty) {
            let message = format!("a value of type `{}` cannot be a condition", self.type_text(value.ty));
            return Err(self.error(span, message));
        }
        if !self.is_opaque(value.ty) {
            return Ok(value);
        }
        Ok(match self.float_value(&value) {
            Some(float) => self.int(i128::from(float != 0.0), self.common.int, span),
            None => {
                let what = self.opaque_kind(value.ty);
                self.unmodelled(what, vec![value], self.common.int, span)
            }
        })
    }

    pub(super) fn conditional(&mut self, conditional: &ast::Conditional, span: Span) -> Typed<Expr> {
        let Some(then) = &conditional.then else {
            return self.conditional_value(conditional, span);
        };
        let condition = self.condition(&conditional.condition);
        let then = self.value(then);
        let otherwise = self.value(&conditional.otherwise)?;
        let (condition, then) = (condition?, then?);
        let ty = self.branch_type(&then, &otherwise, span)?;
        let then = Box::new(self.branch(then, ty));
        let otherwise = Box::new(self.branch(otherwise, ty));
        Ok(Expr { kind: ExprKind::Conditional { condition: Box::new(condition), then, otherwise }, ty, span })
    }

    /// GNU `a ?: b`.
    fn conditional_value(&mut self, conditional: &ast::Conditional, span: Span) -> Typed<Expr> {
        let value = self.used_value(&conditional.condition);
        let otherwise = self.value(&conditional.otherwise)?;
        let value = value?;
        if !self.is_scalar(value.ty) {
            let message = format!("a value of type `{}` cannot be a condition", self.type_text(value.ty));
            return Err(self.error(value.span, message));
        }
        let ty = self.branch_type(&value, &otherwise, span)?;
        let otherwise = Box::new(self.branch(otherwise, ty));
        if self.is_void(ty) {
            let condition = Box::new(self.truth(value)?);
            let then = Box::new(self.convert(self.int(0, self.common.int, span), ty));
            return Ok(Expr { kind: ExprKind::Conditional { condition, then, otherwise }, ty, span });
        }
        Ok(Expr { kind: ExprKind::ConditionalValue { value: Box::new(value), otherwise }, ty, span })
    }

    fn branch(&mut self, value: Expr, ty: TyId) -> Expr {
        if self.record_of(ty).is_some() { value } else { self.convert(value, ty) }
    }

    /// The type of a conditional from its branches.
    fn branch_type(&mut self, then: &Expr, otherwise: &Expr, span: Span) -> Typed<TyId> {
        let (a, b) = (then.ty, otherwise.ty);
        if self.is_arithmetic(a) && self.is_arithmetic(b) {
            let (a, b) = (self.promoted_type(then), self.promoted_type(otherwise));
            return Ok(self.common_type(a, b));
        }
        if a == b {
            return Ok(a);
        }
        // gcc: when only one branch is void, so is the whole.
        if self.is_void(a) || self.is_void(b) {
            return Ok(self.common.void);
        }
        match (self.is_pointer(a), self.is_pointer(b)) {
            (true, true) => Ok(self.branch_pointer(then, otherwise, span)),
            (true, false) if self.is_int(b) => Ok(self.pointer_and_integer(a, otherwise, span)),
            (false, true) if self.is_int(a) => Ok(self.pointer_and_integer(b, then, span)),
            _ => {
                let (a, b) = (self.type_text(a), self.type_text(b));
                Err(self.error(span, format!("the branches of `?:` have types `{a}` and `{b}`, which do not match")))
            }
        }
    }

    fn pointer_and_integer(&mut self, pointer: TyId, integer: &Expr, span: Span) -> TyId {
        if self.constant_int(integer) != Some(0) {
            self.warning(span, "the branches of `?:` are a pointer and an integer");
        }
        pointer
    }

    fn branch_pointer(&mut self, then: &Expr, otherwise: &Expr, span: Span) -> TyId {
        if self.is_null_constant(then) {
            return otherwise.ty;
        }
        if self.is_null_constant(otherwise) {
            return then.ty;
        }
        let (&CType::Pointer { to: a, to_const: a_const }, &CType::Pointer { to: b, to_const: b_const }) =
            (self.types.get(then.ty), self.types.get(otherwise.ty))
        else {
            unreachable!("both are pointers")
        };
        let to_const = a_const || b_const;
        let to = if self.compatible(a, b) {
            self.composite(a, b)
        } else {
            if !self.is_void(a) && !self.is_void(b) {
                let label = format!("`{}` and `{}`", self.type_text(then.ty), self.type_text(otherwise.ty));
                let message = "the branches of `?:` are pointers of different types";
                self.warn(Diagnostic::warning(span, message).with_label(label));
            }
            self.common.void
        };
        self.pointer_to(to, to_const)
    }

    /// `(void *)0`; the integer constant 0 is one too, but not a pointer.
    fn is_null_constant(&self, value: &Expr) -> bool {
        matches!(value.kind, ExprKind::Null) && value.ty == self.common.void_pointer
    }
}
