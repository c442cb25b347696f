//! Proofs in two steps: lemmas about what arrays hold, then the rest with values instead of reads.
//!
//! A rigid cell tells what is read *last*. Where an error depends on every read (a set changes by `r[i]` in each round, and no
//! two rounds may have the same element), the contents of `r` must be known at all of them. So it is guessed from the stores
//! what a read gives, executions weed out the guesses, and what is left is proved as an assertion before each read, for which
//! the last read is enough. Then the values stand for the reads ([`heureka_ir::passes::lemmas`]).

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use heureka_ir::certificate::ByLemmas;
use heureka_ir::passes::explicit_checks;
use heureka_ir::passes::lemmas::{Lemma, LemmaValue, checked, used, without_casts};
use heureka_ir::passes::slice::relevant_edges;
use heureka_ir::{ArrayId, Certificate, EdgeId, ExprId, Invariants, LocId, Node, Op, Program, Property};

use super::Helpers;
use super::search::{Search, within};
use crate::engine::{Context, EngineError, Outcome, Task};

/// The time for executions that refute a guess.
const GLANCE: Duration = Duration::from_millis(30);

/// The longest time for the lemmas, and for the rest: if it goes well, it goes quickly.
const TURN: Duration = Duration::from_secs(8);

/// Stores to an array beyond which nothing is guessed about it.
const MOST_STORES: usize = 2;

/// The answer about `judged` with lemmas, if there are any and they are enough.
pub fn by_lemmas(
    task: &Task,
    judged: &Program,
    helpers: &mut Helpers,
    cx: &mut Context,
) -> Result<Option<Outcome>, EngineError> {
    let properties: Vec<Property> = task.properties.iter().copied().collect();
    let relevant = relevant_edges(judged, &properties);
    let relevant: Vec<EdgeId> = judged.edge_ids().filter(|edge| relevant.contains(*edge)).collect();
    let unreach = BTreeSet::from([Property::Unreach]);
    let mut lemmas = Vec::new();
    for guesses in guesses(judged, &relevant) {
        for guess in guesses {
            let Some(program) = checked(judged, &guess) else { continue };
            let asked = Task { numbers: task.numbers, ..Task::new(&program, &unreach) };
            let outcome = within(cx, GLANCE, |cx| helpers.glance.run(&asked, cx))?;
            if !matches!(outcome, Outcome::Unsafe(_)) {
                lemmas.extend(guess);
                break;
            }
        }
    }
    let (Some(first), Some(second)) = (checked(judged, &lemmas), used(judged, &lemmas)) else { return Ok(None) };
    if lemmas.is_empty() {
        return Ok(None);
    }
    let notes = cx.notes.len();
    let asked = Task { numbers: task.numbers, ..Task::new(&first, &unreach) };
    let Outcome::Safe(certificate) = decide(&asked, &first, helpers, cx)? else { return Ok(None) };
    let Some(proof) = invariants(certificate) else { return Ok(None) };
    let outcome = decide(task, &second, helpers, cx)?;
    if let Outcome::Safe(certificate) = outcome {
        cx.notes.insert(notes, format!("by lemmas about {}", names(judged, &lemmas)));
        return Ok(invariants(certificate)
            .map(|rest| Outcome::Safe(Certificate::ByLemmas(Box::new(ByLemmas { lemmas, proof, rest })))));
    }
    cx.notes.truncate(notes);
    Ok(Some(outcome).filter(|outcome| matches!(outcome, Outcome::Unsafe(_))))
}

/// The answer to a question with the proof about another program, for a while.
fn decide(task: &Task, judged: &Program, helpers: &mut Helpers, cx: &mut Context) -> Result<Outcome, EngineError> {
    let (program, back) = explicit_checks(judged, &task.step_properties());
    let explicit = Task { program: &program, relevant: None, ..*task };
    let left = cx.deadline.map(|deadline| deadline.saturating_duration_since(heureka_clock::now()) / 3);
    let turn = left.map_or(TURN, |left| left.min(TURN));
    within(cx, turn, |cx| Search::new(task, judged, explicit, &back, helpers, cx).run())
}

fn invariants(certificate: Certificate) -> Option<Invariants> {
    match certificate {
        Certificate::Inductive(invariants) | Certificate::Guessed(invariants) => Some(invariants),
        _ => None,
    }
}

/// For each array what its reads may give: lists of lemmas, the likeliest first.
fn guesses(program: &Program, relevant: &[EdgeId]) -> Vec<Vec<Vec<Lemma>>> {
    let mut reads: BTreeMap<ArrayId, BTreeSet<(LocId, ExprId)>> = BTreeMap::new();
    let mut stores: BTreeMap<ArrayId, Vec<EdgeId>> = BTreeMap::new();
    for &id in relevant {
        let edge = program.edge(id);
        program.exprs.visit(edge.op.exprs(), |expr, node| {
            if let Node::Read(array, indices) = node
                && indices.len() == 1
                && !program.array(*array).is_set()
            {
                reads.entry(*array).or_default().insert((edge.from, expr));
            }
        });
        if let Op::Store { array, .. } = edge.op {
            stores.entry(array).or_default().push(id);
        }
    }
    let of_array = |(array, reads): (&ArrayId, &BTreeSet<(LocId, ExprId)>)| {
        let stores = stores.get(array).filter(|stores| stores.len() <= MOST_STORES)?;
        let stored = stores.iter().filter(|edge| is_plain(program, **edge)).map(|edge| LemmaValue::Stored(*edge));
        let values = stored.chain([LemmaValue::Index(0), LemmaValue::Index(1)]);
        let lemmas = |value| reads.iter().map(move |&(at, read)| Lemma { at, read, value }).collect();
        Some(values.map(lemmas).collect())
    };
    reads.iter().filter_map(of_array).collect()
}

/// Whether a store is to a variable, of a value that reads no array.
fn is_plain(program: &Program, edge: EdgeId) -> bool {
    let Op::Store { indices, value, .. } = &program.edge(edge).op else { return false };
    let mut reads = false;
    program.exprs.visit([*value], |_, node| reads |= matches!(node, Node::Read(..)));
    let is_variable = |index: &ExprId| matches!(program.exprs.node(without_casts(program, *index)), Node::Var(_));
    indices.iter().all(is_variable) && !reads
}

fn names(program: &Program, lemmas: &[Lemma]) -> String {
    let array = |lemma: &Lemma| match program.exprs.node(lemma.read) {
        Node::Read(array, _) => Some(program.array(*array).name.clone()),
        _ => None,
    };
    let names: BTreeSet<String> = lemmas.iter().filter_map(array).collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}
