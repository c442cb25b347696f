//! From symbols, rows and conditions to the terms of the solver.

use std::collections::HashMap;

use heureka_ir::invariant::Relation;
use heureka_logic::{SortId, SymbolId, TermId, Terms};
use heureka_number::{Int, Rational};

use crate::linear::{Linear, Row, Symbol};
use crate::question::Numbers;

/// A condition: decided, or a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    Known(bool),
    Open(TermId),
}

impl Condition {
    pub const TRUE: Condition = Condition::Known(true);
    pub const FALSE: Condition = Condition::Known(false);
}

/// The terms of one check. Invariant: a symbol has one name, and different symbols have different names.
pub struct Vocabulary {
    pub terms: Terms,
    sort: SortId,
    names: HashMap<Symbol, TermId>,
    meanings: HashMap<SymbolId, Symbol>,
}

impl Vocabulary {
    pub fn new(numbers: Numbers) -> Vocabulary {
        let sort = match numbers {
            Numbers::Machine | Numbers::Integer => SortId::INT,
            Numbers::Real => SortId::REAL,
        };
        Vocabulary { terms: Terms::new(), sort, names: HashMap::new(), meanings: HashMap::new() }
    }

    fn is_real(&self) -> bool {
        self.sort == SortId::REAL
    }

    /// What a name of the solver's means.
    pub fn meaning(&self, symbol: SymbolId) -> Option<Symbol> {
        self.meanings.get(&symbol).copied()
    }

    /// The solver's name of a symbol.
    pub fn name(&mut self, symbol: Symbol) -> SymbolId {
        let term = self.symbol(symbol);
        self.terms.as_constant(term).expect("a symbol is a constant of the solver's")
    }

    pub fn symbol(&mut self, symbol: Symbol) -> TermId {
        if let Some(&term) = self.names.get(&symbol) {
            return term;
        }
        let name = match symbol {
            Symbol::Entry(var) => format!("entry.{var}"),
            Symbol::Now(var) => format!("now.{var}"),
            Symbol::Callee(var) => format!("callee.{var}"),
            Symbol::Fresh(number) => format!("fresh.{number}"),
        };
        let term = self.terms.constant(&name, self.sort);
        let id = self.terms.as_constant(term).expect("a constant was made");
        self.names.insert(symbol, term);
        self.meanings.insert(id, symbol);
        term
    }

    fn number(&mut self, value: i128) -> TermId {
        match self.is_real() {
            true => self.terms.real(Rational::from(Int::from(value))),
            false => self.terms.int(value),
        }
    }

    pub fn linear(&mut self, linear: &Linear) -> TermId {
        let mut summands = Vec::with_capacity(linear.terms.len() + 1);
        for &(symbol, factor) in &linear.terms {
            let symbol = self.symbol(symbol);
            summands.push(match factor {
                1 => symbol,
                _ => {
                    let factor = self.number(factor);
                    self.terms.mul(&[factor, symbol])
                }
            });
        }
        if linear.constant != 0 || summands.is_empty() {
            summands.push(self.number(linear.constant));
        }
        match summands[..] {
            [single] => single,
            _ => self.terms.add(&summands),
        }
    }

    pub fn row(&mut self, row: &Row) -> TermId {
        let linear = self.linear(&row.linear);
        let zero = self.number(0);
        match row.relation {
            Relation::Zero => self.terms.eq(linear, zero),
            Relation::AtLeastZero => self.terms.le(zero, linear),
            Relation::AboveZero => self.terms.lt(zero, linear),
            Relation::NonZero => self.terms.ne(linear, zero),
            Relation::Modulo { modulus, width } => {
                assert!(!self.is_real(), "a remainder of real numbers is refused before");
                let (modulus, width) = (self.terms.int(modulus), self.terms.int(width));
                let remainder = self.terms.modulo(linear, modulus);
                self.terms.le(remainder, width)
            }
        }
    }

    /// The conjunction of any number of facts.
    pub fn all(&mut self, facts: &[TermId]) -> TermId {
        if facts.is_empty() { self.terms.bool(true) } else { self.terms.and(facts) }
    }

    /// The disjunction of any number of facts.
    pub fn any(&mut self, facts: &[TermId]) -> TermId {
        if facts.is_empty() { self.terms.bool(false) } else { self.terms.or(facts) }
    }

    pub fn not(&mut self, a: Condition) -> Condition {
        match a {
            Condition::Known(a) => Condition::Known(!a),
            Condition::Open(a) => Condition::Open(self.terms.not(a)),
        }
    }

    pub fn and(&mut self, a: Condition, b: Condition) -> Condition {
        match (a, b) {
            (Condition::Known(true), other) | (other, Condition::Known(true)) => other,
            (Condition::Known(false), _) | (_, Condition::Known(false)) => Condition::FALSE,
            (Condition::Open(a), Condition::Open(b)) if a == b => Condition::Open(a),
            (Condition::Open(a), Condition::Open(b)) => Condition::Open(self.terms.and(&[a, b])),
        }
    }

    pub fn or(&mut self, a: Condition, b: Condition) -> Condition {
        match (a, b) {
            (Condition::Known(false), other) | (other, Condition::Known(false)) => other,
            (Condition::Known(true), _) | (_, Condition::Known(true)) => Condition::TRUE,
            (Condition::Open(a), Condition::Open(b)) if a == b => Condition::Open(a),
            (Condition::Open(a), Condition::Open(b)) => Condition::Open(self.terms.or(&[a, b])),
        }
    }

    /// `condition ? yes : no`
    pub fn choose(&mut self, condition: Condition, yes: Condition, no: Condition) -> Condition {
        match (condition, yes, no) {
            (Condition::Known(true), _, _) => yes,
            (Condition::Known(false), _, _) => no,
            (Condition::Open(c), Condition::Open(yes), Condition::Open(no)) if yes != no => {
                Condition::Open(self.terms.ite(c, yes, no))
            }
            _ if yes == no => yes,
            _ => {
                let not = self.not(condition);
                let (first, second) = (self.and(condition, yes), self.and(not, no));
                self.or(first, second)
            }
        }
    }
}
