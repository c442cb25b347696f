//! Projection over ℤ against enumeration: a point is in the projection exactly if it has a preimage.

use super::samples::{Shape, at, constraints, enumerate, holds};
use heureka_linear::{Conjunction, Kind, LinearExpr, Names, Numbers, Projection, Var};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn parse(text: &str, names: &mut Names) -> Conjunction {
    Conjunction::parse(text, Numbers::Integer, names).expect("constraints")
}

/// The projection as text; `eliminated` are names separated by spaces.
fn projected(text: &str, eliminated: &str) -> String {
    let mut names = Names::default();
    let conjunction = parse(text, &mut names);
    let eliminated: Vec<Var> = eliminated.split_whitespace().map(|name| names.var(name)).collect();
    let projection = conjunction.project(|var| eliminated.contains(&var));
    assert!(projection.exact, "{text}");
    match &projection.disjuncts[..] {
        [] => "false".to_owned(),
        disjuncts => disjuncts.iter().map(|disjunct| disjunct.show(&names)).collect::<Vec<_>>().join(" | "),
    }
}

fn contains(projection: &Projection, point: &[i64]) -> bool {
    projection.disjuncts.iter().any(|disjunct| disjunct.holds_at(at(point)))
}

/// Each variable from `-bound` to `bound`.
fn boxed(vars: u32, bound: i64) -> Vec<(LinearExpr, Kind)> {
    let sides = |var| {
        let var = LinearExpr::var(Var(var));
        [var.plus_constant(bound), var.negated().plus_constant(bound)]
    };
    (0..vars).flat_map(sides).map(|side| (side, Kind::AtLeast)).collect()
}

/// Compares the projection with enumeration, at all points of a box a little larger than the bounds.
fn check(constraints: &[(LinearExpr, Kind)], vars: u32, bound: i64, eliminated: impl Fn(u32) -> bool) {
    let all: Vec<_> = constraints.iter().cloned().chain(boxed(vars, bound)).collect();
    let conjunction = Conjunction::new(Numbers::Integer, all.clone());
    let projection = conjunction.project(|var| eliminated(var.0));
    assert!(projection.exact, "{conjunction:?}");
    let mentioned = projection.disjuncts.iter().flat_map(Conjunction::vars);
    assert!(mentioned.into_iter().all(|var| !eliminated(var.0) && var.0 < vars), "{conjunction:?}: {projection:?}");
    let mut preimages = std::collections::HashSet::new();
    let shadow = |point: &[i64]| -> Vec<i64> {
        let place = |(var, value): (usize, &i64)| if eliminated(var as u32) { 0 } else { *value };
        point.iter().enumerate().map(place).collect()
    };
    enumerate(vars, bound, |point| {
        if all.iter().all(|(expr, kind)| holds(expr, kind, point)) {
            preimages.insert(shadow(point));
        }
    });
    enumerate(vars, bound + 1, |point| {
        if shadow(point) == point {
            let expected = preimages.contains(point);
            assert_eq!(contains(&projection, point), expected, "{conjunction:?}\n{projection:?}\nat {point:?}");
        }
    });
    let everything = conjunction.project(|_| true);
    assert_eq!(everything.disjuncts.is_empty(), preimages.is_empty(), "{conjunction:?} without its variables");
}

#[test]
fn simple_cases() {
    assert_eq!(projected("y = x + 1 & x <= 3", "x"), "y <= 4");
    assert_eq!(projected("y = 2x", "x"), "y mod 2 <= 0");
    assert_eq!(projected("y = 2x & x <= z", "x"), "y - 2z <= 0 & y mod 2 <= 0");
    assert_eq!(projected("y <= x & x <= z", "x"), "y - z <= 0");
    assert_eq!(projected("y <= x", "x"), "true");
    assert_eq!(projected("y <= x & z >= 1", "x"), "z >= 1");
    assert_eq!(projected("z >= 1", "x"), "z >= 1");
    assert_eq!(projected("true", "x"), "true");
    assert_eq!(projected("false", "x"), "false");
    assert_eq!(projected("x >= 1 & y >= x & y <= 0", "x y"), "false");
    assert_eq!(projected("x >= 1 & y >= x & y <= 1", "x y"), "true");
    assert_eq!(projected("6x + 10y = z", "x y"), "z mod 2 <= 0");
    assert_eq!(projected("3x + 5y = z", "x y"), "true");
    assert_eq!(projected("x + y mod 4 <= 1", "x"), "true");
    assert_eq!(projected("2x + y mod 4 <= 0", "x"), "y mod 2 <= 0");
    assert_eq!(projected("x + y mod 4 <= 1 & 0 <= x & x <= 1", "x"), "(y + 1) mod 4 <= 2");
    // A 32-bit wrap-around.
    assert_eq!(
        projected("z = y + 4294967296k & 0 <= z & z <= 4294967295", "k"),
        "z <= 4294967295 & z >= 0 & (z + 4294967295y) mod 4294967296 <= 0"
    );
    assert_eq!(projected("0 <= y + 4294967296k & y + 4294967296k <= 4294967295", "k"), "true");
    assert_eq!(projected("0 <= y + 4294967296k & y + 4294967296k <= 9", "k"), "y mod 4294967296 <= 9");
}

#[test]
fn the_omega_test() {
    // Pugh's examples: no integer point between two pairs of parallel lines.
    assert_eq!(projected("27 <= 11x + 13y & 11x + 13y <= 45 & -10 <= 7x - 9y & 7x - 9y <= 4", "x y"), "false");
    assert_eq!(projected("3x <= y & y <= 3x + 1", "x"), "y mod 3 <= 1");
    assert_eq!(projected("3x <= y & y <= 3x + 2", "x"), "true");
    // 5 ≤ 3x ≤ y + 4 has no point at y = 1 only.
    let mut names = Names::default();
    let (y, x) = (names.var("y"), names.var("x"));
    let projection = parse("0 <= 3x - y & 2x <= z & z <= 2x + w", &mut names).project(|var| var == x);
    assert!(projection.exact);
    let point = |y: i64, z: i64, w: i64| projection.disjuncts.iter().any(|d| d.holds_at(at(&[y, 0, z, w])));
    for (y_at, z_at, w_at) in (-6..=6).flat_map(|a| (-6..=6).flat_map(move |b| (-2..=4).map(move |c| (a, b, c)))) {
        let expected = (-30..=30).any(|x| y_at <= 3 * x && 2 * x <= z_at && z_at <= 2 * x + w_at);
        assert_eq!(point(y_at, z_at, w_at), expected, "{y:?} = {y_at}, z = {z_at}, w = {w_at}: {projection:?}");
    }
}

#[test]
fn splinters_without_bounds() {
    // a·x ≥ y and b·x ≤ z with all of them free: the search window is as wide as the values need.
    for (a, b) in (1..=7).flat_map(|a| (1..=7).map(move |b| (a, b))) {
        let mut names = Names::default();
        let x = names.var("x");
        let conjunction = parse(&format!("{a}x >= y & {b}x <= z"), &mut names);
        let projection = conjunction.project(|var| var == x);
        assert!(projection.exact);
        for (y, z) in (-12..=12).flat_map(|y| (-12..=12).map(move |z| (y, z))) {
            let expected = (-13..=13).any(|x| a * x >= y && b * x <= z);
            assert_eq!(contains(&projection, &[0, y, z]), expected, "{a} {b} {y} {z}: {projection:?}");
        }
    }
}

#[test]
fn large_coefficients() {
    let big = "9".repeat(300);
    assert_eq!(projected(&format!("y = {big}x"), "x"), format!("y mod {big} <= 0"));
    assert_eq!(projected(&format!("{big}x <= y & x >= z"), "x"), format!("y - {big}z >= 0"));
    assert_eq!(projected(&format!("{big}x <= y & y <= {big}x + 3"), "x"), format!("y mod {big} <= 3"));
    // More cases than anyone can list: the result says that it is an over-approximation.
    let mut names = Names::default();
    let x = names.var("x");
    let conjunction = parse(&format!("{big}x <= y & {big}x >= z & y >= 0"), &mut names);
    let projection = conjunction.project(|var| var == x);
    assert!(!projection.exact);
    assert_eq!(projection.disjuncts.len(), 1);
    assert_eq!(projection.disjuncts[0].show(&names), "y >= 0 & y - z >= 0");
}

#[test]
fn a_quotient_with_few_values_goes_by_its_values() {
    // r is 5·x in 32 bits, and below y: by splinters this would take as many cases as 32 bits have values.
    let mut names = Names::default();
    let rows =
        "0 <= 5x - 4294967296q & 5x - 4294967296q <= 4294967295 & 5x - 4294967296q <= y & 0 <= x & x <= 4294967295";
    let conjunction = parse(rows, &mut names);
    let (x, q) = (names.var("x"), names.var("q"));
    let projection = conjunction.project(|var| var == q);
    assert!(projection.exact);
    for at_x in [0, 1, 7, 858_993_459, 858_993_460, 2_000_000_000, 4_294_967_295i64] {
        let wrapped = 5 * at_x % 4_294_967_296;
        for at_y in [wrapped - 1, wrapped, wrapped + 1, 4_294_967_296] {
            let value = |var: Var| heureka_number::Int::from(if var == x { at_x } else { at_y });
            let is_inside = projection.disjuncts.iter().any(|disjunct| disjunct.holds_at(value));
            assert_eq!(is_inside, wrapped <= at_y, "x = {at_x}, y = {at_y}");
        }
    }
}

#[test]
fn a_variable_without_an_integer_value_has_no_case() {
    assert_eq!(projected("1 <= 3x & 3x <= 2 & 2x + 3y <= z & z <= 5x + 2y", "x"), "false");
    assert_eq!(projected("3x + 1 <= 5y & 5y <= 3x + 3 & 1 <= 4x - 2z & 4x - 2z <= 1", "x"), "false");
}

#[test]
fn the_variables_may_go_one_by_one() {
    let mut names = Names::default();
    let conjunction = parse("2x + 3y <= z & 3x >= w & 5y >= w - 1 & z <= 7 & w >= -7 & x <= 4 & y <= 4", &mut names);
    let (x, y) = (names.var("x"), names.var("y"));
    let both = conjunction.project(|var| var == x || var == y);
    let in_turn = |first: Var, second: Var| {
        let parts = conjunction.project(|var| var == first).disjuncts;
        parts.iter().flat_map(|part| part.project(|var| var == second).disjuncts).collect::<Vec<_>>()
    };
    let (xy, yx) = (in_turn(x, y), in_turn(y, x));
    for (z, w) in (-30..=8).flat_map(|z| (-9..=14).map(move |w| (z, w))) {
        let point = [0, 0, z, w];
        let expected = contains(&both, &point);
        assert_eq!(xy.iter().any(|d| d.holds_at(at(&point))), expected);
        assert_eq!(yx.iter().any(|d| d.holds_at(at(&point))), expected);
    }
    for disjunct in &both.disjuncts {
        assert_eq!(disjunct.project(|var| var == x || var == y).disjuncts, vec![disjunct.clone()]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(600) })]

    #[test]
    fn two_variables(rows in constraints(Shape { vars: 2, coefficient: 7, constant: 20, modulus: 9 }, 1..4), last in any::<bool>()) {
        check(&rows, 2, 9, |var| var == u32::from(last));
    }

    #[test]
    fn three_variables(rows in constraints(Shape { vars: 3, coefficient: 3, constant: 9, modulus: 6 }, 1..5), mask in 1..7u32) {
        check(&rows, 3, 5, |var| mask >> var & 1 == 1);
    }

    #[test]
    fn three_variables_of_large_slope(rows in constraints(Shape { vars: 3, coefficient: 7, constant: 15, modulus: 8 }, 1..4), mask in 1..7u32) {
        check(&rows, 3, 5, |var| mask >> var & 1 == 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(200) })]

    #[test]
    fn four_variables(rows in constraints(Shape { vars: 4, coefficient: 3, constant: 6, modulus: 5 }, 1..6), mask in 1..15u32) {
        check(&rows, 4, 3, |var| mask >> var & 1 == 1);
    }
}

#[test]
fn numbers_of_300_digits() {
    let big = "9".repeat(300);
    let vars = "x y z";
    assert_eq!(projected(&format!("{big}x + 8y = 1 & x >= {big} & z <= y"), vars), "true");
    assert_eq!(projected(&format!("{big}x + 9y = 1 & x >= {big} & z <= y"), vars), "false");
}
