//! Slices reach the same errors with the same inputs, and leave out what they should.

use std::collections::{HashMap, VecDeque};

use heureka_ir::passes::slice::edge_faults;
use heureka_ir::passes::{Back, Faults, explicit_checks, relevant_edges, slice, slice_with};
use heureka_ir::program::*;
use heureka_ir::text::{parse, print};
use heureka_ir::validate::validate;
use heureka_ir::*;

use crate::common::{Machine, Outcome, Random, Recipe, random_program};

/// What an outcome means for the properties: the target that was reached, if any.
fn target(program: &Program, outcome: Outcome, properties: &[Property]) -> Option<Outcome> {
    match outcome {
        Outcome::Error(loc) => match program.loc(loc).kind {
            LocKind::Error { fault, .. } => properties.contains(&fault.property()).then_some(outcome),
            _ => None,
        },
        Outcome::Unsupported(_) => Some(outcome),
        Outcome::Fault(fault, _) => properties.contains(&fault.property()).then_some(outcome),
        _ => None,
    }
}

fn carried(back: &Back, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Error(loc) => Outcome::Error(back.loc(loc)),
        Outcome::Unsupported(loc) => Outcome::Unsupported(back.loc(loc)),
        Outcome::Fault(fault, edge) => Outcome::Fault(fault, back.edge(edge).expect("a fault is in an old step")),
        other => other,
    }
}

/// Runs the original and the slice on the same choices. Returns whether a target was reached.
fn compare(seed: u64, old: &Program, new: &Program, back: &Back, properties: &[Property], faults: Faults) -> bool {
    let mut any = false;
    for run in 0..10 {
        let mut random = Random(seed * 1000 + run);
        let mut choices: HashMap<EdgeId, VecDeque<i128>> = HashMap::new();
        let outcome = Machine::new(old, 300).run(&mut |edge, ty| {
            let value = random.value(ty);
            choices.entry(edge).or_default().push_back(value);
            value
        });
        if outcome == Outcome::Limit {
            continue;
        }
        let found = Machine::new(new, 3000).run(&mut |edge, _: IntTy| {
            let old = back.edge(edge).expect("a choice is in an old step");
            choices.get_mut(&old).and_then(VecDeque::pop_front).unwrap_or(0)
        });
        let expected = target(old, outcome, properties);
        if expected.is_none() && faults == Faults::Dropped && matches!(outcome, Outcome::Fault(..)) {
            continue;
        }
        any |= expected.is_some();
        let found = target(new, found, properties).map(|found| carried(back, found));
        assert_eq!(expected, found, "seed {seed} run {run} ({outcome:?})\n{}\n----\n{}", print(old), print(new));
    }
    any
}

#[test]
fn slices_reach_the_same_errors() {
    let all: [&[Property]; 4] = [
        &[Property::Unreach],
        &[Property::Unreach, Property::Bounds],
        &[Property::DivByZero],
        &[Property::Unreach, Property::DivByZero, Property::Bounds],
    ];
    let (mut reached, mut before, mut after) = (0, 0, 0);
    for seed in 0..3000 {
        let recipe = Recipe { odd_names: false, faults: seed % 2 == 0, procs: 1 + seed as usize % 4, locs: 9 };
        let mut program = random_program(&mut Random(seed), recipe);
        if seed % 5 == 0 {
            program = explicit_checks(&program, &[Property::Overflow]).0;
        }
        let properties = all[seed as usize % 4];
        for faults in [Faults::Kept, Faults::Dropped] {
            let (sliced, back) = slice_with(&program, properties, faults, &edge_faults(&program));
            let violations = validate(&sliced);
            assert_eq!(violations, vec![], "seed {seed}\n{}", print(&sliced));
            assert!(sliced.edges().len() <= program.edges().len());
            reached += usize::from(compare(seed, &program, &sliced, &back, properties, faults));
            (before, after) = (before + program.edges().len(), after + sliced.edges().len());
        }
    }
    assert!(reached > 300, "only {reached} programs reached a target");
    assert!(after * 10 < before * 8, "{after} of {before} edges are left");
}

fn relevant(text: &str) -> Vec<u32> {
    relevant_edges(&parse(text).unwrap(), &[Property::Unreach]).iter().map(|edge| edge.0).collect()
}

#[test]
fn values_that_flow_nowhere_are_left_out() {
    let text = r#"
        global x: i32 = 0  global y: i32 = 0  array a: i32[10] = zero  array b: i32[10] = zero
        entry main
        proc main() {
          local i: i32
          entry L0: havoc x from input "f" -> L1
          L1: havoc y from unmodelled "float" -> L2
          L2: a[0] := x -> L3
          L3: b[0] := y -> L4
          L4: x := a[1] -> L5
          L5: assume x == 3 -> L6  assume x != 3 -> L7
          L6: error assertion "x != 3"
          exit L7:
        }"#;
    assert_eq!(relevant(text), [0, 2, 4, 5, 6]);
    let program = parse(text).unwrap();
    let (sliced, back) = slice(&program, &[Property::Unreach]);
    assert_eq!((sliced.vars.len(), sliced.arrays.len(), sliced.edges().len()), (1, 1, 5));
    assert_eq!(back.choice(EdgeId(1)), None);
    assert_eq!(back.choice(EdgeId(0)), Some(EdgeId(0)));
    assert_eq!(back.image(LocId(1)), back.image(LocId(2)));
}

#[test]
fn a_variable_that_is_used_again_does_not_keep_its_first_loop() {
    let text = r#"
        entry main
        array a: u8[10] = zero  array b: u8[10] = zero
        proc main() {
          local i: u8
          entry L0: i := 0 -> L1
          L1: assume i < 10 -> L2  assume 10 <= i -> L4
          L2: a[3] := i -> L3
          L3: i := i + 1 -> L1
          L4: i := 0 -> L5
          L5: assume i < 10 -> L6  assume 10 <= i -> L8
          L6: b[3] := i -> L7
          L7: i := i + 1 -> L5
          L8: assume b[2] == 1 -> L9  assume b[2] != 1 -> L10
          L9: error assertion ""
          exit L10:
        }"#;
    // The first loop is left out, the second stays.
    assert_eq!(relevant(text), [5, 6, 7, 8, 9, 10, 11]);
}

#[test]
fn assumptions_and_ends_before_an_error_are_kept() {
    let text = r#"
        global x: i32 = 0  global y: i32 = 0
        entry main
        proc main() {
          entry L0: havoc x from input "f" -> L1
          L1: call stop() -> L2
          L2: assume x == 1 -> L3
          L3: havoc y from input "g" -> L4
          L4: error assertion ""
          exit L5:
        }
        proc stop() {
          entry L6: assume x == 2 -> L7  assume x != 2 -> L8
          L7: halt
          exit L8:
        }"#;
    assert_eq!(relevant(text), [0, 1, 2, 4, 5]);
    let program = parse(text).unwrap();
    let (sliced, back) = slice(&program, &[Property::Unreach]);
    for (input, expected) in [(1, true), (2, false), (3, false)] {
        let outcome = Machine::new(&sliced, 100).run(&mut |_: EdgeId, _: IntTy| input);
        assert_eq!(matches!(outcome, Outcome::Error(loc) if back.loc(loc) == LocId(4)), expected, "{outcome:?}");
    }
}

#[test]
fn parameters_and_results_that_do_not_matter_are_dropped() {
    let text = r#"
        entry main
        proc main() {
          local r: u8  local s: u8
          entry L0: r, s := call f(1, 2) -> L1
          L1: assume r == 7 -> L2  assume r != 7 -> L3
          L2: error assertion ""
          exit L3:
        }
        proc f(p, q) -> (v, w) {
          local p: u8  local q: u8  local v: u8  local w: u8
          entry L4: return p + 1, q -> L5
          exit L5:
        }"#;
    let (sliced, _) = slice(&parse(text).unwrap(), &[Property::Unreach]);
    let text = print(&sliced);
    assert!(text.contains("proc f(p) -> (v)") && text.contains("r := call f(1)") && !text.contains("s:"), "{text}");
}

#[test]
fn large_programs_take_no_time() {
    let procs = 10_000;
    let mut text = String::from("entry p0 global x: u32\n");
    for at in 0..procs {
        text += &format!("proc p{at}() {{ local y: u32 entry A{at}: y := x -> B{at}\n");
        for step in 0..45 {
            text += &format!("B{at}{}: y := y + x -> B{at}{}\n", "i".repeat(step), "i".repeat(step + 1));
        }
        let last = "i".repeat(45);
        let callee = at + 1;
        if callee < procs {
            text += &format!("B{at}{last}: call p{callee}() -> C{at}\n");
        } else {
            text += &format!("B{at}{last}: x := x + 1 -> C{at}\n");
        }
        text += &format!(
            "C{at}: assume x == 3 -> E{at} assume x != 3 -> X{at} E{at}: error assertion \"\" exit X{at}: }}\n"
        );
    }
    let program = parse(&text).unwrap();
    let start = std::time::Instant::now();
    let (sliced, _) = slice(&program, &[Property::Unreach]);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert_eq!(sliced.edges().len(), 3 * procs);
}
