//! Random steps: what their cases allow is what the interpreter does.
//!
//! A program reads `x` and `y`, perhaps restricts them, and takes one step. For concrete inputs, a case that is not
//! approximate allows exactly the interpreter's result and nothing where the execution ends; all cases together allow
//! what the interpreter does.

use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Numbers, Options, Random, WhenExhausted};
use heureka_ir::passes::Ranges;
use heureka_ir::sketch::Sketch;
use heureka_ir::text::print;
use heureka_ir::{CmpOp, EdgeId, IntTy, Op, Program, VarId};
use heureka_linear::{Conjunction, Kind, LinearExpr};

use super::super::{Arithmetic, Case, Encoding};
use super::expressions::{Generator, any_type, any_value};
use crate::linear::scope::Scopes;

struct Sample {
    program: Program,
    inputs: Vec<(VarId, IntTy)>,
    result: VarId,
    /// What the result is depends on these: one assignment, or the two sides of a branch that gives 1 or 0.
    steps: Vec<EdgeId>,
}

/// A random program with one interesting step.
fn sample(random: &mut Random, is_branch: bool, restrict: bool, depth: u32) -> Sample {
    let mut sketch = Sketch::new();
    let inputs: Vec<(VarId, IntTy)> = ["x", "y"]
        .map(|name| {
            let ty = any_type(random);
            (sketch.global(name, ty, 0), ty)
        })
        .into();
    let ty = any_type(random);
    let result = sketch.global("r", ty, 0);
    for &(var, ty) in &inputs {
        sketch.input(var);
        if restrict {
            let (a, b) = (any_value(random, ty), any_value(random, ty));
            let low = sketch.test(CmpOp::Le, var, a.max(b));
            sketch.assume(low);
            let least = sketch.int(ty, a.min(b));
            let x = sketch.var(var);
            let high = sketch.compare(CmpOp::Le, least, x);
            sketch.assume(high);
        }
    }
    let mut generator = Generator { random, sketch: &mut sketch, vars: &inputs };
    if is_branch {
        let condition = generator.condition(depth);
        sketch.choose(condition, |sketch| sketch.set(result, 1.min(ty.max())), |sketch| sketch.set(result, 0));
    } else {
        let value = generator.value(ty, depth);
        sketch.assign(result, value);
    }
    let program = sketch.finish();
    let is_step = |id: &EdgeId| match &program.edge(*id).op {
        Op::Assign(pairs) => !is_branch && pairs[0].0 == result,
        Op::Assume(_) => is_branch && program.out_edges(program.edge(*id).from).len() == 2,
        _ => false,
    };
    let steps = program.edge_ids().filter(is_step).collect();
    Sample { program, inputs, result, steps }
}

/// What a case allows for these inputs.
fn with_inputs(case: &Case, inputs: &[(LinearExpr, i128)]) -> Conjunction {
    let fixed = inputs.iter().map(|(var, value)| (var.plus_constant(-value), Kind::Equal));
    Conjunction::new(heureka_linear::Numbers::Integer, case.guard.iter().cloned().chain(fixed))
}

fn check(sample: &Sample, arithmetic: Arithmetic, ranges: bool, points: u64, random: &mut Random) -> usize {
    let Sample { program, inputs, result, steps } = sample;
    let ranges = ranges.then(|| Ranges::of(program));
    let scopes = Scopes::of(program);
    let encoding = Encoding::of(program, ranges.as_ref(), &scopes, arithmetic);
    let scope = scopes.of_proc(program.entry);
    let numbers = if arithmetic == Arithmetic::Machine { Numbers::Machine } else { Numbers::Integer };
    let interpreter = Interpreter::new(program, Options { numbers, check_shift_overflow: false });
    let mut exact = 0;
    for _ in 0..points {
        let values: Vec<i128> = inputs.iter().map(|&(_, ty)| any_value(random, ty)).collect();
        let execution =
            interpreter.run(&mut InputList::new(values.iter().copied(), WhenExhausted::Stop), &Limits::default());
        let covered = execution.covered_edges();
        let context = || format!("{}\n{values:?} in {arithmetic:?}: {:?}", print(program), execution.ending);
        let arrived = match &execution.ending {
            // Over the integers the interpreter stops where 128 bits are not enough.
            Ending::Blocked(_) | Ending::NumberTooLarge(_) => continue,
            Ending::Fault(_) => None,
            Ending::Finished(_) => Some(steps.iter().find(|step| covered.contains(step)).expect("a step is taken")),
            _ => panic!("{}", context()),
        };
        let place = |var: VarId| scope.current_var(var).expect("all globals are used");
        let fixed: Vec<(LinearExpr, i128)> = inputs
            .iter()
            .zip(&values)
            .filter_map(|((var, _), value)| Some((LinearExpr::var(scope.current_var(*var)?), *value)))
            .collect();
        let outcome = execution.global(*result).expect("a global has a value");
        for step in steps {
            let is_taken = arrived == Some(step);
            let mut allowed = false;
            for case in encoding.step(*step).cases() {
                let allows = with_inputs(case, &fixed);
                if !allows.is_satisfiable() {
                    continue;
                }
                let shown = || format!("{}\nallowed by {case:?}", context());
                assert!(is_taken || case.approximate, "{}", shown());
                let value = case.values.iter().find(|(var, _)| *var == place(*result)).map(|(_, value)| value);
                let Some(value) = value else {
                    allowed = true;
                    continue;
                };
                let rest = value.plus_constant(-outcome);
                allowed |= allows.with(rest.clone(), Kind::Equal).is_satisfiable();
                if !case.approximate {
                    exact += 1;
                    assert!(!allows.with(rest.clone(), Kind::Above).is_satisfiable(), "{}", shown());
                    assert!(!allows.with(rest.negated(), Kind::Above).is_satisfiable(), "{}", shown());
                }
            }
            assert!(allowed || !is_taken, "{}\nis not allowed by {:?}", context(), encoding.step(*step));
        }
    }
    exact
}

fn compare(seed: u64, programs: usize, arithmetic: Arithmetic, is_branch: bool, ranges: bool) {
    let mut random = Random::new(seed);
    let mut exact = 0;
    for _ in 0..programs {
        let depth = 1 + random.below(3) as u32;
        let sample = sample(&mut random, is_branch, ranges, depth);
        exact += check(&sample, arithmetic, ranges, 16, &mut random);
    }
    assert!(is_branch || exact > programs, "too little was compared exactly: {exact}");
}

#[test]
fn machine_values() {
    compare(1, programs(400), Arithmetic::Machine, false, false);
}

#[test]
fn machine_values_with_ranges() {
    compare(2, programs(400), Arithmetic::Machine, false, true);
}

#[test]
fn machine_conditions() {
    compare(3, programs(400), Arithmetic::Machine, true, false);
}

#[test]
fn machine_conditions_with_ranges() {
    compare(4, programs(400), Arithmetic::Machine, true, true);
}

#[test]
fn integer_values() {
    compare(5, programs(400), Arithmetic::Integer, false, false);
}

#[test]
fn integer_conditions() {
    compare(6, programs(400), Arithmetic::Integer, true, false);
}
fn programs(n: usize) -> usize {
    std::env::var("STRESS").map_or(n, |s| s.parse().unwrap())
}
