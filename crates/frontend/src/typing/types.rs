//! Types as they are written: specifiers and declarators to [`Qualified`] types.

use heureka_ir::span::Span;

use super::expr::Operand;
use super::scope::Entry;
use super::{Typed, Typer, layout};
use crate::ast::{
    ArraySize, Declarator, Derived, DerivedKind, Expr, FloatKind, IntKind, Qualifiers, Specifiers, TypeName, TypeSpec,
};
use crate::ctype::{CType, FunctionType, Len, TyId};
use crate::diagnostic::Diagnostic;
use crate::symbol::Symbol;

/// A type with what the typed tree does not keep of it. An array is const when its elements are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Qualified {
    pub(super) ty: TyId,
    pub(super) is_const: bool,
    /// Alignment in bytes given by an attribute; 0 where the type has its own.
    pub(super) align: u32,
}

impl Qualified {
    pub(super) fn plain(ty: TyId) -> Qualified {
        Qualified { ty, is_const: false, align: 0 }
    }
}

impl Typer {
    /// The type that specifiers name. `declares` is true when no declarator follows: `struct s;` is then a new struct.
    pub(super) fn specifiers(&mut self, specifiers: &Specifiers, declares: bool) -> Typed<Qualified> {
        let mut base = self.type_specifier(specifiers, declares)?;
        base.is_const |= specifiers.qualifiers.is_const;
        self.apply_type_attributes(base, &specifiers.attributes)
    }

    fn type_specifier(&mut self, specifiers: &Specifiers, declares: bool) -> Typed<Qualified> {
        let ty = match &specifiers.ty {
            TypeSpec::Void => self.common.void,
            TypeSpec::Bool => self.common.bool,
            TypeSpec::Int(kind) => self.int_type(*kind),
            TypeSpec::Float(kind) => self.float_type(*kind),
            TypeSpec::Complex(kind) => {
                let bytes = 2 * layout::float_bytes(*kind, self.types.model);
                self.types.intern(CType::Opaque { name: layout::COMPLEX, bytes })
            }
            TypeSpec::ComplexInt(kind) => {
                let bytes = 2 * self.types.model.int_ty(*kind).map_or(16, |ty| u64::from(ty.bits()) / 8);
                self.types.intern(CType::Opaque { name: layout::COMPLEX, bytes })
            }
            TypeSpec::ImplicitInt => self.common.int,
            TypeSpec::VaList => {
                let bytes = layout::va_list_bytes(self.types.model);
                self.types.intern(CType::Opaque { name: layout::VA_LIST, bytes })
            }
            TypeSpec::Auto => return Err(self.error(specifiers.span, "`__auto_type` needs an initialised variable")),
            TypeSpec::Named(name) => return self.typedef(*name, specifiers.span),
            TypeSpec::Record(record) => self.record_specifier(record, declares)?,
            TypeSpec::Enum(spec) => self.enum_specifier(spec, declares)?,
            TypeSpec::TypeofExpr(expr) => return self.typeof_expr(expr),
            TypeSpec::TypeofType(name) | TypeSpec::Atomic(name) => return self.type_name(name),
        };
        Ok(Qualified::plain(ty))
    }

    fn typedef(&mut self, name: Symbol, span: Span) -> Typed<Qualified> {
        match self.scopes.lookup(name).map(|binding| binding.entry) {
            Some(Entry::Typedef(ty)) => Ok(ty),
            Some(Entry::Broken) => Err(super::Reported),
            _ => {
                let message = format!("`{}` does not name a type", self.name(name));
                Err(self.error(span, message))
            }
        }
    }

    fn typeof_expr(&mut self, expr: &Expr) -> Typed<Qualified> {
        let operand = self.unevaluated(expr)?;
        if let Operand::Value(value) = &operand
            && self.is_of_own_width(value)
        {
            return Err(self.error(expr.span, "compilers do not agree on the type of the value of a bit-field"));
        }
        Ok(self.operand_type(&operand))
    }

    pub(super) fn int_type(&mut self, kind: IntKind) -> TyId {
        match kind {
            IntKind::Int128 | IntKind::UInt128 => {
                self.types.intern(CType::Opaque { name: layout::WIDE_INTEGER, bytes: 16 })
            }
            _ => self.types.intern(CType::Int(kind)),
        }
    }

    pub(super) fn float_type(&mut self, kind: FloatKind) -> TyId {
        let bytes = layout::float_bytes(kind, self.types.model);
        self.types.intern(CType::Opaque { name: layout::FLOATING, bytes })
    }

    pub(super) fn pointer_to(&mut self, to: TyId, to_const: bool) -> TyId {
        self.types.intern(CType::Pointer { to, to_const })
    }

    /// The type of a name in a cast, `sizeof` and the like.
    pub(super) fn type_name(&mut self, name: &TypeName) -> Typed<Qualified> {
        let base = self.specifiers(&name.specifiers, false)?;
        self.declarator(base, &name.declarator)
    }

    /// The type of what a declarator declares, given the type its specifiers name.
    pub(super) fn declarator(&mut self, base: Qualified, declarator: &Declarator) -> Typed<Qualified> {
        let ty = self.derive(base, &declarator.derived)?;
        self.apply_type_attributes(ty, &declarator.attributes)
    }

    /// Folds derivations, the last first, onto a base.
    pub(super) fn derive(&mut self, base: Qualified, derived: &[Derived]) -> Typed<Qualified> {
        derived.iter().rev().try_fold(base, |inner, step| match &step.kind {
            DerivedKind::Pointer(qualifiers) => {
                self.no_set(inner.ty, "nothing points to a set: it has no address", step.span)?;
                Ok(self.pointer_from(inner, *qualifiers))
            }
            DerivedKind::Array(array) => self.array_of(inner, &array.size, step.span),
            DerivedKind::Function(function) => {
                self.check_result_type(inner.ty, step.span)?;
                let (params, variadic, prototyped) = self.prototype(&function.parameters)?;
                let function = FunctionType { result: inner.ty, params, variadic, prototyped };
                Ok(Qualified::plain(self.types.intern(CType::Function(function))))
            }
        })
    }

    pub(super) fn pointer_from(&mut self, inner: Qualified, qualifiers: Qualifiers) -> Qualified {
        let ty = self.pointer_to(inner.ty, inner.is_const);
        Qualified { ty, is_const: qualifiers.is_const, align: 0 }
    }

    pub(super) fn check_result_type(&mut self, result: TyId, span: Span) -> Typed<()> {
        let what = match self.types.get(result) {
            CType::Array { .. } => "an array",
            CType::Function(_) => "a function",
            _ => return Ok(()),
        };
        Err(self.error(span, format!("a function cannot return {what}")))
    }

    fn array_of(&mut self, elem: Qualified, size: &ArraySize, span: Span) -> Typed<Qualified> {
        self.check_element_type(elem.ty, span)?;
        self.no_set(elem.ty, "an array cannot hold sets", span)?;
        let len = match size {
            ArraySize::Unspecified | ArraySize::Star => Len::Unknown,
            ArraySize::Expr(size) => self.array_length(size)?,
        };
        if let (Len::Const(len), Some(bytes)) = (len, self.types.size_of(elem.ty)) {
            self.check_array_bytes(len, bytes, span)?;
        }
        let ty = self.types.intern(CType::Array { elem: elem.ty, len });
        Ok(Qualified { ty, ..elem })
    }

    fn check_element_type(&mut self, elem: TyId, span: Span) -> Typed<()> {
        let problem = match self.types.get(elem) {
            CType::Void => "an array of void has no elements".to_owned(),
            CType::Function(_) => "an array cannot hold functions".to_owned(),
            CType::Array { len: Len::Unknown, .. } if self.in_prototype() => return Ok(()),
            CType::Array { len: Len::Variable(_), .. } => return Ok(()),
            _ if self.is_complete(elem) => return Ok(()),
            _ => format!("array element has incomplete type `{}`", self.type_text(elem)),
        };
        Err(self.error(span, problem))
    }

    pub(super) fn check_array_bytes(&mut self, len: u64, elem_bytes: u64, span: Span) -> Typed<()> {
        let most = 1u64 << (8 * self.types.model.pointer_bytes() - 1);
        match len.checked_mul(elem_bytes) {
            Some(bytes) if bytes < most => Ok(()),
            _ => Err(self.error(span, "array is too large")),
        }
    }

    /// The length that an expression between brackets gives.
    fn array_length(&mut self, size: &Expr) -> Typed<Len> {
        let value = match self.value(size) {
            Ok(value) => value,
            // Names of parameters have no value in a prototype.
            Err(_) if self.in_prototype() => return Ok(Len::Unknown),
            Err(reported) => return Err(reported),
        };
        if self.types.int_ty(value.ty).is_none() {
            let message = format!("array length has type `{}`, which is not an integer type", self.type_text(value.ty));
            return Err(self.error(size.span, message));
        }
        match self.constant_int(&value) {
            Some(len) if len < 0 => Err(self.report(
                Diagnostic::error(size.span, "array length is negative").with_label(format!("its value is {len}")),
            )),
            Some(len) => Ok(Len::Const(u64::try_from(len).expect("an integer type has at most 64 bits"))),
            None if self.in_prototype() => Ok(Len::Unknown),
            None if self.current.is_none() || self.scopes.at_file_scope() => {
                Err(self.error(size.span, "array length at file scope is not a constant"))
            }
            None => {
                let length = self.hidden_local(self.common.size, size.span);
                let value = self.convert(value, self.common.size);
                let set = self.assign_local(length, value);
                self.lengths.push(set);
                Ok(Len::Variable(length))
            }
        }
    }

    /// True when objects of the type can exist: its size is known, at least when the program runs.
    pub(super) fn is_complete(&self, ty: TyId) -> bool {
        match self.types.get(ty) {
            CType::Void => false,
            CType::Array { len: Len::Unknown, .. } => false,
            CType::Array { elem, .. } => self.is_complete(*elem),
            CType::Record(id) => self.types.record(*id).fields.is_some(),
            CType::Function(_) => false,
            _ => true,
        }
    }

    /// True when the size of the type depends on a length that is computed when the program runs.
    pub(super) fn is_variable_length(&self, ty: TyId) -> bool {
        match self.types.get(ty) {
            CType::Array { len: Len::Variable(_), .. } => true,
            CType::Array { elem, .. } => self.is_variable_length(*elem),
            _ => false,
        }
    }

    /// The type with its variable lengths forgotten, for function types, which outlive the locals that hold them.
    pub(super) fn without_lengths(&mut self, ty: TyId) -> TyId {
        match *self.types.get(ty) {
            CType::Pointer { to, to_const } => {
                let to = self.without_lengths(to);
                self.types.intern(CType::Pointer { to, to_const })
            }
            CType::Array { elem, len } => {
                let elem = self.without_lengths(elem);
                let len = if matches!(len, Len::Variable(_)) { Len::Unknown } else { len };
                self.types.intern(CType::Array { elem, len })
            }
            _ => ty,
        }
    }
}
