//! Tests of the program graph over whole programs, most of them random.

mod back;
mod common;
mod faults;
mod fold;
mod interpret;
mod loops;
mod pictures;
mod ranges;
mod sets;
mod slice;
mod text;
mod validate;
mod ways;
