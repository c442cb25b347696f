//! Closures against iterated rounds on points, loops of programs, and random programs against their executions.

mod closures;
mod explore;
mod programs;
mod random_programs;
