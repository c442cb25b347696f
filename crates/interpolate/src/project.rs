//! Interpolants of a lemma by projection: the strongest there are.
//!
//! `Iₖ = ∃ (what later facts do not mention). Iₖ₋₁ ∧ facts of partition k`, exact over ℤ thanks to modulo rows. This
//! always works for conjunctions, so it is what is left when a refutation splits on a mixed expression. It comes second
//! because it keeps all that the prefix says where a Farkas sum keeps the one row that matters.

use std::collections::BTreeSet;

use heureka_linear::{Conjunction, Row, Var};
use heureka_logic::TermId;

use crate::formula::{all, any};
use crate::problem::Problem;
use crate::proof::Lemma;
use crate::sequence::Reason;

/// More disjuncts than this make interpolants that nobody wants.
const MOST_DISJUNCTS: usize = 64;

/// One interpolant for each cut.
pub fn by_projection(problem: &mut Problem, lemma: &Lemma) -> Result<Vec<TermId>, Reason> {
    let mut disjuncts = vec![Conjunction::top(lemma.numbers)];
    let mut interpolants = Vec::new();
    for cut in 0..problem.vocabulary.cuts() {
        let here: Vec<&Row> = rows(lemma, |place| place == cut).collect();
        if !here.is_empty() {
            let later: BTreeSet<Var> = rows(lemma, |place| place > cut).flat_map(Row::vars).collect();
            let mut next = Vec::new();
            for disjunct in &disjuncts {
                let projection = disjunct.with_rows(here.iter().copied()).project(|var| !later.contains(&var));
                if !projection.exact {
                    return Err(Reason::ProjectionTooLarge);
                }
                next.extend(projection.disjuncts);
            }
            next.sort();
            next.dedup();
            if next.len() > MOST_DISJUNCTS {
                return Err(Reason::ProjectionTooLarge);
            }
            disjuncts = next;
        }
        let parts: Vec<TermId> = disjuncts.iter().map(|disjunct| conjunction_term(problem, disjunct)).collect();
        interpolants.push(any(problem.terms, parts));
    }
    Ok(interpolants)
}

/// The rows of the partitions at these places.
fn rows(lemma: &Lemma, at: impl Fn(usize) -> bool) -> impl Iterator<Item = &Row> {
    lemma.facts.values().filter(move |fact| at(fact.partition.0 as usize)).map(|fact| &fact.row)
}

fn conjunction_term(problem: &mut Problem, conjunction: &Conjunction) -> TermId {
    let numbers = conjunction.numbers();
    let parts: Vec<TermId> = conjunction.rows().iter().map(|row| problem.row_term(row, numbers)).collect();
    all(problem.terms, parts)
}
