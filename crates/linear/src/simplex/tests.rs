//! The complete method on its own: the search reaches it rarely, so it is called directly here.

use heureka_number::Int;
use proptest::prelude::*;

use crate::expr::{LinearExpr, Var};
use crate::row::{Canonical, Kind, Numbers, Row};
use crate::simplex::omega::Omega;
use crate::simplex::scalar::Overflow;
use crate::simplex::tableau::Tableau;
use crate::simplex::{Answer, Problem, Simplex, insert};

/// What the Omega test says, without branch and bound before it; small numbers first, as in the search.
fn omega(rows: &[Row]) -> Answer {
    let problem = Problem { numbers: Numbers::Integer, rows: (0..).zip(rows.iter().cloned()).collect() };
    let small = || -> Result<Option<Answer>, Overflow> {
        let mut tableau = Tableau::<i64>::new();
        problem.rows.iter().try_for_each(|(position, row)| insert(&mut tableau, *position, row))?;
        Omega::new(&mut tableau, None).solve(&problem)
    };
    let big = || -> Result<Option<Answer>, Overflow> {
        let mut tableau = Tableau::<Int>::new();
        problem.rows.iter().try_for_each(|(position, row)| insert(&mut tableau, *position, row))?;
        Omega::new(&mut tableau, None).solve(&problem)
    };
    small().or_else(|_| big()).expect("big integers do not overflow").expect("no limit of work")
}

fn checked(answer: Answer, rows: &[Row]) -> bool {
    match answer {
        Answer::Satisfiable(model) => {
            assert!(rows.iter().all(|row| model.satisfies(row)), "{rows:?}: {model:?} is no point");
            true
        }
        Answer::Unsatisfiable(refutation) => {
            assert!(refutation.check(Numbers::Integer, rows), "{rows:?}: {refutation:?} proves nothing");
            false
        }
    }
}

fn row() -> impl Strategy<Value = (LinearExpr, Kind)> {
    let kind = prop_oneof![
        2 => Just(Kind::Equal),
        8 => Just(Kind::AtLeast),
        1 => (2..=6i64, 0..=3i64)
            .prop_map(|(modulus, width)| Kind::Modulo { modulus: Int::new(modulus), width: Int::new(width) }),
    ];
    let coefficient = prop_oneof![2 => Just(0), 3 => -9..=9i64];
    (prop::collection::vec(coefficient, 3), -30..=30i64, kind).prop_map(|(coefficients, constant, kind)| {
        let terms = (0..).map(Var).zip(coefficients.into_iter().map(Int::new));
        (LinearExpr::new(terms, Int::new(constant)), kind)
    })
}

/// Strips between two close parallel planes: few integer points, much for the dark shadow to do.
fn strip() -> impl Strategy<Value = Vec<(LinearExpr, Kind)>> {
    (prop::collection::vec(-13..=13i64, 3), -30..=30i64, 0..=12i64).prop_map(|(coefficients, constant, width)| {
        let terms = (0..).map(Var).zip(coefficients.into_iter().map(Int::new));
        let expr = LinearExpr::new(terms, Int::new(constant));
        vec![(expr.clone(), Kind::AtLeast), (expr.negated().plus_constant(width), Kind::AtLeast)]
    })
}

fn canonical(constraints: Vec<(LinearExpr, Kind)>) -> Vec<Row> {
    let rows = constraints.into_iter().map(|(expr, kind)| Row::canonical(expr, kind, Numbers::Integer));
    rows.filter_map(|row| if let Canonical::Row(row) = row { Some(row) } else { None }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn the_omega_test_agrees_with_the_search(constraints in prop::collection::vec(row(), 1..7)) {
        let rows = canonical(constraints);
        let mut simplex = Simplex::new(Numbers::Integer);
        rows.iter().for_each(|row| _ = simplex.add(row));
        prop_assert_eq!(checked(omega(&rows), &rows), checked(simplex.check(), &rows), "{:?}", rows);
    }

    #[test]
    fn the_omega_test_decides_strips(strips in prop::collection::vec(strip(), 1..4)) {
        let rows = canonical(strips.concat());
        let mut simplex = Simplex::new(Numbers::Integer);
        rows.iter().for_each(|row| _ = simplex.add(row));
        prop_assert_eq!(checked(omega(&rows), &rows), checked(simplex.check(), &rows), "{:?}", rows);
    }
}
