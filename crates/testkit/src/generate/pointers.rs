//! Pointer variables, walks over arrays, pointers to functions. Invariant: a declared pointer variable is not moved
//! while it is in scope for other statements; moves happen only inside one template whose offsets are all known.

use super::Generator;
use super::calls::address_of;
use super::model::{FunctionId, Handler, Param, Pointer, Ty, Var};
use super::places::{Place, Use, Want};
use crate::c::effects::Effects;
use crate::c::expr::{Expr, level};
use crate::c::ints::{IntKind, Range};
use crate::c::tree::Node;

impl Generator<'_> {
    /// A pointer to a scalar, a struct, an element of an array or a row of a matrix.
    pub(super) fn pointer_variable(&mut self) -> Option<Node> {
        let name = self.fresh_name("p");
        let writable = self.rng.chance(85);
        let usage = Use::Address { writable };
        let (target, value, before, after, roots) = match self.rng.below(5) {
            0 if self.shape.arrays => {
                let place = self.purely(|g| g.place(&Want::Matrix, usage))?;
                let (row, len) = place.array();
                (row.clone(), place.text.clone(), 0, len, place.roots)
            }
            1 | 2 if self.shape.arrays => {
                let place = self.purely(|g| g.place(&Want::ScalarArray(2), usage))?;
                let (element, len) = place.array();
                let at = if self.rng.chance(50) { 0 } else { self.rng.below(len) };
                let value = match self.rng.below(3) {
                    0 => format!("&{}[{at}]", place.postfix()),
                    _ if at == 0 => place.text.clone(),
                    _ => format!("{} + {at}", place.text),
                };
                (element.clone(), value, at, len - at, place.roots.clone())
            }
            3 => {
                // One of two objects.
                let one = self.purely(|g| g.place(&Want::AnyScalar, usage))?;
                let other = self.purely(|g| g.place(&Want::Exactly(one.ty.clone()), usage))?;
                let condition = self.purely(|g| g.condition(1));
                let value = format!("{} ? {} : {}", condition.at(level::OR), address_of(&one), address_of(&other));
                let roots = one.roots.iter().chain(&other.roots).copied().collect();
                (one.ty, value, 0, 1, roots)
            }
            _ => {
                let want = if self.rng.chance(40) { Want::AnyStruct } else { Want::AnyScalar };
                let place = self.purely(|g| g.place(&want, usage))?;
                (place.ty.clone(), address_of(&place), 0, 1, place.roots)
            }
        };
        let qualifier = if writable { "" } else { "const " };
        let declaration = format!("{qualifier}{} = {value};", self.declare_pointer(&target, &name));
        let mut nodes = vec![Node::line(declaration)];
        let mut reached = name.clone();
        if self.rng.chance(12) && before == 0 && after == 1 {
            // Through a pointer to the pointer.
            let outer = self.fresh_name("pp");
            let text = self.declare_pointer(&target, &format!("*{outer}"));
            nodes.push(Node::line(format!("{qualifier}{text} = &{name};")));
            reached = format!("(*{outer})");
        }
        self.declare_local(Var::Pointer(Pointer { name: reached, target, before, after, roots, writable }));
        Some(Node::Group(nodes))
    }

    /// A loop that moves a pointer over an array.
    pub(super) fn pointer_walk(&mut self) -> Option<Node> {
        let array = self.stable_array(2)?;
        let (element, len) = (array.array().0.clone(), array.array().1);
        let Ty::Scalar(scalar) = element else { return None };
        if self.body.times * len as u64 * 4 > self.shape.work {
            return None;
        }
        self.body.cost += self.body.times * len as u64 * 3;
        let (p, name) = (self.fresh_name("p"), array.text.clone());
        let declaration = self.declare_pointer(&element, &p);
        let start = self.rng.below(len);
        let text = match self.rng.below(5) {
            0 => {
                self.note_checksum();
                format!(
                    "for ({declaration} = {name}; {p} < {name} + {len}; {p}++)\n    @checksum = @checksum * 33 + *{p};"
                )
            }
            1 => {
                let value = self.scalar_constant(scalar).at(level::ASSIGN);
                format!(
                    "{{\n    {declaration} = &{}[{start}];\n    while ({p} != {name} + {len})\n        *{p}++ = {value};\n}}",
                    array.postfix()
                )
            }
            2 => {
                self.note_checksum();
                format!(
                    "{{\n    {declaration} = {name} + {len};\n    while ({p} > {name})\n        @checksum ^= *--{p} + (@checksum << 1);\n}}"
                )
            }
            3 => {
                self.note_checksum();
                format!(
                    "{{\n    {declaration} = {name};\n    do\n        @checksum += (unsigned long long)*{p} * ({p} - {name} + 1);\n    while (++{p} - {name} < {len});\n}}"
                )
            }
            _ => {
                // Towards each other: reverse.
                let q = self.fresh_name("q");
                let (other, held) = (self.declare_pointer(&element, &q), self.declare(&element, "held"));
                format!(
                    "{{\n    {declaration} = {name}; {other} = {name} + {};\n    while ({p} < {q}) {{\n        {held} = *{p};\n        *{p}++ = *{q};\n        *{q}-- = held;\n    }}\n}}",
                    len - 1
                )
            }
        };
        Some(Node::line(text))
    }

    /// An array of integers that can be written to while its name is evaluated again and again: no index in the name
    /// reads the array's own object.
    pub(super) fn stable_array(&mut self, least: usize) -> Option<Place> {
        let array = self.purely(|g| g.place(&Want::ScalarArray(least), Use::Address { writable: true }))?;
        (!array.effects.touches(&array.roots)).then_some(array)
    }

    pub(super) fn note_checksum(&mut self) {
        self.note(&Effects::reading(&[super::CHECKSUM]).and(&Effects::writing(&[super::CHECKSUM])));
    }

    /// A few moves of one pointer in a row, its offset known at each.
    pub(super) fn pointer_moves(&mut self) -> Option<Node> {
        let array = self.stable_array(3)?;
        let (element, len) = (array.array().0.clone(), array.array().1);
        let Ty::Scalar(scalar) = element else { return None };
        let p = self.fresh_name("p");
        let mut at = self.rng.below(len);
        let mut lines = vec![Node::line(format!("{} = {} + {at};", self.declare_pointer(&element, &p), array.text))];
        for _ in 0..self.rng.between(2, 5) {
            let line = match self.rng.below(7) {
                0 if at + 1 < len => {
                    at += 1;
                    let value = self.fitting_beside(scalar.kind, scalar.range, &array);
                    format!("*{p}++ = {value};")
                }
                1 if at > 0 => {
                    at -= 1;
                    let value = self.fitting_beside(scalar.kind, scalar.range, &array);
                    format!("*--{p} = {value};")
                }
                2 => {
                    let to = self.rng.below(len);
                    let text = if to >= at { format!("{p} += {};", to - at) } else { format!("{p} -= {};", at - to) };
                    at = to;
                    text
                }
                3 => {
                    self.note_checksum();
                    let offset = self.rng.below(len) as i128 - at as i128;
                    format!("@checksum = @checksum * 5 + {p}[{offset}];")
                }
                4 => {
                    self.note_checksum();
                    format!(
                        "@checksum += {p} - {} + (&{}[{}] - {p});",
                        array.text,
                        array.postfix(),
                        self.rng.below(len)
                    )
                }
                5 => {
                    self.note_checksum();
                    let other = self.rng.below(len);
                    let op = *self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                    format!("@checksum = @checksum * 2 + ({p} {op} &{}[{other}]);", array.postfix())
                }
                _ => {
                    let value = self.fitting_beside(scalar.kind, scalar.range, &array);
                    format!("*{p} = {value};")
                }
            };
            lines.push(Node::line(line));
        }
        Some(Node::block("", lines))
    }

    /// A value for an element of this array, on the right of an assignment to it.
    fn fitting_beside(&mut self, kind: IntKind, range: Range, array: &Place) -> String {
        let value = self.purely(|g| g.expr(2));
        let value = if value.effects.conflicts(&array.effects) { Expr::small(0) } else { value };
        self.bring_into(value, kind, range).at(level::ASSIGN)
    }

    /// A local pointer to one of the functions that share a signature.
    pub(super) fn function_pointer_variable(&mut self) -> Option<Node> {
        let family: Vec<usize> = self.family.iter().copied().filter(|i| self.callable.contains(i)).collect();
        if family.is_empty() {
            return None;
        }
        let (one, other) = (*self.rng.pick(&family), *self.rng.pick(&family));
        let condition = self.purely(|g| g.condition(1));
        let name = self.fresh_name("fp");
        let first = &self.functions[one];
        let second = &self.functions[other];
        let effects = first.effects.and(&second.effects);
        let cost = first.cost.max(second.cost) + 1;
        let text = format!(
            "{} = {} ? {} : &{};",
            self.function_pointer(one, &format!("(*{name})")),
            condition.at(level::OR),
            first.name,
            second.name
        );
        self.declare_local(Var::Handler(Handler { name, table: None, signature: FunctionId(one), effects, cost }));
        Some(Node::line(text))
    }

    /// The declaration of something that points to functions like this one.
    pub(super) fn function_pointer(&self, index: usize, inner: &str) -> String {
        let function = &self.functions[index];
        let params: Vec<String> = function
            .params
            .iter()
            .map(|param| match param {
                Param::Value(ty) => self.declare(ty, "").trim_end().to_string(),
                Param::Pointer { target, .. } => self.declare_pointer(target, ""),
            })
            .collect();
        let list = if params.is_empty() { "void".to_string() } else { params.join(", ") };
        let result = function.result.as_ref().expect("members of the family return a value");
        self.declare(result, &format!("{inner}({list})"))
    }
}
