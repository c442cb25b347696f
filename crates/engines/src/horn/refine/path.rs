//! The clauses that a refutation goes through, as a tree.
//!
//! Z3 tells facts and their premises, not the clauses. A clause fits if its predicates do and, where several do, if the values
//! satisfy it. Where a form takes a predicate at several indices the premises may have ways of their own; the way of the first
//! one is followed.

use std::collections::BTreeMap;

use heureka_logic::horn::{Clause, Derivation, Step};
use heureka_logic::solver::{Answer, SolverError};
use heureka_logic::{Op, SymbolId, TermId, Terms};

use super::super::plan::Refutable;
use super::Asking;

/// A step: its clause, and the steps of what its body had before there were cells.
#[derive(Clone, Debug)]
pub struct Node {
    pub clause: usize,
    pub children: Vec<usize>,
}

/// The steps of a refutation; the last one is the error.
pub struct Path {
    pub nodes: Vec<Node>,
}

/// Longer ways are not looked at.
const LONGEST: usize = 60;

impl Path {
    pub fn new(terms: &mut Terms, refuted: &Refutable, derivation: &Derivation, asking: &mut Asking) -> Option<Path> {
        let mut finder = Finder { terms, refuted, steps: &derivation.steps, asking };
        let last = derivation.steps.len().checked_sub(1)?;
        let mut nodes: BTreeMap<usize, Node> = BTreeMap::new();
        let mut open = vec![last];
        while let Some(step) = open.pop() {
            if nodes.contains_key(&step) {
                continue;
            }
            if nodes.len() >= LONGEST {
                return None;
            }
            let node = finder.node(step).ok()??;
            open.extend(&node.children);
            nodes.insert(step, node);
        }
        let numbers: BTreeMap<usize, usize> = nodes.keys().enumerate().map(|(number, step)| (*step, number)).collect();
        let renumbered = |node: &Node| Node {
            clause: node.clause,
            children: node.children.iter().map(|child| numbers[child]).collect(),
        };
        Some(Path { nodes: nodes.values().map(renumbered).collect() })
    }

    pub fn last(&self) -> usize {
        self.nodes.len() - 1
    }
}

struct Finder<'a, 'c> {
    terms: &'a mut Terms,
    refuted: &'a Refutable<'a>,
    steps: &'a [Step],
    asking: &'a mut Asking<'c>,
}

impl Finder<'_, '_> {
    fn node(&mut self, step: usize) -> Result<Option<Node>, SolverError> {
        let cells = self.refuted.cells;
        let fitting: Vec<usize> =
            (0..cells.system.clauses.len()).filter(|clause| self.has_predicates(*clause, step)).collect();
        let is_only = fitting.len() == 1;
        for clause in fitting {
            let made = &cells.system.clauses[clause];
            // The first of the applications that stand for one.
            let firsts: Vec<TermId> = cells.instances[clause]
                .iter()
                .scan(0, |at, count| {
                    let first = *at;
                    *at += count;
                    Some(made.body[first])
                })
                .collect();
            let choices: Vec<Vec<usize>> = firsts.iter().map(|atom| self.premises_of(*atom, step)).collect();
            if is_only && choices.iter().all(|choice| choice.len() == 1) {
                let children = choices.iter().map(|choice| choice[0]).collect();
                return Ok(Some(Node { clause, children }));
            }
            if let Some(children) = self.children(made, step, &firsts, &choices)? {
                return Ok(Some(Node { clause, children }));
            }
        }
        Ok(None)
    }

    fn predicate(&self, atom: TermId) -> Option<SymbolId> {
        match self.terms.op(atom) {
            Op::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// Whether the predicates of a clause are those of a step.
    fn has_predicates(&self, clause: usize, step: usize) -> bool {
        let clause = &self.refuted.cells.system.clauses[clause];
        let Step { predicate, premises, .. } = &self.steps[step];
        let wanted: Vec<Option<SymbolId>> = clause.body.iter().map(|atom| self.predicate(*atom)).collect();
        let there: Vec<Option<SymbolId>> = premises.iter().map(|premise| self.steps[*premise].predicate).collect();
        clause.head.and_then(|head| self.predicate(head)) == *predicate
            && wanted.iter().all(|one| there.contains(one))
            && there.iter().all(|one| wanted.contains(one))
    }

    fn premises_of(&self, atom: TermId, step: usize) -> Vec<usize> {
        let wanted = self.predicate(atom);
        let premises = self.steps[step].premises.iter().copied();
        let mut found: Vec<usize> = premises.filter(|premise| self.steps[*premise].predicate == wanted).collect();
        found.dedup();
        found
    }

    /// That an application has the values of a step.
    fn has_values(&mut self, atom: TermId, step: usize) -> TermId {
        let arguments = self.terms.children(atom).to_vec();
        let mut parts = Vec::new();
        for (argument, value) in arguments.into_iter().zip(&self.steps[step].values) {
            if let Some(value) = value {
                let value = self.terms.int(value.clone());
                parts.push(self.terms.eq(argument, value));
            }
        }
        self.terms.and(&parts)
    }

    /// The premises of the first applications, if the values fit the clause.
    fn children(
        &mut self,
        clause: &Clause,
        step: usize,
        firsts: &[TermId],
        choices: &[Vec<usize>],
    ) -> Result<Option<Vec<usize>>, SolverError> {
        let mut parts = vec![clause.constraint];
        parts.extend(clause.head.map(|head| self.has_values(head, step)));
        for &atom in &clause.body {
            let premises = self.premises_of(atom, step);
            let some: Vec<TermId> = premises.into_iter().map(|premise| self.has_values(atom, premise)).collect();
            parts.push(self.terms.or(&some));
        }
        let all = self.terms.and(&parts);
        self.asking.solver.push()?;
        let found = self.ways(all, firsts, choices);
        self.asking.solver.pop()?;
        found
    }

    fn ways(
        &mut self,
        all: TermId,
        firsts: &[TermId],
        choices: &[Vec<usize>],
    ) -> Result<Option<Vec<usize>>, SolverError> {
        self.asking.solver.assert(self.terms, all)?;
        let mut chosen = Vec::new();
        for (atom, choice) in firsts.iter().zip(choices) {
            let mut found = None;
            for &premise in choice {
                let fits = self.has_values(*atom, premise);
                self.asking.limit()?;
                if self.asking.solver.check_assuming(self.terms, &[fits])? == Answer::Satisfiable {
                    found = Some(premise);
                    break;
                }
            }
            match found {
                Some(premise) => chosen.push(premise),
                None => return Ok(None),
            }
        }
        if firsts.is_empty() {
            self.asking.limit()?;
            if self.asking.solver.check(self.terms)? != Answer::Satisfiable {
                return Ok(None);
            }
        }
        Ok(Some(chosen))
    }
}
