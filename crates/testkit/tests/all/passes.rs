//! Passes over real C programs: each keeps the verdict of a generated program whose answer is known by running it.
//!
//! A generated program ends with a checksum of its state. One variant calls the error function if the checksum is what
//! it is, the other if it is something else; neither may change its answer on the way through any pass, and each graph
//! survives a round trip through its text.

use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Options, WhenExhausted};
use heureka_ir::passes::{
    Faults, Ranges, explicit_checks, fold, inline, inline_but_recursion, simplify_by_ranges, slice, slice_with,
};
use heureka_ir::text::{parse, print};
use heureka_ir::validate::validate;
use heureka_ir::{Fault, Program, Property};
use heureka_testkit::{Shape, generate};

const SEEDS: std::ops::Range<u64> = 40_000..40_150;

/// The generated program, with its values summed up and `check` done at the end.
fn read(generated: &str, check: &str) -> Program {
    let body = generated.replace("int main(", "int generated_main(");
    let text = format!(
        "void __VERIFIER_error(void);\nunsigned long sum;\n{body}\n\
         void __heureka_print(long long value) {{ sum = sum * 31ul + (unsigned long)value; }}\n\
         int main(void) {{ generated_main(); {check} return 0; }}\n"
    );
    let reading = read_source(&Source::from_text("generated.c", text), &ReadOptions::default());
    reading.unwrap_or_else(|wrong| panic!("{:?}", wrong.list)).program
}

/// The fault that the execution ends with, if any, and the checksum.
fn run(program: &Program) -> (Option<Fault>, Option<i128>) {
    let interpreter = Interpreter::new(program, Options::default());
    let mut zeros = InputList::new(Vec::new(), WhenExhausted::Zeros);
    let execution = interpreter.run(&mut zeros, &Limits { steps: 50_000_000, ..Limits::default() });
    match &execution.ending {
        Ending::Finished(_) | Ending::Halted(_) => (None, execution.global_scalar("sum")),
        Ending::Fault(failure) => (Some(failure.fault), None),
        other => panic!("the execution ends with {other:?}"),
    }
}

fn check_passes(seed: u64, program: &Program, expected: Option<Fault>) {
    let printed = print(program);
    let parsed = parse(&printed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert_eq!(print(&parsed), printed, "seed {seed}");
    let ranges = Ranges::of(program);
    let asked = [Property::Unreach];
    let dropped = slice_with(program, &asked, Faults::Dropped, &ranges.edge_faults()).0;
    let folded = fold(&dropped).0;
    let chain = simplify_by_ranges(&folded, &Ranges::of(&folded)).0;
    let explicit = [Property::Bounds, Property::DivByZero, Property::Memory];
    let inlined =
        inline(program, 40).filter(|inlined| inlined.cut_off.is_empty()).map(|inlined| ("inline", inlined.program));
    let but_recursion = inline_but_recursion(program).map(|program| ("inline but recursion", program));
    let passed = [
        ("fold", fold(program).0),
        ("ranges", simplify_by_ranges(program, &ranges).0),
        ("slice", slice(program, &asked).0),
        ("slice, with ranges", slice_with(program, &asked, Faults::Kept, &ranges.edge_faults()).0),
        ("slice, faults dropped", dropped),
        ("explicit checks", explicit_checks(program, &explicit).0),
        ("slice, fold and ranges", chain),
    ];
    for (name, new) in passed.into_iter().chain(inlined).chain(but_recursion) {
        assert!(validate(&new).is_empty(), "seed {seed}, {name}: {:?}", validate(&new));
        assert_eq!(run(&new).0, expected, "seed {seed}, {name}");
    }
}

#[test]
fn passes_keep_the_answers_of_c_programs() {
    for seed in SEEDS {
        let generated = generate(seed, &Shape::default());
        let (fault, sum) = run(&read(&generated, ""));
        assert_eq!(fault, None, "seed {seed}");
        let sum = sum.expect("the sum is a global");
        for (value, expected) in [(sum, Some(Fault::ErrorCall)), (sum ^ 1, None)] {
            let program = read(&generated, &format!("if (sum == {value}ul) __VERIFIER_error();"));
            check_passes(seed, &program, expected);
        }
    }
}
