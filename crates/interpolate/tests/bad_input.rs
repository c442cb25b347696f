//! What cannot be interpolated is said.

mod common;

use common::{Sequence, outcome};
use heureka_interpolate::{Error, Outcome, Violation, check};
use heureka_logic::solver::{Limits, Z3Solver};
use heureka_logic::{SortId, Terms};

#[test]
fn satisfiable_sequences() {
    assert_eq!(outcome(&["(< x y)", "(< y z)"]), Ok(Outcome::Satisfiable));
    assert_eq!(outcome(&["(or p (< x 0))", "(not p)"]), Ok(Outcome::Satisfiable));
    assert_eq!(outcome(&["(= (f x) 1)", "(= (f y) 2)"]), Ok(Outcome::Satisfiable));
    assert_eq!(outcome(&["(= a1 (store a0 i 5))", "(not (= (select a1 j) 5))"]), Ok(Outcome::Satisfiable));
    assert_eq!(outcome(&["true"]), Ok(Outcome::Satisfiable));
}

#[test]
fn nothing_at_all() {
    assert_eq!(Sequence::new(&[]).run(), Err(Error::Empty));
}

#[test]
fn outside_of_the_logic() {
    for (text, word) in [
        ("(= (* x y) 1)", "product"),
        ("(= (div x y) 1)", "constant"),
        ("(= (mod x 0) 1)", "constant"),
        ("(forall ((x Int)) (< x y))", "quantified"),
        ("(= (to_real x) r1)", "to_real"),
    ] {
        match outcome(&["(< y 0)", text]) {
            Err(Error::Unsupported { why, .. }) => assert!(why.contains(word), "{why}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let mut sequence = Sequence::new(&["p"]);
    let vector = sequence.terms.constant("v", SortId::bit_vec(8));
    let zero = sequence.terms.bits(8, 0);
    let formula = sequence.terms.bv_ult(vector, zero);
    sequence.formulas.push(formula);
    assert!(matches!(sequence.run(), Err(Error::Unsupported { .. })));
    sequence.formulas = vec![vector];
    assert_eq!(sequence.run(), Err(Error::NotBoolean { place: 0 }));
}

#[test]
fn wrong_interpolants_are_found() {
    let mut sequence = Sequence::new(&["(< x y)", "(< y z)", "(< z x)", "(< x z)", "(<= x x)"]);
    let wrong = sequence.formulas.split_off(3);
    let mut solver = Z3Solver::new(Limits::NONE);
    let right = match sequence.run() {
        Ok(Outcome::Interpolants(right)) => right,
        other => panic!("{other:?}"),
    };
    let mut verdict = |interpolants: &[_]| check(&mut sequence.terms, &sequence.formulas, interpolants, &mut solver);
    assert_eq!(verdict(&right), Ok(()));
    assert_eq!(verdict(&right[1..]), Err(Violation::Length { formulas: 3, interpolants: 3 }));
    assert_eq!(verdict(&[Terms::TRUE, right[1], right[2], Terms::TRUE]), Err(Violation::Ends));
    assert_eq!(
        verdict(&[Terms::TRUE, wrong[0], right[2], Terms::FALSE]),
        Err(Violation::Foreign { cut: 1, symbol: "z".into() })
    );
    assert_eq!(verdict(&[Terms::TRUE, right[1], wrong[1], Terms::FALSE]), Err(Violation::Step { step: 3 }));
}
