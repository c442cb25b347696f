//! Statements to control flow.

use heureka_ir::span::Span;
use heureka_ir::{CmpOp, ExprId, Fault, LocId, LocKind, Op, Source};

use super::Lowerer;
use super::place::{Spot, Spots};
use super::skipped::skipped_declarations;
use super::storage::{Cell, LeafTy};
use super::value::Value;
use crate::ctype::{CType, Len, TyId};
use crate::points_to::{NodeId, ObjectKind, WILD};
use crate::tree::{Expr, FuncId, Init, InitValue, LocalId, PathStep, Stmt, StmtKind, StrId};

/// Where jumps of the current function lead.
#[derive(Default)]
pub struct JumpTargets {
    labels: Vec<LocId>,
    breaks: Vec<LocId>,
    continues: Vec<LocId>,
    switches: Vec<Vec<(CaseLabel, LocId)>>,
}

#[derive(Clone, Copy)]
enum CaseLabel {
    Range(i128, i128),
    Default,
}

impl Lowerer<'_> {
    /// Lowers the body of a function whose procedure has been declared.
    pub fn function(&mut self, func: FuncId) {
        let unit = self.unit;
        let Some(body) = &unit.functions[func.index()].body else { return };
        self.func = func;
        self.proc = self.procs[func.index()].expect("reachable functions have procedures");
        self.temps = 0;
        self.loop_depth = u32::from(!body.labels.is_empty());
        self.targets = JumpTargets::default();
        self.targets.labels = body.labels.iter().map(|(_, span)| self.new_loc(*span)).collect();
        self.skipped = skipped_declarations(&body.stmts);
        self.enter(self.b.procs[self.proc.index()].entry);
        self.scopes = super::lifetime::Scopes::default();
        self.open_scope();
        self.receive_arguments(func);
        self.stmts(&body.stmts);
        self.fall_off(func, body.end);
    }

    /// The end of the body without a `return`: 0 for `main`, else an arbitrary value.
    fn fall_off(&mut self, func: FuncId, span: Span) {
        if self.at.is_none() {
            return;
        }
        let result = self.result_type(func);
        if matches!(self.unit.types.get(result), CType::Void) {
            return self.return_values(Vec::new(), span);
        }
        let is_main = self.unit.symbols.name(self.unit.functions[func.index()].name) == "main";
        let value = match self.unit.types.get(result) {
            _ if is_main => self.nothing(result),
            // Such a pointer may be any, not only one of those that the function returns elsewhere.
            CType::Pointer { .. } => Value::Opaque,
            _ => self.arbitrary(result, &Source::Uninitialised, span),
        };
        self.return_value(func, value, span);
    }

    /// A statement that is a block of its own, with braces or without.
    fn inner(&mut self, stmt: &Stmt) {
        self.open_scope();
        self.stmt(stmt);
        self.close_scope(stmt.span);
    }

    pub fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Declare(local, init) => self.declare(*local, init.as_ref(), span),
            StmtKind::Block(stmts) => {
                self.open_scope();
                self.stmts(stmts);
                self.close_scope(span);
            }
            StmtKind::If { condition, then, otherwise } => {
                let (yes, no) = (self.new_loc(span), self.new_loc(span));
                self.branch(condition, yes, no);
                self.enter(yes);
                self.inner(then);
                match otherwise {
                    None => {
                        self.jump(no, span);
                        self.enter(no);
                    }
                    Some(otherwise) => {
                        let join = self.new_loc(span);
                        self.jump(join, span);
                        self.enter(no);
                        self.inner(otherwise);
                        self.jump(join, span);
                        self.enter(join);
                    }
                }
            }
            StmtKind::While { condition, body } => self.looping(Some(condition), None, body, span),
            StmtKind::For { init, condition, step, body } => {
                self.open_scope();
                self.stmts(init);
                self.looping(condition.as_ref(), step.as_ref(), body, span);
                self.close_scope(span);
            }
            StmtKind::DoWhile { body, condition } => self.do_while(body, condition, span),
            StmtKind::Switch { value, body } => self.switch(stmt, value, body),
            StmtKind::Case { low, high } => self.case(CaseLabel::Range(*low, *high), span),
            StmtKind::Default => self.case(CaseLabel::Default, span),
            StmtKind::Label(label) => {
                let loc = self.targets.labels[label.index()];
                self.jump(loc, span);
                self.enter(loc);
                let body = self.unit.functions[self.func.index()].body.as_ref().expect("we are in it");
                let name = self.unit.symbols.name(body.labels[label.index()].0);
                if self.options.error_label.as_deref() == Some(name) {
                    self.end(LocKind::Error { fault: Fault::ErrorLabel, note: name.into() }, span);
                }
            }
            StmtKind::Goto(_) if self.may_leave_by_goto() => {
                self.unsupported("goto out of a block with a local that is pointed to from outside", span);
            }
            StmtKind::Goto(label) => {
                self.skip_declarations(stmt);
                self.jump(self.targets.labels[label.index()], span);
            }
            StmtKind::Break => {
                self.leave_scopes(self.scopes.breaks.last().copied().unwrap_or(0), span);
                let to = *self.targets.breaks.last().expect("typing checks that break is inside a loop or switch");
                self.jump(to, span);
            }
            StmtKind::Continue => {
                self.leave_scopes(self.scopes.continues.last().copied().unwrap_or(0), span);
                let to = *self.targets.continues.last().expect("typing checks that continue is inside a loop");
                self.jump(to, span);
            }
            StmtKind::Return(value) => self.return_stmt(value.as_ref(), span),
            StmtKind::Unsupported { what } => self.unsupported(*what, span),
        }
    }

    fn looping(&mut self, condition: Option<&Expr>, step: Option<&Expr>, body: &Stmt, span: Span) {
        let (head, exit) = (self.new_loc(span), self.new_loc(span));
        self.jump(head, span);
        self.enter(head);
        self.loop_depth += 1;
        let again = if step.is_some() { self.new_loc(span) } else { head };
        if let Some(condition) = condition {
            let inside = self.new_loc(span);
            self.branch(condition, inside, exit);
            self.enter(inside);
        }
        self.scopes.breaks.push(self.scopes.depth());
        self.scopes.continues.push(self.scopes.depth());
        self.targets.breaks.push(exit);
        self.targets.continues.push(again);
        self.inner(body);
        self.jump(again, span);
        self.scopes.breaks.pop();
        self.scopes.continues.pop();
        self.targets.breaks.pop();
        self.targets.continues.pop();
        if let Some(step) = step {
            self.enter(again);
            self.effect(step);
            self.jump(head, span);
        }
        self.loop_depth -= 1;
        self.enter(exit);
    }

    fn do_while(&mut self, body: &Stmt, condition: &Expr, span: Span) {
        let (head, test, exit) = (self.new_loc(span), self.new_loc(span), self.new_loc(span));
        self.jump(head, span);
        self.enter(head);
        self.loop_depth += 1;
        self.scopes.breaks.push(self.scopes.depth());
        self.scopes.continues.push(self.scopes.depth());
        self.targets.breaks.push(exit);
        self.targets.continues.push(test);
        self.inner(body);
        self.jump(test, span);
        self.scopes.breaks.pop();
        self.scopes.continues.pop();
        self.targets.breaks.pop();
        self.targets.continues.pop();
        self.enter(test);
        self.branch(condition, head, exit);
        self.loop_depth -= 1;
        self.enter(exit);
    }

    fn switch(&mut self, switch: &Stmt, value: &Expr, body: &Stmt) {
        let span = switch.span;
        let Value::Int(selector) = self.expr(value) else {
            return self.unsupported("switch on a value that is not modelled", span);
        };
        let selector = self.hold(selector, value.span);
        self.skip_declarations(switch);
        let exit = self.new_loc(span);
        let dispatch = self.at.take();
        self.fresh = None;
        self.scopes.breaks.push(self.scopes.depth());
        self.targets.breaks.push(exit);
        self.targets.switches.push(Vec::new());
        self.inner(body);
        self.jump(exit, span);
        self.scopes.breaks.pop();
        self.targets.breaks.pop();
        let cases = self.targets.switches.pop().expect("pushed above");
        if let Some(dispatch) = dispatch {
            self.dispatch(dispatch, selector, &cases, exit, value.span);
        }
        self.enter(exit);
    }

    /// The edges from a switch to its cases.
    fn dispatch(&mut self, from: LocId, selector: ExprId, cases: &[(CaseLabel, LocId)], exit: LocId, span: Span) {
        let ty = self.b.exprs.int_ty(selector);
        let mut otherwise = exit;
        let mut none = self.b.exprs.bool(true);
        for &(label, loc) in cases {
            let CaseLabel::Range(low, high) = label else {
                otherwise = loc;
                continue;
            };
            let (low, high) = (self.b.exprs.int(ty, ty.wrap(low)), self.b.exprs.int(ty, ty.wrap(high)));
            let matches = if low == high {
                self.b.exprs.compare(CmpOp::Eq, selector, low)
            } else {
                let above = self.b.exprs.compare(CmpOp::Le, low, selector);
                let below = self.b.exprs.compare(CmpOp::Le, selector, high);
                self.b.exprs.and(above, below)
            };
            match self.b.exprs.as_bool(matches) {
                Some(false) => continue,
                Some(true) => return self.b.add_edge(from, loc, Op::Skip, span),
                None => self.b.add_edge(from, loc, Op::Assume(matches), span),
            }
            let differs = self.b.exprs.not(matches);
            none = self.b.exprs.and(none, differs);
        }
        let op = if self.b.exprs.as_bool(none) == Some(true) { Op::Skip } else { Op::Assume(none) };
        self.b.add_edge(from, otherwise, op, span);
    }

    fn case(&mut self, label: CaseLabel, span: Span) {
        let loc = self.new_loc(span);
        self.jump(loc, span);
        self.enter(loc);
        self.targets.switches.last_mut().expect("typing checks that cases are inside a switch").push((label, loc));
    }

    fn return_stmt(&mut self, value: Option<&Expr>, span: Span) {
        let func = self.func;
        match value {
            None => {
                let result = self.result_type(func);
                let value = self.nothing(result);
                self.return_value(func, value, span);
            }
            Some(expr) if matches!(self.unit.types.get(expr.ty), CType::Void) => {
                self.effect(expr);
                self.return_values(Vec::new(), span);
            }
            Some(expr) if self.is_by_parts(expr.ty) => {
                let node = self.points.nodes.object(ObjectKind::Result(func), expr.ty);
                let spots = self.one_spot(node);
                self.copy_record(&spots, expr, span);
                self.return_values(Vec::new(), span);
            }
            Some(expr) => {
                let value = self.expr(expr);
                self.return_value(func, value, span);
            }
        }
    }

    // Declarations.

    /// A local comes to life, with its initial value or an arbitrary one.
    pub fn declare(&mut self, local: LocalId, init: Option<&Init>, span: Span) {
        if self.at.is_none() {
            return;
        }
        let body = self.unit.functions[self.func.index()].body.as_ref().expect("we are in it");
        let declared = &body.locals[local.index()];
        let node = self.points.nodes.object(ObjectKind::Local(self.func, local), declared.ty);
        if self.points.has_instances(node) {
            self.new_instance(node, span);
        }
        self.in_scope(node);
        self.check_lengths(node, declared.ty, span);
        self.record_lengths(node, declared.ty, span);
        let spots = self.one_spot(node);
        let spot = spots.0[0].1.clone();
        match init {
            None => self.leave_undefined(&spot, span),
            Some(init) => self.initialise(&spot, init, span),
        }
    }

    /// The length of a variable-length array must be positive.
    fn check_lengths(&mut self, node: NodeId, ty: TyId, span: Span) {
        let mut ty = ty;
        while let CType::Array { elem, len } = *self.unit.types.get(ty) {
            if let Len::Variable(local) = len {
                let var = self.length_var(node, local);
                let value = self.b.var_expr(var);
                let signed = self.b.exprs.cast(heureka_ir::IntTy::OFFSET, value);
                let zero = self.offset(0);
                let bad = self.b.exprs.compare(CmpOp::Le, signed, zero);
                self.unless_fault(bad, Fault::ArrayLength, "", span);
            }
            ty = elem;
        }
    }

    /// The locals that a jump brings to life without their declaration have arbitrary values.
    fn skip_declarations(&mut self, jump: &Stmt) {
        for local in self.skipped.get(&std::ptr::from_ref(jump)).cloned().unwrap_or_default() {
            self.declare(local, None, jump.span);
        }
    }

    /// Every scalar in the place gets an arbitrary value; pointers point nowhere.
    fn leave_undefined(&mut self, spot: &Spot, span: Span) {
        let once = self.loop_depth == 0 && !self.points.is_exposed(spot.node);
        self.each_leaf(spot, &mut |this, leaf_spot| {
            let leaf = this.leaf(leaf_spot.node);
            let source = Source::Uninitialised;
            match (&leaf.ty, leaf.main) {
                (LeafTy::Int(_), Some(Cell::Var(var))) => this.emit(Op::Havoc { var, source }, span),
                (LeafTy::Int(_), Some(Cell::Array(array))) if !once => {
                    let prefix = Self::indices(leaf_spot);
                    this.emit(Op::HavocArray { array, prefix, source }, span);
                }
                (LeafTy::Pointer(_), Some(_)) => {
                    this.fill_unset(leaf_spot, span);
                }
                // Sets are finite, so none is arbitrary.
                (LeafTy::Set, Some(_)) => this.fill_zero(leaf_spot, span),
                _ => {}
            }
        });
    }

    /// Pointers that nobody has set point nowhere, or happen to be null: a program can tell by comparing. (One choice
    /// serves all elements of an array.)
    pub fn fill_unset(&mut self, spot: &Spot, span: Span) {
        let object = self.null_or(WILD, Source::Uninitialised, span);
        self.fill_leaf(spot, object, span);
    }

    /// All scalars in the place become zero or null.
    pub fn fill_zero(&mut self, spot: &Spot, span: Span) {
        self.each_leaf(spot, &mut |this, leaf_spot| {
            let leaf = this.leaf(leaf_spot.node);
            let zero = match leaf.ty {
                LeafTy::Int(ty) => this.b.exprs.int(ty, 0),
                LeafTy::Pointer(_) => this.b.exprs.int(heureka_ir::IntTy::OBJECT, 0),
                LeafTy::Set => this.b.exprs.int(heureka_ir::Array::MEMBERSHIP, 0),
                LeafTy::Opaque => return,
            };
            this.fill_leaf(leaf_spot, zero, span);
        });
    }

    /// Sets the main cells of a leaf to `main` and the other parts of a pointer to zero, over all indices that the spot
    /// leaves open.
    pub fn fill_leaf(&mut self, spot: &Spot, main: ExprId, span: Span) {
        let leaf = self.leaf(spot.node);
        let zero = self.offset(0);
        let cells = [(leaf.main, main), (leaf.offset, zero), (leaf.instance, zero)];
        let mut assigns = Vec::new();
        for (cell, value) in cells {
            match cell {
                Some(Cell::Var(var)) => assigns.push((var, value)),
                Some(Cell::Array(array)) => {
                    self.emit(Op::Fill { array, prefix: Self::indices(spot), value }, span);
                }
                None => {}
            }
        }
        if !assigns.is_empty() {
            self.emit(Op::Assign(assigns.into()), span);
        }
    }

    /// Visits the scalar places inside a spot. Below an array the spot keeps only the indices so far.
    pub fn each_leaf(&mut self, spot: &Spot, visit: &mut dyn FnMut(&mut Self, &Spot)) {
        let types = &self.unit.types;
        let ty = self.points.nodes.get(spot.node).ty;
        match *types.get(ty) {
            CType::Array { .. } => {
                if let Some(node) = self.points.nodes.element(spot.node, types) {
                    self.each_leaf(&Spot { node, ..spot.clone() }, visit);
                }
            }
            CType::Record(record) => {
                if types.record(record).is_union && self.visit_overlay(spot, visit) {
                    return;
                }
                let count = types.record(record).fields.as_ref().map_or(0, Vec::len);
                for field in 0..count as u32 {
                    if let Some(node) = self.points.nodes.field(spot.node, field, types) {
                        self.each_leaf(&Spot { node, ..spot.clone() }, visit);
                    }
                }
            }
            _ => visit(self, spot),
        }
    }

    fn initialise(&mut self, spot: &Spot, init: &Init, span: Span) {
        if init.zero_rest {
            self.fill_zero(spot, span);
        }
        // Nothing is initialised twice when each item stands behind and outside the one before it.
        let once = init.items.windows(2).all(|pair| {
            let [first, second] = pair else { return true };
            first.path < second.path && !second.path.starts_with(&first.path)
        });
        for item in &init.items {
            let Some(item_spot) = self.follow_spot(spot, &item.path) else { continue };
            match &item.value {
                InitValue::Expr(expr) => {
                    if init.zero_rest && once && self.is_zero(expr) {
                        continue;
                    }
                    let certain = self.b.exprs.bool(true);
                    self.assign_to(&Spots(vec![(certain, item_spot)]), expr, expr.span);
                }
                InitValue::Str(id) => self.initialise_string(&item_spot, *id, span),
            }
        }
    }

    fn is_zero(&self, expr: &Expr) -> bool {
        matches!(expr.kind, crate::tree::ExprKind::Int(0))
    }

    fn follow_spot(&mut self, spot: &Spot, path: &[PathStep]) -> Option<Spot> {
        let types = &self.unit.types;
        let mut spot = spot.clone();
        for step in path {
            match step {
                PathStep::Field(field) => spot.node = self.points.nodes.field(spot.node, *field, types)?,
                PathStep::Index(index) => {
                    spot.node = self.points.nodes.element(spot.node, types)?;
                    spot.indices.push(self.b.exprs.int(heureka_ir::IntTy::OFFSET, *index as i128));
                }
            }
        }
        Some(spot)
    }

    fn initialise_string(&mut self, spot: &Spot, id: StrId, span: Span) {
        let types = &self.unit.types;
        let CType::Array { len, .. } = *types.get(self.points.nodes.get(spot.node).ty) else { return };
        let Some(node) = self.points.nodes.element(spot.node, types) else { return };
        let LeafTy::Int(ty) = self.leaf_ty(node) else { return };
        let units = &self.unit.strings[id.index()].units;
        if self.points.nodes.in_union(node, types) {
            return self.initialise_string_in_union(&Spot { node, ..spot.clone() }, len, units, span);
        }
        let len = if let Len::Const(len) = len { len as usize } else { units.len() };
        let zero = self.b.exprs.int(ty, 0);
        let unset = Spot { node, ..spot.clone() };
        self.fill_leaf(&unset, zero, span);
        for (at, &unit) in units.iter().enumerate().take(len) {
            if unit != 0 {
                let mut cell = unset.clone();
                cell.indices.push(self.offset(at as i128));
                let value = self.b.exprs.int(ty, ty.wrap(unit.into()));
                self.store_spot(&cell, &Value::Int(value), span);
            }
        }
    }
}
