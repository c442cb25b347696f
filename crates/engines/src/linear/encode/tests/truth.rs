//! Random steps: what their cases allow is what the interpreter does.
//!
//! A program reads `x` and `y`, perhaps restricts them, and takes one step. For concrete inputs, a case that is not
//! approximate allows exactly the interpreter's result and nothing where the execution ends; all cases together allow
//! what the interpreter does.

use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Numbers, Options, Random, WhenExhausted};
use heureka_ir::passes::Ranges;
use heureka_ir::sketch::Sketch;
use heureka_ir::text::print;
use heureka_ir::{BinOp, CmpOp, Contents, Dim, EdgeId, IntTy, Op, Program, VarId};
use heureka_linear::{Conjunction, Kind, LinearExpr};

use super::super::{Arithmetic, Case, Encoding};
use super::expressions::{BINARY, Generator, any_type, any_value};
use crate::linear::scope::Scopes;

struct Sample {
    program: Program,
    inputs: Vec<(VarId, IntTy)>,
    result: VarId,
    /// The interesting step: one assignment, the two sides of a branch, or a store.
    steps: Vec<EdgeId>,
}

/// What kind of step is interesting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Assignment,
    Branch,
    Store,
}

/// A random program with one interesting step.
fn sample(random: &mut Random, operators: &[BinOp], shape: Shape, restrict: bool, depth: u32) -> Sample {
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
    let elem = any_type(random);
    let contents = (0..6).map(|_| any_value(random, elem)).collect();
    let array = sketch.global_array("cells", elem, &[Dim::Const(6)], Contents::Values(contents));
    let mut generator = Generator { random, sketch: &mut sketch, vars: &inputs, operators, array };
    match shape {
        Shape::Branch => {
            let condition = generator.condition(depth);
            sketch.choose(condition, |sketch| sketch.set(result, 1.min(ty.max())), |sketch| sketch.set(result, 0));
        }
        Shape::Assignment => {
            let value = generator.value(ty, depth);
            sketch.assign(result, value);
        }
        Shape::Store => {
            let index_ty = any_type(generator.random);
            let (index, value) = (generator.value(index_ty, depth), generator.value(elem, depth));
            sketch.store(array, &[index], value);
        }
    }
    let program = sketch.finish();
    let is_step = |id: &EdgeId| match &program.edge(*id).op {
        Op::Assign(pairs) => shape == Shape::Assignment && pairs[0].0 == result,
        Op::Assume(_) => shape == Shape::Branch && program.out_edges(program.edge(*id).from).len() == 2,
        Op::Store { .. } => true,
        _ => false,
    };
    let steps = program.edge_ids().filter(is_step).collect();
    Sample { program, inputs, result, steps }
}

/// What a case allows for these inputs.
fn with_inputs(numbers: heureka_linear::Numbers, case: &Case, inputs: &[(LinearExpr, i128)]) -> Conjunction {
    let fixed = inputs.iter().map(|(var, value)| (var.plus_constant(-value), Kind::Equal));
    Conjunction::new(numbers, case.guard.iter().cloned().chain(fixed))
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
                let allows = with_inputs(encoding.numbers(), case, &fixed);
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

fn compare(seed: u64, programs: usize, arithmetic: Arithmetic, shape: Shape, ranges: bool) {
    let mut random = Random::new(seed);
    let mut exact = 0;
    for _ in 0..programs {
        let depth = 1 + random.below(3) as u32;
        // Over the reals a quotient is another one than the interpreter's.
        let operators = if arithmetic == Arithmetic::Real { &BINARY[2..] } else { &BINARY[..] };
        let sample = sample(&mut random, operators, shape, ranges, depth);
        exact += check(&sample, arithmetic, ranges, 16, &mut random);
    }
    assert!(shape != Shape::Assignment || exact > programs, "too little was compared exactly: {exact}");
}

#[test]
fn machine_values() {
    compare(1, 800, Arithmetic::Machine, Shape::Assignment, false);
}

#[test]
fn machine_values_with_ranges() {
    compare(2, 800, Arithmetic::Machine, Shape::Assignment, true);
}

#[test]
fn machine_conditions() {
    compare(3, 800, Arithmetic::Machine, Shape::Branch, false);
}

#[test]
fn machine_conditions_with_ranges() {
    compare(4, 800, Arithmetic::Machine, Shape::Branch, true);
}

#[test]
fn integer_values() {
    compare(5, 800, Arithmetic::Integer, Shape::Assignment, false);
}

#[test]
fn integer_conditions() {
    compare(6, 800, Arithmetic::Integer, Shape::Branch, false);
}

#[test]
fn machine_stores() {
    compare(9, 800, Arithmetic::Machine, Shape::Store, false);
    compare(10, 800, Arithmetic::Machine, Shape::Store, true);
}

#[test]
fn integer_stores() {
    compare(11, 800, Arithmetic::Integer, Shape::Store, false);
}

/// At integers, what is not rounded over ℤ is the same over ℝ.
#[test]
fn real_values() {
    compare(7, 800, Arithmetic::Real, Shape::Assignment, false);
}

#[test]
fn real_conditions() {
    compare(8, 800, Arithmetic::Real, Shape::Branch, false);
}
