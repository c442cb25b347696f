//! What is asked about a clause: what candidates say in its body, and what is to follow in its head.
//!
//! Universal formulas are taken at the indices that occur in the clause; of the head they are asked for at arbitrary indices.
//! (Houdini: Flanagan and Leino 2001; the elimination itself is [`super::settle`].)

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::time::Duration;

use heureka_logic::horn::Clause;
use heureka_logic::solver::{Answer, Limits, Solver, SolverError};
use heureka_logic::{Op, SortId, Substitution, SymbolId, TermId, Terms, simplify};

use super::Search;
use super::candidates::{Candidate, Candidates};
use super::expand::expanded;
use super::order;
use super::sums::Sums;

/// One question to the solver takes no longer.
pub const PATIENCE: Duration = Duration::from_secs(1);
/// More indices are not looked at in one clause.
const MOST_INDICES: usize = 7;
const MOST_WITH_NEIGHBOURS: usize = 10;

pub struct Elimination<'c> {
    /// The parameters of predicates.
    pub named: BTreeMap<SymbolId, Vec<SymbolId>>,
    pub candidates: BTreeMap<SymbolId, Candidates>,
    pub search: &'c Search<'c>,
    /// Whether clauses have products.
    pub has_products: bool,
    /// Numbers for the sums of cells in questions.
    pub sums: Sums,
}

/// The body of a clause.
pub struct Body {
    /// Its predicates with their arguments.
    pub applied: Vec<(SymbolId, Substitution)>,
    /// Where cells are looked at.
    indices: Vec<Index>,
}

/// An index of cells.
struct Index {
    at: TermId,
    /// The arrays whose cells there matter; `None` if those of all do.
    of: Option<BTreeSet<SymbolId>>,
}

impl Index {
    /// The same index stands once, with all its arrays.
    fn note(list: &mut Vec<Index>, at: TermId, of: BTreeSet<SymbolId>) {
        match list.iter_mut().find(|index| index.at == at) {
            Some(index) => index.of.iter_mut().for_each(|all| all.extend(&of)),
            None => list.push(Index { at, of: Some(of) }),
        }
    }
}

/// A clause with a head.
pub struct Place {
    /// The predicate of the head, and its arguments.
    pub predicate: SymbolId,
    values: Substitution,
    pub body: Body,
    /// At these indices candidates are asked for.
    any: [TermId; 2],
    written: Vec<TermId>,
}

impl<'c> Elimination<'c> {
    pub fn simple(&self, terms: &mut Terms, term: TermId) -> TermId {
        let simple = if self.has_products { expanded(terms, term) } else { simplify(terms, term) };
        self.sums.named(terms, simple)
    }

    pub fn place(&self, terms: &mut Terms, clause: &Clause) -> Place {
        let head = clause.head.expect("the clause leads somewhere");
        let (predicate, values) = self.applied(terms, head);
        let written = if self.has_products { written(terms, head) } else { Vec::new() };
        // All candidates are asked for at once, at the same arbitrary indices.
        let any = [0, 1].map(|_| terms.fresh("any", SortId::INT));
        let mut body = self.body(terms, clause);
        // There all candidates are asked for by themselves.
        body.indices.iter_mut().filter(|index| written.contains(&index.at)).for_each(|index| index.of = None);
        let candidates = &self.candidates[&predicate];
        let bound = candidates.alive_numbers().map(|number| candidates.get(number).bound.len()).max();
        body.indices.extend(any.into_iter().take(bound.unwrap_or(0)).map(|at| Index { at, of: None }));
        Place { predicate, values, body, any, written }
    }

    /// The predicate of an application, and its arguments by parameter.
    fn applied(&self, terms: &Terms, atom: TermId) -> (SymbolId, Substitution) {
        let predicate = order::of(terms, atom).expect("an application");
        let arguments = terms.children(atom).iter().copied();
        (predicate, self.named[&predicate].iter().copied().zip(arguments).collect())
    }

    pub fn body(&self, terms: &mut Terms, clause: &Clause) -> Body {
        let applied: Vec<(SymbolId, Substitution)> =
            clause.body.iter().map(|atom| self.applied(terms, *atom)).collect();
        let roots: Vec<TermId> = clause.body.iter().chain(&clause.head).copied().chain([clause.constraint]).collect();
        let all = terms.post_order(&roots);
        let mut indices: Vec<Index> = Vec::new();
        for &term in &all {
            if let (Op::Select | Op::Store, &[contents, at, ..]) = (terms.op(term), terms.children(term)) {
                Index::note(&mut indices, at, arrays(terms, &[contents]));
            }
        }
        // Contents with another name, after a store or before, have their cells at the same places.
        let is_named = |term: &&TermId| {
            terms.op(**term) == Op::Eq && terms.children(**term).iter().any(|side| terms.sort(*side).is_array())
        };
        let mut alike: Vec<BTreeSet<SymbolId>> = Vec::new();
        for &same in all.iter().filter(is_named) {
            let mut of = arrays(terms, &[same]);
            alike.retain(|other| {
                let is_apart = other.is_disjoint(&of);
                if !is_apart {
                    of.extend(other);
                }
                is_apart
            });
            alike.push(of);
        }
        let mut shifted: BTreeSet<(TermId, TermId)> = BTreeSet::new();
        for (predicate, values) in &applied {
            let candidates = &self.candidates[predicate];
            for candidate in candidates.alive_numbers().map(|number| candidates.get(number)) {
                for &index in &candidate.reads {
                    let index = terms.substitute(index, values);
                    let index = simplify(terms, index);
                    let of = of_candidate(terms, candidate, values);
                    Index::note(&mut indices, index, of);
                }
                shifted.extend(candidate.shifted.iter().map(|index| (candidate.bound[0], *index)));
            }
        }
        for of in indices.iter_mut().filter_map(|index| index.of.as_mut()) {
            let more: Vec<&BTreeSet<SymbolId>> = alike.iter().filter(|alike| !alike.is_disjoint(of)).collect();
            of.extend(more.into_iter().flatten());
        }
        indices.truncate(MOST_INDICES);
        // Where neighbours are spoken of, those of the indices matter.
        let plain: Vec<(TermId, BTreeSet<SymbolId>)> =
            indices.iter().map(|index| (index.at, index.of.clone().unwrap_or_default())).collect();
        for (bound, index) in shifted {
            let bound = terms.as_constant(bound).expect("a symbol");
            for (at, of) in &plain {
                let next = terms.substitute(index, &Substitution::from([(bound, *at)]));
                let next = simplify(terms, next);
                if indices.len() < MOST_WITH_NEIGHBOURS || indices.iter().any(|index| index.at == next) {
                    Index::note(&mut indices, next, of.clone());
                }
            }
        }
        Body { applied, indices }
    }

    /// What a candidate says of an application in a body.
    pub fn says(&self, terms: &mut Terms, body: &Body, (at, number): (usize, usize)) -> TermId {
        let (predicate, values) = &body.applied[at];
        let candidate = self.candidates[predicate].get(number);
        let of = of_candidate(terms, candidate, values);
        let matters = |index: &&Index| index.of.as_ref().is_none_or(|arrays| !arrays.is_disjoint(&of));
        let indices: Vec<TermId> = body.indices.iter().filter(matters).map(|index| index.at).collect();
        let made = instances(terms, candidate, values, &indices);
        let made: Vec<TermId> = made.into_iter().map(|instance| self.simple(terms, instance)).collect();
        terms.and(&made)
    }

    /// A candidate of the head.
    pub fn goal(&self, terms: &mut Terms, place: &Place, number: usize) -> TermId {
        let candidate = self.candidates[&place.predicate].get(number);
        let goal = goal(terms, candidate, &place.values, &place.any, &place.written);
        self.simple(terms, goal)
    }

    /// What is tried now, by its place in a body and its number.
    pub fn holds(&self, body: &Body) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (at, (predicate, _)) in body.applied.iter().enumerate() {
            found.extend(self.candidates[predicate].active_numbers().map(|number| (at, number)));
        }
        found
    }

    /// Whether the body of a clause without a head cannot hold.
    pub fn excludes(&self, terms: &mut Terms, clause: &Clause) -> Result<bool, SolverError> {
        let body = self.body(terms, clause);
        let mut solver = self.solver(terms, clause)?;
        let mut said: Vec<TermId> = self.holds(&body).into_iter().map(|held| self.says(terms, &body, held)).collect();
        said.extend(self.sums.known(terms, &said));
        for instance in said {
            solver.assert(terms, instance)?;
        }
        self.ask(terms, solver.as_mut(), &[], 3 * PATIENCE)
    }

    /// Whether what was asserted and assumed is contradictory.
    pub fn ask(
        &self,
        terms: &Terms,
        solver: &mut dyn Solver,
        assumed: &[TermId],
        patience: Duration,
    ) -> Result<bool, SolverError> {
        let now = heureka_clock::now();
        if self.search.deadline.is_some_and(|deadline| now >= deadline) || self.search.stop.load(Ordering::Relaxed) {
            return Err(SolverError::Cancelled);
        }
        solver.set_deadline(Some(now + patience));
        match solver.check_assuming(terms, assumed) {
            Ok(answer) => Ok(answer == Answer::Unsatisfiable),
            Err(SolverError::TimedOut) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// A solver that knows the constraint of a clause.
    pub fn solver(&self, terms: &mut Terms, clause: &Clause) -> Result<Box<dyn Solver + 'c>, SolverError> {
        let mut solver = self.search.solvers.create(Limits::new(self.search.deadline, self.search.stop))?;
        let constraint = self.simple(terms, clause.constraint);
        solver.assert(terms, constraint)?;
        Ok(solver)
    }
}

/// More places that a clause writes to are not looked at by themselves.
const MOST_WRITTEN: usize = 3;

/// The indices at which the arguments of an application were written.
fn written(terms: &Terms, head: TermId) -> Vec<TermId> {
    let mut found: Vec<TermId> = Vec::new();
    for term in terms.post_order(&[head]) {
        if terms.op(term) == Op::Store && !found.contains(&terms.children(term)[1]) {
            found.push(terms.children(term)[1]);
        }
    }
    found.truncate(MOST_WRITTEN);
    found
}

/// A candidate at arbitrary indices. At places that were written it is taken by itself: with these as indices polynomials are about
/// the same variables, and the solver need not know that squares of equal numbers are equal.
fn goal(terms: &mut Terms, candidate: &Candidate, values: &Substitution, any: &[TermId], written: &[TermId]) -> TermId {
    let whole = candidate.instance(terms, values, any);
    if candidate.bound.len() != 1 || written.is_empty() {
        return whole;
    }
    let mut parts = Vec::new();
    let mut elsewhere = vec![whole];
    for &place in written {
        parts.push(candidate.instance(terms, values, &[place]));
        elsewhere.push(terms.eq(any[0], place));
    }
    parts.push(terms.or(&elsewhere));
    terms.and(&parts)
}

/// The arrays in some terms.
fn arrays(terms: &Terms, of: &[TermId]) -> BTreeSet<SymbolId> {
    let is_array = |symbol: &SymbolId| terms.symbol(*symbol).result.is_array();
    terms.free_symbols(of).into_iter().filter(is_array).collect()
}

/// The arrays that a candidate speaks of, with these arguments.
fn of_candidate(terms: &Terms, candidate: &Candidate, values: &Substitution) -> BTreeSet<SymbolId> {
    let contents: Vec<TermId> =
        arrays(terms, &[candidate.body]).iter().filter_map(|array| values.get(array)).copied().collect();
    arrays(terms, &contents)
}

/// What holds at lists of different indices.
fn instances(terms: &mut Terms, candidate: &Candidate, values: &Substitution, indices: &[TermId]) -> Vec<TermId> {
    let mut lists: Vec<Vec<TermId>> = vec![Vec::new()];
    for _ in &candidate.bound {
        let longer = lists.iter().flat_map(|list| {
            let others = indices.iter().filter(|index| !list.contains(index));
            others.map(|index| list.iter().copied().chain([*index]).collect::<Vec<TermId>>())
        });
        lists = longer.collect();
    }
    lists.into_iter().map(|list| candidate.instance(terms, values, &list)).collect()
}
