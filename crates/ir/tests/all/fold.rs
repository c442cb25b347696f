//! Folding changes neither what executions do nor how they end.

use heureka_ir::passes::fold;
use heureka_ir::program::*;
use heureka_ir::text::{parse, print};
use heureka_ir::validate::validate;
use heureka_ir::*;

use crate::common::{Machine, Outcome, Random, Recipe, random_program};

/// Runs both programs on the same choices; the outcomes must be the same.
pub fn same_executions(seed: u64, old: &Program, new: &Program, back: &heureka_ir::passes::Back) {
    for run in 0..10 {
        let mut random = Random(seed * 1000 + run);
        let mut choices = Vec::new();
        let mut machine = Machine::new(old, 300);
        let expected = machine.run(&mut |edge, ty| {
            let value = random.value(ty);
            choices.push((edge, value));
            value
        });
        if expected == Outcome::Limit {
            continue;
        }
        let shift_overflow = machine.state.shift_overflow.get();
        let mut next = choices.into_iter();
        let mut machine = Machine::new(new, 600);
        let found = machine.run(&mut |edge, _: IntTy| {
            // Choices of the old program that the new one does not make are skipped.
            let old = back.edge(edge);
            next.by_ref().find(|choice| Some(choice.0) == old).expect("the same choices").1
        });
        let found = match found {
            Outcome::Error(loc) => Outcome::Error(back.loc(loc)),
            Outcome::Unsupported(loc) => Outcome::Unsupported(back.loc(loc)),
            Outcome::Fault(fault, edge) => Outcome::Fault(fault, back.edge(edge).expect("an old step")),
            other => other,
        };
        assert_eq!(expected, found, "seed {seed} run {run}\n{}\n----\n{}", print(old), print(new));
        assert_eq!(shift_overflow, machine.state.shift_overflow.get(), "seed {seed} run {run}");
    }
}

#[test]
fn executions_stay_the_same() {
    for seed in 0..3000 {
        let recipe = Recipe { odd_names: false, faults: seed % 2 == 0, procs: 1 + seed as usize % 3, locs: 9 };
        let program = random_program(&mut Random(seed), recipe);
        let (folded, back) = fold(&program);
        assert_eq!(validate(&folded), vec![], "seed {seed}\n{}", print(&folded));
        same_executions(seed, &program, &folded, &back);
    }
}

fn folded(value: &str) -> String {
    let text = format!(
        "entry f global x: i32 global u: u32 global c: i32 = 7 global y: u8 global r: i32 global s: u32
         array a: i32[9] = zero
         proc f() {{ entry L0: havoc x from input \"\" -> L2 L2: havoc u from input \"\" -> L3
           L3: havoc y from input \"\" -> L4 L4: {value} -> L1 exit L1: }}"
    );
    let (folded, _) = fold(&parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let text = print(&folded);
    let step = text.lines().map(str::trim).find(|line| line.contains(" -> L") && !line.starts_with("havoc"));
    step.map_or("skip", |step| step.split(" -> ").next().unwrap_or("")).to_owned()
}

#[test]
fn simplifications() {
    for (value, expected) in [
        ("r := 1 + 2 * 3", "r := 7"),
        ("r := c + 1", "r := 8"),
        ("r := x + 0", "r := x"),
        ("r := 0 * x", "r := 0"),
        ("r := 0 * (x + 1)", "r := 0 * (x + 1)"),
        ("s := 0 * (u + 1)", "s := 0"),
        ("r := x / 0", "r := x / 0"),
        ("r := 1 / 0", "r := 1 / 0"),
        ("r := 0 * (1 / x)", "r := 0 * (1 / x)"),
        ("r := 2147483647 + 1", "r := 2147483647 + 1"),
        ("s := u + 1 + 4294967295", "s := u"),
        ("s := u + 3 - 1", "s := u + 2"),
        ("r := x - x", "r := 0"),
        ("r := i32(i64(x))", "r := x"),
        ("r := i32(i64(y))", "r := i32(y)"),
        ("r := i32(u64(x))", "r := x"),
        ("r := x << 0", "r := x << 0"),
        ("s := u << 0", "s := u"),
        ("assume i32(y) < 300", "skip"),
        ("assume i64(x) < 3", "assume x < 3"),
        ("assume (x < 3 ? 1 : 0) != 0", "assume x < 3"),
        ("assume u32(x < 3 ? 1 : 0) == 0", "assume 3 <= x"),
        ("assume i64(y) < i64(u)", "assume i64(y) < i64(u)"),
        ("assume i64(x) == i64(i32(u))", "assume x == i32(u)"),
        // Nothing writes r here, so it is known to be 0.
        ("assume i64(x) == i64(r)", "assume x == 0"),
        ("r := (x < 1 ? x : x)", "r := x"),
        ("r := (x / 2 < 1 ? x : x)", "r := x"),
        ("r := (2 / x < 1 ? x : x)", "r := 2 / x < 1 ? x : x"),
        ("r := a[x] * 0", "r := a[x] * 0"),
    ] {
        assert_eq!(folded(value), expected, "{value}");
    }
}

#[test]
fn what_is_never_reached_is_left_out() {
    let text = r#"
        global debug: i32 = 0  global x: i32 = 0
        entry main
        proc main() {
          entry L0: assume debug == 1 -> L1  assume debug != 1 -> L2
          L1: call log() -> L2
          L2: skip -> L3
          L3: skip -> L4
          L4: x := x + 1 -> L5
          exit L5:
        }
        proc log() { entry L6: x := 9 -> L7  exit L7: }
        proc never() { entry L8: x := 9 -> L9  exit L9: }"#;
    let program = parse(text).unwrap();
    let (folded, back) = fold(&program);
    assert_eq!((folded.procs.len(), folded.locs.len(), folded.edges().len(), folded.vars.len()), (1, 2, 1, 1));
    assert_eq!(back.image(LocId(0)), back.image(LocId(4)));
    assert_eq!(back.image(LocId(1)), None);
    assert_eq!(back.edge(EdgeId(0)).map(|edge| program.edge(edge).from), Some(LocId(4)));
    assert!(
        matches!(back.facts(), [heureka_ir::passes::Fact::Everywhere(VarId(0), fact)] if fact.as_point() == Some(0))
    );
}

#[test]
fn deep_expressions_fold_without_a_call_stack() {
    let mut builder = ProgramBuilder::default();
    let var =
        Var { name: "x".into(), ty: IntTy::unsigned(32), owner: None, role: Role::Source, init: 0, span: Span::NONE };
    let x = builder.add_var(var);
    let main = builder.add_proc("main", Span::NONE);
    let read = builder.var_expr(x);
    let one = builder.exprs.int(IntTy::unsigned(32), 1);
    let sum = (0..200_000).fold(read, |sum, _| builder.exprs.binary(BinOp::Add, sum, one));
    let (entry, exit) = (builder.procs[0].entry, builder.procs[0].exit);
    builder.add_edge(entry, exit, Op::assign(x, sum), Span::NONE);
    let (folded, _) = fold(&builder.finish(main));
    assert!(print(&folded).contains("x := x + 200000 "), "{}", print(&folded));
}
