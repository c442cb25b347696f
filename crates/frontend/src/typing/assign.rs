//! Assignments, and the conversions that assigning, initialising, passing and returning make.

use heureka_ir::span::Span;

use super::bit_field::WIDE_BIT_FIELD;
use super::expr::{Lvalue, Operand};
use super::operator::arithmetic;
use super::{Reported, Typed, Typer};
use crate::ast::{self, BinaryOp};
use crate::ctype::{CType, TyId};
use crate::diagnostic::Diagnostic;
use crate::tree::{Expr, ExprKind, Place, PlaceKind};

/// Why a value is converted, for messages.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    Assign,
    Initialise,
    /// Argument number (from 1) of a function, with its name where it has one.
    Pass {
        number: usize,
        function: Option<&'a str>,
        declared: Option<Span>,
    },
    Return,
}

impl Purpose<'_> {
    fn text(self) -> String {
        match self {
            Purpose::Assign => "in an assignment".to_owned(),
            Purpose::Initialise => "in an initialiser".to_owned(),
            Purpose::Pass { number, function: Some(name), .. } => format!("as argument {number} of `{name}`"),
            Purpose::Pass { number, .. } => format!("as argument {number}"),
            Purpose::Return => "in a return statement".to_owned(),
        }
    }
}

impl Typer {
    /// A place that may be written.
    fn modifiable(&mut self, expr: &ast::Expr, span: Span) -> Typed<Lvalue> {
        let lvalue = match self.expr(expr)? {
            Operand::Place(lvalue) => lvalue,
            Operand::Designator(_) => return Err(self.error(span, "a function cannot be assigned to")),
            Operand::Value(_) => {
                return Err(self.report(
                    Diagnostic::error(expr.span, "only something stored in memory can be assigned to")
                        .with_label("this is only a value"),
                ));
            }
        };
        let ty = lvalue.place.ty;
        if let CType::Array { .. } = self.types.get(ty) {
            return Err(self.error(span, "an array cannot be assigned to"));
        }
        if lvalue.is_const {
            return Err(self.assignment_to_const(&lvalue.place, span));
        }
        if let Some(record) = self.record_of(ty)
            && self.record_info[record.0 as usize].has_const
        {
            return Err(self.error(span, "assignment to a struct or union with a field that is `const`"));
        }
        if !self.is_complete(ty) {
            return Err(self.incomplete("what is assigned to", ty, span));
        }
        Ok(lvalue)
    }

    fn assignment_to_const(&mut self, place: &Place, span: Span) -> Reported {
        let (name, declared) = match &place.kind {
            PlaceKind::Local(id) => (self.local(*id).name, Some(self.local(*id).span)),
            PlaceKind::Global(id) => {
                let global = &self.globals[id.index()];
                (Some(global.name), Some(global.span))
            }
            PlaceKind::Field(record, at) => {
                let fields = self.record_of(record.ty).and_then(|id| self.types.record(id).fields.as_ref());
                (fields.and_then(|fields| fields[*at as usize].name), None)
            }
            _ => (None, None),
        };
        let message = match name {
            Some(name) => format!("assignment to `{}`, which is `const`", self.name(name)),
            None => "assignment to something that is `const`".to_owned(),
        };
        let mut diagnostic = Diagnostic::error(span, message);
        if let Some(declared) = declared {
            diagnostic = diagnostic.with_note_at(declared, "declared here");
        }
        self.report(diagnostic)
    }

    pub(super) fn assign(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed<Expr> {
        let place = self.modifiable(left, span);
        let value = self.used_value(right)?;
        let place = place?.place;
        let ty = place.ty;
        let value = self.assign_convert(value, ty, Purpose::Assign, right.span)?;
        Ok(Expr { kind: ExprKind::Assign { place: Box::new(place), value: Box::new(value) }, ty, span })
    }

    pub(super) fn compound_assign(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Typed<Expr> {
        let place = self.modifiable(left, span);
        let right = self.used_value(right)?;
        let place = Box::new(place?.place);
        let ty = place.ty;
        if self.is_pointer(ty) {
            let moves = matches!(op, BinaryOp::Add | BinaryOp::Sub) && self.is_integer_like(right.ty);
            if !moves {
                return Err(self.wrong_operands(op, ty, right.ty, span));
            }
            self.check_pointee(ty, span)?;
            let index = if self.is_opaque(right.ty) { self.convert(right, self.common.ptrdiff) } else { right };
            let kind = ExprKind::PointerAssign { place, index: Box::new(index), backwards: op == BinaryOp::Sub };
            return Ok(Expr { kind, ty, span });
        }
        if !self.operands_accepted(op, ty, right.ty) {
            return Err(self.wrong_operands(op, ty, right.ty, span));
        }
        if self.is_opaque(ty) || self.is_opaque(right.ty) {
            let what = self.opaque_kind(if self.is_opaque(ty) { ty } else { right.ty });
            let value = Box::new(self.unmodelled(what, vec![right], ty, span));
            return Ok(Expr { kind: ExprKind::Assign { place, value }, ty, span });
        }
        if self.depends_on_place(op, &place, &right) {
            let value = Box::new(self.unmodelled(WIDE_BIT_FIELD, vec![right], ty, span));
            return Ok(Expr { kind: ExprKind::Assign { place, value }, ty, span });
        }
        let op = arithmetic(op).expect("the parser makes compound assignments of arithmetic operators");
        let promoted = self.promoted_place_type(&place);
        let (compute, right) = if op.is_shift() {
            (promoted, self.promote(right))
        } else {
            let right_ty = self.promoted_type(&right);
            let compute = self.common_type(promoted, right_ty);
            (compute, self.convert(right, compute))
        };
        Ok(Expr { kind: ExprKind::CompoundAssign { place, op, compute, right: Box::new(right) }, ty, span })
    }

    /// `++` and `--`.
    pub(super) fn step(&mut self, operand: &ast::Expr, up: bool, post: bool, span: Span) -> Typed<Expr> {
        let place = Box::new(self.modifiable(operand, span)?.place);
        let ty = place.ty;
        if !self.is_scalar(ty) {
            let symbol = if up { "++" } else { "--" };
            let message = format!("`{symbol}` cannot be applied to a value of type `{}`", self.type_text(ty));
            return Err(self.error(span, message));
        }
        self.check_pointee(ty, span)?;
        let kind = if self.is_opaque(ty) {
            let value = Box::new(self.unmodelled(self.opaque_kind(ty), Vec::new(), ty, span));
            ExprKind::Assign { place, value }
        } else {
            ExprKind::Step { place, up, post }
        };
        Ok(Expr { kind, ty, span })
    }

    /// The value converted to `to` as if by assignment.
    pub(super) fn assign_convert(&mut self, value: Expr, to: TyId, purpose: Purpose, span: Span) -> Typed<Expr> {
        let from = value.ty;
        if from == to {
            return Ok(value);
        }
        if self.is_void(from) {
            return Err(self.error(span, "a value of type `void` is used"));
        }
        if let Some(record) = self.record_of(to)
            && self.record_info[record.0 as usize].transparent
            && matches!(purpose, Purpose::Pass { .. })
            && let Some(field) = self.transparent_member(record, &value)
        {
            let field_ty = self.types.record(record).fields.as_ref().map_or(from, |fields| fields[field as usize].ty);
            let value = self.convert(value, field_ty);
            return self.union_value(value, to, field, span);
        }
        let (from_pointer, to_pointer) = (self.is_pointer(from), self.is_pointer(to));
        let allowed = match (from_pointer, to_pointer) {
            (true, true) => {
                self.check_pointers(&value, to, purpose, span);
                true
            }
            (false, true) if self.is_int(from) => {
                if self.constant_int(&value) != Some(0) {
                    self.mixed("pointer made from an integer without a cast", &value, to, purpose, span);
                }
                true
            }
            (true, false) if self.is_int(to) => {
                if *self.types.get(to) != CType::Bool {
                    self.mixed("integer made from a pointer without a cast", &value, to, purpose, span);
                }
                true
            }
            (false, false) => self.is_arithmetic(from) && self.is_arithmetic(to),
            // Headers pass pointers where a `va_list`, a vector or a 128-bit integer is known.
            _ => self.is_opaque(from) != self.is_floating(from) || self.is_opaque(to) != self.is_floating(to),
        };
        if allowed {
            return Ok(self.convert(value, to));
        }
        let (from, text) = (self.type_text(from), self.type_text(to));
        let message = format!("a value of type `{from}` cannot be used {} of type `{text}`", of(purpose));
        let mut diagnostic = Diagnostic::error(span, message);
        if let Purpose::Pass { declared: Some(declared), .. } = purpose {
            diagnostic = diagnostic.with_note_at(declared, "declared here");
        }
        Err(self.report(diagnostic))
    }

    fn transparent_member(&self, record: crate::ctype::RecordId, value: &Expr) -> Option<u32> {
        let fields = self.types.record(record).fields.as_ref()?;
        let exact = fields.iter().position(|field| self.compatible(field.ty, value.ty));
        let pointer = |ty| self.is_pointer(ty) && (self.is_pointer(value.ty) || self.constant_int(value) == Some(0));
        exact.or_else(|| fields.iter().position(|field| pointer(field.ty))).map(|at| at as u32)
    }

    fn mixed(&mut self, what: &str, value: &Expr, to: TyId, purpose: Purpose, span: Span) {
        let label = format!("from `{}` to `{}`", self.type_text(value.ty), self.type_text(to));
        self.warn(Diagnostic::warning(span, format!("{what} {}", purpose.text())).with_label(label));
    }

    fn check_pointers(&mut self, value: &Expr, to: TyId, purpose: Purpose, span: Span) {
        let (&CType::Pointer { to: a, to_const: a_const }, &CType::Pointer { to: b, to_const: b_const }) =
            (self.types.get(value.ty), self.types.get(to))
        else {
            return;
        };
        let null = matches!(value.kind, ExprKind::Null);
        if !null && !self.is_void(a) && !self.is_void(b) && !self.compatible(a, b) && !self.same_but_for_sign(a, b) {
            self.mixed("incompatible pointer types", value, to, purpose, span);
        } else if a_const && !b_const {
            self.mixed("`const` is discarded from what a pointer points to", value, to, purpose, span);
        }
    }

    /// `int` and `unsigned int`: gcc does not warn by default.
    fn same_but_for_sign(&self, a: TyId, b: TyId) -> bool {
        match (self.types.get(a), self.types.get(b)) {
            (CType::Int(_), CType::Int(_)) => self.types.size_of(a) == self.types.size_of(b),
            (&CType::Pointer { to: a, .. }, &CType::Pointer { to: b, .. }) => self.same_but_for_sign(a, b),
            _ => false,
        }
    }
}

fn of(purpose: Purpose) -> String {
    match purpose {
        Purpose::Assign => "to assign to something".to_owned(),
        Purpose::Initialise => "to initialise something".to_owned(),
        Purpose::Pass { .. } => format!("{}, which is", purpose.text()),
        Purpose::Return => "as the result of a function with result".to_owned(),
    }
}
