//! The faults of the edges out of one location, which must be impossible.
//!
//! Where an execution fails the rigids may be chosen, here in two ways: to equal what ghosts remember at the step that
//! faults, or what they remembered before. One way must do for a fault at an edge. It is the same for all disjuncts of the
//! invariant: which of them holds may depend on the choice, so disjuncts that are refuted for different choices would
//! together refute nothing.

use std::collections::BTreeMap;

use heureka_ir::{EdgeId, Fault};
use heureka_logic::TermId;

use crate::linear::Row;
use crate::prover::{Claim, Doubt, Known};
use crate::vocabulary::Vocabulary;

/// A fault from one disjunct, whatever the rigids are.
pub struct Failure {
    pub known: Known,
    /// What it allows more than the program does, if anything.
    pub inexact: Option<&'static str>,
}

#[derive(Default)]
pub struct Faults {
    /// For both ways to choose the rigids, one conjunction for each disjunct.
    open: BTreeMap<(EdgeId, Fault), Ways>,
}

#[derive(Default)]
struct Ways {
    ways: [Vec<Known>; 2],
    inexact: Option<&'static str>,
}

impl Faults {
    /// Adds a failure, and what is chosen in both ways.
    pub fn add(&mut self, at: (EdgeId, Fault), failure: &Failure, chosen: [&[Row]; 2]) {
        let open = self.open.entry(at).or_default();
        for (way, chosen) in open.ways.iter_mut().zip(chosen) {
            let mut known = failure.known.clone();
            known.rows.extend_from_slice(chosen);
            way.push(known);
        }
        open.inexact = open.inexact.or(failure.inexact);
    }

    /// Takes what must be refuted.
    pub fn doubts(&mut self, words: &mut Vocabulary) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        for ((edge, fault), Ways { ways: [then, before], inexact }) in std::mem::take(&mut self.open) {
            let claim = Claim::NoFault(edge, fault);
            let doubt = |known, otherwise| Doubt { claim, known, goals: Vec::new(), otherwise, inexact };
            if then == before {
                // There is one way only: each disjunct is for itself.
                doubts.extend(then.into_iter().map(|known| doubt(known, Vec::new())));
            } else {
                let (then, before) = (any(words, &then), any(words, &before));
                doubts.push(doubt(Known { rows: Vec::new(), facts: vec![then] }, vec![before]));
            }
        }
        doubts
    }
}

fn any(words: &mut Vocabulary, known: &[Known]) -> TermId {
    let each: Vec<TermId> = known
        .iter()
        .map(|known| {
            let facts = known.terms(words);
            words.all(&facts)
        })
        .collect();
    words.any(&each)
}
