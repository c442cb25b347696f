//! The clock by which work is timed. It stands still while the process does.
//!
//! The portfolio lets processes rest, so that others can work. A search that gives itself two seconds for an attempt would
//! have lost them when it goes on, without having worked: so budgets of work are told by this clock. What was promised to
//! the user is told by the clock on the wall: from that moment on this one shows the same.
//!
//! Invariant: readings never go back. A process that never rests may use it like the clock on the wall, and one that does not
//! watch for rests ([`watch`]) is taken to be one. Where answers must not depend on the load of the machine time is counted
//! ([`count`]), and each thread has its own.

mod counted;

pub use counted::{Work, count, is_counted, left_to_count, told, work, worked, worked_until};

use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often somebody looks at the clock, at least.
const TICK: Duration = Duration::from_millis(10);

/// If nobody comes to look for so long, the process has rested.
const REST: Duration = Duration::from_millis(60);

/// None as long as rests are not watched for.
static CLOCK: Mutex<Option<Clock>> = Mutex::new(None);

struct Clock {
    /// The last time that somebody looked.
    last: Instant,
    /// All rests together.
    rested: Duration,
    /// When it has to show the same as the clock on the wall.
    end: Option<Instant>,
}

impl Clock {
    fn show(&mut self, wall: Instant) -> Instant {
        let passed = wall.saturating_duration_since(self.last);
        if passed >= REST {
            self.rested += passed - TICK;
        }
        self.last = self.last.max(wall);
        match self.end {
            Some(end) if wall >= end => wall,
            _ => wall.checked_sub(self.rested).unwrap_or(wall),
        }
    }
}

/// The time without rests, or what this thread has counted; from the end on it is that of the clock on the wall.
pub fn now() -> Instant {
    if let Some(counted) = counted::now() {
        return counted;
    }
    let mut clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    let wall = Instant::now();
    clock.as_mut().map_or(wall, |clock| clock.show(wall))
}

/// How long ago it was by this clock.
pub fn since(start: Instant) -> Duration {
    now().saturating_duration_since(start)
}

/// From now on rests of this process are noticed; a thread looks at the clock as long as the process lives.
pub fn watch(end: Option<Instant>) -> io::Result<()> {
    let look = || {
        loop {
            now();
            thread::sleep(TICK);
        }
    };
    *CLOCK.lock().unwrap_or_else(PoisonError::into_inner) =
        Some(Clock { last: Instant::now(), rested: Duration::ZERO, end });
    thread::Builder::new().name("clock".into()).spawn(look).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rests_do_not_count_until_the_end() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        let mut clock = Clock { last: start, rested: Duration::ZERO, end: Some(at(6_000)) };
        assert_eq!(clock.show(at(30)), at(30));
        assert_eq!(clock.show(at(60)), at(60));
        assert_eq!(clock.show(at(3_060)), at(70));
        assert_eq!(clock.show(at(3_070)), at(80));
        // Threads need not come in the order in which they looked.
        assert_eq!(clock.show(at(3_069)), at(79));
        assert_eq!(clock.show(at(6_000)), at(6_000));
    }

    #[test]
    fn without_rests_it_is_the_clock_on_the_wall() {
        let (before, shown, after) = (Instant::now(), now(), Instant::now());
        assert!(before <= shown && shown <= after);
        assert!(since(before) <= before.elapsed());
    }
}
