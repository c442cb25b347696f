//! Linear constraints: satisfiability, projection, unions, relations; against enumeration, laws and known answers.

mod adlc;
mod conjunctions;
mod disequalities;
mod dlc;
mod dlc_points;
mod dlc_real;
mod dlc_strides;
mod fixed_index;
mod interrupt;
mod projection;
mod relations;
mod simplex;
mod widening;
