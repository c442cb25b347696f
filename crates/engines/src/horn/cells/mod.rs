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
//!
//! Besides there may be cells whose place depends on other arguments: a[n], a[0], a[b[κ]]. They are terms over the parameters
//! of predicates and over κ ([`index_symbol`]), and a predicate that has all their symbols has their values as arguments.
//! Which of them help is told by refutations ([`super::refine`]).

mod transform;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use heureka_logic::horn::{Clause, System};
use heureka_logic::{Op, Simplifier, SortId, Substitution, SymbolId, TermId, Terms};

use super::summaries::Definitions;
use transform::Transformer;
pub use transform::{Relaxed, relaxed};

/// By predicate: the symbols by which places speak of its arguments.
pub type Parameters = BTreeMap<SymbolId, Vec<TermId>>;

/// Which cells there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// How many independent indices (tuples of indices, where there are several dimensions).
    pub indices: usize,
    /// For each of them the cells at these distances in the last dimension.
    pub offsets: Vec<i128>,
    /// Other cells, as reads over parameters and [`index_symbol`]s.
    pub extras: Vec<TermId>,
    pub is_precise: bool,
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Template { indices, offsets, extras, is_precise } = self;
        let how = if *is_precise { "precise" } else { "cheap" };
        write!(f, "cells at {indices} indices and distances {offsets:?}, {how}")?;
        match extras.len() {
            0 => Ok(()),
            1 => write!(f, ", and at one other place"),
            more => write!(f, ", and at {more} other places"),
        }
    }
}

/// The predicate that stands for another one.
#[derive(Clone, Debug)]
pub struct Shape {
    pub predicate: SymbolId,
    /// The dimensions that its arrays have, each number once.
    classes: Vec<usize>,
    parameters: Vec<TermId>,
    /// The other cells that it has.
    extras: Vec<TermId>,
}

pub struct CellSystem {
    pub system: System,
    /// By clause, by application in its body as it was: how many there are now.
    pub instances: Vec<Vec<usize>>,
    /// By the predicate with arrays.
    pub shapes: BTreeMap<SymbolId, Shape>,
    pub template: Template,
}

/// In bodies there are no more instances of one predicate.
const MOST_INSTANCES: usize = 12;
/// A clause in which arrays are read at more places is not made.
const MOST_CELLS: usize = 60;

/// The κ of arrays with this many dimensions, by its number and dimension, in places of other cells.
pub fn index_symbol(terms: &mut Terms, class: usize, number: usize, dimension: usize) -> TermId {
    terms.constant(&format!("index {class}.{number}.{dimension}"), SortId::INT)
}

/// The system with cells instead of arrays; `None` if it is too large. Contents that are defined are choices.
pub fn abstracted(
    terms: &mut Terms,
    clauses: (&System, &Definitions),
    parameters: &Parameters,
    template: &Template,
    mark: &str,
) -> Option<CellSystem> {
    let (system, definitions) = clauses;
    let mut made = CellSystem {
        system: System::default(),
        instances: Vec::new(),
        shapes: BTreeMap::new(),
        template: template.clone(),
    };
    for &predicate in &system.predicates {
        let symbol = terms.symbol(predicate).clone();
        let dims = symbol.arguments.iter().map(|sort| dimensions(terms, *sort)).filter(|dims| *dims > 0);
        let classes: BTreeSet<usize> = dims.clone().collect();
        let numbers = symbol.arguments.iter().filter(|sort| **sort == SortId::INT).count();
        let cells = dims.count() * template.indices * template.offsets.len();
        let indices: usize = classes.iter().map(|dims| dims * template.indices).sum();
        let classes: Vec<usize> = classes.into_iter().collect();
        let parameters = parameters.get(&predicate).cloned().unwrap_or_default();
        let extras = template.said_of(terms, &parameters, &classes);
        let name = terms.fresh_name(&format!("{}/{mark}", symbol.name));
        let sorts = vec![SortId::INT; numbers + indices + cells + extras.len()];
        let shaped = terms.declare(&name, &sorts, SortId::BOOL).expect("the name is new");
        made.system.predicates.push(shaped);
        made.shapes.insert(predicate, Shape { predicate: shaped, classes, parameters, extras });
    }
    for clause in &system.clauses {
        let (transformed, instances) = Transformer::new(terms, definitions).clause(clause, &made)?;
        made.system.clauses.push(transformed);
        made.instances.push(instances);
    }
    Some(made)
}

impl Template {
    /// Whether it has all cells of another one, and is no less precise.
    pub fn has_all_of(&self, other: &Template) -> bool {
        let has_offsets = other.offsets.iter().all(|offset| self.offsets.contains(offset));
        let has_extras = other.extras.iter().all(|extra| self.extras.contains(extra));
        self.indices >= other.indices && has_offsets && has_extras && (self.is_precise || !other.is_precise)
    }

    /// The other cells that a predicate with these parameters can have.
    fn said_of(&self, terms: &mut Terms, parameters: &[TermId], classes: &[usize]) -> Vec<TermId> {
        let mut known: BTreeSet<SymbolId> = parameters.iter().filter_map(|term| terms.as_constant(*term)).collect();
        for &class in classes {
            for (number, dimension) in (0..self.indices).flat_map(|at| (0..class).map(move |dim| (at, dim))) {
                let index = index_symbol(terms, class, number, dimension);
                known.extend(terms.as_constant(index));
            }
        }
        let is_known = |term: &TermId| terms.free_symbols(&[*term]).is_subset(&known);
        self.extras.iter().copied().filter(is_known).collect()
    }
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
        let mut all = all;
        all.extend(self.extras(terms, shape, arguments, &indices));
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

    /// The other cells of a predicate with these arguments.
    fn extras(
        &self,
        terms: &mut Terms,
        shape: &Shape,
        arguments: &[TermId],
        indices: &[Vec<Vec<TermId>>],
    ) -> Vec<TermId> {
        if shape.extras.is_empty() {
            return Vec::new();
        }
        let mut values = Substitution::new();
        for (parameter, argument) in shape.parameters.iter().zip(arguments) {
            values.extend(terms.as_constant(*parameter).map(|symbol| (symbol, *argument)));
        }
        for (&class, tuples) in shape.classes.iter().zip(indices) {
            for (number, tuple) in tuples.iter().enumerate() {
                for (dimension, value) in tuple.iter().enumerate() {
                    let index = index_symbol(terms, class, number, dimension);
                    values.extend(terms.as_constant(index).map(|symbol| (symbol, *value)));
                }
            }
        }
        shape.extras.iter().map(|extra| terms.substitute(*extra, &values)).collect()
    }

    /// Numbers, then indices, then cells at them.
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
