//! Products of sums as sums of products: then equal polynomials are equal terms, and the solver need not multiply.

use heureka_logic::{Op, SortId, TermId, Terms, simplify};

/// Longer sums are not multiplied out.
const MOST: usize = 24;

pub fn expanded(terms: &mut Terms, root: TermId) -> TermId {
    let made = terms.rebuild(root, |terms, term, new| {
        let op = terms.op(term);
        if op == Op::Mul && terms.sort(term) == SortId::INT {
            return product(terms, new);
        }
        if terms.children(term) == new { term } else { terms.apply(op, new).expect("sorts stay") }
    });
    simplify(terms, made)
}

fn product(terms: &mut Terms, factors: &[TermId]) -> TermId {
    let mut sum: Vec<Vec<TermId>> = vec![Vec::new()];
    for &factor in factors {
        let factor = simplify(terms, factor);
        let parts = if terms.op(factor) == Op::Add { terms.children(factor).to_vec() } else { vec![factor] };
        if sum.len() * parts.len() > MOST {
            return terms.mul(factors);
        }
        let times =
            |product: &Vec<TermId>| parts.iter().map(|part| [&product[..], &[*part]].concat()).collect::<Vec<_>>();
        sum = sum.iter().flat_map(times).collect();
    }
    let products: Vec<TermId> = sum.iter().map(|product| terms.mul(product)).collect();
    let all = if products.len() == 1 { products[0] } else { terms.add(&products) };
    simplify(terms, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_polynomials_are_equal_terms() {
        let mut terms = Terms::new();
        let x = terms.constant("x", SortId::INT);
        let (one, two) = (terms.int(1), terms.int(2));
        let next = terms.add(&[x, one]);
        let left = terms.mul(&[next, next]);
        let square = terms.mul(&[x, x]);
        let twice = terms.mul(&[two, x]);
        let right = terms.add(&[square, twice, one]);
        let (left, right) = (expanded(&mut terms, left), expanded(&mut terms, right));
        assert_eq!(left, right);
    }
}
