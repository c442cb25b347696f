//! Where time is counted, what solvers say and when does not depend on the load of the machine.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use heureka_logic::horn::{Clause, Entrant, Judgement, Other, Rules, Run, Sequel, Settings, System, Tried, in_rounds};
use heureka_logic::smtlib::parse_term;
use heureka_logic::solver::{Answer, Limits, SolverError, SolverFactory};
use heureka_logic::{SortId, Terms};

/// What comes of something in a thread of its own, and the work that it took: the same twice, the second time with others that keep
/// all processors busy.
fn twice<T: PartialEq + std::fmt::Debug + Send>(run: impl Fn() -> T + Sync) -> (T, Duration) {
    let once = || {
        let started = || (run(), heureka_clock::work().time());
        thread::scope(|scope| scope.spawn(started).join().expect("it ends"))
    };
    let quiet = once();
    let is_over = AtomicBool::new(false);
    let busy = thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    (0..1_000_000).for_each(|number| _ = black_box(number));
                }
            });
        }
        let busy = once();
        is_over.store(true, Ordering::Relaxed);
        busy
    });
    assert_eq!(quiet, busy);
    quiet
}

/// Whether three cubes make a number, within so much counted time.
fn cubes(sum: i64, patience: Duration) -> Result<Answer, SolverError> {
    let mut terms = Terms::new();
    for name in ["x", "y", "z"] {
        terms.constant(name, SortId::INT);
    }
    let text = format!("(= (+ (* x x x) (* y y y) (* z z z)) {sum})");
    let question = parse_term(&mut terms, &text).expect("a term");
    let limits = Limits { deadline: Some(heureka_clock::now() + patience), cancel: None };
    let mut solver = SolverFactory::default().create(limits).expect("Z3 is there");
    solver.assert(&terms, question)?;
    solver.check(&terms)
}

/// A counter from 0 that goes up by 2, and never is `bad`.
fn counter(bad: &str) -> Entrant {
    let mut terms = Terms::new();
    let p = terms.declare("P", &[SortId::INT], SortId::BOOL).expect("new");
    for name in ["x", "y"] {
        terms.constant(name, SortId::INT);
    }
    let mut clause = |body: Option<&str>, constraint: &str, head: Option<&str>| {
        let mut read = |text: &str| parse_term(&mut terms, text).expect("a term");
        Clause {
            body: body.into_iter().map(&mut read).collect(),
            constraint: read(constraint),
            head: head.map(&mut read),
        }
    };
    let clauses = vec![
        clause(None, "(= x 0)", Some("(P x)")),
        clause(Some("(P x)"), "(= y (+ x 2))", Some("(P y)")),
        clause(Some("(P x)"), bad, None),
    ];
    let system = System { predicates: vec![p], clauses };
    Entrant { terms: Arc::new(terms), system: Arc::new(system) }
}

/// Nobody finds out by counting.
const HARD: &str = "(= (mod (* x x x) 1000003) 77)";

/// The systems that were judged, in this order, and the turns of somebody else who has enough with the second.
fn judged(cores: usize, others: bool) -> (Vec<usize>, Vec<Duration>) {
    let run = |system: usize, millis: u64| Run {
        system,
        settings: Settings::usual(),
        patience: Duration::from_millis(millis),
    };
    let (mut seen, mut turns) = (Vec::new(), Vec::new());
    let mut turn = |time: Duration| {
        turns.push(time);
        heureka_clock::worked(time);
        if turns.len() == 2 { Tried::Enough } else { Tried::TooShort }
    };
    let other = others.then_some(Other { patience: Duration::ZERO, had: Duration::ZERO, turn: &mut turn });
    let entrants = vec![counter(HARD), counter("(= x 4)"), counter("(= x 7)")];
    let runs = vec![run(0, 0), run(1, 10), run(2, 20)];
    in_rounds(entrants, runs, Rules { cores }, Limits::NONE, other, |run, _| {
        seen.push(run.system);
        match run.system {
            1 => Judgement::Instead(Sequel {
                entrants: vec![counter("(= x 9)")],
                runs: vec![Run { system: 3, settings: Settings::usual(), patience: Duration::ZERO }],
                ..Sequel::default()
            }),
            3 if !others => Judgement::Enough,
            _ => Judgement::Useless,
        }
    });
    (seen, turns)
}

/// One test, since all that is counted in a process is.
#[test]
fn what_is_counted_does_not_depend_on_the_load() {
    heureka_clock::count(None, None);
    let patience = Duration::from_millis(300);
    let (said, work) = twice(|| format!("{:?}", cubes(33, patience)));
    assert_eq!(said, "Err(TimedOut)");
    assert!(work >= patience && work < 2 * patience, "{work:?}");
    let (said, work) = twice(|| format!("{:?}", cubes(3, patience)));
    assert_eq!(said, "Ok(Satisfiable)");
    assert!(work < patience, "{work:?}");

    // The first does not end, the second is refuted, and what is made of it has its turn after all that were due.
    let (alone, work) = twice(|| judged(1, false));
    assert_eq!(alone.0.first(), Some(&1));
    assert_eq!(alone.0.last(), Some(&3));
    // More threads change nothing.
    assert_eq!(twice(|| judged(3, false)), (alone, work));
    // Turns grow.
    let ((_, turns), _) = twice(|| judged(2, true));
    assert!(turns.len() == 2 && turns[0] < turns[1], "{turns:?}");
}
