//! Conversions: promotions, the usual arithmetic conversions, and conversions to a given type.
//!
//! Nothing here complains: the callers have checked that the conversion is allowed. A literal changes its type in
//! place; other values get a `Convert` node.

use heureka_ir::span::Span;

use super::{Typer, layout};
use crate::ast::IntKind;
use crate::ctype::{CType, TyId};
use crate::tree::{Expr, ExprKind, Place};

impl Typer {
    /// An integer constant of type `ty`, into whose range the value is wrapped.
    pub(super) fn int(&self, value: i128, ty: TyId, span: Span) -> Expr {
        let value = self.types.int_ty(ty).map_or(value, |ty| ty.wrap(value));
        Expr { kind: ExprKind::Int(value), ty, span }
    }

    pub(super) fn unmodelled(&self, what: &'static str, operands: Vec<Expr>, ty: TyId, span: Span) -> Expr {
        Expr { kind: ExprKind::Unmodelled { what, operands }, ty, span }
    }

    /// The value converted to a scalar type or void.
    pub(super) fn convert(&mut self, value: Expr, to: TyId) -> Expr {
        if value.ty == to {
            return value;
        }
        let span = value.span;
        match (self.types.get(value.ty), self.types.get(to)) {
            (CType::Opaque { .. }, CType::Opaque { name, .. }) => match self.float_value(&value) {
                Some(float) => self.float_constant(float, to, span),
                None => self.unmodelled(name, vec![value], to, span),
            },
            (CType::Opaque { name, .. }, CType::Int(_) | CType::Bool | CType::Pointer { .. }) => {
                let name = *name;
                match self.integer_of_float(&value, to) {
                    Some(int) => self.int(int, to, span),
                    None => self.unmodelled(name, vec![value], to, span),
                }
            }
            (CType::Int(_) | CType::Bool | CType::Pointer { .. }, CType::Opaque { name, .. }) => {
                let name = *name;
                let float = self.constant_int(&value).and_then(|int| self.float_of_int(int));
                match float.filter(|_| name == layout::FLOATING) {
                    Some(float) => self.float_constant(float, to, span),
                    None => self.unmodelled(name, vec![value], to, span),
                }
            }
            (CType::Int(_) | CType::Bool, CType::Int(_)) => match value.kind {
                ExprKind::Int(int) => self.int(int, to, span),
                _ => converted(value, to),
            },
            (CType::Int(_), CType::Bool) => match value.kind {
                ExprKind::Int(int) => self.int(i128::from(int != 0), to, span),
                _ => converted(value, to),
            },
            (CType::Int(_) | CType::Bool, CType::Pointer { .. }) if self.constant_int(&value) == Some(0) => {
                Expr { kind: ExprKind::Null, ty: to, span }
            }
            // Offsets computed from a null pointer (`(size_t)&((struct s *)0)->field`) are plain numbers.
            (CType::Pointer { .. }, CType::Int(_) | CType::Bool) => match self.absolute_address(&value) {
                Some(address) if *self.types.get(to) == CType::Bool => self.int(i128::from(address != 0), to, span),
                Some(address) => self.int(address, to, span),
                None => converted(value, to),
            },
            (CType::Pointer { .. }, CType::Pointer { .. }) if matches!(value.kind, ExprKind::Null) => {
                Expr { kind: ExprKind::Null, ty: to, span }
            }
            _ => converted(value, to),
        }
    }

    /// What a floating constant is as an integer (truncated) or `_Bool`, if it fits.
    fn integer_of_float(&self, value: &Expr, to: TyId) -> Option<i128> {
        let float = self.float_value(value)?;
        if *self.types.get(to) == CType::Bool {
            return Some(i128::from(float != 0.0));
        }
        let ty = self.types.int_ty(to)?;
        let int = float.trunc() as i128;
        ty.contains(int).then_some(int)
    }

    /// The type after the integer promotions. Bit-fields are promoted by their width.
    pub(super) fn promoted_type(&mut self, value: &Expr) -> TyId {
        self.promoted(value.ty, self.bits_of(value))
    }

    pub(super) fn promoted_place_type(&mut self, place: &Place) -> TyId {
        let bits = self.bit_field(place);
        self.promoted(place.ty, bits)
    }

    fn promoted(&self, ty: TyId, bits: Option<u8>) -> TyId {
        match (self.types.get(ty), bits) {
            (CType::Bool, _) => self.common.int,
            (CType::Int(kind), _) if *kind < IntKind::Int => self.common.int,
            (CType::Int(_), Some(bits)) if bits < 32 => self.common.int,
            (CType::Int(_), Some(32)) => {
                let signed = self.types.int_ty(ty).is_some_and(|ty| ty.is_signed());
                if signed { self.common.int } else { self.common.uint }
            }
            _ => ty,
        }
    }

    pub(super) fn promote(&mut self, value: Expr) -> Expr {
        let ty = self.promoted_type(&value);
        self.convert(value, ty)
    }

    /// What is passed where no prototype says the type: promoted, and `float` as `double`.
    pub(super) fn promote_argument(&mut self, value: Expr) -> Expr {
        match self.types.get(value.ty) {
            CType::Opaque { name: layout::FLOATING, bytes: 0..=4 } => self.convert(value, self.common.double),
            _ => self.promote(value),
        }
    }

    /// The usual arithmetic conversions.
    pub(super) fn balance(&mut self, left: Expr, right: Expr) -> (Expr, Expr, TyId) {
        let (a, b) = (self.promoted_type(&left), self.promoted_type(&right));
        let ty = self.common_type(a, b);
        (self.convert(left, ty), self.convert(right, ty), ty)
    }

    /// The common type of two promoted arithmetic types.
    pub(super) fn common_type(&mut self, a: TyId, b: TyId) -> TyId {
        if a == b {
            return a;
        }
        match (self.types.get(a), self.types.get(b)) {
            (&CType::Int(left), &CType::Int(right)) => {
                let kind = self.common_kind(left, right);
                self.types.intern(CType::Int(kind))
            }
            (&CType::Opaque { name, bytes }, &CType::Opaque { name: other, bytes: other_bytes }) => {
                let common = common_opaque((name, bytes), (other, other_bytes));
                self.types.intern(CType::Opaque { name: common.0, bytes: common.1 })
            }
            (CType::Opaque { .. }, _) => a,
            _ => b,
        }
    }

    fn common_kind(&self, left: IntKind, right: IntKind) -> IntKind {
        let unsigned = |kind| matches!(kind, IntKind::UInt | IntKind::ULong | IntKind::ULongLong);
        // The kinds are ordered by rank, the unsigned one right after its signed one.
        let (low, high) = (left.min(right), left.max(right));
        if unsigned(high) || !unsigned(low) {
            return high;
        }
        let width = |kind| self.types.model.int_ty(kind).map_or(128, |ty| ty.bits());
        match high {
            _ if width(high) > width(low) => high,
            IntKind::Long => IntKind::ULong,
            IntKind::LongLong => IntKind::ULongLong,
            _ => IntKind::UInt,
        }
    }
}

pub(super) fn converted(value: Expr, to: TyId) -> Expr {
    let span = value.span;
    Expr { kind: ExprKind::Convert(Box::new(value)), ty: to, span }
}

fn common_opaque(a: (&'static str, u64), b: (&'static str, u64)) -> (&'static str, u64) {
    let rank = |name| match name {
        layout::WIDE_INTEGER => 0,
        layout::FLOATING => 1,
        layout::COMPLEX => 2,
        _ => 3,
    };
    let ((low, low_bytes), (high, high_bytes)) = if rank(a.0) <= rank(b.0) { (a, b) } else { (b, a) };
    match (low, high) {
        (layout::FLOATING, layout::COMPLEX) => (high, high_bytes.max(2 * low_bytes)),
        _ if rank(low) == rank(high) => (high, high_bytes.max(low_bytes)),
        _ => (high, high_bytes),
    }
}
