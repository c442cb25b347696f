//! Numbers that may show that one number is a multiple of another, or a sum of multiples of others.
//!
//! "Some k has x = k·y" is proved by a k. Where what is known has such numbers already (Skolem symbols), the one that is looked for
//! is mostly one of them, a sum or a difference of two, or, after a division, a product with the quotient; at the start it is 0, 1,
//! or a variable. All of these are only instances that are tried: they prove nothing that does not follow.

use std::collections::BTreeSet;

use heureka_logic::{Op, SortId, SymbolId, TermId};

use super::quantify::SKOLEM;
use super::words::Words;

/// More are not combined.
const MOST_NAMED: usize = 6;
const MOST_QUOTIENTS: usize = 2;
const MOST_VARIABLES: usize = 10;

/// Candidates for numbers that nothing is read at, those that are likely first.
pub fn multipliers(words: &mut Words, roots: &[TermId], symbols: &BTreeSet<SymbolId>) -> Vec<TermId> {
    let (mut named, mut variables) = (Vec::new(), Vec::new());
    for term in words.terms.post_order(roots) {
        let Op::Symbol(symbol) = words.terms.op(term) else { continue };
        if words.terms.sort(term) != SortId::INT {
            continue;
        }
        match words.terms.symbol(symbol).name.starts_with(SKOLEM) {
            true => named.push(term),
            false => variables.push(term),
        }
    }
    named.truncate(MOST_NAMED);
    variables.truncate(MOST_VARIABLES);
    let occurs = |term: &TermId| words.terms.as_constant(*term).is_some_and(|symbol| symbols.contains(&symbol));
    let mut quotients: Vec<TermId> =
        words.quotients.values().filter(|made| made.iter().any(occurs)).map(|[quotient, _]| *quotient).collect();
    quotients.sort_unstable();
    quotients.truncate(MOST_QUOTIENTS);
    let mut found: Vec<TermId> = named.clone();
    found.extend([0, 1].map(|number| words.terms.int(number)));
    for (at, one) in named.iter().enumerate() {
        for other in &named[at + 1..] {
            found.push(words.terms.add(&[*one, *other]));
            found.push(words.terms.sub(*one, *other));
            found.push(words.terms.sub(*other, *one));
        }
    }
    for (quotient, one) in quotients.iter().flat_map(|quotient| named.iter().map(move |one| (*quotient, *one))) {
        let product = words.terms.mul(&[quotient, one]);
        found.push(product);
        for other in named.iter().filter(|other| **other != one) {
            found.push(words.terms.add(&[product, *other]));
            found.push(words.terms.sub(*other, product));
        }
    }
    found.extend(variables);
    let mut seen = BTreeSet::new();
    let found: Vec<TermId> = found.into_iter().map(|term| words.simple(term)).collect();
    found.into_iter().filter(|term| seen.insert(*term)).collect()
}
