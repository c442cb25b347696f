//! What is known of the states at a location: a conjunction, with scalars that are only known to exist.
//!
//! `∃ exists. ⋀ conjuncts`, a formula of ∃*∀*-SIL, kept as a set so that it is easy to see which of two says more. Assignments
//! of scalars are exact (paper 001 §5: the fragment is closed for strongest post-conditions): the old value becomes a bound
//! scalar, which is eliminated where an equation defines it or differences with unit coefficients bound it. A scalar that
//! nobody reads any more is eliminated in the same way; what cannot be said without it is dropped, which only forgets.

use std::collections::{BTreeMap, BTreeSet};

use heureka_number::Int;
use heureka_sil::{Array, Base, Body, Comparison, Formula, Operand, Property, Scalar, Sign, Sum, Term};

/// Eliminating a scalar may make this many comparisons of those that mention it.
const MOST_PAIRS: usize = 24;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Facts {
    pub exists: BTreeSet<Scalar>,
    pub conjuncts: BTreeSet<Body>,
}

impl Facts {
    pub fn formula(&self) -> Formula {
        Formula { exists: self.exists.iter().cloned().collect(), body: Body::and(self.conjuncts.iter().cloned()) }
    }

    pub fn assume(&mut self, body: Body) {
        match body {
            Body::And(parts) => parts.into_iter().for_each(|part| self.assume(part)),
            body => {
                self.conjuncts.insert(body);
            }
        }
    }

    pub fn is_false(&self) -> bool {
        self.conjuncts.contains(&Body::falsehood())
    }

    /// Whether every state of the other is one of this, by form alone.
    pub fn covers(&self, other: &Facts) -> bool {
        self.conjuncts.is_subset(&other.conjuncts)
    }

    /// What both say.
    pub fn common(&self, other: &Facts) -> Facts {
        let conjuncts = self.conjuncts.intersection(&other.conjuncts).cloned().collect();
        let mut facts = Facts { exists: self.exists.clone(), conjuncts };
        facts.exists.retain(|scalar| facts.conjuncts.iter().any(|body| mentions(body, scalar)));
        facts
    }

    /// Renames a scalar everywhere.
    fn rename(&mut self, from: &Scalar, to: &Scalar) {
        let term = |name: &Scalar| Term::scalar(if name == from { to.clone() } else { name.clone() });
        self.conjuncts = self.conjuncts.iter().map(|body| body.replace(&term, &Array::clone)).collect();
    }

    /// The scalar gets another name, which is bound.
    pub fn rename_bound(&mut self, from: &Scalar, to: &Scalar) {
        self.rename(from, to);
        self.exists.insert(to.clone());
    }

    /// A parallel assignment; no value means an arbitrary one. `old` are names for the values before, one for each pair.
    pub fn assign(&mut self, pairs: &[(Scalar, Option<Sum<Base>>)], old: &[Scalar]) {
        for ((target, _), old) in pairs.iter().zip(old) {
            self.rename(target, old);
            self.exists.insert(old.clone());
        }
        let before = |name: &Scalar| {
            let at = pairs.iter().position(|(target, _)| target == name);
            Term::scalar(at.map_or_else(|| name.clone(), |at| old[at].clone()))
        };
        for (target, value) in pairs {
            if let Some(value) = value {
                let value = value.map(|base| base.replace(&before, &Array::clone).to_sum());
                self.assume(Body::equal(&Sum::of(Base::Scalar(target.clone())), &value));
            }
        }
        for old in old {
            self.eliminate(old);
        }
    }

    /// Nothing is known of the contents of the array any more.
    pub fn forget_contents(&mut self, array: &Array) {
        self.conjuncts.retain(|body| !reads_contents(body, array));
    }

    /// Nothing is known of a scalar any more.
    pub fn forget(&mut self, scalar: &Scalar, old: Scalar) {
        if self.conjuncts.iter().any(|body| mentions(body, scalar)) {
            self.rename(scalar, &old);
            self.exists.insert(old.clone());
            self.eliminate(&old);
        }
    }

    /// Keeps what matters later.
    pub fn project(&mut self, is_live: impl Fn(&Scalar) -> bool) {
        self.find_equations();
        let scalars: BTreeSet<Scalar> = self.conjuncts.iter().flat_map(|body| body.names().0).collect();
        for scalar in scalars {
            if !self.exists.contains(&scalar) && is_live(&scalar) {
                continue;
            }
            self.exists.insert(scalar.clone());
            self.eliminate(&scalar);
            // What is left and only chooses between cases is not worth keeping, unless properties need it.
            let in_properties = self.conjuncts.iter().any(|body| has_property(body) && mentions(body, &scalar));
            if self.exists.contains(&scalar) && !in_properties {
                self.conjuncts.retain(|body| !matches!(body, Body::Or(_)) || !mentions(body, &scalar));
                self.eliminate(&scalar);
            }
        }
        self.exists.retain(|scalar| self.conjuncts.iter().any(|body| mentions(body, scalar)));
    }

    /// Scalars that are another quantity plus a number, as equations say: each with that term, in terms of which nothing else
    /// is defined.
    fn equals(&self) -> BTreeMap<Scalar, Term> {
        let mut equals: BTreeMap<Scalar, Term> = BTreeMap::new();
        for body in &self.conjuncts {
            let Body::Compare(Comparison { sum, sign: Sign::EqualZero }) = body else { continue };
            let sum = sum.map(|base| match base {
                Base::Scalar(scalar) => equals.get(scalar).map_or_else(|| Sum::of(base.clone()), Term::to_sum),
                other => Sum::of(other.clone()),
            });
            // The last scalar in the order of names is the one that is defined.
            let defined = sum.terms().filter_map(|(base, factor)| match base {
                Base::Scalar(scalar) if *factor == Int::ONE || *factor == Int::MINUS_ONE => Some((scalar, factor)),
                _ => None,
            });
            let Some((scalar, factor)) = defined.last() else { continue };
            let base = Base::Scalar(scalar.clone());
            let rest = sum.plus_scaled(&-factor, &Sum::of(base)).scaled(&-factor);
            let Some(term) = Term::from_sum(&rest) else { continue };
            if !matches!(term.base, Some(Base::Scalar(_) | Base::Length(_))) {
                continue;
            }
            let scalar = scalar.clone();
            let replace = |name: &Scalar| if *name == scalar { term.clone() } else { Term::scalar(name.clone()) };
            for other in equals.values_mut() {
                *other = other.replace(&replace, &Array::clone);
            }
            equals.insert(scalar, term);
        }
        equals
    }

    /// Says everything in terms of one of those scalars that are equal up to a number.
    pub fn use_equations(&mut self) {
        let equals = self.equals();
        if equals.is_empty() {
            return;
        }
        let replace = |name: &Scalar| equals.get(name).cloned().unwrap_or_else(|| Term::scalar(name.clone()));
        let replaced: Vec<Body> = self.conjuncts.iter().map(|body| body.replace(&replace, &Array::clone)).collect();
        self.conjuncts.clear();
        replaced.into_iter().for_each(|body| self.assume(body));
        self.conjuncts.remove(&Body::truth());
        for (scalar, term) in equals {
            self.assume(Body::equal(&Sum::of(Base::Scalar(scalar)), &term.to_sum()));
        }
    }

    /// A sum in terms of the scalars that [`Facts::use_equations`] uses.
    pub fn canonical(&self, sum: &Sum<Base>) -> Sum<Base> {
        let equals = self.equals();
        let replace = |name: &Scalar| equals.get(name).cloned().unwrap_or_else(|| Term::scalar(name.clone()));
        sum.map(|base| base.replace(&replace, &Array::clone).to_sum())
    }

    /// `e ≥ 0` and `−e ≥ 0` are an equation.
    fn find_equations(&mut self) {
        let sums = self.conjuncts.iter().filter_map(|body| match body {
            Body::Compare(Comparison { sum, sign: Sign::AtLeastZero }) => Some(sum.clone()),
            _ => None,
        });
        let sums: BTreeSet<Sum<Base>> = sums.collect();
        for sum in &sums {
            let opposite = sum.negated();
            if *sum < opposite && sums.contains(&opposite) {
                for one in [sum, &opposite] {
                    self.conjuncts.remove(&Body::compare(one.clone(), Sign::AtLeastZero));
                }
                self.assume(Body::compare(sum.clone(), Sign::EqualZero));
            }
        }
    }

    /// Takes a bound scalar out, if that can be said exactly.
    fn eliminate(&mut self, scalar: &Scalar) {
        if self.by_definition(scalar)
            || self.by_differences(scalar)
            || !self.conjuncts.iter().any(|b| mentions(b, scalar))
        {
            self.exists.remove(scalar);
        }
    }

    /// By an equation `scalar = …`.
    fn by_definition(&mut self, scalar: &Scalar) -> bool {
        let base = Base::Scalar(scalar.clone());
        let definition = |body: &Body| {
            let Body::Compare(Comparison { sum, sign: Sign::EqualZero }) = body else { return None };
            let coefficient = sum.coefficient(&base);
            if coefficient != Int::ONE && coefficient != Int::MINUS_ONE {
                return None;
            }
            // 0 = coefficient·scalar + rest
            let rest = sum.plus_scaled(&-&coefficient, &Sum::of(base.clone()));
            let value = rest.scaled(&-&coefficient);
            let is_free = value.terms().all(|(base, _)| !base_mentions(base, scalar));
            is_free.then_some((body.clone(), value))
        };
        let all: Vec<(Body, Sum<Base>)> = self.conjuncts.iter().filter_map(definition).collect();
        // A definition by one quantity can be put everywhere.
        if let Some((body, term)) = all.iter().find_map(|(body, value)| Some((body, Term::from_sum(value)?))) {
            self.conjuncts.remove(body);
            let replacement = |name: &Scalar| if name == scalar { term.clone() } else { Term::scalar(name.clone()) };
            let replaced: Vec<Body> =
                self.conjuncts.iter().map(|body| body.replace(&replacement, &Array::clone)).collect();
            self.conjuncts.clear();
            replaced.into_iter().for_each(|body| self.assume(body));
            self.conjuncts.remove(&Body::truth());
            return true;
        }
        let Some((body, value)) = all.into_iter().next() else { return false };
        if !self.conjuncts.iter().all(|body| mentions_plainly(body, scalar)) {
            return false;
        }
        self.conjuncts.remove(&body);
        let replaced: Vec<Body> = self.conjuncts.iter().map(|body| with_value(body, &base, &value)).collect();
        self.conjuncts.clear();
        replaced.into_iter().for_each(|body| self.assume(body));
        true
    }

    /// By adding each lower bound to each upper bound; exact where the coefficients are 1 and −1.
    fn by_differences(&mut self, scalar: &Scalar) -> bool {
        let base = Base::Scalar(scalar.clone());
        let (mut lower, mut upper, mut about) = (Vec::new(), Vec::new(), Vec::new());
        for body in self.conjuncts.iter().filter(|body| mentions(body, scalar)) {
            let Body::Compare(Comparison { sum, sign: Sign::AtLeastZero }) = body else { return false };
            if !mentions_plainly(body, scalar) {
                return false;
            }
            let coefficient = sum.coefficient(&base);
            if coefficient == Int::ONE {
                lower.push(sum.clone());
            } else if coefficient == Int::MINUS_ONE {
                upper.push(sum.clone());
            } else {
                return false;
            }
            about.push(body.clone());
        }
        if about.is_empty() || lower.len() * upper.len() > MOST_PAIRS {
            return false;
        }
        self.conjuncts.retain(|body| !about.contains(body));
        for low in &lower {
            for high in &upper {
                self.assume(Body::compare(low.plus(high), Sign::AtLeastZero));
            }
        }
        self.conjuncts.remove(&Body::truth());
        true
    }
}

/// Whether a scalar occurs.
pub fn mentions(body: &Body, scalar: &Scalar) -> bool {
    body.names().0.contains(scalar)
}

fn base_mentions(base: &Base, scalar: &Scalar) -> bool {
    match base {
        Base::Scalar(name) => name == scalar,
        Base::Length(_) => false,
        Base::Read(_, position) => position.base.as_ref().is_some_and(|base| base_mentions(base, scalar)),
    }
}

/// Whether there is a quantifier over indices.
fn has_property(body: &Body) -> bool {
    match body {
        Body::Compare(_) => false,
        Body::ForAll(_) => true,
        Body::Not(inner) => has_property(inner),
        Body::And(parts) | Body::Or(parts) => parts.iter().any(has_property),
    }
}

/// Whether a scalar occurs only as a quantity of comparisons, not within a position or a property.
fn mentions_plainly(body: &Body, scalar: &Scalar) -> bool {
    match body {
        Body::Compare(comparison) => {
            let inside = |base: &Base| !matches!(base, Base::Scalar(_)) && base_mentions(base, scalar);
            !comparison.sum.terms().any(|(base, _)| inside(base))
        }
        Body::ForAll(_) => !mentions(body, scalar),
        Body::Not(inner) => mentions_plainly(inner, scalar),
        Body::And(parts) | Body::Or(parts) => parts.iter().all(|part| mentions_plainly(part, scalar)),
    }
}

/// The formula with a quantity replaced in its comparisons.
fn with_value(body: &Body, base: &Base, value: &Sum<Base>) -> Body {
    match body {
        Body::Compare(Comparison { sum, sign }) => {
            let sum = sum.map(|own| if own == base { value.clone() } else { Sum::of(own.clone()) });
            Body::compare(sum, *sign)
        }
        Body::ForAll(_) => body.clone(),
        Body::Not(inner) => Body::Not(Box::new(with_value(inner, base, value))),
        Body::And(parts) => Body::and(parts.iter().map(|part| with_value(part, base, value))),
        Body::Or(parts) => Body::or(parts.iter().map(|part| with_value(part, base, value))),
    }
}

fn base_reads(base: &Base, array: &Array) -> bool {
    match base {
        Base::Read(name, position) => {
            name == array || position.base.as_ref().is_some_and(|base| base_reads(base, array))
        }
        Base::Scalar(_) | Base::Length(_) => false,
    }
}

fn property_reads(property: &Property, array: &Array) -> bool {
    let term = |term: &Term| term.base.as_ref().is_some_and(|base| base_reads(base, array));
    let operand = |operand: &Operand| match operand {
        Operand::Cell(name, _) => name == array,
        Operand::Base(base) => base_reads(base, array),
        Operand::Zero | Operand::Index => false,
    };
    property.lower.iter().chain(&property.upper).any(term)
        || property.value.0.iter().flatten().any(|difference| operand(&difference.left) || operand(&difference.right))
}

/// Whether a formula speaks of the contents of an array, not only of its length.
pub fn reads_contents(body: &Body, array: &Array) -> bool {
    match body {
        Body::Compare(comparison) => comparison.sum.terms().any(|(base, _)| base_reads(base, array)),
        Body::ForAll(property) => property_reads(property, array),
        Body::Not(inner) => reads_contents(inner, array),
        Body::And(parts) | Body::Or(parts) => parts.iter().any(|part| reads_contents(part, array)),
    }
}

#[cfg(test)]
mod tests {
    use heureka_sil::{State, acsl};

    use super::*;

    const NAMES: [&str; 3] = ["x", "y", "z"];
    const SMALL: std::ops::RangeInclusive<i64> = -2..=2;
    /// Bound scalars are looked for in a wider range than the values that define them.
    const WIDE: std::ops::RangeInclusive<i64> = -9..=9;

    fn facts(text: &str) -> Facts {
        let mut facts = Facts::default();
        facts.assume(acsl::parse(text).expect("a formula").body);
        facts
    }

    fn states() -> impl Iterator<Item = [i64; 3]> {
        SMALL.flat_map(|x| SMALL.flat_map(move |y| SMALL.map(move |z| [x, y, z])))
    }

    fn state(values: [i64; 3]) -> State {
        let cells = [7, 3, 3, 5, 0];
        let start = State::new().with_array("a", &cells);
        NAMES.iter().zip(values).fold(start, |state, (name, value)| state.with_scalar(*name, value))
    }

    /// Whether a state satisfies facts, for some values of the bound scalars.
    fn satisfies(facts: &Facts, state: &State) -> bool {
        let body = Body::and(facts.conjuncts.iter().cloned());
        let bound: Vec<&Scalar> = facts.exists.iter().collect();
        match bound[..] {
            [] => state.satisfies(&body),
            [one] => WIDE.into_iter().any(|value| state.clone().with_scalar(one.clone(), value).satisfies(&body)),
            _ => panic!("at most one scalar is left in these tests: {facts:?}"),
        }
    }

    const BEFORE: &[&str] = &[
        "x <= y && y <= z + 1",
        "x == y + 1 && z >= 0",
        "x + y <= 2 && x >= z",
        "(x <= 0 || y >= 1) && x >= z",
        "a[x] == 3 && x >= 0",
        "x == z && y == z - 1 && z <= 1",
        r"(\forall integer i; x <= i < y ==> a[i] >= 3) && x >= 0",
    ];

    #[test]
    fn assignments_are_strongest_post_conditions() {
        let (x, y) = (Sum::of(Base::Scalar("x".into())), Sum::of(Base::Scalar("y".into())));
        let values = [Some(x.plus_number(1)), Some(y.plus_number(-1)), Some(Sum::number(1)), Some(x.plus(&y)), None];
        for text in BEFORE {
            for value in &values {
                let mut after = facts(text);
                after.assign(&[("x".into(), value.clone())], &[Scalar::new("x'1")]);
                let before = facts(text);
                for [_, y, z] in states() {
                    for new in -4..=4 {
                        let comes_from = WIDE.into_iter().any(|old| {
                            let start = state([old, y, z]);
                            let reaches = match value {
                                Some(value) => value.value(|base| start.base(base)) == Int::from(new),
                                None => true,
                            };
                            reaches && satisfies(&before, &start)
                        });
                        let found = satisfies(&after, &state([new, y, z]));
                        assert!(!comes_from || found, "{text}, {value:?}: {new} {y} {z} is lost by {after:?}");
                        // Exact, where the old value lies among those that were tried.
                        let is_exact = value.is_some() || !text.contains("||");
                        assert!(
                            comes_from || !found || !is_exact,
                            "{text}, {value:?}: {new} {y} {z} is new in {after:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_lost_by_projections_and_equations() {
        for text in BEFORE {
            for kept in 0..8u32 {
                let is_live = |scalar: &Scalar| {
                    NAMES.iter().position(|n| *n == scalar.name()).is_some_and(|at| kept >> at & 1 == 1)
                };
                let (before, mut after) = (facts(text), facts(text));
                after.project(is_live);
                after.use_equations();
                if after.exists.len() > 1 {
                    continue;
                }
                for values in states().filter(|values| satisfies(&before, &state(*values))) {
                    assert!(satisfies(&after, &state(values)), "{text}, {kept}: {values:?} is lost by {after:?}");
                }
            }
        }
    }

    #[test]
    fn what_says_less_covers() {
        let (less, more) = (facts("x <= y"), facts("x <= y && y <= 3"));
        assert!(less.covers(&more) && !more.covers(&less));
        assert_eq!(less.common(&more), less);
        assert!(facts("1 <= 0").is_false());
    }
}
