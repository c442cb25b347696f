//! Time that is counted instead of measured: with it what an engine does depends on its input only, not on the load of the machine.
//!
//! Work adds to the count of its thread: each look at the clock a little, and what takes long between two looks says so
//! ([`worked`]). The constants with which it does were measured, so that a counted second is about a second; nothing depends on
//! that but how fair budgets are. A thread begins with no work done: threads that only watch others add nothing, and see no budget
//! end. One that goes on with the work of another takes up its count ([`Work`]).
//!
//! Invariant: until the end that was promised to the user, which is told by the clock on the wall, a reading depends on the work of its
//! thread only. From then on it is past every deadline.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a look at the clock adds: engines look when they have done a small step.
const LOOK: Duration = Duration::from_micros(3);

static COUNTED: OnceLock<Counted> = OnceLock::new();

/// What the thread has counted whose work is the engine's, in nanoseconds.
static TOLD: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static WORK: Cell<Work> = const { Cell::new(Work { nanoseconds: 0, is_told: false }) };
}

/// What a thread has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    nanoseconds: u64,
    /// Whether it is that of the engine, of which others are told.
    is_told: bool,
}

impl Work {
    /// This thread goes on where the one was that had done this.
    pub fn take_up(self) {
        WORK.set(self);
        self.tell();
    }

    /// The same for work beside that of the engine.
    pub fn aside(self) -> Work {
        Work { is_told: false, ..self }
    }

    pub fn time(self) -> Duration {
        Duration::from_nanos(self.nanoseconds)
    }

    fn tell(self) {
        if self.is_told {
            TOLD.store(self.nanoseconds, Ordering::Relaxed);
        }
    }
}

struct Counted {
    start: Instant,
    /// What engines take for the end.
    end: Option<Instant>,
    /// The end by the clock on the wall.
    wall: Option<Instant>,
}

impl Counted {
    fn show(&self, work: Work, wall: impl FnOnce() -> Instant) -> Instant {
        let shown = self.start + work.time();
        let (Some(end), Some(last)) = (self.end, self.wall) else { return shown };
        let now = wall();
        match now >= last {
            true => shown.max(end) + (now - last),
            // Whoever is faster than was thought need not stop before the user says so.
            false => shown.min(end - Duration::from_millis(1)),
        }
    }
}

/// From now on time is counted. The work of this thread is that of the engine, and begins now. The user was promised an answer by `wall`;
/// engines believe that they have so much time, which may be something else.
pub fn count(time: Option<Duration>, wall: Option<Instant>) -> Option<Instant> {
    let start = Instant::now();
    let counted = COUNTED.get_or_init(|| Counted { start, end: time.map(|time| start + time), wall });
    Work { nanoseconds: 0, is_told: true }.take_up();
    counted.end
}

/// The reading of this thread, if time is counted.
pub(crate) fn now() -> Option<Instant> {
    let counted = COUNTED.get()?;
    worked(LOOK);
    Some(counted.show(WORK.get(), Instant::now))
}

pub fn is_counted() -> bool {
    COUNTED.get().is_some()
}

/// This thread has done what takes about so long.
#[inline]
pub fn worked(time: Duration) {
    let work = WORK.get();
    let work = Work { nanoseconds: work.nanoseconds + time.as_nanos() as u64, ..work };
    work.take_up();
}

/// What this thread has done.
pub fn work() -> Work {
    WORK.get()
}

/// What the engine has done so far, for any thread.
pub fn told() -> Duration {
    Duration::from_nanos(TOLD.load(Ordering::Relaxed))
}

/// How much may be counted until then; none if time is not counted, or that is the end for the user.
pub fn left_to_count(deadline: Instant) -> Option<Duration> {
    let counted = COUNTED.get()?;
    let is_inner = counted.end.is_none_or(|end| deadline < end);
    is_inner.then(|| deadline.saturating_duration_since(counted.start + WORK.get().time()))
}

/// What was done lasted until then at least.
pub fn worked_until(deadline: Instant) {
    if let Some(left) = left_to_count(deadline) {
        worked(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(start: Instant) -> Counted {
        let at = |seconds: u64| Some(start + Duration::from_secs(seconds));
        Counted { start, end: at(10), wall: at(8) }
    }

    fn work(seconds: u64) -> Work {
        Work { nanoseconds: seconds * 1_000_000_000, is_told: false }
    }

    #[test]
    fn a_reading_is_what_was_done_until_the_end() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let clock = counted(start);
        for wall in [0, 3, 7] {
            assert_eq!(clock.show(work(2), || at(wall)), at(2));
        }
        assert!(clock.show(work(2), || at(8)) >= at(10));
        assert!(clock.show(work(2), || at(9)) > clock.show(work(2), || at(8)));
    }

    #[test]
    fn nobody_stops_before_the_end_on_the_wall() {
        let start = Instant::now();
        let clock = counted(start);
        assert!(clock.show(work(1000), || start) < start + Duration::from_secs(10));
        assert!(clock.show(work(1000), || start + Duration::from_secs(8)) >= start + Duration::from_secs(10));
    }

    #[test]
    fn threads_count_for_themselves_unless_they_go_on() {
        worked(Duration::from_secs(5));
        let before = super::work();
        let of_watcher = std::thread::spawn(|| super::work().time()).join();
        assert_eq!(of_watcher.ok(), Some(Duration::ZERO));
        let of_other = std::thread::spawn(move || {
            before.take_up();
            worked(Duration::from_secs(1));
            super::work()
        });
        let Ok(after) = of_other.join() else { panic!("the thread ends") };
        assert_eq!(super::work(), before);
        after.take_up();
        assert_eq!(super::work().time(), before.time() + Duration::from_secs(1));
    }
}
