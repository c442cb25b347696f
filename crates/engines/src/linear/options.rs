//! What users can choose about the linear engine.

/// Defaults are what is best for most programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Replace loops by their closed form where there is one; without this every round is walked, as in the paper.
    pub accelerate: bool,
    /// Look for invariants by widening when the exact search does not end soon; without this it goes on, as in the paper.
    pub widen: bool,
    /// Make path edges that meet at a location one where that is exact: worth it where many variables are only compared.
    pub unite: bool,
    /// Path edges of the first exact search, before widening is tried.
    pub first_search: usize,
    /// Path edges at which an engine without other limits gives up.
    pub last_search: usize,
    /// Whether an error that is found becomes an execution; without this the answer is [`StopReason::Unconfirmed`], as soon
    /// as there is an error that is not due to widening.
    ///
    /// [`StopReason::Unconfirmed`]: crate::engine::StopReason::Unconfirmed
    pub confirm: bool,
    /// Steps of an execution beyond which it is not told.
    pub longest_execution: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            accelerate: true,
            widen: true,
            unite: false,
            first_search: 2_000,
            last_search: 20_000_000,
            confirm: true,
            longest_execution: u64::MAX,
        }
    }
}
