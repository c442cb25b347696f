//! Values: what terms evaluate to, and what models assign.
//!
//! Invariant: equal values have equal representations, arrays included, so that `==` is the equality of SMT-LIB.

mod array;
mod assign;
mod evaluate;
mod fold;

pub use array::ArrayValue;
pub use assign::{Assignment, FunctionValue, ZeroDivision};
pub use evaluate::{EvaluateError, evaluate, evaluate_all};
pub(crate) use fold::{MAX_BITS, euclid, fold};

use std::sync::Arc;

use heureka_number::{Int, Rational};

use crate::bits::BitVector;
use crate::pool::{TermId, Terms};
use crate::sort::{Sort, SortId};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Bool(bool),
    Int(Int),
    Real(Rational),
    BitVec(BitVector),
    Array(Arc<ArrayValue>),
}

impl Value {
    pub fn sort(&self) -> SortId {
        match self {
            Value::Bool(_) => SortId::BOOL,
            Value::Int(_) => SortId::INT,
            Value::Real(_) => SortId::REAL,
            Value::BitVec(bits) => SortId::bit_vec(bits.width()),
            Value::Array(array) => array.sort(),
        }
    }

    /// False, zero, or the array of such.
    pub fn zero(terms: &Terms, sort: SortId) -> Value {
        let mut arrays = Vec::new();
        let mut inner = sort;
        while let Sort::Array { element, .. } = terms.sort_of(inner) {
            arrays.push(inner);
            inner = element;
        }
        let mut value = match terms.sort_of(inner) {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Int::ZERO),
            Sort::Real => Value::Real(Rational::from(Int::ZERO)),
            Sort::BitVec(width) => Value::BitVec(BitVector::zero(width)),
            Sort::Array { .. } => unreachable!("the loop went to the innermost element"),
        };
        for sort in arrays.into_iter().rev() {
            value = Value::Array(Arc::new(ArrayValue::constant(terms, sort, value)));
        }
        value
    }

    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(value) = self { Some(*value) } else { None }
    }

    pub fn as_int(&self) -> Option<&Int> {
        if let Value::Int(value) = self { Some(value) } else { None }
    }

    pub fn as_real(&self) -> Option<&Rational> {
        if let Value::Real(value) = self { Some(value) } else { None }
    }

    pub fn as_bits(&self) -> Option<&BitVector> {
        if let Value::BitVec(value) = self { Some(value) } else { None }
    }

    pub fn as_array(&self) -> Option<&ArrayValue> {
        if let Value::Array(value) = self { Some(value) } else { None }
    }
}

impl Terms {
    /// The value of a term that is a constant, not counting arrays.
    pub fn as_value(&self, term: TermId) -> Option<Value> {
        use crate::op::Op;
        Some(match self.op(term) {
            Op::True => Value::Bool(true),
            Op::False => Value::Bool(false),
            Op::Int(id) => Value::Int(self.int_at(id).clone()),
            Op::Real(id) => Value::Real(self.rational_at(id).clone()),
            Op::BitVec(id) => Value::BitVec(self.bits_at(id).clone()),
            _ => return None,
        })
    }

    /// The value as a term; an array is stores into a constant array. Recursion is as deep as arrays are nested.
    pub fn value_term(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bool(value) => self.bool(*value),
            Value::Int(value) => self.int(value.clone()),
            Value::Real(value) => self.real(value.clone()),
            Value::BitVec(value) => self.bit_vector(value.clone()),
            Value::Array(array) => {
                let default = self.value_term(array.default_value());
                let mut term = self.const_array(array.sort(), default);
                for (index, element) in array.entries() {
                    let (index, element) = (self.value_term(index), self.value_term(element));
                    term = self.store(term, index, element);
                }
                term
            }
        }
    }
}
