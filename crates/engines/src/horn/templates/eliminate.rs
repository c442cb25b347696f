//! What does not follow goes (Houdini: Flanagan and Leino 2001).
//!
//! Invariant: what is left after [`Elimination::settle`] was proved clause by clause, with universal formulas taken at the indices
//! that occur in the clause.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use heureka_logic::horn::{Clause, System};
use heureka_logic::solver::{Answer, Limits, Solver, SolverError};
use heureka_logic::{Op, SortId, Substitution, SymbolId, TermId, Terms, evaluate, simplify};

use super::Search;
use super::candidates::{Candidate, Candidates};

/// One question to the solver takes no longer.
const PATIENCE: Duration = Duration::from_secs(1);
/// More indices are not looked at in one clause.
const MOST_INDICES: usize = 8;

pub struct Elimination<'c> {
    /// The parameters of predicates.
    pub named: BTreeMap<SymbolId, Vec<SymbolId>>,
    pub candidates: BTreeMap<SymbolId, Candidates>,
    pub search: &'c Search<'c>,
}

/// What the body of a clause says.
struct Body<'a> {
    /// The candidates that hold, and the arguments of which.
    holds: Vec<(&'a Candidate, Substitution)>,
    indices: Vec<TermId>,
}

impl<'c> Elimination<'c> {
    /// Drops candidates until all follow; whether they exclude the errors.
    pub fn settle(&mut self, terms: &mut Terms, system: &System) -> Result<bool, SolverError> {
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
        let mut waiting = vec![open];
        while let Some(mut open) = waiting.pop() {
            if open.is_empty() {
                continue;
            }
            let some: Vec<TermId> = open.iter().map(|(_, goal)| terms.not(*goal)).collect();
            let some = terms.or(&some);
            solver.push()?;
            solver.assert(terms, some)?;
            if self.ask(terms, solver.as_mut())? {
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
            for &index in &candidate.reads {
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
