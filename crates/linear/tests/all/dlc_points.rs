//! Every operation on DLCs over ℤ against the points of a small box, one by one.
//!
//! Constraints have small coefficients and a bound for each variable now and then; what happens outside the box is
//! checked through the witnesses that entailment returns.

use std::collections::BTreeSet;

use heureka_linear::{Adlc, Arity, Conjunction, Dlc, Kind, LinearExpr, Model, Names, Numbers, Var};
use heureka_number::Int;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const RADIUS: i64 = 4;

type Points = BTreeSet<Vec<i64>>;

fn all_points(vars: u32) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for _ in 0..vars {
        points = points
            .into_iter()
            .flat_map(|point: Vec<i64>| (-RADIUS..=RADIUS).map(move |value| [point.clone(), vec![value]].concat()))
            .collect();
    }
    points
}

fn at(point: &[i64]) -> impl Fn(Var) -> Int + '_ {
    |var| Int::new(point[var.0 as usize])
}

fn points(dlc: &Dlc, vars: u32) -> Points {
    all_points(vars).into_iter().filter(|point| dlc.holds_at(at(point))).collect()
}

fn constraint(vars: u32) -> BoxedStrategy<(LinearExpr, Kind)> {
    let expr =
        (prop::collection::vec(prop_oneof![3 => Just(0), 4 => -1..=1i64, 1 => -3..=3i64], vars as usize), -5..=5i64);
    let kind = prop_oneof![
        3 => Just(Kind::Equal),
        6 => Just(Kind::AtLeast),
        1 => (2..=4i64, 0..=2i64).prop_map(|(modulus, width)| Kind::Modulo { modulus: Int::new(modulus), width: Int::new(width) }),
    ];
    (expr, kind)
        .prop_map(move |((coefficients, constant), kind)| {
            (LinearExpr::new((0..vars).map(Var).zip(coefficients.into_iter().map(Int::new)), Int::new(constant)), kind)
        })
        .boxed()
}

fn conjunction(vars: u32) -> BoxedStrategy<Conjunction> {
    prop::collection::vec(constraint(vars), 1..4)
        .prop_map(|constraints| Conjunction::new(Numbers::Integer, constraints))
        .boxed()
}

/// The same conjunction with every variable kept within the box.
fn boxed(conjunction: &Conjunction, vars: u32) -> Conjunction {
    conjunction.with_all((0..vars).flat_map(|var| {
        let var = LinearExpr::var(Var(var));
        [(var.plus_constant(RADIUS), Kind::AtLeast), (var.negated().plus_constant(RADIUS), Kind::AtLeast)]
    }))
}

fn disjuncts(vars: u32) -> BoxedStrategy<Vec<Conjunction>> {
    prop::collection::vec(conjunction(vars), 1..=6).boxed()
}

/// Any number of variables up to 3 that occur, as the number that are enumerated.
fn sized<T: std::fmt::Debug + 'static>(of: fn(u32) -> BoxedStrategy<T>) -> impl Strategy<Value = (u32, T)> {
    (1..=3u32).prop_flat_map(move |vars| (Just(vars), of(vars)))
}

fn pair(vars: u32) -> BoxedStrategy<(Vec<Conjunction>, Vec<Conjunction>)> {
    (disjuncts(vars), disjuncts(vars)).boxed()
}

fn dlc(conjunctions: &[Conjunction]) -> Dlc {
    Dlc::new(Numbers::Integer, conjunctions.iter().cloned())
}

fn union_of(conjunctions: &[Conjunction], vars: u32) -> Points {
    let holds = |point: &Vec<i64>| conjunctions.iter().any(|conjunction| conjunction.holds_at(at(point)));
    all_points(vars).into_iter().filter(holds).collect()
}

fn holds_at_model(conjunctions: &[Conjunction], model: &Model) -> bool {
    conjunctions.iter().any(|conjunction| conjunction.holds_at(|var| model.value(var).to_int().expect("an integer")))
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(4), ..ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn insertion_and_coalescing_keep_the_set((vars, parts) in sized(disjuncts)) {
        let expected = union_of(&parts, vars);
        let forwards = dlc(&parts);
        prop_assert_eq!(points(&forwards, vars), expected.clone(), "{:?}", forwards);
        let backwards = Dlc::new(Numbers::Integer, parts.iter().rev().cloned());
        prop_assert_eq!(points(&backwards, vars), expected.clone(), "{:?}", backwards);
        prop_assert!(forwards.equivalent(&backwards), "{:?} and {:?}", forwards, backwards);
        for part in &parts {
            prop_assert!(forwards.contains(part));
        }
        let mut coalesced = forwards.clone();
        coalesced.coalesce();
        prop_assert_eq!(points(&coalesced, vars), expected, "{:?}", coalesced);
        prop_assert!(coalesced.equivalent(&forwards), "{:?} and {:?}", forwards, coalesced);
        prop_assert!(coalesced.len() <= forwards.len());
        let mut names = Names::default();
        (0..vars).for_each(|var| { names.var(&format!("x{var}")); });
        let read = Dlc::parse(&forwards.show(&names), Numbers::Integer, &mut names).expect("own text");
        prop_assert!(read.equivalent(&forwards));
    }

    #[test]
    fn points_of_a_small_set_in_any_order(
        vars in 1..=3u32, codes in prop::collection::vec(0..1000usize, 1..60),
    ) {
        let all = all_points(vars);
        let chosen: Vec<_> = codes.into_iter().map(|code| all[code % all.len().min(60)].clone()).collect();
        let mut set = Dlc::bottom(Numbers::Integer);
        let mut seen = Points::new();
        for point in chosen {
            let value = |(var, value): (usize, &i64)| (LinearExpr::var(Var(var as u32)).plus_constant(-value), Kind::Equal);
            let new = set.insert(Conjunction::new(Numbers::Integer, point.iter().enumerate().map(value)));
            prop_assert_eq!(new.is_new(), seen.insert(point));
        }
        prop_assert_eq!(points(&set, vars), seen, "{:?}", set);
    }

    /// Lines of points in equal steps with bounds that move, which is what runs unite; with a few lines missing.
    #[test]
    fn runs_keep_the_set(
        (start, steps) in ((-4..=0i64, -4..=0i64), (prop::sample::select(vec![-1, 1, 2]), -1..=2i64)),
        (bounds, slopes) in ((-4..=0i64, 0..=4i64), (-1..=1i64, -1..=1i64)),
        left_out in prop::collection::btree_set(0..6i64, 0..3),
    ) {
        let mut set = Dlc::bottom(Numbers::Integer);
        let mut parts = Vec::new();
        for t in (0..6i64).filter(|t| !left_out.contains(t)) {
            let var = |var| LinearExpr::var(Var(var));
            let line = Conjunction::new(Numbers::Integer, [
                (var(0).plus_constant(-(start.0 + t * steps.0)), Kind::Equal),
                (var(1).plus_constant(-(start.1 + t * steps.1)), Kind::Equal),
                (var(2).plus_constant(-(bounds.0 + t * slopes.0)), Kind::AtLeast),
                (var(2).negated().plus_constant(bounds.1 + t * slopes.1), Kind::AtLeast),
            ]);
            parts.push(line.clone());
            set.insert(line);
            prop_assert_eq!(points(&set, 3), union_of(&parts, 3), "{:?}", set);
        }
    }

    #[test]
    fn conjunction_union_negation_and_difference((vars, (a, b)) in sized(pair)) {
        let (x, y) = (dlc(&a), dlc(&b));
        let (in_x, in_y) = (union_of(&a, vars), union_of(&b, vars));
        prop_assert_eq!(points(&x.and(&y), vars), in_x.intersection(&in_y).cloned().collect());
        prop_assert_eq!(points(&x.or(&y), vars), in_x.union(&in_y).cloned().collect());
        prop_assert_eq!(points(&x.minus(&y), vars), in_x.difference(&in_y).cloned().collect());
        let outside = x.negated();
        let complement = all_points(vars).into_iter().filter(|point| !in_x.contains(point)).collect();
        prop_assert_eq!(points(&outside, vars), complement, "{:?}", outside);
        prop_assert!(x.and(&outside).is_empty());
        prop_assert!(Dlc::top(Numbers::Integer).entails(&x.or(&outside)));
    }

    #[test]
    fn entailment_is_exact_and_its_witness_tells((vars, (a, b)) in sized(pair)) {
        let within: Vec<_> = a.iter().map(|part| boxed(part, vars)).collect();
        let (x, y) = (dlc(&within), dlc(&b));
        let expected = union_of(&within, vars).is_subset(&union_of(&b, vars));
        prop_assert_eq!(x.entails(&y), expected, "{:?} in {:?}", x, y);
        // Without the box, the witness is the proof of a no; of a yes, that the difference is empty.
        let unbounded = dlc(&a);
        match unbounded.counterexample(&y) {
            Some(witness) => {
                prop_assert!(holds_at_model(&a, &witness) && !holds_at_model(&b, &witness));
                prop_assert!(unbounded.contains_point(&witness) && !y.contains_point(&witness));
            }
            None => prop_assert!(unbounded.minus(&y).is_empty()),
        }
    }

    #[test]
    fn application_and_elimination((vars, parts) in sized(disjuncts), shift in -2..=2i64) {
        let within: Vec<_> = parts.iter().map(|part| boxed(part, vars)).collect();
        let set = dlc(&within);
        let moved = set.apply(|var| LinearExpr::var(var).plus_constant(shift));
        let expected: Points = union_of(&within, vars)
            .into_iter()
            .map(|point| point.into_iter().map(|value| value - shift).collect::<Vec<_>>())
            .filter(|point| point.iter().all(|value| value.abs() <= RADIUS))
            .collect();
        prop_assert_eq!(points(&moved, vars), expected);
        let last = Var(vars - 1);
        let rest = set.exists(|var| var == last);
        prop_assert!(rest.is_exact());
        let expected: Points =
            union_of(&within, vars).into_iter().map(|point| point[..point.len() - 1].to_vec()).collect();
        prop_assert_eq!(points(&rest, vars - 1), expected);
    }

    #[test]
    fn join_is_composition(a in disjuncts(2), b in disjuncts(2), c in disjuncts(2)) {
        let within = |parts: &[Conjunction]| parts.iter().map(|part| boxed(part, 2)).collect::<Vec<_>>();
        let relations = [within(&a), within(&b), within(&c)];
        let [x, y, z] = relations.clone().map(|parts| Adlc::new(Arity::square(1), dlc(&parts)));
        let [in_x, in_y, _] = relations.map(|parts| union_of(&parts, 2));
        let joined = x.join(&y);
        prop_assert!(joined.dlc().is_exact());
        let mut expected = Points::new();
        for from in &in_x {
            for to in in_y.iter().filter(|to| to[0] == from[1]) {
                expected.insert(vec![from[0], to[1]]);
            }
        }
        prop_assert_eq!(points(joined.dlc(), 2), expected);
        prop_assert!(joined.join(&z).dlc().equivalent(x.join(&y.join(&z)).dlc()));
        prop_assert!(x.or(&y).join(&z).dlc().equivalent(x.join(&z).or(&y.join(&z)).dlc()));
        let identity = Adlc::identity(1, Numbers::Integer);
        prop_assert!(x.join(&identity).dlc().equivalent(x.dlc()) && identity.join(&x).dlc().equivalent(x.dlc()));
        let ranges: Points = in_x.iter().map(|point| vec![point[1]]).collect();
        prop_assert_eq!(points(&x.range(), 1), ranges.clone());
        prop_assert_eq!(points(x.self_loop().dlc(), 2), ranges.iter().map(|point| vec![point[0]; 2]).collect());
        prop_assert_eq!(points(&x.domain(), 1), in_x.iter().map(|point| vec![point[0]]).collect());
        prop_assert_eq!(points(x.inverse().dlc(), 2), in_x.iter().map(|point| vec![point[1], point[0]]).collect());
    }
}

proptest! {
    #![proptest_config(config(12))]

    /// Enough disjuncts for the trees of the index to be built, searched and thinned out.
    #[test]
    fn many_rectangles(
        corners in prop::collection::vec(((0..40i64, 0..6i64), (0..40i64, 0..6i64), 0..3i64), 400),
    ) {
        let mut set = Dlc::bottom(Numbers::Integer);
        let mut seen = BTreeSet::new();
        for ((x, width), (y, height), level) in corners {
            let within = |var, low: i64, size: i64| {
                let var = LinearExpr::var(Var(var));
                [(var.plus_constant(-low), Kind::AtLeast), (var.negated().plus_constant(low + size), Kind::AtLeast)]
            };
            let mut rectangle = Conjunction::new(Numbers::Integer, within(0, x, width)).with_all(within(1, y, height));
            if level < 2 {
                rectangle = rectangle.with(LinearExpr::var(Var(2)).plus_constant(-level), Kind::Equal);
            }
            let levels = if level < 2 { vec![level] } else { vec![0, 1, 2] };
            let mut new = false;
            for point in (x..=x + width).flat_map(|x| (y..=y + height).map(move |y| (x, y))) {
                levels.iter().for_each(|level| new |= seen.insert((point, *level)));
            }
            // A rectangle without a level also holds what lies above all levels.
            if set.insert(rectangle).is_new() != new {
                prop_assert!(!new && level == 2);
            }
        }
        for ((x, y), level) in (0..46).flat_map(|x| (0..46).map(move |y| (x, y))).flat_map(|p| (0..3).map(move |l| (p, l))) {
            prop_assert_eq!(set.holds_at(at(&[x, y, level])), seen.contains(&((x, y), level)));
        }
    }
}
