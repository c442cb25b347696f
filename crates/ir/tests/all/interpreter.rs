//! Each kind of step, each way to end, and the limits, on small programs.

use std::sync::atomic::AtomicBool;

use heureka_ir::interpret::{
    Choice, Choices, Ending, Fill, FillRequest, InputList, Inputs, Interpreter, Limits, Numbers, Options, Point,
    Recorder, Replay, ValueRequest, WhenExhausted, run_once,
};
use heureka_ir::sketch::Sketch;
use heureka_ir::{BinOp, CmpOp, Contents, Dim, Fault, IntTy, LocKind, Op, Program, Role, Source, UnOp};

const INT: IntTy = IntTy::INT;
const UCHAR: IntTy = IntTy::unsigned(8);
const ULONG: IntTy = IntTy::unsigned(64);

fn fault(ending: &Ending) -> Option<Fault> {
    ending.failure().map(|failure| failure.fault)
}

/// Runs with these inputs and returns the final values of globals.
fn globals(program: &Program, inputs: &[i128], names: &[&str]) -> Vec<i128> {
    let interpreter = Interpreter::new(program, Options::default());
    let mut inputs = InputList::new(inputs.iter().copied(), WhenExhausted::Stop);
    let execution = interpreter.run(&mut inputs, &Limits::default());
    assert_eq!(execution.ending, Ending::Finished(vec![]));
    names.iter().map(|name| execution.global_scalar(name).unwrap()).collect()
}

#[test]
fn assignments_are_parallel() {
    let mut s = Sketch::new();
    let (x, y, z) = (s.global("x", INT, 1), s.global("y", INT, 2), s.global("z", INT, 3));
    let (vx, vy, vz) = (s.var(x), s.var(y), s.var(z));
    s.step(Op::Assign(Box::new([(x, vy), (y, vz), (z, vx)])));
    assert_eq!(globals(&s.finish(), &[], &["x", "y", "z"]), [2, 3, 1]);
}

#[test]
fn the_first_edge_whose_guard_holds_is_taken() {
    let mut s = Sketch::new();
    let (x, y) = (s.global("x", INT, 0), s.global("y", INT, 0));
    s.input(x);
    let from = s.at;
    for bound in [10, 20, 30] {
        s.at = from;
        let guard = s.test(CmpOp::Lt, x, bound);
        s.assume(guard);
        s.set(y, bound);
        s.step(Op::Skip);
        let at = s.at;
        s.builder.add_edge(at, heureka_ir::LocId(1), Op::Skip, heureka_ir::Span::NONE);
    }
    s.at = from;
    s.step(Op::Skip);
    let program = s.finish();
    for (input, output) in [(5, 10), (15, 20), (25, 30), (35, 0)] {
        assert_eq!(globals(&program, &[input], &["y"]), [output]);
    }
}

#[test]
fn conditions_are_lazy() {
    // (x != 0 && 10 / x > 2) || x == 0
    let mut s = Sketch::new();
    let (x, y) = (s.global("x", INT, 0), s.global("y", INT, 0));
    s.input(x);
    let (not_zero, zero) = (s.test(CmpOp::Ne, x, 0), s.test(CmpOp::Eq, x, 0));
    let (ten, two, value) = (s.int(INT, 10), s.int(INT, 2), s.var(x));
    let quotient = s.binary(BinOp::Div, ten, value);
    let large = s.compare(CmpOp::Lt, two, quotient);
    let both = s.builder.exprs.and(not_zero, large);
    let either = s.builder.exprs.or(both, zero);
    s.choose(either, |s| s.set(y, 1), |s| s.set(y, 2));
    let program = s.finish();
    for (input, output) in [(0, 1), (3, 1), (4, 2), (-1, 2)] {
        assert_eq!(globals(&program, &[input], &["y"]), [output], "{input}");
    }
}

#[test]
fn conditional_values_evaluate_one_branch() {
    // y = x == 0 ? -1 : (10 / x) + (x == 1 ? 10 / x : 0)
    let mut s = Sketch::new();
    let (x, y) = (s.global("x", INT, 0), s.global("y", INT, 0));
    s.input(x);
    let (zero, one) = (s.test(CmpOp::Eq, x, 0), s.test(CmpOp::Eq, x, 1));
    let (ten, value, none, minus) = (s.int(INT, 10), s.var(x), s.int(INT, 0), s.int(INT, -1));
    let quotient = s.binary(BinOp::Div, ten, value);
    let inner = s.builder.exprs.ite(one, quotient, none);
    let sum = s.binary(BinOp::Add, quotient, inner);
    let choice = s.builder.exprs.ite(zero, minus, sum);
    s.assign(y, choice);
    let program = s.finish();
    for (input, output) in [(0, -1), (1, 20), (5, 2)] {
        assert_eq!(globals(&program, &[input], &["y"]), [output]);
    }
}

#[test]
fn what_one_branch_computed_is_not_used_in_the_other() {
    // y = (c ? x*x : 1) + x*x, with c false: x*x must be computed for the second use.
    let mut s = Sketch::new();
    let (c, x, y) = (s.global("c", INT, 0), s.global("x", INT, 7), s.global("y", INT, 0));
    let (test, value, one) = (s.test(CmpOp::Ne, c, 0), s.var(x), s.int(INT, 1));
    let square = s.binary(BinOp::Mul, value, value);
    let choice = s.builder.exprs.ite(test, square, one);
    let sum = s.binary(BinOp::Add, choice, square);
    s.assign(y, sum);
    assert_eq!(globals(&s.finish(), &[], &["y"]), [50]);
}

#[test]
fn each_arithmetic_fault_is_found_where_it_happens() {
    for (op, input, expected) in [
        (BinOp::Add, i32::MAX as i128, Fault::SignedOverflow),
        (BinOp::Mul, 1 << 30, Fault::SignedOverflow),
        (BinOp::Div, 0, Fault::DivisionByZero),
        (BinOp::Rem, 0, Fault::DivisionByZero),
        (BinOp::Shl, 32, Fault::ShiftAmount),
        (BinOp::Shr, -1, Fault::ShiftAmount),
    ] {
        let mut s = Sketch::new();
        let x = s.global("x", INT, 0);
        s.input(x);
        let (five, value) = (s.int(INT, 5), s.var(x));
        let result = s.binary(op, five, value);
        s.assign(x, result);
        let program = s.finish();
        let ending = run_once(&program, &mut InputList::new([input], WhenExhausted::Stop));
        let failure = ending.failure().expect("a fault");
        assert_eq!((failure.fault, failure.span.line), (expected, 3));
        assert!(matches!(failure.point, Point::Edge(_)));
    }
}

#[test]
fn shift_overflow_is_a_fault_only_if_asked_for() {
    let mut s = Sketch::new();
    let x = s.global("x", INT, 1);
    s.update(BinOp::Shl, x, 31);
    let program = s.finish();
    assert_eq!(globals(&program, &[], &["x"]), [INT.min()]);
    let options = Options { check_shift_overflow: true, ..Options::default() };
    let interpreter = Interpreter::new(&program, options);
    let execution = interpreter.run(&mut InputList::zeros(), &Limits::default());
    assert_eq!(fault(&execution.ending), Some(Fault::ShiftOverflow));
}

#[test]
fn unsigned_64_bit_values_keep_their_upper_half() {
    let mut s = Sketch::new();
    let (x, y, z) = (s.global("x", ULONG, u64::MAX as i128), s.global("y", ULONG, 0), s.global("z", INT, 0));
    s.update(BinOp::Div, x, 3);
    s.set(y, u64::MAX as i128 - 1);
    let (vx, vy) = (s.var(x), s.var(y));
    let less = s.compare(CmpOp::Lt, vx, vy);
    s.choose(less, |s| s.set(z, 1), |_| {});
    let negated = s.builder.exprs.unary(UnOp::Neg, vy);
    s.assign(x, negated);
    assert_eq!(globals(&s.finish(), &[], &["x", "y", "z"]), [2, u64::MAX as i128 - 1, 1]);
}

#[test]
fn indices_outside_are_faults_and_inside_are_cells() {
    for (index, inside) in [(0, true), (9, true), (10, false), (-1, false), (i32::MIN as i128, false)] {
        for write in [false, true] {
            let mut s = Sketch::new();
            let a = s.global_array("a", INT, &[Dim::Const(10)], Contents::Values(Box::new([4, 5])));
            let (i, x) = (s.global("i", INT, 0), s.global("x", INT, 0));
            s.input(i);
            let at = s.var(i);
            if write {
                s.store(a, &[at], at);
            } else {
                let cell = s.read(a, &[at]);
                s.assign(x, cell);
            }
            let program = s.finish();
            let ending = run_once(&program, &mut InputList::new([index], WhenExhausted::Stop));
            let expected = (!inside).then_some(Fault::OutOfBounds);
            assert_eq!(fault(&ending), expected, "{index} {write}");
        }
    }
}

#[test]
fn an_unsigned_index_in_the_upper_half_is_outside() {
    let mut s = Sketch::new();
    let a = s.global_array("a", INT, &[Dim::Const(u64::MAX)], Contents::Zero);
    let i = s.global("i", ULONG, u64::MAX as i128);
    let (at, one) = (s.var(i), s.int(INT, 1));
    s.store(a, &[at], one);
    assert_eq!(fault(&run_once(&s.finish(), &mut InputList::zeros())), Some(Fault::OutOfBounds));
}

#[test]
fn matrices_are_row_major_and_check_each_index() {
    let mut s = Sketch::new();
    let dims = [Dim::Const(2), Dim::Const(3)];
    let m = s.global_array("m", INT, &dims, Contents::Values(Box::new([1, 2, 3, 4])));
    let (i, j, x) = (s.global("i", INT, 0), s.global("j", INT, 0), s.global("x", INT, 0));
    s.input(i);
    s.input(j);
    let at = [s.var(i), s.var(j)];
    let cell = s.read(m, &at);
    s.assign(x, cell);
    let seven = s.int(INT, 7);
    s.store(m, &at, seven);
    let program = s.finish();
    assert_eq!(globals(&program, &[1, 0], &["x"]), [4]);
    assert_eq!(globals(&program, &[0, 2], &["x"]), [3]);
    for outside in [[0, 3], [2, 0], [-1, 0], [0, -1]] {
        let ending = run_once(&program, &mut InputList::new(outside, WhenExhausted::Stop));
        assert_eq!(fault(&ending), Some(Fault::OutOfBounds), "{outside:?}");
    }
    let interpreter = Interpreter::new(&program, Options::default());
    let execution = interpreter.run(&mut InputList::new([1, 2], WhenExhausted::Stop), &Limits::default());
    assert_eq!(execution.global_array("m"), Some(vec![1, 2, 3, 4, 0, 7]));
}

#[test]
fn variable_extents_are_looked_at_when_the_access_happens() {
    let mut s = Sketch::new();
    let n = s.global("n", IntTy::OFFSET, 3);
    let x = s.global("x", INT, 0);
    let a = s.global_array("a", INT, &[Dim::Var(n), Dim::Var(n)], Contents::Zero);
    let (two, three, nine) = (s.int(INT, 2), s.int(INT, 3), s.int(INT, 9));
    s.store(a, &[two, two], nine);
    s.set(n, 4);
    let cell = s.read(a, &[two, two]);
    s.assign(x, cell);
    s.store(a, &[three, three], nine);
    s.set(n, 3);
    s.store(a, &[three, two], nine);
    let program = s.finish();
    let interpreter = Interpreter::new(&program, Options::default());
    let execution = interpreter.run(&mut InputList::zeros(), &Limits::default());
    assert_eq!(
        execution.ending.failure().map(|failure| (failure.fault, failure.span.line)),
        Some((Fault::OutOfBounds, 7))
    );
    assert_eq!(execution.global_scalar("x"), Some(9));
}

/// Two heap blocks of 2 and 3 cells, as the front end makes them.
#[test]
fn instances_have_their_own_extents_and_contents() {
    let mut s = Sketch::new();
    let long = IntTy::OFFSET;
    let len = s.global_array("heap.len", long, &[Dim::Unbounded], Contents::Zero);
    let heap = s.global_array("heap", INT, &[Dim::Unbounded, Dim::PerInstance(len)], Contents::Undefined);
    let (inst, off, x) = (s.global("inst", INT, 0), s.global("off", INT, 0), s.global("x", INT, 0));
    for (number, size, value) in [(0, 2, 50), (1, 3, 60)] {
        let (at, size, value) = (s.int(INT, number), s.int(long, size), s.int(INT, value));
        s.store(len, &[at], size);
        s.step(Op::Fill { array: heap, prefix: Box::new([at]), value });
    }
    s.input(inst);
    s.input(off);
    let at = [s.var(inst), s.var(off)];
    let cell = s.read(heap, &at);
    s.assign(x, cell);
    let program = s.finish();
    assert_eq!(globals(&program, &[0, 1], &["x"]), [50]);
    assert_eq!(globals(&program, &[1, 2], &["x"]), [60]);
    for outside in [[0, 2], [1, 3], [2, 0], [-1, 0]] {
        let ending = run_once(&program, &mut InputList::new(outside, WhenExhausted::Stop));
        assert_eq!(fault(&ending), Some(Fault::OutOfBounds), "{outside:?}");
    }
}

#[test]
fn filling_part_of_a_matrix_leaves_the_rest() {
    let mut s = Sketch::new();
    let m = s.global_array("m", INT, &[Dim::Const(3), Dim::Const(2)], Contents::Values(Box::new([1; 6])));
    let (one, nine) = (s.int(INT, 1), s.int(INT, 9));
    s.step(Op::Fill { array: m, prefix: Box::new([one]), value: nine });
    let program = s.finish();
    let interpreter = Interpreter::new(&program, Options::default());
    let execution = interpreter.run(&mut InputList::zeros(), &Limits::default());
    assert_eq!(execution.global_array("m"), Some(vec![1, 1, 9, 9, 1, 1]));
}

/// Values are the numbers of the questions; arrays are filled with a default and one cell.
struct Counting {
    next: i128,
    asked: Vec<String>,
}

impl Inputs for Counting {
    fn value(&mut self, request: &ValueRequest) -> Option<i128> {
        self.next += 1;
        self.asked.push(format!("{:?} {}", request.source, request.ty));
        Some(self.next)
    }

    fn fill(&mut self, request: &FillRequest) -> Option<Fill> {
        self.next += 1;
        self.asked.push(format!("{:?} {:?} {}", request.source, request.extents, request.ty));
        Some(Fill { default: self.next, cells: vec![([1].into(), -1), ([7].into(), -1)] })
    }
}

fn asks_for_everything() -> Program {
    let mut s = Sketch::new();
    let a = s.global_array("a", INT, &[Dim::Const(3)], Contents::Undefined);
    let (x, y) = (s.global("x", INT, 0), s.global("y", UCHAR, 0));
    s.step(Op::Havoc { var: x, source: Source::Uninitialised });
    s.step(Op::Havoc { var: y, source: Source::Unmodelled("float".into()) });
    let first = s.global_array("b", INT, &[Dim::Const(2)], Contents::Zero);
    s.step(Op::HavocArray { array: first, prefix: Box::new([]), source: Source::External("read".into()) });
    let (zero, value) = (s.int(INT, 0), s.var(x));
    s.store(a, &[zero], value);
    s.finish()
}

#[test]
fn every_arbitrary_value_is_asked_for() {
    let program = asks_for_everything();
    let interpreter = Interpreter::new(&program, Options::default());
    let mut inputs = Counting { next: 0, asked: vec![] };
    let execution = interpreter.run(&mut inputs, &Limits::default());
    assert_eq!(execution.global_array("a"), Some(vec![2, -1, 1]));
    assert_eq!(execution.global_array("b"), Some(vec![4, -1]));
    assert_eq!(execution.global_scalar("y"), Some(3));
    let expected = [
        "Uninitialised [Some(3)] i32",
        "Uninitialised i32",
        "Unmodelled(\"float\") u8",
        "External(\"read\") [Some(2)] i32",
    ];
    assert_eq!(inputs.asked, expected);
    let unmodelled = execution.unmodelled();
    assert_eq!(unmodelled.len(), 1);
    assert!(matches!(program.edge(unmodelled[0]).op, Op::Havoc { source: Source::Unmodelled(_), .. }));
    assert_eq!(execution.chosen_at().len(), 3);
}

#[test]
fn a_recorded_execution_can_be_repeated() {
    let program = asks_for_everything();
    let interpreter = Interpreter::new(&program, Options::default());
    let mut recorder = Recorder::new(Counting { next: 0, asked: vec![] });
    let first = interpreter.run(&mut recorder, &Limits::default());
    let choices = recorder.into_choices();
    assert_eq!(choices.len(), 4);
    let second = interpreter.run(&mut Replay::new(&choices), &Limits::default());
    assert_eq!((&first.ending, first.steps), (&second.ending, second.steps));
    assert_eq!(first.global_array("a"), second.global_array("a"));
    let first_two: Choices = choices.iter().take(2).cloned().collect();
    let short = interpreter.run(&mut Replay::new(&first_two), &Limits::default());
    assert!(matches!(short.ending, Ending::InputsExhausted(Some(_))));
    let swapped = Choices::from_iter([Choice::Value(1)]);
    let wrong = interpreter.run(&mut Replay::new(&swapped), &Limits::default());
    assert_eq!(wrong.ending, Ending::InputsExhausted(None));
}

#[test]
fn a_list_serves_inputs_only() {
    let mut s = Sketch::new();
    let (x, y, z) = (s.global("x", INT, 5), s.global("y", UCHAR, 0), s.global("z", INT, 0));
    s.step(Op::Havoc { var: x, source: Source::Uninitialised });
    s.input(y);
    s.step(Op::Havoc { var: z, source: Source::External("f".into()) });
    let program = s.finish();
    assert_eq!(globals(&program, &[300, 7], &["x", "y", "z"]), [0, 44, 7]);
    let interpreter = Interpreter::new(&program, Options::default());
    let mut list = InputList::new([300], WhenExhausted::Stop);
    let execution = interpreter.run(&mut list, &Limits::default());
    assert!(matches!(execution.ending, Ending::InputsExhausted(Some(_))));
    assert_eq!(execution.steps, 3);
}

#[test]
fn every_ending_is_named() {
    let end_with = |kind: LocKind| {
        let mut s = Sketch::new();
        s.end(kind);
        run_once(&s.finish(), &mut InputList::zeros())
    };
    assert!(matches!(end_with(LocKind::Halt), Ending::Halted(_)));
    let unsupported = end_with(LocKind::Unsupported { what: "asm".into() });
    assert!(matches!(unsupported, Ending::Unsupported { what, span, .. } if &*what == "asm" && span.line == 2));
    let error = end_with(LocKind::Error { fault: Fault::ErrorCall, note: "here".into() });
    let failure = error.failure().unwrap();
    assert_eq!((failure.fault, &*failure.note, failure.span.line), (Fault::ErrorCall, "here", 2));
    let mut s = Sketch::new();
    let x = s.local("x", INT);
    s.input(x);
    let condition = s.test(CmpOp::Lt, x, 0);
    s.assume(condition);
    let program = s.finish();
    assert!(matches!(run_once(&program, &mut InputList::zeros()), Ending::Blocked(_)));
    let negative = &mut InputList::new([-1], WhenExhausted::Stop);
    assert_eq!(run_once(&program, negative), Ending::Finished(vec![]));
}

#[test]
fn halting_inside_calls_ends_everything() {
    let mut s = Sketch::new();
    let f = s.declare("f", &[], &[]);
    s.define(f, |s, _| s.end(LocKind::Halt));
    s.call(f, &[], &[]);
    s.end(LocKind::Error { fault: Fault::ErrorCall, note: "".into() });
    assert!(matches!(run_once(&s.finish(), &mut InputList::zeros()), Ending::Halted(_)));
}

fn endless() -> Program {
    let mut s = Sketch::new();
    let yes = s.builder.exprs.bool(true);
    s.repeat_while(yes, |s| s.step(Op::Skip));
    s.finish()
}

#[test]
fn limits_end_endless_executions() {
    let program = endless();
    let interpreter = Interpreter::new(&program, Options::default());
    let execution = interpreter.run(&mut InputList::zeros(), &Limits { steps: 1001, ..Limits::default() });
    assert_eq!((&execution.ending, execution.steps <= 1001), (&Ending::StepLimit, true));
    assert!(execution.steps > 990);
    let cancel = AtomicBool::new(true);
    let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
    assert_eq!(interpreter.run(&mut InputList::zeros(), &limits).ending, Ending::Interrupted);
    let limits = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    assert_eq!(interpreter.run(&mut InputList::zeros(), &limits).ending, Ending::Interrupted);
}

/// `int sum(int n) { int a[3]; a[1] = n; return n == 0 ? 0 : a[1] + sum(n - 1); }`
fn recursive(depth: i128) -> Program {
    let mut s = Sketch::new();
    let long = IntTy::signed(64);
    let sum = s.declare("sum", &[("n", long)], &[("result", long)]);
    s.define(sum, |s, params| {
        let n = params[0];
        let a = s.local_array("a", long, &[Dim::Const(3)], Contents::Zero);
        let rest = s.local("rest", long);
        let (one, value) = (s.int(INT, 1), s.var(n));
        s.store(a, &[one], value);
        let zero = s.test(CmpOp::Eq, n, 0);
        s.choose(
            zero,
            |s| {
                let none = s.int(long, 0);
                s.ret(&[none]);
            },
            |_| {},
        );
        let less = s.with(BinOp::Sub, n, 1);
        s.call(sum, &[less], &[rest]);
        let (cell, rest) = (s.read(a, &[one]), s.var(rest));
        let total = s.binary(BinOp::Add, cell, rest);
        s.ret(&[total]);
    });
    let result = s.global("result", long, 0);
    let start = s.int(long, depth);
    s.call(sum, &[start], &[result]);
    s.finish()
}

#[test]
fn a_million_frames_with_arrays_of_their_own() {
    let program = recursive(1_000_000);
    let interpreter = Interpreter::new(&program, Options::default());
    let execution = interpreter.run(&mut InputList::zeros(), &Limits::default());
    assert_eq!(execution.ending, Ending::Finished(vec![]));
    assert_eq!(execution.global_scalar("result"), Some(1_000_000 * 1_000_001 / 2));
    assert_eq!(execution.depth, 1_000_001);
    let limits = Limits { depth: 1000, ..Limits::default() };
    assert_eq!(interpreter.run(&mut InputList::zeros(), &limits).ending, Ending::CallDepth);
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    assert_eq!(interpreter.run(&mut InputList::zeros(), &limits).ending, Ending::OutOfMemory);
}

#[test]
fn the_entry_procedure_returns_its_results() {
    let mut s = Sketch::new();
    let result = s.var_in(Some(s.proc), "result", INT, Role::Hidden, 0);
    s.builder.procs[0].results = Box::new([result]);
    let value = s.int(INT, -3);
    s.ret(&[value]);
    assert_eq!(run_once(&s.finish(), &mut InputList::zeros()), Ending::Finished(vec![(-3).into()]));
}

#[test]
fn a_billion_cells_cost_what_is_touched() {
    let mut s = Sketch::new();
    let long = IntTy::signed(64);
    let a = s.global_array("a", INT, &[Dim::Const(1_000_000_000)], Contents::Undefined);
    let (i, sum) = (s.global("i", long, 0), s.global("sum", INT, 0));
    let more = s.test(CmpOp::Lt, i, 1_000_000_000);
    s.repeat_while(more, |s| {
        let (at, one, total) = (s.var(i), s.int(INT, 1), s.var(sum));
        s.store(a, &[at], one);
        let cell = s.read(a, &[at]);
        let next = s.binary(BinOp::Add, total, cell);
        s.assign(sum, next);
        s.update(BinOp::Add, i, 999_983);
    });
    let program = s.finish();
    let interpreter = Interpreter::new(&program, Options::default());
    let limits = Limits { memory: 8 << 20, ..Limits::default() };
    let execution = interpreter.run(&mut InputList::zeros(), &limits);
    assert_eq!(execution.ending, Ending::Finished(vec![]));
    assert_eq!(execution.global_scalar("sum"), Some(1001));
}

#[test]
fn integers_are_unbounded_if_asked_for() {
    let mut s = Sketch::new();
    let (x, y) = (s.global("x", INT, INT.max()), s.global("y", UCHAR, 0));
    s.update(BinOp::Add, x, 1);
    s.update(BinOp::Sub, y, 1);
    let program = s.finish();
    let integers = Options { numbers: Numbers::Integer, ..Options::default() };
    let interpreter = Interpreter::new(&program, integers);
    let execution = interpreter.run(&mut InputList::zeros(), &Limits::default());
    assert_eq!(execution.global_scalar("x"), Some(INT.max() + 1));
    assert_eq!(execution.global_scalar("y"), Some(-1));
    let mut s = Sketch::new();
    let x = s.global("x", INT, 3);
    let yes = s.builder.exprs.bool(true);
    s.repeat_while(yes, |s| {
        let value = s.var(x);
        let square = s.binary(BinOp::Mul, value, value);
        s.assign(x, square);
    });
    let program = s.finish();
    let interpreter = Interpreter::new(&program, integers);
    let execution = interpreter.run(&mut InputList::zeros(), &Limits::default());
    assert!(matches!(execution.ending, Ending::NumberTooLarge(_)));
}

#[test]
fn steps_are_edges_that_were_taken() {
    let mut s = Sketch::new();
    let (x, y) = (s.global("x", INT, 0), s.global("y", INT, 0));
    s.set(y, 1);
    s.input(x);
    let (one, value) = (s.int(INT, 1), s.var(x));
    let quotient = s.binary(BinOp::Div, one, value);
    s.assign(y, quotient);
    s.set(y, 2);
    let program = s.finish();
    let interpreter = Interpreter::new(&program, Options::default());
    let fails = interpreter.run(&mut InputList::zeros(), &Limits::default());
    assert_eq!((fault(&fails.ending), fails.steps), (Some(Fault::DivisionByZero), 3));
    assert_eq!(fails.covered_edges().len(), 3);
    let mut one = InputList::new([1], WhenExhausted::Stop);
    let finishes = interpreter.run(&mut one, &Limits::default());
    assert_eq!((finishes.steps, finishes.covered_edges().len()), (5, 5));
}

#[test]
fn deep_expressions_need_no_stack() {
    let mut s = Sketch::new();
    let x = s.global("x", IntTy::signed(64), 1);
    let one = s.int(IntTy::signed(64), 1);
    let mut sum = s.var(x);
    for _ in 0..100_000 {
        sum = s.binary(BinOp::Add, sum, one);
    }
    s.assign(x, sum);
    assert_eq!(globals(&s.finish(), &[], &["x"]), [100_001]);
}

#[test]
fn shared_subexpressions_are_computed_once() {
    // x + x, doubled sixty times: a tree of 2^60 leaves.
    let mut s = Sketch::new();
    let x = s.global("x", ULONG, 1);
    let mut sum = s.var(x);
    for _ in 0..60 {
        sum = s.binary(BinOp::Add, sum, sum);
    }
    s.assign(x, sum);
    assert_eq!(globals(&s.finish(), &[], &["x"]), [1 << 60]);
}
