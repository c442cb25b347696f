//! The layout of memory: which variables and arrays hold a place of the C program.
//!
//! Each scalar place (an integer or pointer, inside whatever records and arrays) is a *leaf*: a variable when no array is
//! on its path and its object exists once, else an array with one dimension per array on the path, behind one for the
//! instance where the object can exist many times. A pointer leaf is up to three of them: place number, offset, instance.
//! Locals stay local unless their address is used.

use std::rc::Rc;

use heureka_ir::span::Span;
use heureka_ir::{Array, ArrayId, Contents, Dim, IntTy, ProcId, Role, Var, VarId};

use super::Lowerer;
use super::initial::Values;
use crate::ctype::{CType, Len};
use crate::points_to::{BITS, NodeId, ObjectKind, Step, WRITTEN};
use crate::tree::LocalId;

/// How a scalar is represented.
#[derive(Clone, Debug)]
pub enum LeafTy {
    Int(IntTy),
    /// With the places it may point to.
    Pointer(Rc<[NodeId]>),
    /// The whole of it in one array.
    Set,
    /// Not at all.
    Opaque,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    Var(VarId),
    Array(ArrayId),
}

/// Where a scalar place is stored.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub ty: LeafTy,
    /// An integer, or the object part of a pointer.
    pub main: Option<Cell>,
    pub offset: Option<Cell>,
    pub instance: Option<Cell>,
}

/// What is common to the parts of a leaf.
struct Frame {
    name: String,
    owner: Option<ProcId>,
    dims: Box<[Dim]>,
    span: Span,
    /// Contents of an array that nobody initialised.
    zeroed: bool,
}

impl Lowerer<'_> {
    /// The storage of a scalar place.
    pub fn leaf(&mut self, node: NodeId) -> Rc<Leaf> {
        if let Some(leaf) = self.leaves.get(&node) {
            return leaf.clone();
        }
        let leaf = Rc::new(self.make_leaf(node));
        self.leaves.insert(node, leaf.clone());
        leaf
    }

    fn make_leaf(&mut self, node: NodeId) -> Leaf {
        let ty = self.leaf_ty(node);
        let is_without_length = self.is_without_length(node);
        let frame = Frame {
            name: self.leaf_name(node),
            owner: self.owner(node),
            dims: self.leaf_dims(node),
            span: self.object_span(node),
            zeroed: self.is_zeroed(node),
        };
        let initial = self.initial_values(node);
        let (mut main, mut offset, mut instance) = (None, None, None);
        match &ty {
            LeafTy::Int(ty) => {
                let role = if self.is_hidden(node) { Role::Hidden } else { Role::Source };
                main = Some(self.make_cell(&frame, "", *ty, role, initial.as_ref(), 0));
            }
            LeafTy::Pointer(targets) => {
                let shape = self.pointer_shape(targets);
                let role = Role::PointerObject;
                main = Some(self.make_cell(&frame, ".obj", IntTy::OBJECT, role, initial.as_ref(), 0));
                if shape.offset {
                    let role = Role::PointerOffset;
                    offset = Some(self.make_cell(&frame, ".off", IntTy::OFFSET, role, initial.as_ref(), 1));
                }
                if shape.instance {
                    let role = Role::PointerInstance;
                    instance = Some(self.make_cell(&frame, ".inst", IntTy::OFFSET, role, initial.as_ref(), 2));
                }
            }
            LeafTy::Set => {
                let Frame { name, owner, span, .. } = frame;
                let (elem, dims, init) = (Array::MEMBERSHIP, [Dim::Element].into(), Contents::Zero);
                main = Some(Cell::Array(self.b.add_array(Array { name, elem, dims, owner, init, span })));
            }
            // Nothing but that the place is there.
            LeafTy::Opaque => {
                let is_value = matches!(self.unit.types.get(self.points.nodes.get(node).ty), CType::Opaque { .. });
                if is_value && !frame.dims.is_empty() {
                    main = Some(self.make_cell(&frame, "", IntTy::unsigned(1), Role::Hidden, None, 0));
                }
            }
        }
        if is_without_length {
            let arrays = [main, offset, instance].into_iter().flatten().filter_map(|cell| match cell {
                Cell::Array(array) => Some(array),
                Cell::Var(_) => None,
            });
            let has_rows = match self.points.nodes.kind(node) {
                ObjectKind::Heap(site) => {
                    let elem = self.points.sites[site.0 as usize].elem;
                    matches!(self.unit.types.get(elem), CType::Array { .. })
                }
                _ => false,
            };
            for array in arrays {
                self.without_length.insert(array);
                if has_rows {
                    self.without_row_length.insert(array);
                }
            }
        }
        Leaf { ty, main, offset, instance }
    }

    /// True for a local that the typing stage made, such as the length of an array, and for what a union is stored in.
    fn is_hidden(&self, node: NodeId) -> bool {
        if let Some((_, Step::Field(BITS | WRITTEN))) = self.points.nodes.get(node).parent {
            return true;
        }
        let ObjectKind::Local(func, local) = self.points.nodes.kind(node) else { return false };
        let body = self.unit.functions[func.index()].body.as_ref();
        body.is_some_and(|body| body.locals[local.index()].name.is_none())
    }

    fn make_cell(
        &mut self,
        frame: &Frame,
        suffix: &str,
        ty: IntTy,
        role: Role,
        initial: Option<&Values>,
        part: usize,
    ) -> Cell {
        let Frame { name, owner, dims, span, zeroed } = frame;
        let name = format!("{name}{suffix}");
        if dims.is_empty() {
            let init = initial.and_then(|values| values.first()).map_or(0, |(_, parts)| parts[part]);
            return Cell::Var(self.b.add_var(Var { name, ty, owner: *owner, role, init, span: *span }));
        }
        let init = match initial {
            Some(values) if values.iter().any(|(_, parts)| parts[part] != 0) => {
                let len = values.last().map_or(0, |(at, _)| *at as usize + 1);
                let mut cells = vec![0; len];
                for (at, parts) in values {
                    cells[*at as usize] = parts[part];
                }
                Contents::Values(cells.into())
            }
            _ if *zeroed => Contents::Zero,
            _ => Contents::Undefined,
        };
        Cell::Array(self.b.add_array(Array { name, elem: ty, dims: dims.clone(), owner: *owner, init, span: *span }))
    }

    /// The name of a leaf: elements are left out, since they are dimensions.
    pub fn leaf_name(&self, node: NodeId) -> String {
        let mut name = crate::points_to::object_name(self.unit, self.points.nodes.kind(node));
        for (step, parent) in self.points.nodes.path(node) {
            if let Step::Field(field) = step {
                name.push('.');
                name.push_str(&self.field_name(parent, field));
            }
        }
        name
    }

    pub fn field_name(&self, record: NodeId, field: u32) -> String {
        let ty = self.points.nodes.get(record).ty;
        let name = match *self.unit.types.get(ty) {
            CType::Record(record) => {
                self.unit.types.record(record).fields.as_ref().and_then(|fields| fields.get(field as usize)?.name)
            }
            _ => None,
        };
        match field {
            BITS => return "bits".to_owned(),
            WRITTEN => return "written".to_owned(),
            _ if matches!(self.unit.types.get(ty), CType::Int(_)) => return "parts".to_owned(),
            _ => {}
        }
        name.map_or_else(|| format!("{field}"), |name| self.unit.symbols.name(name).to_owned())
    }

    /// The type of a bit-field; `None` for other places.
    pub fn bit_field_ty(&self, node: NodeId) -> Option<IntTy> {
        let (parent, Step::Field(field)) = self.points.nodes.get(node).parent? else { return None };
        let CType::Record(record) = *self.unit.types.get(self.points.nodes.get(parent).ty) else { return None };
        let field = self.unit.types.record(record).fields.as_ref()?.get(field as usize)?;
        let bits = field.bits.filter(|bits| *bits > 0)?;
        let ty = self.unit.types.int_ty(field.ty)?;
        Some(IntTy::new(bits.min(ty.bits()), ty.is_signed()))
    }

    fn owner(&self, node: NodeId) -> Option<ProcId> {
        match self.points.nodes.kind(node) {
            ObjectKind::Local(func, _) if !self.points.is_exposed(node) => self.procs[func.index()],
            ObjectKind::Result(func) if self.field_or_scalar(self.points.nodes.root(node)) => self.procs[func.index()],
            _ => None,
        }
    }

    /// True for a scalar or a record without arrays: something that is passed in variables.
    pub fn field_or_scalar(&self, node: NodeId) -> bool {
        let ty = self.points.nodes.get(node).ty;
        match self.unit.types.get(ty) {
            CType::Record(_) => self.field_types(ty).is_some(),
            CType::Array { .. } | CType::Set => false,
            _ => true,
        }
    }

    fn is_zeroed(&self, node: NodeId) -> bool {
        match self.points.nodes.kind(node) {
            ObjectKind::Global(_) | ObjectKind::Str(_) => true,
            ObjectKind::Heap(site) => self.points.sites[site.0 as usize].zeroed,
            _ => false,
        }
    }

    /// Whether the program does not say how long an array is that the place is in.
    fn is_without_length(&self, node: NodeId) -> bool {
        let is_block = matches!(self.points.nodes.kind(node), ObjectKind::Heap(_));
        let dims = self.points.nodes.dims(node, &self.unit.types);
        dims.into_iter().enumerate().any(|(at, len)| match len {
            Len::Unknown => !(is_block && at == 0),
            Len::Const(len) => len == 0,
            Len::Variable(_) => false,
        })
    }

    fn leaf_dims(&mut self, node: NodeId) -> Box<[Dim]> {
        let mut dims = Vec::new();
        if self.points.has_instances(node) {
            dims.push(Dim::Unbounded);
        }
        for (at, len) in self.points.nodes.dims(node, &self.unit.types).into_iter().enumerate() {
            dims.push(match (len, self.points.nodes.kind(node)) {
                (Len::Const(len), _) => Dim::Const(len),
                (Len::Variable(local), _) if self.points.has_instances(node) => {
                    Dim::PerInstance(self.length_table(node, local))
                }
                (Len::Variable(local), _) => Dim::Var(self.length_var(node, local)),
                (Len::Unknown, ObjectKind::Heap(site)) if at == 0 => self.heap_dim(site),
                // A flexible array member, or an array that is declared `extern` without a length.
                (Len::Unknown, _) => Dim::Unbounded,
            });
        }
        dims.into()
    }

    /// The variable that holds a length of a variable-length array on the path to `node`.
    pub fn length_var(&mut self, node: NodeId, local: LocalId) -> VarId {
        let func = match self.points.nodes.kind(node) {
            ObjectKind::Local(func, _) => func,
            _ => self.func,
        };
        let ty =
            self.unit.functions[func.index()].body.as_ref().expect("a local has a function").locals[local.index()].ty;
        let length = self.points.nodes.object(ObjectKind::Local(func, local), ty);
        if self.points.is_exposed(node) && !self.points.is_recursive(func) {
            self.points.expose(length);
        }
        match self.leaf(length).main {
            Some(Cell::Var(var)) => var,
            other => panic!("the length of an array is a scalar variable, not {other:?}"),
        }
    }
}
