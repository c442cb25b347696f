//! What executions suggest of the values at heads of loops, kind by kind.
//!
//! The executions are made once, and a kind is looked for when it is its turn: the first ones often decide a program. Several kinds
//! want equations between the same points, which are solved once.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::formula::Formula;
use heureka_ir::interpret::{Limits, Sampling, sample};
use heureka_ir::invariant::{Constraint, Invariant, Relation, Value};
use heureka_ir::{Invariants, LocId, Program};

use super::cases::cases;
use super::inequalities::inequalities;
use super::places::Places;
use super::powers::powers;
use super::wrapping::{congruences, words};
use super::{PATIENCE, by_cases, compare, end, said};
use crate::common::polynomials::{GREATEST_DEGREE, Polynomial, equations_up_to};
use crate::engine::Context;

/// How many executions are made, and how long they are.
const EXECUTIONS: u64 = 600;
const STEPS: u64 = 4_000;

/// How often an execution is looked at, at each place.
const MOST_POINTS: usize = 30;

/// Greater values tell nothing more, but take long to compute with; some of them have wrapped around.
const GREATEST: i128 = 1 << 24;

/// Greater constants of the linear engine come from the sizes of types.
const GREATEST_CONSTANT: i128 = 1 << 16;

/// By place: formulas.
pub type Guesses = BTreeMap<LocId, Vec<Formula>>;

/// What is guessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Equations.
    Equal,
    /// Inequalities, and what the linear engine knows by cases.
    Greater,
    /// Equations modulo the size of a type, and what the linear engine knows by cases.
    Wrapping,
    /// Equations between machine words, which need not be known not to wrap: modulo the sizes of their types.
    Words,
    /// Which power of two a number is, or how many times another one.
    Powers,
}

/// The values at each place in some executions.
pub struct Observed {
    points: BTreeMap<LocId, Vec<Vec<i128>>>,
    solved: Solved,
    /// What was found of the kinds that do not depend on what the linear engine knows.
    found: BTreeMap<Kind, Guesses>,
}

impl Observed {
    pub fn of(places: &Places, cx: &Context) -> Observed {
        let limits = Limits { deadline: Some(end(PATIENCE, cx)), ..cx.limits(STEPS) };
        let sampling = Sampling { wanted: &places.values, most: MOST_POINTS };
        let points = sample(&places.program, 0..EXECUTIONS, &limits, &sampling).into_iter().collect();
        Observed { points, solved: Solved::default(), found: BTreeMap::new() }
    }

    /// What holds in all executions that were made.
    pub fn guesses(&mut self, kind: Kind, places: &Places, linear: Option<&Invariants>) -> Guesses {
        if let Some(found) = self.found.get(&kind) {
            return found.clone();
        }
        let mut guesses = Guesses::new();
        for (&place, points) in &self.points {
            let values = &places.values[&place];
            let formulas = match kind {
                Kind::Equal => equal(places, place, linear, &small(points), &mut self.solved),
                Kind::Greater => greater(places, place, linear, &small(points)),
                Kind::Words => words(&places.program, values, points, &mut self.solved),
                Kind::Powers => powers(&places.program, values, points),
                Kind::Wrapping => {
                    let mut formulas = congruences(&places.program, values, points, &mut self.solved);
                    formulas.extend(known(places, place, linear));
                    formulas
                }
            };
            if !formulas.is_empty() {
                guesses.insert(place, formulas);
            }
        }
        if matches!(kind, Kind::Words | Kind::Powers) {
            self.found.insert(kind, guesses.clone());
        }
        guesses
    }
}

impl Observed {
    /// What the linear engine knows in some case, and holds in all executions that were made, as far as it compares numbers with each
    /// other or with constants, other than with the ends of types.
    pub fn facts(&self, places: &Places, linear: Option<&Invariants>) -> Guesses {
        let is_told = |constraint: &Constraint| {
            constraint.terms.len() <= 2
                && constraint.terms.iter().all(|(_, factor)| factor.abs() == 1)
                && constraint.constant.abs() < GREATEST_CONSTANT
                && !is_of_type(constraint, &places.program)
        };
        let facts = |(place, points): (&LocId, &Vec<Vec<i128>>)| {
            let common = common(several(linear, *place)?, &places.values[place], points);
            let told = common.into_iter().filter(|constraint| is_told(constraint));
            Some((*place, told.filter_map(|constraint| said(constraint, Some)).collect()))
        };
        self.points.iter().filter_map(facts).collect()
    }
}

/// The equations of points that were looked at before.
#[derive(Default)]
pub struct Solved(Vec<(usize, Vec<Vec<i128>>, Vec<Polynomial>)>);

impl Solved {
    /// A basis of the polynomials up to a degree that are zero at all points.
    pub fn equations(&mut self, degree: usize, points: &[Vec<i128>]) -> Vec<Polynomial> {
        if let Some((_, _, known)) = self.0.iter().find(|(most, of, _)| *most == degree && of == points) {
            return known.clone();
        }
        let found = equations_up_to(degree, points);
        self.0.push((degree, points.to_vec(), found.clone()));
        found
    }
}

/// The points without great values, each once.
pub fn small(points: &[Vec<i128>]) -> Vec<Vec<i128>> {
    let is_small = |point: &&Vec<i128>| point.iter().all(|value| value.abs() <= GREATEST);
    points.iter().filter(is_small).cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

fn equal(
    places: &Places,
    place: LocId,
    linear: Option<&Invariants>,
    points: &[Vec<i128>],
    solved: &mut Solved,
) -> Vec<Formula> {
    let values = &places.values[&place];
    let is_zero = |polynomial: &Polynomial| compare(polynomial, values, Relation::Zero);
    let mut formulas: Vec<Formula> = solved.equations(GREATEST_DEGREE, points).iter().map(is_zero).collect();
    if places.is_exit(place) {
        let is_given = |at: &usize| matches!(values[*at], Value::AtEntry(_));
        let given: Vec<usize> = (0..values.len()).filter(is_given).collect();
        let case = |(condition, polynomial): &(Polynomial, Polynomial)| {
            compare(condition, values, Relation::AtLeastZero).implies(is_zero(polynomial))
        };
        formulas.extend(cases(points, &given).iter().map(case));
    }
    let common = several(linear, place).map(|invariant| common(invariant, values, points)).unwrap_or_default();
    formulas.extend(common.into_iter().filter_map(|constraint| said(constraint, Some)));
    formulas
}

fn greater(places: &Places, place: LocId, linear: Option<&Invariants>, points: &[Vec<i128>]) -> Vec<Formula> {
    let values = &places.values[&place];
    let is_natural = |polynomial: &Polynomial| compare(polynomial, values, Relation::AtLeastZero);
    let bounded = inequalities(points);
    bounded.iter().map(is_natural).chain(known(places, place, linear)).collect()
}

/// What the linear engine knows by cases.
fn known(places: &Places, place: LocId, linear: Option<&Invariants>) -> Option<Formula> {
    several(linear, place).map(|invariant| by_cases(invariant, |value| places.name(place, value)))
}

/// What the linear engine knows of a place, if it has several cases.
fn several(linear: Option<&Invariants>, place: LocId) -> Option<&Invariant> {
    linear.map(|linear| &linear.at[place.index()]).filter(|known| known.disjuncts.len() > 1)
}

/// The constraints of some case that hold at all points.
fn common<'i>(invariant: &'i Invariant, values: &[Value], points: &[Vec<i128>]) -> Vec<&'i Constraint> {
    let holds = |constraint: &Constraint, point: &[i128]| {
        let term = |(value, factor): &(Value, i128)| {
            let at = values.iter().position(|other| other == value)?;
            point[at].checked_mul(*factor)
        };
        let sum = constraint.terms.iter().try_fold(constraint.constant, |sum, of| sum.checked_add(term(of)?));
        sum.is_some_and(|sum| match constraint.relation {
            Relation::Zero => sum == 0,
            Relation::AtLeastZero => sum >= 0,
            Relation::AboveZero => sum > 0,
            Relation::NonZero => sum != 0,
            Relation::Modulo { modulus, width } => modulus > 0 && sum.rem_euclid(modulus) <= width,
        })
    };
    let all: BTreeSet<&Constraint> = invariant.disjuncts.iter().flat_map(|disjunct| disjunct.iter()).collect();
    all.into_iter().filter(|constraint| points.iter().all(|point| holds(constraint, point))).collect()
}

/// Whether a bound says no more than the type of its variable.
fn is_of_type(constraint: &Constraint, program: &Program) -> bool {
    let [(Value::Now(var) | Value::AtEntry(var), factor)] = *constraint.terms else { return false };
    let ty = program.var(var).ty;
    let least = [ty.min(), ty.max()].map(|end| end.checked_mul(factor)?.checked_add(constraint.constant));
    constraint.relation == Relation::AtLeastZero && least.iter().all(|least| least.is_some_and(|least| least >= 0))
}
