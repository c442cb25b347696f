//! Terms: what bounds, positions and Presburger constraints are made of.
//!
//! Paper 001, Fig. 1: `B := n | b + n`. Beside scalars, the length `|a|` of an array may stand for `b`, and a single read
//! `a[B]`, which the paper introduces as a shorthand by a fresh scalar (§4): `∀j. j = B → a[j] = b′`. Here the read is a
//! term of its own, so that nothing has to be quantified; the decision procedure makes the break point that the
//! shorthand would make. A read outside the array has an arbitrary but fixed value, which is what the shorthand says.

use std::collections::BTreeSet;

use heureka_number::Int;

use crate::names::{Array, Scalar};
use crate::sum::Sum;

/// What a term starts from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    Scalar(Scalar),
    /// `|a|`, in ACSL `\length(a)`.
    Length(Array),
    /// `a[t]`.
    Read(Array, Box<Term>),
}

/// `base + offset`, or only a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term {
    pub base: Option<Base>,
    pub offset: Int,
}

impl From<Scalar> for Base {
    fn from(scalar: Scalar) -> Base {
        Base::Scalar(scalar)
    }
}

impl Base {
    pub(crate) fn collect(&self, scalars: &mut BTreeSet<Scalar>, arrays: &mut BTreeSet<Array>) {
        match self {
            Base::Scalar(scalar) => {
                scalars.insert(scalar.clone());
            }
            Base::Length(array) => {
                arrays.insert(array.clone());
            }
            Base::Read(array, position) => {
                arrays.insert(array.clone());
                position.collect(scalars, arrays);
            }
        }
    }

    /// The base with its scalars replaced by terms and its arrays renamed.
    pub fn replace(&self, scalar: &dyn Fn(&Scalar) -> Term, array: &dyn Fn(&Array) -> Array) -> Term {
        match self {
            Base::Scalar(name) => scalar(name),
            Base::Length(name) => Term::from(Base::Length(array(name))),
            Base::Read(name, position) => Term::read(array(name), position.replace(scalar, array)),
        }
    }
}

impl Term {
    pub fn number(value: impl Into<Int>) -> Term {
        Term { base: None, offset: value.into() }
    }

    pub fn scalar(name: impl Into<Scalar>) -> Term {
        Term::from(Base::Scalar(name.into()))
    }

    pub fn length(array: impl Into<Array>) -> Term {
        Term::from(Base::Length(array.into()))
    }

    /// `a[position]`.
    pub fn read(array: impl Into<Array>, position: Term) -> Term {
        Term::from(Base::Read(array.into(), Box::new(position)))
    }

    pub fn plus(&self, number: impl Into<Int>) -> Term {
        Term { base: self.base.clone(), offset: &self.offset + &number.into() }
    }

    pub fn as_number(&self) -> Option<&Int> {
        self.base.is_none().then_some(&self.offset)
    }

    pub fn to_sum(&self) -> Sum<Base> {
        let base = self.base.as_ref().map_or_else(Sum::zero, |base| Sum::of(base.clone()));
        base.plus_number(self.offset.clone())
    }

    /// The term of a sum, if it is one quantity with coefficient 1, and a number.
    pub fn from_sum(sum: &Sum<Base>) -> Option<Term> {
        let (base, offset) = sum.as_shifted()?;
        Some(Term { base: base.cloned(), offset: offset.clone() })
    }

    /// The term with its scalars replaced by terms and its arrays renamed.
    pub fn replace(&self, scalar: &dyn Fn(&Scalar) -> Term, array: &dyn Fn(&Array) -> Array) -> Term {
        match &self.base {
            None => self.clone(),
            Some(base) => base.replace(scalar, array).plus(self.offset.clone()),
        }
    }

    pub(crate) fn collect(&self, scalars: &mut BTreeSet<Scalar>, arrays: &mut BTreeSet<Array>) {
        if let Some(base) = &self.base {
            base.collect(scalars, arrays);
        }
    }
}

impl From<Base> for Term {
    fn from(base: Base) -> Term {
        Term { base: Some(base), offset: Int::ZERO }
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Term {
        Term::number(value)
    }
}
