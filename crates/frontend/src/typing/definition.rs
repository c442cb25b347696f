//! Definitions of functions: parameters (also of the old style), body, `__func__`.

use heureka_ir::span::Span;

use super::function::{FunctionInfo, FunctionTraits};
use super::jump::{Labels, Switch};
use super::scope::Entry;
use super::types::Qualified;
use super::{Typed, Typer};
use crate::ast::{DerivedKind, FunctionDef, Parameter, Parameters};
use crate::ctype::{CType, FunctionType, Len, TyId};
use crate::diagnostic::Diagnostic;
use crate::symbol::Symbol;
use crate::tree::{
    Body, FuncId, GlobalId, Init, InitItem, InitValue, Local, LocalId, Place, PlaceKind, Stmt, StmtKind, Str, StrId,
};

/// The function that is being typed.
#[derive(Debug)]
pub(super) struct FunctionState {
    name: Symbol,
    pub(super) result: TyId,
    pub(super) locals: Vec<Local>,
    pub(super) labels: Labels,
    pub(super) switches: Vec<Switch>,
    /// How many statements around take a `break`.
    pub(super) breakable: u32,
    /// How many loops are around.
    pub(super) loops: u32,
    /// The hidden variables behind `__func__` and the like.
    function_name: Option<GlobalId>,
}

impl Typer {
    pub(super) fn function_definition(&mut self, definition: &FunctionDef) -> Typed<()> {
        let name = definition.declarator.name.expect("the parser gives every function a name");
        let span = definition.declarator.span;
        let opened = self.open_function(name, span);
        let result = opened.and_then(|id| self.define_function(definition, id, name));
        if result.is_err() && self.scopes.lookup(name).is_some_and(|binding| self.is_opened(binding.entry)) {
            self.scopes.bind(name, Entry::Broken, span);
        }
        self.undeclared.clear();
        result
    }

    fn is_opened(&self, entry: Entry) -> bool {
        matches!(entry, Entry::Function(id) if self.function_info[id.index()].is_opened)
    }

    /// Binds the name of a function whose type is only known after its parameters, which are already in an inner scope.
    fn open_function(&mut self, name: Symbol, span: Span) -> Typed<FuncId> {
        if let Some(binding) = self.scopes.lookup(name)
            && !matches!(binding.entry, Entry::Function(_) | Entry::Broken)
        {
            let earlier = binding.span;
            return Err(self.another_kind(name, span, earlier));
        }
        let id = match self.scopes.linked(name) {
            Some((Entry::Function(id), _)) => id,
            Some((_, earlier)) => return Err(self.another_kind(name, span, earlier)),
            None => {
                let unknown = FunctionType {
                    result: self.common.int,
                    params: Box::default(),
                    variadic: false,
                    prototyped: false,
                };
                let ty = self.types.intern(CType::Function(unknown));
                let info = FunctionInfo { is_static: false, implicit: false, is_opened: true, inline_only: false };
                self.add_function(name, ty, span, info)
            }
        };
        self.scopes.bind(name, Entry::Function(id), span);
        Ok(id)
    }

    fn define_function(&mut self, definition: &FunctionDef, id: FuncId, name: Symbol) -> Typed<()> {
        let span = definition.declarator.span;
        let (head, outer) = match definition.declarator.derived.split_first() {
            Some((head, outer)) => (head, outer),
            None => return Err(self.error(span, "a function definition needs a parameter list")),
        };
        let DerivedKind::Function(head) = &head.kind else {
            return Err(self.error(span, "a function definition needs a parameter list"));
        };
        let base = self.specifiers(&definition.specifiers, false)?;
        let result = self.derive(base, outer)?.ty;
        self.check_result_type(result, span)?;
        if !self.is_void(result) && !self.is_complete(result) {
            return Err(self.incomplete("the result of the function", result, span));
        }
        self.current = Some(FunctionState {
            name,
            result,
            locals: Vec::new(),
            labels: Labels::default(),
            switches: Vec::new(),
            breakable: 0,
            loops: 0,
            function_name: None,
        });
        self.scopes.enter();
        let outcome = self.define_with_parameters(definition, id, result, &head.parameters);
        self.scopes.leave();
        self.current = None;
        self.lengths.clear();
        outcome
    }

    fn define_with_parameters(
        &mut self,
        definition: &FunctionDef,
        id: FuncId,
        result: TyId,
        parameters: &Parameters,
    ) -> Typed<()> {
        let span = definition.declarator.span;
        let (count, params, variadic, prototyped) = match parameters {
            Parameters::Prototype { list, variadic } => (list.len(), self.parameters(list)?, *variadic, true),
            Parameters::Names(names) => {
                self.old_style_parameters(names, definition)?;
                (names.len(), Box::default(), false, false)
            }
            Parameters::Unspecified => (0, Box::default(), false, false),
        };
        let ty = self.types.intern(CType::Function(FunctionType { result, params, variadic, prototyped }));
        let traits = FunctionTraits::new(&definition.specifiers, &definition.declarator.attributes);
        let name = self.functions[id.index()].name;
        self.check_not_defined(id, span)?;
        self.declare_function(name, ty, traits, span)?;
        self.check_parameter_count(id, count, span)?;
        let in_system_header = self.in_system_header(span);
        let function = &mut self.functions[id.index()];
        (function.span, function.in_system_header) = (span, in_system_header);
        self.function_info[id.index()].inline_only = traits.inline_only;
        self.scopes.link(name, Entry::Function(id), span);

        let mut stmts = self.take_lengths(0);
        stmts.extend(self.stmts(&definition.body.stmts));
        self.check_labels();
        self.end_main(name, &mut stmts, definition.body.close);
        self.check_sets(&stmts);
        let state = self.current.take().expect("the function is being typed");
        self.functions[id.index()].body = Some(Body {
            params: (0..count as u32).map(LocalId).collect(),
            labels: state.labels.places(),
            locals: state.locals,
            stmts,
            end: definition.body.close,
        });
        Ok(())
    }

    fn check_not_defined(&mut self, id: FuncId, span: Span) -> Typed<()> {
        let function = &self.functions[id.index()];
        if function.body.is_none() || self.function_info[id.index()].inline_only {
            return Ok(());
        }
        let earlier = function.span;
        let message = format!("redefinition of `{}`", self.name(function.name));
        Err(self.report(Diagnostic::error(span, message).with_note_at(earlier, "first defined here")))
    }

    /// A definition of the old style has as many parameters as the prototype before it.
    fn check_parameter_count(&mut self, id: FuncId, count: usize, span: Span) -> Typed<()> {
        let function = self.function_type(self.functions[id.index()].ty).expect("functions have function types");
        if !function.prototyped || function.params.len() == count {
            return Ok(());
        }
        let message = format!("the definition has {count} parameters, the prototype {}", function.params.len());
        Err(self.error(span, message))
    }

    /// In C99 and later, `main` that reaches its end returns 0.
    fn end_main(&mut self, name: Symbol, stmts: &mut Vec<Stmt>, span: Span) {
        if self.name(name) == "main" && self.function_state().result == self.common.int {
            let zero = self.int(0, self.common.int, span);
            stmts.push(Stmt { kind: StmtKind::Return(Some(zero)), span });
        }
    }

    /// Declares the parameters of a prototype as the first locals. Lengths they mention become locals behind them.
    fn parameters(&mut self, list: &[Parameter]) -> Typed<Box<[TyId]>> {
        for parameter in list {
            self.add_parameter(parameter.declarator.name, parameter.declarator.span);
        }
        let mut types = Vec::with_capacity(list.len());
        let mut result = Ok(());
        for (at, parameter) in list.iter().enumerate() {
            let checked = self.check_parameter_name(&parameter.declarator);
            match checked.and_then(|()| self.parameter_type(parameter)) {
                Ok(ty) => {
                    self.bind_parameter(at, parameter.declarator.name, ty, parameter.declarator.span);
                    types.push(self.without_lengths(ty.ty));
                }
                Err(reported) => {
                    result = Err(reported);
                    if let Some(name) = parameter.declarator.name {
                        self.scopes.bind(name, Entry::Broken, parameter.declarator.span);
                    }
                }
            }
        }
        result.map(|()| types.into_boxed_slice())
    }

    fn add_parameter(&mut self, name: Option<Symbol>, span: Span) {
        let ty = self.common.int;
        self.function_state_mut().locals.push(Local { name, ty, is_const: false, span });
    }

    fn bind_parameter(&mut self, at: usize, name: Option<Symbol>, ty: Qualified, span: Span) {
        let local = &mut self.function_state_mut().locals[at];
        (local.ty, local.is_const) = (ty.ty, ty.is_const);
        if let Some(name) = name {
            self.scopes.bind(name, Entry::Local { id: LocalId(at as u32), is_const: ty.is_const }, span);
        }
    }

    /// `f(a, b) int a; char *b; { … }`: what is not declared is `int`.
    fn old_style_parameters(&mut self, names: &[(Symbol, Span)], definition: &FunctionDef) -> Typed<()> {
        for (at, &(name, span)) in names.iter().enumerate() {
            if self.scopes.lookup_here(name).is_some() {
                let message = format!("two parameters are named `{}`", self.name(name));
                return Err(self.error(span, message));
            }
            self.add_parameter(Some(name), span);
            self.bind_parameter(at, Some(name), Qualified::plain(self.common.int), span);
        }
        for declaration in &definition.old_style_parameters {
            let base = self.specifiers(&declaration.specifiers, declaration.declarators.is_empty())?;
            for declared in &declaration.declarators {
                let declarator = &declared.declarator;
                let at = names.iter().position(|&(name, _)| Some(name) == declarator.name);
                let Some(at) = at else {
                    let name = declarator.name.map_or("", |name| self.symbols.name(name));
                    let message = format!("`{name}` is declared as a parameter but is not in the parameter list");
                    return Err(self.error(declarator.span, message));
                };
                let ty = self.parameter_declarator(base, declarator)?;
                self.bind_parameter(at, declarator.name, ty, declarator.span);
                self.function_state_mut().locals[at].span = declarator.span;
            }
        }
        Ok(())
    }

    /// Takes the length computations noted since `mark`, as statements.
    pub(super) fn take_lengths(&mut self, mark: usize) -> Vec<Stmt> {
        let statement = |length: crate::tree::Expr| Stmt { span: length.span, kind: StmtKind::Expr(length) };
        self.lengths.drain(mark..).map(statement).collect()
    }

    /// `__func__` and its GNU relatives: a hidden static string.
    pub(super) fn function_name_place(&mut self, name: Symbol, span: Span) -> Option<Place> {
        if !matches!(self.name(name), "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            return None;
        }
        let state = self.current.as_ref()?;
        let global = match state.function_name {
            Some(global) => global,
            None => {
                let units: Box<[u32]> = self.name(state.name).bytes().map(u32::from).chain([0]).collect();
                let elem = self.common.char;
                let ty = self.types.intern(CType::Array { elem, len: Len::Const(units.len() as u64) });
                self.strings.push(Str { units, ty, span });
                let value = InitValue::Str(StrId(self.strings.len() as u32 - 1));
                let init = Init { zero_rest: true, items: vec![InitItem { path: Box::default(), value }] };
                let global = self.hidden_global("__func__", ty, true, Some(init), span);
                self.function_state_mut().function_name = Some(global);
                global
            }
        };
        Some(Place { kind: PlaceKind::Global(global), ty: self.globals[global.index()].ty, span })
    }
}
