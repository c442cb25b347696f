//! What is asserted now, for wrappers that need to know.

pub(super) struct AssertionStack<T> {
    assertions: Vec<T>,
    /// How many assertions there were at each open push.
    levels: Vec<usize>,
}

impl<T> AssertionStack<T> {
    pub fn new() -> Self {
        AssertionStack { assertions: Vec::new(), levels: Vec::new() }
    }

    pub fn assert(&mut self, assertion: T) {
        self.assertions.push(assertion);
    }

    pub fn push(&mut self) {
        self.levels.push(self.assertions.len());
    }

    /// # Panics
    /// If no push is open.
    pub fn pop(&mut self) {
        let length = self.levels.pop().expect("a pop without a push");
        self.assertions.truncate(length);
    }

    /// How many pushes are open.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    pub fn assertions(&self) -> &[T] {
        &self.assertions
    }
}
