//! Calls.

use heureka_ir::span::Span;

use super::assign::Purpose;
use super::expr::Operand;
use super::function::FunctionInfo;
use super::scope::Entry;
use super::{Typed, Typer};
use crate::ast::{self, ExprKind as E};
use crate::ctype::{CType, FunctionType, TyId};
use crate::diagnostic::Diagnostic;
use crate::symbol::Symbol;
use crate::tree::{Callee, Expr, ExprKind, FuncId};

impl Typer {
    pub(super) fn call(&mut self, call: &ast::Call, span: Span) -> Typed<Expr> {
        if let E::Ident(name) = call.callee.kind
            && let Some(function) = self.set_function(name)
            && self.scopes.lookup(name).is_none_or(|binding| matches!(binding.entry, Entry::Function(_)))
        {
            return self.set_call(function, call, span);
        }
        if let E::Ident(name) = call.callee.kind
            && self.scopes.lookup(name).is_none()
        {
            return self.call_undeclared(name, call, span);
        }
        let callee = match self.expr(&call.callee)? {
            Operand::Designator(pointer) => pointer,
            operand => self.rvalue(operand)?,
        };
        self.call_pointer(callee, call, span)
    }

    /// A call of a name that no declaration in sight explains: a builtin, a function of the library whose header is
    /// missing, or C89's implicit declaration.
    fn call_undeclared(&mut self, name: Symbol, call: &ast::Call, span: Span) -> Typed<Expr> {
        if let Some(result) = self.builtin_call(name, call, span) {
            return result;
        }
        let id = match self.scopes.linked(name) {
            Some((Entry::Function(id), _)) => id,
            Some((_, earlier)) => {
                let message = format!("`{}` is not a function", self.name(name));
                return Err(
                    self.report(Diagnostic::error(call.callee.span, message).with_note_at(earlier, "declared here"))
                );
            }
            None => self.declare_implicitly(name, call.callee.span),
        };
        let callee = self.function_pointer(id, call.callee.span);
        self.call_pointer(callee, call, span)
    }

    fn declare_implicitly(&mut self, name: Symbol, span: Span) -> FuncId {
        if let Some(id) = self.library_function(name, span) {
            let message = format!("`{}` is called without a declaration", self.name(name));
            let note = "the prototype of the standard library is assumed";
            self.warn(Diagnostic::warning(span, message).with_note(note));
            return id;
        }
        let message = format!("`{}` is called without a declaration", self.name(name));
        let input = self.type_of_input(name);
        let result = input.unwrap_or(self.common.int);
        let note = format!("it is assumed to return `{}`", self.type_text(result));
        self.warn(Diagnostic::warning(span, message).with_note(note));
        // What an input gives is a guess that a later declaration may correct, as for the standard library.
        let prototyped = input.is_some();
        let function = FunctionType { result, params: Box::default(), variadic: false, prototyped };
        let ty = self.types.intern(CType::Function(function));
        self.add_function(name, ty, span, FunctionInfo::IMPLICIT)
    }

    /// The type that the name of an input says: `__VERIFIER_nondet_uchar`.
    fn type_of_input(&mut self, name: Symbol) -> Option<TyId> {
        use ast::IntKind::*;
        let name = self.name(name);
        let ty = name.strip_prefix("__VERIFIER_nondet_").or_else(|| name.strip_prefix("nondet_"))?;
        let kind = match ty {
            "bool" => return Some(self.common.bool),
            "size_t" => return Some(self.common.size),
            "char" => Char,
            "schar" => SChar,
            "uchar" | "u8" => UChar,
            "short" => Short,
            "ushort" | "u16" => UShort,
            "uint" | "unsigned" | "u32" => UInt,
            "long" => Long,
            "ulong" => ULong,
            "longlong" => LongLong,
            "ulonglong" | "u64" => ULongLong,
            _ => return None,
        };
        Some(self.int_type(kind))
    }

    pub(super) fn call_pointer(&mut self, callee: Expr, call: &ast::Call, span: Span) -> Typed<Expr> {
        let function = self.types.pointee(callee.ty).and_then(|to| self.function_type(to)).cloned();
        let Some(function) = function else {
            let message = format!("a value of type `{}` cannot be called", self.type_text(callee.ty));
            return Err(self.error(call.callee.span, message));
        };
        let direct = match callee.kind {
            ExprKind::Function(id) => Some(id),
            _ => None,
        };
        let args = self.arguments(&function, direct, &call.args, span)?;
        self.check_call_result(function.result, span)?;
        let callee = match direct {
            Some(id) => Callee::Direct(id),
            None => Callee::Indirect(Box::new(callee)),
        };
        Ok(Expr { kind: ExprKind::Call { callee, args }, ty: function.result, span })
    }

    fn check_call_result(&mut self, result: TyId, span: Span) -> Typed<()> {
        if self.is_void(result) || self.is_complete(result) {
            return Ok(());
        }
        Err(self.incomplete("the result of the call", result, span))
    }

    fn arguments(
        &mut self,
        function: &FunctionType,
        direct: Option<FuncId>,
        args: &[ast::Expr],
        span: Span,
    ) -> Typed<Vec<Expr>> {
        let expected = function.params.len();
        let wrong_count = args.len() < expected || args.len() > expected && !function.variadic;
        // gcc does not hold a call to a prototype that nobody wrote.
        let assumed = direct.is_some_and(|id| self.function_info[id.index()].implicit);
        if function.prototyped && wrong_count && assumed {
            self.warning(span, "the number of arguments is not what the standard library expects");
        } else if function.prototyped && wrong_count {
            // Mistakes inside the arguments are worth a report too.
            for arg in args {
                let _ = self.value(arg);
            }
            return Err(self.wrong_argument_count(function, direct, args.len(), span));
        }
        let name = direct.map(|id| self.name(self.functions[id.index()].name).to_owned());
        let declared = direct.map(|id| self.functions[id.index()].span);
        let mut typed = Vec::with_capacity(args.len());
        let mut result = Ok(());
        for (at, arg) in args.iter().enumerate() {
            let value = self.used_value(arg).and_then(|value| match function.params.get(at) {
                Some(&param) => {
                    let purpose = Purpose::Pass { number: at + 1, function: name.as_deref(), declared };
                    self.assign_convert(value, param, purpose, arg.span)
                }
                None => Ok(self.promote_argument(value)),
            });
            match value {
                Ok(value) => typed.push(value),
                Err(reported) => result = Err(reported),
            }
        }
        result.map(|()| typed)
    }

    fn wrong_argument_count(
        &mut self,
        function: &FunctionType,
        direct: Option<FuncId>,
        given: usize,
        span: Span,
    ) -> super::Reported {
        let expected = function.params.len();
        let (few, at_least) = (given < expected, if function.variadic { "at least " } else { "" });
        let what =
            direct.map_or("this function".to_owned(), |id| format!("`{}`", self.name(self.functions[id.index()].name)));
        let message = format!("too {} arguments for {what}", if few { "few" } else { "many" });
        let label = format!("expected {at_least}{expected}, given {given}");
        let mut diagnostic = Diagnostic::error(span, message).with_label(label);
        if let Some(id) = direct {
            diagnostic = diagnostic.with_note_at(self.functions[id.index()].span, "declared here");
        }
        self.report(diagnostic)
    }
}
