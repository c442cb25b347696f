//! Unions: how their members share memory.
//!
//! A union of at most eight bytes that holds integers only (or values that are not modelled) is one number, the *bits*, and a
//! member is some of them. Any other has all its members side by side, and a cell that says which was *written* last: 0 while
//! all are zero, else one more than the member's position. Only that one has a value that is known.
//!
//! An integer that is accessed through a pointer to a smaller integer type has *parts* in the same way: its bytes, say, are an
//! array of characters inside of it, which has no cells of its own.

use super::objects::{NodeId, Nodes, Step};
use crate::ast::IntKind;
use crate::ctype::{CType, Len, RecordId, TyId, Types};

/// The place of the bits among the fields of a union.
pub const BITS: u32 = u32::MAX;

/// The place of the cell that says which member was written last.
pub const WRITTEN: u32 = u32::MAX - 1;

/// The places of the parts of one, two and four bytes of an integer.
const PARTS: [(u32, u64); 3] = [(u32::MAX - 2, 1), (u32::MAX - 3, 2), (u32::MAX - 4, 4)];

/// How a union is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// As a number of this type.
    Bits(TyId),
    Members,
}

/// The unions that a place is in, from the outside; what is in one that is stored as bits, or in an integer, has no cells of its own.
#[derive(Clone, Debug, Default)]
pub struct Enclosing {
    pub members: Vec<(NodeId, u32)>,
    pub bits: Option<NodeId>,
}

const WORDS: [(u64, IntKind); 4] =
    [(1, IntKind::UChar), (2, IntKind::UShort), (4, IntKind::UInt), (8, IntKind::ULongLong)];

/// Makes sure that the types are known in which unions are stored.
pub(super) fn intern_words(types: &mut Types) {
    for (part, kind) in WORDS {
        let elem = types.intern(CType::Int(kind));
        for (whole, _) in WORDS.into_iter().filter(|(whole, _)| *whole > part) {
            types.intern(CType::Array { elem, len: Len::Const(whole / part) });
        }
    }
}

fn word(types: &Types, size: u64) -> Option<TyId> {
    let (_, kind) = WORDS.into_iter().find(|(bytes, _)| *bytes == size)?;
    types.find(&CType::Int(kind))
}

fn is_part(step: Step) -> bool {
    matches!(step, Step::Field(field) if PARTS.iter().any(|(at, _)| *at == field))
}

pub fn is_union(types: &Types, ty: TyId) -> bool {
    match *types.get(ty) {
        CType::Record(RecordId(record)) => types.records[record as usize].is_union,
        _ => false,
    }
}

/// How a union is stored.
pub fn overlay(types: &Types, ty: TyId) -> Overlay {
    let size = types.size_of(ty).filter(|&size| size > 0 && holds_bits(types, ty));
    let word = size.and_then(|size| WORDS.into_iter().find(|(bytes, _)| size <= *bytes));
    match word.and_then(|(_, kind)| types.find(&CType::Int(kind))) {
        Some(word) => Overlay::Bits(word),
        None => Overlay::Members,
    }
}

fn holds_bits(types: &Types, ty: TyId) -> bool {
    match *types.get(ty) {
        CType::Bool | CType::Opaque { .. } => true,
        CType::Int(_) => types.int_ty(ty).is_some(),
        CType::Array { elem, len: Len::Const(len) } => len > 0 && holds_bits(types, elem),
        CType::Record(record) => {
            let fields = types.record(record).fields.as_ref();
            fields.is_some_and(|fields| fields.iter().all(|field| holds_bits(types, field.ty)))
        }
        _ => false,
    }
}

impl Nodes {
    /// The cell that holds a union that is stored as bits.
    pub fn bits(&mut self, union: NodeId, word: TyId) -> NodeId {
        self.child(union, Step::Field(BITS), word)
    }

    /// The cell that says which member of a union was written last.
    pub fn written(&mut self, union: NodeId, types: &Types) -> NodeId {
        let ty = types.find(&CType::Int(IntKind::UShort)).expect("the analysis makes the words of unions");
        self.child(union, Step::Field(WRITTEN), ty)
    }

    /// The parts of an integer that are like `ty`.
    pub fn parts(&mut self, node: NodeId, ty: TyId, types: &Types) -> Option<NodeId> {
        let whole = types.int_ty(self.get(node).ty).filter(|_| matches!(types.get(ty), CType::Int(_)))?;
        let (whole, size) = (u64::from(whole.bits() / 8), types.size_of(ty)?);
        let (step, _) = PARTS.into_iter().find(|(_, part)| *part == size && size < whole)?;
        if self.whole(node).is_some() {
            return None;
        }
        let elem = word(types, size)?;
        let array = types.find(&CType::Array { elem, len: Len::Const(whole / size) })?;
        let parts = self.child(node, Step::Field(step), array);
        Some(self.child(parts, Step::Element, elem))
    }

    /// The integer that a place is a part of.
    pub fn whole(&self, node: NodeId) -> Option<NodeId> {
        let (parts, _) = self.get(node).parent?;
        let (whole, step) = self.get(parts).parent?;
        is_part(step).then_some(whole)
    }

    /// True when the path passes through a union, or the place is a part of an integer.
    pub fn in_union(&self, node: NodeId, types: &Types) -> bool {
        self.path(node).iter().any(|(step, parent)| is_part(*step) || is_union(types, self.get(*parent).ty))
    }

    pub fn enclosing(&self, node: NodeId, types: &Types) -> Enclosing {
        let mut around = Enclosing::default();
        for (step, parent) in self.path(node) {
            let ty = self.get(parent).ty;
            if is_part(step) {
                around.bits = Some(parent);
                break;
            }
            if !is_union(types, ty) {
                continue;
            }
            match (overlay(types, ty), step) {
                (Overlay::Bits(_), _) => {
                    around.bits = Some(parent);
                    break;
                }
                (Overlay::Members, Step::Field(field)) => around.members.push((parent, field)),
                (Overlay::Members, Step::Element) => {}
            }
        }
        around
    }
}

impl Enclosing {
    pub fn is_empty(&self) -> bool {
        self.members.is_empty() && self.bits.is_none()
    }
}
