//! The evidence for SAFE.
//!
//! A certificate is data that somebody who does not trust its maker can check. It lives here, beside [`crate::Trace`],
//! because the engines that make certificates and the checkers of them must not know each other.

/// Why no execution fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// Nothing is arbitrary in the program as far as it is executed: it has this many executions, and each was run to
    /// its end. The check is to run them again.
    Exhaustive { executions: u64 },
}
