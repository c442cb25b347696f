//! Sets: values that live in arrays of the program graph ([`Array::is_set`]).
//!
//! A set is built where it is assigned: `S = SetAdd(P, e)` copies `P` to `S`, unless they are one, and then stores. All
//! elements are computed before the first step, since they may be read from the set that changes.

use heureka_ir::span::Span;
use heureka_ir::{
    Array, ArrayId, BinOp, CmpOp, Contents, Dim, ExprId, Fault, IntTy, LocKind, Node, Op, Source, address,
};

use super::Lowerer;
use super::place::Spots;
use super::storage::Cell;
use super::value::{Pointer, Value};
use crate::points_to::{FOREIGN, NULL, ObjectKind, WILD};
use crate::tree::{Callee, Expr, ExprKind, PlaceKind};

impl Lowerer<'_> {
    /// Whether an element is in a set, as an `int`.
    pub fn set_contains(&mut self, set: &Expr, element: &Expr) -> Value {
        let set = self.set_operand(set, element);
        let element = self.element_number(element);
        let member = self.b.exprs.read(set, Array::MEMBERSHIP, [element].into());
        Value::Int(self.b.exprs.cast(IntTy::INT, member))
    }

    /// Whether a set has an element, as a condition.
    pub fn set_not_empty(&mut self, set: &Expr) -> ExprId {
        let set = match self.plain_set(set) {
            Some(plain) => plain,
            None => self.built_set(set),
        };
        self.b.exprs.not_empty(set)
    }

    /// The array of a set that is looked into, safe from what `later` does.
    fn set_operand(&mut self, set: &Expr, later: &Expr) -> ArrayId {
        match self.plain_set(set) {
            Some(plain) if !self.has_effects(later) => plain,
            _ => self.built_set(set),
        }
    }

    /// The array of a set that has a name.
    fn plain_set(&mut self, set: &Expr) -> Option<ArrayId> {
        let ExprKind::Load(place) = &set.kind else { return None };
        if !matches!(place.kind, PlaceKind::Local(_) | PlaceKind::Global(_)) {
            return None;
        }
        let spots = self.place(place);
        Some(self.set_at(&spots))
    }

    /// A set of its own with the value of an expression.
    pub fn built_set(&mut self, value: &Expr) -> ArrayId {
        self.temps += 1;
        let (name, dims) = (format!("<set {}>", self.temps), [Dim::Element].into());
        let (elem, owner, init) = (Array::MEMBERSHIP, Some(self.proc), Contents::Zero);
        let set = self.b.add_array(Array { name, elem, dims, owner, init, span: value.span });
        self.build_set(set, value, value.span);
        set
    }

    /// The array that holds the set at a place. No pointer leads to sets, so there is but one.
    pub fn set_at(&mut self, spots: &Spots) -> ArrayId {
        let [(_, spot)] = &spots.0[..] else { panic!("a set has one place") };
        match self.leaf(spot.node).main {
            Some(Cell::Array(array)) => array,
            other => panic!("a set is held by an array, not by {other:?}"),
        }
    }

    /// Gives a set the value of an expression.
    pub fn build_set(&mut self, to: ArrayId, value: &Expr, span: Span) {
        match &value.kind {
            ExprKind::SetEmpty => {
                let zero = self.b.exprs.int(Array::MEMBERSHIP, 0);
                self.emit(Op::Fill { array: to, prefix: Box::default(), value: zero }, span);
            }
            ExprKind::SetChange { .. } => self.change_set(to, value, span),
            ExprKind::Load(place) => {
                let from = self.place(place);
                let from = self.set_at(&from);
                self.copy_set(to, from, span);
            }
            ExprKind::Assign { place, .. } => {
                self.effect(value);
                let from = self.place(place);
                let from = self.set_at(&from);
                self.copy_set(to, from, span);
            }
            ExprKind::Comma(first, last) => {
                self.effect(first);
                self.build_set(to, last, span);
            }
            ExprKind::Block { stmts, result: Some(result) } => {
                self.stmts(stmts);
                self.build_set(to, result, span);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (yes, no, join) = (self.new_loc(span), self.new_loc(span), self.new_loc(span));
                self.branch(condition, yes, no);
                for (loc, side) in [(yes, then), (no, otherwise)] {
                    self.enter(loc);
                    self.build_set(to, side, span);
                    self.jump(join, span);
                }
                self.enter(join);
            }
            ExprKind::Call { callee: Callee::Direct(func), .. }
                if self.unit.functions[func.index()].body.is_some() && self.library.known(*func).is_none() =>
            {
                self.effect(value);
                let node = self.points.nodes.object(ObjectKind::Result(*func), value.ty);
                let from = self.one_spot(node);
                let from = self.set_at(&from);
                self.copy_set(to, from, span);
            }
            _ => self.unsupported("a set as the value of such an expression", span),
        }
    }

    /// Additions and deletions, one after the other, to a set that is not one of them.
    fn change_set(&mut self, to: ArrayId, value: &Expr, span: Span) {
        let mut changes = Vec::new();
        let mut base = value;
        while let ExprKind::SetChange { set, element, is_member } = &base.kind {
            changes.push((&**element, *is_member));
            base = set;
        }
        changes.reverse();
        let mut elements = Vec::with_capacity(changes.len());
        for (at, &(element, _)) in changes.iter().enumerate() {
            let number = self.element_number(element);
            let is_changed = self.has_effects(base)
                || changes[at + 1..].iter().any(|&(later, _)| self.has_effects(later))
                || self.reads_memory(number);
            elements.push(if is_changed { self.hold(number, element.span) } else { number });
        }
        self.build_set(to, base, span);
        for ((_, is_member), element) in changes.into_iter().zip(elements) {
            let value = self.b.exprs.int(Array::MEMBERSHIP, is_member.into());
            self.emit(Op::Store { array: to, indices: [element].into(), value }, span);
        }
    }

    pub fn copy_set(&mut self, to: ArrayId, from: ArrayId, span: Span) {
        if to != from {
            self.emit(Op::Copy { to, from }, span);
        }
    }

    fn reads_memory(&self, expr: ExprId) -> bool {
        let mut reads = false;
        self.b.exprs.visit([expr], |_, node| reads |= matches!(node, Node::Read(..) | Node::NotEmpty(_)));
        reads
    }

    /// The number that stands for an element.
    fn element_number(&mut self, element: &Expr) -> ExprId {
        match self.expr(element) {
            Value::Int(value) => self.b.exprs.cast(IntTy::OFFSET, value),
            Value::Pointer(pointer) => self.pointer_number(&pointer, element.span),
            Value::Record(_) | Value::Opaque => {
                let source = Source::Unmodelled("an element of a set that is not modelled".into());
                self.arbitrary_int(IntTy::OFFSET, source, element.span)
            }
        }
    }

    /// The number that stands for a pointer (see [`address`]). Places of one object may have one address, so that only one
    /// of them is told from other objects: the first that is met.
    fn pointer_number(&mut self, pointer: &Pointer, span: Span) -> ExprId {
        for &node in pointer.targets.iter() {
            let here = self.points_to(pointer, node);
            let problem = match node {
                NULL => continue,
                WILD => {
                    self.unless_fault(here, Fault::InvalidPointer, "", span);
                    continue;
                }
                FOREIGN => "a pointer to unknown memory as an element of a set",
                _ => {
                    let root = self.points.nodes.root(node);
                    let is_first = *self.element_places.entry(root).or_insert(node) == node;
                    if is_first && self.number(node) < address::OBJECTS {
                        continue;
                    }
                    "pointers to different parts of one object as elements of sets"
                }
            };
            self.unless(here, LocKind::Unsupported { what: problem.into() }, span);
        }
        let mut number = self.b.exprs.cast(IntTy::OFFSET, pointer.object);
        let digits = [
            (pointer.offset, address::OFFSETS, address::OBJECTS),
            (pointer.instance, address::INSTANCES, address::OBJECTS * address::OFFSETS),
        ];
        for (part, limit, unit) in digits {
            let Some(part) = part else { continue };
            let (zero, limit, unit) = (self.offset(0), self.offset(limit), self.offset(unit));
            let below = self.b.exprs.compare(CmpOp::Lt, part, zero);
            let beyond = self.b.exprs.compare(CmpOp::Le, limit, part);
            let outside = self.b.exprs.or(below, beyond);
            let what = "a pointer far outside of its object as an element of a set";
            self.unless(outside, LocKind::Unsupported { what: what.into() }, span);
            let digit = self.b.exprs.binary(BinOp::Mul, part, unit);
            number = self.b.exprs.binary(BinOp::Add, number, digit);
        }
        let first = self.offset(address::FIRST);
        number = self.b.exprs.binary(BinOp::Add, number, first);
        let (null, zero) = (self.points_to(pointer, NULL), self.offset(0));
        self.b.exprs.ite(null, zero, number)
    }

    /// True for a test of a set with a name, which needs no steps.
    pub fn is_simple_test(&mut self, set: &Expr, element: Option<&Expr>) -> bool {
        let is_named = match &set.kind {
            ExprKind::Load(place) => matches!(place.kind, PlaceKind::Local(_) | PlaceKind::Global(_)),
            _ => false,
        };
        is_named
            && element.is_none_or(|element| self.unit.types.int_ty(element.ty).is_some() && self.is_simple(element))
    }
}
