//! What a solver counted.

use std::ops::AddAssign;
use std::time::Duration;

use super::{Answer, SolverError};

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SolverStatistics {
    pub checks: u64,
    pub satisfiable: u64,
    pub unsatisfiable: u64,
    pub unknown: u64,
    /// Checks that ended with an error, such as time that was up.
    pub failed: u64,
    /// Time spent in checks.
    pub time: Duration,
    pub pushes: u64,
    pub assertions: u64,
    /// How many different terms were handed to the solver.
    pub terms: u64,
}

impl SolverStatistics {
    pub(super) fn record(&mut self, result: &Result<Answer, SolverError>, time: Duration) {
        self.checks += 1;
        self.time += time;
        match result {
            Ok(Answer::Satisfiable) => self.satisfiable += 1,
            Ok(Answer::Unsatisfiable) => self.unsatisfiable += 1,
            Ok(Answer::Unknown(_)) => self.unknown += 1,
            Err(_) => self.failed += 1,
        }
    }
}

impl AddAssign<&SolverStatistics> for SolverStatistics {
    fn add_assign(&mut self, other: &SolverStatistics) {
        self.checks += other.checks;
        self.satisfiable += other.satisfiable;
        self.unsatisfiable += other.unsatisfiable;
        self.unknown += other.unknown;
        self.failed += other.failed;
        self.time += other.time;
        self.pushes += other.pushes;
        self.assertions += other.assertions;
        self.terms += other.terms;
    }
}
