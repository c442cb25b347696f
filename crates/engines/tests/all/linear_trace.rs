//! Errors that the linear engine finds become executions that are replayed on the program as read.
//!
//! Every program is checked with loops in closed form and without; both must give a trace, and the trace is executed once
//! more here.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heureka_engines::engine::Arithmetic;
use heureka_engines::linear::{Linear, Options};
use heureka_engines::{Context, Engine, Outcome, StopReason, Task};
use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::interpret::{Interpreter, Limits};
use heureka_ir::{Program, Property, Trace};

const DECLARATIONS: &str = "
    extern int input(void);
    extern unsigned __VERIFIER_nondet_uint(void);
    extern unsigned char __VERIFIER_nondet_uchar(void);
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
";

fn read(text: &str) -> Program {
    let text = format!("{DECLARATIONS}{text}").replace("input()", "__VERIFIER_nondet_int()");
    let source = Source::from_text("test.c", text);
    read_source(&source, &ReadOptions::default()).expect("a program").program
}

fn run(program: &Program, numbers: Arithmetic, options: Options) -> Outcome {
    let properties = BTreeSet::from([Property::Unreach]);
    let task = Task { numbers, ..Task::new(program, &properties) };
    let cancel = AtomicBool::new(false);
    let mut cx = Context::new(&cancel);
    cx.deadline = Some(Instant::now() + Duration::from_secs(60));
    let outcome = Linear { options }.run(&task, &mut cx).expect("no internal error");
    if let Outcome::Unsafe(trace) = &outcome {
        let interpreter = Interpreter::new(program, task.interpreter_options());
        trace.replay(&interpreter, &Limits::default()).expect("the trace leads to the failure");
    }
    outcome
}

fn options(accelerate: bool) -> Options {
    Options { accelerate, ..Options::default() }
}

/// The values that the engine chose, with loops in closed form and without.
fn errors(text: &str) -> [Vec<i128>; 2] {
    let program = read(text);
    [true, false].map(|accelerate| match run(&program, Arithmetic::Machine, options(accelerate)) {
        Outcome::Unsafe(trace) => values(&trace),
        other => panic!("{text}\n is unsafe, but the answer (accelerate: {accelerate}) is {}", show(&program, &other)),
    })
}

fn error(text: &str, expected: &[i128]) {
    for found in errors(text) {
        assert_eq!(found, expected, "{text}");
    }
}

fn values(trace: &Trace) -> Vec<i128> {
    trace.values().map(|value| value.whole().expect("an integer")).collect()
}

fn show(program: &Program, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Safe(_) => "safe".to_owned(),
        Outcome::Unsafe(trace) => format!("unsafe by {:?}", values(trace)),
        Outcome::Unknown(reason) => reason.describe(&program.files),
    }
}

/// The reason why there is no verdict.
fn unknown(text: &str, numbers: Arithmetic) -> String {
    let program = read(text);
    match run(&program, numbers, options(true)) {
        Outcome::Unknown(StopReason::Inconclusive(reason)) => reason,
        other => panic!("{text}\n cannot be decided, but the answer is {}", show(&program, &other)),
    }
}

#[test]
fn inputs_in_a_row() {
    error(
        "int main() { int x = input(); int y = input(); if (x == 7 && y == x + 5) reach_error(); return 0; }",
        &[7, 12],
    );
}

#[test]
fn a_value_that_is_overwritten_does_not_matter() {
    let text = "int main() { int x = input(); int y = x; x = input(); if (x > 10 && x < 12) reach_error(); return y; }";
    for found in errors(text) {
        assert_eq!(found[1], 11);
    }
}

#[test]
fn a_loop_wants_a_sequence_of_inputs() {
    let text = "int main() {
        int state = 0;
        for (int i = 0; i < 4; i++) {
            int x = input();
            if (state == 0 && x == 5) state = 1;
            else if (state == 1 && x == -3) state = 2;
            else if (state == 2 && x == 100) state = 3;
            else if (state == 3 && x == 9) reach_error();
            else return 0;
        }
        return 0;
    }";
    error(text, &[5, -3, 100, 9]);
}

#[test]
fn inputs_in_the_rounds_of_a_loop_add_up() {
    let text = "int main() {
        int up = 0, down = 0;
        for (int i = 0; i < 30; i++) { int x = input(); if (x > 0) up++; else down++; }
        if (up == 17) reach_error();
        return down;
    }";
    for found in errors(text) {
        assert_eq!(found.len(), 30);
        assert_eq!(found.iter().filter(|value| **value > 0).count(), 17);
    }
}

#[test]
fn a_loop_takes_as_many_rounds_as_the_error_needs() {
    let text = "int main() {
        int n = 0;
        while (input() != 0) { n = n + 3; if (n > 100) return 0; }
        if (n == 60) reach_error();
        return 0;
    }";
    for found in errors(text) {
        assert_eq!(found.len(), 21);
        assert_eq!(found.iter().position(|value| *value == 0), Some(20));
    }
}

#[test]
fn what_is_dead_at_a_loop_stays_open() {
    // x is 5 when the loop is entered, and nobody reads that.
    let text = "int main() {
        int x = 5; int n = input();
        if (x != n) return 0;
        for (int i = 0; i < n; i++) { x = input(); if (x < i) return 0; }
        if (x == 77) reach_error();
        return 0;
    }";
    for found in errors(text) {
        assert_eq!((found.len(), found[0], found[5]), (6, 5, 77));
    }
}

#[test]
fn nested_loops_with_inputs() {
    let text = "int main() {
        int n = 0;
        for (int i = 0; i < 3; i++) {
            int x = input();
            for (int k = 0; k < 4; k++) { if (input() == 1) n = n + 1; }
            if (x == 8) n = n + 100;
        }
        if (n == 205) reach_error();
        return 0;
    }";
    for found in errors(text) {
        assert_eq!(found.len(), 15);
        let outer = found.chunks(5).filter(|chunk| chunk[0] == 8).count();
        let inner = found.chunks(5).flat_map(|chunk| &chunk[1..]).filter(|value| **value == 1).count();
        assert_eq!((outer, inner), (2, 5));
    }
}

#[test]
fn inputs_in_callees() {
    let text = "
        int get(int low) { int x = input(); if (x < low) return low; return x; }
        int main() { int a = get(3); int b = get(a + 1); if (a == 3 && b == 77) reach_error(); return 0; }";
    for found in errors(text) {
        assert!(found[0] <= 3 && found[1] == 77);
    }
}

#[test]
fn calls_in_the_rounds_of_a_loop() {
    let text = "
        int get(int k) { int x = input(); if (x == k) return 1; return 0; }
        int main() {
            int hits = 0;
            for (int i = 0; i < 6; i++) hits = hits + get(i);
            if (hits == 6) reach_error();
            return 0;
        }";
    error(text, &[0, 1, 2, 3, 4, 5]);
}

#[test]
fn inputs_in_a_callee_that_its_result_does_not_tell() {
    // The result says nothing of the argument, so the callee's summary does not either.
    let text = "
        int hit(int n) { int x = input(); if (x == n) return 1; return 0; }
        int main() { int a = input(); if (a < 5) return 0; if (a > 5) return 0; if (hit(a)) reach_error(); return 0; }";
    error(text, &[5, 5]);
}

#[test]
fn recursion_with_an_input_at_each_level() {
    let text = "
        int sum(int n) { if (n == 0) return 0; int x = input(); if (x < 0 || x > n) return 0; return x + sum(n - 1); }
        int main() { if (sum(4) == 10) reach_error(); return 0; }";
    error(text, &[4, 3, 2, 1]);
}

#[test]
fn an_error_in_a_callee_that_is_called_from_a_loop() {
    let text = "
        int seen = 0;
        void step(int x) { if (x == seen + 2) seen = x; if (seen == 8) reach_error(); }
        int main() { for (int i = 0; i < 4; i++) step(input()); return 0; }";
    error(text, &[2, 4, 6, 8]);
}

#[test]
fn an_error_deep_in_recursion() {
    let text = "
        void down(int n, int code) {
            int x = input();
            if (x != n) return;
            if (n == 0) { if (code == 12) reach_error(); return; }
            down(n - 1, code + n);
        }
        int main() { down(4, input()); return 0; }";
    error(text, &[2, 4, 3, 2, 1, 0]);
}

#[test]
fn two_calls_share_a_summary() {
    let text = "
        int g;
        int pick(int a) { int x = input(); if (x == 1) { g = g + 1; return a; } return a + 10; }
        int main() { int r = pick(1) + pick(1); if (r == 12 && g == 1) reach_error(); return 0; }";
    for found in errors(text) {
        assert_eq!(found.iter().filter(|value| **value == 1).count(), 1);
    }
}

#[test]
fn mutual_recursion() {
    let text = "
        int odd(int n);
        int even(int n) { if (n == 0) return 1; if (input() == n) return odd(n - 1); return 0; }
        int odd(int n) { if (n == 0) return 0; if (input() == -n) return even(n - 1); return 0; }
        int main() { if (even(6)) reach_error(); return 0; }";
    error(text, &[6, -5, 4, -3, 2, -1]);
}

#[test]
fn unsigned_numbers_wrap() {
    let text = "int main() {
        unsigned x = __VERIFIER_nondet_uint();
        if (x > 100 && x + 10 == 4) reach_error();
        return 0;
    }";
    error(text, &[4294967290]);
    let text = "int main() {
        unsigned char c = __VERIFIER_nondet_uchar();
        unsigned char d = c * 3;
        if (d == 1) reach_error();
        return 0;
    }";
    error(text, &[171]);
}

#[test]
fn quotients_and_remainders() {
    let text = "int main() { int x = input(); if (x / 7 == -6 && x % 7 == -5) reach_error(); return 0; }";
    error(text, &[-47]);
    let text = "int main() { int x = input(); int y = x / 3; x = 0; if (y == 5) reach_error(); return 0; }";
    for found in errors(text) {
        assert_eq!(found[0] / 3, 5);
    }
}

#[test]
fn uninitialised_variables_are_chosen_too() {
    let text = "int main() { int x; int y = input(); if (x == y + 1 && y == 41) reach_error(); return 0; }";
    for found in errors(text) {
        assert_eq!(found, [42, 41]);
    }
}

#[test]
fn what_the_slice_leaves_out_is_filled_in() {
    let text = "int main() {
        int noise = 0;
        for (int i = 0; i < 5; i++) noise = noise + input() % 10;
        int x = input();
        if (x == 3) reach_error();
        return noise;
    }";
    for found in errors(text) {
        assert_eq!(found.last(), Some(&3));
    }
}

#[test]
fn a_product_may_be_lucky() {
    // x * y is anything for the constraints; the replay decides.
    let text = "int main() { int x = input(); int y = input(); if (x * y == 0) reach_error(); return 0; }";
    errors(text);
}

#[test]
fn other_values_are_tried_where_a_product_is_not_lucky() {
    let text = "int main() {
        int x = input(); int y = input();
        if (x < 0 || x > 10 || y < 0 || y > 10) return 0;
        if (x * y > 95) reach_error();
        return 0;
    }";
    for found in errors(text) {
        assert!(found[0] * found[1] > 95);
    }
}

#[test]
fn a_product_in_a_callee_without_inputs_is_blamed() {
    let text = "
        int square(int x) { return x * x; }
        int main() { int x = input(); if (square(x) == 3) reach_error(); return 0; }";
    let reason = unknown(text, Arithmetic::Integer);
    assert!(reason.contains("product"), "{reason}");
}

#[test]
fn a_spurious_error_names_the_product() {
    let text =
        "int main() { int x = input(); int y = input(); int z = x * x + y * y; if (z == 3) reach_error(); return 0; }";
    let reason = unknown(text, Arithmetic::Integer);
    assert!(reason.contains("test.c") && reason.contains("product"), "{reason}");
}

#[test]
fn integers_without_limits() {
    let program = read("int main() { int x = input(); int y = x + x; if (y == 6000000000) reach_error(); return 0; }");
    let Outcome::Unsafe(trace) = run(&program, Arithmetic::Integer, options(true)) else { panic!("an error") };
    assert_eq!(values(&trace), [3_000_000_000]);
}

#[test]
fn executions_over_the_reals() {
    let program =
        read("int main() { int x = input(); int y = input(); if (2 * x == y && y > 4) reach_error(); return 0; }");
    let Outcome::Unsafe(trace) = run(&program, Arithmetic::Real, options(true)) else { panic!("an error") };
    let values = values(&trace);
    assert!(2 * values[0] == values[1] && values[1] > 4);
    let program =
        read("int main() { int x = input(); int y = 6 * x; x = 0; if (y > 7 && y < 13) reach_error(); return x; }");
    assert!(matches!(run(&program, Arithmetic::Real, options(true)), Outcome::Unsafe(_)));
}

/// What the engine chooses over ℝ, as text.
fn chosen_reals(text: &str) -> Vec<String> {
    let program = read(text);
    match run(&program, Arithmetic::Real, options(true)) {
        Outcome::Unsafe(trace) => trace.values().map(|value| value.to_string()).collect(),
        other => panic!("{text}\n is unsafe over ℝ, but the answer is {}", show(&program, &other)),
    }
}

#[test]
fn executions_with_fractions() {
    assert_eq!(chosen_reals("int main() { int x = input(); if (2 * x == 1) reach_error(); return 0; }"), ["1/2"]);
    // A quotient is exact, also where it is computed on the way.
    let halves = "int main() { int x = input(); int y = x / 2; if (y > 0 && x < 1) reach_error(); return y; }";
    assert_eq!(chosen_reals(halves).len(), 1);
    // Between 1/3 and 1/2 through a call, a global and rounds of a loop.
    let text = "
        int g;
        int third(int v) { return v / 3; }
        int main() {
            int x = input();
            int i = 0;
            while (i < 4) { g = g + x; i = i + 1; }
            if (third(g) < x + 1 && 3 * x > 1 && 2 * x < 1) reach_error();
            return 0;
        }";
    let chosen = chosen_reals(text);
    assert!(chosen[0].contains('/'), "{chosen:?}");
    // Different fractions that depend on each other.
    let text = "int main() { int x = input(); int y = input();
        if (3 * x == 1 && 7 * y == 1 + x) reach_error(); return 0; }";
    assert_eq!(chosen_reals(text), ["1/3", "4/21"]);
}

#[test]
fn operations_that_need_whole_numbers() {
    // A whole number is as good as over ℤ,
    let even = "int main() { int x = input(); if (x % 2 == 1 && x > 6) reach_error(); return 0; }";
    assert_eq!(chosen_reals(even), ["7"]);
    // and for others the operation is named.
    let text = "int main() { int x = input(); int y = x & 1; if (2 * x == 1 && y == 0) reach_error(); return 0; }";
    let program = read(text);
    let reason = show(&program, &run(&program, Arithmetic::Real, options(true)));
    assert!(reason.contains("`&` of a number that is not whole"), "{reason}");
    let text = "int main() { int x = input(); if (2 * x == 1 && x % 3 == 0) reach_error(); return 0; }";
    let program = read(text);
    let reason = show(&program, &run(&program, Arithmetic::Real, options(true)));
    assert!(reason.contains("`%` of a number that is not whole"), "{reason}");
    // Rounding is not of ℝ.
    let text = "int main() { int x = 1; x = x / 2; if (x == 0) reach_error(); return 0; }";
    assert!(matches!(run(&read(text), Arithmetic::Real, options(true)), Outcome::Safe(_)));
}

#[test]
fn a_long_execution() {
    let text = "int main() {
        int n = 0;
        for (int i = 0; i < 10000; i++) { if (input() == i) n = n + 1; else return 0; }
        if (n == 10000) reach_error();
        return 0;
    }";
    let expected: Vec<i128> = (0..10_000).collect();
    error(text, &expected);
}

#[test]
fn calls_nested_deeply() {
    let text = "
        int down(int n) { if (n == 0) return 0; if (input() != n) return -1; int r = down(n - 1); return r < 0 ? r : r + 1; }
        int main() { if (down(5000) == 5000) reach_error(); return 0; }";
    let expected: Vec<i128> = (1..=5000).rev().collect();
    error(text, &expected);
}

#[test]
fn calls_without_choices_are_not_walked() {
    // A million calls, but each procedure has one summary edge.
    let mut text = String::from("int f0(int x) { return x + 1; }\n");
    for level in 1..=20 {
        let below = level - 1;
        let body = format!("int y = f{below}(x); int z = f{below}(x); return y - z + x + 1;");
        writeln!(text, "int f{level}(int x) {{ {body} }}").expect("text");
    }
    text.push_str("int main() { int x = input(); if (x == 3 && f20(3) == x + 1) reach_error(); return 0; }");
    error(&text, &[3]);
}
