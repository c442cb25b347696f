//! The story of an execution, for people: source-level steps, loops folded, values that matter, calls nested.
//!
//! The execution is run twice with the same choices. The first run logs the steps and what they depend on; from the log
//! follow the steps that matter to the failure (`relevance`, on the branches of `control`) and the lines that remain when
//! loops are folded (`fold`). The second run fetches the values of just these lines (`tell`). `render` makes text of it.

mod blocks;
mod control;
mod fold;
mod names;
mod relevance;
mod render;
mod tell;

pub use render::{Paint, Plain, render};
pub use tell::{StoryOptions, tell, tell_trace};

use crate::interpret::Ending;
use crate::span::Span;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    pub steps: Vec<StoryStep>,
    pub ending: Ending,
    /// How many edges the execution took.
    pub executed: u64,
}

/// A line of the story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoryStep {
    /// The number of calls that are open.
    pub depth: usize,
    pub span: Span,
    pub kind: StepKind,
}

/// What happens in a step. Variables and values are as the source would have them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A variable or a cell of an array gets a value.
    Assign {
        target: String,
        value: String,
    },
    /// A value is chosen: by an input function, or because nobody initialised the variable.
    Choose {
        target: String,
        value: String,
        source: String,
    },
    /// All cells of an array, or of a part of it, get new values.
    Fill {
        target: String,
    },
    /// A heap block is allocated.
    Allocated,
    /// A heap block is allocated that is not freed before the execution ends.
    Leaked,
    /// A heap block is freed.
    Freed,
    /// A condition is decided.
    Branch {
        holds: bool,
    },
    /// One of several conditions holds, or none of them.
    Case {
        label: String,
    },
    Call {
        name: String,
        args: Vec<(String, String)>,
    },
    Return {
        values: Vec<String>,
    },
    /// The step in which the execution fails: it does nothing else.
    Fails,
    /// The iterations `first..=last` of a loop show the same as iteration `like`.
    Same {
        first: u64,
        last: u64,
        like: u64,
    },
    /// The iterations `first..=last` of a loop are of several kinds and are left out.
    Various {
        first: u64,
        last: u64,
    },
    /// This many steps are left out.
    Omitted {
        steps: u64,
    },
}
