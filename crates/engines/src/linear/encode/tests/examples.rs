//! The paper's own examples, and steps that are worth reading.
//!
//! A case is shown as `guard -> values`: the names with a prime are the variables now (see
//! [`Scope::names`](crate::linear::scope::Scope::names)), `u1`, `u2` … the fresh ones.

use heureka_ir::passes::Ranges;
use heureka_ir::text::parse;
use heureka_ir::{EdgeId, Program};
use heureka_linear::{Conjunction, Names};

use super::super::Arithmetic::{Integer, Machine, Real};
use super::super::{Arithmetic, Encoding, Step};
use crate::linear::scope::Scopes;

fn program(text: &str) -> Program {
    parse(text).unwrap_or_else(|error| panic!("{error:?} in {text}"))
}

/// A procedure that takes one step, over globals and an array.
fn one_step(step: &str) -> Program {
    program(&format!(
        "file \"t.c\"
         global x: i32 = 0 global y: i32 = 0 global z: i32 = 0
         global a: u32 = 0 global b: u32 = 0 global c: u8 = 0
         array cells: i32[10] = zero array words: u32[10] = zero
         entry main
         proc main() -> () {{ entry L0: {step} -> L1 exit L1: }}"
    ))
}

/// The cases of an edge, one line each.
fn show(program: &Program, arithmetic: Arithmetic, ranges: Option<&Ranges>, edge: EdgeId) -> Vec<String> {
    let scopes = Scopes::of(program);
    let encoding = Encoding::of(program, ranges, &scopes, arithmetic);
    let names = scopes.of_proc(program.loc(program.edge(edge).from).proc).names(program);
    let step = encoding.step(edge);
    let shown = step.cases().iter().map(|case| {
        let mut names: Names = names.clone();
        (1..=case.fresh).for_each(|number| {
            names.var(&format!("u{number}"));
        });
        let guard = Conjunction::new(encoding.numbers(), case.guard.iter().cloned()).show(&names);
        let values: Vec<String> = case
            .values
            .iter()
            .map(|(var, value)| {
                // A call gives values to parameters: variables of another tuple.
                let name = if matches!(step, Step::Call(_)) { format!("#{}", var.0) } else { names.name(*var) };
                format!("{name} := {}", names.show_expr(value))
            })
            .collect();
        let mark = if case.approximate { " (approximate)" } else { "" };
        format!("{guard} -> {}{mark}", values.join(", "))
    });
    shown.collect()
}

#[track_caller]
fn expect(arithmetic: Arithmetic, step: &str, cases: &[&str]) {
    assert_eq!(show(&one_step(step), arithmetic, None, EdgeId(0)), cases, "{step}");
}

/// The undefined value stands in an array here: `u` itself is no expression of a program.
#[test]
fn the_papers_conditional_with_an_undefined_value() {
    let step = "z := 3 * x + (y < 0 ? cells[0] : y)";
    expect(Integer, step, &["y' <= -1 -> z' := 3x' + u1 (approximate)", "y' >= 0 -> z' := 3x' + y'"]);
    expect(Real, step, &["y' < 0 -> z' := 3x' + u1 (approximate)", "y' >= 0 -> z' := 3x' + y'"]);
}

#[test]
fn the_papers_parallel_assignment() {
    let step = "x := x > 0 ? x + 1 : cells[0], y := y + 1";
    let second = "x' <= 0 -> x' := u1, y' := y' + 1 (approximate)";
    expect(Integer, step, &["x' >= 1 -> x' := x' + 1, y' := y' + 1", second]);
    expect(Integer, "x := y, y := x", &["true -> x' := y', y' := x'"]);
}

/// The paper keeps `∃u. y = 2u`; here the variable is gone at once.
#[test]
fn the_papers_condition_with_an_undefined_value() {
    let condition = "y > 0 && y == 2 * cells[0]";
    expect(Integer, &format!("assume {condition}"), &["y' >= 1 & y' mod 2 <= 0 ->  (approximate)"]);
    expect(Real, &format!("assume {condition}"), &["y' > 0 ->  (approximate)"]);
    expect(Integer, &format!("assume !({condition})"), &["y' <= 0 -> ", "true ->  (approximate)"]);
}

#[test]
fn comparisons() {
    expect(Integer, "assume x < y", &["x' - y' <= -1 -> "]);
    expect(Real, "assume x < y", &["x' - y' < 0 -> "]);
    expect(Integer, "assume x != y", &["x' - y' <= -1 -> ", "x' - y' >= 1 -> "]);
    expect(Machine, "assume a != 0", &["a' >= 1 -> "]);
    expect(Machine, "assume a < 0", &[]);
    expect(Machine, "assume (x < y ? 1 : 0) != 0", &["x' - y' <= -1 -> "]);
}

#[test]
fn cases_are_united_where_one_row_suffices() {
    expect(Integer, "assume x < y || x == y", &["x' - y' <= 0 -> "]);
    expect(Integer, "assume x == 1 || x == 2 || x == 3", &["x' <= 3 & x' >= 1 -> "]);
    expect(Machine, "assume x % 2 == 0", &["x' mod 2 <= 0 -> "]);
    expect(Machine, "assume x % 2 != 0", &["(x' + 1) mod 2 <= 0 -> "]);
}

#[test]
fn what_is_evaluated_has_a_value() {
    expect(Machine, "x := x + 1", &["x' <= 2147483646 -> x' := x' + 1"]);
    expect(Machine, "x := -x", &["x' >= -2147483647 -> x' := -x'"]);
    expect(Machine, "x := x % -1", &["x' >= -2147483647 -> x' := 0"]);
    // If `x + 1` overflows neither side is taken, although `y <= 2` alone would say that the condition fails.
    let second = "x' <= 2147483646 & x' >= 0 & y' <= 2 -> ";
    expect(Machine, "assume !(x + 1 > 0 && y > 2)", &["x' <= -1 -> ", second]);
    expect(Integer, "assume !(x + 1 > 0 && y > 2)", &["x' <= -1 -> ", "y' <= 2 -> "]);
    // `y + 1` is not evaluated where x is not positive.
    expect(Machine, "assume !(x > 0 && y + 1 > 2)", &["x' <= 0 -> ", "y' <= 1 -> "]);
    expect(Machine, "x := x > 0 ? 1 / 0 : 2", &["x' <= 0 -> x' := 2"]);
}

#[test]
fn small_types_need_no_guard() {
    expect(Machine, "x := i32(c) + 1", &["true -> x' := c' + 1"]);
    expect(Machine, "x := i32(c) * 100 - 7", &["true -> x' := 100c' - 7"]);
}

#[test]
fn few_windows_are_cases_and_many_a_quotient() {
    expect(Machine, "a := a + 1", &["a' <= 4294967294 -> a' := a' + 1", "a' >= 4294967295 -> a' := 0"]);
    let wrapped = "a' - b' <= -1 -> a' := a' - b' + 4294967296";
    expect(Machine, "a := a - b", &[wrapped, "a' - b' >= 0 -> a' := a' - b'"]);
    expect(Machine, "a := u32(x)", &["x' <= -1 -> a' := x' + 4294967296", "x' >= 0 -> a' := x'"]);
    expect(Machine, "c := u8(x)", &["x' - 256u1 <= 255 & x' - 256u1 >= 0 -> c' := x' - 256u1"]);
    expect(Integer, "a := a - b", &["true -> a' := a' - b'"]);
    expect(Integer, "c := u8(x)", &["true -> c' := x'"]);
}

#[test]
fn quotients_and_bits_by_constants_are_exact() {
    let negative = "x' <= -1 & x' + 4u1 <= 0 & x' + 4u1 >= -3 -> x' := -u1";
    expect(Machine, "x := x / 4", &["x' - 4u1 <= 3 & x' >= 0 & x' - 4u1 >= 0 -> x' := u1", negative]);
    expect(Real, "x := x / 4", &["x' - 4u1 = 0 -> x' := u1"]);
    expect(Machine, "x := 4 * x / 4", &["x' <= 536870911 & x' >= -536870912 -> "]);
    expect(Machine, "x := x >> 2", &["x' - 4u1 <= 3 & x' - 4u1 >= 0 -> x' := u1"]);
    expect(Machine, "a := a & 7", &["a' - 8u1 <= 7 & a' - 8u1 >= 0 -> a' := a' - 8u1"]);
    expect(Machine, "assume (a & 8) != 0", &["(a' + 8) mod 16 <= 7 -> "]);
    expect(Machine, "x := ~x", &["true -> x' := -x' - 1"]);
    expect(Machine, "x := x ^ x", &["true -> x' := 0"]);
}

#[test]
fn what_is_not_linear_is_undefined_and_told() {
    let bounded = "u1 <= 2147483647 & u1 >= -2147483648";
    expect(Machine, "x := x * y", &[&format!("{bounded} -> x' := u1 (approximate)")]);
    expect(Machine, "x := i32(c) * i32(c)", &["u1 <= 65025 & u1 >= 0 -> x' := u1 (approximate)"]);
    let positive = format!("y' >= 1 & {bounded} -> x' := u1 (approximate)");
    let negative = format!("y' <= -1 & {bounded} -> x' := u1 (approximate)");
    expect(Machine, "x := x / y", &[&positive, &negative]);
    let rest = "a' - u1 >= 0 & b' >= 1 & b' - u1 >= 1 & u1 <= 4294967294 & u1 >= 0 -> a' := u1 (approximate)";
    expect(Machine, "a := a % b", &[rest]);
    expect(Real, "x := x % 4", &["true -> x' := u1 (approximate)"]);
    expect(Integer, "havoc x from unmodelled \"asm\"", &["true -> x' := u1 (approximate)"]);
    for (step, told) in [
        ("x := x * y", "the product of two variables: `x * y`"),
        ("assume cells[i64(x)] > 0", "an array element: `cells[i64(x)]`"),
        ("a := a ^ b", "bits: `a ^ b`"),
        ("x := 1 << y", "a shift: `1 << y`"),
        ("havoc x from unmodelled \"asm\"", "not modelled: asm"),
    ] {
        let program = one_step(step);
        let encoding = Encoding::of(&program, None, &Scopes::of(&program), Machine);
        let all: Vec<&str> = encoding.approximations().iter().map(|entry| entry.what.as_str()).collect();
        assert_eq!(all, [told]);
    }
}

#[test]
fn arrays_and_inputs() {
    expect(Machine, "havoc c from input \"f\"", &["u1 <= 255 & u1 >= 0 -> c' := u1"]);
    expect(Integer, "havoc c from input \"f\"", &["true -> c' := u1"]);
    expect(Machine, "cells[i64(x)] := y + 1", &["x' <= 9 & x' >= 0 & y' <= 2147483646 -> "]);
    expect(Machine, "fill words := a * b", &["true -> "]);
    // That the product does not overflow cannot be said, but that the sums do not is a matter of cases.
    expect(Machine, "fill cells := x * y", &["true ->  (approximate)"]);
    let sums = ["x' <= 2147483646 & z' <= -1 -> ", "y' >= -2147483647 & z' >= 0 -> "];
    expect(Machine, "cells[3] := z < 0 ? x + 1 : y - 1", &sums);
    expect(Machine, "cells[30] := 0", &[]);
}

#[test]
fn calls_and_returns() {
    let program = program(
        "file \"t.c\"
         global g: i32 = 0 global unused: i32 = 0
         entry main
         proc main() -> () {
           local r: i32
           entry L0: r := call f(g, 3) -> L1
           exit L1:
         }
         proc f(n, m) -> (result) {
           local n: i32
           local m: i32
           local result: i32 temp
           entry L2: return n < g ? n : m -> L3
           exit L3:
         }",
    );
    // The entry tuple of f is (g, n, m); the current tuple of main follows its own entry tuple (g).
    assert_eq!(show(&program, Integer, None, EdgeId(0)), ["true -> #1 := g', #2 := 3"]);
    assert_eq!(
        show(&program, Integer, None, EdgeId(1)),
        ["g' - n' >= 1 -> result' := n'", "g' - n' <= 0 -> result' := m'"]
    );
}

#[test]
fn ranges_remove_what_cannot_happen() {
    let program = program(
        "file \"t.c\"
         global x: i32 = 0 global y: i32 = 0
         entry main
         proc main() -> () {
           entry L0: havoc x from input \"f\" -> L2
           exit L1:
           L2: assume 0 <= x && x < 3 -> L3
           L3: x := x + 1, y := x * y -> L4
           L4: assume x < 0 -> L5
           L5: x := x / 0 -> L1
         }",
    );
    let ranges = Ranges::of(&program);
    let show = |edge| show(&program, Machine, Some(&ranges), EdgeId(edge));
    // y is 0 here, and x has few values.
    assert_eq!(show(2), ["true -> x' := x' + 1, y' := 0"]);
    assert_eq!(show(3), Vec::<String>::new());
    assert_eq!(show(4), Vec::<String>::new());
}

#[test]
fn a_factor_with_few_values_is_split() {
    let program = program(
        "file \"t.c\"
         global x: i32 = 0 global y: i32 = 0
         entry main
         proc main() -> () {
           entry L0: havoc x from input \"f\" -> L2
           exit L1:
           L2: havoc y from input \"f\" -> L3
           L3: assume 0 <= x && x <= 1 && 0 <= y && y <= 9 -> L4
           L4: y := x * y -> L1
         }",
    );
    let ranges = Ranges::of(&program);
    assert_eq!(show(&program, Machine, Some(&ranges), EdgeId(3)), ["x' = 0 -> y' := 0", "x' = 1 -> "]);
}
