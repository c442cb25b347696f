//! Types, global variables and local variables. Invariant: every object is initialised where it is declared, and the
//! range in its type holds from there on.

use super::Generator;
use super::model::{EnumId, Enumeration, Object, Scalar, StructDef, StructId, Ty, TypeName, Var};
use super::places::{Use, Want};
use crate::c::expr::level;
use crate::c::ints::{IntKind, Range};
use crate::c::tree::Node;

impl Generator<'_> {
    /// Type definitions, and the pool of types that variables draw from.
    pub(super) fn types(&mut self) -> Vec<Node> {
        let mut items = Vec::new();
        if self.shape.enums {
            for _ in 0..self.rng.below(3) {
                items.push(self.enumeration());
            }
        }
        for kind in [IntKind::Int, IntKind::Int, IntKind::UInt] {
            let item = self.scalar_type(kind);
            items.extend(item);
        }
        for _ in 0..self.rng.between(3, 6) {
            let kind = *self.rng.pick(&IntKind::ALL);
            let item = self.scalar_type(kind);
            items.extend(item);
        }
        if self.shape.structs {
            for _ in 0..self.rng.below(4) {
                items.push(self.struct_type());
            }
        }
        items
    }

    fn enumeration(&mut self) -> Node {
        let name = self.fresh_name("@E");
        let mut members = Vec::new();
        let mut texts = Vec::new();
        let mut value = 0;
        for letter in ["A", "B", "C", "D", "F"].into_iter().take(self.rng.between(2, 5)) {
            let member = format!("{name}_{letter}");
            if self.rng.chance(30) {
                value = self.rng.integer(-4, 40);
                texts.push(format!("{member} = {value}"));
            } else {
                texts.push(member.clone());
            }
            members.push((member, value));
            value += 1;
        }
        let values: Vec<i128> = members.iter().map(|(_, value)| *value).chain([0]).collect();
        let range = Range::hull(&values);
        // gcc makes an enumeration without negative members unsigned.
        let kind = if range.low < 0 { IntKind::Int } else { IntKind::UInt };
        self.enums.push(Enumeration { members });
        let id = EnumId(self.enums.len() - 1);
        let typedef = self.rng.chance(40);
        self.type_names.push(if typedef { format!("{name}_t") } else { format!("enum {name}") });
        self.scalars.push(Scalar { kind, range, name: TypeName(self.type_names.len() - 1), enumeration: Some(id) });
        let body = texts.join(", ");
        Node::line(match typedef {
            true => format!("typedef enum {name} {{ {body} }} {name}_t;"),
            false => format!("enum {name} {{ {body} }};"),
        })
    }

    /// A type of this kind joins the pool, perhaps with a typedef.
    fn scalar_type(&mut self, kind: IntKind) -> Option<Node> {
        let spelling = self.spelling(kind);
        let (name, item) = if self.rng.chance(25) {
            let name = self.fresh_name("@t");
            let item = Node::line(format!("typedef {spelling} {name};"));
            (name, Some(item))
        } else {
            (spelling.to_string(), None)
        };
        self.type_names.push(name);
        let range = if kind.signed() && kind.bits() >= 32 && self.rng.chance(65) {
            let limit = *self.rng.pick(&[50, 100, 1000, 100_000, 1_000_000_000]);
            Range::new(-limit, limit)
        } else {
            Range::of(kind)
        };
        self.scalars.push(Scalar { kind, range, name: TypeName(self.type_names.len() - 1), enumeration: None });
        item
    }

    fn spelling(&mut self, kind: IntKind) -> &'static str {
        let options: &[&str] = match kind {
            IntKind::Short => &["short", "short int", "signed short"],
            IntKind::UShort => &["unsigned short", "short unsigned int"],
            IntKind::Int => &["int", "int", "signed", "signed int"],
            IntKind::UInt => &["unsigned", "unsigned int"],
            IntKind::Long => &["long", "long int", "signed long"],
            IntKind::ULong => &["unsigned long", "long unsigned int"],
            IntKind::LongLong => &["long long", "long long int"],
            IntKind::ULongLong => &["unsigned long long", "long long unsigned"],
            other => return other.spelling(),
        };
        self.rng.pick::<&'static str>(options)
    }

    fn struct_type(&mut self) -> Node {
        let name = self.fresh_name("@S");
        let mut fields = Vec::new();
        let mut lines = Vec::new();
        for field in ["a", "b", "c", "d"].into_iter().take(self.rng.between(1, 4)) {
            let ty = match self.rng.below(10) {
                0 if !self.structs.is_empty() => Ty::Struct(StructId(self.rng.below(self.structs.len()))),
                1 if self.shape.arrays => {
                    let element = Ty::Scalar(*self.rng.pick(&self.scalars));
                    Ty::Array(Box::new(element), self.rng.between(2, 4))
                }
                _ => Ty::Scalar(*self.rng.pick(&self.scalars)),
            };
            lines.push(Node::line(format!("{};", self.declare(&ty, field))));
            fields.push((field.to_string(), ty));
        }
        self.structs.push(StructDef { name: name.clone(), fields });
        Node::block_with_tail(format!("struct {name}"), lines, ";")
    }

    /// A type for a variable.
    pub(super) fn variable_type(&mut self) -> Ty {
        let scalar = Ty::Scalar(*self.rng.pick(&self.scalars));
        let structure = match self.structs.len() {
            0 => None,
            count => Some(Ty::Struct(StructId(self.rng.below(count)))),
        };
        match self.rng.below(20) {
            0..5 if self.shape.arrays => Ty::Array(Box::new(scalar), self.rng.between(2, 9)),
            5 | 6 if self.shape.arrays => {
                let row = Ty::Array(Box::new(scalar), self.rng.between(2, 4));
                Ty::Array(Box::new(row), self.rng.between(2, 4))
            }
            7..10 if structure.is_some() => structure.expect("just looked"),
            10 if structure.is_some() && self.shape.arrays => {
                Ty::Array(Box::new(structure.expect("just looked")), self.rng.between(2, 4))
            }
            _ => scalar,
        }
    }

    pub(super) fn global_variables(&mut self) -> Vec<Node> {
        let mut items = Vec::new();
        for _ in 0..self.rng.between(3, self.shape.globals.max(3)) {
            let ty = self.variable_type();
            let name = self.fresh_name("@g");
            let constant = self.rng.chance(12);
            let declaration = self.declare(&ty, &name);
            // Without an initialiser everything is zero.
            let text = if self.rng.chance(25) && !constant {
                format!("{declaration};")
            } else {
                format!("{declaration} = {};", self.initialiser(&ty))
            };
            let storage = *self.rng.pick(&["", "", "static "]);
            if storage.is_empty() && !constant && self.rng.chance(10) {
                items.push(Node::line(format!("extern {declaration};")));
            }
            let qualifier = if constant { "const " } else { "" };
            items.push(Node::line(format!("{storage}{qualifier}{text}")));
            let root = self.fresh_root();
            let object = Object { name, ty, root, writable: !constant, addressable: !constant };
            self.globals.push(Var::Object(object));
        }
        items
    }

    /// A declaration in a body, with an initialiser.
    pub(super) fn local_variable(&mut self) -> Node {
        let ty = self.variable_type();
        let name = self.fresh_name("v");
        let declaration = self.declare(&ty, &name);
        if matches!(ty, Ty::Scalar(_))
            && self.shape.statement_expressions
            && self.rng.chance(8)
            && let Some(node) = self.like_another(&name)
        {
            return node;
        }
        let lasting = self.rng.chance(12);
        let (text, writable, addressable) = if lasting {
            (format!("static {declaration} = {};", self.initialiser(&ty)), true, true)
        } else {
            let (qualifier, writable, addressable) = self.rng.weighted(&[
                (80, ("", true, true)),
                (8, ("const ", false, false)),
                (6, ("register ", true, false)),
                (6, ("volatile ", true, false)),
            ]);
            let simple = matches!(ty, Ty::Scalar(_));
            let (qualifier, addressable) = if simple { (qualifier, addressable) } else { ("", true) };
            let value = self.local_value(&ty);
            (format!("{qualifier}{declaration} = {value};"), writable || !simple, addressable)
        };
        let root = if lasting { self.fresh_root() } else { self.local_root() };
        self.declare_local(Var::Object(Object { name, ty, root, writable, addressable }));
        Node::line(text)
    }

    /// A variable of the type of some other place.
    fn like_another(&mut self, name: &str) -> Option<Node> {
        let model = self.place(&Want::AnyScalar, Use::Read)?;
        // The type of a constant or volatile place is so too, also behind a pointer: name only plain ones.
        let Ty::Scalar(scalar) = model.ty else { return None };
        let plain = self
            .visible()
            .any(|var| matches!(var, Var::Object(o) if o.root == model.roots[0] && o.addressable && o.writable));
        // Pointers are named `p…`, and nothing else has a `p` in its name.
        let direct = !model.text.contains(['*', '>', 'p']);
        if !plain || !direct || scalar.name.0 == 0 && !self.scalars.contains(&scalar) {
            return None;
        }
        let value = self.local_value(&model.ty);
        let root = self.local_root();
        let (ty, name) = (model.ty, name.to_string());
        let text = format!("__typeof__({}) {name} = {value};", model.text);
        self.declare_local(Var::Object(Object { name, ty, root, writable: true, addressable: true }));
        Some(Node::line(text))
    }

    fn local_value(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Scalar(scalar) => {
                let value = self.expr(2);
                self.bring_into(value, scalar.kind, scalar.range).at(level::ASSIGN)
            }
            Ty::Struct(id) if self.rng.chance(50) => self.struct_value(*id, &Default::default()).0,
            Ty::Array(element, len) if self.rng.chance(40) => match **element {
                // Elements computed at run time, each without side effects: their order is not specified.
                Ty::Scalar(scalar) => {
                    let values: Vec<String> = (0..*len)
                        .map(|_| {
                            let value = self.purely(|g| g.expr(1));
                            self.bring_into(value, scalar.kind, scalar.range).at(level::ASSIGN)
                        })
                        .collect();
                    format!("{{ {} }}", values.join(", "))
                }
                _ => self.initialiser(ty),
            },
            _ => self.initialiser(ty),
        }
    }
}
