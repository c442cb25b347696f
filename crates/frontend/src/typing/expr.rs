//! Expressions: what kind of thing each one is, and how it becomes a value.

use heureka_ir::span::Span;

use super::convert::converted;
use super::definition::FunctionState;
use super::scope::Entry;
use super::types::Qualified;
use super::{Reported, Typed, Typer, layout};
use crate::ast::{self, UnaryOp};
use crate::ctype::{CType, TyId};
use crate::symbol::Symbol;
use crate::tree::{Expr, ExprKind, Local, LocalId, Place, PlaceKind, Stmt, StmtKind};

/// What an expression is before anybody needs its value.
#[derive(Debug)]
pub(super) enum Operand {
    Value(Expr),
    Place(Lvalue),
    /// A function itself; the expression is the pointer to it.
    Designator(Expr),
}

/// A place, and whether it may be written.
#[derive(Debug)]
pub(super) struct Lvalue {
    pub(super) place: Place,
    pub(super) is_const: bool,
    /// See [`Qualified::align`].
    pub(super) align: u32,
}

impl Lvalue {
    pub(super) fn new(place: Place, is_const: bool) -> Lvalue {
        Lvalue { place, is_const, align: 0 }
    }
}

impl Typer {
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Typed<Operand> {
        use ast::ExprKind as E;
        let span = expr.span;
        let value = match &expr.kind {
            E::Ident(name) => return self.identifier(*name, span),
            E::Int(literal) => self.int_literal(literal, span),
            E::Float(literal) => self.float_literal(literal, span),
            E::Char(literal) => self.char_literal(literal, span),
            E::Str(literal) => return Ok(Operand::Place(Lvalue::new(self.str_literal(literal, span), false))),
            E::Unary { op, operand } => return self.unary(*op, operand, span),
            E::Binary { op, left, right } => self.binary(*op, left, right, span)?,
            E::Assign { op: None, left, right } => self.assign(left, right, span)?,
            E::Assign { op: Some(op), left, right } => self.compound_assign(*op, left, right, span)?,
            E::Comma { left, right } => self.comma(left, right, span)?,
            E::Conditional(conditional) => self.conditional(conditional, span)?,
            E::Call(call) => self.call(call, span)?,
            E::Index { base, index } => return self.index(base, index, span),
            E::Member { base, field, arrow } => return self.member(base, *field, *arrow, span),
            E::Cast(cast) => self.cast(cast, span)?,
            E::SizeofExpr(operand) => self.sizeof_expr(operand, span)?,
            E::SizeofType(name) => self.sizeof_type(name, span)?,
            E::AlignofExpr(operand) => self.alignof_expr(operand, span)?,
            E::AlignofType(name) => self.alignof_type(name, span)?,
            E::CompoundLiteral(literal) => return self.compound_literal(literal, span),
            E::Generic(generic) => return self.generic(generic, span),
            E::StmtExpr(block) => self.statement_expr(block, span)?,
            E::LabelAddress(label) => {
                self.use_label(*label, span)?;
                self.unmodelled("address of a label", Vec::new(), self.common.void_pointer, span)
            }
            E::VaArg(va_arg) => self.va_arg(va_arg, span)?,
            E::Offsetof(offsetof) => self.offsetof(offsetof, span)?,
            E::TypesCompatible(names) => self.types_compatible(names, span)?,
            E::Choose(parts) => return self.choose(parts),
            E::ConvertVector(cast) => {
                let value = self.value(&cast.operand)?;
                let ty = self.type_name(&cast.ty)?;
                self.unmodelled(layout::VECTOR, vec![value], ty.ty, span)
            }
        };
        Ok(Operand::Value(value))
    }

    /// The value of an expression: places are read, arrays and functions become pointers.
    pub(super) fn value(&mut self, expr: &ast::Expr) -> Typed<Expr> {
        let operand = self.expr(expr)?;
        self.rvalue(operand)
    }

    /// A value that is not void.
    pub(super) fn used_value(&mut self, expr: &ast::Expr) -> Typed<Expr> {
        let value = self.value(expr)?;
        if self.is_void(value.ty) {
            return Err(self.error(expr.span, "a value of type `void` is used"));
        }
        Ok(value)
    }

    pub(super) fn rvalue(&mut self, operand: Operand) -> Typed<Expr> {
        let Lvalue { place, is_const, .. } = match operand {
            Operand::Value(value) | Operand::Designator(value) => return Ok(value),
            Operand::Place(lvalue) => lvalue,
        };
        let span = place.span;
        if let CType::Array { elem, .. } = *self.types.get(place.ty) {
            return Ok(self.decay(place, elem, is_const));
        }
        if !self.is_complete(place.ty) {
            return Err(self.incomplete("what is read here", place.ty, span));
        }
        let ty = place.ty;
        Ok(Expr { kind: ExprKind::Load(Box::new(place)), ty, span })
    }

    pub(super) fn decay(&mut self, array: Place, elem: TyId, is_const: bool) -> Expr {
        let ty = self.pointer_to(elem, is_const);
        let span = array.span;
        Expr { kind: ExprKind::Decay(Box::new(array)), ty, span }
    }

    /// The type of an expression as `sizeof` and `typeof` see it.
    pub(super) fn operand_type(&self, operand: &Operand) -> Qualified {
        match operand {
            Operand::Value(value) => Qualified::plain(value.ty),
            Operand::Place(Lvalue { place, is_const, align }) => {
                Qualified { ty: place.ty, is_const: *is_const, align: *align }
            }
            Operand::Designator(value) => {
                Qualified::plain(self.types.pointee(value.ty).expect("a designator is a pointer to a function"))
            }
        }
    }

    /// Types an operand that is never evaluated.
    pub(super) fn unevaluated(&mut self, expr: &ast::Expr) -> Typed<Operand> {
        let lengths = self.lengths.len();
        let operand = self.expr(expr);
        self.lengths.truncate(lengths);
        operand
    }

    fn identifier(&mut self, name: Symbol, span: Span) -> Typed<Operand> {
        let place = |kind, ty, is_const| Ok(Operand::Place(Lvalue::new(Place { kind, ty, span }, is_const)));
        match self.scopes.lookup(name).map(|binding| binding.entry) {
            Some(Entry::Local { id, is_const }) => place(PlaceKind::Local(id), self.local(id).ty, is_const),
            Some(Entry::Global(id)) => {
                place(PlaceKind::Global(id), self.globals[id.index()].ty, self.global_info[id.index()].is_const)
            }
            Some(Entry::Function(_)) if self.set_function(name).is_some() => {
                let message = format!("`{}` is an operation on sets, which can only be called", self.name(name));
                Err(self.error(span, message))
            }
            Some(Entry::Function(id)) => Ok(Operand::Designator(self.function_pointer(id, span))),
            Some(Entry::Constant { value, ty }) => Ok(Operand::Value(self.int(value, ty, span))),
            Some(Entry::Typedef(_)) => {
                let message = format!("`{}` is a type, not a value", self.name(name));
                Err(self.error(span, message))
            }
            Some(Entry::Broken) => Err(Reported),
            None => match self.function_name_place(name, span) {
                Some(place) => Ok(Operand::Place(Lvalue::new(place, true))),
                None => Err(self.undeclared(name, span)),
            },
        }
    }

    pub(super) fn function_pointer(&mut self, id: crate::tree::FuncId, span: Span) -> Expr {
        let ty = self.pointer_to(self.functions[id.index()].ty, false);
        Expr { kind: ExprKind::Function(id), ty, span }
    }

    /// Complains about an undeclared name, once for each function.
    fn undeclared(&mut self, name: Symbol, span: Span) -> Reported {
        if !self.undeclared.insert(name) {
            return Reported;
        }
        let message = format!("`{}` is not declared", self.name(name));
        self.error(span, message)
    }

    fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, span: Span) -> Typed<Operand> {
        let value = match op {
            UnaryOp::Deref => return self.dereference(operand, span),
            UnaryOp::Real | UnaryOp::Imag => return self.complex_part(op, operand, span),
            UnaryOp::AddressOf => self.address_of(operand, span)?,
            UnaryOp::PreIncrement => self.step(operand, true, false, span)?,
            UnaryOp::PreDecrement => self.step(operand, false, false, span)?,
            UnaryOp::PostIncrement => self.step(operand, true, true, span)?,
            UnaryOp::PostDecrement => self.step(operand, false, true, span)?,
            _ => self.unary_operator(op, operand, span)?,
        };
        Ok(Operand::Value(value))
    }

    fn comma(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed<Expr> {
        let left = self.value(left);
        let right = self.value(right)?;
        Ok(comma(left?, right, span))
    }

    fn cast(&mut self, cast: &ast::Cast, span: Span) -> Typed<Expr> {
        let mark = self.lengths.len();
        let target = self.type_name(&cast.ty)?;
        let lengths = self.lengths.split_off(mark);
        let value = self.value(&cast.operand)?;
        let value = self.cast_value(value, target.ty, span)?;
        Ok(after_lengths(lengths, value))
    }

    fn cast_value(&mut self, value: Expr, to: TyId, span: Span) -> Typed<Expr> {
        let from = value.ty;
        if self.is_void(to) {
            return Ok(Expr { span, ..self.convert(value, to) });
        }
        if let Some(record) = self.record_of(to) {
            return match self.union_member_of_type(record, from) {
                _ if from == to => Ok(value),
                Some(field) => self.union_value(value, to, field, span),
                None => {
                    let message = format!("cannot convert to `{}`, which is not a scalar type", self.type_text(to));
                    Err(self.error(span, message))
                }
            };
        }
        let both_scalar = self.is_scalar(to) && self.is_scalar(from) || to == from;
        let pointer_and_float =
            self.is_pointer(to) && self.is_floating(from) || self.is_floating(to) && self.is_pointer(from);
        if !both_scalar || pointer_and_float {
            let message = format!("cannot convert `{}` to `{}`", self.type_text(from), self.type_text(to));
            return Err(self.error(span, message));
        }
        // After a cast to its own type a bit-field is promoted like any other value.
        if from == to && self.bits_of(&value).is_some() {
            return Ok(Expr { span, ..converted(value, to) });
        }
        // A cast of a constant keeps the span of the whole, which is what a message should show.
        Ok(Expr { span, ..self.convert(value, to) })
    }

    fn statement_expr(&mut self, block: &ast::Block, span: Span) -> Typed<Expr> {
        if self.current.is_none() {
            return Err(self.error(span, "a statement expression stands outside of a function"));
        }
        self.scopes.enter();
        let labels = self.enter_label_scope();
        let mut stmts = Vec::new();
        let errors = self.errors;
        let (last, before) = match block.stmts.split_last() {
            Some((last, before)) => (Some(last), before),
            None => (None, &[][..]),
        };
        for stmt in before {
            self.stmt(stmt, &mut stmts);
        }
        let result = match last {
            Some(last) => self.last_statement(last, &mut stmts),
            None => Ok(None),
        };
        self.leave_label_scope(labels);
        self.scopes.leave();
        if self.errors > errors {
            return Err(Reported);
        }
        let result = result?.map(Box::new);
        let ty = result.as_ref().map_or(self.common.void, |result| result.ty);
        Ok(Expr { kind: ExprKind::Block { stmts, result }, ty, span })
    }

    /// The last statement of a statement expression: its value, if it is an expression (perhaps with labels).
    fn last_statement(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) -> Typed<Option<Expr>> {
        match &stmt.kind {
            ast::StmtKind::Expr(expr) => self.value(expr).map(Some),
            ast::StmtKind::Label { label, body } => {
                let label = self.define_label(*label, stmt.span)?;
                out.push(Stmt { kind: StmtKind::Label(label), span: stmt.span });
                self.last_statement(body, out)
            }
            _ => {
                self.stmt(stmt, out);
                Ok(None)
            }
        }
    }

    fn compound_literal(&mut self, literal: &ast::CompoundLiteral, span: Span) -> Typed<Operand> {
        let mark = self.lengths.len();
        let ty = self.type_name(&literal.ty)?;
        if self.lengths.len() > mark || self.is_variable_length(ty.ty) {
            self.lengths.truncate(mark);
            return Err(self.error(span, "a compound literal cannot have variable length"));
        }
        if self.is_function(ty.ty) || self.is_void(ty.ty) {
            let message = format!("a compound literal cannot have type `{}`", self.type_text(ty.ty));
            return Err(self.error(span, message));
        }
        let in_function = self.current.is_some();
        let (ty_id, init) = self.init_from_list(ty, &literal.init, !in_function, span)?;
        let kind = if in_function {
            let local = self.hidden_local(ty_id, span);
            PlaceKind::Literal(local, Box::new(init))
        } else {
            PlaceKind::Global(self.hidden_global("<compound literal>", ty_id, ty.is_const, Some(init), span))
        };
        Ok(Operand::Place(Lvalue::new(Place { kind, ty: ty_id, span }, ty.is_const)))
    }

    fn va_arg(&mut self, va_arg: &ast::VaArg, span: Span) -> Typed<Expr> {
        let list = self.value(&va_arg.list)?;
        let mark = self.lengths.len();
        let ty = self.type_name(&va_arg.ty)?;
        let lengths = self.lengths.split_off(mark);
        if !self.is_complete(ty.ty) && !self.is_void(ty.ty) {
            return Err(self.incomplete("the argument", ty.ty, span));
        }
        Ok(after_lengths(lengths, self.unmodelled("va_arg", vec![list], ty.ty, span)))
    }

    pub(super) fn local(&self, id: LocalId) -> &Local {
        &self.function_state().locals[id.index()]
    }

    pub(super) fn function_state(&self) -> &FunctionState {
        self.current.as_ref().expect("locals, labels and statements occur in functions only")
    }

    pub(super) fn function_state_mut(&mut self) -> &mut FunctionState {
        self.current.as_mut().expect("locals, labels and statements occur in functions only")
    }

    /// A local that the source does not name.
    pub(super) fn hidden_local(&mut self, ty: TyId, span: Span) -> LocalId {
        let locals = &mut self.function_state_mut().locals;
        locals.push(Local { name: None, ty, is_const: false, span });
        LocalId(locals.len() as u32 - 1)
    }

    pub(super) fn assign_local(&mut self, local: LocalId, value: Expr) -> Expr {
        let (ty, span) = (value.ty, value.span);
        let place = Box::new(Place { kind: PlaceKind::Local(local), ty, span });
        Expr { kind: ExprKind::Assign { place, value: Box::new(value) }, ty, span }
    }

    /// False when evaluating the expression changes nothing and calls nothing.
    pub(super) fn has_effects(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Function(_) | ExprKind::SetEmpty => false,
            ExprKind::Load(place) | ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                self.place_has_effects(place)
            }
            ExprKind::Unary(_, operand)
            | ExprKind::Not(operand)
            | ExprKind::Convert(operand)
            | ExprKind::SetNotEmpty(operand) => self.has_effects(operand),
            ExprKind::Binary(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::PointerDiff(left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::SetChange { set: left, element: right, .. }
            | ExprKind::SetContains { set: left, element: right }
            | ExprKind::ConditionalValue { value: left, otherwise: right } => {
                self.has_effects(left) || self.has_effects(right)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.has_effects(condition) || self.has_effects(then) || self.has_effects(otherwise)
            }
            ExprKind::Unmodelled { operands, .. } => operands.iter().any(|operand| self.has_effects(operand)),
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call { .. }
            | ExprKind::Block { .. } => true,
        }
    }

    fn place_has_effects(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Str(_) => false,
            PlaceKind::Deref(pointer) => self.has_effects(pointer),
            PlaceKind::Field(record, _) => self.place_has_effects(record),
            PlaceKind::Element(array, index) => self.place_has_effects(array) || self.has_effects(index),
            PlaceKind::Literal(..) | PlaceKind::Materialised(..) => true,
        }
    }
}

pub(super) fn comma(left: Expr, right: Expr, span: Span) -> Expr {
    let ty = right.ty;
    Expr { kind: ExprKind::Comma(Box::new(left), Box::new(right)), ty, span }
}

/// The value, after the lengths of the array types it mentions have been set.
pub(super) fn after_lengths(lengths: Vec<Expr>, value: Expr) -> Expr {
    lengths.into_iter().rev().fold(value, |value, length| {
        let span = value.span;
        comma(length, value, span)
    })
}
