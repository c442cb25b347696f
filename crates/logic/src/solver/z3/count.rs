//! What Z3 does, as counted time ([`heureka_clock::count`]): its own count of resources, which is the same in every run.
//!
//! Z3 counts for a context, and each thread has one; so what was done since the last look is work of this thread, whichever solver
//! did it. What Z3 does without counting, such as making terms for axioms, is not seen: so a search that has a processor for much
//! longer than its budget is ended as well ([`Net`]).

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use z3::{Statistics, StatisticsValue};

/// What a step of Z3's count takes, about: of a question to a solver, and of Spacer.
pub(super) const STEP: Duration = Duration::from_nanos(120);
pub(super) const STEP_OF_SPACER: Duration = Duration::from_nanos(250);

/// A budget of which no more is left is used up.
const LEFT_OVER: Duration = Duration::from_millis(1);

/// So many times its budget a search may have a processor, and so much longer.
const TIMES_THE_BUDGET: u32 = 16;
const BEYOND_THE_BUDGET: Duration = Duration::from_secs(2);

thread_local! {
    static LAST: Cell<u32> = const { Cell::new(0) };
}

/// What was done since the last look is work of this thread.
pub(super) fn count(step: Duration, statistics: impl FnOnce() -> Statistics) {
    if !heureka_clock::is_counted() {
        return;
    }
    if let Some(StatisticsValue::UInt(now)) = statistics().value("rlimit count") {
        heureka_clock::worked(step * now.wrapping_sub(LAST.replace(now)));
    }
}

/// The steps that Z3 may take until then, if time is counted; none if only the user ends it.
pub(super) fn steps_until(step: Duration, deadline: Option<Instant>) -> Option<u32> {
    let left = heureka_clock::left_to_count(deadline?)?;
    // Zero is no limit.
    Some(u32::try_from(left.as_nanos() / step.as_nanos()).unwrap_or(u32::MAX).max(1))
}

/// Whether Z3, which does not know the answer for this reason, stopped because there were no more steps. It does not always say so.
pub(super) fn is_used_up(reason: &str, deadline: Option<Instant>) -> bool {
    let left = deadline.and_then(heureka_clock::left_to_count);
    let is_last = left.is_some_and(|left| left < LEFT_OVER);
    is_last || reason.contains("resource limit") || reason.contains("cancel")
}

/// The time that a thread has a processor, which the load of the machine hardly changes.
pub(super) struct Net {
    /// Where Linux tells of the thread.
    file: PathBuf,
    end: Duration,
}

impl Net {
    /// For a search in this thread, if time is counted and there is a budget.
    pub fn new(deadline: Option<Instant>) -> Option<Net> {
        let left = heureka_clock::left_to_count(deadline?)?;
        let file = PathBuf::from("/proc").join(fs::read_link("/proc/thread-self").ok()?).join("stat");
        let end = on_processor(&file)? + left * TIMES_THE_BUDGET + BEYOND_THE_BUDGET;
        Some(Net { file, end })
    }

    /// Whether it has had a processor for too long; for any thread.
    pub fn is_past(&self) -> bool {
        on_processor(&self.file).is_some_and(|now| now > self.end)
    }
}

/// The time in the program and in the system: numbers behind the name, which stands in parentheses.
fn on_processor(file: &std::path::Path) -> Option<Duration> {
    const HUNDREDTHS: Duration = Duration::from_millis(10);
    let text = fs::read_to_string(file).ok()?;
    let mut numbers = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || numbers.next()?.parse::<u32>().ok();
    Some(HUNDREDTHS * next()?.saturating_add(next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_time_of_this_thread_goes_on_with_its_work() {
        let file = PathBuf::from("/proc/thread-self/stat");
        let before = on_processor(&file).expect("Linux tells");
        let mut number: u64 = 1;
        while on_processor(&file) < Some(before + Duration::from_millis(30)) {
            number = std::hint::black_box(number.wrapping_mul(3));
        }
        let net = Net { file: file.clone(), end: before };
        assert!(net.is_past());
        assert!(!Net { file, end: Duration::MAX }.is_past());
    }
}
