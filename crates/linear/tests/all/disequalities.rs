//! Disequalities against enumeration, and where all but one of many cases are impossible.

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};
use heureka_number::Int;
use proptest::prelude::*;

const SIDE: i64 = 3;

fn boxed(numbers: Numbers, vars: u32, high: i64) -> Conjunction {
    let bounds = (0..vars).map(Var).flat_map(|var| {
        let value = LinearExpr::var(var);
        [(value.clone(), Kind::AtLeast), (value.negated().plus_constant(high), Kind::AtLeast)]
    });
    Conjunction::new(numbers, bounds)
}

fn all_different(vars: u32) -> Vec<LinearExpr> {
    let pairs = (0..vars).flat_map(|a| (0..a).map(move |b| (Var(a), Var(b))));
    pairs.map(|(a, b)| LinearExpr::var(a).minus(&LinearExpr::var(b))).collect()
}

#[test]
fn five_values_are_enough_for_five_and_not_for_six() {
    let different = all_different(5);
    let model = boxed(Numbers::Integer, 5, 4).model_apart(&different).expect("a permutation");
    assert!(different.iter().all(|expr| !model.eval(expr).is_zero()));
    assert!(boxed(Numbers::Integer, 6, 4).model_apart(&all_different(6)).is_none());
    assert!(boxed(Numbers::Real, 6, 4).model_apart(&all_different(6)).is_some(), "there is room between integers");
}

#[test]
fn contradictions_and_constants() {
    let bottom = Conjunction::bottom(Numbers::Integer);
    assert!(bottom.model_apart(&[]).is_none());
    let top = Conjunction::top(Numbers::Integer);
    assert!(top.model_apart(&[LinearExpr::zero()]).is_none(), "0 ≠ 0");
    assert!(top.model_apart(&[LinearExpr::constant_of(5)]).is_some());
    assert!(top.apart(&LinearExpr::zero()).is_empty());
}

fn expr() -> impl Strategy<Value = LinearExpr> {
    (prop::collection::vec(-2..=2i64, 3), -4..=4i64).prop_map(|(coefficients, constant)| {
        LinearExpr::new((0..3).map(Var).zip(coefficients.into_iter().map(Int::new)), Int::new(constant))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn a_point_is_found_exactly_when_there_is_one(
        rows in prop::collection::vec(expr(), 0..4), unequal in prop::collection::vec(expr(), 1..6),
    ) {
        let conjunction = boxed(Numbers::Integer, 3, SIDE).with_all(rows.into_iter().map(|row| (row, Kind::AtLeast)));
        let side = || 0..=SIDE;
        let mut points = side().flat_map(|x| side().flat_map(move |y| side().map(move |z| [x, y, z])));
        let exists = points.any(|point| {
            let at = |var: Var| Int::new(point[var.0 as usize]);
            conjunction.holds_at(at) && unequal.iter().all(|expr| !expr.value_at(at).is_zero())
        });
        match conjunction.model_apart(&unequal) {
            None => prop_assert!(!exists),
            Some(model) => {
                prop_assert!(exists);
                prop_assert!(conjunction.rows().iter().all(|row| model.satisfies(row)));
                prop_assert!(unequal.iter().all(|expr| !model.eval(expr).is_zero()));
            }
        }
    }
}
