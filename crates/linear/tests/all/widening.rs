//! Widening, narrowing and the weak join: upper bounds that become stable, and stop where they are told.

use std::collections::BTreeSet;

use heureka_linear::{Canonical, Conjunction, Kind, LinearExpr, Names, Numbers, Row, Thresholds, Var};
use heureka_number::Int;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn parse(text: &str, numbers: Numbers) -> (Conjunction, Names) {
    let mut names = Names::default();
    for name in ["x", "y", "z"] {
        names.var(name);
    }
    let conjunction = Conjunction::parse(text, numbers, &mut names).expect("constraints");
    (conjunction, names)
}

fn shown(older: &str, newer: &str, thresholds: &Thresholds) -> String {
    let (older, names) = parse(older, Numbers::Integer);
    older.widen_up_to(&parse(newer, Numbers::Integer).0, thresholds).show(&names)
}

fn widened(older: &str, newer: &str) -> String {
    shown(older, newer, &Thresholds::default())
}

#[test]
fn unstable_bounds_are_given_up() {
    assert_eq!(widened("x = 0", "0 <= x & x <= 1"), "x >= 0");
    assert_eq!(widened("0 <= x & x <= 1", "0 <= x & x <= 2"), "x >= 0");
    assert_eq!(widened("0 <= x & x <= 2", "0 <= x & x <= 1"), "x <= 2 & x >= 0");
    assert_eq!(widened("x = 0 & y = 0", "x = y & 0 <= x & x <= 1"), "x - y = 0 & x >= 0");
    assert_eq!(widened("x = 0", "x = 1"), "x >= 0");
    assert_eq!(widened("x = 0", "x = 6"), "x >= 0 & x mod 6 <= 0");
    assert_eq!(widened("x >= 0 & x mod 6 <= 0", "x = 4"), "x >= 0 & x mod 2 <= 0");
    assert_eq!(widened("x >= 0 & x mod 6 <= 0", "x = 12"), "x >= 0 & x mod 6 <= 0");
    assert_eq!(widened("x mod 2 <= 0", "x mod 4 <= 0 & x >= 3"), "x mod 2 <= 0");
    assert_eq!(widened("false", "x = 6"), "x = 6");
    assert_eq!(widened("x = 6", "false"), "x = 6");
    assert_eq!(widened("true", "x = 6"), "true");
}

#[test]
fn rows_that_can_replace_another_are_kept() {
    // Halbwachs: of {0 ≤ y ≤ x ≤ y, …} the newer conjunction's x ≤ y stands for what the older one says of a point.
    assert_eq!(widened("x = 0 & y = 0 & z = 0", "x = 0 & 0 <= y & y <= z & z <= 1"), "x = 0 & y - z <= 0 & y >= 0");
}

#[test]
fn thresholds_hold_a_bound() {
    let constants: BTreeSet<Int> = [-10, 5, 100].into_iter().map(Int::new).collect();
    let up_to = Thresholds { rows: Vec::new(), constants };
    assert_eq!(shown("x = 0", "0 <= x & x <= 1", &up_to), "x <= 5 & x >= 0");
    assert_eq!(shown("0 <= x & x <= 5", "0 <= x & x <= 6", &up_to), "x <= 100 & x >= 0");
    assert_eq!(shown("0 <= x & x <= 100", "0 <= x & x <= 101", &up_to), "x >= 0");
    assert_eq!(shown("0 <= x & x <= 100", "-1 <= x & x <= 100", &up_to), "x <= 100 & x >= -10");
    let (row, _) = parse("x + y <= 20", Numbers::Integer);
    let up_to = Thresholds { rows: row.rows().to_vec(), constants: BTreeSet::new() };
    assert_eq!(shown("x = 0 & y = 0", "0 <= x & x <= 1 & y = 0", &up_to), "y = 0 & x <= 20 & x >= 0");
    assert_eq!(shown("x = 0 & y = 0", "0 <= x & x <= 21 & y = 0", &up_to), "y = 0 & x >= 0");
}

#[test]
fn narrowing_finds_bounds_again() {
    let narrowed = |wide: &str, newer: &str| {
        let (wide, names) = parse(wide, Numbers::Integer);
        wide.narrow(&parse(newer, Numbers::Integer).0).show(&names)
    };
    assert_eq!(narrowed("x >= 0", "0 <= x & x <= 10"), "x <= 10 & x >= 0");
    assert_eq!(narrowed("0 <= x & x <= 10", "0 <= x & x <= 9"), "x <= 10 & x >= 0");
    assert_eq!(narrowed("x >= 0", "x = 3"), "x <= 3 & x >= 0");
    assert_eq!(narrowed("x >= 0", "false"), "false");
}

#[test]
fn the_weak_join_moves_bounds_out() {
    let joined = |left: &str, right: &str, numbers: Numbers| {
        let (left, names) = parse(left, numbers);
        left.weak_join(&parse(right, numbers).0).show(&names)
    };
    assert_eq!(joined("x = 0", "x = 3", Numbers::Real), "x <= 3 & x >= 0");
    assert_eq!(joined("x <= 0", "2x >= 5 & 2x <= 7", Numbers::Real), "2x <= 7");
    assert_eq!(joined("x <= 0", "x >= 1", Numbers::Integer), "true");
    assert_eq!(joined("x <= 0 & x >= 1", "x >= 1", Numbers::Integer), "x >= 1");
    assert_eq!(joined("x = y & x <= 0", "x = y + 1", Numbers::Integer), "x - y <= 1 & x - y >= 0");
}

#[test]
fn the_weak_join_keeps_equalities_and_remainders() {
    let joined = |left: &str, right: &str| {
        let (left, names) = parse(left, Numbers::Integer);
        left.weak_join(&parse(right, Numbers::Integer).0).show(&names)
    };
    assert_eq!(joined("x = 0", "x = 3"), "x <= 3 & x >= 0 & x mod 3 <= 0");
    assert_eq!(joined("x = 0 & y = 0", "x = 1 & y = 1"), "x - y = 0 & x <= 1 & x >= 0");
    // A sum that stays while its parts change.
    assert_eq!(joined("x = n & y = 0", "x = n - 1 & y = 1"), "x + y - n = 0 & y <= 1 & y >= 0");
    assert_eq!(
        joined("x = 1 & y = 2 & z = 7", "x = 3 & y = 5 & z = 7"),
        "3x - 2y = -1 & z = 7 & x <= 3 & x >= 1 & (x + 1) mod 2 <= 0"
    );
    assert_eq!(joined("x = y & z = 0", "x = 2y & z = 0"), "z = 0");
}

#[test]
fn a_counting_loop_becomes_stable() {
    // x := 0; while (…) x := x + 2, seen from outside: the union of steps, widened.
    let (mut invariant, names) = parse("x = 0 & y = 5", Numbers::Integer);
    for _ in 0..4 {
        let stepped = invariant.apply(|var| {
            let expr = LinearExpr::var(var);
            if var == Var(0) { expr.plus_constant(-2) } else { expr }
        });
        invariant = invariant.widen(&stepped);
    }
    assert_eq!(invariant.show(&names), "y = 5 & x >= 0 & x mod 2 <= 0");
}

fn rows() -> impl Strategy<Value = Conjunction> {
    let expr = (prop::collection::vec(-3..=3i64, 3), -6..=6i64).prop_map(|(coefficients, constant)| {
        LinearExpr::new((0..).map(Var).zip(coefficients.into_iter().map(Int::new)), Int::new(constant))
    });
    let kind = prop_oneof![
        Just(Kind::Equal),
        Just(Kind::AtLeast),
        Just(Kind::AtLeast),
        (2..=4i64).prop_map(|modulus| Kind::Modulo { modulus: Int::new(modulus), width: Int::ZERO }),
    ];
    prop::collection::vec((expr, kind), 1..5).prop_map(|rows| Conjunction::new(Numbers::Integer, rows))
}

/// Whether every integer point of `inner` near 0 is one of `outer`.
fn covers(outer: &Conjunction, inner: &Conjunction) -> bool {
    let range = -5..=5i64;
    range.clone().all(|x| {
        range.clone().all(|y| {
            range.clone().all(|z| {
                let at = |var: Var| Int::new([x, y, z][var.0 as usize]);
                !inner.holds_at(at) || outer.holds_at(at)
            })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(150) })]

    #[test]
    fn all_are_upper_bounds(a in rows(), b in rows(), limit in rows()) {
        let thresholds = Thresholds { rows: limit.rows().to_vec(), constants: (-3..4).map(|k| Int::new(3 * k)).collect() };
        for result in [a.widen(&b), a.widen_up_to(&b, &thresholds), a.weak_join(&b)] {
            prop_assert!(covers(&result, &a) && covers(&result, &b), "{:?} of {:?} and {:?}", result, a, b);
            for row in result.rows() {
                prop_assert!(a.entails_row(row) && b.entails_row(row), "{:?} of {:?} and {:?}", row, a, b);
            }
        }
        // A threshold that both satisfy is not crossed.
        for row in limit.rows().iter().filter(|row| !row.is_modulo() && entails_over_reals(&a, row) && entails_over_reals(&b, row)) {
            prop_assert!(a.widen_up_to(&b, &thresholds).entails_row(row), "{:?} of {:?} and {:?}", row, a, b);
        }
        let narrowed = a.narrow(&b);
        prop_assert!(covers(&a, &narrowed) && covers(&narrowed, &a.and(&b)));
    }

    #[test]
    fn chains_become_stable(steps in prop::collection::vec(rows(), 40)) {
        let mut current = Conjunction::bottom(Numbers::Integer);
        let mut changes = 0;
        for step in &steps {
            let next = current.widen(step);
            changes += usize::from(next != current);
            current = next;
        }
        prop_assert!(changes <= 20, "{} changes", changes);
    }

    #[test]
    fn redundancy_removal_keeps_the_points(a in rows(), b in rows()) {
        let both = a.and(&b);
        let fewer = both.remove_redundant();
        prop_assert!(covers(&fewer, &both) && covers(&both, &fewer), "{:?}: {:?}", both, fewer);
        prop_assert!(fewer.rows().len() <= both.rows().len());
        prop_assert_eq!(&fewer.remove_redundant(), &fewer);
        let explicit = both.with_implied_equalities();
        prop_assert!(covers(&explicit, &both) && covers(&both, &explicit), "{:?}: {:?}", both, explicit);
    }
}

/// Whether the conjunction entails the row over ℝ as well.
fn entails_over_reals(conjunction: &Conjunction, row: &Row) -> bool {
    let rows = conjunction.rows().iter().filter(|row| !row.is_modulo());
    let real = Conjunction::from_rows(Numbers::Real, rows);
    match Row::canonical(row.expr().clone(), row.kind().clone(), Numbers::Real) {
        Canonical::Row(row) => real.entails_row(&row),
        Canonical::Always => true,
        Canonical::Never => false,
    }
}

#[test]
fn redundant_rows_go_and_equalities_come() {
    let reduced = |text: &str| {
        let (conjunction, names) = parse(text, Numbers::Integer);
        conjunction.remove_redundant().show(&names)
    };
    assert_eq!(reduced("x <= y & y <= z & x <= z"), "x - y <= 0 & y - z <= 0");
    assert_eq!(reduced("x <= y & y <= z & z <= x - 1"), "false");
    assert_eq!(reduced("x >= 0 & y >= 0 & x + y >= 0 & x + 2y >= -1"), "x >= 0 & y >= 0");
    let (cycle, names) = parse("x <= y & y <= z & z <= x & x >= 3", Numbers::Integer);
    assert_eq!(cycle.with_implied_equalities().show(&names), "x - y = 0 & x - z = 0 & x >= 3");
}
