//! Post-conditions of loops: strong enough, and true after every run.

use heureka_sil::{Entailment, Limits, LoopOptions, acsl, entails, post_of_loop};

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
            "{} ({} ms)\n  post: {}\n  head: {}",
            program.name,
            start.elapsed().as_millis(),
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
