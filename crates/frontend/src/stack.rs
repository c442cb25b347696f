//! Room for recursion. Syntax trees are as deep as the program nests, so whatever walks them runs on a thread whose
//! stack is reserved generously; the system gives memory only to the pages that are used.

use std::cell::Cell;
use std::thread;

/// The stack that [`with_large_stack`] asks for. Smaller ones are tried where the system refuses.
const STACK_BYTES: usize = 1 << 30;
const LEAST_STACK_BYTES: usize = 1 << 26;

/// What one level of a tree may take of the stack, over all recursive visitors. The parser's worst is some 3,000.
const BYTES_PER_LEVEL: usize = 10_000;
/// How high a tree may be at most. Far beyond what programs need.
const HIGHEST_TREE: u32 = 100_000;

thread_local! {
    /// The size of this thread's stack, if it is one made here.
    static LARGE_STACK: Cell<Option<usize>> = const { Cell::new(None) };
}

/// How high the trees may be that are visited on this thread.
pub fn highest_tree() -> u32 {
    let bytes = LARGE_STACK.get().unwrap_or(0);
    u32::try_from(bytes / BYTES_PER_LEVEL).map_or(HIGHEST_TREE, |levels| levels.clamp(100, HIGHEST_TREE))
}

/// Runs `work` where trees as deep as the parser lets through can be visited, and dropped, recursively. Costs a
/// thread, except where the caller is itself inside such a call. A panic of `work` is passed on.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if LARGE_STACK.get().is_some() {
        return work();
    }
    let mut work = Some(work);
    let mut bytes = STACK_BYTES;
    loop {
        let slot = &mut work;
        let result = thread::scope(|scope| {
            let run = move || {
                LARGE_STACK.set(Some(bytes));
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
    fn trees_may_be_as_high_as_the_stack_allows() {
        assert_eq!(highest_tree(), 100);
        assert_eq!(with_large_stack(highest_tree), HIGHEST_TREE);
    }

    #[test]
    #[should_panic(expected = "passed on")]
    fn panics_pass_through() {
        with_large_stack(|| panic!("passed on"));
    }
}
