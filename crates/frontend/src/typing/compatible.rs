//! Compatible types, composite types, and the kinds of types that the rules speak of.

use super::Typer;
use super::layout;
use crate::ast::IntKind;
use crate::ctype::{CType, FunctionType, Len, RecordId, TyId};

impl Typer {
    pub(super) fn is_void(&self, ty: TyId) -> bool {
        *self.types.get(ty) == CType::Void
    }

    /// An integer type, `_Bool` included, that is modelled.
    pub(super) fn is_int(&self, ty: TyId) -> bool {
        matches!(self.types.get(ty), CType::Bool | CType::Int(_))
    }

    pub(super) fn is_opaque(&self, ty: TyId) -> bool {
        matches!(self.types.get(ty), CType::Opaque { .. })
    }

    pub(super) fn is_floating(&self, ty: TyId) -> bool {
        matches!(self.types.get(ty), CType::Opaque { name: layout::FLOATING | layout::COMPLEX, .. })
    }

    pub(super) fn is_va_list(&self, ty: TyId) -> bool {
        matches!(self.types.get(ty), CType::Opaque { name: layout::VA_LIST, .. })
    }

    pub(super) fn is_pointer(&self, ty: TyId) -> bool {
        self.types.is_pointer(ty)
    }

    pub(super) fn is_function(&self, ty: TyId) -> bool {
        matches!(self.types.get(ty), CType::Function(_))
    }

    pub(super) fn record_of(&self, ty: TyId) -> Option<RecordId> {
        match *self.types.get(ty) {
            CType::Record(id) => Some(id),
            _ => None,
        }
    }

    /// An arithmetic type, or a vector, on which the arithmetic operators work too.
    pub(super) fn is_arithmetic(&self, ty: TyId) -> bool {
        self.is_int(ty) || self.is_opaque(ty) && !self.is_va_list(ty)
    }

    pub(super) fn is_scalar(&self, ty: TyId) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// An integer type or one that stands for one: 128-bit integers and vectors.
    pub(super) fn is_integer_like(&self, ty: TyId) -> bool {
        self.is_int(ty)
            || matches!(self.types.get(ty), CType::Opaque { name: layout::WIDE_INTEGER | layout::VECTOR, .. })
    }

    pub(super) fn function_type(&self, ty: TyId) -> Option<&FunctionType> {
        match self.types.get(ty) {
            CType::Function(function) => Some(function),
            _ => None,
        }
    }

    pub(super) fn compatible(&self, a: TyId, b: TyId) -> bool {
        if a == b {
            return true;
        }
        match (self.types.get(a), self.types.get(b)) {
            (CType::Pointer { to: a, to_const: ac }, CType::Pointer { to: b, to_const: bc }) => {
                ac == bc && self.compatible(*a, *b)
            }
            (CType::Array { elem: a, len: al }, CType::Array { elem: b, len: bl }) => {
                self.compatible(*a, *b) && !matches!((al, bl), (Len::Const(al), Len::Const(bl)) if al != bl)
            }
            (CType::Function(a), CType::Function(b)) => {
                self.compatible(a.result, b.result)
                    && match (a.prototyped, b.prototyped) {
                        (true, true) => {
                            a.variadic == b.variadic
                                && a.params.len() == b.params.len()
                                && a.params.iter().zip(&b.params).all(|(&a, &b)| self.compatible(a, b))
                        }
                        (true, false) => self.survives_promotion(a),
                        (false, true) => self.survives_promotion(b),
                        (false, false) => true,
                    }
            }
            _ => false,
        }
    }

    /// True when a call without the prototype passes what the prototype asks for.
    fn survives_promotion(&self, function: &FunctionType) -> bool {
        let promoted = |ty: TyId| match self.types.get(ty) {
            CType::Bool => true,
            CType::Int(kind) => *kind < IntKind::Int,
            CType::Opaque { name: layout::FLOATING, bytes } => *bytes < 8,
            _ => false,
        };
        !function.variadic && !function.params.iter().any(|&param| promoted(param))
    }

    /// What two compatible types say together: lengths and prototypes that only one of them knows.
    pub(super) fn composite(&mut self, a: TyId, b: TyId) -> TyId {
        if a == b {
            return a;
        }
        let composite = match (self.types.get(a).clone(), self.types.get(b).clone()) {
            (CType::Pointer { to: a, to_const }, CType::Pointer { to: b, .. }) => {
                CType::Pointer { to: self.composite(a, b), to_const }
            }
            (CType::Array { elem: a, len: al }, CType::Array { elem: b, len: bl }) => {
                let len = match (al, bl) {
                    (Len::Const(_), _) => al,
                    (_, Len::Const(_)) => bl,
                    (Len::Unknown, _) => bl,
                    _ => al,
                };
                CType::Array { elem: self.composite(a, b), len }
            }
            (CType::Function(a), CType::Function(b)) => {
                let result = self.composite(a.result, b.result);
                let function = match (a.prototyped, b.prototyped) {
                    (true, true) => {
                        let params = a.params.iter().zip(&b.params).map(|(&a, &b)| self.composite(a, b)).collect();
                        FunctionType { result, params, ..a }
                    }
                    (true, false) => FunctionType { result, ..a },
                    _ => FunctionType { result, ..b },
                };
                CType::Function(function)
            }
            _ => return a,
        };
        self.types.intern(composite)
    }
}
