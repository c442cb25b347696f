//! Projection over ℝ, at sample points: the projection of a conjunction at a point of the kept variables is one
//! interval per eliminated variable, so with one of them it can be computed independently.

use super::samples::{Shape, expr};
use heureka_linear::{Conjunction, Kind, LinearExpr, Names, Numbers, Row, Var};
use heureka_number::{Int, Rational};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn projected(text: &str, eliminated: &str) -> String {
    let mut names = Names::default();
    let conjunction = Conjunction::parse(text, Numbers::Real, &mut names).expect("constraints");
    let eliminated: Vec<Var> = eliminated.split_whitespace().map(|name| names.var(name)).collect();
    let projection = conjunction.project(|var| eliminated.contains(&var));
    assert!(projection.exact);
    match &projection.disjuncts[..] {
        [] => "false".to_owned(),
        [disjunct] => disjunct.show(&names),
        _ => panic!("over the reals a projection is convex"),
    }
}

#[test]
fn simple_cases() {
    assert_eq!(projected("y = 2x & x > 1", "x"), "y > 2");
    assert_eq!(projected("2x >= y & 3x < z", "x"), "3y - 2z < 0");
    assert_eq!(projected("x > y & x < z & x >= w", "x"), "y - z < 0 & z - w > 0");
    assert_eq!(projected("x > y & x < y", "x"), "false");
    assert_eq!(projected("x > y & x <= y", "x y"), "false");
    assert_eq!(projected("x > y", "x y"), "true");
    assert_eq!(projected("2x = 3y & 5y = 7z & z >= 1", "y z"), "10x >= 21");
    let big = "9".repeat(300);
    assert_eq!(projected(&format!("{big}x <= y & 2x >= z"), "x"), format!("2y - {big}z >= 0"));
}

fn value(expr: &LinearExpr, point: &[Rational]) -> Rational {
    let terms = expr.terms().iter().map(|(var, c)| &Rational::from(c.clone()) * &point[var.0 as usize]);
    terms.fold(Rational::from(expr.constant().clone()), |sum, term| sum + term)
}

fn row_holds(row: &Row, point: &[Rational]) -> bool {
    let value = value(row.expr(), point);
    match row.kind() {
        Kind::Equal => value.is_zero(),
        Kind::AtLeast => !value.is_negative(),
        Kind::Above => value.is_positive(),
        Kind::Modulo { .. } => panic!("not over the reals"),
    }
}

/// Whether a value of the variable makes all rows hold at the point.
fn has_value(rows: &[Row], var: Var, point: &[Rational]) -> bool {
    let mut point = point.to_vec();
    // The ends of the interval, the middles between them and something outside: one of them fits if any does.
    let mut ends: Vec<Rational> = Vec::new();
    point[var.0 as usize] = Rational::ZERO;
    for row in rows {
        if let Some(coefficient) = row.expr().coefficient(var) {
            ends.push(-value(row.expr(), &point) / Rational::from(coefficient.clone()));
        }
    }
    ends.sort();
    let mut candidates = ends.clone();
    candidates.extend(ends.windows(2).map(|pair| (&pair[0] + &pair[1]) / Rational::from(2)));
    candidates.extend(ends.first().map(|first| first - Rational::ONE));
    candidates.extend(ends.last().map(|last| last + Rational::ONE));
    candidates.push(Rational::ZERO);
    candidates.into_iter().any(|candidate| {
        point[var.0 as usize] = candidate;
        rows.iter().all(|row| row_holds(row, &point))
    })
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Equal), Just(Kind::AtLeast), Just(Kind::AtLeast), Just(Kind::AtLeast), Just(Kind::Above)]
}

const SHAPE: Shape = Shape { vars: 4, coefficient: 5, constant: 9, modulus: 2 };

fn points() -> impl Strategy<Value = Vec<Vec<Rational>>> {
    let coordinate = (-20..=20i64, 1..=4i64).prop_map(|(n, d)| Rational::new(Int::new(n), Int::new(d)));
    prop::collection::vec(prop::collection::vec(coordinate, SHAPE.vars as usize), 20)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_point_is_in_the_projection_if_a_value_fits(
        constraints in prop::collection::vec((expr(SHAPE), kinds()), 1..7), var in 0..SHAPE.vars, points in points(),
    ) {
        let conjunction = Conjunction::new(Numbers::Real, constraints);
        let projection = conjunction.project(|other| other.0 == var);
        prop_assert!(projection.exact && projection.disjuncts.len() <= 1);
        for point in &points {
            let expected = !conjunction.is_false() && has_value(conjunction.rows(), Var(var), point);
            let found = projection.disjuncts.iter().any(|d| d.rows().iter().all(|row| row_holds(row, point)));
            prop_assert_eq!(found, expected, "{:?}\n{:?}\nat {:?}", conjunction, projection, point);
        }
    }

    #[test]
    fn two_variables_go_together_or_one_by_one(
        constraints in prop::collection::vec((expr(SHAPE), kinds()), 1..8), points in points(),
    ) {
        let conjunction = Conjunction::new(Numbers::Real, constraints);
        let both = conjunction.project(|var| var.0 < 2).disjuncts;
        let first = conjunction.project(|var| var.0 == 1).disjuncts;
        for point in &points {
            let found = both.iter().any(|d| d.rows().iter().all(|row| row_holds(row, point)));
            let expected = first.iter().any(|d| has_value(d.rows(), Var(0), point));
            prop_assert_eq!(found, expected, "{:?}\n{:?}\nat {:?}", conjunction, both, point);
        }
    }
}

/// Enough rows for the history of combinations to matter, and around 0 so that they have common points.
fn many_rows(coefficient: i64) -> impl Strategy<Value = Vec<(LinearExpr, Kind)>> {
    let shape = Shape { vars: 6, coefficient, constant: 9, modulus: 2 };
    let around_zero = expr(shape).prop_map(|mut expr| {
        expr.set_constant(expr.constant().abs());
        (expr, Kind::AtLeast)
    });
    prop::collection::vec(around_zero, 12..18)
}

fn integer_points() -> impl Strategy<Value = Vec<Vec<i64>>> {
    prop::collection::vec(prop::collection::vec(-4..=4i64, 6), 20)
}

/// The conjunction without the first three variables, at points: all at once and, over ℝ, one by one.
fn together_and_in_turn(conjunction: &Conjunction, points: &[Vec<i64>]) -> Vec<(bool, bool)> {
    let together = conjunction.project(|var| var.0 < 3).disjuncts;
    let real = Conjunction::from_rows(Numbers::Real, conjunction.rows());
    let without = |conjunction: &Conjunction, var: u32| -> Conjunction {
        conjunction.project(|other| other.0 == var).disjuncts.pop().expect("0 is a point")
    };
    let in_turn = without(&without(&real, 0), 1);
    let answers = |point: &Vec<i64>| {
        let at: Vec<Rational> = point.iter().map(|value| Rational::from(*value)).collect();
        let found = together.iter().any(|disjunct| disjunct.holds_at(|var| Int::new(point[var.0 as usize])));
        (found, has_value(in_turn.rows(), Var(2), &at))
    };
    points.iter().map(answers).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(25) })]

    #[test]
    fn three_of_six_variables_over_the_reals(rows in many_rows(3), points in integer_points()) {
        let conjunction = Conjunction::new(Numbers::Real, rows);
        for (found, expected) in together_and_in_turn(&conjunction, &points) {
            prop_assert_eq!(found, expected, "{:?}", conjunction);
        }
    }

    /// Over ℤ there may be fewer points; what is found must be there over ℝ.
    #[test]
    fn three_of_six_variables_over_the_integers(rows in many_rows(1), points in integer_points()) {
        let conjunction = Conjunction::new(Numbers::Integer, rows);
        for (found, expected) in together_and_in_turn(&conjunction, &points) {
            prop_assert!(expected || !found, "{:?}", conjunction);
        }
    }
}
