//! What Z3 does, as counted time ([`heureka_clock::count`]): its own count of resources, which is the same in every run.
//!
//! Z3 counts for a context, and each thread has one; so what was done since the last look is work of this thread, whichever solver
//! did it. What Z3 does without counting, such as arithmetic with large numbers, is not seen.

use std::cell::Cell;
use std::time::{Duration, Instant};

use z3::{Statistics, StatisticsValue};

/// What a step of Z3's count takes, about.
const STEP: Duration = Duration::from_nanos(40);

thread_local! {
    static LAST: Cell<u32> = const { Cell::new(0) };
}

/// What was done since the last look is work of this thread.
pub(super) fn count(statistics: impl FnOnce() -> Statistics) {
    if !heureka_clock::is_counted() {
        return;
    }
    if let Some(StatisticsValue::UInt(now)) = statistics().value("rlimit count") {
        heureka_clock::worked(STEP * now.wrapping_sub(LAST.replace(now)));
    }
}

/// The steps that Z3 may take until then, if time is counted; none if only the user ends it.
pub(super) fn steps_until(deadline: Option<Instant>) -> Option<u32> {
    let left = heureka_clock::left_to_count(deadline?)?;
    // Zero is no limit.
    Some(u32::try_from(left.as_nanos() / STEP.as_nanos()).unwrap_or(u32::MAX).max(1))
}

/// Whether Z3 says that it stopped because there were no more steps.
pub(super) fn is_used_up(reason: &str) -> bool {
    reason.contains("resource limit") || reason.contains("cancel")
}
