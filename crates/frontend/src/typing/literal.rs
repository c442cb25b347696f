//! The types of literals.

use heureka_ir::span::Span;

use super::{Typer, layout};
use crate::ast::{Base, CharLiteral, Encoding, IntKind, IntLength, IntLiteral, StrLiteral, StrUnits};
use crate::ctype::{CType, Len, TyId};
use crate::tree::{Expr, ExprKind, Place, PlaceKind, Str, StrId};

impl Typer {
    /// An integer constant has the first type of its list (C11 6.4.4.1) that holds it.
    pub(super) fn int_literal(&mut self, literal: &IntLiteral, span: Span) -> Expr {
        use IntKind::*;
        let kinds = [Int, UInt, Long, ULong, LongLong, ULongLong];
        let suffix = literal.suffix;
        let candidate = |kind: IntKind| {
            let unsigned = matches!(kind, UInt | ULong | ULongLong);
            let long_enough = match suffix.length {
                IntLength::Int => true,
                IntLength::Long => kind >= Long,
                IntLength::LongLong => kind >= LongLong,
            };
            let sign = if suffix.unsigned { unsigned } else { !unsigned || literal.base != Base::Decimal };
            let fits = self.types.model.int_ty(kind).is_some_and(|ty| ty.contains(i128::from(literal.value)));
            long_enough && sign && fits
        };
        let ty = match kinds.into_iter().find(|&kind| candidate(kind)) {
            Some(kind) => self.types.intern(CType::Int(kind)),
            // gcc: a decimal constant beyond long long is a 128-bit integer, or unsigned with a warning. It is
            // unsigned here, where the value at least is right.
            None => {
                self.warning(span, "integer constant is so large that it is unsigned");
                self.types.intern(CType::Int(ULongLong))
            }
        };
        if suffix.imaginary {
            let bytes = 2 * self.types.size_of(ty).unwrap_or(8);
            let ty = self.types.intern(CType::Opaque { name: layout::COMPLEX, bytes });
            return self.unmodelled(layout::COMPLEX, Vec::new(), ty, span);
        }
        Expr { kind: ExprKind::Int(i128::from(literal.value)), ty, span }
    }

    pub(super) fn char_literal(&mut self, literal: &CharLiteral, span: Span) -> Expr {
        let ty = match literal.encoding {
            Encoding::Plain | Encoding::Utf8 => self.common.int,
            Encoding::Utf16 => self.common.char16,
            Encoding::Utf32 => self.common.char32,
            Encoding::Wide => self.common.wchar,
        };
        self.int(i128::from(literal.value), ty, span)
    }

    /// The element type of a string literal.
    pub(super) fn str_element(&self, encoding: Encoding) -> TyId {
        match encoding {
            Encoding::Plain | Encoding::Utf8 => self.common.char,
            Encoding::Utf16 => self.common.char16,
            Encoding::Utf32 => self.common.char32,
            Encoding::Wide => self.common.wchar,
        }
    }

    pub(super) fn add_string(&mut self, literal: &StrLiteral) -> StrId {
        let units: Box<[u32]> = match &literal.units {
            StrUnits::Bytes(bytes) => bytes.iter().map(|&byte| u32::from(byte)).chain([0]).collect(),
            StrUnits::Wide(units) => units.iter().copied().chain([0]).collect(),
        };
        let elem = self.str_element(literal.encoding);
        let ty = self.types.intern(CType::Array { elem, len: Len::Const(units.len() as u64) });
        self.strings.push(Str { units, ty, span: literal.span });
        StrId(self.strings.len() as u32 - 1)
    }

    pub(super) fn str_literal(&mut self, literal: &StrLiteral, span: Span) -> Place {
        let id = self.add_string(literal);
        Place { kind: PlaceKind::Str(id), ty: self.strings[id.index()].ty, span }
    }
}
