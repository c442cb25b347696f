//! Laws that hold whatever the bounds are, unbounded and empty sets included.

use heureka_linear::relations::{Bounds, Differences, Layout, Octagonal, Relation};
use heureka_number::Int;

use super::random::Random;

fn sets_form_a_lattice<L: Layout>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..300 {
        let dimension = 1 + random.below(4);
        let mut set = || {
            let count = random.below(2 * dimension + 2);
            random.set::<L>(dimension, count, 6).1
        };
        let (a, b, c) = (set(), set(), set());
        assert!(a.entails(&a));
        assert_eq!(a.entails(&b) && b.entails(&a), a == b);
        assert!(!(a.entails(&b) && b.entails(&c)) || a.entails(&c));
        let (meet, join) = (a.meet(&b), a.join(&b));
        assert!(meet.entails(&a) && meet.entails(&b) && a.entails(&join) && b.entails(&join));
        assert_eq!(a.entails(&b), meet == a);
        assert_eq!(a.entails(&b), join == b);
        assert_eq!(meet, b.meet(&a));
        assert_eq!(join, b.join(&a));
        assert_eq!(a.meet(&b.meet(&c)), a.meet(&b).meet(&c));
        assert_eq!(a.join(&b.join(&c)), a.join(&b).join(&c));
        assert_eq!(a.meet(&join), a);
        assert_eq!(a.join(&meet), a);
        assert!(Bounds::empty(dimension).entails(&a) && a.entails(&Bounds::universe(dimension)));
        let variable = random.below(dimension);
        assert!(a.entails(&a.forget(variable)));
        assert_eq!(a.forget(variable).forget(variable), a.forget(variable));
        if let Some(matrix) = a.matrix() {
            assert_eq!(Bounds::from_matrix(dimension, matrix.clone()), a, "closing twice changes nothing");
            assert_eq!(Bounds::new(dimension, &a.reduced()), Ok(a.clone()));
            assert_eq!(Bounds::new(dimension, &a.constraints()), Ok(a.clone()));
        }
    }
}

#[test]
fn sets_form_lattices() {
    sets_form_a_lattice::<Differences>(21);
    sets_form_a_lattice::<Octagonal>(22);
}

fn relations_form_a_monoid<L: Layout>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..200 {
        let n = 1 + random.below(3);
        let (r, s, t): (Relation<L>, Relation<L>, Relation<L>) =
            (random.relation(n), random.relation(n), random.relation(n));
        assert_eq!(r.then(&s).then(&t), r.then(&s.then(&t)));
        let identity = Relation::identity(n);
        assert_eq!(identity.then(&r), r);
        assert_eq!(r.then(&identity), r);
        assert!(r.then(&Relation::empty(n)).is_empty() && Relation::empty(n).then(&r).is_empty());
        assert_eq!(r.then(&s).inverse(), s.inverse().then(&r.inverse()));
        assert!(r.meet(&s).then(&t).entails(&r.then(&t)));
        assert!(r.then(&t).entails(&r.join(&s).then(&t)));
        assert_eq!(r.post(&Bounds::universe(n)), r.range());
        assert_eq!(r.pre(&Bounds::universe(n)), r.domain());
        assert_eq!(s.post(&r.range()), r.then(&s).range());
        let (a, b) = (random.below(6), random.below(6));
        assert_eq!(r.power(&Int::from(a)).then(&r.power(&Int::from(b))), r.power(&Int::from(a + b)));
    }
}

#[test]
fn relations_form_monoids() {
    relations_form_a_monoid::<Differences>(23);
    relations_form_a_monoid::<Octagonal>(24);
}

/// Difference bounds are octagons: both kinds of matrices must agree on them.
#[test]
fn octagons_contain_difference_bounds() {
    let mut random = Random::new(25);
    for _ in 0..200 {
        let n = 1 + random.below(3);
        let relation: Relation<Differences> = random.relation(n);
        let wide = |relation: &Relation<Differences>| -> Relation<Octagonal> {
            if relation.is_empty() {
                return Relation::empty(n);
            }
            Relation::from_constraints(n, &relation.bounds().constraints()).expect("octagonal constraints")
        };
        let mut power = relation.clone();
        let mut octagonal = wide(&relation);
        for _ in 0..4 {
            assert_eq!(wide(&power), octagonal);
            power = power.then(&relation);
            octagonal = octagonal.then(&wide(&relation));
        }
    }
}
