//! Lvalues: which places an access may go to, and reading and writing there.

use heureka_ir::span::Span;
use heureka_ir::{CmpOp, ExprId, Fault, IntTy, LocKind, Op, VarId};

use super::Lowerer;
use super::heap::size_of;
use super::storage::{Cell, LeafTy};
use super::value::{Pointer, Value};
use crate::ctype::{CType, TyId};
use crate::points_to::{FOREIGN, NULL, NodeId, ObjectKind, Peeled, WILD, compatible, peel};
use crate::tree::{Expr, ExprKind, LocalId, Place, PlaceKind};

/// One place that an lvalue may be.
#[derive(Clone, Debug)]
pub struct Spot {
    pub node: NodeId,
    /// The instance, for an object that can exist many times.
    pub instance: Option<ExprId>,
    /// One index per array on the path.
    pub indices: Vec<ExprId>,
}

/// The places that an lvalue may be, each with the condition under which it is the one. The last is the one when no
/// other is; there is none where control cannot be.
#[derive(Clone, Debug)]
pub struct Spots(pub Vec<(ExprId, Spot)>);

impl Lowerer<'_> {
    /// Evaluates an lvalue, with the checks that a use of its address needs.
    pub fn place(&mut self, place: &Place) -> Spots {
        match &place.kind {
            PlaceKind::Local(local) => self.local_spot(*local),
            PlaceKind::Global(global) => {
                let ty = self.unit.globals[global.index()].ty;
                let node = self.points.nodes.object(ObjectKind::Global(*global), ty);
                self.one_spot(node)
            }
            PlaceKind::Str(id) => {
                let ty = self.unit.strings[id.index()].ty;
                let node = self.points.nodes.object(ObjectKind::Str(*id), ty);
                self.one_spot(node)
            }
            PlaceKind::Deref(pointer) => match peel(pointer) {
                Peeled::Place(place) => self.place(place),
                Peeled::Element(array, index) => self.element(array, index),
                Peeled::No => {
                    let value = self.expr(pointer).pointer();
                    self.dereference(value, place.ty, place.span)
                }
            },
            PlaceKind::Field(base, field) => {
                let mut spots = self.place(base);
                spots.0.retain_mut(|(_, spot)| {
                    let node = self.points.nodes.field(spot.node, *field, &self.unit.types);
                    spot.node = node.unwrap_or(spot.node);
                    node.is_some()
                });
                spots
            }
            PlaceKind::Element(array, index) => self.element(array, Some(index)),
            PlaceKind::Literal(local, init) => {
                self.declare(*local, Some(init), place.span);
                self.local_spot(*local)
            }
            PlaceKind::Materialised(local, value) => {
                let spots = self.local_spot(*local);
                self.assign_to(&spots, value, place.span);
                spots
            }
        }
    }

    pub fn local_spot(&mut self, local: LocalId) -> Spots {
        let body = self.unit.functions[self.func.index()].body.as_ref().expect("a function that is lowered has a body");
        let node = self.points.nodes.object(ObjectKind::Local(self.func, local), body.locals[local.index()].ty);
        self.one_spot(node)
    }

    /// The place of an object that the current function knows by name.
    pub fn one_spot(&mut self, node: NodeId) -> Spots {
        let instance = self.points.has_instances(node).then(|| {
            let var = self.own_instance_var(node);
            self.b.var_expr(var)
        });
        let certain = self.b.exprs.bool(true);
        Spots(vec![(certain, Spot { node, instance, indices: Vec::new() })])
    }

    fn element(&mut self, array: &Place, index: Option<&Expr>) -> Spots {
        let spots = self.place(array);
        let Some(index) = index else {
            let first = self.offset(0);
            return self.element_at(spots, first);
        };
        let spots = if self.has_effects(index) { self.hold_spots(spots, array.span) } else { spots };
        let index = self.expr(index).int();
        self.element_at(spots, index)
    }

    fn element_at(&mut self, mut spots: Spots, index: ExprId) -> Spots {
        spots.0.retain_mut(|(_, spot)| match self.points.nodes.element(spot.node, &self.unit.types) {
            Some(node) => {
                spot.node = node;
                spot.indices.push(index);
                true
            }
            None => false,
        });
        spots
    }

    /// The spots with everything in temporaries, so that later steps cannot change which they are.
    pub fn hold_spots(&mut self, spots: Spots, span: Span) -> Spots {
        let one = spots.0.len() == 1;
        let held = spots.0.into_iter().map(|(condition, spot)| {
            let condition = if one || self.b.exprs.as_bool(condition).is_some() {
                condition
            } else {
                let (yes, no) = (self.b.exprs.int(IntTy::INT, 1), self.b.exprs.int(IntTy::INT, 0));
                let flag = self.b.exprs.ite(condition, yes, no);
                let flag = self.hold(flag, span);
                self.b.exprs.compare(CmpOp::Ne, flag, no)
            };
            (condition, self.hold_spot(spot, span))
        });
        Spots(held.collect())
    }

    pub fn hold_spot(&mut self, spot: Spot, span: Span) -> Spot {
        let instance = spot.instance.map(|instance| self.hold(instance, span));
        let indices = spot.indices.into_iter().map(|index| self.hold(index, span)).collect();
        Spot { node: spot.node, instance, indices }
    }

    /// The places that a pointer may point to when it is used as a pointer to `ty`; what it must not be ends the
    /// execution.
    pub fn dereference(&mut self, pointer: Pointer, ty: TyId, span: Span) -> Spots {
        let pointer = self.convert_pointer(pointer, ty, span);
        if pointer.targets.is_empty() {
            self.unsupported("use of a pointer whose targets are not known", span);
            return Spots(Vec::new());
        }
        let mut spots = Vec::new();
        for &node in pointer.targets.clone().iter() {
            let here = self.points_to(&pointer, node);
            match node {
                NULL => self.unless_fault(here, Fault::NullDereference, "", span),
                WILD => self.unless_fault(here, Fault::InvalidPointer, "", span),
                FOREIGN => self.unless(
                    here,
                    LocKind::Unsupported { what: "access to memory outside the program".into() },
                    span,
                ),
                _ if !compatible(&self.unit.types, self.points.nodes.get(node).ty, ty) => {
                    let what = format!("access to `{}` as if it had another type", self.place_name(node));
                    self.unless(here, LocKind::Unsupported { what: what.into() }, span);
                }
                _ => {
                    self.check_alive(&pointer, node, here, span);
                    self.check_single(&pointer, node, here, span);
                    let indices = self.unflatten(node, pointer.offset);
                    let instance =
                        self.points.has_instances(node).then(|| pointer.instance.unwrap_or_else(|| self.offset(0)));
                    spots.push((here, Spot { node, instance, indices }));
                }
            }
        }
        if self.at.is_none() {
            spots.clear();
        }
        Spots(spots)
    }

    /// An object that is not an array has one element.
    fn check_single(&mut self, pointer: &Pointer, node: NodeId, here: ExprId, span: Span) {
        if self.points.nodes.get(node).elements > 0 {
            return;
        }
        if let Some(offset) = pointer.offset {
            let zero = self.offset(0);
            let beyond = self.b.exprs.compare(CmpOp::Ne, offset, zero);
            let bad = self.b.exprs.and(here, beyond);
            self.unless_fault(bad, Fault::OutOfBounds, self.place_name(node), span);
        }
    }

    /// The address of an lvalue.
    pub fn address(&mut self, spots: Spots) -> Pointer {
        let mut result: Option<Pointer> = None;
        for (condition, spot) in spots.0.into_iter().rev() {
            let pointer = Pointer {
                object: self.number_expr(spot.node),
                offset: self.flatten(spot.node, &spot.indices),
                instance: spot.instance,
                targets: [spot.node].into(),
            };
            result = Some(match result {
                None => pointer,
                Some(otherwise) => self.choose_pointer(condition, pointer, otherwise),
            });
        }
        result.unwrap_or_else(|| self.null())
    }

    // Reading.

    pub fn load(&mut self, spots: &Spots, ty: TyId, span: Span) -> Value {
        let types = &self.unit.types;
        if spots.0.len() > 1 && spots.0.iter().any(|(_, spot)| self.points.nodes.in_union(spot.node, types)) {
            return self.load_in_branches(spots, ty, span);
        }
        let mut result: Option<Value> = None;
        for (condition, spot) in spots.0.iter().rev() {
            let value = self.load_spot(spot, ty, span);
            result = Some(match result {
                None => value,
                Some(otherwise) => self.choose(*condition, value, otherwise),
            });
        }
        result.unwrap_or_else(|| self.nothing(ty))
    }

    pub fn load_spot(&mut self, spot: &Spot, ty: TyId, span: Span) -> Value {
        let around = self.points.nodes.enclosing(spot.node, &self.unit.types);
        if around.is_empty() { self.load_plain(spot, ty, span) } else { self.load_member(spot, &around, ty, span) }
    }

    /// The value of a place, whatever unions it is in.
    pub fn load_plain(&mut self, spot: &Spot, ty: TyId, span: Span) -> Value {
        match self.unit.types.get(ty) {
            CType::Record(_) => {
                let Some(fields) = self.field_types(ty) else { return Value::Opaque };
                let fields = fields.into_iter().enumerate().map(|(field, ty)| {
                    let node = self.points.nodes.field(spot.node, field as u32, &self.unit.types);
                    let node = node.expect("spots of a record have its type");
                    self.load_plain(&Spot { node, ..spot.clone() }, ty, span)
                });
                Value::Record(fields.collect())
            }
            CType::Bool | CType::Int(_) => {
                let leaf = self.leaf(spot.node);
                match (leaf.main, self.unit.types.int_ty(ty)) {
                    (Some(cell), Some(ty)) => {
                        let value = self.read(cell, spot);
                        Value::Int(self.b.exprs.cast(ty, value))
                    }
                    _ => Value::Opaque,
                }
            }
            CType::Pointer { .. } => {
                let leaf = self.leaf(spot.node);
                let (LeafTy::Pointer(targets), Some(main)) = (&leaf.ty, leaf.main) else {
                    return Value::Pointer(self.foreign());
                };
                Value::Pointer(Pointer {
                    object: self.read(main, spot),
                    offset: leaf.offset.map(|cell| self.read(cell, spot)),
                    instance: leaf.instance.map(|cell| self.read(cell, spot)),
                    targets: targets.clone(),
                })
            }
            CType::Opaque { .. } => {
                if let Some(cell) = self.opaque_cell(spot) {
                    let value = self.read(cell, spot);
                    self.hold(value, span);
                }
                Value::Opaque
            }
            _ => Value::Opaque,
        }
    }

    /// The cell of a place in arrays whose value is not modelled: there is nothing in it, but it must be there.
    fn opaque_cell(&mut self, spot: &Spot) -> Option<Cell> {
        let CType::Opaque { .. } = self.unit.types.get(self.points.nodes.get(spot.node).ty) else { return None };
        let cell = self.leaf(spot.node).main?;
        let Cell::Array(array) = cell else { return None };
        (self.b.arrays[array.index()].dims.len() == Self::indices(spot).len()).then_some(cell)
    }

    /// What is in this member of a union is not known, and so nobody looks whether an access is within its arrays.
    pub fn access_unknown(&mut self, spot: &Spot, span: Span) {
        if self.options.accesses && !spot.indices.is_empty() {
            return self.unsupported("access of an array in a union, or of a union in an array", span);
        }
        spot.indices.iter().for_each(|index| self.evaluate_int(*index, span));
    }

    /// The indices of a cell, with the instance first.
    pub fn indices(spot: &Spot) -> Box<[ExprId]> {
        spot.instance.iter().chain(&spot.indices).copied().collect()
    }

    pub fn read(&mut self, cell: Cell, spot: &Spot) -> ExprId {
        match cell {
            Cell::Var(var) => self.b.var_expr(var),
            Cell::Array(array) => {
                let elem = self.b.arrays[array.index()].elem;
                self.b.exprs.read(array, elem, Self::indices(spot))
            }
        }
    }

    // Writing.

    /// Stores a value in the place that the spots turn out to be.
    pub fn store(&mut self, spots: &Spots, value: &Value, span: Span) {
        if let [(_, spot)] = &spots.0[..] {
            return self.store_spot(spot, value, span);
        }
        self.at_each_spot(spots, span, |this, spot| this.store_spot(spot, value, span));
    }

    /// Branches to each spot under its condition, does something there, and joins again.
    pub fn at_each_spot(&mut self, spots: &Spots, span: Span, mut visit: impl FnMut(&mut Self, &Spot)) {
        if self.at.is_none() || spots.0.is_empty() {
            return;
        }
        let join = self.new_loc(span);
        let last = spots.0.len() - 1;
        for (at, (condition, spot)) in spots.0.iter().enumerate() {
            let next = if at < last {
                let (here, next) = (self.new_loc(span), self.new_loc(span));
                self.split(*condition, here, next, span);
                self.enter(here);
                Some(next)
            } else {
                None
            };
            visit(self, spot);
            self.jump(join, span);
            if let Some(next) = next {
                self.enter(next);
            }
        }
        self.enter(join);
    }

    /// What a write to an object that is declared `const` does, through a pointer that does not say so, is not defined; a string
    /// literal must not be written.
    pub fn refuse_const(&mut self, spots: &Spots, span: Span) {
        for (condition, spot) in &spots.0 {
            if let ObjectKind::Str(_) = self.points.nodes.kind(spot.node) {
                self.unless_fault(*condition, Fault::InvalidPointer, "a string literal is written", span);
            }
            let is_const = match self.points.nodes.kind(spot.node) {
                ObjectKind::Global(global) => self.unit.globals[global.index()].is_const,
                ObjectKind::Local(func, local) => {
                    let body = self.unit.functions[func.index()].body.as_ref();
                    body.is_some_and(|body| body.locals[local.index()].is_const)
                }
                _ => false,
            };
            if is_const {
                let what = format!("write to `{}`, which is const", self.place_name(spot.node));
                self.unless(*condition, LocKind::Unsupported { what: what.into() }, span);
            }
        }
    }

    pub fn store_spot(&mut self, spot: &Spot, value: &Value, span: Span) {
        if let ObjectKind::Str(_) = self.points.nodes.kind(spot.node) {
            let note = "a string literal is written".into();
            return self.end(LocKind::Error { fault: Fault::InvalidPointer, note }, span);
        }
        let around = self.points.nodes.enclosing(spot.node, &self.unit.types);
        if around.is_empty() {
            self.store_plain(spot, value, span);
        } else {
            self.store_member(spot, &around, value, span);
        }
    }

    /// Stores a value in a place, whatever unions it is in.
    pub fn store_plain(&mut self, spot: &Spot, value: &Value, span: Span) {
        let mut writes = Vec::new();
        self.collect_writes(spot, value, &mut writes);
        self.write(writes, spot, span);
    }

    /// Writes several cells at once: no value is computed after another was written.
    pub fn write(&mut self, mut writes: Vec<(Cell, Box<[ExprId]>, ExprId)>, spot: &Spot, span: Span) {
        if writes.iter().any(|(cell, ..)| matches!(cell, Cell::Array(_))) && writes.len() > 1 {
            let prefix = Self::indices(&self.hold_spot(spot.clone(), span));
            for (_, indices, value) in &mut writes {
                let shared = prefix.len().min(indices.len());
                indices[..shared].copy_from_slice(&prefix[..shared]);
                *value = self.hold(*value, span);
            }
        }
        let mut assigns: Vec<(VarId, ExprId)> = Vec::new();
        let mut stores = Vec::new();
        for (cell, indices, value) in writes {
            match cell {
                Cell::Var(var) => assigns.push((var, value)),
                Cell::Array(array) => stores.push(Op::Store { array, indices, value }),
            }
        }
        if !assigns.is_empty() {
            self.emit(Op::Assign(assigns.into()), span);
        }
        for store in stores {
            self.emit(store, span);
        }
    }

    fn collect_writes(&mut self, spot: &Spot, value: &Value, writes: &mut Vec<(Cell, Box<[ExprId]>, ExprId)>) {
        match value {
            Value::Int(value) => {
                let leaf = self.leaf(spot.node);
                if let (LeafTy::Int(ty), Some(cell)) = (&leaf.ty, leaf.main) {
                    writes.push((cell, Self::indices(spot), self.b.exprs.cast(*ty, *value)));
                }
            }
            Value::Pointer(pointer) => {
                let leaf = self.leaf(spot.node);
                let zero = self.offset(0);
                if let (LeafTy::Pointer(_), Some(cell)) = (&leaf.ty, leaf.main) {
                    writes.push((cell, Self::indices(spot), pointer.object));
                    for (cell, part) in [(leaf.offset, pointer.offset), (leaf.instance, pointer.instance)] {
                        if let Some(cell) = cell {
                            writes.push((cell, Self::indices(spot), part.unwrap_or(zero)));
                        }
                    }
                }
            }
            Value::Record(fields) => {
                for (field, value) in fields.iter().enumerate() {
                    if let Some(node) = self.points.nodes.field(spot.node, field as u32, &self.unit.types) {
                        self.collect_writes(&Spot { node, ..spot.clone() }, value, writes);
                    }
                }
            }
            Value::Opaque => {
                if let Some(cell) = self.opaque_cell(spot) {
                    writes.push((cell, Self::indices(spot), self.b.exprs.int(IntTy::unsigned(1), 0)));
                }
            }
        }
    }

    /// Stores the value of an expression: scalars and small records as values, records with arrays part by part.
    pub fn assign_to(&mut self, spots: &Spots, value: &Expr, span: Span) {
        if self.is_by_parts(value.ty) {
            return self.copy_record(spots, value, span);
        }
        let value = self.expr(value);
        self.store(spots, &value, span);
    }

    /// The static targets of a pointer expression whose use needs no check: no step is emitted when it is dereferenced.
    pub fn is_quiet_pointer(&mut self, pointer: &Expr, ty: TyId) -> bool {
        let Some(targets) = self.quiet_targets(pointer) else { return false };
        let offset = self.pointer_shape(&targets).offset;
        targets.iter().all(|&node| {
            !matches!(node, NULL | WILD | FOREIGN)
                && compatible(&self.unit.types, self.points.nodes.get(node).ty, ty)
                && (!offset || self.points.nodes.get(node).elements > 0)
                && !self.points.nodes.in_union(node, &self.unit.types)
                && !matches!(self.points.nodes.kind(node), ObjectKind::Heap(site) if self.points.freed[site.0 as usize])
        }) && !targets.is_empty()
    }

    fn quiet_targets(&mut self, whole: &Expr) -> Option<Vec<NodeId>> {
        match &whole.kind {
            ExprKind::Load(place) => match &place.kind {
                PlaceKind::Local(local) => {
                    let node = self.points.nodes.find(ObjectKind::Local(self.func, *local))?;
                    Some(self.points.targets(node).to_vec())
                }
                PlaceKind::Global(global) => {
                    let node = self.points.nodes.find(ObjectKind::Global(*global))?;
                    Some(self.points.targets(node).to_vec())
                }
                _ => None,
            },
            ExprKind::PointerAdd { pointer, index, .. } => {
                let targets = self.quiet_targets(pointer)?;
                let step = size_of(&self.unit.types, self.pointee(whole.ty));
                let even =
                    targets.iter().all(|&node| size_of(&self.unit.types, self.points.nodes.get(node).ty) == step);
                (even && self.is_simple(index) && self.pointer_shape(&targets).offset).then_some(targets)
            }
            _ => None,
        }
    }
}
