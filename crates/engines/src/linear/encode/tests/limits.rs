//! Steps that are deep, wide or have too many cases: no stack is used up, and what is left out is said.

use heureka_ir::sketch::Sketch;
use heureka_ir::{BinOp, CmpOp, ExprId, IntTy, Op, VarId};

use super::super::{Arithmetic, Case, Encoding};
use crate::linear::scope::Scopes;

const INT: IntTy = IntTy::INT;

/// The cases of one step over x and y that the closure makes, and how many approximations are told.
fn encode(arithmetic: Arithmetic, step: impl FnOnce(&mut Sketch, VarId, VarId) -> Op) -> (Vec<Case>, usize) {
    let mut sketch = Sketch::new();
    let (x, y) = (sketch.global("x", INT, 0), sketch.global("y", INT, 0));
    let op = step(&mut sketch, x, y);
    sketch.step(op);
    let program = sketch.finish();
    let encoding = Encoding::of(&program, None, &Scopes::of(&program), arithmetic);
    let first = program.out_edges(program.proc(program.entry).entry).next().expect("the step");
    (encoding.step(first).cases().to_vec(), encoding.approximations().len())
}

/// `first op next(0) op next(1) …`, nested to the left.
fn fold(
    sketch: &mut Sketch,
    first: ExprId,
    count: usize,
    op: BinOp,
    next: impl Fn(&mut Sketch, usize) -> ExprId,
) -> ExprId {
    (0..count).fold(first, |sum, number| {
        let other = next(sketch, number);
        sketch.binary(op, sum, other)
    })
}

#[test]
fn a_deep_sum_is_one_case() {
    for arithmetic in [Arithmetic::Machine, Arithmetic::Integer, Arithmetic::Real] {
        let (cases, lost) = encode(arithmetic, |sketch, x, y| {
            let (first, y) = (sketch.var(x), sketch.var(y));
            let sum = fold(
                sketch,
                first,
                10_000,
                BinOp::Add,
                |sketch, number| if number % 2 == 0 { y } else { sketch.var(x) },
            );
            Op::assign(x, sum)
        });
        assert_eq!((cases.len(), lost), (1, 0));
        assert_eq!(cases[0].values[0].1.terms().len(), 2);
    }
}

#[test]
fn a_deep_sum_of_one_variable_has_one_guard() {
    let (cases, _) = encode(Arithmetic::Machine, |sketch, x, _| {
        let (first, one) = (sketch.var(x), sketch.int(INT, 1));
        let sum = fold(sketch, first, 100_000, BinOp::Add, |_, _| one);
        Op::assign(x, sum)
    });
    assert_eq!(cases[0].guard.len(), 1);
}

#[test]
fn a_deep_product_of_variables_is_undefined() {
    let (cases, lost) = encode(Arithmetic::Machine, |sketch, x, y| {
        let (first, y) = (sketch.var(x), sketch.var(y));
        let product = fold(sketch, first, 10_000, BinOp::Mul, |_, _| y);
        Op::assign(x, product)
    });
    assert_eq!(cases.len(), 1);
    assert!(cases[0].approximate && lost > 0);
}

#[test]
fn deep_conditions() {
    for truth in [true, false] {
        let (cases, lost) = encode(Arithmetic::Machine, |sketch, x, y| {
            let mut all = sketch.test(CmpOp::Le, x, 1_000_000);
            for number in 0..10_000 {
                let next =
                    if number % 2 == 0 { sketch.test(CmpOp::Le, y, number) } else { sketch.test(CmpOp::Ne, x, -1) };
                all = sketch.builder.exprs.and(all, next);
            }
            Op::Assume(if truth { all } else { sketch.builder.exprs.not(all) })
        });
        // `x != -1` splits; of what fails, nothing is left beyond the limit but that it may.
        assert_eq!((cases.len(), lost), if truth { (2, 0) } else { (1, 1) });
        assert_eq!(cases[0].approximate, !truth);
    }
}

#[test]
fn nested_conditionals_beyond_the_limit_are_undefined() {
    let (cases, lost) = encode(Arithmetic::Integer, |sketch, x, y| {
        let mut value = sketch.var(x);
        for number in 0..10_000 {
            let (condition, other) = (sketch.test(CmpOp::Lt, y, number), sketch.int(INT, number));
            value = sketch.builder.exprs.ite(condition, other, value);
        }
        Op::assign(x, value)
    });
    assert!(cases.iter().any(|case| case.approximate) && cases.len() <= 256 && lost > 0);
}

#[test]
fn a_sum_of_conditionals_beyond_the_limit_is_undefined() {
    let (cases, lost) = encode(Arithmetic::Integer, |sketch, x, y| {
        let zero = sketch.int(INT, 0);
        let sum = fold(sketch, zero, 40, BinOp::Add, |sketch, number| {
            let ratio = sketch.with(BinOp::Mul, x, number as i128 + 1);
            let y = sketch.var(y);
            let condition = sketch.compare(CmpOp::Lt, y, ratio);
            let (one, two) = (sketch.int(INT, 1), sketch.int(INT, 2));
            sketch.builder.exprs.ite(condition, one, two)
        });
        Op::assign(x, sum)
    });
    assert!(cases.iter().all(|case| case.approximate) && cases.len() <= 256 && lost > 0);
}

#[test]
fn the_same_condition_in_many_values_is_asked_once() {
    let (cases, lost) = encode(Arithmetic::Integer, |sketch, x, y| {
        let condition = sketch.test(CmpOp::Lt, x, 0);
        let (one, two) = (sketch.int(INT, 1), sketch.int(INT, 2));
        let choice = sketch.builder.exprs.ite(condition, one, two);
        let sum = fold(sketch, choice, 40, BinOp::Add, |_, _| choice);
        Op::Assign(Box::new([(x, sum), (y, choice)]))
    });
    assert_eq!((cases.len(), lost), (2, 0));
}
