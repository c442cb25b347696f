//! The papers' families are what they say: executed by the interpreter, and as compiled C under the sanitizers.

use heureka_benchmarks::{Expected, Family, families};
use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::Fault;
use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Numbers, Options};
use heureka_testkit::reference::observe;
use heureka_testkit::truth::Truth;

/// Executes the program, which has no inputs, and says what is true of it.
fn execute(family: &Family, n: u64, expected: Expected, numbers: Numbers) -> Expected {
    let text = family.program(n, expected);
    let source = Source::from_text("family.c", text);
    let reading = read_source(&source, &ReadOptions::default()).unwrap_or_else(|wrong| panic!("{:?}", wrong.list));
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    let interpreter = Interpreter::new(&reading.program, Options { numbers, ..Options::default() });
    match interpreter.run(&mut InputList::zeros(), &Limits::default()).ending {
        Ending::Finished(_) => Expected::Safe,
        Ending::Fault(failure) if failure.fault == Fault::ErrorLabel => Expected::Unsafe,
        other => panic!("{} with N = {n}: {other:?}", family.name),
    }
}

#[test]
fn the_interpreter_agrees_with_the_expected_verdicts() {
    for family in families() {
        for n in [1, 2, 3, 10, 99, 1000] {
            for expected in Expected::BOTH {
                for numbers in [Numbers::Machine, Numbers::Integer] {
                    assert_eq!(execute(family, n, expected, numbers), expected, "{} with N = {n}", family.name);
                }
            }
        }
    }
}

#[test]
fn a_sum_beyond_int_is_computed_in_a_wider_type() {
    let sum = heureka_benchmarks::family("sum").expect("a family of paper 002");
    for n in [65_535, 65_536, 300_000] {
        assert_eq!(execute(sum, n, Expected::Safe, Numbers::Machine), Expected::Safe);
    }
}

#[test]
#[ignore = "compiles every program with the sanitizers: half a minute"]
fn compiled_c_agrees_with_the_expected_verdicts() {
    for family in families() {
        for n in [1, 6, 7] {
            for expected in Expected::BOTH {
                let observed = observe(&family.program(n, expected), &Truth::default()).expect("it compiles");
                let fails = !observed.errors.is_empty();
                assert_eq!(fails, expected == Expected::Unsafe, "{} with N = {n}", family.name);
                assert!(observed.undefined.is_empty() && observed.timeouts == 0, "{}: {observed:?}", family.name);
            }
        }
    }
}
