//! Arrays, reduced to reads: instances of the array axioms at the indices that occur (as Kapur, Majumdar and Zarba do
//! in "Interpolation for data structures", 2006).
//!
//! For `s = store(a, i, v)`: reading `s` at `i` gives `v` (added where `s` is read, see `normalise`), reading it at
//! another index gives what `a` has there. Equal arrays have equal reads; arrays that differ do so at some index, for
//! which partitions get names of their own. Instances are added when the point at hand violates them, and only
//! where a partition may speak of them; where none may, equality of arrays is at least transitive.

use std::collections::HashSet;

use heureka_logic::{Op, TermId, Terms};

use crate::problem::{Added, Function, Problem, Unsupported};
use crate::search::Search;
use crate::theory::Point;
use crate::vocabulary::Partition;

/// The array terms that were met.
#[derive(Default)]
pub struct ArrayTerms {
    stores: Vec<TermId>,
    constants: Vec<TermId>,
    /// Terms `a = b`.
    equalities: Vec<TermId>,
    /// Equalities whose difference has a name.
    told_apart: HashSet<TermId>,
}

impl ArrayTerms {
    pub fn add_store(&mut self, term: TermId) {
        insert(&mut self.stores, term);
    }

    pub fn add_constant(&mut self, term: TermId) {
        insert(&mut self.constants, term);
    }

    pub fn add_equality(&mut self, term: TermId) {
        insert(&mut self.equalities, term);
    }
}

fn insert(list: &mut Vec<TermId>, term: TermId) {
    if !list.contains(&term) {
        list.push(term);
    }
}

/// What a round of instances came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Round {
    pub added: bool,
    /// Whether an instance that matters could not be placed.
    pub mixed: bool,
}

impl Round {
    pub fn note(&mut self, added: Added) {
        match added {
            Added::Now => self.added = true,
            Added::Before => {}
            Added::Mixed => self.mixed = true,
        }
    }
}

impl Problem<'_> {
    /// Adds instances that the point and the values of the literals violate.
    pub(crate) fn array_instances(&mut self, search: &Search, point: &Point) -> Result<Round, Unsupported> {
        let mut round = Round::default();
        for store in self.arrays.stores.clone() {
            let (array, index) = (self.terms.children(store)[0], self.terms.children(store)[1]);
            for other in self.indices(&[store, array]) {
                if self.value(other, point) == self.value(index, point) || self.reads_agree(store, array, other, point)
                {
                    continue;
                }
                let (left, right) = (self.terms.select(store, other), self.terms.select(array, other));
                let same = self.terms.eq(left, right);
                let hit = self.terms.eq(index, other);
                let axiom = self.terms.or(&[hit, same]);
                round.note(self.add_axiom(axiom)?);
            }
        }
        for constant in self.arrays.constants.clone() {
            let value = self.terms.children(constant)[0];
            for index in self.indices(&[constant]) {
                let read = self.terms.select(constant, index);
                let axiom = self.terms.eq(read, value);
                round.note(self.add_axiom(axiom)?);
            }
        }
        for equality in self.arrays.equalities.clone() {
            let Some(atom) = self.atoms.find_opaque(equality) else { continue };
            match search.value(atom.literal(true)) {
                Some(true) => self.equal_reads(equality, point, &mut round)?,
                Some(false) => self.name_difference(equality, &mut round)?,
                None => {}
            }
        }
        if round.mixed && !round.added {
            self.transitivity(search, &mut round)?;
        }
        Ok(round)
    }

    fn equal_reads(&mut self, equality: TermId, point: &Point, round: &mut Round) -> Result<(), Unsupported> {
        let (a, b) = (self.terms.children(equality)[0], self.terms.children(equality)[1]);
        for index in self.indices(&[a, b]) {
            if self.reads_agree(a, b, index, point) {
                continue;
            }
            let (left, right) = (self.terms.select(a, index), self.terms.select(b, index));
            let same = self.terms.eq(left, right);
            let axiom = self.terms.implies(equality, same);
            round.note(self.add_axiom(axiom)?);
        }
        Ok(())
    }

    /// Arrays that are not equal differ at an index. It has a name in each partition that may speak of the equality,
    /// since it is not known which of them will reason with it.
    fn name_difference(&mut self, equality: TermId, round: &mut Round) -> Result<(), Unsupported> {
        if !self.arrays.told_apart.insert(equality) {
            return Ok(());
        }
        let (a, b) = (self.terms.children(equality)[0], self.terms.children(equality)[1]);
        let heureka_logic::Sort::Array { index, .. } = self.terms.sort_of(self.terms.sort(a)) else {
            unreachable!("an equality of arrays");
        };
        let span = self.span(equality);
        for partition in (span.first.0..=span.last.0).map(Partition) {
            let difference = self.terms.fresh("difference", index);
            let symbol = self.terms.as_constant(difference).expect("a fresh constant is a symbol");
            self.vocabulary.declare_local(symbol, partition);
            let (left, right) = (self.terms.select(a, difference), self.terms.select(b, difference));
            let differs = self.terms.ne(left, right);
            let axiom = self.terms.or(&[equality, differs]);
            round.note(self.add_axiom(axiom)?);
        }
        Ok(())
    }

    /// From `x = y` and `y = z` to `x = z`.
    fn transitivity(&mut self, search: &Search, round: &mut Round) -> Result<(), Unsupported> {
        let equalities: Vec<TermId> = self.arrays.equalities.clone();
        let holds: Vec<TermId> = equalities
            .into_iter()
            .filter(|&term| {
                let atom = self.atoms.find_opaque(term);
                atom.is_some_and(|atom| search.value(atom.literal(true)) == Some(true))
            })
            .collect();
        for (place, &first) in holds.iter().enumerate() {
            for &second in &holds[place + 1..] {
                let Some((x, z)) = outer(self.terms, first, second) else { continue };
                let conclusion = self.terms.eq(x.min(z), x.max(z));
                let premises = self.terms.and(&[first, second]);
                let axiom = self.terms.implies(premises, conclusion);
                // Where this is mixed too, nothing is lost that was there.
                if self.add_axiom(axiom)? == Added::Now {
                    round.added = true;
                }
            }
        }
        Ok(())
    }

    /// The indices at which one of the arrays is read.
    fn indices(&self, arrays: &[TermId]) -> Vec<TermId> {
        let mut indices: Vec<TermId> = Vec::new();
        for &array in arrays {
            let reads = self.applications.get(&Function::Read(array)).map_or(&[][..], Vec::as_slice);
            for read in reads {
                insert(&mut indices, read.arguments[0]);
            }
        }
        indices
    }

    /// Whether both reads are there and have the same value.
    fn reads_agree(&mut self, a: TermId, b: TermId, index: TermId, point: &Point) -> bool {
        let (left, right) = (self.terms.select(a, index), self.terms.select(b, index));
        match (self.sums.get(&left), self.sums.get(&right)) {
            (Some(left), Some(right)) => point.value(left) == point.value(right),
            _ => false,
        }
    }

    pub(crate) fn value(&self, term: TermId, point: &Point) -> heureka_number::Rational {
        point.value(self.sum(term))
    }
}

/// The two ends of two equalities that share a side.
fn outer(terms: &Terms, first: TermId, second: TermId) -> Option<(TermId, TermId)> {
    debug_assert!(terms.op(first) == Op::Eq && terms.op(second) == Op::Eq, "equalities");
    let (&[a, b], &[c, d]) = (terms.children(first), terms.children(second)) else { return None };
    let ends = match () {
        () if a == c => (b, d),
        () if a == d => (b, c),
        () if b == c => (a, d),
        () if b == d => (a, c),
        () => return None,
    };
    (ends.0 != ends.1).then_some(ends)
}
