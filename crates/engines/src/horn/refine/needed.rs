//! The reads of a refutation that have to have the values that earlier steps wrote.
//!
//! Each clause on the way has a symbol for every cell that it reads. That the symbol is what the array holds there is a *link*.
//! With all links the way is what the clauses say; if it is possible then, cells are not the reason for the refutation. If it
//! is not, the links of a minimal set that excludes it are the reads that are needed.

use std::collections::BTreeSet;

use heureka_logic::horn::System;
use heureka_logic::solver::{Answer, SolverError};
use heureka_logic::{Op, SortId, Substitution, SymbolId, TermId, Terms, simplify};

use super::super::cells::{Parameters, Relaxed, relaxed};
use super::super::summaries::{Definition, Definitions};
use super::Asking;
use super::path::Path;

/// A cell that is needed, in the words of the predicate that brings the array, or that it goes to.
#[derive(Clone, Debug)]
pub struct Read {
    /// The step.
    pub node: usize,
    pub array: TermId,
    pub place: Vec<TermId>,
    /// The parameters of the predicate.
    pub parameters: Vec<TermId>,
    /// The read, if nothing but parameters is in it.
    pub said: Option<TermId>,
}

/// More reads are not told apart.
const MOST_LINKS: usize = 120;

/// `None` if the way is possible, or nothing can be said.
pub fn needed(
    terms: &mut Terms,
    clauses: (&System, &Definitions),
    parameters: &Parameters,
    path: &Path,
    asking: &mut Asking,
) -> Result<Option<Vec<Read>>, SolverError> {
    let (system, definitions) = clauses;
    let mut way = Way { terms, definitions, hard: Vec::new(), links: Vec::new() };
    let mut heads: Vec<Vec<TermId>> = Vec::new();
    for (number, node) in path.nodes.iter().enumerate() {
        let clause = relaxed(way.terms, definitions, &system.clauses[node.clause]);
        let arguments = |terms: &Terms, atom: TermId| terms.children(atom).to_vec();
        let mut names = Substitution::new();
        let constraint = way.renamed(clause.constraint, &mut names);
        way.hard.push(constraint);
        for (atom, child) in clause.body.iter().zip(&node.children) {
            for (argument, given) in arguments(way.terms, *atom).into_iter().zip(heads[*child].clone()) {
                let argument = way.renamed(argument, &mut names);
                let same = way.terms.eq(argument, given);
                way.hard.push(same);
            }
        }
        way.link(number, &clause, &mut names);
        let mut head = Vec::new();
        for argument in clause.head.map(|head| arguments(way.terms, head)).unwrap_or_default() {
            head.push(way.renamed(argument, &mut names));
        }
        heads.push(head);
    }
    let Way { hard, links, .. } = way;
    if links.is_empty() || links.len() > MOST_LINKS {
        return Ok(None);
    }
    asking.solver.push()?;
    let kept = minimal(terms, &hard, &links, asking);
    asking.solver.pop()?;
    let Some(kept) = kept? else { return Ok(None) };
    let mut reads = Vec::new();
    for link in kept {
        let clause = &system.clauses[path.nodes[link.node].clause];
        let atoms: Vec<TermId> = clause.body.iter().chain(&clause.head).copied().collect();
        reads.extend(link.read(terms, &atoms, parameters));
    }
    Ok(Some(reads))
}

/// The cells that clauses on the way write, where the place is told by what the head says: `a[n] = 0` before a loop leaves a[n].
pub fn written(terms: &mut Terms, system: &System, parameters: &Parameters, path: &Path) -> Vec<TermId> {
    let mut found = Vec::new();
    for node in &path.nodes {
        let Some(head) = system.clauses[node.clause].head else { continue };
        let Some((words, names)) = words(terms, head, parameters) else { continue };
        let known = terms.free_symbols(&names);
        let arguments = terms.children(head).to_vec();
        for (mut contents, &array) in arguments.into_iter().zip(&names) {
            while terms.op(contents) == Op::Store {
                let &[before, place, value] = terms.children(contents) else { break };
                let place = terms.substitute(place, &words);
                let place = simplify(terms, place);
                let is_number = terms.sort(value) == SortId::INT;
                if is_number && terms.free_symbols(&[place]).is_subset(&known) {
                    found.push(terms.select(array, place));
                }
                contents = before;
            }
        }
    }
    found
}

/// The words in which a predicate speaks of the symbols that are its arguments, and all its parameters.
fn words(terms: &Terms, atom: TermId, parameters: &Parameters) -> Option<(Substitution, Vec<TermId>)> {
    let Op::Symbol(predicate) = terms.op(atom) else { return None };
    let parameters = parameters.get(&predicate)?;
    let pairs = terms.children(atom).iter().zip(parameters);
    let words = pairs.filter_map(|(argument, parameter)| Some((terms.as_constant(*argument)?, *parameter)));
    Some((words.collect(), parameters.clone()))
}

/// A read, and that it is what the array holds.
struct Link {
    node: usize,
    array: SymbolId,
    /// With reads, as the clause had it.
    place: Vec<TermId>,
    formula: TermId,
}

impl Link {
    /// In the words of the first application that has the array: the one that brings it, or the one that it goes to.
    fn read(&self, terms: &mut Terms, atoms: &[TermId], parameters: &Parameters) -> Option<Read> {
        for &atom in atoms {
            let Some((words, parameters)) = words(terms, atom, parameters) else { continue };
            let Some(&array) = words.get(&self.array) else { continue };
            let place: Vec<TermId> = self
                .place
                .iter()
                .map(|index| {
                    let index = terms.substitute(*index, &words);
                    simplify(terms, index)
                })
                .collect();
            let read = place.iter().fold(array, |row, index| terms.select(row, *index));
            let is_said = terms.free_symbols(&[read]).is_subset(&terms.free_symbols(&parameters));
            let said = is_said.then_some(read);
            return Some(Read { node: self.node, array, place, parameters, said });
        }
        None
    }
}

struct Way<'a> {
    terms: &'a mut Terms,
    definitions: &'a Definitions,
    hard: Vec<TermId>,
    links: Vec<Link>,
}

impl Way<'_> {
    /// The links of a clause.
    fn link(&mut self, node: usize, clause: &Relaxed, names: &mut Substitution) {
        // What stands for a cell is a read again; reads are within each other.
        let mut reads = Substitution::new();
        let mut open: Vec<&(SymbolId, Vec<TermId>, TermId)> = clause.cells.iter().collect();
        let is_cell: BTreeSet<SymbolId> =
            clause.cells.iter().filter_map(|(.., cell)| self.terms.as_constant(*cell)).collect();
        let atoms: Vec<TermId> = clause.body.iter().chain(&clause.head).copied().collect();
        let is_argument = self.terms.free_symbols(&atoms);
        while !open.is_empty() {
            let before = open.len();
            open.retain(|(array, place, cell)| {
                let symbols = self.terms.free_symbols(place);
                if symbols.iter().any(|symbol| is_cell.contains(symbol) && !reads.contains_key(symbol)) {
                    return true;
                }
                let mut read = self.terms.call(*array, &[]);
                for index in place {
                    let index = self.terms.substitute(*index, &reads);
                    read = self.terms.select(read, index);
                }
                reads.extend(self.terms.as_constant(*cell).map(|cell| (cell, read)));
                false
            });
            if open.len() == before {
                break;
            }
        }
        for (array, place, cell) in &clause.cells {
            let contents = self.terms.call(*array, &[]);
            let read = place.iter().fold(contents, |row, index| self.terms.select(row, *index));
            let formula = self.terms.eq(*cell, read);
            let formula = self.renamed(formula, names);
            if !is_argument.contains(array) {
                self.hard.push(formula);
                continue;
            }
            let place = place.iter().map(|index| self.terms.substitute(*index, &reads)).collect();
            self.links.push(Link { node, array: *array, place, formula });
        }
    }

    /// The term with new symbols; contents that are defined stay so.
    fn renamed(&mut self, term: TermId, names: &mut Substitution) -> TermId {
        for symbol in self.terms.free_symbols(&[term]) {
            let declared = self.terms.symbol(symbol).clone();
            if !declared.arguments.is_empty() || names.contains_key(&symbol) {
                continue;
            }
            let copy = self.terms.fresh(&declared.name, declared.result);
            names.insert(symbol, copy);
            if let Some(definition) = self.definitions.get(&symbol).cloned() {
                self.define(copy, &definition, names);
            }
        }
        self.terms.substitute(term, names)
    }

    fn define(&mut self, contents: TermId, definition: &Definition, names: &mut Substitution) {
        let Definition { bound, condition, value, fact, base } = definition;
        let indices: Vec<TermId> = bound.iter().map(|_| self.terms.fresh("k", SortId::INT)).collect();
        let outer: Vec<Option<TermId>> = bound.iter().map(|symbol| names.remove(symbol)).collect();
        names.extend(bound.iter().copied().zip(indices.iter().copied()));
        let [condition, value, fact, base] = [*condition, *value, *fact, *base].map(|term| self.renamed(term, names));
        for (symbol, outer) in bound.iter().zip(outer) {
            names.remove(symbol);
            names.extend(outer.map(|outer| (*symbol, outer)));
        }
        let [here, before] =
            [contents, base].map(|contents| indices.iter().fold(contents, |row, index| self.terms.select(row, *index)));
        let (written, kept) = (self.terms.eq(here, value), self.terms.eq(here, before));
        let written = self.terms.and(&[written, fact]);
        let one = self.terms.ite(condition, written, kept);
        let all = self.terms.forall(&indices, one);
        self.hard.push(all);
    }
}

/// Links that suffice, none of which can be left out; `None` if all of them do not.
fn minimal<'l>(
    terms: &mut Terms,
    hard: &[TermId],
    links: &'l [Link],
    asking: &mut Asking,
) -> Result<Option<Vec<&'l Link>>, SolverError> {
    for &one in hard {
        asking.solver.assert(terms, one)?;
    }
    let all: Vec<TermId> = links.iter().map(|link| link.formula).collect();
    asking.limit()?;
    if asking.solver.check_assuming(terms, &all)? != Answer::Unsatisfiable {
        return Ok(None);
    }
    let mut kept = asking.solver.unsat_core()?;
    let mut at = 0;
    while at < kept.len() {
        let without: Vec<TermId> = kept.iter().copied().filter(|link| *link != kept[at]).collect();
        // What is not minimal is good enough.
        if asking.is_past(0.4) || asking.limit().is_err() {
            break;
        }
        match asking.solver.check_assuming(terms, &without) {
            Ok(Answer::Unsatisfiable) => {
                kept = asking.solver.unsat_core()?;
                at = 0;
            }
            Ok(_) | Err(SolverError::TimedOut) => at += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(Some(links.iter().filter(|link| kept.contains(&link.formula)).collect()))
}
