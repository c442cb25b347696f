//! Engines on random linear programs: the verdict is what all executions say. `cargo xtask fuzz linear` runs more of them.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use heureka_certify::{Question, check_certificate};
use heureka_engines::bmc::{self, Bmc, Encoding};
use heureka_engines::linear::{self, Linear};
use heureka_engines::predicates::{self, Abstraction, Predicates};
use heureka_engines::simulate::{Simulate, SimulateOptions};
use heureka_ir::certificate::Unwound;
use heureka_ir::interpret::Numbers;
use heureka_ir::{Certificate, LocId, Loops, Property};
use heureka_logic::solver::{Limits, SolverFactory};
use heureka_testkit::linear_programs::exhaust::{Truth, read};
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
    for case in cases(10) {
        match judge(&case, &mut engine) {
            Ok(_) | Err(Complaint::Undecided(_) | Complaint::Uncertified(_)) => {}
            Err(complaint) => panic!("seed {} {:?}: {complaint}\n{}", case.seed, case.mode, case.program.text()),
        }
    }
}

#[test]
fn the_predicate_engine_is_never_wrong() {
    predicates_are_never_wrong(Abstraction::Auto);
}

#[test]
fn boolean_programs_are_never_wrong() {
    predicates_are_never_wrong(Abstraction::Slam);
}

fn predicates_are_never_wrong(abstraction: Abstraction) {
    let mut engine = Predicates { options: predicates::Options { abstraction } };
    for case in cases(15) {
        match judge(&case, &mut engine) {
            Ok(_) | Err(Complaint::Undecided(_) | Complaint::Uncertified(_)) => {}
            Err(complaint) => panic!("seed {} {:?}: {complaint}\n{}", case.seed, case.mode, case.program.text()),
        }
    }
}

/// Whatever a certificate says of how a program was unwound.
#[test]
fn no_unwound_proof_of_a_program_that_fails_is_accepted() {
    let unsafe_cases = cases(20).filter(|case| case.truth == Truth::Unsafe && case.mode.numbers() == Numbers::Machine);
    for case in unsafe_cases {
        let program = read(&case.program.text()).expect("a program that is used can be read");
        let properties = BTreeSet::from([Property::Unreach]);
        let question = Question { program: &program, properties: &properties, numbers: Default::default() };
        let loops = Loops::of(&program);
        let heads: Box<[LocId]> = loops.ids().map(|id| loops.get(id).head).collect();
        for (rounds, by_induction) in [(1, heads.clone()), (2, heads), (1, Box::default())] {
            let certificate = Certificate::Unwound(Unwound { rounds, by_induction, invariants: None });
            let limits = Limits { deadline: Some(Instant::now() + Duration::from_secs(2)), cancel: None };
            let judged = check_certificate(&question, &certificate, &SolverFactory::default(), limits);
            assert!(judged.is_err(), "seed {} {:?}: {rounds}\n{}", case.seed, case.mode, case.program.text());
        }
    }
}

/// Every encoding of the bounded engine on programs over all integer types; how many programs each decides.
#[test]
fn no_encoding_is_ever_wrong_about_machine_integers() {
    let mut decided = [0; Encoding::ALL.len()];
    let cases: Vec<Case> = (0..80).filter_map(|seed| case(seed, Mode::Words)).collect();
    for case in &cases {
        for (encoding, decided) in Encoding::ALL.into_iter().zip(&mut decided) {
            let mut engine = Bmc { options: bmc::Options { max_unwind: 16, encoding, ..bmc::Options::default() } };
            match judge(case, &mut engine) {
                Ok(Right::Undecided) => {}
                Ok(_) => *decided += 1,
                Err(complaint) => panic!("seed {} {encoding:?}: {complaint}\n{}", case.seed, case.program.text()),
            }
        }
    }
    // Time is short, so that not all are decided everywhere.
    let [auto, int, bv, sat] = decided;
    let count = cases.len();
    assert!(count > 30 && [auto, bv, sat].iter().all(|decided| decided * 10 > count * 6), "{decided:?} of {count}");
    assert!(int * 10 > count * 4, "{decided:?} of {count}");
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
