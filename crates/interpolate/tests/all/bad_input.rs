//! What cannot be interpolated is said.

use crate::common::{Sequence, outcome};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_interpolate::{Error, Limits, Options, Outcome, Reason, Violation, check, interpolate};
use heureka_logic::solver::{Limits as SolverLimits, Z3Solver};
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
    let mut solver = Z3Solver::new(SolverLimits::NONE);
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

/// That all cells but one are equal has no formula without quantifiers over the shared arrays.
#[test]
fn no_interpolant_without_quantifiers() {
    let path = [
        "(= a1 (store a0 i v))",
        "(and (not (= j k)) (not (= (select a0 j) (select a1 j))) (not (= (select a0 k) (select a1 k))))",
    ];
    assert_eq!(outcome(&path), Ok(Outcome::Unknown(Reason::MixedArrayTerms)));
}

#[test]
fn limits_are_kept() {
    let mut sequence = Sequence::new(&["(or (< x 0) (< x y))", "(and (> x 0) (> x y))"]);
    let mut solver = Z3Solver::new(SolverLimits::NONE);
    let mut reason = |limits: Limits| {
        let options = Options { limits, ..Options::default() };
        interpolate(&mut sequence.terms, &sequence.formulas, &mut solver, &options)
    };
    let stop = AtomicBool::new(true);
    assert_eq!(reason(Limits { conflicts: 0, ..Limits::default() }), Ok(Outcome::Unknown(Reason::Conflicts)));
    assert_eq!(reason(Limits { cancel: Some(&stop), ..Limits::default() }), Ok(Outcome::Unknown(Reason::Cancelled)));
    let past = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(reason(past), Ok(Outcome::Unknown(Reason::Deadline)));
    assert!(matches!(reason(Limits::default()), Ok(Outcome::Interpolants(_))));
}

/// Depth is limited by memory alone.
#[test]
fn deep_terms() {
    let mut sequence = Sequence::new(&["(< x 0)"]);
    let x = sequence.terms.constant("x", SortId::INT);
    let (mut sum, one) = (x, sequence.terms.int(1));
    let mut formula = sequence.terms.constant("p", SortId::BOOL);
    for _ in 0..20_000 {
        sum = sequence.terms.add(&[sum, one]);
        let q = sequence.terms.constant("q", SortId::BOOL);
        let either = sequence.terms.or(&[formula, q]);
        formula = sequence.terms.and(&[either, q]);
    }
    let limit = sequence.terms.int(20_000);
    let large = sequence.terms.ge(sum, limit);
    let both = sequence.terms.and(&[formula, large]);
    sequence.formulas.push(both);
    let options = Options { check: false, ..Options::default() };
    let mut solver = Z3Solver::new(SolverLimits::NONE);
    let outcome = interpolate(&mut sequence.terms, &sequence.formulas, &mut solver, &options);
    assert!(matches!(outcome, Ok(Outcome::Interpolants(_))));
}
