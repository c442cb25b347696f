//! A pre-condition in the form that a loop is composed with: conjunctions of linear constraints on scalars and lengths, and
//! of array properties (paper 001, §4.1: "we put it in DNF and check each disjunct separately").
//!
//! A negated property is a witness, a bound scalar at which the value expression fails. A single read is the paper's
//! shorthand, a bound scalar that a property of one index equates with the cell. Outside the array that property says
//! nothing, so a read there is forgotten: the result is weaker, never stronger.

use std::collections::{BTreeMap, BTreeSet};

use crate::formula::{Body, Comparison, Difference, Formula, Operand, Property, Value};
use crate::limits::Reason;
use crate::names::{Array, Scalar};
use crate::sum::Sum;
use crate::term::{Base, Term};

/// More disjuncts are refused.
const MOST_DISJUNCTS: usize = 48;

/// One disjunct of a pre-condition: no read occurs, and nothing is negated.
#[derive(Clone, Debug)]
pub struct Pre {
    pub exists: Vec<Scalar>,
    pub comparisons: Vec<Comparison>,
    pub properties: Vec<Property>,
}

/// The disjuncts of a pre-condition.
pub fn disjuncts(formula: &Formula) -> Result<Vec<Pre>, Reason> {
    let mut all = Vec::new();
    for literals in alternatives(&formula.body.normalised())? {
        let mut builder = Builder {
            taken: formula.all_scalars(),
            pre: Pre { exists: formula.exists.clone(), comparisons: Vec::new(), properties: Vec::new() },
            reads: BTreeMap::new(),
        };
        builder.taken.extend(formula.scalars());
        let mut open = vec![Vec::new()];
        for literal in literals {
            match literal {
                Body::Compare(comparison) => builder.compare(&comparison),
                Body::ForAll(property) => builder.property(&property),
                Body::Not(inner) => {
                    let Body::ForAll(property) = *inner else { unreachable!("only properties are negated") };
                    let failures = builder.witness(&property);
                    open = product(&open, &failures)?;
                }
                Body::And(_) | Body::Or(_) => unreachable!("literals only"),
            }
        }
        for extra in open {
            let mut pre = builder.pre.clone();
            pre.comparisons.extend(extra);
            all.push(pre);
        }
        if all.len() > MOST_DISJUNCTS {
            return Err(too_many());
        }
    }
    Ok(all)
}

fn too_many() -> Reason {
    Reason::TooHard(format!("a pre-condition with more than {MOST_DISJUNCTS} cases"))
}

fn product<T: Clone>(left: &[Vec<T>], right: &[Vec<T>]) -> Result<Vec<Vec<T>>, Reason> {
    if left.len() * right.len() > MOST_DISJUNCTS {
        return Err(too_many());
    }
    Ok(left.iter().flat_map(|one| right.iter().map(move |two| [&one[..], two].concat())).collect())
}

fn alternatives(body: &Body) -> Result<Vec<Vec<Body>>, Reason> {
    match body {
        Body::And(parts) => parts.iter().try_fold(vec![Vec::new()], |all, part| product(&all, &alternatives(part)?)),
        Body::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(alternatives(part)?);
            }
            Ok(all)
        }
        literal => Ok(vec![vec![literal.clone()]]),
    }
}

struct Builder {
    taken: BTreeSet<Scalar>,
    pre: Pre,
    reads: BTreeMap<Base, Scalar>,
}

impl Builder {
    fn bind(&mut self, name: &str) -> Scalar {
        let scalar = Scalar::new(name).fresh(&self.taken);
        self.taken.insert(scalar.clone());
        self.pre.exists.push(scalar.clone());
        scalar
    }

    /// A base without reads.
    fn base(&mut self, base: &Base) -> Base {
        let Base::Read(array, position) = base else { return base.clone() };
        if let Some(scalar) = self.reads.get(base) {
            return Base::Scalar(scalar.clone());
        }
        let place = self.term(position);
        let scalar = self.bind(&format!("{}_cell", array.name()));
        self.reads.insert(base.clone(), scalar.clone());
        self.cell_is(array, &place, &scalar);
        Base::Scalar(scalar)
    }

    fn cell_is(&mut self, array: &Array, place: &Term, scalar: &Scalar) {
        let value = Difference::equal(Operand::cell(array.clone(), 0), Operand::scalar(scalar.clone()), 0);
        let property = Property { lower: vec![place.clone()], upper: vec![place.clone()], value: Value(vec![value]) };
        self.pre.properties.push(property);
    }

    fn term(&mut self, term: &Term) -> Term {
        let base = term.base.as_ref().map(|base| self.base(base));
        Term { base, offset: term.offset.clone() }
    }

    fn compare(&mut self, comparison: &Comparison) {
        let sum = comparison.sum.map(|base| Sum::of(self.base(base)));
        if let Body::Compare(comparison) = Body::compare(sum.clone(), comparison.sign) {
            self.pre.comparisons.push(comparison);
        } else if Body::compare(sum, comparison.sign) == Body::falsehood() {
            self.pre.comparisons.push(Comparison { sum: Sum::number(-1), sign: crate::formula::Sign::AtLeastZero });
        }
    }

    fn property(&mut self, property: &Property) {
        let lower = property.lower.iter().map(|term| self.term(term)).collect();
        let upper = property.upper.iter().map(|term| self.term(term)).collect();
        let value = property.value.0.iter().map(|part| part.iter().map(|it| self.difference(it)).collect()).collect();
        self.pre.properties.push(Property { lower, upper, value: Value(value) });
    }

    fn difference(&mut self, Difference { left, right, bound }: &Difference) -> Difference {
        Difference { left: self.operand(left), right: self.operand(right), bound: bound.clone() }
    }

    fn operand(&mut self, operand: &Operand) -> Operand {
        match operand {
            Operand::Base(base) => Operand::Base(self.base(base)),
            other => other.clone(),
        }
    }

    /// A position at which a property fails, and the ways in which it can.
    fn witness(&mut self, property: &Property) -> Vec<Vec<Comparison>> {
        let place = self.bind("k");
        let here = Term::scalar(place);
        let mut bounds = Vec::new();
        for lower in &property.lower {
            let lower = self.term(lower);
            bounds.push(Body::at_most(lower.to_sum(), &here.to_sum()));
        }
        for upper in &property.upper {
            let upper = self.term(upper);
            bounds.push(Body::at_most(here.to_sum(), &upper.to_sum()));
        }
        let mut cells = BTreeMap::new();
        for (array, offset) in property.cells() {
            let position = here.plus(offset);
            bounds.push(Body::at_most(Sum::zero(), &position.to_sum()));
            bounds.push(Body::less(position.to_sum(), &Term::length(array.clone()).to_sum()));
            let scalar = self.bind(&format!("{}_cell", array.name()));
            self.cell_is(&array, &position, &scalar);
            cells.insert((array, offset), scalar);
        }
        for bound in bounds {
            match bound {
                Body::Compare(comparison) => self.pre.comparisons.push(comparison),
                other if other == Body::truth() => {}
                _ => self
                    .pre
                    .comparisons
                    .push(Comparison { sum: Sum::number(-1), sign: crate::formula::Sign::AtLeastZero }),
            }
        }
        let sum = |builder: &mut Builder, operand: &Operand| match operand {
            Operand::Zero => Sum::zero(),
            Operand::Index => here.to_sum(),
            Operand::Cell(array, offset) => Sum::of(Base::Scalar(cells[&(array.clone(), *offset)].clone())),
            Operand::Base(base) => Sum::of(builder.base(base)),
        };
        let mut failures: Vec<Vec<Comparison>> = vec![Vec::new()];
        for conjunction in &property.value.0 {
            let mut ways = Vec::new();
            for Difference { left, right, bound } in conjunction {
                let (left, right) = (sum(self, left), sum(self, right));
                // left > right + bound
                match Body::less(right.plus_number(bound.clone()), &left) {
                    Body::Compare(comparison) => ways.push(vec![comparison]),
                    other if other == Body::truth() => ways.push(Vec::new()),
                    _ => {}
                }
            }
            failures = failures.iter().flat_map(|one| ways.iter().map(move |two| [&one[..], two].concat())).collect();
        }
        failures
    }
}

impl Pre {
    /// The disjunct as a formula.
    pub fn body(&self) -> Body {
        let comparisons = self.comparisons.iter().map(|it| Body::compare(it.sum.clone(), it.sign));
        Body::and(comparisons.chain(self.properties.iter().cloned().map(Body::ForAll)))
    }

    /// Scalars renamed, bound ones too.
    pub fn rename(&self, names: &BTreeMap<Scalar, Scalar>) -> Pre {
        let scalar = |name: &Scalar| Term::scalar(names.get(name).unwrap_or(name).clone());
        let comparison = |old: &Comparison| Comparison {
            sum: old.sum.map(|base| base.replace(&scalar, &Array::clone).to_sum()),
            sign: old.sign,
        };
        Pre {
            exists: self.exists.iter().map(|name| names.get(name).unwrap_or(name).clone()).collect(),
            comparisons: self.comparisons.iter().map(comparison).collect(),
            properties: self.properties.iter().map(|it| it.replace(&scalar, &Array::clone)).collect(),
        }
    }
}
