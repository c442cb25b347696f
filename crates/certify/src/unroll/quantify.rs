//! What holds for all numbers, and its instances.
//!
//! The terms of this walk have no quantifiers. Where a formula says that something holds for all numbers, its term is a new
//! Boolean symbol, the *guard*, and an [`Axiom`] says that the guard implies all instances. Where it says that something
//! holds for some number, that number is a new symbol (Skolem). So each term has the truth of its formula, if the symbols
//! are chosen well, and it is enough to show that some instances of the axioms contradict what must not happen.
//!
//! Which instances: a proof about contents of arrays looks at the cells that the path and the Skolem symbols point to. So
//! where the body of an axiom reads `a[k + c]`, and t is an index of something that comes from the same contents, the
//! instance is k = t − c (this is the index set of Bradley, Manna, Sipma, "What's decidable about arrays?", 2006, §3, but
//! without the bounds of k, which are no cells). Instances have indices of their own, so this goes on for a few rounds.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::{ArrayId, IntTy, Program};
use heureka_logic::{Op, SortId, SymbolId, TermId};

use super::assume::{Scene, Speaker, Use};
use super::memory::Memory;
use super::words::Words;

/// Rounds of instances, and how many there are at most, of one axiom in a round and of all.
const ROUNDS: u32 = 4;
const MOST_OF_ONE: usize = 400;
const MOST: usize = 3_000;
/// Where more cells than this are written at known indices, as by a list of initial values, these are no places to look at.
const MANY_CELLS: usize = 40;

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
        let mut origins = Origins::default();
        let indices = indices(words, &roots, &mut origins);
        // Instances may add axioms, for the next round.
        for at in 0..words.axioms.len() {
            let axiom = words.axioms[at].clone();
            if !is_about(words, &axiom, &symbols) {
                continue;
            }
            let tuples = match &axiom.claim {
                Claim::Empty { memory } => {
                    let origins = origins.of(words, memory.base());
                    indices.iter().filter(|index| index.is_of(&origins)).map(|index| vec![index.term]).collect()
                }
                Claim::Formula { bound, body, scene, outside, .. } => {
                    let places = |id: &BoundId| {
                        let mut speaker = Speaker::new(words, program, scene, outside.clone());
                        candidates(&mut speaker, *id, bound, body, &indices, &mut origins)
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

/// A place at which arrays are read or written.
struct Index {
    term: TermId,
    /// Of which contents, see [`Origins`]; a number that was named may be a place of any.
    of: Option<BTreeSet<TermId>>,
}

impl Index {
    fn is_of(&self, origins: &BTreeSet<TermId>) -> bool {
        self.of.as_ref().is_none_or(|of| !of.is_disjoint(origins))
    }
}

/// The contents that arrays come from, by stores and choices: symbols, and those that are the same everywhere.
#[derive(Default)]
struct Origins {
    known: HashMap<TermId, Rc<BTreeSet<TermId>>>,
}

impl Origins {
    fn of(&mut self, words: &Words, array: TermId) -> Rc<BTreeSet<TermId>> {
        let terms = &words.terms;
        let mut open = vec![(array, false)];
        while let Some((term, ready)) = open.pop() {
            if self.known.contains_key(&term) {
                continue;
            }
            let children = terms.children(term);
            let from: Vec<TermId> = match terms.op(term) {
                Op::Store => vec![children[0], children[2]],
                Op::Select => vec![children[0]],
                Op::Ite => children[1..].to_vec(),
                _ => Vec::new(),
            };
            let from: Vec<TermId> = from.into_iter().filter(|from| terms.sort(*from).is_array()).collect();
            if !ready && !from.is_empty() {
                open.push((term, true));
                open.extend(from.into_iter().map(|from| (from, false)));
                continue;
            }
            let origins = match &from[..] {
                [] => Rc::new(BTreeSet::from([term])),
                [one] => Rc::clone(&self.known[one]),
                all => Rc::new(all.iter().flat_map(|from| self.known[from].iter().copied()).collect()),
            };
            self.known.insert(term, origins);
        }
        Rc::clone(&self.known[&array])
    }
}

/// The terms at which arrays are read and written, and the numbers that were named, in the order in which they occur.
fn indices(words: &Words, roots: &[TermId], origins: &mut Origins) -> Vec<Index> {
    let mut found: Vec<Index> = Vec::new();
    let mut places: HashMap<TermId, usize> = HashMap::new();
    let order = words.terms.post_order(roots);
    let is_known_cell = |term: &TermId| {
        words.terms.op(*term) == Op::Store && words.terms.op(words.terms.children(*term)[1]).is_constant()
    };
    let skips_cells = order.iter().filter(|term| is_known_cell(term)).count() > MANY_CELLS;
    for term in order {
        let (index, of) = match words.terms.op(term) {
            Op::Store if skips_cells && is_known_cell(&term) => continue,
            Op::Select | Op::Store => {
                let (array, index) = (words.terms.children(term)[0], words.terms.children(term)[1]);
                (index, Some(origins.of(words, array)))
            }
            Op::Symbol(symbol) if words.terms.symbol(symbol).name.starts_with(SKOLEM) => (term, None),
            _ => continue,
        };
        if words.terms.sort(index) != SortId::INT {
            continue;
        }
        let at = *places.entry(index).or_insert_with(|| {
            found.push(Index { term: index, of: Some(BTreeSet::new()) });
            found.len() - 1
        });
        match (&mut found[at].of, of) {
            (Some(known), Some(more)) => known.extend(more.iter()),
            (known, None) => *known = None,
            (None, Some(_)) => {}
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
    indices: &[Index],
    origins: &mut Origins,
) -> Vec<TermId> {
    let mut places = Vec::new();
    reads_of_formula(body, &mut |array, index| places.push((array, index.clone())));
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    let mut is_read = false;
    for (array, place) in places {
        let Some(base) = speaker.base(array) else { continue };
        let from = origins.of(speaker.words, base);
        let Some(factor) = factor(&place, id).filter(|factor| factor.abs() == 1) else { continue };
        // What is left without the variable, if nothing else is bound.
        let Some(rest) = speaker.rest(&place, id, bound) else { continue };
        is_read = true;
        for index in indices.iter().filter(|index| index.is_of(&from)) {
            let difference = match factor {
                1 => speaker.words.terms.sub(index.term, rest),
                _ => speaker.words.terms.sub(rest, index.term),
            };
            let candidate = speaker.words.simple(difference);
            if seen.insert(candidate) {
                found.push(candidate);
            }
        }
    }
    if is_read { found } else { indices.iter().map(|index| index.term).collect() }
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
fn reads_of_formula(formula: &Formula, visit: &mut dyn FnMut(ArrayId, &Number)) {
    match formula {
        Formula::Bool(_) => {}
        Formula::Not(a) | Formula::ForAll(_, a) | Formula::Exists(_, a) => reads_of_formula(a, visit),
        Formula::And(all) | Formula::Or(all) => all.iter().for_each(|a| reads_of_formula(a, visit)),
        Formula::Compare(number, _) => reads_of_number(number, visit),
    }
}

fn reads_of_number(number: &Number, visit: &mut dyn FnMut(ArrayId, &Number)) {
    match number {
        Number::Const(_) | Number::Value(_) | Number::Bound(_) => {}
        Number::Read(array, indices) => {
            for index in indices {
                visit(*array, index);
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
