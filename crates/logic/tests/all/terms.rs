//! The pool: equal terms are one, wrong sorts are refused, depth costs no stack, and binders are respected.

use heureka_logic::{Op, SortId, Substitution, Terms};

#[test]
fn equal_terms_have_equal_ids() {
    let mut terms = Terms::new();
    let (x, y) = (terms.constant("x", SortId::INT), terms.constant("y", SortId::INT));
    let (a, b) = (terms.add(&[x, y]), terms.add(&[x, y]));
    assert_eq!(a, b);
    assert_ne!(a, terms.add(&[y, x]));
    assert_eq!(terms.ge(x, y), terms.le(y, x));
    assert_eq!(terms.and(&[]), Terms::TRUE);
    let five = terms.int(5);
    assert_eq!(terms.neg(five), terms.int(-5));
    assert_eq!(terms.int(7), terms.int(heureka_number::Int::from(7)));
    assert_ne!(terms.bits(8, 1), terms.bits(16, 1));
    assert_eq!(terms.bits(8, -1), terms.bits(8, 255));
}

#[test]
fn wrong_sorts_are_refused_with_a_sentence() {
    let mut terms = Terms::new();
    let x = terms.constant("x", SortId::INT);
    let p = terms.constant("p", SortId::BOOL);
    let v = terms.constant("v", SortId::bit_vec(8));
    let message = |result: Result<_, heureka_logic::SortError>| result.expect_err("ill sorted").to_string();
    assert_eq!(message(terms.apply(Op::Add, &[x, p])), "operand 2 of `+` must be Int, not Bool");
    assert_eq!(message(terms.apply(Op::Not, &[p, p])), "`not` takes one operand, not 2");
    assert_eq!(message(terms.apply(Op::BvAdd, &[x])), "operand 1 of `bvadd` must be a bit-vector, not Int");
    let extract = Op::Extract { high: 8, low: 0 };
    assert_eq!(message(terms.apply(extract, &[v])), "`extract`: there are no bits 8 down to 0 in 8");
    let clash = terms.declare("x", &[SortId::INT], SortId::INT).expect_err("declared before");
    assert_eq!(clash.to_string(), "`x` is declared as (Int) Int but was () Int before");
}

#[test]
fn a_chain_of_a_million_nodes_is_walked_without_recursion() {
    let mut terms = Terms::new();
    let x = terms.constant("x", SortId::BOOL);
    let mut chain = x;
    for _ in 0..1_000_000 {
        chain = terms.not(chain);
    }
    assert_eq!(terms.dag_size(&[chain]), 1_000_001);
    let y = terms.constant("y", SortId::BOOL);
    let symbol = terms.as_constant(x).expect("a symbol");
    let other = terms.substitute(chain, &Substitution::from([(symbol, y)]));
    assert_eq!(terms.free_symbols(&[other]).len(), 1);
    let back =
        terms.rebuild(
            other,
            |terms, term, children| {
                if term == y { x } else { terms.apply(terms.op(term), children).expect("well sorted") }
            },
        );
    assert_eq!(back, chain);
}

#[test]
fn substitution_does_not_capture() {
    let mut terms = Terms::new();
    let (x, y) = (terms.constant("x", SortId::INT), terms.constant("y", SortId::INT));
    let (sx, sy) = (terms.as_constant(x).expect("a symbol"), terms.as_constant(y).expect("a symbol"));
    let less = terms.lt(x, y);
    let some = terms.exists(&[y], less);
    assert_eq!(terms.free_symbols(&[some]).into_iter().collect::<Vec<_>>(), [sx]);
    // x := y must not become "some y is less than itself".
    let replaced = terms.substitute(some, &Substitution::from([(sx, y)]));
    let renamed = terms.children(replaced)[0];
    assert_ne!(renamed, y);
    let expected_body = terms.lt(y, renamed);
    assert_eq!(terms.children(replaced)[1], expected_body);
    // A bound symbol is not replaced.
    assert_eq!(terms.substitute(some, &Substitution::from([(sy, x)])), some);
    // Both at once, not one after the other.
    assert_eq!(terms.substitute(less, &Substitution::from([(sx, y), (sy, x)])), terms.lt(y, x));
}

#[test]
fn a_symbol_may_be_free_and_bound_in_one_term() {
    let mut terms = Terms::new();
    let x = terms.constant("x", SortId::INT);
    let zero = terms.int(0);
    let positive = terms.lt(zero, x);
    let all = terms.forall(&[x], positive);
    let both = terms.and(&[positive, all]);
    let symbol = terms.as_constant(x).expect("a symbol");
    let one = terms.int(1);
    let replaced = terms.substitute(both, &Substitution::from([(symbol, one)]));
    let first = terms.lt(zero, one);
    assert_eq!(replaced, terms.and(&[first, all]));
    assert!(terms.free_symbols(&[all]).is_empty());
}
