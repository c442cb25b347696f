//! Procedures and calls: parameters, results, function pointers, functions without a body.

use std::rc::Rc;

use heureka_ir::span::Span;
use heureka_ir::{CmpOp, ExprId, Fault, IntTy, LocKind, Op, Role, Source, Var};

use super::Lowerer;
use super::place::Spots;
use super::pointer::Shape;
use super::storage::{Cell, LeafTy};
use super::value::{Pointer, Slots, Value};
use crate::ctype::{CType, TyId};
use crate::library::prelude::{MISFIT, UNKNOWN};
use crate::points_to::{FOREIGN, NULL, NodeId, ObjectKind, WILD};
use crate::tree::{Callee, Expr, ExprKind, FuncId, InitValue, PlaceKind};

impl Lowerer<'_> {
    /// Makes a procedure, with parameters and results, for every function that can be called.
    pub fn declare_procs(&mut self) {
        for at in 0..self.points.reachable.len() {
            let func = self.points.reachable[at];
            let function = &self.unit.functions[func.index()];
            let name = self.unit.symbols.name(function.name).to_owned();
            self.procs[func.index()] = Some(self.b.add_proc(&name, function.span));
            self.expose_shared_locals(func);
        }
        for at in 0..self.points.reachable.len() {
            let func = self.points.reachable[at];
            let proc = self.procs[func.index()].expect("made above");
            let mut params = Vec::new();
            for slots in self.param_slots(func) {
                Self::slot_vars(&slots, &mut params);
            }
            let mut results = Vec::new();
            Self::slot_vars(&self.result_slots(func), &mut results);
            self.b.procs[proc.index()].params = params.into();
            self.b.procs[proc.index()].results = results.into();
        }
    }

    /// Others than their function access the lengths of arrays whose address is taken.
    fn expose_shared_locals(&mut self, func: FuncId) {
        let body = self.unit.functions[func.index()].body.as_ref().expect("reachable functions have bodies");
        for (at, local) in body.locals.iter().enumerate() {
            let node = self.points.nodes.object(ObjectKind::Local(func, crate::tree::LocalId(at as u32)), local.ty);
            if self.points.is_exposed(node) && !self.points.is_recursive(func) {
                self.expose_lengths(func, local.ty);
            }
        }
    }

    fn expose_lengths(&mut self, func: FuncId, ty: TyId) {
        let mut ty = ty;
        while let CType::Array { elem, len } = *self.unit.types.get(ty) {
            if let crate::ctype::Len::Variable(length) = len {
                let body = self.unit.functions[func.index()].body.as_ref().expect("reachable functions have bodies");
                let length_ty = body.locals[length.index()].ty;
                let node = self.points.nodes.object(ObjectKind::Local(func, length), length_ty);
                self.points.expose(node);
            }
            ty = elem;
        }
    }

    pub fn result_type(&self, func: FuncId) -> TyId {
        match self.unit.types.get(self.unit.functions[func.index()].ty) {
            CType::Function(ty) => ty.result,
            other => panic!("a function has a function type, not {other:?}"),
        }
    }

    fn param_node(&mut self, func: FuncId, param: usize) -> NodeId {
        let body = self.unit.functions[func.index()].body.as_ref().expect("reachable functions have bodies");
        let local = body.params[param];
        self.points.nodes.object(ObjectKind::Local(func, local), body.locals[local.index()].ty)
    }

    /// The variables through which arguments are passed: the parameters themselves, or copies of those whose address
    /// is taken. Records with arrays are not passed in variables.
    fn param_slots(&mut self, func: FuncId) -> Vec<Slots> {
        let count = self.unit.functions[func.index()].body.as_ref().map_or(0, |body| body.params.len());
        let proc = self.procs[func.index()].expect("procedures are made first");
        if let Some(params) = self.param_cache.get(&func) {
            return params.clone();
        }
        let mut slots = Vec::new();
        for param in 0..count {
            let node = self.param_node(func, param);
            slots.push(if !self.field_or_scalar(node) {
                Slots::Opaque
            } else if self.points.is_exposed(node) {
                self.copies_of(node, Some(proc))
            } else {
                self.slots_of(node)
            });
        }
        self.param_cache.insert(func, slots.clone());
        slots
    }

    fn result_slots(&mut self, func: FuncId) -> Slots {
        let ty = self.result_type(func);
        let node = self.points.nodes.object(ObjectKind::Result(func), ty);
        if self.field_or_scalar(node) { self.slots_of(node) } else { Slots::Opaque }
    }

    /// The variables that hold a place without arrays.
    fn slots_of(&mut self, node: NodeId) -> Slots {
        let ty = self.points.nodes.get(node).ty;
        if let Some(fields) = self.field_types(ty) {
            let nodes: Vec<NodeId> = (0..fields.len() as u32)
                .filter_map(|field| self.points.nodes.field(node, field, &self.unit.types))
                .collect();
            return Slots::Record(nodes.into_iter().map(|node| self.slots_of(node)).collect());
        }
        let leaf = self.leaf(node);
        let var = |cell: Cell| match cell {
            Cell::Var(var) => var,
            Cell::Array(array) => panic!("a place without arrays is in variables, not in {array}"),
        };
        match (&leaf.ty, leaf.main) {
            (LeafTy::Int(_), Some(main)) => Slots::Int(var(main)),
            (LeafTy::Pointer(targets), Some(main)) => Slots::Pointer {
                object: var(main),
                offset: leaf.offset.map(var),
                instance: leaf.instance.map(var),
                targets: targets.clone(),
            },
            _ => Slots::Opaque,
        }
    }

    /// New variables of the same shape as a place without arrays.
    fn copies_of(&mut self, node: NodeId, owner: Option<heureka_ir::ProcId>) -> Slots {
        let ty = self.points.nodes.get(node).ty;
        if let Some(fields) = self.field_types(ty) {
            let nodes: Vec<NodeId> = (0..fields.len() as u32)
                .filter_map(|field| self.points.nodes.field(node, field, &self.unit.types))
                .collect();
            return Slots::Record(nodes.into_iter().map(|node| self.copies_of(node, owner)).collect());
        }
        let name = self.place_name(node);
        let span = self.object_span(node);
        let leaf_ty = self.leaf_ty(node);
        let shape = match &leaf_ty {
            LeafTy::Pointer(targets) => self.pointer_shape(targets),
            _ => Shape { offset: false, instance: false },
        };
        let mut var = |suffix: &str, ty: IntTy, role: Role| {
            self.b.add_var(Var { name: format!("{name}{suffix}"), ty, owner, role, init: 0, span })
        };
        match leaf_ty {
            LeafTy::Int(ty) => Slots::Int(var("", ty, Role::Source)),
            LeafTy::Pointer(targets) => Slots::Pointer {
                object: var(".obj", IntTy::OBJECT, Role::PointerObject),
                offset: shape.offset.then(|| var(".off", IntTy::OFFSET, Role::PointerOffset)),
                instance: shape.instance.then(|| var(".inst", IntTy::OFFSET, Role::PointerInstance)),
                targets,
            },
            LeafTy::Set | LeafTy::Opaque => Slots::Opaque,
        }
    }

    /// At the start of a function: parameters whose address is taken get their values.
    pub fn receive_arguments(&mut self, func: FuncId) {
        let span = self.unit.functions[func.index()].span;
        for (param, slots) in self.param_slots(func).into_iter().enumerate() {
            let node = self.param_node(func, param);
            let by_parts = !self.field_or_scalar(node);
            if !by_parts && !self.points.is_exposed(node) {
                continue;
            }
            if self.points.has_instances(node) {
                self.new_instance(node, span);
            }
            self.in_scope(node);
            let spots = self.one_spot(node);
            if by_parts {
                let staged = self.staged_argument(func, param);
                let ty = self.points.nodes.get(node).ty;
                self.copy_spots(&spots, &staged, ty, span);
            } else {
                let value = self.slots_value(&slots);
                self.store(&spots, &value, span);
            }
        }
    }

    /// Where the caller leaves an argument that is a record with arrays.
    fn staged_argument(&mut self, func: FuncId, param: usize) -> Spots {
        let body = self.unit.functions[func.index()].body.as_ref().expect("reachable functions have bodies");
        let local = body.params[param];
        let node = self.points.nodes.object(ObjectKind::Argument(func, local), body.locals[local.index()].ty);
        self.one_spot(node)
    }

    // Returning.

    pub fn return_value(&mut self, func: FuncId, value: Value, span: Span) {
        let slots = self.result_slots(func);
        let mut parts = Vec::new();
        self.parts(&slots, &value, &mut parts);
        self.return_values(parts, span);
    }

    pub fn return_values(&mut self, values: Vec<ExprId>, span: Span) {
        let values: Vec<ExprId> = if self.alive.is_empty() {
            values
        } else {
            let values = values.into_iter().map(|value| self.hold(value, span)).collect();
            self.leave_scopes(0, span);
            values
        };
        let Some(from) = self.at.take() else { return };
        self.fresh = None;
        let exit = self.b.procs[self.proc.index()].exit;
        self.b.add_edge(from, exit, Op::Return(values.into()), span);
    }

    /// The parts of a value, one for each variable of the slots.
    fn parts(&mut self, slots: &Slots, value: &Value, parts: &mut Vec<ExprId>) {
        let zero = self.offset(0);
        match (slots, value) {
            (Slots::Int(var), Value::Int(value)) => {
                let ty = self.b.vars[var.index()].ty;
                parts.push(self.b.exprs.cast(ty, *value));
            }
            (Slots::Pointer { offset, instance, .. }, Value::Pointer(pointer)) => {
                parts.push(pointer.object);
                parts.extend(offset.map(|_| pointer.offset.unwrap_or(zero)));
                parts.extend(instance.map(|_| pointer.instance.unwrap_or(zero)));
            }
            (Slots::Record(slots), Value::Record(fields)) => {
                for (slot, field) in slots.iter().zip(fields.iter()) {
                    self.parts(slot, field, parts);
                }
            }
            (Slots::Opaque, _) => {}
            // A value that is not modelled where an integer or a pointer is expected.
            (slots, _) => {
                let mut vars = Vec::new();
                Self::slot_vars(slots, &mut vars);
                for var in vars {
                    let Var { ty, role, .. } = self.b.vars[var.index()];
                    parts.push(match role {
                        Role::PointerObject => {
                            let source = Source::Unmodelled("argument or result that is not modelled".into());
                            self.null_or(FOREIGN, source, Span::NONE)
                        }
                        Role::PointerOffset | Role::PointerInstance => zero,
                        _ => {
                            let source = Source::Unmodelled("argument or result that is not modelled".into());
                            self.arbitrary_int(ty, source, Span::NONE)
                        }
                    });
                }
            }
        }
    }

    // Calling.

    pub fn call(&mut self, call: &Expr, callee: &Callee, args: &[Expr], wanted: bool) -> Value {
        match callee {
            Callee::Direct(func) => self.call_function(call, *func, args, wanted),
            Callee::Indirect(pointer) => {
                let pointer_value = self.expr(pointer).pointer();
                let has_effects = args.iter().any(|arg| self.has_effects(arg));
                let pointer_value =
                    if has_effects { self.hold_pointer(pointer_value, pointer.span) } else { pointer_value };
                self.call_pointer(call, pointer_value, args, wanted)
            }
        }
    }

    fn call_function(&mut self, call: &Expr, func: FuncId, args: &[Expr], wanted: bool) -> Value {
        if let Some(known) = self.library.known(func) {
            let value = self.known_call(call, func, known, args, wanted);
            return if wanted { self.convert(value, call.ty, call.span) } else { value };
        }
        let func = self.library.replacement(func);
        let values = self.arguments(args);
        if self.unit.functions[func.index()].body.is_none() {
            return self.call_external(call, func, args, &values, wanted);
        }
        self.call_body(call, func, args, values, wanted)
    }

    /// The values of arguments, each safe from what the later ones do.
    pub fn arguments(&mut self, args: &[Expr]) -> Vec<Value> {
        let mut values = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            let value = if self.is_by_parts(arg.ty) { Value::Opaque } else { self.expr(arg) };
            let later_effects = args[at + 1..].iter().any(|later| self.has_effects(later));
            values.push(if later_effects { self.hold_value(value, arg.span) } else { value });
        }
        values
    }

    fn call_body(&mut self, call: &Expr, func: FuncId, args: &[Expr], values: Vec<Value>, wanted: bool) -> Value {
        let proc = self.procs[func.index()].expect("functions that are called are reachable");
        self.stage_arguments(func, args, call.span);
        let named = self.param_slots(func).len();
        values.iter().skip(named).for_each(|value| self.evaluate(value, call.span));
        let mut parts = Vec::new();
        for (param, slots) in self.param_slots(func).into_iter().enumerate() {
            let node = self.param_node(func, param);
            let ty = self.points.nodes.get(node).ty;
            if !self.field_or_scalar(node) {
                continue;
            }
            let value = match values.get(param) {
                Some(value) => self.convert(value.clone(), ty, call.span),
                None => self.arbitrary(ty, &Source::Uninitialised, call.span),
            };
            self.parts(&slots, &value, &mut parts);
        }
        let result = self.result_type(func);
        let slots = if wanted && !matches!(self.unit.types.get(result), CType::Void) {
            self.result_temps(func)
        } else {
            Slots::Opaque
        };
        let mut results = Vec::new();
        Self::slot_vars(&slots, &mut results);
        self.emit(Op::Call { proc, args: parts.into(), results: results.into() }, call.span);
        if self.unit.functions[func.index()].noreturn {
            self.end(LocKind::Halt, call.span);
        }
        if !wanted {
            return Value::Opaque;
        }
        let value = self.slots_value(&slots);
        if matches!(value, Value::Opaque) { value } else { self.convert(value, call.ty, call.span) }
    }

    /// Leaves the arguments that are sets or records with arrays where the callee finds them. One that may itself call the
    /// function would overwrite the others, so it goes first; with two of them there is no such order. Sets are built
    /// elsewhere then.
    fn stage_arguments(&mut self, func: FuncId, args: &[Expr], span: Span) {
        let params = self.unit.functions[func.index()].body.as_ref().map_or(0, |body| body.params.len());
        let (mut staged, mut sets) = (Vec::new(), Vec::new());
        for (param, arg) in args.iter().enumerate().take(params) {
            let node = self.param_node(func, param);
            if self.field_or_scalar(node) {
                continue;
            }
            let harmless = !self.may_call(arg, func);
            if !harmless && *self.unit.types.get(arg.ty) == CType::Set {
                sets.push((param, self.built_set(arg)));
            } else {
                staged.push((harmless, param, arg));
            }
        }
        if staged.iter().filter(|(harmless, ..)| !harmless).count() > 1 {
            return self.unsupported("calls of a function among its own arguments that are records with arrays", span);
        }
        staged.sort_by_key(|&(harmless, param, _)| (harmless, param));
        for (_, param, arg) in staged {
            let place = self.staged_argument(func, param);
            self.copy_record(&place, arg, arg.span);
        }
        for (param, set) in sets {
            let place = self.staged_argument(func, param);
            let place = self.set_at(&place);
            self.copy_set(place, set, span);
        }
    }

    /// True when evaluating the expression may call the function.
    fn may_call(&mut self, expr: &Expr, func: FuncId) -> bool {
        match &expr.kind {
            ExprKind::Call { callee: Callee::Direct(callee), args } => {
                let callee = self.library.replacement(*callee);
                callee == func || self.points.can_call(callee, func) || args.iter().any(|arg| self.may_call(arg, func))
            }
            ExprKind::Load(place) => match &place.kind {
                PlaceKind::Literal(_, init) => init.items.iter().any(|item| match &item.value {
                    InitValue::Expr(value) => self.may_call(value, func),
                    InitValue::Str(_) => false,
                }),
                _ => self.place_has_effects(place),
            },
            _ => self.has_effects(expr),
        }
    }

    /// Temporaries for the results of a function.
    fn result_temps(&mut self, func: FuncId) -> Slots {
        let slots = self.result_slots(func);
        self.temps_like(&slots)
    }

    fn temps_like(&mut self, slots: &Slots) -> Slots {
        match slots {
            Slots::Int(var) => Slots::Int(self.temp(self.b.vars[var.index()].ty)),
            Slots::Pointer { offset, instance, targets, .. } => Slots::Pointer {
                object: self.temp(IntTy::OBJECT),
                offset: offset.map(|_| self.temp(IntTy::OFFSET)),
                instance: instance.map(|_| self.temp(IntTy::OFFSET)),
                targets: targets.clone(),
            },
            Slots::Record(slots) => Slots::Record(slots.iter().map(|slot| self.temps_like(slot)).collect()),
            Slots::Opaque => Slots::Opaque,
        }
    }

    fn call_pointer(&mut self, call: &Expr, pointer: Pointer, args: &[Expr], wanted: bool) -> Value {
        let span = call.span;
        let mut functions = Vec::new();
        for &node in pointer.targets.clone().iter() {
            match (node, self.points.nodes.kind(node)) {
                (_, ObjectKind::Function(func)) => functions.push((node, func)),
                (NULL, _) => {
                    let here = self.points_to(&pointer, node);
                    self.unless_fault(here, Fault::NullDereference, "call through a null pointer", span);
                }
                (WILD, _) => {
                    let here = self.points_to(&pointer, node);
                    self.unless_fault(here, Fault::InvalidPointer, "call through a pointer never set", span);
                }
                (FOREIGN, _) | (_, _) => {
                    let here = self.points_to(&pointer, node);
                    let what = "call of a function outside the program";
                    self.unless(here, LocKind::Unsupported { what: what.into() }, span);
                }
            }
        }
        if functions.is_empty() {
            self.unsupported("call through a pointer whose targets are not known", span);
            return self.nothing(call.ty);
        }
        if let [(_, func)] = functions[..] {
            return self.call_checked(call, func, args, wanted);
        }
        self.call_one_of(call, &pointer, &functions, args, wanted)
    }

    fn call_checked(&mut self, call: &Expr, func: FuncId, args: &[Expr], wanted: bool) -> Value {
        if let CType::Function(ty) = self.unit.types.get(self.unit.functions[func.index()].ty)
            && ty.prototyped
            && !ty.variadic
            && ty.params.len() != args.len()
        {
            self.unsupported("call of a function through a pointer of another type", call.span);
            return self.nothing(call.ty);
        }
        self.call_function(call, func, args, wanted)
    }

    /// A branch for each function that the pointer may point to. The arguments are evaluated in each.
    fn call_one_of(
        &mut self,
        call: &Expr,
        pointer: &Pointer,
        functions: &[(NodeId, FuncId)],
        args: &[Expr],
        wanted: bool,
    ) -> Value {
        let span = call.span;
        let object = self.hold(pointer.object, span);
        let join = self.new_loc(span);
        let wanted = wanted && !matches!(self.unit.types.get(call.ty), CType::Void);
        let slots = if wanted { self.common_result(call.ty, functions) } else { Slots::Opaque };
        let last = functions.len() - 1;
        for (at, &(node, func)) in functions.iter().enumerate() {
            let next = if at < last {
                let (here, next) = (self.new_loc(span), self.new_loc(span));
                let number = self.number_expr(node);
                let is_it = self.b.exprs.compare(CmpOp::Eq, object, number);
                self.split(is_it, here, next, span);
                self.enter(here);
                Some(next)
            } else {
                None
            };
            let value = self.call_checked(call, func, args, wanted);
            self.set_slots(&slots, &value, span);
            self.jump(join, span);
            if let Some(next) = next {
                self.enter(next);
            }
        }
        self.enter(join);
        self.slots_value(&slots)
    }

    fn common_result(&mut self, ty: TyId, functions: &[(NodeId, FuncId)]) -> Slots {
        if self.unit.types.is_pointer(ty) {
            let mut targets: Vec<NodeId> = vec![NULL, FOREIGN];
            for &(_, func) in functions {
                let func = self.library.replacement(func);
                let result = self.result_type(func);
                let node = self.points.nodes.object(ObjectKind::Result(func), result);
                targets.extend_from_slice(self.points.targets(node));
            }
            targets.sort_unstable();
            targets.dedup();
            return self.pointer_slots(Rc::from(targets));
        }
        let shape = self.nothing(ty);
        self.slots_for(&shape, &shape)
    }

    fn is_writable(&self, pointer: &Pointer) -> bool {
        pointer.targets.iter().any(|&node| {
            !matches!(self.points.nodes.kind(node), ObjectKind::Null | ObjectKind::Wild | ObjectKind::Str(_))
        })
    }

    /// True when there is a pointer in values of the type, to something that is not const.
    fn leads_on(&self, ty: TyId) -> bool {
        match self.unit.types.get(ty) {
            CType::Pointer { to, to_const } => {
                let is_function = matches!(self.unit.types.get(*to), CType::Function(_));
                !to_const && !is_function
            }
            CType::Array { elem, .. } => self.leads_on(*elem),
            CType::Record(record) => {
                let fields = self.unit.types.record(*record).fields.iter().flatten();
                fields.into_iter().any(|field| self.leads_on(field.ty))
            }
            _ => false,
        }
    }

    /// A function without a body: its result is arbitrary, and it must not be able to write anywhere.
    fn call_external(&mut self, call: &Expr, func: FuncId, args: &[Expr], values: &[Value], wanted: bool) -> Value {
        let unit = self.unit;
        let function = &unit.functions[func.index()];
        let name = unit.symbols.name(function.name);
        // These were left for a body to take.
        for arg in args.iter().filter(|arg| self.is_by_parts(arg.ty)).collect::<Vec<_>>() {
            self.effect(arg);
        }
        for (at, (arg, value)) in args.iter().zip(values).enumerate() {
            self.evaluate(value, arg.span);
            if let Value::Pointer(pointer) = value
                && !self.library.takes_null(func, name, at)
            {
                let null = self.points_to(pointer, NULL);
                let what = format!("call of `{name}` with a null pointer");
                self.unless(null, LocKind::Unsupported { what: what.into() }, call.span);
            }
            let read_only = matches!(unit.types.get(arg.ty), CType::Pointer { to_const: true, .. });
            let is_library = function.in_system_header;
            let read_only = read_only && (is_library || !self.leads_on(self.pointee(arg.ty)));
            let writable = match value {
                Value::Pointer(pointer) => self.is_writable(pointer),
                Value::Record(_) | Value::Opaque => {
                    matches!(unit.types.get(arg.ty), CType::Record(_)) && self.leads_on(arg.ty)
                }
                Value::Int(_) => false,
            };
            if writable && !read_only {
                let what = format!("call of `{name}`, which has no body and may write through its arguments");
                self.unsupported(what, call.span);
                return self.nothing(call.ty);
            }
        }
        if function.noreturn {
            self.end(LocKind::Halt, call.span);
        }
        if !wanted {
            return Value::Opaque;
        }
        let source = if self.library.is_determined(func) {
            let what = match name {
                UNKNOWN => "value of `errno`".to_owned(),
                MISFIT => "value of a number in a string that does not fit".to_owned(),
                name => format!("result of `{name}`"),
            };
            Source::Unmodelled(what.into())
        } else {
            Source::External(name.into())
        };
        self.arbitrary(call.ty, &source, call.span)
    }
}
