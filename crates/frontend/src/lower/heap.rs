//! Heap blocks and other objects that can exist many times: allocation, `free`, instances.
//!
//! The blocks of a site that allocates at most once are one array with a length in a variable. Otherwise each block is
//! an instance, numbered from 1, and lengths and states are arrays over instances. No instance is used twice.

use heureka_ir::blocks::live_name;
use heureka_ir::span::Span;
use heureka_ir::{Array, ArrayId, BinOp, CmpOp, Contents, Dim, ExprId, Fault, IntTy, LocKind, Op, Role, Var, VarId};

use super::Lowerer;
use super::place::{Spot, Spots};
use super::storage::{Cell, LeafTy};
use super::value::{Pointer, Value};
use crate::ctype::{CType, Len, TyId, Types};
use crate::library::Known;
use crate::points_to::{NULL, NodeId, ObjectKind, Site, SiteId};
use crate::tree::{Expr, ExprKind, LocalId};

/// The bookkeeping of a site.
pub struct HeapSite {
    /// The number of elements.
    len: Cell,
    /// 1 while the block is allocated and not freed; only where a block of this site may be freed, or where leaks are asked
    /// for. Then it is a set if there are instances.
    live: Option<Cell>,
}

impl Lowerer<'_> {
    pub fn declare_heap(&mut self) {
        for at in 0..self.points.sites.len() {
            let site = SiteId(at as u32);
            let root = self.points.nodes.find(ObjectKind::Heap(site)).expect("the analysis made the object");
            let many = self.points.has_instances(root);
            let span = self.points.sites[at].span;
            let name = crate::points_to::object_name(self.unit, ObjectKind::Heap(site));
            let len = self.bookkeeping(&format!("{name}.len"), IntTy::OFFSET, many, span);
            let is_counted = self.leaks && !self.points.sites[at].automatic;
            let live = (self.points.freed[at] || is_counted).then(|| {
                let name = live_name(&name);
                match many && is_counted {
                    true => Cell::Array(self.hidden_array(&name, Array::MEMBERSHIP, Dim::Element, span)),
                    false => self.bookkeeping(&name, IntTy::unsigned(1), many, span),
                }
            });
            self.heap.push(HeapSite { len, live });
        }
    }

    pub fn bookkeeping(&mut self, name: &str, ty: IntTy, many: bool, span: Span) -> Cell {
        if !many {
            return Cell::Var(self.hidden_global(name, ty, span));
        }
        Cell::Array(self.hidden_array(name, ty, Dim::Unbounded, span))
    }

    fn hidden_array(&mut self, name: &str, elem: IntTy, dim: Dim, span: Span) -> ArrayId {
        let dims = [dim].into();
        self.b.add_array(Array { name: name.to_owned(), elem, dims, owner: None, init: Contents::Zero, span })
    }

    pub fn heap_dim(&self, site: SiteId) -> Dim {
        match self.heap[site.0 as usize].len {
            Cell::Var(var) => Dim::Var(var),
            Cell::Array(array) => Dim::PerInstance(array),
        }
    }

    // Instances.

    /// The hidden local that holds the instance of an object that the current call made.
    pub fn own_instance_var(&mut self, node: NodeId) -> VarId {
        let root = self.points.nodes.root(node);
        if let Some(&var) = self.own_instance.get(&root) {
            return var;
        }
        let owner = match self.points.nodes.kind(root) {
            ObjectKind::Local(func, _) => self.procs[func.index()],
            _ => Some(self.proc),
        };
        let name = format!("{}.own", self.place_name(root));
        let span = self.object_span(root);
        let var = self.b.add_var(Var { name, ty: IntTy::OFFSET, owner, role: Role::Hidden, init: 0, span });
        self.own_instance.insert(root, var);
        var
    }

    fn next_instance(&mut self, node: NodeId, span: Span) -> ExprId {
        let root = self.points.nodes.root(node);
        let count = match self.instance_count.get(&root) {
            Some(&count) => count,
            None => {
                let name = format!("{}.count", self.place_name(root));
                let count = self.hidden_global(&name, IntTy::OFFSET, self.object_span(root));
                self.instance_count.insert(root, count);
                count
            }
        };
        let (old, one) = (self.b.var_expr(count), self.offset(1));
        let new = self.b.exprs.binary(BinOp::Add, old, one);
        self.set(count, new, span);
        self.b.var_expr(count)
    }

    /// The current call gets an instance of its own of a local.
    pub fn new_instance(&mut self, node: NodeId, span: Span) {
        let instance = self.next_instance(node, span);
        let own = self.own_instance_var(node);
        self.set(own, instance, span);
    }

    /// The array over instances that holds a length of an object with a variable length and many instances.
    pub fn length_table(&mut self, node: NodeId, length: LocalId) -> ArrayId {
        let root = self.points.nodes.root(node);
        if let Some(&table) = self.length_tables.get(&(root, length)) {
            return table;
        }
        let name = format!("{}.len{}", self.place_name(root), length.0);
        let table = self.hidden_array(&name, IntTy::OFFSET, Dim::Unbounded, self.object_span(root));
        self.length_tables.insert((root, length), table);
        table
    }

    /// Notes the lengths of a new instance of a variable-length array.
    pub fn record_lengths(&mut self, node: NodeId, ty: TyId, span: Span) {
        if !self.points.has_instances(node) {
            return;
        }
        let mut ty = ty;
        let mut rows = false;
        while let CType::Array { elem, len } = *self.unit.types.get(ty) {
            if let Len::Variable(local) = len {
                if rows {
                    return self.unsupported("rows of variable length in a recursive function", span);
                }
                let (var, array) = (self.length_var(node, local), self.length_table(node, local));
                let length = self.b.var_expr(var);
                let value = self.b.exprs.cast(IntTy::OFFSET, length);
                let own = self.own_instance_var(node);
                let indices = [self.b.var_expr(own)].into();
                self.emit(Op::Store { array, indices, value }, span);
            }
            rows = true;
            ty = elem;
        }
    }

    // Allocation.

    pub fn allocate(&mut self, call: &Expr, known: Known, args: &[Value]) -> Value {
        let span = call.span;
        let Some(site) = self.points.site(call) else {
            self.unsupported("allocation that the points-to analysis has not seen", span);
            return self.nothing(call.ty);
        };
        let elem = self.points.sites[site.0 as usize].elem;
        let size = size_of(&self.unit.types, elem).max(1);
        if ends_with_array(&self.unit.types, elem) {
            self.refuse_longer_end(call, known, args, size);
        }
        let count = match (known, args) {
            (Known::Calloc, [n, each, ..]) => self.calloc_count(n.int(), each.int(), size),
            (Known::Realloc, [_, bytes, ..]) | (_, [bytes, ..]) => self.count_of(bytes.int(), size),
            _ => self.offset(0),
        };
        let count = self.hold(count, span);
        let pointer = self.new_block(site, count, span);
        if known == Known::Realloc {
            let zero = self.offset(0);
            let nothing = self.b.exprs.compare(CmpOp::Eq, count, zero);
            self.unless(nothing, LocKind::Unsupported { what: "realloc to no bytes".into() }, span);
            let old = args[0].clone().pointer();
            self.move_block(&pointer, &old, count, span);
        }
        Value::Pointer(pointer)
    }

    /// A block for a record whose last member is an array may be allocated with more bytes than the record has, so that the array
    /// is longer than declared. Such blocks are not modelled.
    fn refuse_longer_end(&mut self, call: &Expr, known: Known, args: &[Value], size: u64) {
        let ExprKind::Call { args: exprs, .. } = &call.kind else { return };
        let at = usize::from(matches!(known, Known::Calloc | Known::Realloc));
        let (Some(expr), Some(Value::Int(bytes))) = (exprs.get(at), args.get(at)) else { return };
        let (bytes, ty) = (*bytes, self.b.exprs.int_ty(*bytes));
        let longer = match &without_conversions(expr).kind {
            ExprKind::Binary(BinOp::Add, ..) => self.b.exprs.bool(true),
            // The number of bytes of some records.
            ExprKind::Binary(BinOp::Mul, ..) => return,
            _ => match self.b.exprs.as_const(bytes) {
                Some(bytes) => self.b.exprs.bool(bytes % i128::from(size) != 0),
                None => {
                    let (size, zero) = (self.b.exprs.int(ty, size.into()), self.b.exprs.int(ty, 0));
                    let rest = self.b.exprs.binary(BinOp::Rem, bytes, size);
                    self.b.exprs.compare(CmpOp::Ne, rest, zero)
                }
            },
        };
        let what = "a block that is longer than the record with an array at its end that it is for";
        self.unless(longer, LocKind::Unsupported { what: what.into() }, call.span);
    }

    fn new_block(&mut self, site: SiteId, count: ExprId, span: Span) -> Pointer {
        let root = self.points.nodes.find(ObjectKind::Heap(site)).expect("the analysis made the object");
        let element = self.points.nodes.element(root, &self.unit.types).expect("a heap block is an array");
        let instance = self.points.has_instances(root).then(|| {
            let instance = self.next_instance(root, span);
            self.hold(instance, span)
        });
        match self.heap[site.0 as usize].len {
            Cell::Var(var) => self.set(var, count, span),
            Cell::Array(array) => {
                let indices = [instance.expect("an array of lengths goes with instances")].into();
                self.emit(Op::Store { array, indices, value: count }, span);
            }
        }
        let spot = Spot { node: root, instance, indices: Vec::new() };
        if !self.points.sites[site.0 as usize].zeroed {
            self.each_leaf(&spot, &mut |this, leaf_spot| {
                if let LeafTy::Pointer(_) = this.leaf(leaf_spot.node).ty {
                    this.fill_unset(leaf_spot, span);
                }
            });
        }
        self.set_live(site, instance, true, span);
        let offset = Some(self.offset(0));
        Pointer { object: self.number_expr(element), offset, instance, targets: [element].into() }
    }

    /// How many elements fit in a number of bytes.
    pub fn count_of(&mut self, bytes: ExprId, size: u64) -> ExprId {
        let ty = self.b.exprs.int_ty(bytes);
        let count = match self.b.exprs.as_const(bytes) {
            Some(bytes) => self.b.exprs.int(ty, bytes / size as i128),
            None if size == 1 => bytes,
            None => {
                let size = self.b.exprs.int(ty, size as i128);
                self.b.exprs.binary(BinOp::Div, bytes, size)
            }
        };
        self.length(count)
    }

    /// The number as the length of a block. Allocation never fails, so what is too large for a length is the largest one.
    fn length(&mut self, count: ExprId) -> ExprId {
        let ty = self.b.exprs.int_ty(count);
        let length = self.b.exprs.cast(IntTy::OFFSET, count);
        let largest = IntTy::OFFSET.max();
        let fits = match self.b.exprs.as_const(count) {
            Some(count) => count <= largest,
            None => ty.max() <= largest,
        };
        if fits {
            return length;
        }
        let limit = self.b.exprs.int(ty, largest);
        let is_larger = self.b.exprs.compare(CmpOp::Lt, limit, count);
        let largest = self.offset(largest);
        self.b.exprs.ite(is_larger, largest, length)
    }

    /// How many elements `calloc` makes. It never fails, so a product that is no number of bytes counts as the largest one.
    fn calloc_count(&mut self, n: ExprId, each: ExprId, size: u64) -> ExprId {
        let (n, each) = if self.b.exprs.as_const(n).is_some() { (each, n) } else { (n, each) };
        let each_const = self.b.exprs.as_const(each);
        if each_const == Some(size as i128) {
            return self.length(n);
        }
        let ty = self.b.exprs.int_ty(n);
        let most = match each_const {
            Some(each) => self.b.exprs.int(ty, ty.max() / each.max(1)),
            None => {
                let (zero, one) = (self.b.exprs.int(ty, 0), self.b.exprs.int(ty, 1));
                let is_zero = self.b.exprs.compare(CmpOp::Eq, each, zero);
                let divisor = self.b.exprs.ite(is_zero, one, each);
                let largest = self.b.exprs.int(ty, ty.max());
                self.b.exprs.binary(BinOp::Div, largest, divisor)
            }
        };
        let fits = self.b.exprs.compare(CmpOp::Le, n, most);
        let product = self.b.exprs.binary(BinOp::Mul, n, each);
        let largest = self.b.exprs.int(ty, ty.max());
        let bytes = self.b.exprs.ite(fits, product, largest);
        self.count_of(bytes, size)
    }

    /// `realloc`: the old contents are copied as far as they fit, and the old block is freed.
    fn move_block(&mut self, new: &Pointer, old: &Pointer, count: ExprId, span: Span) {
        let old = self.hold_pointer(old.clone(), span);
        let null = self.points_to(&old, NULL);
        let (nothing, moving, done) = (self.new_loc(span), self.new_loc(span), self.new_loc(span));
        self.split(null, nothing, moving, span);
        self.enter(nothing);
        self.jump(done, span);
        self.enter(moving);
        let elem = self.points.nodes.get(new.targets[0]).ty;
        for &node in old.targets.clone().iter() {
            let ObjectKind::Heap(site) = self.points.nodes.kind(node) else { continue };
            let len = self.block_len(site, old.instance);
            let less = self.b.exprs.compare(CmpOp::Lt, len, count);
            let here = self.points_to(&old, node);
            let common = self.b.exprs.ite(less, len, count);
            let zero = self.offset(0);
            let common = self.b.exprs.ite(here, common, zero);
            let common = self.hold(common, span);
            let only = Pointer { targets: [node].into(), ..old.clone() };
            self.copy_elements(new, &only, common, elem, span);
        }
        self.free(old, span);
        self.jump(done, span);
        self.enter(done);
    }

    fn block_len(&mut self, site: SiteId, instance: Option<ExprId>) -> ExprId {
        match self.heap[site.0 as usize].len {
            Cell::Var(var) => self.b.var_expr(var),
            Cell::Array(array) => {
                let instance = instance.unwrap_or_else(|| self.offset(0));
                self.b.exprs.read(array, IntTy::OFFSET, [instance].into())
            }
        }
    }

    /// The condition that the block was freed.
    fn is_freed(&mut self, cell: Cell, instance: Option<ExprId>) -> ExprId {
        let flag = match cell {
            Cell::Var(var) => self.b.var_expr(var),
            Cell::Array(array) => {
                let instance = instance.unwrap_or_else(|| self.offset(0));
                self.b.exprs.read(array, self.b.arrays[array.index()].elem, [instance].into())
            }
        };
        let zero = self.b.exprs.int(self.b.exprs.int_ty(flag), 0);
        self.b.exprs.compare(CmpOp::Eq, flag, zero)
    }

    fn set_live(&mut self, site: SiteId, instance: Option<ExprId>, live: bool, span: Span) {
        match self.heap[site.0 as usize].live {
            Some(Cell::Var(var)) => {
                let value = self.b.exprs.int(self.b.vars[var.index()].ty, live.into());
                self.set(var, value, span);
            }
            Some(Cell::Array(array)) => {
                let value = self.b.exprs.int(self.b.arrays[array.index()].elem, live.into());
                let instance = instance.unwrap_or_else(|| self.offset(0));
                self.emit(Op::Store { array, indices: [instance].into(), value }, span);
            }
            None => {}
        }
    }

    /// A block that was freed, or a local that is gone, must not be used.
    pub fn check_alive(&mut self, pointer: &Pointer, node: NodeId, here: ExprId, span: Span) {
        let ObjectKind::Heap(site) = self.points.nodes.kind(node) else {
            return self.check_in_scope(pointer, node, here, span);
        };
        if self.outlived.contains(&site) && !self.is_inside_call(site) {
            let what = "use of memory from `alloca` that may be gone".into();
            return self.unless(here, LocKind::Unsupported { what }, span);
        }
        if let Some(cell) = self.heap[site.0 as usize].live.filter(|_| self.points.freed[site.0 as usize]) {
            let freed = self.is_freed(cell, pointer.instance);
            let bad = self.b.exprs.and(here, freed);
            self.unless_fault(bad, Fault::UseAfterFree, "", span);
        }
    }

    pub fn free(&mut self, pointer: Pointer, span: Span) {
        let pointer = self.hold_pointer(pointer, span);
        let mut spots = Vec::new();
        for &node in pointer.targets.clone().iter() {
            let here = self.points_to(&pointer, node);
            match (node, self.points.nodes.kind(node)) {
                (NULL, _) => {}
                (_, ObjectKind::Heap(site)) if !self.points.sites[site.0 as usize].automatic => {
                    let instance = pointer.instance.filter(|_| self.points.has_instances(node));
                    spots.push((here, Spot { node, instance, indices: Vec::new() }));
                }
                _ => self.unless_fault(here, Fault::InvalidFree, self.place_name(node), span),
            }
        }
        let null = self.points_to(&pointer, NULL);
        let (freeing, done) = (self.new_loc(span), self.new_loc(span));
        // The user wrote no such branch.
        self.split(null, done, freeing, Span::NONE);
        self.enter(freeing);
        if let Some(offset) = pointer.offset {
            let zero = self.offset(0);
            let inside = self.b.exprs.compare(CmpOp::Ne, offset, zero);
            self.unless_fault(inside, Fault::InvalidFree, "", span);
        }
        self.at_each_spot(&Spots(spots), span, |this, spot| this.free_block(spot, span));
        self.jump(done, span);
        self.enter(done);
    }

    fn free_block(&mut self, spot: &Spot, span: Span) {
        let ObjectKind::Heap(site) = self.points.nodes.kind(spot.node) else { return };
        let Some(cell) = self.heap[site.0 as usize].live else { return };
        let freed = self.is_freed(cell, spot.instance);
        self.unless_fault(freed, Fault::DoubleFree, "", span);
        self.set_live(site, spot.instance, false, span);
    }

    /// At the end of the execution every block must have been freed, when leaks are asked for; where only lost blocks are, one
    /// that is not freed may still be pointed to, by a global or (at a call of `exit`) by a local.
    pub fn check_leaks(&mut self, is_exit: bool, span: Span) {
        if !self.leaks {
            return;
        }
        let is_doubtful = self.options.only_lost && (is_exit || self.has_global_pointers_to_blocks());
        for at in 0..self.heap.len() {
            let Site { automatic, span: site, .. } = self.points.sites[at];
            let leak = match self.heap[at].live.filter(|_| !automatic) {
                None => continue,
                Some(Cell::Array(set)) if self.b.arrays[set.index()].is_set() => self.b.exprs.not_empty(set),
                Some(cell) => {
                    let freed = self.is_freed(cell, None);
                    self.b.exprs.not(freed)
                }
            };
            let file = self.b.files.name(site.file).rsplit('/').next().unwrap_or_default();
            let note = format!("allocated at {file}:{}", site.line);
            match is_doubtful {
                true => {
                    let what = "a block that is not freed, but may still be pointed to".into();
                    self.unless(leak, LocKind::Unsupported { what }, span);
                }
                false => self.unless_fault(leak, Fault::Leak, note, span),
            }
        }
    }

    fn has_global_pointers_to_blocks(&self) -> bool {
        let is_block = |node: &NodeId| matches!(self.points.nodes.kind(*node), ObjectKind::Heap(_));
        self.leaves.iter().any(|(node, leaf)| {
            let is_global = matches!(self.points.nodes.kind(*node), ObjectKind::Global(_));
            is_global && matches!(&leaf.ty, LeafTy::Pointer(targets) if targets.iter().any(is_block))
        })
    }
}

/// The size of a type in bytes; 1 for a type without a size, 0 for an array without a length.
pub fn size_of(types: &Types, ty: TyId) -> u64 {
    match types.get(ty) {
        CType::Void | CType::Function(_) | CType::Bool => 1,
        CType::Int(_) => types.int_ty(ty).map_or(16, |ty| u64::from(ty.bits() / 8)),
        CType::Opaque { bytes, .. } => *bytes,
        CType::Set => types.size_of(ty).unwrap_or(1),
        CType::Pointer { .. } => types.model.pointer_bytes(),
        CType::Array { elem, len: Len::Const(len) } => size_of(types, *elem).saturating_mul(*len),
        CType::Array { .. } => 0,
        CType::Record(record) => types.record(*record).size,
    }
}

fn without_conversions(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) => without_conversions(inner),
        _ => expr,
    }
}

/// True for a record whose last member is an array with a length, or a record of that kind.
fn ends_with_array(types: &Types, ty: TyId) -> bool {
    let CType::Record(record) = *types.get(ty) else { return false };
    let last = types.record(record).fields.as_ref().and_then(|fields| fields.last());
    last.is_some_and(|last| match *types.get(last.ty) {
        CType::Array { len, .. } => matches!(len, Len::Const(1..)),
        _ => ends_with_array(types, last.ty),
    })
}
