//! Locals whose address may outlive them: a pointer to one that is gone must not be used.
//!
//! Most locals need nothing of this: their address goes only down into calls. Where the analysis finds it in a place
//! that lives longer, the local has a flag. It is set where the address is taken (the local is alive then, whatever jumped
//! where), cleared on every way out of the local's scope, and checked where a pointer to it is used.

use std::collections::{HashMap, HashSet};

use heureka_ir::span::Span;
use heureka_ir::{CmpOp, ExprId, Fault, IntTy, Op};

use super::Lowerer;
use super::place::Spots;
use super::storage::Cell;
use super::value::Pointer;
use crate::points_to::{NodeId, ObjectKind, Site, SiteId};
use crate::tree::{FuncId, LocalId, Stmt, StmtKind};

/// The scopes that are open in the function being lowered, each with the flagged locals declared in it.
#[derive(Default)]
pub struct Scopes {
    open: Vec<Vec<NodeId>>,
    /// How many scopes are open outside each loop or switch, for `break`, and outside each loop, for `continue`.
    pub breaks: Vec<usize>,
    pub continues: Vec<usize>,
}

impl Scopes {
    pub fn depth(&self) -> usize {
        self.open.len()
    }
}

impl Lowerer<'_> {
    /// Finds the locals that may be pointed to when they are gone, and gives each a flag.
    pub fn flag_short_lived(&mut self) {
        let depths: HashMap<FuncId, HashMap<LocalId, u32>> = self
            .points
            .reachable
            .iter()
            .map(|&func| {
                let mut depths = HashMap::new();
                if let Some(body) = &self.unit.functions[func.index()].body {
                    scope_depths(&body.stmts, 1, &mut depths);
                }
                (func, depths)
            })
            .collect();
        let literals = &self.points.literals;
        let depth = |func: FuncId, local: LocalId| {
            let declared = depths.get(&func).and_then(|all| all.get(&local)).copied();
            declared.or_else(|| literals.get(&(func, local)).copied()).unwrap_or(1)
        };
        let pointed_to: HashSet<NodeId> =
            self.points.held_addresses().map(|(_, target)| self.points.nodes.root(target)).collect();
        let mut short_lived = HashSet::new();
        for (holder, target) in self.points.held_addresses() {
            if let ObjectKind::Heap(site) = self.points.nodes.kind(target)
                && self.is_outlived(site, holder, &pointed_to)
            {
                self.outlived.insert(site);
            }
            let ObjectKind::Local(func, local) = self.points.nodes.kind(target) else { continue };
            let outlives = match self.points.nodes.kind(holder) {
                ObjectKind::Local(other, held_in) if other == func => depth(func, held_in) < depth(func, local),
                ObjectKind::Local(other, _) => self.points.can_call(other, func),
                _ => true,
            };
            if outlives {
                short_lived.insert(self.points.nodes.root(target));
            }
        }
        let mut short_lived: Vec<NodeId> = short_lived.into_iter().collect();
        short_lived.sort_unstable();
        for root in short_lived {
            let name = format!("{}.alive", self.place_name(root));
            let many = self.points.has_instances(root);
            let span = self.object_span(root);
            let flag = self.bookkeeping(&name, IntTy::unsigned(1), many, span);
            self.alive.insert(root, flag);
        }
    }

    /// A block from `alloca` is gone when its function returns. Where something that lives longer points to it, its use
    /// elsewhere is not followed. A local of a call that lasts longer gets its address through a pointer to that local; where the
    /// address is returned, or kept elsewhere, that is a holder itself.
    fn is_outlived(&self, site: SiteId, holder: NodeId, pointed_to: &HashSet<NodeId>) -> bool {
        let Site { automatic, func, .. } = self.points.sites[site.0 as usize];
        let is_reached = || pointed_to.contains(&self.points.nodes.root(holder));
        let outlives = match self.points.nodes.kind(holder) {
            ObjectKind::Local(other, _) if other == func => self.points.is_recursive(func) && is_reached(),
            ObjectKind::Local(other, _) => self.points.can_call(other, func) && is_reached(),
            ObjectKind::Heap(other) => {
                let other = &self.points.sites[other.0 as usize];
                !other.automatic || other.func != func || self.points.is_recursive(func)
            }
            _ => true,
        };
        automatic && outlives
    }

    /// True in code that only runs while the one call of the function lasts that allocates at this site.
    pub fn is_inside_call(&self, site: SiteId) -> bool {
        let func = self.points.sites[site.0 as usize].func;
        // The entry function lasts as long as the program.
        let lasts = func == self.func || func == self.points.reachable[0];
        lasts && self.points.runs_once(func)
    }

    fn set_alive(&mut self, root: NodeId, instance: Option<ExprId>, alive: bool, span: Span) {
        let value = self.b.exprs.int(IntTy::unsigned(1), alive.into());
        match self.alive.get(&root) {
            Some(Cell::Var(var)) => self.set(*var, value, span),
            Some(&Cell::Array(array)) => {
                let instance = instance.unwrap_or_else(|| self.offset(0));
                self.emit(Op::Store { array, indices: [instance].into(), value }, span);
            }
            None => {}
        }
    }

    /// The address of a place is taken by the function that owns it: the object is alive.
    pub fn note_address(&mut self, spots: &Spots, span: Span) {
        if self.alive.is_empty() {
            return;
        }
        for (_, spot) in &spots.0 {
            let root = self.points.nodes.root(spot.node);
            let own = matches!(self.points.nodes.kind(root), ObjectKind::Local(func, _) if func == self.func);
            // Through a pointer it may be another call's local: that was checked when the pointer was used.
            if own && spots.0.len() == 1 {
                self.set_alive(root, spot.instance, true, span);
            }
        }
    }

    /// A pointer to a local whose scope has ended must not be used.
    pub fn check_in_scope(&mut self, pointer: &Pointer, node: NodeId, here: ExprId, span: Span) {
        let root = self.points.nodes.root(node);
        let Some(&cell) = self.alive.get(&root) else { return };
        let flag = match cell {
            Cell::Var(var) => self.b.var_expr(var),
            Cell::Array(array) => {
                let instance = pointer.instance.unwrap_or_else(|| self.offset(0));
                self.b.exprs.read(array, IntTy::unsigned(1), [instance].into())
            }
        };
        let zero = self.b.exprs.int(IntTy::unsigned(1), 0);
        let gone = self.b.exprs.compare(CmpOp::Eq, flag, zero);
        let bad = self.b.exprs.and(here, gone);
        let note = format!("`{}` is gone", self.place_name(root));
        self.unless_fault(bad, Fault::InvalidPointer, note, span);
    }

    // Scopes.

    pub fn open_scope(&mut self) {
        self.scopes.open.push(Vec::new());
    }

    /// A local of the current scope was declared.
    pub fn in_scope(&mut self, node: NodeId) {
        let root = self.points.nodes.root(node);
        if self.alive.contains_key(&root)
            && let Some(scope) = self.scopes.open.last_mut()
            && !scope.contains(&root)
        {
            scope.push(root);
        }
    }

    pub fn close_scope(&mut self, span: Span) {
        let depth = self.scopes.depth() - 1;
        self.leave_scopes(depth, span);
        self.scopes.open.pop();
    }

    /// Control leaves all scopes but the first `keep`.
    pub fn leave_scopes(&mut self, keep: usize, span: Span) {
        if self.at.is_none() || self.alive.is_empty() {
            return;
        }
        let gone: Vec<NodeId> = self.scopes.open[keep..].iter().flatten().copied().collect();
        for root in gone {
            let instance = self.points.has_instances(root).then(|| {
                let own = self.own_instance_var(root);
                self.b.var_expr(own)
            });
            self.set_alive(root, instance, false, span);
        }
    }

    /// `goto` may leave scopes, and which is not followed: refused when one of them has a flagged local.
    pub fn may_leave_by_goto(&self) -> bool {
        self.scopes.open.iter().skip(1).any(|scope| !scope.is_empty())
    }
}

/// How deep in blocks each local is declared.
fn scope_depths(stmts: &[Stmt], depth: u32, depths: &mut HashMap<LocalId, u32>) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Declare(local, _) => drop(depths.insert(*local, depth)),
            StmtKind::Block(inner) => scope_depths(inner, depth + 1, depths),
            StmtKind::If { then, otherwise, .. } => {
                scope_depths(std::slice::from_ref(then), depth + 1, depths);
                if let Some(otherwise) = otherwise {
                    scope_depths(std::slice::from_ref(otherwise), depth + 1, depths);
                }
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::Switch { body, .. } => {
                scope_depths(std::slice::from_ref(body), depth + 1, depths);
            }
            StmtKind::For { init, body, .. } => {
                scope_depths(init, depth + 1, depths);
                scope_depths(std::slice::from_ref(body), depth + 2, depths);
            }
            _ => {}
        }
    }
}
