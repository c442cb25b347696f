//! Settling: what does not follow along a clause goes, until all that is left does.
//!
//! Predicates are settled in their order ([`order`]), those of a group of loops together. Clauses that come into a group from
//! settled predicates are asked once, for all candidates. Each clause within the group is a [`Step`], which keeps its solver: what
//! the candidates of its body say is asserted under names, of which those that are tried now are assumed. So a round
//! asks only for what is new, and the solver knows what it has learned.
//!
//! Invariant: after [`Elimination::settle`] all candidates that are active follow from those of the bodies, clause by clause.

use std::collections::{BTreeMap, BTreeSet};

use heureka_logic::horn::{Clause, System};
use heureka_logic::solver::{Solver, SolverError};
use heureka_logic::{Assignment, SortId, SymbolId, TermId, Terms, evaluate, evaluate_all};

use super::eliminate::{Elimination, PATIENCE, Place};
use super::order;

/// So many candidates are asked for at once.
const AT_ONCE: usize = 200;

/// How often the candidates of predicates changed.
type Versions = Vec<usize>;

/// A clause with a head and its solver.
struct Step<'a, 'c> {
    clause: &'a Clause,
    place: Place,
    solver: Box<dyn Solver + 'c>,
    /// By place in the body and candidate: the name under which it is asserted.
    names: BTreeMap<(usize, usize), TermId>,
    /// By candidate of the head: what is asked for.
    goals: BTreeMap<usize, TermId>,
    /// The sums that were spoken of, and what was said of them.
    sums: BTreeSet<TermId>,
    said: BTreeSet<TermId>,
    /// The versions of the predicates when all followed.
    settled: Option<Versions>,
}

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
        let is_of_group = |predicate: SymbolId| group.contains(&predicate);
        let leads_here = |clause: &&Clause| order::head(terms, clause).is_some_and(is_of_group);
        let clauses: Vec<&Clause> = system.clauses.iter().filter(leads_here).collect();
        let comes_from_here =
            |clause: &&Clause| clause.body.iter().filter_map(|atom| order::of(terms, *atom)).any(is_of_group);
        let (within, entering): (Vec<&Clause>, Vec<&Clause>) = clauses.into_iter().partition(comes_from_here);
        for clause in entering {
            let mut step = self.step(terms, clause)?;
            let all: Vec<usize> = self.candidates[&step.place.predicate].alive_numbers().collect();
            for some in all.chunks(AT_ONCE) {
                self.keeps(terms, &mut step, some)?;
            }
        }
        self.renew(group);
        let mut steps = Vec::new();
        for clause in within {
            steps.push(self.step(terms, clause)?);
        }
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

    fn step<'a>(&self, terms: &mut Terms, clause: &'a Clause) -> Result<Step<'a, 'c>, SolverError> {
        let place = self.place(terms, clause);
        let solver = self.solver(terms, clause)?;
        let (names, goals) = (BTreeMap::new(), BTreeMap::new());
        let (sums, said) = (BTreeSet::new(), BTreeSet::new());
        Ok(Step { clause, place, solver, names, goals, sums, said, settled: None })
    }

    /// Drops those of some candidates of the head that do not follow; whether all do.
    fn keeps(&mut self, terms: &mut Terms, step: &mut Step, goals: &[usize]) -> Result<bool, SolverError> {
        if goals.is_empty() {
            return Ok(true);
        }
        let assumed = self.assume(terms, step)?;
        let mut open: Vec<(usize, TermId)> = Vec::new();
        for &number in goals {
            if !step.goals.contains_key(&number) {
                let goal = self.goal(terms, &step.place, number);
                step.goals.insert(number, goal);
            }
            open.push((number, step.goals[&number]));
        }
        let all: Vec<TermId> = open.iter().map(|(_, goal)| *goal).collect();
        self.say_of_sums(terms, step, &all)?;
        let mut dropped = Vec::new();
        let mut waiting = vec![open];
        while let Some(mut open) = waiting.pop() {
            if open.is_empty() {
                continue;
            }
            let some: Vec<TermId> = open.iter().map(|(_, goal)| terms.not(*goal)).collect();
            let some = terms.or(&some);
            step.solver.push()?;
            step.solver.assert(terms, some)?;
            if self.ask(terms, step.solver.as_mut(), &assumed, PATIENCE)? {
                step.solver.pop()?;
                continue;
            }
            let failing = step.solver.model(terms).map(|mut model| {
                model.complete = true;
                let goals: Vec<TermId> = open.iter().map(|(_, goal)| *goal).collect();
                let holds = truths(terms, &goals, &model);
                let fails = open.iter().zip(holds).filter(|(_, holds)| *holds != Some(true));
                fails.map(|((number, _), _)| *number).collect::<Vec<usize>>()
            });
            step.solver.pop()?;
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

    /// The names of what the candidates that are tried now say of the body; what is new is asserted.
    fn assume(&self, terms: &mut Terms, step: &mut Step) -> Result<Vec<TermId>, SolverError> {
        let (mut assumed, mut new) = (Vec::new(), Vec::new());
        for (at, (predicate, _)) in step.place.body.applied.iter().enumerate() {
            for number in self.candidates[predicate].active_numbers() {
                if let Some(name) = step.names.get(&(at, number)) {
                    assumed.push(*name);
                    continue;
                }
                let name = terms.fresh("held", SortId::BOOL);
                let says = self.says(terms, &step.place.body, (at, number));
                let named = terms.implies(name, says);
                step.solver.assert(terms, named)?;
                step.names.insert((at, number), name);
                assumed.push(name);
                new.push(says);
            }
        }
        self.say_of_sums(terms, step, &new)?;
        Ok(assumed)
    }

    /// What is known of all sums that were spoken of, if there are new ones.
    fn say_of_sums(&self, terms: &mut Terms, step: &mut Step, new: &[TermId]) -> Result<(), SolverError> {
        let count = step.sums.len();
        step.sums.extend(self.sums.among(terms, new));
        if step.sums.len() == count {
            return Ok(());
        }
        let all: Vec<TermId> = step.sums.iter().copied().collect();
        for fact in self.sums.known(terms, &all) {
            if step.said.insert(fact) {
                step.solver.assert(terms, fact)?;
            }
        }
        Ok(())
    }
}

/// Whether terms hold, where that can be told.
fn truths(terms: &Terms, roots: &[TermId], model: &Assignment) -> Vec<Option<bool>> {
    match evaluate_all(terms, roots, model) {
        Ok(values) => values.iter().map(|value| value.as_bool()).collect(),
        Err(_) => roots.iter().map(|root| evaluate(terms, *root, model).ok()?.as_bool()).collect(),
    }
}
