//! Structs and unions: their tags, fields and completion.
//!
//! A record is incomplete from its first mention until the closing brace of its definition.

use heureka_ir::span::Span;

use super::attribute::{align_limit, is_packed};
use super::bit_field::is_wide;
use super::layout::{FieldShape, Layout};
use super::scope::Tag;
use super::types::Qualified;
use super::{Reported, Typed, Typer};
use crate::ast::{AttributeKind, FieldDeclaration, FieldDeclarator, Member, RecordKind, RecordSpec, TypeSpec};
use crate::ctype::{CType, Field, Len, Record, RecordId, TyId};
use crate::diagnostic::Diagnostic;
use crate::symbol::Symbol;

/// What typing knows of a record besides its layout.
#[derive(Debug)]
pub(super) struct RecordInfo {
    /// Where it was defined, or first mentioned.
    pub(super) span: Span,
    /// Between the braces of its definition.
    defining: bool,
    /// The definition was wrong: uses of it are not complained about.
    pub(super) broken: bool,
    /// For each field, whether it is const.
    pub(super) const_fields: Vec<bool>,
    /// For each field, the alignment that its typedef gives it (0 for none).
    pub(super) field_aligns: Vec<u32>,
    /// Some scalar inside is const, so that the whole cannot be assigned.
    pub(super) has_const: bool,
    pub(super) transparent: bool,
}

/// A definition while its fields are collected.
struct Definition {
    id: RecordId,
    layout: Layout,
    packed: bool,
    /// No field is aligned to more bytes, unless it says so itself.
    align_limit: u64,
    fields: Vec<Field>,
    const_fields: Vec<bool>,
    field_aligns: Vec<u32>,
    has_const: bool,
    /// A flexible array member, which nothing may follow.
    flexible: Option<Span>,
}

impl Typer {
    /// The type that `struct tag { … }` names. `declares`: nothing follows, so that a tag alone declares a new type.
    pub(super) fn record_specifier(&mut self, spec: &RecordSpec, declares: bool) -> Typed<TyId> {
        let id = match spec.tag {
            Some(tag) => self.tagged_record(spec, tag, declares)?,
            None => self.new_record(spec),
        };
        if let Some(members) = &spec.members {
            self.define_record(id, spec, members)?;
        }
        Ok(self.types.intern(CType::Record(id)))
    }

    fn tagged_record(&mut self, spec: &RecordSpec, tag: Symbol, declares: bool) -> Typed<RecordId> {
        let own_scope = spec.members.is_some() || declares;
        let known = if own_scope { self.scopes.lookup_tag_here(tag) } else { self.scopes.lookup_tag(tag).copied() };
        match known.map(|binding| (binding.entry, binding.span)) {
            Some((Tag::Record(id), _)) if self.types.record(id).is_union == (spec.kind == RecordKind::Union) => Ok(id),
            Some((_, span)) => Err(self.wrong_tag(spec.span, tag, span)),
            None => {
                let id = self.new_record(spec);
                self.scopes.bind_tag(tag, Tag::Record(id), spec.span);
                Ok(id)
            }
        }
    }

    pub(super) fn wrong_tag(&mut self, span: Span, tag: Symbol, earlier: Span) -> Reported {
        let message = format!("`{}` is a tag of another kind", self.name(tag));
        self.report(Diagnostic::error(span, message).with_note_at(earlier, "declared here"))
    }

    fn new_record(&mut self, spec: &RecordSpec) -> RecordId {
        let is_union = spec.kind == RecordKind::Union;
        let keyword = if is_union { "union" } else { "struct" };
        let tag = spec.tag.map_or("<anonymous>", |tag| self.symbols.name(tag));
        let name = format!("{keyword} {tag}");
        self.record_info.push(RecordInfo {
            span: spec.span,
            defining: false,
            broken: false,
            const_fields: Vec::new(),
            field_aligns: Vec::new(),
            has_const: false,
            transparent: false,
        });
        self.types.add_record(Record { name, is_union, fields: None, size: 0, align: 1 })
    }

    fn define_record(&mut self, id: RecordId, spec: &RecordSpec, members: &[Member]) -> Typed<()> {
        let at = id.0 as usize;
        if self.types.records[at].fields.is_some() || self.record_info[at].defining {
            let message = format!("redefinition of `{}`", self.types.records[at].name);
            let earlier = self.record_info[at].span;
            return Err(self.report(Diagnostic::error(spec.span, message).with_note_at(earlier, "first defined here")));
        }
        self.record_info[at].defining = true;
        self.record_info[at].span = spec.span;
        let result = self.record_fields(id, spec, members);
        self.record_info[at].defining = false;
        self.record_info[at].broken = result.is_err();
        result
    }

    fn record_fields(&mut self, id: RecordId, spec: &RecordSpec, members: &[Member]) -> Typed<()> {
        let is_union = spec.kind == RecordKind::Union;
        let mut definition = Definition {
            id,
            layout: Layout::new(is_union),
            packed: is_packed(&spec.attributes),
            align_limit: align_limit(&spec.attributes),
            fields: Vec::new(),
            const_fields: Vec::new(),
            field_aligns: Vec::new(),
            has_const: false,
            flexible: None,
        };
        let mut result = Ok(());
        for member in members {
            let added = match member {
                Member::Fields(declaration) => self.field_declaration(&mut definition, declaration),
                Member::StaticAssert(assertion) => self.static_assert(assertion),
            };
            result = result.and(added);
        }
        result?;
        let explicit = self.explicit_align(&spec.attributes)?;
        let Some((size, align)) = definition.layout.finish(explicit) else {
            return Err(self.error(spec.span, "the type is too large"));
        };
        let record = &mut self.types.records[id.0 as usize];
        record.fields = Some(definition.fields);
        (record.size, record.align) = (size, align);
        let info = &mut self.record_info[id.0 as usize];
        info.const_fields = definition.const_fields;
        info.field_aligns = definition.field_aligns;
        info.has_const = definition.has_const;
        info.transparent =
            spec.attributes.iter().any(|attribute| matches!(attribute.kind, AttributeKind::TransparentUnion));
        Ok(())
    }

    fn field_declaration(&mut self, definition: &mut Definition, declaration: &FieldDeclaration) -> Typed<()> {
        let specifiers = &declaration.specifiers;
        let base = self.specifiers(specifiers, declaration.declarators.is_empty())?;
        if declaration.declarators.is_empty() {
            return match &specifiers.ty {
                TypeSpec::Record(spec) if spec.tag.is_none() => {
                    let packed = definition.packed || is_packed(&specifiers.attributes);
                    let explicit = self.explicit_align(&specifiers.attributes)?;
                    self.add_field(definition, None, base, packed, explicit, declaration.span)
                }
                _ => Ok(()),
            };
        }
        let mut result = Ok(());
        for declarator in &declaration.declarators {
            result = result.and(self.field(definition, declaration, base, declarator));
        }
        result
    }

    fn field(
        &mut self,
        definition: &mut Definition,
        declaration: &FieldDeclaration,
        base: Qualified,
        field: &FieldDeclarator,
    ) -> Typed<()> {
        let lengths = self.lengths.len();
        let ty = self.declarator(base, &field.declarator)?;
        if self.lengths.len() > lengths || self.is_variable_length(ty.ty) {
            self.lengths.truncate(lengths);
            return Err(self.error(field.declarator.span, "a variable-length array as a field is not supported"));
        }
        let (outer, own) = (&declaration.specifiers.attributes, &field.declarator.attributes);
        let packed = definition.packed || is_packed(outer) || is_packed(own);
        let explicit = self.explicit_align(outer.iter().chain(own))?;
        match &field.bits {
            None => self.add_field(definition, field.declarator.name, ty, packed, explicit, field.declarator.span),
            Some(bits) => {
                let width = self.bit_width(ty.ty, bits, field.declarator.name.is_some())?;
                self.add_bit_field(definition, field, ty, packed, explicit, width)
            }
        }
    }

    fn add_field(
        &mut self,
        definition: &mut Definition,
        name: Option<Symbol>,
        ty: Qualified,
        packed: bool,
        explicit_align: u64,
        span: Span,
    ) -> Typed<()> {
        self.no_set(ty.ty, "a set cannot be a field of a struct or union", span)?;
        if let Some(flexible) = definition.flexible {
            return Err(self.error(flexible, "a flexible array member is the last field of its struct"));
        }
        let is_flexible = matches!(self.types.get(ty.ty), CType::Array { len: Len::Unknown, .. });
        if is_flexible {
            definition.flexible = (!self.types.record(definition.id).is_union).then_some(span);
        } else if !self.is_complete(ty.ty) {
            let what = name.map_or("field".to_owned(), |name| format!("field `{}`", self.name(name)));
            return Err(self.incomplete(&what, ty.ty, span));
        }
        let size = if is_flexible { 0 } else { self.types.size_of(ty.ty).unwrap_or(0) };
        let shape = FieldShape { size, align: self.align_of(ty).min(definition.align_limit), explicit_align, packed };
        let Some(offset) = definition.layout.field(shape) else {
            return Err(self.error(span, "the type is too large"));
        };
        self.push_field(definition, Field { name, ty: ty.ty, bits: None, offset, first_bit: 8 * offset }, ty, span)
    }

    fn add_bit_field(
        &mut self,
        definition: &mut Definition,
        field: &FieldDeclarator,
        ty: Qualified,
        packed: bool,
        explicit_align: u64,
        width: u8,
    ) -> Typed<()> {
        let span = field.declarator.span;
        let name = field.declarator.name;
        let align = self.align_of(ty).min(definition.align_limit);
        self.has_wide_bit_fields |= is_wide(width);
        let shape = FieldShape { size: self.types.size_of(ty.ty).unwrap_or(1), align, explicit_align, packed };
        let offset = if width == 0 {
            definition.layout.end_unit(self.align_of(ty).max(explicit_align)).map(|()| (0, 0))
        } else {
            definition.layout.bit_field(shape, u64::from(width), name.is_some())
        };
        let Some((offset, first_bit)) = offset else {
            return Err(self.error(span, "the type is too large"));
        };
        match name {
            Some(_) => {
                let field = Field { name, ty: ty.ty, bits: Some(width), offset, first_bit };
                self.push_field(definition, field, ty, span)
            }
            // Padding: it has no value and no initialiser.
            None => Ok(()),
        }
    }

    fn push_field(&mut self, definition: &mut Definition, field: Field, ty: Qualified, span: Span) -> Typed<()> {
        let at = definition.fields.len() as u32;
        match (field.name, self.record_of(ty.ty)) {
            (Some(name), _) => self.name_field(definition.id, name, at, span)?,
            (None, Some(inner)) => {
                for name in self.field_names(inner) {
                    self.name_field(definition.id, name, at, span)?;
                }
            }
            (None, None) => {}
        }
        let inner_const =
            self.innermost_record(ty.ty).is_some_and(|inner| self.record_info[inner.0 as usize].has_const);
        definition.has_const |= ty.is_const || inner_const;
        definition.fields.push(field);
        definition.const_fields.push(ty.is_const);
        definition.field_aligns.push(ty.align);
        Ok(())
    }

    fn name_field(&mut self, record: RecordId, name: Symbol, at: u32, span: Span) -> Typed<()> {
        match self.fields.insert((record, name), at) {
            None => Ok(()),
            Some(_) => {
                let message = format!("duplicate field `{}`", self.name(name));
                Err(self.error(span, message))
            }
        }
    }

    /// The names by which fields of a record can be reached, those of anonymous members included.
    fn field_names(&self, record: RecordId) -> Vec<Symbol> {
        let mut names = Vec::new();
        for field in self.types.record(record).fields.iter().flatten() {
            match (field.name, self.record_of(field.ty)) {
                (Some(name), _) => names.push(name),
                (None, Some(inner)) => names.extend(self.field_names(inner)),
                (None, None) => {}
            }
        }
        names
    }

    /// The record at the bottom of nested arrays.
    pub(super) fn innermost_record(&self, ty: TyId) -> Option<RecordId> {
        match *self.types.get(ty) {
            CType::Array { elem, .. } => self.innermost_record(elem),
            CType::Record(id) => Some(id),
            _ => None,
        }
    }

    fn bit_width(&mut self, ty: TyId, bits: &crate::ast::Expr, named: bool) -> Typed<u8> {
        let Some(int) = self.types.int_ty(ty) else {
            let message = format!("a bit-field has an integer type, not `{}`", self.type_text(ty));
            return Err(self.error(bits.span, message));
        };
        let width = self.integer_constant(bits, "the width of a bit-field")?;
        let problem = match u8::try_from(width) {
            _ if width < 0 => "the width of a bit-field is negative".to_owned(),
            Ok(0) if named => "only an unnamed bit-field can have width zero".to_owned(),
            Ok(width) if width <= int.bits() => return Ok(width),
            _ => format!("a bit-field of {width} bits is wider than its type `{}`", self.type_text(ty)),
        };
        Err(self.error(bits.span, problem))
    }

    /// Complains that something has a type whose size is not known.
    pub(super) fn incomplete(&mut self, what: &str, ty: TyId, span: Span) -> Reported {
        if let Some(record) = self.innermost_record(ty) {
            let info = &self.record_info[record.0 as usize];
            if info.broken {
                return Reported;
            }
            let declared = info.span;
            let message = format!("{what} has incomplete type `{}`", self.type_text(ty));
            return self
                .report(Diagnostic::error(span, message).with_note_at(declared, "declared here, never defined"));
        }
        let message = format!("{what} has incomplete type `{}`", self.type_text(ty));
        self.error(span, message)
    }
}
