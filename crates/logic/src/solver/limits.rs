//! When a solver must stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::SolverError;

/// How often somebody who waits looks whether the flag is set.
pub(super) const LOOK: Duration = Duration::from_millis(5);

/// How often he looks at the clock, which may leap.
const LOOK_AT_CLOCK: Duration = Duration::from_millis(50);

/// A deadline, and a flag that any thread may set to stop the solvers that share it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits<'c> {
    pub deadline: Option<Instant>,
    pub cancel: Option<&'c AtomicBool>,
}

impl<'c> Limits<'c> {
    pub const NONE: Limits<'static> = Limits { deadline: None, cancel: None };

    pub fn new(deadline: Option<Instant>, cancel: &'c AtomicBool) -> Self {
        Limits { deadline, cancel: Some(cancel) }
    }

    pub(super) fn is_none(&self) -> bool {
        self.deadline.is_none() && self.cancel.is_none()
    }

    /// An error if it is time to stop.
    pub(crate) fn check(&self) -> Result<(), SolverError> {
        if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(SolverError::Cancelled);
        }
        match self.deadline {
            Some(deadline) if heureka_clock::now() >= deadline => Err(SolverError::TimedOut),
            _ => Ok(()),
        }
    }

    /// How long one may sleep before looking again; none to sleep until woken.
    pub(super) fn patience(&self) -> Option<Duration> {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(heureka_clock::now()));
        match (self.cancel, left) {
            (Some(_), Some(left)) => Some(left.min(LOOK)),
            (Some(_), None) => Some(LOOK),
            (None, left) => left.map(|left| left.min(LOOK_AT_CLOCK)),
        }
    }
}
