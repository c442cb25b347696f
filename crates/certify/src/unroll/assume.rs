//! Invariants as conditions on a state: linear constraints over bit-vectors that are wide enough for their values.

use heureka_ir::invariant::{Constraint, Invariant, Relation, Value};
use heureka_ir::{CmpOp, IntTy, Program};
use heureka_logic::TermId;

use super::state::State;
use super::words::Words;

/// The bits of a constraint. A sum of products of 64-bit values and numbers of less than [`LARGEST`] does not wrap.
const BITS: u32 = 160;
const LARGEST: i128 = 1 << 80;
const MOST_TERMS: usize = 1000;

/// That an invariant holds. A constraint that cannot be said counts as `unclear`: true where it is assumed, false where it is
/// to be proved.
pub fn holds(
    words: &mut Words,
    program: &Program,
    invariant: &Invariant,
    now: &State,
    at_entry: &[Option<TermId>],
    unclear: bool,
) -> TermId {
    let mut any = words.bool(false);
    for disjunct in &invariant.disjuncts {
        let mut all = words.bool(true);
        for constraint in disjunct {
            let condition = match constraint_holds(words, program, constraint, now, at_entry) {
                Some(condition) => condition,
                None => words.bool(unclear),
            };
            all = words.and(all, condition);
        }
        any = words.or(any, all);
    }
    any
}

fn constraint_holds(
    words: &mut Words,
    program: &Program,
    constraint: &Constraint,
    now: &State,
    at_entry: &[Option<TermId>],
) -> Option<TermId> {
    let is_small = |number: i128| number > -LARGEST && number < LARGEST;
    if constraint.terms.len() > MOST_TERMS || !is_small(constraint.constant) {
        return None;
    }
    let wide = |words: &mut Words, value: i128| words.terms.bits(BITS, value);
    let mut summands = vec![wide(words, constraint.constant)];
    for &(value, factor) in &constraint.terms {
        let (var, values) = match value {
            Value::Now(var) => (var, &now.vars[..]),
            Value::AtEntry(var) => (var, at_entry),
        };
        let value = (*values.get(var.index())?)?;
        if !is_small(factor) {
            return None;
        }
        let value = words.resize(program.var(var).ty, BITS, value);
        let factor = wide(words, factor);
        summands.push(words.terms.bv_mul(&[factor, value]));
    }
    let sum = words.terms.bv_add(&summands);
    let zero = wide(words, 0);
    // Only its sign matters: all have as many bits.
    let ty = IntTy::signed(64);
    Some(match constraint.relation {
        Relation::Zero => words.equal(sum, zero),
        Relation::AtLeastZero => words.compare(CmpOp::Le, ty, zero, sum),
        Relation::AboveZero => words.compare(CmpOp::Lt, ty, zero, sum),
        Relation::NonZero => {
            let is_zero = words.equal(sum, zero);
            words.not(is_zero)
        }
        Relation::Modulo { modulus, width } => {
            if !is_small(modulus) || !is_small(width) || modulus <= 0 {
                return None;
            }
            let (modulus, width) = (wide(words, modulus), wide(words, width));
            // The remainder has the sign of the sum; one more modulus and once more the remainder make it the least that
            // is not negative.
            let remainder = words.terms.bv_srem(sum, modulus);
            let raised = words.terms.bv_add(&[remainder, modulus]);
            let remainder = words.terms.bv_srem(raised, modulus);
            words.compare(CmpOp::Le, ty, remainder, width)
        }
    })
}
