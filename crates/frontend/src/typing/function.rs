//! Declarations of functions, which may be repeated.

use heureka_ir::span::Span;

use super::scope::Entry;
use super::{Reported, Typed, Typer};
use crate::ast::{Attribute, AttributeKind, Specifiers, Storage};
use crate::ctype::TyId;
use crate::diagnostic::Diagnostic;
use crate::symbol::Symbol;
use crate::tree::{FuncId, Function};

/// What typing knows of a function besides its type and body.
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionInfo {
    pub(super) is_static: bool,
    /// Made by a call before any declaration; a real declaration may replace it.
    pub(super) implicit: bool,
    /// Its type is not known yet: the parameters of its definition are being typed.
    pub(super) is_opened: bool,
    /// Defined `extern inline` with `gnu_inline`: a real definition may follow.
    pub(super) inline_only: bool,
}

impl FunctionInfo {
    pub(super) const IMPLICIT: FunctionInfo =
        FunctionInfo { is_static: false, implicit: true, is_opened: false, inline_only: false };
}

/// What the specifiers and attributes of a declaration say about a function.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FunctionTraits {
    is_static: bool,
    noreturn: bool,
    pub(super) inline_only: bool,
    constructor: bool,
    destructor: bool,
    alias: bool,
    weak: bool,
}

impl FunctionTraits {
    pub(super) fn new(specifiers: &Specifiers, attributes: &[Attribute]) -> FunctionTraits {
        let mut traits =
            FunctionTraits { is_static: specifiers.storage == Storage::Static, ..FunctionTraits::default() };
        for attribute in specifiers.attributes.iter().chain(attributes) {
            match attribute.kind {
                AttributeKind::NoReturn => traits.noreturn = true,
                AttributeKind::GnuInline => {
                    traits.inline_only = specifiers.inline && specifiers.storage == Storage::Extern;
                }
                AttributeKind::Constructor => traits.constructor = true,
                AttributeKind::Destructor => traits.destructor = true,
                AttributeKind::Alias(_) => traits.alias = true,
                AttributeKind::Weak => traits.weak = true,
                _ => {}
            }
        }
        traits
    }
}

impl Typer {
    /// A declaration of a function, merged with those before it.
    pub(super) fn declare_function(
        &mut self,
        name: Symbol,
        ty: TyId,
        traits: FunctionTraits,
        span: Span,
    ) -> Typed<FuncId> {
        let known = match self.scopes.linked(name) {
            Some((Entry::Function(id), earlier)) => Some((id, earlier)),
            Some((_, earlier)) => return Err(self.another_kind(name, span, earlier)),
            None => None,
        };
        let Some((id, earlier)) = known else {
            let info =
                FunctionInfo { is_static: traits.is_static, implicit: false, is_opened: false, inline_only: false };
            let id = self.add_function(name, ty, span, info);
            self.apply_traits(id, traits);
            return Ok(id);
        };
        self.merge_function(id, ty, traits, span, earlier)?;
        self.apply_traits(id, traits);
        Ok(id)
    }

    pub(super) fn add_function(&mut self, name: Symbol, ty: TyId, span: Span, info: FunctionInfo) -> FuncId {
        let id = FuncId(self.functions.len() as u32);
        let in_system_header = self.in_system_header(span);
        self.functions.push(Function {
            name,
            ty,
            span,
            noreturn: false,
            is_alias: false,
            is_weak: false,
            in_system_header,
            body: None,
        });
        self.function_info.push(info);
        self.scopes.link(name, Entry::Function(id), span);
        id
    }

    fn apply_traits(&mut self, id: FuncId, traits: FunctionTraits) {
        self.functions[id.index()].noreturn |= traits.noreturn;
        self.functions[id.index()].is_alias |= traits.alias;
        self.functions[id.index()].is_weak |= traits.weak;
        if traits.constructor && !self.constructors.contains(&id) {
            self.constructors.push(id);
        }
        if traits.destructor && !self.destructors.contains(&id) {
            self.destructors.push(id);
        }
    }

    pub(super) fn another_kind(&mut self, name: Symbol, span: Span, earlier: Span) -> Reported {
        let message = format!("`{}` is redeclared as another kind of name", self.name(name));
        self.report(Diagnostic::error(span, message).with_note_at(earlier, "first declared here"))
    }

    /// A declaration may contradict an earlier call where gcc only warns: the function turns out to have no result, or
    /// the call took a prototype of the standard library that the program does not mean.
    fn may_replace_implicit(&self, id: FuncId, ty: TyId) -> bool {
        let old = self.function_type(self.functions[id.index()].ty);
        let has_no_result = self.function_type(ty).is_some_and(|function| self.is_void(function.result));
        old.is_some_and(|old| old.prototyped || old.result == self.common.int && has_no_result)
    }

    fn merge_function(&mut self, id: FuncId, ty: TyId, traits: FunctionTraits, span: Span, earlier: Span) -> Typed<()> {
        let old = self.functions[id.index()].ty;
        let info = self.function_info[id.index()];
        let name = self.functions[id.index()].name;
        if info.is_opened {
            self.functions[id.index()].ty = ty;
            let info = &mut self.function_info[id.index()];
            (info.is_opened, info.is_static) = (false, traits.is_static);
            return Ok(());
        }
        if !self.compatible(old, ty) {
            let message = format!("conflicting types for `{}`", self.name(name));
            let label = format!("now `{}`, before `{}`", self.type_text(ty), self.type_text(old));
            if !info.implicit || !self.may_replace_implicit(id, ty) {
                let diagnostic = Diagnostic::error(span, message).with_label(label);
                let note = if info.implicit { "declared here, by being called" } else { "declared here before" };
                return Err(self.report(diagnostic.with_note_at(earlier, note)));
            }
            let diagnostic = Diagnostic::warning(span, message).with_label(label);
            self.warn(diagnostic.with_note_at(earlier, "declared here, by being called"));
        }
        if traits.is_static && !info.is_static && !info.implicit {
            let message = format!("`{}` is `static` here but not in its earlier declaration", self.name(name));
            return Err(self.report(Diagnostic::error(span, message).with_note_at(earlier, "declared here")));
        }
        let in_system_header = self.in_system_header(span);
        let composite = if info.implicit { ty } else { self.composite(old, ty) };
        let function = &mut self.functions[id.index()];
        function.ty = composite;
        if info.implicit {
            (function.span, function.in_system_header) = (span, in_system_header);
            self.scopes.link(name, Entry::Function(id), span);
        }
        let info = &mut self.function_info[id.index()];
        info.is_static |= traits.is_static;
        info.implicit = false;
        Ok(())
    }
}
