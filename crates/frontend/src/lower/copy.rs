//! Copying and filling memory: records with arrays, `memcpy`, `memset`.

use heureka_ir::span::Span;
use heureka_ir::{BinOp, CmpOp, ExprId, IntTy, LocKind, Op, Source};

use super::Lowerer;
use super::heap::size_of;
use super::place::{Spot, Spots};
use super::storage::{Cell, LeafTy};
use super::value::{Pointer, Value};
use crate::ctype::{CType, Len, TyId};
use crate::points_to::{FOREIGN, NULL, ObjectKind, WILD, compatible, seen_as};
use crate::tree::{Callee, Expr, ExprKind};

/// Arrays up to this length are copied without a loop.
const UNROLLED: u64 = 8;

/// A byte times this is eight of it.
const EACH_BYTE: i128 = 0x0101_0101_0101_0101;

impl Lowerer<'_> {
    /// Stores the value of an expression whose type is a record with arrays, or a set.
    pub fn copy_record(&mut self, to: &Spots, value: &Expr, span: Span) {
        if *self.unit.types.get(value.ty) == CType::Set {
            let to = self.set_at(to);
            return self.build_set(to, value, span);
        }
        match &value.kind {
            ExprKind::Load(place) => {
                let from = self.place(place);
                self.copy_spots(to, &from, value.ty, span);
            }
            ExprKind::Assign { place, .. } => {
                self.effect(value);
                let from = self.place(place);
                self.copy_spots(to, &from, value.ty, span);
            }
            ExprKind::Comma(l, r) => {
                self.effect(l);
                self.copy_record(to, r, span);
            }
            ExprKind::Block { stmts, result: Some(result) } => {
                self.stmts(stmts);
                self.copy_record(to, result, span);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (yes, no, join) = (self.new_loc(span), self.new_loc(span), self.new_loc(span));
                self.branch(condition, yes, no);
                for (loc, side) in [(yes, then), (no, otherwise)] {
                    self.enter(loc);
                    self.copy_record(to, side, span);
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
                self.copy_spots(to, &from, value.ty, span);
            }
            _ if crate::points_to::is_union(&self.unit.types, value.ty) => {
                self.effect(value);
                let source = Source::Unmodelled("value of a union".into());
                self.at_each_spot(to, span, |this, spot| this.havoc_place(spot, &source, span));
            }
            _ => self.unsupported("a record with an array as the value of such an expression", span),
        }
    }

    /// Copies between the places that two lvalues turn out to be. Which they are must not change on the way, although
    /// cells are copied one by one and indices may be read from the very cells that change.
    pub fn copy_spots(&mut self, to: &Spots, from: &Spots, ty: TyId, span: Span) {
        let (to, from) = (&self.hold_spots(to.clone(), span), &self.hold_spots(from.clone(), span));
        self.at_each_spot(to, span, |this, to| {
            this.at_each_spot(from, span, |this, from| this.copy_place(to, from, ty, span));
        });
    }

    /// Copies one place to another of the same type.
    fn copy_place(&mut self, to: &Spot, from: &Spot, ty: TyId, span: Span) {
        let types = &self.unit.types;
        match *types.get(ty) {
            CType::Record(record) => {
                if self.field_types(ty).is_some() {
                    let value = self.load_spot(from, ty, span);
                    return self.store_spot(to, &value, span);
                }
                if types.record(record).is_union {
                    return self.copy_union(to, from, ty, span);
                }
                let fields: Vec<TyId> = types.record(record).fields.iter().flatten().map(|field| field.ty).collect();
                for (field, ty) in fields.into_iter().enumerate() {
                    let to_node = self.points.nodes.field(to.node, field as u32, types);
                    let from_node = self.points.nodes.field(from.node, field as u32, types);
                    if let (Some(to_node), Some(from_node)) = (to_node, from_node) {
                        let to = Spot { node: to_node, ..to.clone() };
                        let from = Spot { node: from_node, ..from.clone() };
                        self.copy_place(&to, &from, ty, span);
                    }
                }
            }
            CType::Array { elem, len: Len::Const(len) } if len <= UNROLLED => {
                for at in 0..len {
                    let index = self.offset(at as i128);
                    self.copy_element(to, from, index, elem, span);
                }
            }
            CType::Array { elem, len: Len::Const(len) } => {
                let count = self.offset(len as i128);
                self.repeat(count, span, |this, index| this.copy_element(to, from, index, elem, span));
            }
            CType::Array { .. } => {}
            CType::Set => {
                let set = |this: &mut Self, spot: &Spot| {
                    let certain = this.b.exprs.bool(true);
                    this.set_at(&Spots(vec![(certain, spot.clone())]))
                };
                let (to, from) = (set(self, to), set(self, from));
                self.copy_set(to, from, span);
            }
            _ => {
                let value = self.load_spot(from, ty, span);
                self.store_spot(to, &value, span);
            }
        }
    }

    fn copy_element(&mut self, to: &Spot, from: &Spot, index: ExprId, elem: TyId, span: Span) {
        let types = &self.unit.types;
        let to_node = self.points.nodes.element(to.node, types);
        let from_node = self.points.nodes.element(from.node, types);
        if let (Some(to_node), Some(from_node)) = (to_node, from_node) {
            let (mut to, mut from) = (to.clone(), from.clone());
            to.node = to_node;
            from.node = from_node;
            to.indices.push(index);
            from.indices.push(index);
            self.copy_place(&to, &from, elem, span);
        }
    }

    /// A loop over the indices from 0 to `count`, which must not change in it.
    pub fn repeat(&mut self, count: ExprId, span: Span, mut body: impl FnMut(&mut Self, ExprId)) {
        if self.at.is_none() {
            return;
        }
        let counter = self.temp(IntTy::OFFSET);
        let (zero, one) = (self.offset(0), self.offset(1));
        self.set(counter, zero, span);
        let (head, inside, exit) = (self.new_loc(span), self.new_loc(span), self.new_loc(span));
        self.jump(head, span);
        self.enter(head);
        let index = self.b.var_expr(counter);
        let more = self.b.exprs.compare(CmpOp::Lt, index, count);
        self.split(more, inside, exit, span);
        self.enter(inside);
        body(self, index);
        let next = self.b.exprs.binary(BinOp::Add, index, one);
        self.set(counter, next, span);
        self.jump(head, span);
        self.enter(exit);
    }

    /// Copies `count` elements of type `elem` between the places that two pointers point to. Correct for overlapping
    /// areas in one array when copying upwards is: `memmove` downwards is refused by its caller.
    pub fn copy_elements(&mut self, to: &Pointer, from: &Pointer, count: ExprId, elem: TyId, span: Span) {
        let (to, from) = (self.hold_pointer(to.clone(), span), self.hold_pointer(from.clone(), span));
        self.repeat(count, span, |this, index| {
            let to = this.pointer_add(to.clone(), index, elem, false, span);
            let from = this.pointer_add(from.clone(), index, elem, false, span);
            let to = this.dereference(to, elem, span);
            let from = this.dereference(from, elem, span);
            this.refuse_const(&to, span);
            this.copy_spots(&to, &from, elem, span);
        });
    }

    /// `memcpy` and `memmove`; the value is the destination.
    pub fn memcpy(&mut self, args: &[Value], overlapping: bool, span: Span) -> Value {
        let [to, from, bytes, ..] = args else { return Value::Opaque };
        let to = self.wholes(to.clone().pointer(), span);
        let from = self.wholes(from.clone().pointer(), span);
        let bytes = bytes.int();
        let Some(elem) = self.element_type(&to).or_else(|| self.element_type(&from)) else {
            self.unsupported("copy of memory whose type is not known", span);
            return Value::Pointer(to);
        };
        let target = self.convert_pointer(to.clone(), elem, span);
        let source = self.convert_pointer(from.clone(), elem, span);
        self.refuse_partial(bytes, elem, span);
        let count = self.count_of(bytes, size_of(&self.unit.types, elem).max(1));
        let count = self.hold(count, span);
        self.refuse_across(&to, count, elem, span);
        self.refuse_across(&from, count, elem, span);
        if overlapping {
            self.copy_either_way(&target, &source, count, elem, span);
        } else {
            self.refuse_overlapping(&target, &source, count, span);
            self.copy_elements(&target, &source, count, elem, span);
        }
        Value::Pointer(to)
    }

    /// `memcpy` must not be given areas that overlap; what it does then is not defined.
    fn refuse_overlapping(&mut self, to: &Pointer, from: &Pointer, count: ExprId, span: Span) {
        for &node in to.targets.iter().filter(|node| from.targets.contains(node)) {
            if matches!(node, NULL | WILD | FOREIGN) {
                continue;
            }
            let (a, b) = (self.points_to(to, node), self.points_to(from, node));
            let mut bad = self.b.exprs.and(a, b);
            let zero = self.offset(0);
            let many = self.points.has_instances(node);
            if let (true, Some(a), Some(b)) = (many, to.instance, from.instance) {
                let same = self.b.exprs.compare(CmpOp::Eq, a, b);
                bad = self.b.exprs.and(bad, same);
            }
            let (a, b) = (to.offset.unwrap_or(zero), from.offset.unwrap_or(zero));
            for (low, high) in [(a, b), (b, a)] {
                let end = self.b.exprs.binary(BinOp::Add, low, count);
                let before = self.b.exprs.compare(CmpOp::Lt, high, end);
                bad = self.b.exprs.and(bad, before);
            }
            self.unless(bad, LocKind::Unsupported { what: "memcpy of areas that overlap".into() }, span);
        }
    }

    /// `memmove`: from the end when the destination lies behind the source in the same object.
    fn copy_either_way(&mut self, to: &Pointer, from: &Pointer, count: ExprId, elem: TyId, span: Span) {
        let (to, from) = (self.hold_pointer(to.clone(), span), self.hold_pointer(from.clone(), span));
        let (Some(a), Some(b)) = (to.offset, from.offset) else {
            return self.copy_elements(&to, &from, count, elem, span);
        };
        let behind = self.b.exprs.compare(CmpOp::Lt, b, a);
        let (down, up, join) = (self.new_loc(span), self.new_loc(span), self.new_loc(span));
        self.split(behind, down, up, span);
        self.enter(up);
        self.copy_elements(&to, &from, count, elem, span);
        self.jump(join, span);
        self.enter(down);
        self.repeat(count, span, |this, index| {
            let one = this.offset(1);
            let last = this.b.exprs.binary(BinOp::Sub, count, one);
            let index = this.b.exprs.binary(BinOp::Sub, last, index);
            let to = this.pointer_add(to.clone(), index, elem, false, span);
            let from = this.pointer_add(from.clone(), index, elem, false, span);
            let to = this.dereference(to, elem, span);
            let from = this.dereference(from, elem, span);
            this.refuse_const(&to, span);
            this.copy_spots(&to, &from, elem, span);
        });
        self.jump(join, span);
        self.enter(join);
    }

    /// The type of the things that a pointer of any type points to, arrays taken apart.
    fn element_type(&mut self, pointer: &Pointer) -> Option<TyId> {
        let special = |node| matches!(node, NULL | WILD | FOREIGN);
        let node = *pointer.targets.iter().find(|&&node| !special(node))?;
        let mut ty = self.points.nodes.get(node).ty;
        while let CType::Array { elem, .. } = *self.unit.types.get(ty) {
            ty = elem;
        }
        Some(ty)
    }

    /// A number of bytes that is not a whole number of elements is not modelled.
    fn refuse_partial(&mut self, bytes: ExprId, elem: TyId, span: Span) {
        let size = size_of(&self.unit.types, elem).max(1);
        if size == 1 {
            return;
        }
        let ty = self.b.exprs.int_ty(bytes);
        let partial = match self.b.exprs.as_const(bytes) {
            Some(bytes) => self.b.exprs.bool(bytes % size as i128 != 0),
            None => {
                let (size, zero) = (self.b.exprs.int(ty, size as i128), self.b.exprs.int(ty, 0));
                let rest = self.b.exprs.binary(BinOp::Rem, bytes, size);
                self.b.exprs.compare(CmpOp::Ne, rest, zero)
            }
        };
        self.unless(partial, LocKind::Unsupported { what: "access to part of an element".into() }, span);
    }

    /// A pointer to a record that is taken as one to its first part does not lead to the other parts.
    fn refuse_across(&mut self, pointer: &Pointer, count: ExprId, elem: TyId, span: Span) {
        for &node in pointer.targets.clone().iter() {
            let types = &self.unit.types;
            let part = seen_as(&mut self.points.nodes, types, node, elem);
            if part == node || matches!(node, NULL | WILD | FOREIGN) {
                continue;
            }
            let (whole, each) = (size_of(types, self.points.nodes.get(node).ty), size_of(types, elem));
            let inside = self.elements_inside(node, part);
            let all = self.b.exprs.as_const(inside).map(|inside| inside * i128::from(each));
            if all == Some(whole.into()) || !matches!(types.get(self.points.nodes.get(node).ty), CType::Record(_)) {
                continue;
            }
            let here = self.points_to(pointer, node);
            let more = self.b.exprs.compare(CmpOp::Lt, inside, count);
            let beyond = self.b.exprs.and(here, more);
            self.unless(beyond, LocKind::Unsupported { what: "copy of parts of different types".into() }, span);
        }
    }

    /// `memset`; the value is the destination.
    pub fn memset(&mut self, args: &[Value], span: Span) -> Value {
        let [to, byte, bytes, ..] = args else { return Value::Opaque };
        let byte = byte.int();
        self.fill_memory(to.clone().pointer(), bytes.int(), span, &mut |this, spot| this.fill_bytes(spot, byte, span));
        to.clone()
    }

    /// `__VERIFIER_nondet_memory`.
    pub fn havoc_memory(&mut self, args: &[Value], source: &Source, span: Span) {
        let [to, bytes, ..] = args else { return };
        self.fill_memory(to.clone().pointer(), bytes.int(), span, &mut |this, spot| {
            this.havoc_place(spot, source, span)
        });
    }

    /// Every scalar in the place gets an arbitrary value.
    pub fn havoc_place(&mut self, spot: &Spot, source: &Source, span: Span) {
        self.each_leaf(spot, &mut |this, spot| {
            let leaf = this.leaf(spot.node);
            let source = source.clone();
            match (&leaf.ty, leaf.main) {
                (LeafTy::Int(_), Some(Cell::Var(var))) => this.emit(Op::Havoc { var, source }, span),
                (LeafTy::Int(_), Some(Cell::Array(array))) => {
                    let prefix = Self::indices(spot);
                    this.emit(Op::HavocArray { array, prefix, source }, span);
                }
                (LeafTy::Pointer(targets), _) if targets.contains(&NULL) && targets.contains(&FOREIGN) => {
                    let object = this.null_or(FOREIGN, source, span);
                    this.fill_leaf(spot, object, span);
                }
                (LeafTy::Pointer(_), _) => this.unsupported("pointer that is made of arbitrary bytes", span),
                _ => {}
            }
        });
    }

    /// Does something with each element of an area of memory; with the whole object at once where that is the area.
    fn fill_memory(&mut self, to: Pointer, bytes: ExprId, span: Span, visit: &mut dyn FnMut(&mut Self, &Spot)) {
        let to = self.wholes(to, span);
        let Some(elem) = self.element_type(&to) else {
            return self.unsupported("filling of memory whose type is not known", span);
        };
        self.refuse_partial(bytes, elem, span);
        let count = self.count_of(bytes, size_of(&self.unit.types, elem).max(1));
        self.refuse_across(&to, count, elem, span);
        let to = self.convert_pointer(to, elem, span);
        if let Some(spot) = self.whole_object(&to, count, elem) {
            let always = self.b.exprs.bool(true);
            self.refuse_const(&Spots(vec![(always, spot.clone())]), span);
            return visit(self, &spot);
        }
        let count = self.hold(count, span);
        let to = self.hold_pointer(to, span);
        self.repeat(count, span, |this, index| {
            let to = this.pointer_add(to.clone(), index, elem, false, span);
            let spots = this.dereference(to, elem, span);
            this.refuse_const(&spots, span);
            this.at_each_spot(&spots, span, |this, spot| visit(this, spot));
        });
    }

    /// The spot of an object of which `count` elements from its start are all.
    fn whole_object(&mut self, to: &Pointer, count: ExprId, elem: TyId) -> Option<Spot> {
        let [node] = *to.targets else { return None };
        let at_start = to.offset.is_none_or(|offset| self.b.exprs.as_const(offset) == Some(0));
        let same_type = compatible(&self.unit.types, self.points.nodes.get(node).ty, elem);
        let alive = !matches!(self.points.nodes.kind(node), ObjectKind::Heap(_));
        if !at_start || !same_type || !alive || matches!(node, NULL | WILD | FOREIGN) {
            return None;
        }
        let mut total = 1i128;
        for dim in self.points.nodes.dims(node, &self.unit.types) {
            let Len::Const(len) = dim else { return None };
            total = total.checked_mul(len as i128)?;
        }
        let all = self.b.exprs.as_const(count) == Some(total);
        let instance = self.points.has_instances(node).then(|| to.instance.unwrap_or_else(|| self.offset(0)));
        all.then(|| Spot { node, instance, indices: Vec::new() })
    }

    /// Every byte of the place becomes `byte` (an `int` that is converted to `unsigned char`).
    fn fill_bytes(&mut self, spot: &Spot, byte: ExprId, span: Span) {
        let constant = self.b.exprs.as_const(byte).map(|byte| byte & 0xff);
        self.each_leaf(spot, &mut |this, spot| {
            let leaf = this.leaf(spot.node);
            match (&leaf.ty, constant) {
                (LeafTy::Int(ty), _) if this.is_written_cell(spot.node) => {
                    let zero = this.b.exprs.int(*ty, 0);
                    this.fill_leaf(spot, zero, span);
                }
                (LeafTy::Int(ty), _) if ty.bits() == 8 => {
                    let value = this.b.exprs.cast(*ty, byte);
                    this.fill_leaf(spot, value, span);
                }
                (LeafTy::Int(ty), Some(byte)) => {
                    let value = this.b.exprs.int(*ty, ty.wrap(byte * EACH_BYTE));
                    this.fill_leaf(spot, value, span);
                }
                (LeafTy::Int(ty), None) => {
                    let byte = this.b.exprs.cast(IntTy::unsigned(8), byte);
                    let byte = this.b.exprs.cast(IntTy::unsigned(64), byte);
                    let each = this.b.exprs.int(IntTy::unsigned(64), EACH_BYTE);
                    let pattern = this.b.exprs.binary(BinOp::Mul, byte, each);
                    let value = this.b.exprs.cast(*ty, pattern);
                    this.fill_leaf(spot, value, span);
                }
                (LeafTy::Pointer(_), Some(0)) => {
                    let null = this.number_expr(NULL);
                    this.fill_leaf(spot, null, span);
                }
                (LeafTy::Opaque, _) => this.store_plain(spot, &Value::Opaque, span),
                (LeafTy::Set, _) => {}
                _ => this.unsupported("memset with a value that is not modelled", span),
            }
        });
    }
}
