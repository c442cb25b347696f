//! Invariants from templates, by elimination (Houdini: Flanagan and Leino 2001).
//!
//! Spacer rarely finds that part of an array is sorted. So many
//! formulas of a few shapes are tried at once ([`candidates`]): cells between two places are in order, are at most or at least a
//! number or another cell, and orders among numbers. Those that a random walk through the clauses contradicts go first
//! ([`sample`]); of the rest, those that do not follow where a clause leads, until all do. If what is left excludes the
//! errors, it is a solution.
//!
//! Invariant: what is given back was proved clause by clause, with universal formulas taken at the indices that occur. Of
//! formulas that are alike only the strongest are tried; when one of them goes, those that it stood for come in.

mod candidates;
mod sample;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heureka_logic::horn::{Clause, System};
use heureka_logic::smtlib::{parse_term, print_term};
use heureka_logic::solver::{Answer, Limits, Solver, SolverError, SolverFactory};
use heureka_logic::{Op, Sort, SortId, Substitution, SymbolId, TermId, Terms, evaluate, simplify};

use super::clauses::{Clauses, parameters};
use super::names::Symbols;
use candidates::{Candidate, Candidates, Kind};

/// One question to the solver takes no longer.
const PATIENCE: Duration = Duration::from_secs(1);
/// So long a proof is made shorter.
const SHORTEN: Duration = Duration::from_millis(1500);
/// More indices are not looked at in one clause.
const MOST_INDICES: usize = 7;

/// A formula over its parameters for each predicate, as text: it was found with terms of its own.
pub struct Solved {
    formulas: BTreeMap<SymbolId, (Vec<SymbolId>, String)>,
}

impl Solved {
    pub fn instance(&self, terms: &mut Terms, predicate: SymbolId, arguments: &[TermId]) -> Option<TermId> {
        let (parameters, formula) = self.formulas.get(&predicate)?;
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

/// Whether two cells of one array are compared somewhere: then templates go first.
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
}

/// Looks for a solution of the clauses.
pub fn solve(terms: &mut Terms, clauses: &Clauses, symbols: &Symbols, search: &Search) -> Option<Solved> {
    let system = &clauses.system;
    let mut named: BTreeMap<SymbolId, Vec<SymbolId>> = BTreeMap::new();
    for signature in clauses.signatures.values() {
        let own = parameters(symbols, signature);
        named.insert(signature.predicate, own.iter().filter_map(|term| terms.as_constant(*term)).collect());
    }
    let samples = sample::samples(terms, system, &named, search.deadline);
    let mut elimination = Elimination { named, candidates: BTreeMap::new(), search };
    for &predicate in &system.predicates {
        if search.stop.load(Ordering::Relaxed) {
            return None;
        }
        let own = elimination.named[&predicate].clone();
        let none = Vec::new();
        let seen = samples.get(&predicate).unwrap_or(&none);
        let made = Candidates::new(terms, system, predicate, &own, seen);
        elimination.candidates.insert(predicate, made);
    }
    if !elimination.settle(terms, system).ok()? {
        return None;
    }
    // Kinds of formulas that the proof does not need only make it long.
    let enough = heureka_clock::now() + SHORTEN;
    let kinds: BTreeSet<Kind> = elimination.candidates.values().flat_map(Candidates::kinds).collect();
    for kind in kinds {
        if heureka_clock::now() >= enough {
            break;
        }
        let before = elimination.candidates.clone();
        elimination.candidates.values_mut().for_each(|candidates| candidates.drop_kind(kind));
        if !elimination.settle(terms, system).unwrap_or(false) {
            elimination.candidates = before;
        }
    }
    let mut formulas = BTreeMap::new();
    for (predicate, candidates) in &elimination.candidates {
        let all: Vec<TermId> = candidates.active().map(|candidate| candidate.formula(terms)).collect();
        let all = terms.and(&all);
        let all = simplify(terms, all);
        formulas.insert(*predicate, (elimination.named[predicate].clone(), print_term(terms, all)));
    }
    Some(Solved { formulas })
}

struct Elimination<'c> {
    /// The parameters of predicates.
    named: BTreeMap<SymbolId, Vec<SymbolId>>,
    candidates: BTreeMap<SymbolId, Candidates>,
    search: &'c Search<'c>,
}

/// What the body of a clause says.
struct Body<'a> {
    /// The candidates that hold, and the arguments of which.
    holds: Vec<(&'a Candidate, Substitution)>,
    indices: Vec<TermId>,
}

impl<'c> Elimination<'c> {
    /// Drops candidates until all follow; whether they exclude the errors.
    fn settle(&mut self, terms: &mut Terms, system: &System) -> Result<bool, SolverError> {
        loop {
            let mut is_stable = true;
            for clause in system.clauses.iter().filter(|clause| clause.head.is_some()) {
                is_stable &= self.keeps(terms, clause)?;
            }
            if is_stable {
                break;
            }
            self.candidates.values_mut().for_each(Candidates::renew);
        }
        for clause in system.clauses.iter().filter(|clause| clause.head.is_none()) {
            if !self.excludes(terms, clause)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Drops the candidates of the head that do not follow; whether all do.
    fn keeps(&mut self, terms: &mut Terms, clause: &Clause) -> Result<bool, SolverError> {
        let head = clause.head.expect("the clause leads somewhere");
        let Op::Symbol(predicate) = terms.op(head) else { unreachable!("an application is expected") };
        let goals: Vec<usize> = self.candidates[&predicate].active_numbers().collect();
        if goals.is_empty() {
            return Ok(true);
        }
        let arguments = terms.children(head).to_vec();
        let values: Substitution = self.named[&predicate].iter().copied().zip(arguments).collect();
        let body = self.body(terms, clause);
        let mut solver = self.solver(terms, clause, &body)?;
        // All candidates are asked for at once, at the same arbitrary indices.
        let any = [0, 1].map(|_| terms.fresh("any", SortId::INT));
        let mut indices = body.indices.clone();
        indices.extend(any);
        for instance in instances(terms, &body.holds, &indices, &any) {
            solver.assert(terms, instance)?;
        }
        let mut open: Vec<(usize, TermId)> = Vec::new();
        for number in goals {
            let goal = self.candidates[&predicate].get(number).instance(terms, &values, &any);
            open.push((number, simplify(terms, goal)));
        }
        let mut dropped = Vec::new();
        while !open.is_empty() {
            let some: Vec<TermId> = open.iter().map(|(_, goal)| terms.not(*goal)).collect();
            let some = terms.or(&some);
            solver.push()?;
            solver.assert(terms, some)?;
            if self.ask(terms, solver.as_mut())? {
                solver.pop()?;
                break;
            }
            // Without a model those that come first are given up.
            let failing = solver.model(terms).map(|mut model| {
                model.complete = true;
                let fails =
                    |goal: &TermId| evaluate(terms, *goal, &model).ok().and_then(|value| value.as_bool()) != Some(true);
                open.iter().filter(|(_, goal)| fails(goal)).map(|(number, _)| *number).collect::<Vec<usize>>()
            });
            solver.pop()?;
            let mut failing = failing.unwrap_or_default();
            if failing.is_empty() {
                failing.extend(open.iter().take(1 + open.len() / 4).map(|(number, _)| *number));
            }
            open.retain(|(number, _)| !failing.contains(number));
            dropped.extend(failing);
        }
        let keeps = dropped.is_empty();
        let candidates = self.candidates.get_mut(&predicate).expect("every predicate has some");
        dropped.into_iter().for_each(|number| candidates.drop(number));
        Ok(keeps)
    }

    /// Whether the body of a clause without a head cannot hold.
    fn excludes(&self, terms: &mut Terms, clause: &Clause) -> Result<bool, SolverError> {
        let body = self.body(terms, clause);
        let mut solver = self.solver(terms, clause, &body)?;
        self.ask(terms, solver.as_mut())
    }

    /// Whether what was asserted is contradictory.
    fn ask(&self, terms: &Terms, solver: &mut dyn Solver) -> Result<bool, SolverError> {
        let now = heureka_clock::now();
        if self.search.deadline.is_some_and(|deadline| now >= deadline) || self.search.stop.load(Ordering::Relaxed) {
            return Err(SolverError::Cancelled);
        }
        solver.set_deadline(Some(now + PATIENCE));
        match solver.check(terms) {
            Ok(answer) => Ok(answer == Answer::Unsatisfiable),
            Err(SolverError::TimedOut) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn body(&self, terms: &mut Terms, clause: &Clause) -> Body<'_> {
        let mut holds = Vec::new();
        for &atom in &clause.body {
            let Op::Symbol(predicate) = terms.op(atom) else { unreachable!("an application is expected") };
            let arguments = terms.children(atom).to_vec();
            let values: Substitution = self.named[&predicate].iter().copied().zip(arguments).collect();
            holds.extend(self.candidates[&predicate].active().map(|candidate| (candidate, values.clone())));
        }
        let roots: Vec<TermId> = clause.body.iter().chain(&clause.head).copied().chain([clause.constraint]).collect();
        let mut indices: Vec<TermId> = Vec::new();
        for term in terms.post_order(&roots) {
            let children = terms.children(term);
            if matches!(terms.op(term), Op::Select | Op::Store) && !indices.contains(&children[1]) {
                indices.push(children[1]);
            }
        }
        for (candidate, values) in &holds {
            if let Some(index) = candidate.read {
                let index = terms.substitute(index, values);
                let index = simplify(terms, index);
                if !indices.contains(&index) {
                    indices.push(index);
                }
            }
        }
        indices.truncate(MOST_INDICES);
        Body { holds, indices }
    }

    fn solver(&self, terms: &mut Terms, clause: &Clause, body: &Body) -> Result<Box<dyn Solver + 'c>, SolverError> {
        let mut solver = self.search.solvers.create(Limits::new(self.search.deadline, self.search.stop))?;
        solver.assert(terms, clause.constraint)?;
        for instance in instances(terms, &body.holds, &body.indices, &body.indices) {
            solver.assert(terms, instance)?;
        }
        Ok(solver)
    }
}

/// What holds at lists of indices that have one of the new ones.
fn instances(
    terms: &mut Terms,
    holds: &[(&Candidate, Substitution)],
    indices: &[TermId],
    new: &[TermId],
) -> Vec<TermId> {
    let mut made = Vec::new();
    for (candidate, values) in holds {
        let mut lists: Vec<Vec<TermId>> = vec![Vec::new()];
        for _ in &candidate.bound {
            let longer = lists.iter().flat_map(|list| {
                let others = indices.iter().filter(|index| !list.contains(index));
                others.map(|index| list.iter().copied().chain([*index]).collect::<Vec<TermId>>())
            });
            lists = longer.collect();
        }
        for list in lists {
            if candidate.bound.is_empty() && new != indices
                || !list.is_empty() && !list.iter().any(|at| new.contains(at))
            {
                continue;
            }
            let instance = candidate.instance(terms, values, &list);
            made.push(simplify(terms, instance));
        }
    }
    made
}
