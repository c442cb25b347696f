//! Difference-bound and octagonal relations: against brute force on small boxes, against repeated composition, and
//! against each other.

#[path = "relations/brute.rs"]
mod brute;
#[path = "relations/golden.rs"]
mod golden;
#[path = "relations/laws.rs"]
mod laws;
#[path = "relations/powers.rs"]
mod powers;
#[path = "relations/random.rs"]
mod random;
#[path = "relations/rows.rs"]
mod rows;
#[path = "relations/widening.rs"]
mod widening;
