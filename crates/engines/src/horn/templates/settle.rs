//! Settling: what does not follow along a clause goes, until all that is left does.
//!
//! Predicates are settled in their order ([`order`]), those of a group of loops together. Clauses that come into a group from
//! settled predicates are asked once, for all candidates. Each clause within the group is a [`Step`], which keeps the terms that it
//! was asked about. Every round has a solver of its own: one that knew all rounds, with a name for each candidate that may be
//! assumed or not, took four times as long for each question.
//!
//! Invariant: after [`Elimination::settle`] all candidates that are active follow from those of the bodies, clause by clause.

use std::collections::BTreeMap;

use heureka_logic::horn::{Clause, System};
use heureka_logic::solver::SolverError;
use heureka_logic::{Assignment, SymbolId, TermId, Terms, evaluate, evaluate_all};

use super::eliminate::{Elimination, PATIENCE, Place};
use super::order;

/// So many candidates are asked for at once.
const AT_ONCE: usize = 200;

/// How often the candidates of predicates changed.
type Versions = Vec<usize>;

/// A clause with a head.
struct Step<'a> {
    clause: &'a Clause,
    place: Place,
    /// By place in the body and candidate: what it says.
    says: BTreeMap<(usize, usize), TermId>,
    /// By candidate of the head: what is asked for.
    goals: BTreeMap<usize, TermId>,
    /// The versions of the predicates when all followed.
    settled: Option<Versions>,
}

impl Elimination<'_> {
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
        let is_of_group = |predicate: SymbolId| group.contains(&predicate);
        let leads_here = |clause: &&Clause| order::head(terms, clause).is_some_and(is_of_group);
        let clauses: Vec<&Clause> = system.clauses.iter().filter(leads_here).collect();
        let comes_from_here =
            |clause: &&Clause| clause.body.iter().filter_map(|atom| order::of(terms, *atom)).any(is_of_group);
        let (within, entering): (Vec<&Clause>, Vec<&Clause>) = clauses.into_iter().partition(comes_from_here);
        for clause in entering {
            let mut step = self.step(terms, clause);
            let all: Vec<usize> = self.candidates[&step.place.predicate].alive_numbers().collect();
            for some in all.chunks(AT_ONCE) {
                self.keeps(terms, &mut step, some)?;
            }
        }
        self.renew(group);
        let mut steps: Vec<Step> = within.into_iter().map(|clause| self.step(terms, clause)).collect();
        loop {
            let mut is_stable = true;
            for step in &mut steps {
                let versions = self.versions(terms, step.clause);
                if step.settled.as_ref() == Some(&versions) {
                    continue;
                }
                let goals: Vec<usize> = self.candidates[&step.place.predicate].active_numbers().collect();
                match self.keeps(terms, step, &goals)? {
                    true => step.settled = Some(versions),
                    false => is_stable = false,
                }
                self.renew(group);
            }
            if is_stable {
                return Ok(());
            }
        }
    }

    fn renew(&mut self, group: &[SymbolId]) {
        let of_group = self.candidates.iter_mut().filter(|(predicate, _)| group.contains(predicate));
        of_group.for_each(|(_, candidates)| candidates.renew());
    }

    fn versions(&self, terms: &Terms, clause: &Clause) -> Versions {
        let of = |atom: &TermId| self.candidates[&order::of(terms, *atom).expect("an application")].version();
        clause.body.iter().chain(&clause.head).map(of).collect()
    }

    fn step<'a>(&self, terms: &mut Terms, clause: &'a Clause) -> Step<'a> {
        Step { clause, place: self.place(terms, clause), says: BTreeMap::new(), goals: BTreeMap::new(), settled: None }
    }

    /// Drops those of some candidates of the head that do not follow; whether all do.
    fn keeps(&mut self, terms: &mut Terms, step: &mut Step, goals: &[usize]) -> Result<bool, SolverError> {
        if goals.is_empty() {
            return Ok(true);
        }
        let mut said = Vec::new();
        for held in self.holds(&step.place.body) {
            said.push(*step.says.entry(held).or_insert_with(|| self.says(terms, &step.place.body, held)));
        }
        let mut open: Vec<(usize, TermId)> = Vec::new();
        for &number in goals {
            let goal = step.goals.entry(number).or_insert_with(|| self.goal(terms, &step.place, number));
            open.push((number, *goal));
        }
        let all: Vec<TermId> = said.iter().copied().chain(open.iter().map(|(_, goal)| *goal)).collect();
        said.extend(self.sums.known(terms, &all));
        let mut solver = self.solver(terms, step.clause)?;
        for term in said {
            solver.assert(terms, term)?;
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
                let goals: Vec<TermId> = open.iter().map(|(_, goal)| *goal).collect();
                let holds = truths(terms, &goals, &model);
                let fails = open.iter().zip(holds).filter(|(_, holds)| *holds != Some(true));
                fails.map(|((number, _), _)| *number).collect::<Vec<usize>>()
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
        let candidates = self.candidates.get_mut(&step.place.predicate).expect("every predicate has some");
        dropped.into_iter().for_each(|number| candidates.drop(number));
        Ok(keeps)
    }
}

/// Whether terms hold, where that can be told.
fn truths(terms: &Terms, roots: &[TermId], model: &Assignment) -> Vec<Option<bool>> {
    match evaluate_all(terms, roots, model) {
        Ok(values) => values.iter().map(|value| value.as_bool()).collect(),
        Err(_) => roots.iter().map(|root| evaluate(terms, *root, model).ok()?.as_bool()).collect(),
    }
}
