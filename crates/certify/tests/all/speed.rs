//! Large certificates: tens of thousands of conditions must not take long. The limits are far above what is measured, so
//! that a busy machine passes and a quadratic step does not.

use std::time::{Duration, Instant};

use heureka_certify::{Checked, Numbers};
use heureka_ir::invariant::{Constraint, Invariant, Invariants, Relation, Value};
use heureka_ir::sketch::Sketch;
use heureka_ir::{BinOp, CmpOp, IntTy, LocKind, Op, Program, Property, Source, Span, VarId};

use crate::notation::judge;

fn row(terms: &[(VarId, i128)], constant: i128, relation: Relation) -> Constraint {
    let terms = terms.iter().map(|&(var, factor)| (Value::Now(var), factor)).collect();
    Constraint { terms, constant, relation }
}

fn is(var: VarId, value: i128) -> Constraint {
    row(&[(var, 1)], -value, Relation::Zero)
}

fn accepted(program: &Program, invariants: &Invariants, limit: Duration) -> Checked {
    let start = Instant::now();
    let checked = judge(program, &[Property::Unreach], Numbers::Machine, invariants).expect("a proof");
    let time = start.elapsed();
    println!("{checked:?} in {time:?}");
    assert!(time < limit, "{checked:?} took {time:?}");
    checked
}

/// `i` counts from 0 to `limit` in a loop whose head has one disjunct for each value.
#[test]
fn a_loop_with_many_points() {
    let limit = 10_000;
    let mut sketch = Sketch::new();
    let (i, j) = (sketch.local("i", IntTy::INT), sketch.local("j", IntTy::INT));
    let zero = sketch.int(IntTy::INT, 0);
    sketch.step(Op::Assign([(i, zero), (j, zero)].into()));
    let head = sketch.at;
    let more = sketch.test(CmpOp::Lt, i, limit);
    let done = sketch.builder.exprs.not(more);
    let (one_more, two_more) = (sketch.with(BinOp::Add, i, 1), sketch.with(BinOp::Add, j, 2));
    let (proc, add) = (sketch.proc, Op::Assign([(i, one_more), (j, two_more)].into()));
    let body = sketch.builder.add_loc(proc, LocKind::Normal, Span::NONE);
    let after = sketch.builder.add_loc(proc, LocKind::Normal, Span::NONE);
    sketch.builder.add_edge(head, body, Op::Assume(more), Span::NONE);
    sketch.builder.add_edge(head, after, Op::Assume(done), Span::NONE);
    sketch.builder.add_edge(body, head, add, Span::NONE);
    sketch.at = after;
    let program = sketch.finish();
    let points = |to: i128| Invariant { disjuncts: (0..=to).map(|k| [is(i, k), is(j, 2 * k)].into()).collect() };
    let mut at = vec![Invariant::anything(); program.locs.len()];
    at[head.index()] = points(limit);
    at[body.index()] = points(limit - 1);
    at[after.index()] = Invariant { disjuncts: vec![[is(i, limit), is(j, 2 * limit)].into()] };
    let checked = accepted(&program, &Invariants::new(at), Duration::from_secs(5));
    assert_eq!(checked.by_solver, 0);
    assert!(checked.conditions > 30_000);
}

/// A long chain of locations, each with one disjunct.
fn chain(
    length: usize,
    step: impl Fn(&mut Sketch, VarId, VarId, usize),
    row_at: impl Fn(VarId, VarId, usize) -> Box<[Constraint]>,
) -> Checked {
    let mut sketch = Sketch::new();
    let (x, y) = (sketch.local("x", IntTy::INT), sketch.local("y", IntTy::INT));
    sketch.step(Op::Havoc { var: x, source: Source::Input("f".into()) });
    let (low, high) = (sketch.test(CmpOp::Le, x, 1000), sketch.int(IntTy::INT, -1000));
    let read = sketch.var(x);
    let above = sketch.compare(CmpOp::Le, high, read);
    let both = sketch.builder.exprs.and(low, above);
    sketch.step(Op::Assume(both));
    let copy = sketch.var(x);
    sketch.assign(y, copy);
    let mut locs = Vec::new();
    for at in 0..length {
        locs.push(sketch.at);
        step(&mut sketch, x, y, at);
    }
    locs.push(sketch.at);
    let program = sketch.finish();
    let mut at = vec![Invariant::anything(); program.locs.len()];
    let range = || [row(&[(x, 1)], 1000, Relation::AtLeastZero), row(&[(x, -1)], 1000, Relation::AtLeastZero)];
    at[locs[0].index() - 1] = Invariant { disjuncts: vec![range().into()] };
    for (count, loc) in locs.iter().enumerate() {
        at[loc.index()] = Invariant { disjuncts: vec![row_at(x, y, count)] };
    }
    accepted(&program, &Invariants::new(at), Duration::from_secs(30))
}

#[test]
fn a_chain_of_equations() {
    let next = |sketch: &mut Sketch, x, y, _: usize| {
        let sum = sketch.with(BinOp::Add, y, 1);
        let read = sketch.var(x);
        sketch.step(Op::Assign([(y, sum), (x, read)].into()));
    };
    chain(20_000, next, |x, y, at| {
        let range = [row(&[(x, 1)], 1000, Relation::AtLeastZero), row(&[(x, -1)], 1000, Relation::AtLeastZero)];
        let [low, high] = range;
        [row(&[(x, 1), (y, -1)], at as i128, Relation::Zero), low, high].into()
    });
}

/// Every second invariant needs the sum of two rows of the one before.
#[test]
fn a_chain_of_sums_of_rows() {
    let checked = chain(
        5_000,
        |sketch, _, _, _| sketch.step(Op::Skip),
        |x, y, at| {
            let limit = 4000 * (at as i128 / 2 + 1);
            let at_least = |terms: &[(VarId, i128)], limit| row(terms, limit, Relation::AtLeastZero);
            let range = [at_least(&[(y, 1)], 2000), at_least(&[(y, -1)], 2000)];
            match at % 2 {
                0 => range.into_iter().chain([1, -1].map(|by| at_least(&[(x, 1), (y, by)], limit))).collect(),
                _ => range.into_iter().chain([at_least(&[(x, 1)], limit)]).collect(),
            }
        },
    );
    assert!(checked.by_solver >= 2_500, "{checked:?}");
}
