//! Difference-bound and octagonal relations: against brute force on small boxes, against repeated composition, and
//! against each other.

mod brute;
mod golden;
mod laws;
mod powers;
mod random;
mod rows;
mod widening;
