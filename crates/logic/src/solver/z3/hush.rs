//! Nothing goes to standard error while Spacer is interrupted.
//!
//! Z3 5.4 writes `ASSERTION VIOLATION` there when an interrupt comes in the middle of its global generalisation
//! (`spacer_global_generalizer.cpp`, a check that ends without an answer), throws an exception and goes on as it should. There is
//! no setting that keeps it from writing, and the text means nothing to a user. So standard error leads nowhere from the
//! interrupt until the run it is meant for has ended, some milliseconds. Invariant: when no guard is left it is what it was.

use std::fs::OpenOptions;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, PoisonError};

/// How many guards there are, and what standard error was.
static HUSHED: Mutex<(usize, Option<OwnedFd>)> = Mutex::new((0, None));

/// While there is one, nothing goes to standard error.
pub(super) struct Hush(());

impl Hush {
    pub fn begin() -> Hush {
        let mut hushed = HUSHED.lock().unwrap_or_else(PoisonError::into_inner);
        if hushed.0 == 0 {
            hushed.1 = divert().ok();
        }
        hushed.0 += 1;
        Hush(())
    }
}

impl Drop for Hush {
    fn drop(&mut self) {
        let mut hushed = HUSHED.lock().unwrap_or_else(PoisonError::into_inner);
        hushed.0 -= 1;
        if hushed.0 == 0
            && let Some(before) = hushed.1.take()
        {
            // Nobody can be told if this fails.
            let _ = rustix::stdio::dup2_stderr(&before);
        }
    }
}

fn divert() -> std::io::Result<OwnedFd> {
    let before = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), 3)?;
    let nowhere = OpenOptions::new().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stderr(&nowhere)?;
    Ok(before)
}
