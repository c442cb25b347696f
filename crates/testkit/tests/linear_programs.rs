//! Engines on random linear programs: the verdict is what all executions say. `cargo xtask fuzz linear` runs more of them.

use heureka_engines::bmc::{self, Bmc};
use heureka_engines::linear::{self, Linear};
use heureka_engines::simulate::{Simulate, SimulateOptions};
use heureka_testkit::linear_programs::judge::{Complaint, Right, judge};
use heureka_testkit::linear_programs::{Case, Mode, case};

/// The first programs of each mode.
fn cases(seeds: u64) -> impl Iterator<Item = Case> {
    (0..seeds).flat_map(|seed| Mode::ALL.into_iter().filter_map(move |mode| case(seed, mode)))
}

#[test]
fn executing_some_inputs_is_never_wrong() {
    let options = SimulateOptions { budget: 200_000, longest: 20_000, ..SimulateOptions::default() };
    let mut engine = Simulate { options };
    for case in cases(40) {
        match judge(&case, &mut engine) {
            Ok(Right::Safe | Right::Unsafe | Right::Undecided) | Err(Complaint::Undecided(_)) => {}
            Err(complaint) => panic!("seed {} {:?}: {complaint}\n{}", case.seed, case.mode, case.program.text()),
        }
    }
}

#[test]
fn the_bounded_engine_is_never_wrong() {
    let mut engine = Bmc { options: bmc::Options { max_unwind: 16, ..bmc::Options::default() } };
    for case in cases(40) {
        match judge(&case, &mut engine) {
            Ok(_) | Err(Complaint::Undecided(_) | Complaint::Uncertified(_)) => {}
            Err(complaint) => panic!("seed {} {:?}: {complaint}\n{}", case.seed, case.mode, case.program.text()),
        }
    }
}

/// The linear engine on the first seeds: it decides every program of the exact fragment, and as execution does.
fn linear_is_right(seeds: u64, options: linear::Options) {
    let mut engine = Linear { options };
    for case in cases(seeds) {
        if let Err(complaint) = judge(&case, &mut engine) {
            panic!("seed {} {:?}: {complaint}\n{}", case.seed, case.mode, case.program.text());
        }
    }
}

#[test]
fn the_linear_engine_answers_as_all_executions_do() {
    linear_is_right(50, linear::Options::default());
}

#[test]
fn the_papers_own_procedure_answers_as_all_executions_do() {
    linear_is_right(50, linear::Options { accelerate: false, widen: false, ..linear::Options::default() });
}
