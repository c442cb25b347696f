//! The engine `simulate` on small programs with known answers.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use heureka_engines::learned::Learned;
use heureka_engines::simulate::{Simulate, SimulateOptions};
use heureka_engines::{Context, Engine, Outcome, StopReason, Task};
use heureka_ir::interpret::{Choice, Interpreter, Limits};
use heureka_ir::sketch::Sketch;
use heureka_ir::{
    BinOp, Certificate, CmpOp, Contents, Dim, Fault, IntTy, LocKind, Op, Program, Property, Source, Trace,
};

const INT: IntTy = IntTy::INT;

fn run_with(program: &Program, properties: &[Property], seed: u64) -> Outcome {
    let properties: BTreeSet<Property> = properties.iter().copied().collect();
    let task = Task::new(program, &properties);
    let cancel = AtomicBool::new(false);
    let mut cx = Context::new(&cancel);
    cx.seed = seed;
    Simulate::default().run(&task, &mut cx).expect("no internal error")
}

fn run(program: &Program) -> Outcome {
    run_with(program, &[Property::Unreach], 1)
}

/// The trace of an error, after it was executed once more.
fn error(program: &Program, properties: &[Property]) -> Trace {
    match run_with(program, properties, 1) {
        Outcome::Unsafe(trace) => {
            let interpreter = Interpreter::new(program, Default::default());
            trace.replay(&interpreter, &Limits::default()).expect("the trace leads to the failure");
            trace
        }
        other => panic!("an error is there to be found, not {other:?}"),
    }
}

fn values(trace: &Trace) -> Vec<i128> {
    trace.values().map(|value| value.whole().expect("an integer")).collect()
}

#[test]
fn a_constant_in_a_comparison_is_tried() {
    let mut s = Sketch::new();
    let x = s.local("x", INT);
    s.input(x);
    let different = s.test(CmpOp::Ne, x, 123_456_789);
    s.assert(different);
    assert_eq!(values(&error(&s.finish(), &[Property::Unreach])), [123_456_789]);
}

#[test]
fn inputs_past_assumptions_are_kept_and_varied() {
    // Five inputs, each of which must be the right one of five values for the next to be asked for.
    let mut s = Sketch::new();
    for (at, value) in [1000, 2000, 3000, 4000, 5000].into_iter().enumerate() {
        let x = s.local(&format!("x{at}"), INT);
        s.input(x);
        let wrong = s.test(CmpOp::Ne, x, value);
        s.choose(wrong, |s| s.end(LocKind::Halt), |_| {});
    }
    s.end(LocKind::Error { fault: Fault::ErrorCall, note: "reach_error".into() });
    let program = s.finish();
    assert_eq!(values(&error(&program, &[Property::Unreach])), [1000, 2000, 3000, 4000, 5000]);
}

#[test]
fn failing_inputs_are_made_small() {
    // while (n > 0) { x = input; n--; } assert(x < 50) with n an input
    let mut s = Sketch::new();
    let (n, x, y) = (s.local("n", INT), s.local("x", INT), s.local("y", INT));
    s.input(y);
    s.input(n);
    let more = s.test(CmpOp::Lt, n, 1);
    let more = s.builder.exprs.not(more);
    s.repeat_while(more, |s| {
        s.input(x);
        s.update(BinOp::Sub, n, 1);
    });
    let small = s.test(CmpOp::Lt, x, 50);
    s.assert(small);
    assert_eq!(values(&error(&s.finish(), &[Property::Unreach])), [0, 1, 50]);
}

#[test]
fn arrays_with_undefined_contents_are_inputs() {
    // int a[100000]; assert(!(a[7] == 42 && a[8] == 0));
    let mut s = Sketch::new();
    let a = s.local_array("a", INT, &[Dim::Const(100_000)], Contents::Undefined);
    let (seven, eight, answer, none) = (s.int(INT, 7), s.int(INT, 8), s.int(INT, 42), s.int(INT, 0));
    let (first, second) = (s.read(a, &[seven]), s.read(a, &[eight]));
    let (first, second) = (s.compare(CmpOp::Eq, first, answer), s.compare(CmpOp::Eq, second, none));
    let both = s.builder.exprs.and(first, second);
    let not_both = s.builder.exprs.not(both);
    s.assert(not_both);
    let trace = error(&s.finish(), &[Property::Unreach]);
    let [Choice::Fill(fill)] = trace.choices().iter().collect::<Vec<_>>()[..] else { panic!("one array is asked for") };
    assert_eq!((fill.default, &fill.cells[..]), (0, &[([7].into(), 42)][..]));
}

#[test]
fn only_faults_of_the_property_are_errors() {
    // x = 10 / input; a[input] = 0;
    let mut s = Sketch::new();
    let (x, i) = (s.local("x", INT), s.local("i", INT));
    let a = s.local_array("a", INT, &[Dim::Const(10)], Contents::Zero);
    s.input(i);
    let (ten, at, none) = (s.int(INT, 10), s.var(i), s.int(INT, 0));
    let quotient = s.binary(BinOp::Div, ten, at);
    s.assign(x, quotient);
    s.store(a, &[at], none);
    let program = s.finish();
    assert_eq!(error(&program, &[Property::DivByZero]).failure().fault, Fault::DivisionByZero);
    let trace = error(&program, &[Property::Bounds]);
    assert_eq!((trace.failure().fault, values(&trace)), (Fault::OutOfBounds, vec![-1]));
    let Outcome::Unknown(reason) = run(&program) else { panic!("there is no assertion") };
    let text = reason.describe(&program.files);
    assert!(text.contains("division by zero at sketch.c:3:1"), "{text}");
    assert!(text.contains("array index out of bounds at sketch.c:4:1"), "{text}");
}

#[test]
fn a_program_without_inputs_is_decided() {
    let counter = |bound: i128| {
        let mut s = Sketch::new();
        let i = s.local("i", INT);
        let more = s.test(CmpOp::Lt, i, 1000);
        s.repeat_while(more, |s| s.update(BinOp::Add, i, 1));
        let right = s.test(CmpOp::Eq, i, bound);
        s.assert(right);
        s.finish()
    };
    assert_eq!(run(&counter(1000)), Outcome::Safe(Certificate::Exhaustive { executions: 1 }));
    assert!(error(&counter(1001), &[Property::Unreach]).choices().is_empty());
}

#[test]
fn the_only_execution_with_undefined_behaviour_is_not_called_safe() {
    let mut s = Sketch::new();
    let x = s.local("x", INT);
    s.set(x, i32::MAX as i128);
    s.update(BinOp::Add, x, 1);
    let program = s.finish();
    let Outcome::Unknown(reason @ StopReason::UndefinedBehaviour(_)) = run(&program) else { panic!("not safe") };
    let text = reason.describe(&program.files);
    assert_eq!(text, "every execution ends with undefined behaviour: signed integer overflow at sketch.c:3:1");
    assert_eq!(error(&program, &[Property::Overflow]).failure().fault, Fault::SignedOverflow);
}

/// An assertion that fails if a value that is not modelled is negative.
fn with_unmodelled_value() -> Program {
    let mut s = Sketch::new();
    let (x, y) = (s.local("x", INT), s.local("y", INT));
    s.step(Op::Havoc { var: x, source: Source::Unmodelled("floating point".into()) });
    s.input(y);
    let fine = s.test(CmpOp::Ne, y, 3);
    s.assert(fine);
    s.finish()
}

#[test]
fn what_is_not_modelled_proves_nothing_unless_it_cannot_matter() {
    let program = with_unmodelled_value();
    let Outcome::Unknown(reason) = run(&program) else { panic!("nothing is proved") };
    assert_eq!(reason.describe(&program.files), "not modelled: floating point at sketch.c:2:1");
    let relevant: Vec<bool> = program
        .edges()
        .iter()
        .map(|edge| !matches!(edge.op, Op::Havoc { source: Source::Unmodelled(_), .. }))
        .collect();
    let properties = BTreeSet::from([Property::Unreach]);
    let task = Task { relevant: Some(&relevant), ..Task::new(&program, &properties) };
    let cancel = AtomicBool::new(false);
    let outcome = Simulate::default().run(&task, &mut Context::new(&cancel)).unwrap();
    let Outcome::Unsafe(trace) = outcome else { panic!("an error is there to be found") };
    assert_eq!(values(&trace), [0, 3]);
}

#[test]
fn what_is_not_supported_is_named() {
    let mut s = Sketch::new();
    let x = s.local("x", INT);
    s.input(x);
    let zero = s.test(CmpOp::Eq, x, 5);
    s.choose(zero, |s| s.end(LocKind::Unsupported { what: "inline assembly".into() }), |_| {});
    let program = s.finish();
    let Outcome::Unknown(reason) = run(&program) else { panic!("nothing is known after assembly") };
    assert_eq!(reason.describe(&program.files), "not modelled: inline assembly at sketch.c:4:1");
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let mut s = Sketch::new();
    let vars: Vec<_> = (0..6).map(|at| s.local(&format!("x{at}"), INT)).collect();
    let mut sum = s.int(INT, 0);
    for &var in &vars {
        s.input(var);
        let value = s.var(var);
        let square = s.binary(BinOp::BitXor, value, sum);
        sum = square;
    }
    let goal = s.int(INT, 0x5a5a);
    let different = s.compare(CmpOp::Ne, sum, goal);
    s.assert(different);
    let program = s.finish();
    for seed in [1, 2] {
        let first = run_with(&program, &[Property::Unreach], seed);
        assert_eq!(first, run_with(&program, &[Property::Unreach], seed));
    }
}

#[test]
fn a_cancelled_run_says_so() {
    let mut s = Sketch::new();
    let x = s.local("x", INT);
    s.input(x);
    let yes = s.builder.exprs.bool(true);
    s.repeat_while(yes, |s| s.step(Op::Skip));
    let endless = s.finish();
    let properties = BTreeSet::from([Property::Unreach]);
    let cancel = AtomicBool::new(true);
    let outcome = Simulate::default().run(&Task::new(&endless, &properties), &mut Context::new(&cancel)).unwrap();
    assert_eq!(outcome, Outcome::Unknown(StopReason::Interrupted));
}

#[test]
fn arbitrary_values_that_decide_nothing_do_no_harm() {
    // int a[10], i, x; x = input; for (i = 0; i < 10; i++) a[i] = i; y = x; assert(a[3] == 3);
    let mut s = Sketch::new();
    let a = s.local_array("a", INT, &[Dim::Const(10)], Contents::Undefined);
    let (i, x, y) = (s.local("i", INT), s.local("x", INT), s.local("y", INT));
    s.step(Op::Havoc { var: i, source: Source::Uninitialised });
    s.input(x);
    s.set(i, 0);
    let more = s.test(CmpOp::Lt, i, 10);
    s.repeat_while(more, |s| {
        let at = s.var(i);
        s.store(a, &[at], at);
        s.update(BinOp::Add, i, 1);
    });
    let value = s.var(x);
    let one = s.int(INT, 1);
    let next = s.binary(BinOp::Add, value, one);
    s.assign(y, next);
    let three = s.int(INT, 3);
    let cell = s.read(a, &[three]);
    let right = s.compare(CmpOp::Eq, cell, three);
    s.assert(right);
    let program = s.finish();
    let certificate = Certificate::Exhaustive { executions: 1 };
    assert_eq!(run(&program), Outcome::Safe(certificate.clone()));
    let interpreter = Interpreter::new(&program, Default::default());
    let unreach = BTreeSet::from([Property::Unreach]);
    assert_eq!(certificate.check(&interpreter, &unreach, &Limits::default()), Ok(()));
    // An overflow depends on the input.
    let overflow = BTreeSet::from([Property::Overflow]);
    let message = certificate.check(&interpreter, &overflow, &Limits::default());
    assert_eq!(message, Err("an execution fails".to_owned()));
    assert_eq!(error(&program, &[Property::Overflow]).failure().fault, Fault::SignedOverflow);
}

#[test]
fn a_fault_that_depends_on_a_choice_is_not_every_execution() {
    // y = 10 / x with an input x: zero faults, others do not.
    let mut s = Sketch::new();
    let (x, y) = (s.local("x", INT), s.local("y", INT));
    s.input(x);
    let (ten, value) = (s.int(INT, 10), s.var(x));
    let quotient = s.binary(BinOp::Div, ten, value);
    s.assign(y, quotient);
    let program = s.finish();
    assert!(matches!(run(&program), Outcome::Unknown(StopReason::Inconclusive(_))));
}

#[test]
fn reading_what_was_never_set_matters() {
    // int a[3]; a[0] = 1; assert(a[0] == 1); assert(a[1] != 77);
    let mut s = Sketch::new();
    let a = s.local_array("a", INT, &[Dim::Const(3)], Contents::Undefined);
    let (zero, one, other) = (s.int(INT, 0), s.int(INT, 1), s.int(INT, 77));
    s.store(a, &[zero], one);
    for (index, op, value) in [(zero, CmpOp::Eq, one), (one, CmpOp::Ne, other)] {
        let cell = s.read(a, &[index]);
        let right = s.compare(op, cell, value);
        s.assert(right);
    }
    assert_eq!(error(&s.finish(), &[Property::Unreach]).failure().span.line, 4);
}

#[test]
fn others_hear_when_few_executions_are_left() {
    // For x and y from 1 on, x up to a limit and y up to 1000: x * y != 10000019, which is prime.
    let left = |limit: i128| {
        let mut s = Sketch::new();
        let (x, y) = (s.local("x", INT), s.local("y", INT));
        for (var, limit) in [(x, limit), (y, 1_000)] {
            s.input(var);
            let (one, value) = (s.int(INT, 1), s.var(var));
            let least = s.compare(CmpOp::Le, one, value);
            s.assume(least);
            let most = s.test(CmpOp::Le, var, limit);
            s.assume(most);
        }
        let (first, second) = (s.var(x), s.var(y));
        let product = s.binary(BinOp::Mul, first, second);
        let prime = s.int(INT, 10_000_019);
        let right = s.compare(CmpOp::Ne, product, prime);
        s.assert(right);
        let program = s.finish();
        let properties = BTreeSet::from([Property::Unreach]);
        let told = Mutex::new(Vec::new());
        let teach = |learned: &Learned| told.lock().unwrap().push(learned.clone());
        let cancel = AtomicBool::new(false);
        let mut cx = Context::new(&cancel);
        cx.teach = Some(&teach);
        // As quick as possible where they are many: nothing is tried after the first of them.
        let all_executions = 1_000_000;
        let options = SimulateOptions { all_executions, budget: 1_000, ..SimulateOptions::default() };
        let outcome = Simulate { options }.run(&Task::new(&program, &properties), &mut cx).expect("no internal error");
        (outcome, told.into_inner().unwrap())
    };
    let (outcome, told) = left(300);
    assert!(matches!(outcome, Outcome::Safe(Certificate::Exhaustive { .. })), "{outcome:?}");
    assert!(matches!(told[..], [Learned::StepsLeft(Some(1_000_000..20_000_000))]), "{told:?}");
    let (outcome, told) = left(1_000_000);
    assert!(matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
    assert_eq!(told, [Learned::StepsLeft(None)]);
}
