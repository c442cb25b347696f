//! The papers' families are what they say: executed by the interpreter, and as compiled C under the sanitizers.

use heureka_benchmarks::{Expected, Family, LINEAR, families};
use heureka_frontend::{ReadOptions, read_file};
use heureka_ir::Fault;
use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Numbers, Options, WhenExhausted};
use heureka_testkit::reference::observe;
use heureka_testkit::truth::Truth;
use std::path::Path;

/// What is tried for inputs: lengths, numbers in both orders, some twice, both signs, and zeros when they are used up.
fn inputs(n: u64) -> Vec<Vec<i128>> {
    let n = i128::from(n);
    let few = [vec![], vec![0, 1, 1, 2], vec![1, 1, 2], vec![2, 5, 4, 4], vec![3, 0, -7, 5, 0], vec![-1, 3, 2, 1]];
    let up: Vec<i128> = (0..n).collect();
    let down: Vec<i128> = (0..2 * n).rev().map(|x| x % 50 - 10).collect();
    let long = [vec![n], up.clone()].concat();
    few.into_iter().chain([up, down, long]).collect()
}

/// Executes the program on some inputs and sees whether it is as expected.
fn execute(family: &Family, n: u64, expected: Expected) {
    let name = format!("{}_{n}_{}.c", family.name, expected.name());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, family.program(n, expected)).expect("the file of a test can be written");
    let reading = read_file(&file, &ReadOptions::default()).unwrap_or_else(|wrong| panic!("{:?}", wrong.list));
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    for numbers in [Numbers::Machine, Numbers::Integer] {
        let interpreter = Interpreter::new(&reading.program, Options { numbers, ..Options::default() });
        let fails = |values: Vec<i128>| {
            let mut inputs = InputList::new(values, WhenExhausted::Zeros);
            match interpreter.run(&mut inputs, &Limits::default()).ending {
                Ending::Finished(_) => false,
                Ending::Fault(failure) if matches!(failure.fault, Fault::ErrorLabel | Fault::Assertion) => true,
                other => panic!("{} with N = {n}: {other:?}", family.name),
            }
        };
        let fails = inputs(n).into_iter().any(fails);
        assert_eq!(fails, expected == Expected::Unsafe, "{} with N = {n}, {}", family.name, expected.name());
    }
}

#[test]
fn the_interpreter_agrees_with_the_expected_verdicts() {
    for family in families() {
        for n in [1, 2, 3, 10, 99].into_iter().filter(|n| family.range().contains(n)) {
            Expected::BOTH.into_iter().for_each(|expected| execute(family, n, expected));
        }
    }
}

#[test]
fn a_thousand_rounds_change_no_verdict() {
    for family in LINEAR {
        Expected::BOTH.into_iter().for_each(|expected| execute(family, 1000, expected));
    }
}

#[test]
fn a_sum_beyond_int_is_computed_in_a_wider_type() {
    let sum = heureka_benchmarks::family("sum").expect("a family of paper 002");
    for n in [65_535, 65_536, 300_000] {
        execute(sum, n, Expected::Safe);
    }
}

#[test]
#[ignore = "compiles every program with the sanitizers: some minutes"]
fn compiled_c_agrees_with_the_expected_verdicts() {
    // The functions of sets have no bodies.
    let families = families().filter(|family| !family.program(7, Expected::Safe).contains("SetAdd"));
    for family in families {
        for n in [1, 6, 7].into_iter().filter(|n| family.range().contains(n)) {
            for expected in Expected::BOTH {
                let observed = observe(&family.program(n, expected), &Truth::default()).expect("it compiles");
                let fails = !observed.errors.is_empty();
                assert_eq!(fails, expected == Expected::Unsafe, "{} with N = {n}", family.name);
                assert!(observed.undefined.is_empty() && observed.timeouts == 0, "{}: {observed:?}", family.name);
            }
        }
    }
}
