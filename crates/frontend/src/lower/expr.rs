//! Expressions to values. Side effects become steps; what remains is an expression without any.

use heureka_ir::span::Span;
use heureka_ir::{BinOp, CmpOp, ExprId, IntTy, Node, Source, UnOp};

use super::Lowerer;
use super::place::Spots;
use super::value::{Pointer, Value};
use crate::ctype::{CType, TyId};
use crate::points_to::{FOREIGN, NULL, ObjectKind, Peeled, peel};
use crate::tree::{Expr, ExprKind, Place, PlaceKind, Stmt};

impl Lowerer<'_> {
    pub fn expr(&mut self, expr: &Expr) -> Value {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(value) => match self.unit.types.int_ty(expr.ty) {
                Some(ty) => Value::Int(self.b.exprs.int(ty, ty.wrap(*value))),
                None => Value::Opaque,
            },
            ExprKind::Null => Value::Pointer(self.null()),
            ExprKind::Load(place) => {
                let spots = self.place(place);
                self.load(&spots, expr.ty, span)
            }
            ExprKind::AddressOf(place) => {
                let spots = self.place(place);
                self.note_address(&spots, span);
                Value::Pointer(self.address(spots))
            }
            ExprKind::Decay(place) => {
                let spots = self.place(place);
                self.note_address(&spots, span);
                let mut elements = spots;
                let zero = self.offset(0);
                elements.0.retain_mut(|(_, spot)| {
                    let node = self.points.nodes.element(spot.node, &self.unit.types);
                    spot.node = node.unwrap_or(spot.node);
                    spot.indices.push(zero);
                    node.is_some()
                });
                Value::Pointer(self.address(elements))
            }
            ExprKind::Function(func) => {
                let function = &self.unit.functions[func.index()];
                if function.is_weak && function.body.is_none() {
                    self.unsupported("address of a weak function without a body", span);
                }
                let ty = function.ty;
                let node = self.points.nodes.object(ObjectKind::Function(*func), ty);
                Value::Pointer(self.constant_pointer(node))
            }
            ExprKind::Unary(op, operand) => match self.expr(operand) {
                Value::Int(value) => Value::Int(self.b.exprs.unary(*op, value)),
                _ => Value::Opaque,
            },
            ExprKind::Binary(op, l, r) => {
                let (l, r) = self.pair(l, r);
                match (l, r) {
                    (Value::Int(l), Value::Int(r)) => Value::Int(self.b.exprs.binary(*op, l, r)),
                    _ => Value::Opaque,
                }
            }
            ExprKind::Not(_)
            | ExprKind::Compare(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::SetNotEmpty(_) => self.truth(expr),
            ExprKind::SetContains { set, element } => self.set_contains(set, element),
            // The value of a set is only taken by those who build one.
            ExprKind::SetEmpty | ExprKind::SetChange { .. } => {
                self.effect(expr);
                Value::Opaque
            }
            ExprKind::PointerAdd { pointer, index, backwards } => {
                if let Some(pointer) = self.displacement(expr, expr.ty, span) {
                    return Value::Pointer(pointer);
                }
                let (pointer, index) = self.pair(pointer, index);
                let to = self.pointee(expr.ty);
                Value::Pointer(self.pointer_add(pointer.pointer(), index.int(), to, *backwards, span))
            }
            ExprKind::PointerDiff(l, r) => {
                let to = self.pointee(l.ty);
                let (l, r) = self.pair(l, r);
                self.pointer_diff(l.pointer(), r.pointer(), to, expr.ty, span)
            }
            ExprKind::Conditional { condition, then, otherwise } => self.conditional(expr, condition, then, otherwise),
            ExprKind::ConditionalValue { value, otherwise } => self.conditional_value(expr, value, otherwise),
            ExprKind::Convert(operand) => {
                if matches!(self.unit.types.get(expr.ty), CType::Void) {
                    self.effect(operand);
                    return Value::Opaque;
                }
                if let Some(pointer) = self.displacement(operand, expr.ty, span) {
                    return Value::Pointer(pointer);
                }
                let value = self.expr(operand);
                self.convert(value, expr.ty, span)
            }
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::Step { .. } => self.change(expr, true),
            ExprKind::Comma(l, r) => {
                self.effect(l);
                self.expr(r)
            }
            ExprKind::Call { callee, args } => self.call(expr, callee, args, true),
            ExprKind::Block { stmts, result } => self.block_value(stmts, result.as_deref()),
            ExprKind::Unmodelled { what, operands } => {
                operands.iter().for_each(|operand| self.effect(operand));
                self.arbitrary(expr.ty, &Source::Unmodelled((*what).into()), span)
            }
        }
    }

    /// Evaluates for the side effects only.
    pub fn effect(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Convert(operand) => self.effect(operand),
            ExprKind::Comma(l, r) => {
                self.effect(l);
                self.effect(r);
            }
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::Step { .. } => drop(self.change(expr, false)),
            ExprKind::Call { callee, args } => drop(self.call(expr, callee, args, false)),
            ExprKind::Conditional { condition, then, otherwise } => {
                let (yes, no, join) = (self.new_loc(expr.span), self.new_loc(expr.span), self.new_loc(expr.span));
                self.branch(condition, yes, no);
                for (loc, side) in [(yes, then), (no, otherwise)] {
                    self.enter(loc);
                    self.effect(side);
                    self.jump(join, expr.span);
                }
                self.enter(join);
            }
            ExprKind::And(l, r) | ExprKind::Or(l, r) if self.has_effects(r) => {
                let (right, join) = (self.new_loc(expr.span), self.new_loc(expr.span));
                match &expr.kind {
                    ExprKind::And(..) => self.branch(l, right, join),
                    _ => self.branch(l, join, right),
                }
                self.enter(right);
                self.effect(r);
                self.jump(join, expr.span);
                self.enter(join);
            }
            ExprKind::Block { stmts, result } => {
                self.stmts(stmts);
                if let Some(result) = result {
                    self.effect(result);
                }
            }
            ExprKind::Unmodelled { operands, .. } => operands.iter().for_each(|operand| self.effect(operand)),
            ExprKind::SetEmpty => {}
            ExprKind::SetChange { set, element, .. } => {
                self.effect(set);
                self.effect(element);
            }
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Function(_) => {}
            ExprKind::Load(place) if matches!(place.kind, PlaceKind::Local(_) | PlaceKind::Global(_)) => {}
            _ => {
                let value = self.expr(expr);
                self.evaluate(&value, expr.span);
            }
        }
    }

    /// A value that nobody uses is computed all the same where that may fail.
    pub fn evaluate(&mut self, value: &Value, span: Span) {
        match value {
            Value::Int(value) => self.evaluate_int(*value, span),
            Value::Pointer(pointer) => {
                let parts = [Some(pointer.object), pointer.offset, pointer.instance];
                parts.into_iter().flatten().for_each(|part| self.evaluate_int(part, span));
            }
            Value::Record(fields) => fields.iter().for_each(|field| self.evaluate(field, span)),
            Value::Opaque => {}
        }
    }

    pub fn evaluate_int(&mut self, value: ExprId, span: Span) {
        let exprs = &self.b.exprs;
        let mut may_fail = false;
        exprs.visit([value], |id, node| {
            may_fail |= match node {
                Node::Read(..) | Node::Binary(BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr, ..) => true,
                Node::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, ..) | Node::Unary(UnOp::Neg, _) => {
                    exprs.int_ty(id).is_signed()
                }
                _ => false,
            };
        });
        if may_fail {
            self.hold(value, span);
        }
    }

    /// Both values, the left one first and safe from what the right one does.
    pub fn pair(&mut self, l: &Expr, r: &Expr) -> (Value, Value) {
        let left = self.expr(l);
        let left = if self.has_effects(r) { self.hold_value(left, l.span) } else { left };
        (left, self.expr(r))
    }

    pub fn convert(&mut self, value: Value, ty: TyId, span: Span) -> Value {
        let types = &self.unit.types;
        match (value, types.get(ty)) {
            (Value::Int(value), CType::Bool) => {
                let zero = self.b.exprs.int(self.b.exprs.int_ty(value), 0);
                let set = self.b.exprs.compare(CmpOp::Ne, value, zero);
                Value::Int(self.bool_to_int(set, IntTy::unsigned(1)))
            }
            (Value::Pointer(pointer), CType::Bool) => {
                let null = self.points_to(&pointer, NULL);
                let set = self.b.exprs.not(null);
                Value::Int(self.bool_to_int(set, IntTy::unsigned(1)))
            }
            (Value::Int(value), CType::Int(_)) => match types.int_ty(ty) {
                Some(ty) => Value::Int(self.b.exprs.cast(ty, value)),
                None => Value::Opaque,
            },
            (Value::Int(value), CType::Pointer { .. }) => Value::Pointer(self.pointer_from_int(value)),
            (Value::Pointer(pointer), &CType::Pointer { to, .. }) => {
                Value::Pointer(self.convert_pointer(pointer, to, span))
            }
            (Value::Pointer(pointer), CType::Int(_)) => match types.int_ty(ty) {
                Some(int) if *pointer.targets == [NULL] => Value::Int(self.b.exprs.int(int, 0)),
                Some(_) => {
                    let source = Source::Unmodelled("conversion of a pointer to an integer".into());
                    self.arbitrary(ty, &source, span)
                }
                None => Value::Opaque,
            },
            (value @ Value::Record(_), CType::Record(_)) => value,
            (_, CType::Bool | CType::Int(_) | CType::Pointer { .. }) => {
                self.arbitrary(ty, &Source::Unmodelled("conversion from a value that is not modelled".into()), span)
            }
            _ => Value::Opaque,
        }
    }

    pub fn pointer_from_int(&mut self, value: ExprId) -> Pointer {
        let zero = self.b.exprs.int(self.b.exprs.int_ty(value), 0);
        let is_null = self.b.exprs.compare(CmpOp::Eq, value, zero);
        let (null, foreign) = (self.number_expr(NULL), self.number_expr(FOREIGN));
        let object = self.b.exprs.ite(is_null, null, foreign);
        Pointer { object, offset: None, instance: None, targets: [NULL, FOREIGN].into() }
    }

    pub fn bool_to_int(&mut self, condition: ExprId, ty: IntTy) -> ExprId {
        let (one, zero) = (self.b.exprs.int(ty, 1), self.b.exprs.int(ty, 0));
        self.b.exprs.ite(condition, one, zero)
    }

    // Assignments.

    /// An expression that changes a place. Its value is computed only when it is wanted.
    fn change(&mut self, expr: &Expr, wanted: bool) -> Value {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Assign { place, value } => self.assign(place, value, wanted, span),
            ExprKind::CompoundAssign { place, op, compute, right } => {
                let right = self.expr(right).int();
                let right = if self.place_has_effects(place) { self.hold(right, span) } else { right };
                let spots = self.place(place);
                match self.load(&spots, place.ty, span) {
                    Value::Int(old) => {
                        let new = self.compound(old, *op, *compute, right, place.ty);
                        self.put(&spots, Value::Int(new), place.ty, wanted, span)
                    }
                    _ => Value::Opaque,
                }
            }
            ExprKind::PointerAssign { place, index, backwards } => {
                let index = self.expr(index).int();
                let spots = self.place(place);
                let old = self.load(&spots, place.ty, span).pointer();
                let to = self.pointee(place.ty);
                let new = self.pointer_add(old, index, to, *backwards, span);
                self.put(&spots, Value::Pointer(new), place.ty, wanted, span)
            }
            ExprKind::Step { place, up, post } => {
                let spots = self.place(place);
                let old = self.load(&spots, place.ty, span);
                let old = if *post && wanted { self.hold_value(old, span) } else { old };
                let new = match &old {
                    Value::Int(value) => Value::Int(self.step_int(*value, *up, place.ty)),
                    Value::Pointer(pointer) => {
                        let one = self.offset(1);
                        let to = self.pointee(place.ty);
                        Value::Pointer(self.pointer_add(pointer.clone(), one, to, !up, span))
                    }
                    _ => return Value::Opaque,
                };
                let new = self.put(&spots, new, place.ty, wanted && !post, span);
                if *post { old } else { new }
            }
            _ => self.expr(expr),
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr, wanted: bool, span: Span) -> Value {
        if self.is_by_parts(value.ty) {
            let spots = self.place(place);
            self.refuse_const(&spots, span);
            self.copy_record(&spots, value, span);
            return Value::Opaque;
        }
        let value = self.expr(value);
        let value = if self.place_has_effects(place) { self.hold_value(value, span) } else { value };
        let spots = self.place(place);
        self.put(&spots, value, place.ty, wanted, span)
    }

    /// Stores, and where it is wanted gives the value as it was stored (a bit-field may have cut it).
    fn put(&mut self, spots: &Spots, value: Value, ty: TyId, wanted: bool, span: Span) -> Value {
        self.refuse_const(spots, span);
        if !wanted {
            self.store(spots, &value, span);
            return Value::Opaque;
        }
        if let [(_, spot)] = &spots.0[..]
            && spot.indices.is_empty()
            && spot.instance.is_none()
        {
            self.store(spots, &value, span);
            return self.load(spots, ty, span);
        }
        // Where the place depends on what is stored there, it cannot be read back: keep the value.
        let held = self.hold_value(value, span);
        self.store(spots, &held, span);
        match (&held, &spots.0[..]) {
            (Value::Int(value), [(_, spot)]) => match self.bit_field_ty(spot.node) {
                Some(field) => {
                    let cut = self.b.exprs.cast(field, *value);
                    Value::Int(self.b.exprs.cast(self.int_ty(ty), cut))
                }
                None => held,
            },
            _ => held,
        }
    }

    fn compound(&mut self, old: ExprId, op: BinOp, compute: TyId, right: ExprId, ty: TyId) -> ExprId {
        let left = self.b.exprs.cast(self.int_ty(compute), old);
        let result = self.b.exprs.binary(op, left, right);
        if matches!(self.unit.types.get(ty), CType::Bool) {
            let zero = self.b.exprs.int(self.int_ty(compute), 0);
            let set = self.b.exprs.compare(CmpOp::Ne, result, zero);
            return self.bool_to_int(set, IntTy::unsigned(1));
        }
        self.b.exprs.cast(self.int_ty(ty), result)
    }

    /// Types narrower than `int` are promoted first, so that only the conversion back can cut the result.
    fn step_int(&mut self, value: ExprId, up: bool, ty: TyId) -> ExprId {
        let own = self.int_ty(ty);
        if matches!(self.unit.types.get(ty), CType::Bool) {
            let (one, zero) = (self.b.exprs.int(own, 1), self.b.exprs.int(own, 0));
            let set = self.b.exprs.compare(CmpOp::Ne, value, zero);
            return if up { one } else { self.b.exprs.ite(set, zero, one) };
        }
        let compute = if own.bits() < 32 { IntTy::INT } else { own };
        let wide = self.b.exprs.cast(compute, value);
        let one = self.b.exprs.int(compute, 1);
        let result = self.b.exprs.binary(if up { BinOp::Add } else { BinOp::Sub }, wide, one);
        self.b.exprs.cast(own, result)
    }

    fn block_value(&mut self, stmts: &[Stmt], result: Option<&Expr>) -> Value {
        self.open_scope();
        self.stmts(stmts);
        let value = result.map_or(Value::Opaque, |result| self.expr(result));
        self.close_scope(result.map_or(Span::NONE, |result| result.span));
        value
    }

    // What an expression does besides having a value.

    /// True when lowering the expression changes something: it assigns, calls or chooses.
    pub fn has_effects(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Function(_) => return false,
            ExprKind::Load(place) if matches!(place.kind, PlaceKind::Local(_) | PlaceKind::Global(_)) => return false,
            _ => {}
        }
        if let Some(&known) = self.effects.get(&std::ptr::from_ref(expr)) {
            return known;
        }
        let found = match &expr.kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Function(_) | ExprKind::SetEmpty => false,
            ExprKind::Load(place) | ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                self.place_has_effects(place)
            }
            ExprKind::Unary(_, e) | ExprKind::Not(e) | ExprKind::Convert(e) | ExprKind::SetNotEmpty(e) => {
                self.has_effects(e)
            }
            ExprKind::Binary(_, l, r)
            | ExprKind::Compare(_, l, r)
            | ExprKind::PointerDiff(l, r)
            | ExprKind::And(l, r)
            | ExprKind::Or(l, r)
            | ExprKind::SetChange { set: l, element: r, .. }
            | ExprKind::SetContains { set: l, element: r } => self.has_effects(l) || self.has_effects(r),
            ExprKind::PointerAdd { pointer, index, .. } => self.has_effects(pointer) || self.has_effects(index),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.has_effects(condition) || self.has_effects(then) || self.has_effects(otherwise)
            }
            ExprKind::ConditionalValue { value, otherwise } => self.has_effects(value) || self.has_effects(otherwise),
            ExprKind::Comma(l, r) => self.has_effects(l) || self.has_effects(r),
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call { .. }
            | ExprKind::Block { .. } => true,
            ExprKind::Unmodelled { operands, .. } => operands.iter().any(|operand| self.has_effects(operand)),
        };
        self.effects.insert(std::ptr::from_ref(expr), found);
        found
    }

    pub fn place_has_effects(&mut self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Str(_) => false,
            PlaceKind::Deref(pointer) => self.has_effects(pointer),
            PlaceKind::Field(base, _) => self.place_has_effects(base),
            PlaceKind::Element(base, index) => self.place_has_effects(base) || self.has_effects(index),
            PlaceKind::Literal(..) | PlaceKind::Materialised(..) => true,
        }
    }

    /// True when lowering the expression emits no step at all, not even a check: it can stand in an expression that is
    /// evaluated only sometimes.
    pub fn is_simple(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Function(_) => true,
            ExprKind::Load(place) => {
                self.unit.types.int_ty(expr.ty).is_some() && self.is_simple_place(place)
                    || self.unit.types.is_pointer(expr.ty) && self.is_simple_place(place)
            }
            ExprKind::Unary(_, e) | ExprKind::Not(e) => self.is_simple(e),
            ExprKind::Convert(e) => {
                let int = |this: &Self, ty| this.unit.types.int_ty(ty).is_some();
                (int(self, expr.ty) && int(self, e.ty)) && self.is_simple(e)
            }
            ExprKind::Binary(_, l, r) | ExprKind::And(l, r) | ExprKind::Or(l, r) => {
                self.is_simple(l) && self.is_simple(r)
            }
            ExprKind::Compare(_, l, r) => {
                (self.unit.types.int_ty(l.ty).is_some() || matches!(r.kind, ExprKind::Null))
                    && self.is_simple(l)
                    && self.is_simple(r)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.is_simple(condition) && self.is_simple(then) && self.is_simple(otherwise)
            }
            ExprKind::SetContains { set, element } => self.is_simple_test(set, Some(element)),
            ExprKind::SetNotEmpty(set) => self.is_simple_test(set, None),
            _ => false,
        }
    }

    fn is_simple_place(&mut self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Str(_) => true,
            PlaceKind::Field(base, _) => {
                let in_union = crate::points_to::is_union(&self.unit.types, base.ty);
                !in_union && self.is_simple_place(base)
            }
            PlaceKind::Element(base, index) => self.is_simple_place(base) && self.is_simple(index),
            PlaceKind::Deref(pointer) => match peel(pointer) {
                Peeled::Place(place) => self.is_simple_place(place),
                Peeled::Element(array, index) => {
                    self.is_simple_place(array)
                        && match index {
                            Some(index) => self.is_simple(index),
                            None => true,
                        }
                }
                Peeled::No => self.is_quiet_pointer(pointer, place.ty),
            },
            PlaceKind::Literal(..) | PlaceKind::Materialised(..) => false,
        }
    }
}
