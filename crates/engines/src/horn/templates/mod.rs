//! Invariants from templates, by elimination (Houdini: Flanagan and Leino 2001).
//!
//! Spacer rarely finds that part of an array is sorted, or what a sum over its cells is. So many
//! formulas of a few shapes are tried at once ([`candidates`], [`facts`]): cells between two places are in order, are at most or at
//! least a number or another cell, are a polynomial in their index; orders, sums and equations among numbers. Those that a random
//! walk through the clauses contradicts go first ([`sample`]); of the rest, those that do not follow where a clause leads, until all
//! do ([`settle`]). If what is left excludes the errors, it is a solution.
//!
//! The families of shapes are tried one after the other, equations before all other facts, each on the clauses with parameters
//! for large numbers and on the clauses as they are: a walk does not come to the end of a loop of a thousand rounds.
//!
//! Invariant: what is given back was proved clause by clause. Of
//! formulas that are alike only the strongest are tried; when one of them goes, those that it stood for come in.

mod candidates;
mod eliminate;
mod expand;
mod facts;
mod hints;
mod needed;
mod order;
mod places;
mod sample;
mod settle;
mod sums;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heureka_logic::horn::System;
use heureka_logic::smtlib::{parse_term, print_term};
use heureka_logic::solver::SolverFactory;
use heureka_logic::{Op, Sort, SortId, Substitution, SymbolId, TermId, Terms, simplify};

use super::cells::Parameters;
use super::clauses::{Clauses, parameters};
use super::generalise::generalised;
use super::names::Symbols;
use candidates::{Candidates, Family};
use eliminate::Elimination;
use hints::Hints;
use sample::{Ground, Samples};
use sums::Sums;

/// So many samples of each predicate are enough.
const ENOUGH: usize = 30;
/// An attempt that is not the last has half of the time, and at least this.
const ATTEMPT: Duration = Duration::from_secs(5);

/// Where templates go first they have this time.
const HEAD_START: Duration = Duration::from_secs(5);
const HEAD_START_OF_FACTS: Duration = Duration::from_secs(2);

/// A formula over its parameters for each predicate, as text: it was found with terms of its own.
pub struct Solved {
    formulas: BTreeMap<SymbolId, (Vec<SymbolId>, String)>,
}

impl Solved {
    pub fn instance(&self, terms: &mut Terms, predicate: SymbolId, arguments: &[TermId]) -> Option<TermId> {
        let (parameters, formula) = self.formulas.get(&predicate)?;
        sums::symbol(terms)?;
        let formula = parse_term(terms, formula).ok()?;
        let values: Substitution = parameters.iter().copied().zip(arguments.iter().copied()).collect();
        Some(terms.substitute(formula, &values))
    }
}

/// Whether there are arrays that templates speak of.
pub fn apply(terms: &Terms, system: &System) -> bool {
    let is_row = |sort: &SortId| match terms.sort_of(*sort) {
        Sort::Array { element, .. } => element == SortId::INT,
        _ => false,
    };
    system.predicates.iter().any(|predicate| terms.symbol(*predicate).arguments.iter().any(is_row))
}

/// How long templates have before all others, if they go first: where cells are compared, or added up, or multiplied, Spacer
/// hardly ever ends.
pub fn head_start(terms: &Terms, clauses: &Clauses) -> Option<Duration> {
    if !apply(terms, &clauses.system) {
        return None;
    }
    if compares_cells(terms, &clauses.system) {
        return Some(HEAD_START);
    }
    (clauses.exact.is_some() || sums::has_sums(terms, &clauses.system)).then_some(HEAD_START_OF_FACTS)
}

/// Whether two cells of one array are compared somewhere.
pub fn compares_cells(terms: &Terms, system: &System) -> bool {
    let is_cell = |term: &TermId| terms.op(*term) == Op::Select && terms.sort(*term) == SortId::INT;
    let compares = |term: &TermId| {
        matches!(terms.op(*term), Op::Le | Op::Lt) && {
            let cells: Vec<TermId> = terms.post_order(&[*term]).into_iter().filter(is_cell).collect();
            let roots: BTreeSet<TermId> = cells.iter().map(|cell| root(terms, *cell)).collect();
            roots.len() < cells.len()
        }
    };
    system.clauses.iter().any(|clause| terms.post_order(&[clause.constraint]).iter().any(compares))
}

/// The symbol that contents were made of.
fn root(terms: &Terms, mut contents: TermId) -> TermId {
    while let Op::Select | Op::Store = terms.op(contents) {
        contents = terms.children(contents)[0];
    }
    contents
}

/// What surrounds the search.
pub struct Search<'c> {
    pub solvers: &'c SolverFactory,
    pub deadline: Option<Instant>,
    /// Somebody else has a verdict.
    pub stop: &'c AtomicBool,
    /// By array: how many cells it has, where that is known.
    pub extents: &'c BTreeMap<SymbolId, i128>,
    /// Set when the family that fits is done.
    pub is_first_done: &'c AtomicBool,
}

/// Clauses, and what a walk through them showed.
struct Walked {
    system: System,
    /// The parameters of predicates.
    named: BTreeMap<SymbolId, Vec<SymbolId>>,
    /// Symbols for large numbers, and what they stand for.
    large: Vec<(SymbolId, i128)>,
    /// By predicate: the one that it stands for.
    originals: BTreeMap<SymbolId, SymbolId>,
    hints: Hints,
    samples: Samples,
}

/// Clauses in which formulas of a family are tried.
struct Attempt {
    family: Family,
    walked: Rc<Walked>,
}

/// Looks for a solution of the clauses.
pub fn solve(terms: &mut Terms, clauses: &Clauses, symbols: &Symbols, search: &Search) -> Option<Solved> {
    let attempts = attempts(terms, clauses, symbols, search);
    let last = attempts.len();
    // Equations are the beginning of facts.
    let whole = |family: Family| if family == Family::Equations { Family::Facts } else { family };
    let first = attempts.first().map(|attempt| whole(attempt.family));
    attempts.into_iter().enumerate().find_map(|(at, attempt)| {
        search.is_first_done.fetch_or(Some(whole(attempt.family)) != first, Ordering::Relaxed);
        let now = heureka_clock::now();
        let half = |deadline: Instant| deadline.min(now + ATTEMPT.max(deadline.saturating_duration_since(now) / 2));
        let deadline = search.deadline.map(|deadline| if at + 1 == last { deadline } else { half(deadline) });
        let search = Search { deadline, ..*search };
        if search.stop.load(Ordering::Relaxed) { None } else { attempt.solve(terms, &search) }
    })
}

/// The family that fits comes first.
fn attempts(terms: &mut Terms, clauses: &Clauses, symbols: &Symbols, search: &Search) -> Vec<Attempt> {
    let named: Parameters =
        clauses.signatures.values().map(|signature| (signature.predicate, parameters(symbols, signature))).collect();
    let families = match compares_cells(terms, &clauses.system) {
        true => [Family::Orders, Family::Equations, Family::Facts],
        false => [Family::Equations, Family::Facts, Family::Orders],
    };
    let mut of_orders: Option<Vec<Rc<Walked>>> = None;
    let mut of_facts: Option<Vec<Rc<Walked>>> = None;
    let mut made = Vec::new();
    for family in families {
        let exact = clauses.exact.as_ref().filter(|_| family != Family::Orders);
        let known = if exact.is_some() { &mut of_facts } else { &mut of_orders };
        let system = exact.unwrap_or(&clauses.system);
        let walked = known.get_or_insert_with(|| walk(terms, system, &named, exact.is_some(), search));
        made.extend(walked.iter().map(|walked| Attempt { family, walked: walked.clone() }));
    }
    made
}

/// The clauses as they are, and before them the clauses with parameters for large numbers, if a walk does not come everywhere.
fn walk(
    terms: &mut Terms,
    system: &System,
    named: &Parameters,
    has_products: bool,
    search: &Search,
) -> Vec<Rc<Walked>> {
    let originals = system.predicates.iter().map(|predicate| (*predicate, *predicate)).collect();
    let plain = constants(terms, named);
    let plain = Walked::new(terms, system.clone(), (plain, Vec::new(), originals), has_products, search);
    let mut made = Vec::new();
    if !plain.is_everywhere()
        && let Some(generalised) = generalised(terms, system)
    {
        let named = constants(terms, &generalised.parameters(named));
        let symbol = |(term, value): (TermId, i128)| Some((terms.as_constant(term)?, value));
        let large = generalised.numbers().filter_map(symbol).collect();
        let original = |predicate: &SymbolId| Some((*predicate, generalised.original(*predicate)?));
        let originals = generalised.system.predicates.iter().filter_map(original).collect();
        let walked = Walked::new(terms, generalised.system, (named, large, originals), has_products, search);
        made.push(walked.into());
    }
    made.push(plain.into());
    made
}

/// Parameters of predicates, symbols for large numbers, and the predicates that others stand for.
type Meaning = (BTreeMap<SymbolId, Vec<SymbolId>>, Vec<(SymbolId, i128)>, BTreeMap<SymbolId, SymbolId>);

impl Walked {
    fn new(terms: &mut Terms, system: System, meaning: Meaning, has_products: bool, search: &Search) -> Walked {
        let (named, large, originals) = meaning;
        let symbols: Vec<SymbolId> = large.iter().map(|(symbol, _)| *symbol).collect();
        let hints = Hints::of(terms, &system, &symbols, search.extents, has_products);
        let ground = Ground { system: &system, named: &named, large: &symbols, numbers: &hints.constants };
        let samples = sample::samples(terms, &ground, search.deadline);
        Walked { system, named, large, originals, hints, samples }
    }

    /// Whether the walk shows enough of each predicate.
    fn is_everywhere(&self) -> bool {
        let has_enough = |predicate| self.samples.get(predicate).is_some_and(|seen| seen.len() >= ENOUGH);
        self.system.predicates.iter().all(has_enough)
    }
}

fn constants(terms: &Terms, named: &Parameters) -> BTreeMap<SymbolId, Vec<SymbolId>> {
    let symbols = |parameters: &[TermId]| parameters.iter().filter_map(|term| terms.as_constant(*term)).collect();
    named.iter().map(|(predicate, parameters)| (*predicate, symbols(parameters))).collect()
}

impl Attempt {
    fn solve(self, terms: &mut Terms, search: &Search) -> Option<Solved> {
        let Attempt { family, walked } = self;
        let Walked { system, named, large, originals, hints, samples } = &*walked;
        let (named, has_products) = (named.clone(), hints.has_products);
        let mut elimination =
            Elimination { named, candidates: BTreeMap::new(), search, has_products, sums: Sums::default() };
        for &predicate in &system.predicates {
            if search.stop.load(Ordering::Relaxed) {
                return None;
            }
            let own = elimination.named[&predicate].clone();
            let none = Vec::new();
            let seen = samples.get(&predicate).unwrap_or(&none);
            let made = Candidates::new(terms, system, predicate, &own, seen, (family, hints));
            elimination.candidates.insert(predicate, made);
        }
        if !elimination.settle(terms, system).ok()? {
            return None;
        }
        let needed = elimination.needed(terms, system).ok().flatten();
        let values: Substitution = large.iter().map(|(symbol, value)| (*symbol, terms.int(*value))).collect();
        let mut formulas = BTreeMap::new();
        for (predicate, candidates) in &elimination.candidates {
            let is_needed = |number: &usize| match &needed {
                Some(needed) => needed.get(predicate).is_some_and(|needed| needed.contains(number)),
                None => true,
            };
            let left: Vec<usize> = candidates.active_numbers().filter(is_needed).collect();
            let all: Vec<TermId> = left.into_iter().map(|number| candidates.get(number).formula(terms)).collect();
            let all = terms.and(&all);
            let all = terms.substitute(all, &values);
            let all = simplify(terms, all);
            let mut own = elimination.named[predicate].clone();
            own.retain(|parameter| !values.contains_key(parameter));
            formulas.insert(*originals.get(predicate)?, (own, print_term(terms, all)));
        }
        Some(Solved { formulas })
    }
}
