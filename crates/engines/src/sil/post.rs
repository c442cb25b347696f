//! What holds behind a loop of the paper's form: the question to `heureka_sil`, and what the engine keeps of the answer.

use heureka_sil::{Formula, Limits, ProgramLoop, Reason};

/// What is known of a loop.
pub struct Post {
    pub formula: Formula,
    /// What holds at the head.
    pub invariant: Option<Formula>,
    /// Control states and counters of the automaton behind the loop.
    pub size: Option<(usize, usize)>,
}

pub fn post(_before: &Formula, _the_loop: &ProgramLoop, _unfolding: usize, _limits: Limits<'_>) -> Result<Post, Reason> {
    Err(Reason::TooHard("not yet".to_owned()))
}
