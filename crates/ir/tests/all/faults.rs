//! Conditions of faults agree with evaluation: on all values of narrow types, and on executions of random programs.

use std::collections::HashMap;

use heureka_ir::faults::FaultConditions;
use heureka_ir::interval::{self, Interval};
use heureka_ir::passes::explicit_checks;
use heureka_ir::program::*;
use heureka_ir::text::{parse, print};
use heureka_ir::validate::{Severity, validate};
use heureka_ir::*;

use crate::common::{Machine, Outcome, Random, Recipe, State, random_program};

fn state<'a>(program: &'a Program, values: &[(VarId, i128)]) -> State<'a> {
    State {
        program,
        globals: values.iter().copied().collect(),
        arrays: HashMap::new(),
        frames: vec![],
        shift_overflow: false.into(),
    }
}

/// Compares the conditions of an assigned value with its evaluation for all values of `x`, `y`, `z`.
fn exhaustive(types: [&str; 3], result: &str, value: &str) {
    let [x, y, z] = types;
    let text = format!(
        "entry f global x: {x} global y: {y} global z: {z} global r: {result} global n: u3 = 5
         array a: i4[3] = {{1, -2, 7}} array b: i3[2][n] = zero
         proc f() {{ entry L0: r := {value} -> L1 exit L1: }}"
    );
    let mut program = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let op = program.edges()[0].op.clone();
    let mut pool = program.exprs.clone();
    let conditions = FaultConditions::new(&program).of_op(&mut pool, &op);
    let with_shift = FaultConditions::new(&program).with_shift_overflow(true).of_op(&mut pool, &op);
    program.exprs = pool;
    let Op::Assign(pairs) = op else { panic!("not an assignment") };
    let limits = program.vars[..3].iter().map(|var| var.ty.min()..=var.ty.max()).collect::<Vec<_>>();
    for x in limits[0].clone() {
        for y in limits[1].clone() {
            for z in limits[2].clone() {
                let state = state(&program, &[(VarId(0), x), (VarId(1), y), (VarId(2), z)]);
                let holds = |condition| state.eval(condition).expect("a condition does not fault") == 1;
                let expected = state.eval(pairs[0].1).err();
                let found: Vec<Fault> =
                    conditions.iter().filter(|(_, condition)| holds(*condition)).map(|(fault, _)| *fault).collect();
                assert_eq!(found, Vec::from_iter(expected), "{value} with {x}, {y}, {z}");
                let found: Vec<Fault> =
                    with_shift.iter().filter(|(_, condition)| holds(*condition)).map(|(fault, _)| *fault).collect();
                assert!(found.len() <= 1);
                // The first shift that overflows comes before the fault, unless the fault came first.
                if found != [Fault::ShiftOverflow] {
                    assert_eq!(found, Vec::from_iter(expected), "{value} with {x}, {y}, {z}");
                } else {
                    assert!(value.contains("<<"));
                }
            }
        }
    }
}

#[test]
fn conditions_are_exact_on_narrow_types() {
    for ty in ["i1", "i2", "i3", "i4", "u1", "u3", "u4"] {
        for value in ["x + y", "x - y", "x * y", "x / y", "x % y", "-x", "~x", "x << y", "x >> z", "x << z", "x & y"] {
            exhaustive([ty, ty, "i4"], ty, value);
            exhaustive([ty, ty, "u3"], ty, value);
        }
        for constant in ["0", "-1", "1", "2", "-2", "3", "-3", "7", "-8"] {
            let fits = heureka_ir::text::parse(&format!(
                "entry f global x: {ty} proc f() {{ entry L0: x := {constant} -> L1 exit L1: }}"
            ));
            for op in ["+", "-", "*", "/", "%"] {
                if fits.is_ok() {
                    exhaustive([ty, ty, "i1"], ty, &format!("x {op} {constant}"));
                    exhaustive([ty, ty, "i1"], ty, &format!("{constant} {op} x"));
                }
            }
        }
    }
}

#[test]
fn conditions_respect_laziness_and_order() {
    for value in [
        "y == 0 ? x : x / y",
        "(y != 0 && x / y == 1 ? x : z)",
        "(y == 0 || x / y == 1 ? x + 1 : z - 1)",
        "x / y + z * x",
        "(x + y) * (y - z) / (x - y)",
        "a[i4(x)] + a[z]",
        "a[x] / a[y]",
        "i4(b[x][z]) + x",
        "(x / y == z / x ? a[x / y] : -(x * z))",
        "(!(x / y == 1) ? a[y] : a[z] << x)",
    ] {
        exhaustive(["i4", "i4", "i4"], "i4", value);
    }
}

#[test]
fn indices_and_extents_of_all_types() {
    let limits = ["-1", "0", "1", "2", "3"];
    for index in ["i8", "u8", "i64", "u64", "i32"] {
        for extent in ["i8", "u8", "i64", "u64", "u32"] {
            let text = format!(
                "entry f global x: {index} global n: {extent} array a: i8[n] = zero global r: i8
                 proc f() {{ entry L0: r := a[x] -> L1 exit L1: }}"
            );
            let mut program = parse(&text).unwrap();
            let op = program.edges()[0].op.clone();
            let mut pool = program.exprs.clone();
            let conditions = FaultConditions::new(&program).of_op(&mut pool, &op);
            program.exprs = pool;
            let values = |ty: IntTy| {
                let small = limits.iter().map(|value| value.parse::<i128>().unwrap());
                let large = [ty.min(), ty.max(), ty.max() - 1, 1 << 31, 1 << 63, (1 << 63) - 1];
                small.chain(large).filter(move |&value| ty.contains(value)).collect::<Vec<i128>>()
            };
            for x in values(program.vars[0].ty) {
                for n in values(program.vars[1].ty) {
                    let state = state(&program, &[(VarId(0), x), (VarId(1), n)]);
                    let found = conditions.iter().any(|&(_, condition)| state.eval(condition) == Ok(1));
                    assert_eq!(found, !(0 <= x && x < n), "index {x}: {index}, extent {n}: {extent}");
                }
            }
        }
    }
}

#[test]
fn wide_types_at_their_limits() {
    for bits in [32, 33, 48, 63, 64] {
        let ty = IntTy::signed(bits);
        for op in ["+", "-", "*", "/", "%"] {
            let text =
                format!("entry f global x: {ty} global y: {ty} proc f() {{ entry L0: x := x {op} y -> L1 exit L1: }}");
            let mut program = parse(&text).unwrap();
            let op = program.edges()[0].op.clone();
            let mut pool = program.exprs.clone();
            let conditions = FaultConditions::new(&program).of_op(&mut pool, &op);
            program.exprs = pool;
            let Op::Assign(pairs) = op else { panic!("not an assignment") };
            let root = 1i128 << (bits / 2);
            let near = [ty.min(), ty.max(), 0, root, -root, ty.max() / 2, ty.min() / 2, ty.max() / 3];
            let values: Vec<i128> = near
                .iter()
                .flat_map(|&at| (-2..=2).map(move |by| at + by))
                .filter(|&value| ty.contains(value))
                .collect();
            for &x in &values {
                for &y in &values {
                    let state = state(&program, &[(VarId(0), x), (VarId(1), y)]);
                    let holds = |condition| state.eval(condition).expect("a condition does not fault") == 1;
                    let found: Vec<Fault> =
                        conditions.iter().filter(|(_, condition)| holds(*condition)).map(|(fault, _)| *fault).collect();
                    assert_eq!(found, Vec::from_iter(state.eval(pairs[0].1).err()), "{x} and {y} of {ty}");
                }
            }
        }
    }
}

#[test]
fn intervals_hold_every_result_and_fault() {
    use BinOp::*;
    for ty in [IntTy::signed(3), IntTy::unsigned(3), IntTy::signed(1), IntTy::unsigned(1)] {
        let all = || (ty.min()..=ty.max()).flat_map(|min| (min..=ty.max()).map(move |max| Interval::new(min, max)));
        for a in all() {
            for op in [UnOp::Neg, UnOp::BitNot] {
                let (value, faults) = interval::unary(op, ty, a);
                for x in a.min..=a.max {
                    match op.eval(ty, x) {
                        Ok(result) => assert!(value.is_some_and(|value| value.contains(result))),
                        Err(fault) => assert!(faults.contains(fault)),
                    }
                }
            }
            for to in [IntTy::signed(2), IntTy::unsigned(2), IntTy::unsigned(5), IntTy::signed(5)] {
                let value = interval::cast(to, a);
                assert!((a.min..=a.max).all(|x| value.contains(to.wrap(x))));
            }
            for b in all() {
                for op in [Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr] {
                    let (value, faults) = interval::binary(op, ty, a, b);
                    for x in a.min..=a.max {
                        for y in b.min..=b.max {
                            match op.eval(ty, x, y) {
                                Ok(result) => {
                                    let holds = value.is_some_and(|value| value.contains(result));
                                    assert!(holds, "{ty}: {a} {op:?} {b} gave {value:?}, not {result}");
                                }
                                Err(fault) => assert!(faults.contains(fault), "{ty}: {a} {op:?} {b}"),
                            }
                            assert!(!op.shift_overflows(ty, x, y) || faults.contains(Fault::ShiftOverflow));
                        }
                    }
                }
                for op in [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le] {
                    let value = interval::compare(op, a, b);
                    for x in a.min..=a.max {
                        assert!((b.min..=b.max).all(|y| value.contains(op.eval(x, y).into())));
                    }
                }
            }
        }
    }
}

#[test]
fn explicit_checks_keep_executions() {
    let mut errors = 0;
    for seed in 0..1500u64 {
        let recipe = Recipe { odd_names: false, faults: true, procs: 2, locs: 8 };
        let program = random_program(&mut Random(seed), recipe);
        let properties: Vec<Property> =
            Property::ALL.into_iter().enumerate().filter(|(at, _)| seed >> at & 1 == 1).map(|(_, it)| it).collect();
        let (checked, back) = explicit_checks(&program, &properties);
        let violations = validate(&checked);
        assert!(violations.iter().all(|found| found.severity == Severity::Warning), "{violations:?}");
        assert_eq!(violations, vec![], "seed {seed}:\n{}", print(&checked));
        for run in 0..10 {
            let mut random = Random(seed * 100 + run);
            let mut choices = Vec::new();
            let mut old = Machine::new(&program, 200);
            let expected = old.run(&mut |edge, ty| {
                let value = random.value(ty);
                choices.push((edge, value));
                value
            });
            if expected == Outcome::Limit {
                continue;
            }
            let shift_overflow = old.state.shift_overflow.get();
            let mut next = choices.iter().copied();
            let mut new = Machine::new(&checked, 1000);
            let found = new.run(&mut |edge, _| {
                let (old, value) = next.next().expect("the same choices");
                assert_eq!(back.edge(edge), Some(old));
                assert_eq!(back.choice(old), Some(edge));
                value
            });
            let error = |loc: LocId| match checked.loc(loc).kind {
                LocKind::Error { fault, .. } => fault,
                _ => panic!("not an error"),
            };
            match (expected, found) {
                // The old run goes on after a left shift that does not fit.
                (_, Outcome::Error(loc)) if error(loc) == Fault::ShiftOverflow => assert!(shift_overflow),
                (Outcome::Error(old), Outcome::Error(new)) if old == new => {}
                (Outcome::Fault(fault, edge), Outcome::Error(loc)) if properties.contains(&fault.property()) => {
                    assert_eq!(error(loc), fault, "seed {seed}");
                    assert_eq!(back.loc(loc), program.edge(edge).from, "seed {seed}");
                    errors += 1;
                }
                (Outcome::Fault(fault, edge), Outcome::Fault(other, new)) => {
                    assert!(!properties.contains(&fault.property()));
                    assert_eq!((fault, Some(edge)), (other, back.edge(new)));
                }
                _ => assert_eq!(expected, found, "seed {seed} run {run}"),
            }
        }
    }
    assert!(errors > 100, "only {errors} faults became errors");
}
