//! Tests of the program graph over whole programs, most of them random.

mod common;
mod text;
mod validate;
