//! Stopping Z3 from outside.
//!
//! Z3 looks at no flag of ours, so somebody has to interrupt it; a thread for each of a million short checks would cost
//! more than the checks. So a check starts with a small budget of Z3's own resource count, which most checks never use
//! up and which, unlike a timer, gives the same answers on every machine; only where it is used up the check starts again
//! with a thread that watches the limits. Invariant: an interrupt is sent only while the check it is meant for runs, and
//! what is left of one is cleared before anything else is asked. A solver whose search was cut off, by the budget or by an
//! interrupt, is not asked again: Z3 was seen to say `unsat` of satisfiable assertions then
//! (tests/all/solver/second_check.smt2) and to give models that are none. Where time is counted a budget is given to Z3 as its resource count, too, and the thread
//! watches for the end that was promised to the user only.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use z3::ast::Bool;
use z3::{Context, Params, SatResult, Solver};

use super::count::{Net, STEP, count, is_used_up, steps_until};
use crate::solver::{Limits, SolverError};

/// What a check may use before a thread watches it: some milliseconds.
const UNWATCHED: u32 = 100_000;
/// Z3 has places where it does not notice an interrupt: say it again.
const AGAIN: Duration = Duration::from_millis(20);

pub(super) struct Watch {
    /// The budget that the solver has now; zero for no limit.
    limit: u32,
    /// Whether the last search was interrupted.
    is_cut_off: bool,
    /// Asked after an interrupt: Z3 forgets interrupts when a check ends.
    scratch: Option<Solver>,
}

impl Watch {
    pub fn new() -> Self {
        Watch { limit: 0, is_cut_off: false, scratch: None }
    }

    /// Checks the assumptions within the limits; `size` is how many terms are new to the solver. After a search that was cut
    /// off a `fresh` one takes the place of the solver.
    pub fn check(
        &mut self,
        solver: &mut Solver,
        fresh: impl Fn() -> Solver,
        assumptions: &[Bool],
        size: usize,
        limits: &Limits<'_>,
    ) -> Result<SatResult, SolverError> {
        limits.check()?;
        if std::mem::take(&mut self.is_cut_off) {
            self.replace(solver, &fresh);
        }
        if limits.is_none() {
            self.limit(solver, 0);
            return Ok(run(solver, assumptions));
        }
        let steps = steps_until(STEP, limits.deadline);
        // The budget counts steps of the search; work on a large new term comes before those.
        if size < 5_000 {
            let few = steps.map_or(UNWATCHED, |steps| steps.min(UNWATCHED));
            self.limit(solver, few);
            let result = run(solver, assumptions);
            let gave_up = || solver.get_reason_unknown().is_some_and(|reason| reason.contains("incomplete"));
            if result != SatResult::Unknown || gave_up() {
                return Ok(result);
            }
            if steps == Some(few) {
                return self.timed_out(limits);
            }
            self.replace(solver, &fresh);
        }
        self.limit(solver, steps_until(STEP, limits.deadline).unwrap_or(0));
        let result = self.watched(solver, assumptions, limits);
        self.is_cut_off = result.is_err();
        let is_used_up = || solver.get_reason_unknown().is_some_and(|reason| is_used_up(&reason, limits.deadline));
        let is_late = match &result {
            Ok(SatResult::Unknown) => is_used_up(),
            result => matches!(result, Err(SolverError::TimedOut)),
        };
        if steps.is_some() && is_late {
            return self.timed_out(limits);
        }
        result
    }

    /// The budget is used up, by Z3's count: so it is by ours.
    fn timed_out(&mut self, limits: &Limits<'_>) -> Result<SatResult, SolverError> {
        self.is_cut_off = true;
        limits.deadline.into_iter().for_each(heureka_clock::worked_until);
        Err(SolverError::TimedOut)
    }

    fn replace(&mut self, solver: &mut Solver, fresh: impl Fn() -> Solver) {
        *solver = fresh();
        self.limit = 0;
    }

    fn limit(&mut self, solver: &Solver, limit: u32) {
        if self.limit != limit {
            let mut params = Params::new();
            params.set_u32("rlimit", limit);
            solver.set_params(&params);
            self.limit = limit;
        }
    }

    fn watched(
        &mut self,
        solver: &Solver,
        assumptions: &[Bool],
        limits: &Limits<'_>,
    ) -> Result<SatResult, SolverError> {
        let (result, stopped) = under_watch(limits, || run(solver, assumptions));
        match stopped {
            None => Ok(result),
            Some(reason) => {
                self.scratch.get_or_insert_with(Solver::new).check();
                // An answer that came in spite of the interrupt is an answer, but its model may have suffered.
                Err(reason)
            }
        }
    }
}

/// Runs something of Z3's in this thread and interrupts it as soon as the limits say so: then why.
pub(super) fn under_watch<T>(limits: &Limits<'_>, run: impl FnOnce() -> T) -> (T, Option<SolverError>) {
    let context = Context::thread_local();
    let handle = context.handle();
    let is_done = Mutex::new(false);
    let wake = Condvar::new();
    let net = Net::new(limits.deadline);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut stopped = None;
            let mut done = is_done.lock().unwrap_or_else(PoisonError::into_inner);
            while !*done {
                let past = || if net.as_ref().is_some_and(Net::is_past) { Err(SolverError::TimedOut) } else { Ok(()) };
                if let Err(reason) = limits.check().and_then(|()| past()) {
                    stopped.get_or_insert(reason);
                    // The lock is held: the check cannot be over, except for its very last steps.
                    handle.interrupt();
                }
                let patience = if stopped.is_some() { Some(AGAIN) } else { limits.patience() };
                done = match patience {
                    Some(time) => wake.wait_timeout(done, time).unwrap_or_else(PoisonError::into_inner).0,
                    None => wake.wait(done).unwrap_or_else(PoisonError::into_inner),
                };
            }
            stopped
        });
        let result = run();
        *is_done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        wake.notify_one();
        (result, watcher.join().unwrap_or(None))
    })
}

fn run(solver: &Solver, assumptions: &[Bool]) -> SatResult {
    let result = if assumptions.is_empty() { solver.check() } else { solver.check_assumptions(assumptions) };
    count(STEP, || solver.get_statistics());
    result
}
