//! Interpolants of the whole sequence from the proof (McMillan, "Interpolation and SAT-based model checking", 2003, for every cut at once).
//!
//! At a cut, a clause of a partition on the left has as its interpolant the literals that the right side may speak of,
//! a clause on the right has `true`, a lemma its own. Resolution on an atom that only the left side may speak of joins
//! by "or", on any other by "and". An atom's side changes once, at its last partition, and only from right to left as
//! the cut moves on; that is why the interpolants of all cuts from one proof form a sequence.

use std::collections::HashMap;

use heureka_logic::{TermId, Terms};

use crate::farkas::{from_refutation, join};
use crate::formula::any;
use crate::problem::Problem;
use crate::project::by_projection;
use crate::proof::{Lemma, Proof, Step, StepId};
use crate::sequence::Reason;

/// One interpolant for each cut.
pub fn from_proof(problem: &mut Problem, proof: &Proof, conclusion: StepId) -> Result<Vec<TermId>, Reason> {
    let mut done: HashMap<StepId, Vec<TermId>> = HashMap::new();
    for id in proof.cone(conclusion) {
        let interpolants = match proof.step(id) {
            Step::Lemma(lemma) => of_lemma(problem, lemma)?,
            Step::Resolve { left, right, pivot } => {
                let at = problem.atoms.last(*pivot);
                join(problem, at, done[left].clone(), done[right].clone())
            }
            Step::Input { literals, partition } => {
                let mut interpolants = Vec::new();
                for cut in 0..problem.vocabulary.cuts() {
                    if !partition.is_left_of(cut) {
                        interpolants.push(Terms::TRUE);
                        continue;
                    }
                    let shared = literals.iter().filter(|l| !problem.atoms.last(l.atom()).is_left_of(cut));
                    let shared: Vec<_> = shared.copied().collect();
                    let parts: Vec<TermId> = shared.into_iter().map(|l| problem.literal_term(l)).collect();
                    interpolants.push(any(problem.terms, parts));
                }
                interpolants
            }
        };
        done.insert(id, interpolants);
    }
    Ok(done.remove(&conclusion).expect("the conclusion is in its cone"))
}

/// Farkas where possible, for small interpolants; projection otherwise.
fn of_lemma(problem: &mut Problem, lemma: &Lemma) -> Result<Vec<TermId>, Reason> {
    match from_refutation(problem, lemma) {
        Some(interpolants) => Ok(interpolants),
        None => by_projection(problem, lemma),
    }
}
