//! Pointers: numbers of places, offsets, differences, comparison.

use std::rc::Rc;

use heureka_ir::span::Span;
use heureka_ir::{BinOp, CmpOp, ExprId, Fault, IntTy, LocKind};

use super::Lowerer;
use super::heap::size_of;
use super::value::{Pointer, Value};
use crate::ctype::{Len, TyId};
use crate::points_to::{FOREIGN, NULL, NodeId, ObjectKind, Step, WILD, object_name};
use crate::tree::Comparison;

/// The object part of a pointer to memory that is not the program's. (Null is 0, never set is -1.)
pub const FOREIGN_NUMBER: i128 = -2;

/// Which parts a pointer with certain targets has besides the number of its place.
#[derive(Clone, Copy)]
pub struct Shape {
    pub offset: bool,
    pub instance: bool,
}

pub fn union(a: &[NodeId], b: &[NodeId]) -> Rc<[NodeId]> {
    let mut all: Vec<NodeId> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

impl Lowerer<'_> {
    pub fn pointer_shape(&self, targets: &[NodeId]) -> Shape {
        Shape {
            offset: targets.iter().any(|&node| self.points.nodes.get(node).elements > 0),
            instance: targets.iter().any(|&node| self.points.has_instances(node)),
        }
    }

    /// The number of a place, as it stands in pointers.
    pub fn number(&mut self, node: NodeId) -> i128 {
        match node {
            NULL => return 0,
            WILD => return heureka_ir::program::WILD,
            FOREIGN => return FOREIGN_NUMBER,
            _ => {}
        }
        if let Some(&number) = self.numbers.get(&node) {
            return number;
        }
        let name = match self.points.nodes.whole(node) {
            Some(whole) => format!("{}.parts[]", self.leaf_name(whole)),
            None => self.place_name(node),
        };
        let number = self.b.add_object(&name, self.object_span(node));
        self.numbers.insert(node, number);
        number
    }

    /// The source's name of a place, with `[]` for elements and without a last one: `s[].x`.
    pub fn place_name(&self, node: NodeId) -> String {
        let mut name = object_name(self.unit, self.points.nodes.kind(node));
        for (step, parent) in self.points.nodes.path(node) {
            match step {
                Step::Element => name.push_str("[]"),
                Step::Field(field) => {
                    name.push('.');
                    name.push_str(&self.field_name(parent, field));
                }
            }
        }
        name
    }

    pub fn object_span(&self, node: NodeId) -> Span {
        match self.points.nodes.kind(node) {
            ObjectKind::Function(func) | ObjectKind::Result(func) => self.unit.functions[func.index()].span,
            ObjectKind::Global(global) => self.unit.globals[global.index()].span,
            ObjectKind::Local(func, local) | ObjectKind::Argument(func, local) => {
                match &self.unit.functions[func.index()].body {
                    Some(body) => body.locals[local.index()].span,
                    None => Span::NONE,
                }
            }
            ObjectKind::Str(id) => self.unit.strings[id.index()].span,
            ObjectKind::Heap(site) => self.points.sites[site.0 as usize].span,
            ObjectKind::Null | ObjectKind::Wild | ObjectKind::Foreign => Span::NONE,
        }
    }

    pub fn number_expr(&mut self, node: NodeId) -> ExprId {
        let number = self.number(node);
        self.b.exprs.int(IntTy::OBJECT, number)
    }

    pub fn null(&mut self) -> Pointer {
        self.constant_pointer(NULL)
    }

    pub fn foreign(&mut self) -> Pointer {
        self.constant_pointer(FOREIGN)
    }

    /// A pointer to a place without array elements on its path and without instances.
    pub fn constant_pointer(&mut self, node: NodeId) -> Pointer {
        Pointer { object: self.number_expr(node), offset: None, instance: None, targets: [node].into() }
    }

    /// The condition that a pointer is to this place.
    pub fn points_to(&mut self, pointer: &Pointer, node: NodeId) -> ExprId {
        if let [only] = *pointer.targets {
            return self.b.exprs.bool(only == node);
        }
        let number = self.number_expr(node);
        self.b.exprs.compare(CmpOp::Eq, pointer.object, number)
    }

    /// Parts that are there or, where absent, zero.
    pub fn offset_or_zero(&mut self, part: Option<ExprId>) -> ExprId {
        match part {
            Some(part) => part,
            None => self.offset(0),
        }
    }

    pub fn choose_pointer(&mut self, condition: ExprId, a: Pointer, b: Pointer) -> Pointer {
        let targets = union(&a.targets, &b.targets);
        let choose = |this: &mut Self, a: Option<ExprId>, b: Option<ExprId>| {
            (a.is_some() || b.is_some()).then(|| {
                let (a, b) = (this.offset_or_zero(a), this.offset_or_zero(b));
                this.b.exprs.ite(condition, a, b)
            })
        };
        Pointer {
            object: self.b.exprs.ite(condition, a.object, b.object),
            offset: choose(self, a.offset, b.offset),
            instance: choose(self, a.instance, b.instance),
            targets,
        }
    }

    /// The pointer moved by `index` times the size of `to`, which need not be the type of what it points to.
    pub fn pointer_add(&mut self, pointer: Pointer, index: ExprId, to: TyId, backwards: bool, span: Span) -> Pointer {
        if self.b.exprs.as_const(index) == Some(0) {
            return pointer;
        }
        let shape = self.pointer_shape(&pointer.targets);
        if !shape.offset {
            let zero = self.b.exprs.int(self.b.exprs.int_ty(index), 0);
            let moved = self.b.exprs.compare(CmpOp::Ne, index, zero);
            // Of a pointer to memory that is not modelled nothing is known before and after.
            let (foreign, wild) = (self.points_to(&pointer, FOREIGN), self.points_to(&pointer, WILD));
            let unknown = self.b.exprs.or(foreign, wild);
            let known = self.b.exprs.not(unknown);
            let bad = self.b.exprs.and(known, moved);
            let what = "arithmetic on a pointer that is not into an array";
            self.unless(bad, LocKind::Unsupported { what: what.into() }, span);
            return pointer;
        }
        let index = self.b.exprs.cast(IntTy::OFFSET, index);
        let index = self.in_elements(&pointer, index, to, span);
        let offset = self.offset_or_zero(pointer.offset);
        let op = if backwards { BinOp::Sub } else { BinOp::Add };
        let moved = if self.b.exprs.as_const(offset) == Some(0) && !backwards {
            index
        } else {
            self.b.exprs.binary(op, offset, index)
        };
        Pointer { offset: Some(moved), ..pointer }
    }

    /// `index` times the size of `to`, in elements of what the pointer points to. A pointer into the middle of an
    /// element is not modelled.
    fn in_elements(&mut self, pointer: &Pointer, index: ExprId, to: TyId, span: Span) -> ExprId {
        let mut scaled = index;
        for (node, own) in self.other_sizes(pointer, to) {
            let here = self.points_to(pointer, node);
            let step = size_of(&self.unit.types, to);
            let elements = self.rescale(index, (step, own), here, span);
            scaled = self.b.exprs.ite(here, elements, scaled);
        }
        scaled
    }

    /// The places that a pointer may point to whose size is not that of `to`, with their sizes.
    fn other_sizes(&self, pointer: &Pointer, to: TyId) -> Vec<(NodeId, u64)> {
        let step = size_of(&self.unit.types, to);
        let proper = pointer.targets.iter().filter(|node| !matches!(**node, NULL | WILD | FOREIGN));
        let sizes = proper.map(|&node| (node, size_of(&self.unit.types, self.points.nodes.get(node).ty)));
        sizes.filter(|&(_, own)| own != step).collect()
    }

    /// A number of things of size `from` as a number of things of size `to`; it must come out even where `here` holds.
    fn rescale(&mut self, count: ExprId, (from, to): (u64, u64), here: ExprId, span: Span) -> ExprId {
        if to == 0 || from == 0 {
            let what = "arithmetic on a pointer to rows of variable length";
            self.unless(here, LocKind::Unsupported { what: what.into() }, span);
            return count;
        }
        if from.is_multiple_of(to) {
            let factor = self.offset((from / to).into());
            return self.b.exprs.binary(BinOp::Mul, count, factor);
        }
        let (from, to, zero) = (self.offset(from.into()), self.offset(to.into()), self.offset(0));
        let bytes = self.b.exprs.binary(BinOp::Mul, count, from);
        let bytes = self.hold(bytes, span);
        let rest = self.b.exprs.binary(BinOp::Rem, bytes, to);
        let uneven = self.b.exprs.compare(CmpOp::Ne, rest, zero);
        let uneven = self.b.exprs.and(here, uneven);
        let what = "pointer into the middle of an element";
        self.unless(uneven, LocKind::Unsupported { what: what.into() }, span);
        self.b.exprs.binary(BinOp::Div, bytes, to)
    }

    /// `l - r` in elements of type `to`; pointers into different objects cannot be subtracted.
    pub fn pointer_diff(&mut self, l: Pointer, r: Pointer, to: TyId, ty: TyId, span: Span) -> Value {
        self.refuse_unknown(&l, &r, "difference of pointers to unknown memory", span);
        let (l, r) = self.alike(l, r, span);
        self.refuse_parts(&l, &r, "difference of pointers to different parts of one object", span);
        let apart = self.apart(&l, &r);
        self.unless_fault(apart, Fault::PointerSubtraction, "", span);
        let (a, b) = (self.offset_or_zero(l.offset), self.offset_or_zero(r.offset));
        let difference = self.b.exprs.binary(BinOp::Sub, a, b);
        let mut scaled = difference;
        for (node, own) in self.other_sizes(&l, to) {
            let here = self.points_to(&l, node);
            let step = size_of(&self.unit.types, to);
            let elements = self.rescale(difference, (own, step), here, span);
            scaled = self.b.exprs.ite(here, elements, scaled);
        }
        Value::Int(self.b.exprs.cast(self.int_ty(ty), scaled))
    }

    /// How far two different places of one object lie apart is not modelled.
    fn refuse_parts(&mut self, l: &Pointer, r: &Pointer, what: &str, span: Span) {
        for &a in &*l.targets {
            for &b in &*r.targets {
                if a != b && self.points.nodes.root(a) == self.points.nodes.root(b) {
                    let (a, b) = (self.points_to(l, a), self.points_to(r, b));
                    let both = self.b.exprs.and(a, b);
                    self.unless(both, LocKind::Unsupported { what: what.into() }, span);
                }
            }
        }
    }

    /// Of pointers to memory that is not modelled nothing is known but that they are not null.
    fn refuse_unknown(&mut self, l: &Pointer, r: &Pointer, what: &str, span: Span) {
        for pointer in [l, r] {
            if pointer.targets.contains(&FOREIGN) {
                let unknown = self.points_to(pointer, FOREIGN);
                self.unless(unknown, LocKind::Unsupported { what: what.into() }, span);
            }
        }
    }

    /// The condition that two pointers are not into one place of one object.
    fn apart(&mut self, l: &Pointer, r: &Pointer) -> ExprId {
        let objects = match (&*l.targets, &*r.targets) {
            ([a], [b]) => self.b.exprs.bool(a != b),
            _ => self.b.exprs.compare(CmpOp::Ne, l.object, r.object),
        };
        let instances = self.parts_differ(l.instance, r.instance);
        self.b.exprs.or(objects, instances)
    }

    fn parts_differ(&mut self, a: Option<ExprId>, b: Option<ExprId>) -> ExprId {
        if a.is_none() && b.is_none() {
            return self.b.exprs.bool(false);
        }
        let (a, b) = (self.offset_or_zero(a), self.offset_or_zero(b));
        if a == b { self.b.exprs.bool(false) } else { self.b.exprs.compare(CmpOp::Ne, a, b) }
    }

    pub fn compare_pointers(&mut self, op: Comparison, l: Pointer, r: Pointer, span: Span) -> ExprId {
        let (l, r) = self.alike(l, r, span);
        match op {
            Comparison::Eq => self.pointers_equal(&l, &r, span),
            Comparison::Ne => {
                let equal = self.pointers_equal(&l, &r, span);
                self.b.exprs.not(equal)
            }
            Comparison::Lt | Comparison::Le => self.pointers_ordered(op == Comparison::Lt, &l, &r, span),
            Comparison::Gt | Comparison::Ge => self.pointers_ordered(op == Comparison::Gt, &r, &l, span),
        }
    }

    fn pointers_ordered(&mut self, strictly: bool, l: &Pointer, r: &Pointer, span: Span) -> ExprId {
        self.refuse_unknown(l, r, "order of pointers to unknown memory", span);
        self.refuse_parts(l, r, "order of pointers to different parts of one object", span);
        let apart = self.apart(l, r);
        let what = "order of pointers into different objects";
        self.unless(apart, LocKind::Unsupported { what: what.into() }, span);
        let (a, b) = (self.offset_or_zero(l.offset), self.offset_or_zero(r.offset));
        self.b.exprs.compare(if strictly { CmpOp::Lt } else { CmpOp::Le }, a, b)
    }

    fn pointers_equal(&mut self, l: &Pointer, r: &Pointer, span: Span) -> ExprId {
        if *r.targets == [NULL] {
            return self.points_to(l, NULL);
        }
        if *l.targets == [NULL] {
            return self.points_to(r, NULL);
        }
        self.refuse_overlap(l, r, span);
        let apart = self.apart(l, r);
        let offsets = self.parts_differ(l.offset, r.offset);
        let differ = self.b.exprs.or(apart, offsets);
        self.b.exprs.not(differ)
    }

    /// Two places of one object may have the same address (a record and its first field): telling is not modelled.
    fn refuse_overlap(&mut self, l: &Pointer, r: &Pointer, span: Span) {
        for &a in &*l.targets {
            for &b in &*r.targets {
                let overlap = a != b && self.points.nodes.root(a) == self.points.nodes.root(b);
                let is_shared = a != b && self.may_be_shared(a, b);
                if overlap || is_shared {
                    let (a, b) = (self.points_to(l, a), self.points_to(r, b));
                    let both = self.b.exprs.and(a, b);
                    let what = match is_shared {
                        true => "comparison of addresses of string literals",
                        false => "comparison of pointers to different parts of one object",
                    };
                    self.unless(both, LocKind::Unsupported { what: what.into() }, span);
                }
            }
        }
        for pointer in [l, r] {
            if pointer.targets.contains(&WILD) {
                let wild = self.points_to(pointer, WILD);
                self.unless_fault(wild, Fault::InvalidPointer, "", span);
            }
        }
        // One that was made from an integer may be to anything but null.
        for (unknown, other) in [(l, r), (r, l)] {
            if unknown.targets.contains(&FOREIGN) && *other.targets != [NULL] {
                let (a, null) = (self.points_to(unknown, FOREIGN), self.points_to(other, NULL));
                let proper = self.b.exprs.not(null);
                let both = self.b.exprs.and(a, proper);
                let what = "comparison of pointers to unknown memory";
                self.unless(both, LocKind::Unsupported { what: what.into() }, span);
            }
        }
    }

    /// Whether a compiler may keep two string literals in one place: one of them is the end of the other.
    fn may_be_shared(&self, a: NodeId, b: NodeId) -> bool {
        let (ObjectKind::Str(a), ObjectKind::Str(b)) = (self.points.nodes.kind(a), self.points.nodes.kind(b)) else {
            return false;
        };
        let (a, b) = (&self.unit.strings[a.index()].units, &self.unit.strings[b.index()].units);
        a.ends_with(b) || b.ends_with(a)
    }

    /// How many elements of `inner` one element of `outer` holds.
    pub fn elements_inside(&mut self, outer: NodeId, inner: NodeId) -> ExprId {
        let skip = self.points.nodes.get(outer).elements as usize;
        let dims = self.points.nodes.dims(inner, &self.unit.types);
        let mut product = self.offset(1);
        for dim in dims.into_iter().skip(skip) {
            product = self.times_dim(product, inner, dim);
        }
        product
    }

    fn times_dim(&mut self, value: ExprId, node: NodeId, dim: Len) -> ExprId {
        let len = self.dim_expr(node, dim);
        match (self.b.exprs.as_const(value), self.b.exprs.as_const(len)) {
            (Some(0), _) | (_, Some(1)) => value,
            (Some(1), _) => len,
            (Some(a), Some(b)) if IntTy::OFFSET.contains(a * b) => self.offset(a * b),
            _ => self.b.exprs.binary(BinOp::Mul, value, len),
        }
    }

    /// The length of a dimension as an expression.
    fn dim_expr(&mut self, node: NodeId, dim: Len) -> ExprId {
        match dim {
            Len::Const(len) => self.offset(len.min(i64::MAX as u64) as i128),
            // Rows of variable length with many instances are refused where they are declared.
            Len::Variable(_) if self.points.has_instances(node) => self.offset(1),
            Len::Variable(local) => {
                let var = self.length_var(node, local);
                let value = self.b.var_expr(var);
                self.b.exprs.cast(IntTy::OFFSET, value)
            }
            Len::Unknown => self.offset(1),
        }
    }

    /// The offset of an element from its indices, one per array on the path, in row-major order.
    pub fn flatten(&mut self, node: NodeId, indices: &[ExprId]) -> Option<ExprId> {
        let dims = self.points.nodes.dims(node, &self.unit.types);
        let mut offset: Option<ExprId> = None;
        for (&index, dim) in indices.iter().zip(dims) {
            let index = self.b.exprs.cast(IntTy::OFFSET, index);
            offset = Some(match offset {
                None => index,
                Some(outer) => {
                    let scaled = self.times_dim(outer, node, dim);
                    match (self.b.exprs.as_const(scaled), self.b.exprs.as_const(index)) {
                        (Some(0), _) => index,
                        (_, Some(0)) => scaled,
                        (Some(a), Some(b)) if IntTy::OFFSET.contains(a + b) => self.offset(a + b),
                        _ => self.b.exprs.binary(BinOp::Add, scaled, index),
                    }
                }
            });
        }
        offset
    }

    /// The indices of an element from its offset; the inverse of [`Self::flatten`].
    pub fn unflatten(&mut self, node: NodeId, offset: Option<ExprId>) -> Vec<ExprId> {
        let dims = self.points.nodes.dims(node, &self.unit.types);
        if dims.is_empty() {
            return Vec::new();
        }
        let mut rest = self.offset_or_zero(offset);
        let mut indices = Vec::new();
        for dim in dims[1..].iter().rev() {
            let len = self.dim_expr(node, *dim);
            match (self.b.exprs.as_const(rest), self.b.exprs.as_const(len)) {
                (Some(offset), Some(len)) if len != 0 => {
                    indices.push(self.offset(offset % len));
                    rest = self.offset(offset / len);
                }
                _ => {
                    indices.push(self.b.exprs.binary(BinOp::Rem, rest, len));
                    rest = self.b.exprs.binary(BinOp::Div, rest, len);
                }
            }
        }
        indices.push(rest);
        indices.reverse();
        indices
    }
}
