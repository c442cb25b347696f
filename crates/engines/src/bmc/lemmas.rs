//! What a solver would have to find out by itself: that the lesser of two numbers is at most each of them, and the greater at
//! least. Long chains of such choices (the least cell of an array) are then decided link by link.

use heureka_logic::{Op, TermId, Terms};

/// Facts about the terms of a formula; they hold whatever the symbols are.
pub fn lemmas(terms: &mut Terms, root: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    for term in terms.post_order(&[root]) {
        let (Op::Ite, &[condition, yes, no]) = (terms.op(term), terms.children(term)) else { continue };
        let (comparison, yes, no) = match (terms.op(condition), terms.children(condition)) {
            (Op::Not, &[inner]) => (inner, no, yes),
            _ => (condition, yes, no),
        };
        let op = terms.op(comparison);
        let &[a, b] = terms.children(comparison) else { continue };
        let at_most: fn(&mut Terms, TermId, TermId) -> TermId = match op {
            Op::Lt | Op::Le => Terms::le,
            Op::BvSlt | Op::BvSle => Terms::bv_sle,
            Op::BvUlt | Op::BvUle => Terms::bv_ule,
            _ => continue,
        };
        if (yes, no) == (a, b) {
            found.extend([at_most(terms, term, a), at_most(terms, term, b)]);
        } else if (yes, no) == (b, a) {
            found.extend([at_most(terms, a, term), at_most(terms, b, term)]);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_logic::{SortId, smtlib};

    fn texts(terms: &mut Terms, root: TermId) -> Vec<String> {
        let found = lemmas(terms, root);
        found.into_iter().map(|lemma| smtlib::print_term(terms, lemma)).collect()
    }

    #[test]
    fn the_lesser_and_the_greater() {
        let mut terms = Terms::new();
        let (x, y) = (terms.constant("x", SortId::INT), terms.constant("y", SortId::INT));
        let less = terms.lt(x, y);
        let least = terms.ite(less, x, y);
        let root = terms.lt(least, x);
        assert_eq!(texts(&mut terms, root), ["(<= (ite (< x y) x y) x)", "(<= (ite (< x y) x y) y)"]);
        let not = terms.not(less);
        let greatest = terms.ite(not, x, y);
        let root = terms.lt(greatest, x);
        assert_eq!(texts(&mut terms, root), ["(<= x (ite (not (< x y)) x y))", "(<= y (ite (not (< x y)) x y))"]);
    }

    #[test]
    fn other_choices_say_nothing() {
        let mut terms = Terms::new();
        let sort = SortId::bit_vec(8);
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.constant(name, sort));
        let less = terms.bv_ult(x, y);
        let other = terms.ite(less, x, z);
        let same = terms.eq(x, y);
        let equal = terms.ite(same, x, y);
        let root = terms.bv_slt(other, equal);
        assert!(texts(&mut terms, root).is_empty());
    }
}
