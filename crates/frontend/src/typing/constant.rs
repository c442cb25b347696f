//! Constant expressions, evaluated on the typed tree.
//!
//! What C calls an integer constant expression is a number here; beyond it, as gcc does, whatever folds to a number
//! (`(size_t)&((struct s *)0)->field`, `&a[3] - &a[1]`). Reading a variable is not constant, except that static
//! initialisers may read const globals.

use heureka_ir::{Fault, IntTy};

use super::{Typed, Typer};
use crate::ast;
use crate::ctype::{CType, TyId};
use crate::diagnostic::Diagnostic;
use crate::tree::{Comparison, Expr, ExprKind, FuncId, GlobalId, InitItem, InitValue, Place, PlaceKind, StrId};

/// The value of a constant expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Constant {
    Int(i128),
    /// A pointer so many bytes after a base.
    Address(Base, i128),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    /// Address zero.
    Absolute,
    Global(GlobalId),
    Function(FuncId),
    Str(StrId),
}

impl Typer {
    /// The number that an expression is, if it is constant.
    pub(super) fn constant_int(&self, expr: &Expr) -> Option<i128> {
        match (&expr.kind, self.is_int(expr.ty)) {
            (ExprKind::Int(value), _) => Some(*value),
            (ExprKind::Load(_) | ExprKind::Call { .. }, _) | (_, false) => None,
            _ => match self.evaluate(expr)? {
                Constant::Int(value) => Some(value),
                Constant::Address(..) => None,
            },
        }
    }

    /// The number that a pointer is, if it is constant and points into no object.
    pub(super) fn absolute_address(&self, expr: &Expr) -> Option<i128> {
        match self.evaluate(expr)? {
            Constant::Address(Base::Absolute, bytes) => Some(bytes),
            _ => None,
        }
    }

    pub(super) fn evaluate(&self, expr: &Expr) -> Option<Constant> {
        let truth = |value: bool| Some(Constant::Int(i128::from(value)));
        match &expr.kind {
            ExprKind::Int(value) => Some(Constant::Int(*value)),
            ExprKind::Null => Some(Constant::Address(Base::Absolute, 0)),
            ExprKind::Load(place) if self.reads_const_globals => self.const_global(place),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.address(place),
            ExprKind::Function(id) => Some(Constant::Address(Base::Function(*id), 0)),
            // `convert` has looked: a pointer that becomes a number and is still here is no number.
            ExprKind::Convert(operand) if self.is_pointer(operand.ty) && self.is_number(expr.ty) => None,
            ExprKind::Convert(operand) => self.evaluate_conversion(self.evaluate(operand)?, expr.ty),
            ExprKind::Unary(op, operand) => {
                let ty = self.types.int_ty(expr.ty)?;
                let value = self.evaluate_int(operand)?;
                wrapped(ty, op.eval(ty, value), || -value)
            }
            ExprKind::Binary(op, left, right) => {
                let ty = self.types.int_ty(expr.ty)?;
                let (left, right) = (self.evaluate_int(left)?, self.evaluate_int(right)?);
                wrapped(ty, op.eval(ty, left, right), || match op {
                    heureka_ir::BinOp::Add => left + right,
                    heureka_ir::BinOp::Sub => left - right,
                    heureka_ir::BinOp::Mul => left.wrapping_mul(right),
                    heureka_ir::BinOp::Rem => 0,
                    _ => left,
                })
            }
            ExprKind::Not(operand) => truth(!self.evaluate_truth(operand)?),
            ExprKind::And(left, right) => truth(self.evaluate_truth(left)? && self.evaluate_truth(right)?),
            ExprKind::Or(left, right) => truth(self.evaluate_truth(left)? || self.evaluate_truth(right)?),
            ExprKind::Compare(op, left, right) => truth(compare(*op, self.evaluate(left)?, self.evaluate(right)?)?),
            ExprKind::Conditional { condition, then, otherwise } => {
                let chosen = if self.evaluate_truth(condition)? { then } else { otherwise };
                self.evaluate(chosen)
            }
            ExprKind::ConditionalValue { value, otherwise } => {
                if self.evaluate_truth(value)? {
                    self.evaluate_conversion(self.evaluate(value)?, expr.ty)
                } else {
                    self.evaluate(otherwise)
                }
            }
            ExprKind::PointerAdd { pointer, index, backwards } => {
                let Constant::Address(base, bytes) = self.evaluate(pointer)? else { return None };
                let index = self.evaluate_int(index)?;
                let moved = index.checked_mul(self.element_bytes(pointer.ty)?)?;
                Some(Constant::Address(base, if *backwards { bytes - moved } else { bytes + moved }))
            }
            ExprKind::PointerDiff(left, right) => match (self.evaluate(left)?, self.evaluate(right)?) {
                (Constant::Address(a, left_bytes), Constant::Address(b, right_bytes)) if a == b => {
                    (left_bytes - right_bytes).checked_div(self.element_bytes(left.ty)?).map(Constant::Int)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of a const global that is a number.
    fn const_global(&self, place: &Place) -> Option<Constant> {
        let PlaceKind::Global(id) = place.kind else { return None };
        let init = self.globals[id.index()].init.as_ref().filter(|_| self.global_info[id.index()].is_const)?;
        match init.items.as_slice() {
            [InitItem { path, value: InitValue::Expr(value) }] if path.is_empty() => match value.kind {
                ExprKind::Int(value) => Some(Constant::Int(value)),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_number(&self, ty: TyId) -> bool {
        matches!(self.types.get(ty), CType::Int(_))
    }

    fn element_bytes(&self, pointer: TyId) -> Option<i128> {
        self.types.size_of(self.types.pointee(pointer)?).map(i128::from)
    }

    fn evaluate_int(&self, expr: &Expr) -> Option<i128> {
        match self.evaluate(expr)? {
            Constant::Int(value) => Some(value),
            Constant::Address(..) => None,
        }
    }

    fn evaluate_truth(&self, expr: &Expr) -> Option<bool> {
        if let Some(value) = self.float_value(expr) {
            return Some(value != 0.0);
        }
        Some(match self.evaluate(expr)? {
            Constant::Int(value) | Constant::Address(Base::Absolute, value) => value != 0,
            Constant::Address(..) => true,
        })
    }

    fn evaluate_conversion(&self, value: Constant, to: TyId) -> Option<Constant> {
        match (value, self.types.get(to)) {
            (Constant::Int(value) | Constant::Address(Base::Absolute, value), CType::Bool) => {
                Some(Constant::Int(i128::from(value != 0)))
            }
            (Constant::Address(..), CType::Bool) => Some(Constant::Int(1)),
            (Constant::Int(value) | Constant::Address(Base::Absolute, value), CType::Int(kind)) => {
                Some(Constant::Int(self.types.model.int_ty(*kind)?.wrap(value)))
            }
            (Constant::Int(value), CType::Pointer { .. }) => {
                let bits = 8 * self.types.model.pointer_bytes() as u8;
                Some(Constant::Address(Base::Absolute, IntTy::unsigned(bits).wrap(value)))
            }
            (Constant::Address(..), CType::Pointer { .. }) => Some(value),
            _ => None,
        }
    }

    /// The address of a place with static storage.
    fn address(&self, place: &Place) -> Option<Constant> {
        match &place.kind {
            PlaceKind::Global(id) => Some(Constant::Address(Base::Global(*id), 0)),
            PlaceKind::Str(id) => Some(Constant::Address(Base::Str(*id), 0)),
            PlaceKind::Deref(pointer) => self.evaluate(pointer),
            PlaceKind::Field(record, field) => {
                let Constant::Address(base, bytes) = self.address(record)? else { return None };
                let fields = self.types.record(self.record_of(record.ty)?).fields.as_ref()?;
                let field = fields.get(*field as usize).filter(|field| field.bits.is_none())?;
                Some(Constant::Address(base, bytes + i128::from(field.offset)))
            }
            PlaceKind::Element(array, index) => {
                let Constant::Address(base, bytes) = self.address(array)? else { return None };
                let offset = self.evaluate_int(index)?.checked_mul(i128::from(self.types.size_of(place.ty)?))?;
                Some(Constant::Address(base, bytes + offset))
            }
            PlaceKind::Local(_) | PlaceKind::Literal(..) | PlaceKind::Materialised(..) => None,
        }
    }

    /// The value of an expression that must be an integer constant; `what` it is, for the message.
    pub(super) fn integer_constant(&mut self, expr: &ast::Expr, what: &str) -> Typed<i128> {
        self.typed_constant(expr, what).map(|(value, _)| value)
    }

    pub(super) fn typed_constant(&mut self, expr: &ast::Expr, what: &str) -> Typed<(i128, TyId)> {
        let value = self.value(expr)?;
        if self.types.int_ty(value.ty).is_none() {
            let message = format!("{what} has type `{}`, which is not an integer type", self.type_text(value.ty));
            return Err(self.error(expr.span, message));
        }
        match self.constant_int(&value) {
            Some(constant) => Ok((constant, value.ty)),
            None => Err(self.report(
                Diagnostic::error(expr.span, format!("{what} is not a constant"))
                    .with_label("cannot be computed when the program is read"),
            )),
        }
    }
}

fn compare(op: Comparison, left: Constant, right: Constant) -> Option<bool> {
    let (left, right) = match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => (left, right),
        (Constant::Address(a, left), Constant::Address(b, right)) if a == b => (left, right),
        // An object or function is not at address zero.
        (Constant::Address(a, _), Constant::Address(b, other)) => {
            let null = (a != Base::Absolute && b == Base::Absolute && other == 0)
                || (a == Base::Absolute && b != Base::Absolute && left == Constant::Address(Base::Absolute, 0));
            return match op {
                Comparison::Eq if null => Some(false),
                Comparison::Ne if null => Some(true),
                _ => None,
            };
        }
        _ => return None,
    };
    Some(match op {
        Comparison::Eq => left == right,
        Comparison::Ne => left != right,
        Comparison::Lt => left < right,
        Comparison::Le => left <= right,
        Comparison::Gt => left > right,
        Comparison::Ge => left >= right,
    })
}

/// As gcc does in constants, signed overflow wraps; other faults leave no value.
fn wrapped(ty: IntTy, result: Result<i128, Fault>, exact: impl FnOnce() -> i128) -> Option<Constant> {
    match result {
        Ok(value) => Some(Constant::Int(value)),
        Err(Fault::SignedOverflow) => Some(Constant::Int(ty.wrap(exact()))),
        Err(_) => None,
    }
}
