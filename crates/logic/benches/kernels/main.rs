//! The linear kernel against Z3 on constraints recorded from walks over real programs, as ratios in one run.
//!
//! `cargo xtask bench kernels`. A recorded question is answered by both sides from the same starting point: the list of
//! constraints as an engine has it, for Z3 already as its own terms. Z3 keeps one solver for all questions and uses push
//! and pop. Each question is timed several times on each side and the best time counts; a ratio is taken for each
//! question, and the median over the questions is the result. Answers are compared as well: a difference stops the bench.

mod ours;
mod theirs;

use std::time::{Duration, Instant};

use heureka_testkit::record::{Query, read_queries};

const RECORDED: &str = include_str!("recorded.txt");

/// Each question is timed so many times on each side.
const REPEATS: usize = 15;

fn main() {
    let queries = read_queries(RECORDED).expect("the recorded questions can be read");
    println!(
        "{} questions, recorded from walks over tests/programs; Z3 {}",
        queries.len(),
        heureka_logic::z3_version()
    );
    println!();
    println!("question          count    linear (median)    Z3 (median)    ratio: median   worst tenth");
    let z3 = theirs::Z3::new();
    compare("satisfiability", &queries, |query| {
        let Query::Satisfiable(constraints) = query else { return None };
        let theirs = z3.satisfiable(constraints);
        Some((best(|| ours::satisfiable(constraints)), best(|| theirs.answer())))
    });
    compare("projection", &queries, |query| {
        let Query::Project(constraints, eliminated) = query else { return None };
        let theirs = z3.project(constraints, eliminated);
        let ((_, ours), (_, model_based)) = (best(|| ours::project(constraints, eliminated)), best(|| theirs.answer()));
        Some((((), ours), ((), model_based)))
    });
    compare("  (or qe-lite)", &queries, |query| {
        let Query::Project(constraints, eliminated) = query else { return None };
        let theirs = z3.project(constraints, eliminated);
        let ((_, ours), (complete, lite)) = (best(|| ours::project(constraints, eliminated)), best(|| theirs.lite()));
        complete.then_some((((), ours), ((), lite)))
    });
    compare("entailment", &queries, |query| {
        let Query::Entails(left, right) = query else { return None };
        let theirs = z3.entails(left, right);
        let right = ours::disjunction(right);
        Some((best(|| ours::entails(left, &right)), best(|| theirs.answer())))
    });
}

/// The answer and the best time of several.
fn best<T>(mut answer: impl FnMut() -> T) -> (T, Duration) {
    let mut shortest = Duration::MAX;
    let mut last = None;
    for _ in 0..REPEATS {
        let start = Instant::now();
        let answered = std::hint::black_box(answer());
        shortest = shortest.min(start.elapsed());
        last = Some(answered);
    }
    (last.expect("asked at least once"), shortest)
}

/// Times all questions of a kind on both sides and prints a line.
fn compare<T: PartialEq + std::fmt::Debug>(
    name: &str,
    queries: &[Query],
    mut ask: impl FnMut(&Query) -> Option<((T, Duration), (T, Duration))>,
) {
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for query in queries {
        let Some(((answer, our_time), (expected, their_time))) = ask(query) else { continue };
        assert_eq!(answer, expected, "the answers differ for {query:?}");
        ours.push(our_time.as_secs_f64());
        theirs.push(their_time.as_secs_f64());
        ratios.push(their_time.as_secs_f64() / our_time.as_secs_f64().max(1e-9));
    }
    if ratios.is_empty() {
        println!("{name:16} {:>6}", 0);
        return;
    }
    let count = ratios.len();
    println!(
        "{name:16} {count:>6}    {:>12.2} µs    {:>8.1} µs    {:>12.1}x   {:>10.1}x",
        median(&mut ours) * 1e6,
        median(&mut theirs) * 1e6,
        median(&mut ratios),
        ratios[count / 10],
    );
}

/// Sorts as well.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
