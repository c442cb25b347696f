//! A hard question is stopped soon, and what it worked on is usable afterwards.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heureka_linear::interrupt::{self, Interrupted};
use heureka_linear::relations::{Constraint, DifferenceRelation, Limits};
use heureka_linear::{Conjunction, Dlc, DlcWidening, Kind, LinearExpr, Numbers, Simplex, Thresholds, Var};
use heureka_number::Int;

/// How far behind its deadline work may end.
const SLACK: Duration = Duration::from_millis(200);

/// The same numbers in every run (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound) as i64
    }
}

fn expr(terms: impl IntoIterator<Item = (u32, i64)>, constant: i64) -> LinearExpr {
    LinearExpr::new(terms.into_iter().map(|(var, c)| (Var(var), Int::new(c))), Int::new(constant))
}

/// `low <= var <= high`
fn between(var: u32, low: i64, high: i64) -> [(LinearExpr, Kind); 2] {
    [(expr([(var, 1)], -low), Kind::AtLeast), (expr([(var, -1)], high), Kind::AtLeast)]
}

/// Runs the work with a deadline and says how long after it the work was stopped.
fn stop_after<T>(time: Duration, work: impl FnOnce() -> T) -> (Result<T, Interrupted>, Duration) {
    let deadline = Instant::now() + time;
    let outcome = interrupt::run(move || Instant::now() >= deadline, work);
    (outcome, Instant::now().saturating_duration_since(deadline))
}

/// Asserts that the work is stopped in time, whenever it is stopped.
#[track_caller]
fn assert_stops<T>(mut work: impl FnMut() -> T) {
    for millis in [0, 1, 5, 30, 100] {
        let (outcome, late) = stop_after(Duration::from_millis(millis), &mut work);
        assert!(outcome.is_err(), "it was not hard: done within {millis} ms");
        assert!(late < SLACK, "stopped {late:?} after the deadline of {millis} ms");
    }
}

/// Market split (Cornuéjols and Dawande 1998): equal halves of several rows of weights, with variables 0 or 1. Branch and
/// bound must look at nearly all cases.
fn market_split(equations: i64, vars: u32) -> Conjunction {
    let mut random = Random(7);
    let mut constraints = Vec::new();
    for _ in 0..equations {
        let weights: Vec<i64> = (0..vars).map(|_| random.below(100)).collect();
        let half = weights.iter().sum::<i64>() / 2;
        constraints.push((expr((0..vars).zip(weights), -half), Kind::Equal));
    }
    constraints.extend((0..vars).flat_map(|var| between(var, 0, 1)));
    Conjunction::new(Numbers::Integer, constraints)
}

#[test]
fn integer_search_stops() {
    let hard = market_split(5, 40);
    assert_stops(|| hard.is_satisfiable());
    assert_stops(|| hard.solve());
    assert_stops(|| hard.maximum(&expr((0..40).map(|var| (var, 1)), 0)));
}

#[test]
fn a_simplex_goes_on_after_an_interruption() {
    let hard = market_split(5, 40);
    let mut simplex = Simplex::new(Numbers::Integer);
    let bound = Conjunction::new(Numbers::Integer, between(0, 0, 1));
    for row in bound.rows() {
        simplex.add(row);
    }
    simplex.push();
    for row in hard.rows() {
        simplex.add(row);
    }
    let rows = simplex.rows().len();
    assert_stops(|| simplex.check());
    assert_stops(|| simplex.maximum(&expr((0..40).map(|var| (var, 1)), 0)));
    assert_eq!(simplex.rows().len(), rows);
    simplex.pop();
    assert!(simplex.check().is_satisfiable());
    assert_eq!(simplex.rows().len(), 2);
}

#[test]
fn projection_stops() {
    let mut random = Random(3);
    for numbers in [Numbers::Integer, Numbers::Real] {
        let rows = (0..60).map(|_| {
            let terms: Vec<_> = (0..16).map(|var| (var, random.below(41) - 20)).collect();
            (expr(terms, 100 + random.below(100)), Kind::AtLeast)
        });
        let hard = Conjunction::new(numbers, rows.collect::<Vec<_>>());
        assert_stops(|| hard.project(|var| var.0 >= 5));
    }
}

/// Pigeons in fewer holes: `x_i = x_j` for some two of them. Every point is covered, and seeing that takes cases without
/// end.
fn pigeons(count: u32) -> (Dlc, Conjunction) {
    let mut sharing = Dlc::bottom(Numbers::Integer);
    for first in 0..count {
        for second in 0..first {
            let shared = (expr([(first, 1), (second, -1)], 0), Kind::Equal);
            sharing.insert(Conjunction::new(Numbers::Integer, [shared]));
        }
    }
    let holes = (0..count).flat_map(|var| between(var, 1, i64::from(count) - 1));
    (sharing, Conjunction::new(Numbers::Integer, holes.collect::<Vec<_>>()))
}

#[test]
fn entailment_stops_and_the_set_is_as_it_was() {
    let (mut sharing, holes) = pigeons(14);
    let before = sharing.show(&Default::default());
    assert_stops(|| sharing.insert(holes.clone()));
    assert_eq!(sharing.show(&Default::default()), before);
    assert_stops(|| sharing.removed_from(&holes));
    let mut widening = DlcWidening::new(Numbers::Integer, 100, Thresholds::default());
    for disjunct in sharing.disjuncts() {
        widening.insert(disjunct);
    }
    assert_stops(|| widening.insert(&holes));
    assert!(widening.dlc().equivalent(&sharing));
}

#[test]
fn uniting_all_pairs_stops_between_unions() {
    let mut random = Random(11);
    let mut dlc = Dlc::bottom(Numbers::Integer);
    for _ in 0..3000 {
        let sides = (0..3).flat_map(|var| {
            let low = random.below(200);
            between(var, low, low + 1 + random.below(30))
        });
        dlc.insert(Conjunction::new(Numbers::Integer, sides.collect::<Vec<_>>()));
    }
    let before = dlc.clone();
    for millis in [1, 20, 60] {
        let (outcome, late) = stop_after(Duration::from_millis(millis), || dlc.coalesce());
        assert_eq!(outcome, Err(Interrupted));
        assert!(late < SLACK, "{late:?}");
    }
    assert!(dlc.equivalent(&before));
}

#[test]
fn closed_forms_stop() {
    // Counters that are exchanged around cycles of prime lengths: the period is the product of the lengths.
    let mut constraints = Vec::new();
    let mut start = 0;
    let cycles = [2, 3, 5, 7, 11];
    let count: usize = cycles.iter().sum();
    for length in cycles {
        for place in 0..length {
            let (from, to) = (start + place, start + (place + 1) % length + count);
            constraints.push(Constraint::difference(to, from, Int::new(place as i64)));
            constraints.push(Constraint::difference(from, to, Int::new(-(place as i64))));
        }
        start += length;
    }
    let relation = DifferenceRelation::from_constraints(count, &constraints).unwrap();
    assert_stops(|| relation.closed_form(&Limits { powers: 100_000, families: 1_000 }));
}

/// However far an insertion came, the set is what was there before it or that with the new points.
#[test]
fn insertion_is_whole_or_not_at_all() {
    let edge = |i: i64| {
        let values = [(0, i), (1, 3 * i), (2, i % 7)];
        Conjunction::new(Numbers::Integer, values.map(|(var, value)| (expr([(var, 1)], -value), Kind::Equal)))
    };
    let mut dlc = Dlc::bottom(Numbers::Integer);
    let mut expected = Dlc::bottom(Numbers::Integer);
    for i in 0..400 {
        let mark = dlc.mark();
        // The condition holds at every look: a call that looks at all is interrupted.
        let outcome = interrupt::run(|| true, || dlc.insert(edge(i)));
        if outcome.is_ok() || !dlc.since(mark).is_empty() {
            expected.insert(edge(i));
        }
        assert_eq!(dlc.since(mark).len(), expected.mark().cmp(&mark) as usize);
    }
    assert!(dlc.equivalent(&expected));
}

#[test]
fn each_run_stops_for_its_own_condition() {
    let (sharing, holes) = pigeons(14);
    let inner = || interrupt::run(|| false, || sharing.contains(&holes));
    let (outcome, _) = stop_after(Duration::from_millis(5), inner);
    assert_eq!(outcome, Err(Interrupted), "the outer condition ends the inner run too");
    let outer = interrupt::run(|| false, || interrupt::run(|| true, || sharing.contains(&holes)));
    assert_eq!(outer, Ok(Err(Interrupted)));
    assert_eq!(interrupt::run(|| false, || 1), Ok(1));
}

#[test]
fn a_failed_assertion_passes_through() {
    let outcome = std::panic::catch_unwind(|| interrupt::run(|| false, || std::panic::resume_unwind(Box::new("bug"))));
    assert_eq!(outcome.unwrap_err().downcast_ref::<&str>(), Some(&"bug"));
}

#[test]
fn a_flag_of_another_thread_stops() {
    let (sharing, holes) = pigeons(14);
    let cancel = AtomicBool::new(false);
    let late = std::thread::scope(|scope| {
        let raised = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            cancel.store(true, Ordering::Relaxed);
            Instant::now()
        });
        assert_eq!(interrupt::until(None, &cancel, || sharing.contains(&holes)), Err(Interrupted));
        raised.join().unwrap().elapsed()
    });
    assert!(late < SLACK, "{late:?}");
    let deadline = Instant::now() + Duration::from_millis(10);
    let outcome = interrupt::until(Some(deadline), &AtomicBool::new(false), || sharing.contains(&holes));
    assert_eq!(outcome, Err(Interrupted));
    assert!(deadline.elapsed() < SLACK);
    assert_eq!(interrupt::until(None, &AtomicBool::new(false), || 1), Ok(1));
}
