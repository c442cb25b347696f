//! Calls: arguments flow to parameters and results back; known functions allocate, free and copy.

use super::evaluate::{Evaluation, sorted};
use super::objects::{FOREIGN, NULL, NodeId, ObjectKind, SiteId, WILD};
use super::{Site, Targets, compatible};
use crate::ctype::{CType, Len};
use crate::library;
use crate::tree::{Callee, Expr, FuncId};

impl<'a> Evaluation<'a> {
    pub(super) fn call(&mut self, call: &'a Expr, callee: &'a Callee, args: &'a [Expr]) -> Targets {
        let values: Vec<Targets> = args.iter().map(|arg| self.expr(arg)).collect();
        let mut results = Vec::new();
        match callee {
            Callee::Direct(func) => results = self.call_function(call, *func, args, &values),
            Callee::Indirect(pointer) => {
                for node in self.expr(pointer) {
                    if let ObjectKind::Function(func) = self.result.nodes.kind(node) {
                        results.extend(self.call_function(call, func, args, &values));
                    } else if node == FOREIGN && self.types.is_pointer(call.ty) {
                        results.extend([NULL, FOREIGN]);
                    }
                }
            }
        }
        sorted(results)
    }

    fn call_function(&mut self, call: &'a Expr, func: FuncId, args: &'a [Expr], values: &[Targets]) -> Targets {
        let unit = self.unit;
        if let Some(effect) = self.library.effect(func) {
            return self.library_call(call, effect, values);
        }
        let func = self.library.replacement(func);
        let Some(body) = &unit.functions[func.index()].body else {
            return if self.types.is_pointer(call.ty) { vec![NULL, FOREIGN] } else { Vec::new() };
        };
        let seen = self.call_seen.entry(std::ptr::from_ref(call)).or_default();
        if !seen.contains(&func) {
            seen.push(func);
            self.result.calls.entry(func).or_default().push((self.current, self.in_loop));
            self.callees[self.current.index()].push(func);
            if !std::mem::replace(&mut self.is_reachable[func.index()], true) {
                self.result.reachable.push(func);
            }
        }
        for ((&param, arg), value) in body.params.iter().zip(args).zip(values) {
            let node = self.local(func, param);
            self.assign(&[node], arg.ty, value);
            if matches!(self.types.get(arg.ty), CType::Record(_)) {
                let ty = self.result.nodes.get(node).ty;
                let staged = self.result.nodes.object(ObjectKind::Argument(func, param), ty);
                self.assign(&[staged], arg.ty, value);
            }
        }
        let result = self.result_of(func);
        self.load(vec![result], call.ty)
    }

    fn library_call(&mut self, call: &'a Expr, effect: library::Effect, values: &[Targets]) -> Targets {
        use library::Effect;
        match effect {
            Effect::Malloc | Effect::Calloc | Effect::Realloc | Effect::Alloca => {
                let element = self.allocate(call, effect);
                if effect == Effect::Realloc {
                    for &from in values.first().into_iter().flatten() {
                        if compatible(&self.types, self.result.nodes.get(from).ty, self.result.nodes.get(element).ty) {
                            self.copy(element, from);
                        }
                    }
                    self.free(values);
                }
                vec![element]
            }
            Effect::Free => {
                self.free(values);
                Vec::new()
            }
            Effect::Memcpy => {
                if let [to, from, ..] = values {
                    for &to in to {
                        for &from in from {
                            let (a, b) = (self.result.nodes.get(to).ty, self.result.nodes.get(from).ty);
                            if compatible(&self.types, a, b) {
                                self.copy(to, from);
                            }
                        }
                    }
                }
                values.first().cloned().unwrap_or_default()
            }
            Effect::Memset => {
                for &to in values.first().into_iter().flatten() {
                    self.hold_in_pointers(to, NULL);
                }
                values.first().cloned().unwrap_or_default()
            }
            Effect::FillBuffer if self.types.is_pointer(call.ty) => {
                let mut targets = values.first().cloned().unwrap_or_default();
                targets.push(NULL);
                sorted(targets)
            }
            Effect::FillBuffer => Vec::new(),
            Effect::Other if self.types.is_pointer(call.ty) => vec![NULL, FOREIGN],
            Effect::Other => Vec::new(),
        }
    }

    fn free(&mut self, values: &[Targets]) {
        for &node in values.first().into_iter().flatten() {
            if let ObjectKind::Heap(site) = self.result.nodes.kind(node) {
                self.result.freed[site.0 as usize] = true;
            }
        }
    }

    /// The element node of the block that a call allocates.
    fn allocate(&mut self, call: &'a Expr, effect: library::Effect) -> NodeId {
        let key = std::ptr::from_ref(call);
        let next = SiteId(self.result.sites.len() as u32);
        let site = *self.result.site_of_call.entry(key).or_insert(next);
        if site == next {
            self.result.sites.push(Site {
                func: self.current,
                span: call.span,
                elem: self.site_types.get(&key).copied().unwrap_or(self.void),
                zeroed: effect == library::Effect::Calloc,
                automatic: effect == library::Effect::Alloca,
                in_loop: self.in_loop,
            });
            self.result.freed.push(false);
        }
        let elem = self.result.sites[site.0 as usize].elem;
        let array = self.types.intern(CType::Array { elem, len: Len::Unknown });
        let root = self.result.nodes.object(ObjectKind::Heap(site), array);
        self.result.expose(root);
        let element = self.result.nodes.element(root, &self.types).expect("a heap block is an array");
        self.hold_in_pointers(element, NULL);
        if effect != library::Effect::Calloc {
            self.hold_in_pointers(element, WILD);
        }
        element
    }
}
