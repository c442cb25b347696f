//! The tests of the crate: every construction against brute force on small domains.

mod acsl;
mod automata;
mod decide;
mod generate;
mod loops;
mod post;
mod post_image;
mod programs;
