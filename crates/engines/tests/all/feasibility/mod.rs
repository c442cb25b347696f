//! Feasibility of paths: Table 1 of the papers, calls, machine arithmetic, long paths.

mod arithmetic;
mod arrays;
mod calls;
mod common;
mod long;
mod paper;
