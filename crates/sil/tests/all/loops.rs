//! Post-conditions of loops: strong enough, and true after every run.

use std::collections::{BTreeMap, BTreeSet};

use heureka_number::Int;
use heureka_sil::{
    Array, Assignment, Base, Body, Branch, Condition, Entailment, Formula, Limits, LoopOptions, Place, ProgramLoop,
    Property, Reason, Satisfiable, Scalar, Sign, State, Sum, acsl, entails, post, post_of_loop, satisfiable,
};

use crate::generate::{self, Random};
use crate::post::holds;
use crate::programs::{PROGRAMS, parse};

#[test]
fn post_conditions_imply_what_was_intended() {
    let mut failures = Vec::new();
    for program in PROGRAMS {
        let pre = acsl::parse(program.pre).unwrap();
        let goal = acsl::parse(program.post).unwrap();
        let start = std::time::Instant::now();
        let post = post_of_loop(&pre, &parse(program.the_loop), &LoopOptions::default(), Limits::NONE);
        let post = post.unwrap_or_else(|reason| panic!("{}: {reason}", program.name));
        println!(
            "{} ({:?}, {:?}, {} by the automaton)\n  post: {}\n  head: {}",
            program.name,
            start.elapsed(),
            post.sizes,
            post.from_automaton,
            post.formula,
            post.at_head
        );
        match entails(&post.formula, &goal, Limits::NONE) {
            Ok(Entailment::Holds) => {}
            Ok(Entailment::Fails(state)) => {
                let state = state.map(|state| state.to_string()).unwrap_or_default();
                failures.push(format!("{}: {goal} does not follow, see {state}", program.name));
            }
            Err(reason) => failures.push(format!("{}: {reason}", program.name)),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Whether a state satisfies a formula for some values of the bound scalars.
pub fn satisfies(state: &State, formula: &Formula) -> bool {
    if formula.exists.len() <= 2 && holds(state, formula, (-4, 5)) {
        return true;
    }
    if formula.exists.is_empty() {
        return false;
    }
    // All values: the state is said as a formula.
    let mut parts = vec![formula.body.clone()];
    for scalar in formula.scalars() {
        parts.push(Body::equal(&Sum::of(Base::Scalar(scalar.clone())), &Sum::number(state.scalar(&scalar))));
    }
    for array in formula.arrays() {
        let length = state.length(&array);
        parts.push(Body::equal(&Sum::of(Base::Length(array.clone())), &Sum::number(Int::from(length))));
        for position in 0..length {
            let read = Base::Read(array.clone(), Box::new(heureka_sil::Term::number(Int::from(position))));
            parts.push(Body::equal(&Sum::of(read), &Sum::number(state.cell(&array, &Int::from(position)))));
        }
    }
    let pinned = Formula { exists: formula.exists.clone(), body: Body::and(parts) };
    satisfiable(&pinned, Limits::NONE).unwrap().is_yes()
}

/// States that satisfy a conjunction: scalars that it equates are set, the others are tried.
fn states_of(pre: &Formula, scalars: &BTreeSet<Scalar>, random: &mut Random, wanted: usize) -> Vec<State> {
    let mut found = Vec::new();
    let arrays: Vec<Array> = pre.arrays().into_iter().collect();
    for _ in 0..wanted * 20 {
        let common = random.below(4);
        let mut state = State::new();
        for array in &arrays {
            let length = common + [0, 0, 0, 1, 3][random.below(5)];
            let cells: Vec<i64> = (0..length).map(|_| random.between(-1, 2)).collect();
            state = state.with_array(array.clone(), &cells);
        }
        for scalar in scalars {
            state = state.with_scalar(scalar.clone(), random.between(-1, 4));
        }
        // Equations of one scalar with what is known, a few times over, so that they settle.
        for _ in 0..3 {
            for part in pre.body.conjuncts() {
                let Body::Compare(comparison) = part else { continue };
                if comparison.sign != Sign::EqualZero {
                    continue;
                }
                let unit = comparison.sum.terms().find_map(|(base, coefficient)| match base {
                    Base::Scalar(scalar) if coefficient.is_unit() => Some((scalar.clone(), coefficient.clone())),
                    _ => None,
                });
                if let Some((scalar, coefficient)) = unit {
                    let own = Sum::of(Base::Scalar(scalar.clone())).scaled(&coefficient);
                    let rest = comparison.sum.minus(&own).value(|base| state.base(base));
                    state.scalars.insert(scalar, -&coefficient * &rest);
                }
            }
        }
        if state.satisfies(&pre.body) {
            found.push(state);
        }
        if found.len() >= wanted {
            break;
        }
    }
    found
}

/// Checks a post-condition and an invariant on runs; says how many were looked at.
fn check_runs(name: &str, pre: &Formula, the_loop: &ProgramLoop, options: &LoopOptions, states: &[State]) -> usize {
    let post = match post_of_loop(pre, the_loop, options, Limits::NONE) {
        Ok(post) => post,
        Err(Reason::TooHard(_)) => return 0,
        Err(reason) => panic!("{name}: {reason}"),
    };
    let mut ended = 0;
    for state in states {
        let (heads, end) = the_loop.trace(state, 40);
        for head in &heads {
            assert!(satisfies(head, &post.at_head), "{name}, from {state}\nat {head}\nnot {}", post.at_head);
        }
        if let Some(end) = end {
            assert!(satisfies(&end, &post.formula), "{name}, from {state}\nto {end}\nnot {}", post.formula);
            ended += 1;
        }
    }
    ended
}

#[test]
fn post_conditions_hold_after_every_run() {
    let mut random = Random::new(21);
    for program in PROGRAMS {
        let (pre, the_loop) = (acsl::parse(program.pre).unwrap(), parse(program.the_loop));
        if program.name == "arbitrary" {
            continue;
        }
        let mut scalars = the_loop.scalars();
        scalars.extend(pre.scalars());
        let states = states_of(&pre, &scalars, &mut random, 60);
        assert!(states.len() >= 8, "{}: only {} states", program.name, states.len());
        let ended = check_runs(program.name, &pre, &the_loop, &LoopOptions::default(), &states);
        assert!(ended >= 8, "{}: only {ended} runs", program.name);
    }
}

fn random_place(random: &mut Random, arrays: &BTreeMap<Array, Scalar>, writable: bool) -> Place {
    let array = arrays.keys().nth(random.below(arrays.len())).unwrap().clone();
    match random.below(if writable { 4 } else { 7 }) {
        0 => Place::scalar("m"),
        1..=3 => Place::Cell(array, random.between(-1, 1)),
        4 => Place::scalar("n"),
        5 => Place::scalar("i"),
        _ => Place::Cell(array, 0),
    }
}

fn random_sum(random: &mut Random, arrays: &BTreeMap<Array, Scalar>) -> Sum<Place> {
    let number = random.between(-1, 1);
    match random.below(6) {
        0 => Sum::number(number),
        1 => Sum::of(random_place(random, arrays, false)).negated().plus_number(number),
        2 => Sum::of(random_place(random, arrays, false)).minus(&Sum::of(random_place(random, arrays, false))),
        _ => Sum::of(random_place(random, arrays, false)).plus_number(number),
    }
}

fn random_condition(random: &mut Random, arrays: &BTreeMap<Array, Scalar>) -> Condition {
    let (left, right) = (random_sum(random, arrays), random_sum(random, arrays));
    match random.below(5) {
        0 => Condition::equal(&left, &right),
        1 => Condition::Not(Box::new(Condition::equal(&left, &right))),
        2 => Condition::Or(vec![random_condition(random, arrays), Condition::less(left, &right)]),
        3 => Condition::And(vec![random_condition(random, arrays), Condition::at_most(left, &right)]),
        _ => Condition::at_most(left, &right),
    }
}

fn random_loop(random: &mut Random) -> ProgramLoop {
    let (i, j) = (Scalar::new("i"), Scalar::new("j"));
    let two = random.one_in(2);
    let second = if two { j.clone() } else { i.clone() };
    let arrays = BTreeMap::from([(Array::new("a"), i.clone()), (Array::new("b"), second)]);
    let mut condition = Condition::less(Sum::of(i.clone()), &Sum::of(Scalar::new("n")));
    if random.one_in(4) {
        condition = Condition::And(vec![condition, random_condition(random, &arrays)]);
    }
    let count = 1 + random.below(3);
    let branches = (0..count).map(|number| {
        let assignments = (0..random.below(4)).map(|_| {
            let target = random_place(random, &arrays, true);
            Assignment::new(target, random_sum(random, &arrays))
        });
        let assignments = assignments.collect();
        let mut increments = vec![i.clone()];
        if two && random.one_in(2) {
            increments.push(j.clone());
        }
        let mut branch = Branch::new(assignments, increments);
        if number + 1 < count {
            branch = branch.when(random_condition(random, &arrays));
            branch.breaks = random.one_in(8);
        }
        branch
    });
    let branches = branches.collect();
    ProgramLoop { arrays, condition, branches }
}

/// Random loops after random pre-conditions: nothing that they do is missed.
#[test]
fn random_loops_are_over_approximated() {
    let (rounds, mut random) = generate::rounds_and_seed(30, 22);
    let mut ended = 0;
    for round in 0..rounds {
        let the_loop = random_loop(&mut random);
        let mut parts = vec![
            Body::equal(&Sum::of(Base::Scalar(Scalar::new("i"))), &Sum::number(random.between(0, 1))),
            Body::equal(&Sum::of(Base::Scalar(Scalar::new("j"))), &Sum::number(random.between(0, 1))),
            Body::at_most(Sum::of(Base::Scalar(Scalar::new("n"))), &Sum::of(Base::Length(Array::new("a")))),
            Body::at_most(Sum::of(Base::Length(Array::new("a"))), &Sum::of(Base::Length(Array::new("b")))),
        ];
        for _ in 0..random.below(3) {
            parts.push(match random.below(4) {
                0 => generate::comparison(&mut random),
                1 => Body::Not(Box::new(Body::ForAll(generate::property(&mut random, false)))),
                _ => {
                    let property = generate::property(&mut random, false);
                    let lower = vec![heureka_sil::Term::number(0)];
                    Body::ForAll(Property { lower, ..property })
                }
            });
        }
        let pre = Formula::from(Body::and(parts));
        if satisfiable(&pre, Limits::NONE).unwrap() == Satisfiable::No {
            continue;
        }
        let scalars = ["i", "j", "m", "n"].map(Scalar::from).into();
        let states = states_of(&pre, &scalars, &mut random, 25);
        let name = format!("round {round}: {pre}\n{the_loop:?}");
        let options = LoopOptions { k: 1 + round % 2, simplify: round % 4 == 0 };
        ended += check_runs(&name, &pre, &the_loop, &options, &states);
    }
    assert!(ended > 5 * rounds, "only {ended} runs");
}

/// More unfolding never loses what less of it showed (Lemma 1).
#[test]
fn more_unfolding_is_as_strong() {
    for program in PROGRAMS.iter().filter(|it| ["init", "insert", "copy", "max", "find first"].contains(&it.name)) {
        let (pre, goal) = (acsl::parse(program.pre).unwrap(), acsl::parse(program.post).unwrap());
        let options = LoopOptions { k: 3, simplify: false };
        let post = post_of_loop(&pre, &parse(program.the_loop), &options, Limits::NONE).unwrap();
        assert!(entails(&post.formula, &goal, Limits::NONE).unwrap().holds(), "{}: {}", program.name, post.formula);
    }
}

/// The automata of the paper's programs are no larger than in its Table 1.
#[test]
fn sizes_are_those_of_the_paper_or_less() {
    for (name, states, counters) in [("init", 4, 8), ("partition", 4, 24), ("insert", 7, 19), ("rotate", 4, 15)] {
        let program = PROGRAMS.iter().find(|program| program.name == name).unwrap();
        let pre = acsl::parse(program.pre).unwrap();
        let options = LoopOptions { simplify: false, ..LoopOptions::default() };
        let sizes =
            post_of_loop(&pre, &parse(program.the_loop), &options, Limits::NONE).unwrap().sizes.expect("it is built");
        println!("{name}: {sizes:?}");
        assert!(sizes.states <= states && sizes.counters <= counters, "{name}: {sizes:?}");
    }
}

/// What only λᵇ knows: a scalar that grows by two with each cell.
#[test]
fn closed_forms_relate_scalars_to_the_number_of_rounds() {
    let pre = acsl::parse(r"i == 0 && x == 5 && 0 <= n && n <= \length(a)").unwrap();
    let twice = parse("a:i\nwhile i < n\nelse: a[i] = 0; x = x + 2; i++");
    let post = post_of_loop(&pre, &twice, &LoopOptions::default(), Limits::NONE).unwrap();
    assert!(post.from_automaton > 0, "{}", post.formula);
    let goal = acsl::parse("x == 2 * i + 5 && i == n").unwrap();
    assert!(entails(&post.formula, &goal, Limits::NONE).unwrap().holds(), "{}", post.formula);
}

#[test]
fn loops_out_of_form_are_refused() {
    let pre = Formula::truth();
    let refused = |text: &str| post_of_loop(&pre, &parse(text), &LoopOptions::default(), Limits::NONE).unwrap_err();
    let no_index = refused("a:i\n while i < n\n else: b[i] = 0; i++");
    assert_eq!(no_index.to_string(), "the array b has no index in the loop");
    let assigned = refused("a:i\n while i < n\n else: a[i] = 0; i = i + 2");
    assert_eq!(assigned.to_string(), "the index i is assigned in the loop");
    let far = refused("a:i\n while i < n\n else: a[i] = a[i+99]; i++");
    assert_eq!(far.to_string(), "the loop looks too far from the index of a");
}

#[test]
fn a_contradictory_pre_condition_gives_falsehood() {
    let pre = acsl::parse("i == 0 && n == 1 && n == 2").unwrap();
    let fill = parse("a:i\n while i < n\n else: a[i] = 0; i++");
    let post = post_of_loop(&pre, &fill, &LoopOptions::default(), Limits::NONE).unwrap();
    assert_eq!(satisfiable(&post.formula, Limits::NONE), Ok(Satisfiable::No));
}

/// Three loops one after the other: fill, copy, increment.
#[test]
fn loops_in_sequence() {
    let mut formula = acsl::parse(r"n == \length(a) && n == \length(b) && n >= 0").unwrap();
    for text in [
        "a:i\n while i < n\n else: a[i] = 5; i++",
        "a:i b:i\n while i < n\n else: b[i] = a[i]; i++",
        "b:i\n while i < n\n else: b[i] = b[i] + 1; i++",
    ] {
        formula = post::assign_scalar(&formula, &Scalar::new("i"), Some(&Sum::number(0)));
        formula = post_of_loop(&formula, &parse(text), &LoopOptions::default(), Limits::NONE).unwrap().formula;
    }
    let goal = acsl::parse(r"\forall integer j; 0 <= j < n ==> a[j] == 5 && b[j] == 6").unwrap();
    assert!(entails(&formula, &goal, Limits::NONE).unwrap().holds(), "{formula}");
    let wrong = acsl::parse(r"\forall integer j; 0 <= j < n ==> b[j] == 5").unwrap();
    assert!(!entails(&formula, &wrong, Limits::NONE).unwrap().holds(), "{formula}");
}
