//! Canonical rows and conjunctions: what they mean does not change, and what means the same by the rules is the same.

use heureka_linear::{Canonical, Conjunction, Kind, LinearExpr, Names, Numbers, Row, Var};
use heureka_number::Int;
use proptest::prelude::*;

fn shown(text: &str, numbers: Numbers) -> String {
    let mut names = Names::default();
    Conjunction::parse(text, numbers, &mut names).expect("constraints").show(&names)
}

#[test]
fn conjunctions_are_reduced() {
    let integer = |text| shown(text, Numbers::Integer);
    let real = |text| shown(text, Numbers::Real);
    assert_eq!(integer("2x <= 7"), "x <= 3");
    assert_eq!(real("2x <= 7"), "2x <= 7");
    assert_eq!(integer("x < 3"), "x <= 2");
    assert_eq!(real("x < 3 & x <= 3"), "x < 3");
    assert_eq!(real("x < 3 & 2x <= 5"), "2x <= 5");
    assert_eq!(real("2x <= 5 & 4x < 10"), "2x < 5");
    assert_eq!(integer("x >= 1 & x <= 1"), "x = 1");
    assert_eq!(real("2x >= 1 & 4x <= 2"), "2x = 1");
    assert_eq!(real("2x >= 1 & 4x < 2"), "false");
    assert_eq!(integer("2x = 1"), "false");
    assert_eq!(integer("x + y >= 1 & x + y <= 0"), "false");
    assert_eq!(integer("x <= y & y <= x & y <= 5"), "x - y = 0 & x <= 5");
    assert_eq!(integer("a = b & b = c & c = 3"), "a = 3 & b = 3 & c = 3");
    assert_eq!(integer("2a = 3b & b >= 1"), "2a - 3b = 0 & a >= 2");
    assert_eq!(integer("x mod 2 <= 0 & x = 3"), "false");
    assert_eq!(integer("2x + 1 mod 4 <= 1"), "x mod 2 <= 0");
    assert_eq!(integer("x mod 4 <= 3 & x >= 0"), "x >= 0");
    assert_eq!(integer("-x mod 4 <= 0"), "x mod 4 <= 0");
    assert_eq!(integer("0 <= 1"), "true");
    assert_eq!(integer("1 <= 0"), "false");
}

#[test]
fn text_without_meaning_is_refused() {
    for text in ["", "x", "x <=", "x <= y z", "x mod 0 <= 1", "<= 3", "x == 3 &", "2 3 <= x", "x ≤ 3"] {
        assert!(Conjunction::parse(text, Numbers::Integer, &mut Names::default()).is_err(), "{text:?} was read");
    }
    assert!(Conjunction::parse("x mod 2 <= 0", Numbers::Real, &mut Names::default()).is_err());
}

#[test]
fn coefficients_of_300_digits() {
    let big = "9".repeat(300);
    assert_eq!(shown(&format!("{big}x >= {big}"), Numbers::Integer), "x >= 1");
    assert_eq!(shown(&format!("{big}x >= 1"), Numbers::Integer), "x >= 1");
    assert_eq!(shown(&format!("{big}x = {big}y & y >= 1"), Numbers::Integer), "x - y = 0 & x >= 1");
    let text = format!("{big}x + y <= 1");
    assert_eq!(shown(&text, Numbers::Integer), text);
}

const VARS: u32 = 4;

fn expr() -> impl Strategy<Value = LinearExpr> {
    (prop::collection::vec(-4..=4i64, VARS as usize), -9..=9i64).prop_map(|(coefficients, constant)| {
        LinearExpr::new((0..VARS).map(Var).zip(coefficients.into_iter().map(Int::new)), Int::new(constant))
    })
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Equal),
        Just(Kind::AtLeast),
        Just(Kind::AtLeast),
        Just(Kind::Above),
        (1..=8i64, -1..=8i64)
            .prop_map(|(modulus, width)| Kind::Modulo { modulus: Int::new(modulus), width: Int::new(width) }),
    ]
}

fn holds(expr: &LinearExpr, kind: &Kind, point: &[i64]) -> bool {
    let value = expr.value_at(|var| Int::new(point[var.0 as usize])).to_i64().expect("small");
    match kind {
        Kind::Equal => value == 0,
        Kind::AtLeast => value >= 0,
        Kind::Above => value > 0,
        Kind::Modulo { modulus, width } => {
            value.rem_euclid(modulus.to_i64().expect("small")) <= width.to_i64().expect("small")
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn reduction_keeps_the_integer_points(
        constraints in prop::collection::vec((expr(), kind()), 1..6),
        points in prop::collection::vec(prop::collection::vec(-6..=6i64, VARS as usize), 30),
    ) {
        let reduced = Conjunction::new(Numbers::Integer, constraints.clone());
        for point in &points {
            let expected = constraints.iter().all(|(expr, kind)| holds(expr, kind, point));
            prop_assert_eq!(reduced.holds_at(|var| Int::new(point[var.0 as usize])), expected, "{:?} at {:?}", reduced, point);
        }
        // The form is a fixed point, whatever the order of the rows.
        let mut rows = reduced.rows().to_vec();
        rows.reverse();
        if !reduced.is_false() {
            prop_assert_eq!(&Conjunction::from_rows(Numbers::Integer, &rows), &reduced);
        }
        let mut names = Names::default();
        for var in 0..VARS {
            names.var(&format!("x{var}"));
        }
        prop_assert_eq!(&Conjunction::parse(&reduced.show(&names), Numbers::Integer, &mut names).expect("own text"), &reduced);
    }

    #[test]
    fn a_row_or_its_complement_holds(
        expr in expr(), kind in kind(), point in prop::collection::vec(-6..=6i64, VARS as usize),
    ) {
        if let Canonical::Row(row) = Row::canonical(expr, kind, Numbers::Integer) {
            let at = |var: Var| Int::new(point[var.0 as usize]);
            let complement = row.negated(Numbers::Integer).into_iter().any(|part| match part {
                Canonical::Always => true,
                Canonical::Never => false,
                Canonical::Row(part) => part.holds_at(at),
            });
            prop_assert_eq!(row.holds_at(at), !complement);
        }
    }
}
