//! Values that come from bit-fields, and what compilers do with them.
//!
//! The value of a bit-field has a type of its own in gcc, as wide as the field; in clang it has the declared type. Both promote
//! fields of at most 32 bits alike. Where they differ (arithmetic on wider fields, the size and the type of such a value), the
//! result counts as not modelled.

use crate::ast::BinaryOp;
use crate::ctype::{CType, TyId};
use crate::tree::{Expr, ExprKind, Place, PlaceKind};

use super::Typer;
use super::operator::{arithmetic, comparison};

pub(super) const WIDE_BIT_FIELD: &str = "arithmetic on a bit-field that is wider than int";
pub(super) const SIZE_OF_VALUE: &str = "the size of the value of a bit-field";

impl Typer {
    /// The width of a place that is a bit-field.
    pub(super) fn bit_field(&self, place: &Place) -> Option<u8> {
        let PlaceKind::Field(record, field) = &place.kind else { return None };
        let id = self.record_of(record.ty)?;
        self.types.record(id).fields.as_ref()?.get(*field as usize)?.bits
    }

    /// The width of a value that comes from a bit-field.
    pub(super) fn bits_of(&self, value: &Expr) -> Option<u8> {
        match &value.kind {
            ExprKind::Load(place)
            | ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Step { place, .. } => self.bit_field(place),
            ExprKind::Comma(_, last) => self.bits_of(last),
            ExprKind::Block { result, .. } => self.bits_of(result.as_ref()?),
            _ => None,
        }
    }

    /// True when the size and the type of the value are not the same for all compilers.
    pub(super) fn is_of_own_width(&self, value: &Expr) -> bool {
        let Some(bits) = self.bits_of(value) else { return self.is_wide_bit_field(value) };
        *self.types.get(value.ty) != CType::Bool && self.types.int_ty(value.ty).is_some_and(|ty| ty.bits() != bits)
    }

    /// True when compilers give the value different sizes: gcc takes the least type that holds the field.
    pub(super) fn has_other_size(&self, value: &Expr) -> bool {
        self.bits_of(value).is_some_and(|bits| {
            let least = u64::from(bits).div_ceil(8).next_power_of_two();
            self.types.size_of(value.ty).is_some_and(|size| size != least)
        })
    }

    /// The type of the result of an operator if it depends on whether a bit-field that is wider than `int` is computed with in its
    /// declared type, as clang does, or in a type of its own width, as gcc does.
    pub(super) fn depends_on_compiler(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<TyId> {
        let is_signed = |value: &Expr| self.types.int_ty(value.ty).is_some_and(|ty| ty.is_signed());
        let (a, b) = (self.is_wide_bit_field(left), self.is_wide_bit_field(right));
        let other = match (a, b) {
            (false, false) => return None,
            (true, _) if op == BinaryOp::Shl => return Some(left.ty),
            (_, _) if matches!(op, BinaryOp::Shl | BinaryOp::Shr) => return None,
            (true, true) => None,
            (true, false) => Some(right),
            (false, true) => Some(left),
        };
        if other.is_some_and(|other| self.is_long(other) && self.bits_of(other).is_none()) {
            return None;
        }
        let depends = match (op, other.map(|other| &other.kind)) {
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _) => true,
            (_, Some(ExprKind::Int(value))) => *value < 0,
            _ => is_signed(left) != is_signed(right),
        };
        if !depends {
            return None;
        }
        if comparison(op).is_some() {
            return Some(self.common.int);
        }
        let (a, b) = (self.promoted_type(left), self.promoted_type(right));
        arithmetic(op).map(|_| self.common_type(a, b))
    }

    /// The same for `place op= right`, where only division sees more than the bits that are stored.
    pub(super) fn depends_on_place(&self, op: BinaryOp, place: &Place, right: &Expr) -> bool {
        let of_place = self.bit_field(place);
        let (a, b) = (of_place.is_some_and(is_wide), self.is_wide_bit_field(right));
        let is_place_long = of_place.is_none() && self.types.size_of(place.ty).is_some_and(|size| size >= 8);
        let is_right_long = self.is_long(right) && self.bits_of(right).is_none();
        let is_open = a && (b || !is_right_long) || b && !is_place_long;
        if !is_open || !matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            return false;
        }
        let is_signed = |ty| self.types.int_ty(ty).is_some_and(|ty| ty.is_signed());
        match right.kind {
            ExprKind::Int(value) => value < 0,
            _ => is_signed(place.ty) != is_signed(right.ty),
        }
    }

    /// True when gcc computes with the value in a type between `int` and eight bytes. (Operands that were converted are taken for
    /// such values when they may be.)
    pub(super) fn is_wide_bit_field(&self, value: &Expr) -> bool {
        if !self.has_wide_bit_fields {
            return false;
        }
        if let Some(bits) = self.bits_of(value) {
            return is_wide(bits);
        }
        match &value.kind {
            ExprKind::Comma(_, last) => self.is_wide_bit_field(last),
            ExprKind::Block { result: Some(last), .. } => self.is_wide_bit_field(last),
            ExprKind::Unary(_, operand) => self.is_wide_bit_field(operand),
            ExprKind::Convert(operand) => {
                self.is_long(value) && operand.ty != value.ty && self.is_wide_bit_field(operand)
            }
            ExprKind::Binary(op, left, _) if op.is_shift() => self.is_wide_bit_field(left),
            ExprKind::Binary(_, left, right) => self.is_wide_together(left, right),
            ExprKind::Conditional { then, otherwise, .. } => self.is_wide_together(then, otherwise),
            ExprKind::ConditionalValue { value, otherwise } => self.is_wide_together(value, otherwise),
            _ => false,
        }
    }

    fn is_wide_together(&self, left: &Expr, right: &Expr) -> bool {
        let (a, b) = (self.is_wide_bit_field(left), self.is_wide_bit_field(right));
        // A constant or a converted operand may have been narrower.
        let is_surely_long =
            |value: &Expr| self.is_long(value) && !matches!(value.kind, ExprKind::Convert(_) | ExprKind::Int(_));
        a && (b || !is_surely_long(right)) || b && (a || !is_surely_long(left))
    }

    fn is_long(&self, value: &Expr) -> bool {
        self.types.size_of(value.ty).is_some_and(|size| size >= 8)
    }
}

/// True when gcc does not promote a bit-field of this width to `int` or to its declared type.
pub(super) fn is_wide(bits: u8) -> bool {
    (33..64).contains(&bits)
}
