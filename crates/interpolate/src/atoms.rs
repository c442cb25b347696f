//! Atoms and literals: what the search decides.
//!
//! Three kinds: an inequality or modulo row of linear arithmetic; an opaque Boolean term (a symbol, a predicate, an
//! equality of arrays); and an auxiliary name for a part of one formula. Invariants: the kinds of rows used are closed
//! under negation (equalities are two inequalities), so a literal is an atom or its complement; an atom and its
//! complement are never two atoms; every atom has a span that is not empty.

use std::collections::HashMap;

use heureka_linear::{Canonical, Kind, LinearExpr, Numbers, Row};
use heureka_logic::TermId;

use crate::vocabulary::{Partition, Span};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(u32);

impl Atom {
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn literal(self, positive: bool) -> Literal {
        Literal(self.0 << 1 | u32::from(!positive))
    }
}

/// An atom or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    pub fn atom(self) -> Atom {
        Atom(self.0 >> 1)
    }

    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    pub fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A literal, or what its form already decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    Always,
    Never,
    Literal(Literal),
}

#[derive(Debug, Clone)]
pub enum AtomKind {
    /// The name of a part of a formula.
    Auxiliary,
    /// A Boolean term that nothing here looks into.
    Opaque(TermId),
    /// A row and its complement.
    Linear { row: Row, complement: Row, numbers: Numbers },
}

#[derive(Debug)]
struct Entry {
    kind: AtomKind,
    span: Span,
}

#[derive(Default)]
pub struct Atoms {
    entries: Vec<Entry>,
    rows: HashMap<Row, Literal>,
    opaque: HashMap<TermId, Atom>,
}

impl Atoms {
    pub fn kind(&self, atom: Atom) -> &AtomKind {
        &self.entries[atom.index()].kind
    }

    /// The last partition that may speak of the atom: from the cut after it on, the atom is local to the left side.
    pub fn last(&self, atom: Atom) -> Partition {
        self.entries[atom.index()].span.last
    }

    /// The row that a literal states, if it is one of arithmetic.
    pub fn row(&self, literal: Literal) -> Option<(&Row, Numbers)> {
        match self.kind(literal.atom()) {
            AtomKind::Linear { row, complement, numbers } => {
                Some((if literal.is_positive() { row } else { complement }, *numbers))
            }
            _ => None,
        }
    }

    pub fn auxiliary(&mut self, partition: Partition) -> Literal {
        self.push(AtomKind::Auxiliary, Span::at(partition)).literal(true)
    }

    pub fn find_opaque(&self, term: TermId) -> Option<Atom> {
        self.opaque.get(&term).copied()
    }

    pub fn opaque(&mut self, term: TermId, span: Span) -> Literal {
        let atom = match self.opaque.get(&term) {
            Some(&atom) => atom,
            None => {
                let atom = self.push(AtomKind::Opaque(term), span);
                self.opaque.insert(term, atom);
                atom
            }
        };
        atom.literal(true)
    }

    /// The literal that states a constraint, which is not an equality.
    pub fn linear(&mut self, expr: LinearExpr, kind: Kind, numbers: Numbers, span: Span) -> Truth {
        assert!(kind != Kind::Equal, "equalities are two inequalities here");
        let row = match Row::canonical(expr, kind, numbers) {
            Canonical::Always => return Truth::Always,
            Canonical::Never => return Truth::Never,
            Canonical::Row(row) => row,
        };
        if let Some(&literal) = self.rows.get(&row) {
            return Truth::Literal(literal);
        }
        let complement = match row.negated(numbers).pop() {
            Some(Canonical::Row(complement)) => complement,
            _ => unreachable!("a canonical row is neither always nor never true, so its complement is a row"),
        };
        let kind = AtomKind::Linear { row: row.clone(), complement: complement.clone(), numbers };
        let literal = self.push(kind, span).literal(true);
        self.rows.insert(row, literal);
        self.rows.insert(complement, literal.negated());
        Truth::Literal(literal)
    }

    fn push(&mut self, kind: AtomKind, span: Span) -> Atom {
        debug_assert!(!span.is_empty(), "an atom has a partition to stand in");
        let atom = Atom(u32::try_from(self.entries.len()).expect("fewer than 2^31 atoms"));
        self.entries.push(Entry { kind, span });
        atom
    }
}
