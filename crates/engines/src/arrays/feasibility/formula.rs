//! The formulae of a path, on their way to the solver.
//!
//! A [`Clause`] is what one step says; the solver gets it under a literal of its own, so that a core names clauses. The
//! *background* is what holds whatever the path: ranges of types, and definitions that have a solution for all values of
//! their other symbols. What has no exact linear form is [`Opaque`]: any value of its range, made exact later by looking
//! at the operands that a model gives it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use heureka_ir::{BinOp, IntTy, Interval};
use heureka_logic::{Op, SortId, TermId, Terms};
use heureka_number::{Int, Rational};

use super::number::{Number, Truth};
use super::reason::ReasonId;
use crate::engine::Arithmetic;

/// What a step says.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    pub step: usize,
    pub formula: TermId,
    /// Why the constants in the formula are what they are, and which reads it makes.
    pub reason: ReasonId,
}

/// An operation whose result is left open.
#[derive(Clone, Copy, Debug)]
pub struct Opaque {
    pub op: BinOp,
    pub ty: IntTy,
    pub left: Number,
    pub right: Number,
    pub result: TermId,
}

/// How a number bounds a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    AtMost,
    Below,
    AtLeast,
    Above,
}

pub struct Formulae {
    pub terms: Terms,
    pub arithmetic: Arithmetic,
    pub background: Vec<TermId>,
    pub clauses: Vec<Clause>,
    pub opaque: Vec<Opaque>,
    /// What a model may get wrong for good, if anything.
    pub inexact: Option<&'static str>,
}

impl Formulae {
    pub fn new(arithmetic: Arithmetic) -> Formulae {
        Formulae {
            terms: Terms::new(),
            arithmetic,
            background: Vec::new(),
            clauses: Vec::new(),
            opaque: Vec::new(),
            inexact: None,
        }
    }

    /// The sort of all numbers, indices too.
    pub fn sort(&self) -> SortId {
        match self.arithmetic {
            Arithmetic::Machine | Arithmetic::Integer => SortId::INT,
            Arithmetic::Real => SortId::REAL,
        }
    }

    /// The sort of arrays of so many dimensions: arrays of arrays.
    pub fn array_sort(&mut self, dims: usize) -> SortId {
        let number = self.sort();
        (0..dims).fold(number, |element, _| self.terms.array_sort(number, element))
    }

    pub fn literal(&mut self, value: i128) -> TermId {
        match self.arithmetic {
            Arithmetic::Machine | Arithmetic::Integer => self.terms.int(value),
            Arithmetic::Real => self.terms.real(Rational::from(Int::from(value))),
        }
    }

    pub fn term(&mut self, number: Number) -> TermId {
        match number {
            Number::Known(value) => self.literal(value),
            Number::Open { base, offset: 0, .. } => base,
            Number::Open { base, offset, .. } => {
                let offset = self.literal(offset);
                self.terms.add(&[base, offset])
            }
        }
    }

    /// What values of a type range over.
    pub fn range_of(&self, ty: IntTy) -> Option<Interval> {
        (self.arithmetic == Arithmetic::Machine).then(|| Interval::of_type(ty))
    }

    /// A new number of the range.
    pub fn unknown(&mut self, name: &str, range: Option<Interval>) -> Number {
        let sort = self.sort();
        let symbol = self.terms.fresh(name, sort);
        let number = Number::open(symbol, range);
        if let Some(range) = range {
            let within = self.is_within(Number::open(symbol, None), range);
            self.assume_always(within);
        }
        number
    }

    /// A new number that is equal to the term.
    pub fn defined(&mut self, name: &str, range: Option<Interval>, meaning: TermId) -> Number {
        let number = self.unknown(name, range);
        let symbol = self.term(number);
        let equal = self.terms.eq(symbol, meaning);
        self.background.push(equal);
        number
    }

    pub fn assume_always(&mut self, truth: Truth) {
        if let Truth::Open(term) = truth {
            self.background.push(term);
        }
    }

    /// A clause for each part of a conjunction.
    pub fn say(&mut self, step: usize, formula: TermId, reason: ReasonId) {
        let mut open = vec![formula];
        while let Some(formula) = open.pop() {
            match self.terms.op(formula) {
                Op::And => open.extend(self.terms.children(formula).iter().rev()),
                _ => self.clauses.push(Clause { step, formula, reason }),
            }
        }
    }

    /// For each clause whether it says more than the others: a bound of a symbol is implied by one that is tighter.
    pub fn telling(&self) -> Vec<bool> {
        let mut tightest: HashMap<(TermId, Side), (usize, &Int)> = HashMap::new();
        let mut telling = vec![true; self.clauses.len()];
        for (at, clause) in self.clauses.iter().enumerate() {
            let Some((symbol, side, limit)) = self.bound(clause.formula) else { continue };
            match tightest.entry((symbol, side)) {
                Entry::Vacant(entry) => {
                    entry.insert((at, limit));
                }
                Entry::Occupied(mut entry) => {
                    let (other, known) = *entry.get();
                    let is_tighter = match side {
                        Side::AtMost | Side::Below => limit < known,
                        Side::AtLeast | Side::Above => limit > known,
                    };
                    telling[if is_tighter { other } else { at }] = false;
                    if is_tighter {
                        entry.insert((at, limit));
                    }
                }
            }
        }
        telling
    }

    /// The formula as a bound of a symbol, if it is one.
    fn bound(&self, formula: TermId) -> Option<(TermId, Side, &Int)> {
        let (is_true, inner) = match self.terms.op(formula) {
            Op::Not => (false, self.terms.children(formula)[0]),
            _ => (true, formula),
        };
        let &[left, right] = self.terms.children(inner) else { return None };
        if self.terms.op(inner) != Op::Le {
            return None;
        }
        let is_symbol = |term: TermId| self.terms.as_constant(term).is_some();
        match (self.terms.as_int(left), self.terms.as_int(right)) {
            (None, Some(limit)) if is_symbol(left) => {
                Some((left, if is_true { Side::AtMost } else { Side::Above }, limit))
            }
            (Some(limit), None) if is_symbol(right) => {
                Some((right, if is_true { Side::AtLeast } else { Side::Below }, limit))
            }
            _ => None,
        }
    }

    pub fn is_within(&mut self, number: Number, range: Interval) -> Truth {
        let (low, high) = (Number::Known(range.min), Number::Known(range.max));
        let (above, below) = (self.at_most(low, number), self.at_most(number, high));
        self.and(above, below)
    }

    pub fn at_most(&mut self, left: Number, right: Number) -> Truth {
        match (left, right) {
            (Number::Known(left), Number::Known(right)) => return Truth::Known(left <= right),
            (Number::Open { base: one, offset: left, .. }, Number::Open { base: other, offset: right, .. })
                if one == other =>
            {
                return Truth::Known(left <= right);
            }
            _ => {}
        }
        if let (Some(left), Some(right)) = (left.range(), right.range()) {
            if left.max <= right.min {
                return Truth::TRUE;
            }
            if left.min > right.max {
                return Truth::FALSE;
            }
        }
        let (left, right) = self.balanced(left, right);
        Truth::Open(self.terms.le(left, right))
    }

    pub fn less(&mut self, left: Number, right: Number) -> Truth {
        let turned = self.at_most(right, left);
        self.not(turned)
    }

    pub fn equal(&mut self, left: Number, right: Number) -> Truth {
        if let Some(known) = left.equals(right) {
            return Truth::Known(known);
        }
        let (left, right) = self.balanced(left, right);
        Truth::Open(self.terms.eq(left, right))
    }

    /// Both sides of a comparison, with the offset of one moved to a constant on the other.
    fn balanced(&mut self, left: Number, right: Number) -> (TermId, TermId) {
        let (left, right) = match (left, right) {
            (Number::Open { base, offset, .. }, Number::Known(value)) => match value.checked_sub(offset) {
                Some(value) => (Number::open(base, None), Number::Known(value)),
                None => (left, right),
            },
            (Number::Known(value), Number::Open { base, offset, .. }) => match value.checked_sub(offset) {
                Some(value) => (Number::Known(value), Number::open(base, None)),
                None => (left, right),
            },
            _ => (left, right),
        };
        (self.term(left), self.term(right))
    }

    pub fn not(&mut self, truth: Truth) -> Truth {
        match truth {
            Truth::Known(known) => Truth::Known(!known),
            Truth::Open(term) => Truth::Open(self.terms.not(term)),
        }
    }

    pub fn and(&mut self, one: Truth, other: Truth) -> Truth {
        match (one, other) {
            (Truth::Known(false), _) | (_, Truth::Known(false)) => Truth::FALSE,
            (Truth::Known(true), only) | (only, Truth::Known(true)) => only,
            (Truth::Open(one), Truth::Open(other)) if one == other => Truth::Open(one),
            (Truth::Open(one), Truth::Open(other)) => Truth::Open(self.terms.and(&[one, other])),
        }
    }

    pub fn choose_truth(&mut self, condition: TermId, yes: Truth, no: Truth) -> Truth {
        match (yes, no) {
            _ if yes == no => yes,
            (Truth::Known(true), Truth::Known(false)) => Truth::Open(condition),
            (Truth::Known(false), Truth::Known(true)) => self.not(Truth::Open(condition)),
            (Truth::Known(true), Truth::Open(no)) => Truth::Open(self.terms.or(&[condition, no])),
            (Truth::Open(yes), Truth::Known(false)) => Truth::Open(self.terms.and(&[condition, yes])),
            (Truth::Open(yes), Truth::Known(true)) => Truth::Open(self.terms.implies(condition, yes)),
            _ => {
                let negated = self.terms.not(condition);
                match (yes, no) {
                    (Truth::Known(false), Truth::Open(no)) => Truth::Open(self.terms.and(&[negated, no])),
                    (Truth::Open(yes), Truth::Open(no)) => Truth::Open(self.terms.ite(condition, yes, no)),
                    _ => unreachable!("known truths were compared"),
                }
            }
        }
    }

    pub fn choose_number(&mut self, condition: TermId, yes: Number, no: Number) -> Number {
        if yes.equals(no) == Some(true) {
            return yes;
        }
        let range = match (yes.range(), no.range()) {
            (Some(yes), Some(no)) => Some(yes.join(no)),
            _ => None,
        };
        let (yes, no) = (self.term(yes), self.term(no));
        Number::open(self.terms.ite(condition, yes, no), range)
    }
}
