//! The predicates of a boolean program: conditions over the variables, and combinations of them.

use std::collections::HashMap;

use heureka_linear::Kind;
use heureka_logic::{Op, SymbolId, TermId, Terms};

use crate::predicates::linear::linear;

/// A predicate, by the order in which they were found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u32);

impl PredicateId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A predicate as it is, or negated.
pub type Literal = (PredicateId, bool);

/// A disjunction of conjunctions. No conjunction: false. A conjunction of nothing: true.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dnf(pub Vec<Vec<Literal>>);

impl Dnf {
    pub fn bool(value: bool) -> Dnf {
        Dnf(if value { vec![Vec::new()] } else { Vec::new() })
    }

    pub fn literal(literal: Literal) -> Dnf {
        Dnf(vec![vec![literal]])
    }

    pub fn is_false(&self) -> bool {
        self.0.is_empty()
    }

    pub fn is_true(&self) -> bool {
        self.0.iter().any(Vec::is_empty)
    }

    pub fn predicates(&self) -> impl Iterator<Item = PredicateId> {
        self.0.iter().flatten().map(|(id, _)| *id)
    }

    pub fn holds(&self, value: impl Fn(PredicateId) -> bool) -> bool {
        self.0.iter().any(|cube| cube.iter().all(|(id, is)| value(*id) == *is))
    }
}

/// What decides whether two conditions are the same predicate, or one the negation of the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Key {
    /// `Σ factor · symbol + constant ≥ 0`, or `= 0`; the first factor is positive.
    Linear(Vec<(SymbolId, i128)>, i128, bool),
    Other(TermId),
}

/// The predicates that are known.
#[derive(Clone, Default)]
pub struct Predicates {
    list: Vec<TermId>,
    known: HashMap<Key, Literal>,
}

impl Predicates {
    /// Takes a condition in; `None` if it or its negation is there already.
    pub fn add(&mut self, terms: &Terms, atom: TermId) -> Option<PredicateId> {
        let (key, is) = key(terms, atom);
        if self.known.contains_key(&key) {
            return None;
        }
        let id = PredicateId(self.list.len() as u32);
        self.list.push(atom);
        self.known.insert(key, (id, is));
        Some(id)
    }

    /// The literal that says the same as a condition.
    pub fn find(&self, terms: &Terms, condition: TermId) -> Option<Literal> {
        let (key, is) = key(terms, condition);
        self.known.get(&key).map(|(id, means)| (*id, is == *means))
    }

    pub fn term(&self, id: PredicateId) -> TermId {
        self.list[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = PredicateId> + use<> {
        (0..self.list.len() as u32).map(PredicateId)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }
}

/// The key of a literal, and whether the literal is what the key says or its negation.
fn key(terms: &Terms, literal: TermId) -> (Key, bool) {
    let (atom, is) = match (terms.op(literal), terms.children(literal)) {
        (Op::Not, &[atom]) => (atom, false),
        _ => (literal, true),
    };
    of_atom(terms, atom).map_or((Key::Other(atom), is), |(key, same)| (key, same == is))
}

fn of_atom(terms: &Terms, atom: TermId) -> Option<(Key, bool)> {
    let sum = linear(terms, atom)?;
    let (mut constant, is_equality) = match sum.kind {
        Kind::Equal => (sum.constant, true),
        Kind::AtLeast => (sum.constant, false),
        Kind::Above => (sum.constant.checked_sub(1)?, false),
        Kind::Modulo { .. } => return None,
    };
    let mut factors: Vec<(SymbolId, i128)> = sum.terms.into_iter().collect();
    let is_turned = factors.first()?.1 < 0;
    if is_turned {
        for (_, factor) in &mut factors {
            *factor = factor.checked_neg()?;
        }
        // `e >= 0` fails where `-e - 1 >= 0` holds.
        constant = constant.checked_neg()?.checked_sub(if is_equality { 0 } else { 1 })?;
    }
    Some((Key::Linear(factors, constant, is_equality), is_equality || !is_turned))
}

#[cfg(test)]
mod tests {
    use heureka_logic::SortId;
    use heureka_logic::smtlib::parse_term;

    use super::*;

    #[test]
    fn a_condition_and_its_negation_are_one_predicate() {
        let mut terms = Terms::new();
        for name in ["x", "y"] {
            terms.constant(name, SortId::INT);
        }
        let mut predicates = Predicates::default();
        let mut term = |text: &str| (parse_term(&mut terms, text).expect(text), terms.clone());
        let (first, pool) = term("(<= x y)");
        assert_eq!(predicates.add(&pool, first), Some(PredicateId(0)));
        for (text, holds) in
            [("(< y x)", false), ("(not (< y x))", true), ("(<= (+ y 1) x)", false), ("(>= y x)", true)]
        {
            let (other, pool) = term(text);
            assert_eq!(predicates.find(&pool, other), Some((PredicateId(0), holds)), "{text}");
            assert_eq!(predicates.add(&pool, other), None, "{text}");
        }
        let (other, pool) = term("(= x y)");
        assert_eq!(predicates.find(&pool, other), None);
        assert_eq!(predicates.add(&pool, other), Some(PredicateId(1)));
        let (turned, pool) = term("(not (= 0 (- y x)))");
        assert_eq!(predicates.find(&pool, turned), Some((PredicateId(1), false)));
    }
}
