//! Unary and binary operators on values.

use heureka_ir::span::Span;
use heureka_ir::{BinOp, UnOp};

use super::bit_field::WIDE_BIT_FIELD;
use super::expr::{Lvalue, Operand};
use super::{Reported, Typed, Typer, layout};
use crate::ast::{self, BinaryOp, UnaryOp};
use crate::ctype::{CType, TyId};
use crate::diagnostic::Diagnostic;
use crate::tree::{Comparison, Expr, ExprKind, Place, PlaceKind};

/// The operator of the program graph, for the operators that compute a number.
pub(super) fn arithmetic(op: BinaryOp) -> Option<BinOp> {
    Some(match op {
        BinaryOp::Mul => BinOp::Mul,
        BinaryOp::Div => BinOp::Div,
        BinaryOp::Rem => BinOp::Rem,
        BinaryOp::Add => BinOp::Add,
        BinaryOp::Sub => BinOp::Sub,
        BinaryOp::Shl => BinOp::Shl,
        BinaryOp::Shr => BinOp::Shr,
        BinaryOp::BitAnd => BinOp::BitAnd,
        BinaryOp::BitXor => BinOp::BitXor,
        BinaryOp::BitOr => BinOp::BitOr,
        _ => return None,
    })
}

pub(super) fn comparison(op: BinaryOp) -> Option<Comparison> {
    Some(match op {
        BinaryOp::Lt => Comparison::Lt,
        BinaryOp::Gt => Comparison::Gt,
        BinaryOp::Le => Comparison::Le,
        BinaryOp::Ge => Comparison::Ge,
        BinaryOp::Eq => Comparison::Eq,
        BinaryOp::Ne => Comparison::Ne,
        _ => return None,
    })
}

pub(super) fn spelling(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        _ => arithmetic(op).map_or("?", BinOp::symbol),
    }
}

impl Typer {
    pub(super) fn unary_operator(&mut self, op: UnaryOp, operand: &ast::Expr, span: Span) -> Typed<Expr> {
        let value = self.value(operand)?;
        self.unary_value(op, value, span)
    }

    fn unary_value(&mut self, op: UnaryOp, value: Expr, span: Span) -> Typed<Expr> {
        let ty = value.ty;
        let (accepted, symbol) = match op {
            UnaryOp::Not => (self.is_scalar(ty), "!"),
            UnaryOp::BitNot => (self.is_integer_like(ty) || self.is_complex(ty), "~"),
            UnaryOp::Plus => (self.is_arithmetic(ty), "+"),
            UnaryOp::Minus => (self.is_arithmetic(ty), "-"),
            _ => (self.is_arithmetic(ty), "__real__"),
        };
        if !accepted {
            let message = format!("`{symbol}` cannot be applied to a value of type `{}`", self.type_text(ty));
            return Err(self.error(span, message));
        }
        if self.is_opaque(ty) {
            return Ok(self.opaque_unary(op, value, span));
        }
        if op == UnaryOp::Not {
            return Ok(Expr { kind: ExprKind::Not(Box::new(value)), ty: self.common.int, span });
        }
        let value = match op {
            UnaryOp::Real => return Ok(value),
            UnaryOp::Imag => {
                let zero = self.int(0, ty, span);
                return Ok(super::expr::comma(value, zero, span));
            }
            UnaryOp::Minus | UnaryOp::BitNot if self.is_wide_bit_field(&value) => {
                return Ok(self.unmodelled(WIDE_BIT_FIELD, vec![value], ty, span));
            }
            _ => self.promote(value),
        };
        let ty = value.ty;
        let op = match op {
            UnaryOp::Minus => UnOp::Neg,
            UnaryOp::BitNot => UnOp::BitNot,
            _ => return Ok(Expr { span, ..value }),
        };
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, span })
    }

    /// `__real__` and `__imag__`. Parts of a complex object are behind a pointer of which nothing is known.
    pub(super) fn complex_part(&mut self, op: UnaryOp, operand: &ast::Expr, span: Span) -> Typed<Operand> {
        match self.expr(operand)? {
            Operand::Place(lvalue) if self.is_complex(lvalue.place.ty) => {
                let ty = self.complex_part_type(lvalue.place.ty);
                let whole = self.address_of_place(lvalue, span);
                let pointer_ty = self.pointer_to(ty, false);
                let pointer = self.unmodelled(layout::COMPLEX, vec![whole], pointer_ty, span);
                let place = Place { kind: PlaceKind::Deref(Box::new(pointer)), ty, span };
                Ok(Operand::Place(Lvalue::new(place, false)))
            }
            Operand::Place(lvalue) if op == UnaryOp::Real && self.is_arithmetic(lvalue.place.ty) => {
                Ok(Operand::Place(lvalue))
            }
            operand => {
                let value = self.rvalue(operand)?;
                self.unary_value(op, value, span).map(Operand::Value)
            }
        }
    }

    fn complex_part_type(&mut self, ty: TyId) -> TyId {
        let bytes = self.types.size_of(ty).unwrap_or(16) / 2;
        self.types.intern(CType::Opaque { name: layout::FLOATING, bytes })
    }

    fn is_complex(&self, ty: TyId) -> bool {
        matches!(self.types.get(ty), CType::Opaque { name: layout::COMPLEX, .. })
    }

    fn opaque_unary(&mut self, op: UnaryOp, value: Expr, span: Span) -> Expr {
        let ty = value.ty;
        match (op, self.float_value(&value)) {
            (UnaryOp::Not, Some(float)) => return self.int(i128::from(float == 0.0), self.common.int, span),
            (UnaryOp::Minus, Some(float)) => return self.float_constant(-float, ty, span),
            (UnaryOp::Plus, _) => return value,
            _ => {}
        }
        let what = self.opaque_kind(ty);
        let result = match op {
            UnaryOp::Not if what != layout::VECTOR => self.common.int,
            UnaryOp::Real | UnaryOp::Imag if what == layout::COMPLEX => self.complex_part_type(ty),
            _ => ty,
        };
        self.unmodelled(what, vec![value], result, span)
    }

    /// The kind of an opaque type, as an unmodelled value calls itself.
    pub(super) fn opaque_kind(&self, ty: TyId) -> &'static str {
        match self.types.get(ty) {
            CType::Opaque { name, .. } => name,
            _ => layout::FLOATING,
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed<Expr> {
        if let BinaryOp::And | BinaryOp::Or = op {
            return self.logical(op, left, right, span);
        }
        let left = self.value(left);
        let right = self.value(right)?;
        let left = left?;
        match (op, self.is_pointer(left.ty), self.is_pointer(right.ty)) {
            (BinaryOp::Add, true, false) => self.pointer_plus(op, left, right, span),
            (BinaryOp::Add, false, true) => self.pointer_plus(op, right, left, span),
            (BinaryOp::Sub, true, false) => self.pointer_plus(op, left, right, span),
            (BinaryOp::Sub, true, true) => self.pointer_difference(left, right, span),
            (_, false, false) => self.arithmetic_operator(op, left, right, span),
            _ => match comparison(op) {
                Some(comparison) => self.compare_pointers(op, comparison, left, right, span),
                None => Err(self.wrong_operands(op, left.ty, right.ty, span)),
            },
        }
    }

    pub(super) fn wrong_operands(&mut self, op: BinaryOp, left: TyId, right: TyId, span: Span) -> Reported {
        let (left, right) = (self.type_text(left), self.type_text(right));
        let message = format!("`{}` cannot be applied to `{left}` and `{right}`", spelling(op));
        self.error(span, message)
    }

    fn logical(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed<Expr> {
        let left = self.condition(left);
        let right = self.condition(right)?;
        let (left, right) = (Box::new(left?), Box::new(right));
        let kind = if op == BinaryOp::And { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
        Ok(Expr { kind, ty: self.common.int, span })
    }

    fn pointer_plus(&mut self, op: BinaryOp, pointer: Expr, index: Expr, span: Span) -> Typed<Expr> {
        if !self.is_integer_like(index.ty) {
            return Err(self.wrong_operands(op, pointer.ty, index.ty, span));
        }
        self.moved_pointer(pointer, index, op == BinaryOp::Sub, span)
    }

    fn pointer_difference(&mut self, left: Expr, right: Expr, span: Span) -> Typed<Expr> {
        let pointees = (self.types.pointee(left.ty), self.types.pointee(right.ty));
        if let (Some(a), Some(b)) = pointees
            && !self.compatible(a, b)
        {
            return Err(self.wrong_operands(BinaryOp::Sub, left.ty, right.ty, span));
        }
        self.check_pointee(left.ty, span)?;
        let kind = ExprKind::PointerDiff(Box::new(left), Box::new(right));
        Ok(Expr { kind, ty: self.common.ptrdiff, span })
    }

    fn compare_pointers(
        &mut self,
        op: BinaryOp,
        comparison: Comparison,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Typed<Expr> {
        let (left, right) = match (self.is_pointer(left.ty), self.is_pointer(right.ty)) {
            (true, true) => {
                self.check_comparable(&left, &right, span);
                let (left_ty, right_ty) = (left.ty, right.ty);
                match (&left.kind, &right.kind) {
                    (_, ExprKind::Null) => (left, self.convert(right, left_ty)),
                    (ExprKind::Null, _) => (self.convert(left, right_ty), right),
                    _ => (left, right),
                }
            }
            (true, false) if self.is_int(right.ty) => {
                let right = self.compared_integer(right, left.ty, span);
                (left, right)
            }
            (false, true) if self.is_int(left.ty) => {
                let left = self.compared_integer(left, right.ty, span);
                (left, right)
            }
            _ => return Err(self.wrong_operands(op, left.ty, right.ty, span)),
        };
        let kind = ExprKind::Compare(comparison, Box::new(left), Box::new(right));
        Ok(Expr { kind, ty: self.common.int, span })
    }

    fn compared_integer(&mut self, value: Expr, pointer: TyId, span: Span) -> Expr {
        let value = self.convert(value, pointer);
        if !matches!(value.kind, ExprKind::Null) {
            self.warning(span, "comparison between a pointer and an integer");
        }
        value
    }

    fn check_comparable(&mut self, left: &Expr, right: &Expr, span: Span) {
        let (Some(a), Some(b)) = (self.types.pointee(left.ty), self.types.pointee(right.ty)) else { return };
        if !self.compatible(a, b) && !self.is_void(a) && !self.is_void(b) {
            let types = format!("`{}` and `{}`", self.type_text(left.ty), self.type_text(right.ty));
            let message = "comparison of distinct pointer types lacks a cast";
            self.warn(Diagnostic::warning(span, message).with_label(types));
        }
    }

    fn arithmetic_operator(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Typed<Expr> {
        let (a, b) = (left.ty, right.ty);
        if !self.operands_accepted(op, a, b) {
            return Err(self.wrong_operands(op, a, b, span));
        }
        if self.is_opaque(a) || self.is_opaque(b) {
            return Ok(self.opaque_binary(op, left, right, span));
        }
        if let Some(ty) = self.depends_on_compiler(op, &left, &right) {
            return Ok(self.unmodelled(WIDE_BIT_FIELD, vec![left, right], ty, span));
        }
        if let BinaryOp::Shl | BinaryOp::Shr = op {
            let op = arithmetic(op).expect("a shift computes a number");
            let (left, right) = (self.promote(left), self.promote(right));
            let ty = left.ty;
            return Ok(Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span });
        }
        let (left, right, ty) = self.balance(left, right);
        let (left, right) = (Box::new(left), Box::new(right));
        Ok(match (comparison(op), arithmetic(op)) {
            (Some(op), _) => Expr { kind: ExprKind::Compare(op, left, right), ty: self.common.int, span },
            (None, Some(op)) => Expr { kind: ExprKind::Binary(op, left, right), ty, span },
            (None, None) => unreachable!("`&&` and `||` are handled before"),
        })
    }

    /// True when the operator works on the two types, neither of which is a pointer.
    pub(super) fn operands_accepted(&self, op: BinaryOp, left: TyId, right: TyId) -> bool {
        match op {
            BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr => {
                self.is_integer_like(left) && self.is_integer_like(right)
            }
            _ => self.is_arithmetic(left) && self.is_arithmetic(right),
        }
    }

    /// An operator on values of which at least one is not modelled.
    fn opaque_binary(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let ty = if shift && !self.is_opaque(left.ty) {
            self.promoted_type(&left)
        } else {
            let (a, b) = (self.promoted_type(&left), self.promoted_type(&right));
            self.common_type(a, b)
        };
        let what = if self.is_opaque(ty) { self.opaque_kind(ty) } else { self.opaque_kind(right.ty) };
        let (left, right) = if shift { (left, right) } else { (self.convert(left, ty), self.convert(right, ty)) };
        if let Some(result) = self.fold_floats(op, &left, &right) {
            return self.float_constant(result, ty, span);
        }
        if let Some(result) = self.compare_floats(op, &left, &right) {
            return self.int(i128::from(result), self.common.int, span);
        }
        let compares = comparison(op).is_some() && what != layout::VECTOR;
        let ty = if compares { self.common.int } else { ty };
        self.unmodelled(what, vec![left, right], ty, span)
    }
}
