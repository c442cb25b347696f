//! Declarations of variables and typedefs.

use heureka_ir::span::Span;

use super::assign::Purpose;
use super::function::FunctionTraits;
use super::scope::Entry;
use super::types::Qualified;
use super::{Reported, Typed, Typer};
use crate::ast::{
    self, Attribute, AttributeKind, Declaration, InitDeclarator, Initializer, Specifiers, Storage, TypeSpec,
};
use crate::ctype::{CType, Len, TyId};
use crate::diagnostic::Diagnostic;
use crate::symbol::Symbol;
use crate::tree::{Global, GlobalId, Init, InitItem, InitValue, Local, LocalId, Stmt, StmtKind};

/// What typing knows of a variable with static storage besides its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct GlobalInfo {
    pub(super) is_const: bool,
    is_static: bool,
    /// Declared without `extern`: it exists even if no declaration initialises it.
    is_tentative: bool,
}

impl Typer {
    /// Types a declaration; what happens when it is reached goes to `out`.
    pub(super) fn declaration(&mut self, declaration: &Declaration, out: &mut Vec<Stmt>) {
        let mark = self.lengths.len();
        let specifiers = &declaration.specifiers;
        let base = match specifiers.ty {
            TypeSpec::Auto => Ok(None),
            _ => self.specifiers(specifiers, declaration.declarators.is_empty()).map(Some),
        };
        out.extend(self.take_lengths(mark));
        for declared in &declaration.declarators {
            let result = match base {
                Ok(Some(base)) => self.declared(specifiers, base, declared, out),
                Ok(None) => self.auto_variable(specifiers, declared, out),
                Err(reported) => Err(reported),
            };
            self.lengths.truncate(mark);
            if let (Err(_), Some(name)) = (result, declared.declarator.name) {
                self.mark_broken(name, declared.declarator.span);
            }
        }
    }

    /// Uses of a name whose declaration failed are not complained about, unless it was known before.
    fn mark_broken(&mut self, name: Symbol, span: Span) {
        if self.scopes.lookup_here(name).is_none() {
            self.scopes.bind(name, Entry::Broken, span);
        }
    }

    fn declared(
        &mut self,
        specifiers: &Specifiers,
        base: Qualified,
        declared: &InitDeclarator,
        out: &mut Vec<Stmt>,
    ) -> Typed<()> {
        let declarator = &declared.declarator;
        let name = declarator.name.expect("the parser gives every declared thing a name");
        let span = declarator.span;
        let mark = self.lengths.len();
        let mut ty = self.declarator(base, declarator)?;
        out.extend(self.take_lengths(mark));
        if specifiers.storage == Storage::Typedef {
            let attributes = specifiers.attributes.iter().chain(&declarator.attributes);
            let transparent = |attribute: &ast::Attribute| matches!(attribute.kind, AttributeKind::TransparentUnion);
            if let (true, Some(record)) = (attributes.clone().any(transparent), self.record_of(ty.ty)) {
                self.record_info[record.0 as usize].transparent = true;
            }
            let align = self.explicit_align(attributes)?;
            if align > 0 {
                ty.align = align as u32;
            }
            if let Some(set) = self.set_type(name) {
                ty = Qualified::plain(set);
            }
            return self.typedef_name(name, ty, span);
        }
        if self.is_function(ty.ty) {
            if declared.init.is_some() {
                return Err(self.error(span, "a function cannot be initialised"));
            }
            self.check_linkable(name, span)?;
            let traits = FunctionTraits::new(specifiers, &declarator.attributes);
            let id = self.declare_function(name, ty.ty, traits, span)?;
            self.scopes.bind(name, Entry::Function(id), span);
            return Ok(());
        }
        let is_alias = |attribute: &Attribute| matches!(attribute.kind, AttributeKind::Alias(_));
        let attributes = || specifiers.attributes.iter().chain(&declarator.attributes);
        if declarator.asm_name.is_some() && specifiers.storage != Storage::Register || attributes().any(is_alias) {
            return Err(self.error(span, "a variable that is another name of one is not supported"));
        }
        if self.is_void(ty.ty) {
            let message = format!("variable `{}` has type `void`", self.name(name));
            // `extern void` names something whose address is all that is used.
            if specifiers.storage != Storage::Extern {
                return Err(self.error(span, message));
            }
        }
        let at_file_scope = self.scopes.at_file_scope();
        match specifiers.storage {
            _ if at_file_scope => self.linked_variable(specifiers, name, ty, declared),
            Storage::Extern => self.linked_variable(specifiers, name, ty, declared),
            Storage::Static => self.static_local(name, ty, declared),
            _ => self.local_variable(specifiers, name, ty, declared, out),
        }
    }

    fn typedef_name(&mut self, name: Symbol, ty: Qualified, span: Span) -> Typed<()> {
        match self.scopes.lookup_here(name).map(|binding| (binding.entry, binding.span)) {
            Some((Entry::Typedef(earlier_ty), earlier)) if !self.compatible(earlier_ty.ty, ty.ty) => {
                let message = format!("conflicting types for `{}`", self.name(name));
                let label = format!("now `{}`, before `{}`", self.type_text(ty.ty), self.type_text(earlier_ty.ty));
                let diagnostic = Diagnostic::error(span, message).with_label(label);
                Err(self.report(diagnostic.with_note_at(earlier, "declared here before")))
            }
            Some((Entry::Typedef(_) | Entry::Broken, _)) => Ok(()),
            Some((_, earlier)) => Err(self.another_kind(name, span, earlier)),
            None => {
                self.scopes.bind(name, Entry::Typedef(ty), span);
                Ok(())
            }
        }
    }

    /// A name with linkage may be declared again, but not as another kind of thing in the same scope.
    fn check_linkable(&mut self, name: Symbol, span: Span) -> Typed<()> {
        match self.scopes.lookup_here(name) {
            Some(binding) if !matches!(binding.entry, Entry::Function(_) | Entry::Global(_) | Entry::Broken) => {
                Err(self.another_kind(name, span, binding.span))
            }
            _ => Ok(()),
        }
    }

    fn check_new_here(&mut self, name: Symbol, span: Span) -> Typed<()> {
        match self.scopes.lookup_here(name) {
            Some(binding) if !matches!(binding.entry, Entry::Broken) => {
                let message = format!("redeclaration of `{}`", self.name(name));
                Err(self.report(Diagnostic::error(span, message).with_note_at(binding.span, "first declared here")))
            }
            _ => Ok(()),
        }
    }

    /// A variable at file scope, or `extern` anywhere.
    fn linked_variable(
        &mut self,
        specifiers: &Specifiers,
        name: Symbol,
        ty: Qualified,
        declared: &InitDeclarator,
    ) -> Typed<()> {
        let span = declared.declarator.span;
        self.check_linkable(name, span)?;
        let id = self.declare_global(specifiers, name, ty, declared.init.is_some(), span)?;
        self.scopes.bind(name, Entry::Global(id), span);
        if let Some(init) = &declared.init {
            if self.globals[id.index()].init.is_some() {
                let message = format!("redefinition of `{}`", self.name(name));
                let earlier = self.globals[id.index()].span;
                return Err(self.report(Diagnostic::error(span, message).with_note_at(earlier, "first defined here")));
            }
            // The length may stand in an earlier declaration: `int a[2]; int a[] = {1};`.
            let known = Qualified { ty: self.globals[id.index()].ty, ..ty };
            let (ty, init) = self.initializer(known, init, true)?;
            let global = &mut self.globals[id.index()];
            (global.ty, global.span, global.init) = (ty, span, Some(init));
        }
        Ok(())
    }

    /// Merges the declaration of a variable with linkage with those before it.
    fn declare_global(
        &mut self,
        specifiers: &Specifiers,
        name: Symbol,
        ty: Qualified,
        has_init: bool,
        span: Span,
    ) -> Typed<GlobalId> {
        let is_static = specifiers.storage == Storage::Static;
        let is_extern = specifiers.storage == Storage::Extern && !has_init;
        let (id, earlier) = match self.scopes.linked(name) {
            None => {
                let info = GlobalInfo { is_const: ty.is_const, is_static, is_tentative: !is_extern };
                let id = self.add_global(name, ty.ty, info, span);
                self.scopes.link(name, Entry::Global(id), span);
                return Ok(id);
            }
            Some((Entry::Global(id), earlier)) => (id, earlier),
            Some((_, earlier)) => return Err(self.another_kind(name, span, earlier)),
        };
        let old = self.globals[id.index()].ty;
        if !self.compatible(old, ty.ty) {
            let message = format!("conflicting types for `{}`", self.name(name));
            let label = format!("now `{}`, before `{}`", self.type_text(ty.ty), self.type_text(old));
            let diagnostic = Diagnostic::error(span, message).with_label(label);
            return Err(self.report(diagnostic.with_note_at(earlier, "declared here before")));
        }
        let info = self.global_info[id.index()];
        let problem = match (info.is_static, is_static) {
            (false, true) => "is `static` here but not in its earlier declaration",
            (true, false) if !is_extern => "is not `static` here but in its earlier declaration",
            _ => "",
        };
        if !problem.is_empty() {
            let message = format!("`{}` {problem}", self.name(name));
            return Err(self.report(Diagnostic::error(span, message).with_note_at(earlier, "declared here")));
        }
        let composite = self.composite(old, ty.ty);
        let global = &mut self.globals[id.index()];
        global.ty = composite;
        if !is_extern && !info.is_tentative {
            (global.span, global.is_extern) = (span, false);
            self.global_info[id.index()].is_tentative = true;
        }
        Ok(id)
    }

    fn add_global(&mut self, name: Symbol, ty: TyId, info: GlobalInfo, span: Span) -> GlobalId {
        self.globals.push(Global {
            name,
            ty,
            span,
            is_extern: !info.is_tentative,
            in_system_header: self.in_system_header(span),
            is_const: info.is_const,
            init: None,
        });
        self.global_info.push(info);
        GlobalId(self.globals.len() as u32 - 1)
    }

    /// A variable with static storage that the source does not name.
    pub(super) fn hidden_global(
        &mut self,
        name: &str,
        ty: TyId,
        is_const: bool,
        init: Option<Init>,
        span: Span,
    ) -> GlobalId {
        let name = self.symbols.intern(name);
        let id = self.add_global(name, ty, GlobalInfo { is_const, is_static: true, is_tentative: true }, span);
        self.globals[id.index()].init = init;
        id
    }

    fn static_local(&mut self, name: Symbol, ty: Qualified, declared: &InitDeclarator) -> Typed<()> {
        let span = declared.declarator.span;
        self.check_new_here(name, span)?;
        if self.is_variable_length(ty.ty) {
            return Err(self.error(span, "a static variable cannot have variable length"));
        }
        let info = GlobalInfo { is_const: ty.is_const, is_static: true, is_tentative: true };
        let id = self.add_global(name, ty.ty, info, span);
        self.scopes.bind(name, Entry::Global(id), span);
        if let Some(init) = &declared.init {
            let (ty, init) = self.initializer(ty, init, true)?;
            let global = &mut self.globals[id.index()];
            (global.ty, global.init) = (ty, Some(init));
        }
        self.check_variable(name, self.globals[id.index()].ty, span)
    }

    fn local_variable(
        &mut self,
        specifiers: &Specifiers,
        name: Symbol,
        ty: Qualified,
        declared: &InitDeclarator,
        out: &mut Vec<Stmt>,
    ) -> Typed<()> {
        let span = declared.declarator.span;
        self.check_new_here(name, span)?;
        let id = self.add_local(name, ty, span);
        let init = match &declared.init {
            None => None,
            Some(init) => {
                let (completed, init) = match self.initializer(ty, init, false) {
                    Ok(done) => done,
                    Err(reported) => {
                        if !self.is_complete(ty.ty) {
                            self.scopes.bind(name, Entry::Broken, span);
                        }
                        return Err(reported);
                    }
                };
                self.function_state_mut().locals[id.index()].ty = completed;
                Some(init)
            }
        };
        self.check_variable(name, self.local(id).ty, span)?;
        out.push(Stmt { kind: StmtKind::Declare(id, init), span });
        let attributes = specifiers.attributes.iter().chain(&declared.declarator.attributes);
        for attribute in attributes {
            if let AttributeKind::Cleanup(_) = attribute.kind {
                out.push(Stmt { kind: StmtKind::Unsupported { what: "cleanup attribute" }, span: attribute.span });
            }
        }
        Ok(())
    }

    fn add_local(&mut self, name: Symbol, ty: Qualified, span: Span) -> LocalId {
        let locals = &mut self.function_state_mut().locals;
        locals.push(Local { name: Some(name), ty: ty.ty, is_const: ty.is_const, span });
        let id = LocalId(locals.len() as u32 - 1);
        self.scopes.bind(name, Entry::Local { id, is_const: ty.is_const }, span);
        id
    }

    fn check_variable(&mut self, name: Symbol, ty: TyId, span: Span) -> Typed<()> {
        if self.is_complete(ty) {
            return Ok(());
        }
        self.scopes.bind(name, Entry::Broken, span);
        if let CType::Array { len: Len::Unknown, .. } = self.types.get(ty) {
            let message = format!("array `{}` has neither a length nor an initialiser", self.name(name));
            return Err(self.error(span, message));
        }
        let what = format!("variable `{}`", self.name(name));
        Err(self.incomplete(&what, ty, span))
    }

    /// `__auto_type x = value;`
    fn auto_variable(&mut self, specifiers: &Specifiers, declared: &InitDeclarator, out: &mut Vec<Stmt>) -> Typed<()> {
        let span = declared.declarator.span;
        let (Some(name), Some(Initializer::Expr(expr)), []) =
            (declared.declarator.name, &declared.init, declared.declarator.derived.as_slice())
        else {
            return Err(self.error(span, "`__auto_type` needs a plain name and a value"));
        };
        self.check_new_here(name, span)?;
        let is_static = self.scopes.at_file_scope() || specifiers.storage == Storage::Static;
        let value = self.auto_value(expr)?;
        let ty = Qualified { is_const: specifiers.qualifiers.is_const, ..Qualified::plain(value.ty) };
        let item = |value| Init {
            zero_rest: false,
            items: vec![InitItem { path: Box::default(), value: InitValue::Expr(value) }],
        };
        if !is_static {
            let id = self.add_local(name, ty, span);
            out.push(Stmt { kind: StmtKind::Declare(id, Some(item(value))), span });
            return Ok(());
        }
        let Some(value) = self.static_value(value) else {
            return Err(self.error(expr.span, "the initialiser of a static object is not a constant"));
        };
        let is_static = specifiers.storage == Storage::Static;
        let info = GlobalInfo { is_const: ty.is_const, is_static, is_tentative: true };
        let id = self.add_global(name, ty.ty, info, span);
        self.globals[id.index()].init = Some(item(value));
        self.scopes.bind(name, Entry::Global(id), span);
        if self.scopes.at_file_scope() {
            self.scopes.link(name, Entry::Global(id), span);
        }
        Ok(())
    }

    fn auto_value(&mut self, expr: &ast::Expr) -> Typed<crate::tree::Expr> {
        let value = self.used_value(expr)?;
        let is_load = matches!(value.kind, crate::tree::ExprKind::Load(_));
        if !is_load && self.is_of_own_width(&value) {
            return Err(self.error(expr.span, "compilers do not agree on the type of the value of a bit-field"));
        }
        let ty = self.promoted_bit_field(&value);
        self.assign_convert(value, ty, Purpose::Initialise, expr.span)
    }

    /// The type that a variable made from a value gets: bit-fields have their promoted type.
    fn promoted_bit_field(&mut self, value: &crate::tree::Expr) -> TyId {
        match &value.kind {
            crate::tree::ExprKind::Load(place) if self.bit_field(place).is_some() => self.promoted_type(value),
            _ => value.ty,
        }
    }

    /// At the end of the unit, gives tentative definitions of arrays without a length their one element, and checks
    /// that everything that exists has a size.
    pub(super) fn complete_tentative_definitions(&mut self) {
        for at in 0..self.globals.len() {
            let Global { name, ty, span, is_extern, .. } = self.globals[at];
            if is_extern || self.is_complete(ty) {
                continue;
            }
            if let CType::Array { elem, len: Len::Unknown } = *self.types.get(ty) {
                let message = format!("array `{}` is assumed to have one element", self.name(name));
                self.warning(span, message);
                self.globals[at].ty = self.types.intern(CType::Array { elem, len: Len::Const(1) });
                continue;
            }
            let what = format!("variable `{}`", self.name(name));
            let _: Reported = self.incomplete(&what, ty, span);
        }
    }
}
