//! Pointers taken as pointers to another type: to a first field, to the parts of an integer, to another member of a record.

use heureka_ir::span::Span;
use heureka_ir::{BinOp, CmpOp, ExprId, LocKind};

use super::Lowerer;
use super::pointer::union;
use super::value::Pointer;
use crate::ast::IntKind;
use crate::ctype::{CType, TyId};
use crate::points_to::{FOREIGN, NULL, NodeId, WILD, displaced, seen_as, shifted};
use crate::tree::Expr;

impl Lowerer<'_> {
    /// The pointer as a pointer to `ty`: a pointer to a record can become one to its first field, and so on.
    pub fn convert_pointer(&mut self, pointer: Pointer, ty: TyId, span: Span) -> Pointer {
        let types = &self.unit.types;
        let mut moved = Vec::new();
        let mut targets = Vec::new();
        for &node in &*pointer.targets {
            let new = seen_as(&mut self.points.nodes, types, node, ty);
            targets.push(new);
            if new != node {
                moved.push((node, new));
            }
        }
        if moved.is_empty() {
            return pointer;
        }
        let mut converted = pointer.clone();
        for (node, new) in moved {
            let here = self.points_to(&pointer, node);
            let number = self.number_expr(new);
            converted.object = self.b.exprs.ite(here, number, converted.object);
            let mut old = pointer.offset;
            let whole = self.points.nodes.whole(node);
            if let Some(whole) = whole {
                let quotient = self.offset_of_whole(&pointer, node, whole, span);
                let otherwise = self.offset_or_zero(converted.offset);
                converted.offset = Some(self.b.exprs.ite(here, quotient, otherwise));
                old = Some(quotient);
            }
            let node = whole.unwrap_or(node);
            let factor = self.elements_inside(node, new);
            let deeper = self.points.nodes.get(new).elements > self.points.nodes.get(node).elements;
            if deeper {
                let old = self.offset_or_zero(old);
                let scaled = if self.b.exprs.as_const(old) == Some(0) {
                    old
                } else {
                    self.b.exprs.binary(BinOp::Mul, old, factor)
                };
                let otherwise = self.offset_or_zero(converted.offset);
                converted.offset = Some(self.b.exprs.ite(here, scaled, otherwise));
            }
        }
        targets.sort_unstable();
        targets.dedup();
        converted.targets = targets.into();
        converted
    }

    /// The offset of an integer from that of its part. There is none behind an integer that is not in an array.
    fn offset_of_whole(&mut self, pointer: &Pointer, node: NodeId, whole: NodeId, span: Span) -> ExprId {
        let factor = self.elements_inside(whole, node);
        let (offset, zero) = (self.offset_or_zero(pointer.offset), self.offset(0));
        let is_single = self.points.nodes.get(whole).elements == 0;
        let constant = self.b.exprs.as_const(offset).zip(self.b.exprs.as_const(factor));
        let uneven = match constant {
            Some((offset, factor)) => self.b.exprs.bool(if is_single { offset != 0 } else { offset % factor != 0 }),
            None => {
                let rest = if is_single { offset } else { self.b.exprs.binary(BinOp::Rem, offset, factor) };
                self.b.exprs.compare(CmpOp::Ne, rest, zero)
            }
        };
        let here = self.points_to(pointer, node);
        let uneven = self.b.exprs.and(here, uneven);
        let what = "pointer into the middle of an element, or behind it";
        self.unless(uneven, LocKind::Unsupported { what: what.into() }, span);
        match constant {
            _ if is_single => zero,
            Some((offset, factor)) => self.offset(offset / factor),
            None => self.b.exprs.binary(BinOp::Div, offset, factor),
        }
    }

    /// Pointers to parts of integers as pointers to the integers; others stay.
    pub fn wholes(&mut self, pointer: Pointer, span: Span) -> Pointer {
        let proper = pointer.targets.iter().find(|node| !matches!(**node, NULL | WILD | FOREIGN));
        match proper.and_then(|&node| self.points.nodes.whole(node)) {
            Some(whole) => {
                let ty = self.points.nodes.get(whole).ty;
                self.convert_pointer(pointer, ty, span)
            }
            None => pointer,
        }
    }

    /// Where one of two pointers is to parts of an integer, the other is taken for the same.
    pub fn alike(&mut self, l: Pointer, r: Pointer, span: Span) -> (Pointer, Pointer) {
        let part = |this: &Self, pointer: &Pointer| {
            let part = pointer.targets.iter().find(|&&node| this.points.nodes.whole(node).is_some());
            part.map(|&node| this.points.nodes.get(node).ty)
        };
        let (of_left, of_right) = (part(self, &l), part(self, &r));
        match (of_left, of_right) {
            (Some(ty), _) | (_, Some(ty)) => (self.convert_pointer(l, ty, span), self.convert_pointer(r, ty, span)),
            _ => (l, r),
        }
    }

    /// A pointer that moves by bytes inside of a record, as in `container_of`; `None` if this is nothing of the kind.
    pub fn displacement(&mut self, operand: &Expr, ty: TyId, span: Span) -> Option<Pointer> {
        let unit = self.unit;
        let to = unit.types.pointee(ty)?;
        let (base, bytes) = displaced(operand, &unit.types)?;
        let pointer = self.expr(base).pointer();
        let pointer = self.hold_pointer(pointer, span);
        let moves =
            |this: &mut Self, node: &NodeId| shifted(&mut this.points.nodes, &unit.types, *node, bytes, to).is_some();
        if !pointer.targets.iter().any(|node| moves(self, node)) {
            let index = self.offset(bytes.abs());
            let byte = unit.types.find(&CType::Int(IntKind::UChar))?;
            let pointer = self.convert_pointer(pointer, byte, span);
            let moved = self.pointer_add(pointer, index, byte, bytes < 0, span);
            return Some(self.convert_pointer(moved, to, span));
        }
        let mut result = pointer.clone();
        let mut targets = Vec::new();
        for &node in &*pointer.targets {
            let here = self.points_to(&pointer, node);
            match shifted(&mut self.points.nodes, &unit.types, node, bytes, to) {
                Some(new) => {
                    let number = self.number_expr(new);
                    result.object = self.b.exprs.ite(here, number, result.object);
                    targets.push(new);
                }
                None if matches!(node, WILD | FOREIGN) => targets.push(node),
                None => {
                    let what = "a pointer that moves by bytes to a place of another type";
                    self.unless(here, LocKind::Unsupported { what: what.into() }, span);
                }
            }
        }
        result.targets = union(&targets, &[]);
        Some(result)
    }
}
