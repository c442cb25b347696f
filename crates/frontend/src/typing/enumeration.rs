//! Enumerations: the values of their constants and the integer type that they are.

use heureka_ir::IntTy;
use heureka_ir::span::Span;

use super::attribute::is_packed;
use super::scope::{Entry, Tag};
use super::types::Qualified;
use super::{Typed, Typer};
use crate::ast::{EnumSpec, Enumerator, IntKind};
use crate::ctype::{CType, DataModel, TyId};
use crate::diagnostic::Diagnostic;

impl Typer {
    pub(super) fn enum_specifier(&mut self, spec: &EnumSpec, declares: bool) -> Typed<TyId> {
        let own_scope = spec.enumerators.is_some() || declares;
        let known = spec.tag.and_then(|tag| {
            if own_scope { self.scopes.lookup_tag_here(tag) } else { self.scopes.lookup_tag(tag).copied() }
        });
        match (known.map(|binding| (binding.entry, binding.span)), &spec.enumerators) {
            (Some((Tag::Record(_), earlier)), _) => {
                let tag = spec.tag.expect("only a tag is known");
                Err(self.wrong_tag(spec.span, tag, earlier))
            }
            (Some((Tag::Enum { ty, .. }, _)), None) => Ok(ty),
            (Some((Tag::Enum { complete: true, .. }, earlier)), Some(_)) => {
                let tag = self.name(spec.tag.expect("only a tag is known"));
                let message = format!("redefinition of `enum {tag}`");
                Err(self.report(Diagnostic::error(spec.span, message).with_note_at(earlier, "first defined here")))
            }
            (_, enumerators) => {
                let ty = match enumerators {
                    Some(list) => self.enumerators(list, is_packed(&spec.attributes))?,
                    None => self.common.uint,
                };
                let ty = self.apply_type_attributes(Qualified::plain(ty), &spec.attributes)?.ty;
                if let Some(tag) = spec.tag {
                    self.scopes.bind_tag(tag, Tag::Enum { ty, complete: enumerators.is_some() }, spec.span);
                }
                Ok(ty)
            }
        }
    }

    /// Declares the constants; the type of the enumeration.
    fn enumerators(&mut self, list: &[Enumerator], packed: bool) -> Typed<TyId> {
        let mut next = 0;
        let mut next_ty = self.common.int;
        let mut constants = Vec::with_capacity(list.len());
        let (mut least, mut greatest) = (0, 0);
        let mut result = Ok(());
        for enumerator in list {
            let value = match &enumerator.value {
                None => self.next_value(next, next_ty, enumerator.span),
                Some(expr) => self.typed_constant(expr, "the value of an enumeration constant"),
            };
            let Ok((value, ty)) = value else {
                result = Err(super::Reported);
                self.scopes.bind(enumerator.name, Entry::Broken, enumerator.span);
                continue;
            };
            // While the list is open, a constant has type int where that can hold it.
            let ty = if IntTy::INT.contains(value) { self.common.int } else { ty };
            result = result.and(self.declare_constant(enumerator, value, ty));
            constants.push((enumerator, value));
            (least, greatest) = (value.min(least), value.max(greatest));
            (next, next_ty) = (value + 1, ty);
        }
        let ty = self.enum_type(least, greatest, packed, list.first().map_or(Span::NONE, |first| first.span))?;
        for (enumerator, value) in constants.into_iter().filter(|&(_, value)| !IntTy::INT.contains(value)) {
            self.scopes.bind(enumerator.name, Entry::Constant { value, ty }, enumerator.span);
        }
        result.map(|()| ty)
    }

    fn next_value(&mut self, next: i128, ty: TyId, span: Span) -> Typed<(i128, TyId)> {
        if self.types.int_ty(ty).is_some_and(|ty| ty.contains(next)) {
            return Ok((next, ty));
        }
        let wider = match self.types.model {
            DataModel::Lp64 => [IntKind::UInt, IntKind::Long, IntKind::ULong],
            DataModel::Ilp32 => [IntKind::UInt, IntKind::LongLong, IntKind::ULongLong],
        };
        match wider.into_iter().find(|&kind| self.types.model.int_ty(kind).is_some_and(|ty| ty.contains(next))) {
            Some(kind) => Ok((next, self.types.intern(CType::Int(kind)))),
            None => Err(self.error(span, "the value of the enumeration constant does not fit any integer type")),
        }
    }

    fn declare_constant(&mut self, enumerator: &Enumerator, value: i128, ty: TyId) -> Typed<()> {
        if let Some(earlier) = self.scopes.lookup_here(enumerator.name) {
            let message = match earlier.entry {
                Entry::Broken => return Ok(()),
                Entry::Constant { .. } => {
                    format!("redeclaration of the enumeration constant `{}`", self.name(enumerator.name))
                }
                _ => format!("`{}` is redeclared as another kind of name", self.name(enumerator.name)),
            };
            let diagnostic =
                Diagnostic::error(enumerator.span, message).with_note_at(earlier.span, "first declared here");
            return Err(self.report(diagnostic));
        }
        self.scopes.bind(enumerator.name, Entry::Constant { value, ty }, enumerator.span);
        Ok(())
    }

    fn enum_type(&mut self, least: i128, greatest: i128, packed: bool, span: Span) -> Typed<TyId> {
        use IntKind::*;
        let (unsigned, signed): ([IntKind; 4], [IntKind; 4]) = match self.types.model {
            DataModel::Lp64 => ([UChar, UShort, UInt, ULong], [SChar, Short, Int, Long]),
            DataModel::Ilp32 => ([UChar, UShort, UInt, ULongLong], [SChar, Short, Int, LongLong]),
        };
        let kinds = if least < 0 { signed } else { unsigned };
        let fits = |kind: &IntKind| {
            self.types.model.int_ty(*kind).is_some_and(|ty| ty.contains(least) && ty.contains(greatest))
        };
        let kind = kinds.into_iter().skip(if packed { 0 } else { 2 }).find(fits);
        match kind {
            Some(kind) => Ok(self.types.intern(CType::Int(kind))),
            None => Err(self.error(span, "no integer type holds all values of the enumeration")),
        }
    }
}
