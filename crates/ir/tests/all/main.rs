//! Tests of the program graph over whole programs, most of them random.

mod common;
mod faults;
mod interpret;
mod fold;
mod loops;
mod slice;
mod text;
mod validate;
