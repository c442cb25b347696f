//! The automaton after a loop, its reductions, the flat abstraction and the formula that comes out of it, against running the
//! loop on all small arrays.

use std::collections::{BTreeMap, BTreeSet};

use heureka_linear::relations::{Bounds, Constraint, Differences, Limits as PowerLimits, Relation};
use heureka_number::Int;
use heureka_sil::automata::{Flat, post_image, theta, to_sil, unfolding, upsilon, upsilon_star};
use heureka_sil::{Body, Comparison, Formula, ProgramLoop, Property, Scalar, State, acsl};

use crate::generate::{Random, looks_at_all, small_states};
use crate::loops::satisfies;
use crate::programs::parse;

/// A conjunction of comparisons and properties, apart.
fn parts(text: &str) -> (Vec<Comparison>, Vec<Property>) {
    let body = acsl::parse(text).unwrap().body;
    let (mut comparisons, mut properties) = (Vec::new(), Vec::new());
    for part in body.conjuncts() {
        match part {
            Body::Compare(comparison) => comparisons.push(comparison.clone()),
            Body::ForAll(property) => properties.push(property.clone()),
            other => panic!("{other} is no conjunct of this kind"),
        }
    }
    (comparisons, properties)
}

/// Loops over `a` (and `b`), with pre-conditions.
const LOOPS: &[(&str, &str)] = &[
    (
        r"m == 0 && n <= \length(a) && n >= 0",
        "a:m
        while m < n
        else: a[m] = 0; m++",
    ),
    (
        r"m == 0 && n == \length(a) && (\forall integer i; 0 <= i < n ==> a[i] >= 1)",
        "a:m
        while m < n
        a[m] > 1: a[m] = a[m] + 1; m++
        else: m++",
    ),
    (
        r"m == 1 && n <= \length(a) && n >= 1 && (\forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1])",
        "a:m
        while m < n
        else: a[m] = 1; m++",
    ),
    (
        r"m == 0 && n <= \length(a) && n >= 1",
        "a:m
        while m < n - 1
        else: a[m] = a[m+1]; m++",
    ),
    (
        r"m == 0 && n == \length(a) && \length(a) == \length(b) && (\forall integer i; 0 <= i < n ==> a[i] == b[i])",
        "a:m b:m
        while m < n
        a[m] > 0: b[m] = 2; m++
        else: m++",
    ),
    (
        r"m == 0 && k == 0 && n == \length(a) && n <= \length(b)",
        "a:m b:k
        while m < n
        a[m] > 0: b[k] = a[m]; m++; k++
        else: m++",
    ),
    (
        r"m == 0 && n == \length(a) && k == 0",
        "a:m
        while m < n && a[m] != 1
        else: m++; k = k + 2",
    ),
    (
        r"m == 0 && 0 <= n && n <= \length(a) && k == 0 && (\forall integer i; 0 <= i < n ==> a[i] <= 0)",
        "a:m
        while m < n
        k <= 0: k = k + 1
        else: k = 0; a[m] = 1; m++",
    ),
];

/// What the loop makes of all small states that satisfy the pre-condition.
fn after(the_loop: &ProgramLoop, pre: &str, states: &[State]) -> BTreeSet<String> {
    let pre = acsl::parse(pre).unwrap().body;
    let run = |state: &State| state.satisfies(&pre).then(|| the_loop.run(state, 40)).flatten();
    states.iter().filter_map(run).map(|end| seen(the_loop, &end)).collect()
}

/// What of a state the automaton recognises.
fn seen(the_loop: &ProgramLoop, state: &State) -> String {
    let mut state = state.clone();
    state.arrays.retain(|array, _| the_loop.arrays.contains_key(array));
    let scalars = the_loop.scalars();
    state.scalars.retain(|scalar, _| scalars.contains(scalar));
    state.to_string()
}

fn states() -> Vec<State> {
    let all = match looks_at_all() {
        true => small_states(4, (0, 1), (0, 4), true),
        false => small_states(2, (0, 2), (0, 2), true),
    };
    let all = all.into_iter();
    all.flat_map(|state| [0, 1].map(|k| state.clone().with_scalar("k", k))).collect()
}

/// B recognises exactly the states after the loop, and what comes out of B holds in all of them, for several K.
#[test]
fn post_images_recognise_what_runs_leave() {
    let states = states();
    let (mut yes, mut no) = (0, 0);
    for (pre, text) in LOOPS {
        let the_loop = parse(text);
        let (comparisons, properties) = parts(pre);
        let image = post_image(&comparisons, &properties, &the_loop).unwrap();
        let expected = after(&the_loop, pre, &states);
        assert!(expected.len() > 3, "{text}");
        let entry: BTreeMap<Scalar, Scalar> =
            the_loop.changed_scalars().into_iter().map(|it| (it.clone(), Scalar::new(&format!("old_{it}")))).collect();
        let formulas: Vec<Formula> = [1, 2, 3].iter().map(|k| to_sil(&image, *k, &entry).unwrap()).collect();
        let mut done = BTreeSet::new();
        // Values after the loop may be outside of the range of those before: what was reached is looked at, too.
        let ends = states.iter().filter_map(|state| the_loop.run(state, 40));
        for state in states.iter().cloned().chain(ends) {
            let key = seen(&the_loop, &state);
            if !done.insert(key.clone()) {
                continue;
            }
            let is_after = expected.contains(&key);
            // A state with other values than the small ones may be left from a state that is not small.
            if is_after || done.len() % 5 == 0 {
                let found = image.automaton.recognises_output(&state);
                assert!(found || !is_after, "{text}\nfrom {pre}\nleaves {state}\n{:#?}", image.automaton);
                if found && !is_after {
                    assert!(may_be_left(&the_loop, pre, &state), "{text}\nfrom {pre}\nnever leaves {state}");
                }
                *(if found { &mut yes } else { &mut no }) += 1;
            }
            if is_after {
                for formula in &formulas {
                    let bodies = entry_values(formula, &the_loop, pre, &states, &key);
                    assert!(bodies, "{text}\nfrom {pre}\n{formula}\ndoes not hold in {state}");
                }
            }
        }
    }
    assert!(yes > 100 && no > 100, "{yes} recognised, {no} not");
}

/// Whether a state is left by the loop from a state with values of a larger range.
fn may_be_left(the_loop: &ProgramLoop, pre: &str, state: &State) -> bool {
    let pre = acsl::parse(pre).unwrap().body;
    let wanted = seen(the_loop, state);
    let mut starts = vec![state.clone()];
    for array in the_loop.arrays.keys() {
        for position in 0..state.length(array) {
            let vary = |start: &State| {
                (-2..=4)
                    .map(move |value| {
                        let mut start = start.clone();
                        start.arrays.get_mut(array).unwrap()[position] = Int::from(value);
                        start
                    })
                    .collect::<Vec<_>>()
            };
            starts = starts.iter().flat_map(vary).collect();
        }
    }
    for scalar in the_loop.changed_scalars() {
        starts = starts
            .iter()
            .flat_map(|start| (0..=2).map(|it| start.clone().with_scalar(scalar.name(), it)).collect::<Vec<_>>())
            .collect();
    }
    starts
        .iter()
        .any(|start| start.satisfies(&pre) && the_loop.run(start, 40).is_some_and(|end| seen(the_loop, &end) == wanted))
}

/// Whether a formula holds in a state for the entry values of some run that led there.
fn entry_values(formula: &Formula, the_loop: &ProgramLoop, pre: &str, states: &[State], key: &str) -> bool {
    let pre = acsl::parse(pre).unwrap().body;
    let mut starts = states.iter().filter(|state| state.satisfies(&pre));
    starts.any(|start| {
        let Some(end) = the_loop.run(start, 40) else { return false };
        seen(the_loop, &end) == key && satisfies(&end, formula)
    })
}

#[test]
fn reductions_leave_small_automata() {
    let (comparisons, properties) = parts(r"i == 0 && 0 <= n && n <= \length(a)");
    let init = parse("a:i\nwhile i < n\nelse: a[i] = 0; i++");
    let image = post_image(&comparisons, &properties, &init).unwrap();
    let (states, counters) = image.automaton.size();
    assert!(states <= 4 && counters <= 8, "{states}/{counters}: {:#?}", image.automaton);
}

#[test]
fn what_the_transducer_would_lose_is_refused() {
    let fill = parse("a:i\nwhile i < n\nelse: a[i] = 0; i++");
    let (comparisons, properties) = parts("i == 0 && n >= 0");
    // Within the arrays by the accesses, but not when the loop is not entered.
    let (later, _) = parts("n <= i");
    assert!(post_image(&later, &properties, &fill).is_err());
    assert!(post_image(&comparisons, &properties, &fill).is_ok());
    let back = parse("a:i\nwhile i < n\ni > 0: a[i] = a[i-1]; i++\nelse: i++");
    assert!(post_image(&comparisons, &properties, &back).is_err());
}

fn relation(random: &mut Random) -> Relation<Differences> {
    let mut bounds = Bounds::universe(4);
    for constraint in Constraint::equal(2, 0, 1) {
        bounds.constrain(&constraint).unwrap();
    }
    for _ in 0..random.between(1, 3) {
        let (left, right) = (random.below(4), random.below(4));
        let bound = random.between(-1, 2);
        let constraint = match random.below(4) {
            0 => Constraint::at_most(left, bound),
            1 => Constraint::at_least(left, bound - 1),
            _ if left != right => Constraint::difference(left, right, bound),
            _ => continue,
        };
        bounds.constrain(&constraint).unwrap();
    }
    Relation::new(bounds)
}

/// The runs of a flat automaton: a sequence is one if its first K − 1 steps are in ρ and the others in λ.
fn accepts(flat: &Flat, run: &[Vec<Int>]) -> bool {
    run.windows(2).enumerate().all(|(number, step)| {
        if number + 1 < flat.k {
            flat.rho.iter().any(|one| one.contains(&step[0], &step[1]))
        } else {
            flat.lambda.contains(&step[0], &step[1])
        }
    })
}

/// Lemma 1: the K-abstraction has all runs of the loop, and fewer with more K. λᵇ is what b rounds of λ do.
#[test]
fn abstractions_contain_the_runs_and_shrink_with_k() {
    let mut random = Random::new(4);
    let (mut kept, mut lost) = (0, 0);
    for _ in 0..60 {
        let rho: Vec<_> =
            (0..random.between(1, 2)).map(|_| relation(&mut random)).filter(|it| !it.is_empty()).collect();
        if rho.is_empty() {
            continue;
        }
        let flats: Vec<Flat> = (1..4).map(|k| unfolding(rho.clone(), Bounds::universe(2), k).abstracted()).collect();
        let value = |it: i64| Int::from(it);
        let mut runs: Vec<Vec<Vec<Int>>> = (-2..3).map(|x| vec![vec![value(0), value(x)]]).collect();
        for length in 1..4 {
            let longer = |run: &Vec<Vec<Int>>| {
                (-2..3).map(|x| [&run[..], &[vec![value(length), value(x)]]].concat()).collect::<Vec<_>>()
            };
            runs = runs.iter().flat_map(longer).collect();
        }
        for run in &runs {
            let is_run = run.windows(2).all(|step| rho.iter().any(|one| one.contains(&step[0], &step[1])));
            let accepted: Vec<bool> = flats.iter().map(|flat| accepts(flat, run)).collect();
            assert!(!is_run || accepted.iter().all(|it| *it), "{rho:?} {run:?}");
            assert!(!accepted[2] || accepted[1], "K = 3 accepts what K = 2 does not: {rho:?} {run:?}");
            assert!(!accepted[1] || accepted[0], "K = 2 accepts what K = 1 does not: {rho:?} {run:?}");
            *(if accepted[2] { &mut kept } else { &mut lost }) += 1;
        }
        let lambda = &flats[0].lambda;
        let powers = lambda.closed_form(&PowerLimits::default()).unwrap();
        let mut iterated = lambda.clone();
        for rounds in 1..6 {
            assert_eq!(powers.power(&Int::from(rounds)), iterated);
            iterated = iterated.then(lambda);
        }
    }
    assert!(kept > 300 && lost > 300, "{kept} kept, {lost} lost");
}

/// Θ contains every sequence of idle steps that ends with a tick.
#[test]
fn theta_is_idling_and_a_tick() {
    let stays = |constraints: &[Constraint]| {
        let mut all = Constraint::equal(2, 0, 0).to_vec();
        all.extend_from_slice(constraints);
        Relation::<Differences>::from_constraints(2, &all).unwrap()
    };
    // x goes up by one or two while the index stays; then the index ticks and x is kept.
    let idle = [stays(&Constraint::equal(3, 1, 1)), stays(&Constraint::equal(3, 1, 2))];
    let tick =
        Relation::from_constraints(2, &[Constraint::equal(2, 0, 1), Constraint::equal(3, 1, 0)].concat()).unwrap();
    let all = theta(&idle, std::slice::from_ref(&tick), 2);
    let number = |it: i64| Int::from(it);
    for up in 0..7 {
        assert!(all.iter().any(|one| one.contains(&[number(0), number(0)], &[number(1), number(up)])));
    }
    assert!(!all.iter().any(|one| one.contains(&[number(0), number(0)], &[number(1), number(-1)])));
    assert!(!all.iter().any(|one| one.contains(&[number(0), number(0)], &[number(2), number(0)])));
    assert!(upsilon_star(&upsilon(&[], 2)).contains(&[number(1), number(2)], &[number(1), number(2)]));
}
