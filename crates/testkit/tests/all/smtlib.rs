//! The SMT-LIB reader on valid and damaged scripts; `cargo xtask fuzz smtlib` does more of the same.

use heureka_testkit::terms::{check_script, damaged, shrink_failure, valid_script};

#[test]
fn valid_scripts_are_accepted_and_survive_printing() {
    for seed in 0..300 {
        match check_script(&valid_script(seed)) {
            Ok(true) => {}
            other => panic!("seed {seed}: {other:?}"),
        }
    }
}

#[test]
fn damaged_scripts_are_refused_or_survive_printing() {
    let mut accepted = 0;
    for seed in 0..4_000 {
        match check_script(&damaged(seed)) {
            Ok(true) => accepted += 1,
            Ok(false) => {}
            Err(failure) => panic!("seed {seed}: {:?}", shrink_failure(&failure)),
        }
    }
    assert!((100..3_900).contains(&accepted), "{accepted} of 4000 damaged scripts were accepted");
}
