//! Specifications in comments mean what SIL means by them: the C that they become, executed on all small states, against the
//! evaluation of the formula (`heureka_sil::State`).

use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::interpret::{Fill, FillRequest, Inputs, Interpreter, Limits, Options, ValueRequest};
use heureka_ir::{Fault, Program};
use heureka_sil::{Formula, State, acsl};

/// Closed formulas over the arrays a and b of one length, and the numbers n and x.
const FORMULAS: &[&str] = &[
    r"\forall integer i; 0 <= i < n ==> a[i] == x",
    r"\forall integer i; 0 <= i < n ==> a[i] <= a[i + 1]",
    r"\forall integer i; 0 <= i <= n ==> a[i - 1] != b[i]",
    r"\forall integer i; -1 <= i < 5 ==> a[i] < b[i + 1] + 1",
    r"(\forall integer i; 0 <= i < n ==> a[i] >= 0) && n <= 2",
    r"n > 1 ==> (\forall integer i; 0 <= i < n ==> b[i] <= x)",
    r"x == 1 || (\forall integer i; n <= i < 3 ==> a[i] == b[i])",
    r"!(\forall integer i; 0 <= i < n ==> a[i] == 0)",
    r"0 <= x < n <= 2",
    r"n + x != 2 && !(x == 0)",
    r"x > 0 <==> n > 0",
];

fn read(text: &str) -> Program {
    read_source(&Source::from_text("test.c", text), &ReadOptions::default()).expect("a program").program
}

/// Values for numbers in the order in which they are asked for, and contents for arrays.
struct Script<'s> {
    values: std::slice::Iter<'s, i128>,
    /// Arrays are asked for when the program starts, and again where they are declared.
    fills: std::iter::Cycle<std::slice::Iter<'s, Vec<i64>>>,
}

impl Inputs for Script<'_> {
    fn value(&mut self, _: &ValueRequest) -> Option<i128> {
        self.values.next().copied()
    }

    fn fill(&mut self, _: &FillRequest) -> Option<Fill> {
        let cells = self.fills.next()?.iter().enumerate();
        let cells = cells.map(|(at, value)| (vec![at as u64].into_boxed_slice(), i128::from(*value))).collect();
        Some(Fill { default: 0, cells })
    }
}

/// Whether an execution with these answers fails an assertion.
fn fails(interpreter: &Interpreter, values: &[i128], fills: &[Vec<i64>]) -> bool {
    let script = Script { values: values.iter(), fills: fills.iter().cycle() };
    let execution = interpreter.run(&mut { script }, &Limits::default());
    execution.ending.failure().is_some_and(|failure| failure.fault == Fault::Assertion)
}

fn arrays(length: usize) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        all = all.iter().flat_map(|cells: &Vec<i64>| (-1..=1).map(move |v| [&cells[..], &[v]].concat())).collect();
    }
    all
}

/// All small states: a, b, n, x.
fn states() -> Vec<(Vec<i64>, Vec<i64>, i64, i64)> {
    let mut states = Vec::new();
    for length in 1..=2 {
        for a in arrays(length) {
            for b in arrays(length) {
                for (n, x) in [(0, 0), (1, 1), (2, 0), (2, 1), (3, -1)] {
                    states.push((a.clone(), b.clone(), n, x));
                }
            }
        }
    }
    states
}

fn holds(formula: &Formula, a: &[i64], b: &[i64], n: i64, x: i64) -> bool {
    let state = State::new().with_array("a", a).with_array("b", b).with_scalar("n", n).with_scalar("x", x);
    state.satisfies(&formula.body)
}

/// A contract over a and b: `ensures` is what a function that does nothing must keep, `requires` what it may rely on.
fn contract(clauses: &str) -> Program {
    read(&format!("/*@ {clauses} */\nvoid f(int *a, int *b, int n, int x) {{ }}\n"))
}

#[test]
fn ensures_fails_exactly_where_the_formula_does_not_hold() {
    for text in FORMULAS {
        let formula = acsl::parse(text).expect("a formula");
        let program = contract(&format!("ensures {text};"));
        let interpreter = Interpreter::new(&program, Options::default());
        for (a, b, n, x) in states() {
            // The length, n and x; then an index, or several.
            let index = -2..=5;
            let start = [a.len() as i128, i128::from(n), i128::from(x)];
            let found = index.into_iter().any(|i| {
                let values: Vec<i128> = start.iter().copied().chain([i; 4]).collect();
                fails(&interpreter, &values, &[a.clone(), b.clone()])
            });
            assert_eq!(found, !holds(&formula, &a, &b, n, x), "{text}: a = {a:?}, b = {b:?}, n = {n}, x = {x}");
        }
    }
}

#[test]
fn requires_lets_exactly_those_states_through_that_satisfy_it() {
    for text in FORMULAS {
        let formula = acsl::parse(text).expect("a formula");
        let program = contract(&format!(r"requires {text}; ensures \false;"));
        let interpreter = Interpreter::new(&program, Options::default());
        for (a, b, n, x) in states() {
            let start = [a.len() as i128, i128::from(n), i128::from(x)];
            let found = (-2..=5).any(|i| {
                let values: Vec<i128> = start.iter().copied().chain([i; 4]).collect();
                fails(&interpreter, &values, &[a.clone(), b.clone()])
            });
            assert_eq!(found, holds(&formula, &a, &b, n, x), "{text}: a = {a:?}, b = {b:?}, n = {n}, x = {x}");
        }
    }
}

#[test]
fn old_values_are_those_from_before_the_call() {
    let text = r"/*@ ensures \forall integer i; 0 <= i < \length(a) ==> a[i] == \old(a[i]) + \old(g); ensures g == \old(g) + 1; */
        void f(int *a, int n) { a[0] = a[0] + g; g++; }";
    let program = read(&format!("int g;\n{text}"));
    let interpreter = Interpreter::new(&program, Options::default());
    let run = |g: i128, index: i128| fails(&interpreter, &[g, 2, 0, index, index], &[vec![4, 5], vec![0, 0]]);
    // The first cell grows by g, the second stays: that is right for g = 0 only.
    assert!(!run(0, 0) && !run(0, 1) && !run(3, 0) && run(3, 1));
}

#[test]
fn what_is_refused_is_named_with_its_place() {
    let complaint = |text: &str| {
        let source = Source::from_text("test.c", text);
        let diagnostics = read_source(&source, &ReadOptions::default()).expect_err("an error");
        let first = &diagnostics.list[0];
        (first.message.clone(), first.span.line, first.span.column)
    };
    let cases = [
        ("/*@ behavior b: ensures x == 1; */\nvoid f(int x) { }\n", "`behavior`", 1, 5),
        ("/*@ requires \\result == 1; */\nint f(int x) { return x; }\n", "`\\result`", 1, 14),
        ("/*@ ensures\n  @ sorted(x); */\nint f(int x) { return x; }\n", "a call", 2, 5),
        (
            "int main(void) {\n  int x = 0;\n  if (x)\n    //@ assert x;\n    x = 1;\n  return x;\n}\n",
            "body of `if`",
            4,
            9,
        ),
        ("/*@ requires \\forall integer i; a[i] == 0; */\nvoid f(int *a) { }\n", "needs a range", 1, 14),
        ("/*@ requires n > 0; */\nint x;\n", "no function follows", 1, 5),
        ("/*@ requires *p > 0; */\nvoid f(int **p) { }\n", "integers or arrays", 2, 8),
        ("int main(void) {\n  //@ assert nothing == 1;\n  return 0;\n}\n", "nothing", 2, 14),
        ("int main(void) {\n  unsigned long x = 1;\n  //@ assert x == 1;\n  return 0;\n}\n", "unsigned long", 3, 14),
        ("int main(void) {\n  //@ assert 1 == ;\n  return 0;\n}\n", "expected a formula", 2, 19),
    ];
    for (text, part, line, column) in cases {
        let (message, at_line, at_column) = complaint(text);
        assert!(message.contains(part), "{text}\n{message}");
        assert_eq!((at_line, at_column), (line, column), "{text}\n{message}");
    }
}

#[test]
fn what_is_not_checked_is_told() {
    let text =
        "/*@ assigns a[0]; ensures n == n; */\nvoid f(int *a, int n) { /*@ loop invariant i > 0; */ while (n) n--; }\n";
    let reading = read_source(&Source::from_text("test.c", text), &ReadOptions::default()).expect("a program");
    let told: Vec<&str> = reading.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(told, ["`assigns` in a specification is not checked", "`loop` in a specification is not checked"]);
}
