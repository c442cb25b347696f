//! Which symbols may be spoken of where.
//!
//! The formulas of a sequence are its *partitions*. A symbol has a *span*: from the first to the last partition that
//! mentions it. At the cut after partition `k` exactly the symbols with `first ≤ k < last` are shared. So a formula
//! that is always true may be added to any partition inside the spans of all its symbols: it changes no span, hence
//! no cut's shared symbols. Every case split, congruence and read-over-write axiom is placed by this one rule. Where
//! the spans have no partition in common the formula is *mixed* and cannot be placed (the AB-mixed terms of
//! McMillan, "An interpolating theorem prover", 2005).

use std::collections::HashMap;

use heureka_logic::{Op, SymbolId, TermId, Terms};

/// One formula of the sequence, by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Partition(pub u32);

impl Partition {
    /// Whether the partition is on the left of the cut after the given one.
    pub fn is_left_of(self, cut: usize) -> bool {
        self.0 as usize <= cut
    }
}

/// The partitions from `first` to `last`; none if `first` is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    pub first: Partition,
    pub last: Partition,
}

impl Span {
    pub fn at(partition: Partition) -> Span {
        Span { first: partition, last: partition }
    }

    pub fn is_empty(self) -> bool {
        self.first > self.last
    }

    pub fn meet(self, other: Span) -> Span {
        Span { first: self.first.max(other.first), last: self.last.min(other.last) }
    }

    fn join(self, other: Span) -> Span {
        Span { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

/// The spans of all symbols of a sequence.
pub struct Vocabulary {
    count: u32,
    spans: HashMap<SymbolId, Span>,
    /// The spans of terms asked for.
    known: HashMap<TermId, Span>,
}

impl Vocabulary {
    pub fn of(terms: &Terms, formulas: &[TermId]) -> Vocabulary {
        let mut spans: HashMap<SymbolId, Span> = HashMap::new();
        for (place, &formula) in formulas.iter().enumerate() {
            let here = Span::at(partition(place));
            for symbol in terms.symbols_in(&[formula]) {
                spans.entry(symbol).and_modify(|span| *span = span.join(here)).or_insert(here);
            }
        }
        Vocabulary { count: partition(formulas.len()).0, spans, known: HashMap::new() }
    }

    /// How many partitions there are.
    pub fn partitions(&self) -> usize {
        self.count as usize
    }

    /// How many cuts there are between partitions.
    pub fn cuts(&self) -> usize {
        self.partitions().saturating_sub(1)
    }

    /// Every partition.
    pub fn everywhere(&self) -> Span {
        Span { first: Partition(0), last: Partition(self.count.saturating_sub(1)) }
    }

    /// Makes a new symbol known, which belongs to one partition alone.
    pub fn declare_local(&mut self, symbol: SymbolId, partition: Partition) {
        self.spans.insert(symbol, Span::at(partition));
    }

    /// Where the symbol may be spoken of, if it is one of the sequence.
    pub fn symbol(&self, symbol: SymbolId) -> Option<Span> {
        self.spans.get(&symbol).copied()
    }

    /// Where the term may be spoken of: what the spans of its symbols have in common.
    pub fn span(&mut self, terms: &Terms, term: TermId) -> Span {
        if let Some(&span) = self.known.get(&term) {
            return span;
        }
        let everywhere = self.everywhere();
        for subterm in terms.post_order(&[term]) {
            if self.known.contains_key(&subterm) {
                continue;
            }
            let own = match terms.op(subterm) {
                Op::Symbol(symbol) => *self.spans.get(&symbol).expect("terms are built from the sequence's symbols"),
                _ => everywhere,
            };
            let span = terms.children(subterm).iter().fold(own, |span, child| span.meet(self.known[child]));
            self.known.insert(subterm, span);
        }
        self.known[&term]
    }
}

pub fn partition(place: usize) -> Partition {
    Partition(u32::try_from(place).expect("fewer than 2^32 formulas"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_logic::SortId;

    #[test]
    fn a_term_may_stand_where_all_its_symbols_may() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, SortId::INT));
        let formulas = [terms.le(x, y), terms.le(y, y), terms.le(y, z)];
        let mut vocabulary = Vocabulary::of(&terms, &formulas);
        let (sum, mixed) = (terms.add(&[x, y]), terms.add(&[x, z]));
        assert_eq!(vocabulary.span(&terms, sum), Span::at(Partition(0)));
        assert_eq!(vocabulary.span(&terms, y), vocabulary.everywhere());
        assert!(vocabulary.span(&terms, mixed).is_empty());
    }
}
