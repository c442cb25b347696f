//! Stopping a question that takes too long: integer search, projection, entailment and closed forms can each run for
//! minutes inside one call.
//!
//! The caller runs its work under a condition, [`run`]; the loops of this crate count their steps ([`poll`]), and look
//! at the condition each time that so many were made, about every millisecond. When it holds, the call unwinds to
//! [`run`], which answers [`Interrupted`]. No panic message is printed, and no result passes through a return type, so
//! that code which is never interrupted is not burdened with the case.
//!
//! Invariant: what is interrupted leaves the data of this crate as if the call had not begun, or had ended. Steps that
//! change a structure in several places are not interrupted half-way ([`held`]); what only costs time to make again is
//! made again ([`crate::Simplex`]). The workspace must unwind on panic, which is checked below.
//!
//! ```
//! use heureka_linear::{Conjunction, Names, Numbers, interrupt};
//! use std::time::{Duration, Instant};
//! let c = Conjunction::parse("x >= 1 & x + y <= 3", Numbers::Integer, &mut Names::default()).unwrap();
//! let deadline = Instant::now() + Duration::from_secs(10);
//! assert_eq!(interrupt::run(move || Instant::now() >= deadline, || c.is_satisfiable()), Ok(true));
//! ```

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// At most so many elementary steps (a few machine instructions each) lie between two looks at the condition; fewer
/// where they turn out to be slow, as with numbers of thousands of digits.
const MOST_STEPS: isize = 1 << 18;

/// Two looks should lie no further apart.
const LOOK_PERIOD: Duration = Duration::from_millis(1);

/// What a step takes, about, where time is counted.
const STEP: Duration = Duration::from_nanos(8);

/// How often a flag of another thread is looked at by [`until`].
const FLAG_PERIOD: Duration = Duration::from_millis(10);

const _: () = assert!(cfg!(panic = "unwind"), "an interruption unwinds");

/// The work was not finished because the condition to stop held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// What unwinds: the number of the [`run`] that it goes to.
struct Stop(usize);

type Condition = Rc<dyn Fn() -> bool>;

thread_local! {
    static STEPS_LEFT: Cell<isize> = const { Cell::new(MOST_STEPS) };
    /// How many were left when they were last counted.
    static NOT_COUNTED: Cell<isize> = const { Cell::new(MOST_STEPS) };
    /// The steps between two looks, and when the last one was, while there is a condition.
    static PACE: Cell<(isize, Option<Instant>)> = const { Cell::new((MOST_STEPS, None)) };
    static HELD: Cell<u32> = const { Cell::new(0) };
    /// Of the calls of [`run`] that are under way, the outermost first.
    static CONDITIONS: RefCell<Vec<Condition>> = const { RefCell::new(Vec::new()) };
}

/// Runs work on this thread until the condition holds. The condition is looked at every now and then by the long
/// loops of this crate, so it should be quick. Calls may be nested; each stops for its own condition.
///
/// Structures that the work changes are usable afterwards: a [`crate::Dlc`] has taken in an inserted conjunction or
/// not, and [`crate::Dlc::since`] tells.
pub fn run<T>(stop: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
    let number = CONDITIONS.with_borrow_mut(|conditions| {
        conditions.push(Rc::new(stop));
        conditions.len()
    });
    // The first step looks: the condition may hold already. What passed since the last look was not this work.
    count_from(0);
    PACE.set((PACE.get().0, None));
    let outcome = catch_unwind(AssertUnwindSafe(work));
    CONDITIONS.with_borrow_mut(|conditions| conditions.truncate(number - 1));
    outcome.map_err(|payload| match payload.downcast::<Stop>() {
        Ok(stop) if stop.0 == number => Interrupted,
        Ok(stop) => resume_unwind(stop),
        Err(payload) => resume_unwind(payload),
    })
}

/// Runs work until a deadline, or until another thread raises a flag.
pub fn until<T>(deadline: Option<Instant>, cancel: &AtomicBool, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
    let cancelled = Arc::new(AtomicBool::new(cancel.load(Ordering::Relaxed)));
    let stop = {
        let cancelled = Arc::clone(&cancelled);
        move || cancelled.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| heureka_clock::now() >= deadline)
    };
    // A condition outlives no borrow, so a second thread hands the flag on. It ends when `working` is dropped.
    thread::scope(|scope| {
        let (working, ended) = mpsc::channel::<()>();
        scope.spawn(move || {
            while ended.recv_timeout(FLAG_PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
                cancelled.fetch_or(cancel.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        });
        let outcome = run(stop, work);
        drop(working);
        outcome
    })
}

/// Counts steps of a loop, and does not come back if a condition to stop holds.
#[inline]
pub(crate) fn poll(steps: usize) {
    let left = STEPS_LEFT.get() - steps as isize;
    STEPS_LEFT.set(left);
    if left < 0 {
        look();
    }
}

/// The steps that were made are work; so many are left until the next look.
fn count_from(left: isize) {
    let made = NOT_COUNTED.get() - STEPS_LEFT.get();
    heureka_clock::worked(STEP * u32::try_from(made).unwrap_or(0));
    STEPS_LEFT.set(left);
    NOT_COUNTED.set(left);
}

#[cold]
fn look() {
    let under_condition = CONDITIONS.with_borrow(|conditions| !conditions.is_empty());
    if HELD.get() > 0 || !under_condition {
        count_from(MOST_STEPS);
        return;
    }
    let (mut pace, last) = PACE.get();
    count_from(pace);
    let now = heureka_clock::now();
    if let Some(last) = last {
        let late = now - last > LOOK_PERIOD;
        pace = if late { (pace / 2).max(1) } else { (pace + pace / 4 + 1).min(MOST_STEPS) };
    }
    PACE.set((pace, Some(now)));
    count_from(pace);
    let condition = |place: usize| CONDITIONS.with_borrow(|conditions| conditions.get(place).cloned());
    let mut place = 0;
    while let Some(stop) = condition(place) {
        place += 1;
        if stop() {
            resume_unwind(Box::new(Stop(place)));
        }
    }
}

/// Runs a short step that must not be left half-way.
pub(crate) fn held<T>(step: impl FnOnce() -> T) -> T {
    /// Also when an assertion fails in the step.
    struct Release;
    impl Drop for Release {
        fn drop(&mut self) {
            HELD.set(HELD.get() - 1);
        }
    }
    HELD.set(HELD.get() + 1);
    let _release = Release;
    step()
}
