//! Examples from the literature, extreme numbers, contradictory input.

use heureka_linear::relations::{
    Bound, Constraint, DifferenceBounds, DifferenceRelation, Limits, NotExpressible, OctagonalRelation, Relation,
    Supremum,
};
use heureka_number::Int;

fn int(value: i64) -> Int {
    Int::from(value)
}

fn ints(values: &[i64]) -> Vec<Int> {
    values.iter().copied().map(Int::from).collect()
}

fn relation(variables: usize, constraints: &[Constraint]) -> DifferenceRelation {
    Relation::from_constraints(variables, constraints).expect("difference bounds")
}

fn octagonal(variables: usize, constraints: &[Constraint]) -> OctagonalRelation {
    Relation::from_constraints(variables, constraints).expect("octagonal constraints")
}

/// `x' = x + offset` for the variable of a relation over `n`.
fn update(n: usize, x: usize, source: usize, offset: i64) -> [Constraint; 2] {
    Constraint::equal(n + x, source, offset)
}

fn googol_like() -> Int {
    Int::from(10).pow(30)
}

#[test]
fn a_counter_with_a_constant_limit() {
    // x' = x + 1 ∧ x ≤ 9: the n-th power is x' = x + n ∧ x ≤ 10 − n.
    let step = relation(1, &[&update(1, 0, 0, 1)[..], &[Constraint::at_most(0, 9)]].concat());
    let powers = step.closed_form(&Limits::default()).unwrap();
    assert_eq!((powers.prefix(), powers.period()), (Some(&int(1)), Some(&int(1))));
    let expected = relation(1, &[&update(1, 0, 0, 1_000)[..], &[Constraint::at_most(0, 10 - 1_000)]].concat());
    assert_eq!(powers.power(&int(1_000)), expected);
    assert_eq!(powers.families().len(), 1);
    assert_eq!(powers.steps_between(&ints(&[-90]), &ints(&[10])), Some(int(100)));
    assert_eq!(powers.steps_between(&ints(&[-90]), &ints(&[11])), None);
    assert_eq!(powers.steps_between(&ints(&[3]), &ints(&[3])), None);
    assert!(powers.reaches(&ints(&[3]), &ints(&[3])));
    // Every power keeps x' ≤ 10 and x' − x ≥ 1, and nothing else.
    let hull = relation(1, &[Constraint::at_most(1, 10), Constraint::difference(0, 1, -1)]);
    assert_eq!(powers.transitive_hull(), hull);
    let hull = relation(1, &[Constraint::difference(0, 1, 0)]);
    assert_eq!(powers.reflexive_hull(), hull);
}

#[test]
fn a_counter_with_a_parameter_as_limit() {
    // while (i < n) i++: i' = i + 1 ∧ n' = n ∧ i ≤ n − 1.
    let guard = Constraint::difference(0, 1, -1);
    let step = relation(2, &[&update(2, 0, 0, 1)[..], &update(2, 1, 1, 0), &[guard]].concat());
    let powers = step.closed_form(&Limits::default()).unwrap();
    assert_eq!((powers.period(), powers.empty_from()), (Some(&int(1)), None));
    let n = googol_like();
    let before = [Int::ZERO, n.clone()];
    assert_eq!(powers.steps_between(&before, &[n.clone(), n.clone()]), Some(n.clone()));
    assert_eq!(powers.steps_between(&before, &[&n + Int::ONE, n.clone()]), None);
    assert_eq!(powers.power(&n), step.power(&n));
}

#[test]
fn a_counter_that_dies_after_very_many_steps() {
    // x' = x + 1 ∧ 0 ≤ x ≤ 10^30: a family of 10^30 members and nothing beyond.
    let limit = googol_like();
    let guards = [Constraint::at_least(0, 0), Constraint::at_most(0, limit.clone())];
    let step = relation(1, &[&update(1, 0, 0, 1)[..], &guards].concat());
    let powers = step.closed_form(&Limits::default()).unwrap();
    assert_eq!(powers.empty_from(), Some(&(&limit + Int::from(2))));
    assert_eq!(powers.steps_between(&ints(&[0]), &[&limit + Int::ONE]), Some(&limit + Int::ONE));
    let members = powers.families().len();
    assert!(members <= 6, "{members} families");
    for back in 0..5 {
        let exponent = &limit + Int::from(3 - back);
        assert_eq!(powers.power(&exponent), step.power(&exponent), "{back} before the end");
    }
}

#[test]
fn a_relation_that_changes_its_behaviour_after_very_many_steps() {
    // i' = i + 1, p' = p, 0 ≤ i ≤ p + 10^6, 0 ≤ p ≤ 5: the bound on p starts to bite after 10^6 steps.
    let guards = [
        Constraint::at_least(0, 0),
        Constraint::difference(0, 1, 1_000_000),
        Constraint::at_least(1, 0),
        Constraint::at_most(1, 5),
    ];
    let step = relation(2, &[&update(2, 0, 0, 1)[..], &update(2, 1, 1, 0), &guards].concat());
    let powers = step.closed_form(&Limits::default()).unwrap();
    assert_eq!(powers.empty_from(), Some(&int(1_000_007)));
    for exponent in (1..10).chain(999_990..1_000_010) {
        assert_eq!(powers.power(&int(exponent)), step.power(&int(exponent)), "power {exponent}");
    }
}

#[test]
fn a_swap_has_period_two_and_rotations_more() {
    // The swap x' = y ∧ y' = x, and with drift x' = y + 1 ∧ y' = x.
    let swap = relation(2, &[update(2, 0, 1, 0), update(2, 1, 0, 0)].concat());
    let powers = swap.closed_form(&Limits::default()).unwrap();
    assert_eq!(powers.period(), Some(&int(2)));
    assert_eq!(powers.power(&int(7)), swap);
    assert_eq!(powers.power(&int(8)), Relation::identity(2));
    let drift = relation(2, &[update(2, 0, 1, 1), update(2, 1, 0, 0)].concat());
    let powers = drift.closed_form(&Limits::default()).unwrap();
    assert_eq!(powers.period(), Some(&int(2)));
    assert_eq!(powers.power(&int(2_000)), relation(2, &[update(2, 0, 0, 1_000), update(2, 1, 1, 1_000)].concat()));
    for n in 3..=5 {
        let turn: Vec<Constraint> = (0..n).flat_map(|i| update(n, i, (i + 1) % n, 0)).collect();
        let powers = relation(n, &turn).closed_form(&Limits::default()).unwrap();
        assert_eq!(powers.period(), Some(&Int::from(n)));
    }
    // Two independent rotations of length 2 and 3: their periods multiply.
    let both: Vec<Constraint> = [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2)]
        .into_iter()
        .flat_map(|(to, from)| update(5, to, from, i64::from(to == 2)))
        .collect();
    let powers = relation(5, &both).closed_form(&Limits::default()).unwrap();
    assert_eq!(powers.period(), Some(&int(6)));
}

#[test]
fn octagonal_relations_negate_and_halve() {
    // x' = −x + 1 has period 2; x + x' ≤ 5 is octagonal only.
    let mirror = octagonal(1, &[Constraint::sum_at_most(0, 1, 1), Constraint::sum_at_least(0, 1, 1)]);
    let powers = mirror.closed_form(&Limits::default()).unwrap();
    assert_eq!(powers.power(&int(100)), Relation::identity(1));
    assert_eq!(powers.power(&int(101)), mirror);
    // A guard that only octagons have: x + y ≤ 5 ∧ x' = x + 1 ∧ y' = y shrinks at the rate of x.
    let step =
        octagonal(2, &[&update(2, 0, 0, 1)[..], &update(2, 1, 1, 0), &[Constraint::sum_at_most(0, 1, 5)]].concat());
    let powers = step.closed_form(&Limits::default()).unwrap();
    let mut expected = octagonal(2, &[update(2, 0, 0, 40), update(2, 1, 1, 0)].concat());
    expected.constrain(&Constraint::sum_at_most(0, 1, 5 - 39)).unwrap();
    assert_eq!(powers.power(&int(40)), expected);
    // x1 − x2 = 1 before and x1' + x2' = 0 after: in between x1 = 1/2, so R² has points over ℚ only.
    let odd = octagonal(
        2,
        &[
            Constraint::sum_at_most(2, 3, 0),
            Constraint::sum_at_least(2, 3, 0),
            Constraint::difference(0, 1, 1),
            Constraint::difference(1, 0, -1),
        ],
    );
    assert_eq!(odd.closed_form(&Limits::default()).unwrap().empty_from(), Some(&int(2)));
    // Bounds on sums and on differences of the same values: halves appear in the closure and are rounded.
    let halves = octagonal(
        2,
        &[Constraint::sum_at_most(2, 3, 1), Constraint::difference(2, 0, 1), Constraint::difference(3, 1, 0)],
    );
    let powers = halves.closed_form(&Limits::default()).unwrap();
    assert_eq!(powers.power(&int(33)), halves.power(&int(33)));
}

/// Paper 001, §5.1 and Fig. 4: the transducer's copy loop and its body with a window of one cell. Counters: index i,
/// input and output cell, length w; the step is `i < w ∧ i' = i + 1 ∧ w' = w`, cells arbitrary or copied.
#[test]
fn loops_of_the_sil_paper() {
    let (i, w, input, output) = (0, 1, 2, 3);
    let tick = [&update(4, i, i, 1)[..], &update(4, w, w, 0), &[Constraint::difference(i, w, -1)]].concat();
    // Copy: the cells after the step are equal, whatever they are.
    let copy = relation(4, &[&tick[..], &Constraint::equal(4 + output, 4 + input, 0)].concat());
    let powers = copy.closed_form(&Limits::default()).unwrap();
    assert_eq!((powers.period(), powers.empty_from()), (Some(&int(1)), None));
    let bounds = [Constraint::difference(0, 4, -1), Constraint::difference(4, 5, 0)];
    let expected: Vec<Constraint> =
        [&bounds[..], &update(4, w, w, 0), &Constraint::equal(4 + output, 4 + input, 0)].concat();
    assert_eq!(powers.transitive_hull(), relation(4, &expected));
    // Ascending cells: a[i] < a[i + 1]; after n ticks the cells differ by n at least.
    let ascending = relation(4, &[&tick[..], &[Constraint::difference(input, 4 + input, -1)]].concat());
    let powers = ascending.closed_form(&Limits::default()).unwrap();
    for family in powers.families() {
        let growth = family.constraints().into_iter().find(|it| it.constraint.left.variable == input).unwrap();
        assert_eq!(growth.rate, int(-1), "{growth:?}");
    }
    // The idle relation: i' = i, cells arbitrary; its reflexive closure is needed as a hull (Lemma 2).
    let idle = relation(4, &[update(4, i, i, 0), update(4, w, w, 0)].concat());
    assert_eq!(idle.closed_form(&Limits::default()).unwrap().reflexive_hull(), idle);
    // ρ^K(⊤) ∧ ρ of the K-abstraction: the range after K ticks, in front of the loop.
    let three_ticks = ascending.power(&int(3)).range();
    assert!(!three_ticks.is_universe());
}

/// As many counters as the largest automaton of paper 001 has (§6, Table 1: 24), with a window of four cells that moves
/// along (§5.1, the increments): a cell that has left the window is forgotten.
#[test]
fn a_window_that_moves_among_24_counters() {
    let n = 24;
    let mut constraints = [update(n, 0, 0, 1), update(n, 1, 1, 0)].concat();
    constraints.push(Constraint::difference(0, 1, -1));
    for cell in 2..5 {
        constraints.extend(update(n, cell, cell + 1, 0));
    }
    constraints.extend((6..n).flat_map(|x| update(n, x, x, 0)));
    let step = relation(n, &constraints);
    let powers = step.closed_form(&Limits::default()).unwrap();
    assert_eq!((powers.period(), powers.empty_from()), (Some(&int(1)), None));
    let mut power = step.clone();
    for exponent in 1..=8 {
        assert_eq!(powers.power(&int(exponent)), power, "power {exponent}");
        let cells_remembered = power.bounds().constraints().iter().filter(|it| it.left.variable == n + 2).count();
        assert_eq!(cells_remembered > 0, exponent < 4, "power {exponent}");
        power = power.then(&step);
    }
}

#[test]
fn contradictions_and_extremes() {
    let never = [Constraint::at_most(0, 3), Constraint::at_least(0, 4)];
    let nothing = relation(1, &never);
    assert!(nothing.is_empty());
    let powers = nothing.closed_form(&Limits::default()).unwrap();
    assert_eq!(powers.empty_from(), Some(&int(1)));
    assert!(powers.power(&int(5)).is_empty() && powers.transitive_hull().is_empty());
    assert_eq!(powers.reflexive_hull(), Relation::identity(1));
    assert!(DifferenceBounds::new(1, &[Constraint::difference(0, 0, -1)]).unwrap().is_empty());
    assert!(DifferenceBounds::new(1, &[Constraint::difference(0, 0, 0)]).unwrap().is_universe());
    let sum = Constraint::sum_at_most(0, 1, 3);
    assert_eq!(DifferenceBounds::new(2, [&sum]), Err(NotExpressible(sum.clone())));
    // Twice the same variable is a bound on it, rounded down.
    let twice = DifferenceBounds::new(1, &[Constraint::sum_at_most(0, 0, 3)]).unwrap();
    assert_eq!(twice, DifferenceBounds::new(1, &[Constraint::at_most(0, 1)]).unwrap());
    let set = DifferenceBounds::new(2, &[Constraint::at_most(0, 3)]).unwrap();
    let supremum = |constraint: Constraint| set.supremum(&constraint);
    assert_eq!(supremum(Constraint::sum_at_most(0, 0, 0)), Ok(Supremum::Bound(Bound::from(6))));
    assert_eq!(supremum(Constraint::at_most(0, 0)), Ok(Supremum::Bound(Bound::from(3))));
    assert_eq!(supremum(Constraint::difference(0, 1, 0)), Ok(Supremum::Bound(Bound::Infinite)));
    assert_eq!(supremum(Constraint::difference(1, 1, 7)), Ok(Supremum::Bound(Bound::ZERO)));
    assert_eq!(supremum(sum.clone()), Err(NotExpressible(sum)));
    let everything = DifferenceRelation::universe(2).closed_form(&Limits::default()).unwrap();
    assert_eq!(everything.transitive_hull(), Relation::universe(2));
    let identity = DifferenceRelation::identity(0).closed_form(&Limits::default()).unwrap();
    assert_eq!(identity.power(&int(9)), Relation::identity(0));
    let identity = OctagonalRelation::identity(0).closed_form(&Limits::default()).unwrap();
    assert!(!identity.power(&int(9)).is_empty());
}

#[test]
fn big_bounds_are_exact() {
    let big = googol_like();
    // A cycle of weight 0 and one of weight −1 differ by one part in 10^30.
    let mut chain = vec![Constraint::difference(0, 1, big.clone()), Constraint::difference(1, 2, &big * Int::from(3))];
    chain.push(Constraint::difference(2, 0, &big * Int::from(-4)));
    assert!(!DifferenceBounds::new(3, &chain).unwrap().is_empty());
    chain[2].bound += Int::MINUS_ONE;
    assert!(DifferenceBounds::new(3, &chain).unwrap().is_empty());
    // Near the ends of the machine word.
    for edge in [i64::MAX, i64::MIN + 1, 1 << 57, 1 << 60, 1 << 62] {
        let fixed = [Constraint::equal(0, 1, edge), Constraint::equal(1, 2, edge)].concat();
        let set = DifferenceBounds::new(3, &fixed).unwrap();
        let difference = Constraint::difference(0, 2, Int::from(edge) * Int::from(2));
        assert!(set.constraints().contains(&difference), "{edge}: {set}");
    }
    let step = relation(1, &Constraint::equal(1, 0, big.clone()));
    let powers = step.closed_form(&Limits::default()).unwrap();
    assert_eq!(powers.power(&big), relation(1, &Constraint::equal(1, 0, &big * &big)));
    let octagon = octagonal(1, &[Constraint::sum_at_most(0, 1, big.clone()), Constraint::at_least(0, -1)]);
    assert_eq!(octagon.closed_form(&Limits::default()).unwrap().power(&int(9)), octagon.power(&int(9)));
}

#[test]
fn limits_are_honest() {
    // Rotations of length 2, 3, 5 and 7 together: period 210, more than a few powers show.
    let lengths = [2, 3, 5, 7];
    let n: usize = lengths.iter().sum();
    let mut constraints = Vec::new();
    let mut first = 0;
    for length in lengths {
        for place in 0..length {
            constraints.extend(update(n, first + place, first + (place + 1) % length, 0));
        }
        first += length;
    }
    let error = relation(n, &constraints).closed_form(&Limits { powers: 12, families: 4 }).unwrap_err();
    assert_eq!(error.powers, 12);
    assert!(error.to_string().contains("12"));
}
