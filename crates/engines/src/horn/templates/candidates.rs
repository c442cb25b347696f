//! Formulas of a few shapes, over the parameters of a predicate.
//!
//! [`Family::Facts`] and [`Family::Equations`] are in [`super::facts`]; in [`Family::Orders`] are
//!
//! `∀ k < l: lo ≤ k < hi ∧ lo' ≤ l < hi' → a[k] ≤ a[l]`, the same with ≥; `∀ k: lo ≤ k < hi → a[k] ≤ t` or `≥ t`, where t is a number or
//! a[number]; and `t ≤ t'`. Limits are zero, numbers of the program, those next to them, and the limits that the clauses set to
//! a number. Terms that have the same values in all samples are taken once, and that they are equal is a candidate, too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use heureka_logic::horn::System;
use heureka_logic::{Op, SortId, Substitution, SymbolId, TermId, Terms, evaluate_all, simplify};

use super::hints::Hints;
use super::places::{before, limits};
use super::sample::{CELLS, FIRST, Sample};

/// More terms are not made limits, of parts in order and of other parts.
const MOST_TERMS: usize = 14;
const MOST_TERMS_OF_FACTS: usize = 18;
/// More candidates are not kept.
const MOST: usize = 6_000;
/// More reads of one candidate are not told of.
const MOST_READS: usize = 3;
/// In so many samples a formula has to say something.
const TELLING: usize = 4;

/// The lower limit of an index and what is above it, by their places in the list of terms.
pub(super) type Limits = (Option<usize>, Option<usize>);

/// One formula.
#[derive(Clone, Debug)]
pub struct Candidate {
    shape: Shape,
    pub bound: Vec<TermId>,
    /// Over the parameters and the bound indices.
    pub body: TermId,
    /// The indices of cells that are not at a bound index.
    pub reads: Vec<TermId>,
    /// The indices of cells next to a bound index.
    pub shifted: Vec<TermId>,
}

/// Which shapes there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Parts of arrays are in order.
    Orders,
    /// What numbers and cells are, and orders among numbers: few of the facts, which are soon settled.
    Equations,
    /// What cells and numbers are, or what limits them.
    Facts,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shape {
    /// Cells go up, or down.
    Ordered(SymbolId, bool),
    /// Cells are at most a term, or at least.
    Number(SymbolId, bool, usize),
    /// Cells are at most the one at a term, or at least.
    Cell(SymbolId, bool, usize),
    /// A term is at most another one.
    Terms(usize, usize),
    /// A claim of a kind about the cells of an array, or about numbers.
    Claim(u8, Option<SymbolId>, TermId),
}

impl Candidate {
    /// For these arguments and indices.
    pub fn instance(&self, terms: &mut Terms, values: &Substitution, indices: &[TermId]) -> TermId {
        let mut all = values.clone();
        for (bound, index) in self.bound.iter().zip(indices) {
            all.insert(terms.as_constant(*bound).expect("a symbol"), *index);
        }
        terms.substitute(self.body, &all)
    }

    pub fn formula(&self, terms: &mut Terms) -> TermId {
        terms.forall(&self.bound, self.body)
    }
}

/// Candidates that look alike.
struct Class {
    members: Vec<usize>,
    /// The classes that say more, by their places in the list.
    stronger: Vec<usize>,
}

/// The candidates of one predicate.
#[derive(Clone)]
pub struct Candidates {
    all: Arc<Vec<Candidate>>,
    /// Those of one shape that say something at the same places of the samples.
    classes: Arc<Vec<Class>>,
    is_alive: Vec<bool>,
    is_active: Vec<bool>,
    version: usize,
}

impl Candidates {
    pub fn new(
        terms: &mut Terms,
        system: &System,
        predicate: SymbolId,
        parameters: &[SymbolId],
        samples: &[Sample],
        (family, hints): (Family, &Hints),
    ) -> Candidates {
        let mut limits = limits(terms, system, predicate, parameters, family != Family::Orders);
        let extents: BTreeSet<i128> = parameters.iter().filter_map(|array| hints.extents.get(array)).copied().collect();
        for extent in extents {
            let extent = terms.int(extent);
            // After what stays as it is.
            limits.insert(1, extent);
        }
        if family != Family::Orders {
            limits.extend(before(terms, parameters, &limits));
        }
        let mut maker = Maker {
            is_natural: family != Family::Orders,
            is_brief: family == Family::Equations,
            most: if family == Family::Orders { MOST_TERMS } else { MOST_TERMS_OF_FACTS },
            bound: ["k0", "k1"].map(|name| terms.constant(name, SortId::INT)),
            terms,
            values: Vec::new(),
            limits: Vec::new(),
            samples: samples.iter().collect(),
            guard: None,
            made: Vec::new(),
            bodies: BTreeSet::new(),
            regions: Vec::new(),
        };
        maker.distinguish(limits);
        if family == Family::Orders {
            maker.orders();
        }
        let is_row = |terms: &Terms, array: &SymbolId| match terms.sort_of(terms.symbol(*array).result) {
            heureka_logic::Sort::Array { element, .. } => element == SortId::INT,
            _ => false,
        };
        let arrays: Vec<SymbolId> = parameters.iter().copied().filter(|array| is_row(maker.terms, array)).collect();
        if family != Family::Orders {
            maker.facts(parameters, &arrays, hints);
        }
        for &array in &arrays {
            if family == Family::Orders {
                maker.ordered(array);
                maker.cells(array);
            }
        }
        let (all, regions) = (maker.made, maker.regions);
        let count = all.len();
        let classes = Arc::new(classes(&all, &regions));
        let (is_alive, is_active) = (vec![true; count], vec![false; count]);
        let mut made = Candidates { all: Arc::new(all), classes, is_alive, is_active, version: 0 };
        made.renew();
        made
    }

    /// How often the list of what is tried changed.
    pub fn version(&self) -> usize {
        self.version
    }

    pub fn get(&self, number: usize) -> &Candidate {
        &self.all[number]
    }

    pub fn active_numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.all.len()).filter(|number| self.is_active[*number])
    }

    /// Those that are tried, and those that others stand for.
    pub fn alive_numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.all.len()).filter(|number| self.is_alive[*number])
    }

    pub fn drop(&mut self, number: usize) {
        self.is_alive[number] = false;
        self.is_active[number] = false;
        self.version += 1;
    }

    /// Of the classes that no other one stands for, the first candidate that is left is tried.
    pub fn renew(&mut self) {
        let is_left = |class: &Class| class.members.iter().copied().find(|number| self.is_alive[*number]);
        let first: Vec<Option<usize>> = self.classes.iter().map(is_left).collect();
        for (class, first_of_class) in self.classes.iter().zip(&first) {
            if let Some(number) = *first_of_class {
                let is_active = class.stronger.iter().all(|other| first[*other].is_none());
                self.version += usize::from(is_active != self.is_active[number]);
                self.is_active[number] = is_active;
            }
        }
    }
}

fn classes(all: &[Candidate], regions: &[Vec<u64>]) -> Vec<Class> {
    let mut members: BTreeMap<(Shape, &[u64]), Vec<usize>> = BTreeMap::new();
    for (number, (candidate, region)) in all.iter().zip(regions).enumerate() {
        members.entry((candidate.shape, region)).or_default().push(number);
    }
    let keys: Vec<(Shape, &[u64])> = members.keys().copied().collect();
    let covers = |own: &[u64], other: &[u64]| own.iter().zip(other).all(|(own, other)| other & !own == 0);
    let mut made = Vec::new();
    for (at, (key, members)) in members.iter().enumerate() {
        let is_stronger = |(other, (shape, region)): (usize, &(Shape, &[u64]))| {
            (other != at && *shape == key.0 && covers(region, key.1)).then_some(other)
        };
        let stronger = keys.iter().enumerate().filter_map(is_stronger).collect();
        made.push(Class { members: members.clone(), stronger });
    }
    made
}

pub(super) struct Maker<'a> {
    /// Whether only indices that are not negative are spoken of.
    is_natural: bool,
    /// Whether only equations and orders among numbers are made.
    pub is_brief: bool,
    most: usize,
    pub terms: &'a mut Terms,
    pub samples: Vec<&'a Sample>,
    pub bound: [TermId; 2],
    /// Terms with different values in the samples.
    pub limits: Vec<TermId>,
    /// By limit, by sample.
    pub values: Vec<Vec<i128>>,
    /// Under which condition claims are made: the samples are those in which it holds.
    pub guard: Option<TermId>,
    made: Vec<Candidate>,
    bodies: BTreeSet<TermId>,
    /// By candidate: where in the samples it says something, as bits.
    regions: Vec<Vec<u64>>,
}

impl Maker<'_> {
    /// Keeps terms that differ, and notes which are equal.
    fn distinguish(&mut self, found: Vec<TermId>) {
        let mut by_sample = Vec::new();
        for sample in &self.samples {
            let Ok(values) = evaluate_all(self.terms, &found, &sample.values) else { return };
            let values: Option<Vec<i128>> = values.iter().map(|value| value.as_int()?.to_i128()).collect();
            let Some(values) = values else { return };
            by_sample.push(values);
        }
        for (at, term) in found.into_iter().enumerate() {
            let own: Vec<i128> = by_sample.iter().map(|values| values[at]).collect();
            match self.values.iter().position(|other| *other == own) {
                Some(same) => {
                    let equal = self.terms.eq(self.limits[same], term);
                    let equal = simplify(self.terms, equal);
                    if self.terms.as_bool(equal) != Some(true) {
                        self.push(Shape::Terms(usize::MAX, self.made.len()), &[], Vec::new(), equal);
                    }
                }
                None if self.limits.len() < self.most => {
                    self.limits.push(term);
                    self.values.push(own);
                }
                None => {}
            }
        }
    }

    pub fn push(&mut self, shape: Shape, limits: &[Limits], region: Vec<u64>, claim: TermId) {
        if self.made.len() >= MOST {
            return;
        }
        let bound = self.bound[..limits.len()].to_vec();
        let mut parts = Vec::new();
        if self.is_natural {
            let zero = self.terms.int(0);
            parts.extend(bound.iter().map(|index| self.terms.le(zero, *index)).collect::<Vec<TermId>>());
        }
        for (index, (low, high)) in bound.iter().zip(limits) {
            parts.extend(low.map(|low| self.terms.le(self.limits[low], *index)));
            parts.extend(high.map(|high| self.terms.lt(*index, self.limits[high])));
        }
        if let &[first, second] = &bound[..] {
            parts.push(self.terms.lt(first, second));
        }
        let guard = self.terms.and(&parts);
        let body = self.terms.implies(guard, claim);
        let body = simplify(self.terms, body);
        if self.terms.as_bool(body) == Some(true) || self.bodies.contains(&body) {
            return;
        }
        let (shape, body) = match (self.guard, shape) {
            (Some(guard), Shape::Claim(kind, array, claim)) => {
                let claim = self.terms.implies(guard, claim);
                let body = self.terms.implies(guard, body);
                (Shape::Claim(kind, array, claim), simplify(self.terms, body))
            }
            _ => (shape, body),
        };
        self.bodies.insert(body);
        let (reads, shifted) = self.reads(claim);
        self.made.push(Candidate { shape, bound, body, reads, shifted });
        self.regions.push(region);
    }

    /// The indices of cells that do not depend on a bound index, and of those that are not at one but depend on it.
    fn reads(&self, claim: TermId) -> (Vec<TermId>, Vec<TermId>) {
        let bound = self.bound.map(|index| self.terms.as_constant(index).expect("a symbol"));
        let is_free = |index: &TermId| self.terms.free_symbols(&[*index]).iter().all(|symbol| !bound.contains(symbol));
        let cells = self.terms.post_order(&[claim]).into_iter().filter(|term| self.terms.op(*term) == Op::Select);
        let indices: Vec<TermId> = cells.map(|cell| self.terms.children(cell)[1]).collect();
        let reads: Vec<TermId> = indices.iter().copied().filter(is_free).collect();
        let is_sum = |index: &TermId| self.terms.op(*index) == Op::Add && !is_free(index);
        let shifted = indices.iter().copied().filter(is_sum).collect();
        // Where all cells of an array are summed up none of them matters by itself.
        (if reads.len() > MOST_READS { Vec::new() } else { reads }, shifted)
    }

    /// Orders among terms.
    fn orders(&mut self) {
        for low in 0..self.limits.len() {
            for high in 0..self.limits.len() {
                let is_so = self.values[low].iter().zip(&self.values[high]).all(|(low, high)| low <= high);
                if low == high || !is_so {
                    continue;
                }
                let claim = self.terms.le(self.limits[low], self.limits[high]);
                let claim = simplify(self.terms, claim);
                if self.terms.as_bool(claim).is_none() {
                    self.push(Shape::Terms(low, high), &[], Vec::new(), claim);
                }
            }
        }
    }

    /// Where a claim about cells says something in the samples, as bits; `None` if it is wrong somewhere, or says too little.
    pub fn region(
        &self,
        array: SymbolId,
        limits: &[Limits],
        claim: impl Fn(usize, &[i128], &[usize]) -> bool,
    ) -> Option<Vec<u64>> {
        let mut bits = vec![0u64; (self.samples.len() * CELLS * CELLS).div_ceil(64)];
        let mut telling = 0;
        for (number, sample) in self.samples.iter().enumerate() {
            let cells = sample.cells.get(&array)?;
            let within = |(low, high): Limits, at: usize| {
                let index = at as i128 + FIRST;
                (!self.is_natural || index >= 0)
                    && low.is_none_or(|low| self.values[low][number] <= index)
                    && high.is_none_or(|high| index < self.values[high][number])
            };
            let mut is_telling = false;
            for at in (0..CELLS).filter(|at| within(limits[0], *at)) {
                let others = match limits.get(1) {
                    None => at..at + 1,
                    Some(_) => at + 1..CELLS,
                };
                for other in others.filter(|other| limits.get(1).is_none_or(|second| within(*second, *other))) {
                    if !claim(number, cells, &[at, other]) {
                        return None;
                    }
                    let bit = (number * CELLS + at) * CELLS + other;
                    bits[bit / 64] |= 1 << (bit % 64);
                    is_telling = true;
                }
            }
            telling += usize::from(is_telling);
        }
        (telling >= TELLING).then_some(bits)
    }

    pub fn choices(&self) -> Vec<Option<usize>> {
        std::iter::once(None).chain((0..self.limits.len()).map(Some)).collect()
    }

    /// Cells against numbers and other cells.
    fn cells(&mut self, array: SymbolId) {
        let contents = self.terms.call(array, &[]);
        let cell = self.terms.select(contents, self.bound[0]);
        let choices = self.choices();
        for term in 0..self.limits.len() {
            let other = self.terms.select(contents, self.limits[term]);
            for is_most in [true, false] {
                let compare = |left: i128, right: i128| if is_most { left <= right } else { left >= right };
                for limits in choices.iter().flat_map(|low| choices.iter().map(|high| [(*low, *high)])) {
                    let of_number =
                        |number: usize, cells: &[i128], at: &[usize]| compare(cells[at[0]], self.values[term][number]);
                    let of_cell = |number: usize, cells: &[i128], at: &[usize]| {
                        let index = usize::try_from(self.values[term][number] - FIRST).ok();
                        index.and_then(|index| cells.get(index)).is_some_and(|other| compare(cells[at[0]], *other))
                    };
                    let found = [self.region(array, &limits, of_number), self.region(array, &limits, of_cell)];
                    let [number, cell_of] = found;
                    let mut claim = |other: TermId| match is_most {
                        true => self.terms.le(cell, other),
                        false => self.terms.le(other, cell),
                    };
                    let claims = [claim(self.limits[term]), claim(other)];
                    if let Some(region) = number {
                        self.push(Shape::Number(array, is_most, term), &limits, region, claims[0]);
                    }
                    if let Some(region) = cell_of {
                        self.push(Shape::Cell(array, is_most, term), &limits, region, claims[1]);
                    }
                }
            }
        }
    }

    /// Cells in order: the first index is at least a limit, the second below one, and one of them has one more.
    fn ordered(&mut self, array: SymbolId) {
        let contents = self.terms.call(array, &[]);
        let [first, second] = self.bound.map(|index| self.terms.select(contents, index));
        let choices = self.choices();
        for is_up in [true, false] {
            let claim = if is_up { self.terms.le(first, second) } else { self.terms.le(second, first) };
            let compare = |_: usize, cells: &[i128], at: &[usize]| match is_up {
                true => cells[at[0]] <= cells[at[1]],
                false => cells[at[0]] >= cells[at[1]],
            };
            for (low, high) in choices.iter().flat_map(|low| choices.iter().map(|high| (*low, *high))) {
                for &middle in &choices {
                    for limits in [[(low, None), (middle, high)], [(low, middle), (None, high)]] {
                        if let Some(region) = self.region(array, &limits, compare) {
                            self.push(Shape::Ordered(array, is_up), &limits, region, claim);
                        }
                    }
                }
            }
        }
    }
}
