//! Blocks of memory whose size is computed: malloc, calloc, variable-length arrays, memset, memcpy. Invariant: a
//! block is filled in the same line that makes it (it cannot be shrunk to one that reads what was never written), and
//! freed where its scope ends; an early exit may leak it, which is defined.

use super::Generator;
use super::model::{Pointer, Scalar, Ty, Var};
use super::places::{Use, Want};
use crate::c::expr::level;
use crate::c::ints::{IntKind, Range};
use crate::c::tree::Node;

impl Generator<'_> {
    /// An allocated array that some statements use.
    pub(super) fn heap_block(&mut self) -> Option<Node> {
        if self.body.times * 40 > self.shape.work {
            return None;
        }
        let scalar = *self.rng.pick(&self.scalars);
        let (h, i) = (self.fresh_name("h"), self.fresh_name("i"));
        let (ty, len) = self.element_type(scalar);
        let type_name = self.declare(&ty, "").trim_end().to_string();
        let declaration = self.declare_pointer(&ty, &h);
        let size = if self.rng.chance(50) { format!("sizeof({type_name})") } else { format!("sizeof *{h}") };
        let (count, least) = self.length(len);
        let cast = if self.rng.chance(50) { format!("({type_name} *)") } else { String::new() };
        let kind = self.rng.below(4);
        let allocate = if kind == 1 { "__builtin_alloca" } else { "malloc" };
        let make = match kind {
            0 => format!("{declaration} = {cast}calloc({count}, {size});"),
            _ => {
                let value = self.initialiser_expression(&ty, &i);
                format!(
                    "unsigned long {i}_count = {count};\n{declaration} = {cast}{allocate}({i}_count * {size});\nfor (unsigned long {i} = 0; {i} < {i}_count; {i}++)\n    {h}[{i}] = {value};"
                )
            }
        };
        self.body.cost += self.body.times * 24;
        let root = self.local_root();
        let pointer =
            Pointer { name: h.clone(), target: ty, before: 0, after: least, roots: vec![root], writable: true };
        let mut body = vec![Node::line(make)];
        body.extend(self.scoped(|g| {
            g.declare_local(Var::Pointer(pointer));
            g.nested_statements()
        }));
        if kind != 1 {
            body.push(Node::line(format!("free({h});")));
        }
        Some(Node::block("", body))
    }

    /// What the block holds, and how many at least.
    fn element_type(&mut self, scalar: Scalar) -> (Ty, usize) {
        if !self.structs.is_empty() && self.rng.chance(30) {
            let id = super::model::StructId(self.rng.below(self.structs.len()));
            return (Ty::Struct(id), self.rng.between(1, 3));
        }
        (Ty::Scalar(scalar), self.rng.between(2, 6))
    }

    /// A length expression that is at least the second part, and at most three more.
    fn length(&mut self, least: usize) -> (String, usize) {
        if self.rng.chance(50) {
            return (least.to_string(), least);
        }
        let raw = self.purely(|g| g.expr(1));
        let extra = self.bring_into(raw, IntKind::Int, Range::new(0, 3));
        (format!("{least} + {}", extra.at(13)), least)
    }

    /// A value for each element, which may use the index variable.
    fn initialiser_expression(&mut self, ty: &Ty, i: &str) -> String {
        match ty {
            Ty::Scalar(scalar) => {
                // At most nine elements: the index is small.
                let counter = self.counter(i, IntKind::ULong, Range::new(0, 8));
                self.scoped(|g| {
                    g.declare_local(counter);
                    let value = g.purely(|g| g.expr(1));
                    g.bring_into(value, scalar.kind, scalar.range).at(level::ASSIGN)
                })
            }
            Ty::Struct(id) => format!("(struct {}){}", self.structs[id.0].name.clone(), self.initialiser(ty)),
            Ty::Array(..) => unreachable!("blocks hold scalars or structs"),
        }
    }

    /// An array whose length is known at run time only.
    pub(super) fn variable_length_block(&mut self) -> Option<Node> {
        if !self.shape.arrays || self.body.times * 40 > self.shape.work {
            return None;
        }
        let scalar = *self.rng.pick(&self.scalars);
        let ty = Ty::Scalar(scalar);
        let (v, i, n) = (self.fresh_name("v"), self.fresh_name("i"), self.fresh_name("n"));
        let least = self.rng.between(2, 5);
        let (count, least) = self.length(least);
        let value = self.initialiser_expression(&ty, &i);
        let make = format!(
            "int {n} = {count};\n{};\nfor (unsigned long {i} = 0; {i} < {n}; {i}++)\n    {v}[{i}] = {value};",
            self.declare(&ty, &format!("{v}[{n}]"))
        );
        self.body.cost += self.body.times * 24;
        let root = self.local_root();
        let array = Pointer { name: v.clone(), target: ty, before: 0, after: least, roots: vec![root], writable: true };
        let bound = self.counter(&n, IntKind::Int, Range::new(least as i128, least as i128 + 3));
        let mut body = vec![Node::line(make)];
        body.extend(self.scoped(|g| {
            g.declare_local(Var::Pointer(array));
            g.declare_local(bound);
            g.nested_statements()
        }));
        if self.rng.chance(40) {
            self.note_checksum();
            body.push(Node::line(format!("@checksum = @checksum * 7 + sizeof {v} + {v}[{n} - 1];")));
        }
        Some(Node::block("", body))
    }

    /// memset or memcpy on arrays of integers.
    pub(super) fn memory_function(&mut self) -> Option<Node> {
        let usage = Use::Address { writable: true };
        let array = self.purely(|g| g.place(&Want::ScalarArray(2), usage))?;
        let (element, len) = (array.array().0.clone(), array.array().1);
        let Ty::Scalar(scalar) = element else { return None };
        let bytes = scalar.kind.bits() as usize / 8;
        self.body.cost += self.body.times * 10;
        if self.rng.chance(50) {
            let source = self.purely(|g| g.place(&Want::ArrayOf(Ty::Scalar(scalar), 2), Use::Read))?;
            if source.roots.iter().any(|root| array.roots.contains(root)) || source.effects.conflicts(&array.effects) {
                return None;
            }
            let count = self.rng.between(1, len.min(source.array().1));
            let size = self.byte_count(count, len, bytes, &array.text);
            return Some(Node::line(format!("memcpy({}, {}, {size});", array.text, source.text)));
        }
        // Bytes that make values within the range: zero always; others where every pattern is a value.
        let free = scalar.range == Range::of(scalar.kind) && scalar.kind != IntKind::Bool;
        let byte = if free && self.rng.chance(50) { *self.rng.pick(&["-1", "255", "1", "0x7f", "'x'"]) } else { "0" };
        let count = self.rng.between(1, len);
        let size = self.byte_count(count, len, bytes, &array.text);
        Some(Node::line(format!("memset({}, {byte}, {size});", array.text)))
    }

    fn byte_count(&mut self, count: usize, len: usize, bytes: usize, array: &str) -> String {
        match self.rng.below(3) {
            0 if count == len => format!("sizeof({array})"),
            1 => format!("{}", count * bytes),
            _ => format!("{count} * sizeof({array}[0])"),
        }
    }

    /// A pointer to an array and its length in a struct, moved along.
    pub(super) fn view(&mut self) -> Option<Node> {
        let array = self.stable_array(2)?;
        let (element, len) = (array.array().0.clone(), array.array().1);
        let (view, v) = (self.fresh_name("@W"), self.fresh_name("w"));
        let field = self.declare_pointer(&element, "at");
        self.late_types.push(format!("struct {view} {{\n    {field};\n    int left;\n}};"));
        self.body.cost += self.body.times * 4 * len as u64;
        self.note_checksum();
        let step = *self.rng.pick(&["*w.at++", "*p->at, ++p->at", "w.at[0], w.at += 1", "(*p).at[0], (*p).at++"]);
        let (value, advance) = step.split_once(", ").unwrap_or((step, "(void)0"));
        let (value, advance) = (value.replace("w.", &format!("{v}.")), advance.replace("w.", &format!("{v}.")));
        Some(Node::line(format!(
            "{{\n    struct {view} {v} = {{ {}, {len} }}, *p = &{v};\n    while (p->left-- > 0) {{\n        @checksum = @checksum * 19 + {value};\n        {advance};\n    }}\n}}",
            array.text
        )))
    }

    /// A list built on the heap, walked and freed.
    pub(super) fn linked_list(&mut self) -> Node {
        let scalar = *self.rng.pick(&self.scalars);
        let (node, head, i) = (self.fresh_name("@N"), self.fresh_name("list"), self.fresh_name("i"));
        let field = self.declare(&Ty::Scalar(scalar), "value");
        self.late_types.push(format!("struct {node} {{\n    {field};\n    struct {node} *next;\n}};"));
        let count = self.rng.between(1, 5);
        self.body.cost += self.body.times * 30;
        self.note_checksum();
        let counter = self.counter(&i, IntKind::Int, Range::new(0, count as i128 - 1));
        let value = self.scoped(|g| {
            g.declare_local(counter);
            let raw = g.purely(|g| g.expr(1));
            g.bring_into(raw, scalar.kind, scalar.range)
        });
        Node::line(format!(
            "{{\n    struct {node} *{head} = 0;\n    for (int {i} = 0; {i} < {count}; {i}++) {{\n        struct {node} *fresh = malloc(sizeof *fresh);\n        fresh->value = {};\n        fresh->next = {head};\n        {head} = fresh;\n    }}\n    while ({head}) {{\n        struct {node} *rest = {head}->next;\n        @checksum = @checksum * 17 + {head}->value;\n        free({head});\n        {head} = rest;\n    }}\n}}",
            value.at(level::ASSIGN)
        ))
    }
}
