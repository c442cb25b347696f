//! Difference logic: integers are compared, and numbers added to them, and that is all.

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::sort::SortId;

/// Whether all integers under these terms are symbols, cells, numbers, choices between such, or one of them plus a number.
pub fn has_only_differences(terms: &Terms, roots: &[TermId]) -> bool {
    terms.post_order(roots).into_iter().filter(|&term| terms.sort(term) == SortId::INT).all(|term| {
        match terms.op(term) {
            Op::Int(_) | Op::Symbol(_) | Op::Ite | Op::Select => true,
            Op::Add => {
                let numbers = terms.children(term).iter().filter(|&&child| terms.as_int(child).is_some()).count();
                terms.children(term).len() - numbers <= 1
            }
            Op::Sub => terms.as_int(terms.children(term)[1]).is_some(),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_are_none() {
        let mut terms = Terms::new();
        let (x, y, one) = (terms.constant("x", SortId::INT), terms.constant("y", SortId::INT), terms.int(1));
        let next = terms.add(&[x, one]);
        let less = terms.lt(next, y);
        let least = terms.ite(less, next, y);
        let chain = terms.le(least, one);
        assert!(has_only_differences(&terms, &[chain]));
        let (sum, product) = (terms.add(&[x, y]), terms.mul(&[x, y]));
        for value in [sum, product] {
            let compared = terms.le(value, one);
            assert!(!has_only_differences(&terms, &[chain, compared]));
        }
    }
}
