//! Ends the process when an engine does not come back in time. Engines look at the clock, but a library below them may have
//! a loop that does not, and so may the front end; a `--timeout` is a promise. A failing execution that is confirmed by then is the
//! answer, though there was no time to tell it.

use std::process;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::Answer;
use super::race::kill_all;
use crate::arguments::CheckOptions;
use crate::output::Output;
use crate::verdict::Verdict;

/// What an engine may take longer than it should.
const GRACE: Duration = Duration::from_secs(2);

/// The verdict that is certain already, though not told.
#[derive(Clone, Default)]
pub struct Certain(Arc<Mutex<Option<Verdict>>>);

impl Certain {
    pub fn is(&self, verdict: Verdict) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(verdict);
    }

    fn verdict(&self) -> Option<Verdict> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// While it lives, time that is up ends the process with the answer UNKNOWN, or with the one that is certain.
pub struct Watchdog {
    rest: Arc<Rest>,
}

#[derive(Default)]
struct Rest {
    is_over: Mutex<bool>,
    wake: Condvar,
}

impl Watchdog {
    /// Nothing to watch without a time limit. `why` says what is not over when time is up.
    pub fn new(
        options: &CheckOptions,
        start: Instant,
        output: &Output,
        certain: &Certain,
        why: &'static str,
    ) -> Option<Watchdog> {
        let end = start + options.timeout? + options.timeout? / 10 + GRACE;
        let (options, certain, mut output) = (options.clone(), certain.clone(), output.another());
        Watchdog::at(end, move || {
            kill_all();
            output.progress("");
            let unknown = || Verdict::Unknown { reason: format!("time is up, and {why}") };
            let verdict = certain.verdict().unwrap_or_else(unknown);
            let exit = Answer::new(&options).print(verdict, start, &mut output);
            process::exit(output.finish(exit).code().into());
        })
    }

    /// Does something at this time, unless it was dropped before.
    fn at(end: Instant, act: impl FnOnce() + Send + 'static) -> Option<Watchdog> {
        let rest = Arc::new(Rest::default());
        let watchdog = Watchdog { rest: Arc::clone(&rest) };
        let watch = move || {
            let is_over = rest.is_over.lock().unwrap_or_else(PoisonError::into_inner);
            let left = end.saturating_duration_since(Instant::now());
            let waited = rest.wake.wait_timeout_while(is_over, left, |is_over| !*is_over);
            let (is_over, _) = waited.unwrap_or_else(PoisonError::into_inner);
            // The lock is held: who wants to end the watch has to wait.
            if !*is_over {
                act();
            }
        };
        // Without a thread nobody watches.
        thread::Builder::new().name("watchdog".into()).spawn(watch).ok()?;
        Some(watchdog)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        *self.rest.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.rest.wake.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn it_acts_when_time_is_up_and_only_then() {
        let (tell, told) = mpsc::channel();
        let watchdog =
            Watchdog::at(Instant::now() + Duration::from_millis(20), move || tell.send(()).unwrap_or_default());
        assert!(told.recv_timeout(Duration::from_secs(20)).is_ok());
        drop(watchdog);

        let (tell, told) = mpsc::channel();
        drop(Watchdog::at(Instant::now() + Duration::from_secs(3600), move || tell.send(()).unwrap_or_default()));
        assert_eq!(told.recv_timeout(Duration::from_secs(20)), Err(mpsc::RecvTimeoutError::Disconnected));
    }

    #[test]
    fn what_is_certain_is_known_to_who_watches() {
        let certain = Certain::default();
        let watching = certain.clone();
        assert!(watching.verdict().is_none());
        certain.is(Verdict::Unsafe { place: "a.c:1:1".into() });
        assert!(matches!(watching.verdict(), Some(Verdict::Unsafe { place }) if place == "a.c:1:1"));
    }
}
