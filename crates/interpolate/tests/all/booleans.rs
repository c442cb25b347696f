//! Disjunctions and Boolean symbols.

use crate::common::interpolants;

#[test]
fn symbols() {
    assert_eq!(interpolants(&["p", "(not p)"]), ["p"]);
    assert_eq!(interpolants(&["(not p)", "p"]), ["(not p)"]);
    assert_eq!(interpolants(&["(and p q)", "(=> q q2)", "(not q2)"]), ["q", "q2"]);
    interpolants(&["(= p q)", "(xor q q2)", "(= p q2)"]);
    interpolants(&["(ite p q q2)", "(and (not q) (=> q2 p))", "p"]);
}

#[test]
fn cases_on_the_left_are_joined_by_or() {
    assert_eq!(interpolants(&["(or (= x 1) (= x 2))", "(> x 2)"]), ["(<= x 2)"]);
    interpolants(&["(or (and (<= x y) (<= y 0)) (<= x (- 1)))", "(or (> x 0) (and (> x 1) (> z 1)))"]);
}

#[test]
fn cases_on_the_right_are_joined_by_and() {
    assert_eq!(interpolants(&["(= x y)", "(or (< x y) (> x y))"]), ["(= x y)"]);
}

#[test]
fn conditional_terms() {
    interpolants(&["(= y (ite (< x 0) (- x) x))", "(< y 0)"]);
    interpolants(&["(= y (ite (< x 0) (- x) x))", "(= z (+ y 1))", "(<= z 0)"]);
    interpolants(&["p", "(= x (ite p 1 2))", "(= x 2)"]);
}

/// Branches that join again, ten in a row: 2¹⁰ paths, refuted without looking at each.
#[test]
fn a_path_of_branches() {
    let mut path = vec!["(= x0 0)".to_owned()];
    for i in 0..10 {
        path.push(format!(
            "(or (and (> c{i} 0) (= x{} (+ x{i} 1))) (and (<= c{i} 0) (= x{} (+ x{i} 2))))",
            i + 1,
            i + 1
        ));
    }
    path.push("(< x10 0)".to_owned());
    let texts: Vec<&str> = path.iter().map(String::as_str).collect();
    interpolants(&texts);
}

#[test]
fn distinct_values() {
    interpolants(&["(and (<= 0 x) (<= x 1) (<= 0 y) (<= y 1))", "(and (<= 0 z) (<= z 1))", "(distinct x y z)"]);
}

/// Pigeons in holes, two formulas: many conflicts, so that the solver's core comes into it.
#[test]
fn pigeons() {
    let (pigeons, holes) = (6, 5);
    let mut sits = vec![];
    for pigeon in 0..pigeons {
        let somewhere: Vec<String> = (0..holes).map(|hole| format!("p{pigeon}x{hole}")).collect();
        sits.push(format!("(or {})", somewhere.join(" ")));
    }
    let mut alone = vec![];
    for hole in 0..holes {
        for one in 0..pigeons {
            alone.extend((0..one).map(|other| format!("(or (not p{one}x{hole}) (not p{other}x{hole}))")));
        }
    }
    let (left, right) = (format!("(and {})", sits.join(" ")), format!("(and {})", alone.join(" ")));
    interpolants(&[&left, &right, "true"]);
}
