//! Pointers and places: `*`, `&`, `[]`, and addresses that static initialisers may use.

use heureka_ir::span::Span;

use super::constant::{Base, Constant};
use super::expr::{Lvalue, Operand};
use super::{Typed, Typer, layout};
use crate::ast;
use crate::ctype::{CType, TyId};
use crate::tree::{Expr, ExprKind, Place, PlaceKind};

impl Typer {
    pub(super) fn dereference(&mut self, operand: &ast::Expr, span: Span) -> Typed<Operand> {
        let pointer = self.value(operand)?;
        let CType::Pointer { to, to_const } = *self.types.get(pointer.ty) else {
            let message = format!("`*` needs a pointer, not a value of type `{}`", self.type_text(pointer.ty));
            return Err(self.error(span, message));
        };
        if self.is_function(to) {
            return Ok(Operand::Designator(pointer));
        }
        if self.is_void(to) {
            return Ok(Operand::Value(self.convert(pointer, to)));
        }
        Ok(Operand::Place(Lvalue::new(self.pointed_place(pointer, to, span), to_const)))
    }

    /// What a pointer points to, as directly as it can be said: `*&x` is `x`, `*(a + i)` is `a[i]`.
    pub(super) fn pointed_place(&self, pointer: Expr, to: TyId, span: Span) -> Place {
        let kind = match pointer.kind {
            ExprKind::AddressOf(place) if place.ty == to => return Place { span, ..*place },
            ExprKind::Decay(array) => {
                let zero = self.int(0, self.common.int, span);
                PlaceKind::Element(array, Box::new(zero))
            }
            ExprKind::PointerAdd { pointer: base, index, backwards: false }
                if matches!(base.kind, ExprKind::Decay(_)) =>
            {
                let ExprKind::Decay(array) = base.kind else { unreachable!("just matched") };
                PlaceKind::Element(array, index)
            }
            _ => PlaceKind::Deref(Box::new(pointer)),
        };
        Place { kind, ty: to, span }
    }

    pub(super) fn address_of(&mut self, operand: &ast::Expr, span: Span) -> Typed<Expr> {
        let lvalue = match self.expr(operand)? {
            Operand::Designator(pointer) => return Ok(Expr { span, ..pointer }),
            Operand::Place(lvalue) => lvalue,
            Operand::Value(value) if self.is_void(value.ty) => {
                // `&*p` of a void pointer.
                if let ExprKind::Convert(pointer) = value.kind
                    && self.is_pointer(pointer.ty)
                {
                    return Ok(*pointer);
                }
                return Err(self.error(span, "`&` needs something that has an address"));
            }
            Operand::Value(_) => return Err(self.error(span, "`&` needs something that has an address")),
        };
        if self.bit_field(&lvalue.place).is_some() {
            return Err(self.error(span, "a bit-field has no address"));
        }
        self.no_set(lvalue.place.ty, "a set has no address", span)?;
        Ok(self.address_of_place(lvalue, span))
    }

    pub(super) fn address_of_place(&mut self, lvalue: Lvalue, span: Span) -> Expr {
        let Lvalue { place, is_const, .. } = lvalue;
        let ty = self.pointer_to(place.ty, is_const);
        let kind = match place.kind {
            PlaceKind::Deref(pointer) if pointer.ty == ty => return Expr { span, ..*pointer },
            // `&a[i]` is `a + i`: the element is not accessed, and need not exist.
            PlaceKind::Element(array, index) => {
                let pointer = Box::new(self.decay(*array, place.ty, is_const));
                match index.kind {
                    ExprKind::Int(0) => return Expr { span, ..*pointer },
                    _ => ExprKind::PointerAdd { pointer, index, backwards: false },
                }
            }
            _ => ExprKind::AddressOf(Box::new(place)),
        };
        Expr { kind, ty, span }
    }

    pub(super) fn index(&mut self, base: &ast::Expr, index: &ast::Expr, span: Span) -> Typed<Operand> {
        let left = self.expr(base);
        let right = self.expr(index);
        let (left, right) = (left?, right?);
        if let Some(vector) = self.vector_element(&left, span) {
            return Ok(vector);
        }
        let is_array = |operand: &Operand| matches!(operand, Operand::Place(lvalue) if matches!(self.types.get(lvalue.place.ty), CType::Array { .. }));
        let (array, index) = match (is_array(&left), is_array(&right)) {
            (true, _) => (left, right),
            (false, true) => (right, left),
            (false, false) => {
                let (left, right) = (self.rvalue(left)?, self.rvalue(right)?);
                let swapped = self.is_pointer(right.ty) && !self.is_pointer(left.ty);
                let (pointer, index) = if swapped { (right, left) } else { (left, right) };
                return self.pointer_element(pointer, index, span);
            }
        };
        let index = self.rvalue(index)?;
        let index = self.index_value(index, span)?;
        let Operand::Place(Lvalue { place, is_const, align }) = array else { unreachable!("an array is a place") };
        let CType::Array { elem, .. } = *self.types.get(place.ty) else { unreachable!("checked above") };
        let kind = PlaceKind::Element(Box::new(place), Box::new(index));
        Ok(Operand::Place(Lvalue { place: Place { kind, ty: elem, span }, is_const, align }))
    }

    fn pointer_element(&mut self, pointer: Expr, index: Expr, span: Span) -> Typed<Operand> {
        let CType::Pointer { to, to_const } = *self.types.get(pointer.ty) else {
            let message = format!("a value of type `{}` cannot be indexed", self.type_text(pointer.ty));
            return Err(self.error(span, message));
        };
        let pointer = self.moved_pointer(pointer, index, false, span)?;
        if self.is_void(to) {
            return Ok(Operand::Value(self.convert(pointer, to)));
        }
        if self.is_function(to) {
            return Err(self.error(span, "a pointer to a function cannot be indexed"));
        }
        Ok(Operand::Place(Lvalue::new(self.pointed_place(pointer, to, span), to_const)))
    }

    /// Elements of vectors are not modelled: they are behind a pointer of which nothing is known.
    fn vector_element(&mut self, base: &Operand, span: Span) -> Option<Operand> {
        match self.types.get(self.operand_type(base).ty) {
            CType::Opaque { name: layout::VECTOR, .. } => {
                let ty = self.common.int;
                let pointer_ty = self.pointer_to(ty, false);
                let pointer = self.unmodelled(layout::VECTOR, Vec::new(), pointer_ty, span);
                let place = Place { kind: PlaceKind::Deref(Box::new(pointer)), ty, span };
                Some(Operand::Place(Lvalue::new(place, false)))
            }
            _ => None,
        }
    }

    fn index_value(&mut self, index: Expr, span: Span) -> Typed<Expr> {
        match self.types.get(index.ty) {
            CType::Int(_) | CType::Bool => Ok(index),
            CType::Opaque { name: layout::WIDE_INTEGER, .. } => Ok(self.convert(index, self.common.ptrdiff)),
            _ => {
                let message = format!("an index is an integer, not a value of type `{}`", self.type_text(index.ty));
                Err(self.error(span, message))
            }
        }
    }

    /// `pointer ± index`.
    pub(super) fn moved_pointer(&mut self, pointer: Expr, index: Expr, backwards: bool, span: Span) -> Typed<Expr> {
        self.check_pointee(pointer.ty, span)?;
        let index = Box::new(self.index_value(index, span)?);
        let ty = pointer.ty;
        Ok(Expr { kind: ExprKind::PointerAdd { pointer: Box::new(pointer), index, backwards }, ty, span })
    }

    /// Pointer arithmetic needs the size of what is pointed to.
    pub(super) fn check_pointee(&mut self, pointer: TyId, span: Span) -> Typed<()> {
        match self.types.pointee(pointer) {
            Some(to) if !self.is_complete(to) && !self.is_void(to) && !self.is_function(to) => {
                Err(self.incomplete("what the pointer points to", to, span))
            }
            _ => Ok(()),
        }
    }

    /// The form in which a static initialiser keeps a constant: numbers folded, addresses with constant indices.
    /// `None` when the value is not constant.
    pub(super) fn static_value(&self, value: Expr) -> Option<Expr> {
        let Expr { kind, ty, span } = value;
        let kind = match kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Function(_) => kind,
            kind => {
                let value = Expr { kind, ty, span };
                match self.evaluate(&value) {
                    Some(Constant::Int(number)) if self.is_int(ty) => ExprKind::Int(number),
                    Some(Constant::Address(Base::Absolute, 0)) => ExprKind::Null,
                    Some(Constant::Address(Base::Absolute, address)) => {
                        ExprKind::Convert(Box::new(self.int(address, self.common.size, span)))
                    }
                    _ => self.static_structure(value.kind)?,
                }
            }
        };
        Some(Expr { kind, ty, span })
    }

    fn static_structure(&self, kind: ExprKind) -> Option<ExprKind> {
        Some(match kind {
            ExprKind::AddressOf(place) => ExprKind::AddressOf(Box::new(self.static_place(*place)?)),
            ExprKind::Decay(place) => ExprKind::Decay(Box::new(self.static_place(*place)?)),
            ExprKind::Convert(operand) => ExprKind::Convert(Box::new(self.static_value(*operand)?)),
            ExprKind::PointerAdd { pointer, index, backwards } => ExprKind::PointerAdd {
                pointer: Box::new(self.static_value(*pointer)?),
                index: Box::new(self.static_value(*index).filter(|index| matches!(index.kind, ExprKind::Int(_)))?),
                backwards,
            },
            ExprKind::Conditional { condition, then, otherwise } => {
                let chosen = match self.evaluate(&condition)? {
                    Constant::Int(0) | Constant::Address(Base::Absolute, 0) => otherwise,
                    _ => then,
                };
                self.static_value(*chosen)?.kind
            }
            ExprKind::Unmodelled { what, operands } => {
                let operands: Option<Vec<Expr>> =
                    operands.into_iter().map(|operand| self.static_value(operand)).collect();
                ExprKind::Unmodelled { what, operands: operands? }
            }
            _ => return None,
        })
    }

    fn static_place(&self, place: Place) -> Option<Place> {
        let Place { kind, ty, span } = place;
        let kind = match kind {
            PlaceKind::Global(_) | PlaceKind::Str(_) => kind,
            PlaceKind::Deref(pointer) => PlaceKind::Deref(Box::new(self.static_value(*pointer)?)),
            PlaceKind::Field(record, field) => PlaceKind::Field(Box::new(self.static_place(*record)?), field),
            PlaceKind::Element(array, index) => {
                let index = self.static_value(*index).filter(|index| matches!(index.kind, ExprKind::Int(_)))?;
                PlaceKind::Element(Box::new(self.static_place(*array)?), Box::new(index))
            }
            PlaceKind::Local(_) | PlaceKind::Literal(..) | PlaceKind::Materialised(..) => return None,
        };
        Some(Place { kind, ty, span })
    }
}
