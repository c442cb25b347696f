//! Formulas as conditions on a state.
//!
//! Over bit-vectors every number has as many bits as it needs, so that nothing wraps; quantifiers, and numbers of too many
//! bits, cannot be said. Over integers everything can be said ([`super::quantify`] for the quantifiers).
//!
//! Invariant: the term of a formula is true where the formula is, if the symbols are chosen well. What cannot be said counts
//! for whatever makes the proof harder: as true where it is assumed, as false where it is to be proved.

use std::collections::BTreeMap;
use std::rc::Rc;

use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::{ArrayId, IntTy, Program, VarId};
use heureka_logic::{SortId, TermId};

use super::memory::Memory;
use super::quantify::{Axiom, Claim, SKOLEM};
use super::state::State;
use super::words::Words;

/// The most bits of a number in a formula.
const MOST_BITS: u32 = 400;

/// What a formula is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// It holds.
    Assumed,
    /// It does not hold: what is looked for when it is to be proved.
    Refuted,
    /// Either.
    Both,
}

impl Use {
    fn of_opposite(self) -> Use {
        match self {
            Use::Assumed => Use::Refuted,
            Use::Refuted => Use::Assumed,
            Use::Both => Use::Both,
        }
    }
}

/// What a formula speaks of.
#[derive(Clone)]
pub struct Scene {
    vars: Vec<Option<TermId>>,
    arrays: Vec<Option<Memory>>,
    at_entry: Vec<Option<TermId>>,
}

impl Scene {
    pub fn new(now: &State, at_entry: &[Option<TermId>]) -> Rc<Scene> {
        let (vars, arrays) = (now.vars.clone(), now.arrays.clone());
        Rc::new(Scene { vars, arrays, at_entry: at_entry.to_vec() })
    }
}

/// The condition that a formula holds, or is to be shown not to.
pub fn holds(words: &mut Words, program: &Program, formula: &Formula, scene: &Rc<Scene>, used: Use) -> TermId {
    Speaker::new(words, program, scene, BTreeMap::new()).formula(formula, used)
}

/// Says formulas as terms.
pub struct Speaker<'a> {
    pub words: &'a mut Words,
    program: &'a Program,
    scene: &'a Rc<Scene>,
    bindings: BTreeMap<BoundId, TermId>,
    /// Whether quantifiers stay as they are.
    pub has_quantifiers: bool,
}

/// A number, over bit-vectors with its bits; it is signed.
#[derive(Clone, Copy)]
struct Said {
    term: TermId,
    bits: u32,
}

impl<'a> Speaker<'a> {
    pub fn new(
        words: &'a mut Words,
        program: &'a Program,
        scene: &'a Rc<Scene>,
        bindings: BTreeMap<BoundId, TermId>,
    ) -> Speaker<'a> {
        Speaker { words, program, scene, bindings, has_quantifiers: false }
    }

    pub fn formula(&mut self, formula: &Formula, used: Use) -> TermId {
        match formula {
            Formula::Bool(value) => self.words.bool(*value),
            Formula::Not(a) => {
                let a = self.formula(a, used.of_opposite());
                self.words.not(a)
            }
            Formula::And(all) => {
                let start = self.words.bool(true);
                all.iter().fold(start, |so_far, a| {
                    let a = self.formula(a, used);
                    self.words.and(so_far, a)
                })
            }
            Formula::Or(all) => {
                let start = self.words.bool(false);
                all.iter().fold(start, |so_far, a| {
                    let a = self.formula(a, used);
                    self.words.or(so_far, a)
                })
            }
            Formula::Compare(number, relation) => {
                if let Relation::Modulo { modulus, width: 0 } = *relation
                    && let Some(said) = self.is_multiple(number, modulus)
                {
                    return said;
                }
                let said = self.number(number).and_then(|said| self.compare(said, *relation));
                said.unwrap_or_else(|| self.unsaid(used))
            }
            Formula::ForAll(bound, body) => self.quantified(bound, body, used, true),
            Formula::Exists(bound, body) => self.quantified(bound, body, used, false),
        }
    }

    fn unsaid(&mut self, used: Use) -> TermId {
        self.words.is_approximate = true;
        match used {
            Use::Assumed => self.words.bool(true),
            Use::Refuted => self.words.bool(false),
            Use::Both => self.words.terms.fresh("unsaid", SortId::BOOL),
        }
    }

    fn quantified(&mut self, bound: &[BoundId], body: &Formula, used: Use, is_universal: bool) -> TermId {
        if self.words.is_bits() {
            return self.unsaid(used);
        }
        let outside = self.bindings.clone();
        let bind = |speaker: &mut Self, prefix: &str| -> Vec<TermId> {
            let names: Vec<TermId> = bound.iter().map(|_| speaker.words.terms.fresh(prefix, SortId::INT)).collect();
            speaker.bindings.extend(bound.iter().copied().zip(names.iter().copied()));
            names
        };
        if self.has_quantifiers {
            let names = bind(self, "each");
            let body = self.formula(body, Use::Both);
            self.bindings = outside;
            return match is_universal {
                true => self.words.terms.forall(&names, body),
                false => self.words.terms.exists(&names, body),
            };
        }
        // Where it is enough that some number is a witness or a counterexample, that number gets a name.
        let has_axiom = used != if is_universal { Use::Refuted } else { Use::Assumed };
        let truth = match used {
            Use::Both => None,
            _ if has_axiom => Some(self.words.terms.fresh("all", SortId::BOOL)),
            _ => None,
        };
        let truth = truth.unwrap_or_else(|| {
            bind(self, SKOLEM);
            let truth = self.formula(body, used);
            self.bindings.clone_from(&outside);
            truth
        });
        if has_axiom {
            let guard = if is_universal { truth } else { self.words.not(truth) };
            let (bound, body, scene) = (bound.to_vec(), body.clone(), Rc::clone(self.scene));
            let claim = Claim::Formula { bound, body, is_negated: !is_universal, scene, outside };
            self.words.axioms.push(Axiom { guard, claim });
        }
        truth
    }

    /// The contents of an array now, but for some cells.
    pub fn base(&self, array: ArrayId) -> Option<TermId> {
        Some(self.scene.arrays.get(array.index())?.as_ref()?.base())
    }

    /// A number without the part of a bound variable of which it has a multiple; `None` if others are bound, too.
    pub fn rest(&mut self, number: &Number, id: BoundId, bound: &[BoundId]) -> Option<TermId> {
        let zero = self.words.terms.int(0);
        let outside = self.bindings.clone();
        self.bindings.retain(|other, _| !bound.contains(other));
        self.bindings.insert(id, zero);
        let rest = self.number(number).map(|said| said.term);
        self.bindings = outside;
        rest
    }

    fn number(&mut self, number: &Number) -> Option<Said> {
        match number {
            Number::Const(value) => Some(self.constant(*value)),
            Number::Value(value) => {
                let (var, values): (VarId, &[Option<TermId>]) = match *value {
                    Value::Now(var) => (var, &self.scene.vars),
                    Value::AtEntry(var) => (var, &self.scene.at_entry),
                };
                let term = (*values.get(var.index())?)?;
                Some(self.of_type(self.program.var(var).ty, term))
            }
            Number::Bound(id) => Some(Said { term: *self.bindings.get(id)?, bits: 0 }),
            Number::Read(array, indices) => {
                let mut places = Vec::new();
                for index in indices {
                    let said = self.number(index)?;
                    places.push(self.as_index(said));
                }
                let memory = self.scene.arrays.get(array.index())?.as_ref()?;
                let term = memory.read(self.words, &places);
                Some(self.of_type(self.program.array(*array).elem, term))
            }
            Number::Sum(terms, constant) => {
                let mut summands = vec![self.constant(*constant)];
                for (term, factor) in terms {
                    let (term, factor) = (self.number(term)?, self.constant(*factor));
                    summands.push(self.product(term, factor)?);
                }
                self.sum(&summands)
            }
            Number::Product(a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.product(a, b)
            }
            Number::Quotient(a, by) => {
                let (a, by) = (self.number(a)?, self.constant(*by));
                self.quotient(a, by)
            }
            Number::Remainder(a, by) => {
                let (a, by) = (self.number(a)?, self.constant(*by));
                self.remainder(a, by)
            }
            Number::Choice(condition, a, b) => {
                let condition = self.formula(condition, Use::Both);
                let (a, b) = (self.number(a)?, self.number(b)?);
                let bits = a.bits.max(b.bits);
                let (a, b) = (self.widen(a, bits), self.widen(b, bits));
                Some(Said { term: self.words.choose(condition, a, b), bits })
            }
        }
    }

    fn constant(&mut self, value: i128) -> Said {
        if !self.words.is_bits() {
            return Said { term: self.words.terms.int(value), bits: 0 };
        }
        let magnitude = if value < 0 { !value } else { value };
        let bits = 129 - magnitude.leading_zeros();
        Said { term: self.words.terms.bits(bits, value), bits }
    }

    /// What a variable or cell holds.
    fn of_type(&mut self, ty: IntTy, term: TermId) -> Said {
        match (self.words.is_bits(), ty.is_signed()) {
            (false, _) => Said { term, bits: 0 },
            (true, true) => Said { term, bits: ty.bits().into() },
            (true, false) => {
                let bits = u32::from(ty.bits()) + 1;
                Said { term: self.words.resize(ty, bits, term), bits }
            }
        }
    }

    /// With more bits.
    fn widen(&mut self, said: Said, bits: u32) -> TermId {
        if said.bits == bits {
            return said.term;
        }
        let term = self.words.terms.sign_extend(bits - said.bits, said.term);
        self.words.simple(term)
    }

    /// Numbers that differ by a multiple of 2⁶⁴ are one index over bit-vectors: no cell that a program reads is elsewhere.
    fn as_index(&mut self, said: Said) -> TermId {
        match said.bits {
            0 => said.term,
            bits if bits > 64 => {
                let term = self.words.terms.extract(63, 0, said.term);
                self.words.simple(term)
            }
            _ => self.widen(said, 64),
        }
    }

    fn sum(&mut self, summands: &[Said]) -> Option<Said> {
        let term = match self.words.is_bits() {
            false => {
                let terms: Vec<TermId> = summands.iter().map(|said| said.term).collect();
                let term = self.words.terms.add(&terms);
                return Some(Said { term: self.words.simple(term), bits: 0 });
            }
            true => summands,
        };
        let most = term.iter().map(|said| said.bits).max()?;
        let bits = most + summands.len().next_power_of_two().trailing_zeros();
        if bits > MOST_BITS {
            return None;
        }
        let terms: Vec<TermId> = term.iter().map(|said| self.widen(*said, bits)).collect();
        let term = self.words.terms.bv_add(&terms);
        Some(Said { term: self.words.simple(term), bits })
    }

    fn product(&mut self, a: Said, b: Said) -> Option<Said> {
        let bits = a.bits + b.bits;
        if bits > MOST_BITS {
            return None;
        }
        let term = match self.words.is_bits() {
            false => self.words.terms.mul(&[a.term, b.term]),
            true => {
                let (a, b) = (self.widen(a, bits), self.widen(b, bits));
                self.words.terms.bv_mul(&[a, b])
            }
        };
        Some(Said { term: self.words.simple(term), bits })
    }

    /// By a positive constant.
    fn remainder(&mut self, a: Said, by: Said) -> Option<Said> {
        let bits = a.bits.max(by.bits) + 1;
        let term = match self.words.is_bits() {
            false => {
                let term = self.words.terms.modulo(a.term, by.term);
                return Some(Said { term: self.words.simple(term), bits: 0 });
            }
            true => {
                let (a, by) = (self.widen(a, bits), self.widen(by, bits));
                // The remainder has the sign of the number; one more modulus and once more the remainder make it the least
                // that is not negative.
                let remainder = self.words.terms.bv_srem(a, by);
                let raised = self.words.terms.bv_add(&[remainder, by]);
                self.words.terms.bv_srem(raised, by)
            }
        };
        Some(Said { term: self.words.simple(term), bits })
    }

    /// By a positive constant, rounded down.
    fn quotient(&mut self, a: Said, by: Said) -> Option<Said> {
        let term = match self.words.is_bits() {
            false => {
                let term = self.words.terms.int_div(a.term, by.term);
                return Some(Said { term: self.words.simple(term), bits: 0 });
            }
            true => self.remainder(a, by)?,
        };
        let bits = term.bits + 1;
        let (a, by, remainder) = (self.widen(a, bits), self.widen(by, bits), self.widen(term, bits));
        let multiple = self.words.terms.bv_sub(a, remainder);
        let term = self.words.terms.bv_sdiv(multiple, by);
        Some(Said { term: self.words.simple(term), bits })
    }

    /// That a number is a multiple of a power of two, over bit-vectors: that its lowest bits are zero, and so those of what it is made
    /// of decide, however many it has. `None` if it has parts of which that is not so.
    fn is_multiple(&mut self, number: &Number, modulus: i128) -> Option<TermId> {
        if !self.words.is_bits() || modulus.count_ones() != 1 || modulus < 2 {
            return None;
        }
        let bits = modulus.trailing_zeros();
        let lowest = self.lowest(number, bits)?;
        let zero = self.words.terms.bits(bits, 0);
        Some(self.words.equal(lowest, zero))
    }

    /// The lowest bits of a number, which are those of sums and products of lowest bits.
    fn lowest(&mut self, number: &Number, bits: u32) -> Option<TermId> {
        let term = match number {
            Number::Const(value) => self.words.terms.bits(bits, *value),
            Number::Sum(terms, constant) => {
                let mut summands = vec![self.words.terms.bits(bits, *constant)];
                for (term, factor) in terms {
                    let (term, factor) = (self.lowest(term, bits)?, self.words.terms.bits(bits, *factor));
                    summands.push(self.words.terms.bv_mul(&[factor, term]));
                }
                if summands.len() == 1 { summands[0] } else { self.words.terms.bv_add(&summands) }
            }
            Number::Product(a, b) => {
                let (a, b) = (self.lowest(a, bits)?, self.lowest(b, bits)?);
                self.words.terms.bv_mul(&[a, b])
            }
            Number::Value(_) | Number::Read(..) => {
                let said = self.number(number)?;
                match said.bits > bits {
                    true => self.words.terms.extract(bits - 1, 0, said.term),
                    false => self.widen(said, bits),
                }
            }
            Number::Bound(_) | Number::Quotient(..) | Number::Remainder(..) | Number::Choice(..) => return None,
        };
        Some(self.words.simple(term))
    }

    fn compare(&mut self, said: Said, relation: Relation) -> Option<TermId> {
        if let Relation::Modulo { modulus, width } = relation {
            if modulus <= 0 {
                return None;
            }
            let (modulus, width) = (self.constant(modulus), self.constant(width));
            let remainder = self.remainder(said, modulus)?;
            let remainder_of = Said { term: remainder.term, bits: remainder.bits };
            let opposite = self.constant(-1);
            let negative = self.product(remainder_of, opposite)?;
            let left = self.sum(&[width, negative])?;
            return self.compare(left, Relation::AtLeastZero);
        }
        let is_bits = self.words.is_bits();
        let terms = &mut self.words.terms;
        let zero = if is_bits { terms.bits(said.bits, 0) } else { terms.int(0) };
        let term = match (relation, is_bits) {
            (Relation::Zero, _) => terms.eq(said.term, zero),
            (Relation::NonZero, _) => terms.ne(said.term, zero),
            (Relation::AtLeastZero, true) => terms.bv_sle(zero, said.term),
            (Relation::AtLeastZero, false) => terms.le(zero, said.term),
            (Relation::AboveZero, true) => terms.bv_slt(zero, said.term),
            (Relation::AboveZero, false) => terms.lt(zero, said.term),
            (Relation::Modulo { .. }, _) => unreachable!("a remainder is compared above"),
        };
        Some(self.words.simple(term))
    }
}

#[cfg(test)]
mod tests {
    use heureka_ir::interpret::Random;
    use heureka_logic::{Assignment, Value as LogicValue, evaluate};
    use heureka_number::Int;

    use super::super::words::Kind;
    use super::*;

    fn number(random: &mut Random, depth: u32) -> Number {
        if depth == 0 || random.below(5) == 0 {
            return match random.below(3) {
                0 => Number::Const(i128::from(random.below(20)) - 10),
                var => Number::now(VarId(var as u32 - 1)),
            };
        }
        let constant = |random: &mut Random| i128::from(random.below(9)) - 4;
        let inner = |random: &mut Random| Box::new(number(random, depth - 1));
        match random.below(5) {
            0 => Number::Product(inner(random), inner(random)),
            1 => Number::Quotient(inner(random), 1 + i128::from(random.below(5))),
            2 => Number::Remainder(inner(random), 1 + i128::from(random.below(5))),
            3 => Number::Choice(Box::new(formula(random, 0)), inner(random), inner(random)),
            _ => {
                let terms = (0..random.below(4)).map(|_| (*inner(random), constant(random))).collect();
                Number::Sum(terms, constant(random))
            }
        }
    }

    fn formula(random: &mut Random, depth: u32) -> Formula {
        if depth > 0 {
            let mut parts = vec![formula(random, depth - 1), formula(random, depth - 1)];
            return match random.below(3) {
                0 => Formula::And(parts),
                1 => Formula::Or(parts),
                _ => parts.remove(0).not(),
            };
        }
        let relation = match random.below(5) {
            0 => Relation::Zero,
            1 => Relation::NonZero,
            2 => Relation::AtLeastZero,
            3 => Relation::AboveZero,
            _ => Relation::Modulo { modulus: 1 + i128::from(random.below(6)), width: i128::from(random.below(4)) },
        };
        Formula::Compare(number(random, 2), relation)
    }

    fn value(number: &Number, vars: [i128; 2]) -> i128 {
        let of = |number: &Number| value(number, vars);
        match number {
            Number::Const(value) => *value,
            Number::Value(Value::Now(var)) => vars[var.index()],
            Number::Sum(terms, constant) => constant + terms.iter().map(|(term, by)| of(term) * by).sum::<i128>(),
            Number::Product(a, b) => of(a) * of(b),
            Number::Quotient(a, by) => of(a).div_euclid(*by),
            Number::Remainder(a, by) => of(a).rem_euclid(*by),
            Number::Choice(condition, a, b) => {
                if truth(condition, vars) {
                    of(a)
                } else {
                    of(b)
                }
            }
            Number::Value(Value::AtEntry(_)) | Number::Bound(_) | Number::Read(..) => unreachable!("not made here"),
        }
    }

    fn truth(formula: &Formula, vars: [i128; 2]) -> bool {
        match formula {
            Formula::Not(a) => !truth(a, vars),
            Formula::And(all) => all.iter().all(|a| truth(a, vars)),
            Formula::Or(all) => all.iter().any(|a| truth(a, vars)),
            Formula::Compare(number, relation) => match (value(number, vars), relation) {
                (value, Relation::Zero) => value == 0,
                (value, Relation::NonZero) => value != 0,
                (value, Relation::AtLeastZero) => value >= 0,
                (value, Relation::AboveZero) => value > 0,
                (value, Relation::Modulo { modulus, width }) => value.rem_euclid(*modulus) <= *width,
            },
            Formula::Bool(_) | Formula::ForAll(..) | Formula::Exists(..) => unreachable!("not made here"),
        }
    }

    /// Random formulas over a signed and an unsigned variable of three bits, with both kinds of numbers, at all values.
    #[test]
    fn terms_are_true_where_formulas_are() {
        let program = heureka_ir::text::parse(
            "global x: i3 = 0 global y: u3 = 0 entry main proc main() { entry L0: skip -> L1 exit L1: }",
        );
        let program = program.expect("the program is right");
        for (seed, kind) in (0..150).flat_map(|seed| [(seed, Kind::Bits), (seed, Kind::Integers)]) {
            let formula = formula(&mut Random::new(seed), 1);
            let mut words = Words::new(kind);
            let mut state = State::new(&program);
            let symbols = [0, 1].map(|var: usize| words.any(program.vars[var].ty));
            state.vars = symbols.map(Some).to_vec();
            let scene = Scene::new(&state, &[]);
            let used = [Use::Assumed, Use::Refuted, Use::Both][seed as usize % 3];
            let term = holds(&mut words, &program, &formula, &scene, used);
            assert!(!words.is_approximate, "{formula:?}");
            for (x, y) in (-4..4).flat_map(|x| (0..8).map(move |y| (x, y))) {
                let mut assignment = Assignment::new();
                for (symbol, given) in symbols.into_iter().zip([x, y]) {
                    let constant = words.terms.as_constant(symbol).expect("a symbol");
                    let given = match kind {
                        Kind::Integers => LogicValue::Int(Int::from(given)),
                        Kind::Bits => {
                            let bits = words.terms.bits(3, given);
                            LogicValue::BitVec(words.terms.as_bits(bits).expect("bits").clone())
                        }
                    };
                    assignment.set(&words.terms, constant, given);
                }
                let found = evaluate(&words.terms, term, &assignment).expect("a value").as_bool();
                assert_eq!(found, Some(truth(&formula, [x, y])), "{formula:?} at {x}, {y}, {kind:?}");
            }
        }
    }
}
