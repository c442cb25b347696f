//! Satisfiability and entailment against brute force.

use heureka_sil::{Body, Entailment, Formula, Limits, Reason, Satisfiable, acsl, entails, satisfiable};

use crate::generate::{formula, rounds_and_seed, small_states};

fn says(text: &str) -> bool {
    satisfiable(&acsl::parse(text).unwrap(), Limits::NONE).unwrap().is_yes()
}

fn follows(left: &str, right: &str) -> bool {
    let (left, right) = (acsl::parse(left).unwrap(), acsl::parse(right).unwrap());
    match entails(&left, &right, Limits::NONE).unwrap() {
        Entailment::Holds => true,
        Entailment::Fails(example) => {
            if let Some(state) = example {
                assert!(state.satisfies(&left.body), "{state} does not satisfy {left}");
                assert!(!state.satisfies(&right.body), "{state} satisfies {right}");
            }
            false
        }
    }
}

/// A formula without a model has no small one either; an example is evaluated by the procedure itself.
#[test]
fn no_small_model_is_missed() {
    let states = small_states(2, (-1, 1), (-1, 2), true);
    let (rounds, mut random) = rounds_and_seed(250, 1);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..rounds {
        let body = formula(&mut random, false);
        let found = states.iter().find(|state| state.satisfies(&body));
        match satisfiable(&Formula::from(body.clone()), Limits::NONE) {
            Ok(Satisfiable::Yes(Some(state))) => {
                assert!(state.satisfies(&body), "{state}: {body}");
                yes += 1;
            }
            Ok(Satisfiable::Yes(None)) => yes += 1,
            Ok(Satisfiable::No) => {
                assert!(found.is_none(), "{} satisfies {body}", found.unwrap());
                no += 1;
            }
            Err(reason) => panic!("{reason}: {body}"),
        }
    }
    assert!(yes > rounds / 5 && no > rounds / 5, "{yes} with and {no} without a model: a poor generator");
}

#[test]
fn alternatives_are_never_wrong() {
    let states = small_states(2, (-1, 1), (0, 1), true);
    let (rounds, mut random) = rounds_and_seed(150, 2);
    let mut decided = 0;
    for _ in 0..rounds {
        let body = formula(&mut random, true);
        let found = states.iter().find(|state| state.satisfies(&body));
        match satisfiable(&Formula::from(body.clone()), Limits::NONE) {
            Ok(Satisfiable::No) => assert!(found.is_none(), "{} satisfies {body}", found.unwrap()),
            Ok(Satisfiable::Yes(example)) => {
                if let Some(state) = example {
                    assert!(state.satisfies(&body), "{state}: {body}");
                }
            }
            Err(Reason::TooHard(_)) => continue,
            Err(reason) => panic!("{reason}: {body}"),
        }
        decided += 1;
    }
    assert!(decided > rounds * 8 / 10, "only {decided} of {rounds} decided");
}

#[test]
fn entailment_agrees_with_all_small_states() {
    let states = small_states(2, (-1, 1), (-1, 1), true);
    let (rounds, mut random) = rounds_and_seed(100, 3);
    let mut held = 0;
    for _ in 0..rounds {
        let (left, right) = (formula(&mut random, false), crate::generate::body(&mut random, 1, false));
        let answer = entails(&Formula::from(left.clone()), &Formula::from(right.clone()), Limits::NONE).unwrap();
        match answer {
            Entailment::Holds => {
                let wrong = states.iter().find(|state| state.satisfies(&left) && !state.satisfies(&right));
                assert!(wrong.is_none(), "{}: {left} does not entail {right}", wrong.unwrap());
                held += 1;
            }
            Entailment::Fails(Some(state)) => assert!(state.satisfies(&left) && !state.satisfies(&right)),
            Entailment::Fails(None) => {}
        }
    }
    assert!(held > rounds / 10, "{held}");
}

#[test]
fn sorted_arrays_are_sorted_over_any_distance() {
    let sorted = r"(\forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]) && n <= \length(a)";
    assert!(follows(sorted, "0 <= k < l < n ==> a[k] <= a[l]"));
    assert!(!follows(sorted, "0 <= k < l <= n ==> a[k] <= a[l]"));
    assert!(!follows(sorted, "0 <= k < l < n ==> a[k] < a[l]"));
    let strictly = r"(\forall integer i; 0 <= i < n - 1 ==> a[i] < a[i + 1]) && n <= \length(a)";
    assert!(follows(strictly, "0 <= k < l < n ==> a[k] + l <= a[l] + k"));
    assert!(follows(strictly, r"n >= 1000000 && a[0] >= 0 && 0 < n ==> a[n - 1] >= 999999"));
    assert!(!follows(strictly, r"n >= 1000000 && a[0] >= 0 && 0 < n ==> a[n - 1] >= 1000000"));
}

#[test]
fn windows_reach_over_several_cells() {
    let period = r"(\forall integer i; 0 <= i < n - 2 ==> a[i] == a[i + 2]) && n == \length(a) && n >= 2";
    assert!(follows(
        &format!("{period} && a[0] == 0 && a[1] == 1"),
        r"\forall integer i; 0 <= i < n ==> 0 <= a[i] <= 1"
    ));
    assert!(follows(&format!("{period} && a[0] == 0"), "n >= 11 ==> a[10] == 0"));
    assert!(!follows(&format!("{period} && a[0] == 0"), "n >= 12 ==> a[11] == 0"));
}

#[test]
fn a_property_does_not_speak_of_cells_outside() {
    assert!(says(r"(\forall integer i; a[i] < a[i + 1]) && \length(a) == 1"));
    assert!(says(r"(\forall integer i; a[i] < b[i] && b[i] < a[i]) && \length(a) == 0 && \length(b) == 9"));
    assert!(!says(r"(\forall integer i; a[i] < b[i] && b[i] < a[i]) && \length(a) == 1 && \length(b) == 9"));
    assert!(!says(r"(\exists integer k; a[k] == 0) && \length(a) == 0"));
    // A single read outside is arbitrary, but always the same.
    assert!(says(r"a[5] == 7 && \length(a) == 1"));
    assert!(!says(r"a[k] == 7 && a[l] == 8 && k == l"));
}

#[test]
fn arrays_may_have_different_lengths() {
    let copied = r"\forall integer i; 0 <= i < n ==> b[i] == a[i]";
    assert!(!follows(&format!("({copied}) && a[5] == 1 && n == 6 && \\length(a) == 6"), "b[5] == 1"));
    assert!(follows(
        &format!("({copied}) && a[5] == 1 && n == 6 && \\length(a) == 6 && \\length(b) >= 6"),
        "b[5] == 1"
    ));
}

#[test]
fn bound_scalars_on_the_right() {
    let left = acsl::parse("x == 2 * y && y >= 3").unwrap();
    let right = acsl::parse(r"\exists integer z; z == y && x >= z && z >= 2").unwrap();
    assert!(entails(&left, &right, Limits::NONE).unwrap().holds());
    let strip = acsl::parse(r"\exists integer z; y <= z && z <= x - 4").unwrap();
    assert!(!entails(&left, &strip, Limits::NONE).unwrap().holds());
    let strip = acsl::parse(r"\exists integer z; y <= z && z <= x - 3").unwrap();
    assert!(entails(&left, &strip, Limits::NONE).unwrap().holds());
}

#[test]
fn a_deadline_is_kept() {
    let formula = acsl::parse(r"(\forall integer i; a[i] < a[i + 1]) && a[0] > a[1000]").unwrap();
    let past = Limits { deadline: Some(std::time::Instant::now()), cancel: None };
    assert_eq!(satisfiable(&formula, past), Err(Reason::Interrupted));
}

#[test]
fn truth_and_falsehood() {
    assert!(satisfiable(&Formula::truth(), Limits::NONE).unwrap().is_yes());
    assert_eq!(satisfiable(&Formula::falsehood(), Limits::NONE), Ok(Satisfiable::No));
    assert!(entails(&Formula::from(Body::falsehood()), &Formula::falsehood(), Limits::NONE).unwrap().holds());
}
