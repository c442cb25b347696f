//! One deliberately broken program for each rule, and random programs that break none.

use heureka_ir::program::*;
use heureka_ir::text::parse;
use heureka_ir::validate::{Severity, validate};
use heureka_ir::*;

use crate::common::{Random, Recipe, random_program};

const SOUND: &str = r#"
file "t.c"
global x: i32 = 0
global y: u8 = 0
array a: i32[10] = zero
array lengths: i64[*] = zero
array heap: i32[*][per lengths] = zero
entry main
proc main() {
  local m: i32
  entry L0: x := 1 -> L1
  L1: assume x < 3 -> L2   assume 3 <= x -> L3
  L2: m := call f(x, 2) -> L4
  L3: a[1] := 2 -> L5
  exit L4:
  L5: error assertion "x"
}
proc f(p, q) -> (r) {
  local p: i32
  local q: u8
  local r: i32
  array b: i32[p][3] = undefined
  entry L6: fill b[0] := p -> L7
  L7: return p -> L8
  exit L8:
}
"#;

/// Applies `change` to the sound program and returns the messages.
fn broken(change: impl FnOnce(&mut ProgramBuilder)) -> Vec<String> {
    let program = parse(SOUND).unwrap();
    let entry = program.entry;
    let (mut builder, edges) = program.into_builder();
    builder.edges = edges;
    change(&mut builder);
    validate(&builder.finish(entry)).iter().map(|violation| violation.to_string()).collect()
}

#[track_caller]
fn expect(message: &str, change: impl FnOnce(&mut ProgramBuilder)) {
    let found = broken(change);
    assert!(found.iter().any(|found| found.contains(message)), "expected `{message}`, found {found:#?}");
}

fn int(builder: &mut ProgramBuilder, value: i128) -> ExprId {
    builder.exprs.int(IntTy::INT, value)
}

/// The edges of the sound program.
const ASSIGN: usize = 0;
const THEN: usize = 1;
const CALL: usize = 3;
const STORE: usize = 4;
const RETURN: usize = 6;
const P: VarId = VarId(3);

#[test]
fn sound_programs_have_no_violations() {
    assert_eq!(broken(|_| ()), Vec::<String>::new());
    for seed in 0..500 {
        let recipe = Recipe { odd_names: seed % 2 == 0, faults: true, procs: 3, locs: 8 };
        let program = random_program(&mut Random(seed), recipe);
        assert_eq!(validate(&program), vec![], "seed {seed}");
    }
}

#[test]
fn ids_must_exist() {
    expect("variable v99 does not exist", |b| {
        let wrong = b.exprs.var(VarId(99), IntTy::INT);
        b.edges[ASSIGN].op = Op::assign(VarId(0), wrong);
    });
    expect("array a99 does not exist", |b| {
        let zero = int(b, 0);
        let wrong = b.exprs.read(ArrayId(99), IntTy::INT, [zero].into());
        b.edges[ASSIGN].op = Op::assign(VarId(0), wrong);
    });
    expect("an expression that does not exist", |b| b.edges[ASSIGN].op = Op::Assume(ExprId(999)));
    expect("writes variable v99, which does not exist", |b| {
        b.edges[ASSIGN].op = Op::Havoc { var: VarId(99), source: Source::Uninitialised };
    });
    expect("writes array a99, which does not exist", |b| {
        let source = Source::Uninitialised;
        b.edges[ASSIGN].op = Op::HavocArray { array: ArrayId(99), prefix: Box::default(), source };
    });
    expect("leads to a location that does not exist", |b| b.edges[ASSIGN].to = LocId(99));
    expect("calls a procedure that does not exist", |b| {
        b.edges[CALL].op = Op::Call { proc: ProcId(9), args: Box::default(), results: Box::default() };
    });
    expect("belongs to a procedure that does not exist", |b| b.vars[0].owner = Some(ProcId(9)));
    expect("belongs to a procedure that does not exist", |b| b.locs[5].proc = ProcId(9));
    expect("the entry of main does not exist", |b| b.procs[0].entry = LocId(99));
    expect("the exit of main is a location of another procedure", |b| b.procs[0].exit = LocId(8));
    expect("a parameter of f does not exist", |b| b.procs[1].params = [VarId(99)].into());
    expect("an extent of a is a variable that does not exist", |b| b.arrays[0].dims = [Dim::Var(VarId(99))].into());
    let program = parse(SOUND).unwrap();
    let (mut builder, edges) = program.into_builder();
    builder.edges = edges;
    let violations = validate(&builder.finish(ProcId(7)));
    assert!(violations.iter().any(|found| found.message == "the entry procedure does not exist"), "{violations:?}");
}

#[test]
fn types_must_agree() {
    expect("a value of type i32 is assigned to y, which is of type u8", |b| {
        let one = int(b, 1);
        b.edges[ASSIGN].op = Op::assign(VarId(1), one);
    });
    expect("x is read as u64 but declared as i32", |b| {
        let wrong = b.exprs.var(VarId(0), IntTy::unsigned(64));
        b.edges[ASSIGN].op = Op::assign(VarId(0), wrong);
    });
    expect("cells of a are read as u8 but declared as i32", |b| {
        let zero = int(b, 0);
        let wrong = b.exprs.read(ArrayId(0), IntTy::unsigned(8), [zero].into());
        b.edges[ASSIGN].op = Op::assign(VarId(1), wrong);
    });
    expect("the guard of e1 at L1 is of type i32", |b| {
        let one = int(b, 1);
        b.edges[THEN].op = Op::Assume(one);
    });
    expect("a value of type bool is stored in a", |b| {
        let (zero, value) = (int(b, 0), b.exprs.bool(true));
        b.edges[STORE].op = Op::Store { array: ArrayId(0), indices: [zero].into(), value };
    });
    expect("a condition as an index", |b| {
        let (zero, index) = (int(b, 0), b.exprs.bool(true));
        b.edges[STORE].op = Op::Store { array: ArrayId(0), indices: [index].into(), value: zero };
    });
    expect("a value of type i32 is given for q of f", |b| {
        let one = int(b, 1);
        b.edges[CALL].op = Op::Call { proc: ProcId(1), args: [one, one].into(), results: Box::default() };
    });
    expect("a value of type u8 is returned as r", |b| {
        let one = b.exprs.int(IntTy::unsigned(8), 1);
        b.edges[RETURN].op = Op::Return([one].into());
    });
    expect("result r of f is of type i32, y of type u8", |b| {
        let Op::Call { args, .. } = b.edges[CALL].op.clone() else { panic!() };
        b.edges[CALL].op = Op::Call { proc: ProcId(1), args, results: [VarId(1)].into() };
    });
    expect("the initial value 300 of y is not a value of u8", |b| b.vars[1].init = 300);
    expect("contents 4294967296 of a are not", |b| b.arrays[0].init = Contents::Values([1 << 32].into()));
}

#[test]
fn counts_must_agree() {
    expect("a is read with 2 indices but has 1 dimensions", |b| {
        let zero = int(b, 0);
        let wrong = b.exprs.read(ArrayId(0), IntTy::INT, [zero, zero].into());
        b.edges[ASSIGN].op = Op::assign(VarId(0), wrong);
    });
    expect("stores to a with 0 indices of 1", |b| {
        let value = int(b, 0);
        b.edges[STORE].op = Op::Store { array: ArrayId(0), indices: Box::default(), value };
    });
    expect("names cells of a by 2 indices of 1", |b| {
        let zero = int(b, 0);
        b.edges[STORE].op = Op::Fill { array: ArrayId(0), prefix: [zero, zero].into(), value: zero };
    });
    expect("gives 0 arguments to f, which has 2 parameters", |b| {
        b.edges[CALL].op = Op::Call { proc: ProcId(1), args: Box::default(), results: Box::default() };
    });
    expect("takes 2 results from f, which has 1", |b| {
        let Op::Call { args, .. } = b.edges[CALL].op.clone() else { panic!() };
        b.edges[CALL].op = Op::Call { proc: ProcId(1), args, results: [VarId(0), VarId(2)].into() };
    });
    expect("returns 0 values, f has 1 results", |b| b.edges[RETURN].op = Op::Return(Box::default()));
    expect("array a has no dimension", |b| b.arrays[0].dims = Box::default());
    expect("more initial values than cells", |b| b.arrays[0].init = Contents::Values([0; 11].into()));
}

#[test]
fn locals_stay_in_their_procedure() {
    expect("reads a local of another procedure, f::p", |b| {
        let wrong = b.exprs.var(P, IntTy::INT);
        b.edges[ASSIGN].op = Op::assign(VarId(0), wrong);
    });
    expect("writes a local of another procedure, f::p", |b| {
        let one = int(b, 1);
        b.edges[ASSIGN].op = Op::assign(P, one);
    });
    expect("writes a local of another procedure, f::b", |b| {
        let source = Source::Uninitialised;
        b.edges[ASSIGN].op = Op::HavocArray { array: ArrayId(3), prefix: Box::default(), source };
    });
    expect("an extent of a is a variable of another procedure, f", |b| b.arrays[0].dims = [Dim::Var(P)].into());
    expect("the parameter x of f is not a local of it", |b| b.procs[1].params = [VarId(0)].into());
}

#[test]
fn edges_have_their_place() {
    expect("leads from L0 into another procedure", |b| b.edges[ASSIGN].to = LocId(7));
    expect("execution ends at L5, but it has outgoing edges", |b| {
        b.add_edge(LocId(5), LocId(1), Op::Skip, Span::NONE);
    });
    expect("L4 is the exit of main, but it has outgoing edges", |b| {
        b.add_edge(LocId(4), LocId(1), Op::Skip, Span::NONE);
    });
    expect("the exit of main is not a normal location", |b| b.locs[4].kind = LocKind::Halt);
    expect("returns but does not lead to the exit", |b| b.edges[RETURN].to = LocId(6));
    expect("has several edges, of which one has no guard", |b| b.edges[THEN].op = Op::Skip);
}

#[test]
fn assignments_do_not_overlap() {
    expect("assigns x twice", |b| {
        let one = int(b, 1);
        b.edges[ASSIGN].op = Op::Assign([(VarId(0), one), (VarId(0), one)].into());
    });
    expect("the parameter p of f is listed twice", |b| b.procs[1].params = [P, P].into());
    expect("assigns x twice", |b| {
        b.procs[1].results = [P, P].into();
        let Op::Call { args, .. } = b.edges[CALL].op.clone() else { panic!() };
        b.edges[CALL].op = Op::Call { proc: ProcId(1), args, results: [VarId(0), VarId(0)].into() };
    });
}

#[test]
fn extents_per_instance_are_held_over_instances() {
    expect("the first extent of heap depends on the first index", |b| {
        b.arrays[2].dims = [Dim::PerInstance(ArrayId(1))].into();
    });
    expect("the extents of heap are not held by an array over instances", |b| {
        b.arrays[2].dims = [Dim::Unbounded, Dim::PerInstance(ArrayId(0))].into();
    });
    expect("an extent of heap is an array that does not exist", |b| {
        b.arrays[2].dims = [Dim::Unbounded, Dim::PerInstance(ArrayId(9))].into();
    });
}

fn guards(guards: &[&str]) -> Vec<Severity> {
    let steps: String = guards.iter().map(|guard| format!("assume {guard} -> L1 ")).collect();
    let text =
        format!("entry f global x: i32 global y: i32 array a: i32[9] = zero proc f() {{ entry L0: {steps} exit L1: }}");
    validate(&parse(&text).unwrap()).iter().map(|found| found.severity).collect()
}

#[test]
fn guards_are_seen_to_exclude_each_other() {
    for exclusive in [
        vec!["x < y", "y <= x"],
        vec!["x == y", "x != y"],
        vec!["x == y", "y < x", "x < y"],
        vec!["x == 1 && y == 2", "!(x == 1 && y == 2)"],
        vec!["x == 1 || y == 2", "!(x == 1 || y == 2)"],
        vec!["a[0] / y == 1", "a[0] / y == 2", "a[0] / y != 1 && a[0] / y != 2"],
        vec!["x < 3", "x == 3", "3 < x && x < 5", "5 <= x && y == 1", "5 <= x && y != 1"],
        vec!["(x == 1 ? y == 2 : y == 3)", "!(x == 1 ? y == 2 : y == 3)"],
        vec!["false", "x == 1"],
    ] {
        assert_eq!(guards(&exclusive), vec![], "{exclusive:?}");
    }
    for overlapping in [vec!["x < 3", "y < 3"], vec!["x <= 3", "3 <= x"], vec!["x == 1", "x != 2"]] {
        assert_eq!(guards(&overlapping), vec![Severity::Warning], "{overlapping:?}");
    }
    let mut cases: Vec<String> = (0..3000).map(|case| format!("x == {case}")).collect();
    let default: Vec<String> = (0..3000).map(|case| format!("x != {case}")).collect();
    cases.push(default.join(" && "));
    let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
    assert_eq!(guards(&cases), vec![]);
    assert_eq!(guards(&[&cases[1..], &["x == 7"]].concat()), vec![Severity::Warning]);
}
