//! Automata and transducers against the semantics, on all small arrays.

use heureka_sil::automata::{compose, recogniser, transducer};
use heureka_sil::{Body, Difference, Operand, ProgramLoop, Property, State, Term, acsl};

use crate::generate::{Random, array, comparison, one_of, scalar, small_states};
use crate::programs::parse;

fn operand(random: &mut Random) -> Operand {
    match random.below(6) {
        0 => Operand::Zero,
        1 => Operand::Index,
        2 => Operand::scalar(scalar(random)),
        _ => Operand::Cell(array(random), random.between(0, 1)),
    }
}

fn property(random: &mut Random) -> Property {
    let cell = Operand::Cell(array(random), random.between(0, 1));
    let mut other = operand(random);
    while other == cell {
        other = operand(random);
    }
    let number = random.between(-1, 1);
    let value = if random.one_in(2) {
        vec![Difference::at_most(cell, other, number)]
    } else {
        Difference::equal(other, cell, number)
    };
    let bound = |random: &mut Random| match random.below(3) {
        0 => Term::number(random.between(-1, 2)),
        _ => Term::scalar(scalar(random)).plus(random.between(-1, 1)),
    };
    Property { lower: vec![bound(random)], upper: vec![bound(random)], value: heureka_sil::Value(vec![value]) }
}

/// A_φ, A_¬φ and products accept exactly the states that satisfy the formula.
#[test]
fn recognisers_recognise_the_models() {
    let states: Vec<State> = small_states(4, (0, 1), (-1, 2), true);
    let states: Vec<&State> = states.iter().filter(|state| state.length(&"a".into()) > 0).collect();
    let mut random = Random::new(31);
    let (mut yes, mut no) = (0, 0);
    for round in 0..60 {
        let mut parts = vec![Body::ForAll(property(&mut random))];
        if random.one_in(2) {
            parts = vec![parts[0].negated()];
        }
        if round % 3 == 0 {
            parts.push(Body::ForAll(property(&mut random)));
        }
        if round % 4 == 0 {
            let more = comparison(&mut random);
            if recogniser(&more).is_ok() {
                parts.push(more);
            }
        }
        let body = Body::And(parts);
        let (automaton, _) = recogniser(&body).unwrap();
        let step = one_of(101);
        for state in states.iter().skip(round % step).step_by(step) {
            let holds = state.satisfies(&body);
            assert_eq!(automaton.recognises(state), holds, "{body}\n{state}");
            *(if holds { &mut yes } else { &mut no }) += 1;
        }
    }
    assert!(yes > 300 && no > 300, "{yes} models, {no} others");
}

#[test]
fn a_property_has_five_states() {
    let sorted = acsl::parse(r"\forall integer i; 0 <= i < n ==> a[i] <= a[i + 1]").unwrap();
    let (automaton, dependency) = recogniser(&sorted.body).unwrap();
    assert_eq!(automaton.states, ["q_i", "q_1", "q_2", "q_3", "q_f"]);
    assert!(dependency.classes().is_empty());
    let two = acsl::parse(r"\forall integer i; 0 <= i < n ==> a[i] <= b[i + 1]").unwrap();
    let (_, dependency) = recogniser(&two.body).unwrap();
    assert_eq!(dependency.classes().len(), 1);
}

/// The states after a run, and some that are not.
fn candidates(the_loop: &ProgramLoop, state: &State, end: Option<&State>) -> Vec<State> {
    let mut all = vec![state.clone()];
    if let Some(end) = end {
        all.push(end.clone());
        for (array, cells) in end.arrays.iter().filter(|(array, _)| the_loop.arrays.contains_key(array)) {
            for position in 0..cells.len() {
                let mut other = end.clone();
                other.arrays.get_mut(array).unwrap()[position] += &1.into();
                all.push(other);
            }
        }
        for scalar in the_loop.scalars() {
            let mut other = end.clone();
            *other.scalars.get_mut(&scalar).unwrap() += &1.into();
            all.push(other);
        }
    }
    all
}

/// T_L relates exactly the pairs that running the loop relates.
#[test]
fn transducers_relate_what_runs_relate() {
    let loops = [
        "a:m
            while m < n
            else: a[m] = 0; m++",
        "a:m
            while m < n - 1
            else: a[m] = a[m+1]; m++",
        "a:m b:m
            while m < n
            a[m] > 0: b[m] = a[m] + 1; m++
            else: a[m] = b[m]; m++",
        "a:m b:k
            while m < n
            a[m] > 0: b[k] = a[m]; m++; k++
            else: m++",
        "a:m
            while m < n && a[m] != 1
            else: m++",
        "a:m
            while m < n
            a[m] < a[m-1]: a[m] = a[m-1]; break
            else: m++",
    ];
    let (mut related, mut apart) = (0, 0);
    for text in loops {
        let the_loop = parse(text);
        let (automaton, _) = transducer(&the_loop).unwrap();
        assert_eq!(automaton.states.len(), 5);
        for state in small_states(4, (0, 1), (0, 3), true).into_iter().step_by(one_of(23)) {
            let state = state.with_scalar("k", 0);
            let length = state.length(&"a".into());
            // The window must begin within the array.
            let too_early = text.contains("m-1") && state.scalar(&"m".into()) < 1.into();
            if length == 0 || state.scalar(&"m".into()) > length.into() || too_early {
                continue;
            }
            let end = the_loop.run(&state, 20);
            for other in candidates(&the_loop, &state, end.as_ref()) {
                let expected = end.as_ref() == Some(&other);
                assert_eq!(automaton.relates(&state, &other), expected, "{text}\nfrom {state}\nto {other}");
                *(if expected { &mut related } else { &mut apart }) += 1;
            }
        }
    }
    assert!(related > 50 && apart > 200, "{related} pairs, {apart} others");
}

/// A cell that gets an arbitrary value has nothing to do with the cells behind it.
#[test]
fn arbitrary_values_are_arbitrary() {
    for (text, window) in [
        ("a:m\nwhile m < n\nelse: a[m] = *; m++", 0),
        ("a:m\nwhile m < n - 1\nelse: a[m] = *; a[m+1] = a[m+1]; m++", 1),
    ] {
        let (automaton, _) = transducer(&parse(text)).unwrap();
        let start = State::new().with_scalar("m", 0).with_scalar("n", 2).with_array("a", &[0, 1]);
        for first in -1..3 {
            let cells = if window == 0 { vec![first, first + 1] } else { vec![first, 1] };
            let end = State::new().with_scalar("m", 2 - window).with_scalar("n", 2).with_array("a", &cells);
            assert!(automaton.relates(&start, &end), "{text}\n{end}");
        }
    }
}

/// The composition relates the pairs whose first state is recognised, and is refused where dependencies forbid it.
#[test]
fn composition_is_the_post_image() {
    let the_loop = parse(
        "a:m
        while m < n
        else: a[m] = 0; m++",
    );
    let t = transducer(&the_loop).unwrap();
    let pre = acsl::parse(r"(\forall integer i; 0 <= i < n ==> a[i] >= 1) && m == 0").unwrap();
    let a = recogniser(&pre.body).unwrap();
    let b = compose((&a.0, &a.1), (&t.0, &t.1)).unwrap();
    let mut related = 0;
    for state in small_states(2, (0, 1), (0, 2), true).into_iter().filter(|state| state.length(&"a".into()) > 0) {
        let end = the_loop.run(&state, 9);
        for other in candidates(&the_loop, &state, end.as_ref()) {
            let expected = end.as_ref() == Some(&other) && state.satisfies(&pre.body);
            assert_eq!(b.relates(&state, &other), expected, "from {state}\nto {other}");
            related += usize::from(expected);
        }
    }
    assert!(related > 5, "{related}");
    let two = parse(
        "a:m b:k
        while m < n
        a[m] > 0: b[k] = a[m]; m++; k++
        else: m++",
    );
    let t = transducer(&two).unwrap();
    let pre = acsl::parse(r"\forall integer i; 0 <= i < n ==> a[i] == b[i]").unwrap();
    let a = recogniser(&pre.body).unwrap();
    assert!(compose((&a.0, &a.1), (&t.0, &t.1)).is_err());
}
