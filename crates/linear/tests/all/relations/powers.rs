//! Closed forms against repeated composition, and transitive closures against the union of powers.

use heureka_linear::relations::{Constraint, Differences, Layout, Limits, Octagonal, Relation};
use heureka_number::Int;

use super::random::Random;

const EXPONENTS: usize = 50;

fn check<L: Layout>(relation: &Relation<L>, random: &mut Random, limits: &Limits) -> bool {
    let Ok(closed) = relation.closed_form(limits) else { return false };
    let variables = relation.variables();
    let mut power = Relation::identity(variables);
    let mut union = Vec::new();
    for exponent in 0..=EXPONENTS {
        let found = closed.power(&Int::from(exponent));
        assert_eq!(found, power, "power {exponent} of {relation}");
        // The claim "canonical" is part of equality: the matrix is compared, and closing it changes nothing.
        assert!(exponent == 0 || !found.is_empty() || closed.empty_from().is_some_and(|n| *n <= Int::from(exponent)));
        union.push(power.clone());
        power = power.then(relation);
    }
    for exponent in [97, 1_000, 123_456] {
        let exponent = Int::from(exponent);
        assert_eq!(closed.power(&exponent), relation.power(&exponent), "power {exponent} of {relation}");
    }
    for power in &union[1..] {
        assert!(power.entails(&closed.transitive_hull()), "the hull of the powers of {relation}");
    }
    for _ in 0..20 {
        let (before, after) = (random.point(variables, 8), random.point(variables, 8));
        let among = (1..=EXPONENTS).find(|&n| union[n].contains(&before, &after));
        let steps = closed.steps_between(&before, &after);
        match (&steps, among) {
            (Some(n), _) => assert!(relation.power(n).contains(&before, &after), "{before:?} {after:?} in {relation}"),
            (None, found) => assert_eq!(found, None, "{before:?} {after:?} in {relation}"),
        }
        assert_eq!(closed.reaches(&before, &after), before == after || steps.is_some());
    }
    true
}

fn check_many<L: Layout>(seed: u64, count: usize, variables: std::ops::RangeInclusive<usize>) {
    let mut random = Random::new(seed);
    let mut without = 0;
    for number in 0..count {
        let n = random.between(*variables.start() as i64, *variables.end() as i64) as usize;
        let relation: Relation<L> = random.relation(n);
        if !check(&relation, &mut random, &Limits::default()) {
            eprintln!("{number}: no closed form of {relation}");
            without += 1;
        }
    }
    assert_eq!(without, 0, "relations without a closed form");
}

#[test]
fn powers_of_difference_bound_relations() {
    check_many::<Differences>(1, 1500, 1..=3);
    check_many::<Differences>(2, 500, 4..=5);
}

#[test]
fn powers_of_octagonal_relations() {
    check_many::<Octagonal>(3, 800, 1..=3);
    check_many::<Octagonal>(4, 200, 4..=5);
}

/// Bounds far apart: long prefixes, and breaks after many steps.
fn check_wide<L: Layout>(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    for number in 0..count {
        let (n, reach) = (2 + random.below(3), [30, 100, 10_000][number % 3]);
        let constraints: Vec<Constraint> =
            (0..n + random.below(4 * n)).map(|_| random.constraint::<L>(2 * n, reach)).collect();
        let relation: Relation<L> = Relation::from_constraints(n, &constraints).expect("constraints of the layout");
        assert!(check(&relation, &mut random, &Limits::default()), "no closed form of {relation}");
    }
}

#[test]
fn powers_with_wide_bounds() {
    check_wide::<Differences>(5, 120);
    check_wide::<Octagonal>(6, 60);
}
