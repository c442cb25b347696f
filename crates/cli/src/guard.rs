//! The edge of the program: a panic anywhere inside becomes a plain message and exit code 6.
//!
//! The work runs on a thread of its own whose stack has room for deeply nested input.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::Cell;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::thread;

use crate::exit::Exit;

/// Only the pages that are touched cost memory.
const STACK: usize = 512 << 20;

/// Runs the work and never panics.
pub fn run(work: impl FnOnce() -> Exit + Send + 'static) -> Exit {
    panic::set_hook(Box::new(explain));
    let started = thread::Builder::new().name("heureka".into()).stack_size(STACK).spawn(work);
    match started {
        Ok(worker) => worker.join().unwrap_or(Exit::Bug),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: the system gives no thread to work on: {error}");
            Exit::Input
        }
    }
}

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does something that may panic, and says nothing if it does.
pub fn quietly<T>(work: impl FnOnce() -> T) -> Option<T> {
    IS_QUIET.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work)).ok();
    IS_QUIET.set(false);
    result
}

fn explain(panic: &PanicHookInfo<'_>) {
    if IS_QUIET.get() {
        return;
    }
    let payload = panic.payload();
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let message = text.unwrap_or("no message");
    let place = panic.location().map_or_else(String::new, |place| format!(" at {}:{}", place.file(), place.line()));
    let version = env!("CARGO_PKG_VERSION");
    let command = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "internal error: {message}{place}\n\
         This is a bug in Heureka {version}, not in your program. Please report it with the program and this text.\n\
         Command: {command}\n"
    );
    let trace = Backtrace::capture();
    if trace.status() == BacktraceStatus::Captured {
        text.push_str(&trace.to_string());
    }
    // Without a standard error there is nobody to tell; the exit code still says it.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_exit_code_6() {
        assert_eq!(run(|| panic!("a test's panic")).code(), 6);
        assert_eq!(run(|| Exit::Unsafe).code(), 10);
    }

    #[test]
    fn a_quiet_panic_is_nothing() {
        assert_eq!(quietly(|| 3), Some(3));
        assert_eq!(quietly(|| -> u32 { panic!("a test's panic") }), None);
    }

    #[test]
    fn the_stack_is_deep() {
        fn depth(n: u64) -> u64 {
            let frame = std::hint::black_box([n; 64]);
            if n == 0 { 0 } else { depth(n - 1) + std::hint::black_box(frame)[0].min(1) }
        }
        assert_eq!(run(|| if depth(200_000) == 200_000 { Exit::Safe } else { Exit::Bug }), Exit::Safe);
    }
}
