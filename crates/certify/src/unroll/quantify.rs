//! What holds for all numbers, and its instances.
//!
//! The terms of this walk have no quantifiers. Where a formula says that something holds for all numbers, its term is a new
//! Boolean symbol, the *guard*, and an [`Axiom`] says that the guard implies all instances. Where it says that something
//! holds for some number, that number is a new symbol (Skolem). So each term has the truth of its formula, if the symbols
//! are chosen well, and it is enough to show that some instances of the axioms contradict what must not happen.
//!
//! Which instances: a proof about contents of arrays looks at the cells that the path and the Skolem symbols point to. So
//! where the body of an axiom reads `a[k + c]`, and t is an index somewhere in the question, the instance is k = t − c (this is
//! the index set of Bradley, Manna, Sipma, "What's decidable about arrays?", 2006, §3, but for all arrays together, and
//! without the bounds of k, which are no cells). Instances have indices of their own, so this goes on for a few rounds.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::{IntTy, Program};
use heureka_logic::{Op, SortId, SymbolId, TermId};

use super::assume::{Scene, Speaker, Use};
use super::memory::Memory;
use super::words::Words;

/// Rounds of instances, and how many there are at most, of one axiom in a round and of all.
const ROUNDS: u32 = 4;
const MOST_OF_ONE: usize = 400;
const MOST: usize = 3_000;

/// The guard implies the claim, for all numbers.
#[derive(Clone)]
pub struct Axiom {
    pub guard: TermId,
    pub claim: Claim,
}

#[derive(Clone)]
pub enum Claim {
    /// The body, or its negation, whatever the bound variables are; those outside of it have values.
    Formula {
        bound: Vec<BoundId>,
        body: Formula,
        is_negated: bool,
        scene: Rc<Scene>,
        outside: BTreeMap<BoundId, TermId>,
    },
    /// All cells are zero.
    Empty { memory: Memory },
}

/// The instances that a question needs.
pub struct Instances {
    question: TermId,
    pub terms: Vec<TermId>,
    done: HashSet<(usize, Vec<TermId>)>,
    rounds: u32,
}

/// Whether an axiom speaks of something that occurs.
fn is_about(words: &Words, axiom: &Axiom, symbols: &BTreeSet<SymbolId>) -> bool {
    words.terms.symbols_in(&[axiom.guard]).is_subset(symbols)
}

impl Instances {
    pub fn of(question: TermId) -> Instances {
        Instances { question, terms: Vec::new(), done: HashSet::new(), rounds: 0 }
    }

    /// Makes one more round of instances; false if there are none.
    pub fn grow(&mut self, words: &mut Words, program: &Program) -> bool {
        if self.rounds >= ROUNDS || self.terms.len() >= MOST {
            return false;
        }
        self.rounds += 1;
        let (before, roots) = (self.terms.len(), self.roots());
        let symbols = words.terms.symbols_in(&roots);
        let indices = indices(words, &roots);
        // Instances may add axioms, for the next round.
        for at in 0..words.axioms.len() {
            let axiom = words.axioms[at].clone();
            if !is_about(words, &axiom, &symbols) {
                continue;
            }
            let tuples = match &axiom.claim {
                Claim::Empty { .. } => indices.iter().map(|index| vec![*index]).collect(),
                Claim::Formula { bound, body, scene, outside, .. } => {
                    let places = |id: &BoundId| {
                        let mut speaker = Speaker::new(words, program, scene, outside.clone());
                        candidates(&mut speaker, *id, bound, body, &indices)
                    };
                    tuples(bound.iter().map(places).collect())
                }
            };
            for tuple in tuples {
                if self.terms.len() < MOST && self.done.insert((at, tuple.clone())) {
                    let instance = instance(words, program, &axiom, &tuple);
                    self.terms.push(instance);
                }
            }
        }
        self.terms.len() > before
    }

    /// The question and the instances.
    pub fn roots(&self) -> Vec<TermId> {
        [self.question].into_iter().chain(self.terms.iter().copied()).collect()
    }
}

/// Whether a term speaks of something for which there are axioms.
pub fn needs_instances(words: &Words, term: TermId) -> bool {
    if words.axioms.is_empty() {
        return false;
    }
    let symbols = words.terms.symbols_in(&[term]);
    words.axioms.iter().any(|axiom| is_about(words, axiom, &symbols))
}

/// `guard ⇒ claim` at these numbers.
fn instance(words: &mut Words, program: &Program, axiom: &Axiom, tuple: &[TermId]) -> TermId {
    let claim = match &axiom.claim {
        Claim::Empty { memory } => {
            let cell = memory.read(words, tuple);
            let zero = words.number(IntTy::OFFSET, 0);
            words.equal(cell, zero)
        }
        Claim::Formula { bound, body, is_negated, scene, outside } => {
            let mut bindings = outside.clone();
            bindings.extend(bound.iter().copied().zip(tuple.iter().copied()));
            let mut speaker = Speaker::new(words, program, scene, bindings);
            match is_negated {
                false => speaker.formula(body, Use::Assumed),
                true => {
                    let holds = speaker.formula(body, Use::Refuted);
                    words.not(holds)
                }
            }
        }
    };
    let unless = words.not(axiom.guard);
    words.or(unless, claim)
}

/// The terms at which arrays are read and written, and the numbers that were named, in the order in which they occur.
fn indices(words: &Words, roots: &[TermId]) -> Vec<TermId> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for term in words.terms.post_order(roots) {
        let index = match words.terms.op(term) {
            Op::Select | Op::Store => words.terms.children(term)[1],
            Op::Symbol(symbol) if words.terms.symbol(symbol).name.starts_with(SKOLEM) => term,
            _ => continue,
        };
        if words.terms.sort(index) == SortId::INT && seen.insert(index) {
            found.push(index);
        }
    }
    found
}

/// How the names of Skolem symbols begin.
pub const SKOLEM: &str = "some";

/// The numbers for one of the bound variables.
fn candidates(
    speaker: &mut Speaker,
    id: BoundId,
    bound: &[BoundId],
    body: &Formula,
    indices: &[TermId],
) -> Vec<TermId> {
    let mut places = Vec::new();
    reads_of_formula(body, &mut |index| places.push(index.clone()));
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    let mut is_read = false;
    for place in places {
        let Some(factor) = factor(&place, id).filter(|factor| factor.abs() == 1) else { continue };
        // What is left without the variable, if nothing else is bound.
        let Some(rest) = speaker.rest(&place, id, bound) else { continue };
        is_read = true;
        for &index in indices {
            let difference = match factor {
                1 => speaker.words.terms.sub(index, rest),
                _ => speaker.words.terms.sub(rest, index),
            };
            let candidate = speaker.words.simple(difference);
            if seen.insert(candidate) {
                found.push(candidate);
            }
        }
    }
    if is_read { found } else { indices.to_vec() }
}

/// All tuples, those of early candidates first.
fn tuples(candidates: Vec<Vec<TermId>>) -> Vec<Vec<TermId>> {
    let mut all: Vec<Vec<TermId>> = vec![Vec::new()];
    for list in candidates {
        let mut longer = Vec::new();
        for &candidate in &list {
            longer.extend(all.iter().map(|tuple| tuple.iter().copied().chain([candidate]).collect::<Vec<_>>()));
        }
        longer.truncate(MOST_OF_ONE);
        all = longer;
    }
    all
}

/// The factor of a bound variable in a number that is linear in it.
fn factor(number: &Number, id: BoundId) -> Option<i128> {
    match number {
        Number::Bound(other) => Some(i128::from(*other == id)),
        Number::Sum(terms, _) => {
            terms.iter().try_fold(0i128, |sum, (term, by)| sum.checked_add(factor(term, id)?.checked_mul(*by)?))
        }
        Number::Const(_) | Number::Value(_) => Some(0),
        Number::Read(_, indices) => indices.iter().all(|index| factor(index, id) == Some(0)).then_some(0),
        Number::Product(..) | Number::Quotient(..) | Number::Remainder(..) | Number::Choice(..) => None,
    }
}

/// All indices of reads in a formula.
fn reads_of_formula(formula: &Formula, visit: &mut dyn FnMut(&Number)) {
    match formula {
        Formula::Bool(_) => {}
        Formula::Not(a) | Formula::ForAll(_, a) | Formula::Exists(_, a) => reads_of_formula(a, visit),
        Formula::And(all) | Formula::Or(all) => all.iter().for_each(|a| reads_of_formula(a, visit)),
        Formula::Compare(number, _) => reads_of_number(number, visit),
    }
}

fn reads_of_number(number: &Number, visit: &mut dyn FnMut(&Number)) {
    match number {
        Number::Const(_) | Number::Value(_) | Number::Bound(_) => {}
        Number::Read(_, indices) => {
            for index in indices {
                visit(index);
                reads_of_number(index, visit);
            }
        }
        Number::Sum(terms, _) => terms.iter().for_each(|(term, _)| reads_of_number(term, visit)),
        Number::Product(a, b) => [a, b].into_iter().for_each(|a| reads_of_number(a, visit)),
        Number::Quotient(a, _) | Number::Remainder(a, _) => reads_of_number(a, visit),
        Number::Choice(condition, a, b) => {
            reads_of_formula(condition, visit);
            [a, b].into_iter().for_each(|a| reads_of_number(a, visit));
        }
    }
}

/// The question with quantifiers, for a solver that knows what to do with them: itself, the axioms that it needs, and what the
/// types say of contents.
pub fn with_quantifiers(words: &mut Words, program: &Program, question: TermId) -> Vec<TermId> {
    let mut all = vec![question];
    let mut done = BTreeSet::new();
    loop {
        let symbols = words.terms.symbols_in(&all);
        let next =
            (0..words.axioms.len()).find(|at| !done.contains(at) && is_about(words, &words.axioms[*at], &symbols));
        let Some(at) = next else { break };
        done.insert(at);
        let axiom = words.axioms[at].clone();
        let count = match &axiom.claim {
            Claim::Empty { .. } => 1,
            Claim::Formula { bound, .. } => bound.len(),
        };
        let bound: Vec<TermId> = (0..count).map(|_| words.terms.fresh("each", SortId::INT)).collect();
        let claim = match &axiom.claim {
            Claim::Empty { .. } => instance(words, program, &axiom, &bound),
            Claim::Formula { bound: ids, body, is_negated, scene, outside } => {
                let mut bindings = outside.clone();
                bindings.extend(ids.iter().copied().zip(bound.iter().copied()));
                let mut speaker = Speaker::new(words, program, scene, bindings);
                speaker.has_quantifiers = true;
                let holds = speaker.formula(body, Use::Both);
                let claim = if *is_negated { words.not(holds) } else { holds };
                let unless = words.not(axiom.guard);
                words.or(unless, claim)
            }
        };
        let claim = words.terms.forall(&bound, claim);
        all.push(claim);
    }
    let symbols = words.terms.symbols_in(&all);
    let mut contents: Vec<(TermId, (i128, i128))> =
        words.contents.iter().map(|(term, range)| (*term, *range)).collect();
    contents.sort_unstable();
    for (array, (least, greatest)) in contents {
        if !words.terms.symbols_in(&[array]).is_subset(&symbols) {
            continue;
        }
        let (mut cell, mut bound) = (array, Vec::new());
        while words.terms.sort(cell).is_array() {
            let index = words.terms.fresh("each", SortId::INT);
            cell = words.terms.select(cell, index);
            bound.push(index);
        }
        let (least, greatest) = (words.terms.int(least), words.terms.int(greatest));
        let (above, below) = (words.terms.le(least, cell), words.terms.le(cell, greatest));
        let within = words.terms.and(&[above, below]);
        let each = words.terms.forall(&bound, within);
        all.push(each);
    }
    all
}
