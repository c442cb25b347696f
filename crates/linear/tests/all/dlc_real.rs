//! Laws of DLCs over ℝ, where points cannot be enumerated.

use heureka_linear::{Conjunction, Dlc, Kind, LinearExpr, Model, Numbers, Var};
use heureka_number::Int;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const VARS: u32 = 3;

fn conjunction() -> impl Strategy<Value = Conjunction> {
    let expr =
        (prop::collection::vec(prop_oneof![2 => Just(0), 3 => -1..=1i64, 1 => -3..=3i64], VARS as usize), -5..=5i64);
    let kind = prop_oneof![1 => Just(Kind::Equal), 3 => Just(Kind::AtLeast), 2 => Just(Kind::Above)];
    let constraint = (expr, kind).prop_map(|((coefficients, constant), kind)| {
        (LinearExpr::new((0..VARS).map(Var).zip(coefficients.into_iter().map(Int::new)), Int::new(constant)), kind)
    });
    prop::collection::vec(constraint, 1..4).prop_map(|constraints| Conjunction::new(Numbers::Real, constraints))
}

fn dlc() -> impl Strategy<Value = Dlc> {
    prop::collection::vec(conjunction(), 1..5).prop_map(|parts| Dlc::new(Numbers::Real, parts))
}

fn holds(dlc: &Dlc, point: &Model) -> bool {
    dlc.disjuncts().any(|disjunct| disjunct.rows().iter().all(|row| point.satisfies(row)))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(5), ..ProptestConfig::with_cases(300) })]

    #[test]
    fn a_boolean_algebra(a in dlc(), b in dlc()) {
        let (meet, join) = (a.and(&b), a.or(&b));
        prop_assert!(meet.entails(&a) && meet.entails(&b) && a.entails(&join) && b.entails(&join));
        let (not_a, not_b) = (a.negated(), b.negated());
        prop_assert!(a.and(&not_a).is_empty());
        prop_assert!(Dlc::top(Numbers::Real).entails(&a.or(&not_a)), "{:?} or {:?}", a, not_a);
        prop_assert!(not_a.negated().equivalent(&a));
        prop_assert!(join.negated().equivalent(&not_a.and(&not_b)));
        prop_assert!(a.minus(&b).equivalent(&a.and(&not_b)));
        prop_assert_eq!(a.entails(&b), a.minus(&b).is_empty());
        let mut coalesced = a.clone();
        coalesced.coalesce();
        prop_assert!(coalesced.equivalent(&a), "{:?} and {:?}", a, coalesced);
    }

    #[test]
    fn a_witness_lies_inside_and_outside(a in dlc(), b in dlc()) {
        if let Some(point) = a.counterexample(&b) {
            prop_assert!(holds(&a, &point) && !holds(&b, &point));
            prop_assert!(a.contains_point(&point) && !b.contains_point(&point));
        }
        let last = Var(VARS - 1);
        let projected = a.exists(|var| var == last);
        prop_assert!(projected.is_exact() && a.entails(&projected));
        prop_assert!(projected.disjuncts().all(|disjunct| !disjunct.mentions(last)));
    }
}
