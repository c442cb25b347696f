//! Checks every rule that [`Program`] states about itself.
//!
//! The front end and every pass must produce programs without violations; tests call [`validate`] after each. What the
//! constructors of expressions refuse (operands of different types) cannot occur and is not checked again.

mod sets;

use std::collections::HashSet;
use std::fmt;

use crate::expr::Node;
use crate::guards;
use crate::ids::{ArrayId, EdgeId, ExprId, LocId, ProcId, VarId};
use crate::program::{Contents, Dim, Edge, LocKind, Op, Program};
use crate::span::Span;
use crate::text::{ExprPrinter, Names};
use crate::ty::{IntTy, Ty};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The program means nothing, or not what its maker thinks.
    Error,
    /// A rule that could not be seen to hold.
    Warning,
}

/// A broken rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub severity: Severity,
    pub span: Span,
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}: {}", self.message)
    }
}

/// All violations, in the order of the program.
pub fn validate(program: &Program) -> Vec<Violation> {
    let names = Names::of(program);
    let localities = localities(program);
    let mut validator = Validator { program, names: &names, localities, found: Vec::new() };
    validator.declarations();
    validator.procedures();
    for loc in program.loc_ids() {
        validator.location(loc);
    }
    for edge in program.edge_ids() {
        validator.edge(edge);
    }
    validator.found
}

/// Whose locals an expression mentions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Locality {
    Global,
    Local(ProcId),
    /// Locals of several procedures.
    Mixed,
    /// An id is out of range, a type is wrong or an index is missing.
    Broken,
}

impl Locality {
    fn of(owner: Option<ProcId>) -> Locality {
        owner.map_or(Locality::Global, Locality::Local)
    }

    fn join(self, other: Locality) -> Locality {
        match (self, other) {
            (Locality::Broken, _) | (_, Locality::Broken) => Locality::Broken,
            (Locality::Global, rest) | (rest, Locality::Global) => rest,
            (a, b) if a == b => a,
            _ => Locality::Mixed,
        }
    }
}

/// For every expression of the pool; operands stand before the nodes that use them, so one sweep is enough.
fn localities(program: &Program) -> Vec<Locality> {
    let pool = &program.exprs;
    let mut localities: Vec<Locality> = Vec::with_capacity(pool.len());
    for id in (0..pool.len() as u32).map(ExprId) {
        let own = match pool.node(id) {
            Node::Var(var) => match program.vars.get(var.index()) {
                Some(declared) if pool.ty(id) == Ty::Int(declared.ty) => Locality::of(declared.owner),
                _ => Locality::Broken,
            },
            Node::Read(array, indices) => match program.arrays.get(array.index()) {
                Some(declared) if pool.ty(id) == Ty::Int(declared.elem) && indices.len() == declared.dims.len() => {
                    Locality::of(declared.owner)
                }
                _ => Locality::Broken,
            },
            Node::NotEmpty(set) => match program.arrays.get(set.index()) {
                Some(declared) if declared.is_set() => Locality::of(declared.owner),
                _ => Locality::Broken,
            },
            _ => Locality::Global,
        };
        let all = pool.operands(id).fold(own, |all, operand| all.join(localities[operand.index()]));
        localities.push(all);
    }
    localities
}

struct Validator<'a> {
    program: &'a Program,
    names: &'a Names,
    localities: Vec<Locality>,
    found: Vec<Violation>,
}

impl Validator<'_> {
    fn error(&mut self, span: Span, message: String) {
        self.found.push(Violation { severity: Severity::Error, span, message });
    }

    fn declarations(&mut self) {
        let program = self.program;
        for (id, var) in program.var_ids().zip(&program.vars) {
            let name = self.names.var(id, var.owner);
            self.owner(var.owner, &name, var.span);
            if var.owner.is_none() && !var.ty.contains(var.init) {
                self.error(var.span, format!("the initial value {} of {name} is not a value of {}", var.init, var.ty));
            }
        }
        for (id, array) in program.array_ids().zip(&program.arrays) {
            let name = self.names.array(id, array.owner);
            self.owner(array.owner, &name, array.span);
            if array.dims.is_empty() {
                self.error(array.span, format!("array {name} has no dimension"));
            }
            for (at, dim) in array.dims.iter().enumerate() {
                self.dim(id, at, *dim);
            }
            self.declared_set(array, &name);
            if let Contents::Values(values) = &array.init {
                if let Some(value) = values.iter().find(|value| !array.elem.contains(**value)) {
                    let message = format!("the initial contents {value} of {name} are not a value of {}", array.elem);
                    self.error(array.span, message);
                }
                let size = array.dims.iter().try_fold(1u128, |size, dim| match dim {
                    Dim::Const(extent) => size.checked_mul(u128::from(*extent)),
                    _ => None,
                });
                if size.is_some_and(|size| size < values.len() as u128) {
                    self.error(array.span, format!("array {name} has more initial values than cells"));
                }
            }
        }
    }

    fn owner(&mut self, owner: Option<ProcId>, name: &str, span: Span) {
        if owner.is_some_and(|owner| owner.index() >= self.program.procs.len()) {
            self.error(span, format!("{name} belongs to a procedure that does not exist"));
        }
    }

    fn dim(&mut self, array: ArrayId, at: usize, dim: Dim) {
        let declared = self.program.array(array);
        let name = self.names.array(array, declared.owner);
        let (owner, what) = match dim {
            Dim::Const(_) | Dim::Unbounded | Dim::Element => return,
            Dim::Var(var) => (self.program.vars.get(var.index()).map(|var| var.owner), "a variable"),
            Dim::PerInstance(lengths) => {
                if at == 0 {
                    self.error(declared.span, format!("the first extent of {name} depends on the first index"));
                }
                let lengths = self.program.arrays.get(lengths.index());
                if lengths.is_some_and(|lengths| *lengths.dims != [Dim::Unbounded]) {
                    let message = format!("the extents of {name} are not held by an array over instances (`[*]`)");
                    self.error(declared.span, message);
                }
                (lengths.map(|lengths| lengths.owner), "an array")
            }
        };
        match owner {
            None => self.error(declared.span, format!("an extent of {name} is {what} that does not exist")),
            Some(Some(owner)) if declared.owner != Some(owner) => {
                let message = format!("an extent of {name} is {what} of another procedure, {}", self.names.proc(owner));
                self.error(declared.span, message);
            }
            Some(_) => {}
        }
    }

    fn procedures(&mut self) {
        let program = self.program;
        if program.entry.index() >= program.procs.len() {
            self.error(Span::NONE, "the entry procedure does not exist".to_owned());
        }
        for (id, proc) in program.proc_ids().zip(&program.procs) {
            let name = self.names.proc(id).to_owned();
            for (loc, what) in [(proc.entry, "entry"), (proc.exit, "exit")] {
                match program.locs.get(loc.index()) {
                    None => self.error(proc.span, format!("the {what} of {name} does not exist")),
                    Some(found) if found.proc != id => {
                        self.error(proc.span, format!("the {what} of {name} is a location of another procedure"));
                    }
                    Some(found) if what == "exit" && found.kind != LocKind::Normal => {
                        self.error(proc.span, format!("the exit of {name} is not a normal location"));
                    }
                    Some(_) => {}
                }
            }
            for (vars, what) in [(&proc.params, "parameter"), (&proc.results, "result")] {
                let mut seen = HashSet::new();
                for &var in vars {
                    match program.vars.get(var.index()) {
                        None => self.error(proc.span, format!("a {what} of {name} does not exist")),
                        Some(found) if found.owner != Some(id) => {
                            let var = self.names.var(var, Some(id));
                            self.error(proc.span, format!("the {what} {var} of {name} is not a local of it"));
                        }
                        Some(_) if !seen.insert(var) => {
                            let var = self.names.var(var, Some(id));
                            self.error(proc.span, format!("the {what} {var} of {name} is listed twice"));
                        }
                        Some(_) => {}
                    }
                }
            }
        }
    }

    fn location(&mut self, id: LocId) {
        let program = self.program;
        let loc = program.loc(id);
        let Some(proc) = program.procs.get(loc.proc.index()) else {
            return self.error(loc.span, format!("{id} belongs to a procedure that does not exist"));
        };
        let edges: Vec<EdgeId> = program.out_edges(id).collect();
        if edges.is_empty() {
            return;
        }
        if loc.kind != LocKind::Normal {
            self.error(loc.span, format!("execution ends at {id}, but it has outgoing edges"));
        }
        if proc.exit == id {
            self.error(
                loc.span,
                format!("{id} is the exit of {}, but it has outgoing edges", self.names.proc(loc.proc)),
            );
        }
        if edges.len() == 1 {
            return;
        }
        let guards: Option<Vec<ExprId>> = edges.iter().map(|&edge| program.edge(edge).op.guard()).collect();
        let Some(guards) = guards else {
            return self.error(loc.span, format!("{id} has several edges, of which one has no guard"));
        };
        let in_pool = guards.iter().all(|guard| guard.index() < program.exprs.len());
        if let Some((first, second)) = in_pool.then(|| guards::overlapping(&program.exprs, &guards)).flatten() {
            let exprs = ExprPrinter::new(program, self.names, Some(loc.proc));
            let message = format!(
                "the guards `{}` and `{}` at {id} are not seen to exclude each other",
                exprs.text(guards[first]),
                exprs.text(guards[second])
            );
            self.found.push(Violation { severity: Severity::Warning, span: loc.span, message });
        }
    }

    fn edge(&mut self, id: EdgeId) {
        let program = self.program;
        let edge = program.edge(id);
        let Some(from) = program.locs.get(edge.from.index()) else {
            return self.error(edge.span, format!("{id} starts at a location that does not exist"));
        };
        match program.locs.get(edge.to.index()) {
            None => return self.error(edge.span, format!("{id} leads to a location that does not exist")),
            Some(to) if to.proc != from.proc => {
                self.error(edge.span, format!("{id} leads from {} into another procedure", edge.from));
            }
            Some(_) => {}
        }
        if from.proc.index() >= program.procs.len() {
            return;
        }
        if edge.op.exprs().all(|expr| self.expr(id, from.proc, expr)) {
            self.tested_sets(id, &edge.op);
            self.op(id, edge, from.proc);
        }
    }

    fn at(&self, id: EdgeId) -> String {
        format!("{id} at {}", self.program.edge(id).from)
    }

    /// False when the expression is broken beyond printing.
    fn expr(&mut self, id: EdgeId, scope: ProcId, expr: ExprId) -> bool {
        let program = self.program;
        let span = program.edge(id).span;
        let Some(&locality) = self.localities.get(expr.index()) else {
            self.error(span, format!("{} mentions an expression that does not exist", self.at(id)));
            return false;
        };
        match locality {
            Locality::Global => true,
            Locality::Local(proc) if proc == scope => true,
            Locality::Broken => {
                let mut faults = Vec::new();
                program.exprs.visit([expr], |node_id, node| faults.extend(self.node_fault(node_id, node)));
                for fault in faults {
                    self.error(span, format!("{}: {fault}", self.at(id)));
                }
                false
            }
            Locality::Local(_) | Locality::Mixed => {
                let mut foreign = Vec::new();
                program.exprs.visit([expr], |_, node| match node {
                    Node::Var(var) if self.is_foreign(program.var(*var).owner, scope) => {
                        foreign.push(self.names.var(*var, Some(scope)));
                    }
                    Node::Read(array, _) | Node::NotEmpty(array)
                        if self.is_foreign(program.array(*array).owner, scope) =>
                    {
                        foreign.push(self.names.array(*array, Some(scope)));
                    }
                    _ => {}
                });
                let message = format!("{} reads a local of another procedure, {}", self.at(id), foreign.join(", "));
                self.error(span, message);
                true
            }
        }
    }

    fn is_foreign(&self, owner: Option<ProcId>, scope: ProcId) -> bool {
        owner.is_some_and(|owner| owner != scope)
    }

    fn node_fault(&self, id: ExprId, node: &Node) -> Option<String> {
        let program = self.program;
        let ty = program.exprs.ty(id);
        match node {
            Node::Var(var) => match program.vars.get(var.index()) {
                None => Some(format!("variable {var} does not exist")),
                Some(declared) if Ty::Int(declared.ty) != ty => {
                    Some(format!("{} is read as {ty} but declared as {}", declared.name, declared.ty))
                }
                Some(_) => None,
            },
            Node::Read(array, indices) => match program.arrays.get(array.index()) {
                None => Some(format!("array {array} does not exist")),
                Some(declared) if Ty::Int(declared.elem) != ty => {
                    Some(format!("cells of {} are read as {ty} but declared as {}", declared.name, declared.elem))
                }
                Some(declared) if declared.dims.len() != indices.len() => Some(format!(
                    "{} is read with {} indices but has {} dimensions",
                    declared.name,
                    indices.len(),
                    declared.dims.len()
                )),
                Some(_) => None,
            },
            Node::NotEmpty(set) => match program.arrays.get(set.index()) {
                None => Some(format!("array {set} does not exist")),
                Some(declared) if !declared.is_set() => {
                    Some(format!("it is asked whether {} is empty, which is not a set", declared.name))
                }
                Some(_) => None,
            },
            _ => None,
        }
    }

    fn op(&mut self, id: EdgeId, edge: &Edge, scope: ProcId) {
        self.changed_set(id, &edge.op);
        match &edge.op {
            Op::Skip => {}
            Op::Assume(guard) => {
                let ty = self.program.exprs.ty(*guard);
                if ty != Ty::Bool {
                    self.error(edge.span, format!("the guard of {} is of type {ty}", self.at(id)));
                }
            }
            Op::Assign(pairs) => {
                self.distinct(id, pairs.iter().map(|pair| pair.0));
                for &(var, value) in pairs {
                    if let Some(ty) = self.target(id, var, scope) {
                        let what = format!("assigned to {}", self.names.var(var, Some(scope)));
                        self.value(id, value, ty, &what);
                    }
                }
            }
            Op::Store { array, indices, value } => {
                if let Some((elem, dims)) = self.target_array(id, *array, scope) {
                    let name = self.names.array(*array, Some(scope));
                    if indices.len() != dims {
                        let count = indices.len();
                        let message = format!("{} stores to {name} with {count} indices of {dims}", self.at(id));
                        self.error(edge.span, message);
                    }
                    self.indices(id, indices);
                    self.value(id, *value, elem, &format!("stored in {name}"));
                }
            }
            Op::Fill { array, prefix, value } => {
                if let Some((elem, dims)) = self.target_array(id, *array, scope) {
                    let name = self.names.array(*array, Some(scope));
                    self.prefix(id, prefix, dims, &name);
                    self.value(id, *value, elem, &format!("filled into {name}"));
                }
            }
            Op::Copy { to, from } => self.copy(id, *to, *from, scope),
            Op::Havoc { var, .. } => {
                self.target(id, *var, scope);
            }
            Op::HavocArray { array, prefix, .. } => {
                if let Some((_, dims)) = self.target_array(id, *array, scope) {
                    let name = self.names.array(*array, Some(scope));
                    self.prefix(id, prefix, dims, &name);
                }
            }
            Op::Call { proc, args, results } => self.call(id, *proc, args, results, scope),
            Op::Return(values) => {
                let proc = self.program.proc(scope);
                if edge.to != proc.exit {
                    self.error(edge.span, format!("{} returns but does not lead to the exit", self.at(id)));
                }
                if values.len() != proc.results.len() {
                    let (found, name) = (values.len(), self.names.proc(scope));
                    let message =
                        format!("{} returns {found} values, {name} has {} results", self.at(id), proc.results.len());
                    self.error(edge.span, message);
                }
                for (&value, result) in values.iter().zip(&proc.results) {
                    if let Some(result) = self.program.vars.get(result.index()) {
                        self.value(id, value, result.ty, &format!("returned as {}", result.name));
                    }
                }
            }
        }
    }

    fn call(&mut self, id: EdgeId, proc: ProcId, args: &[ExprId], results: &[VarId], scope: ProcId) {
        let span = self.program.edge(id).span;
        let Some(callee) = self.program.procs.get(proc.index()) else {
            return self.error(span, format!("{} calls a procedure that does not exist", self.at(id)));
        };
        let name = self.names.proc(proc).to_owned();
        if args.len() != callee.params.len() {
            let (found, wanted) = (args.len(), callee.params.len());
            self.error(
                span,
                format!("{} gives {found} arguments to {name}, which has {wanted} parameters", self.at(id)),
            );
        }
        for (&arg, param) in args.iter().zip(&callee.params) {
            if let Some(param) = self.program.vars.get(param.index()) {
                self.value(id, arg, param.ty, &format!("given for {} of {name}", param.name));
            }
        }
        if !results.is_empty() && results.len() != callee.results.len() {
            let (found, wanted) = (results.len(), callee.results.len());
            self.error(span, format!("{} takes {found} results from {name}, which has {wanted}", self.at(id)));
        }
        self.distinct(id, results.iter().copied());
        for (&var, result) in results.iter().zip(&callee.results) {
            let (Some(ty), Some(result)) = (self.target(id, var, scope), self.program.vars.get(result.index())) else {
                continue;
            };
            if ty != result.ty {
                let var = self.names.var(var, Some(scope));
                let message = format!(
                    "{}: result {} of {name} is of type {}, {var} of type {ty}",
                    self.at(id),
                    result.name,
                    result.ty
                );
                self.error(span, message);
            }
        }
    }

    fn distinct(&mut self, id: EdgeId, targets: impl Iterator<Item = VarId>) {
        let mut seen = HashSet::new();
        for var in targets {
            if !seen.insert(var) {
                let name = self.program.vars.get(var.index()).map_or("?", |var| &var.name);
                self.error(self.program.edge(id).span, format!("{} assigns {name} twice", self.at(id)));
            }
        }
    }

    /// The type of a variable that is written.
    fn target(&mut self, id: EdgeId, var: VarId, scope: ProcId) -> Option<IntTy> {
        let span = self.program.edge(id).span;
        let Some(declared) = self.program.vars.get(var.index()) else {
            self.error(span, format!("{} writes variable {var}, which does not exist", self.at(id)));
            return None;
        };
        if self.is_foreign(declared.owner, scope) {
            let name = self.names.var(var, Some(scope));
            self.error(span, format!("{} writes a local of another procedure, {name}", self.at(id)));
        }
        Some(declared.ty)
    }

    /// The element type and the number of dimensions of an array that is written.
    fn target_array(&mut self, id: EdgeId, array: ArrayId, scope: ProcId) -> Option<(IntTy, usize)> {
        let span = self.program.edge(id).span;
        let Some(declared) = self.program.arrays.get(array.index()) else {
            self.error(span, format!("{} writes array {array}, which does not exist", self.at(id)));
            return None;
        };
        if self.is_foreign(declared.owner, scope) {
            let name = self.names.array(array, Some(scope));
            self.error(span, format!("{} writes a local of another procedure, {name}", self.at(id)));
        }
        Some((declared.elem, declared.dims.len()))
    }

    fn prefix(&mut self, id: EdgeId, prefix: &[ExprId], dims: usize, name: &str) {
        if prefix.len() > dims {
            let count = prefix.len();
            let message = format!("{} names cells of {name} by {count} indices of {dims}", self.at(id));
            self.error(self.program.edge(id).span, message);
        }
        self.indices(id, prefix);
    }

    fn indices(&mut self, id: EdgeId, indices: &[ExprId]) {
        if indices.iter().any(|&index| self.program.exprs.ty(index) == Ty::Bool) {
            self.error(self.program.edge(id).span, format!("{} has a condition as an index", self.at(id)));
        }
    }

    fn value(&mut self, id: EdgeId, value: ExprId, wanted: IntTy, what: &str) {
        let found = self.program.exprs.ty(value);
        if found != Ty::Int(wanted) {
            let message = format!("{}: a value of type {found} is {what}, which is of type {wanted}", self.at(id));
            self.error(self.program.edge(id).span, message);
        }
    }
}
