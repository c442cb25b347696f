//! Calls: arguments that fit the parameters, effects carried from the callee to the caller. Invariant: pointer
//! arguments with different roots in the callee never reach the same object, and never an object that the callee
//! uses by name; so the callee's own expressions stay free of conflicts.

use super::Generator;
use super::model::{Function, Handler, Param, StructId, Ty, Var};
use super::places::{Place, Use, Want};
use crate::c::effects::{Effects, Root};
use crate::c::expr::{Expr, level};
use crate::c::ints::IntKind;
use std::collections::BTreeSet;

impl Generator<'_> {
    /// A call whose value is used, of a function or through a function pointer.
    pub(super) fn call_expr(&mut self, depth: usize) -> Option<Expr> {
        if self.rng.chance(25)
            && let Some(call) = self.call_through_pointer(depth)
        {
            return Some(call);
        }
        let candidates = self.affordable(|function| function.result.is_some());
        if candidates.is_empty() {
            return None;
        }
        let index = *self.rng.pick(&candidates);
        let (text, effects) = self.call(index, depth)?;
        let result = self.functions[index].result.clone().expect("chosen for its result");
        self.value_of_call(text, effects, &result)
    }

    /// A call whose value, if any, is dropped.
    pub(super) fn call_statement(&mut self) -> Option<String> {
        let candidates = self.affordable(|_| true);
        if candidates.is_empty() {
            return None;
        }
        let index = *self.rng.pick(&candidates);
        self.call(index, 2).map(|(text, _)| format!("{text};"))
    }

    fn affordable(&self, wanted: impl Fn(&Function) -> bool) -> Vec<usize> {
        let cheap = |function: &Function| function.cost.saturating_mul(self.body.times) <= self.shape.work;
        self.callable.iter().copied().filter(|&i| wanted(&self.functions[i]) && cheap(&self.functions[i])).collect()
    }

    /// The integer in the result of a call, directly or in a member.
    fn value_of_call(&mut self, mut text: String, effects: Effects, result: &Ty) -> Option<Expr> {
        let mut ty = result.clone();
        loop {
            match ty {
                Ty::Scalar(scalar) => {
                    return Some(Expr { text, level: level::POSTFIX, kind: scalar.kind, range: scalar.range, effects });
                }
                Ty::Struct(id) => {
                    let fields = self.structs[id.0].fields.clone();
                    let usable: Vec<_> = fields.into_iter().filter(|(_, ty)| !matches!(ty, Ty::Array(..))).collect();
                    if usable.is_empty() {
                        return None;
                    }
                    let (name, field) = self.rng.pick(&usable).clone();
                    text = format!("{text}.{name}");
                    ty = field;
                }
                Ty::Array(..) => return None,
            }
        }
    }

    /// The text and the effects of a call of this function, if arguments are found.
    pub(super) fn call(&mut self, index: usize, depth: usize) -> Option<(String, Effects)> {
        let function = self.functions[index].clone();
        let (arguments, mut effects, targets) = self.arguments(&function, depth)?;
        self.body.cost += function.cost * self.body.times;
        effects.add(&carried(&function.effects, &targets));
        self.note(&effects);
        Some((format!("{}({})", function.name, arguments.join(", ")), effects))
    }

    fn call_through_pointer(&mut self, depth: usize) -> Option<Expr> {
        let handlers: Vec<Handler> = self
            .visible()
            .filter_map(|var| match var {
                Var::Handler(handler) if handler.cost.saturating_mul(self.body.times) <= self.shape.work => {
                    Some(handler.clone())
                }
                _ => None,
            })
            .collect();
        if handlers.is_empty() {
            return None;
        }
        let handler = self.rng.pick(&handlers).clone();
        let function = self.functions[handler.signature.0].clone();
        let (arguments, mut effects, _) = self.arguments(&function, depth)?;
        let mut name = handler.name.clone();
        if let Some(len) = handler.table {
            let index = self.purely(|g| g.index(0, len));
            let index = if index.effects.conflicts(&effects) { Expr::small(0) } else { index };
            effects.add(&index.effects);
            name = format!("{name}[{}]", index.text);
        }
        if self.rng.chance(30) {
            name = format!("(*{name})");
        }
        self.body.cost += handler.cost * self.body.times;
        effects.add(&handler.effects);
        self.note(&effects);
        self.value_of_call(
            format!("{name}({})", arguments.join(", ")),
            effects,
            &function.result.expect("a handler returns"),
        )
    }

    /// Texts of the arguments, their effects, and for each pointer parameter what it points to.
    #[expect(clippy::type_complexity)]
    fn arguments(
        &mut self,
        function: &Function,
        depth: usize,
    ) -> Option<(Vec<String>, Effects, Vec<(Root, Vec<Root>)>)> {
        let mut texts = Vec::new();
        let mut effects = Effects::none();
        let mut targets: Vec<(Root, Vec<Root>)> = Vec::new();
        for param in &function.params {
            match param {
                Param::Value(Ty::Scalar(scalar)) => {
                    let value = self.expr(depth.saturating_sub(1).min(1));
                    let value = self.bring_into(value, scalar.kind, scalar.range);
                    let value = if value.effects.conflicts(&effects) { self.scalar_constant(*scalar) } else { value };
                    effects.add(&value.effects);
                    texts.push(value.at(level::ASSIGN));
                }
                Param::Value(Ty::Struct(id)) => {
                    let (text, value) = self.struct_value(*id, &effects);
                    effects.add(&value);
                    texts.push(text);
                }
                Param::Value(Ty::Array(..)) => unreachable!("arrays are not passed by value"),
                Param::Pointer { target, len, root } => {
                    let (text, place_effects, roots) = self.address(target, *len, true)?;
                    let own: BTreeSet<Root> = roots.iter().copied().collect();
                    let shared =
                        targets.iter().any(|(other, taken)| other != root && taken.iter().any(|r| own.contains(r)));
                    if shared || function.effects.touches(&roots) || place_effects.conflicts(&effects) {
                        return None;
                    }
                    effects.add(&place_effects);
                    targets.push((*root, roots));
                    texts.push(text);
                }
            }
        }
        Some((texts, effects, targets))
    }

    /// A pointer to at least `len` elements of this type: its text, the effects of computing it, what it may reach.
    pub(super) fn address(&mut self, target: &Ty, len: usize, writable: bool) -> Option<(String, Effects, Vec<Root>)> {
        let usage = Use::Address { writable };
        let passed_on: Vec<(String, Vec<Root>)> = self
            .visible()
            .filter_map(|var| match var {
                Var::Pointer(p) if p.target == *target && p.after >= len && (p.writable || !writable) => {
                    Some((p.name.clone(), p.roots.clone()))
                }
                _ => None,
            })
            .collect();
        if !passed_on.is_empty() && self.rng.chance(40) {
            let (text, roots) = self.rng.pick(&passed_on).clone();
            self.note(&Effects::reading(&roots).and(&Effects::writing(&roots)));
            return Some((text, Effects::none(), roots));
        }
        if len == 1
            && self.rng.chance(70)
            && let Some(place) = self.purely(|g| g.place(&Want::Exactly(target.clone()), usage))
        {
            return Some((address_of(&place), place.effects, place.roots));
        }
        let place = self.purely(|g| g.place(&Want::ArrayOf(target.clone(), len), usage))?;
        let spare = place.array().1 - len;
        let text = match self.rng.below(4) {
            0 => format!("&{}[{}]", place.postfix(), self.rng.between(0, spare)),
            1 => format!("{} + {}", place.text, self.rng.between(0, spare)),
            _ => place.text.clone(),
        };
        Some((text, place.effects, place.roots))
    }

    /// A value of this struct type that can stand unsequenced beside `others`.
    pub(super) fn struct_value(&mut self, id: StructId, others: &Effects) -> (String, Effects) {
        let ty = Ty::Struct(id);
        if self.rng.chance(60)
            && let Some(place) = self.purely(|g| g.place(&Want::Exactly(ty.clone()), Use::Read))
        {
            let effects = place.effects.and(&Effects::reading(&place.roots));
            if !effects.conflicts(others) {
                return (place.text, effects);
            }
        }
        if self.body.pure == 0 && self.body.nesting < 12 && self.rng.chance(50) {
            let candidates = self.affordable(|function| function.result == Some(ty.clone()));
            if !candidates.is_empty() {
                let index = *self.rng.pick(&candidates);
                // A struct argument may be a call again: count it as nesting.
                self.body.nesting += 6;
                let call = self.call(index, 1);
                self.body.nesting -= 6;
                if let Some((text, effects)) = call
                    && !effects.conflicts(others)
                {
                    return (text, effects);
                }
            }
        }
        let name = self.structs[id.0].name.clone();
        (format!("(struct {name}){}", self.initialiser(&ty)), Effects::none())
    }
}

/// The callee's effects as the caller sees them.
fn carried(effects: &Effects, targets: &[(Root, Vec<Root>)]) -> Effects {
    let map = |set: &BTreeSet<Root>| {
        set.iter()
            .flat_map(|root| {
                let actual: Vec<Root> =
                    targets.iter().filter(|(param, _)| param == root).flat_map(|(_, roots)| roots.clone()).collect();
                if actual.is_empty() { vec![*root] } else { actual }
            })
            .collect()
    };
    Effects { reads: map(&effects.reads), writes: map(&effects.writes) }
}

/// `&place`, or the pointer itself where the place is `*pointer`.
pub(super) fn address_of(place: &Place) -> String {
    match place.text.strip_prefix('*') {
        Some(name) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => name.to_string(),
        _ => format!("&{}", place.text),
    }
}

/// Kinds that a loop can count in without trouble.
pub(super) const COUNTER_KINDS: [(IntKind, &str); 9] = [
    (IntKind::Int, "int"),
    (IntKind::Int, "int"),
    (IntKind::UInt, "unsigned"),
    (IntKind::Long, "long"),
    (IntKind::ULong, "unsigned long"),
    (IntKind::Short, "short"),
    (IntKind::UChar, "unsigned char"),
    (IntKind::SChar, "signed char"),
    (IntKind::ULongLong, "unsigned long long"),
];
