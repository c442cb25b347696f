//! Circuits: gates with structural hashing and constant folding.
//!
//! Invariant: the operands of a gate stand before it; equal gates are one; no gate has a constant operand. A circuit that
//! reached its limit makes no more gates and says so ([`Circuit::is_full`]): what it answers from then on means nothing.

use crate::pool::FastMap;

/// A gate or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit(u32);

impl Bit {
    pub const FALSE: Bit = Bit(0);
    pub const TRUE: Bit = Bit(1);

    pub fn constant(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_constant(self) -> bool {
        self.gate() == 0
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// The first gate: false.
    Constant,
    Input(u32),
    And(Bit, Bit),
    Xor(Bit, Bit),
    /// `condition ? then : otherwise`.
    Choose(Bit, Bit, Bit),
}

pub struct Circuit {
    gates: Vec<Gate>,
    known: FastMap<Gate, u32>,
    limit: usize,
    inputs: u32,
    is_full: bool,
}

impl Circuit {
    /// A circuit with at most so many gates.
    pub fn new(limit: usize) -> Circuit {
        let limit = limit.min(i32::MAX as usize / 2);
        Circuit { gates: vec![Gate::Constant], known: FastMap::default(), limit, inputs: 0, is_full: false }
    }

    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    pub fn is_full(&self) -> bool {
        self.is_full
    }

    pub fn input(&mut self) -> Bit {
        self.inputs += 1;
        self.make(Gate::Input(self.inputs))
    }

    fn make(&mut self, gate: Gate) -> Bit {
        if let Some(&known) = self.known.get(&gate) {
            return Bit(known << 1);
        }
        if self.gates.len() >= self.limit {
            self.is_full = true;
            return Bit::FALSE;
        }
        let place = self.gates.len() as u32;
        self.gates.push(gate);
        self.known.insert(gate, place);
        Bit(place << 1)
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        if a == Bit::FALSE || b == Bit::FALSE || a == !b {
            return Bit::FALSE;
        }
        if a == Bit::TRUE || a == b {
            return b;
        }
        if b == Bit::TRUE {
            return a;
        }
        self.make(Gate::And(a.min(b), a.max(b)))
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        if a.gate() == b.gate() {
            return Bit::constant(a != b);
        }
        if a.is_constant() {
            return if a == Bit::TRUE { !b } else { b };
        }
        if b.is_constant() {
            return if b == Bit::TRUE { !a } else { a };
        }
        // Negations move to the result.
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (Bit(a.0 & !1), Bit(b.0 & !1));
        let gate = self.make(Gate::Xor(a.min(b), a.max(b)));
        if negated { !gate } else { gate }
    }

    pub fn choose(&mut self, condition: Bit, then: Bit, otherwise: Bit) -> Bit {
        if condition == Bit::TRUE || then == otherwise {
            return then;
        }
        if condition == Bit::FALSE {
            return otherwise;
        }
        if condition.is_negated() {
            return self.choose(!condition, otherwise, then);
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        if then == Bit::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Bit::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Bit::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        if otherwise == Bit::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        if then.is_negated() {
            return !self.make(Gate::Choose(condition, !then, !otherwise));
        }
        self.make(Gate::Choose(condition, then, otherwise))
    }
}
