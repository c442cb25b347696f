//! Fields of structs and unions.

use heureka_ir::span::Span;

use super::expr::{Lvalue, Operand};
use super::{Reported, Typed, Typer};
use crate::ast;
use crate::ctype::{CType, RecordId, TyId};
use crate::diagnostic::Diagnostic;
use crate::symbol::Symbol;
use crate::tree::{Expr, ExprKind, Init, InitItem, InitValue, PathStep, Place, PlaceKind};

impl Typer {
    pub(super) fn member(&mut self, base: &ast::Expr, field: Symbol, arrow: bool, span: Span) -> Typed<Operand> {
        let record = if arrow { self.pointed_record(base, span)? } else { self.record_place(base, span)? };
        let Some(id) = self.record_of(record.place.ty) else {
            return Err(self.not_a_record(record.place.ty, field, arrow, span));
        };
        let path = self.field_path(id, field, span)?;
        let place = path.into_iter().fold(record, |outer, at| self.field_place(outer, at, span));
        Ok(Operand::Place(place))
    }

    fn pointed_record(&mut self, base: &ast::Expr, span: Span) -> Typed<Lvalue> {
        let pointer = self.value(base)?;
        let CType::Pointer { to, to_const } = *self.types.get(pointer.ty) else {
            let text = self.type_text(pointer.ty);
            let diagnostic = Diagnostic::error(span, format!("`->` needs a pointer, not a value of type `{text}`"));
            let is_record = self.record_of(pointer.ty).is_some();
            return Err(self.report(if is_record { diagnostic.with_label("did you mean `.`?") } else { diagnostic }));
        };
        let span = base.span;
        Ok(Lvalue::new(self.pointed_place(pointer, to, span), to_const))
    }

    fn record_place(&mut self, base: &ast::Expr, span: Span) -> Typed<Lvalue> {
        match self.expr(base)? {
            Operand::Place(lvalue) => Ok(lvalue),
            Operand::Value(value) if self.record_of(value.ty).is_some() => {
                if self.current.is_none() {
                    return Err(self.error(span, "a field of a value that is not constant is used at file scope"));
                }
                let (ty, span) = (value.ty, value.span);
                let local = self.hidden_local(ty, span);
                let place = Place { kind: PlaceKind::Materialised(local, Box::new(value)), ty, span };
                Ok(Lvalue::new(place, false))
            }
            Operand::Value(value) | Operand::Designator(value) => {
                let text = self.type_text(value.ty);
                Err(self.error(span, format!("`.` needs a struct or union, not a value of type `{text}`")))
            }
        }
    }

    fn not_a_record(&mut self, ty: TyId, field: Symbol, arrow: bool, span: Span) -> Reported {
        let text = self.type_text(ty);
        let message = format!("field `{}` of something that is not a struct or union", self.name(field));
        let diagnostic = Diagnostic::error(span, message);
        let is_pointer = self.types.pointee(ty).is_some_and(|to| self.record_of(to).is_some());
        self.report(if is_pointer && !arrow {
            diagnostic.with_label(format!("it has type `{text}`; did you mean `->`?"))
        } else {
            diagnostic.with_label(format!("it has type `{text}`"))
        })
    }

    /// From a record to the field of that name, through anonymous members.
    pub(super) fn field_path(&mut self, record: RecordId, name: Symbol, span: Span) -> Typed<Vec<u32>> {
        let mut path = Vec::new();
        let mut id = record;
        loop {
            let Some(fields) = &self.types.record(id).fields else {
                let ty = self.types.intern(CType::Record(id));
                return Err(self.incomplete("what the field belongs to", ty, span));
            };
            let Some(&at) = self.fields.get(&(id, name)) else {
                let info = &self.record_info[record.0 as usize];
                let declared = info.span;
                let message = format!("`{}` has no field `{}`", self.types.record(record).name, self.name(name));
                return Err(self.report(Diagnostic::error(span, message).with_note_at(declared, "declared here")));
            };
            path.push(at);
            let field = &fields[at as usize];
            match self.record_of(field.ty) {
                Some(inner) if field.name.is_none() => id = inner,
                _ => return Ok(path),
            }
        }
    }

    /// A field of a record that is a place.
    pub(super) fn field_place(&self, record: Lvalue, at: u32, span: Span) -> Lvalue {
        let id = self.record_of(record.place.ty).expect("fields belong to records");
        let fields = self.types.record(id).fields.as_ref().expect("only complete records have fields");
        let ty = fields[at as usize].ty;
        let info = &self.record_info[id.0 as usize];
        let (is_const, align) = (record.is_const || info.const_fields[at as usize], info.field_aligns[at as usize]);
        let place = Place { kind: PlaceKind::Field(Box::new(record.place), at), ty, span };
        Lvalue { place, is_const, align }
    }

    /// The member of a union that has the type, if the record is a union and has one.
    pub(super) fn union_member_of_type(&self, record: RecordId, ty: TyId) -> Option<u32> {
        let record = self.types.record(record);
        let fields = record.fields.as_ref().filter(|_| record.is_union)?;
        fields.iter().position(|field| self.compatible(field.ty, ty)).map(|at| at as u32)
    }

    /// A union whose member `field` has the value: GNU casts to a union, and arguments of transparent unions.
    pub(super) fn union_value(&mut self, value: Expr, union: TyId, field: u32, span: Span) -> Typed<Expr> {
        if self.current.is_none() {
            return Err(self.error(span, "a conversion to a union is not constant"));
        }
        let local = self.hidden_local(union, span);
        let item = InitItem { path: Box::new([PathStep::Field(field)]), value: InitValue::Expr(value) };
        let init = Box::new(Init { zero_rest: true, items: vec![item] });
        let place = Box::new(Place { kind: PlaceKind::Literal(local, init), ty: union, span });
        Ok(Expr { kind: ExprKind::Load(place), ty: union, span })
    }
}
