//! Bounds as linear rows and back, the parameter of closed forms as a variable, transitive closures without it.

use heureka_linear::relations::{
    Bound, Bounds, Constraint, DifferenceBounds, Differences, Layout, Limits, Octagon, Octagonal, Relation, Supremum,
};
use heureka_linear::{Conjunction, LinearExpr, Names, Numbers, Var};
use heureka_number::Int;

use super::random::Random;

fn vars(range: std::ops::Range<u32>) -> Vec<Var> {
    range.map(Var).collect()
}

fn valuation(values: &[Int]) -> impl Fn(Var) -> Int + '_ {
    |var| values[var.0 as usize].clone()
}

fn there_and_back<L: Layout>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..400 {
        let dimension = 1 + random.below(5);
        let count = random.below(2 * dimension + 2);
        let (constraints, set) = random.set::<L>(dimension, count, 6);
        let vars = vars(0..dimension as u32);
        let conjunction = set.to_conjunction(&vars);
        assert_eq!(Bounds::from_conjunction(&conjunction, &vars), Ok(set.clone()), "{conjunction:?}");
        let rows = constraints.iter().map(|it| (it.slack(&vars), heureka_linear::Kind::AtLeast));
        let raw = Conjunction::new(Numbers::Integer, rows);
        assert_eq!(Bounds::from_conjunction(&raw, &vars), Ok(set.clone()), "{raw:?}");
        for _ in 0..10 {
            let point = random.point(dimension, 8);
            assert_eq!(conjunction.holds_at(valuation(&point)), set.contains(&point));
        }
    }
}

#[test]
fn bounds_become_rows_and_rows_bounds() {
    there_and_back::<Differences>(31);
    there_and_back::<Octagonal>(32);
}

#[test]
fn other_rows_are_named() {
    let mut names = Names::default();
    let (x, y) = (names.var("x"), names.var("y"));
    let mut offending = |text: &str| {
        let conjunction = Conjunction::parse(text, Numbers::Integer, &mut names).expect("constraints");
        let row = DifferenceBounds::from_conjunction(&conjunction, &[x, y]).expect_err("a row that is no bound");
        (names.show_row(&row), Octagon::from_conjunction(&conjunction, &[x, y]).is_ok())
    };
    assert_eq!(offending("x <= 3 & x + y <= 4"), ("x + y <= 4".to_owned(), true));
    assert_eq!(offending("x <= 3 & 2x - y <= 4"), ("2x - y <= 4".to_owned(), false));
    assert_eq!(offending("x - y <= 4 & y mod 2 <= 0"), ("y mod 2 <= 0".to_owned(), false));
    assert!(!offending("x - z <= 4").1, "a variable that is not in the list");
    let conjunction = Conjunction::parse("2x <= 7 & x >= 4", Numbers::Integer, &mut names).expect("constraints");
    assert!(DifferenceBounds::from_conjunction(&conjunction, &[x, y]).expect("bounds").is_empty());
}

/// The powers with `n` as a variable, and the transitive closure with and without its parameter, at sampled points.
fn closures<L: Layout>(seed: u64, cases: usize) -> (usize, usize) {
    let mut random = Random::new(seed);
    let (mut eliminated, mut kept) = (0, 0);
    for _ in 0..cases {
        let n = 1 + random.below(3);
        let relation: Relation<L> = random.relation(n);
        let closed = relation.closed_form(&Limits::default()).expect("a closed form");
        let (before, after, extra) = (vars(0..n as u32), vars(n as u32..2 * n as u32), Var(2 * n as u32));
        let with_exponent = closed.to_conjunctions(&before, &after, extra);
        let with_parameter: Vec<Conjunction> =
            closed.families().iter().map(|family| family.to_conjunction(&before, &after, extra)).collect();
        let parts = closed.transitive_closure(&before, &after, extra);
        assert_eq!(closed.reflexive_closure(&before, &after, extra).len(), parts.len() + 1);
        for (family, part) in closed.families().iter().zip(&parts) {
            match part.parameter {
                None => eliminated += 1,
                Some(_) => kept += 1,
            }
            assert!(part.parameter.is_some() || !part.conjunction.mentions(extra));
            assert!(!family.is_single() || part.parameter.is_none());
        }
        for _ in 0..12 {
            let point = random.point(2 * n, 9);
            let (x, y) = point.split_at(n);
            for exponent in 1..=20 {
                let exponent = Int::from(exponent);
                let extended = [&point[..], std::slice::from_ref(&exponent)].concat();
                let holds = with_exponent.iter().any(|it| it.holds_at(valuation(&extended)));
                assert_eq!(
                    holds,
                    closed.power(&exponent).contains(x, y),
                    "power {exponent} of {relation} at {point:?}"
                );
            }
            for ((family, part), parametric) in closed.families().iter().zip(&parts).zip(&with_parameter) {
                let k = family.parameter_at(x, y);
                let zero = [&point[..], &[k.clone().unwrap_or_default()]].concat();
                assert_eq!(parametric.holds_at(valuation(&zero)), k.is_some());
                if part.parameter.is_none() {
                    let holds = part.conjunction.holds_at(valuation(&zero));
                    assert_eq!(holds, k.is_some(), "{part:?} of {relation} at {point:?}");
                }
            }
        }
    }
    (eliminated, kept)
}

#[test]
fn closed_forms_become_rows() {
    let (eliminated, kept) = closures::<Differences>(33, 300);
    assert!(eliminated > 10 * kept, "{eliminated} without a parameter, {kept} with one");
    let (eliminated, kept) = closures::<Octagonal>(34, 200);
    assert!(eliminated > 10 * kept, "{eliminated} without a parameter, {kept} with one");
}

#[test]
fn a_counter_by_threes_is_a_divisibility() {
    let mut names = Names::default();
    let vars = [names.var("x"), names.var("x'"), names.var("k")];
    let (before, after, k) = (&vars[..1], &vars[1..2], vars[2]);
    let step = Conjunction::parse("x' = x + 3 & x <= 100", Numbers::Integer, &mut names).expect("constraints");
    let relation = Relation::<Differences>::from_conjunction(&step, before, after).expect("difference bounds");
    let closed = relation.closed_form(&Limits::default()).expect("a closed form");
    let parts = closed.transitive_closure(before, after, k);
    assert_eq!(parts.len(), 1);
    assert_eq!(parts[0].conjunction.show(&names), "x - x' <= -3 & x' <= 103 & (x + 2x') mod 3 <= 0");
    let powers = closed.to_conjunctions(before, after, k);
    assert_eq!(powers[0].show(&names), "x - x' + 3k = 0 & x - x' <= -3 & x' <= 103");
}

#[test]
fn strongest_bounds_of_other_constraints() {
    let mut names = Names::default();
    let vars = [names.var("x"), names.var("y")];
    let bounded = "0 <= x & x <= 6 & 0 <= y & y <= 6";
    let mut parse = |text: &str| Conjunction::parse(text, Numbers::Integer, &mut names).expect("constraints");
    let slanted = parse(&format!("{bounded} & 2x + 3y <= 12 & x >= 2y"));
    let found = DifferenceBounds::strongest(&vars, &slanted);
    let expected = [
        Constraint::at_least(1, 0),
        Constraint::at_most(1, 1),
        Constraint::at_most(0, 6),
        Constraint::difference(1, 0, 0),
    ];
    assert_eq!(found, DifferenceBounds::new(2, &expected).expect("difference bounds"));
    // The second disjunct is a box and is taken as it is; the third one has rational points only.
    let boxed = parse("x = 9 & 3 <= y & y <= 4");
    let nothing = parse(&format!("{bounded} & 2x + 2y = 3 + 2z & x >= 2y"));
    let beside = DifferenceBounds::from_conjunction(&boxed, &vars).expect("bounds");
    for disjuncts in [vec![&slanted, &boxed], vec![&nothing, &boxed, &slanted]] {
        assert_eq!(DifferenceBounds::strongest_of(&vars, disjuncts), found.join(&beside));
    }
    assert!(DifferenceBounds::strongest_of(&vars, []).is_empty());
    let octagon = Octagon::strongest(&vars, &slanted);
    assert!(octagon.constraints().contains(&Constraint::sum_at_most(0, 1, 6)), "{octagon}");
    assert!(Octagon::strongest_by(&vars, |_| Supremum::Bound(Bound::Infinite)).is_universe());
    assert!(Octagon::strongest(&vars, &parse("x + y + z = 0")).is_universe());
    // A relation: two branches of a loop body, one of them with a sum.
    let [x, y, x_after, y_after] = ["x", "y", "x'", "y'"].map(|name| names.var(name));
    let mut parse = |text: &str| Conjunction::parse(text, Numbers::Integer, &mut names).expect("constraints");
    let branches = [parse("x' = x + 1 & y' = y & x <= 9"), parse("x' = x + 2 & y' = y & x + 2y <= 9 & y >= 1")];
    let hull = Relation::<Differences>::strongest_of(&[x, y], &[x_after, y_after], &branches);
    let expected = parse("x + 1 <= x' & x' <= x + 2 & y' = y & x <= 9 & x' <= 10");
    let expected = Relation::from_conjunction(&expected, &[x, y], &[x_after, y_after]).expect("difference bounds");
    assert_eq!(hull, expected);
}

/// Against enumeration of a box: each bound is attained, and every point is inside.
#[test]
fn strongest_bounds_are_attained() {
    let mut random = Random::new(35);
    let vars = vars(0..3);
    for _ in 0..60 {
        let mut rows = Vec::new();
        for var in &vars {
            rows.push(LinearExpr::var(*var).plus_constant(2));
            rows.push(LinearExpr::var(*var).negated().plus_constant(2));
        }
        for _ in 0..3 {
            let terms: Vec<(Var, Int)> = vars.iter().map(|var| (*var, Int::from(random.between(-3, 3)))).collect();
            rows.push(LinearExpr::new(terms, Int::from(random.between(-2, 4))));
        }
        let rows = rows.into_iter().map(|expr| (expr, heureka_linear::Kind::AtLeast));
        let conjunction = Conjunction::new(Numbers::Integer, rows);
        let grid = (0..125).map(|code| [code / 25 - 2, code / 5 % 5 - 2, code % 5 - 2].map(Int::from));
        let inside: Vec<[Int; 3]> = grid.filter(|point| conjunction.holds_at(valuation(point))).collect();
        let octagon = Octagon::strongest(&vars, &conjunction);
        assert_eq!(octagon.is_empty(), inside.is_empty(), "{conjunction:?}");
        for constraint in octagon.constraints() {
            let most = inside.iter().map(|point| constraint.value_at(point)).max();
            assert_eq!(most.as_ref(), Some(&constraint.bound), "{constraint} for {conjunction:?}");
        }
        assert!(inside.is_empty() || octagon.constraints().len() == 18, "{octagon}");
    }
}
