//! A search that is not taken apart when time is up.
//!
//! Hundreds of thousands of path edges are freed one by one, which takes up to a second: more than the rest of the answer.
//! When time is up nobody waits for that memory, because a process that is out of time is about to end; so it is left to
//! the system. In every other case the memory is given back.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::engine::Context;

pub(super) struct Findings<'c, T> {
    /// `None` only while it is dropped.
    held: Option<T>,
    deadline: Option<Instant>,
    cancel: &'c AtomicBool,
}

impl<'c, T> Findings<'c, T> {
    pub fn new(held: T, cx: &Context<'c>) -> Findings<'c, T> {
        Findings { held: Some(held), deadline: cx.deadline, cancel: cx.cancel }
    }
}

impl<T> Deref for Findings<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.held.as_ref().expect("it is held until it is dropped")
    }
}

impl<T> DerefMut for Findings<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.held.as_mut().expect("it is held until it is dropped")
    }
}

impl<T> Drop for Findings<'_, T> {
    fn drop(&mut self) {
        let is_late = self.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline);
        if is_late || self.cancel.load(Ordering::Relaxed) {
            std::mem::forget(self.held.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn what_was_found_is_freed_unless_time_is_up() {
        let found = Rc::new(());
        let cancel = AtomicBool::new(false);
        let mut cx = Context::new(&cancel);
        drop(Findings::new(Rc::clone(&found), &cx));
        assert_eq!(Rc::strong_count(&found), 1);
        cx.deadline = Some(Instant::now());
        drop(Findings::new(Rc::clone(&found), &cx));
        assert_eq!(Rc::strong_count(&found), 2);
    }
}
