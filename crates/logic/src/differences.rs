//! Difference logic: integers are compared, and numbers added to them, and that is all.

use std::collections::HashSet;

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::sort::SortId;

/// Whether all integers under these terms are symbols, numbers, choices between such, or one of them plus a number, and
/// compared by their order only: on equalities of integers Z3's procedure for differences was seen not to come to an end,
/// nor to notice an interrupt. Cells of arrays have them, too, between their indices. Which of some numbers was chosen is no
/// question about integers: Z3 turns it into one about the conditions of the choices.
pub fn has_only_differences(terms: &Terms, roots: &[TermId]) -> bool {
    let order = terms.post_order(roots);
    let mut choices = HashSet::new();
    for &term in &order {
        let is_choice = match terms.op(term) {
            Op::Int(_) => true,
            Op::Ite => terms.children(term)[1..].iter().all(|child| choices.contains(child)),
            _ => false,
        };
        if is_choice {
            choices.insert(term);
        }
    }
    order.into_iter().all(|term| match terms.op(term) {
        Op::Eq | Op::Distinct => {
            let sides = terms.children(term);
            terms.sort(sides[0]) == SortId::BOOL || sides.iter().all(|side| choices.contains(side))
        }
        _ if terms.sort(term) != SortId::INT => true,
        Op::Int(_) | Op::Symbol(_) | Op::Ite => true,
        Op::Add => {
            let numbers = terms.children(term).iter().filter(|&&child| terms.as_int(child).is_some()).count();
            terms.children(term).len() - numbers <= 1
        }
        Op::Sub => terms.as_int(terms.children(term)[1]).is_some(),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_products_and_equalities_are_none() {
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
        let two = terms.int(2);
        let chosen = terms.ite(less, one, two);
        let which = terms.constant("which", SortId::BOOL);
        let three = terms.int(3);
        let chosen = terms.ite(which, chosen, three);
        let is_two = terms.eq(chosen, two);
        assert!(has_only_differences(&terms, &[chain, is_two]));
        let same = terms.eq(x, y);
        assert!(!has_only_differences(&terms, &[chain, same]));
    }
}
