//! Arrays: reads see through writes to other places, writes hide earlier ones to the same place.

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::sum::Sum;

/// How many writes a read looks through: without a limit, many reads of a long chain would not be linear.
const LOOK_THROUGH: usize = 64;

pub fn select(terms: &mut Terms, array: TermId, index: TermId) -> TermId {
    let mut base = array;
    for _ in 0..LOOK_THROUGH {
        match (terms.op(base), terms.children(base)) {
            (Op::Store, &[inner, place, value]) => {
                if place == index {
                    return value;
                }
                if !differ(terms, place, index) {
                    break;
                }
                base = inner;
            }
            (Op::ConstArray(_), &[value]) => return value,
            _ => break,
        }
    }
    terms.select(base, index)
}

pub fn store(terms: &mut Terms, array: TermId, index: TermId, value: TermId) -> TermId {
    if let (Op::Select, &[inner, place]) = (terms.op(value), terms.children(value))
        && inner == array
        && place == index
    {
        return array;
    }
    match (terms.op(array), terms.children(array)) {
        (Op::Store, &[inner, place, _]) if place == index => store_over(terms, inner, index, value),
        (Op::ConstArray(_), &[everywhere]) if everywhere == value => array,
        _ => terms.store(array, index, value),
    }
}

/// A write over a write to the same place, which it hides.
fn store_over(terms: &mut Terms, inner: TermId, index: TermId, value: TermId) -> TermId {
    match (terms.op(inner), terms.children(inner)) {
        (Op::ConstArray(_), &[everywhere]) if everywhere == value => inner,
        _ => terms.store(inner, index, value),
    }
}

/// Whether two indices have different values under every assignment.
fn differ(terms: &Terms, a: TermId, b: TermId) -> bool {
    if terms.op(a).is_constant() && terms.op(b).is_constant() {
        return a != b;
    }
    let sort = terms.sort(a);
    if !sort.is_numeric() && sort.width().is_none() {
        return false;
    }
    Sum::difference(terms, a, b).as_constant().is_some_and(|difference| !difference.is_zero())
}
