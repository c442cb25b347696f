//! Uninterpreted functions and arrays.

use crate::common::interpolants;

#[test]
fn congruence_in_one_formula() {
    assert_eq!(interpolants(&["(and (= x y) (= (f x) u))", "(not (= (f y) u))"]), ["(= u (f y))"]);
}

#[test]
fn equal_arguments_spread_over_formulas() {
    interpolants(&["(= x z)", "(= z y)", "(not (= (f x) (f y)))"]);
    interpolants(&["(not (= (f x) (f y)))", "(= x z)", "(= z y)"]);
    interpolants(&["(and (= x z) (= u (f x)))", "(and (= z y) (not (= u (f y))))"]);
    interpolants(&["(and (= x z1) (= u (f x)))", "(= z1 z2)", "(= z2 z3)", "(and (= z3 y) (not (= u (f y))))"]);
    interpolants(&["(and (= x (+ z 1)) (= u (f x)))", "(= z (+ w 3))", "(and (= y (+ w 4)) (not (= u (f y))))"]);
}

/// As in Yorsh and Musuvathi 2005: the arguments are equal because each is at most the other.
#[test]
fn equality_from_two_inequalities() {
    interpolants(&["(and (<= x z1) (<= z2 x) (= u (f x)))", "(and (<= z1 y) (<= y z2) (not (= u (f y))))"]);
}

#[test]
fn several_arguments_and_nesting() {
    interpolants(&["(and (= x z) (= u (h x x)))", "(and (= z y) (not (= u (h y z))))"]);
    interpolants(&["(and (= x z) (= u (f (f x))))", "(and (= z y) (not (= u (f (f y)))))"]);
    interpolants(&["(= (f x) x)", "(not (= (f (f (f x))) x))"]);
}

#[test]
fn predicates() {
    assert_eq!(interpolants(&["(and (P x) (= x y))", "(not (P y))"]), ["(P y)"]);
    interpolants(&["(and (P x) (= x y))", "(= y z)", "(and (= z w) (not (P w)))"]);
}

#[test]
fn integer_cases_of_an_argument() {
    interpolants(&["(and (<= 0 x) (<= x 1))", "(and (= (f x) 5) (= (f 0) 6) (= (f 1) 7))"]);
}

#[test]
fn store_then_read() {
    assert_eq!(interpolants(&["(= a1 (store a0 i 5))", "(not (= (select a1 i) 5))"]).len(), 1);
    interpolants(&["(= a1 (store a0 i 5))", "(= x 3)", "(not (= (select a1 i) 5))"]);
    interpolants(&["(and (= i 3) (= a1 (store a0 i 5)))", "(and (= j 3) (not (= (select a1 j) 5)))"]);
}

#[test]
fn a_second_store_elsewhere() {
    interpolants(&["(= a1 (store a0 i 5))", "(= a2 (store a1 j 6))", "(and (not (= i j)) (not (= (select a2 i) 5)))"]);
    interpolants(&[
        "(and (= i 3) (= (select a0 4) 7) (= a1 (store a0 i 5)))",
        "(and (= j 4) (not (= (select a1 j) 7)))",
    ]);
}

#[test]
fn copies_of_arrays() {
    interpolants(&["(= a1 a0)", "(= a2 a1)", "(not (= (select a2 i) (select a0 i)))"]);
    interpolants(&["(= a1 (store a0 i (select a0 i)))", "(not (= a1 a0))"]);
}

#[test]
fn an_array_of_one_value() {
    interpolants(&["(= a1 ((as const (Array Int Int)) 0))", "(= x (select a1 i))", "(> x 0)"]);
}

#[test]
fn an_array_filled_by_a_loop() {
    interpolants(&[
        "(= i0 0)",
        "(and (= a1 (store a0 i0 7)) (= i1 (+ i0 1)))",
        "(and (= a2 (store a1 i1 7)) (= i2 (+ i1 1)))",
        "(not (= (select a2 1) 7))",
    ]);
}
