//! What is under test, as the test kit sees it. Invariant: this is the only place that knows how to call Heureka; the
//! rest of the test kit works on C text and numbers.

/// Something that reads C and can execute it.
pub trait Subject: Sync {
    /// Executes the program and returns the arguments of its calls of `__heureka_print`, in order; an error says why
    /// it could not (refused, not modelled, a fault that the program does not have).
    fn run(&self, c_text: &str) -> Result<Vec<i64>, String>;

    /// Reads any text. Refusing it is fine; panicking is not.
    fn read(&self, c_text: &str) -> Result<(), String>;
}

/// Heureka's own front end and interpreter, or why they cannot be called.
///
/// This is the place to connect them: return a `Subject` whose `read` goes through the front end and whose `run`
/// interprets the result, recording the calls of `__heureka_print`.
pub fn heureka() -> Result<Box<dyn Subject>, String> {
    Err("the front end and the interpreter are not connected in subject.rs".into())
}
