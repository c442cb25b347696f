//! Closures against iterated rounds on points, and loops of programs.

mod closures;
mod programs;
