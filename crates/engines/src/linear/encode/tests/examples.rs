//! The paper's own examples, and steps that are worth reading.

use heureka_ir::passes::Ranges;
use heureka_ir::text::parse;
use heureka_ir::{EdgeId, Program};
use heureka_linear::{Conjunction, Names};

use super::super::{Arithmetic, Encoding};
use crate::linear::scope::Scopes;

/// The cases of the first step of `main`, one line each.
fn show(program: &Program, arithmetic: Arithmetic, ranges: bool, edge: EdgeId) -> Vec<String> {
    let ranges = ranges.then(|| Ranges::of(program));
    let scopes = Scopes::of(program);
    let encoding = Encoding::of(program, ranges.as_ref(), &scopes, arithmetic);
    let scope = scopes.of_proc(program.loc(program.edge(edge).from).proc);
    let names = scope.names(program);
    let shown = encoding.step(edge).cases().iter().map(|case| {
        let mut names: Names = names.clone();
        (1..=case.fresh).for_each(|number| {
            names.var(&format!("u{number}"));
        });
        let guard = Conjunction::new(encoding.numbers(), case.guard.iter().cloned()).show(&names);
        let values: Vec<String> = case
            .values
            .iter()
            .map(|(var, value)| format!("{} := {}", names.name(*var), names.show_expr(value)))
            .collect();
        let mark = if case.approximate { " (approximate)" } else { "" };
        format!("{guard} -> {}{mark}", values.join(", "))
    });
    shown.collect()
}

/// The step in a procedure with variables x, y, z: int, a, b: unsigned int, c: unsigned char, and an array.
fn cases(arithmetic: Arithmetic, step: &str) -> Vec<String> {
    let text = format!(
        "file \"t.c\"\nglobal x: i32 = 0\nglobal y: i32 = 0\nglobal z: i32 = 0\nglobal a: u32 = 0\nglobal b: u32 = 0\n\
         global c: u8 = 0\narray cells: i32[10] = zero\nentry main\nproc main() -> () {{\n  entry L0:\n    {step} -> L1\n  \
         exit L1:\n}}\n"
    );
    let program = parse(&text).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    show(&program, arithmetic, false, EdgeId(0))
}

#[test]
fn debug_print() {
    for step in [
        "z := 3 * x + (y < 0 ? cells[0] : y)",
        "x := x + 1",
        "a := a + b",
        "a := a + 1",
        "assume x % 2 == 0",
        "assume x != y",
        "x := x / 4",
        "x := x * y",
        "c := u8(x)",
        "a := a & 7",
        "assume (a & 8) != 0",
        "a := 3u32 * a",
    ] {
        println!("{step}");
        for arithmetic in [Arithmetic::Machine, Arithmetic::Integer, Arithmetic::Real] {
            println!("  {arithmetic:?}");
            for case in cases(arithmetic, step) {
                println!("     {case}");
            }
        }
    }
}
