//! Tests of the program graph and of what executes it; many are over whole programs that are random.

mod back;
mod common;
mod faults;
mod fold;
mod interpret;
mod interpreter;
mod loops;
mod pictures;
mod ranges;
mod sets;
mod slice;
mod story;
mod text;
mod validate;
mod ways;
