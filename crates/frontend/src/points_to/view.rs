//! What a pointer expression or a converted pointer really refers to.

use super::objects::{FOREIGN, NULL, NodeId, Nodes, WILD};
use super::{compatible, is_union};
use crate::ctype::{CType, TyId, Types};
use crate::tree::{Expr, ExprKind, Place};

/// What a dereferenced pointer expression is without the detour through a pointer: `*&x` is `x`, `*(a + i)` is `a[i]`.
pub enum Peeled<'a> {
    Place(&'a Place),
    /// An element of the array; the first without an index.
    Element(&'a Place, Option<&'a Expr>),
    No,
}

pub fn peel(pointer: &Expr) -> Peeled<'_> {
    match &pointer.kind {
        ExprKind::AddressOf(place) => Peeled::Place(place),
        ExprKind::Decay(array) => Peeled::Element(array, None),
        ExprKind::PointerAdd { pointer, index, backwards: false } => match &pointer.kind {
            ExprKind::Decay(array) => Peeled::Element(array, Some(index)),
            _ => Peeled::No,
        },
        _ => Peeled::No,
    }
}

/// The node that a pointer to `node` points to when it is taken as a pointer to `ty`: the node itself, or the first
/// element or field inside it, or the record whose first field it is. A node that does not fit stays as it is; an access
/// through such a pointer is refused.
pub fn seen_as(nodes: &mut Nodes, types: &Types, node: NodeId, ty: TyId) -> NodeId {
    if matches!(node, NULL | WILD | FOREIGN)
        || matches!(types.get(ty), CType::Void)
        || compatible(types, nodes.get(node).ty, ty)
    {
        return node;
    }
    if let Some(whole) = nodes.whole(node) {
        let seen = seen_as(nodes, types, whole, ty);
        return if compatible(types, nodes.get(seen).ty, ty) { seen } else { node };
    }
    let mut inside = node;
    loop {
        let next = match types.get(nodes.get(inside).ty) {
            CType::Array { .. } => nodes.element(inside, types),
            CType::Int(_) => nodes.parts(inside, ty, types),
            CType::Record(_) if starts_with_field(types, nodes.get(inside).ty, ty) => nodes.field(inside, 0, types),
            CType::Record(_) => {
                whole_member(types, nodes.get(inside).ty, ty).and_then(|at| nodes.field(inside, at, types))
            }
            _ => None,
        };
        let Some(next) = next else { break };
        inside = next;
        if compatible(types, nodes.get(inside).ty, ty) {
            return inside;
        }
    }
    let mut outside = node;
    while let Some((parent, super::Step::Field(at))) = nodes.get(outside).parent {
        if at > 0 && !is_union(types, nodes.get(parent).ty) {
            break;
        }
        outside = parent;
        if compatible(types, nodes.get(outside).ty, ty) {
            return outside;
        }
    }
    node
}

/// True when the first field of a record can be accessed at the record's address as a `wanted`: no union, no bit-field. A pointer
/// to characters goes over all bytes of the record, and not only over those of a first field that has characters.
fn starts_with_field(types: &Types, ty: TyId, wanted: TyId) -> bool {
    let CType::Record(record) = *types.get(ty) else { return false };
    let record = types.record(record);
    let Some(first) = record.fields.as_ref().and_then(|fields| fields.first()) else { return false };
    let is_character = matches!(types.get(wanted), CType::Int(_)) && types.size_of(wanted) == Some(1);
    let is_all = types.size_of(first.ty) == Some(record.size);
    !record.is_union && first.bits.is_none() && (is_all || !is_character)
}

/// The member of a union that is all of it and is a `wanted`, or an array of them.
fn whole_member(types: &Types, ty: TyId, wanted: TyId) -> Option<u32> {
    let CType::Record(record) = *types.get(ty) else { return None };
    let record = types.record(record);
    let mut fields = record.fields.iter().flatten().filter(|_| record.is_union);
    let at = fields.position(|field| {
        let elem = match *types.get(field.ty) {
            CType::Array { elem, .. } => elem,
            _ => field.ty,
        };
        let fits = compatible(types, field.ty, wanted) || compatible(types, elem, wanted);
        fits && field.bits.is_none() && types.size_of(field.ty) == Some(record.size)
    });
    at.map(|at| at as u32)
}
