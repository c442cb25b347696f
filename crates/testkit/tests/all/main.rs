//! The test kit itself, and with it engines, passes and kernels on random programs, against executions and compiled C.

mod agreement;
mod corpus_truth;
mod families;
mod feasibility;
mod finding_bugs;
mod golden_runner;
mod horn_programs;
mod linear_against_z3;
mod linear_programs;
mod passes;
mod record;
mod set_programs;
mod smtlib;
mod well_defined;
