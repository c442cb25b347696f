//! Finite sets as values (paper 003 §2.1 and §3).
//!
//! A program has sets when it declares them as Figure 4 of the paper does, by including `heureka_sets.h` or by itself:
//! `typedef int Set;` and prototypes of the functions below that mention it, none of which has a body. Then the name
//! `Set` means a type of its own, so that a set is never taken for an integer, and calls of the functions are operations.
//! A set is only a value: it has no address and is no part of arrays, structs or unions.

use heureka_ir::span::Span;

use super::{Reported, Typed, Typer};
use crate::ast::{self, DerivedKind, IntKind, Item, Parameters, Storage, TypeSpec};
use crate::ctype::{CType, TyId};
use crate::diagnostic::Diagnostic;
use crate::symbol::{Interner, Symbol};
use crate::tree::{Expr, ExprKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SetFunction {
    Empty,
    Add,
    Del,
    InTest,
    NotEmptyTest,
}

const FUNCTIONS: [(SetFunction, &str); 5] = [
    (SetFunction::Empty, "SetEmpty"),
    (SetFunction::Add, "SetAdd"),
    (SetFunction::Del, "SetDel"),
    (SetFunction::InTest, "SetInTest"),
    (SetFunction::NotEmptyTest, "SetNotEmptyTest"),
];

/// The names that mean sets in this program.
pub(super) struct Sets {
    typedef: Symbol,
    functions: [Option<Symbol>; FUNCTIONS.len()],
}

impl Sets {
    /// What the program declares as sets, if it does.
    pub(super) fn declared(items: &[Item], symbols: &Interner) -> Option<Sets> {
        let typedef = symbols.find("Set")?;
        let sets = Sets { typedef, functions: FUNCTIONS.map(|(_, name)| symbols.find(name)) };
        let (mut has_typedef, mut has_function) = (false, false);
        for item in items {
            match item {
                Item::Function(definition) => {
                    if definition.declarator.name.is_some_and(|name| sets.function(name).is_some()) {
                        return None;
                    }
                }
                Item::Declaration(declaration) => {
                    for declared in &declaration.declarators {
                        let declarator = &declared.declarator;
                        let Some(name) = declarator.name else { continue };
                        if name == typedef {
                            let is_int = matches!(declaration.specifiers.ty, TypeSpec::Int(IntKind::Int));
                            let is_typedef = declaration.specifiers.storage == Storage::Typedef;
                            if !(is_int && is_typedef && declarator.derived.is_empty()) {
                                return None;
                            }
                            has_typedef = true;
                        } else if let Some(function) = sets.function(name) {
                            if !sets.is_prototype(function, &declaration.specifiers.ty, declarator) {
                                return None;
                            }
                            has_function = true;
                        }
                    }
                }
                Item::StaticAssert(_) | Item::Asm(_) => {}
            }
        }
        (has_typedef && has_function).then_some(sets)
    }

    fn function(&self, name: Symbol) -> Option<SetFunction> {
        let at = self.functions.iter().position(|&function| function == Some(name))?;
        Some(FUNCTIONS[at].0)
    }

    /// True for a declaration as in Figure 4.
    fn is_prototype(&self, function: SetFunction, result: &TypeSpec, declarator: &ast::Declarator) -> bool {
        let is_set = |ty: &TypeSpec| matches!(ty, TypeSpec::Named(name) if *name == self.typedef);
        let [derived] = &declarator.derived[..] else { return false };
        let DerivedKind::Function(signature) = &derived.kind else { return false };
        let takes_set = |with_element: bool| match &signature.parameters {
            Parameters::Prototype { list, variadic } => {
                *variadic == with_element
                    && matches!(&list[..], [set] if is_set(&set.specifiers.ty) && set.declarator.derived.is_empty())
            }
            _ => false,
        };
        match function {
            SetFunction::Empty => {
                let takes_nothing = match &signature.parameters {
                    Parameters::Unspecified => true,
                    Parameters::Prototype { list, variadic } => list.is_empty() && !variadic,
                    Parameters::Names(_) => false,
                };
                is_set(result) && takes_nothing
            }
            SetFunction::Add | SetFunction::Del => is_set(result) && takes_set(true),
            SetFunction::InTest => matches!(result, TypeSpec::Int(IntKind::Int)) && takes_set(true),
            SetFunction::NotEmptyTest => matches!(result, TypeSpec::Int(IntKind::Int)) && takes_set(false),
        }
    }
}

impl Typer {
    /// The type that a typedef at file scope stands for: sets for `Set`.
    pub(super) fn set_type(&mut self, name: Symbol) -> Option<TyId> {
        let is_set = self.sets.as_ref().is_some_and(|sets| sets.typedef == name) && self.scopes.at_file_scope();
        is_set.then(|| self.types.intern(CType::Set))
    }

    pub(super) fn set_function(&self, name: Symbol) -> Option<SetFunction> {
        self.sets.as_ref()?.function(name)
    }

    pub(super) fn is_set(&self, ty: TyId) -> bool {
        *self.types.get(ty) == CType::Set
    }

    pub(super) fn set_call(&mut self, function: SetFunction, call: &ast::Call, span: Span) -> Typed<Expr> {
        let expected = match function {
            SetFunction::Empty => 0,
            SetFunction::NotEmptyTest => 1,
            SetFunction::Add | SetFunction::Del | SetFunction::InTest => 2,
        };
        let name = FUNCTIONS[function as usize].1;
        if call.args.len() != expected {
            let message =
                format!("too {} arguments for `{name}`", if call.args.len() < expected { "few" } else { "many" });
            let label = format!("expected {expected}, given {}", call.args.len());
            return Err(self.report(Diagnostic::error(span, message).with_label(label)));
        }
        let (int, set_ty) = (self.common.int, self.types.intern(CType::Set));
        let [set, rest @ ..] = &call.args[..] else {
            return Ok(Expr { kind: ExprKind::SetEmpty, ty: set_ty, span });
        };
        let set = Box::new(self.set_argument(set, name)?);
        let [element] = rest else {
            return Ok(Expr { kind: ExprKind::SetNotEmpty(set), ty: int, span });
        };
        let element = Box::new(self.element(element)?);
        Ok(match function {
            SetFunction::InTest => Expr { kind: ExprKind::SetContains { set, element }, ty: int, span },
            _ => {
                let is_member = function == SetFunction::Add;
                Expr { kind: ExprKind::SetChange { set, element, is_member }, ty: set_ty, span }
            }
        })
    }

    fn set_argument(&mut self, argument: &ast::Expr, function: &str) -> Typed<Expr> {
        let value = self.used_value(argument)?;
        if self.is_set(value.ty) {
            return Ok(value);
        }
        let message = format!("the first argument of `{function}` has type `{}`, not `Set`", self.type_text(value.ty));
        Err(self.error(argument.span, message))
    }

    /// An element: a number, or a pointer.
    fn element(&mut self, argument: &ast::Expr) -> Typed<Expr> {
        let value = self.used_value(argument)?;
        if self.is_set(value.ty) {
            return Err(self.error(argument.span, "a set cannot be an element of a set"));
        }
        if self.is_int(value.ty) || self.is_pointer(value.ty) {
            return Ok(value);
        }
        let message =
            format!("an element of a set is an integer or a pointer, not of type `{}`", self.type_text(value.ty));
        Err(self.error(argument.span, message))
    }

    /// Sets are values that nothing points to and that are not parts of anything.
    pub(super) fn no_set(&mut self, ty: TyId, problem: &str, span: Span) -> Typed<()> {
        if self.is_set(ty) { Err(self.set_misused(problem, span)) } else { Ok(()) }
    }

    pub(super) fn set_misused(&mut self, problem: &str, span: Span) -> Reported {
        let note = "a set is a value: it is assigned, passed and returned as a whole";
        self.report(Diagnostic::error(span, problem).with_note(note))
    }
}
