//! The encoding against the interpreter, and the paper's own examples.

mod examples;
mod expressions;
mod limits;
mod truth;
