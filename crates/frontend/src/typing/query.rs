//! Expressions that ask about types: `sizeof`, `_Alignof`, `offsetof`, `_Generic` and their GNU relatives.

use heureka_ir::BinOp;
use heureka_ir::span::Span;

use super::bit_field::SIZE_OF_VALUE;
use super::expr::{Operand, after_lengths};
use super::types::Qualified;
use super::{Typed, Typer};
use crate::ast::{self, OffsetofStep, StrUnits};
use crate::ctype::{CType, Len, TyId};
use crate::diagnostic::Diagnostic;
use crate::tree::{Expr, ExprKind, Place, PlaceKind};

impl Typer {
    pub(super) fn sizeof_expr(&mut self, operand: &ast::Expr, span: Span) -> Typed<Expr> {
        let mark = self.lengths.len();
        let typed = self.expr(operand)?;
        let lengths = self.lengths.split_off(mark);
        if let Operand::Place(lvalue) = &typed
            && self.bit_field(&lvalue.place).is_some()
        {
            return Err(self.error(span, "a bit-field has no size in bytes"));
        }
        if let Operand::Value(value) = &typed
            && self.has_other_size(value)
        {
            return Ok(self.unmodelled(SIZE_OF_VALUE, Vec::new(), self.common.size, span));
        }
        let ty = self.operand_type(&typed).ty;
        let size = self.size(ty, span)?;
        // The lengths of types inside the operand matter only if its own size is computed.
        Ok(if self.is_variable_length(ty) { after_lengths(lengths, size) } else { size })
    }

    pub(super) fn sizeof_type(&mut self, name: &ast::TypeName, span: Span) -> Typed<Expr> {
        let mark = self.lengths.len();
        let ty = self.type_name(name)?.ty;
        let lengths = self.lengths.split_off(mark);
        let size = self.size(ty, span)?;
        Ok(if self.is_variable_length(ty) { after_lengths(lengths, size) } else { size })
    }

    /// The size of a type as a `size_t`; a computation for a variable-length array.
    fn size(&mut self, ty: TyId, span: Span) -> Typed<Expr> {
        if let Some(size) = self.types.size_of(ty) {
            return Ok(self.int(i128::from(size), self.common.size, span));
        }
        let CType::Array { elem, len } = *self.types.get(ty) else {
            return Err(self.incomplete("the operand of `sizeof`", ty, span));
        };
        let size_t = self.common.size;
        let len = match len {
            Len::Const(len) => self.int(i128::from(len), size_t, span),
            Len::Variable(local) => {
                let place = Box::new(Place { kind: PlaceKind::Local(local), ty: size_t, span });
                Expr { kind: ExprKind::Load(place), ty: size_t, span }
            }
            Len::Unknown => return Err(self.incomplete("the operand of `sizeof`", ty, span)),
        };
        let elem = self.size(elem, span)?;
        Ok(Expr { kind: ExprKind::Binary(BinOp::Mul, Box::new(len), Box::new(elem)), ty: size_t, span })
    }

    pub(super) fn alignof_expr(&mut self, operand: &ast::Expr, span: Span) -> Typed<Expr> {
        let operand = self.unevaluated(operand)?;
        let ty = self.operand_type(&operand);
        self.align(ty, span)
    }

    pub(super) fn alignof_type(&mut self, name: &ast::TypeName, span: Span) -> Typed<Expr> {
        let mark = self.lengths.len();
        let ty = self.type_name(name)?;
        self.lengths.truncate(mark);
        self.align(ty, span)
    }

    fn align(&mut self, ty: Qualified, span: Span) -> Typed<Expr> {
        let incomplete = self.innermost_record(ty.ty).is_some_and(|id| self.types.record(id).fields.is_none());
        if incomplete {
            return Err(self.incomplete("the operand of `_Alignof`", ty.ty, span));
        }
        let align = self.align_of(ty);
        Ok(self.int(i128::from(align), self.common.size, span))
    }

    pub(super) fn offsetof(&mut self, offsetof: &ast::Offsetof, span: Span) -> Typed<Expr> {
        let mut ty = self.type_name(&offsetof.ty)?.ty;
        let size_t = self.common.size;
        let mut offset = self.int(0, size_t, span);
        for step in &offsetof.path {
            let (inner, moved) = match step {
                OffsetofStep::Field(name, at) => {
                    let (inner, bytes) = self.field_offset(ty, *name, *at)?;
                    (inner, self.int(i128::from(bytes), size_t, span))
                }
                OffsetofStep::Index(index) => {
                    let CType::Array { elem, .. } = *self.types.get(ty) else {
                        let message = format!("`offsetof` indexes a value of type `{}`", self.type_text(ty));
                        return Err(self.error(index.span, message));
                    };
                    let index = self.value(index)?;
                    if !self.is_int(index.ty) {
                        return Err(self.error(index.span, "an index is an integer"));
                    }
                    let index = self.convert(index, size_t);
                    let size = self.size(elem, span)?;
                    let kind = ExprKind::Binary(BinOp::Mul, Box::new(index), Box::new(size));
                    (elem, Expr { kind, ty: size_t, span })
                }
            };
            ty = inner;
            let kind = ExprKind::Binary(BinOp::Add, Box::new(offset), Box::new(moved));
            offset = Expr { kind, ty: size_t, span };
        }
        Ok(match self.constant_int(&offset) {
            Some(bytes) => self.int(bytes, size_t, span),
            None => offset,
        })
    }

    fn field_offset(&mut self, ty: TyId, name: crate::symbol::Symbol, span: Span) -> Typed<(TyId, u64)> {
        // gcc takes `array->field` for the first element's.
        let ty = match *self.types.get(ty) {
            CType::Array { elem, .. } => elem,
            _ => ty,
        };
        let Some(mut record) = self.record_of(ty) else {
            let message = format!("`{}` is not a struct or union", self.type_text(ty));
            return Err(self.error(span, message));
        };
        let path = self.field_path(record, name, span)?;
        let (mut offset, mut inner) = (0, ty);
        for at in path {
            let fields = self.types.record(record).fields.as_ref().expect("a path leads through complete records");
            let field = &fields[at as usize];
            if field.bits.is_some() {
                return Err(self.error(span, "a bit-field has no offset in bytes"));
            }
            offset += field.offset;
            inner = field.ty;
            record = self.record_of(inner).unwrap_or(record);
        }
        Ok((inner, offset))
    }

    /// `_Generic`: the types of the other branches do not matter, and they are not typed.
    pub(super) fn generic(&mut self, generic: &ast::Generic, span: Span) -> Typed<Operand> {
        let control = self.unevaluated(&generic.control)?;
        let control = self.rvalue(control)?;
        let mut default = None;
        for (name, expr) in &generic.associations {
            match name {
                None => default = Some(expr),
                Some(name) => {
                    let ty = self.type_name(name)?;
                    if !ty.is_const && self.compatible(ty.ty, control.ty) {
                        return self.expr(expr);
                    }
                }
            }
        }
        match default {
            Some(expr) => self.expr(expr),
            None => {
                let message = format!("no branch of `_Generic` is for type `{}`", self.type_text(control.ty));
                Err(self.error(span, message))
            }
        }
    }

    pub(super) fn types_compatible(&mut self, names: &[ast::TypeName; 2], span: Span) -> Typed<Expr> {
        let mark = self.lengths.len();
        let (left, right) = (self.type_name(&names[0])?, self.type_name(&names[1])?);
        self.lengths.truncate(mark);
        Ok(self.int(i128::from(self.compatible(left.ty, right.ty)), self.common.int, span))
    }

    pub(super) fn choose(&mut self, parts: &[ast::Expr; 3]) -> Typed<Operand> {
        let [condition, then, otherwise] = parts;
        let condition = self.integer_constant(condition, "the first argument of `__builtin_choose_expr`")?;
        self.expr(if condition != 0 { then } else { otherwise })
    }

    pub(super) fn static_assert(&mut self, assertion: &ast::StaticAssert) -> Typed<()> {
        if self.integer_constant(&assertion.condition, "the condition of a static assertion")? != 0 {
            return Ok(());
        }
        let message = match assertion.message.as_ref().map(|message| &message.units) {
            Some(StrUnits::Bytes(bytes)) if !bytes.is_empty() => {
                format!("static assertion failed: {}", String::from_utf8_lossy(bytes))
            }
            _ => "static assertion failed".to_owned(),
        };
        Err(self.report(Diagnostic::error(assertion.condition.span, message)))
    }
}
