//! Formulas of the Single Index Logic: paper 001, §4, Fig. 1.
//!
//! A [`Formula`] is `∃b₁ … bₙ. φ`, where φ is a boolean combination of array properties `∀i. γ(i) → υ(i)` and linear
//! constraints on scalars, lengths of arrays and single cells: the ∃*∀* fragment, and nothing else can be written down.
//!
//! Semantics (the paper's, §4): `∀i. γ → υ` speaks of those `i` only for which no cell `a[i + m]` of υ lies outside its
//! array. A linear constraint that reads outside an array speaks of an arbitrary but fixed value.
//!
//! Deviations. Arrays may have different lengths (the paper takes one length for all "for simplicity"), and may be empty.
//! A guard is a conjunction of bounds; a disjunction of guards is a conjunction of properties. A value expression may be a
//! *disjunction* of conjunctions of differences: with one disjunct it is the paper's logic, which is decided; with more it is
//! beyond it (adjacent cells and disjunctions together encode counter machines), and [`crate::satisfiable`] may then give
//! up. Loops with branches need it: `a[i] > 0 && b[i] == 1 || a[i] <= 0 && b[i] == 0`.

use std::collections::{BTreeMap, BTreeSet};

use heureka_number::Int;

use crate::names::{Array, Scalar};
use crate::sum::Sum;
use crate::term::{Base, Term};

/// `∃ scalars. body`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Formula {
    /// No scalar occurs twice.
    pub exists: Vec<Scalar>,
    pub body: Body,
}

/// A boolean combination without quantifiers over scalars. `And` of nothing is true, `Or` of nothing false.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Body {
    Compare(Comparison),
    ForAll(Property),
    Not(Box<Body>),
    And(Vec<Body>),
    Or(Vec<Body>),
}

/// `sum ≥ 0`, or `sum = 0`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Comparison {
    pub sum: Sum<Base>,
    pub sign: Sign,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    AtLeastZero,
    EqualZero,
}

/// `∀i. (each lower ≤ i) ∧ (i ≤ each upper) → value`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Property {
    pub lower: Vec<Term>,
    pub upper: Vec<Term>,
    pub value: Value,
}

/// A disjunction of conjunctions of differences; the paper's value expressions have one disjunct.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub Vec<Vec<Difference>>);

/// `left − right ≤ bound`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Difference {
    pub left: Operand,
    pub right: Operand,
    pub bound: Int,
}

/// What differences are taken of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operand {
    Zero,
    /// The index variable `i`.
    Index,
    /// `a[i + offset]`.
    Cell(Array, i64),
    Base(Base),
}

impl Formula {
    pub fn truth() -> Formula {
        Formula::from(Body::truth())
    }

    pub fn falsehood() -> Formula {
        Formula::from(Body::falsehood())
    }

    /// Whether it is `true` by its form.
    pub fn is_truth(&self) -> bool {
        self.body == Body::truth()
    }

    pub fn property(property: Property) -> Formula {
        Formula::from(Body::ForAll(property))
    }

    /// `left ≤ right`; see [`Body`] for more.
    pub fn at_most(left: Sum<Base>, right: &Sum<Base>) -> Formula {
        Formula::from(Body::at_most(left, right))
    }

    pub fn equal(left: &Sum<Base>, right: &Sum<Base>) -> Formula {
        Formula::from(Body::equal(left, right))
    }

    /// That every single cell that is read in a comparison lies within its array.
    pub fn reads_inside(&self) -> Body {
        let mut parts = Vec::new();
        let mut open = vec![&self.body];
        while let Some(body) = open.pop() {
            match body {
                Body::And(inner) | Body::Or(inner) => open.extend(inner),
                Body::Not(inner) => open.push(inner),
                Body::ForAll(_) => {}
                Body::Compare(comparison) => {
                    for (base, _) in comparison.sum.terms() {
                        let mut base = Some(base);
                        while let Some(Base::Read(array, position)) = base {
                            parts.push(Body::at_most(Sum::zero(), &position.to_sum()));
                            parts.push(Body::less(position.to_sum(), &Term::length(array.clone()).to_sum()));
                            base = position.base.as_ref();
                        }
                    }
                }
            }
        }
        Body::and(parts)
    }

    /// Both; bound scalars are renamed where they would be confused.
    pub fn and(&self, other: &Formula) -> Formula {
        self.joined(other, |left, right| Body::and([left, right]))
    }

    pub fn or(&self, other: &Formula) -> Formula {
        self.joined(other, |left, right| Body::or([left, right]))
    }

    /// The negation; none if scalars are bound, since their negation is outside the fragment.
    pub fn negated(&self) -> Option<Formula> {
        self.exists.is_empty().then(|| Formula::from(self.body.negated()))
    }

    /// The scalars that are free.
    pub fn scalars(&self) -> BTreeSet<Scalar> {
        let mut scalars = self.body.names().0;
        scalars.retain(|scalar| !self.exists.contains(scalar));
        scalars
    }

    pub fn arrays(&self) -> BTreeSet<Array> {
        self.body.names().1
    }

    /// Every scalar, free or bound.
    pub fn all_scalars(&self) -> BTreeSet<Scalar> {
        let mut scalars = self.body.names().0;
        scalars.extend(self.exists.iter().cloned());
        scalars
    }

    /// Free scalars replaced by terms, all at once; bound ones are renamed out of the way.
    pub fn substitute(&self, replacements: &BTreeMap<Scalar, Term>) -> Formula {
        let mut used = BTreeSet::new();
        for term in replacements.values() {
            term.collect(&mut used, &mut BTreeSet::new());
        }
        let renamed = self.apart_from(&used);
        let scalar = |name: &Scalar| {
            let replaced = if renamed.exists.contains(name) { None } else { replacements.get(name).cloned() };
            replaced.unwrap_or_else(|| Term::scalar(name.clone()))
        };
        Formula { body: renamed.body.replace(&scalar, &Array::clone), exists: renamed.exists }
    }

    pub fn rename_scalars(&self, names: &BTreeMap<Scalar, Scalar>) -> Formula {
        self.substitute(&names.iter().map(|(from, to)| (from.clone(), Term::scalar(to.clone()))).collect())
    }

    pub fn rename_arrays(&self, names: &BTreeMap<Array, Array>) -> Formula {
        let array = |name: &Array| names.get(name).unwrap_or(name).clone();
        let body = self.body.replace(&|name| Term::scalar(name.clone()), &array);
        Formula { exists: self.exists.clone(), body }
    }

    /// The formula with this scalar bound.
    pub fn bind(mut self, scalar: Scalar) -> Formula {
        if !self.exists.contains(&scalar) && self.body.names().0.contains(&scalar) {
            self.exists.push(scalar);
        }
        self
    }

    /// The same formula with bound scalars that are not among `names`.
    pub(crate) fn apart_from(&self, names: &BTreeSet<Scalar>) -> Formula {
        if self.exists.iter().all(|bound| !names.contains(bound)) {
            return self.clone();
        }
        let mut taken = self.all_scalars();
        taken.extend(names.iter().cloned());
        let mut renaming = BTreeMap::new();
        for bound in self.exists.iter().filter(|bound| names.contains(bound)) {
            let fresh = bound.fresh(&taken);
            taken.insert(fresh.clone());
            renaming.insert(bound.clone(), fresh);
        }
        let new_name = |name: &Scalar| renaming.get(name).unwrap_or(name).clone();
        Formula {
            exists: self.exists.iter().map(new_name).collect(),
            body: self.body.replace(&|name| Term::scalar(new_name(name)), &Array::clone),
        }
    }

    fn joined(&self, other: &Formula, join: impl FnOnce(Body, Body) -> Body) -> Formula {
        let left = self.apart_from(&other.scalars());
        let right = other.apart_from(&left.all_scalars());
        let exists = left.exists.into_iter().chain(right.exists).collect();
        Formula { exists, body: join(left.body, right.body) }
    }
}

impl From<Body> for Formula {
    fn from(body: Body) -> Formula {
        Formula { exists: Vec::new(), body }
    }
}

impl Body {
    pub fn truth() -> Body {
        Body::And(Vec::new())
    }

    pub fn falsehood() -> Body {
        Body::Or(Vec::new())
    }

    /// `left ≤ right`.
    pub fn at_most(left: Sum<Base>, right: &Sum<Base>) -> Body {
        Body::compare(right.minus(&left), Sign::AtLeastZero)
    }

    pub fn less(left: Sum<Base>, right: &Sum<Base>) -> Body {
        Body::at_most(left.plus_number(1), right)
    }

    pub fn equal(left: &Sum<Base>, right: &Sum<Base>) -> Body {
        Body::compare(left.minus(right), Sign::EqualZero)
    }

    pub fn compare(sum: Sum<Base>, sign: Sign) -> Body {
        match (sum.as_number(), sign) {
            (Some(number), Sign::AtLeastZero) if number.is_negative() => Body::falsehood(),
            (Some(number), Sign::EqualZero) if !number.is_zero() => Body::falsehood(),
            (Some(_), _) => Body::truth(),
            (None, _) => Body::Compare(Comparison { sum, sign }),
        }
    }

    /// All of them, flattened; true ones are left out and duplicates too.
    pub fn and(parts: impl IntoIterator<Item = Body>) -> Body {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Body::And(inner) => {
                    for part in inner {
                        push_new(&mut all, part);
                    }
                }
                part if part == Body::falsehood() => return part,
                part => push_new(&mut all, part),
            }
        }
        if all.len() == 1 { all.remove(0) } else { Body::And(all) }
    }

    /// One of them, flattened.
    pub fn or(parts: impl IntoIterator<Item = Body>) -> Body {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Body::Or(inner) => {
                    for part in inner {
                        push_new(&mut all, part);
                    }
                }
                part if part == Body::truth() => return part,
                part => push_new(&mut all, part),
            }
        }
        if all.len() == 1 { all.remove(0) } else { Body::Or(all) }
    }

    /// The negation, pushed inwards to the properties (the paper, §4.1: only array properties occur negated).
    pub fn negated(&self) -> Body {
        match self {
            Body::Not(inner) => (**inner).clone(),
            Body::And(parts) => Body::or(parts.iter().map(Body::negated)),
            Body::Or(parts) => Body::and(parts.iter().map(Body::negated)),
            Body::ForAll(_) => Body::Not(Box::new(self.clone())),
            Body::Compare(Comparison { sum, sign: Sign::AtLeastZero }) => {
                Body::compare(sum.negated().plus_number(-1), Sign::AtLeastZero)
            }
            Body::Compare(Comparison { sum, sign: Sign::EqualZero }) => Body::or([
                Body::compare(sum.plus_number(-1), Sign::AtLeastZero),
                Body::compare(sum.negated().plus_number(-1), Sign::AtLeastZero),
            ]),
        }
    }

    /// Negations pushed inwards to the properties.
    pub fn normalised(&self) -> Body {
        match self {
            Body::Compare(_) | Body::ForAll(_) => self.clone(),
            Body::Not(inner) => inner.normalised().negated(),
            Body::And(parts) => Body::and(parts.iter().map(Body::normalised)),
            Body::Or(parts) => Body::or(parts.iter().map(Body::normalised)),
        }
    }

    /// The parts of a conjunction, or the formula alone.
    pub fn conjuncts(&self) -> Vec<&Body> {
        match self {
            Body::And(parts) => parts.iter().flat_map(Body::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// The scalars and the arrays that occur.
    pub fn names(&self) -> (BTreeSet<Scalar>, BTreeSet<Array>) {
        let (mut scalars, mut arrays) = (BTreeSet::new(), BTreeSet::new());
        self.collect(&mut scalars, &mut arrays);
        (scalars, arrays)
    }

    /// Scalars replaced by terms, arrays renamed.
    pub fn replace(&self, scalar: &dyn Fn(&Scalar) -> Term, array: &dyn Fn(&Array) -> Array) -> Body {
        match self {
            Body::Compare(Comparison { sum, sign }) => {
                Body::compare(sum.map(|base| base.replace(scalar, array).to_sum()), *sign)
            }
            Body::ForAll(property) => Body::ForAll(property.replace(scalar, array)),
            Body::Not(inner) => inner.replace(scalar, array).negated(),
            Body::And(parts) => Body::and(parts.iter().map(|part| part.replace(scalar, array))),
            Body::Or(parts) => Body::or(parts.iter().map(|part| part.replace(scalar, array))),
        }
    }

    fn collect(&self, scalars: &mut BTreeSet<Scalar>, arrays: &mut BTreeSet<Array>) {
        match self {
            Body::Compare(comparison) => comparison.sum.terms().for_each(|(base, _)| base.collect(scalars, arrays)),
            Body::ForAll(property) => property.collect(scalars, arrays),
            Body::Not(inner) => inner.collect(scalars, arrays),
            Body::And(parts) | Body::Or(parts) => parts.iter().for_each(|part| part.collect(scalars, arrays)),
        }
    }
}

fn push_new(all: &mut Vec<Body>, part: Body) {
    if !all.contains(&part) {
        all.push(part);
    }
}

impl Property {
    /// `∀i. lower ≤ i < end → differences`.
    pub fn within(lower: Term, end: Term, differences: Vec<Difference>) -> Property {
        Property { lower: vec![lower], upper: vec![end.plus(-1)], value: Value(vec![differences]) }
    }

    /// The cells `a[i + m]` of the value expression.
    pub fn cells(&self) -> BTreeSet<(Array, i64)> {
        let operands = self.value.0.iter().flatten().flat_map(|difference| [&difference.left, &difference.right]);
        let cells = operands.filter_map(|operand| match operand {
            Operand::Cell(array, offset) => Some((array.clone(), *offset)),
            _ => None,
        });
        cells.collect()
    }

    /// Whether the value expression is one conjunction, as in the paper.
    pub fn is_conjunctive(&self) -> bool {
        self.value.0.len() == 1
    }

    /// The same property with the index counted from its leftmost cell.
    pub fn from_first_cell(&self) -> Property {
        let Some(first) = self.cells().iter().map(|(_, offset)| *offset).min() else { return self.clone() };
        let operand = |operand: &Operand| match operand {
            Operand::Cell(array, offset) => Operand::Cell(array.clone(), offset - first),
            other => other.clone(),
        };
        let difference = |old: &Difference| {
            // The old index is the new one minus `first`.
            let mut bound = old.bound.clone();
            if old.left == Operand::Index {
                bound += &first.into();
            }
            if old.right == Operand::Index {
                bound -= &first.into();
            }
            Difference { left: operand(&old.left), right: operand(&old.right), bound }
        };
        Property {
            lower: self.lower.iter().map(|term| term.plus(first)).collect(),
            upper: self.upper.iter().map(|term| term.plus(first)).collect(),
            value: Value(self.value.0.iter().map(|part| part.iter().map(difference).collect()).collect()),
        }
    }

    /// Scalars replaced by terms, arrays renamed.
    pub fn replace(&self, scalar: &dyn Fn(&Scalar) -> Term, array: &dyn Fn(&Array) -> Array) -> Property {
        let difference = |old: &Difference| {
            let (left, more) = old.left.replace(scalar, array);
            let (right, less) = old.right.replace(scalar, array);
            // left + more − right − less ≤ bound
            Difference { left, right, bound: &old.bound - &more + less }
        };
        let conjunction = |old: &Vec<Difference>| old.iter().map(difference).collect();
        Property {
            lower: self.lower.iter().map(|term| term.replace(scalar, array)).collect(),
            upper: self.upper.iter().map(|term| term.replace(scalar, array)).collect(),
            value: Value(self.value.0.iter().map(conjunction).collect()),
        }
    }

    fn collect(&self, scalars: &mut BTreeSet<Scalar>, arrays: &mut BTreeSet<Array>) {
        self.lower.iter().chain(&self.upper).for_each(|term| term.collect(scalars, arrays));
        for difference in self.value.0.iter().flatten() {
            for operand in [&difference.left, &difference.right] {
                match operand {
                    Operand::Zero | Operand::Index => {}
                    Operand::Cell(array, _) => {
                        arrays.insert(array.clone());
                    }
                    Operand::Base(base) => base.collect(scalars, arrays),
                }
            }
        }
    }
}

impl Difference {
    /// `left − right ≤ bound`.
    pub fn at_most(left: Operand, right: Operand, bound: impl Into<Int>) -> Difference {
        Difference { left, right, bound: bound.into() }
    }

    /// `left = right + offset`, as two differences.
    pub fn equal(left: Operand, right: Operand, offset: impl Into<Int>) -> Vec<Difference> {
        let offset = offset.into();
        let back = Difference { left: right.clone(), right: left.clone(), bound: -&offset };
        vec![Difference { left, right, bound: offset }, back]
    }

    /// `left > right + bound`.
    pub fn negated(&self) -> Difference {
        Difference { left: self.right.clone(), right: self.left.clone(), bound: -&self.bound - Int::ONE }
    }
}

impl Operand {
    pub fn cell(array: impl Into<Array>, offset: i64) -> Operand {
        Operand::Cell(array.into(), offset)
    }

    pub fn scalar(name: impl Into<Scalar>) -> Operand {
        Operand::Base(Base::Scalar(name.into()))
    }

    /// The operand and the number of a term.
    pub fn of_term(term: &Term) -> (Operand, Int) {
        (term.base.clone().map_or(Operand::Zero, Operand::Base), term.offset.clone())
    }

    fn replace(&self, scalar: &dyn Fn(&Scalar) -> Term, array: &dyn Fn(&Array) -> Array) -> (Operand, Int) {
        match self {
            Operand::Zero | Operand::Index => (self.clone(), Int::ZERO),
            Operand::Cell(name, offset) => (Operand::Cell(array(name), *offset), Int::ZERO),
            Operand::Base(base) => Operand::of_term(&base.replace(scalar, array)),
        }
    }
}
