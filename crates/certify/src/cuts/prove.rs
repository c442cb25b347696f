//! Questions to the solver.
//!
//! What holds for all indices is taken at the indices that occur, which needs no quantifiers and is enough for most proofs;
//! only where it is not the solver is given the quantifiers.

use std::collections::BTreeSet;

use heureka_logic::solver::{Answer, Limits, SolverError, SolverFactory};
use heureka_logic::{Op, SortId, Substitution, TermId, Terms, simplify};

use super::sums;
use super::walk::{Goal, Universal};
use crate::rejected::Rejected;

/// More instances of one universal are not made.
const MOST_INSTANCES: usize = 600;
/// How often instances may bring indices that ask for more instances.
const ROUNDS: usize = 2;

pub struct Prover<'a, 'c> {
    pub solvers: &'a SolverFactory,
    pub limits: Limits<'c>,
    pub terms: &'a mut Terms,
    pub facts: &'a [TermId],
    pub universals: &'a [Universal],
}

impl Prover<'_, '_> {
    /// Whether a goal follows from the facts.
    pub fn proves(&mut self, goal: &Goal) -> Result<bool, Rejected> {
        let formula = self.without_quantifiers(goal.formula);
        let not = self.terms.not(formula);
        let mut assertions: Vec<TermId> = self.facts[..goal.facts].to_vec();
        assertions.extend([goal.path, not]);
        let sums = sums::known(self.terms, &assertions);
        assertions.extend(sums);
        let universals = &self.universals[..goal.universals];
        if universals.is_empty() {
            return self.refutes(&assertions);
        }
        let mut last = None;
        for only_places in [true, false] {
            let mut made: BTreeSet<TermId> = BTreeSet::new();
            for _ in 0..ROUNDS {
                let all: Vec<TermId> = assertions.iter().chain(&made).copied().collect();
                let (indices, places) = (self.indices(&all), self.places(&all));
                for universal in universals {
                    made.extend(self.instances(universal, &indices, &places, only_places));
                }
            }
            // Where arrays have one dimension both are the same.
            if last.as_ref() == Some(&made) {
                break;
            }
            let instantiated: Vec<TermId> = assertions.iter().chain(&made).copied().collect();
            if self.refutes(&instantiated)? {
                return Ok(true);
            }
            last = Some(made);
        }
        for universal in universals {
            let all = self.terms.forall(&universal.variables, universal.body);
            assertions.push(self.terms.implies(universal.path, all));
        }
        self.refutes(&assertions)
    }

    /// A goal that holds for all values holds for new ones.
    fn without_quantifiers(&mut self, formula: TermId) -> TermId {
        if self.terms.op(formula) != Op::Forall {
            return formula;
        }
        let children = self.terms.children(formula).to_vec();
        let (body, variables) = children.split_last().expect("a quantifier has a body");
        let mut replacements = Substitution::new();
        for variable in variables {
            let symbol = self.terms.as_constant(*variable).expect("a variable is a symbol");
            let any = self.terms.fresh("any", self.terms.sort(*variable));
            replacements.insert(symbol, any);
        }
        self.terms.substitute(*body, &replacements)
    }

    /// The indices at which arrays are read or written.
    fn indices(&mut self, roots: &[TermId]) -> Vec<TermId> {
        let mut found = BTreeSet::new();
        for term in self.terms.post_order(roots) {
            if matches!(self.terms.op(term), Op::Select | Op::Store) {
                found.insert(self.terms.children(term)[1]);
            }
        }
        let bound = self.bound(roots);
        let is_free = |index: &TermId| {
            self.terms.sort(*index) == SortId::INT
                && !self.terms.free_symbols(&[*index]).iter().any(|symbol| bound.contains(symbol))
        };
        let mut found: Vec<TermId> = found.into_iter().filter(is_free).collect();
        if found.is_empty() {
            found.push(self.terms.int(0));
        }
        found
    }

    /// The lists of indices at which arrays with several dimensions are read or written.
    fn places(&self, roots: &[TermId]) -> BTreeSet<Vec<TermId>> {
        let bound = self.bound(roots);
        let mut found = BTreeSet::new();
        for term in self.terms.post_order(roots) {
            let children = self.terms.children(term);
            let is_cell = match self.terms.op(term) {
                Op::Select => !self.terms.sort(term).is_array(),
                Op::Store => !self.terms.sort(children[2]).is_array(),
                _ => false,
            };
            if !is_cell {
                continue;
            }
            let mut place = vec![children[1]];
            let mut row = children[0];
            while matches!(self.terms.op(row), Op::Select | Op::Store) {
                let inner = self.terms.children(row);
                if self.terms.op(row) == Op::Select {
                    place.insert(0, inner[1]);
                }
                row = inner[0];
            }
            if !self.terms.free_symbols(&place).iter().any(|symbol| bound.contains(symbol)) {
                found.insert(place);
            }
        }
        found
    }

    /// Symbols that a quantifier binds somewhere.
    fn bound(&self, roots: &[TermId]) -> BTreeSet<heureka_logic::SymbolId> {
        let mut bound = BTreeSet::new();
        for term in self.terms.post_order(roots) {
            if matches!(self.terms.op(term), Op::Forall | Op::Exists) {
                let children = self.terms.children(term);
                let variables = &children[..children.len() - 1];
                bound.extend(variables.iter().filter_map(|variable| self.terms.as_constant(*variable)));
            }
        }
        bound
    }

    /// At the lists of indices at which arrays are read or written, if there are such, or at all lists, if these are not too many.
    fn instances(
        &mut self,
        universal: &Universal,
        indices: &[TermId],
        places: &BTreeSet<Vec<TermId>>,
        only_places: bool,
    ) -> Vec<TermId> {
        if universal.variables.iter().any(|variable| self.terms.sort(*variable) != SortId::INT) {
            return Vec::new();
        }
        let mut tuples: Vec<Vec<TermId>> = vec![Vec::new()];
        let dims = universal.variables.len();
        let is_small = indices.len().checked_pow(dims as u32).is_some_and(|count| count <= MOST_INSTANCES);
        let by_places = dims > 1 && places.iter().any(|place| place.len() == dims);
        match is_small && !(only_places && by_places) {
            true => {
                for _ in &universal.variables {
                    let longer = tuples.iter().flat_map(|tuple| {
                        indices.iter().map(move |index| tuple.iter().copied().chain([*index]).collect::<Vec<TermId>>())
                    });
                    tuples = longer.collect();
                }
            }
            false => {
                let fitting = places.iter().filter(|place| place.len() == dims);
                tuples = fitting.take(MOST_INSTANCES).cloned().collect();
            }
        }
        let symbols: Vec<_> =
            universal.variables.iter().map(|variable| self.terms.as_constant(*variable).expect("a symbol")).collect();
        let mut made = Vec::new();
        for tuple in tuples {
            let replacements: Substitution = symbols.iter().copied().zip(tuple).collect();
            let body = self.terms.substitute(universal.body, &replacements);
            let instance = self.terms.implies(universal.path, body);
            made.push(simplify(self.terms, instance));
        }
        made
    }

    /// Whether the assertions contradict each other.
    fn refutes(&mut self, assertions: &[TermId]) -> Result<bool, Rejected> {
        let all = self.terms.and(assertions);
        let all = simplify(self.terms, all);
        if let Some(known) = self.terms.as_bool(all) {
            return Ok(!known);
        }
        let ask = || -> Result<Answer, SolverError> {
            let mut solver = self.solvers.create(self.limits)?;
            solver.assert(self.terms, all)?;
            solver.check(self.terms)
        };
        match ask() {
            Ok(Answer::Satisfiable) => Ok(false),
            Ok(Answer::Unsatisfiable) => Ok(true),
            Ok(Answer::Unknown(reason)) => Err(Rejected::undecided(format!("the solver does not know ({reason})"))),
            Err(SolverError::TimedOut | SolverError::Cancelled) => {
                Err(Rejected::undecided("the time was up before everything was proved"))
            }
            Err(error) => Err(Rejected::undecided(error.to_string())),
        }
    }
}
