//! Ranges hold every value of every execution, and are as tight as the textbook says.

use heureka_ir::interval::Interval;
use heureka_ir::passes::{Ranges, simplify_by_ranges};
use heureka_ir::text::{parse, print};
use heureka_ir::validate::validate;
use heureka_ir::*;

use crate::common::execute::Watcher;
use crate::common::{Machine, Random, Recipe, State, random_program};
use crate::fold::same_executions;

struct Observer<'a> {
    ranges: &'a Ranges<'a>,
    random: Random,
    seed: u64,
}

impl Watcher for Observer<'_> {
    fn choose(&mut self, _: EdgeId, ty: IntTy) -> i128 {
        self.random.value(ty)
    }

    fn see(&mut self, at: LocId, state: &State) {
        let (program, seed) = (state.program, self.seed);
        assert!(self.ranges.is_reachable(at), "seed {seed}: {at} was reached\n{}", print(program));
        let proc = program.loc(at).proc;
        let visible = |var: &VarId| program.var(*var).owner.is_none_or(|owner| owner == proc);
        for var in program.var_ids().filter(visible) {
            if let Some(value) = state.known(var) {
                let known = self.ranges.at(at, var).expect("reachable");
                let name = &program.var(var).name;
                assert!(
                    known.contains(value),
                    "seed {seed}: {name} is {value} at {at}, not in {known}\n{}",
                    print(program)
                );
            }
        }
        for (tried, edge) in program.out_edges(at).enumerate() {
            for expr in program.edge(edge).op.exprs().filter(|_| tried == 0) {
                let known = self.ranges.of_expr(at, expr).expect("reachable");
                match state.eval(expr) {
                    Ok(value) => {
                        assert!(known.value.is_some_and(|known| known.contains(value)), "seed {seed}: {edge} at {at}");
                        let exact = exact(state, expr);
                        let wrapped = exact.is_some_and(|exact| exact != value);
                        assert!(!wrapped || self.ranges.may_wrap(at, expr), "seed {seed}: {edge} at {at} wraps");
                    }
                    Err(fault) => assert!(known.faults.contains(fault), "seed {seed}: {edge} at {at}"),
                }
            }
        }
    }
}

/// The result of the topmost operator in the integers.
fn exact(state: &State, expr: ExprId) -> Option<i128> {
    match *state.program.exprs.node(expr) {
        Node::Cast(a) => state.eval(a).ok(),
        Node::Binary(BinOp::Add, a, b) => Some(state.eval(a).ok()? + state.eval(b).ok()?),
        Node::Binary(BinOp::Sub, a, b) => Some(state.eval(a).ok()? - state.eval(b).ok()?),
        Node::Binary(BinOp::Mul, a, b) => state.eval(a).ok()?.checked_mul(state.eval(b).ok()?),
        Node::Binary(BinOp::Shl, a, b) => Some(state.eval(a).ok()? << state.eval(b).ok()?),
        _ => None,
    }
}

#[test]
fn every_value_is_in_its_range() {
    for seed in 0..4000 {
        let recipe = Recipe { odd_names: false, faults: seed % 3 == 0, procs: 1 + seed as usize % 3, locs: 9 };
        let program = random_program(&mut Random(seed), recipe);
        let ranges = Ranges::of(&program);
        for run in 0..6 {
            let mut observer = Observer { ranges: &ranges, random: Random(seed * 1000 + run), seed };
            Machine::new(&program, 300).run(&mut observer);
        }
        let (simpler, back) = simplify_by_ranges(&program, &ranges);
        assert_eq!(validate(&simpler), vec![], "seed {seed}\n{}", print(&simpler));
        same_executions(seed, &program, &simpler, &back);
    }
}

/// The range of a variable at a location, both by name.
#[track_caller]
fn expect(text: &str, expected: &[(u32, &str, &str)]) {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(validate(&program), vec![]);
    let ranges = Ranges::of(&program);
    for &(loc, name, range) in expected {
        let loc = LocId(loc);
        let var = program.var_ids().find(|&var| program.var(var).name == name).expect("a variable");
        let found = ranges.at(loc, var).map_or("nothing".to_owned(), |found| found.to_string());
        assert_eq!(found, range, "{name} at {loc}");
    }
}

#[test]
fn a_counting_loop_ends_at_its_bound() {
    let text = "entry main array a: i32[100] = zero proc main() { local i: i32 local s: i32
        entry L0: i := 0 -> L1
        L1: assume i < 100 -> L2 assume 100 <= i -> L4
        L2: a[i] := i * 2 -> L3
        L3: i := i + 1 -> L1
        L4: s := a[3] -> L5
        exit L5: }";
    expect(text, &[(1, "i", "[0, 100]"), (2, "i", "[0, 99]"), (4, "i", "[100, 100]"), (5, "s", "[0, 198]")]);
    let program = parse(text).unwrap();
    let ranges = Ranges::of(&program);
    assert!(ranges.edge_faults().iter().all(|faults| faults.is_empty()), "{:?}", ranges.edge_faults());
    assert_eq!(ranges.cells(ArrayId(0)), Interval::new(0, 198));
}

#[test]
fn nested_loops_and_counting_down() {
    let text = "entry main proc main() { local i: u32 local j: u32
        entry L0: i := 10 -> L1
        L1: assume i != 0 -> L2 assume i == 0 -> L6
        L2: j := 0 -> L3
        L3: assume j < i -> L4 assume i <= j -> L5
        L4: j := j + 1 -> L3
        L5: i := i - 1 -> L1
        exit L6: }";
    expect(
        text,
        &[(1, "i", "[0, 10]"), (2, "i", "[1, 10]"), (4, "j", "[0, 9]"), (5, "j", "[1, 10]"), (6, "i", "[0, 0]")],
    );
}

#[test]
fn calls_and_recursion() {
    let text = "entry main global g: i32 = 5 global h: i32 = 1 proc main() { local x: i32 local y: i32
          entry L0: x := call twice(3) -> L1
          L1: y := call down(20) -> L2
          exit L2: }
        proc twice(n) -> (r) { local n: i32 local r: i32
          entry L3: h := 2 -> L4
          L4: return n * 2 -> L5
          exit L5: }
        proc down(m) -> (q) { local m: i32 local q: i32
          entry L6: assume m <= 0 -> L7 assume 0 < m -> L8
          L7: return 0 -> L10
          L8: q := call down(m - 1) -> L9
          L9: assume q < 50 -> L11 assume 50 <= q -> L12
          L11: q := q + 1 -> L12
          L12: return q -> L10
          exit L10: }";
    expect(
        text,
        &[(1, "x", "[6, 6]"), (1, "g", "[5, 5]"), (1, "h", "[2, 2]"), (6, "m", "[0, 20]"), (2, "y", "[0, 50]")],
    );
}

#[test]
fn two_calls_of_one_procedure_come_to_an_end() {
    // Returning from the first call to the place after the second is no execution, but a cycle of the analysis.
    let text = "entry main global blocks: i64 = 0 proc main() { local a: i64 local b: i64
          entry L0: a := call create() -> L1
          L1: b := call create() -> L2
          exit L2: }
        proc create() -> (r) { local r: i64
          entry L3: blocks := blocks + 1 -> L4
          L4: return blocks -> L5
          exit L5: }";
    expect(text, &[(3, "blocks", "[0, 9223372036854775807]"), (2, "b", "[1, 9223372036854775807]")]);
}

#[test]
fn guards_are_seen_through_conversions() {
    let text = "entry main proc main() { local x: i32 local y: u8 local z: u32
        entry L0: havoc x from input \"\" -> L1
        L1: havoc y from input \"\" -> L2
        L2: assume 3 <= i64(x) + 1 && i64(x) < 10 -> L3
        L3: assume i32(y) == x - 1 -> L4
        L4: z := u32(x) -> L5
        exit L5: }";
    expect(text, &[(3, "x", "[2, 9]"), (4, "y", "[1, 8]"), (5, "z", "[2, 9]")]);
}

#[test]
fn unsigned_wrap_around_is_not_forgotten() {
    let text = "entry main proc main() { local x: u8 local y: u8
        entry L0: havoc x from input \"\" -> L1
        L1: y := x + 1 -> L2
        L2: assume y < 5 -> L3
        exit L3: }";
    expect(text, &[(2, "y", "[0, 255]"), (3, "x", "[0, 255]"), (3, "y", "[0, 4]")]);
}

#[test]
fn what_ranges_rule_out_is_left_out() {
    let text = r#"entry main proc main() { local i: i32 local s: i64
        entry L0: i := 0 -> L1
        L1: assume i < 10 -> L2 assume 10 <= i -> L3
        L2: i := i + 1 -> L1
        L3: assume i == 10 -> L4 assume i != 10 -> L5
        L4: assume i64(u8(i)) < s -> L6 assume s <= i64(u8(i)) -> L6
        L5: error assertion "i == 10"
        exit L6: }"#;
    let program = parse(text).unwrap();
    let ranges = Ranges::of(&program);
    let (simpler, back) = simplify_by_ranges(&program, &ranges);
    let text = print(&simpler);
    assert!(!text.contains("error") && text.contains("assume 10 < s"), "{text}");
    assert_eq!(back.image(LocId(5)), None);
    assert!(!back.facts().is_empty());
}

#[test]
fn long_programs_take_no_time() {
    let mut text = String::from("entry f global n: u32 proc f() {");
    let count = 3000;
    for at in 0..count {
        text += &format!(" local t{at}: u32");
    }
    text += " entry A0: skip -> A1";
    for at in 1..count {
        text += &format!(" A{at}: t{at} := t{} + {at} -> B{at} B{at}: assume t{at} < n -> C{at}", at - 1);
        text += &format!(" assume n <= t{at} -> A{} C{at}: t{at} := {at} -> A{}", at + 1, at + 1);
    }
    text += &format!(" A{count}: skip -> X exit X: }}");
    let program = parse(&text).unwrap();
    let start = std::time::Instant::now();
    let ranges = Ranges::of(&program);
    assert!(ranges.is_reachable(program.proc(program.entry).exit));
    simplify_by_ranges(&program, &ranges);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
