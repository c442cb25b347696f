//! Projection, over ℤ against enumeration and over ℝ at sample points.

mod integers;
mod reals;
mod samples;
