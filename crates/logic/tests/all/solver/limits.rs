//! Deadlines and cancellation: kept, and without trace in the next check.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use heureka_logic::solver::{Answer, Limits, Solver, SolverError, SolverFactory};
use heureka_logic::{SortId, TermId, Terms, smtlib};

use super::backends::factories;

/// How late a solver may stop.
const TOLERANCE: Duration = Duration::from_millis(500);

/// The factors of a product of two primes of 47 and 48 bits: minutes for every solver.
fn hard(terms: &mut Terms) -> TermId {
    let sort = SortId::bit_vec(96);
    let (a, b) = (terms.constant("p", sort), terms.constant("q", sort));
    let product = terms.bits(96, 140_737_488_355_213_i128 * 281_474_976_710_597_i128);
    let (one, limit) = (terms.bits(96, 1), terms.bits(96, 1_i128 << 48));
    let times = terms.bv_mul(&[a, b]);
    let parts = [
        terms.eq(times, product),
        terms.bv_ult(one, a),
        terms.bv_ule(a, b),
        terms.bv_ult(a, limit),
        terms.bv_ult(b, limit),
    ];
    terms.and(&parts)
}

/// What the solver does after it was stopped: the linked one goes on, a process stays dead.
fn afterwards(factory: &SolverFactory, solver: &mut dyn Solver, terms: &mut Terms, error: &SolverError) {
    let easy = terms.constant("easy", SortId::BOOL);
    if factory.choice().to_string() != "z3" {
        assert_eq!(solver.check(terms).as_ref(), Err(error));
        assert_eq!(solver.assert(terms, easy).as_ref(), Err(error));
        return;
    }
    solver.pop().unwrap();
    for _ in 0..50 {
        solver.push().unwrap();
        solver.assert(terms, easy).unwrap();
        assert_eq!(solver.check(terms).unwrap(), Answer::Satisfiable);
        assert_eq!(solver.value(terms, easy).unwrap().as_bool(), Some(true));
        solver.pop().unwrap();
    }
}

#[test]
fn deadlines_are_kept() {
    for factory in factories() {
        let mut terms = Terms::new();
        let hard = hard(&mut terms);
        let mut solver = factory.create(Limits::NONE).unwrap();
        solver.push().unwrap();
        solver.assert(&terms, hard).unwrap();
        let start = Instant::now();
        solver.set_deadline(Some(start + Duration::from_millis(200)));
        let error = solver.check(&terms).unwrap_err();
        let time = start.elapsed();
        assert_eq!(error, SolverError::TimedOut);
        assert!(time >= Duration::from_millis(200) && time < Duration::from_millis(200) + TOLERANCE, "{time:?}");
        assert_eq!(solver.check(&terms), Err(SolverError::TimedOut), "the deadline is still over");
        solver.set_deadline(None);
        afterwards(&factory, &mut *solver, &mut terms, &error);
    }
}

#[test]
fn another_thread_can_stop_a_check() {
    for factory in factories() {
        let mut terms = Terms::new();
        let hard = hard(&mut terms);
        let cancel = AtomicBool::new(false);
        let mut solver = factory.create(Limits::new(None, &cancel)).unwrap();
        solver.push().unwrap();
        solver.assert(&terms, hard).unwrap();
        let (result, stopped, ended) = thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                thread::sleep(Duration::from_millis(200));
                cancel.store(true, Ordering::Relaxed);
                Instant::now()
            });
            let result = solver.check(&terms);
            let ended = Instant::now();
            (result, stopper.join().unwrap(), ended)
        });
        assert_eq!(result, Err(SolverError::Cancelled));
        assert!(ended - stopped < TOLERANCE, "{:?}", ended - stopped);
        assert_eq!(solver.check(&terms), Err(SolverError::Cancelled));
        cancel.store(false, Ordering::Relaxed);
        afterwards(&factory, &mut *solver, &mut terms, &SolverError::Cancelled);
    }
}

/// Interrupts that come at the very moment when checks end.
#[test]
fn late_interrupts_do_not_reach_the_next_check() {
    let factory = SolverFactory::default().validating(true);
    let mut terms = Terms::new();
    let x = terms.constant("x", SortId::INT);
    let is_over = AtomicBool::new(false);
    let cancel = AtomicBool::new(false);
    let bounds: Vec<TermId> = (0..400)
        .map(|bound| {
            let bound = terms.int(bound);
            terms.lt(bound, x)
        })
        .collect();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                cancel.fetch_not(Ordering::Relaxed);
                thread::sleep(Duration::from_micros(300));
            }
        });
        let mut solver = factory.create(Limits::new(None, &cancel)).unwrap();
        let mut stopped = 0;
        for (round, &bound) in bounds.iter().enumerate() {
            solver.push().unwrap();
            solver.assert(&terms, bound).unwrap();
            match solver.check(&terms) {
                Ok(answer) => assert_eq!(answer, Answer::Satisfiable, "in round {round}"),
                Err(error) => {
                    assert_eq!(error, SolverError::Cancelled);
                    stopped += 1;
                }
            }
            solver.pop().unwrap();
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(stopped > 0);
    });
}

/// Values make this true that Z3 did not see when it went on after its small budget.
#[test]
fn a_check_that_starts_anew_is_not_wrong() {
    let mut terms = Terms::new();
    let script = smtlib::parse_script(&mut terms, include_str!("second_check.smt2")).expect("a script");
    let cancel = AtomicBool::new(false);
    let limits = Limits::new(Some(Instant::now() + Duration::from_secs(2)), &cancel);
    let mut solver = SolverFactory::default().create(limits).expect("a solver");
    for assertion in script.assertions() {
        solver.assert(&terms, assertion).expect("an assertion");
    }
    assert_ne!(solver.check(&terms), Ok(Answer::Unsatisfiable));
}
