//! Refutations that hold over the integers only.

use crate::common::interpolants;

#[test]
fn parity() {
    assert_eq!(interpolants(&["(= x (* 2 y))", "(= x (+ (* 2 z) 1))"]), ["(= (mod x 2) 0)"]);
    assert_eq!(interpolants(&["(= x (* 2 y))", "(= w (+ x 4))", "(= w (+ (* 2 z) 1))"]).len(), 2);
}

#[test]
fn no_integer_between() {
    interpolants(&["(<= 1 (- (* 2 x) (* 2 y)))", "(<= (- (* 2 x) (* 2 y)) 1)"]);
    interpolants(&["(and (< x y) (< y z))", "(< z (+ x 2))"]);
    interpolants(&["(and (<= 1 (* 3 x)) (<= (* 3 x) y))", "(<= y 2)"]);
}

#[test]
fn remainders_and_quotients() {
    interpolants(&["(= (mod x 3) 1)", "(= y (+ x 1))", "(= (mod y 3) 0)"]);
    interpolants(&["(= y (div x 4))", "(>= x 8)", "(< y 2)"]);
    interpolants(&["(= (mod x 2) 0)", "(= x (+ y y 1))"]);
    interpolants(&["(= y (mod x (- 5)))", "(> y 4)"]);
    interpolants(&["((_ divisible 6) x)", "(= y x)", "(not ((_ divisible 3) y))"]);
}

#[test]
fn mixed_splits() {
    interpolants(&["(= (+ x (* 3 y)) z)", "(= (+ x (* 3 w)) (+ z 1))"]);
    interpolants(&["(and (<= 0 y) (= x (* 3 y)))", "(and (<= 1 x) (<= x 2))"]);
    interpolants(&["(and (= x (* 6 a1)))".replace("a1", "u").as_str(), "(= x (+ (* 4 v) 2))", "(= (mod x 12) 0)"]);
}

#[test]
fn large_numbers() {
    interpolants(&[
        "(= x (* 123456789012345678901234567890 y))",
        "(= z (* 2 x))",
        "(= z (+ (* 123456789012345678901234567890 w) 1))",
    ]);
}
