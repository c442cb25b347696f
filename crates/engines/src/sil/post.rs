//! What holds behind a loop of the paper's form: the question to `heureka_sil`, and what the engine keeps of the answer.

use heureka_sil::{Formula, Limits, LoopOptions, PostCondition, ProgramLoop, Reason, post_of_loop};

/// What is known of a loop.
pub struct Post {
    pub formula: Formula,
    /// What holds at the head.
    pub invariant: Formula,
    /// Control states and counters of the automaton behind the loop, if it was built.
    pub size: Option<(usize, usize)>,
}

/// What holds behind a loop that is entered with `before`; `unfolding` is K of the paper.
pub fn post(before: &Formula, the_loop: &ProgramLoop, unfolding: usize, limits: Limits<'_>) -> Result<Post, Reason> {
    let options = LoopOptions { k: unfolding, ..LoopOptions::default() };
    let PostCondition { formula, at_head, sizes, .. } = post_of_loop(before, the_loop, &options, limits)?;
    Ok(Post { formula, invariant: at_head, size: sizes.map(|sizes| (sizes.states, sizes.counters)) })
}
