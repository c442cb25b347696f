//! Which of the formulas that are left a proof needs: those that exclude the errors, those from which these follow, and so on.
//!
//! Each is found in the core of a proof. What is not needed would only have to be proved again by others.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use heureka_logic::horn::{Clause, System};
use heureka_logic::solver::{Solver, SolverError};
use heureka_logic::{Op, SortId, SymbolId, TermId, Terms};

use super::eliminate::{Body, Elimination};

/// One question takes no longer.
const PATIENCE: Duration = Duration::from_secs(2);

/// By predicate: the numbers of candidates.
pub type Needed = BTreeMap<SymbolId, BTreeSet<usize>>;

/// Symbols that stand for candidates of a body, each with its predicate and number.
type Names = BTreeMap<TermId, (SymbolId, usize)>;

impl Elimination<'_> {
    /// What is needed; `None` if that cannot be told.
    pub fn needed(&self, terms: &mut Terms, system: &System) -> Result<Option<Needed>, SolverError> {
        let mut needed = Needed::new();
        for clause in system.clauses.iter().filter(|clause| clause.head.is_none()) {
            let mut solver = self.solver(terms, clause)?;
            let body = self.body(terms, clause);
            let (names, said) = self.name(terms, solver.as_mut(), &body)?;
            for fact in self.sums.known(terms, &said) {
                solver.assert(terms, fact)?;
            }
            if !self.core(terms, solver.as_mut(), &names, &mut needed)? {
                return Ok(None);
            }
        }
        // By clause: what was asked for.
        let mut done: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        loop {
            let mut is_over = true;
            for (at, clause) in system.clauses.iter().enumerate() {
                let Some(head) = clause.head else { continue };
                let Op::Symbol(predicate) = terms.op(head) else { unreachable!("an application is expected") };
                let asked = done.entry(at).or_default();
                let wanted = needed.get(&predicate).cloned().unwrap_or_default();
                let new: Vec<usize> = wanted.difference(asked).copied().collect();
                if new.is_empty() {
                    continue;
                }
                asked.extend(&new);
                is_over = false;
                if !self.of_goals(terms, clause, &new, &mut needed)? {
                    return Ok(None);
                }
            }
            if is_over {
                return Ok(Some(needed));
            }
        }
    }

    /// What candidates of the head of a clause need; whether that can be told.
    fn of_goals(
        &self,
        terms: &mut Terms,
        clause: &Clause,
        goals: &[usize],
        needed: &mut Needed,
    ) -> Result<bool, SolverError> {
        let mut solver = self.solver(terms, clause)?;
        let place = self.place(terms, clause);
        let (names, said) = self.name(terms, solver.as_mut(), &place.body)?;
        for &number in goals {
            let goal = self.goal(terms, &place, number);
            let not = terms.not(goal);
            solver.push()?;
            solver.assert(terms, not)?;
            let said: Vec<TermId> = said.iter().copied().chain([goal]).collect();
            for fact in self.sums.known(terms, &said) {
                solver.assert(terms, fact)?;
            }
            let is_known = self.core(terms, solver.as_mut(), &names, needed)?;
            solver.pop()?;
            if !is_known {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Asserts what the candidates of a body say, each under a name; the names, and what they say.
    fn name(
        &self,
        terms: &mut Terms,
        solver: &mut dyn Solver,
        body: &Body,
    ) -> Result<(Names, Vec<TermId>), SolverError> {
        let (mut names, mut said) = (Names::new(), Vec::new());
        for held in self.holds(body) {
            let name = terms.fresh("held", SortId::BOOL);
            let says = self.says(terms, body, held);
            let named = terms.implies(name, says);
            solver.assert(terms, named)?;
            names.insert(name, (body.applied[held.0].0, held.1));
            said.push(says);
        }
        Ok((names, said))
    }

    /// Notes what a contradiction needs; whether there is one.
    fn core(
        &self,
        terms: &Terms,
        solver: &mut dyn Solver,
        names: &Names,
        needed: &mut Needed,
    ) -> Result<bool, SolverError> {
        let assumed: Vec<TermId> = names.keys().copied().collect();
        if !self.ask(terms, solver, &assumed, PATIENCE)? {
            return Ok(false);
        }
        for name in solver.unsat_core()? {
            if let Some((predicate, number)) = names.get(&name) {
                needed.entry(*predicate).or_default().insert(*number);
            }
        }
        Ok(true)
    }
}
