//! Path formulas as engines write them for C's integers: wrap-around as conditions and remainders.

use crate::common::interpolants;

fn run(path: &[String]) -> Vec<String> {
    interpolants(&path.iter().map(String::as_str).collect::<Vec<_>>())
}

/// `int`: what leaves the range comes back at the other end.
#[test]
fn signed_wrap_around_as_conditions() {
    let steps = 10;
    let mut path = vec!["(and (<= 0 x0) (<= x0 5) (<= (- 2147483648) n) (<= n 2147483647))".to_owned()];
    for i in 0..steps {
        path.push(format!("(= x{} (ite (> (+ x{i} 3) 2147483647) (- (+ x{i} 3) 4294967296) (+ x{i} 3)))", i + 1));
    }
    path.push(format!("(< x{steps} 0)"));
    run(&path);
}

/// `unsigned`: remainders.
#[test]
fn unsigned_wrap_around_as_remainders() {
    let steps = 6;
    let mut path = vec!["(and (<= 0 x0) (<= x0 5))".to_owned()];
    path.extend((0..steps).map(|i| format!("(= x{} (mod (+ x{i} 3) 4294967296))", i + 1)));
    path.push(format!("(> x{steps} 23)"));
    run(&path);
    let mut path = vec!["(= (mod x0 2) 0)".to_owned()];
    path.extend((0..steps).map(|i| format!("(= x{} (mod (+ x{i} 2) 4294967296))", i + 1)));
    path.push(format!("(= (mod x{steps} 2) 1)"));
    run(&path);
}

/// A state machine in large blocks: every step is one formula with all its transitions.
#[test]
fn a_state_machine_in_large_blocks() {
    let steps = 8;
    let mut path = vec!["(and (= s0 0) (= c0 0))".to_owned()];
    for i in 0..steps {
        let next = i + 1;
        path.push(format!(
            "(or (and (= s{i} 0) (= s{next} 1) (= c{next} (+ c{i} 1)))
                 (and (= s{i} 1) (> in{i} 0) (= s{next} 2) (= c{next} c{i}))
                 (and (= s{i} 1) (<= in{i} 0) (= s{next} 0) (= c{next} (- c{i} 1)))
                 (and (= s{i} 2) (= s{next} 0) (= c{next} (- c{i} 1))))"
        ));
    }
    path.push(format!("(and (= s{steps} 0) (not (= c{steps} 0)))"));
    run(&path);
}

/// Lock and unlock with a flag, every step both ways.
#[test]
fn a_lock_with_a_flag() {
    let steps = 8;
    let mut path = vec!["(and (not p0) (= l0 0))".to_owned()];
    for i in 0..steps {
        let next = i + 1;
        path.push(format!(
            "(and (ite (> in{i} 0) (ite p{i} (and (= l{next} l{i}) p{next}) (and (= l{next} (+ l{i} 1)) p{next}))
                       (ite p{i} (and (= l{next} (- l{i} 1)) (not p{next})) (and (= l{next} l{i}) (not p{next})))))"
        ));
    }
    path.push(format!("(not (= l{steps} (ite p{steps} 1 0)))"));
    let found = run(&path);
    // The same after every step: an invariant.
    for (step, text) in found.iter().enumerate().take(steps).skip(1) {
        let names = |text: &str| text.replace(&format!("l{step}"), "l").replace(&format!("p{step}"), "p");
        assert_eq!(
            names(text),
            "(let ((?1 (= l 0))) (and (<= l 1) (or p ?1) (or (<= 1 l) (and ?1 (not p)))))",
            "step {step}"
        );
    }
}
