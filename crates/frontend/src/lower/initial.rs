//! Initial values of variables with static storage: constants, known before the program starts.

use std::collections::HashMap;

use heureka_ir::span::Span;
use heureka_ir::{ExprId, Op, Source};

use super::Lowerer;
use super::heap::size_of;
use super::storage::{Cell, LeafTy};
use super::value::Pointer;
use crate::ctype::{CType, Len};
use crate::points_to::{FOREIGN, NULL, NodeId, ObjectKind, Overlay, overlay};
use crate::tree::{Expr, ExprKind, GlobalId, InitItem, InitValue, PathStep, Place, PlaceKind, StrId};

/// Positions in row-major order, ascending, with the values of up to three parts.
pub type Values = Vec<(u64, [i128; 3])>;

/// For each leaf its values by position.
type Cells = HashMap<NodeId, HashMap<u64, [i128; 3]>>;

/// More cells than this are not initialised one by one.
const MOST_CELLS: u64 = 1 << 26;

impl Lowerer<'_> {
    /// The initial values of a leaf with static storage that are not zero; `None` for any other leaf.
    pub fn initial_values(&mut self, node: NodeId) -> Option<Values> {
        match self.points.nodes.kind(node) {
            ObjectKind::Global(global) => {
                if !self.initial.contains_key(&global) {
                    let values = self.global_values(global);
                    self.initial.insert(global, values);
                }
                self.initial[&global].get(&node).cloned()
            }
            ObjectKind::Str(id) => Some(self.string_values(id, 0)),
            _ => None,
        }
    }

    fn string_values(&self, id: StrId, from: u64) -> Values {
        let str = &self.unit.strings[id.index()];
        let ty = match *self.unit.types.get(str.ty) {
            CType::Array { elem, .. } => self.int_ty(elem),
            _ => panic!("a string literal is an array"),
        };
        let cells = str.units.iter().enumerate();
        cells.map(|(at, &unit)| (from + at as u64, [ty.wrap(unit.into()), 0, 0])).collect()
    }

    fn global_values(&mut self, global: GlobalId) -> HashMap<NodeId, Values> {
        let unit = self.unit;
        let mut all = Cells::new();
        let declared = &unit.globals[global.index()];
        let root = self.points.nodes.object(ObjectKind::Global(global), declared.ty);
        for item in declared.init.iter().flat_map(|init| &init.items) {
            let Some((node, at)) = self.follow(root, &item.path, None) else { continue };
            let around = self.points.nodes.enclosing(node, &unit.types);
            for &(union, field) in &around.members {
                let Some((_, at)) = self.follow(root, &item.path, Some(union)) else { continue };
                let which = self.points.nodes.written(union, &unit.types);
                all.entry(which).or_default().insert(at, [i128::from(field) + 1, 0, 0]);
            }
            if let Some(union) = around.bits {
                self.initial_bits(&mut all, root, union, item);
                continue;
            }
            match &item.value {
                InitValue::Expr(expr) => {
                    if let Some(parts) = self.constant(node, expr) {
                        all.entry(node).or_default().insert(at, parts);
                    } else {
                        self.unknown_initial.insert(node);
                    }
                }
                InitValue::Str(id) => {
                    let CType::Array { len, .. } = *unit.types.get(self.points.nodes.get(node).ty) else { continue };
                    let len = if let Len::Const(len) = len { len } else { u64::MAX };
                    let Some(element) = self.points.nodes.element(node, &unit.types) else { continue };
                    let from = if len == u64::MAX { 0 } else { at.saturating_mul(len) };
                    let LeafTy::Int(ty) = self.leaf_ty(element) else { continue };
                    for (cell, [unit, ..]) in self.string_values(*id, from) {
                        if cell - from < len && from < MOST_CELLS {
                            all.entry(element).or_default().insert(cell, [ty.wrap(unit), 0, 0]);
                        }
                    }
                }
            }
        }
        let ascending = |cells: HashMap<u64, [i128; 3]>| {
            let mut cells: Values = cells.into_iter().collect();
            cells.sort_unstable_by_key(|(at, _)| *at);
            cells
        };
        all.into_iter().map(|(node, cells)| (node, ascending(cells))).collect()
    }

    /// The bits that an initialiser of something in a union sets.
    fn initial_bits(&mut self, all: &mut Cells, root: NodeId, union: NodeId, item: &InitItem) {
        let unit = self.unit;
        let Overlay::Bits(word) = overlay(&unit.types, self.points.nodes.get(union).ty) else { return };
        let cell = self.points.nodes.bits(union, word);
        let Some((_, at)) = self.follow(root, &item.path, Some(union)) else { return };
        let mut parts = Vec::new();
        match &item.value {
            InitValue::Expr(Expr { kind: ExprKind::Int(value), .. }) => parts.push((item.path.to_vec(), *value)),
            InitValue::Expr(_) => {
                self.unknown_initial.insert(cell);
                return;
            }
            InitValue::Str(id) => {
                for (index, &unit) in unit.strings[id.index()].units.iter().enumerate() {
                    let path = item.path.iter().copied().chain([PathStep::Index(index as u64)]);
                    parts.push((path.collect(), unit.into()));
                }
            }
        }
        let bits = &mut all.entry(cell).or_default().entry(at).or_default()[0];
        for (path, value) in parts {
            let Some((first, width)) = self.bits_of_path(root, union, &path) else { continue };
            if width == 0 || first + width > u64::from(self.int_ty(word).bits()) {
                continue;
            }
            let ones = ((1i128 << width) - 1) << first;
            *bits = (*bits & !ones) | ((value << first) & ones);
        }
    }

    /// The first bit and the number of bits of a scalar in a union that a path leads to.
    fn bits_of_path(&mut self, root: NodeId, union: NodeId, path: &[PathStep]) -> Option<(u64, u64)> {
        let types = &self.unit.types;
        let (mut node, mut first, mut width, mut is_inside) = (root, 0u64, 0, root == union);
        for step in path {
            let ty = self.points.nodes.get(node).ty;
            let (bits, size) = match (step, types.get(ty)) {
                (PathStep::Field(at), CType::Record(record)) => {
                    let field = types.record(*record).fields.as_ref()?.get(*at as usize)?;
                    node = self.points.nodes.field(node, *at, types)?;
                    (field.first_bit, field.bits.map_or(8 * size_of(types, field.ty), u64::from))
                }
                (PathStep::Index(at), &CType::Array { elem, .. }) => {
                    node = self.points.nodes.element(node, types)?;
                    (at.checked_mul(8 * size_of(types, elem))?, 8 * size_of(types, elem))
                }
                _ => return None,
            };
            if is_inside {
                (first, width) = (first.checked_add(bits)?, size);
            }
            is_inside |= node == union;
        }
        Some((first, width))
    }

    /// The place that a path leads to (or `stop`, if that is on the way), and its position among the elements.
    fn follow(&mut self, root: NodeId, path: &[PathStep], stop: Option<NodeId>) -> Option<(NodeId, u64)> {
        let types = &self.unit.types;
        let (mut node, mut at) = (root, 0u64);
        for step in path {
            if Some(node) == stop {
                break;
            }
            match step {
                PathStep::Field(field) => node = self.points.nodes.field(node, *field, types)?,
                PathStep::Index(index) => {
                    let CType::Array { len, .. } = *types.get(self.points.nodes.get(node).ty) else { return None };
                    at = match len {
                        Len::Const(len) => at.checked_mul(len)?.checked_add(*index)?,
                        _ => at.checked_add(*index)?,
                    };
                    node = self.points.nodes.element(node, types)?;
                }
            }
        }
        (at < MOST_CELLS).then_some((node, at))
    }

    /// The parts of a constant initialiser.
    fn constant(&mut self, node: NodeId, expr: &Expr) -> Option<[i128; 3]> {
        match self.leaf_ty(node) {
            LeafTy::Int(ty) => match &expr.kind {
                ExprKind::Int(value) => Some([ty.wrap(*value), 0, 0]),
                _ => None,
            },
            LeafTy::Pointer(_) => {
                let pointer = self.constant_address(expr)?;
                let part = |this: &Self, part: Option<ExprId>| match part {
                    Some(part) => this.b.exprs.as_const(part),
                    None => Some(0),
                };
                let object = self.b.exprs.as_const(pointer.object)?;
                Some([object, part(self, pointer.offset)?, part(self, pointer.instance)?])
            }
            LeafTy::Set | LeafTy::Opaque => None,
        }
    }

    fn constant_address(&mut self, expr: &Expr) -> Option<Pointer> {
        match &expr.kind {
            ExprKind::Null => Some(self.constant_pointer(NULL)),
            ExprKind::Function(func) => {
                let ty = self.unit.functions[func.index()].ty;
                let node = self.points.nodes.object(ObjectKind::Function(*func), ty);
                Some(self.constant_pointer(node))
            }
            ExprKind::AddressOf(place) => {
                let (node, indices) = self.constant_place(place)?;
                let offset = self.flatten(node, &indices);
                Some(Pointer { offset, ..self.constant_pointer(node) })
            }
            ExprKind::Decay(place) => {
                let (node, mut indices) = self.constant_place(place)?;
                let element = self.points.nodes.element(node, &self.unit.types)?;
                indices.push(self.offset(0));
                let offset = self.flatten(element, &indices);
                Some(Pointer { offset, ..self.constant_pointer(element) })
            }
            ExprKind::PointerAdd { pointer, index, backwards } => {
                let ExprKind::Int(index) = index.kind else { return None };
                let step = size_of(&self.unit.types, self.unit.types.pointee(expr.ty)?) as i128;
                let pointer = self.constant_address(pointer)?;
                let [node] = *pointer.targets else { return None };
                let own = size_of(&self.unit.types, self.points.nodes.get(node).ty).max(1) as i128;
                if index * step % own != 0 {
                    return None;
                }
                let index = index * step / own;
                let old = pointer.offset.map_or(Some(0), |offset| self.b.exprs.as_const(offset))?;
                let offset = Some(self.offset(if *backwards { old - index } else { old + index }));
                Some(Pointer { offset, ..pointer })
            }
            ExprKind::Convert(operand) => {
                let to = self.unit.types.pointee(expr.ty)?;
                let pointer = self.constant_address(operand)?;
                Some(self.convert_pointer(pointer, to, Span::NONE))
            }
            _ => None,
        }
    }

    fn constant_place(&mut self, place: &Place) -> Option<(NodeId, Vec<ExprId>)> {
        let types = &self.unit.types;
        match &place.kind {
            PlaceKind::Global(global) => {
                let ty = self.unit.globals[global.index()].ty;
                Some((self.points.nodes.object(ObjectKind::Global(*global), ty), Vec::new()))
            }
            PlaceKind::Str(id) => {
                let ty = self.unit.strings[id.index()].ty;
                Some((self.points.nodes.object(ObjectKind::Str(*id), ty), Vec::new()))
            }
            PlaceKind::Field(base, field) => {
                let (node, indices) = self.constant_place(base)?;
                Some((self.points.nodes.field(node, *field, types)?, indices))
            }
            PlaceKind::Element(base, index) => {
                let ExprKind::Int(index) = index.kind else { return None };
                let (node, mut indices) = self.constant_place(base)?;
                indices.push(self.offset(index));
                Some((self.points.nodes.element(node, types)?, indices))
            }
            _ => None,
        }
    }

    /// Chooses arbitrary values for the globals that are declared but not defined, or whose initial value is not
    /// modelled.
    pub fn havoc_extern_globals(&mut self) {
        let mut leaves: Vec<NodeId> = self.leaves.keys().copied().collect();
        leaves.sort_unstable();
        for node in leaves {
            let ObjectKind::Global(global) = self.points.nodes.kind(node) else { continue };
            let declared = &self.unit.globals[global.index()];
            let name = self.unit.symbols.name(declared.name);
            let source = match declared.is_extern {
                true if declared.in_system_header => Source::Unmodelled(format!("the library's `{name}`").into()),
                true => Source::External(name.into()),
                false if self.unknown_initial.contains(&node) => {
                    Source::Unmodelled(format!("initial value of `{name}`").into())
                }
                false if self.options.arbitrary_globals && !declared.is_const => {
                    Source::Input(format!("`{name}`").into())
                }
                false => continue,
            };
            let leaf = self.leaf(node);
            match (&leaf.ty, leaf.main) {
                // A pointer to an unknown part of a known object.
                (LeafTy::Pointer(targets), Some(_)) if !targets.contains(&FOREIGN) => {
                    self.unsupported(format!("initial value of `{name}`"), declared.span);
                }
                // A set that somebody else fills is not modelled.
                (LeafTy::Set, _) => self.unsupported(format!("initial value of the set `{name}`"), declared.span),
                (LeafTy::Int(_), Some(Cell::Var(var))) => self.emit(Op::Havoc { var, source }, declared.span),
                (LeafTy::Int(_), Some(Cell::Array(array))) => {
                    self.emit(Op::HavocArray { array, prefix: Box::default(), source }, declared.span);
                }
                (LeafTy::Pointer(_), Some(Cell::Var(var))) => {
                    let is_stream = matches!(name, "stdin" | "stdout" | "stderr");
                    let object = match is_stream {
                        true => self.number_expr(FOREIGN),
                        false => self.null_or(FOREIGN, source, declared.span),
                    };
                    self.set(var, object, declared.span);
                }
                (LeafTy::Pointer(_), Some(Cell::Array(array))) => {
                    let value = self.null_or(FOREIGN, source, declared.span);
                    self.emit(Op::Fill { array, prefix: Box::default(), value }, declared.span);
                }
                _ => {}
            }
        }
    }
}
