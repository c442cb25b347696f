//! Examples from the literature and path formulas, with the interpolants that are expected.

use crate::common::interpolants;

#[test]
fn a_chain_of_inequalities() {
    assert_eq!(interpolants(&["(<= x y)", "(<= y z)", "(< z x)"]), ["(<= x y)", "(<= x z)"]);
}

/// As in McMillan 2005: the left side's sum.
#[test]
fn the_weighted_sum_of_the_left_side() {
    assert_eq!(interpolants(&["(and (<= 0 (- y x)) (<= 0 (- z y)))", "(and (<= 0 (- x z 1)))"]), ["(<= x z)"]);
    assert_eq!(interpolants(&["(and (>= x 0) (>= y 0))", "(< (+ x y) 0)"]), ["(<= 0 (+ x y))"]);
}

/// Henzinger, Jhala, Majumdar and McMillan 2004: lock, then unlock, along one path of the loop.
#[test]
fn lock_and_unlock() {
    let path = [
        "(= lock0 0)",
        "(and (= lock1 1) (= old1 new0))",
        "(and (= lock2 0) (= new1 (+ new0 1)))",
        "(= new1 old1)",
        "(= lock2 0)",
    ];
    assert_eq!(interpolants(&path), ["true", "(<= old1 new0)", "(<= (+ old1 1) new1)", "false"]);
}

#[test]
fn a_counting_loop_unrolled() {
    let steps = 28;
    let mut path = vec!["(= x0 0)".to_owned()];
    path.extend((0..steps).map(|i| format!("(= x{} (+ x{i} 1))", i + 1)));
    path.push(format!("(< x{steps} 0)"));
    let texts: Vec<&str> = path.iter().map(String::as_str).collect();
    let found = interpolants(&texts);
    assert_eq!(found[0], "(<= 0 x0)");
    assert_eq!(found[7], "(<= 7 x7)");
    assert_eq!(found.len(), steps + 1);
}

/// Two counters that run together: the proof needs x = y after each step.
#[test]
fn equal_counters() {
    let path = ["(and (= x0 n) (= y0 n))", "(and (= x1 (- x0 1)) (= y1 (- y0 1)))", "(not (= x1 y1))"];
    assert_eq!(interpolants(&path), ["(= x0 y0)", "(= x1 y1)"]);
}

/// Paper 003, §2.2.3, Figure 2: the predicate that shows the error unreachable relates the two values of the set.
#[test]
fn figure_2_of_finite_sets() {
    let path = ["(and (= x0 1) (= y0 2))", "(and (= x1 3) (= y1 1))", "(not (= x0 y1))"];
    assert_eq!(interpolants(&path), ["(= x0 1)", "(= x0 y1)"]);
}

/// Paper 003, formula (6): each element that was added was removed.
#[test]
fn emptiness_of_finite_sets() {
    let path = [
        "(and (= e1 c) (= e2 (+ c 1)))",
        "(and (= d1 e2))",
        "(= d2 e1)",
        "(not (and (or (= e1 d1) (= e1 d2)) (or (= e2 d1) (= e2 d2))))",
    ];
    interpolants(&path);
}

#[test]
fn strictness_over_the_reals() {
    assert_eq!(interpolants(&["(< r1 r2)", "(<= r2 r3)", "(<= r3 r1)"]), ["(< r1 r2)", "(< r1 r3)"]);
    assert_eq!(interpolants(&["(= (* 2.0 r1) r2)", "(= r2 1.0)", "(not (= r1 0.5))"]).len(), 2);
}

#[test]
fn a_formula_that_is_false_alone() {
    assert_eq!(interpolants(&["(> x 0)", "(and (< y 0) (> y 0))", "(< x 5)"]), ["true", "false"]);
    assert_eq!(interpolants(&["false", "true"]), ["false"]);
    assert_eq!(interpolants(&["true", "false"]), ["true"]);
    assert!(interpolants(&["(< x x)"]).is_empty());
}

#[test]
fn a_symbol_that_pauses_is_still_shared() {
    assert_eq!(interpolants(&["(= x 1)", "(= y 2)", "(= x 2)"]), ["(<= x 1)", "(<= x 1)"]);
}
