//! Against enumeration. Every set is cut to a small box by constraints of its own, so the enumeration sees all of it;
//! unbounded compositions are looked at point by point.

use std::collections::BTreeSet;

use heureka_linear::relations::{Bound, Bounds, Constraint, Differences, Layout, Octagonal, Relation, Supremum};
use heureka_number::Int;

use super::random::Random;

const BOX: i64 = 3;

fn boxed(dimension: usize) -> Vec<Constraint> {
    (0..dimension).flat_map(|i| [Constraint::at_most(i, BOX), Constraint::at_least(i, -BOX)]).collect()
}

fn points(dimension: usize, reach: i64) -> Vec<Vec<Int>> {
    let mut points = vec![Vec::new()];
    for _ in 0..dimension {
        points = points
            .iter()
            .flat_map(|point| (-reach..=reach).map(move |value| [point.clone(), vec![Int::from(value)]].concat()))
            .collect();
    }
    points
}

fn members(constraints: &[Constraint], dimension: usize) -> BTreeSet<Vec<Int>> {
    let holds = |point: &Vec<Int>| constraints.iter().all(|constraint| constraint.holds_at(point));
    points(dimension, BOX).into_iter().filter(holds).collect()
}

fn found<L: Layout>(set: &Bounds<L>) -> BTreeSet<Vec<Int>> {
    points(set.dimension(), BOX).into_iter().filter(|point| set.contains(point)).collect()
}

/// Every constraint of the canonical form is attained by a point: the closure is as tight as it can be.
fn is_tight<L: Layout>(set: &Bounds<L>, members: &BTreeSet<Vec<Int>>) {
    assert_eq!(set.is_empty(), members.is_empty(), "{set:?}");
    for constraint in set.constraints() {
        let most = members.iter().map(|point| constraint.value_at(point)).max().expect("a member");
        assert_eq!(most, constraint.bound, "{constraint} in {set:?}");
        assert_eq!(set.supremum(&constraint), Ok(Supremum::Bound(Bound::Finite(most))), "{constraint} in {set:?}");
    }
    let rebuilt: Bounds<L> = Bounds::new(set.dimension(), &set.reduced()).expect("constraints of the layout");
    assert!(set.is_empty() || rebuilt == *set, "{:?} instead of {:?}", rebuilt.matrix(), set.matrix());
}

fn sets<L: Layout>(seed: u64, cases: usize) {
    let mut random = Random::new(seed);
    for _ in 0..cases {
        let dimension = 1 + random.below(3);
        let mut constraints = boxed(dimension);
        let count = random.below(5);
        constraints.extend(random.set::<L>(dimension, count, 4).0);
        let set: Bounds<L> = Bounds::new(dimension, &constraints).expect("constraints of the layout");
        let inside = members(&constraints, dimension);
        assert_eq!(found(&set), inside);
        is_tight(&set, &inside);

        let mut grown = Bounds::universe(dimension);
        for constraint in &constraints {
            grown.constrain(constraint).expect("a constraint of the layout");
        }
        assert_eq!(grown, set, "one constraint after the other");

        let kept: Vec<usize> = (0..dimension).rev().filter(|_| random.chance(60)).collect();
        let shadow: BTreeSet<Vec<Int>> =
            inside.iter().map(|point| kept.iter().map(|&i| point[i].clone()).collect()).collect();
        let projected = set.project(&kept);
        assert_eq!(found(&projected), shadow);
        is_tight(&projected, &shadow);

        let count = 1 + random.below(4);
        let others = [boxed(dimension), random.set::<L>(dimension, count, 4).0].concat();
        let other: Bounds<L> = Bounds::new(dimension, &others).expect("constraints of the layout");
        let there = members(&others, dimension);
        assert_eq!(found(&set.meet(&other)), inside.intersection(&there).cloned().collect());
        is_tight(&set.join(&other), &inside.union(&there).cloned().collect());
        assert_eq!(set.entails(&other), inside.is_subset(&there));
        assert_eq!(set == other, inside == there);
    }
}

#[test]
fn difference_bounds_are_what_enumeration_says() {
    sets::<Differences>(11, 400);
}

#[test]
fn octagons_are_what_enumeration_says() {
    sets::<Octagonal>(12, 600);
}

fn compositions<L: Layout>(seed: u64, cases: usize) {
    let mut random = Random::new(seed);
    for _ in 0..cases {
        let n = 1 + random.below(2);
        let mut step = || {
            let count = 1 + random.below(5);
            [boxed(2 * n), random.set::<L>(2 * n, count, 4).0].concat()
        };
        let (first, second) = (step(), step());
        let relation = |constraints: &[Constraint]| -> Relation<L> {
            Relation::from_constraints(n, constraints).expect("constraints of the layout")
        };
        let composed = relation(&first).then(&relation(&second));
        let (left, right) = (members(&first, 2 * n), members(&second, 2 * n));
        let mut pairs = BTreeSet::new();
        for pair in &left {
            let onward = right.range([&pair[n..], &vec![Int::from(-BOX); n]].concat()..);
            for next in onward.take_while(|next| next[..n] == pair[n..]) {
                pairs.insert([&pair[..n], &next[n..]].concat());
            }
        }
        assert_eq!(found(composed.bounds()), pairs, "{first:?} then {second:?}");
        is_tight(composed.bounds(), &pairs);
        let after: BTreeSet<Vec<Int>> = left.iter().map(|pair| pair[n..].to_vec()).collect();
        let before: BTreeSet<Vec<Int>> = left.iter().map(|pair| pair[..n].to_vec()).collect();
        assert_eq!(found(&relation(&first).range()), after);
        assert_eq!(found(&relation(&first).domain()), before);

        let count = 1 + random.below(2);
        let start = random.set::<L>(n, count, 4).1;
        let image: BTreeSet<Vec<Int>> =
            left.iter().filter(|pair| start.contains(&pair[..n])).map(|pair| pair[n..].to_vec()).collect();
        assert_eq!(found(&relation(&first).post(&start)), image);
        let origin: BTreeSet<Vec<Int>> =
            left.iter().filter(|pair| start.contains(&pair[n..])).map(|pair| pair[..n].to_vec()).collect();
        assert_eq!(found(&relation(&first).pre(&start)), origin);
    }
}

#[test]
fn compositions_of_difference_bounds_are_what_enumeration_says() {
    compositions::<Differences>(13, 200);
}

#[test]
fn compositions_of_octagons_are_what_enumeration_says() {
    compositions::<Octagonal>(14, 300);
}

/// Without a box: a value in between exists within the reach of the bounds, or nowhere.
fn unbounded_compositions<L: Layout>(seed: u64, cases: usize) {
    let mut random = Random::new(seed);
    let between = points(2, 25);
    for _ in 0..cases {
        let (first, second): (Relation<L>, Relation<L>) = (random.relation(2), random.relation(2));
        let composed = first.then(&second);
        for _ in 0..4 {
            let (before, after) = (random.point(2, 5), random.point(2, 5));
            let exists =
                between.iter().any(|middle| first.contains(&before, middle) && second.contains(middle, &after));
            assert_eq!(composed.contains(&before, &after), exists, "{before:?} {after:?} in {first} then {second}");
        }
    }
}

#[test]
fn unbounded_compositions_have_values_in_between() {
    unbounded_compositions::<Differences>(15, 40);
    unbounded_compositions::<Octagonal>(16, 60);
}
