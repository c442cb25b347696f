//! Room for recursion. Syntax trees are as deep as the program nests, so whatever walks them runs on a thread whose
//! stack is reserved generously; the system gives memory only to the pages that are used.

use std::cell::Cell;
use std::thread;

/// The stack that [`with_large_stack`] asks for. Smaller ones are tried where the system refuses.
const STACK_BYTES: usize = 1 << 30;
const LEAST_STACK_BYTES: usize = 1 << 26;

thread_local! {
    static IS_LARGE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` where trees as deep as the parser lets through can be visited, and dropped, recursively. Costs a
/// thread, except where the caller is itself inside such a call. A panic of `work` is passed on.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if IS_LARGE.get() {
        return work();
    }
    let mut work = Some(work);
    let mut bytes = STACK_BYTES;
    loop {
        let slot = &mut work;
        let result = thread::scope(|scope| {
            let run = move || {
                IS_LARGE.set(true);
                slot.take().map(|work| work())
            };
            thread::Builder::new().stack_size(bytes).spawn_scoped(scope, run).map(|handle| handle.join())
        });
        match result {
            Ok(Ok(done)) => return done.expect("the work is taken once"),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) if bytes > LEAST_STACK_BYTES => bytes /= 2,
            Err(error) => panic!("cannot start a thread: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum_to(n: u64) -> u64 {
        if n == 0 { 0 } else { std::hint::black_box(n) + sum_to(n - 1) }
    }

    #[test]
    fn recursion_has_room_and_nests() {
        let n = 1_000_000;
        assert_eq!(with_large_stack(|| with_large_stack(|| sum_to(n))), n * (n + 1) / 2);
    }

    #[test]
    #[should_panic(expected = "passed on")]
    fn panics_pass_through() {
        with_large_stack(|| panic!("passed on"));
    }
}
