//! Loops that copy, fill or shift, replaced by what they do.
//!
//! A loop whose counters go on by constants and that writes, in each round, cells at an index that moves with the round has a
//! summary without a predicate of its own: whatever it found, after some rounds the cells that these rounds wrote have the
//! values that they were given, and all others are as they were. So the predicate of its head is not needed: each clause that
//! leads to the head is put together with each that leads on from it ([`compose`]). Contents after a loop are *defined*
//! symbols: what they hold at an index is a choice ([`Definition`]), which [`super::cells`] makes where they are read.
//!
//! Invariant: what the clauses allow is allowed by the new ones. It is the same unless the condition of the loop can hold
//! in a round, fail in an earlier one and was not seen to fail; so solutions are solutions, and refutations may be spurious.
//! Evidence: [`relation`] says what holds at the head between the values when the loop was entered and those now.

mod compose;
mod recognise;
mod relation;

use std::collections::BTreeMap;

use heureka_logic::horn::System;
use heureka_logic::{Op, SymbolId, TermId, Terms};

use relation::related;

/// Contents: at the indices `bound`, where the condition holds, `value`, of which `fact` is known, and those of `base` elsewhere.
#[derive(Clone, Debug)]
pub struct Definition {
    pub bound: Vec<SymbolId>,
    pub condition: TermId,
    pub value: TermId,
    pub fact: TermId,
    pub base: TermId,
}

pub type Definitions = BTreeMap<SymbolId, Definition>;

/// What a loop does, over the symbols of its head, which stand for the values when it was entered, and `now`.
#[derive(Clone, Debug)]
struct Summary {
    /// The arguments of the head.
    arguments: Vec<SymbolId>,
    /// By argument: what a round adds to it; none for what is not a number that rounds change.
    steps: Vec<Option<i128>>,
    /// The argument that tells the round: its step is 1 or -1.
    counter: usize,
    /// The counter now.
    now: TermId,
    /// No round was gone, or the last one could be.
    guard: TermId,
    /// A round is gone only where the counter is at most this, or at least, if it goes down.
    bounds: Vec<TermId>,
    /// By argument: the arrays that are written.
    writes: BTreeMap<usize, Write>,
}

/// What rounds write to one array.
#[derive(Clone, Debug)]
struct Write {
    bound: Vec<SymbolId>,
    /// One of the rounds wrote there.
    condition: TermId,
    value: TermId,
    /// What is known of what was written there.
    fact: TermId,
    /// Arbitrary values that were written, as contents; the value may be one of them.
    home: Option<SymbolId>,
}

pub struct Summarised {
    pub system: System,
    pub definitions: Definitions,
    /// By predicate that is not there any more.
    summaries: BTreeMap<SymbolId, Summary>,
}

/// More clauses are not made.
const MOST_CLAUSES: usize = 120;

/// The system without the loops that have summaries; `None` if there are none.
pub fn summarised(terms: &mut Terms, system: &System) -> Option<Summarised> {
    let mut made = Summarised { system: system.clone(), definitions: Definitions::new(), summaries: BTreeMap::new() };
    loop {
        let found = made.system.predicates.clone().into_iter().find_map(|predicate| {
            let summary = recognise::recognise(terms, &made.system, &made.definitions, predicate)?;
            Some((predicate, summary))
        });
        let Some((predicate, summary)) = found else { break };
        compose::compose(terms, &mut made, predicate, &summary);
        made.summaries.insert(predicate, summary);
        if made.system.clauses.len() > MOST_CLAUSES {
            return None;
        }
    }
    (!made.summaries.is_empty()).then_some(made)
}

impl Summarised {
    /// Whether the loop of a predicate was replaced.
    pub fn replaces(&self, predicate: SymbolId) -> bool {
        self.summaries.contains_key(&predicate)
    }

    /// What holds at the head of a loop that was replaced, between the arguments when it was entered and those now.
    pub fn relation(
        &self,
        terms: &mut Terms,
        predicate: SymbolId,
        entered: &[TermId],
        now: &[TermId],
    ) -> Option<TermId> {
        related(terms, self.summaries.get(&predicate)?, entered, now)
    }
}

/// The parts of a conjunction.
pub fn conjuncts(terms: &Terms, root: TermId) -> Vec<TermId> {
    let mut parts = Vec::new();
    let mut open = vec![root];
    while let Some(term) = open.pop() {
        match terms.op(term) {
            Op::And => open.extend(terms.children(term).iter().rev()),
            Op::True => {}
            _ => parts.push(term),
        }
    }
    parts
}

/// An inequality between integers as a term that is not negative.
fn not_negative(terms: &mut Terms, condition: TermId) -> Option<TermId> {
    let children = terms.children(condition).to_vec();
    let (op, children, is_negated) = match (terms.op(condition), &children[..]) {
        (Op::Not, &[inner]) => (terms.op(inner), terms.children(inner).to_vec(), true),
        (op, _) => (op, children, false),
    };
    let (Op::Le | Op::Lt, &[left, right]) = (op, &children[..]) else { return None };
    let is_strict = (op == Op::Lt) != is_negated;
    let (small, large) = if is_negated { (right, left) } else { (left, right) };
    let distance = terms.sub(large, small);
    let by = terms.int(if is_strict { -1 } else { 0 });
    let distance = terms.add(&[distance, by]);
    Some(heureka_logic::simplify(terms, distance))
}

/// The limit that an inequality sets to a symbol: an upper one, or a lower one; over other symbols.
pub fn limit(terms: &mut Terms, condition: TermId, symbol: TermId, is_upper: bool) -> Option<TermId> {
    let distance = not_negative(terms, condition)?;
    let rest = match is_upper {
        true => terms.add(&[distance, symbol]),
        false => {
            let negated = terms.neg(distance);
            terms.add(&[negated, symbol])
        }
    };
    let rest = heureka_logic::simplify(terms, rest);
    let symbol = terms.as_constant(symbol)?;
    (!terms.free_symbols(&[rest]).contains(&symbol)).then_some(rest)
}
