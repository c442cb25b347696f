//! Widening ends, and only grows; octagons over ℚ.

use heureka_linear::relations::{Bounds, Constraint, DifferenceBounds, Layout, Octagon, RationalOctagon, Widening};
use heureka_linear::relations::{Differences, Octagonal};
use heureka_number::{Int, Rational};

use super::random::Random;

fn widening_ends<L: Layout>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..100 {
        let dimension = 1 + random.below(3);
        let thresholds = [0, 4, 16].map(Int::from);
        let start = random.set::<L>(dimension, 2 * dimension, 3).1;
        let mut widening = Widening::new(&start, thresholds);
        let mut changes = 0;
        let cells = 4 * dimension * dimension + 4 * dimension + 1;
        for round in 0..60 {
            // An adversary that always grows a little beyond, in closed form, as an analysis would.
            let fresh = random.set::<L>(dimension, dimension + 1, 3 + round).1;
            let next = widening.current().join(&fresh);
            let before = widening.current().clone();
            if widening.step(&next) {
                changes += 1;
                assert_ne!(before, *widening.current());
            }
            assert!(before.entails(widening.current()) && next.entails(widening.current()));
        }
        assert!(changes <= 4 * cells, "{changes} changes");
    }
}

#[test]
fn widenings_end() {
    widening_ends::<Differences>(41);
    widening_ends::<Octagonal>(42);
}

#[test]
fn a_counter_is_widened_to_its_threshold() {
    let upto =
        |n: i64| DifferenceBounds::new(1, &[Constraint::at_least(0, 0), Constraint::at_most(0, n)]).expect("bounds");
    let mut widening = Widening::new(&upto(0), [Int::from(10)]);
    assert!(widening.step(&upto(1)));
    assert_eq!(*widening.current(), upto(10));
    assert!(!widening.step(&upto(7)));
    assert!(widening.step(&upto(11)));
    assert_eq!(*widening.current(), Bounds::new(1, &[Constraint::at_least(0, 0)]).expect("bounds"));
    let mut from_nothing = Widening::new(&Bounds::empty(1), []);
    assert!(from_nothing.step(&upto(3)) && !from_nothing.step(&Bounds::empty(1)));
    let octagon = |n: i64| Octagon::new(1, &Constraint::fixed(0, n)).expect("bounds");
    let mut widening = Widening::new(&octagon(0), [Int::from(10)]);
    assert!(widening.step(&octagon(5)));
    let expected = [Constraint::at_least(0, 0), Constraint::at_most(0, 10)];
    assert_eq!(*widening.current(), Octagon::new(1, &expected).expect("bounds"));
}

/// Octagons have vertices of halves: the grid of halves attains every bound.
#[test]
fn strong_closure_is_what_the_grid_of_halves_says() {
    let mut random = Random::new(43);
    for _ in 0..200 {
        let dimension = 1 + random.below(2);
        let mut constraints: Vec<Constraint> =
            (0..dimension).flat_map(|i| [Constraint::at_most(i, 3), Constraint::at_least(i, -3)]).collect();
        let count = random.below(5);
        constraints.extend(random.set::<Octagonal>(dimension, count, 4).0);
        let octagon = RationalOctagon::new(dimension, &constraints).expect("octagonal constraints");
        let mut points = vec![Vec::new()];
        for _ in 0..dimension {
            points = points
                .iter()
                .flat_map(|point: &Vec<Int>| (-6..=6).map(move |value| [&point[..], &[Int::from(value)]].concat()))
                .collect();
        }
        // Points of doubled values.
        let doubled_bound = |it: &Constraint| &it.bound * Int::from(2);
        points.retain(|point| constraints.iter().all(|it| it.value_at(point) <= doubled_bound(it)));
        assert_eq!(octagon.is_empty(), points.is_empty());
        for point in &points {
            let halves: Vec<Rational> = point.iter().map(|it| Rational::new(it.clone(), Int::from(2))).collect();
            assert!(octagon.contains(&halves));
        }
        let value = |point: &[Int], node: usize| {
            if node.is_multiple_of(2) { point[node / 2].clone() } else { -&point[node / 2] }
        };
        for p in 0..2 * dimension {
            for q in (0..2 * dimension).filter(|&q| q != p && !points.is_empty()) {
                let most = points.iter().map(|point| value(point, p) - value(point, q)).max().expect("a point");
                assert_eq!(octagon.bound(p, q), Some(Rational::new(most, Int::from(2))), "{constraints:?}");
            }
        }
        let tight = Octagon::new(dimension, &constraints).expect("octagonal constraints");
        let relaxed = RationalOctagon::new(dimension, &tight.constraints()).expect("octagonal constraints");
        assert!(tight.is_empty() || relaxed.entails(&octagon));
        assert_eq!(octagon.project(&[0]).dimension(), 1);
    }
    let half = [
        Constraint::sum_at_most(0, 1, 0),
        Constraint::sum_at_least(0, 1, 0),
        Constraint::difference(0, 1, 1),
        Constraint::difference(1, 0, -1),
    ];
    assert!(Octagon::new(2, &half).expect("bounds").is_empty());
    assert!(!RationalOctagon::new(2, &half).expect("bounds").is_empty());
}
