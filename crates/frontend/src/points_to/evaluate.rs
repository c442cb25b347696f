//! The evaluation of the program over sets of nodes, until nothing changes.
//!
//! A pointer expression evaluates to the set of nodes it may point to; an expression of record type to the nodes of the
//! places that hold it. When a conversion tells the element type of a heap site, the analysis starts over with it.

use std::collections::{BTreeMap, HashMap};

use super::displace::{displaced, shifted};
use super::objects::{FOREIGN, NULL, NodeId, Nodes, ObjectKind, SiteId, WILD};
use super::sharing::recursive_functions;
use super::statements::may_fall_off;
use super::view::{Peeled, peel, seen_as};
use super::{PointsTo, Targets, compatible};
use crate::ctype::{CType, TyId, Types};
use crate::library::Library;
use crate::tree::{Body, Expr, ExprKind, FuncId, LocalId, Place, PlaceKind, Unit};

/// Analyses everything that can be called from `entry`, and from the functions that run before and after it.
pub fn analyse(unit: &mut Unit, library: &Library, entry: FuncId) -> PointsTo {
    let mut roots = vec![entry];
    roots.extend(unit.constructors.iter().chain(&unit.destructors));
    roots.retain(|root| unit.functions[root.index()].body.is_some());
    let void = unit.types.intern(CType::Void);
    super::overlay::intern_words(&mut unit.types);
    let mut site_types: HashMap<*const Expr, TyId> = HashMap::new();
    loop {
        let model = unit.types.model;
        let types = std::mem::replace(&mut unit.types, Types::new(model));
        let mut state = Evaluation {
            unit,
            library,
            types,
            void,
            result: PointsTo {
                nodes: Nodes::new(void),
                cells: Vec::new(),
                sites: Vec::new(),
                site_of_call: HashMap::new(),
                exposed: Vec::new(),
                freed: Vec::new(),
                reachable: roots.clone(),
                calls: BTreeMap::new(),
                callees: Vec::new(),
                recursive: Vec::new(),
                literals: HashMap::new(),
            },
            call_seen: HashMap::new(),
            callees: vec![Vec::new(); unit.functions.len()],
            is_reachable: (0..unit.functions.len() as u32).map(|func| roots.contains(&FuncId(func))).collect(),
            site_types: &mut site_types,
            retyped: false,
            changed: true,
            current: entry,
            in_loop: false,
            depth: 1,
        };
        state.run(entry);
        let (retyped, types, callees, mut result) = (state.retyped, state.types, state.callees, state.result);
        unit.types = types;
        if !retyped {
            result.recursive = recursive_functions(&callees);
            result.callees = callees;
            return result;
        }
    }
}

pub(super) struct Evaluation<'a> {
    pub(super) unit: &'a Unit,
    pub(super) library: &'a Library,
    /// Taken out of the unit while the analysis runs: element arrays of heap sites are added.
    pub(super) types: Types,
    pub(super) void: TyId,
    pub(super) result: PointsTo,
    /// Calls that have been counted, with the callees seen at each.
    pub(super) call_seen: HashMap<*const Expr, Vec<FuncId>>,
    pub(super) callees: Vec<Vec<FuncId>>,
    pub(super) is_reachable: Vec<bool>,
    /// What is known of heap sites, by the allocating call.
    pub(super) site_types: &'a mut HashMap<*const Expr, TyId>,
    pub(super) retyped: bool,
    pub(super) changed: bool,
    pub(super) current: FuncId,
    pub(super) in_loop: bool,
    /// How many blocks are around the current statement, counted as in `lower/lifetime.rs`.
    pub(super) depth: u32,
}

impl<'a> Evaluation<'a> {
    fn run(&mut self, entry: FuncId) {
        let unit = self.unit;
        self.initialise_globals();
        if let Some(body) = &unit.functions[entry.index()].body {
            let is_main = unit.symbols.name(unit.functions[entry.index()].name) == "main";
            for &param in &body.params {
                let node = self.local(entry, param);
                if !is_main {
                    self.hold_in_pointers(node, NULL);
                }
                self.hold_in_pointers(node, FOREIGN);
            }
        }
        for &func in unit.constructors.iter().chain(&unit.destructors) {
            if unit.functions[func.index()].body.is_some() && !self.result.reachable.contains(&func) {
                self.result.reachable.push(func);
            }
            // Others may call it too, so that nothing says that it runs once.
            self.result.calls.entry(func).or_default().push((func, true));
        }
        while self.changed && !self.retyped {
            self.changed = false;
            let mut at = 0;
            while at < self.result.reachable.len() {
                let func = self.result.reachable[at];
                at += 1;
                if let Some(body) = &unit.functions[func.index()].body {
                    self.current = func;
                    self.in_loop = !body.labels.is_empty();
                    self.stmts(&body.stmts);
                    if may_fall_off(&body.stmts) {
                        let result = self.result_of(func);
                        self.hold_in_pointers(result, FOREIGN);
                    }
                }
            }
        }
    }

    fn initialise_globals(&mut self) {
        let unit = self.unit;
        for (at, global) in unit.globals.iter().enumerate() {
            let id = crate::tree::GlobalId(at as u32);
            let root = self.result.nodes.object(ObjectKind::Global(id), global.ty);
            if global.is_extern {
                self.hold_in_pointers(root, NULL);
                self.hold_in_pointers(root, FOREIGN);
                continue;
            }
            let whole = matches!(&global.init, Some(init) if matches!(&init.items[..], [item] if item.path.is_empty()));
            if !whole {
                self.hold_in_pointers(root, NULL);
            }
            if let Some(init) = &global.init {
                self.init_items(root, init);
            }
        }
    }

    pub(super) fn local(&mut self, func: FuncId, local: LocalId) -> NodeId {
        let ty = self.body(func).locals[local.index()].ty;
        self.result.nodes.object(ObjectKind::Local(func, local), ty)
    }

    fn body(&self, func: FuncId) -> &'a Body {
        let unit = self.unit;
        unit.functions[func.index()].body.as_ref().expect("only functions with a body have locals")
    }

    // Cells.

    pub(super) fn add(&mut self, cell: NodeId, targets: &[NodeId]) {
        let at = cell.0 as usize;
        if self.result.cells.len() <= at {
            self.result.cells.resize(at + 1, Vec::new());
        }
        let held = &mut self.result.cells[at];
        for &target in targets {
            if let Err(place) = held.binary_search(&target) {
                held.insert(place, target);
                self.changed = true;
            }
        }
    }

    /// Puts `target` into every pointer inside a place.
    pub(super) fn hold_in_pointers(&mut self, node: NodeId, target: NodeId) {
        self.for_each_pointer(node, &mut |this, cell| this.add(cell, &[target]));
    }

    fn for_each_pointer(&mut self, node: NodeId, visit: &mut dyn FnMut(&mut Self, NodeId)) {
        let ty = self.result.nodes.get(node).ty;
        match *self.types.get(ty) {
            CType::Pointer { .. } => visit(self, node),
            CType::Array { .. } => {
                if let Some(element) = self.result.nodes.element(node, &self.types) {
                    self.for_each_pointer(element, visit);
                }
            }
            CType::Record(record) => {
                let count = self.types.record(record).fields.as_ref().map_or(0, Vec::len);
                for field in 0..count as u32 {
                    if let Some(node) = self.result.nodes.field(node, field, &self.types) {
                        self.for_each_pointer(node, visit);
                    }
                }
            }
            _ => {}
        }
    }

    /// What the pointers inside `from` hold, those inside `to` may hold: an assignment of whole objects.
    pub(super) fn copy(&mut self, to: NodeId, from: NodeId) {
        if to == from {
            return;
        }
        let ty = self.result.nodes.get(to).ty;
        match *self.types.get(ty) {
            CType::Pointer { .. } => {
                let held = self.held(from);
                self.add(to, &held);
            }
            CType::Array { .. } => {
                let to = self.result.nodes.element(to, &self.types);
                let from = self.result.nodes.element(from, &self.types);
                if let (Some(to), Some(from)) = (to, from) {
                    self.copy(to, from);
                }
            }
            CType::Record(record) => {
                let count = self.types.record(record).fields.as_ref().map_or(0, Vec::len);
                for field in 0..count as u32 {
                    let to = self.result.nodes.field(to, field, &self.types);
                    let from = self.result.nodes.field(from, field, &self.types);
                    if let (Some(to), Some(from)) = (to, from) {
                        self.copy(to, from);
                    }
                }
            }
            _ => {}
        }
    }

    /// What a pointer may hold. When another member of a union was written, what is read is not known.
    fn held(&self, cell: NodeId) -> Targets {
        let mut held = self.result.targets(cell).to_vec();
        if self.result.nodes.in_union(cell, &self.types) {
            held.extend([NULL, FOREIGN]);
            return sorted(held);
        }
        held
    }

    /// Stores a value (see [`Self::expr`]) of type `ty` in each of the places.
    pub(super) fn assign(&mut self, places: &[NodeId], ty: TyId, value: &[NodeId]) {
        match self.types.get(ty) {
            CType::Pointer { .. } => {
                for &place in places {
                    if self.types.is_pointer(self.result.nodes.get(place).ty) {
                        self.add(place, value);
                    }
                }
            }
            CType::Record(_) => {
                for &place in places {
                    for &from in value {
                        if compatible(&self.types, self.result.nodes.get(from).ty, self.result.nodes.get(place).ty) {
                            self.copy(place, from);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn result_of(&mut self, func: FuncId) -> NodeId {
        let CType::Function(ty) = self.types.get(self.unit.functions[func.index()].ty) else {
            unreachable!("a function has a function type")
        };
        let ty = ty.result;
        self.result.nodes.object(ObjectKind::Result(func), ty)
    }

    /// The nodes that a pointer may point to, or the places that hold a record; empty for other values.
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Targets {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::SetEmpty => Vec::new(),
            ExprKind::Null => vec![NULL],
            ExprKind::Load(place) => {
                let places = self.place(place);
                self.load(places, expr.ty)
            }
            ExprKind::AddressOf(place) => {
                let places = self.place(place);
                places.iter().for_each(|&node| self.result.expose(node));
                places
            }
            ExprKind::Decay(place) => {
                let places = self.place(place);
                let mut elements = Vec::new();
                for node in places {
                    self.result.expose(node);
                    elements.extend(self.result.nodes.element(node, &self.types));
                }
                sorted(elements)
            }
            ExprKind::Function(func) => {
                let ty = self.unit.functions[func.index()].ty;
                vec![self.result.nodes.object(ObjectKind::Function(*func), ty)]
            }
            ExprKind::Unary(_, e) | ExprKind::Not(e) | ExprKind::SetNotEmpty(e) => {
                self.expr(e);
                Vec::new()
            }
            ExprKind::Binary(_, l, r)
            | ExprKind::Compare(_, l, r)
            | ExprKind::PointerDiff(l, r)
            | ExprKind::And(l, r)
            | ExprKind::Or(l, r)
            | ExprKind::SetChange { set: l, element: r, .. }
            | ExprKind::SetContains { set: l, element: r } => {
                self.expr(l);
                self.expr(r);
                Vec::new()
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.expr(index);
                let to = self.types.pointee(expr.ty);
                match to.and_then(|to| self.displaced_targets(expr, to)) {
                    Some(targets) => targets,
                    None => self.expr(pointer),
                }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(condition);
                let mut targets = self.expr(then);
                targets.extend(self.expr(otherwise));
                sorted(targets)
            }
            ExprKind::ConditionalValue { value, otherwise } => {
                let mut targets = self.expr(value);
                targets.extend(self.expr(otherwise));
                sorted(targets)
            }
            ExprKind::Convert(operand) => self.convert(operand, expr.ty),
            ExprKind::Assign { place, value } => {
                let value_targets = self.expr(value);
                let places = self.place(place);
                self.assign(&places, value.ty, &value_targets);
                if matches!(self.types.get(value.ty), CType::Record(_)) { places } else { value_targets }
            }
            ExprKind::CompoundAssign { place, right, .. } => {
                self.expr(right);
                self.place(place);
                Vec::new()
            }
            ExprKind::PointerAssign { place, index, .. } => {
                self.expr(index);
                let places = self.place(place);
                self.load(places, expr.ty)
            }
            ExprKind::Step { place, .. } => {
                let places = self.place(place);
                self.load(places, expr.ty)
            }
            ExprKind::Comma(l, r) => {
                self.expr(l);
                self.expr(r)
            }
            ExprKind::Call { callee, args } => self.call(expr, callee, args),
            ExprKind::Block { stmts, result } => {
                self.stmts(stmts);
                result.as_ref().map_or_else(Vec::new, |result| self.expr(result))
            }
            ExprKind::Unmodelled { operands, .. } => {
                operands.iter().for_each(|operand| drop(self.expr(operand)));
                if self.types.is_pointer(expr.ty) { vec![NULL, FOREIGN] } else { Vec::new() }
            }
        }
    }

    pub(super) fn load(&mut self, places: Targets, ty: TyId) -> Targets {
        match self.types.get(ty) {
            CType::Record(_) => places,
            CType::Pointer { .. } => {
                let mut targets = Vec::new();
                for place in places {
                    targets.extend(self.held(place));
                }
                sorted(targets)
            }
            _ => Vec::new(),
        }
    }

    fn convert(&mut self, operand: &'a Expr, ty: TyId) -> Targets {
        let targets = self.expr(operand);
        let Some(to) = self.types.pointee(ty) else { return Vec::new() };
        if let Some(targets) = self.displaced_targets(operand, to) {
            return targets;
        }
        if !self.types.is_pointer(operand.ty) {
            return vec![NULL, FOREIGN];
        }
        sorted(targets.into_iter().map(|node| self.seen_as(node, to)).collect())
    }

    /// Where a pointer leads that moves by bytes inside of a record and is then one to `to`.
    fn displaced_targets(&mut self, operand: &'a Expr, to: TyId) -> Option<Targets> {
        let (base, bytes) = displaced(operand, &self.types)?;
        let mut targets = self.expr(base);
        targets.retain_mut(|node| {
            let moved = shifted(&mut self.result.nodes, &self.types, *node, bytes, to);
            *node = moved.unwrap_or(*node);
            moved.is_some() || matches!(*node, WILD | FOREIGN)
        });
        targets.iter().any(|node| !matches!(*node, WILD | FOREIGN)).then(|| sorted(targets))
    }

    /// The node that a pointer to `node` points to when it is converted to a pointer to `ty`.
    fn seen_as(&mut self, node: NodeId, ty: TyId) -> NodeId {
        if let ObjectKind::Heap(site) = self.result.nodes.kind(node) {
            self.learn_site_type(site, ty);
        }
        seen_as(&mut self.result.nodes, &self.types, node, ty)
    }

    /// The first conversion to a pointer to a proper type tells the element type; `char` yields to anything else.
    fn learn_site_type(&mut self, site: SiteId, ty: TyId) {
        if matches!(self.types.get(ty), CType::Void | CType::Function(_)) {
            return;
        }
        let known = self.result.sites[site.0 as usize].elem;
        let yields = known == self.void || (is_char(&self.types, known) && !is_char(&self.types, ty));
        if yields && known != ty {
            let call = self.result.site_of_call.iter().find(|(_, id)| **id == site).map(|(call, _)| *call);
            self.site_types.insert(call.expect("a site belongs to a call"), ty);
            self.result.sites[site.0 as usize].elem = ty;
            self.retyped = true;
        }
    }

    /// The places that an lvalue may be.
    fn place(&mut self, place: &'a Place) -> Targets {
        match &place.kind {
            PlaceKind::Local(local) => vec![self.local(self.current, *local)],
            PlaceKind::Global(global) => {
                let ty = self.unit.globals[global.index()].ty;
                vec![self.result.nodes.object(ObjectKind::Global(*global), ty)]
            }
            PlaceKind::Str(id) => {
                let ty = self.unit.strings[id.index()].ty;
                vec![self.result.nodes.object(ObjectKind::Str(*id), ty)]
            }
            PlaceKind::Deref(pointer) => match peel(pointer) {
                Peeled::Place(place) => self.place(place),
                Peeled::Element(array, index) => {
                    if let Some(index) = index {
                        self.expr(index);
                    }
                    let arrays = self.place(array);
                    self.elements(arrays)
                }
                Peeled::No => {
                    let targets = self.expr(pointer);
                    let mut places: Targets = Vec::new();
                    for node in targets {
                        if matches!(node, NULL | WILD | FOREIGN) {
                            continue;
                        }
                        let node = self.seen_as(node, place.ty);
                        if compatible(&self.types, self.result.nodes.get(node).ty, place.ty) {
                            places.push(node);
                        }
                    }
                    sorted(places)
                }
            },
            PlaceKind::Field(base, field) => {
                let bases = self.place(base);
                let fields = bases.into_iter().filter_map(|node| self.result.nodes.field(node, *field, &self.types));
                sorted(fields.collect())
            }
            PlaceKind::Element(array, index) => {
                self.expr(index);
                let arrays = self.place(array);
                self.elements(arrays)
            }
            PlaceKind::Literal(local, init) => {
                let root = self.local(self.current, *local);
                self.result.literals.insert((self.current, *local), self.depth);
                self.initialise(root, init);
                vec![root]
            }
            PlaceKind::Materialised(local, value) => {
                let targets = self.expr(value);
                let root = self.local(self.current, *local);
                self.assign(&[root], value.ty, &targets);
                vec![root]
            }
        }
    }

    fn elements(&mut self, arrays: Targets) -> Targets {
        let elements = arrays.into_iter().filter_map(|node| self.result.nodes.element(node, &self.types));
        sorted(elements.collect())
    }
}

fn is_char(types: &Types, ty: TyId) -> bool {
    types.int_ty(ty).is_some_and(|ty| ty.bits() == 8)
}

pub(super) fn sorted(mut targets: Targets) -> Targets {
    targets.sort_unstable();
    targets.dedup();
    targets
}
