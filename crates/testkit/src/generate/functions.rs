//! Functions: parameters, bodies, recursion, families for function pointers. Invariant: a function calls only
//! functions that were finished before it, or itself (or its partner) with a smaller depth argument; its recorded
//! effects and cost cover every call.

use super::model::{Function, FunctionId, Handler, Object, Param, Pointer, Scalar, StructId, Ty, TypeName, Var};
use super::{Body, CHECKSUM, Generator};
use crate::c::effects::{Effects, Root};
use crate::c::expr::level;
use crate::c::ints::{IntKind, Range};
use crate::c::tree::Node;

/// A finished function: what stands before all bodies, and its body.
pub(super) struct Emitted {
    pub prototype: String,
    pub definition: Node,
}

/// A parameter with its name and its declaration.
struct Formal {
    param: Param,
    text: String,
    var: Var,
}

impl Generator<'_> {
    /// All functions but `main`, and the table of function pointers if there is one.
    pub(super) fn all_functions(&mut self) -> (Vec<Emitted>, Vec<Node>) {
        let mut emitted = Vec::new();
        let mut tables = Vec::new();
        for _ in 0..self.rng.between(1, self.shape.functions.max(1)) {
            match self.rng.below(10) {
                0 | 1 if self.shape.recursion => emitted.push(self.recursive_function()),
                2 if self.shape.recursion => emitted.extend(self.mutual_functions()),
                3 | 4 if self.shape.function_pointers && self.family.is_empty() => {
                    let (members, table) = self.function_family();
                    emitted.extend(members);
                    tables.push(table);
                }
                _ => emitted.push(self.plain_function()),
            }
        }
        (emitted, tables)
    }

    fn plain_function(&mut self) -> Emitted {
        let formals = self.formals();
        let result = self.result_type();
        let name = self.fresh_name("@f");
        self.finish_function(name, formals, result, |g| {
            let count = g.rng.between(2, g.shape.statements.max(2));
            g.statements(count)
        })
    }

    fn result_type(&mut self) -> Option<Ty> {
        match self.rng.below(10) {
            0 | 1 => None,
            2 if !self.structs.is_empty() => Some(Ty::Struct(StructId(self.rng.below(self.structs.len())))),
            _ => Some(Ty::Scalar(*self.rng.pick(&self.scalars))),
        }
    }

    fn formals(&mut self) -> Vec<Formal> {
        let mut formals = Vec::new();
        // Pointers may be told apart by the callee, or all may reach the same object.
        let shared = self.fresh_root();
        let aliased = self.rng.chance(30);
        for _ in 0..self.rng.below(4) {
            match self.rng.below(10) {
                0 | 1 if self.shape.pointers => {
                    let root = if aliased { shared } else { self.fresh_root() };
                    let ty = match self.rng.chance(30) && !self.structs.is_empty() {
                        true => Ty::Struct(StructId(self.rng.below(self.structs.len()))),
                        false => Ty::Scalar(*self.rng.pick(&self.scalars)),
                    };
                    formals.push(self.pointer_formal(ty, 1, root));
                }
                2..5 if self.shape.arrays && self.shape.pointers => {
                    let root = if aliased { shared } else { self.fresh_root() };
                    let len = self.rng.between(2, 4);
                    let scalar = Ty::Scalar(*self.rng.pick(&self.scalars));
                    formals.push(self.pointer_formal(scalar, len, root));
                    if self.rng.chance(50) {
                        formals.push(self.limit_formal("n", len as i128));
                    }
                }
                6 if self.shape.arrays && self.shape.pointers => {
                    let root = if aliased { shared } else { self.fresh_root() };
                    let (rows, columns) = (self.rng.between(2, 3), self.rng.between(2, 3));
                    let row = Ty::Array(Box::new(Ty::Scalar(*self.rng.pick(&self.scalars))), columns);
                    formals.push(self.pointer_formal(row, rows, root));
                }
                5 if !self.structs.is_empty() => {
                    let ty = Ty::Struct(StructId(self.rng.below(self.structs.len())));
                    formals.push(self.value_formal(ty));
                }
                _ => {
                    let ty = Ty::Scalar(*self.rng.pick(&self.scalars));
                    formals.push(self.value_formal(ty));
                }
            }
        }
        formals
    }

    fn value_formal(&mut self, ty: Ty) -> Formal {
        let name = self.fresh_name("a");
        let text = self.declare(&ty, &name);
        // Owned by the body that is about to start: listed there as local.
        let root = self.fresh_root();
        let var = Var::Object(Object { name, ty: ty.clone(), root, writable: true, addressable: true });
        Formal { param: Param::Value(ty), text, var }
    }

    /// An int between zero and `most` that the body does not assign: a length or a depth.
    fn limit_formal(&mut self, stem: &str, most: i128) -> Formal {
        let name = self.fresh_name(stem);
        let range = Range::new(0, most);
        let scalar = Scalar { kind: IntKind::Int, range, name: self.plain_int(), enumeration: None };
        let ty = Ty::Scalar(scalar);
        let root = self.fresh_root();
        let text = format!("int {name}");
        let var = Var::Object(Object { name, ty: ty.clone(), root, writable: false, addressable: false });
        Formal { param: Param::Value(ty), text, var }
    }

    fn plain_int(&mut self) -> TypeName {
        let at = self.type_names.iter().position(|name| name == "int");
        TypeName(at.unwrap_or_else(|| {
            self.type_names.push("int".into());
            self.type_names.len() - 1
        }))
    }

    fn pointer_formal(&mut self, target: Ty, len: usize, root: Root) -> Formal {
        let name = self.fresh_name("p");
        let text = match self.rng.below(3) {
            0 if len > 1 => self.declare(&target, &format!("{name}[{len}]")),
            1 if len > 1 => self.declare(&target, &format!("{name}[]")),
            _ => self.declare_pointer(&target, &name),
        };
        let pointer =
            Pointer { name, target: target.clone(), before: 0, after: len, roots: vec![root], writable: true };
        Formal { param: Param::Pointer { target, len, root }, text, var: Var::Pointer(pointer) }
    }

    /// Starts a fresh body with these parameters in scope.
    fn open_body(&mut self, formals: &[Formal], result: &Option<Ty>) {
        self.body = Body { times: 1, result: result.clone(), scopes: vec![Vec::new()], ..Body::default() };
        for formal in formals {
            if let Var::Object(object) = &formal.var {
                self.body.locals.push(object.root);
            }
            self.declare_local(formal.var.clone());
        }
    }

    /// Effects that a caller sees.
    fn visible_effects(&self) -> Effects {
        let mut effects = self.body.effects.clone();
        for root in &self.body.locals {
            effects.reads.remove(root);
            effects.writes.remove(root);
        }
        effects
    }

    fn finish_function(
        &mut self,
        name: String,
        formals: Vec<Formal>,
        result: Option<Ty>,
        make: impl FnOnce(&mut Self) -> Vec<Node>,
    ) -> Emitted {
        self.open_body(&formals, &result);
        let mut body = make(self);
        if result.is_some() {
            body.push(Node::line(self.return_text().expect("every type has a return statement")));
        }
        let (effects, cost) = (self.visible_effects(), self.body.cost + 2);
        self.register(name, formals, result, effects, cost, body)
    }

    fn register(
        &mut self,
        name: String,
        formals: Vec<Formal>,
        result: Option<Ty>,
        effects: Effects,
        cost: u64,
        body: Vec<Node>,
    ) -> Emitted {
        let head = self.head(&name, &formals, &result);
        let params = formals.into_iter().map(|formal| formal.param).collect();
        self.callable.push(self.functions.len());
        self.functions.push(Function { name, params, result, effects, cost });
        Emitted { prototype: format!("{head};"), definition: Node::block(head, body) }
    }

    fn head(&mut self, name: &str, formals: &[Formal], result: &Option<Ty>) -> String {
        let list: Vec<&str> = formals.iter().map(|formal| formal.text.as_str()).collect();
        let list = if list.is_empty() { "void".to_string() } else { list.join(", ") };
        match result {
            None => format!("void {name}({list})"),
            Some(ty) => self.declare(ty, &format!("{name}({list})")),
        }
    }

    /// `f(n, …)` with a base case and one or two calls of itself for smaller `n`.
    fn recursive_function(&mut self) -> Emitted {
        let name = self.fresh_name("@r");
        let twice = self.rng.chance(35);
        let most = if twice { 4 } else { 7 };
        let result = Some(Ty::Scalar(*self.rng.pick(&self.scalars)));
        let depth = self.limit_formal("n", most);
        let mut formals = vec![depth];
        formals.extend(self.formals());
        self.open_body(&formals, &result);
        self.body.times = if twice { 12 } else { most as u64 };
        let body = self.recursive_body(&name, &formals, &result, if twice { 2 } else { 1 });
        let (effects, cost) = (self.visible_effects(), self.body.cost + 2);
        self.register(name, formals, result, effects, cost, body)
    }

    /// Two functions that call each other.
    fn mutual_functions(&mut self) -> Vec<Emitted> {
        let names = [self.fresh_name("@even"), self.fresh_name("@odd")];
        let result = Some(Ty::Scalar(*self.rng.pick(&self.scalars)));
        let types: Vec<Ty> = (0..self.rng.below(3)).map(|_| Ty::Scalar(*self.rng.pick(&self.scalars))).collect();
        let mut parts = Vec::new();
        for partner in [1, 0] {
            let mut formals = vec![self.limit_formal("n", 6)];
            formals.extend(types.iter().map(|ty| self.value_formal(ty.clone())).collect::<Vec<_>>());
            self.open_body(&formals, &result);
            self.body.times = 4;
            let body = self.recursive_body(&names[partner], &formals, &result, 1);
            parts.push((formals, body, self.visible_effects(), self.body.cost + 2));
        }
        let effects = parts[0].2.and(&parts[1].2);
        let cost = parts[0].3 + parts[1].3;
        parts
            .into_iter()
            .zip(names)
            .map(|((formals, body, ..), name)| {
                self.register(name, formals, result.clone(), effects.clone(), cost, body)
            })
            .collect()
    }

    /// Base case, statements, calls of `callee` one step down, statements, return.
    fn recursive_body(&mut self, callee: &str, formals: &[Formal], result: &Option<Ty>, calls: usize) -> Vec<Node> {
        let Var::Object(depth) = &formals[0].var else { unreachable!("the depth comes first") };
        let n = depth.name.clone();
        let base = self.return_text().expect("every type has a return statement");
        let mut body = vec![Node::line(format!("if ({n} <= 0)\n    {base}"))];
        let count = self.rng.between(0, 2);
        body.extend(self.statements(count));
        for call in 0..calls {
            let ty = result.clone().expect("recursive functions return a value");
            let smaller = match (self.rng.below(3), call) {
                (0, _) => format!("{n} / 2"),
                (_, 0) => format!("{n} - 1"),
                _ => format!("({n} > 1 ? {n} - 2 : 0)"),
            };
            let mut arguments = vec![smaller];
            for formal in &formals[1..] {
                arguments.push(self.recursive_argument(formal));
            }
            let name = self.fresh_name("v");
            let declaration = self.declare(&ty, &name);
            body.push(Node::line(format!("{declaration} = {callee}({});", arguments.join(", "))));
            let root = self.local_root();
            self.declare_local(Var::Object(Object { name, ty, root, writable: true, addressable: true }));
        }
        let count = self.rng.between(1, 2);
        body.extend(self.statements(count));
        body.push(Node::line(self.return_text().expect("every type has a return statement")));
        body
    }

    fn recursive_argument(&mut self, formal: &Formal) -> String {
        match (&formal.param, &formal.var) {
            (Param::Value(Ty::Scalar(scalar)), _) => {
                let value = self.purely(|g| g.expr(1));
                self.bring_into(value, scalar.kind, scalar.range).at(level::ASSIGN)
            }
            (_, Var::Object(object)) => object.name.clone(),
            (_, Var::Pointer(pointer)) => pointer.name.clone(),
            (_, Var::Handler(_)) => unreachable!("handlers are not parameters"),
        }
    }

    /// Two or three functions of one signature, and a table of them.
    fn function_family(&mut self) -> (Vec<Emitted>, Node) {
        let result = Some(Ty::Scalar(*self.rng.pick(&self.scalars)));
        let types: Vec<Ty> = (0..self.rng.between(1, 2)).map(|_| Ty::Scalar(*self.rng.pick(&self.scalars))).collect();
        let first = self.functions.len();
        let mut emitted = Vec::new();
        for _ in 0..self.rng.between(2, 3) {
            let name = self.fresh_name("@op");
            let formals = types.iter().map(|ty| self.value_formal(ty.clone())).collect();
            emitted.push(self.finish_function(name, formals, result.clone(), |g| {
                let count = g.rng.between(1, 3);
                g.statements(count)
            }));
        }
        self.family = (first..self.functions.len()).collect();
        let table = self.fresh_name("@table");
        let len = self.rng.between(2, 4);
        let members: Vec<usize> = (0..len).map(|_| *self.rng.pick(&self.family)).collect();
        let names: Vec<String> = members
            .iter()
            .map(|&i| match self.rng.chance(30) {
                true => format!("&{}", self.functions[i].name),
                false => self.functions[i].name.clone(),
            })
            .collect();
        let qualifier = *self.rng.pick(&["", "const "]);
        let declaration = self.function_pointer(first, &format!("(*{qualifier}{table}[{len}])"));
        let mut effects = Effects::none();
        members.iter().for_each(|&i| effects.add(&self.functions[i].effects));
        let cost = members.iter().map(|&i| self.functions[i].cost).max().expect("a table has members") + 1;
        self.globals.push(Var::Handler(Handler {
            name: table,
            table: Some(len),
            signature: FunctionId(first),
            effects,
            cost,
        }));
        (emitted, Node::line(format!("static {declaration} = {{ {} }};", names.join(", "))))
    }

    /// The entry function: statements, then every global and the checksum are printed.
    pub(super) fn main_function(&mut self) -> Node {
        self.open_body(&[], &None);
        // A return would skip the calls at the end.
        self.body.stays = true;
        let count = self.rng.between(3, self.shape.statements.max(4) + 2);
        let mut body = self.statements(count);
        for index in self.callable.clone() {
            body.extend(self.checked_call(index));
        }
        let mut whole = vec![Node::block("static void @work(void)", body)];
        let mut printing = vec![Node::line("@work();")];
        let objects: Vec<(String, Ty)> = self
            .globals
            .iter()
            .filter_map(|var| match var {
                Var::Object(object) => Some((object.name.clone(), object.ty.clone())),
                _ => None,
            })
            .collect();
        for (name, ty) in objects {
            self.print_all(&name, &ty, 0, &mut printing);
        }
        printing.push(Node::line("__heureka_print(@checksum);"));
        printing.push(Node::line("return 0;"));
        whole.push(Node::block("int @main(void)", printing));
        Node::Group(whole)
    }

    /// A call whose result goes into the checksum, so that no function stays unused.
    fn checked_call(&mut self, index: usize) -> Option<Node> {
        let result = self.functions[index].result.clone();
        let (text, effects) = self.call(index, 2)?;
        match result {
            Some(Ty::Scalar(_)) if !effects.touches(&[CHECKSUM]) => {
                Some(Node::line(format!("@checksum = @checksum * 37 + {text};")))
            }
            _ => Some(Node::line(format!("{text};"))),
        }
    }

    fn print_all(&self, text: &str, ty: &Ty, level: usize, out: &mut Vec<Node>) {
        match ty {
            Ty::Scalar(_) => out.push(Node::line(format!("__heureka_print({text});"))),
            Ty::Array(element, len) => {
                let i = ["i", "j", "k", "l"][level.min(3)];
                let mut body = Vec::new();
                self.print_all(&format!("{text}[{i}]"), element, level + 1, &mut body);
                out.push(Node::block(format!("for (int {i} = 0; {i} < {len}; {i}++)"), body));
            }
            Ty::Struct(id) => {
                for (field, ty) in &self.structs[id.0].fields {
                    self.print_all(&format!("{text}.{field}"), ty, level, out);
                }
            }
        }
    }
}
