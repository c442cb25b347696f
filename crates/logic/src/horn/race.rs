//! Several settings of Spacer on several systems, at the same time.
//!
//! Each runs in a thread with a Z3 context of its own. Answers go to a judge; as soon as the judge has enough, all others are
//! stopped, and if an answer is of no use, the runs on the same system are. There are no more threads than asked for: the
//! next run starts when one ends.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::{Settings, System, Verdict};
use crate::pool::Terms;
use crate::solver::{Limits, SolverError, solve_horn};

/// Z3 recurses.
const STACK: usize = 256 << 20;
/// How often somebody who waits looks at the limits.
const LOOK: Duration = Duration::from_millis(5);

/// A system and how it is to be solved.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its place in the list.
    pub system: usize,
    pub settings: Settings,
}

/// What the judge says of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The race is over.
    Enough,
    /// Nobody need look at this system any more.
    Useless,
}

/// Runs until the judge has enough, or no run is left, or the limits say so. By run: why it did not answer; empty if it
/// answered, was stopped or never started.
pub fn race(
    terms: &Terms,
    systems: &[System],
    runs: &[Run],
    threads: usize,
    limits: Limits<'_>,
    mut judge: impl FnMut(&Run, Verdict) -> Judgement,
) -> Vec<String> {
    let stopped: Vec<AtomicBool> = systems.iter().map(|_| AtomicBool::new(false)).collect();
    let stop_all = || stopped.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel::<(usize, Result<Verdict, SolverError>)>();
    let mut reasons = vec![String::new(); runs.len()];
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, runs.len().max(1)) {
            let (send, stopped, next) = (send.clone(), &stopped, &next);
            let work = move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(run) = runs.get(at) else { break };
                    let flag = &stopped[run.system];
                    // A new thread, so that Z3 has a new context.
                    let solve = || {
                        let limits = Limits { deadline: limits.deadline, cancel: Some(flag) };
                        solve_horn(terms, &systems[run.system], &run.settings, limits)
                    };
                    let answer = thread::scope(|scope| {
                        let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, solve);
                        let joined = spawned.ok().and_then(|thread| thread.join().ok());
                        joined.unwrap_or(Err(SolverError::NotAvailable("thread")))
                    });
                    if send.send((at, answer)).is_err() {
                        break;
                    }
                }
            };
            scope.spawn(work);
        }
        drop(send);
        let mut left = runs.len();
        while left > 0 {
            match receive.recv_timeout(LOOK) {
                Ok((at, answer)) => {
                    left -= 1;
                    let run = &runs[at];
                    match answer {
                        Ok(Verdict::Unknown(reason)) => reasons[at] = reason,
                        Err(SolverError::Cancelled) => {}
                        Err(error) => reasons[at] = error.to_string(),
                        Ok(_) if stopped[run.system].load(Ordering::Relaxed) => {}
                        Ok(verdict) => match judge(run, verdict) {
                            Judgement::Enough => break,
                            Judgement::Useless => stopped[run.system].store(true, Ordering::Relaxed),
                        },
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            if limits.check().is_err() {
                break;
            }
        }
        stop_all();
    });
    reasons
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::horn::{Clause, read_solution};
    use crate::pool::{SymbolId, TermId};
    use crate::smtlib::parse_term;
    use crate::sort::SortId;

    /// A counter from 0 that goes up by 2, and never is `bad`.
    fn counter(terms: &mut Terms, bad: &str) -> (System, SymbolId) {
        let p = terms.declare("P", &[SortId::INT], SortId::BOOL).expect("new");
        for name in ["x", "y"] {
            terms.constant(name, SortId::INT);
        }
        let mut read = |text: &str| -> TermId { parse_term(terms, text).expect("a term") };
        let clauses = vec![
            Clause { body: Vec::new(), constraint: read("(= x 0)"), head: Some(read("(P x)")) },
            Clause {
                body: vec![read("(P x)")],
                constraint: read("(and (= y (+ x 2)) (< x 1000000))"),
                head: Some(read("(P y)")),
            },
            Clause { body: vec![read("(P x)")], constraint: read(bad), head: None },
        ];
        (System { predicates: vec![p], clauses }, p)
    }

    /// The first answer of two threads.
    fn answer(terms: &Terms, system: &System, settings: &[Settings], limits: Limits) -> Option<Verdict> {
        let runs: Vec<Run> = settings.iter().map(|settings| Run { system: 0, settings: settings.clone() }).collect();
        let mut first = None;
        race(terms, std::slice::from_ref(system), &runs, 2, limits, |_, verdict| {
            first = Some(verdict);
            Judgement::Enough
        });
        first
    }

    #[test]
    fn a_system_is_solved_and_its_solution_read() {
        let mut terms = Terms::new();
        let (system, p) = counter(&mut terms, "(< x 0)");
        let answer = answer(&terms, &system, &[Settings::global(), Settings::plain()], Limits::NONE);
        let Some(Verdict::Solved(text)) = answer else { panic!("{answer:?}") };
        let solution = read_solution(&mut terms, &system, &text).expect("a solution");
        let (zero, below) = (terms.int(0), terms.int(-1));
        let start = solution.instance(&mut terms, p, &[zero]).expect("P is known");
        let bad = solution.instance(&mut terms, p, &[below]).expect("P is known");
        assert_eq!(crate::simplify(&mut terms, start), Terms::TRUE);
        assert_eq!(crate::simplify(&mut terms, bad), Terms::FALSE);
    }

    #[test]
    fn a_refutation_has_its_steps_in_order() {
        let mut terms = Terms::new();
        let (system, p) = counter(&mut terms, "(= x 4)");
        let answer = answer(&terms, &system, &[Settings::usual()], Limits::NONE);
        let Some(Verdict::Refuted(derivation)) = answer else { panic!("{answer:?}") };
        let values: Vec<Option<i64>> = derivation
            .steps
            .iter()
            .filter(|step| step.predicate == Some(p))
            .map(|step| step.values[0].as_ref().and_then(|value| value.to_i64()))
            .collect();
        assert_eq!(values, [Some(0), Some(2), Some(4)]);
        assert_eq!(derivation.steps.last().expect("a last step").predicate, None);
    }

    #[test]
    fn a_race_ends_with_its_deadline() {
        let mut terms = Terms::new();
        // Nobody finds out by counting.
        let (system, _) = counter(&mut terms, "(= (mod (* x x x) 1000003) 77)");
        let start = Instant::now();
        let limits = Limits { deadline: Some(start + Duration::from_millis(300)), cancel: None };
        let answer = answer(&terms, &system, &[Settings::global(), Settings::plain()], limits);
        assert!(answer.is_none(), "{answer:?}");
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    }
}
