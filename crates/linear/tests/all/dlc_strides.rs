//! Unions of values in equal steps: what they look like, and that they have exactly the points that were inserted.

use std::collections::BTreeSet;

use heureka_linear::{Conjunction, Dlc, Kind, LinearExpr, Names, Numbers, Var};
use heureka_number::Int;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn point(values: &[i64]) -> Conjunction {
    let fixed = |(var, value): (u32, &i64)| (LinearExpr::var(Var(var)).plus_constant(-value), Kind::Equal);
    Conjunction::new(Numbers::Integer, (0..).zip(values).map(fixed))
}

fn dlc(points: impl IntoIterator<Item = Vec<i64>>) -> Dlc {
    Dlc::new(Numbers::Integer, points.into_iter().map(|values| point(&values)))
}

fn shown(text: &str) -> String {
    let mut names = Names::default();
    Dlc::parse(text, Numbers::Integer, &mut names).unwrap().show(&names)
}

/// Asserts that a set has exactly the points, as far as a box around them shows.
#[track_caller]
fn assert_points(set: &Dlc, points: &BTreeSet<Vec<i64>>) {
    let vars = points.first().map_or(0, Vec::len);
    let mut all = vec![Vec::new()];
    for var in 0..vars {
        let values = points.iter().map(|point| point[var]);
        let (low, high) = (values.clone().min().unwrap() - 3, values.max().unwrap() + 3);
        let with = |point: Vec<i64>| (low..=high).map(move |value| [point.clone(), vec![value]].concat());
        all = all.into_iter().flat_map(with).collect();
    }
    for values in all {
        let holds = set.holds_at(|var| Int::new(values[var.0 as usize]));
        assert_eq!(holds, points.contains(&values), "{values:?} in {set:?}");
    }
}

#[test]
fn three_values_in_equal_steps_are_united() {
    assert_eq!(shown("x = 0 | x = 2 | x = 4"), "x <= 4 & x >= 0 & x mod 2 <= 0");
    assert_eq!(shown("x = 7 | x = 4 | x = 1 | x = -2"), "x <= 7 & x >= -2 & (x + 2) mod 3 <= 0");
    assert_eq!(shown("x = 0 | x = 2"), "x = 0 | x = 2");
    assert_eq!(shown("x = 0 | x = 2 | x = 5"), "x = 0 | x = 2 | x = 5");
    // Values between them are no part of the progression, until they are one themselves.
    assert_eq!(shown("x = 0 | x = 2 | x = 4 | x = 1 | x = 3 | x = 5"), "x <= 5 & x >= 0");
    // A progression continues from both ends, and with another one.
    assert_eq!(
        shown("x = 0 | x = 4 | x = 8 | x = 20 | x = 24 | x = 28 | x = 16 | x = 12"),
        "x <= 28 & x >= 0 & x mod 4 <= 0"
    );
    assert_eq!(shown("x >= 10 & x mod 5 <= 0 | x = 5 | x = 3"), "x >= 5 & x mod 5 <= 0 | x = 3");
}

#[test]
fn families_that_take_turns_are_told_apart() {
    // The loop of paper 002's second example: x and y are exchanged in each round.
    let swap = |k: i64| if k % 2 == 0 { vec![k, 10, 20] } else { vec![k, 20, 10] };
    let set = dlc((0..40).map(swap));
    assert_eq!(set.len(), 2, "{set:?}");
    assert_points(&set, &(0..40).map(swap).collect());
    let three = |k: i64| vec![k, [5, 8, 16][(k % 3) as usize]];
    assert_eq!(dlc((0..60).map(three)).len(), 3);
    // Also when the values move.
    let lines = |k: i64| if k % 2 == 0 { vec![k, 3 * k] } else { vec![k, 50 - 2 * k] };
    let set = dlc((0..30).map(lines));
    assert_eq!(set.len(), 2, "{set:?}");
    assert_points(&set, &(0..30).map(lines).collect());
}

#[test]
fn lines_are_united() {
    let mut names = Names::default();
    for name in ["i", "x", "y"] {
        names.var(name);
    }
    assert_eq!(dlc((0..50).map(|i| vec![i, 2 * i])).show(&names), "2i - x = 0 & i <= 49 & i >= 0");
    assert_eq!(dlc((0..50).map(|i| vec![2 * i, 4 * i, 7])).len(), 1);
    assert_eq!(dlc((0..50).rev().map(|i| vec![6 * i, 4 * i])).len(), 1);
    assert_points(&dlc((0..5).map(|i| vec![6 * i, 4 * i])), &(0..5).map(|i| vec![6 * i, 4 * i]).collect());
}

#[test]
fn other_rows_stay() {
    let mut names = Names::default();
    let text =
        "k = 0 & n >= 3 & m - n >= 1 | k = 2 & n >= 3 & m - n >= 1 | k = 4 & n >= 3 & m - n >= 1 | k = 4 & n >= 2";
    let set = Dlc::parse(text, Numbers::Integer, &mut names).unwrap();
    assert_eq!(set.len(), 2, "{}", set.show(&names));
    let apart = "k = 0 & n >= 3 | k = 2 & n >= 3 | k = 4 & n >= 4";
    assert_eq!(shown(apart).matches('|').count(), 2);
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(9), ..ProptestConfig::with_cases(500) }
}

proptest! {
    #![proptest_config(config())]

    /// Progressions in several directions, in order, backwards or mixed up, with some values left out.
    #[test]
    fn unions_have_exactly_the_points(
        families in prop::collection::vec(((-3..=3i64, -3..=3i64), (-3..=3i64, -2..=2i64), 1..6i64), 1..4),
        order in prop::collection::vec(any::<u8>(), 24), mixed in 0..3u8, left_out in 0..6usize,
    ) {
        let mut points: Vec<Vec<i64>> = Vec::new();
        for ((x, y), (dx, dy), count) in families {
            points.extend((0..count).map(|t| vec![x + t * dx, y + t * dy]));
        }
        match mixed {
            0 => {}
            1 => points.reverse(),
            _ => {
                let mut keyed: Vec<_> = points.into_iter().zip(order.into_iter().cycle()).collect();
                keyed.sort_by_key(|(_, key)| *key);
                points = keyed.into_iter().map(|(point, _)| point).collect();
            }
        }
        if points.len() > left_out + 1 {
            points.remove(left_out);
        }
        let mut set = Dlc::bottom(Numbers::Integer);
        let mut seen = BTreeSet::new();
        for values in &points {
            prop_assert_eq!(set.insert(point(values)).is_new(), seen.insert(values.clone()), "{:?} in {:?}", values, set);
        }
        assert_points(&set, &seen);
    }
}
