//! Attributes that change types and declarations.

use heureka_ir::span::Span;

use super::types::Qualified;
use super::{Typed, Typer, layout};
use crate::ast::{Attribute, AttributeKind, Expr, IntKind};
use crate::ctype::{CType, DataModel, TyId};
use crate::symbol::Symbol;

/// `__BIGGEST_ALIGNMENT__` of x86: what `aligned` without a number means.
const GREATEST_ALIGN: u64 = 16;

impl Typer {
    /// Applies `mode` and `vector_size`, which replace the type itself.
    pub(super) fn apply_type_attributes(&mut self, base: Qualified, attributes: &[Attribute]) -> Typed<Qualified> {
        let mut result = base;
        for attribute in attributes {
            match &attribute.kind {
                AttributeKind::Mode(mode) => result.ty = self.type_of_mode(result.ty, *mode, attribute.span)?,
                AttributeKind::VectorSize(size) => {
                    let bytes = self.integer_constant(size, "the size of a vector")?;
                    let bytes = u64::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two());
                    let Some(bytes) = bytes.filter(|&bytes| bytes <= 1 << 20) else {
                        return Err(self.error(size.span, "the size of a vector is a power of two"));
                    };
                    result.ty = self.types.intern(CType::Opaque { name: layout::VECTOR, bytes });
                }
                _ => {}
            }
        }
        Ok(result)
    }

    fn type_of_mode(&mut self, ty: TyId, mode: Symbol, span: Span) -> Typed<TyId> {
        let unsigned = self.types.int_ty(ty).is_some_and(|ty| !ty.is_signed());
        let choose = |signed, other| if unsigned { other } else { signed };
        let quad = match self.types.model {
            DataModel::Lp64 => choose(IntKind::Long, IntKind::ULong),
            DataModel::Ilp32 => choose(IntKind::LongLong, IntKind::ULongLong),
        };
        let kind = match self.symbols.name(mode) {
            "QI" | "byte" => choose(IntKind::SChar, IntKind::UChar),
            "HI" => choose(IntKind::Short, IntKind::UShort),
            "SI" => choose(IntKind::Int, IntKind::UInt),
            "DI" => quad,
            "word" | "pointer" | "unwind_word" => choose(IntKind::Long, IntKind::ULong),
            "TI" => IntKind::Int128,
            name => {
                let bytes = match name {
                    "SF" => 4,
                    "DF" => 8,
                    "XF" if self.types.model == DataModel::Ilp32 => 12,
                    "XF" | "TF" => 16,
                    "SC" | "DC" | "XC" | "TC" => {
                        let bytes = if name == "SC" { 8 } else { 16 };
                        return Ok(self.types.intern(CType::Opaque { name: layout::COMPLEX, bytes }));
                    }
                    _ => {
                        let message = format!("unknown machine mode `{name}`");
                        return Err(self.error(span, message));
                    }
                };
                return Ok(self.types.intern(CType::Opaque { name: layout::FLOATING, bytes }));
            }
        };
        Ok(self.int_type(kind))
    }

    /// The alignment in bytes that `aligned` and `_Alignas` ask for; 0 when they do not occur.
    pub(super) fn explicit_align<'a>(&mut self, attributes: impl IntoIterator<Item = &'a Attribute>) -> Typed<u64> {
        let mut greatest = 0;
        for attribute in attributes {
            let align = match &attribute.kind {
                AttributeKind::Aligned(None) => GREATEST_ALIGN,
                AttributeKind::Aligned(Some(value)) => self.alignment_value(value)?,
                AttributeKind::AlignedAs(name) => {
                    let ty = self.type_name(name)?;
                    self.align_of(ty)
                }
                _ => continue,
            };
            greatest = greatest.max(align);
        }
        Ok(greatest)
    }

    fn alignment_value(&mut self, value: &Expr) -> Typed<u64> {
        let align = self.integer_constant(value, "an alignment")?;
        match u64::try_from(align) {
            Ok(0) => Ok(0),
            Ok(align) if align.is_power_of_two() && align <= 1 << 28 => Ok(align),
            _ => Err(self.error(value.span, format!("an alignment is a power of two, not {align}"))),
        }
    }

    pub(super) fn align_of(&self, ty: Qualified) -> u64 {
        if ty.align > 0 { u64::from(ty.align) } else { self.types.align_of(ty.ty) }
    }
}

pub(super) fn is_packed(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| matches!(attribute.kind, AttributeKind::Packed))
}

/// The alignment in bytes that `#pragma pack` allows the fields of a record.
pub(super) fn align_limit(attributes: &[Attribute]) -> u64 {
    let limits = attributes.iter().filter_map(|attribute| match attribute.kind {
        AttributeKind::PackLimit(limit) => Some(u64::from(limit)),
        _ => None,
    });
    limits.min().unwrap_or(u64::MAX)
}
