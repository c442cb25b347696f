//! Random values: small, extreme, and now and then anything.

use std::collections::BTreeMap;
use std::sync::Arc;

use heureka_logic::{ArrayValue, Assignment, BitVector, FunctionValue, Sort, SortId, Terms, Value};
use heureka_number::{Int, Rational};

use crate::terms::TermGenerator;

impl TermGenerator {
    pub(super) fn number(&mut self) -> Int {
        match self.rng.below(20) {
            0 => Int::from(self.rng.next_u64() as i64),
            1 => Int::from(i64::MIN),
            2 => Int::from(self.rng.next_u64() as i64) * Int::from(self.rng.next_u64() as i64),
            3 => Int::from(self.rng.integer(-300, 300)),
            _ => Int::from(self.rng.integer(-4, 4)),
        }
    }

    /// A random value of the sort.
    pub fn value(&mut self, terms: &Terms, sort: SortId) -> Value {
        match terms.sort_of(sort) {
            Sort::Bool => Value::Bool(self.rng.chance(50)),
            Sort::Int => Value::Int(self.number()),
            Sort::Real => {
                let denominator = Int::from(*self.rng.pick(&[1i64, 1, 2, 3, 7]));
                Value::Real(Rational::new(self.number(), denominator))
            }
            Sort::BitVec(width) => {
                let mut value = self.number();
                if self.rng.chance(15) {
                    // Around the change of sign.
                    value += Int::new(2).pow(width - 1);
                }
                Value::BitVec(BitVector::new(width, &value))
            }
            Sort::Array { index, element } => {
                let mut array = ArrayValue::constant(terms, sort, self.value(terms, element));
                for _ in 0..self.rng.below(4) {
                    array.set(self.value(terms, index), self.value(terms, element));
                }
                Value::Array(Arc::new(array))
            }
        }
    }
}

/// Random values for all symbols of the pool, and for division by zero.
pub fn assignment(terms: &Terms, generator: &mut TermGenerator) -> Assignment {
    let mut assignment = Assignment::new();
    for symbol in terms.all_symbols() {
        let declared = terms.symbol(symbol);
        if declared.arguments.is_empty() {
            assignment.set(terms, symbol, generator.value(terms, declared.result));
            continue;
        }
        let mut function = FunctionValue::constant(generator.value(terms, declared.result));
        for _ in 0..3 {
            let key = declared.arguments.iter().map(|&sort| generator.value(terms, sort)).collect();
            function.entries.insert(key, generator.value(terms, declared.result));
        }
        assignment.functions.insert(symbol, function);
    }
    let mut by_zero = |sort| {
        let entry = (vec![generator.value(terms, sort)], generator.value(terms, sort));
        Some(FunctionValue { entries: BTreeMap::from([entry]), default: generator.value(terms, sort) })
    };
    assignment.by_zero.int_div = by_zero(SortId::INT);
    assignment.by_zero.modulo = by_zero(SortId::INT);
    assignment.by_zero.real_div = by_zero(SortId::REAL);
    assignment
}
