//! The engines one by one, what they share, and the specifications they check. (Random programs are in `testkit`.)

mod feasibility;
mod linear_trace;
mod portfolio;
mod simulate;
mod specifications;
