//! Points-to analysis of the typed tree: which places each pointer can point to.
//!
//! Inclusion-based (Andersen), insensitive to flow and calling context, sensitive to fields. The program is evaluated
//! over sets of nodes again and again until nothing changes; only functions that can be called are looked at. It also
//! finds what lowering needs to lay out memory: heap sites and the types of their elements, which locals have their
//! address taken, which functions are recursive, and what is executed at most once.

mod calls;
mod displace;
mod evaluate;
mod objects;
mod overlay;
mod sharing;
mod statements;
mod view;

use std::collections::{BTreeMap, HashMap};

use heureka_ir::span::Span;

pub use self::displace::{displaced, shifted};
pub use self::evaluate::analyse;
pub use self::objects::{FOREIGN, NULL, NodeId, Nodes, ObjectKind, SiteId, Step, WILD, object_name};
pub use self::overlay::{BITS, Enclosing, Overlay, WRITTEN, is_union, overlay};
pub use self::view::{Peeled, peel, seen_as};
use crate::ctype::{CType, Len, TyId, Types};
use crate::tree::{Expr, FuncId, LocalId};

/// A sorted set of nodes.
pub type Targets = Vec<NodeId>;

/// A call that allocates memory.
#[derive(Clone, Debug)]
pub struct Site {
    pub func: FuncId,
    pub span: Span,
    /// The element type, from the pointer type to which the result is first converted.
    pub elem: TyId,
    pub zeroed: bool,
    /// The block goes away by itself (`alloca`).
    pub automatic: bool,
    pub in_loop: bool,
}

/// The result of the analysis.
pub struct PointsTo {
    pub nodes: Nodes,
    /// For each node of pointer type, what it may hold.
    cells: Vec<Targets>,
    pub sites: Vec<Site>,
    site_of_call: HashMap<*const Expr, SiteId>,
    /// Objects whose address is used as a value, by root node.
    exposed: Vec<bool>,
    /// Sites whose blocks may be freed.
    pub freed: Vec<bool>,
    /// The functions with a body that can be called, in the order in which they were met; the first is the entry.
    pub reachable: Vec<FuncId>,
    /// For each call of a function, the caller and whether the call stands in a loop.
    calls: BTreeMap<FuncId, Vec<(FuncId, bool)>>,
    callees: Vec<Vec<FuncId>>,
    recursive: Vec<bool>,
    /// How deep in blocks each compound literal stands.
    pub literals: HashMap<(FuncId, LocalId), u32>,
}

impl PointsTo {
    pub fn targets(&self, cell: NodeId) -> &[NodeId] {
        self.cells.get(cell.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The site of an allocating call that the analysis has seen.
    pub fn site(&self, call: &Expr) -> Option<SiteId> {
        self.site_of_call.get(&std::ptr::from_ref(call)).copied()
    }

    /// True when the object's address is used as a value, so that others may access it.
    pub fn is_exposed(&self, node: NodeId) -> bool {
        self.exposed.get(self.nodes.root(node).0 as usize).copied().unwrap_or(false)
    }

    /// Says that others than its function access an object.
    pub fn expose(&mut self, node: NodeId) {
        let root = self.nodes.root(node).0 as usize;
        if self.exposed.len() <= root {
            self.exposed.resize(root + 1, false);
        }
        self.exposed[root] = true;
    }

    /// All pairs of a pointer's place and a place that it may point to.
    pub fn held_addresses(&self) -> impl Iterator<Item = (NodeId, NodeId)> {
        let cells = self.cells.iter().enumerate();
        cells.flat_map(|(cell, targets)| targets.iter().map(move |&target| (NodeId(cell as u32), target)))
    }

    /// True when a call of `from` can lead to a call of `to`.
    pub fn can_call(&self, from: FuncId, to: FuncId) -> bool {
        let mut seen = vec![false; self.callees.len()];
        let mut work = vec![from];
        while let Some(func) = work.pop() {
            for &callee in &self.callees[func.index()] {
                if callee == to {
                    return true;
                }
                if !std::mem::replace(&mut seen[callee.index()], true) {
                    work.push(callee);
                }
            }
        }
        false
    }

    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive[func.index()]
    }

    /// True when the object can exist more than once at a time: a heap block allocated again and again, or an exposed
    /// local of a recursive function.
    pub fn has_instances(&self, node: NodeId) -> bool {
        match self.nodes.kind(node) {
            ObjectKind::Heap(site) => {
                let site = &self.sites[site.0 as usize];
                site.in_loop || !self.runs_once(site.func)
            }
            ObjectKind::Local(func, _) => self.is_exposed(node) && self.is_recursive(func),
            _ => false,
        }
    }

    /// True when the function is called at most once in an execution.
    pub fn runs_once(&self, func: FuncId) -> bool {
        let mut at = func;
        for _ in 0..=self.reachable.len() {
            match self.calls.get(&at).map(Vec::as_slice) {
                None | Some([]) => return true,
                Some([(caller, false)]) => at = *caller,
                Some(_) => return false,
            }
        }
        false
    }
}

/// True when an access of type `b` to a place of type `a` finds a value of type `b` there: the types are equal, or are
/// integers of the same width, or are both pointers.
pub fn compatible(types: &Types, a: TyId, b: TyId) -> bool {
    if a == b {
        return true;
    }
    match (types.get(a), types.get(b)) {
        (CType::Pointer { .. }, CType::Pointer { .. }) => true,
        (CType::Int(_), CType::Int(_)) => {
            matches!((types.int_ty(a), types.int_ty(b)), (Some(x), Some(y)) if x.bits() == y.bits())
        }
        (CType::Array { elem: x, len: m }, CType::Array { elem: y, len: n }) => {
            compatible(types, *x, *y) && (m == n || !matches!((m, n), (Len::Const(_), Len::Const(_))))
        }
        (CType::Function(_), CType::Function(_)) => true,
        _ => false,
    }
}
