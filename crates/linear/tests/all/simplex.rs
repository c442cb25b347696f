//! Satisfiability: every point satisfies the rows, every refutation is checked, and answers agree with enumeration.

use heureka_linear::{Answer, Conjunction, Kind, LinearExpr, Names, Numbers, Optimum, Row, Simplex, Var};
use heureka_linear::{Canonical, Refutation, RowRef};
use heureka_number::{Int, Rational};
use proptest::prelude::*;

fn parse(text: &str, numbers: Numbers) -> Conjunction {
    Conjunction::parse(text, numbers, &mut Names::default()).expect("constraints")
}

/// The answer of a conjunction, after checking its evidence.
fn satisfiable(conjunction: &Conjunction) -> bool {
    match conjunction.solve() {
        Answer::Satisfiable(model) => {
            assert!(!conjunction.is_false());
            for row in conjunction.rows() {
                assert!(model.satisfies(row), "{conjunction:?}: {model:?} is no point of {row:?}");
            }
            if conjunction.numbers() == Numbers::Integer {
                assert!(conjunction.holds_at(|var| model.int_value(var)));
            }
            true
        }
        Answer::Unsatisfiable(refutation) => {
            assert!(conjunction.refuted_by(&refutation), "{conjunction:?}: {refutation:?} proves nothing");
            false
        }
    }
}

/// The answer for rows as they are, without the form of a conjunction.
fn rows_satisfiable(numbers: Numbers, rows: &[Row]) -> bool {
    let mut simplex = Simplex::new(numbers);
    for row in rows {
        simplex.add(row);
    }
    evidence(simplex.check(), numbers, rows)
}

fn evidence(answer: Answer, numbers: Numbers, rows: &[Row]) -> bool {
    match answer {
        Answer::Satisfiable(model) => {
            for row in rows {
                assert!(model.satisfies(row), "{rows:?}: {model:?} is no point of {row:?}");
            }
            if numbers == Numbers::Integer {
                assert!(model.values().iter().all(|(_, value)| value.is_integer()));
            }
            true
        }
        Answer::Unsatisfiable(refutation) => {
            assert!(refutation.check(numbers, rows), "{rows:?}: {refutation:?} proves nothing");
            false
        }
    }
}

#[test]
fn known_integer_cases() {
    let cases = [
        ("true", true),
        ("false", false),
        ("x >= 0", true),
        ("x >= 1 & x <= 0", false),
        ("x <= y & y <= z & z <= x - 1", false),
        ("x <= y & y <= z & z <= x", true),
        // Parity of equalities, of inequalities, and of both.
        ("2x = 2y + 1", false),
        ("x + y = 2a & x - y = 2b + 1", false),
        ("x + y = 2a & x - y = 2b", true),
        ("3x - 3y >= 1 & 3x - 3y <= 2", false),
        ("1 <= 3x - 3y + z & 3x - 3y + z <= 2 & z = 0", false),
        ("4x + 6y + 10z >= 3 & 4x + 6y + 10z <= 3", false),
        ("2x + 3y = 1", true),
        ("6x + 10y + 15z = 1", true),
        ("6x + 10y + 15z = 1 & x >= 100 & y >= 100 & z <= 0", true),
        ("2x - 2y - z = 0 & 2z - 4w = 1", false),
        ("2x - 2y - z = 0 & z = 2w + 1", false),
        // Unbounded strips without integer points.
        ("5x - 7y >= 1 & 5x - 7y <= 1", true),
        ("2x - 4y + 6z >= 1 & 2x - 4y + 6z <= 1", false),
        ("3x + 3y + z >= 1 & 3x + 3y + z <= 2 & z >= 0 & z <= 0", false),
        ("6x - 9y + z >= 1 & 6x - 9y + w <= 2 & z = 0 & w = 0", false),
        ("4x - 6y - 3 >= 2z & 4x - 6y - 3 <= 2z", false),
        ("4x - 4y + 1 <= 2z & 2z <= 4x - 4y + 1 + w & w <= 0", false),
        // Pugh's example for the dark shadow.
        ("27 <= 11x + 13y & 11x + 13y <= 45 & -10 <= 7x - 9y & 7x - 9y <= 4", false),
        ("27 <= 11x + 13y & 11x + 13y <= 45 & -10 <= 7x - 9y & 7x - 9y <= 5", true),
        // Thin triangles.
        ("3x - 2y >= 1 & 3x - 2y <= 1 & x >= 0 & x <= 0", false),
        ("2y <= 3x & 3y >= 4x - 1 & x >= 1 & y <= 100", true),
        ("12x + 21y + 35z = 101 & x >= 0 & y >= 0 & z >= 0", true),
        ("12x + 21y + 35z = 13 & x >= 0 & y >= 0 & z >= 0", false),
        ("12223x + 12224y + 36674z + 61119u + 85569v = 89643481 & x >= 0 & y >= 0 & z >= 0 & u >= 0 & v >= 0", false),
        // Modulo rows.
        ("x mod 2 <= 0 & x mod 3 <= 0 & x >= 1 & x <= 5", false),
        ("x mod 2 <= 0 & x mod 3 <= 0 & x >= 1 & x <= 6", true),
        ("x mod 4 <= 1 & x + 2 mod 4 <= 1", false),
        ("x + y mod 2 <= 0 & x - y + 1 mod 2 <= 0", false),
        ("x mod 1000000 <= 0 & y = x + 1 & y mod 1000 <= 0", false),
    ];
    for (text, expected) in cases {
        let conjunction = parse(text, Numbers::Integer);
        assert_eq!(satisfiable(&conjunction), expected, "{text}");
        assert!(conjunction.is_false() || rows_satisfiable(Numbers::Integer, conjunction.rows()) == expected, "{text}");
    }
}

#[test]
fn known_real_cases() {
    let cases = [
        ("x > 0 & x < 1", true),
        ("x > 0 & x <= 0", false),
        ("x < y & y < z & z < x", false),
        ("x < y & y < z & z < x + 1", true),
        ("x < y & y < z & 1000000z < 1000000x + 1", true),
        ("x + y > 2 & x < 1 & y <= 1", false),
        ("x + y >= 2 & x <= 1 & y <= 1", true),
        ("x + y >= 2 & x < 1 & y <= 1", false),
        ("2x = 1 & 3y = x", true),
        ("3x - 3y >= 1 & 3x - 3y <= 2", true),
        ("x > 0 & y > x & 2y < x", false),
    ];
    for (text, expected) in cases {
        let conjunction = parse(text, Numbers::Real);
        assert_eq!(satisfiable(&conjunction), expected, "{text}");
        assert!(conjunction.is_false() || rows_satisfiable(Numbers::Real, conjunction.rows()) == expected, "{text}");
    }
}

#[test]
fn coefficients_of_300_digits() {
    let big = "9".repeat(300);
    let bigger = format!("{}8", "9".repeat(299));
    for (text, expected) in [
        (format!("{big}x - {bigger}y >= 1 & {big}x - {bigger}y <= 1 & x >= 0 & x <= 1"), true),
        (format!("{big}x - {bigger}y >= 1 & {big}x - {bigger}y <= 1 & x >= 2 & x <= 5"), false),
        (format!("{big}x = {bigger}y & x >= 1 & y <= {big}"), true),
        (format!("{big}x = {bigger}y & x >= 1 & y <= {bigger}"), false),
        (format!("x >= {big} & y >= x & y <= {bigger}"), false),
        (format!("x mod {big} <= 0 & x >= 1 & x <= {bigger}"), false),
    ] {
        assert_eq!(satisfiable(&parse(&text, Numbers::Integer)), expected, "{text}");
    }
    // Small coefficients that grow beyond 64 bits on the way.
    let row = |k: usize| format!("1000003x{k} >= 1000033x{} + 1", k + 1);
    let chain: Vec<String> = (0..12).map(row).collect();
    assert!(satisfiable(&parse(&format!("{} & x12 >= 0", chain.join(" & ")), Numbers::Integer)));
    assert!(satisfiable(&parse(&format!("{} & x12 >= 0", chain.join(" & ")), Numbers::Real)));
    assert!(!satisfiable(&parse(&format!("{} & x12 >= 0 & x0 <= 11", chain.join(" & ")), Numbers::Integer)));
}

#[test]
fn beale_does_not_cycle() {
    let text = "x1 >= 0 & x2 >= 0 & x3 >= 0 & x4 >= 0 & x3 <= 1 \
        & 25x1 - 6000x2 - 4x3 + 900x4 <= 0 & 50x1 - 9000x2 - 2x3 + 300x4 <= 0";
    let mut names = Names::default();
    let beale = Conjunction::parse(text, Numbers::Real, &mut names).expect("constraints");
    let mut objective = |text: &str| {
        let scaled = Conjunction::parse(&format!("{text} >= 0"), Numbers::Real, &mut names).expect("constraints");
        scaled.rows()[0].expr().clone()
    };
    // 3/4·x1 − 150·x2 + 1/50·x3 − 6·x4, times 100.
    let expr = objective("75x1 - 15000x2 + 2x3 - 600x4");
    assert_eq!(beale.maximum(&expr), Optimum::Attained(Rational::from(5)));
}

#[test]
fn klee_minty() {
    let n: u32 = 10;
    let power = |k: u32| Int::from(5).pow(k);
    let var = |k: u32| Var(k - 1);
    let mut constraints = Vec::new();
    for i in 1..=n {
        let terms = (1..i).map(|j| (var(j), -Int::from(2).pow(i - j + 1))).chain([(var(i), Int::MINUS_ONE)]);
        constraints.push((LinearExpr::new(terms, power(i)), Kind::AtLeast));
        constraints.push((LinearExpr::var(var(i)), Kind::AtLeast));
    }
    let objective = LinearExpr::new((1..=n).map(|j| (var(j), Int::from(2).pow(n - j))), Int::ZERO);
    for numbers in [Numbers::Real, Numbers::Integer] {
        let cube = Conjunction::new(numbers, constraints.clone());
        assert_eq!(cube.maximum(&objective), Optimum::Attained(Rational::from(power(n))));
        assert!(satisfiable(&cube.with(objective.plus_constant(-power(n)), Kind::AtLeast)));
        assert!(!satisfiable(&cube.with(objective.plus_constant(-power(n)), Kind::Above)));
    }
}

#[test]
fn optima() {
    let max = |text: &str, numbers: Numbers, goal: &str| {
        let mut names = Names::default();
        let conjunction = Conjunction::parse(text, numbers, &mut names).expect("constraints");
        let goal = Conjunction::parse(&format!("{goal} >= 0"), Numbers::Real, &mut names).expect("a goal");
        conjunction.maximum(goal.rows()[0].expr())
    };
    use Numbers::{Integer, Real};
    let attained = |p: i64, q: i64| Optimum::Attained(Rational::new(Int::new(p), Int::new(q)));
    assert_eq!(max("2x <= 7", Real, "x"), attained(7, 2));
    assert_eq!(max("2x <= 7", Integer, "x"), attained(3, 1));
    assert_eq!(max("2x < 7", Real, "x"), Optimum::Supremum(Rational::new(Int::new(7), Int::new(2))));
    assert_eq!(max("x >= 0", Real, "x"), Optimum::Unbounded);
    assert_eq!(max("x >= 0", Integer, "x - 3"), Optimum::Unbounded);
    assert_eq!(max("x >= 1 & x <= 0", Integer, "x"), Optimum::Empty);
    assert_eq!(max("3x - 3y >= 1 & 3x - 3y <= 2", Integer, "x"), Optimum::Empty);
    assert_eq!(max("x = 2y + 1 & y <= 3", Integer, "x + y"), attained(10, 1));
    assert_eq!(max("3x = 2y & y <= 10", Real, "x"), attained(20, 3));
    assert_eq!(max("3x = 2y & y <= 10", Integer, "x"), attained(6, 1));
    assert_eq!(max("27 <= 11x + 13y & 11x + 13y <= 45 & -10 <= 7x - 9y & 7x - 9y <= 5", Integer, "x"), attained(2, 1));
    assert_eq!(max("x mod 7 <= 2 & x <= 20", Integer, "x"), attained(16, 1));
    assert_eq!(max("x < 3 & y <= 2 & x + y <= 4", Real, "x + 2y"), attained(6, 1));
    assert_eq!(max("x < 3 & y <= 2 & x + y < 4", Real, "x + 2y"), Optimum::Supremum(Rational::from(6)));
    assert_eq!(parse("x >= 3 & x <= 9", Integer).bounds(Var(0)), (attained(3, 1), attained(9, 1)));
    assert_eq!(parse("true", Integer).bounds(Var(0)), (Optimum::Unbounded, Optimum::Unbounded));
    assert_eq!(parse("true", Real).maximum(&LinearExpr::constant_of(7)), attained(7, 1));
}

#[test]
fn entailment() {
    let entails = |text: &str, row: &str| {
        let mut names = Names::default();
        let conjunction = Conjunction::parse(text, Numbers::Integer, &mut names).expect("constraints");
        let row = Conjunction::parse(row, Numbers::Integer, &mut names).expect("a row");
        conjunction.entails_row(&row.rows()[0])
    };
    assert!(entails("x <= y & y <= z", "x <= z"));
    assert!(!entails("x <= y & y <= z", "x < z"));
    assert!(entails("x = y + 1 & y = 3", "x = 4"));
    assert!(!entails("x = y + 1", "x = 4"));
    assert!(entails("x = 2y & y mod 3 <= 0", "x mod 6 <= 0"));
    assert!(entails("x mod 4 <= 0", "x mod 2 <= 0"));
    assert!(!entails("x mod 2 <= 0", "x mod 4 <= 0"));
    assert!(entails("false", "x = 0"));
    assert!(entails("2x + 3y >= 1 & 2x + 3y <= 1 & x >= 0 & y >= 0", "x = 5"));
    assert!(entails("2x >= 5y & 3y >= 2", "x >= 3"));
    assert!(entails("a = b & x mod 2 <= 0 & c = d & y mod 2 <= 0", "x + y mod 2 <= 0"));
}

#[test]
fn a_wrong_refutation_is_refused() {
    let rows = parse("x >= 1 & y <= 3", Numbers::Integer).rows().to_vec();
    let multiple = |at: u32, factor: i64| (RowRef::Input(at), Rational::from(factor));
    let farkas = |multiples: Vec<_>| Refutation::Farkas(multiples);
    assert!(!farkas(vec![]).check(Numbers::Integer, &rows));
    assert!(!farkas(vec![multiple(0, 1)]).check(Numbers::Integer, &rows));
    assert!(!farkas(vec![multiple(0, 1), multiple(1, -1)]).check(Numbers::Integer, &rows));
    assert!(!farkas(vec![multiple(7, 1)]).check(Numbers::Integer, &rows));
    assert!(!farkas(vec![(RowRef::ModuloLow(0), Rational::ONE)]).check(Numbers::Integer, &rows));
    assert!(!farkas(vec![(RowRef::Assumption(0), Rational::ONE)]).check(Numbers::Integer, &rows));
    assert!(!Refutation::Stated.check(Numbers::Integer, &rows));
    // A split proves nothing over ℝ.
    let halves = parse("2x + 2y >= 1 & 2x + 2y <= 1", Numbers::Real).rows().to_vec();
    let side = |factor: i64| Box::new(farkas(vec![(RowRef::Assumption(0), Rational::from(2)), multiple(0, factor)]));
    let sum = LinearExpr::new([(Var(0), Int::ONE), (Var(1), Int::ONE)], Int::ZERO);
    let split = Refutation::Split { expr: sum, bound: Int::ZERO, below: side(1), above: side(-1) };
    assert!(split.check(Numbers::Integer, &halves));
    assert!(!split.check(Numbers::Real, &halves));
}

const VARS: u32 = 3;
const SIDE: i64 = 4;

fn expr() -> impl Strategy<Value = LinearExpr> {
    (prop::collection::vec(-7..=7i64, VARS as usize), -20..=20i64).prop_map(|(coefficients, constant)| {
        LinearExpr::new((0..VARS).map(Var).zip(coefficients.into_iter().map(Int::new)), Int::new(constant))
    })
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        2 => Just(Kind::Equal),
        6 => Just(Kind::AtLeast),
        1 => (2..=8i64, 0..=4i64)
            .prop_map(|(modulus, width)| Kind::Modulo { modulus: Int::new(modulus), width: Int::new(width) }),
    ]
}

fn boxed() -> Vec<(LinearExpr, Kind)> {
    (0..VARS)
        .flat_map(|var| {
            let var = LinearExpr::var(Var(var));
            [(var.plus_constant(SIDE), Kind::AtLeast), (var.negated().plus_constant(SIDE), Kind::AtLeast)]
        })
        .collect()
}

fn points() -> impl Iterator<Item = [i64; VARS as usize]> {
    let range = -SIDE..=SIDE;
    range.clone().flat_map(move |x| {
        let range = range.clone();
        range.clone().flat_map(move |y| range.clone().map(move |z| [x, y, z]))
    })
}

fn at(point: [i64; VARS as usize]) -> impl Fn(Var) -> Int {
    move |var| Int::new(point[var.0 as usize])
}

fn canonical(constraints: Vec<(LinearExpr, Kind)>, numbers: Numbers) -> Option<Vec<Row>> {
    let mut rows = Vec::new();
    for (expr, kind) in constraints {
        match Row::canonical(expr, kind, numbers) {
            Canonical::Row(row) => rows.push(row),
            Canonical::Always => {}
            Canonical::Never => return None,
        }
    }
    Some(rows)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn integer_answers_agree_with_enumeration(
        mut constraints in prop::collection::vec((expr(), kind()), 1..5), goal in expr(),
    ) {
        constraints.extend(boxed());
        let conjunction = Conjunction::new(Numbers::Integer, constraints.clone());
        let inside: Vec<_> = points().filter(|point| conjunction.holds_at(at(*point))).collect();
        prop_assert_eq!(satisfiable(&conjunction), !inside.is_empty(), "{:?}", conjunction);
        if let Some(rows) = canonical(constraints, Numbers::Integer) {
            prop_assert_eq!(rows_satisfiable(Numbers::Integer, &rows), !inside.is_empty(), "{:?}", rows);
        }
        let greatest = inside.iter().map(|point| goal.value_at(at(*point))).max();
        let expected = greatest.map_or(Optimum::Empty, |value| Optimum::Attained(Rational::from(value)));
        prop_assert_eq!(conjunction.maximum(&goal), expected);
        if let Canonical::Row(row) = Row::canonical(goal, Kind::AtLeast, Numbers::Integer) {
            prop_assert_eq!(conjunction.entails_row(&row), inside.iter().all(|point| row.holds_at(at(*point))));
        }
    }

    /// Without a box only the evidence is checked: that the search ends, and that it is right.
    #[test]
    fn unbounded_integer_problems_end(constraints in prop::collection::vec((expr(), kind()), 1..6)) {
        let conjunction = Conjunction::new(Numbers::Integer, constraints);
        let found = satisfiable(&conjunction);
        prop_assert!(found || !points().any(|point| conjunction.holds_at(at(point))));
    }

    #[test]
    fn real_answers_come_with_evidence(
        constraints in prop::collection::vec((expr(), prop_oneof![Just(Kind::AtLeast), Just(Kind::Above), Just(Kind::Equal)]), 1..9),
    ) {
        let conjunction = Conjunction::new(Numbers::Real, constraints.clone());
        let found = satisfiable(&conjunction);
        if let Some(rows) = canonical(constraints, Numbers::Real) {
            prop_assert_eq!(rows_satisfiable(Numbers::Real, &rows), found);
        }
    }

    #[test]
    fn pushing_and_popping_changes_nothing(
        steps in prop::collection::vec((0..5u8, expr(), kind()), 1..25), real in any::<bool>(),
    ) {
        let numbers = if real { Numbers::Real } else { Numbers::Integer };
        let mut simplex = Simplex::new(numbers);
        let (mut rows, mut levels) = (Vec::new(), Vec::new());
        for (step, expr, kind) in steps {
            let kind = if real && matches!(kind, Kind::Modulo { .. }) { Kind::Above } else { kind };
            match step {
                0 => {
                    simplex.push();
                    levels.push(rows.len());
                }
                1 => if let Some(length) = levels.pop() {
                    simplex.pop();
                    rows.truncate(length);
                }
                _ => if let Canonical::Row(row) = Row::canonical(expr, kind, numbers) {
                    prop_assert_eq!(simplex.add(&row).0 as usize, rows.len());
                    rows.push(row);
                }
            }
            let found = evidence(simplex.check(), numbers, &rows);
            prop_assert_eq!(found, rows_satisfiable(numbers, &rows));
        }
    }
}
