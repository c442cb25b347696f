//! What does not follow goes (Houdini: Flanagan and Leino 2001).
//!
//! Invariant: what is left after [`Elimination::settle`] was proved clause by clause, with universal formulas taken at the indices
//! that occur in the clause.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::time::Duration;

use heureka_logic::horn::{Clause, System};
use heureka_logic::solver::{Answer, Limits, Solver, SolverError};
use heureka_logic::{Op, SortId, Substitution, SymbolId, TermId, Terms, evaluate, simplify};

use super::Search;
use super::candidates::{Candidate, Candidates};
use super::expand::expanded;
use super::order;
use super::sums::Sums;

/// One question to the solver takes no longer.
const PATIENCE: Duration = Duration::from_secs(1);
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

/// A candidate that holds in the body of a clause.
pub struct Held<'a> {
    pub predicate: SymbolId,
    pub number: usize,
    candidate: &'a Candidate,
    /// The arguments.
    values: Substitution,
}

/// What the body of a clause says.
pub struct Body<'a> {
    pub holds: Vec<Held<'a>>,
    indices: Vec<TermId>,
}

/// What is asked of a clause with a head.
pub struct Asked<'a> {
    pub predicate: SymbolId,
    pub body: Body<'a>,
    /// At these indices candidates are asked for.
    any: [TermId; 2],
    /// The arguments of the head.
    values: Substitution,
    written: Vec<TermId>,
}

/// How often the candidates of predicates changed.
type Versions = Vec<usize>;

impl<'c> Elimination<'c> {
    /// Drops candidates until all follow; whether they exclude the errors.
    pub fn settle(&mut self, terms: &mut Terms, system: &System) -> Result<bool, SolverError> {
        for group in order::groups(terms, system) {
            self.settle_group(terms, system, &group)?;
        }
        for clause in system.clauses.iter().filter(|clause| clause.head.is_none()) {
            if !self.excludes(terms, clause)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Drops candidates of some predicates until all follow; those that they depend on are settled.
    fn settle_group(&mut self, terms: &mut Terms, system: &System, group: &[SymbolId]) -> Result<(), SolverError> {
        let is_of_group = |terms: &Terms, clause: &Clause| {
            order::head(terms, clause).is_some_and(|predicate| group.contains(&predicate))
        };
        let clauses: Vec<&Clause> = system.clauses.iter().filter(|clause| is_of_group(terms, clause)).collect();
        // By clause: the versions of its predicates when all followed.
        let mut settled: BTreeMap<usize, Versions> = BTreeMap::new();
        loop {
            let mut is_stable = true;
            for (at, clause) in clauses.iter().enumerate() {
                let versions = self.versions(terms, clause);
                if settled.get(&at) == Some(&versions) {
                    continue;
                }
                match self.keeps(terms, clause)? {
                    true => drop(settled.insert(at, versions)),
                    false => is_stable = false,
                }
            }
            if is_stable {
                return Ok(());
            }
            let of_group = self.candidates.iter_mut().filter(|(predicate, _)| group.contains(predicate));
            of_group.for_each(|(_, candidates)| candidates.renew());
        }
    }

    /// Drops the candidates of the head that do not follow; whether all do.
    fn keeps(&mut self, terms: &mut Terms, clause: &Clause) -> Result<bool, SolverError> {
        let head = clause.head.expect("the clause leads somewhere");
        let Op::Symbol(predicate) = terms.op(head) else { unreachable!("an application is expected") };
        let goals: Vec<usize> = self.candidates[&predicate].active_numbers().collect();
        if goals.is_empty() {
            return Ok(true);
        }
        let asked = self.asked(terms, clause, head, predicate);
        let mut solver = self.solver(terms, clause)?;
        let mut said: Vec<TermId> =
            asked.body.holds.iter().flat_map(|held| self.instances(terms, &asked, held)).collect();
        let open: Vec<(usize, TermId)> =
            goals.into_iter().map(|number| (number, self.goal(terms, &asked, number))).collect();
        let all: Vec<TermId> = said.iter().copied().chain(open.iter().map(|(_, goal)| *goal)).collect();
        said.extend(self.sums.known(terms, &all));
        for instance in said {
            solver.assert(terms, instance)?;
        }
        let mut dropped = Vec::new();
        let mut waiting = vec![open];
        while let Some(mut open) = waiting.pop() {
            if open.is_empty() {
                continue;
            }
            let some: Vec<TermId> = open.iter().map(|(_, goal)| terms.not(*goal)).collect();
            let some = terms.or(&some);
            solver.push()?;
            solver.assert(terms, some)?;
            if self.ask(terms, solver.as_mut(), &[], PATIENCE)? {
                solver.pop()?;
                continue;
            }
            let failing = solver.model(terms).map(|mut model| {
                model.complete = true;
                let fails =
                    |goal: &TermId| evaluate(terms, *goal, &model).ok().and_then(|value| value.as_bool()) != Some(true);
                open.iter().filter(|(_, goal)| fails(goal)).map(|(number, _)| *number).collect::<Vec<usize>>()
            });
            solver.pop()?;
            let failing = failing.unwrap_or_default();
            match failing.is_empty() {
                // Without a model each half is asked for by itself.
                true if open.len() > 1 => waiting.push(open.split_off(open.len() / 2)),
                true => dropped.extend(open.drain(..).map(|(number, _)| number)),
                false => open.retain(|(number, _)| !failing.contains(number)),
            }
            dropped.extend(failing);
            waiting.push(open);
        }
        let keeps = dropped.is_empty();
        let candidates = self.candidates.get_mut(&predicate).expect("every predicate has some");
        dropped.into_iter().for_each(|number| candidates.drop(number));
        Ok(keeps)
    }

    fn versions(&self, terms: &Terms, clause: &Clause) -> Versions {
        let of = |atom: &TermId| match terms.op(*atom) {
            Op::Symbol(predicate) => self.candidates[&predicate].version(),
            _ => unreachable!("an application is expected"),
        };
        clause.body.iter().chain(&clause.head).map(of).collect()
    }

    pub fn simple(&self, terms: &mut Terms, term: TermId) -> TermId {
        let simple = if self.has_products { expanded(terms, term) } else { simplify(terms, term) };
        self.sums.named(terms, simple)
    }

    pub fn asked(&self, terms: &mut Terms, clause: &Clause, head: TermId, predicate: SymbolId) -> Asked<'_> {
        let arguments = terms.children(head).to_vec();
        let values: Substitution = self.named[&predicate].iter().copied().zip(arguments).collect();
        let written = if self.has_products { written(terms, head) } else { Vec::new() };
        // All candidates are asked for at once, at the same arbitrary indices.
        let any = [0, 1].map(|_| terms.fresh("any", SortId::INT));
        let mut body = self.body(terms, clause);
        body.indices.extend(any);
        Asked { predicate, body, any, values, written }
    }

    /// What a candidate of the body says.
    pub fn instances(&self, terms: &mut Terms, asked: &Asked, held: &Held) -> Vec<TermId> {
        self.of_body(terms, &asked.body, held)
    }

    pub fn of_body(&self, terms: &mut Terms, body: &Body, held: &Held) -> Vec<TermId> {
        let made = instances(terms, held, &body.indices);
        made.into_iter().map(|instance| self.simple(terms, instance)).collect()
    }

    /// A candidate of the head.
    pub fn goal(&self, terms: &mut Terms, asked: &Asked, number: usize) -> TermId {
        let candidate = self.candidates[&asked.predicate].get(number);
        let goal = goal(terms, candidate, &asked.values, &asked.any, &asked.written);
        self.simple(terms, goal)
    }

    /// Whether the body of a clause without a head cannot hold.
    fn excludes(&self, terms: &mut Terms, clause: &Clause) -> Result<bool, SolverError> {
        let body = self.body(terms, clause);
        let mut solver = self.solver(terms, clause)?;
        let mut said: Vec<TermId> = body.holds.iter().flat_map(|held| self.of_body(terms, &body, held)).collect();
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

    pub fn body(&self, terms: &mut Terms, clause: &Clause) -> Body<'_> {
        let mut holds = Vec::new();
        for &atom in &clause.body {
            let Op::Symbol(predicate) = terms.op(atom) else { unreachable!("an application is expected") };
            let arguments = terms.children(atom).to_vec();
            let values: Substitution = self.named[&predicate].iter().copied().zip(arguments).collect();
            let candidates = &self.candidates[&predicate];
            let held =
                |number: usize| Held { predicate, number, candidate: candidates.get(number), values: values.clone() };
            holds.extend(candidates.active_numbers().map(held));
        }
        let roots: Vec<TermId> = clause.body.iter().chain(&clause.head).copied().chain([clause.constraint]).collect();
        let mut indices: Vec<TermId> = Vec::new();
        for term in terms.post_order(&roots) {
            let children = terms.children(term);
            if matches!(terms.op(term), Op::Select | Op::Store) && !indices.contains(&children[1]) {
                indices.push(children[1]);
            }
        }
        for held in &holds {
            for &index in &held.candidate.reads {
                let index = terms.substitute(index, &held.values);
                let index = simplify(terms, index);
                if !indices.contains(&index) {
                    indices.push(index);
                }
            }
        }
        indices.truncate(MOST_INDICES);
        // Where neighbours are spoken of, those of the indices matter.
        let shifted: BTreeSet<(TermId, TermId)> = holds
            .iter()
            .flat_map(|held| held.candidate.shifted.iter().map(|index| (held.candidate.bound[0], *index)))
            .collect();
        for (bound, index) in shifted {
            let bound = terms.as_constant(bound).expect("a symbol");
            for at in indices.clone() {
                let next = terms.substitute(index, &Substitution::from([(bound, at)]));
                let next = simplify(terms, next);
                if !indices.contains(&next) && indices.len() < MOST_WITH_NEIGHBOURS {
                    indices.push(next);
                }
            }
        }
        Body { holds, indices }
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

/// What holds at lists of different indices.
fn instances(terms: &mut Terms, held: &Held, indices: &[TermId]) -> Vec<TermId> {
    let mut lists: Vec<Vec<TermId>> = vec![Vec::new()];
    for _ in &held.candidate.bound {
        let longer = lists.iter().flat_map(|list| {
            let others = indices.iter().filter(|index| !list.contains(index));
            others.map(|index| list.iter().copied().chain([*index]).collect::<Vec<TermId>>())
        });
        lists = longer.collect();
    }
    lists.into_iter().map(|list| held.candidate.instance(terms, &held.values, &list)).collect()
}
