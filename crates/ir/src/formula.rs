//! What holds in a state, in first-order logic over ℤ: the language of the certificates that speak of contents of arrays.
//!
//! Variables and cells stand for the numbers that they hold, so nothing wraps here, whatever their types; the types are
//! understood. An array is a map from all tuples of integers: a read outside of the extents means some number, of which
//! nothing is known but that it is of the type of the elements. A set is the array of its membership, 1 for its elements
//! and 0 for all other numbers.

use crate::ids::{ArrayId, VarId};
use crate::invariant::{Constraint, Invariant, Relation, Value};

/// A quantified variable, by its number. No two quantifiers of one formula bind the same one, and it occurs only below its
/// quantifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoundId(pub u32);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    Bool(bool),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    /// `number ⋈ 0`; [`Relation::AtLeastZero`] and so on.
    Compare(Number, Relation),
    /// For all integers.
    ForAll(Vec<BoundId>, Box<Formula>),
    /// For some integers.
    Exists(Vec<BoundId>, Box<Formula>),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Number {
    Const(i128),
    /// The value of a variable now, or when the procedure was entered.
    Value(Value),
    Bound(BoundId),
    /// The contents of an array now, one index for each dimension.
    Read(ArrayId, Vec<Number>),
    /// The sum of products of a factor and a number, and a constant.
    Sum(Vec<(Number, i128)>, i128),
    /// Of two numbers that are not constants.
    Product(Box<Number>, Box<Number>),
    /// Rounded down; the divisor is positive.
    Quotient(Box<Number>, i128),
    /// `0 .. modulus − 1`; the modulus is positive.
    Remainder(Box<Number>, i128),
    Choice(Box<Formula>, Box<Number>, Box<Number>),
}

/// The variable that no program has: see [`Formula::unsaid`].
const UNSAID: VarId = VarId(u32::MAX);

impl Formula {
    /// Something that this language has no words for. A certificate that has it in a formula cannot be checked, and is not
    /// wrong for that.
    pub fn unsaid() -> Formula {
        Formula::Compare(Number::now(UNSAID), Relation::Zero)
    }

    /// `left ≤ right`
    pub fn at_most(left: Number, right: Number) -> Formula {
        Formula::Compare(right.minus(left), Relation::AtLeastZero)
    }

    /// `left < right`
    pub fn below(left: Number, right: Number) -> Formula {
        Formula::Compare(right.minus(left), Relation::AboveZero)
    }

    pub fn equal(left: Number, right: Number) -> Formula {
        Formula::Compare(left.minus(right), Relation::Zero)
    }

    #[allow(clippy::should_implement_trait)] // as a method it reads like the others
    pub fn not(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    pub fn implies(self, conclusion: Formula) -> Formula {
        Formula::Or(vec![self.not(), conclusion])
    }

    /// Whether it has a quantifier.
    pub fn is_quantified(&self) -> bool {
        match self {
            Formula::Bool(_) => false,
            Formula::Not(a) => a.is_quantified(),
            Formula::And(all) | Formula::Or(all) => all.iter().any(Formula::is_quantified),
            Formula::Compare(number, _) => number.is_quantified(),
            Formula::ForAll(..) | Formula::Exists(..) => true,
        }
    }
}

impl Number {
    pub fn now(var: VarId) -> Number {
        Number::Value(Value::Now(var))
    }

    /// Whether this is what [`Formula::unsaid`] speaks of.
    pub fn is_unsaid(&self) -> bool {
        *self == Number::now(UNSAID)
    }

    pub fn plus(self, constant: i128) -> Number {
        Number::Sum(vec![(self, 1)], constant)
    }

    pub fn minus(self, other: Number) -> Number {
        Number::Sum(vec![(self, 1), (other, -1)], 0)
    }

    fn is_quantified(&self) -> bool {
        match self {
            Number::Const(_) | Number::Value(_) | Number::Bound(_) => false,
            Number::Read(_, indices) => indices.iter().any(Number::is_quantified),
            Number::Sum(terms, _) => terms.iter().any(|(term, _)| term.is_quantified()),
            Number::Product(a, b) => a.is_quantified() || b.is_quantified(),
            Number::Quotient(a, _) | Number::Remainder(a, _) => a.is_quantified(),
            Number::Choice(condition, a, b) => condition.is_quantified() || a.is_quantified() || b.is_quantified(),
        }
    }
}

impl From<&Constraint> for Formula {
    fn from(constraint: &Constraint) -> Formula {
        let terms = constraint.terms.iter().map(|(value, factor)| (Number::Value(*value), *factor)).collect();
        Formula::Compare(Number::Sum(terms, constraint.constant), constraint.relation)
    }
}

impl From<&Invariant> for Formula {
    fn from(invariant: &Invariant) -> Formula {
        let all = |disjunct: &[Constraint]| Formula::And(disjunct.iter().map(Formula::from).collect());
        Formula::Or(invariant.disjuncts.iter().map(|disjunct| all(disjunct)).collect())
    }
}
