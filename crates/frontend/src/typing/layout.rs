//! Sizes, alignments and offsets, as gcc lays types out on x86 Linux (`-m64` for LP64, `-m32` for ILP32).

use crate::ast::FloatKind;
use crate::ctype::{CType, DataModel, Len, TyId, Types};

/// The names of the kinds of opaque types.
pub(super) const FLOATING: &str = "floating point";
pub(super) const COMPLEX: &str = "complex number";
pub(super) const WIDE_INTEGER: &str = "128-bit integer";
pub(super) const VECTOR: &str = "vector";
pub(super) const VA_LIST: &str = "va_list";

pub(super) fn float_bytes(kind: FloatKind, model: DataModel) -> u64 {
    use FloatKind::*;
    match (kind, model) {
        (Float16 | BFloat16, _) => 2,
        (Float | Float32 | Decimal32, _) => 4,
        (Double | Float64 | Float32x | Decimal64, _) => 8,
        (LongDouble | Float64x | Float80, DataModel::Ilp32) => 12,
        (LongDouble | Float64x | Float80, DataModel::Lp64) => 16,
        (Float128 | Decimal128, _) => 16,
    }
}

pub(super) fn va_list_bytes(model: DataModel) -> u64 {
    match model {
        DataModel::Lp64 => 24,
        DataModel::Ilp32 => 4,
    }
}

impl Types {
    /// The size in bytes of objects of a type: `None` when it is incomplete or depends on a variable length. As in
    /// GNU C, `void` and functions count as one byte.
    pub fn size_of(&self, id: TyId) -> Option<u64> {
        match *self.get(id) {
            CType::Void | CType::Bool | CType::Function(_) => Some(1),
            // What a compiler takes it for.
            CType::Set => Some(4),
            CType::Int(kind) => self.model.int_ty(kind).map(|ty| u64::from(ty.bits()) / 8),
            CType::Opaque { bytes, .. } => Some(bytes),
            CType::Pointer { .. } => Some(self.model.pointer_bytes()),
            CType::Array { elem, len: Len::Const(len) } => self.size_of(elem)?.checked_mul(len),
            CType::Array { .. } => None,
            CType::Record(id) => {
                let record = self.record(id);
                record.fields.as_ref().map(|_| record.size)
            }
        }
    }

    /// The alignment in bytes of a type, as a member of a struct.
    pub fn align_of(&self, id: TyId) -> u64 {
        // The i386 ABI aligns nothing but vectors and quadruple precision to more than four bytes.
        let capped = |bytes: u64| match self.model {
            DataModel::Lp64 => bytes.min(16),
            DataModel::Ilp32 => bytes.min(4),
        };
        match *self.get(id) {
            CType::Void | CType::Bool | CType::Function(_) => 1,
            CType::Set => 4,
            CType::Int(_) | CType::Pointer { .. } => capped(self.size_of(id).unwrap_or(1)),
            CType::Opaque { name: VECTOR, bytes } => bytes.next_power_of_two(),
            CType::Opaque { name: VA_LIST, .. } => self.model.pointer_bytes(),
            CType::Opaque { name: COMPLEX, bytes } => match bytes / 2 {
                12 => 4,
                half => capped(half),
            },
            CType::Opaque { bytes: 12, .. } => 4,
            CType::Opaque { bytes: 16, .. } => 16,
            CType::Opaque { bytes, .. } => capped(bytes),
            CType::Array { elem, .. } => self.align_of(elem),
            CType::Record(id) => self.record(id).align.max(1),
        }
    }
}

/// What the layout of one field depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldShape {
    /// In bytes; of a flexible array, 0.
    pub(super) size: u64,
    /// Of its type, in bytes.
    pub(super) align: u64,
    /// Asked for by an attribute of the field, in bytes; 0 for none.
    pub(super) explicit_align: u64,
    /// The field, or the whole record, is packed.
    pub(super) packed: bool,
}

/// A record while its fields are placed one after the other.
#[derive(Debug)]
pub(super) struct Layout {
    is_union: bool,
    /// The first free bit of a struct; the size in bits so far of a union.
    end: u64,
    align: u64,
}

impl Layout {
    pub(super) fn new(is_union: bool) -> Layout {
        Layout { is_union, end: 0, align: 1 }
    }

    /// Places an ordinary field; its offset in bytes. `None` when the record becomes too large.
    pub(super) fn field(&mut self, shape: FieldShape) -> Option<u64> {
        let align = if shape.packed { 1 } else { shape.align }.max(shape.explicit_align);
        self.align = self.align.max(align);
        let start = if self.is_union { 0 } else { self.end.checked_next_multiple_of(8 * align)? };
        let end = start.checked_add(shape.size.checked_mul(8)?)?;
        self.end = self.end.max(end);
        Some(start / 8)
    }

    /// Places a bit-field of `width` bits; the offset in bytes of the unit that holds its first bit, and that bit's offset.
    pub(super) fn bit_field(&mut self, shape: FieldShape, width: u64, named: bool) -> Option<(u64, u64)> {
        let (size, align) = (8 * shape.size, 8 * shape.align);
        if named {
            self.align = self.align.max(if shape.packed { 1 } else { shape.align }).max(shape.explicit_align);
        }
        let mut start = if self.is_union { 0 } else { self.end };
        if shape.explicit_align > 0 {
            start = start.checked_next_multiple_of(8 * shape.explicit_align)?;
        }
        // A bit-field does not lie across more aligned units than its type would.
        if !shape.packed && (start % align + width).div_ceil(align) > size / align {
            start = start.checked_next_multiple_of(align)?;
        }
        self.end = self.end.max(start.checked_add(width)?);
        Some((start / align * shape.align, start))
    }

    /// `int : 0`, which ends the current unit even where fields are packed.
    pub(super) fn end_unit(&mut self, align: u64) -> Option<()> {
        if !self.is_union {
            self.end = self.end.checked_next_multiple_of(8 * align)?;
        }
        Some(())
    }

    /// Size and alignment of the whole, in bytes; `explicit_align` is that of the record's attributes.
    pub(super) fn finish(self, explicit_align: u64) -> Option<(u64, u64)> {
        let align = self.align.max(explicit_align);
        let size = self.end.div_ceil(8).checked_next_multiple_of(align)?;
        Some((size, align))
    }
}
