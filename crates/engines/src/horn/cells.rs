//! Arrays as cells at arbitrary indices (Monniaux and Gonnord 2016; data abstraction by cells, Braine, Gonnord, Monniaux 2021).
//!
//! A predicate P(x, a) becomes P(x, κ, c): for all κ, the state x with the value c of a[κ] is possible. So a solution is a
//! formula that holds for all κ. In a clause each array is known at the indices that are read, at those of the head, and at
//! no others; a read of what was written is a choice. Where P stands in the body it holds for *every* κ: in the *cheap* form it is
//! taken at the κ of the head only, which keeps clauses linear, in the *precise* form at each index that is read as well.
//! A clause without a head takes it at all indices that it reads.
//!
//! Invariant: every model of the clauses with arrays is one of the clauses with cells, so a solution is a solution; a refutation
//! may be spurious. Arrays with as many dimensions share their κ, so that relations between them can be said; each dimension
//! has an index of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use heureka_logic::horn::{Clause, System};
use heureka_logic::{Op, Simplifier, SortId, Substitution, SymbolId, TermId, Terms};

use super::summaries::Definitions;

/// Which cells there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// How many independent indices (tuples of indices, where there are several dimensions).
    pub indices: usize,
    /// For each of them the cells at these distances in the last dimension.
    pub offsets: Vec<i128>,
    pub is_precise: bool,
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Template { indices, offsets, is_precise } = self;
        let how = if *is_precise { "precise" } else { "cheap" };
        write!(f, "cells at {indices} indices and distances {offsets:?}, {how}")
    }
}

/// The predicate that stands for another one.
#[derive(Clone, Debug)]
pub struct Shape {
    pub predicate: SymbolId,
    /// The dimensions that its arrays have, each number once.
    classes: Vec<usize>,
}

pub struct CellSystem {
    pub system: System,
    /// By the predicate with arrays.
    pub shapes: BTreeMap<SymbolId, Shape>,
    pub template: Template,
}

/// In bodies there are no more instances of one predicate.
const MOST_INSTANCES: usize = 12;
/// A clause in which arrays are read at more places is not made.
const MOST_CELLS: usize = 60;

/// The system with cells instead of arrays; `None` if it is too large. Contents that are defined are choices.
pub fn abstracted(
    terms: &mut Terms,
    system: &System,
    definitions: &Definitions,
    template: &Template,
    mark: &str,
) -> Option<CellSystem> {
    let mut made = CellSystem { system: System::default(), shapes: BTreeMap::new(), template: template.clone() };
    for &predicate in &system.predicates {
        let symbol = terms.symbol(predicate).clone();
        let dims = symbol.arguments.iter().map(|sort| dimensions(terms, *sort)).filter(|dims| *dims > 0);
        let classes: BTreeSet<usize> = dims.clone().collect();
        let numbers = symbol.arguments.iter().filter(|sort| **sort == SortId::INT).count();
        let cells = dims.count() * template.indices * template.offsets.len();
        let indices: usize = classes.iter().map(|dims| dims * template.indices).sum();
        let name = terms.fresh_name(&format!("{}/{mark}", symbol.name));
        let sorts = vec![SortId::INT; numbers + indices + cells];
        let shaped = terms.declare(&name, &sorts, SortId::BOOL).expect("the name is new");
        made.system.predicates.push(shaped);
        made.shapes.insert(predicate, Shape { predicate: shaped, classes: classes.into_iter().collect() });
    }
    for clause in &system.clauses {
        let transformed = Transformer {
            terms,
            made: &made,
            definitions,
            simplifier: Simplifier::new(),
            cells: BTreeMap::new(),
            expanded: BTreeMap::new(),
            facts: Vec::new(),
        }
        .clause(clause)?;
        made.system.clauses.push(transformed);
    }
    Some(made)
}

impl CellSystem {
    /// How many applications there are in bodies.
    pub fn atoms(&self) -> usize {
        self.system.clauses.iter().map(|clause| clause.body.len()).sum()
    }

    /// The predicate with arrays that a predicate stands for.
    pub fn original(&self, predicate: SymbolId) -> Option<SymbolId> {
        self.shapes.iter().find(|(_, shape)| shape.predicate == predicate).map(|(original, _)| *original)
    }

    /// What a solution says of arrays: `said` over numbers, indices and cells, for all indices.
    pub fn quantified(
        &self,
        terms: &mut Terms,
        original: SymbolId,
        arguments: &[TermId],
        said: impl FnOnce(&mut Terms, SymbolId, &[TermId]) -> Option<TermId>,
    ) -> Option<TermId> {
        let shape = &self.shapes[&original];
        let indices = self.new_indices(terms, shape, |terms, at| terms.constant(&format!("k{at}"), SortId::INT));
        let all = self.arguments(terms, shape, arguments, &indices, &mut |terms, contents, index| {
            index.iter().fold(contents, |row, index| terms.select(row, *index))
        });
        let formula = said(terms, shape.predicate, &all)?;
        let bound: Vec<TermId> = indices.iter().flatten().flatten().copied().collect();
        Some(terms.forall(&bound, formula))
    }

    /// By class of dimensions, by number of the index: the tuple.
    fn new_indices(
        &self,
        terms: &mut Terms,
        shape: &Shape,
        mut new: impl FnMut(&mut Terms, usize) -> TermId,
    ) -> Vec<Vec<Vec<TermId>>> {
        let mut next = 0;
        let mut indices = Vec::new();
        for &dims in &shape.classes {
            let mut of_class = Vec::new();
            for _ in 0..self.template.indices {
                let tuple: Vec<TermId> = (0..dims).map(|at| new(terms, next + at)).collect();
                next += dims;
                of_class.push(tuple);
            }
            indices.push(of_class);
        }
        indices
    }

    /// Numbers, then indices, then cells.
    fn arguments(
        &self,
        terms: &mut Terms,
        shape: &Shape,
        arguments: &[TermId],
        indices: &[Vec<Vec<TermId>>],
        read: &mut dyn FnMut(&mut Terms, TermId, &[TermId]) -> TermId,
    ) -> Vec<TermId> {
        let mut all: Vec<TermId> = arguments.iter().copied().filter(|term| terms.sort(*term) == SortId::INT).collect();
        all.extend(indices.iter().flatten().flatten());
        for &contents in arguments.iter().filter(|term| terms.sort(**term) != SortId::INT).collect::<Vec<_>>() {
            let dims = dimensions(terms, terms.sort(contents));
            let class = shape.classes.iter().position(|class| *class == dims).expect("every class is there");
            for tuple in &indices[class] {
                for &offset in &self.template.offsets {
                    let place = shifted(terms, tuple, offset);
                    all.push(read(terms, contents, &place));
                }
            }
        }
        all
    }
}

/// How many indices a value of a sort has.
fn dimensions(terms: &Terms, sort: SortId) -> usize {
    match terms.sort_of(sort) {
        heureka_logic::Sort::Array { element, .. } => 1 + dimensions(terms, element),
        _ => 0,
    }
}

fn shifted(terms: &mut Terms, tuple: &[TermId], offset: i128) -> Vec<TermId> {
    let mut place = tuple.to_vec();
    if let Some(last) = place.last_mut().filter(|_| offset != 0) {
        let by = terms.int(offset);
        *last = terms.add(&[*last, by]);
    }
    place
}

struct Transformer<'a> {
    terms: &'a mut Terms,
    made: &'a CellSystem,
    definitions: &'a Definitions,
    simplifier: Simplifier,
    /// By array symbol and indices: the symbol of the cell.
    cells: BTreeMap<(SymbolId, Vec<TermId>), TermId>,
    expanded: BTreeMap<(TermId, Vec<TermId>), TermId>,
    /// What is known of defined contents where they are read.
    facts: Vec<TermId>,
}

impl Transformer<'_> {
    fn clause(mut self, clause: &Clause) -> Option<Clause> {
        let made = self.made;
        let template = &made.template;
        let constraint = self.without_reads(clause.constraint);
        let applied = |terms: &Terms, atom: TermId| match terms.op(atom) {
            Op::Symbol(symbol) => (symbol, terms.children(atom).to_vec()),
            _ => unreachable!("an application is expected"),
        };
        // The head, at new indices.
        let mut of_head: BTreeMap<usize, Vec<Vec<TermId>>> = BTreeMap::new();
        let head = clause.head.map(|head| {
            let (original, arguments) = applied(self.terms, head);
            let shape = &made.shapes[&original];
            let arguments: Vec<TermId> = arguments.into_iter().map(|term| self.number(term)).collect();
            let indices = made.new_indices(self.terms, shape, |terms, _| terms.fresh("k", SortId::INT));
            of_head.extend(shape.classes.iter().copied().zip(indices.iter().cloned()));
            let all = self.all_arguments(shape, &arguments, &indices);
            self.terms.call(shape.predicate, &all)
        });
        // The indices that are read, before bodies bring their own.
        let mut reads: BTreeMap<usize, Vec<Vec<TermId>>> = BTreeMap::new();
        for (_, place) in self.cells.keys() {
            let of_class = reads.entry(place.len()).or_default();
            if !of_class.contains(place) {
                of_class.push(place.clone());
            }
        }
        let mut body = Vec::new();
        for &atom in &clause.body {
            let (original, arguments) = applied(self.terms, atom);
            let shape = &made.shapes[&original];
            let arguments: Vec<TermId> = arguments.into_iter().map(|term| self.number(term)).collect();
            let mut choices: Vec<Vec<Vec<Vec<TermId>>>> = Vec::new();
            for &class in &shape.classes {
                let none = Vec::new();
                let (of_head, reads) = (of_head.get(&class), reads.get(&class).unwrap_or(&none));
                choices.push(self.choices(template, class, of_head, reads));
            }
            let most = choices.iter().map(Vec::len).max().unwrap_or(1).min(MOST_INSTANCES);
            for at in 0..most {
                let indices: Vec<Vec<Vec<TermId>>> =
                    choices.iter().map(|choice| choice[at.min(choice.len() - 1)].clone()).collect();
                let all = self.all_arguments(shape, &arguments, &indices);
                body.push(self.terms.call(shape.predicate, &all));
            }
        }
        if self.cells.len() > MOST_CELLS {
            return None;
        }
        let mut parts = vec![constraint];
        parts.append(&mut self.facts);
        parts.extend(self.congruences());
        let constraint = self.terms.and(&parts);
        let constraint = self.simplifier.simplify(self.terms, constraint);
        Some(Clause { body, constraint, head })
    }

    /// The indices at which a predicate of the body is taken: lists of as many tuples as the template has.
    fn choices(
        &mut self,
        template: &Template,
        class: usize,
        of_head: Option<&Vec<Vec<TermId>>>,
        reads: &[Vec<TermId>],
    ) -> Vec<Vec<Vec<TermId>>> {
        let mut all: Vec<Vec<Vec<TermId>>> = of_head.into_iter().cloned().collect();
        if of_head.is_none() || template.is_precise {
            let mut places: Vec<Vec<TermId>> = reads.to_vec();
            if template.is_precise {
                for tuple in of_head.into_iter().flatten().filter(|tuple| !reads.contains(tuple)) {
                    places.push(tuple.clone());
                }
            }
            // Each cell of a template with distances may be the one that is read.
            let first = template.offsets.first().copied().unwrap_or(0);
            let mut lists: Vec<Vec<Vec<TermId>>> = vec![Vec::new()];
            for _ in 0..template.indices {
                let mut longer = Vec::new();
                for list in &lists {
                    for place in &places {
                        if !list.contains(place) || places.len() == 1 {
                            longer.push(list.iter().cloned().chain([shifted(self.terms, place, -first)]).collect());
                        }
                    }
                }
                lists = longer;
            }
            for list in lists {
                if !all.contains(&list) {
                    all.push(list);
                }
            }
        }
        if all.is_empty() {
            let mut any = || (0..class).map(|_| self.terms.fresh("k", SortId::INT)).collect::<Vec<TermId>>();
            all.push((0..template.indices).map(|_| any()).collect());
        }
        all
    }

    fn all_arguments(&mut self, shape: &Shape, arguments: &[TermId], indices: &[Vec<Vec<TermId>>]) -> Vec<TermId> {
        let mut places = Vec::new();
        let all = self.made.arguments(self.terms, shape, arguments, indices, &mut |_, contents, place| {
            places.push((contents, place.to_vec()));
            Terms::FALSE
        });
        let cells: Vec<TermId> = places.into_iter().map(|(contents, place)| self.read(contents, &place)).collect();
        let mut all = all;
        let first = all.len() - cells.len();
        all.splice(first.., cells);
        all
    }

    /// A number without reads; arrays stay.
    fn number(&mut self, term: TermId) -> TermId {
        if self.terms.sort(term) == SortId::INT { self.without_reads(term) } else { term }
    }

    /// The term with cells, and choices among them, in place of reads.
    fn without_reads(&mut self, root: TermId) -> TermId {
        let mut done: BTreeMap<TermId, TermId> = BTreeMap::new();
        for term in self.terms.post_order(&[root]) {
            // Arrays stay as they are, but for the numbers in them.
            let children: Vec<TermId> = self.terms.children(term).to_vec();
            let new: Vec<TermId> = children.iter().map(|child| done[child]).collect();
            let op = self.terms.op(term);
            let made = match op {
                Op::Select if self.terms.sort(term) == SortId::INT => {
                    let (contents, mut place) = (new[0], vec![new[1]]);
                    let mut contents = contents;
                    while self.terms.op(contents) == Op::Select {
                        let inner = self.terms.children(contents);
                        place.insert(0, inner[1]);
                        contents = inner[0];
                    }
                    self.read(contents, &place)
                }
                _ if new == children => term,
                _ => self.terms.apply(op, &new).expect("sorts stay"),
            };
            done.insert(term, made);
        }
        done[&root]
    }

    /// What an array holds at a place, by what it was made of.
    fn read(&mut self, contents: TermId, place: &[TermId]) -> TermId {
        let place: Vec<TermId> = place.iter().map(|index| self.simplifier.simplify(self.terms, *index)).collect();
        self.read_at(contents, place)
    }

    fn read_at(&mut self, contents: TermId, place: Vec<TermId>) -> TermId {
        let key = (contents, place);
        if let Some(known) = self.expanded.get(&key) {
            return *known;
        }
        let (contents, place) = (key.0, key.1.clone());
        let children = self.terms.children(contents).to_vec();
        let value = match self.terms.op(contents) {
            Op::Symbol(symbol) if self.definitions.contains_key(&symbol) => self.defined(symbol, &place),
            Op::Symbol(symbol) => {
                let terms = &mut *self.terms;
                *self.cells.entry((symbol, place)).or_insert_with(|| terms.fresh("cell", SortId::INT))
            }
            Op::Store => {
                let index = self.without_reads(children[1]);
                let here = self.terms.eq(index, place[0]);
                let here = self.simplifier.simplify(self.terms, here);
                let stored = |this: &mut Self| match place.len() {
                    1 => this.without_reads(children[2]),
                    _ => this.read_at(children[2], place[1..].to_vec()),
                };
                match self.terms.as_bool(here) {
                    Some(true) => stored(self),
                    Some(false) => self.read_at(children[0], place.clone()),
                    None => {
                        let (yes, no) = (stored(self), self.read_at(children[0], place.clone()));
                        self.terms.ite(here, yes, no)
                    }
                }
            }
            Op::Ite => {
                let condition = self.without_reads(children[0]);
                let (yes, no) = (self.read_at(children[1], place.clone()), self.read_at(children[2], place.clone()));
                if yes == no { yes } else { self.terms.ite(condition, yes, no) }
            }
            Op::ConstArray(_) => match place.len() {
                1 => self.without_reads(children[0]),
                _ => self.read_at(children[0], place[1..].to_vec()),
            },
            Op::Select => {
                let index = self.without_reads(children[1]);
                let longer: Vec<TermId> = [index].into_iter().chain(place.iter().copied()).collect();
                self.read_at(children[0], longer)
            }
            other => unreachable!("`{}` makes no array", other.name()),
        };
        self.expanded.insert(key, value);
        value
    }

    /// What defined contents hold at a place: what was written there, or what was there before.
    fn defined(&mut self, symbol: SymbolId, place: &[TermId]) -> TermId {
        let definition = &self.definitions[&symbol];
        let named: Substitution = definition.bound.iter().copied().zip(place.iter().copied()).collect();
        let [condition, value, fact] =
            [definition.condition, definition.value, definition.fact].map(|term| self.terms.substitute(term, &named));
        let condition = self.without_reads(condition);
        let condition = self.simplifier.simplify(self.terms, condition);
        if self.terms.as_bool(condition) == Some(false) {
            return self.read_at(definition.base, place.to_vec());
        }
        let (value, fact) = (self.without_reads(value), self.without_reads(fact));
        let fact = self.terms.implies(condition, fact);
        self.facts.push(self.simplifier.simplify(self.terms, fact));
        if self.terms.as_bool(condition) == Some(true) {
            return value;
        }
        let before = self.read_at(definition.base, place.to_vec());
        self.terms.ite(condition, value, before)
    }

    /// Cells of one array at equal indices are equal.
    fn congruences(&mut self) -> Vec<TermId> {
        let cells: Vec<((SymbolId, Vec<TermId>), TermId)> =
            self.cells.iter().map(|(place, cell)| (place.clone(), *cell)).collect();
        let mut all = Vec::new();
        for (at, ((array, place), cell)) in cells.iter().enumerate() {
            for ((other, elsewhere), another) in &cells[at + 1..] {
                if array != other {
                    continue;
                }
                let mut differ: Vec<TermId> = Vec::new();
                for (left, right) in place.iter().zip(elsewhere) {
                    let equal = self.terms.eq(*left, *right);
                    differ.push(self.terms.not(equal));
                }
                differ.push(self.terms.eq(*cell, *another));
                let one = self.terms.or(&differ);
                all.push(self.simplifier.simplify(self.terms, one));
            }
        }
        all
    }
}

/// Whether there are no arrays in a system.
pub fn is_scalar(terms: &Terms, system: &System) -> bool {
    let has_arrays = |predicate: &SymbolId| terms.symbol(*predicate).arguments.iter().any(|sort| sort.is_array());
    let reads = |clause: &Clause| {
        let atoms = clause.body.iter().chain(&clause.head).copied();
        let roots: Vec<TermId> = atoms.chain([clause.constraint]).collect();
        terms.post_order(&roots).into_iter().any(|term| terms.sort(term).is_array())
    };
    !system.predicates.iter().any(has_arrays) && !system.clauses.iter().any(reads)
}

/// The distances between places at which a clause reads arrays: first those of clauses without a head, then small ones; the first.
pub fn distances(terms: &mut Terms, system: &System) -> Vec<i128> {
    const FARTHEST: i128 = 8;
    const MOST: usize = 1;
    let mut simplifier = Simplifier::new();
    let mut found: BTreeSet<(bool, i128)> = BTreeSet::new();
    for clause in &system.clauses {
        let mut indices: BTreeSet<TermId> = BTreeSet::new();
        for term in terms.post_order(&[clause.constraint]) {
            if terms.op(term) == Op::Select {
                indices.insert(terms.children(term)[1]);
            }
        }
        let indices: Vec<TermId> = indices.into_iter().collect();
        for (at, left) in indices.iter().enumerate() {
            for right in &indices[at + 1..] {
                let distance = terms.sub(*left, *right);
                let distance = simplifier.simplify(terms, distance);
                let distance = terms.as_int(distance).and_then(|distance| distance.to_i128()).map(i128::abs);
                found.extend(
                    distance.filter(|distance| (1..=FARTHEST).contains(distance)).map(|d| (clause.head.is_some(), d)),
                );
            }
        }
    }
    let mut all: Vec<i128> = Vec::new();
    for (_, distance) in found {
        if !all.contains(&distance) {
            all.push(distance);
        }
    }
    all.truncate(MOST);
    all
}
