//! Parameter lists of function types.

use heureka_ir::span::Span;

use super::scope::Entry;
use super::types::Qualified;
use super::{Typed, Typer};
use crate::ast::{ArraySize, Declarator, DerivedKind, Parameter, Parameters, Qualifiers};
use crate::ctype::{CType, TyId};

impl Typer {
    /// The parameters of a function type that is not being defined: types, variadic, prototyped.
    pub(super) fn prototype(&mut self, parameters: &Parameters) -> Typed<(Box<[TyId]>, bool, bool)> {
        let (list, variadic) = match parameters {
            Parameters::Unspecified | Parameters::Names(_) => return Ok((Box::default(), false, false)),
            Parameters::Prototype { list, variadic } => (list, *variadic),
        };
        self.scopes.enter();
        self.prototypes += 1;
        let types: Typed<Box<[TyId]>> = list.iter().map(|parameter| self.prototype_parameter(parameter)).collect();
        self.prototypes -= 1;
        self.scopes.leave();
        Ok((types?, variadic, true))
    }

    /// True inside the parameter list of a function that is not being defined there: its names have no values.
    pub(super) fn in_prototype(&self) -> bool {
        self.prototypes > 0
    }

    fn prototype_parameter(&mut self, parameter: &Parameter) -> Typed<TyId> {
        let ty = self.parameter_type(parameter)?;
        if let Some(name) = parameter.declarator.name {
            self.check_parameter_name(&parameter.declarator)?;
            self.scopes.bind(name, Entry::Broken, parameter.declarator.span);
        }
        Ok(self.without_lengths(ty.ty))
    }

    pub(super) fn check_parameter_name(&mut self, declarator: &Declarator) -> Typed<()> {
        let Some(name) = declarator.name else { return Ok(()) };
        match self.scopes.lookup_here(name) {
            None => Ok(()),
            Some(_) => {
                let message = format!("two parameters are named `{}`", self.name(name));
                Err(self.error(declarator.span, message))
            }
        }
    }

    /// The type of a parameter, adjusted: arrays and functions are pointers.
    pub(super) fn parameter_type(&mut self, parameter: &Parameter) -> Typed<Qualified> {
        let base = self.specifiers(&parameter.specifiers, false)?;
        self.parameter_declarator(base, &parameter.declarator)
    }

    pub(super) fn parameter_declarator(&mut self, base: Qualified, declarator: &Declarator) -> Typed<Qualified> {
        let derived = &declarator.derived;
        let ty = match derived.first().map(|first| &first.kind) {
            // The length of the outermost array is not part of the parameter's type, but C evaluates it.
            Some(DerivedKind::Array(array)) => {
                let elem = self.derive(base, &derived[1..])?;
                if let (ArraySize::Expr(size), false) = (&array.size, self.in_prototype()) {
                    let length = self.value(size)?;
                    if self.has_effects(&length) {
                        self.lengths.push(length);
                    }
                }
                self.pointer_from(elem, array.qualifiers)
            }
            _ => self.declarator(base, declarator)?,
        };
        let ty = self.adjusted(ty);
        self.check_parameter_complete(ty.ty, declarator.span)?;
        Ok(ty)
    }

    /// Arrays and functions as parameters are pointers.
    fn adjusted(&mut self, ty: Qualified) -> Qualified {
        match *self.types.get(ty.ty) {
            CType::Array { elem, .. } => self.pointer_from(Qualified { ty: elem, ..ty }, Qualifiers::default()),
            CType::Function(_) => Qualified::plain(self.pointer_to(ty.ty, false)),
            _ => ty,
        }
    }

    fn check_parameter_complete(&mut self, ty: TyId, span: Span) -> Typed<()> {
        if self.is_void(ty) {
            return Err(self.error(span, "a parameter cannot have type `void`"));
        }
        if self.in_prototype() || self.is_complete(ty) {
            return Ok(());
        }
        let message = format!("parameter has incomplete type `{}`", self.type_text(ty));
        Err(self.error(span, message))
    }
}
