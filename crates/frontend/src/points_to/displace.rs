//! `(T *)((char *)p - bytes)`: from a member to the record around it, and back.
//!
//! A pointer that moves by a known number of bytes and is then taken as one to `T` leads to another place of the same
//! record, if a `T` lies there. This is how `container_of` finds the element of a list from its links.

use super::compatible;
use super::objects::{NodeId, Nodes, Step};
use crate::ctype::{CType, TyId, Types};
use crate::tree::{Expr, ExprKind};

/// The pointer and the number of bytes by which it moves, where `operand` is what is converted to a pointer.
pub fn displaced<'a>(operand: &'a Expr, types: &Types) -> Option<(&'a Expr, i128)> {
    let ExprKind::PointerAdd { pointer, index, backwards } = &without_views(operand, types).kind else { return None };
    let step = types.size_of(types.pointee(pointer.ty)?)?;
    if step != 1 {
        return None;
    }
    let bytes = constant(index)?;
    let base = without_views(pointer, types);
    let is_record = |ty: TyId| matches!(types.get(ty), CType::Record(_));
    // A pointer to characters is one into an array, most likely.
    let is_character = types.pointee(base.ty).is_some_and(|to| types.size_of(to) == Some(1) && !is_record(to));
    let is_useful = bytes != 0 && !is_character;
    is_useful.then_some((base, if *backwards { -bytes } else { bytes }))
}

fn without_views<'a>(expr: &'a Expr, types: &Types) -> &'a Expr {
    match &expr.kind {
        ExprKind::Convert(inner) if types.is_pointer(expr.ty) && types.is_pointer(inner.ty) => {
            without_views(inner, types)
        }
        _ => expr,
    }
}

fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Int(value) => Some(*value),
        ExprKind::Convert(inner) => constant(inner),
        _ => None,
    }
}

/// The place of type `ty` that lies so many bytes behind `node` in the record that both are in.
pub fn shifted(nodes: &mut Nodes, types: &Types, node: NodeId, bytes: i128, ty: TyId) -> Option<NodeId> {
    let (mut base, mut at) = (node, bytes);
    loop {
        if let Some(found) = place_at(nodes, types, base, at, ty) {
            return Some(found);
        }
        let (parent, Step::Field(field)) = nodes.get(base).parent? else { return None };
        let CType::Record(record) = *types.get(nodes.get(parent).ty) else { return None };
        let field = types.record(record).fields.as_ref()?.get(field as usize).filter(|field| field.bits.is_none())?;
        at += i128::from(field.offset);
        base = parent;
    }
}

fn place_at(nodes: &mut Nodes, types: &Types, node: NodeId, at: i128, ty: TyId) -> Option<NodeId> {
    // What a pointer to bytes is to will be seen when it is used.
    let is_any = matches!(types.get(ty), CType::Void);
    if at == 0 && (is_any || compatible(types, nodes.get(node).ty, ty)) {
        return Some(node);
    }
    let CType::Record(record) = *types.get(nodes.get(node).ty) else { return None };
    let record = types.record(record);
    let fields = record.fields.as_ref().filter(|_| !record.is_union && at >= 0)?;
    let position = fields.iter().position(|field| {
        let size = types.size_of(field.ty).unwrap_or(0);
        field.bits.is_none() && (i128::from(field.offset)..i128::from(field.offset + size)).contains(&at)
    })?;
    let inside = at - i128::from(fields[position].offset);
    let child = nodes.field(node, position as u32, types)?;
    place_at(nodes, types, child, inside, ty)
}
